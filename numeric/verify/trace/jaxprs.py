"""JAX functions: the jaxpr at symbolic sizes is carried out on traced arrays, with custom rules and jitted parts."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from derive.errors import DeriveError
from numeric.verify import frameworks, tree
from numeric.verify.trace import torchgraphs
from numeric.verify.trace.handles import array_of, block_of, note_precision, trace_of
from numeric.verify.trace.jaxindexing import INDEXING, Columns
from numeric.verify.trace.jaxinfinite import Unbounded, beyond
from numeric.verify.trace.jaxprimitives import PRIMITIVES
from numeric.verify.trace.jaxsizes import Sizes, names_of, watched
from numeric.verify.trace.traced import TracedArray

Functions = tuple[Callable[..., Any] | None, Callable[..., Any], tuple[Any, ...]]
CALLS = {
    "jit": "jaxpr",
    "pjit": "jaxpr",
    "closed_call": "call_jaxpr",
    "core_call": "call_jaxpr",
    "custom_jvp_call": "call_jaxpr",
    "custom_vjp_call": "call_jaxpr",
    "custom_vjp_call_jaxpr": "fun_jaxpr",
    "remat": "jaxpr",
    "remat2": "jaxpr",
    "checkpoint": "jaxpr",
}
"""Primitives that call another jaxpr once, and the parameter that holds it."""

ARRAYS = (np.ndarray, np.floating, float)
MOST_PASSES = 8
LOOKING_UP = {"get", "setdefault", "pop", "index", "count", "hash", "set", "frozenset", "dict", "Counter", "fromkeys"}
"""Names of what can look up a size in a container."""


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
    alone = grad is loss and loss is not None and not _gives_both(loss, arguments)
    slope = frameworks.autodiff(kind, loss) if alone and loss is not None else grad
    values = {name: frameworks.plain(leaf) for name, leaf in found.items()}
    kept = tuple(np.asarray(value).dtype for value in values.values())
    plain = tree.rebuild(arguments, values, "x")
    return None if loss is None else partial(caller, loss, kept), partial(caller, slope, kept), plain


def _gives_both(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Return whether a function gives a value and a gradient of its first argument."""
    try:
        result = function(*arguments)
    except Exception:  # noqa: BLE001 -- what it raises is seen again, and told, where it is traced
        return False
    if not isinstance(result, tuple) or len(result) != 2 or np.ndim(result[0]):  # noqa: PLR2004 -- value and gradient
        return False
    return tree.leaves(result[1], "x").keys() == tree.leaves(arguments[0], "x").keys()


def _call(function: Callable[..., Any], kinds: tuple[Any, ...], *arguments: Any) -> Any:
    """Return what a JAX function computes: of numbers by itself, of traced arrays through its jaxpr."""
    jax: Any = sys.modules["jax"]
    leaves, structure = jax.tree_util.tree_flatten(arguments, is_leaf=lambda leaf: isinstance(leaf, TracedArray))
    if not any(isinstance(leaf, TracedArray) for leaf in leaves):
        arrays = [jax.numpy.asarray(a, k) if isinstance(a, ARRAYS) else a for a, k in zip(leaves, kinds, strict=True)]
        return function(*jax.tree_util.tree_unflatten(structure, arrays))
    trace = trace_of(*(leaf for leaf in leaves if isinstance(leaf, TracedArray)))
    sizes = Sizes.of(trace, may_look_up=bool(names_of(function) & LOOKING_UP))
    examples = [_example(jax, sizes, leaf, kind) for leaf, kind in zip(leaves, kinds, strict=True)]
    with watched(sizes):
        closed, made = _jaxpr(
            jax, sizes, lambda *flat: function(*jax.tree_util.tree_unflatten(structure, flat)), examples
        )
        results = _carry_out(sizes, closed.jaxpr, closed.consts, leaves, [True] * len(closed.jaxpr.outvars))
    return jax.tree_util.tree_unflatten(jax.tree_util.tree_structure(made), results)


def _jaxpr(jax: Any, sizes: Sizes, function: Callable[..., Any], examples: list[Any]) -> Any:
    """Return the jaxpr and the form of what it returns; a refusal of JAX may teach that two sizes are equal."""
    try:
        made = jax.make_jaxpr(function, return_shape=True)(*examples)
    except DeriveError:
        raise
    except Exception:
        sizes.learn()
        raise
    sizes.note()
    return made


def _example(jax: Any, sizes: Sizes, leaf: Any, kind: Any) -> Any:
    """Return the shape and the kind of numbers of a leaf."""
    if not isinstance(leaf, TracedArray):
        return sizes.extent(((leaf.expr,),)) if hasattr(leaf, "expr") else leaf
    note_precision(sizes.trace, kind)
    return jax.ShapeDtypeStruct(tuple(sizes.extent(axis) for axis in leaf.block.axes), kind)


