"""Sums over bound indices: opened with fresh indices, closed to connected, canonically labelled components."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.label import dim_of, label
from derive.kernel.match import rewritings
from derive.kernel.nodes import (
    Atom,
    Coef,
    Compound,
    Delta,
    Dim,
    Entry,
    Factors,
    Form,
    Index,
    Mono,
    Poly,
    Product,
    Sum,
    quotient,
)
from derive.kernel.places import lies_in, range_from, relative, shifted
from derive.kernel.polynomials import (
    Mapping,
    merge,
    multiply,
    normalise,
    power,
    rename,
    transform,
    transform_atom,
    without,
)
from derive.kernel.powers import leading_term, raise_to
from derive.kernel.ring import INDEX_VALUE, Ring
from derive.kernel.spans import offset, pieces


class UnstableLabelError(Exception):
    """A renaming that should only rename has changed a term; nothing may be concluded."""


def sum_over(ring: Ring, bound: Sequence[Index], poly: Poly) -> Poly:
    """Return the sum of a polynomial over indices that occur nowhere else."""
    total: Poly = {}
    for mono, coef in poly.items():
        accumulate(total, close(ring, tuple(bound), dict(mono.factors)), coef)
    return total


def open_sum(ring: Ring, form: Sum) -> tuple[tuple[Index, ...], Poly]:
    """Return the body of a sum under fresh indices, and these."""
    fresh = tuple(ring.fresh(dim_of(i)) for i in form.bound)
    return fresh, rename(ring, {form.body: 1}, dict(zip(form.bound, fresh, strict=True)))


def prenex(ring: Ring, mono: Mono) -> tuple[tuple[Index, ...], Poly]:
    """Return the monomial with all its sums opened, sizes as sums of 1; the bound indices are ordered by range."""
    bound: list[Index] = []
    kept: list[tuple[Atom, Coef]] = []
    body = ring.constant(1)
    for atom, exponent in mono.factors:
        whole = isinstance(exponent, int) and exponent > 0
        if whole and isinstance(atom.form, Sum):
            for _ in range(int(exponent)):
                fresh, inner = open_sum(ring, atom.form)
                bound += fresh
                body = multiply(ring, body, inner)
        elif whole and atom in ring.sizes:
            bound += [ring.fresh(ring.sizes[atom]) for _ in range(int(exponent))]
        else:
            kept.append((atom, exponent))
    ordered = tuple(sorted(bound, key=lambda i: dim_of(i).name))
    return ordered, multiply(ring, body, {ring.mono(kept): 1})


def close(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly:
    """Return the sum of a product over `bound`, in normal form."""
    ring.meter.step()
    if not bound:
        return normalise(ring, factors)
    for step in _steps(ring, factors):
        result = step(ring, bound, factors)
        if result is not None:
            return result
    return _components(ring, bound, factors)


def _steps(ring: Ring, factors: Factors) -> list[Callable[[Ring, tuple[Index, ...], Factors], Poly | None]]:
    """Return the steps that the kinds of the factors call for."""
    kinds = {type(atom.form) for atom in factors}
    steps = [_open_nested] if Sum in kinds else []
    steps += [_contract_delta] if Delta in kinds else []
    steps += [_straighten] if ring.shifts else []
    steps += [_split] if ring.aligned else []
    steps += [_recognise_denominator] if not kinds.isdisjoint((Sum, Compound)) else []
    return steps + ([_use_fact] if ring.rules else [])


def _open_nested(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """A natural power of a sum that depends on a bound index joins the sum: all binders stand in front."""
    for atom, exponent in factors.items():
        if (
            isinstance(atom.form, Sum)
            and isinstance(exponent, int)
            and exponent > 0
            and not atom.free.isdisjoint(bound)
        ):
            fresh, body = open_sum(ring, atom.form)
            rest = merge(factors.items(), [(atom, -1)])
            return sum_over(ring, (*bound, *fresh), multiply(ring, body, normalise(ring, rest)))
    return None


def _contract_delta(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_j delta_ij f(j) = f(i) where i lies in the range of j, 0 where it never does."""
    for atom in factors:
        for gone, kept in _meetings(ring, atom.form, bound):
            inside = _in_range(ring, kept, dim_of(gone))
            if inside is None:
                return {}
            if inside:
                rest = normalise(ring, without(factors, atom))
                return sum_over(ring, [i for i in bound if i is not gone], rename(ring, rest, {gone: kept}))
    return None


