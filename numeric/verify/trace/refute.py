"""Inputs at which the real code is wrong in the way the trace says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Idx, Integer, Symbol

from numeric.verify.trace.confirm import Code, assembled, point_at, resized
from numeric.verify.trace.decide import Comparison
from numeric.verify.trace.errors import UntraceableError
from numeric.verify.trace.inputs import Inputs, Leaf
from numeric.verify.trace.result import Mismatch
from numeric.verify.trace.run import Written

SCALES = (1.0, 0.3, 3.0, 12.0, 50.0, 200.0)


def candidates(inputs: Inputs, written: Written, rng: np.random.Generator) -> Iterator[dict[int, Any]]:
    """Return inputs at which a wrong gradient should show: the example, scaled, redrawn, in the sizes of the path."""
    base = {leaf.number: resized(written.trace, leaf) for leaf in inputs.leaves}
    yield base
    yield {**base, **{n: _nudged(leaf) for n, leaf in enumerate(inputs.leaves) if leaf.kind == "number"}}
    for scale in SCALES:
        drawn = dict(base)
        for leaf in inputs.leaves:
            if leaf.is_param and leaf.kind != "fixed":
                value = np.asarray(base[leaf.number], float)
                spread = scale * (np.abs(value).mean() + 0.1) * rng.standard_normal(value.shape)
                positive = bool((np.asarray(leaf.value) > 0).all())
                drawn[leaf.number] = np.abs(value + spread) + 1e-3 if positive and value.ndim else value + spread
        yield drawn
        yield {**base, **{n: np.asarray(v) * scale for n, v in base.items() if inputs.leaves[n].is_param}}


def _nudged(leaf: Leaf) -> Any:
    """Return a hyper-parameter that is no whole number somewhat larger, and everything else as it is."""
    plain = leaf.kind == "number" and not leaf.is_param and float(leaf.value) % 1
    return float(leaf.value) * 1.7 if plain else leaf.value


def refuting(code: Code, comparison: Comparison) -> Mismatch | None:
    """Return inputs at which the real code is wrong in the way the trace says, or None.

    The loss must agree: its central difference in that coordinate is the derived value, and not what the code returns.
    """
    rng = np.random.default_rng(0)
    for values in candidates(code.inputs, comparison.written, rng):
        arguments = code.inputs.call(values)
        real = code.slope(arguments)
        if real is None:
            continue
        try:
            found = _first_mismatch(code, comparison, values, arguments, real)
        except UntraceableError:
            return None
        if found is not None:
            return found
    return None


def _first_mismatch(
    code: Code, comparison: Comparison, values: dict[int, Any], arguments: tuple[Any, ...], real: dict[int, Any]
) -> Mismatch | None:
    point = point_at(comparison.written, code.inputs, values)
    for number, variable, _, wanted in comparison.differing:
        leaf = code.inputs.leaves[number]
        at = next(a for (n, a), b in comparison.written.tensors.bases.items() if n == number and b == _base(variable))
        cell = comparison.written.gradient[number, at]
        expected = assembled(comparison.written, leaf, point, {at: (cell.places, wanted)})
        inside = assembled(comparison.written, leaf, point, {at: (cell.places, Integer(1))}) > 0
        got = real[number]
        if np.shape(got) != np.shape(expected):
            continue
        gap = np.where(inside, np.abs(got - expected), 0)
        where = np.unravel_index(int(np.argmax(np.nan_to_num(gap))), gap.shape) if gap.ndim else ()
        if _confirmed(code, values, leaf, where, (float(got[where]), float(expected[where]))):
            place = tuple(int(i) for i in where)
            return Mismatch(arguments, leaf.name, place, float(expected[where]), float(got[where]))
    return None


def _base(variable: Any) -> Any:
    return variable if isinstance(variable, Symbol) and not isinstance(variable, Idx) else variable.base


def _confirmed(
    code: Code, values: dict[int, Any], leaf: Leaf, where: tuple[Any, ...], pair: tuple[float, float]
) -> bool:
    """Return whether the loss moves as derived, and not as the code says: `pair` is what it says and what is right."""
    got, expected = pair
    gap = abs(got - expected)
    single = np.asarray(leaf.value).dtype.itemsize < 8  # noqa: PLR2004 -- bytes of a double
    if not np.isfinite(gap) or gap <= (1e-2 if single else 1e-7) * max(abs(expected), abs(got), 1e-12):
        return False
    if code.loss is None:
        return True
    scale = max(abs(float(np.asarray(values[leaf.number], float)[where])), 1e-2)
    slopes = [_central(code, values, leaf, where, scale * step) for step in (1e-2, 1e-3, 1e-4, 1e-5, 1e-6)]
    return any(abs(slope - expected) < 0.05 * gap for slope in slopes)


def _central(code: Code, values: dict[int, Any], leaf: Leaf, where: tuple[Any, ...], step: float) -> float:
    ends: list[float] = []
    for sign in (1, -1):
        moved = np.array(values[leaf.number], np.float64)
        moved[where] += sign * step
        ends.append(code.value(code.inputs.call({**values, leaf.number: moved})))
    return (ends[0] - ends[1]) / (2 * step)
