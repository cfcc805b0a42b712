"""torch functions: the graph of their operations at symbolic sizes is carried out on traced arrays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify import frameworks
from numeric.verify.trace.handles import array_of, block_of, note_precision, trace_of
from numeric.verify.trace.lengths import Length
from numeric.verify.trace.session import Trace
from numeric.verify.trace.torchoperations import MUTATING, OPERATIONS, WHOLE
from numeric.verify.trace.torchsizes import Sizes, part
from numeric.verify.trace.traced import TracedArray


def call(function: Callable[..., Any], kinds: tuple[Any, ...], *arguments: Any) -> Any:
    """Return what a torch function computes: of numbers by itself, of traced arrays through its graph."""
    torch: Any = sys.modules["torch"]
    pytree = part("utils._pytree")
    leaves, structure = pytree.tree_flatten(arguments)
    if not any(isinstance(leaf, TracedArray) for leaf in leaves):
        tensors = [_tensor(torch, leaf, kind) for leaf, kind in zip(leaves, kinds, strict=True)]
        return pytree.tree_map(frameworks.plain, function(*pytree.tree_unflatten(tensors, structure)))
    trace = trace_of(*(leaf for leaf in leaves if isinstance(leaf, TracedArray)))
    sizes = Sizes.of(trace)
    made: list[Any] = []

    def flat(*given: Any) -> Any:
        """Call the function with its leaves, and keep the form of what it returns."""
        results, form = pytree.tree_flatten(function(*pytree.tree_unflatten(list(given), structure)))
        made.append(form)
        return results

    graph = _graph(torch, sizes, flat, list(zip(leaves, kinds, strict=True)))
    return pytree.tree_unflatten(_carry_out(trace, graph, leaves), made[-1])


def _tensor(torch: Any, leaf: Any, kind: Any) -> Any:
    """Return an array as a tensor of the kind that was given first."""
    return torch.tensor(np.asarray(leaf, kind)) if isinstance(leaf, np.ndarray | np.floating) else leaf


def _graph(torch: Any, sizes: Sizes, flat: Callable[..., Any], given: list[tuple[Any, Any]]) -> Any:
    """Return the graph of a function; what torch takes for granted about sizes is settled first."""
    table = {op: rule for op, rule in part("_decomp").core_aten_decompositions().items() if _name(op) not in WHOLE}
    mode = part("_subclasses.fake_tensor").FakeTensorMode(shape_env=sizes.environment, allow_non_fake_inputs=True)
    with mode:
        examples = [_example(torch, sizes, leaf, kind) for leaf, kind in given]
    with mode, part("_dispatch.python").enable_python_dispatcher():
        module = part("fx.experimental.proxy_tensor").make_fx(flat, decomposition_table=table)(*examples)
    sizes.settle()
    module.graph.eliminate_dead_code()
    return module


def _example(torch: Any, sizes: Sizes, leaf: Any, kind: Any) -> Any:
    """Return a tensor without numbers of the shape of a leaf."""
    if isinstance(leaf, Length):
        return sizes.letters[str(leaf.expr)]
    if not isinstance(leaf, TracedArray):
        return leaf
    note_precision(sizes.trace, kind)
    shape = [sizes.extent(axis) for axis in leaf.block.axes]
    return torch.empty(shape, dtype=getattr(torch, str(kind)))


def _name(operation: Any) -> str:
    return str(getattr(operation, "__name__", operation)).partition(".")[0]


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
            options = {key: value(part) for key, part in node.kwargs.items()}
            known[node] = _operation(trace, node.target, value(node.args), options)
    raise trace.end("torch", "the graph has no output")


def _as_traced(trace: Trace, part: Any) -> Any:
    return part if isinstance(part, TracedArray) else array_of(block_of(trace, part))


def _operation(trace: Trace, target: Any, inputs: Any, options: dict[str, Any]) -> Any:
    """Return what an operation makes of its arguments; one whose name ends with a bar writes to the first."""
    name = _name(target)
    plain = name.removesuffix("_") if name not in MUTATING else name
    rule = OPERATIONS.get(name) or OPERATIONS.get(plain)
    if name.startswith("_assert"):
        return None
    if rule is None:
        raise trace.end(name, "this torch operation is not traced")
    scale = options.pop("alpha", 1)
    if scale != 1:
        inputs = (inputs[0], inputs[1] * scale)
    used = {key: part for key, part in options.items() if key in USED}
    result = rule(*inputs, **used)
    if name in OPERATIONS or plain == name:
        return result
    target_array = inputs[0]
    target_array[...] = result
    return target_array


USED = {"dtype", "correction", "keepdim", "value", "reduction", "beta", "accumulate", "approximate", "min", "max"}
"""Options that change the value; the others are about memory and devices."""
