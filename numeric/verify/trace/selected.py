"""The entries of an array where a mask is true: how many there are is not known, but their sum is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from sympy import Integer

from numeric.verify.trace import blocks, elementwise, indexing, linear, reductions
from numeric.verify.trace.blocks import UNIT, Block
from numeric.verify.trace.handles import array_of, block_of
from numeric.verify.trace.session import Trace


class Selected:
    """Stands for `array[mask]`: functions of entries, sums, means and counts are known, and all else ends the trace."""

    __slots__ = ("mask", "trace", "values")

    def __init__(self, values: Block, mask: Block) -> None:
        """Keep all values, the mask's axes first, and where they count."""
        self.trace: Trace = values.trace
        self.values = values
        self.mask = mask

    @property
    def ndim(self) -> int:
        """Return the number of axes: the mask's are one."""
        return len(self.values.axes) - len(self.mask.axes) + 1

    @property
    def shape(self) -> tuple[Any, ...]:
        """Return the number of entries that count, and the other lengths."""
        return (self.count(), *array_of(self.values).shape[len(self.mask.axes) :])

    @property
    def size(self) -> Any:
        """Return the number of entries."""
        result = self.count()
        for extent in self.shape[1:]:
            result = result * extent
        return result

    def count(self) -> Any:
        """Return how many places count."""
        return array_of(reductions.total(self.trace, self.mask))

    def sum(self, axis: Any = None, **options: Any) -> Any:
        """Return the sum of all entries, or along the first axis."""
        self._refuse(options or axis not in {None, 0}, "sum")
        return array_of(self.kept()).sum(axis=None if axis is None else tuple(range(len(self.mask.axes))))

    def mean(self, axis: Any = None, **options: Any) -> Any:
        """Return the mean of all entries, or along the first axis."""
        return self.sum(axis, **options) / (self.size if axis is None else self.count())

    def kept(self) -> Block:
        """Return all values, with zeros where the mask is false."""
        return indexing.where(self.trace, self.wide_mask(), self.values, blocks.constant(self.trace, Integer(0)))

    def wide_mask(self) -> Block:
        """Return the mask with an axis of length 1 for each further one of the values."""
        more = len(self.values.axes) - len(self.mask.axes)
        cells = {(*at, *(0,) * more): indexing.wider(cell, more) for at, cell in self.mask.cells.items()}
        return Block(self.trace, (*self.mask.axes, *(UNIT,) * more), cells, boolean=True)

    def _refuse(self, condition: object, what: str) -> None:
        if condition:
            raise self.trace.end(f"[mask].{what}", "the shape of the result depends on values")

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Answer universal functions of entries, with numbers or with entries under the same mask."""
        function = elementwise.known(ufunc)
        self._refuse(method != "__call__" or options or function is None or not self._fits(inputs), ufunc.__name__)
        given = [each.values if isinstance(each, Selected) else block_of(self.trace, each) for each in inputs]
        return Selected(function(self.trace, *given), self.mask) if function is not None else None

    def _fits(self, inputs: Any) -> bool:
        rank = len(self.values.axes)
        return all(
            _one_mask(each, self) and len(each.values.axes) == rank
            if isinstance(each, Selected)
            else np.ndim(each) == 0
            for each in inputs
        )

    def __array_function__(self, function: Any, _types: Any, args: Any, kwargs: Any) -> Any:
        """Answer sums and means."""
        self._refuse(function not in FUNCTIONS or args[0] is not self, getattr(function, "__name__", "function"))
        return FUNCTIONS[function](*args, **kwargs)

    @property
    def T(self) -> Turned:
        """Return the transpose, for a product with entries under the same mask."""
        self._refuse(self.ndim > 2, "T")  # noqa: PLR2004 -- a matrix
        return Turned(self)

    def __matmul__(self, other: Any) -> Any:
        """Return the product: of rows with a matrix, or of two columns the sum of products."""
        if isinstance(other, Selected):
            self._refuse(self.ndim > 1, "@")
            return Turned(self) @ other
        return Selected(block_of(self.trace, array_of(self.values) @ other), self.mask)

    def __len__(self) -> NoReturn:
        """Refuse: Python wants a number here."""
        raise self.trace.end("len", "the shape of the result depends on values")


@dataclass(frozen=True, slots=True)
class Turned:
    """The transpose of a selection: the places that count come last."""

    plain: Selected

    @property
    def T(self) -> Selected:
        """Return the selection itself."""
        return self.plain

    def __matmul__(self, other: Any) -> Any:
        """Return the sum of products over the places that count."""
        one = self.plain
        if not isinstance(other, Selected) or not _one_mask(one, other):
            raise one.trace.end("[mask].T @", "a product with what is not under the same mask")
        over = "abcdefgh"[: len(one.mask.axes)]
        rests = "xw"[: one.ndim - 1], "zv"[: other.ndim - 1]
        inputs = [(one.kept(), over + rests[0]), (other.values, over + rests[1])]
        return array_of(linear.contract(one.trace, inputs, rests[0] + rests[1]))


def _one_mask(one: Any, other: Selected) -> bool:
    """Return whether two selections are by the same mask."""
    if one.mask is other.mask or one.mask.axes != other.mask.axes:
        return one.mask is other.mask
    return all(
        cell.at(other.mask.cells[at].places) == other.mask.cells[at].entry for at, cell in one.mask.cells.items()
    )


FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.sum: Selected.sum,
    np.mean: Selected.mean,
    np.size: lambda a: a.size,
    np.shape: lambda a: a.shape,
    np.ndim: lambda a: a.ndim,
}


def _operator(ufunc: Any, *, swapped: bool = False) -> Callable[[Any, Any], Any]:
    return lambda self, other: ufunc(other, self) if swapped else ufunc(self, other)


for _name, _ufunc in {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "pow": np.power,
}.items():
    setattr(Selected, f"__{_name}__", _operator(_ufunc))
    setattr(Selected, f"__r{_name}__", _operator(_ufunc, swapped=True))
    setattr(Turned, f"__{_name}__", lambda self, other, ufunc=_ufunc: Turned(ufunc(self.plain, other)))
    setattr(Turned, f"__r{_name}__", lambda self, other, ufunc=_ufunc: Turned(ufunc(other, self.plain)))
for _kind, _negated in ((Selected, np.negative), (Turned, lambda self: Turned(np.negative(self.plain)))):
    setattr(_kind, "__neg__", lambda self, negated=_negated: negated(self))  # noqa: B010 -- beside the others


def select(array: Any, key: Any) -> Selected | None:
    """Return the entries where a mask is true, or None where the key is no mask, with new axes at most."""
    first, *rest = key if isinstance(key, tuple) and key else (key,)
    mask = block_of(array.trace, first) if indexing.is_mask(first) or _is_plain_mask(first) else None
    whole = slice(None)
    if mask is None or len(mask.axes) > array.ndim or any(k is not None and k != whole for k in rest):
        return None
    for one, other in zip(mask.axes, array.block.axes, strict=False):
        blocks.unify(array.trace, one, other)
    values = array[(whole,) * len(mask.axes) + tuple(rest)] if rest else array
    return Selected(values.block, mask)


def _is_plain_mask(key: Any) -> bool:
    return isinstance(key, np.ndarray) and key.dtype.kind == "b"


def put(array: Any, key: Any, value: Selected) -> None:
    """Write entries to where a mask is true: those of the same mask."""
    target = select(array, key)
    if target is None or not _one_mask(target, value) or len(value.values.axes) != array.ndim:
        raise array.trace.end("[mask] =", "entries under another mask")
    array.assign(indexing.where(array.trace, target.wide_mask(), value.values, array.block))
