"""Assumptions: recognised as traits of tensors, taken as definitions, or turned into rules and known signs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Idx, Symbol
from sympy.core.relational import Equality, GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan

from derive import kernel
from derive.errors import BadFactError
from derive.facts import Assumption, Fact, Kind
from derive.kernel import nodes
from derive.kernel.ring import SPECIAL_TRAITS
from derive.language.matrices import axis, is_matrix, read_scalar
from derive.language.ranges import is_unknown
from derive.language.read import entry_of
from derive.language.recursions import Definition, added_up, recursion_of
from derive.language.session import Session, tensor_key
from derive.language.survey import Survey
from derive.language.symbols import name_of, show, tensor_name

TRAITS: dict[Kind, frozenset[str]] = {
    "sign": frozenset({"sign"}),
    "binary": frozenset({"binary"}),
    "positive": frozenset({"positive"}),
    "nonnegative": frozenset({"nonnegative"}),
    "symmetric": frozenset({"symmetric"}),
    "one-hot": frozenset({"binary"}),
    "simplex": frozenset({"nonnegative"}),
    "inverse pair": frozenset(),
}
"""What each fact says about single entries; sums and products of entries become rules."""


@dataclass(frozen=True, slots=True)
class Known:
    """An assumed inequality: `poly` is at least zero, or greater where `strict`; its free indices are universal."""

    statement: str
    poly: kernel.Poly
    strict: bool


def key_of(tensor: Any, session: Session) -> str | None:
    """Return the kernel's name of a tensor that a fact speaks of, or None where it does not occur."""
    if isinstance(tensor, Symbol):
        return name_of(tensor)
    key = tensor_key(tensor, session.seen)
    return key if not key.endswith("/0") else None


def tie_axes(seen: Survey, facts: tuple[Assumption, ...]) -> None:
    """Note which places must have one size, as the facts say that their matrices are square."""
    for fact in facts:
        if isinstance(fact, Fact) and AXES.get(fact.kind) == 2:
            names = [tensor_name(tensor) for tensor in fact.tensors]
            slots = [
                (name, seen.ranks[name] - back) for name in names if seen.ranks.get(name, 0) > 1 for back in (2, 1)
            ]
            for slot in slots:
                seen.tied[slot] = (*seen.tied.get(slot, ()), *(other for other in slots if other != slot))


def traits_from_facts(session: Session, facts: tuple[Assumption, ...]) -> None:
    """Give the tensors the traits that facts state, before anything is read."""
    for fact in facts:
        if isinstance(fact, Fact):
            for tensor in fact.tensors:
                key = key_of(tensor, session)
                if key is not None:
                    _check_axes(fact, key, session)
                    _give(session, key, TRAITS[fact.kind])


AXES: dict[Kind, int] = {"one-hot": 1, "simplex": 1, "symmetric": 2, "inverse pair": 2}
"""How many of its last axes a fact speaks of; those of a matrix must be of one range."""


def _check_axes(fact: Fact, key: str, session: Session) -> None:
    name, _, rank = key.rpartition("/")
    wanted = AXES.get(fact.kind, 0)
    count = int(rank) if name else 0
    if count < wanted or (fact.kind == "inverse pair" and count != wanted):
        raise BadFactError(fact, reason=f"{name or key} has {count} indices", way_out=f"it takes {wanted}")
    ends = [session.ranges.places.get((name, axis)) for axis in range(count - 2, count)] if wanted == 2 else []
    if len(set(ends)) > 1 and not any(end is None or is_unknown(end) for end in ends):
        reason = f"{name} is not square: " + " and ".join(show(end) for end in ends if end is not None)
        raise BadFactError(fact, reason=reason, way_out="only a square matrix can be so")


def _give(session: Session, key: str, traits: frozenset[str]) -> None:
    session.ring.traits[key] = session.ring.traits.get(key, frozenset()) | traits


