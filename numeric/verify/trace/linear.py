"""Sums of products: contractions of arrays along the axes that the code names."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from numeric.verify.trace import cases
from numeric.verify.trace.blocks import UNIT, Axis, Block, add, build, summed, unify
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.session import Trace


def contract(trace: Trace, inputs: list[tuple[Block, str]], output: str) -> Block:
    """Return the sum of products over all letters that the output does not have, as `einsum` writes it."""
    axes: dict[str, Axis] = {}
    if len(inputs) > 1 and all(block.boolean for block, _ in inputs):
        raise trace.end("product", "truth values are multiplied, which stays a truth value")
    for block, letters in inputs:
        for letter, axis in zip(letters, block.axes, strict=True):
            if axes.get(letter, UNIT) == UNIT:
                axes[letter] = axis
            elif axis != UNIT:
                unify(trace, axes[letter], axis)
    bound = {letter: axis for letter, axis in axes.items() if letter not in output}

    def entry(position: Any, places: Any) -> Entry:
        """Return the entry at a position."""
        at: dict[str, Any] = dict(zip(output, zip(position, places, strict=True), strict=True))
        return _summed(trace, inputs, bound, at, ())

    return build(trace, tuple(axes[letter] for letter in output), entry)


def _summed(
    trace: Trace, inputs: list[tuple[Block, str]], bound: dict[str, Axis], at: dict[str, Any], over: tuple[Any, ...]
) -> Entry:
    """Return the sum over the letters that are left, segment by segment."""
    if not bound:
        product = _product(trace, inputs, at)
        return summed(trace, product, over) if over else product
    (letter, axis), *others = bound.items()
    parts: list[Entry] = []
    for number, segment in enumerate(axis):
        indices = tuple(trace.fresh(factor) for factor in segment)
        parts.append(_summed(trace, inputs, dict(others), {**at, letter: (number, indices)}, (*over, *indices)))
    return add(trace, parts)


def _product(trace: Trace, inputs: list[tuple[Block, str]], at: dict[str, Any]) -> Entry:
    entries: list[Entry] = []
    for block, letters in inputs:
        places = [(0, ()) if axis == UNIT else at[letter] for letter, axis in zip(letters, block.axes, strict=True)]
        entries.append(block.entry(tuple(p for p, _ in places), tuple(i for _, i in places)))
    if len(entries) == 1:
        return entries[0]
    return cases.apply(trace, _times, *entries)


def _times(*leaves: Any) -> Any:
    result: Any = Integer(1)
    for leaf in leaves:
        result *= leaf
    return result
