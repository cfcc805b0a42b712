"""From the tree to the kernel's normal form: each kind of node has one small function that reads it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import singledispatch
from typing import Any, cast

from derive import kernel
from derive.errors import UnsupportedError
from derive.expr import tree
from derive.expr.tree import Node
from derive.functions import FUNCTIONS, Leaf, Tree, fold
from derive.kernel import nodes
from derive.kernel.known import sign_of
from derive.kernel.places import at_least, range_from
from derive.kernel.ring import PI
from derive.normal.budget import UNROLLED
from derive.normal.definitions import put_in
from derive.normal.labels import at_places, is_fixed, is_place, number_of
from derive.normal.session import Need, Scope, Session, no_index, tensor_key

HALF = Fraction(1, 2)


@singledispatch
def read(node: Node, session: Session, scope: Scope) -> kernel.Poly:
    """Return a node as a polynomial. Raises `BeyondKernelError` for what the normal form does not know."""
    raise TypeError(type(node))


@read.register
def _number(node: tree.Number, session: Session, scope: Scope) -> kernel.Poly:
    return session.ring.constant(node.value)


@read.register
def _constant(node: tree.Constant, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.entry(session.ring, PI if node.name == "pi" else f"#{node.name}")


@read.register
def _scalar(node: tree.Scalar, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.entry(session.ring, scope.held.get(node.name, node.name))


@read.register
def _index(node: tree.Index, session: Session, scope: Scope) -> kernel.Poly:
    bound = scope.bound.get(node)
    return _value(session.free_index(node) if bound is None else bound, session)


@read.register
def _bound(node: tree.Bound, session: Session, scope: Scope) -> kernel.Poly:
    return _value(scope.bound[node], session)


def _value(bound: Any, session: Session) -> kernel.Poly:
    if isinstance(bound, int):
        return session.ring.constant(bound)
    return kernel.entry(session.ring, kernel.INDEX_VALUE, bound) if isinstance(bound, kernel.Index) else bound


@read.register
def _entry(node: tree.Entry, session: Session, scope: Scope) -> kernel.Poly:
    key = tensor_key(node.name, len(node.indices))
    name = scope.held.get(key, key)
    if node.name in session.labels:
        return number_of(node, session, scope)
    return at_places(node.indices, session, scope, lambda places: kernel.entry(session.ring, name, *places))


@read.register
def _add(node: tree.Add, session: Session, scope: Scope) -> kernel.Poly:
    return kernel.add(*(read(term, session, scope) for term in node.terms))


@read.register
def _mul(node: tree.Mul, session: Session, scope: Scope) -> kernel.Poly:
    result = session.ring.constant(1)
    for factor in node.factors:
        result = kernel.multiply(session.ring, result, read(factor, session, scope))
    return result


@read.register
def _power(node: tree.Power, session: Session, scope: Scope) -> kernel.Poly:
    whole = _of_whole(node)
    if whole is not None:  # what is raised twice is not multiplied out between
        return _power(whole, session, scope)
    base, exponent = read(node.base, session, scope), read(node.exponent, session, scope)
    if not exponent.keys() <= {session.ring.one}:
        return _symbolic_power(node, base, exponent, session, scope)
    rational = exponent.get(session.ring.one, 0)
    if isinstance(rational, Fraction):
        kind = "positive" if rational < 0 else "nonnegative"
        session.need(Need(kind, node.base, base, scope, "under a root"))
    elif rational < 0:
        session.need(Need("nonzero", node.base, base, scope, "in a denominator"))
    return kernel.raise_to(session.ring, base, rational)


def _of_whole(node: tree.Power) -> tree.Power | None:
    """Return a whole power of a whole power as one; None for another one."""
    inner = node.base
    if not isinstance(inner, tree.Power):
        return None
    pair = (inner.exponent, node.exponent)
    values = [each.value for each in pair if isinstance(each, tree.Number) and each.value.denominator == 1]
    if len(values) < len(pair) or 0 in values:
        return None
    return tree.Power(inner.base, tree.number(values[0] * values[1]))


def _symbolic_power(
    node: tree.Power, base: kernel.Poly, exponent: kernel.Poly, session: Session, scope: Scope
) -> kernel.Poly:
    whole = all(_is_whole(session, mono, coef) for mono, coef in exponent.items())
    if not whole:
        session.need(Need("positive", node.base, base, scope, "base of a power"))
    elif sign_of(session.ring, exponent) == kernel.UNKNOWN and not _is_never_negative(session.ring, exponent):
        session.need(Need("nonzero", node.base, base, scope, "base of a power"))
    return kernel.symbolic_power(session.ring, base, exponent, whole=whole)


def _is_never_negative(ring: kernel.Ring, size: kernel.Poly) -> bool:
    """Return whether a polynomial in sizes is not negative at the least values of these."""
    in_sizes = all(ring.least.get(atom) is not None for mono in size for atom, _ in mono.factors)
    return in_sizes and at_least(ring, size, {})


def _is_whole(session: Session, mono: kernel.Mono, coef: kernel.Coef) -> bool:
    powers = all(isinstance(e, int) and e > 0 and isinstance(a.form, nodes.Entry) for a, e in mono.factors)
    traits = (session.ring.traits.get(name, frozenset()) for name in mono.tensors if name != kernel.INDEX_VALUE)
    return isinstance(coef, int) and powers and all("integer" in each for each in traits)


@read.register(tree.Sum)
@read.register(tree.Product)
def _binder(node: tree.Sum | tree.Product, session: Session, scope: Scope) -> kernel.Poly:
    """Open all binders of a kind that follow one another, and close them at once around the body."""
    kind, opened, body = type(node), list[kernel.Index](), node
    counts = session.ring.constant(1)
    while isinstance(body, kind):
        unrolled = _written_out(body, session, scope)
        if unrolled is not None:
            return _close(kind, opened, unrolled, session, counts)
        dim, guards = session.span(body, scope)
        if not dim.count:
            return _close(kind, opened, session.ring.constant(int(kind is tree.Product)), session, counts)
        opened.append(session.ring.fresh(dim))
        scope = scope.inside(tree.Bound(body.at), opened[-1])
        for guard in guards:
            pair = (opened[-1], guard.beyond) if guard.sign > 0 else (guard.beyond, opened[-1])
            counts = kernel.multiply(session.ring, counts, kernel.before(session.ring, *pair))
            scope = replace(scope, guards=(*scope.guards, guard.test))
        body = body.body
    return _close(kind, opened, read(body, session, scope), session, counts)


def _close(
    kind: Any, opened: list[kernel.Index], body: kernel.Poly, session: Session, counts: kernel.Poly
) -> kernel.Poly:
    """Return the sum or product over what was opened, of what counts."""
    if counts != session.ring.constant(1):
        if kind is tree.Product:
            return kernel.product_where(session.ring, opened, counts, body)
        body = kernel.multiply(session.ring, counts, body)
    return (kernel.sum_over if kind is tree.Sum else kernel.product_over)(session.ring, opened, body)


def _written_out(node: tree.Sum | tree.Product, session: Session, scope: Scope) -> kernel.Poly | None:
    """Return a sum or product over a few numbers, term by term, where that is asked for."""
    if not (session.ways.unroll and isinstance(node.first, tree.Number) and isinstance(node.last, tree.Number)):
        return None
    places = range(int(node.first.value), int(node.last.value) + 1)
    if not places or not session.ring.meter.within(UNROLLED, len(places)):
        return None
    result = session.ring.constant(int(isinstance(node, tree.Product)))
    for place in places:
        value = read(node.body, session, scope.inside(tree.Bound(node.at), place))
        result = (
            kernel.add(result, value) if isinstance(node, tree.Sum) else kernel.multiply(session.ring, result, value)
        )
    return result


@read.register
def _delta(node: tree.Delta, session: Session, scope: Scope) -> kernel.Poly:
    if not _are_places(node.children, session, scope):
        return indicator(tree.Compare("==", node.left, node.right), session, scope)
    return at_places(node.children, session, scope, lambda places: kernel.delta(session.ring, *places))


@read.register
def _call(node: tree.Call, session: Session, scope: Scope) -> kernel.Poly:
    arguments = tuple(read(part, session, scope) for part in node.arguments)
    _need_domain(node, arguments, session, scope)
    if scope.optional:
        session.ring.astray.add(node.function)
    return kernel.call(session.ring, node.function, arguments)


REASONS = {"positive": "argument of", "nonnegative": "argument of", "nonzero": "in"}
NEEDS = {
    row.name: [(kind, needed, kernel.compiled(needed), f"{REASONS[kind]} {row.name}") for kind, needed in row.domain]
    for row in FUNCTIONS
}


def _need_domain(node: tree.Call, arguments: tuple[kernel.Poly, ...], session: Session, scope: Scope) -> None:
    """Remember on which condition a function has a value, where it has not always one."""
    for kind, needed, rule, reason in NEEDS.get(node.function, ()):
        shown = _row(needed, node.arguments[0])
        session.need(Need(kind, shown, rule(session.ring, arguments), scope, reason))


def _row(stated: Tree, argument: Node) -> Node:
    """Return a tree of the table of functions as a node, at an argument."""
    build: Mapping[str, Callable[..., Node]] = {
        "+": tree.add,
        "-": tree.subtract,
        "*": tree.multiply,
        "/": lambda above, below: tree.multiply(above, tree.reciprocal(below)),
        "^": tree.Power,
    }

    def leaf(value: Leaf) -> Node:
        """Return a number, a constant or the argument."""
        if isinstance(value, str):
            return argument if value == "z" else tree.Constant(value)
        return tree.number(value)

    def node(name: str, parts: list[Node]) -> Node:
        """Return an operation or a function of parts."""
        return build[name](*parts) if name in build else tree.Call(name, tuple(parts))

    return fold(stated, leaf, node)


@read.register
def _cases(node: tree.Cases, session: Session, scope: Scope) -> kernel.Poly:
    """Return the values, each times the indicator of its test; what a branch needs is needed under its test only."""
    ring = session.ring
    result: kernel.Poly = {}
    left = ring.constant(1)
    for when, value in node.branches:
        holds = indicator(when, session, scope)
        part = read(value, session, replace(scope, guards=(*scope.guards, when)))
        result = kernel.add(result, kernel.multiply(ring, kernel.multiply(ring, left, holds), part))
        left = kernel.multiply(ring, left, kernel.subtract(ring.constant(1), holds))
        scope = replace(scope, guards=(*scope.guards, tree.Not(when)))
    if kernel.vanishes(ring, left) is None:
        session.need(Need("holds", tree.Either(tuple(when for when, _ in node.branches)), left, scope, "a case"))
    return result


@singledispatch
def indicator(when: Node, session: Session, scope: Scope) -> kernel.Poly:
    """Return 1 where a condition holds and 0 where it does not."""
    raise TypeError(type(when))


@indicator.register
def _truth(when: tree.Truth, session: Session, scope: Scope) -> kernel.Poly:
    return session.ring.constant(int(when.holds))


@indicator.register
def _both(when: tree.Both, session: Session, scope: Scope) -> kernel.Poly:
    result = session.ring.constant(1)
    for part in when.parts:
        result = kernel.multiply(session.ring, result, indicator(part, session, scope))
    return result


@indicator.register
def _either(when: tree.Either, session: Session, scope: Scope) -> kernel.Poly:
    return _unless(indicator(tree.Both(tuple(tree.Not(part) for part in when.parts)), session, scope), session)


@indicator.register
def _not(when: tree.Not, session: Session, scope: Scope) -> kernel.Poly:
    return _unless(indicator(when.part, session, scope), session)


@indicator.register
def _compare(when: tree.Compare, session: Session, scope: Scope) -> kernel.Poly:
    """[p > 0] is (s + s^2) / 2 for the sign s of p, which is -1, 0 or 1; and so on. [i = j] of indices is a delta."""
    ring = session.ring
    if (
        when.sign in {"==", "!="}
        and _are_places(when.children, session, scope)
        and not all(is_fixed(side, session) for side in when.children)
    ):
        same = at_places(when.children, session, scope, lambda places: kernel.delta(ring, *places))
        return same if when.sign == "==" else _unless(same, session)
    gap = kernel.subtract(read(when.left, session, scope), read(when.right, session, scope))
    sign = kernel.call(ring, "sign", (gap,))
    square = kernel.multiply(ring, sign, sign)
    above, below = (kernel.scale(kernel.add(square, kernel.scale(sign, side)), HALF) for side in (1, -1))
    held: Mapping[str, Callable[[], kernel.Poly]] = {
        ">": lambda: above,
        "<": lambda: below,
        ">=": lambda: _unless(below, session),
        "<=": lambda: _unless(above, session),
        "==": lambda: _unless(square, session),
        "!=": lambda: square,
    }
    return held[when.sign]()


def _are_places(sides: Sequence[Node], session: Session, scope: Scope) -> bool:
    return all(is_place(side, session, scope) or is_fixed(side, session) for side in sides)


def _unless(holds: kernel.Poly, session: Session) -> kernel.Poly:
    return kernel.subtract(session.ring.constant(1), holds)


@read.register
def _determinant(node: tree.Determinant, session: Session, scope: Scope) -> kernel.Poly:
    row, column, entries = _open_matrix(node, session, scope)
    return kernel.determinant(session.ring, row, column, entries)


@read.register
def _inverse(node: tree.Inverse, session: Session, scope: Scope) -> kernel.Poly:
    row, column, entries = _open_matrix(node, session, scope)
    at = session.index(node.row, scope), session.index(node.column, scope)
    whole = tree.Determinant(node.at, node.size, node.body)
    session.need(Need("invertible", whole, {}, scope, "inverted"))
    return kernel.inverse_entry(session.ring, at, row, column, entries)


def _open_matrix(
    node: tree.Determinant | tree.Inverse, session: Session, scope: Scope
) -> tuple[kernel.Index, kernel.Index, kernel.Poly]:
    dim = session.dim(tree.ZERO, tree.subtract(node.size, tree.ONE), scope)
    row, column = session.ring.fresh(dim), session.ring.fresh(dim)
    inner = scope.inside(tree.Bound(node.at), row).inside(tree.Bound(node.at - 1), column)
    return row, column, read(node.body, session, inner)


@read.register
def _at(node: tree.At, session: Session, scope: Scope) -> kernel.Poly:
    """Put a value for what is bound, after all derivatives inside were taken."""
    value = read(node.value, session, scope)
    key, fresh = session.fresh_value()
    name = tree.Bound(node.at)
    before = _met(session)
    result = read(node.body, session, scope.inside(name, fresh))

    def outside(need: Need) -> Need:
        """Return the condition as it is around the binder."""
        shown, *guards = (tree.replace(each, {name: node.value}) for each in (need.node, *need.scope.guards))
        around = replace(need.scope, bound=_without(need.scope.bound, name), guards=tuple(guards))
        return replace(need, node=shown, scope=around)

    _move_needs(session, before, (key, ()), value, outside)
    return kernel.substitute(session.ring, result, (key, ()), value)


def _without(bound: Mapping[Node, Any], gone: Node) -> Mapping[Node, Any]:
    return {key: value for key, value in bound.items() if key is not gone}


def _met(session: Session) -> tuple[int, int]:
    """Return how many conditions, and kinks of what is differentiated, were met so far."""
    return len(session.needs), len(session.ring.kinks)


def _move_needs(
    session: Session, before: tuple[int, int], place: kernel.Place, value: kernel.Poly, outside: Callable[[Need], Need]
) -> None:
    """Tell the conditions and kinks met inside of a binder of values as they are outside of it."""
    needs, kinks = before
    session.needs[needs:] = [
        replace(outside(need), value=kernel.substitute(session.ring, need.value, place, value))
        for need in session.needs[needs:]
    ]
    session.ring.kinks[kinks:] = [
        kernel.freeze(kernel.substitute(session.ring, dict(kink), place, value)) for kink in session.ring.kinks[kinks:]
    ]


@read.register
def _derivative(node: tree.Derivative, session: Session, scope: Scope) -> kernel.Poly:
    """Differentiate the body, what is defined put in, by a variable of which nothing is assumed.

    A hypothesis holds at points: under a derivative it would turn the slope of a sum that is 1 into 0. So the variable
    is read under a name of its own where anything is assumed of it, and gets its name back afterwards. Of the body,
    only the definitions of other names are used.
    """
    node, scope = _with_names(node, scope)
    body = put_in(node, session.claim)
    varied = [key for variable, _ in node.by if (key := _key(variable)) is not None]
    keys = {key: scope.held.get(key, key) for key in varied if _is_tied(key, session)}
    held = {key: f"{around}^" for key, around in keys.items()}
    for key, free in held.items():
        session.ring.traits[free] = session.ring.traits.get(key, frozenset()) & _declared(key, session)
    inner = replace(scope, held={**scope.held, **held})
    before = _met(session)
    result = read(body, session, inner)
    for variable, times in node.by:
        for _ in range(times):
            result = _slope(result, variable, session, inner)
    for key, free in held.items():
        place = _family(free, session)
        image = kernel.entry(session.ring, keys[key], *place[1])
        result = kernel.substitute(session.ring, result, place, image)
        _move_needs(
            session, before, place, image, lambda need: replace(need, scope=replace(need.scope, held=scope.held))
        )
    return kernel.rebuild(session.ring, result)


def _slope(poly: kernel.Poly, variable: Node, session: Session, scope: Scope) -> kernel.Poly:
    """Return the derivative of a polynomial by a variable; by x[y[n]], as the sum over the values of y[n]."""
    name = variable.name if isinstance(variable, tree.Entry) else ""
    if name in session.labels:
        reason = f"the entries of {name} are labels, which do not vary smoothly"
        raise UnsupportedError(name, reason=reason, way_out="differentiate by what stands at a label")
    if not isinstance(variable, tree.Entry):
        return kernel.differentiate(session.ring, poly, _place(variable, session, scope))
    key = tensor_key(name, len(variable.indices))
    held = scope.held.get(key, key)
    ring = session.ring
    return at_places(variable.indices, session, scope, lambda places: kernel.differentiate(ring, poly, (held, places)))


def _with_names(node: tree.Derivative, scope: Scope) -> tuple[tree.Derivative, Scope]:
    """Return a derivative with names for the indices bound around it, and the scope that knows these.

    What is put in for a defined name brings binders of its own, whose levels may be those of binders around.
    """
    bounds = [each for each in scope.indices if isinstance(each, tree.Bound)]
    names: dict[Node, Node] = {each: tree.Index(f"~{each.at}") for each in bounds}
    for bound, name in names.items():
        scope = scope.inside(name, scope.bound[bound])
    return (cast("tree.Derivative", tree.replace(node, names)) if names else node), scope


def _key(variable: Node) -> str | None:
    """Return the kernel's name of what varies; None for a value that is bound around."""
    if isinstance(variable, tree.Entry):
        return tensor_key(variable.name, len(variable.indices))
    return variable.name if isinstance(variable, tree.Scalar) else None


