"""What every algorithm does first: reads its arguments, or refuses them by an error that says where and why.

Numbers come back as float64 arrays that are finite, of the wanted number of axes, and not empty; labels as codes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.errors import (
    EmptyDataError,
    NotFiniteError,
    NotNumbersError,
    OneClassError,
    SettingError,
    WrongLabelsError,
    WrongShapeError,
)

Floats = NDArray[np.float64]
Rng = np.random.Generator | int | None
"""What may be given as `rng`: a generator, a seed, or None for a fresh one."""

NUMERIC_KINDS = "biuf"
LARGEST = 1e150
"""Squares of larger numbers, summed, would leave double precision."""


def matrix(value: Any, *, place: str = "X", columns: int | None = None) -> Floats:
    """Return a finite matrix with a row an example. Raises a `DataError` for anything else.

    `columns` is the number of features that a model was fitted to.

    >>> matrix([[1, 2], [3, 4]]).dtype
    dtype('float64')
    """
    array = _finite(_numbers(value, place), place)
    if array.ndim != 2:  # noqa: PLR2004 -- a matrix has two axes
        raise _wrong_axes(array, place, wanted=2)
    if 0 in array.shape:
        missing = "example" if array.shape[0] == 0 else "feature"
        raise EmptyDataError(
            _shape(array), place=place, reason=f"there is no {missing}", way_out="give at least one row and one column"
        )
    if columns is not None and array.shape[1] != columns:
        reason = f"the model knows {columns} features, and this has {array.shape[1]}"
        raise WrongShapeError(_shape(array), place=place, reason=reason, way_out=f"give {columns} columns")
    return array


def vector(value: Any, *, place: str = "y", length: int | None = None) -> Floats:
    """Return a finite vector, of that length if one is given. Raises a `DataError` for anything else.

    >>> vector([1, 2, 3], length=3)
    array([1., 2., 3.])
    """
    array = _finite(_numbers(value, place), place)
    _check_length(array, place, length)
    return array


def examples(X: Any, y: Any) -> tuple[Floats, Floats]:
    """Return the matrix of examples and their numeric targets, as many as there are rows.

    >>> examples([[1], [2]], [3, 4])[1]
    array([3., 4.])
    """
    rows = matrix(X)
    return rows, vector(y, length=len(rows))


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """Labels as codes 0..K-1 of the sorted `classes`: `classes[codes]` is what was given."""

    classes: NDArray[Any]
    codes: NDArray[np.intp]

    @property
    def one_hot(self) -> Floats:
        """Return a row for each example with a 1 in the column of its class."""
        hot = np.zeros((len(self.codes), len(self.classes)))
        hot[np.arange(len(hot)), self.codes] = 1.0
        return hot

    @property
    def signs(self) -> Floats:
        """Return -1 for the first of two classes and +1 for the second."""
        return np.where(self.codes == 1, 1.0, -1.0)


def labels(value: Any, *, length: int, place: str = "y") -> Labels:
    """Return the labels of two or more classes: numbers, text or booleans. Raises a `DataError` for anything else.

    >>> labels(["no", "yes", "no"], length=3).codes
    array([0, 1, 0])
    """
    array = _array(value, place)
    _check_length(array, place, length)
    if array.dtype.kind == "f":
        _ = _finite(array, place)
    elif array.dtype.kind not in "biuUS":
        raise WrongLabelsError(
            _first(array), place=place, reason="this is no label", way_out="give whole numbers, text or booleans"
        )
    classes, codes = np.unique(array, return_inverse=True)
    if len(classes) == 1:
        reason = "all examples are of this one class"
        raise OneClassError(_said(classes[0]), place=place, reason=reason, way_out="give examples of two classes")
    return Labels(classes, codes.astype(np.intp))


def binary_labels(value: Any, *, length: int, place: str = "y") -> Labels:
    """Return the labels of exactly two classes; the larger one is the positive class, as in scikit-learn.

    >>> binary_labels([-1, 1, 1], length=3).signs
    array([-1.,  1.,  1.])
    """
    read = labels(value, length=length, place=place)
    if len(read.classes) != 2:  # noqa: PLR2004 -- it is about two classes
        reason = f"these are {len(read.classes)} classes, and the algorithm tells two apart"
        way_out = "use softmax regression, or one-vs-rest or one-vs-one around this algorithm"
        raise WrongLabelsError(_listed(read.classes), place=place, reason=reason, way_out=way_out)
    return read


def coded(value: Any, codes: tuple[int, ...], *, length: int, place: str = "y") -> Floats:
    """Return labels that must be among these numbers, such as (-1, 1) or (0, 1); one class alone may occur.

    >>> coded([1, -1], (-1, 1), length=2)
    array([ 1., -1.])
    """
    array = vector(value, place=place, length=length)
    strange = ~np.isin(array, codes)
    if strange.any():
        at = int(np.argmax(strange))
        wanted = " or ".join(str(code) for code in codes)
        raise WrongLabelsError(
            f"{array[at]:g}", place=f"{place}[{at}]", reason=f"a label is {wanted}", way_out="recode the labels"
        )
    return array


def positive(value: Any, place: str) -> float:
    """Return a setting that must be a finite number above zero. Raises `SettingError` for any other.

    >>> positive(1, "C")
    1.0
    """
    return _setting(value, place, wanted="a finite number above 0", holds=lambda number: number > 0)


def nonnegative(value: Any, place: str) -> float:
    """Return a setting that must be a finite number, not below zero. Raises `SettingError` for any other.

    >>> nonnegative(0, "penalty")
    0.0
    """
    return _setting(value, place, wanted="a finite number that is not negative", holds=lambda number: number >= 0)


def whole(value: Any, place: str, *, least: int = 1) -> int:
    """Return a setting that must be a whole number, at least `least`. Raises `SettingError` for any other.

    >>> whole(100, "max_iter")
    100
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise SettingError(
            repr(value), place=place, reason=f"this is a whole number, at least {least}", way_out="give such a number"
        )
    return int(value)


