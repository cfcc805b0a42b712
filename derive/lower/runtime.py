"""What a generated program calls beside NumPy: functions that stay finite and accurate where the formula overflows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from derive.lower.library import SPECIAL

HALF = 0.5
CLOSE = 0.01
"""Rows nearer than a tenth of their lengths lose too many digits where their squared lengths are subtracted."""
PAIRS = 100_000
NEAR_ONE = 1.5
"""A total below this is one plus a remainder; the remainder is then summed by itself."""


def sigmoid(x: Any) -> Any:
    """Return 1 / (1 + exp(-x)).

    >>> sigmoid(np.array([-1000.0, 0.0, 1000.0]))
    array([0. , 0.5, 1. ])
    """
    with np.errstate(over="ignore"):  # an infinite exponential has the right reciprocal
        value = np.exp(-x)
    value += 1
    return np.reciprocal(value, out=value) if isinstance(value, np.ndarray) else 1 / value


def softplus(x: Any) -> Any:
    """Return log(1 + exp(x)).

    >>> softplus(np.array([-1000.0, 0.0, 1000.0]))
    array([0.00000000e+00, 6.93147181e-01, 1.00000000e+03])
    """
    tail = np.log1p(np.exp(-np.abs(x)))
    return np.maximum(x, 0) + tail


def sigmoid_slope(x: Any) -> Any:
    """Return sigmoid(x) * sigmoid(-x), the derivative of the sigmoid, to full relative accuracy.

    >>> sigmoid_slope(np.array([0.0, 1000.0]))
    array([0.25, 0.  ])
    """
    e = np.exp(-np.abs(x))
    return e / (1 + e) ** 2


def peak(x: Any, axis: int) -> Any:
    """Return the largest value along an axis, or 0 where it is infinite or there is none.

    >>> peak(np.array([[1.0, 3.0], [-np.inf, -np.inf]]), axis=1)
    array([3., 0.])
    """
    top = np.max(x, axis=axis, initial=-np.inf)
    return np.where(np.isinf(top), np.zeros_like(top), top)[()]


def log_total(e: Any, axis: int) -> Any:
    """Return log of the sum of e along an axis, where the largest entry is one, accurate also near zero.

    >>> log_total(np.array([1.0, 1e-30]), axis=0)
    np.float64(1e-30)
    """
    total = np.sum(e, axis=axis)
    near = total < NEAR_ONE
    with np.errstate(divide="ignore"):  # the logarithm of an empty sum
        whole = np.log(total)
    return np.where(near, np.log1p(_remainder(e, axis)), whole)[()] if np.any(near) else whole


def _remainder(e: Any, axis: int) -> Any:
    """Return the sum of what is less than one, the terms next to a single one; minus one where there is none."""
    rest = np.sum(np.where(e < 1, e, 0), axis=axis)
    return np.where(np.any(e >= 1, axis=axis), rest, rest - 1)


def others(e: Any, axis: int) -> Any:
    """Return for each entry the sum of all others along the axis, where the largest entry is one.

    >>> others(np.array([1.0, 1e-30]), axis=0)
    array([1.e-30, 1.e+00])
    """
    total = np.sum(e, axis=axis, keepdims=True)
    rest = total - e
    near = total < NEAR_ONE
    if not np.any(near):
        return rest
    remainder = np.sum(np.where(e < 1, e, 0), axis=axis, keepdims=True)
    return np.where(near & (e >= 1), remainder, rest)


def log_complement(x: Any, axis: int) -> Any:
    """Return log(1 - softmax(x)) along an axis, where the largest entry of x is zero.

    >>> log_complement(np.array([0.0, -1e3]), axis=0)[0]
    np.float64(-1000.0)
    """
    e = np.exp(x)
    total = np.sum(e, axis=axis, keepdims=True)
    small = np.log1p(-np.minimum(e / total, HALF))
    below = np.where(x < 0, x, -np.inf)
    top = np.expand_dims(peak(below, axis), axis)
    with np.errstate(divide="ignore"):  # there may be no other entry
        rest = top + np.log(np.sum(np.exp(below - top), axis=axis, keepdims=True))
        alone = (x >= 0) & (total < NEAR_ONE + HALF)
        large = np.where(alone, rest, np.log(np.maximum(total - e, 0))) - np.log(total)
    return np.where(e / total < HALF, small, large)


def xlogy(y: Any, x: Any) -> Any:
    """Return y log x, and 0 where y is 0.

    >>> xlogy(np.array([0.0, 1.0]), np.array([0.0, 1.0]))
    array([0., 0.])
    """
    return _masked(y, x, np.log)


def xlog1py(y: Any, x: Any) -> Any:
    """Return y log(1 + x), and 0 where y is 0.

    >>> xlog1py(np.array([0.0, 1.0]), np.array([-1.0, 0.0]))
    array([0., 0.])
    """
    return _masked(y, x, np.log1p)


def _masked(y: Any, x: Any, log: Any) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        value = y * log(x)
    return np.where((y == 0) & ~np.isnan(x), np.zeros_like(value), value)[()]


def logdet(matrix: Any) -> Any:
    """Return log det of a matrix, NaN where the determinant is negative.

    >>> logdet(np.array([[2.0, 0.0], [0.0, 0.5]]))
    np.float64(0.0)
    """
    sign, value = np.linalg.slogdet(matrix)
    return np.where(sign < 0, value * np.nan, value)[()]


def squared_distances(a: Any, b: Any) -> Any:
    """Return the squared distance of each row of a to each row of b; those of close rows are computed one by one.

    >>> squared_distances(np.array([[1e8], [1e8 + 1]]), np.array([[1e8]]))
    array([[0.],
           [1.]])
    """
    if not a.size or not b.size:
        return np.zeros((len(a), len(b)), a.dtype)
    centre = np.mean(b, axis=0)
    left, right = a - centre, b - centre
    lengths = np.einsum("nd,nd->n", left, left), np.einsum("nd,nd->n", right, right)
    squares = left @ right.T
    squares *= -2
    squares += lengths[0][:, None]
    squares += lengths[1]
    bound = CLOSE * (lengths[0][:, None] + np.max(lengths[1]))
    rows, columns = np.nonzero(squares <= bound)
    for start in range(0, len(rows), PAIRS):
        i, j = rows[start : start + PAIRS], columns[start : start + PAIRS]
        gaps = a[i] - b[j]
        squares[i, j] = np.einsum("nd,nd->n", gaps, gaps)
    return squares


def eye(size: int, like: Any) -> Any:
    """Return the identity matrix, of the kind of another array.

    >>> eye(2, np.zeros(1, np.float32)).dtype
    dtype('float32')
    """
    return np.eye(size, dtype=like.dtype)


def positions(start: int, stop: int, like: Any) -> Any:
    """Return the whole numbers from start to stop, without the last, of the kind of another array.

    >>> positions(1, 3, np.zeros(1))
    array([1., 2.])
    """
    return np.arange(start, stop, dtype=like.dtype)


def diagonal(size: int, like: Any) -> Any:
    """Return where a square matrix has its diagonal.

    >>> diagonal(1, np.zeros(1))
    array([[ True]])
    """
    return np.eye(size, dtype=bool)


def coincidence(start: int, stop: int, begin: int, end: int, like: Any) -> Any:
    """Return where two ranges of positions coincide.

    >>> coincidence(0, 2, 1, 3, np.zeros(1))
    array([[False, False],
           [ True, False]])
    """
    return np.equal.outer(np.arange(start, stop), np.arange(begin, end))


def coincide(start: int, stop: int, begin: int, end: int, like: Any) -> Any:
    """Return one where two ranges of positions coincide, else zero.

    >>> coincide(0, 1, 0, 1, np.zeros(1))
    array([[1.]])
    """
    return coincidence(start, stop, begin, end, like).astype(like.dtype)


def heaviside(x: Any, middle: Any = 0.5) -> Any:
    """Return 0 for negative and 1 for positive numbers.

    >>> heaviside(np.array([-2.0, 0.0, 3.0]))
    array([0. , 0.5, 1. ])
    """
    return np.heaviside(x, middle)


def polygamma(order: Any, x: Any) -> Any:
    """Return a derivative of the digamma function: of order 1 the trigamma function.

    >>> round(polygamma(1, 1.0), 4)
    np.float64(1.6449)
    """
    return _special("polygamma")(order, x)[()]


def __getattr__(name: str) -> Any:
    """Return a function of SciPy by the name that programs have for it.

    >>> __getattr__("gamma_function")(3.0)
    np.float64(2.0)
    """
    if name not in SPECIAL:
        raise AttributeError(name)
    return _special(SPECIAL[name])


def _special(name: str) -> Callable[..., Any]:
    def apply(*given: Any) -> Any:
        """Return what the function makes of these arguments."""
        from scipy import special  # noqa: PLC0415 -- slow to import, and few formulas need it

        return getattr(special, name)(*given)

    return apply
