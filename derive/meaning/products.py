"""Products and applications: what stands side by side is one or the other; where both are possible, both are read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, prod
from typing import TypeGuard

from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.functions import BY_NAME
from derive.meaning.axes import Place
from derive.meaning.conditions import indicator
from derive.meaning.dots import has_dots
from derive.meaning.entropies import entropy
from derive.meaning.errors import Clash
from derive.meaning.expectations import averaged_in
from derive.meaning.functions import BY_WORD, applied
from derive.meaning.grids import vector_of
from derive.meaning.held import evaluated
from derive.meaning.here import Here
from derive.meaning.integrals import integrated_in
from derive.meaning.keys import bound_by, in_units, is_exponential, name_key, named, names_in, spelled
from derive.meaning.names import definition, expanded, scripted, value_of
from derive.meaning.opaque import canonical, opaque
from derive.meaning.powers import NORMS, determinant, inner, norm
from derive.meaning.probability import has_bar, is_operator, operator, without_brackets
from derive.meaning.reading import read, times
from derive.meaning.scope import Definition
from derive.meaning.sums import with_dots
from derive.meaning.values import Value, align, call, divided, entrywise, kind, mapped, scalar, transposed
from derive.meaning.written import as_defined, bold_of, is_matrix_letter, takes

ONES = frozenset({"1", "blackboard 1", "bold 1", "roman 1", "I", "bold I", "blackboard I", "roman I"})
"""How an indicator begins."""
DOTS = frozenset({"", "cdot", "times", "*"})
ENTRYWISE = frozenset({"odot", "circ"})
APPLIED = frozenset({"f", "g", "h", "k", "F", "G", "H", "K", "phi", "psi", "sigma", "Phi", "Psi", "ell", "L", "u"})
"""Letters whose members are functions as often as numbers."""
PATTERNS = frozenset({"p", "P", "q", "Pr", "N", "calligraphic N"})
"""Letters of functions that are told apart by how their arguments are written, such as densities."""
PLACE = Place(tree.ZERO)
NORM_BARS = frozenset({"||", "Vert"})


@read.register
def _factors(node: surface.Factors, here: Here) -> Value:
    number = in_units(node)
    if number is not node:
        return read(number, here)
    if has_dots(node.parts):
        return with_dots(node, "prod", here)
    whole = _differentiated(node, here)
    if whole is not None:
        return read(whole, here)
    parts = list(zip(node.signs, node.parts, strict=True))
    result: Value | None = None
    while parts:
        sign, part = parts.pop(0)
        behind = parts[0][1] if parts and parts[0][0] == "" else None
        value = None if behind is None else _application(part, behind, here)
        if value is None and behind is not None:
            value = without_brackets(part, behind, here)
        if value is None:
            value = read(part, here)
        else:
            _ = parts.pop(0)
        result = value if result is None else _joined(result, sign, value, here)
    if result is None:
        raise Clash("an empty product")
    return result


def _differentiated(node: surface.Factors, here: Here) -> Node | None:
    r"""Return `\frac{d}{dx} (x + 1) x` with all that follows differentiated, where that is chosen; both are read."""
    for at, (part, *behind) in enumerate(node.parts[each:] for each in range(len(node.parts) - 1)):
        if not _ends_early(part, behind) or any(node.signs[at + 1 :]):
            continue
        if here.choose(("scope", part.span.start), [(True, 0.0), (False, 0.0)]):
            return None
        inner = (part.body or surface.Number(part.span, "1"), *behind)
        whole = replace(part, body=surface.Factors(part.span | behind[-1].span, ("",) * len(inner), inner))
        return surface.Factors(node.span, node.signs[: at + 1], (*node.parts[:at], whole)) if at else whole
    return None


def _ends_early(part: Node, behind: Sequence[Node]) -> TypeGuard[surface.Derivative]:
    """Return whether a variable of a derivative also stands behind the bracket of which it is taken."""
    if not isinstance(part, surface.Derivative) or isinstance(behind[0], surface.Derivative):
        return False
    body = part.body.base if isinstance(part.body, surface.Scripted) else part.body
    is_above = bool(part.by) and body is not None and body.span.start < part.by[0].span.start
    names = frozenset[str]().union(*map(names_in, behind))
    is_closed = isinstance(body, surface.Bracket | surface.Apply | surface.Factors)
    return is_closed and not is_above and any(names & names_in(each) for each in part.by)


def _joined(one: Value, sign: str, other: Value, here: Here) -> Value:
    if sign in DOTS:
        return times(one, other, here, dot=sign == "cdot")
    if sign == "/":
        if other.rank:
            raise Clash(f"division by a {kind(other)}", shapes=True)
        return mapped(one, lambda entry: divided(entry, other.number))
    if sign in ENTRYWISE:
        if one.rank and other.rank:
            align(one, other)
        return entrywise(one, other, tree.multiply)
    if sign == "oslash":
        return entrywise(one, other, divided)
    raise Clash(f"the sign {sign}")


def _application(part: Node, behind: Node, here: Here) -> Value | None:
    """Return two things side by side as an application or an indicator; None where they are a product."""
    bracket = behind.base if isinstance(behind, surface.Scripted) else behind
    if not isinstance(bracket, surface.Bracket) or bracket.left not in {"(", "[", "{"}:
        return None
    if spelled(part) in ONES and isinstance(bracket.body, surface.Chain):
        value = indicator(bracket.body, here)
    else:
        head = named(part)
        if head is None:
            return None
        if _stands_for_itself(part, bracket, here):
            value = read(part, here)
            return scripted(value, behind, here) if isinstance(behind, surface.Scripted) else value
        if not is_call(part, head, bracket, here):
            return None
        value = called(part, head, bracket, here)
    return scripted(value, behind, here) if isinstance(behind, surface.Scripted) else value


def _stands_for_itself(part: Node, bracket: surface.Bracket, here: Here) -> bool:
    """Return whether `L(x)` is written for an `L` that is defined as a value and holds x."""
    listed = bracket.body.items if isinstance(bracket.body, surface.Sequence) else (bracket.body,)
    if bracket.left != "(" or not all(isinstance(each, surface.Name) for each in listed):
        return False
    head = here.head(part)
    own = definition(head.key, head.slots, here)
    if own is None or own.parameters is not None or head.power is not None or head.key in here.bound:
        return False
    return all(isinstance(each, surface.Name) and name_key(each) in names_in(own.body) for each in listed)


NUMBERS = frozenset({"e", "pi", "partial"})
"""Letters before brackets that call nothing, unless something is drawn from them."""


def is_call(part: Node, head: surface.Name, bracket: surface.Bracket, here: Here) -> bool:
    """Return whether a name before brackets is applied to what is in them; where nothing tells, it is a choice."""
    key = name_key(head)
    full = here.head(part).key
    if key in here.bound or (key in NUMBERS - here.usage.laws and not has_bar(bracket)):
        return False
    own, _ = as_defined(full, here.head(part).slots, here)
    declared = here.scope.declaration(own) or here.scope.declaration(full) or here.scope.declaration(key)
    if declared is not None:
        return "function" in declared.facts
    if is_operator(key, bracket, here):
        return True
    if bracket.left != "(":
        return False
    if isinstance(bracket.body, surface.Sequence | surface.Chain):
        return True
    keys = {full, full.rstrip("'"), key, own}
    if any(d.parameters is not None or d.is_pattern for each in keys for d in here.scope.definitions_of(each)):
        return True
    if full.endswith("'") or (key in BY_WORD and isinstance(part, surface.Name)) or _is_sigmoid(part, here):
        return True
    # No function is applied to itself less one: `B (B - 1)` counts pairs.
    is_own = isinstance(bracket.body, surface.Terms) and spelled(part) in map(spelled, bracket.body.parts)
    if is_own or any(here.scope.definitions_of(full)) or key in here.usage.sizes:
        return False
    is_member = isinstance(part, surface.Scripted) and part.sub is not None and key not in APPLIED
    if is_member and isinstance(bracket.body, surface.Terms):  # a member of a family before a sum, as `c_i (y_i - m)`
        return here.choose(("call", key), [(False, 0.0), (True, 4.0)])
    return _looks_applied(key, bracket, here)


def _is_sigmoid(part: Node, here: Here) -> bool:
    return isinstance(part, surface.Name) and name_key(part) == "sigma" and here.usage.has_sigmoid


def _looks_applied(key: str, bracket: surface.Bracket, here: Here) -> bool:
    """Return what the usage tells: a name is called that stands before names alone, or before different things."""
    if isinstance(bracket.body, surface.Name | surface.Scripted):
        return True
    if is_matrix_letter(key) and key not in here.usage.turned and key not in here.usage.sizes:
        return here.choose(("call", key), [(False, 0.0), (True, 0.0)])
    always = key not in here.usage.bare
    bodies = [each.body for each in here.usage.calls.get(key, ())]
    if always and any(isinstance(each, surface.Name | surface.Scripted) for each in bodies):
        return True
    if always and len({spelled(each) for each in bodies}) > 1:
        return True
    return here.choose(("call", key), [(False, 0.5), (True, 0.5)] if always else [(False, 0.0), (True, 2.0)])


def called(part: Node, head: surface.Name, bracket: surface.Bracket, here: Here) -> Value:
    """Return a name applied to what is in brackets: by its definition, a known function, an operator, or an unknown."""
    application = surface.Factors(part.span | bracket.span, ("", ""), (part, bracket))
    taken = here.head(part)
    listed = bracket.body.items if isinstance(bracket.body, surface.Sequence) else (bracket.body,)
    arguments = tuple(each for each in listed if each is not None)
    plain = not isinstance(bracket.body, surface.Sequence) or set(bracket.body.separators) <= {","}
    key = taken.key
    own_key, own_slots = as_defined(key, taken.slots, here)
    own = definition(own_key, own_slots, here, len(arguments)) if plain and own_key not in here.held else None
    is_taken = own is not None and own.parameters is not None and takes(own, arguments, here.usage)
    if own is not None and is_taken and taken.power is None:
        return applied_to(own, own_slots, arguments, here)
    written_out = entropy(key, application, here)
    if written_out is not None:
        return read(written_out, here)
    if is_operator(name_key(head), bracket, here) or not plain:
        return operator(part, head, bracket, application, here)
    if taken.power is not None:
        return _powered(part, taken.power, bracket, application, here)
    if key.endswith("'"):
        return _primed(key, taken.slots, arguments, application, here)
    if _is_sigmoid(part, here) and not any(here.scope.definitions_of("sigma")):
        return mapped_entrywise("sigmoid", read(arguments[0], here), here)
    if key in BY_WORD and len(arguments) == 1 and not any(here.scope.definitions_of(key)):
        return applied(BY_WORD[key], read(arguments[0], here), here)
    return _unknown_function(key, taken.slots, arguments, application, here)


def _unknown_function(
    key: str, slots: tuple[Node, ...], arguments: tuple[Node, ...], application: Node, here: Here
) -> Value:
    """Return an unknown function of one number, taken of each entry of a vector where that is chosen; else a term."""
    argument = _argument_of_unknown(key, slots, arguments, application, here)
    if argument is None:
        return opaque(application, "an unknown function", here)
    return mapped(argument, lambda entry: tree.Call(key, (entry,)))


def _argument_of_unknown(
    key: str, slots: tuple[Node, ...], arguments: tuple[Node, ...], application: Node, here: Here
) -> Value | None:
    """Return at what an unknown function of one number stands; None where it is none, or known as it is written."""
    if slots or len(arguments) != 1 or key in PATTERNS or key in BY_NAME or key in here.bound:
        return None
    is_at_value = any(not isinstance(here.bound.get(name, PLACE), Place) for name in names_in(application))
    if not is_at_value and any(here.scope.definitions_of(as_opaque_key(application, here)[0])):
        return None
    argument = read(arguments[0], here)
    if argument.rank and not here.choose(("entrywise", key), [(False, 0.0), (True, 1.0)]):
        return None
    here.record.generalised.add("an unknown function")
    here.record.names.add(key)
    return argument


def applied_to(own: Definition, slots: Sequence[Node], arguments: Sequence[Node], here: Here) -> Value:
    """Return a defined function of some arguments. Names are put into its body as they are, anything else by its value.

    So an unknown function in the body is known by what it is taken of. A name that the body binds is not put in.
    """
    parameters = own.parameters or ()
    inside = {key for each in surface.walk(own.body) if isinstance(each, surface.Big) for key in bound_by(each)}
    inside |= integrated_in(own.body)
    scripted = (each.base for each in surface.walk(own.body) if isinstance(each, surface.Scripted))
    entries = {name_key(base) for base in scripted if isinstance(base, surface.Name)} - {*parameters}  # plain of bold
    if any(names_in(each) & averaged_in(own.body, here) for each in arguments):
        raise Clash("a function of what it averages over")
    put = {
        key: each
        for key, each in zip(parameters, arguments, strict=True)
        if named(each) is not None
        and not names_in(each) & (inside | set(own.slots))
        and getattr(each, "sup", None) is None
        and key.split(" ")[-1] not in entries
    }
    body = _substituted(_in_bold(own.body, parameters), put, parameters)
    rest = [(key, each) for key, each in zip(parameters, arguments, strict=True) if key not in put]
    letters = {key for each in put.values() for key in names_in(each) if key in here.bound}
    kept = replace(own, body=body, parameters=tuple(key for key, _ in rest))
    return expanded(kept, slots, here, [read(each, here) for _, each in rest], keeping=letters)


def _in_bold(node: Node, parameters: Sequence[str]) -> Node:
    """Return a body in which entries of a parameter that is bold are written in its font."""
    if isinstance(node, surface.Scripted) and isinstance(node.base, surface.Name) and node.sub is not None:
        key = name_key(node.base)
        font = "" if key in parameters else bold_of(key, parameters).partition(" ")[0]
        node = replace(node, base=replace(node.base, font=font or node.base.font))
    return surface.rebuilt(node, lambda each: _in_bold(each, parameters))


def _substituted(node: Node, put: Mapping[str, Node], parameters: Sequence[str]) -> Node:
    """Return a tree with names put in for parameters, wherever these stand as a value; `x'` may be another than `x`."""
    if isinstance(node, surface.Name):
        return put.get(name_key(node), node)
    key = name_key(node.base) if isinstance(node, surface.Scripted) and isinstance(node.base, surface.Name) else ""
    if isinstance(node, surface.Scripted) and key + node.primes * "'" in parameters:
        key, node = key + node.primes * "'", replace(node, primes=0) if key + node.primes * "'" in put else node
        if node.sub is None and node.sup is None and key in put:
            return put[key]
    if isinstance(node, surface.Scripted) and key in put:
        new = put[key]
        if isinstance(new, surface.Name):
            return surface.rebuilt(
                replace(node, base=new), lambda each: _substituted(each, put, parameters) if each is not new else each
            )
        return surface.rebuilt(replace(node, base=surface.Bracket(node.span, "(", "(", new)), lambda each: each)
    if isinstance(node, surface.Scripted) and key in parameters:
        return node
    return surface.rebuilt(node, lambda each: _substituted(each, put, parameters))


def _powered(part: Node, sup: Node, bracket: surface.Bracket, application: Node, here: Here) -> Value:
    """Return `f^2(x)` as the square of the value; an inverse function is not read."""
    if not isinstance(sup, surface.Number):
        return opaque(application, "a function with something above it", here)
    bare = replace(part, sup=None) if isinstance(part, surface.Scripted) else part
    value = read(surface.Factors(application.span, ("", ""), (bare, bracket)), here)
    exponent = read(sup, here).number
    return scalar(lambda: tree.Power(value.number, exponent))


def mapped_entrywise(name: str, value: Value, here: Here) -> Value:
    """Return a function of the table at each entry of a value."""
    if value.rank:
        here.record.read_as.add(f"{name} is taken of each entry")
    return mapped(value, lambda entry: tree.Call(name, (entry,)))


def _primed(key: str, slots: tuple[Node, ...], arguments: tuple[Node, ...], application: Node, here: Here) -> Value:
    """Return the derivative of a function of one number at a value; of an unknown function it is unknown."""
    bare, order = key.rstrip("'"), len(key) - len(key.rstrip("'"))
    own = definition(bare, slots, here, len(arguments)) if bare not in here.held else None
    if len(arguments) != 1 or order > 2:
        return opaque(application, "a derivative that is not read", here)
    if own is None and bare not in BY_WORD and not (bare == "sigma" and here.usage.has_sigmoid):
        unknown = _argument_of_unknown(bare, slots, arguments, application, here)
        if unknown is None:
            return opaque(application, "an unknown function", here)
        return slope_of(lambda at: tree.Call(bare, (at,)), unknown, order, here)
    argument = read(arguments[0], here)
    if bare == "sigma" and here.usage.has_sigmoid and own is None:
        return slope_of(lambda at: tree.Call("sigmoid", (at,)), argument, order, here)
    if own is None and bare in BY_WORD and BY_WORD[bare].call:
        name = BY_WORD[bare].call
        return slope_of(lambda at: tree.Call(name, (at,)), argument, order, here)
    if own is None or own.parameters is None:
        return opaque(application, "an unknown function", here)
    return slope_of(lambda at: _body_at(own, slots, at, here), argument, order, here)


def _body_at(own: Definition, slots: tuple[Node, ...], at: tree.Node, here: Here) -> tree.Node:
    return expanded(own, slots, here, [Value(None, None, lambda _row, _column: at)]).number


def slope_of(function: Callable[[tree.Node], tree.Node], argument: Value, order: int, here: Here) -> Value:
    """Return the derivative of a function of one number, taken at each entry of the argument."""
    letter = tree.Scalar(here.fresh("u"))
    body = tree.Derivative(function(letter), ((letter, order),))  # read here, where it may ask what it means
    level = body.level + 1

    def at(entry: tree.Node) -> tree.Node:
        """Return the derivative at an entry."""
        return tree.At(level, entry, tree.replace(body, {letter: tree.Bound(level)}))

    return mapped(argument, at)


def _related_to(node: surface.Scripted) -> surface.Chain | None:
    r"""Return the relation below a 1, as in `1_{z > 0}` and `\mathbf 1_{\{y_i = k\}}`."""
    if spelled(node.base) not in ONES or node.sup is not None or node.primes:
        return None
    below = node.sub.body if isinstance(node.sub, surface.Bracket) else node.sub
    return below if isinstance(below, surface.Chain) else None


@read.register
def _scripted(node: surface.Scripted, here: Here) -> Value:
    base = node.base
    relation = _related_to(node)
    if relation is not None:
        return indicator(relation, here)
    if isinstance(base, surface.Name):
        if is_exponential(node) and here.scope.declaration("e") is None and not any(here.scope.definitions_of("e")):
            return mapped(read(node.sup, here), call("exp"))
        return value_of(node, here)
    if isinstance(base, surface.Bracket) and base.left in NORM_BARS:
        return norm(base, node, here) or opaque(node, "a norm that is not read", here, rank=0)
    if isinstance(base, surface.Bracket) and base.left == "<" and spelled(node.sub) in {"F", "roman F"}:
        value = read(base, here)
        return value if node.sup is None else scripted(value, replace(node, sub=None), here)
    point = _point(node)
    if point is not None:
        return evaluated(point[0], point[1], point[2], here)
    return scripted(read(base, here), node, here)


def _point(node: surface.Scripted) -> tuple[Node, str, Node] | None:
    r"""Return what stands before a bar, the name below it, and at what it is evaluated: `\left. f \right|_{x = a}`."""
    base, below = node.base, node.sub
    if (
        not isinstance(base, surface.Bracket)
        or base.body is None
        or base.right not in {"|", "vert"}
        or base.left != "."
    ):
        return None
    if node.sup is not None or not isinstance(below, surface.Chain) or len(below.relations) != 1:
        raise Clash("at a point that is not read")
    name, value = below.members
    if not isinstance(name, surface.Name) or value is None or below.relations[0].kind != "=":
        raise Clash("at a point that is not read")
    return base.body, name_key(name), value


@read.register
def _bracket(node: surface.Bracket, here: Here) -> Value:
    if node.body is None:
        raise Clash("empty brackets")
    if node.left in NORM_BARS:
        return norm(node, None, here) or opaque(node, "a norm that is not read", here, rank=0)
    if node.left in {"|", "vert"} and node.right in {"|", "vert"}:
        return _bars(node, here)
    if node.left == "<" and isinstance(node.body, surface.Sequence) and len(node.body.items) == 2:
        one, other = (read(each, here) for each in node.body.items)
        return inner(one, other, here)
    if isinstance(node.body, surface.Chain) and node.left == "[":
        return indicator(node.body, here)
    whole = _rounded(node, here) if node.left in ROUNDED else None
    if whole is not None:
        return whole
    if node.left not in {"(", "[", "{", "."} or node.right not in {")", "]", "}", "(", "[", "{", "."}:
        return opaque(node, "a bracket that is not read", here)
    if isinstance(node.body, surface.Sequence):
        return listed(node, here)
    if isinstance(node.body, surface.Chain):
        return opaque(node, "a relation in brackets", here, rank=0)
    return read(node.body, here)


ROUNDED: Mapping[str, Callable[[Fraction], int]] = {"floor": floor, "ceil": ceil}
"""Brackets that round a number, down or up."""


def _rounded(node: surface.Bracket, here: Here) -> Value | None:
    r"""Return `\lfloor 15 / 2 \rfloor` as the whole number that it is; None for what is no number."""
    value = None if node.body is None else read(node.body, here)
    exact = None if value is None or value.rank else _fraction(value.number)
    return None if exact is None else scalar(lambda: tree.number(ROUNDED[node.left](exact)))


def _fraction(node: tree.Node) -> Fraction | None:
    """Return the value of a node that is made of numbers alone."""
    if isinstance(node, tree.Number):
        return Fraction(node.value)
    parts = node.terms if isinstance(node, tree.Add) else node.factors if isinstance(node, tree.Mul) else ()
    if isinstance(node, tree.Power):
        base, exponent = _fraction(node.base), _fraction(node.exponent)
        is_whole = base and exponent is not None and exponent.denominator == 1
        return base ** int(exponent) if base and exponent is not None and is_whole else None
    values = [_fraction(each) for each in parts]
    exact = [each for each in values if each is not None]
    if not exact or len(exact) < len(values):
        return None
    return sum(exact, Fraction(0)) if isinstance(node, tree.Add) else prod(exact, start=Fraction(1))


def listed(node: surface.Bracket, here: Here) -> Value:
    r"""Return a list in brackets as a vector, as `(x_1, \dots, x_n)`; of vectors, as the columns of a matrix."""
    items = node.body.items if isinstance(node.body, surface.Sequence) else ()
    found = vector_of(items, here)
    if found is None:
        return opaque(node, "a list", here)
    is_of_vectors = found.rank > 1 and any(isinstance(each, surface.Dots) for each in items)
    if is_of_vectors:
        here.record.read_as.add("vectors in a list are columns")
        return transposed(found)
    spaced = isinstance(node.body, surface.Sequence) and set(node.body.separators) == {" "}
    return transposed(found) if spaced and node.left == "[" else found


def _bars(node: surface.Bracket, here: Here) -> Value:
    value = read(node.body, here)
    if value.rank == 2:
        here.record.read_as.add("bars around a matrix are its determinant")
        return determinant(value, here)
    if value.rank:
        here.pay(("bars around a vector",), 1.0)
        here.record.read_as.add("bars around a vector are its norm")
        return NORMS["2", 1](value, here)
    return mapped(value, lambda entry: tree.Call("Abs", (entry,)))


def as_opaque_key(node: Node, here: Here) -> tuple[str, tuple[Node, ...]]:
    """Return the key and the slots under which an application is defined as it is written."""
    slots: list[Node] = []
    key = f"<{canonical(node, slots, here)}>"
    return key, tuple(slots)
