"""Sums over bound indices: opened with fresh indices, closed to connected, canonically labelled components."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from math import factorial

from derive.kernel.arithmetic import accumulate, add, scale, subtract
from derive.kernel.counted import counted
from derive.kernel.entries import delta
from derive.kernel.frames import reframed
from derive.kernel.label import dim_of, label
from derive.kernel.match import rewritings
from derive.kernel.nodes import (
    Atom,
    Before,
    Coef,
    Compound,
    Delta,
    Dim,
    Factors,
    Form,
    Index,
    Mono,
    Poly,
    Product,
    Sum,
    quotient,
)
from derive.kernel.order import before, complement
from derive.kernel.places import combined, ends, gathered, lies_in, range_from, relative, shifted, solved
from derive.kernel.polynomials import (
    Mapping,
    merge,
    multiply,
    normalise,
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
    steps += [_choose] if ring.one_hot else []
    steps += [_reframe] if ring.linear else []
    numbered = any(INDEX_VALUE in atom.tensors for atom in factors)
    steps += [_straighten] if ring.shifts or numbered else []
    steps += [_residues] if ring.factors else []
    steps += [_split] if ring.aligned else []
    steps += ([_count, _symmetrise] + ([_turn] if ring.oriented else [])) if Before in kinds else []
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
    """sum_j delta_ij f(j) = f(i) where i lies in the range of j, 0 where it never does.

    Where it may leave the range, this is a step only if orders are told apart: [a <= i] [i <= b] f(i).
    """
    for atom in factors:
        for gone, kept in _meetings(ring, atom.form, bound):
            inside = _in_range(ring, kept, dim_of(gone))
            if inside is None:
                return {}
            if inside or ring.oriented:
                image = rename(ring, normalise(ring, without(factors, atom)), {gone: kept})
                if not inside:
                    # Only after the renaming: before it, f is simplified by what holds in the range of j alone.
                    image = multiply(ring, image, _is_in(ring, kept, dim_of(gone)))
                return sum_over(ring, [i for i in bound if i is not gone], image)
    return None


def _choose(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_k [y = k] = 1 over the whole range of y, where k stands in nothing else."""
    for atom, exponent in factors.items():
        value = ring.chosen(atom.form, bound) if exponent == 1 else None
        rest = without(factors, atom)
        if value is not None and all(value not in other.free for other in rest):
            return close(ring, tuple(i for i in bound if i is not value), rest)
    return None


def _meetings(ring: Ring, form: Form, bound: tuple[Index, ...]) -> list[tuple[Index, Index]]:
    """Return the bound indices of a delta, each with what it equals where the delta is 1."""
    if not isinstance(form, Delta):
        return []
    if form.right.moving is None or not form.right.moving.parts:
        pairs = (form.left, form.right), (form.right, form.left)
        return [(one.moving, relative(ring, one, other)) for one, other in pairs if one.moving in bound and one.moving]
    gap = gathered(ring, [(form.left, 1), (form.right, -1)], {})
    found = [(index, solved(ring, index, gap)) for index in gap[0] if index in bound]
    return [(index, kept) for index, kept in found if kept is not None]


def _in_range(ring: Ring, index: Index, dim: Dim) -> bool | None:
    """Return whether an index stays in the range at every size; None if it never is in it.

    One that is in the range for some of its values, or at some sizes only, is no reason to contract a sum.
    """
    if index.dim is dim:
        return True
    known = lies_in(ring, index, dim)
    return None if known is False else bool(known)


def _is_in(ring: Ring, index: Index, dim: Dim) -> Poly:
    """Return [low <= i] [i <= high] for an index and a range."""
    (low, high), zero = ends(ring, dim), ring.literal(0)
    early, late = subtract(low, ring.constant(1)), add(high, ring.constant(1))
    behind, ahead = before(ring, shifted(ring, zero, early), index), before(ring, index, shifted(ring, zero, late))
    return multiply(ring, behind, ahead)