def one_of(value: Any, place: str, choices: tuple[str, ...]) -> str:
    """Return a setting that must be one of some words. Raises `SettingError` with the words for any other.

    >>> one_of("newton", "solver", ("newton", "ascent"))
    'newton'
    """
    if not isinstance(value, str) or value not in choices:
        words = ", ".join(repr(choice) for choice in choices)
        raise SettingError(repr(value), place=place, reason="there is no such choice", way_out=f"give one of {words}")
    return value


def start(value: Any, shape: tuple[int, ...], *, place: str = "start") -> Floats:
    """Return a copy of the weights to start from, or zeros for None. Raises a `DataError` for another shape.

    >>> start(None, (2,))
    array([0., 0.])
    """
    if value is None:
        return np.zeros(shape)
    array = _finite(_numbers(value, place), place)
    if array.shape != shape:
        wanted = " x ".join(str(axis) for axis in shape)
        raise WrongShapeError(
            _shape(array), place=place, reason=f"the weights have the shape {wanted}", way_out="give one for each"
        )
    return array.copy()


def generator(rng: Rng) -> np.random.Generator:
    """Return the generator itself, one with that seed, or a fresh one. Raises `SettingError` for anything else.

    >>> int(generator(7).integers(10)) == int(generator(7).integers(10))
    True
    """
    given: Any = rng
    if isinstance(given, np.random.Generator) or given is None:
        return np.random.default_rng(given)
    if isinstance(given, bool) or not isinstance(given, Integral) or int(given) < 0:
        reason = "this is no source of randomness"
        raise SettingError(
            repr(given), place="rng", reason=reason, way_out="give a Generator, a seed from 0 on, or None"
        )
    return np.random.default_rng(int(given))


