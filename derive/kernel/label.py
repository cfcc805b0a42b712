"""Canonical labelling: the one order of bound indices that every renamed copy of a sum shares.

Colour refinement first: indices that stand in different places get different colours. Where several still share a
colour, each in turn is singled out and the smallest resulting spelling wins; twins, which may be exchanged without
any change, need only one try.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from derive.kernel.limits import Meter
from derive.kernel.nodes import Atom, Coef, Dim, Index, Product, Sum
from derive.kernel.spell import Names, spell_atom, spell_factors, spell_form, spell_mono, spell_power

Colours = Mapping[Index, int]


@dataclass(frozen=True, slots=True)
class _Binder:
    """What is to be labelled: the bound indices, the factors below them, and names given from outside."""

    bound: tuple[Index, ...]
    factors: tuple[tuple[Atom, Coef], ...]
    names: Names
    touching: Mapping[Index, tuple[tuple[Atom, Coef], ...]]
    level: int
    meter: Meter


def label(
    bound: Sequence[Index], factors: tuple[tuple[Atom, Coef], ...], names: Names, meter: Meter
) -> tuple[tuple[Index, ...], str]:
    """Return the bound indices in canonical order, and the spelling that this order gives."""
    level = 1 + max((atom.level for atom, _ in factors), default=0)
    touching = {i: tuple(f for f in factors if i in f[0].free) for i in bound}
    binder = _Binder(tuple(bound), factors, names, touching, level, meter)
    if len(bound) == 1:
        return binder.bound, _spelling(binder, binder.bound)
    dims = {name: rank for rank, name in enumerate(sorted({dim_of(i).name for i in bound}))}
    spelling, order = _search(binder, {i: dims[dim_of(i).name] for i in bound})
    return order, spelling


def dim_of(index: Index) -> Dim:
    """Return the range of an index; a fixed integer has none and is never bound."""
    if index.dim is None:
        raise TypeError(index)
    return index.dim


def _spelling(binder: _Binder, order: Sequence[Index]) -> str:
    binder.meter.step(4)
    names = dict(binder.names)
    names.update((index, f"~{binder.level}.{place}") for place, index in enumerate(order))
    return f"S{{{','.join(dim_of(i).name for i in order)}}}({spell_factors(binder.factors, names, binder.meter)})"


def _search(binder: _Binder, colours: Colours) -> tuple[str, tuple[Index, ...]]:
    colours = _refine(binder, colours)
    cells: dict[int, list[Index]] = {}
    for index in binder.bound:
        cells.setdefault(colours[index], []).append(index)
    shared = [cells[c] for c in sorted(cells) if len(cells[c]) > 1]
    if not shared:
        order = tuple(sorted(binder.bound, key=lambda i: colours[i]))
        return _spelling(binder, order), order
    tried: list[Index] = []
    results: list[tuple[str, tuple[Index, ...]]] = []
    for index in shared[0]:
        if not any(_twins(binder, index, other) for other in tried):
            tried.append(index)
            results.append(_search(binder, {i: 2 * c + (i is not index) for i, c in colours.items()}))
    return min(results, key=lambda result: result[0])


def _refine(binder: _Binder, colours: Colours) -> Colours:
    while True:
        binder.meter.step(len(binder.bound))
        names = dict(binder.names)
        names.update((i, f"?{colours[i]:03d}") for i in binder.bound)
        signatures = {i: (colours[i], _signature(binder, i, names)) for i in binder.bound}
        rank = {signature: n for n, signature in enumerate(sorted(set(signatures.values())))}
        finer = {i: rank[signatures[i]] for i in binder.bound}
        if len(rank) == len(set(colours.values())):
            return finer
        colours = finer


def _signature(binder: _Binder, index: Index, names: Names) -> tuple[str, ...]:
    marked = {**names, index: "*"}
    return tuple(sorted(spell_power(atom, e, marked, binder.meter) for atom, e in binder.touching[index]))


def _twins(binder: _Binder, one: Index, other: Index) -> bool:
    """Return whether exchanging the two leaves the factors as they are."""
    factors = {atom: exponent for i in (one, other) for atom, exponent in binder.touching[i]}
    names = {**binder.names, **{i: f"?u{n}" for n, i in enumerate(binder.bound)}}
    swapped = {**names, one: names[other], other: names[one]}
    spelled = [sorted(f"{spell_atom(a, n, binder.meter)}^{e}" for a, e in factors.items()) for n in (names, swapped)]
    return spelled[0] == spelled[1]


@spell_form.register
def _sum(form: Sum, names: Names, meter: Meter) -> str:
    return _spell_binder(form, names, meter)


@spell_form.register
def _product(form: Product, names: Names, meter: Meter) -> str:
    return "P" + _spell_binder(form, names, meter)


def _spell_binder(form: Sum | Product, names: Names, meter: Meter) -> str:
    if len(form.bound) > 1 and names:
        return label(form.bound, form.body.factors, names, meter)[1]
    bound = ",".join(f"{i.name}:{dim_of(i).name}" for i in form.bound)
    return f"S{{{bound}}}({spell_mono(form.body, names, meter)})"
