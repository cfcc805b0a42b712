"""Functions and their arguments: those of the document, those everybody knows, and those nothing is known of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import sympy
from sympy import Function, Integer, Max, Min, Pow, Rational, exp, log

from derive.functions import FUNCTIONS
from derive.functions import Function as Row
from derive.latex.read.determinants import determinant
from derive.latex.read.diagonals import diagonal
from derive.latex.read.entries import place_of
from derive.latex.read.expectations import expectation
from derive.latex.read.heads import Head, head_of, key_of
from derive.latex.read.here import Here
from derive.latex.read.inverses import is_minus_one
from derive.latex.read.probabilities import indexed, is_measure, literal_key, opposite, parts_of
from derive.latex.read.resolve import from_earlier, matched, resolve
from derive.latex.read.scene import real
from derive.latex.read.table import Definition
from derive.latex.read.tree import Apply, Bracket, Chain, Name, Node, Number, Scripted, Sequence, Terms, walk
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, inner, kind_of, lazy, mapped, number, summed
from derive.names import expression, function
from derive.shorthands import SHORTHANDS


def _as_read(row: Row) -> Callable[[Any], Any]:
    """Return what a name stands for: a function, or what it is short for."""
    whole = row.definition
    if whole is not None and (row.kept or row in SHORTHANDS):
        return lambda z: expression(whole, z=z)
    return function(row.name)


ENTRYWISE: dict[str, Callable[[Any], Any]] = {
    name: _as_read(row) for row in (*FUNCTIONS, *SHORTHANDS) for name in row.names.read
}
"""Functions of a number; of anything larger they are taken entry by entry."""

PROBABILITIES = frozenset({"P", "p", "E", "Var", "Cov", "Pr", "Corr", "q", "Q", "Bias", "KL"})
LOGISTIC = frozenset({"sigma"})
OF_ARRAYS = frozenset({"one-hot", "orthogonal", "unit"})
"""What may be said of a vector or a matrix, and of no function."""


def is_applied(before: Node, bracket: Bracket, here: Here) -> bool:
    """Return whether a name directly before a bracket is a function of what is in it, and not a factor."""
    head = head_of(before)
    if head is None or head.sup is not None or bracket.body is None:
        return False
    if head.key in here.values or head.key in here.places or head.key in here.opaque:
        return False
    conditional = isinstance(bracket.body, Sequence) and bool(set(bracket.body.separators) & {"|", ";", "||"})
    defined = any(d.arguments is not None for d in here.table.definitions.get(head.key, []))
    if conditional or defined or head.key in here.table.functions | here.table.usage.applied:
        return True
    declared = any(known.declared for known in here.table.known.get(head.key, []))
    declared = declared or any(said.key == head.key and said.kind in OF_ARRAYS for said in here.table.properties)
    if head.key not in PROBABILITIES:
        known = here.table.definitions.values()
        declared = declared or any(head.key in (d.arguments or ()) for group in known for d in group)
    if here.table.definitions.get(head.key) and isinstance(bracket.body, Name | Number):
        answer = here.scene.choose(f"{head.key} before a bracket", ("is a factor", "is a function"))
        return answer == "is a function"
    if declared or here.table.definitions.get(head.key) or head.key in here.table.sizes:
        return False
    return _looks_applied(head, bracket, here)


def is_inverse_function(before: Node, here: Here) -> bool:
    r"""Return whether a name is a function with an exponent of -1, as in `\sigma^{-1}(p)`: no reciprocal."""
    head = head_of(before)
    if head is None or head.sup is None or not is_minus_one(head.sup):
        return False
    defined = any(d.arguments is not None for d in here.table.definitions.get(head.key, []))
    return defined or head.key in here.table.functions or head.key in LOGISTIC


def _looks_applied(head: Head, bracket: Bracket, here: Here) -> bool:
    """An undeclared name before a list or a single name is a function; before a sum, it is asked."""
    text = head.key.split(" ")[-1]
    if text in PROBABILITIES | LOGISTIC or head.primes or (len(text) > 1 and text.islower() and text in ENTRYWISE):
        return True
    if isinstance(bracket.body, Sequence | Chain):
        return bracket.left != "{"
    if isinstance(bracket.body, Terms) and (head.key, len(head.atoms)) in here.table.usage.unapplied:
        return False
    if here.table.is_letter(head.key):
        return False
    answer = here.scene.choose(f"{text} before a bracket", ("is a function", "is a factor"))
    return answer == "is a function"


def called(head: Head, arguments: tuple[Node, ...], here: Here) -> Value:
    """Return the value of a function by its definition, by what everybody knows of it, or as an unknown one."""
    for definition in here.table.definitions.get(head.key, []):
        if definition.arguments is not None and len(definition.arguments) == len(arguments):
            found = _by_definition(definition, head, arguments, here)
            if found is not None:
                return found
    text = head.key.split(" ")[-1]
    name = "sigmoid" if text in LOGISTIC else text
    if name in ENTRYWISE and len(arguments) == 1:
        if text in LOGISTIC:
            here.scene.assume("sigma is the logistic function, as nothing else is said of it")
        return mapped(here.read(arguments[0]), ENTRYWISE[name])
    return _unknown(head, arguments, here)


def _by_definition(definition: Definition, head: Head, arguments: tuple[Node, ...], here: Here) -> Value | None:
    if len(definition.params) != len(head.atoms):
        return None
    found = matched(definition, head.atoms, tuple(place_of(atom, here) for atom in head.atoms), here)
    if found is None:
        return None
    from_earlier(definition, here)
    places = {param: place for param, place in zip(definition.params, found, strict=True) if place is not None}
    pairs = zip(definition.arguments or (), arguments, strict=True)
    values = dict(_bound(name, node, here) for name, node in pairs if not _stands_for_itself(name, node, here))
    _match_shapes(definition, values, here)
    return _applied_to(definition, here.inside(places, values, head.span))


def _bound(name: str, node: Node, here: Here) -> tuple[str, Value]:
    """Return an argument with what it is bound to; where `v^2` is the argument, v is the root of what stands there."""
    plain, _, power = name.partition("^")
    value = here.read(node)
    if not power.isdigit():
        return name, value
    if not value.is_number:
        raise NotReadError(node.span, f"{kind_of(value)} stands where a power of a number is the argument")
    return plain, mapped(value, lambda entry: Pow(entry, Rational(1, int(power))))


def _applied_to(definition: Definition, inside: Here) -> Value:
    """Return the body of a definition; one that only makes sense of numbers is taken entry by entry of a column."""
    [(name, value), *more] = [*inside.values.items()] or [("", None)]
    if value is None or more or value.is_number:
        return inside.read(definition.body)
    trail = inside.scene.trail
    before = len(trail.steps)
    try:
        return inside.read(definition.body)
    except NotReadError as trouble:
        trail.take_back(before)
        entry = replace(inside, values={name: number(real(inside.scene.fresh_name(name)))})
        if not entry.read(definition.body).is_number:
            raise NotReadError(definition.span, trouble.hole.reason) from trouble
        inside.scene.assume(f"{definition.key} of a column is taken entry by entry")

    def at(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        one = replace(inside, values={name: number(value.at(r, c))})
        return one.read(definition.body).at(None, None)

    return Value(value.rows, value.cols, at)


def _stands_for_itself(name: str, node: Node, here: Here) -> bool:
    """Return whether the argument is written as the parameter is, and is bound to nothing else."""
    plain, _, power = name.partition("^")
    if power.isdigit() and isinstance(node, Scripted):
        raised = isinstance(node.sup, Number) and node.sup.text == power and node.sub is None
        return raised and _stands_for_itself(plain, node.base, here)
    return isinstance(node, Name) and key_of(node) == name and name not in here.values and name not in here.places


def _match_shapes(definition: Definition, values: dict[str, Value], here: Here) -> None:
    """The argument has the shape that was declared for the name it takes the place of."""
    for key, value in values.items():
        for known in here.table.known.get(key, [])[:1]:
            if known.pattern or not known.declared:
                continue
            for mine, yours in ((known.rows, value.rows), (known.cols, value.cols)):
                if mine is not None and yours is not None:
                    here.scene.trail.unify(mine, yours, definition.span)


def _unknown(head: Head, arguments: tuple[Node, ...], here: Here) -> Value:
    """Return a function that nothing is known of: of numbers a function, else a number known by what is written."""
    measured = (
        expectation(head, arguments, here) or _measured(head, arguments, here) or _of_indices(head, arguments, here)
    )
    if measured is not None:
        return measured
    name = here.table.name(f"{head.key}^call", tuple(_text(a) for a in head.atoms))
    here.scene.lose(f"nothing is said of the function {head.key}", name)
    try:
        values = [here.read(argument) for argument in arguments]
    except NotReadError:
        values = []
    if values and all(value.is_number for value in values):
        function: Any = Function(name, real=True)
        return lazy(lambda: function(*(value.at(None, None) for value in values)))
    written = ",".join(_text(a) for a in arguments)
    return lazy(lambda: real(f"{name}({written})"))


def _measured(head: Head, arguments: tuple[Node, ...], here: Here) -> Value | None:
    r"""Return a probability by what is said of this very event, of its opposite, or as a quotient of two."""
    bracket = here.call
    if not is_measure(head) or bracket is None or bracket.body is None:
        return None
    for definition in here.table.definitions.get(literal_key(head, bracket), []):
        return here.inside(here.places, {}, head.span).read(definition.body)
    other = opposite(bracket.body)
    if other is not None:
        whole = replace(here, call=replace(bracket, body=other))
        value = called(head, other.items if isinstance(other, Sequence) else (other,), whole)
        here.scene.assume("the probabilities of an event and of its opposite sum to 1")
        return mapped(value, lambda entry: 1 - entry)
    events, given = parts_of(bracket.body)
    if not given or any(_is_indexed(a, here) for a in arguments):
        return None
    here.scene.lose(f"nothing is said of the function {head.key}")
    joint, alone = (here.table.name(f"{head.key}({','.join(sorted(e))})") for e in (events + given, given))
    here.scene.assume("a conditional probability is the joint one over that of the condition")
    return lazy(lambda: real(joint) / real(alone))


def _of_indices(head: Head, arguments: tuple[Node, ...], here: Here) -> Value | None:
    """Return `q(z)` of an index as the entry of a tensor."""
    name = indexed(head, here.call) if here.call is not None else None
    if name is None or not any(_is_letter(argument, here) for argument in arguments):
        return None
    return resolve(name, replace(here, call=None))


def _is_letter(node: Node, here: Here) -> bool:
    key = key_of(node) if isinstance(node, Name) else ""
    return key not in here.table.sizes and (key in here.places or here.table.is_letter(key)) and key not in here.values


def _is_indexed(node: Node, here: Here) -> bool:
    heads = [head_of(part) for part in walk(node)]
    return any(place_of(atom, here) is not None for h in heads if h is not None for atom in h.atoms)


def _text(node: Node) -> str:
    """Return a tree as text that is the same for trees that are written alike."""
    named = (getattr(part, "text", "") or getattr(part, "head", "") or type(part).__name__[0] for part in walk(node))
    return "".join(named)


def applied(node: Apply, here: Here) -> Value:
    """Return a function that is known by its command. Raises `NotReadError` for those that are not read."""
    if node.argument is None:
        raise NotReadError(node.span, f"{node.head} of what?")
    if node.head == "indicator":
        return indicator(node.argument, here)
    value = _of_command(node, node.argument, here)
    if node.sup is None:
        return value
    exponent = here.read(node.sup)
    if isinstance(node.sup, Number) or exponent.at(None, None) != -1:
        return mapped(value, lambda entry: Pow(entry, exponent.at(None, None)))
    raise NotReadError(node.span, "an inverse function is not read")


def _of_command(node: Apply, argument: Node, here: Here) -> Value:
    if node.head in ENTRYWISE:
        value = mapped(here.read(argument), ENTRYWISE[node.head])
        return value if node.sub is None else _to_base(node, value, here)
    special = SPECIAL.get(node.head)
    if special is None or node.sub is not None:
        raise NotReadError(node.span, f"the function {node.head} is not read")
    return special(argument, here)


def _to_base(node: Apply, value: Value, here: Here) -> Value:
    if node.head != "log" or node.sub is None:
        raise NotReadError(node.span, f"an index at {node.head}")
    base = here.read(node.sub)
    return mapped(value, lambda entry: entry / log(base.at(None, None)))


def _trace(argument: Node, here: Here) -> Value:
    value = here.read(argument)
    if value.is_number:
        return value
    if value.rows is None or value.cols is None:
        raise NotReadError(argument.span, f"the trace of {kind_of(value)}")
    rows, scene = value.rows, here.scene
    scene.trail.unify(rows, value.cols, argument.span)
    index = scene.fresh_index(rows)
    return lazy(lambda: summed(scene, rows, index(), lambda k: value.at(k, k)))


def _softmax(argument: Node, here: Here) -> Value:
    value = mapped(here.read(argument), exp)
    if value.is_number:
        raise NotReadError(argument.span, "softmax of a number")
    one = Value(value.rows, value.cols, lambda r, c: Integer(1))
    total = inner(here.scene, value, one, argument.span)
    return mapped(value, lambda entry: entry / total.at(None, None))


LARGEST_FACTORIAL = 200


def _factorial(argument: Node, here: Here) -> Value:
    def bounded(entry: Any) -> Any:
        """Return the factorial of one entry."""
        if entry.is_number and not 0 <= entry <= LARGEST_FACTORIAL:
            raise NotReadError(argument.span, f"the factorial of a number that is not in 0..{LARGEST_FACTORIAL}")
        return sympy.factorial(entry)

    return mapped(here.read(argument), bounded)


SPECIAL: dict[str, Callable[[Node, Here], Value]] = {
    "trace": _trace,
    "softmax": _softmax,
    "factorial": _factorial,
    "diag": diagonal,
    "det": determinant,
}


def extremum(head: str, body: Node, here: Here) -> Value:
    """Return the larger or smaller of what is listed in brackets."""
    inside = body.body if isinstance(body, Bracket) and body.body is not None else body
    items = inside.items if isinstance(inside, Sequence) else (inside,)
    values = [here.read(item) for item in items]
    if len(values) < 2 or not all(value.is_number for value in values):
        raise NotReadError(body.span, f"{head} of what is no list of numbers")
    choose: Any = Max if head == "max" else Min
    return lazy(lambda: choose(*(value.at(None, None) for value in values)))


def is_indicator(before: Node, bracket: Bracket) -> bool:
    r"""Return whether `1\{...\}`, `\mathbb{1}[...]` or `I(...)` with a condition stands here."""
    name = (isinstance(before, Number) and before.text == "1") or (
        isinstance(before, Name) and before.text in {"1", "I"} and before.font in {"blackboard", "bold", ""}
    )
    return name and _is_condition(bracket)


def _is_condition(bracket: Bracket) -> bool:
    return isinstance(bracket.body, Chain) or (
        isinstance(bracket.body, Sequence) and any(isinstance(item, Chain) for item in bracket.body.items)
    )


def indicator(condition: Node, here: Here) -> Value:
    """Return an indicator: of equal indices a delta, else a number of its own that is 0 or 1."""
    body = condition.body if isinstance(condition, Bracket) else condition
    if isinstance(body, Chain) and len(body.relations) == 1 and body.relations[0].kind == "=":
        sides = [place_of(m, here) if m is not None else None for m in body.members]
        if all(side is not None for side in sides):
            first, second = (side for side in sides if side is not None)
            here.scene.trail.unify(first.axis, second.axis, condition.span)
            return lazy(lambda: sympy.KroneckerDelta(first.get(), second.get()))
    raise NotReadError(condition.span, "an indicator of this condition is not read")
