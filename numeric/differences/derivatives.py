"""The derivative along a direction, the gradient, the Jacobian and the Hessian, each as an estimate with its error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any, Literal

import numpy as np

from numeric.differences.complex_step import complex_step
from numeric.differences.estimate import Estimate, NotScalarError, Reals
from numeric.differences.ladder import CENTRAL_RULE, FORWARD_RULE, MIXED_RULE, RICHARDSON_RULE, Rule, climb
from numeric.differences.spot import Function, Spot, units
from numeric.errors import WrongShapeError
from numeric.inputs import one_of

Method = Literal["forward", "central", "richardson", "complex"]
METHODS: tuple[Method, ...] = ("forward", "central", "richardson", "complex")
RULES: dict[Method, Rule] = {
    "forward": FORWARD_RULE,
    "central": CENTRAL_RULE,
    "richardson": RICHARDSON_RULE,
    "complex": RICHARDSON_RULE,
}
TOGETHER = 1 << 14
"""How many numbers the directions of one step may hold together."""


def along(
    f: Function,
    x: Any,
    direction: Any,
    *,
    method: Method = "richardson",
    stacked: bool = False,
    noise: Any = None,
) -> Estimate:
    """Return the derivative of f at x along a direction, with a bound on its error; f may have arrays as values.

    No coordinate is moved by more than about its own size. `noise` is the rounding error of f near x, where it is
    known already, as from `noise_of`. With `stacked`, f takes many points at once, along a first axis. Raises
    `WrongShapeError` where the direction is not shaped like x, and `NotAnalyticError` for a complex step of a
    function that takes no complex numbers.

    >>> found = along(np.prod, np.array([2.0, 3.0]), np.array([1.0, -1.0]))
    >>> round(float(found.value), 9), bool(found.error < 1e-9)
    (1.0, True)
    """
    spot = Spot.of(f, x, stacked=stacked)
    way = np.asarray(direction, dtype=spot.x.dtype)
    if way.shape != spot.x.shape:
        reason = f"the point has shape {spot.x.shape}"
        raise WrongShapeError(f"shape {way.shape}", place="direction", reason=reason, way_out="shape it like the point")
    speed = float(np.max(np.abs(way) / units(spot.x), initial=0.0))
    scale = 2.0 ** -np.ceil(np.log2(speed)) if speed > 0 else 1.0
    moved = (way * scale).astype(spot.x.dtype)
    level = spot.noise(moved) if noise is None else np.asarray(noise, dtype=np.float64)
    found = _first(spot, moved[None], level, method)
    return _mapped(found, lambda entries: entries[0] / scale, unit=scale)


def gradient(f: Function, x: Any, *, method: Method = "richardson", stacked: bool = False) -> Estimate:
    """Return the gradient at x of a function whose value is one number, in the shape of x.

    Raises `NotScalarError` where the value is an array, and `NotAnalyticError` as `along` does.

    >>> gradient(lambda x: x[0] ** 2 * x[1], np.array([3.0, 1e8])).value.round(3)
    array([6.e+08, 9.e+00])
    """
    return _jacobian(_scalar(Spot.of(f, x, stacked=stacked), "gradient"), method)


def jacobian(f: Function, x: Any, *, method: Method = "richardson", stacked: bool = False) -> Estimate:
    """Return the derivatives of all entries of f by all entries of x; the axes of f come first.

    >>> jacobian(lambda x: np.array([x[0] * x[1], x[0]]), np.array([2.0, 5.0])).value.round(9)
    array([[5., 2.],
           [1., 0.]])
    """
    return _jacobian(Spot.of(f, x, stacked=stacked), method)


def hessian(f: Function, x: Any, *, stacked: bool = False) -> Estimate:
    """Return the second derivatives at x of a function whose value is one number, from its values alone.

    Where the gradient is at hand, its `jacobian` is more precise. Raises `NotScalarError` where the value is an array.

    >>> hessian(lambda x: x[0] ** 3 * x[1], np.array([1.0, 2.0])).value.round(6)
    array([[12.,  3.],
           [ 3.,  0.]])
    """
    spot = _scalar(Spot.of(f, x, stacked=stacked), "Hessian")
    size, scale = spot.x.size, units(spot.x).ravel()
    rows, columns = np.triu_indices(size)
    basis = np.diag(scale).reshape(size, *spot.x.shape)
    noise = spot.noise()
    parts = [
        climb(spot, basis[rows[part]], basis[columns[part]], noise, rule=MIXED_RULE) for part in _parts(len(rows), size)
    ]
    found = _joined(parts)

    def _spread(entries: Any) -> Any:
        square = np.zeros((size, size), dtype=entries.dtype)
        square[rows, columns] = square[columns, rows] = entries
        return square.reshape(spot.x.shape * 2)

    area = np.multiply.outer(scale, scale).reshape(spot.x.shape * 2)
    return _mapped(found, lambda entries: _spread(entries) / area, unit=area)


def _jacobian(spot: Spot, method: Method) -> Estimate:
    size, scale = spot.x.size, units(spot.x).ravel()
    noise = spot.noise()
    parts: list[Estimate] = []
    for part in _parts(size, size):
        basis = np.zeros((len(part), size), dtype=spot.x.dtype)
        basis[np.arange(len(part)), part] = scale[part]
        parts.append(_first(spot, basis.reshape(len(part), *spot.x.shape), noise, method))

    def _shaped(entries: Any) -> Any:
        last = np.moveaxis(entries, 0, -1) / scale
        return last.reshape((*spot.middle.shape, *spot.x.shape))

    return _mapped(_joined(parts), _shaped, unit=scale.reshape(spot.x.shape))


def _first(spot: Spot, directions: Reals, noise: Reals, method: Method) -> Estimate:
    _ = one_of(method, "method", METHODS)
    found = climb(spot, directions, directions, noise, rule=RULES[method])
    return complex_step(spot, directions, found) if method == "complex" else found


def _scalar(spot: Spot, wanted: str) -> Spot:
    if spot.middle.ndim:
        reason = f"a {wanted} is of a function whose value is one number"
        way_out = "use jacobian, or sum the entries"
        raise NotScalarError(f"shape {spot.middle.shape}", place="the value of f", reason=reason, way_out=way_out)
    return spot


def _parts(number: int, size: int) -> Sequence[np.ndarray]:
    """Return the places 0..number-1 in parts, each of which holds not too many points of this size."""
    together = max(1, TOGETHER // max(size, 1))
    return [np.arange(start, min(start + together, number)) for start in range(0, max(number, 1), together)]


def _mapped(found: Estimate, change: Callable[[Any], Any], *, unit: Any) -> Estimate:
    """Return an estimate whose arrays are all shaped and scaled in the same way, from units to coordinates."""
    arrays = {name: np.asarray(change(getattr(found, name))) for name in ("value", "error", "left", "right", "slope")}
    kink = np.asarray(change(found.kink.astype(np.float64))) != 0
    return replace(found, kink=kink, unit=np.broadcast_to(np.asarray(unit), kink.shape), **arrays)


def _joined(parts: Sequence[Estimate]) -> Estimate:
    if len(parts) == 1:
        return parts[0]
    names = [each.name for each in fields(Estimate) if each.name not in {"eps", "method", "evaluations"}]
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return replace(parts[-1], **joined)
