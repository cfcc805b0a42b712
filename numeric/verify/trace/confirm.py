"""Before a verdict is given, the real code is run on numbers: what was traced must be what it computes."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import numpy as np

from numeric.verify import tree
from numeric.verify.trace.evaluate import Point, evaluate
from numeric.verify.trace.inputs import Inputs, Leaf
from numeric.verify.trace.run import Written
from numeric.verify.trace.session import Trace

CLOSE = 1e-5
SMALL = 6
"""Up to here a size of the example is kept when numbers are put in."""
FAR = (30.0, 1e3, 1e5)


@dataclass(frozen=True, slots=True)
class Code:
    """The code under test."""

    loss: Callable[..., Any] | None
    grad: Callable[..., Any]
    inputs: Inputs

    def slope(self, arguments: tuple[Any, ...]) -> dict[int, Any] | None:
        """Return the gradient that the code computes, by leaf; None where it fails."""
        try:
            with np.errstate(all="ignore"):
                result = self.grad(*copy.deepcopy(arguments))
        except Exception:  # noqa: BLE001 -- whatever the code under test raises is its own affair
            return None
        expected = tree.leaves(self.inputs.arguments[0], self.inputs.names[0])
        for part in (result, result[1] if isinstance(result, tuple) and len(result) == 2 else result):  # noqa: PLR2004 -- the number says what it is
            given = tree.leaves(part, self.inputs.names[0])
            if given.keys() == expected.keys():
                return {n: np.asarray(value) for n, value in enumerate(given.values())}
        return None

    def value(self, arguments: tuple[Any, ...]) -> float:
        """Return the loss that the code computes; not a number where it fails."""
        if self.loss is None:
            return float("nan")
        try:
            with np.errstate(all="ignore"):
                result = self.loss(*copy.deepcopy(arguments))
            return float(np.asarray(result[0] if isinstance(result, tuple) else result).reshape(()))
        except Exception:  # noqa: BLE001 -- the same
            return float("nan")


def agrees(code: Code, written: Written) -> str:
    """Return why the trace cannot be trusted at the example, or nothing: the code must compute what was traced."""
    rng = np.random.default_rng(0)
    fitting = {leaf.number: replace(leaf, value=resized(written.trace, leaf)) for leaf in code.inputs.leaves}
    values = {number: _moved(leaf, rng) if leaf.is_param else leaf.value for number, leaf in fitting.items()}
    arguments = code.inputs.call(values)
    real = code.slope(arguments)
    if real is None:
        return "the code fails on the example"
    if not _repeats(code, arguments, real):
        return "the code does not return the same twice"
    point = point_at(written, code.inputs, values)
    for leaf in (one for one in fitting.values() if one.is_param):
        got = real[leaf.number]
        if np.shape(got) != np.shape(leaf.value):
            return f"the gradient of {leaf.name} has the shape {np.shape(got)}"
        if got.dtype.kind != "f" or (
            got.dtype.itemsize < np.asarray(leaf.value, float).dtype.itemsize
            and got.dtype.itemsize < np.asarray(leaf.value).dtype.itemsize
        ):
            return f"the gradient of {leaf.name} has less precision than the parameter ({got.dtype})"
        traced = gradient_at(written, leaf, point)
        room = 1e-3 if got.dtype.itemsize < 8 or np.asarray(leaf.value).dtype.itemsize < 8 else CLOSE  # noqa: PLR2004 -- the number says what it is
        if not np.allclose(got, traced, rtol=room, atol=room * max(float(np.abs(traced).max(initial=0)), 1e-300)):
            return f"the gradient of {leaf.name} on the example is not what was traced"
    return ""


def _repeats(code: Code, arguments: tuple[Any, ...], slope: dict[int, Any]) -> bool:
    """Return whether loss and gradient give the same again."""
    again = code.slope(arguments)
    same = again is not None and all(np.array_equal(slope[n], again[n], equal_nan=True) for n in slope)
    values = code.value(arguments), code.value(arguments)
    return same and np.array_equal(values[0], values[1], equal_nan=True)


def overflows(code: Code) -> str:
    """Return where the code's gradient is no number although its loss is one, or nothing.

    Symbols do not see it: `exp(z) / (1 + exp(z))` is the logistic function, and not a number at z = 1000.
    """
    for scale in FAR:
        values = {
            leaf.number: np.asarray(leaf.value) * scale if leaf.is_param and leaf.kind != "fixed" else leaf.value
            for leaf in code.inputs.leaves
        }
        arguments = code.inputs.call(values)
        real = code.slope(arguments)
        finite = real is not None and all(np.isfinite(each).all() for each in real.values())
        if real is not None and not finite and np.isfinite(code.value(arguments)):
            return f"right in exact arithmetic, but it overflows where the parameters are {scale:g} times as large"
    return ""


def _moved(leaf: Leaf, rng: np.random.Generator) -> Any:
    """Return a parameter's example a little moved, off kinks and stationary points; its type stays."""
    if leaf.kind == "fixed":
        return leaf.value
    value = np.asarray(leaf.value)
    by = 0.1 * rng.standard_normal(value.shape)
    return (value * (1 + by) + by * (value == 0)).astype(value.dtype if value.dtype.kind == "f" else float)


