"""Products of matrices and what is built on them, as NumPy's functions of traced arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify.trace import linear, matrices, reductions, shapes
from numeric.verify.trace.blocks import Block, elementwise
from numeric.verify.trace.handles import array_of, block_of, trace_of
from numeric.verify.trace.session import Trace


def _flat(value: Any, trace: Trace) -> Block:
    block = block_of(trace, value)
    return shapes.reshaped(trace, block, shapes.wanted_axes(trace, block, (-1,)))


def _total(value: Any, axis: Any, *, keepdims: Any) -> Any:
    trace = trace_of(value)
    return array_of(reductions.total(trace, block_of(trace, value), axis, keepdims=keepdims))


def matmul(a: Any, b: Any) -> Any:
    """Return the matrix product, of stacks too."""
    trace = trace_of(a, b)
    one, other = block_of(trace, a), block_of(trace, b)
    if not one.axes or not other.axes:
        raise trace.end("@", "a matrix product of a number")
    left, right = _stacked(one, other)
    stack = max(left[:-2], right[:-2], key=len)
    output = stack + ("x" if len(one.axes) > 1 else "") + ("z" if len(other.axes) > 1 else "")
    return array_of(linear.contract(trace, [(one, left), (other, right)], output))


def _stacked(one: Block, other: Block) -> tuple[str, str]:
    letters = "abcdefgh"
    left = letters[len(letters) - max(len(one.axes) - 2, 0) :] + ("xy" if len(one.axes) > 1 else "y")
    right = letters[len(letters) - max(len(other.axes) - 2, 0) :] + ("yz" if len(other.axes) > 1 else "y")
    return left, right


def dot(a: Any, b: Any, out: Any = None) -> Any:
    """Return the sum of products over the last axis of one and the last but one of the other."""
    trace = trace_of(a, b)
    one, other = block_of(trace, a), block_of(trace, b)
    if out is not None:
        out[...] = dot(a, b)
        return out
    if not one.axes or not other.axes:
        return array_of(elementwise(trace, lambda x, y: x * y, one, other))
    left = "abcd"[: len(one.axes) - 1] + "y"
    right = "efgh"[: len(other.axes) - 2] + "yz" if len(other.axes) > 1 else "y"
    return array_of(linear.contract(trace, [(one, left), (other, right)], (left + right).replace("y", "")))


def _inner(a: Any, b: Any) -> Any:
    trace = trace_of(a, b)
    one, other = block_of(trace, a), block_of(trace, b)
    left, right = "abcd"[: len(one.axes) - 1] + "y", "efgh"[: len(other.axes) - 1] + "y"
    return array_of(linear.contract(trace, [(one, left), (other, right)], (left + right).replace("y", "")))


def _vdot(a: Any, b: Any) -> Any:
    return _inner(array_of(_flat(a, trace_of(a, b))), array_of(_flat(b, trace_of(a, b))))


def _outer(a: Any, b: Any, out: Any = None) -> Any:
    trace = trace_of(a, b)
    if out is not None:
        raise trace.end("outer", "the option `out` is not traced")
    return array_of(linear.contract(trace, [(_flat(a, trace), "x"), (_flat(b, trace), "y")], "xy"))


def _einsum(pattern: Any, *operands: Any, **_: Any) -> Any:
    trace = trace_of(*operands)
    if not isinstance(pattern, str) or "." in pattern:
        raise trace.end(f"einsum({pattern!r})", "only patterns of letters are traced")
    left, arrow, right = pattern.replace(" ", "").partition("->")
    names = left.split(",")
    if not arrow:
        right = "".join(sorted(x for x in set(left) - {","} if left.count(x) == 1))
    return array_of(
        linear.contract(trace, list(zip([block_of(trace, o) for o in operands], names, strict=True)), right)
    )


def _tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    trace = trace_of(a, b)
    one, other = block_of(trace, a), block_of(trace, b)
    rank, width = len(one.axes), len(other.axes)
    first, second = (range(rank - axes, rank), range(axes)) if isinstance(axes, int) else axes
    first, second = ([first] if isinstance(first, int) else first), ([second] if isinstance(second, int) else second)
    left, right = list("abcdefgh"[:rank]), list("mnopqrst"[:width])
    for x, y in zip(first, second, strict=True):
        right[y % width] = left[x % rank]
    joined = "".join(x for x in (*left, *right) if (left + right).count(x) == 1)
    return array_of(linear.contract(trace, [(one, "".join(left)), (other, "".join(right))], joined))


def trace_sum(a: Any, *_: Any, **__: Any) -> Any:
    """Return the sum of a matrix' diagonal."""
    return _einsum("ii->", a)


def diagonal(a: Any, *_: Any, **__: Any) -> Any:
    """Return a matrix' diagonal."""
    return _einsum("ii->i", a)


def _diagonal(a: Any, k: int = 0) -> Any:
    trace = trace_of(a)
    block = block_of(trace, a)
    rank = len(block.axes)
    if k != 0 or rank > 2:  # noqa: PLR2004 -- a matrix
        raise trace.end("diag", "only the main diagonal is traced")
    if rank == 2:  # noqa: PLR2004 -- the number says what it is
        return _einsum("ii->i", a)
    eye = shapes.identity(trace, block.axes[-1])
    return array_of(linear.contract(trace, [(eye, "xy"), (block, "y")], "xy"))


def _inverse(a: Any) -> Any:
    return array_of(matrices.inverse(trace_of(a), block_of(trace_of(a), a)))


def _solve(a: Any, b: Any) -> Any:
    trace = trace_of(a, b)
    return array_of(matrices.solve(trace, block_of(trace, a), block_of(trace, b)))


def _log_determinant(a: Any) -> Any:
    return tuple(array_of(part) for part in matrices.log_determinant(trace_of(a), block_of(trace_of(a), a)))


def _determinant(a: Any) -> Any:
    return np.exp(_log_determinant(a)[1])


def _norm(x: Any, ord: Any = None, axis: Any = None, *, keepdims: Any = False) -> Any:  # noqa: A002 -- NumPy's name
    if ord not in {None, 2, 1, "fro"} or (ord == 2 and axis is None and x.ndim > 1):  # noqa: PLR2004 -- the number says what it is
        raise x.trace.end(f"norm(ord={ord})", "only the norms of sums of squares or magnitudes are traced")
    if ord == 1:
        return _total(np.abs(x), axis, keepdims=keepdims)
    return np.sqrt(_total(np.square(x), axis, keepdims=keepdims))


def _chain(arrays: Any) -> Any:
    result = arrays[0]
    for array in arrays[1:]:
        result = dot(result, array)
    return result


PRODUCTS: dict[Any, Callable[..., Any]] = {
    np.dot: dot,
    np.vdot: _vdot,
    np.inner: _inner,
    np.outer: _outer,
    np.einsum: _einsum,
    np.tensordot: _tensordot,
    np.trace: trace_sum,
    np.diag: _diagonal,
    np.diagonal: diagonal,
    np.linalg.norm: _norm,
    np.linalg.multi_dot: _chain,
    np.linalg.inv: _inverse,
    np.linalg.solve: _solve,
    np.linalg.slogdet: _log_determinant,
    np.linalg.det: _determinant,
}