def _live(jaxpr: Any, wanted: list[bool]) -> tuple[list[Any], list[bool]]:
    """Return the equations that the wanted results need, and which arguments: the rest may be beyond a trace."""
    live = {id(v) for v, want in zip(jaxpr.outvars, wanted, strict=True) if want}
    kept: list[Any] = []
    for equation in reversed(jaxpr.eqns):
        outputs = [id(v) in live for v in equation.outvars]
        if any(outputs):
            kept.append(equation)
            inner = _inner(equation)
            needed = [True] * len(equation.invars) if inner is None else _live(inner[0], outputs)[1]
            live.update(id(v) for v, need in zip(equation.invars, needed, strict=True) if need)
    return kept[::-1], [id(v) in live for v in jaxpr.invars]


def _inner(equation: Any) -> tuple[Any, Any] | None:
    """Return the jaxpr that an equation calls, with its constants, or None where it calls none."""
    if equation.primitive.name not in CALLS:
        return None
    inner = equation.params[CALLS[equation.primitive.name]]
    return getattr(inner, "jaxpr", inner), getattr(inner, "consts", ())


def _carry_out(sizes: Sizes, jaxpr: Any, constants: Any, arguments: list[Any], wanted: list[bool]) -> list[Any]:
    """Return the wanted results of a jaxpr, equation by equation; None for the others."""
    known: dict[int, Any] = {id(v): c for v, c in zip(jaxpr.constvars, constants, strict=True)}
    known |= {id(v): a for v, a in zip(jaxpr.invars, arguments, strict=True)}

    def value(variable: Any) -> Any:
        """Return what a variable stands for."""
        given = variable.val if hasattr(variable, "val") else known.get(id(variable))
        return given if isinstance(given, TracedArray | Columns | Unbounded | None) else _constant(sizes, given)

    equations, _ = _live(jaxpr, wanted)
    used = {id(v) for e in equations for v in e.invars} | {
        id(v) for v, w in zip(jaxpr.outvars, wanted, strict=True) if w
    }
    for equation in equations:
        inputs = [value(variable) for variable in equation.invars]
        inner = _inner(equation)
        wishes = [id(v) in used for v in equation.outvars]
        results = _equation(sizes, equation, inputs) if inner is None else _carry_out(sizes, *inner, inputs, wishes)
        known |= {id(v): r for v, r in zip(equation.outvars, results, strict=True)}
    return [_whole(value(variable)) if want else None for variable, want in zip(jaxpr.outvars, wanted, strict=True)]


def _constant(sizes: Sizes, given: Any) -> Any:
    if np.ndim(given) == 0 and isinstance(given, float | np.floating | np.ndarray) and not np.isfinite(given):
        return Unbounded(float(given), sizes.trace)
    expr = getattr(sizes.visible(given), "expr", None)
    return array_of(block_of(sizes.trace, np.asarray(given) if expr is None else expr))


def _whole(value: Any) -> Any:
    return value.array() if isinstance(value, Columns) else value


def _equation(sizes: Sizes, equation: Any, inputs: list[Any]) -> list[Any]:
    name = equation.primitive.name
    params = {key: sizes.visible(value) for key, value in equation.params.items()}
    params |= {"trace": sizes.trace, "given": [getattr(v.aval, "dtype", None) for v in equation.invars]}
    if name == "scan":
        return _scanned(sizes, params, inputs)
    if name in INDEXING:
        return [INDEXING[name](params, *inputs)]
    if any(isinstance(each, Unbounded) for each in inputs):
        return [beyond(name, params, inputs)]
    if name not in PRIMITIVES:
        raise sizes.trace.end(name, "this JAX primitive is not traced")
    result = PRIMITIVES[name](params, *(_whole(each) for each in inputs))
    return result if isinstance(result, list) else [result]


def _scanned(sizes: Sizes, params: Any, inputs: list[Any]) -> list[Any]:
    """Return what a loop gives whose number of passes is known, pass by pass."""
    length, body = params["length"], params["jaxpr"]
    if not isinstance(length, int) or length > MOST_PASSES:
        raise sizes.trace.end("scan", "a loop over a symbolic size")
    fixed, carried = params["num_consts"], params["num_consts"] + params["num_carry"]
    constants, state, rows = inputs[:fixed], inputs[fixed:carried], inputs[carried:]
    outputs: list[list[Any]] = []
    for at in range(length):
        place = length - 1 - at if params["reverse"] else at
        given = [*constants, *state, *(row[place] for row in rows)]
        results = _carry_out(sizes, body.jaxpr, body.consts, given, [True] * len(body.jaxpr.outvars))
        state = results[: len(state)]
        outputs.append(results[len(state) :])
    ordered = outputs[::-1] if params["reverse"] else outputs
    return [*state, *(np.stack(parts) for parts in zip(*ordered, strict=True))]
