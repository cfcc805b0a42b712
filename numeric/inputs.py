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
LARGEST = 1e150
"""Squares of larger numbers, summed, would leave double precision."""


def matrix(value: Any, *, columns: int | None = None) -> Floats:
    """Return a finite matrix with a row an example, of so many `columns`. Raises a `DataError` for anything else.

    >>> matrix([[1, 2], [3, 4]]).dtype
    dtype('float64')
    """
    array = _shaped(_numbers(value, "X"), "X", axes=2)
    if columns is not None and array.shape[1] != columns:
        reason = f"the model knows {columns} features, and this has {array.shape[1]}"
        raise WrongShapeError(f"shape {array.shape}", place="X", reason=reason, way_out=f"give {columns} columns")
    return array


def vector(value: Any, *, place: str = "y", length: int | None = None) -> Floats:
    """Return a finite vector, of that length if one is given. Raises a `DataError` for anything else.

    >>> vector([1, 2, 3], length=3)
    array([1., 2., 3.])
    """
    return _shaped(_numbers(value, place), place, axes=1, length=length)


def examples(X: Any, y: Any) -> tuple[Floats, Floats]:
    """Return the matrix of examples and their numeric targets, as many as there are rows."""
    rows = matrix(X)
    return rows, vector(y, length=len(rows))


def augmented(X: Floats, *, intercept: bool = True) -> Floats:
    """Return the examples with a constant 1 in front, if there is to be an intercept.

    >>> augmented(np.array([[2.0, 3.0]]))
    array([[1., 2., 3.]])
    """
    return np.column_stack([np.ones(len(X)), X]) if intercept else X


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """Labels as codes 0..K-1 of the sorted `classes`: `classes[codes]` is what was given."""

    classes: NDArray[Any]
    codes: NDArray[np.intp]

    @property
    def one_hot(self) -> Floats:
        """Return a row for each example with a 1 in the column of its class."""
        return np.eye(len(self.classes))[self.codes]

    @property
    def signs(self) -> Floats:
        """Return -1 for the first of two classes and +1 for the second."""
        return np.where(self.codes == 1, 1.0, -1.0)


def labels(value: Any, *, length: int) -> Labels:
    """Return the labels of two or more classes: numbers, text or booleans. Raises a `DataError` for anything else.

    >>> labels(["no", "yes", "no"], length=3).codes
    array([0, 1, 0])
    """
    classes, codes = np.unique(label_array(value, "y", length=length), return_inverse=True)
    if len(classes) == 1:
        reason = "all examples are of this one class"
        raise OneClassError(str(classes[0]), place="y", reason=reason, way_out="give examples of two classes")
    return Labels(classes, codes.astype(np.intp))


def label_array(value: Any, place: str, *, length: int | None = None) -> NDArray[Any]:
    """Return labels as they were given, in a vector of that length. Raises a `DataError` for what is no label."""
    array = _array(value, place)
    if array.dtype.kind not in "biufUS":
        way_out = "give whole numbers, text or booleans"
        raise WrongLabelsError(str(array.flat[0]), place=place, reason="this is no label", way_out=way_out)
    return _shaped(_numbers(value, place) if array.dtype.kind == "f" else array, place, axes=1, length=length)


def binary_labels(value: Any, *, length: int) -> Labels:
    """Return the labels of exactly two classes; the larger one is the positive class."""
    read = labels(value, length=length)
    if len(read.classes) != 2:  # noqa: PLR2004 -- it is about two classes
        reason = f"these are {len(read.classes)} classes, and the algorithm tells two apart"
        way_out = "use softmax regression, or one-vs-rest or one-vs-one around this algorithm"
        raise WrongLabelsError(", ".join(map(str, read.classes[:5])), place="y", reason=reason, way_out=way_out)
    return read