def trait_of_relation(relation: Relational, session: Session) -> tuple[str, frozenset[str]] | None:
    """Return the tensor and the trait that an equation or inequality states, such as y[i]**2 == 1, or None."""
    sides: tuple[Any, Any] = (relation.lhs, relation.rhs)
    if any(is_matrix(side) for side in sides):
        return None
    poly = difference(relation, session)
    if any(not _is_everywhere(index, form, session) for index, form in _standing(poly)):
        return None
    if isinstance(relation, Equality):
        return _trait_of_equation(poly, session)
    entry = _lone_entry(poly)
    if entry is None or next(iter(poly.values())) < 0:
        return None
    strict = isinstance(relation, StrictGreaterThan | StrictLessThan)
    return entry.tensor.name, frozenset({"positive" if strict else "nonnegative"})


def _standing(poly: kernel.Poly) -> list[tuple[kernel.Index, nodes.Entry]]:
    forms = [atom.form for mono in poly for atom, _ in mono.factors]
    return [(index, form) for form in forms if isinstance(form, nodes.Entry) for index in form.indices]


def _is_everywhere(index: kernel.Index, form: nodes.Entry, session: Session) -> bool:
    """Return whether the index takes all values at which the entries are met in the places where it stands."""
    if index.dim is None:
        return False
    low, high = session.limits_of(index.dim)
    given = session.free.get(index)
    name = form.tensor.name.rpartition("/")[0]
    places = [session.seen.place((name, n)) for n, mine in enumerate(form.indices) if mine is index]
    met = [where for place in places for where in place.bound]
    if any(place.moved for place in places):
        return False
    met += [(value, value) for place in places for value in place.fixed if isinstance(given, Idx)]
    return all((lower - low).is_nonnegative and (high - upper).is_nonnegative for lower, upper in met)


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
    swapped = (
        nodes.Entry(entry.tensor, (*entry.indices[:-2], *entry.indices[:-3:-1])) if len(entry.indices) > 1 else None
    )
    if exponent == 1 and swapped is not None and second == (swapped, 1):
        return entry.tensor.name, frozenset({"symmetric"})
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
    general = len(set(form.indices)) == len(form.indices) and all(i.moving is i for i in form.indices)
    return (form, exponent) if general else None


def difference(relation: Relational, session: Session) -> kernel.Poly:
    """Return what a relation says is zero, or at least zero: left minus right, or right minus left for <= and <."""
    left, right = read_scalar(relation.lhs, session, {}), read_scalar(relation.rhs, session, {})
    if isinstance(relation, LessThan | StrictLessThan):
        left, right = right, left
    return kernel.subtract(left, right)


def matrix_difference(relation: Relational, session: Session) -> kernel.Poly:
    """Return the entries of left minus right of a matrix equation, at fresh indices."""
    sides: tuple[Any, Any] = (relation.lhs, relation.rhs)
    shape = next(side.shape for side in sides if is_matrix(side))
    at = axis(session, shape[0]), axis(session, shape[1])
    left, right = (
        entry_of(side, at, session, {}) if is_matrix(side) else read_scalar(side, session, {}) for side in sides
    )
    return kernel.subtract(left, right)


def definition_of(relation: Relational, session: Session) -> tuple[kernel.Place, kernel.Poly] | None:
    """Return what an equation defines, as p[n] = sigmoid(z[n]) defines p: the entry and its value; else None.

    It defines an entry that stands alone on one side, unless the other side leads back to that entry.
    """
    if not isinstance(relation, Equality) or is_matrix(relation.lhs) or is_matrix(relation.rhs):
        return None
    sides = [read_scalar(side, session, {}) for side in (relation.lhs, relation.rhs)]
    for mine, other in (sides, sides[::-1]):
        entry = _lone_entry(mine)
        if entry is not None and next(iter(mine.values())) == 1 and _may_define(entry, other):
            return (entry.tensor.name, entry.indices), other
    recursions = (_recursion(mine, other, session) for mine, other in (sides, sides[::-1]))
    return next((found for found in recursions if found is not None), None)


