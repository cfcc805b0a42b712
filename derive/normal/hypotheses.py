"""Hypotheses put in force: as traits of tensors, as definitions, or as rules and known signs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from derive import kernel
from derive.errors import BadFactError
from derive.expr import tree
from derive.facts import Kind
from derive.kernel import nodes
from derive.kernel.ring import SPECIAL_TRAITS
from derive.normal.read import read
from derive.normal.recursions import Definition, added_up, apart, is_endless, recursion_of
from derive.normal.session import OUTERMOST, Session, tensor_key
from derive.normal.solving import solved_with_factor
from derive.statements import Name, Property, Relation
from derive.statements.ranges import same_axis
from derive.statements.types import EVERYWHERE

TRAITS: Mapping[Kind, frozenset[str]] = {
    "sign": frozenset({"sign"}),
    "binary": frozenset({"binary"}),
    "positive": frozenset({"positive"}),
    "nonnegative": frozenset({"nonnegative"}),
    "symmetric": frozenset({"symmetric"}),
    "one-hot": frozenset({"binary"}),
    "simplex": frozenset({"nonnegative"}),
    "inverse pair": frozenset(),
    "labels": frozenset({"integer"}),
}
"""What each property says about single entries; sums and products of entries become rules."""


@dataclass(frozen=True, slots=True)
class KnownSign:
    """An assumed inequality: `poly` is at least zero, or greater where `strict`; its free indices are universal."""

    poly: kernel.Poly
    strict: bool


def assume(session: Session) -> tuple[KnownSign, ...]:
    """Put all hypotheses of the claim in force, and return the assumed inequalities."""
    for each in session.claim.properties:
        for tensor in each.tensors:
            _give(session, _key(tensor), TRAITS[each.kind])
    traits = {number for number, relation in _numbered(session) if _is_trait(relation, number, session)}
    for each in session.claim.properties:
        _rules_of(each, session)
    found: list[KnownSign] = []
    for number, relation in _in_order(session):
        if number not in traits:
            session.group = number
            found += _assume(session, relation)
    session.group = 0
    return tuple(found)


def _numbered(session: Session) -> list[tuple[int, Relation]]:
    return list(enumerate(session.claim.relations, 1))


def _in_order(session: Session) -> list[tuple[int, Relation]]:
    """Return the relations with their numbers; where equations are solved, those with entries below fractions first."""
    numbered = _numbered(session)
    return sorted(numbered, key=lambda each: not _has_fraction(each[1])) if session.ways.solve else numbered


def _has_fraction(relation: Relation) -> bool:
    powers = (
        each for side in (relation.left, relation.right) for each in tree.walk(side) if isinstance(each, tree.Power)
    )
    return any(
        isinstance(p.exponent, tree.Number)
        and p.exponent.value < 0
        and any(isinstance(e, tree.Entry) for e in tree.walk(p.base))
        for p in powers
    )


def _key(tensor: Name) -> str:
    return tensor_key(tensor.name, len(tensor.axes))


def _give(session: Session, key: str, traits: frozenset[str]) -> None:
    session.ring.traits[key] = session.ring.traits.get(key, frozenset()) | traits


def difference(relation: Relation, session: Session) -> kernel.Poly:
    """Return what a relation says is zero, or at least zero: left minus right, or right minus left for <= and <."""
    left, right = (read(side, session, OUTERMOST) for side in (relation.left, relation.right))
    return kernel.subtract(right, left) if relation.sign in {"<=", "<"} else kernel.subtract(left, right)


def _is_trait(relation: Relation, number: int, session: Session) -> bool:
    """Read a relation by itself and note the trait that it states; the scratch ring is dropped."""
    if len({name for side in (relation.left, relation.right) for name in side.names}) > len(relation.indices) + 1:
        return False
    scratch = Session(session.claim, kernel.Ring(limits=session.ring.meter.limits), group=number)
    scratch.ring.least.update(session.ring.least)
    found = _trait_of(relation, scratch)
    if found is None:
        return False
    _give(session, *found)
    return True


def _trait_of(relation: Relation, session: Session) -> tuple[str, frozenset[str]] | None:
    """Return the tensor and the trait that a relation states, such as y[i]**2 == 1 for every i of its axis, or None."""
    poly = difference(relation, session)
    forms = [atom.form for mono in poly for atom, _ in mono.factors]
    if not all(_is_everywhere(form, relation, session) for form in forms if isinstance(form, nodes.Entry)):
        return None
    if relation.sign == "==":
        return _trait_of_equation(poly, session)
    entry = _lone_entry(poly)
    if entry is None or next(iter(poly.values())) < 0:
        return None
    return entry.tensor.name, frozenset({"positive" if relation.sign in {"<", ">"} else "nonnegative"})


def _is_everywhere(form: nodes.Entry, relation: Relation, session: Session) -> bool:
    """Return whether the indices of an entry take all values on the axes of its tensor."""
    ranges = {index.name: index.range for index in relation.indices}
    name, _, rank = form.tensor.name.rpartition("/")
    axes = session.claim.name(name, int(rank)).axes if form.indices and name else ()
    names = [session.free.get(index) for index in form.indices]
    pairs = zip(names, axes, strict=False)
    return len(axes) == len(names) and all(
        n is not None and same_axis(ranges[n], axis or EVERYWHERE) for n, axis in pairs
    )


def _trait_of_equation(poly: kernel.Poly, session: Session) -> tuple[str, frozenset[str]] | None:
    if len(poly) != 2 or sum(poly.values()) != 0:
        return None
    one, other = sorted(poly, key=lambda mono: -sum(e for _, e in mono.factors))
    first, second = _general_entry(one), _general_entry(other)
    if first is None:
        return None
    entry, exponent = first
    if exponent == 2 and other is session.ring.one:
        return entry.tensor.name, frozenset({"sign"})
    if exponent == 2 and second == (entry, 1):
        return entry.tensor.name, frozenset({"binary"})
    if exponent == 1 and len(entry.indices) > 1:
        swapped = nodes.Entry(entry.tensor, (*entry.indices[:-2], *entry.indices[:-3:-1]))
        return (entry.tensor.name, frozenset({"symmetric"})) if second == (swapped, 1) else None
    return None


def _lone_entry(poly: kernel.Poly) -> nodes.Entry | None:
    if len(poly) != 1:
        return None
    found = _general_entry(next(iter(poly)))
    return found[0] if found is not None and found[1] == 1 else None


def _general_entry(mono: kernel.Mono) -> tuple[nodes.Entry, kernel.Coef] | None:
    """Return the entry and its exponent where a monomial is one entry at different, moving indices."""
    if len(mono.factors) != 1:
        return None
    ((atom, exponent),) = mono.factors
    form = atom.form
    if not isinstance(form, nodes.Entry) or form.tensor.name == kernel.INDEX_VALUE:
        return None
    general = len(set(form.indices)) == len(form.indices) and all(i.is_plain for i in form.indices)
    return (form, exponent) if general else None


def _assume(session: Session, relation: Relation) -> list[KnownSign]:
    if relation.sign != "==":
        known = KnownSign(session.settle(difference(relation, session)), relation.sign in {"<", ">"})
        session.ring.positive.append((kernel.freeze(known.poly), known.strict))
        return [known]
    endless = len(session.endless)
    definition = _definition_of(relation, session)
    if definition is not None and all(apart(session.ring, definition[0], place) for place, _ in session.definitions):
        return _eliminate(session, *definition)
    return [] if definition is None and len(session.endless) > endless else _assume_equation(session, relation)


def _definition_of(relation: Relation, session: Session) -> Definition | None:
    """Return what an equation defines, as p[n] = sigmoid(z[n]) defines p: the entry and its value; else None.

    It defines an entry that stands alone on one side, unless the other side leads back to that entry.
    """
    sides = [read(side, session, OUTERMOST) for side in (relation.left, relation.right)]
    for mine, other in (sides, sides[::-1]):
        entry = _lone_entry(mine)
        if entry is not None and next(iter(mine.values())) == 1 and _may_define(entry, other):
            return (entry.tensor.name, entry.indices), other
    recursions = (_recursion(mine, other, session) for mine, other in (sides, sides[::-1]))
    return next((found for found in recursions if found is not None), None)


def _recursion(mine: kernel.Poly, other: kernel.Poly, session: Session) -> Definition | None:
    """Return what an entry is by others of the same tensor, or what the last of them all is, where that is wanted."""
    factors = next(iter(mine)).factors if list(mine.values()) == [1] else ()
    forms = [atom.form for atom, exponent in factors if exponent == 1 and len(factors) == 1]
    entry = next((form for form in forms if isinstance(form, nodes.Entry) and form.indices), None)
    known = recursion_of(session.ring, entry, other) if entry is not None else None
    if known is None:
        return None
    session.recursive = True
    if is_endless(session.ring, known):
        session.endless.append(known)
        return None
    total = added_up(session.ring, known) if session.ways.add_up else None
    return total or known.definition


def _assume_equation(session: Session, relation: Relation) -> list[KnownSign]:
    """Use an equation to eliminate a scalar where it can, else as a rule."""
    poly = session.settle(difference(relation, session))
    skew = _skew(poly, relation, session)
    if skew is not None:
        session.definitions.append(skew)
        return []
    solved = _solved_for_scalar(poly)
    if solved is None:
        solved = solved_with_factor(session.ring, poly)
        session.soluble |= solved is not None
        solved = solved if session.ways.solve else None
    if solved is not None:
        return _eliminate(session, *solved)
    # The sides have values, so what stands below a fraction is not zero.
    kernel.assume_equation(session.ring, kernel.clear(session.ring, poly, every=True), f"hypothesis {session.group}")
    return []


def _skew(poly: kernel.Poly, relation: Relation, session: Session) -> Definition | None:
    """Return A = B - B^T for an equation A[j, i] = -A[i, j] on the whole of A, with B of which nothing is said.

    As a rule, the equation would turn each entry into the other without end. Every such A has a B, one half of it.
    """
    if len(poly) != 2 or len(set(poly.values())) > 1:
        return None
    entry, other = (_general_entry(mono) for mono in poly)
    if entry is None or other is None or entry[1] != 1 or len(entry[0].indices) < 2:
        return None
    form, outer = entry[0], entry[0].indices[:-2]
    swapped = nodes.Entry(form.tensor, (*outer, *form.indices[:-3:-1]))
    if other != (swapped, 1) or form.tensor.traits or not _is_everywhere(form, relation, session):
        return None
    free = [kernel.entry(session.ring, f"~{form.tensor.name}", *each.indices) for each in (form, swapped)]
    return (form.tensor.name, form.indices), kernel.subtract(*free)


def _solved_for_scalar(poly: kernel.Poly) -> Definition | None:
    """Return a scalar and its value where poly = 0 is linear in it with a number as coefficient, else None.

    A rule would only rewrite natural powers of the scalar; its value may stand in denominators and logarithms too.
    """
    for mono, coef in poly.items():
        entry = _lone_entry({mono: 1})
        rest = {other: c for other, c in poly.items() if other is not mono}
        if entry is not None and _is_solvable(entry) and _may_define(entry, rest):
            return (entry.tensor.name, ()), kernel.scale(rest, kernel.quotient(-1, coef))
    return None


def _is_solvable(entry: nodes.Entry) -> bool:
    return not entry.indices and entry.tensor.traits.isdisjoint(SPECIAL_TRAITS | {"integer"})


def _may_define(entry: nodes.Entry, value: kernel.Poly) -> bool:
    mentioned = any(entry.tensor.name in mono.tensors for mono in value)
    return not mentioned and all(mono.free <= frozenset(entry.indices) for mono in value)


def _eliminate(session: Session, place: kernel.Place, value: kernel.Poly) -> list[KnownSign]:
    """Put the value for the entry everywhere; what is known of the entry's sign is then known of the value."""
    settled = session.settle(value)
    session.definitions.append((place, settled))
    traits = session.ring.traits.get(place[0], frozenset())
    if not traits & {"positive", "nonnegative"}:
        return []
    known = KnownSign(settled, "positive" in traits)
    session.ring.positive.append((kernel.freeze(settled), known.strict))
    return [known]


