"""Infinities and what is no number, as JAX guards against them: they take part in comparisons and choices only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from sympy import Integer

from numeric.verify.trace.blocks import broadcast, constant
from numeric.verify.trace.handles import array_of
from numeric.verify.trace.session import Trace
from numeric.verify.trace.shapes import wanted_axes


@dataclass(frozen=True, slots=True)
class Unbounded:
    """Infinity, its negative, or what is no number, in an array of some shape."""

    value: float
    trace: Trace
    axes: tuple[Any, ...] = ()


def beyond(name: str, params: Any, inputs: list[Any]) -> Any:
    """Return what a primitive makes of arrays of which some are not finite. Raises `UntraceableError` for most."""
    trace = params["trace"]
    if name not in RULES:
        raise trace.end(next(i.value for i in inputs if isinstance(i, Unbounded)), "a number that is not finite")
    return RULES[name](params, *inputs)


def _wide(params: Any, a: Unbounded, *_: Any) -> Unbounded:
    return Unbounded(a.value, a.trace, wanted_axes(a.trace, None, tuple(params["shape"])))


def _same(_params: Any, a: Unbounded, *_: Any) -> Unbounded:
    return a


def _negated(_params: Any, a: Unbounded) -> Unbounded:
    return Unbounded(-a.value, a.trace, a.axes)


def _bounded(sign: int) -> Callable[..., Any]:
    """Return the larger one of two, or the smaller one: the finite one, where the other bounds nothing."""

    def apply(params: Any, a: Any, b: Any) -> Any:
        """Return the finite one of two."""
        finite, other = (b, a) if isinstance(a, Unbounded) else (a, b)
        if isinstance(finite, Unbounded) or other.value != -sign * np.inf or other.axes not in ((), finite.block.axes):
            raise params["trace"].end(other.value, "a number that is not finite")
        return finite

    return apply


def _compared(finite_left: Callable[[float], bool]) -> Callable[..., Any]:
    """Return how a real number compares with one that is not finite."""

    def apply(params: Any, a: Any, b: Any) -> Any:
        """Return a truth value that is the same everywhere."""
        if isinstance(a, Unbounded):
            raise params["trace"].end(a.value, "a number that is not finite")
        wide = broadcast(params["trace"], a.block.axes, b.axes)
        return array_of(constant(params["trace"], Integer(int(finite_left(b.value))), wide, boolean=True))

    return apply


def _selected(params: Any, which: Any, no: Any, yes: Any) -> Any:
    """Return the case that is certain."""
    known = {cell.entry for cell in which.block.cells.values()}
    if len(known) != 1 or not known <= {Integer(0), Integer(1)}:
        raise params["trace"].end("select_n", "a number that is not finite, depending on values")
    return yes if known == {Integer(1)} else no


def _finite(_params: Any, a: Unbounded) -> Any:
    return array_of(constant(a.trace, Integer(0), a.axes, boolean=True))


RULES: dict[str, Callable[..., Any]] = {
    "broadcast_in_dim": _wide,
    "convert_element_type": _same,
    "stop_gradient": _same,
    "copy": _same,
    "neg": _negated,
    "max": _bounded(1),
    "min": _bounded(-1),
    "eq": _compared(lambda _: False),
    "ne": _compared(lambda _: True),
    "lt": _compared(lambda value: value == np.inf),
    "le": _compared(lambda value: value == np.inf),
    "gt": _compared(lambda value: value == -np.inf),
    "ge": _compared(lambda value: value == -np.inf),
    "select_n": _selected,
    "is_finite": _finite,
}
"""What a primitive makes of them."""