def positive(value: Any, place: str, *, or_zero: bool = False) -> float:
    """Return a setting that must be a finite number above zero, `or_zero`. Raises `SettingError` for any other.

    >>> positive(1, "C")
    1.0
    """
    number: Any = math.nan if isinstance(value, bool) or not isinstance(value, Real) else value
    if not 0 <= number < math.inf or (number == 0 and not or_zero):
        reason = f"this is a finite number that is {'not negative' if or_zero else 'above 0'}"
        raise SettingError(repr(value), place=place, reason=reason, way_out="give such a number")
    return float(number)


def whole(value: Any, place: str, *, least: int = 1) -> int:
    """Return a setting that must be a whole number, at least `least`. Raises `SettingError` for any other.

    >>> whole(100, "max_iter")
    100
    """
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        reason = f"this is a whole number, at least {least}"
        raise SettingError(repr(value), place=place, reason=reason, way_out="give such a number")
    return int(value)


def one_of(value: Any, place: str, choices: tuple[str, ...]) -> str:
    """Return a setting that must be one of some words. Raises `SettingError` with the words for any other.

    >>> one_of("newton", "solver", ("newton", "ascent"))
    'newton'
    """
    if not isinstance(value, str) or value not in choices:
        way_out = f"give one of {', '.join(map(repr, choices))}"
        raise SettingError(repr(value), place=place, reason="there is no such choice", way_out=way_out)
    return value


def _array(value: Any, place: str) -> NDArray[Any]:
    """Return anything array-like as an array; ragged lists, sparse matrices and masked entries are refused."""
    kind = type(value).__name__
    if np.ma.is_masked(value) or hasattr(value, "toarray"):
        reason = "masked and sparse arrays are not known here"
        raise NotNumbersError(kind, place=place, reason=reason, way_out="give all entries, as value.toarray() does")
    try:
        return np.asarray(value)
    except ValueError:
        reason = "its rows are not all of one length"
        raise WrongShapeError(kind, place=place, reason=reason, way_out="give rows of one length") from None


def _numbers(value: Any, place: str) -> Floats:
    """Return an array of real numbers, or name the first entry that is none, is not finite, or too large to square."""
    array = _array(value, place)
    for at, entry in np.ndenumerate(array if array.dtype.kind not in "biuf" else np.empty(0)):
        if not isinstance(entry, Real):
            shown, where = str(entry), _entry(place, at)
            raise NotNumbersError(shown, place=where, reason="this is no real number", way_out="give numbers")
    found = array.astype(np.float64)
    for at in np.argwhere(~(np.abs(found) <= LARGEST))[:1]:
        entry, where = float(found[tuple(at)]), _entry(place, tuple(at))
        if math.isfinite(entry):
            reason = "its square is too large for double precision"
            raise NotFiniteError(f"{entry:g}", place=where, reason=reason, way_out="give the data in other units")
        shown, way_out = "NaN" if math.isnan(entry) else f"{entry:g}", "leave the example out, or fill the entry in"
        raise NotFiniteError(shown, place=where, reason="this is no finite number", way_out=way_out)
    return found


def _entry(place: str, at: tuple[int, ...]) -> str:
    return f"{place}[{', '.join(map(str, at))}]" if at else place


def _shaped(array: NDArray[Any], place: str, *, axes: int, length: int | None = None) -> NDArray[Any]:
    """Return the array, if it has so many axes, entries along each, and such a length."""
    shown = f"shape {array.shape}"
    if array.ndim != axes:
        name, other = ("matrix", "X[:, None] or X[None, :]") if axes > 1 else ("vector", "y.ravel()")
        reason = f"a {name} is wanted, and this has {array.ndim} axes"
        raise WrongShapeError(shown, place=place, reason=reason, way_out=f"give {other}, or the like")
    if length is not None and len(array) != length:
        reason = f"it has {len(array)} entries, and {length} are wanted"
        raise WrongShapeError(shown, place=place, reason=reason, way_out=f"give {length} entries")
    if 0 in array.shape:
        missing = "example" if len(array) == 0 else "feature"
        raise EmptyDataError(shown, place=place, reason=f"there is no {missing}", way_out="give at least one")
    return array
