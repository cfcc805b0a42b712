"""Equations that are solved for one entry: it stands once, times or below something that is not zero."""

from __future__ import annotations

from collections.abc import Iterator

from derive import kernel
from derive.kernel import nodes
from derive.kernel.known import is_nonzero
from derive.kernel.ring import INDEX_VALUE, SPECIAL_TRAITS
from derive.normal.recursions import Definition

KEPT = SPECIAL_TRAITS | {"integer", "symmetric"}
"""Traits of tensors whose entries are not replaced: more is known of them than a value would show."""


def solved_with_factor(ring: kernel.Ring, poly: kernel.Poly) -> Definition | None:
    """Return an entry and its value where a x + b = 0 or a / x + b = 0, and a is known not to be zero; else None.

    In the second equation b is not zero either, as a / x is not.
    """
    for atom, form in _candidates(poly):
        exponents = {dict(mono.factors).get(atom, 0) for mono in poly} - {0}
        mentions = sum(form.tensor.name in mono.tensors for mono in poly)
        if len(exponents) != 1 or not exponents <= {1, -1} or mentions != sum(atom in dict(m.factors) for m in poly):
            continue
        factor, rest = _parts(ring, poly, atom)
        if any(form.tensor.name in mono.tensors for mono in factor) or not is_nonzero(ring, factor) or not rest:
            continue
        above, below = (rest, factor) if exponents == {1} else (factor, rest)
        value = kernel.multiply(ring, kernel.scale(above, -1), kernel.raise_to(ring, below, -1))
        return (form.tensor.name, form.indices), value
    return None


def _candidates(poly: kernel.Poly) -> Iterator[tuple[nodes.Atom, nodes.Entry]]:
    """Yield the entries at different moving indices that all free indices of the equation are among."""
    free = nodes.free_of(poly)
    for atom in dict.fromkeys(atom for mono in poly for atom, _ in mono.factors):
        form = atom.form
        if isinstance(form, nodes.Entry) and form.tensor.name != INDEX_VALUE and form.tensor.traits.isdisjoint(KEPT):
            general = len(set(form.indices)) == len(form.indices) and all(i.is_plain for i in form.indices)
            if general and free <= set(form.indices):
                yield atom, form


def _parts(ring: kernel.Ring, poly: kernel.Poly, atom: nodes.Atom) -> tuple[kernel.Poly, kernel.Poly]:
    """Return the factor of an atom to its one power, and the terms without it."""
    factor: kernel.Poly = {}
    rest: kernel.Poly = {}
    for mono, coef in poly.items():
        others = [each for each in mono.factors if each[0] is not atom]
        if len(others) < len(mono.factors):
            factor[ring.mono(others)] = coef
        else:
            rest[mono] = coef
    return factor, rest
