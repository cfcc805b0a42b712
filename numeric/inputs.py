"""What every algorithm does first: reads its arguments, or refuses them by an error that says where and why.

Numbers come back as float64 arrays that are finite, of the wanted number of axes, and not empty; labels as codes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
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

LARGEST = 1e150
"""Squares of larger numbers, summed, would leave double precision."""


def matrix(value: Any, *, place: str = "X", columns: int | None = None) -> Floats:
    """Return a finite matrix with a row an example, of so many `columns`. Raises a `DataError` for anything else.

    >>> matrix([[1, 2], [3, 4]]).dtype
    dtype('float64')
    """
    array = _numbers(value, place)
    _check_axes(array, place, 2)
    if 0 in array.shape:
        missing, way_out = "example" if array.shape[0] == 0 else "feature", "give at least one row and one column"
        raise EmptyDataError(_shape(array), place=place, reason=f"there is no {missing}", way_out=way_out)
    if columns is not None and array.shape[1] != columns:
        reason = f"the model knows {columns} features, and this has {array.shape[1]}"
        raise WrongShapeError(_shape(array), place=place, reason=reason, way_out=f"give {columns} columns")
    return array


def vector(value: Any, *, place: str = "y", length: int | None = None) -> Floats:
    """Return a finite vector, of that length if one is given. Raises a `DataError` for anything else.

    >>> vector([1, 2, 3], length=3)
    array([1., 2., 3.])
    """
    array = _numbers(value, place)
    _check_length(array, place, length)
    return array


def examples(X: Any, y: Any) -> tuple[Floats, Floats]:
    """Return the matrix of examples and their numeric targets, as many as there are rows."""
    rows = matrix(X)
    return rows, vector(y, length=len(rows))


def augmented(X: Floats, *, intercept: bool) -> Floats:
    """Return the examples with a constant 1 in front, if there is to be an intercept.

    >>> augmented(np.array([[2.0, 3.0]]), intercept=True)
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
    array = _array(value, "y")
    if array.dtype.kind not in "biufUS":
        way_out = "give whole numbers, text or booleans"
        raise WrongLabelsError(str(array.flat[0]), place="y", reason="this is no label", way_out=way_out)
    array = _numbers(value, "y") if array.dtype.kind == "f" else array
    _check_length(array, "y", length)
    classes, codes = np.unique(array, return_inverse=True)
    if len(classes) == 1:
        reason = "all examples are of this one class"
        raise OneClassError(str(classes[0]), place="y", reason=reason, way_out="give examples of two classes")
    return Labels(classes, codes.astype(np.intp))


def binary_labels(value: Any, *, length: int) -> Labels:
    """Return the labels of exactly two classes; the larger one is the positive class."""
    read = labels(value, length=length)
    if len(read.classes) != 2:  # noqa: PLR2004 -- it is about two classes
        reason = f"these are {len(read.classes)} classes, and the algorithm tells two apart"
        way_out = "use softmax regression, or one-vs-rest or one-vs-one around this algorithm"
        raise WrongLabelsError(", ".join(map(str, read.classes[:5])), place="y", reason=reason, way_out=way_out)
    return read


def two_classes(value: Any, *, length: int, positive: Any = None) -> Labels:
    """Return the labels of two classes, negative first; the larger one is positive, unless another is named.

    >>> two_classes(["A", "F", "F"], length=3, positive="A").signs
    array([ 1., -1., -1.])
    """
    read = binary_labels(value, length=length)
    if positive is None or read.classes[1] == positive:
        return read
    if read.classes[0] != positive:
        reason = f"the labels are {read.classes[0]} and {read.classes[1]}"
        raise WrongLabelsError(repr(positive), place="positive", reason=reason, way_out="name one of them")
    return Labels(read.classes[::-1], 1 - read.codes)


def positive(value: Any, place: str) -> float:
    """Return a setting that must be a finite number above zero. Raises `SettingError` for any other.

    >>> positive(1, "C")
    1.0
    """
    return _setting(value, place, "a finite number above 0", lambda number: number > 0)


def nonnegative(value: Any, place: str) -> float:
    """Return a setting that must be a finite number, not below zero. Raises `SettingError` for any other."""
    return _setting(value, place, "a finite number that is not negative", lambda number: number >= 0)


def finite(value: Any, place: str) -> float:
    """Return a setting that may be any finite number. Raises `SettingError` for anything else."""
    return _setting(value, place, "a finite number", lambda _: True)