def _is_tied(key: str, session: Session) -> bool:
    """Return whether a hypothesis says anything of a name, or its declaration more than holds in a neighbourhood."""
    name, claim = key.rpartition("/")[0] or key, session.claim
    said = any(name in side.names for each in claim.relations for side in (each.left, each.right))
    properties = any(name == tensor.name for each in claim.properties for tensor in each.tensors)
    return said or properties or session.ring.traits.get(key, frozenset()) != _declared(key, session)


def _declared(key: str, session: Session) -> frozenset[str]:
    """Return what the declaration of a name says of a neighbourhood: positive numbers stay positive close by."""
    names = {tensor_key(each.name, len(each.axes)): each.kind for each in session.claim.names}
    return names.get(key, frozenset()) & {"positive"}


def _place(variable: Node, session: Session, scope: Scope) -> kernel.Place:
    if isinstance(variable, tree.Scalar):
        return scope.held.get(variable.name, variable.name), ()
    bound = scope.bound.get(variable)
    if isinstance(bound, dict):
        return _name_of_value(bound), ()
    raise no_index(variable, session)


def _name_of_value(value: kernel.Poly) -> str:
    """Return the scalar that a value is. Raises `UnsupportedError` for one that was put in already."""
    (mono, *more) = value
    form = mono.factors[0][0].form if len(mono.factors) == 1 else None
    if more or not isinstance(form, nodes.Entry) or form.indices:
        raise UnsupportedError(
            "a value", reason="it does not vary any more", way_out="differentiate before it is put in"
        )
    return form.tensor.name


def _family(name: str, session: Session) -> kernel.Place:
    """Return all entries of a tensor, wherever they stand."""
    rank = int(name.rstrip("^").rpartition("/")[2]) if "/" in name else 0
    low, many = session.unbounded("low"), session.unbounded("many")
    return name, tuple(session.ring.fresh(range_from(session.ring, low, many, "Z")) for _ in range(rank))


def place_of(variable: Node, session: Session, scope: Scope) -> kernel.Place:
    """Return the entry that a substitution is about, in the kernel's words."""
    if isinstance(variable, tree.Entry):
        indices = tuple(session.index(i, scope) for i in variable.indices)
        return tensor_key(variable.name, len(variable.indices)), indices
    if isinstance(variable, tree.Scalar):
        return variable.name, ()
    raise no_index(variable, session)
