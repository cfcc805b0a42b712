"""torch functions: the graph of their operations at small shapes is carried out on traced arrays."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify import frameworks
from numeric.verify.trace.handles import array_of, block_of, trace_of
from numeric.verify.trace.session import Trace
from numeric.verify.trace.traced import TracedArray


def call(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a torch function computes: of numbers by itself, of traced arrays through its graph."""
    torch: Any = sys.modules["torch"]
    pytree = torch.utils._pytree  # noqa: SLF001 -- torch has no public name for it
    leaves, structure = pytree.tree_flatten(arguments)
    if not any(isinstance(leaf, TracedArray) for leaf in leaves):
        tensors = [torch.tensor(leaf) if isinstance(leaf, np.ndarray | np.floating) else leaf for leaf in leaves]
        return pytree.tree_map(frameworks.plain, function(*pytree.tree_unflatten(tensors, structure)))
    trace = trace_of(*(leaf for leaf in leaves if isinstance(leaf, TracedArray)))
    examples = [_example(torch, trace, leaf) for leaf in leaves]
    _, made = pytree.tree_flatten(function(*pytree.tree_unflatten(examples, structure)))
    graph = torch.fx.experimental.proxy_tensor.make_fx(
        lambda *flat: pytree.tree_flatten(function(*pytree.tree_unflatten(list(flat), structure)))[0],
        decomposition_table=torch._decomp.core_aten_decompositions(),  # noqa: SLF001 -- the same
    )(*examples)
    return pytree.tree_unflatten(_carry_out(trace, graph, leaves), made)


def _example(torch: Any, trace: Trace, leaf: Any) -> Any:
    """Return zeros of the shape of a leaf. Raises for a symbolic shape: a graph has numbers for sizes."""
    if not isinstance(leaf, TracedArray):
        return leaf
    if not all(isinstance(extent, int) for extent in leaf.shape):
        raise trace.end("torch", "a graph of operations has no symbolic sizes")
    whole = leaf.block.codes is not None
    return torch.zeros(leaf.shape, dtype=torch.int64 if whole else torch.float64)


def _carry_out(trace: Trace, module: Any, arguments: list[Any]) -> list[Any]:
    """Return the results of a graph, node by node."""
    known: dict[Any, Any] = {}
    given = iter(arguments)

    def value(argument: Any) -> Any:
        """Return what an argument of a node stands for."""
        if isinstance(argument, list | tuple):
            return type(argument)(value(part) for part in argument)
        return known[argument] if type(argument).__name__ == "Node" else argument

    for node in module.graph.nodes:
        if node.op == "placeholder":
            known[node] = next(given)
        elif node.op == "get_attr":
            known[node] = array_of(block_of(trace, frameworks.plain(getattr(module, node.target))))
        elif node.op == "output":
            return [_as_traced(trace, part) for part in value(node.args[0])]
        else:
            known[node] = _operation(trace, node.target, value(node.args), dict(node.kwargs))
    raise trace.end("torch", "the graph has no output")


def _as_traced(trace: Trace, part: Any) -> Any:
    return part if isinstance(part, TracedArray) else array_of(block_of(trace, part))


def _operation(trace: Trace, target: Any, inputs: Any, options: dict[str, Any]) -> Any:
    name = str(getattr(target, "__name__", target)).partition(".")[0]
    rule = OPERATIONS.get(name)
    if rule is None:
        raise trace.end(name, "this torch operation is not traced")
    scale = options.pop("alpha", 1)
    if scale != 1:
        inputs = (inputs[0], inputs[1] * scale)
    return rule(*inputs)


def _transposed(a: Any, *_: Any) -> Any:
    return a.T


def _swapped(a: Any, one: int = 0, other: int = 1) -> Any:
    return a.swapaxes(one, other)


def _summed(a: Any, axes: Any = None, keepdims: Any = False, *_: Any) -> Any:  # noqa: FBT002 -- torch gives it by place
    return a.sum(axis=tuple(axes) if axes else None, keepdims=keepdims)


