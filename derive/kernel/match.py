"""Matching: where the left side of an assumed equation stands in a product, and with which indices."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from itertools import product

from derive.kernel.nodes import Atom, Coef, Delta, Entry, Factors, Form, Index, Poly
from derive.kernel.places import covers, moved, relative
from derive.kernel.polynomials import apply_rule, merge, multiply, normalise, rename
from derive.kernel.ring import Ring
from derive.kernel.rule import Rule

Names = dict[Index, Index]


@apply_rule.register
def _product(rule: Rule, factors: Factors, ring: Ring) -> Poly | None:
    if (rule.bound and len(rule.closed) < 2) or not _may_occur(rule, factors):
        return None
    for names, used in _matches(ring, rule.closed, factors, {}):
        rest = merge(factors.items(), [(a, -e) for a, e in used])
        return multiply(ring, normalise(ring, rest), rename(ring, rule.result, names))
    return None


Rewriting = tuple[tuple[Index, ...], Factors, Poly]


def rewritings(ring: Ring, rule: Rule, bound: tuple[Index, ...], factors: Factors) -> Iterator[Rewriting]:
    """Yield the remaining bound indices, the remaining factors and the result that takes the place of the rest.

    The bound indices of the rule must find bound indices of the product that occur in nothing else.
    """
    if len(rule.bound) > len(bound) or not _may_occur(rule, factors):
        return
    for names, used in _matches(ring, rule.factors, factors, {}):
        gone = {names[i] for i in rule.bound if names[i].dim is i.dim}
        rest = merge(factors.items(), [(a, -e) for a, e in used])
        outside = frozenset(i for old, i in names.items() if old not in rule.bound)
        private = len(gone) == len(rule.bound) and gone <= set(bound) and gone.isdisjoint(outside)
        if private and all(a.free.isdisjoint(gone) for a in rest):
            free = {old: new for old, new in names.items() if old not in rule.bound}
            yield tuple(i for i in bound if i not in gone), rest, rename(ring, rule.result, free)


def _may_occur(rule: Rule, factors: Factors) -> bool:
    tensors = frozenset[str]().union(*(a.tensors for a in factors))
    return all(atom.tensors <= tensors for atom, _ in rule.factors)


Used = tuple[tuple[Atom, Coef], ...]


def _matches(ring: Ring, wanted: Used, factors: Factors, names: Names) -> Iterator[tuple[Names, Used]]:
    """Yield every choice of indices under which all wanted factors divide the product."""
    if not wanted:
        yield names, ()
        return
    (pattern, exponent), rest = wanted[0], wanted[1:]
    for atom, available in factors.items():
        ring.meter.step()
        if isinstance(exponent, int) and available >= exponent > 0:
            left = merge(factors.items(), [(atom, -exponent)])
            for extended in unify(pattern.form, atom, pattern, names, ring):
                for final, used in _matches(ring, rest, left, extended):
                    yield final, ((atom, exponent), *used)


@singledispatch
def unify(form: Form, target: Atom, pattern: Atom, names: Names, ring: Ring) -> Iterator[Names]:
    """Yield the ways to extend `names` so that the pattern becomes the target; by trial for composite kinds."""
    if type(form) is not type(target.form) or pattern.tensors != target.tensors:
        return
    fixed = {i for i in pattern.free if i in names}
    open_ = sorted(pattern.free - fixed, key=lambda i: i.name)
    for choice in product(sorted(target.free, key=lambda i: i.name), repeat=len(open_)):
        extended = {**names, **dict(zip(open_, choice, strict=True))}
        if all(old.dim is new.dim for old, new in extended.items() if new.value is None):
            with ring.without_rules():
                image = rename(ring, {ring.mono(((pattern, 1),)): 1}, {i: extended[i] for i in pattern.free})
            if image == {ring.mono(((target, 1),)): 1}:
                yield extended


@unify.register
def _entry(form: Entry, target: Atom, pattern: Atom, names: Names, ring: Ring) -> Iterator[Names]:
    other = target.form
    if not isinstance(other, Entry) or other.tensor is not form.tensor or len(other.indices) != len(form.indices):
        return
    yield from _pairwise(form.indices, other.indices, names, ring)
    if "symmetric" in form.tensor.traits:
        yield from _pairwise(form.indices, (*other.indices[:-2], other.indices[-1], other.indices[-2]), names, ring)


@unify.register
def _delta(form: Delta, target: Atom, pattern: Atom, names: Names, ring: Ring) -> Iterator[Names]:
    if isinstance(target.form, Delta):
        other = (target.form.left, target.form.right)
        yield from _pairwise((form.left, form.right), other, names, ring)
        yield from _pairwise((form.left, form.right), other[::-1], names, ring)


def _pairwise(wanted: tuple[Index, ...], offered: tuple[Index, ...], names: Names, ring: Ring) -> Iterator[Names]:
    extended = dict(names)
    for old, new in zip(wanted, offered, strict=True):
        free = old.moving
        if free is None or free.parts:
            if moved(ring, old, extended) is not new:
                return
            continue
        there = relative(ring, old, new)
        if not covers(ring, free, there) or extended.setdefault(free, there) is not there:
            return
    yield extended
