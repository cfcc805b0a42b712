"""The functions of `runtime.py` for any library with NumPy's names, without branches and writing in place.

They can be traced and differentiated. The largest entry is not held fixed, as a total near one is differentiated
through the distance of all others to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from derive.lower.runtime import CLOSE, HALF, NEAR_ONE


def helpers(xp: Any) -> dict[str, Callable[..., Any]]:
    """Return the functions by name, made of those of a namespace.

    >>> import numpy
    >>> helpers(numpy)["others"](numpy.array([1.0, 0.5]), axis=0)
    array([0.5, 1. ])
    """
    return {**_totals(xp), **_logarithms(xp), **_indices(xp), "squared_distances": _distances(xp)}


def _totals(xp: Any) -> dict[str, Callable[..., Any]]:
    def peak(x: Any, axis: int) -> Any:
        """Return the largest value along an axis, or 0 where it is infinite or there is none."""
        if not x.shape[axis]:
            return xp.sum(x, axis=axis)
        top = xp.max(x, axis=axis)
        return xp.where(xp.isinf(top), xp.zeros_like(top), top)

    def log_total(e: Any, axis: int) -> Any:
        """Return log of the sum of e, whose largest entry is one."""
        total = xp.sum(e, axis=axis)
        rest = xp.sum(xp.where(e < 1, e, xp.zeros_like(e)), axis=axis)
        near = (total < NEAR_ONE) & (total >= 1)
        return xp.where(near, xp.log1p(rest), xp.log(total))

    def others(e: Any, axis: int) -> Any:
        """Return for each entry the sum of all others."""
        total = xp.expand_dims(xp.sum(e, axis=axis), axis)
        rest = xp.expand_dims(xp.sum(xp.where(e < 1, e, xp.zeros_like(e)), axis=axis), axis)
        return xp.where((total < NEAR_ONE) & (e >= 1), rest, total - e)

    def log_complement(x: Any, axis: int) -> Any:
        """Return log(1 - softmax(x))."""
        e = xp.exp(x)
        total = xp.expand_dims(xp.sum(e, axis=axis), axis)
        share = e / total
        below = xp.where(x < 0, x, xp.full_like(x, -xp.inf))
        top = xp.expand_dims(peak(below, axis), axis)
        rest = top + xp.log(xp.expand_dims(xp.sum(xp.exp(below - top), axis=axis), axis))
        alone = (x >= 0) & (total < NEAR_ONE + HALF)
        left = xp.where(alone, xp.ones_like(e), total - e)
        large = xp.where(alone, rest, xp.log(left)) - xp.log(total)
        small = share < HALF
        return xp.where(small, xp.log1p(-xp.where(small, share, xp.zeros_like(share))), large)

    return {"peak": peak, "log_total": log_total, "others": others, "log_complement": log_complement}


def _logarithms(xp: Any) -> dict[str, Callable[..., Any]]:
    def masked(log: Any) -> Callable[..., Any]:
        """Return the product with a logarithm, 0 where the factor is."""

        def weighted(y: Any, x: Any) -> Any:
            """Return y log x; the logarithm is not taken where y is 0, as its slope would spoil that of the rest."""
            zero = (y == 0) & ~xp.isnan(x)
            safe = xp.where(zero, xp.zeros_like(x) + HALF, x)
            return xp.where(zero, xp.zeros_like(y * safe), y * log(safe))

        return weighted

    def logdet(matrix: Any) -> Any:
        """Return log det, NaN where the determinant is negative."""
        sign, value = xp.linalg.slogdet(matrix)
        return xp.where(sign < 0, xp.full_like(value, xp.nan), value)

    return {"xlogy": masked(xp.log), "xlog1py": masked(xp.log1p), "logdet": logdet}


def _indices(xp: Any) -> dict[str, Callable[..., Any]]:
    def positions(start: int, stop: int, like: Any) -> Any:
        """Return the whole numbers of a range."""
        return xp.arange(start, stop, dtype=like.dtype)

    def coincidence(start: int, stop: int, begin: int, end: int, _like: Any) -> Any:
        """Return where two ranges coincide."""
        return xp.arange(start, stop)[:, None] == xp.arange(begin, end)

    def diagonal(size: int, like: Any) -> Any:
        """Return where a square matrix has its diagonal."""
        return coincidence(0, size, 0, size, like)

    def coincide(start: int, stop: int, begin: int, end: int, like: Any) -> Any:
        """Return one where two ranges coincide, else zero."""
        where = coincidence(start, stop, begin, end, like)
        return xp.where(where, xp.ones_like(where, dtype=like.dtype), xp.zeros_like(where, dtype=like.dtype))

    def eye(size: int, like: Any) -> Any:
        """Return the identity matrix."""
        return coincide(0, size, 0, size, like)

    return {
        "positions": positions,
        "coincidence": coincidence,
        "diagonal": diagonal,
        "coincide": coincide,
        "eye": eye,
    }


def _distances(xp: Any) -> Callable[..., Any]:
    def squared_distances(a: Any, b: Any) -> Any:
        """Return them from the squared lengths; traced programs cannot look for close rows."""
        centre = xp.mean(b, axis=0)
        left, right = a - centre, b - centre
        one, other = xp.sum(left**2, axis=1), xp.sum(right**2, axis=1)
        squares = xp.maximum(one[:, None] + other - 2 * (left @ right.T), xp.zeros_like(one[:, None]))
        return xp.where(squares < CLOSE * CLOSE**6 * one[:, None], xp.zeros_like(squares), squares)

    return squared_distances