def _meetings(ring: Ring, form: Form, bound: tuple[Index, ...]) -> list[tuple[Index, Index]]:
    """Return the bound indices of a delta, each with what it equals where the delta is 1."""
    if not isinstance(form, Delta):
        return []
    pairs = (form.left, form.right), (form.right, form.left)
    return [(one.moving, relative(ring, one, other)) for one, other in pairs if one.moving in bound and one.moving]


def _in_range(ring: Ring, index: Index, dim: Dim) -> bool | None:
    """Return whether an index stays in the range at every size; None if it never is in it.

    One that is in the range for some of its values, or at some sizes only, is no reason to contract a sum.
    """
    if index.dim is dim:
        return True
    known = lies_in(ring, index, dim)
    return None if known is False else bool(known)


def _straighten(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_{t=a}^b f(t-1) = sum_{t=a-1}^{b-1} f(t)."""
    for index in bound:
        by = offset(ring, factors, index)
        if by:
            dim = dim_of(index)
            fresh = ring.fresh(range_from(ring, add(dict(dim.lower), by), dict(dim.count)))
            image = rename(ring, normalise(ring, factors), {index: shifted(ring, fresh, scale(by, -1))})
            return sum_over(ring, [fresh if i is index else i for i in bound], image)
    return None


def _split(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_{i=a}^b f(i) = F(b) - F(a-1), each F a sum from 1 to a size and some single terms."""
    for index in bound:
        found = pieces(ring, dim_of(index))
        if found is not None:
            rest, body = [i for i in bound if i is not index], normalise(ring, factors)
            total: Poly = {}
            for sign, dim in found[0]:
                fresh = ring.fresh(dim)
                accumulate(total, sum_over(ring, [*rest, fresh], rename(ring, body, {index: fresh})), sign)
            for sign, place in found[1]:
                accumulate(total, sum_over(ring, rest, rename(ring, body, {index: place})), sign)
            return total
    return None


def _recognise_denominator(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """Factors under some of the indices that sum up to a denominator beside them cancel it: softmax sums to one."""
    for atom, exponent in factors.items():
        if exponent < 0 and not atom.free.isdisjoint(bound):
            for target in _sums_leading(ring, atom, factors):
                for chosen in _choices(bound, target):
                    result = _pull_out(ring, bound, factors, chosen, target)
                    if result is not None:
                        return result
    return None


def _sums_leading(ring: Ring, atom: Atom, factors: Factors) -> list[Atom]:
    """Return the sums with which a denominator would cancel; in a leading term, what stands beside must be there too.

    A sum that is pulled out and cancels nothing would be opened again, without end.
    """
    if isinstance(atom.form, Sum):
        return [atom]
    lead = leading_term(ring, atom.form.terms) if isinstance(atom.form, Compound) else None
    if lead is None:
        return []
    beside = [(a, e) for a, e in lead[0].factors if factors.get(a, 0) < e]
    return [a for a, e in lead[0].factors if isinstance(a.form, Sum) and e == 1 and {b for b, _ in beside} <= {a}]


def _choices(bound: tuple[Index, ...], target: Atom) -> list[tuple[Index, ...]]:
    wanted = sorted(dim_of(i).name for i in target.form.bound) if isinstance(target.form, Sum) else []
    candidates = [i for i in bound if i not in target.free]
    return [c for c in combinations(candidates, len(wanted)) if sorted(dim_of(i).name for i in c) == wanted]


def _pull_out(
    ring: Ring, bound: tuple[Index, ...], factors: Factors, chosen: tuple[Index, ...], target: Atom
) -> Poly | None:
    inside = {atom: e for atom, e in factors.items() if not atom.free.isdisjoint(chosen)}
    found = label_binder(ring, Sum, chosen, inside) if inside else {}
    if found.keys() != {ring.mono(((target, 1),))}:
        return None
    rest = {atom: e for atom, e in factors.items() if atom not in inside}
    left = tuple(i for i in bound if i not in chosen)
    return scale(sum_over(ring, left, normalise(ring, merge(rest.items(), [(target, 1)]))), next(iter(found.values())))


def _use_fact(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """An assumed equation whose left side stands in the product is used."""
    for rule in ring.rules:
        found = next(rewritings(ring, rule, bound, factors), None) if rule.bound else None
        if found is not None:
            left, rest, result = found
            return sum_over(ring, left, multiply(ring, normalise(ring, rest), result))
    return None


def _components(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly:
    """Pull free factors out, split what is not connected, and label each connected part."""
    free = {atom: e for atom, e in factors.items() if atom.free.isdisjoint(bound)}
    result = normalise(ring, free)
    for part in _connected(bound, without(factors, *free)):
        inside = {atom: e for atom, e in factors.items() if not atom.free.isdisjoint(part)}
        result = multiply(ring, result, _component(ring, part, inside))
    return result


def _connected(bound: tuple[Index, ...], factors: Factors) -> list[tuple[Index, ...]]:
    groups: list[set[Index]] = [{i} for i in bound]
    for atom in factors:
        joined = [g for g in groups if not atom.free.isdisjoint(g)]
        groups = [g for g in groups if atom.free.isdisjoint(g)] + ([set[Index]().union(*joined)] if joined else [])
    return [tuple(i for i in bound if i in group) for group in groups]


def _component(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly:
    if not factors:
        return how_many(ring, bound[0])
    closed = _sum_of_powers(ring, bound, factors)
    return closed if closed is not None else label_binder(ring, Sum, bound, factors)


def how_many(ring: Ring, index: Index) -> Poly:
    """Return how many values an index has: its count, or the sum of 1 where that may be negative."""
    dim = dim_of(index)
    return dict(dim.count) if dim.proper else ring.single(Sum((ring.index("~1.0", dim),), ring.one))


def label_binder(ring: Ring, kind: type[Sum | Product], bound: tuple[Index, ...], factors: Factors) -> Poly:
    """Return the binder of that kind over the product, its indices renamed to canonical ones.

    The coefficient is -1 where the renaming turned the sign of a primitive denominator.
    """
    items = tuple(factors.items())
    order, _ = label(bound, items, {}, ring.meter)
    level = 1 + max((atom.level for atom in factors), default=0)
    names = {index: ring.index(f"~{level}.{place}", dim_of(index)) for place, index in enumerate(order)}
    body = rename(ring, {ring.mono(items): 1}, names)
    if len(body) != 1:
        raise UnstableLabelError
    ((mono, coef),) = body.items()
    return scale(ring.single(kind(tuple(names[i] for i in order), mono)), coef)


def _sum_of_powers(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """Faulhaber: the sum of i^k over a range is a polynomial in its ends."""
    if len(factors) != 1:
        return None
    ((atom, exponent),) = factors.items()
    if not (
        isinstance(atom.form, Entry)
        and atom.form.tensor.name == INDEX_VALUE
        and isinstance(exponent, int)
        and exponent > 0
    ):
        return None
    dim = dim_of(bound[0])
    if not dim.proper:
        return None
    before = subtract(dict(dim.lower), ring.constant(1))
    return subtract(_faulhaber(ring, add(before, dict(dim.count)), exponent), _faulhaber(ring, before, exponent))


def _faulhaber(ring: Ring, last: Poly, k: int) -> Poly:
    """Return 1^k + ... + last^k, from the telescoping sum of (i + 1)^(k+1) - i^(k+1)."""
    sums: list[Poly] = []
    for degree in range(k + 1):
        total = subtract(power(ring, add(last, ring.constant(1)), degree + 1), ring.constant(1))
        for lower, known in enumerate(sums):
            accumulate(total, known, -comb(degree + 1, lower))
        sums.append(scale(total, quotient(1, degree + 1)))
    return sums[k]


@transform_atom.register
def _transform_sum(form: Sum, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    fresh, body = open_sum(ring, form)
    return raise_to(ring, sum_over(ring, fresh, transform(ring, body, mapping)), exponent)
