"""Derivatives and gradients, entry by entry: left to the engine, of the trees that define what is differentiated."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Derivative as Taken
from sympy import Eq, Indexed, IndexedBase, Symbol

from derive.calculus import differentiate, substitute
from derive.errors import DeriveError
from derive.latex.read.axes import Axis
from derive.latex.read.determinants import through_determinants
from derive.latex.read.heads import Head, head_of, without_transpose
from derive.latex.read.here import Here
from derive.latex.read.inverses import power_of_matrix, through_inverses
from derive.latex.read.resolve import resolve
from derive.latex.read.rewrites import with_name
from derive.latex.read.scene import Place
from derive.latex.read.table import Definition, Known
from derive.latex.read.tree import Bracket, Derivative, Factors, Name, Node, Number, Scripted, Span, Terms
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, kind_of, lazy, mapped, transposed


def slope(node: Derivative, here: Here) -> Value:
    """Return a derivative by what it says. Raises `NotReadError` where it does not say what of, or by what."""
    if node.body is None:
        raise NotReadError(node.span, "a derivative of what?")
    variables = [*node.by] or _only_argument(node, here)
    times = _order(node)
    turned = [without_transpose(v) for v in variables]
    names = [v for v, _ in turned]
    if times == 2 and len(names) == 1:
        names, turned = [*names, *names], [*turned, (names[0], True)]
    elif times != len(names):
        raise NotReadError(node.span, "the order of the derivative and its variables do not agree")
    powers = [_power_of(v, repeated=times > len(variables)) for v in names]
    heads = [_variable(v) for v in names]
    inner = apart(here, heads)
    body = inner.read(node.body)
    _refuse_unknown(node.body, body, heads, here)
    result = _by(body, heads[0], inner, node, turned=turned[0][1] and times == 1)
    result = _by_power(result, heads[0], powers[0], inner)
    if len(heads) == 2:
        result = _by_power(_twice(result, heads[1], inner, node), heads[1], powers[1], inner)
    return restored(result, [*heads, *_fixed(here, {h.key for h in heads})], here)


def _order(node: Derivative) -> int:
    if node.order is None:
        return max(len(node.by), 1)
    if isinstance(node.order, Number) and node.order.text.isdigit():
        return int(node.order.text)
    raise NotReadError(node.span, "a derivative of this order is not read")


def _only_argument(node: Derivative, here: Here) -> list[Node]:
    """Return by what a bare gradient is taken: the only argument of the function, or of those it is made of."""
    if isinstance(node.body, Derivative):
        return [*node.body.by] or _only_argument(node.body, here)
    body = node.body.parts[0] if isinstance(node.body, Factors) else node.body
    head = head_of(body) if body is not None else None
    for definition in here.table.definitions.get(head.key, []) if head is not None else []:
        if definition.arguments is not None and len(definition.arguments) == 1:
            return [_named(definition.arguments[0], node.span)]
    found = sorted(_varied(here) & here.table.closed({head.key})) if head is not None else []
    if len(found) != 1:
        raise NotReadError(node.span, "by what this gradient is taken is not said")
    here.scene.assume(f"a gradient of {head.key if head is not None else 'this'} is by {found[0]}")
    return [_named(found[0], node.span)]


def _varied(here: Here) -> set[str]:
    """Return by what the document takes gradients: the columns that its functions have as their only argument."""
    known = [
        d.arguments[0]
        for ds in here.table.definitions.values()
        for d in ds
        if len(d.arguments or ()) == 1 and d.arguments
    ]
    single = {name for name in known if any(k.rank for k in here.table.known.get(name, []))}
    return single | here.table.usage.gradients


def _named(argument: str, span: Span) -> Node:
    """Return the name of an argument as a tree: `sigma^2` is a power."""
    plain, _, power = argument.partition("^")
    *marks, text = plain.split(" ")
    name = Name(span, text, "bold" if "bold" in marks else "", tuple(m for m in marks if m != "bold"))
    return Scripted(span, name, None, Number(span, power), 0) if power.isdigit() else name


def _power_of(node: Node, *, repeated: bool) -> int:
    r"""Return p where is differentiated by `v^p`, as in `\partial \sigma^2`; `w^2` below a second derivative is w."""
    if isinstance(node, Scripted) and isinstance(node.sup, Number):
        inside = node.base.body if isinstance(node.base, Bracket) else None
        if repeated:
            return 1 if inside is None else _power_of(inside, repeated=False)
        return int(node.sup.text) if node.sup.text in {"2", "3", "4"} else 1
    if isinstance(node, Bracket) and node.body is not None:
        return _power_of(node.body, repeated=False)
    return 1


def _by_power(value: Value, head: Head, power: int, here: Here) -> Value:
    """Return the derivative by a power of a number, from the one by the number."""
    if power == 1:
        return value
    base = resolve(head, here)
    if not base.is_number:
        raise NotReadError(head.span, "a derivative by a power of what is no number")
    here.scene.assume(f"a derivative by a power of {head.key} is taken for {head.key} > 0")
    return mapped(value, lambda entry: entry / (power * base.at(None, None) ** (power - 1)))


def _variable(node: Node) -> Head:
    """Return the name by which is differentiated, without its power and without brackets."""
    if isinstance(node, Bracket) and node.body is not None:
        return _variable(node.body)
    if isinstance(node, Scripted) and isinstance(node.base, Bracket) and node.base.body is not None:
        return _variable(node.base.body)
    if isinstance(node, Scripted) and isinstance(node.sup, Number):
        node = replace(node, sup=None) if node.sub is not None else node.base
    head = head_of(node)
    if head is None or head.sup is not None:
        raise NotReadError(node.span, "the derivative is by something that is no variable")
    return head


def apart(here: Here, heads: list[Head]) -> Here:
    """Return a context in which the variables stand for themselves, whatever defines them."""
    values = {key: value for key, value in here.values.items() if key not in {h.key for h in heads}}
    fixed = _fixed(here, {h.key for h in heads})
    for head in [*heads, *fixed]:
        if here.table.definitions.get(head.key) and head.key not in here.table.known:
            here.table.declare(_shape_of(head, here), said=False)
    here = replace(here, values=values, opaque=here.opaque | {h.key for h in [*heads, *fixed]})
    for head in heads:
        for definition in here.table.definitions.get(head.key, []):
            if definition.arguments is None:
                here = replace(here, table=with_name(here.table, definition))
    return here


def _fixed(here: Here, varied: set[str]) -> list[Head]:
    """Return the names that the document says are held fixed, whatever defines them."""
    keys = sorted(here.table.fixed - varied - here.values.keys())
    return [
        Head(Span(0, 0), key) for key in keys if any(d.arguments is None for d in here.table.definitions.get(key, []))
    ]


def _shape_of(head: Head, here: Here) -> Known:
    """Return a defined name as a symbol of the shape that its definition has."""
    definition = here.table.definitions[head.key][0]
    if definition.arguments is not None:
        here.scene.assume(f"a derivative by {head.key} is by the value of that function")
        return Known(head.key)
    axes = [Axis(hint=here.table.hint(p)) for p in definition.params if not p.startswith("=")]
    if len(axes) < len(definition.params):
        pattern = tuple(p[1:] if p.startswith("=") else "*" for p in definition.params)
        return Known(head.key, pattern, tuple(axes))
    bound = {p: Place(axis, here.scene.fresh_index(axis, p)) for p, axis in zip(definition.params, axes, strict=True)}
    value = here.inside(bound, {}, head.span).read(definition.body)
    if value.is_number and 0 < len(axes) <= 2 and not head.atoms:
        return Known(head.key, (), (), axes[0], axes[1] if len(axes) > 1 else None)
    if value.is_number and axes:
        return Known(head.key, (), (), axes[0], axes[1] if len(axes) > 1 else None)
    return Known(head.key, ("*",) * len(axes), tuple(axes), value.rows, value.cols)


def _refuse_unknown(body: Node, value: Value, heads: list[Head], here: Here) -> None:
    """The derivative of a name that nothing defines is not 0: it is not known."""
    bare = body.parts[0] if isinstance(body, Factors) and len(body.parts) == 2 else body
    head = head_of(bare)
    if head is None or head.key in here.values:
        return
    defined = head.key in here.table.definitions or head.key in {h.key for h in heads}
    if not defined and not (isinstance(body, Factors) and head.key in here.table.known):
        raise NotReadError(body.span, f"nothing defines {head.key}, so its derivative is not known")


def _by(body: Value, head: Head, here: Here, node: Derivative, *, turned: bool) -> Value:
    variable = resolve(head, here)
    if body.is_number:

        def entry(r: Any, c: Any) -> Any:
            """Return the entry at two places."""
            return differentiated(body.at(None, None), variable.at(r, c), node, here)

        found = Value(variable.rows, variable.cols, entry)
        return transposed(found) if turned else found
    if variable.is_number:
        return mapped(body, lambda entry: differentiated(entry, variable.at(None, None), node, here))
    return _jacobian(body, variable, here, node)


def _jacobian(body: Value, variable: Value, here: Here, node: Derivative) -> Value:
    if body.cols is not None or variable.cols is not None:
        raise NotReadError(node.span, f"the derivative of {kind_of(body)} by {kind_of(variable)} is not read")
    layout = here.scene.choose("the layout of a derivative of a column", ("by rows", "by columns"))

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        return differentiated(body.at(r, None), variable.at(c, None), node, here)

    found = Value(body.rows, variable.rows, entry)
    return found if layout == "by rows" else transposed(found)


def _twice(first: Value, head: Head, here: Here, node: Derivative) -> Value:
    variable = resolve(head, here)
    if first.is_number and variable.is_number:
        return lazy(lambda: differentiated(first.at(None, None), variable.at(None, None), node, here))
    if first.cols is not None or variable.cols is not None or first.rows is None or variable.rows is None:
        raise NotReadError(node.span, "a second derivative of these shapes is not read")

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        return differentiated(first.at(r, None), variable.at(c, None), node, here)

    return Value(first.rows, variable.rows, entry)


def differentiated(expr: Any, by: Any, node: Derivative, here: Here) -> Any:
    """Return a derivative that the engine is to take; with determinants, inverses and what is held fixed, what it is.

    What does not depend on the variable as written may do so in a way left unsaid.
    """
    varied = by.base if isinstance(by, Indexed) else by
    inverted = [i.written for i in here.scene.inverses if expr.has(i.inverse)]
    inside = [d.written for d in here.scene.determinants.values() if expr.has(d.symbol)] + inverted
    if not expr.has(varied) and not any(written.has(varied) for written in inside):
        here.scene.lose(f"as far as it is written, {_plain(expr)} does not depend on {varied}")
    if not inside and not _held(here, {str(varied)}) & {str(name) for name in expr.free_symbols}:
        return Taken(expr, by, evaluate=False)
    try:
        direct = differentiate(expr, by) + through_determinants(expr, by, node.span, here, differentiate)
        return direct + through_inverses(expr, here, lambda e: differentiated(e, by, node, here), differentiate)
    except DeriveError as trouble:
        raise NotReadError(node.span, f"its derivative is not known: {trouble}") from trouble


def _held(here: Here, varied: set[str]) -> set[str]:
    """Return the engine's names of what is held fixed: its definition must not be put in before the derivative."""
    known = [each for key in here.table.fixed & here.opaque for each in here.table.known.get(key, [])]
    return {here.table.name(each.key, each.pattern) for each in known} - varied