def _averaged(a: Any, axes: Any = None, keepdims: Any = False, *_: Any) -> Any:  # noqa: FBT002 -- the same
    return a.mean(axis=tuple(axes) if axes else None, keepdims=keepdims)


def _largest(a: Any, axes: Any = None, keepdims: Any = False, *_: Any) -> Any:  # noqa: FBT002 -- the same
    return a.max(axis=tuple(axes) if isinstance(axes, list) and axes else axes or None, keepdims=keepdims)


def _expanded(a: Any, shape: Any, *_: Any) -> Any:
    lead = len(shape) - a.ndim
    wanted = tuple(extent if extent != -1 else a.shape[n - lead] for n, extent in enumerate(shape))
    return np.broadcast_to(a, wanted)


def _unsqueezed(a: Any, axis: int) -> Any:
    return np.expand_dims(a, axis)


def _filled(value: int) -> Callable[..., Any]:
    return lambda a, *_: np.full_like(a, value)


def _chosen(condition: Any, yes: Any, no: Any) -> Any:
    return np.where(condition, yes, no)


def _same(a: Any, *_: Any) -> Any:
    return a


OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "rsub": lambda a, b: b - a,
    "mul": operator.mul,
    "div": operator.truediv,
    "neg": operator.neg,
    "pow": operator.pow,
    "mm": operator.matmul,
    "mv": operator.matmul,
    "bmm": operator.matmul,
    "dot": operator.matmul,
    "addmm": lambda c, a, b: c + a @ b,
    "addmv": lambda c, a, b: c + a @ b,
    "exp": np.exp,
    "log": np.log,
    "log1p": np.log1p,
    "expm1": np.expm1,
    "tanh": np.tanh,
    "sin": np.sin,
    "cos": np.cos,
    "sqrt": np.sqrt,
    "rsqrt": lambda a: 1 / np.sqrt(a),
    "reciprocal": lambda a: 1 / a,
    "sigmoid": lambda a: 1 / (1 + np.exp(-a)),
    "relu": lambda a: np.maximum(a, 0),
    "abs": np.abs,
    "sign": np.sign,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "gt": np.greater,
    "lt": np.less,
    "ge": np.greater_equal,
    "le": np.less_equal,
    "eq": np.equal,
    "ne": np.not_equal,
    "logical_and": np.logical_and,
    "logical_or": np.logical_or,
    "logical_not": np.logical_not,
    "bitwise_and": np.logical_and,
    "bitwise_or": np.logical_or,
    "bitwise_not": np.logical_not,
    "where": _chosen,
    "sum": _summed,
    "mean": _averaged,
    "amax": _largest,
    "t": _transposed,
    "transpose": _swapped,
    "permute": lambda a, order: a.transpose(tuple(order)),
    "view": lambda a, shape: a.reshape(tuple(shape)),
    "_unsafe_view": lambda a, shape: a.reshape(tuple(shape)),
    "reshape": lambda a, shape: a.reshape(tuple(shape)),
    "expand": _expanded,
    "unsqueeze": _unsqueezed,
    "squeeze": lambda a, axis=None, *_: np.squeeze(a, tuple(axis) if isinstance(axis, list) else axis),
    "select": lambda a, axis, at: a[tuple(at if n == axis % a.ndim else slice(None) for n in range(a.ndim))],
    "cat": lambda parts, axis=0: np.concatenate(parts, axis),
    "scalar_tensor": _same,
    "full_like": lambda a, value, *_: np.full_like(a, value),
    "ones_like": _filled(1),
    "zeros_like": _filled(0),
    "detach": _same,
    "clone": _same,
    "alias": _same,
    "_to_copy": _same,
    "lift_fresh_copy": _same,
    "getitem": operator.getitem,
}
"""What an operation of torch is in NumPy's functions."""
