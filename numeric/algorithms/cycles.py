"""When the weights of a perceptron come back: what that proves, checked with exact numbers.

Weights that come back have been moved by nothing: the examples of the updates in between, each as often as it was
added, sum to zero. Positive margins, added up as often, would not sum to zero; so no weights separate the examples.
The floats of a run may also come back by rounding; then the sum is not zero, and nothing is proved.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from numeric.inputs import Floats


@dataclass(frozen=True, slots=True, eq=False)
class Cycle:
    """Weights that came back after `period` passes; `counts` says how often each example was added in between."""

    period: int
    counts: NDArray[np.intp]
    proves_not_separable: bool


def returning(reflected: Floats, counts: NDArray[np.intp], *, period: int) -> Cycle:
    """Return the cycle of these updates, and whether it proves that no weights separate the examples.

    >>> opposite = np.array([[1.0], [-1.0]])
    >>> returning(opposite, np.array([1, 1]), period=1).proves_not_separable
    True
    >>> returning(opposite, np.array([2, 1]), period=1).proves_not_separable
    False
    """
    return Cycle(period, counts, sums_to_zero(reflected, counts))


def sums_to_zero(rows: Floats, counts: NDArray[np.intp]) -> bool:
    """Return whether some row is taken, and the rows, each as often as it is counted, sum exactly to zero.

    >>> sums_to_zero(np.array([[0.1], [0.2], [-0.3]]), np.array([1, 1, 1]))
    False
    """
    taken = np.flatnonzero(counts)
    return bool(len(taken)) and not any(_exact_sum(column, counts[taken]) for column in rows[taken].T)


def _exact_sum(column: Floats, counts: NDArray[np.intp]) -> Fraction:
    pairs = zip(column.tolist(), counts.tolist(), strict=True)
    return sum((count * Fraction(entry) for entry, count in pairs), Fraction(0))