def _plain(expr: Any) -> str:
    text = str(expr)
    return text if len(text) <= 40 else "it"


def restored(value: Value, heads: list[Head], here: Here) -> Value:
    """Put the definitions of the variables back in: beside a derivative they are assumed, else they are put in."""
    keys = [h.key for h in heads if h.key in here.table.definitions and h.key not in here.opaque]

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        result = value.at(r, c)
        for key in keys:
            result = _with_definition(result, here.table.definitions[key], key, here)
        return result

    return Value(value.rows, value.cols, entry) if keys else value


def _inverse_restored(expr: Any, base: Any, value: Value, definition: Definition, here: Here) -> Any:
    """Put the inverse of what defines a matrix in the place of the inverse of its name."""
    if value.rows is None or value.cols is None:
        return expr
    minus_one = Terms(definition.span, ("-",), (Number(definition.span, "1"),))
    for item in [i for i in here.scene.inverses if i.written == base[i.at] and expr.has(i.inverse)]:
        inverse = power_of_matrix(value, minus_one, definition.span, here)
        row, col = here.scene.fresh_index(value.rows)(), here.scene.fresh_index(value.rows)()
        expr = substitute(expr, item.inverse[row, col], inverse.at(row, col))
    return expr


def _with_definition(expr: Any, definitions: list[Definition], key: str, here: Here) -> Any:
    for definition in definitions:
        if definition.arguments is not None or any(p.startswith("=") for p in definition.params):
            continue
        axes = [Axis(hint=here.table.hint(p)) for p in definition.params]
        places = {p: Place(a, here.scene.fresh_index(a, p)) for p, a in zip(definition.params, axes, strict=True)}
        value = here.inside({p: places[p] for p in places}, {}, definition.span).read(definition.body)
        known = next(k for k in here.table.known[key] if len(k.pattern) <= len(definition.params) + 2)
        name = here.table.name(key, known.pattern)
        at = [place.get() for place in places.values()]
        row = here.scene.fresh_index(value.rows)() if value.rows is not None else None
        col = here.scene.fresh_index(value.cols)() if value.cols is not None else None
        at += [i for i in (row, col) if i is not None]
        what: Any = IndexedBase(name)[tuple(at)] if at else Symbol(name, real=True)
        expr = _inverse_restored(expr, IndexedBase(name), value, definition, here)
        if expr.has(IndexedBase(name)) or expr.has(what):
            if not expr.has(Taken):
                return substitute(expr, what, value.at(row, col))
            here.scene.assume(f"definition {name}", Eq(what, value.at(row, col), evaluate=False))
            return expr
    return expr
