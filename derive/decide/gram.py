"""Squares of combinations of halves: in the directions that a linear program lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from derive import kernel
from derive.decide.budget import ROUNDS
from derive.decide.candidates import Candidate, distinct
from derive.decide.linear import Combination, combine, obstacle
from derive.decide.squares import Group

SMALL = 1e-6
DENOMINATORS = (1, 2, 3, 4, 6, 12, 60, 1000)
Vector = list[Fraction]


def refine(
    target: kernel.Poly, candidates: list[Candidate], groups: Sequence[Group], *, strict: bool
) -> Combination | None:
    """Return a combination with further squares: each round adds those that the candidates lack most."""
    large = [group for group in groups if len(group.halves) > 1]
    for _ in large[0].ground.ring.meter.rounds(ROUNDS) if large else ():
        distance, functional = obstacle(target, candidates)
        if distance < SMALL:
            break
        cuts = distinct(cut for group in large for cut in _cuts(group, functional))
        if not cuts:
            return None
        candidates = distinct([*candidates, *cuts])
    return combine(target, candidates, strict=strict)


def _cuts(group: Group, functional: Mapping[kernel.Mono, float]) -> Iterator[Candidate | None]:
    """Yield squares on which the functional is negative, with small fractions where these will do."""
    import numpy as np  # noqa: PLC0415 -- half a second that only inequalities should cost

    size = len(group.halves)
    moments = np.zeros((size, size))
    for i in range(size):
        for j in range(size):
            part = group.product(i, j)
            if part is None or not all(mono in functional for mono in part):
                # A product outside of the program costs as much as it is allowed to.
                moments[i, j] = 1e3 if i == j else 0
                continue
            moments[i, j] = sum(float(coef) * functional[mono] for mono, coef in part.items())
    values, vectors = np.linalg.eigh(moments)
    for value, vector in zip(values, vectors.T, strict=True):
        if value < -SMALL:
            yield group.square(_rounded(vector / max(vector, key=abs), moments))


def _rounded(vector: Sequence[float], moments: object) -> Vector:
    """Return a vector of small fractions for which the quadratic form is still negative."""
    import numpy as np  # noqa: PLC0415 -- as above

    rounded: Vector = []
    for denominator in DENOMINATORS:
        rounded = [Fraction(round(float(x) * denominator), denominator) for x in vector]
        given = np.array([float(x) for x in rounded])
        if given @ moments @ given < -SMALL:
            break
    return rounded
