"""An estimate of derivatives with a bound on its error, and what it says about derivatives that somebody expects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from derive.errors import AmbiguousTruthError, DeriveError
from numeric.errors import WrongShapeError

Reals = NDArray[np.floating[Any]]
State = Literal["right", "wrong", "cannot tell"]

RESOLUTION = 1 / 4
"""The power of the machine precision that is the default resolution: 1e-4 for float64, 2e-2 for float32."""
GRANTED = 2 / 3
"""The power of the machine precision that is granted to whoever computed what is expected, relative to the largest
entry: 4e-11 for float64. A constant that lost some digits is no wrong derivative."""


class NotScalarError(DeriveError):
    """A gradient was asked of a function whose value is an array."""


class NotAnalyticError(DeriveError):
    """A complex step was asked of a function that takes no complex numbers, or drops their imaginary part."""


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """Derivatives as they were found, entry by entry.

    `error` bounds the error of `value`, from truncation and rounding as they were observed; it is infinite where
    nothing could be found, and `value` is NaN there. `left` and `right` are the derivatives from either side, which
    differ where `kink` is true. `slope` is how steep the function was seen to be around. `unit` is the size of the
    coordinates that an entry is a derivative by: entries by coordinates of different sizes compare in these units.
    `eps` is the precision of the values of the function.
    """

    value: Reals
    error: Reals
    left: Reals
    right: Reals
    kink: NDArray[np.bool_]
    slope: Reals
    unit: Reals
    eps: float
    method: str
    evaluations: int

    @property
    def found(self) -> NDArray[np.bool_]:
        """Return where there is an estimate at all: where the function is finite around the point."""
        return np.isfinite(self.error)


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """What an estimate says about expected derivatives: of all entries the worst, at `where`.

    >>> found = Agreement("wrong", where=(1,), expected=2.0, value=3.0, error=1e-9, reason="it is 3, not 2")
    >>> print(found)
    wrong at [1]: it is 3, not 2
    """

    state: State
    where: tuple[int, ...]
    expected: float
    value: float
    error: float
    reason: str

    def __str__(self) -> str:
        """Return the answer as a sentence."""
        place = f" at [{', '.join(map(str, self.where))}]" if self.where else ""
        return f"{self.state}{place}: {self.reason}"

    def __bool__(self) -> bool:
        """Refuse: there are three answers."""
        way_out = 'compare .state with "right", "wrong" or "cannot tell"'
        raise AmbiguousTruthError(str(self), reason="an agreement is neither true nor false", way_out=way_out)


def agrees(expected: Any, estimate: Estimate, *, resolution: float | None = None) -> Agreement:
    """Return whether expected derivatives are right, wrong, or beyond what the estimate can tell.

    An entry is wrong only if it is farther away than the error of the estimate allows; at a kink, only if it lies
    outside of both one-sided derivatives. It is right only if the estimate is finer than `resolution`, relative to
    the largest entry around; the default is a quarter of the digits of the function. Raises `WrongShapeError` where
    the shapes differ.

    >>> zero, one = np.zeros(1), np.ones(1)
    >>> flat = Estimate(zero, 1e-9 * one, zero, zero, zero > 0, zero, one, 2.0**-52, "central", 2)
    >>> agrees([0.0], flat).state, agrees([1e-8], flat).state
    ('right', 'wrong')
    """
    given = _given(expected, estimate)
    gap, wrong = _outside(given, estimate)
    size = _size(given, estimate)
    allowed = estimate.eps**RESOLUTION if resolution is None else resolution
    rough = ~(estimate.error <= allowed * size)
    told = np.where(wrong, 2, np.where(rough | estimate.kink, 1, 0))
    if not told.size:
        return Agreement("right", (), 0.0, 0.0, 0.0, "there is no entry")
    excess = np.where(wrong, gap - estimate.error, np.nan_to_num(estimate.error, posinf=np.finfo(np.float64).max))
    at = np.unravel_index(np.argmax(np.where(told == told.max(), excess, -1.0)), told.shape)
    where = tuple(int(axis) for axis in at)
    state: State = ("right", "cannot tell", "wrong")[int(told.max())]
    return Agreement(
        state,
        where,
        expected=float(given[where]),
        value=float(estimate.value[where]),
        error=float(estimate.error[where]),
        reason=_reason(state, float(given[where]), estimate, where, float(size[where])),
    )


def _given(expected: Any, estimate: Estimate) -> Reals:
    array: NDArray[Any] = np.asarray(expected)
    if array.shape != estimate.value.shape and array.size == estimate.value.size == 1:
        array = array.reshape(estimate.value.shape)
    if array.shape != estimate.value.shape:
        reason = f"the derivatives have shape {estimate.value.shape}"
        raise WrongShapeError(f"shape {array.shape}", place="expected", reason=reason, way_out="give an entry for each")
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def _outside(given: Reals, estimate: Estimate) -> tuple[Reals, NDArray[np.bool_]]:
    """Return how far each entry is from what is possible, and whether that is beyond the error of the estimate."""
    low = np.where(estimate.kink, np.fmin(estimate.left, estimate.right), estimate.value)
    high = np.where(estimate.kink, np.fmax(estimate.left, estimate.right), estimate.value)
    gap = np.maximum(low - given, given - high)
    precision = max(float(np.finfo(given.dtype).eps), estimate.eps)
    rounding = precision**GRANTED * _largest(given, estimate.unit)
    strange = estimate.found & ~np.isfinite(given)
    return np.where(strange, np.inf, gap), strange | (estimate.found & (gap > estimate.error + rounding))


def _size(given: Reals, estimate: Estimate) -> Reals:
    """Return the largest derivative around, in the unit of each entry; 1 where all is flat, for want of another."""
    sizes = [_largest(one, estimate.unit) for one in (given, estimate.value, estimate.slope)]
    largest = np.maximum.reduce(sizes)
    return np.where(largest > 0, largest, 1.0)


def _largest(derivatives: Reals, unit: Reals) -> Reals:
    """Return the largest of all derivatives, moved to the unit of each."""
    sizes = np.abs(derivatives) * unit
    return np.max(sizes, initial=0.0, where=np.isfinite(sizes)) / unit


def _reason(state: State, given: float, estimate: Estimate, where: tuple[int, ...], size: float) -> str:
    value, error = float(estimate.value[where]), float(estimate.error[where])
    if not np.isfinite(error):
        return "the function has no finite values around"
    if estimate.kink[where]:
        sides = f"{float(estimate.left[where]):.3g} from the left and {float(estimate.right[where]):.3g} from the right"
        return f"there is a kink, with the derivative {sides}"
    if state == "wrong":
        return f"{given:.9g} was expected, and {value:.9g} was found with an error of at most {error:.0e}"
    if state == "cannot tell":
        return f"the estimate is too rough, with an error of {error:.0e} at a size of {size:.0e}"
    return f"within the error of the estimate, at most {error:.0e} at a size of {size:.0e}"
