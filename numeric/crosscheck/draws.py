"""Random data for the functions of each topic: every argument by its name, so that a check takes those it needs."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

import numpy as np

from numeric.lowered import LoweredFunction

Data = Mapping[str, Any]
Draw = Callable[[np.random.Generator, int, int, float], Data]

CLASSES = 3
SIZES = ((1, 1, 1.0), (6, 3, 1.0), (3, 5, 1.0), (40, 2, 20.0), (8, 2, 1e-3))
"""Examples, features and scale: one of each, more, fewer, scores far from zero, and features close to it."""


def drawn(draw: Draw) -> Iterator[Data]:
    """Yield data of all sizes, the same each time.

    >>> [data["X"].shape for data in drawn(targets)][:2]
    [(1, 1), (6, 3)]
    """
    for number, size in enumerate(SIZES):
        yield draw(np.random.default_rng([0, number]), *size)


def named(topic: str, name: str) -> LoweredFunction:
    """Return a lowered function."""
    return getattr(import_module(f"numeric.{topic}"), name)


def at(function: Callable[..., Any], data: Data) -> Any:
    """Return the value of a function at the data that it takes, by the names of its parameters."""
    return function(*(data[name] for name in inspect.signature(function).parameters))


def targets(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return a regression: one output, or several in T with weights W; theta is another name of the weights."""
    w = rng.normal(size=D)
    rows = {"X": scale * rng.normal(size=(N, D)), "y": scale * rng.normal(size=N), "T": rng.normal(size=(N, CLASSES))}
    return {**rows, "w": w, "theta": w, "W": rng.normal(size=(D, CLASSES)), "sigma": np.float64(0.5)}


def example(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:  # noqa: ARG001 -- one example is one
    """Return one example and its target."""
    return {"theta": rng.normal(size=D), "x": scale * rng.normal(size=D), "y": np.float64(rng.normal())}


def line(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return points in the plane, three or more, and a line."""
    x = scale * rng.normal(size=N + D + 1)
    y = 2 * x + scale * rng.normal(size=len(x))
    return {"x": x, "y": y, "intercept": np.float64(scale * rng.normal()), "slope": np.float64(rng.normal())}


def bits(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples with labels 0 and 1, and weights."""
    rows = {"X": scale * rng.normal(size=(N, D)), "y": rng.integers(0, 2, N).astype(np.float64)}
    return {**rows, "w": rng.normal(size=D), "penalty": np.float64(0.3)}


def signed(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples with labels -1 and 1, weights, multipliers, and a set of examples as m."""
    X, y = scale * rng.normal(size=(N, D)), rng.choice([-1.0, 1.0], N)
    chosen = {"m": rng.integers(0, 2, N).astype(np.float64), "alpha": rng.random(N)}
    weights = {"w": rng.normal(size=D) / scale, "b": np.float64(rng.normal()), "C": np.float64(0.7)}
    return {"X": X, "y": y, **chosen, **weights, "K": X @ X.T}


def one_hot(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples with one-hot labels, and a row of weights for each class."""
    hot = np.eye(CLASSES)[rng.integers(0, CLASSES, N)]
    return {"X": scale * rng.normal(size=(N, D)), "Y": hot, "W": rng.normal(size=(CLASSES, D))}


def one_hot_but_the_last(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return the same without the class of reference, which is the last."""
    data = one_hot(rng, N, D, scale)
    return {**data, "Y": data["Y"][:, :-1], "W": data["W"][:-1]}


def moments(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return the means of two classes, their scatter, which is regular, and weights; two features or more."""
    spread = scale * rng.normal(size=(N + D + 1, D + 1))
    means = {"m_1": scale * rng.normal(size=D + 1), "m_2": scale * rng.normal(size=D + 1)}
    return {**means, "S_W": spread.T @ spread, "w": rng.normal(size=D + 1)}


def normals(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return the parameters of two normal classes of shared variances, and examples."""
    prior, means = rng.uniform(0.2, 0.8), scale * rng.normal(size=(D, 2))
    priors = {"prior_0": np.float64(1 - prior), "prior_1": np.float64(prior), "prior": np.float64(prior)}
    spread = {"deviations": scale * rng.uniform(0.5, 2.0, D), "X": scale * rng.normal(size=(N, D))}
    return {"means": means, "mean": means[:, 1], **spread, **priors}


def kernel_data(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples and points, and the settings of all kernels."""
    rows = {"X": rng.normal(size=(N, D)), "Z": rng.normal(size=(N + 1, D)), "sigma": np.float64(0.5 + scale / 20)}
    return {**rows, "power": np.float64(3.0), "beta_0": np.float64(0.3), "beta_1": np.float64(-0.2)}


def two_clouds(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples of two classes, some of them on the wrong side; the labels are -1 and 1 in y, 0 and 1 in z."""
    del scale
    y = np.where(np.arange(2 * N + 6) % 2 == 0, 1.0, -1.0)
    return {"X": rng.normal(size=(len(y), D)) + 0.8 * y[:, None], "y": y, "z": (y + 1) / 2}


def three_classes(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples of three classes, all of them present, and their one-hot labels."""
    del scale
    y = np.arange(3 * N + 6) % 3
    return {"X": rng.normal(size=(len(y), D)) + y[:, None], "y": y, "Y": np.eye(3)[y]}
