"""Values for generated inputs: of the kind that each array has, in the style that is asked for."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric.verify.point import Array, Leaves, Point, is_array
from numeric.verify.roles import Layout, Role

STYLES = ("normal", "whole numbers", "zeros", "ties", "large", "huge", "scales", "tiny", "equal labels", "hyper")
LARGE, HUGE, TINY = 30.0, 1000.0, 1e-6
MOST_STRETCHED = 10.0
"""Small parameters are stretched so much more, so that an exponential of a score overflows where it can."""
ORDERS, SINGLE_ORDERS = 8.0, 3.0
WHOLE = {"positive": (1, 4), "real": (-2, 3)}


@dataclass(frozen=True, slots=True)
class Maker:
    """Makes points of one layout, like an example: `make` returns one at given sizes and of a style."""

    layout: Layout
    example: Point

    def make(self, sizes: tuple[int, ...], style: str, tag: str, rng: np.random.Generator) -> Point:
        """Return a point; what has no known kind is taken over from the example."""
        drawn = {name: self._leaf(name, role, sizes, style, rng) for name, role in self.layout.roles.items()}
        params = {name: drawn[name] for name in self.example.params}
        data = {name: drawn[name] for name in self.example.data}
        if style == "scales":
            self._rescale(params, data, sizes)
        if style == "ties":
            data = {name: self._tied(name, leaf) for name, leaf in data.items()}
        made = {n: _cast(leaf, self.layout.roles[n]) for n, leaf in {**data, **params}.items()}
        return Point({n: made[n] for n in params}, {n: made[n] for n in data}, self.example.form, tag)

    def _leaf(self, name: str, role: Role, sizes: tuple[int, ...], style: str, rng: np.random.Generator) -> Any:
        given = self.example.params[name] if name in self.example.params else self.example.data[name]
        if role.kind == "fixed":
            return copy.copy(given)
        if not is_array(given) and name not in self.example.params:
            return _scalar(given, role, sizes, style)
        shape = self.layout.shape(name, sizes) if is_array(given) else ()
        is_param = name in self.example.params
        if is_param:
            return _param(np.asarray(given, float), role, shape, style, rng)
        drawn = DRAWS[role.kind](_Draw(np.asarray(given), role, shape, sizes, rng))
        restyled = _restyled(drawn, role, style, rng)
        return np.triu(restyled) + np.triu(restyled, 1).T if role.mirrored else restyled

    def _rescale(self, params: Leaves, data: Leaves, sizes: tuple[int, ...]) -> None:
        """Stretch every axis of the parameters over many orders of magnitude, and the data against it."""
        roles = self.layout.roles
        own = {axis for name in params for axis in roles[name].axes if axis >= 0 and axis != self.layout.batch}
        shared = {a for name in data for a in roles[name].axes if a in own and roles[name].kind in {"real", "positive"}}
        orders = ORDERS if self.example.dtype == np.float64 else SINGLE_ORDERS
        same = any(roles[name].kind == "positive" and roles[name].axes for name in params)
        for axis in shared:
            stretch = 10.0 ** (np.linspace(-orders, orders, sizes[axis]) if sizes[axis] > 1 else np.array([4.0]))
            for held, factor in ((params, stretch), (data, stretch if same else 1 / stretch)):
                for name, leaf in held.items():
                    for place, of in enumerate(roles[name].axes):
                        if of == axis and roles[name].kind in {"real", "positive"}:
                            shape = [-1 if n == place else 1 for n in range(np.ndim(leaf))]
                            held[name] = held[name] * factor.reshape(shape)

    def _tied(self, name: str, leaf: Any) -> Any:
        axes = self.layout.roles[name].axes
        if self.layout.batch in axes and is_array(leaf):
            place = axes.index(self.layout.batch)
            return np.take(leaf, np.arange(leaf.shape[place]) // 2, axis=place)
        return leaf


@dataclass(frozen=True, slots=True)
class _Draw:
    given: Array
    role: Role
    shape: tuple[int, ...]
    sizes: tuple[int, ...]
    rng: np.random.Generator


def _real(d: _Draw) -> Array:
    return float(d.given.mean()) + max(float(d.given.std()), 1e-3 * _size(d.given), 1e-300) * d.rng.standard_normal(
        d.shape
    )


def _positive(d: _Draw) -> Array:
    return np.exp(
        np.mean(np.log(d.given)) + np.clip(np.std(np.log(d.given)), 0.1, 3.0) * d.rng.standard_normal(d.shape)
    )


def _labels(d: _Draw) -> Array:
    values = np.arange(d.sizes[d.role.of_axis]) if d.role.of_axis is not None else np.array(d.role.values)
    drawn = d.rng.choice(values, d.shape)
    flat = drawn.reshape(-1)
    count = min(len(flat), len(values))
    flat[:count] = values[:count] if len(flat) > 1 else d.rng.choice(values, 1)
    return flat.reshape(d.shape)


def _one_hot(d: _Draw) -> Array:
    shape = _turned(d)
    return np.moveaxis(np.eye(shape[-1])[d.rng.integers(0, shape[-1], shape[:-1])], -1, d.role.along)


def _simplex(d: _Draw) -> Array:
    shape = _turned(d)
    return np.moveaxis(d.rng.dirichlet(np.ones(shape[-1]), shape[:-1]), -1, d.role.along)


def _turned(d: _Draw) -> tuple[int, ...]:
    """Return the shape with the axis last that is one-hot, or adds up to 1."""
    return d.shape if d.role.along == -1 else (*d.shape[1:], d.shape[0])


def _symmetric(d: _Draw) -> Array:
    """Return a symmetric matrix that is nonnegative, hollow, or a distribution over pairs where the given one is."""
    half = d.rng.standard_normal(d.shape) * _size(d.given)
    drawn = (half + half.T) / 2
    if d.given.min() < 0:
        return drawn
    drawn = np.abs(drawn)
    if not np.diagonal(d.given).any():
        np.fill_diagonal(drawn, 0.0)
    total = float(drawn.sum())
    return drawn / total if total and np.isclose(d.given.sum(), 1) else drawn


def _joint(d: _Draw) -> Array:
    return d.rng.dirichlet(np.ones(max(int(np.prod(d.shape)), 1))).reshape(d.shape)


def _definite(d: _Draw) -> Array:
    n = d.shape[0]
    half = d.rng.standard_normal((2 * n + 1, n))
    return (half.T @ half / len(half) + 0.1 * np.eye(n)) * _size(d.given)


def _flags(d: _Draw) -> Array:
    drawn = d.rng.random(d.shape) < 0.5  # noqa: PLR2004 -- a fair coin
    drawn.reshape(-1)[:1] = True
    return drawn


DRAWS: dict[str, Callable[[_Draw], Array]] = {
    "real": _real,
    "positive": _positive,
    "unit interval": lambda d: d.rng.uniform(0.05, 0.95, d.shape),
    "labels": _labels,
    "whole": lambda d: d.rng.choice(np.array(d.role.values), d.shape),
    "one-hot": _one_hot,
    "simplex": _simplex,
    "joint": _joint,
    "symmetric": _symmetric,
    "definite": _definite,
    "identity": lambda d: np.eye(d.shape[0]),
    "flags": _flags,
}


def _param(given: Array, role: Role, shape: tuple[int, ...], style: str, rng: np.random.Generator) -> Array:
    if style == "whole numbers":
        return (
            rng.integers(1, 4, shape).astype(float)
            if role.kind == "positive"
            else rng.integers(-1, 2, shape).astype(float)
        )
    if style == "zeros":
        return np.ones(shape) if role.kind == "positive" else np.zeros(shape)
    size = min(max(_size(given), 1e-3), 1e3)
    huge = HUGE * min(max(1.0, 1 / size), MOST_STRETCHED)
    stretch = {"large": LARGE, "huge": huge}.get(style, 1.0)
    if role.kind == "positive":
        return _positive(_Draw(given, role, shape, (), rng)) * stretch
    drawn = size * rng.standard_normal(shape)
    if style == "ties":
        return np.full(shape, float(np.ravel(drawn)[0]) if drawn.size else 0.0)
    return drawn * (TINY if style == "tiny" else stretch)


def _scalar(given: Any, role: Role, sizes: tuple[int, ...], style: str) -> Any:
    if role.kind == "whole" and role.of_axis is not None:
        return _as_given(given, sizes[role.of_axis])
    if style == "hyper" and role.kind == "unit interval":
        return _as_given(given, np.sqrt(given))
    return _as_given(given, given * 2.7) if style == "hyper" and role.kind == "positive" else given


def _as_given(given: Any, value: Any) -> Any:
    """Return a number as the given one is: as an array without axes, or as a number of its type."""
    return np.asarray(value, given.dtype) if isinstance(given, np.ndarray) else type(given)(value)


def _restyled(drawn: Array, role: Role, style: str, rng: np.random.Generator) -> Array:
    of_examples = role.kind == "labels" or (role.kind == "one-hot" and drawn.ndim > 1)
    if style == "equal labels" and of_examples and drawn.size:
        axis = 0 if role.along == -1 else drawn.ndim - 1
        one = int(rng.integers(drawn.shape[axis])) if drawn.ndim else 0
        return np.broadcast_to(np.take(drawn, [one], axis) if drawn.ndim else drawn, drawn.shape).copy()
    if style == "whole numbers" and role.kind in WHOLE:
        return rng.integers(*WHOLE[role.kind], drawn.shape).astype(float)
    if style == "whole numbers" and role.kind == "symmetric" and drawn.min() < 0:
        return np.round(drawn)
    return drawn


def _size(array: Array) -> float:
    some = np.abs(array[array != 0]) if array.ndim else np.abs(np.atleast_1d(array))
    return float(np.sqrt(np.mean(some**2))) if some.size and some.any() else 1.0


def _cast(leaf: Any, role: Role) -> Any:
    return (
        np.asarray(leaf).astype(role.dtype)
        if isinstance(leaf, np.ndarray | np.generic) and role.kind != "fixed"
        else leaf
    )