def gradient_at(written: Written, leaf: Leaf, point: Point) -> Any:
    """Return the traced gradient of one leaf as an array of numbers."""
    expressions = {at: (cell.places, cell.entry) for (n, at), cell in written.gradient.items() if n == leaf.number}
    return assembled(written, leaf, point, expressions)


def assembled(written: Written, leaf: Leaf, point: Point, cells: dict[Any, Any]) -> Any:
    """Return the numbers of some cells of a leaf, each given as its places and an expression; zeros elsewhere."""
    axes = _axes(written.trace, leaf)
    lengths = [[_extent(segment, point) for segment in axis] for axis in axes]
    result = np.zeros([sum(each) for each in lengths])
    starts = [[0, *accumulate(each)] for each in lengths]
    for at, (places, entry) in cells.items():
        flat = tuple(i for place in places for i in place)
        values = evaluate(entry, point, flat)
        shape = [each[n] for each, n in zip(lengths, at, strict=True)]
        region = tuple(slice(s[n], s[n + 1]) for s, n in zip(starts, at, strict=True))
        result[region] = values.reshape(shape)
    return result


def _axes(trace: Trace, leaf: Leaf) -> list[tuple[tuple[int, ...], ...]]:
    rank = np.ndim(leaf.value) if leaf.kind == "array" else 0
    return [trace.table.segments(trace.table.of_axis[leaf.number, a]) for a in range(rank)]


def _extent(segment: tuple[int, ...], point: Point) -> int:
    result = 1
    for factor in segment:
        result *= point.sizes[point.trace.symbols[factor]]
    return result


def point_at(written: Written, inputs: Inputs, values: dict[int, Any]) -> Point:
    """Return the numbers of all tensors for these leaves."""
    trace, table = written.trace, written.trace.table
    point = Point(trace, sizes_of(trace), {})
    for (number, at), base in written.tensors.bases.items():
        leaf = inputs.leaves[number]
        array = np.asarray(values[number], float)
        axes = _axes(trace, leaf)
        hot = number in table.labels or number in table.fixed_labels
        if hot:
            classes = table.fixed_labels.get(number) or _extent(table.segments(table.labels[number])[0], point)
            array = np.eye(classes)[np.asarray(values[number]).astype(int) % classes]
            last = ((),) * classes if number in table.fixed_labels else table.segments(table.labels[number])
            axes = [*axes, last]
        region: list[Any] = []
        shape: list[int] = []
        for axis, n in zip(axes, at, strict=True):
            lengths = [_extent(segment, point) for segment in axis]
            region.append(slice(sum(lengths[:n]), sum(lengths[: n + 1])))
            shape += [point.sizes[trace.symbols[factor]] for factor in axis[n]]
        point.numbers[base] = array[tuple(region)].reshape(shape)
    return point


def sizes_of(trace: Trace) -> dict[Any, int]:
    """Return sizes like those of the example, but small: the order of the sizes, and which are equal, stays.

    Where two were made equal on this path, the first counts.
    """
    given = {symbol: trace.table.example[number] for number, symbol in trace.symbols.items()}
    large = sorted({extent for extent in given.values() if extent > SMALL})
    return {symbol: extent if extent <= SMALL else SMALL + 1 + large.index(extent) for symbol, extent in given.items()}


def resized(trace: Trace, leaf: Leaf) -> Any:
    """Return the example of a leaf in the sizes of this path: places are repeated or left out."""
    classes = _classes(trace, leaf.number)
    if leaf.kind != "array":
        return leaf.value if classes is None else leaf.value % classes
    sizes = sizes_of(trace)
    array = leaf.value
    for axis, segments in enumerate(_axes(trace, leaf)):
        wanted = sum(int(np.prod([sizes[trace.symbols[f]] for f in segment])) for segment in segments)
        array = np.take(array, np.arange(wanted), axis=axis, mode="wrap")
    return array if classes is None else array % classes


def _classes(trace: Trace, number: int) -> int | None:
    """Return how many classes an input's labels have on this path, if it has labels."""
    if number in trace.table.fixed_labels:
        return trace.table.fixed_labels[number]
    if number not in trace.table.labels:
        return None
    sizes = sizes_of(trace)
    return sum(
        int(np.prod([sizes[trace.symbols[f]] for f in s])) for s in trace.table.segments(trace.table.labels[number])
    )