def _setting(value: Any, place: str, wanted: str, holds: Callable[[Any], bool]) -> float:
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value) or not holds(value):
        raise SettingError(repr(value), place=place, reason=f"this is {wanted}", way_out="give such a number")
    return float(value)


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
        words = ", ".join(repr(choice) for choice in choices)
        raise SettingError(repr(value), place=place, reason="there is no such choice", way_out=f"give one of {words}")
    return value


def start(value: Any, shape: tuple[int, ...], *, place: str = "start") -> Floats:
    """Return a copy of the weights to start from, or zeros for None. Raises a `DataError` for another shape."""
    array = np.zeros(shape) if value is None else _numbers(value, place).copy()
    if array.shape != shape:
        reason = f"the weights have the shape {' x '.join(map(str, shape))}"
        raise WrongShapeError(_shape(array), place=place, reason=reason, way_out="give one for each")
    return array


def generator(rng: Rng) -> np.random.Generator:
    """Return the generator itself, one with that seed, or a fresh one. Raises `SettingError` for anything else."""
    given: Any = rng
    if isinstance(given, np.random.Generator) or given is None:
        return np.random.default_rng(given)
    return np.random.default_rng(whole(given, "rng", least=0))


def _array(value: Any, place: str) -> NDArray[Any]:
    """Return anything array-like as an array; ragged lists, sparse matrices and masked entries are refused."""
    kind = type(value).__name__
    if np.ma.is_masked(value):
        reason = "some entries are masked, and nothing is known about them"
        raise NotNumbersError(kind, place=place, reason=reason, way_out="leave these examples out")
    if hasattr(value, "toarray"):
        reason = "sparse matrices are not known here"
        raise NotNumbersError(kind, place=place, reason=reason, way_out="give value.toarray()")
    try:
        return np.asarray(value)
    except ValueError:
        reason = "its rows are not all of one length"
        raise WrongShapeError(kind, place=place, reason=reason, way_out="give rows of one length") from None


def _numbers(value: Any, place: str) -> Floats:
    """Return an array of real numbers, or name the first entry that is none, is not finite, or too large to square."""
    array = _array(value, place)
    if array.dtype.kind not in "biufO":
        kind, shown = "complex" if array.dtype.kind == "c" else "no", str(array.flat[0]) if array.size else "[]"
        raise NotNumbersError(shown, place=place, reason=f"these are {kind} numbers", way_out="give real numbers")
    for at, entry in np.ndenumerate(array) if array.dtype.kind == "O" else ():
        if not isinstance(entry, Real):
            reason = "this is no real number"
            raise NotNumbersError(repr(entry), place=_entry(place, at), reason=reason, way_out="give numbers")
    found = array.astype(np.float64, copy=False)
    for at in np.argwhere(~(np.abs(found) <= LARGEST))[:1]:
        entry = float(found[tuple(at)])
        shown, where = "NaN" if math.isnan(entry) else f"{entry:g}", _entry(place, tuple(at))
        if math.isfinite(entry):
            reason = "its square is too large for double precision"
            raise NotFiniteError(shown, place=where, reason=reason, way_out="give the data in other units")
        way_out = "leave the example out, or fill the entry in"
        raise NotFiniteError(shown, place=where, reason="this is no finite number", way_out=way_out)
    return found


def _entry(place: str, at: tuple[int, ...]) -> str:
    return f"{place}[{', '.join(map(str, at))}]" if at else place


def _check_axes(array: NDArray[Any], place: str, wanted: int) -> None:
    if array.ndim != wanted:
        name, other = ("matrix", "X[:, None] or X[None, :]") if wanted > 1 else ("vector", "y.ravel()")
        reason = f"a {name} is wanted, and this has {array.ndim} axes"
        raise WrongShapeError(_shape(array), place=place, reason=reason, way_out=f"give {other}, or the like")


def _check_length(array: NDArray[Any], place: str, length: int | None) -> None:
    _check_axes(array, place, 1)
    if length is not None and len(array) != length:
        reason = f"it has {len(array)} entries, and X has {length} rows"
        raise WrongShapeError(_shape(array), place=place, reason=reason, way_out=f"give {length} entries")
    if len(array) == 0:
        raise EmptyDataError(_shape(array), place=place, reason="there is no entry", way_out="give at least one")


def _shape(array: NDArray[Any]) -> str:
    return f"shape {tuple(array.shape)}"