def _rules_of(each: Property, session: Session) -> None:
    """Turn the sums and products that a property speaks of into rules of the ring."""
    if each.kind == "inverse pair":
        _inverse_pair(each, session)
    if each.kind == "one-hot":
        (tensor,) = each.tensors
        _ = kernel.one_hot(session.ring, _key(tensor), session.dim_of(tensor.axes[-1] or EVERYWHERE))
    if each.kind != "simplex":
        return
    ring, (tensor,) = session.ring, each.tensors
    key, dims = _key(tensor), [session.dim_of(axis or EVERYWHERE) for axis in tensor.axes]
    outer, last = [ring.fresh(d) for d in dims[:-1]], ring.fresh(dims[-1])
    total = kernel.sum_over(ring, [last], kernel.entry(ring, key, *outer, last))
    _ = kernel.assume_zero(ring, kernel.subtract(total, ring.constant(1)), each.kind)


def _inverse_pair(each: Property, session: Session) -> None:
    ring = session.ring
    names = [_key(tensor) for tensor in each.tensors]
    axis = each.tensors[0].axes[0]
    if axis is None:
        raise BadFactError(each.kind, reason="nothing declares its axes", way_out="give both matrices a shape")
    dim = session.dim_of(axis)
    left, middle, right = (ring.fresh(dim) for _ in range(3))
    for one, other in (names, names[::-1]):
        product = kernel.multiply(ring, kernel.entry(ring, one, left, middle), kernel.entry(ring, other, middle, right))
        total = kernel.sum_over(ring, [middle], product)
        _ = kernel.assume_zero(ring, kernel.subtract(total, kernel.delta(ring, left, right)), each.kind)
