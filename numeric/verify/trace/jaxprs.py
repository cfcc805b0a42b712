"""JAX functions: the jaxpr at small shapes is carried out on traced arrays, custom rules and jitted parts included."""

from __future__ import annotations

import operator
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from numeric.verify import frameworks, tree
from numeric.verify.trace import blocks, linear, shapes, torchgraphs
from numeric.verify.trace.handles import array_of, block_of, trace_of
from numeric.verify.trace.session import Trace
from numeric.verify.trace.traced import TracedArray

Functions = tuple[Callable[..., Any] | None, Callable[..., Any], tuple[Any, ...]]


def as_numpy(loss: Callable[..., Any] | None, grad: Callable[..., Any], arguments: tuple[Any, ...]) -> Functions:
    """Return functions of NumPy arrays, and the arguments as such; those of NumPy are returned as they are.

    Where one function of JAX or torch stands for both, its gradient is their own, by the custom rules in it.
    """
    found = tree.leaves(arguments, "x")
    kinds = {frameworks.kind(leaf) for leaf in found.values()} - {"numpy"}
    if not kinds:
        return loss, grad, arguments
    (kind,) = kinds
    caller = _call if kind == "jax" else torchgraphs.call
    slope = frameworks.autodiff(kind, loss) if grad is loss and loss is not None else grad
    plain = tree.rebuild(arguments, {name: frameworks.plain(leaf) for name, leaf in found.items()}, "x")
    return None if loss is None else partial(caller, loss), partial(caller, slope), plain


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a JAX function computes: of numbers by itself, of traced arrays through its jaxpr."""
    jax: Any = sys.modules["jax"]
    leaves, structure = jax.tree_util.tree_flatten(arguments, is_leaf=lambda leaf: isinstance(leaf, TracedArray))
    if not any(isinstance(leaf, TracedArray) for leaf in leaves):
        return function(*arguments)
    trace = trace_of(*(leaf for leaf in leaves if isinstance(leaf, TracedArray)))
    examples = [_example(trace, leaf) for leaf in leaves]
    closed, made = jax.make_jaxpr(
        lambda *flat: function(*jax.tree_util.tree_unflatten(structure, flat)), return_shape=True
    )(*examples)
    results = _carry_out(trace, closed.jaxpr, closed.consts, leaves)
    return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(made), results)


def _example(trace: Trace, leaf: Any) -> Any:
    """Return zeros of the shape of a leaf. Raises for a symbolic shape: a jaxpr has numbers for sizes."""
    if not isinstance(leaf, TracedArray):
        return leaf
    if not all(isinstance(extent, int) for extent in leaf.shape):
        raise trace.end("jax", "a jaxpr has no symbolic sizes")
    return np.zeros(
        leaf.shape, int if leaf.block.leaf is not None and trace.table.whole_array(leaf.block.leaf) else float
    )


def _carry_out(trace: Trace, jaxpr: Any, constants: Any, arguments: list[Any]) -> list[Any]:
    """Return the results of a jaxpr, equation by equation."""
    known: dict[int, Any] = {id(v): c for v, c in zip(jaxpr.constvars, constants, strict=True)}
    known |= {id(v): a for v, a in zip(jaxpr.invars, arguments, strict=True)}

    def value(variable: Any) -> Any:
        """Return what a variable stands for."""
        given = variable.val if hasattr(variable, "val") else known[id(variable)]
        return given if isinstance(given, TracedArray) else array_of(block_of(trace, np.asarray(given)))

    for equation in jaxpr.eqns:
        inputs = [value(variable) for variable in equation.invars]
        results = _equation(trace, equation, inputs)
        known |= {id(v): r for v, r in zip(equation.outvars, results, strict=True)}
    return [value(variable) for variable in jaxpr.outvars]


def _equation(trace: Trace, equation: Any, inputs: list[Any]) -> list[Any]:
    name, params = equation.primitive.name, equation.params
    inner = next((params[key] for key in ("jaxpr", "call_jaxpr", "fun_jaxpr") if key in params), None)
    if inner is not None:
        return _carry_out(trace, getattr(inner, "jaxpr", inner), getattr(inner, "consts", ()), inputs)
    rule = PRIMITIVES.get(name)
    if rule is None:
        raise trace.end(name, "this JAX primitive is not traced")
    return [rule(params, *inputs)]


def _plain(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda _params, *inputs: function(*inputs)


def _reduced(method: str) -> Callable[..., Any]:
    return lambda params, a: getattr(a, method)(axis=tuple(params["axes"]))


def _same(_params: Any, a: Any) -> Any:
    return a


def _converted(params: Any, a: Any) -> Any:
    kind = np.dtype(params["new_dtype"]).kind
    return a.astype(params["new_dtype"]) if kind != "f" or a.block.boolean else a


def _broadcast(params: Any, a: Any, *_: Any) -> Any:
    """Return the array with its axes at the named places of a larger shape."""
    trace, at = a.trace, params["broadcast_dimensions"]
    axes = shapes.wanted_axes(trace, None, tuple(params["shape"]))
    block = a.block

    def entry(position: Any, places: Any) -> Any:
        """Return the entry at a position."""
        inner = [(0, ()) if block.axes[n] == blocks.UNIT else (position[k], places[k]) for n, k in enumerate(at)]
        return block.entry(tuple(p for p, _ in inner), tuple(i for _, i in inner))

    return array_of(blocks.build(trace, axes, entry, boolean=block.boolean))


def _dot_general(params: Any, a: Any, b: Any) -> Any:
    (left, right), (batch_left, batch_right) = params["dimension_numbers"]
    one, other = list("abcdefgh"[: a.ndim]), list("mnopqrst"[: b.ndim])
    for x, y in (*zip(left, right, strict=True), *zip(batch_left, batch_right, strict=True)):
        other[y] = one[x]
    batch = [one[x] for x in batch_left]
    summed = {one[x] for x in left}
    output = batch + [c for c in (*one, *other) if c not in summed and c not in batch]
    inputs = [(a.block, "".join(one)), (b.block, "".join(other))]
    return array_of(linear.contract(a.trace, inputs, "".join(output)))


def _selected(_params: Any, which: Any, *cases: Any) -> Any:
    if len(cases) != 2 or not which.block.boolean:  # noqa: PLR2004 -- yes or no
        raise which.trace.end("select_n", "a choice among more than two")
    return np.where(which, cases[1], cases[0])


def _sliced(params: Any, a: Any) -> Any:
    steps = params["strides"] or [1] * a.ndim
    bounds = zip(params["start_indices"], params["limit_indices"], steps, strict=True)
    return a[tuple(slice(*bound) for bound in bounds)]


PRIMITIVES: dict[str, Callable[..., Any]] = {
    "add": _plain(operator.add),
    "add_any": _plain(operator.add),
    "sub": _plain(operator.sub),
    "mul": _plain(operator.mul),
    "div": _plain(operator.truediv),
    "neg": _plain(operator.neg),
    "pow": _plain(operator.pow),
    "max": _plain(np.maximum),
    "min": _plain(np.minimum),
    "exp": _plain(np.exp),
    "log": _plain(np.log),
    "log1p": _plain(np.log1p),
    "expm1": _plain(np.expm1),
    "tanh": _plain(np.tanh),
    "sin": _plain(np.sin),
    "cos": _plain(np.cos),
    "abs": _plain(np.abs),
    "sign": _plain(np.sign),
    "sqrt": _plain(np.sqrt),
    "square": _plain(np.square),
    "rsqrt": _plain(lambda a: 1 / np.sqrt(a)),
    "logistic": _plain(lambda a: 1 / (1 + np.exp(-a))),
    "integer_pow": lambda params, a: a ** params["y"],
    "gt": _plain(np.greater),
    "lt": _plain(np.less),
    "ge": _plain(np.greater_equal),
    "le": _plain(np.less_equal),
    "eq": _plain(np.equal),
    "ne": _plain(np.not_equal),
    "and": _plain(np.logical_and),
    "or": _plain(np.logical_or),
    "not": _plain(np.logical_not),
    "is_finite": _plain(np.isfinite),
    "reduce_sum": _reduced("sum"),
    "reduce_max": _reduced("max"),
    "reduce_min": _reduced("min"),
    "reduce_prod": _reduced("prod"),
    "transpose": lambda params, a: a.transpose(params["permutation"]),
    "reshape": lambda params, a: a.reshape(tuple(params["new_sizes"])),
    "squeeze": lambda params, a: a[tuple(0 if n in params["dimensions"] else slice(None) for n in range(a.ndim))],
    "concatenate": lambda params, *parts: np.concatenate(parts, params["dimension"]),
    "broadcast_in_dim": _broadcast,
    "dot_general": _dot_general,
    "select_n": _selected,
    "slice": _sliced,
    "convert_element_type": _converted,
    "stop_gradient": _same,
    "copy": _same,
    "copy_p": _same,
}
"""What a primitive of JAX is in NumPy's functions."""