def _array(value: Any, place: str) -> NDArray[Any]:
    """Return anything array-like as an array; ragged lists, sparse matrices and masked entries are refused."""
    if np.ma.is_masked(value):
        reason = "some entries are masked, and nothing is known about them"
        raise NotNumbersError(_kind(value), place=place, reason=reason, way_out="leave these examples out")
    if hasattr(value, "toarray"):
        reason = "sparse matrices are not known here"
        raise NotNumbersError(_kind(value), place=place, reason=reason, way_out="give value.toarray()")
    try:
        return np.asarray(value)
    except ValueError:
        reason = "its rows are not all of one length"
        raise WrongShapeError(_kind(value), place=place, reason=reason, way_out="give rows of one length") from None


def _numbers(value: Any, place: str) -> Floats:
    array = _array(value, place)
    if array.dtype.kind == "O":
        _check_objects(array, place)
    elif array.dtype.kind not in NUMERIC_KINDS:
        kind = "complex numbers" if array.dtype.kind == "c" else "no numbers"
        raise NotNumbersError(
            _first(array), place=place, reason=f"these are {kind}", way_out="give real numbers, such as floats"
        )
    return array.astype(np.float64, copy=False)


def _check_objects(array: NDArray[Any], place: str) -> None:
    """Accept exact numbers, such as fractions; name the first entry that is something else."""
    for at, entry in np.ndenumerate(array):
        if not isinstance(entry, Real):
            where = f"{place}[{', '.join(str(n) for n in at)}]" if at else place
            raise NotNumbersError(_said(entry), place=where, reason="this is no real number", way_out="give numbers")


def _finite(array: NDArray[Any], place: str) -> NDArray[Any]:
    """Return the array, or say which entry is NaN, infinite, or too large to be squared."""
    if array.size == 0 or -LARGEST <= array.min() <= array.max() <= LARGEST:
        return array
    at = tuple(int(n) for n in np.argwhere(~(np.abs(array) <= LARGEST))[0])
    where = f"{place}[{', '.join(str(n) for n in at)}]" if at else place
    value = "NaN" if math.isnan(array[at]) else f"{array[at]:g}"
    if math.isfinite(array[at]):
        reason = "its square is too large for double precision"
        raise NotFiniteError(value, place=where, reason=reason, way_out="give the data in other units")
    raise NotFiniteError(
        value, place=where, reason="this is no finite number", way_out="leave the example out, or fill the entry in"
    )


def _check_length(array: NDArray[Any], place: str, length: int | None) -> None:
    if array.ndim != 1:
        raise _wrong_axes(array, place, wanted=1)
    if length is not None and len(array) != length:
        reason = f"it has {len(array)} entries, and X has {length} rows"
        raise WrongShapeError(_shape(array), place=place, reason=reason, way_out=f"give {length} entries")
    if len(array) == 0:
        raise EmptyDataError(_shape(array), place=place, reason="there is no entry", way_out="give at least one")


def _wrong_axes(array: NDArray[Any], place: str, *, wanted: int) -> WrongShapeError:
    name, other = ("matrix", "X[:, None] or X[None, :]") if wanted > 1 else ("vector", "y.ravel()")
    reason = f"a {name} is wanted, and this has {array.ndim} axes"
    return WrongShapeError(_shape(array), place=place, reason=reason, way_out=f"give {other}, or the like")


def _setting(value: Any, place: str, *, wanted: str, holds: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value) or not holds(value):
        raise SettingError(repr(value), place=place, reason=f"this is {wanted}", way_out="give such a number")
    return float(value)


def _shape(array: NDArray[Any]) -> str:
    return f"shape {tuple(array.shape)}"


def _first(array: NDArray[Any]) -> str:
    return _said(array.flat[0]) if array.size else f"dtype {array.dtype}"


def _said(value: Any) -> str:
    return str(value.item()) if isinstance(value, np.generic) else repr(value)


def _kind(value: Any) -> str:
    return type(value).__name__


def _listed(classes: NDArray[Any]) -> str:
    shown = [_said(one) for one in classes[:5]]
    return ", ".join(shown + (["..."] if len(classes) > len(shown) else []))
