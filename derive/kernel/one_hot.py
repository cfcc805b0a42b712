"""One-hot families, such as [y[n] = k]: 1 at one value of the last index, whatever the others are, and else 0.

A factor `[y[n] = k]` says which value y[n] has, so everything beside it is what it is at that value. In normal form no
function holds such a family at indices that are free there: `f(x[y[n]])` is the sum of `[y[n] = k] f(x[k])` over k.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager

from derive.kernel.arithmetic import add, subtract
from derive.kernel.budget import CASES, VALUES
from derive.kernel.limits import Undefined
from derive.kernel.nodes import NO_NAMES, Atom, Coef, Delta, Dim, Entry, Factors, Form, Index, Poly, Sum, Terms, freeze
from derive.kernel.polynomials import (
    Apart,
    Mapping,
    apart,
    beside,
    build,
    multiply,
    normalise,
    relation,
    rename,
    transform,
    without,
)
from derive.kernel.powers import raise_to
from derive.kernel.ring import ONE_HOT, Ring
from derive.kernel.rule import OneHot
from derive.kernel.spans import entries_in
from derive.kernel.sums import open_sum, sum_over

FEW = frozenset({"sign", "binary"})
"""The traits of entries that have two values."""
Lead = tuple[Index, ...]
"""The indices of a one-hot family but the last."""


def one_hot(ring: Ring, name: str, dim: Dim) -> str:
    """Note that a tensor, not yet used, is 1 at one value of its last index, which runs over `dim`, and else 0."""
    if name not in ring.one_hot:
        ring.traits[name] = ring.traits.get(name, NO_NAMES) | {ONE_HOT, "binary"}
        ring.one_hot[name] = OneHot(name, dim)
    return name


@beside.register
def _beside(known: OneHot, form: Entry, atom: Atom, factors: Factors, ring: Ring) -> Poly | None:
    """[y = k] f([y = l]) = [y = k] f(delta_kl)."""
    lead, last = form.indices[:-1], form.indices[-1]
    touched = {a: e for a, e in factors.items() if a is not atom and _holds(a, known.name, lead)}
    if not touched:
        return None
    image = transform(ring, {ring.mono(touched.items()): 1}, _known(ring, known.name, lead, last))
    return multiply(ring, normalise(ring, {**without(factors, *touched), atom: 1}), image)


def _holds(atom: Atom, name: str, lead: Lead) -> bool:
    return name in atom.tensors and any(e.indices[:-1] == lead for e in _families(atom.form) if e.tensor.name == name)


def _families(form: Form) -> Iterator[Entry]:
    """Yield the one-hot entries in a form."""
    yield from (e for e in entries_in(form) if isinstance(e, Entry) and ONE_HOT in e.tensor.traits)


def _known(ring: Ring, name: str, lead: Lead, value: Index, *, fails: bool = False) -> Mapping:
    """Return what entries become where the family has its 1 at an index; where it `fails`, has not."""

    def entry(form: Entry) -> Poly:
        """Return a delta for an entry of that family, and others as they are."""
        if form.tensor.name != name or form.indices[:-1] != lead:
            return build(form, ring)
        if fails:
            return {} if form.indices[-1] is value else build(form, ring)
        return build(Delta(form.indices[-1], value), ring)

    return Mapping(touches=lambda node: name in node.tensors, index=lambda index: index, entry=entry)


@relation.register
def _sum_relation(form: Sum, atom: Atom, exponent: Coef, factors: Factors, ring: Ring) -> Poly | None:
    """(sum_k [y = k] f_k)^e = sum_k [y = k] f_k^e, and what stands beside such a sum and holds y joins it."""
    rest = without(factors, atom)
    for each in (a.form for a, _ in form.body.factors if isinstance(a.form, Entry)):
        if selects(each, form):
            if exponent != 1:
                return multiply(ring, normalise(ring, rest), _power(ring, form, each, exponent))
            if any(_holds(other, each.tensor.name, each.indices[:-1]) for other in rest):
                fresh, body = open_sum(ring, form)
                return sum_over(ring, fresh, multiply(ring, body, normalise(ring, rest)))
    return None


def selects(form: Entry, around: Sum) -> bool:
    """Return whether a sum runs over the last index of a one-hot entry, and over no other index of it."""
    *lead, last = form.indices or (None,)
    return (
        ONE_HOT in form.tensor.traits and last in around.bound and all(i.moving not in around.bound for i in lead if i)
    )


def _power(ring: Ring, form: Sum, selector: Entry, exponent: Coef) -> Poly:
    (place,) = (n for n, index in enumerate(form.bound) if index is selector.indices[-1])
    fresh, body = open_sum(ring, form)
    one = build(Entry(selector.tensor, (*selector.indices[:-1], fresh[place])), ring)
    image = transform(ring, body, _known(ring, selector.tensor.name, selector.indices[:-1], fresh[place]))
    inner = sum_over(ring, [*fresh[:place], *fresh[place + 1 :]], image)
    return sum_over(ring, [fresh[place]], multiply(ring, one, raise_to(ring, inner, exponent)))


@apart.register
def _apart(known: OneHot, ring: Ring, polys: tuple[Poly, ...], make: Apart) -> Poly | None:
    """f(sum_k [y = k] g_k) = sum_k [y = k] f(g_k), and f of a single [y = k] by its two values.

    None where f has no value for one of them.
    """
    found = next(_free_entries(known.name, polys), None)
    if found is None:
        return None
    form, is_one = found
    lead, last = form.indices[:-1], form.indices[-1]
    index = last if is_one else ring.fresh(known.dim)
    here = build(Entry(form.tensor, (*lead, index)), ring)
    try:
        value = make(_images(ring, polys, _known(ring, known.name, lead, index)))
        if not is_one:
            return sum_over(ring, [index], multiply(ring, here, value))
        other = make(_images(ring, polys, _known(ring, known.name, lead, index, fails=True)))
    except Undefined:
        return None
    return add(multiply(ring, here, value), multiply(ring, subtract(ring.constant(1), here), other))


def _images(ring: Ring, polys: tuple[Poly, ...], mapping: Mapping) -> tuple[Poly, ...]:
    return tuple(transform(ring, poly, mapping) for poly in polys)


def has_values(ring: Ring, poly: Poly) -> bool:
    """Return whether something in a polynomial has a few values, or those of a label, that can be told apart."""
    return next(_told_by_value(ring, poly), None) is not None


def at_values(ring: Ring, poly: Poly, depth: int = 0) -> Iterator[Poly]:
    """Yield a polynomial at the values of what has a few of them only: it vanishes where all of these do.

    Of a one-hot family, few values are told one by one; else an index that occurs nowhere else stands for each of them.
    Signs and binary entries are told where a function holds them. What is assumed of a value is known meanwhile. Where
    it has no value, or there are too many, it comes as it is.
    """
    form = next(_told_by_value(ring, poly), None)
    if form is None or not ring.meter.within(CASES, depth + 1):
        yield poly
        return
    name, lead = form.tensor.name, form.indices[:-1]
    if name in ring.one_hot:
        for value in _values(ring, ring.one_hot[name].dim):
            yield from _at_value(ring, poly, _known(ring, name, lead, value), depth)
        return
    for number in (-1, 1) if "sign" in form.tensor.traits else (0, 1):
        with _instances(ring, form, number):
            yield from _at_value(ring, poly, _with_value(ring, form, number), depth)


def _at_value(ring: Ring, poly: Poly, mapping: Mapping, depth: int) -> Iterator[Poly]:
    try:
        image = transform(ring, poly, mapping)
    except Undefined:
        yield poly
        return
    yield from at_values(ring, image, depth + 1)


def _told_by_value(ring: Ring, poly: Poly) -> Iterator[Entry]:
    """Yield the one-hot entries of which only the last index is bound, and signs and binary entries in functions."""
    for name in ring.one_hot:
        yield from (form for form, _ in _free_entries(name, (poly,)))
    for atom in (atom for mono in poly for atom, _ in mono.factors if not isinstance(atom.form, Entry)):
        for form in entries_in(atom.form):
            if isinstance(form, Entry) and not form.tensor.traits.isdisjoint(FEW) and _is_free(form, atom):
                yield form


def _is_free(form: Entry, atom: Atom) -> bool:
    return all(index.moving is None or index.moving in atom.free for index in form.indices)


def _with_value(ring: Ring, form: Entry, number: int) -> Mapping:
    return Mapping(
        touches=lambda node: form.tensor.name in node.tensors,
        index=lambda index: index,
        entry=lambda each: ring.constant(number) if each == form else build(each, ring),
    )


@contextmanager
def _instances(ring: Ring, form: Entry, number: int) -> Generator[None]:
    """Know for a moment what is assumed of all entries at a place where one of them has this value."""

    def here(terms: Terms) -> Terms:
        """Return what is assumed at that place."""
        families = (e for mono, _ in terms for atom, _ in mono.factors for e in entries_in(atom.form))
        found = next((e for e in families if isinstance(e, Entry) and e.tensor is form.tensor), form)
        names = dict(zip(found.indices, form.indices, strict=True))
        moving = {old: new for old, new in names.items() if old.moving is old and old not in ring.own}
        try:
            return freeze(transform(ring, rename(ring, dict(terms), moving), _with_value(ring, form, number)))
        except Undefined:
            return terms

    known, nonzero = list(ring.positive), list(ring.nonzero)
    ring.positive += [(here(terms), strict) for terms, strict in known if _mentions(terms, form)]
    ring.nonzero += [here(terms) for terms in nonzero if _mentions(terms, form)]
    try:
        yield
    finally:
        ring.positive[:], ring.nonzero[:] = known, nonzero


def _mentions(terms: Terms, form: Entry) -> bool:
    return any(form.tensor.name in mono.tensors for mono, _ in terms)


def without_values(ring: Ring, bound: tuple[Index, ...], body: Poly) -> tuple[tuple[Index, ...], Poly]:
    """Return what stands below binders with those closed again that run over the values of a one-hot family."""
    values = {ring.chosen(atom.form, bound) for mono in body for atom, _ in mono.factors}
    chosen = [index for index in bound if index in values]
    return tuple(index for index in bound if index not in values), sum_over(ring, chosen, body)


def _values(ring: Ring, dim: Dim) -> list[Index]:
    """Return the integers of a range of a few, else an index for all of them."""
    lower, count = (dict(terms) for terms in (dim.lower, dim.count))
    numbered, many = lower.keys() <= {ring.one} and count.keys() <= {ring.one}, int(count.get(ring.one, 0))
    if not numbered or not ring.meter.within(VALUES, many):
        return [ring.fresh(dim)]
    return [ring.literal(int(lower.get(ring.one, 0)) + n) for n in range(many)]


def _free_entries(name: str, polys: tuple[Poly, ...]) -> Iterator[tuple[Entry, bool]]:
    """Yield the entries of a family whose indices but the last are free, and whether the last one is free too."""
    for atom in (atom for poly in polys for mono in poly if name in mono.tensors for atom, _ in mono.factors):
        for form in _families(atom.form) if name in atom.tensors else ():
            free = [index.moving is None or index.moving in atom.free for index in form.indices]
            if form.tensor.name == name and all(free[:-1]):
                yield form, free[-1]
