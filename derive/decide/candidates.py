"""What a certificate may be made of: products of reasons, summed over indices, each known to be nonnegative."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from derive import kernel
from derive.decide.ground import Ground
from derive.decide.kinds import KINDS
from derive.kernel import NONNEGATIVE, POSITIVE, UNKNOWN, nodes

Grounds = tuple[str, tuple[kernel.Poly, ...]]
"""A reason in the kernel's language: its kind and the polynomials that it speaks of."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A product of reasons summed over `over`, with its value and what is known of its sign.

    A `free` one is zero by an assumed equation, and may be taken with either sign.
    """

    over: tuple[kernel.Index, ...]
    reasons: tuple[Grounds, ...]
    value: kernel.Poly
    sign: int
    free: bool = False

    @property
    def cost(self) -> float:
        """Return how much a reader has to look at: simple certificates are preferred."""
        return 1 + len(self.reasons) + len(self.over) + 0.1 * len(self.value)


def candidate(ground: Ground, over: Sequence[kernel.Index], reasons: Iterable[Grounds]) -> Candidate | None:
    """Return the sum of a product of reasons, or None where it is zero, of unknown sign, or has no value."""
    ring = ground.ring
    wanted = tuple(reason for reason in reasons if reason[1] != (ring.constant(1),))
    try:
        signs = [KINDS[kind].sign(ground, polys) for kind, polys in wanted]
        if UNKNOWN in signs:
            return None
        value = ring.constant(1)
        for kind, polys in wanted:
            value = kernel.multiply(ring, value, KINDS[kind].value(ground, polys))
        value = kernel.sum_over(ring, list(over), value)
    except (kernel.Undefined, kernel.UnstableLabelError):
        return None
    if not value:
        return None
    nonempty = all(index.dim is not None and index.dim.nonempty for index in over)
    return Candidate(tuple(over), wanted, value, min(*signs, POSITIVE if nonempty else NONNEGATIVE, POSITIVE))


def times(ground: Ground, one: Candidate, other: Candidate) -> Candidate | None:
    """Return the product of two candidates, the sums of the second one under other names."""
    ring = ground.ring
    names = {index: ring.fresh(index.dim) for index in other.over}
    moved = tuple((kind, tuple(kernel.rename(ring, poly, names) for poly in polys)) for kind, polys in other.reasons)
    value = kernel.multiply(ring, one.value, other.value)
    if not value:
        return None
    over = (*one.over, *names.values())
    free = one.free or other.free
    return Candidate(over, (*one.reasons, *moved), value, NONNEGATIVE if free else min(one.sign, other.sign), free)


def distinct(candidates: Iterable[Candidate | None]) -> list[Candidate]:
    """Return the candidates without those that are a multiple of an earlier one of the same strength."""
    found: dict[tuple[object, ...], Candidate] = {}
    for each in candidates:
        if each is not None:
            first = next(iter(each.value.values()))
            shape = frozenset((mono, nodes.quotient(coef, abs(first))) for mono, coef in each.value.items())
            known = found.get((shape,))
            if known is None or known.sign < each.sign:
                found[shape,] = each
    return list(found.values())