def _count(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_j [j < i] = i - a for a range from a on; likewise with a power of j, and between two indices."""
    for index in bound:
        total = counted(ring, index, factors)
        if total is not None:
            parted = any(index in mono.free for mono in total)
            return sum_over(ring, bound if parted else [i for i in bound if i is not index], total)
    return None


def _symmetrise(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_{i < j} f(i, j) = (sum_{i, j} f - sum_i f(i, i)) / 2 for f that does not change when i and j are exchanged.

    Likewise for a chain i < j < k and f that is symmetric in all of them: one of 3! orders, where all are different.
    """
    chain = _chain(bound, factors)
    rest = {atom: e for atom, e in factors.items() if not _orders(atom, chain)}
    inside = normalise(ring, rest) if chain else {}
    if not chain or any(rename(ring, inside, {i: j, j: i}) != inside for i, j in pairwise(chain)):
        return None
    for one, other in combinations(chain, 2):
        inside = multiply(ring, inside, subtract(ring.constant(1), delta(ring, one, other)))
    return scale(sum_over(ring, bound, inside), quotient(1, factorial(len(chain))))


def _orders(atom: Atom, chain: list[Index]) -> bool:
    return isinstance(atom.form, Before) and atom.form.left in chain and atom.form.right in chain


def _chain(bound: tuple[Index, ...], factors: Factors) -> list[Index]:
    """Return indices of one range of which each is less than the next, where the product says that of bound ones."""
    forms = [atom.form for atom in factors if isinstance(atom.form, Before)]
    after = {f.left: f.right for f in forms if {f.left, f.right} <= set(bound) and f.left.dim is f.right.dim}
    starts = [index for index in after if index not in after.values()]
    found = starts[:1]
    while found and found[-1] in after:
        found.append(after[found[-1]])
    return found


def _turn(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """[i < j] = 1 - [j < i] - delta_ij, where what else holds the indices says that the other order is to be kept.

    A bound index comes before a free one. Of two bound ones that the other factors do not tell apart, none is turned:
    names must not decide.
    """
    others = tuple((atom, exponent) for atom, exponent in factors.items() if not isinstance(atom.form, Before))
    for atom in factors:
        form = atom.form
        if isinstance(form, Before) and _is_turned(ring, bound, others, form):
            rest = normalise(ring, without(factors, atom))
            return sum_over(ring, bound, multiply(ring, rest, complement(ring, form.left, form.right)))
    return None


def _is_turned(ring: Ring, bound: tuple[Index, ...], others: tuple[tuple[Atom, Coef], ...], form: Before) -> bool:
    left, right = form.left, form.right.moving
    if right is None or right not in bound:
        return False
    if left not in bound:
        return True
    orders = [label(each, others, {}, ring.meter)[0] for each in (bound, bound[::-1])]
    return all(order.index(right) < order.index(left) for order in orders)


def _reframe(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_j x[N - 1 - j] = sum_k x[k], and sum_j [j < i] x[i - j] = sum_k [k <= i] x[k] for k from 1 on."""
    found = reframed(ring, bound, factors)
    if found is None:
        return None
    index, fresh, poly = found
    return sum_over(ring, [fresh if i is index else i for i in bound], poly)


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


def _residues(ring: Ring, bound: tuple[Index, ...], factors: Factors) -> Poly | None:
    """sum_n f(n) for n = a..a + 2 M - 1 is the sum of f(a + 2 i) + f(a + 1 + 2 i) for i = 0..M - 1."""
    for index in bound:
        low, count = dict(dim_of(index).lower), dict(dim_of(index).count)
        parted = next((f for f in ring.factors if all(coef % f == 0 for coef in count.values())), None)
        if parted is not None and not count.keys() <= {ring.one}:
            fresh = ring.fresh(range_from(ring, {}, scale(count, quotient(1, parted))))
            body, total = normalise(ring, factors), dict[Mono, Coef]()
            for rest in range(parted):
                place = combined(ring, [(fresh, parted)], add(low, ring.constant(rest)))
                image = rename(ring, body, {index: place})
                accumulate(total, sum_over(ring, [fresh if i is index else i for i in bound], image))
            return total
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
    closed = counted(ring, bound[0], factors) if len(bound) == 1 and len(factors) == 1 else None
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


@transform_atom.register
def _transform_sum(form: Sum, exponent: Coef, mapping: Mapping, ring: Ring) -> Poly:
    fresh, body = open_sum(ring, form)
    return raise_to(ring, sum_over(ring, fresh, transform(ring, body, mapping)), exponent)