def _recursion(mine: kernel.Poly, other: kernel.Poly, session: Session) -> Definition | None:
    """Return what an entry is by others of the same tensor, or what the last of them all is, where that is wanted."""
    entry = _single_entry(mine)
    known = recursion_of(session.ring, entry, other) if entry is not None else None
    if known is None:
        return None
    session.recursive = True
    total = added_up(session.ring, known) if session.ways.add_up else None
    return total or known.definition


def _single_entry(poly: kernel.Poly) -> nodes.Entry | None:
    factors = next(iter(poly)).factors if list(poly.values()) == [1] else ()
    forms = [atom.form for atom, exponent in factors if exponent == 1 and len(factors) == 1]
    return next((form for form in forms if isinstance(form, nodes.Entry) and form.indices), None)


def solved_for_entry(poly: kernel.Poly) -> tuple[kernel.Place, kernel.Poly] | None:
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


def rules_of_fact(fact: Fact, session: Session) -> None:
    """Turn the sums and products that a fact speaks of into rules of the ring."""
    keys = [key_of(tensor, session) for tensor in fact.tensors]
    if None in keys or fact.kind not in {"one-hot", "simplex", "inverse pair"}:
        return
    names = [str(key) for key in keys]
    if fact.kind == "inverse pair":
        _inverse_pair(fact, names, session)
        return
    ring, dims = session.ring, dims_of(fact, names[0], session)
    outer, last, again = [ring.fresh(d) for d in dims[:-1]], ring.fresh(dims[-1]), ring.fresh(dims[-1])
    total = kernel.sum_over(ring, [last], kernel.entry(ring, names[0], *outer, last))
    _ = kernel.assume_zero(ring, kernel.subtract(total, ring.constant(1)), str(fact))
    if fact.kind == "one-hot":
        here, there = kernel.entry(ring, names[0], *outer, last), kernel.entry(ring, names[0], *outer, again)
        single = kernel.multiply(ring, kernel.delta(ring, last, again), here)
        _ = kernel.assume_zero(ring, kernel.subtract(kernel.multiply(ring, here, there), single), str(fact))


def _inverse_pair(fact: Fact, names: list[str], session: Session) -> None:
    ring = session.ring
    dims = [d for name in names for d in dims_of(fact, name, session)]
    dim = dims[0]
    if any(is_unknown(session.limits_of(other)) for other in dims):
        return
    if any(other is not dim for other in dims):
        raise BadFactError(fact, reason="their sizes differ", way_out="both must be square, of one size")
    left, middle, right = (ring.fresh(dim) for _ in range(3))
    for one, other in (names, names[::-1]):
        product = kernel.multiply(ring, kernel.entry(ring, one, left, middle), kernel.entry(ring, other, middle, right))
        total = kernel.sum_over(ring, [middle], product)
        _ = kernel.assume_zero(ring, kernel.subtract(total, kernel.delta(ring, left, right)), str(fact))


def dims_of(fact: Fact, key: str, session: Session) -> list[kernel.Dim]:
    """Return the ranges of the places of a tensor; `BadFactError` where nothing shows them."""
    name, rank = key.rsplit("/", 1)
    found = [session.ranges.places.get((name, axis_)) for axis_ in range(int(rank))]
    if None in found:
        way_out = "declare its shape or write the fact as an equation with ranges"
        raise BadFactError(
            fact, reason=f"the range of place {found.index(None) + 1} of {name} is not known", way_out=way_out
        )
    return [session.dim(where) for where in found if where is not None]


def known_of(relation: Relational, session: Session) -> Known:
    """Return an assumed inequality as a known sign."""
    if not isinstance(relation, GreaterThan | LessThan | StrictGreaterThan | StrictLessThan) or is_matrix(relation.lhs):
        raise BadFactError(
            relation, reason="this relation is no assumption", way_out="use Eq, Le, Lt, Ge or Gt of numbers"
        )
    strict = isinstance(relation, StrictGreaterThan | StrictLessThan)
    return Known(str(relation), difference(relation, session), strict)
