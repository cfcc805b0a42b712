"""Lowered functions, against other ways to the same numbers; those of other libraries are in `tests/oracles`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from numeric.crosscheck.draws import (
    Data,
    Draw,
    at,
    bits,
    drawn,
    named,
    normals,
    one_hot,
    signed,
)
from numeric.crosscheck.row import Row, Tally
from numeric.differences import Estimate, agrees

Way = Callable[[Data], Any]
EPS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """A lowered function, or a fit as `ours`, and another way `theirs` to the same numbers.

    `error` bounds the error of theirs, given the data and what they found; by default it is what rounding can do. It
    must be below `resolution`. `derivation` is that of the lowered function, unless it is given.
    """

    topic: str
    name: str
    against: str
    draw: Draw
    theirs: Way
    ours: Way | None = None
    derivation: str = ""
    error: Callable[[Data, Any], Any] | None = None
    resolution: float = 1e-6

    def decide(self) -> Row:
        """Return the row, from random data of several sizes."""
        tally = Tally()
        lowered = None if self.ours else named(self.topic, self.name)
        ours = self.ours or (lambda data: _in_a_row(at(lowered, data)))  # pyright: ignore[reportArgumentType] -- see above
        for data in drawn(self.draw):
            found, theirs = ours(data), self.theirs(data)
            error = rounding(self.theirs, data) if self.error is None else self.error(data, theirs)
            told = compared(found, theirs, error + rounding(ours, data), resolution=self.resolution)
            tally = tally.counted(told.state, str(told))
        return Row(
            self.topic,
            self.name,
            "oracle",
            compares=f"`{self.name}`" if lowered else self.name,
            against=self.against,
            outcome=tally.outcome,
            figure=tally.figure("within the error of both"),
            error=f"{self.resolution:.0e}",
            derivation=lowered.derivation.name if lowered else self.derivation,
        )


def rounding(function: Way, data: Data) -> Any:
    """Return how far rounding may have moved each entry of a result: seen by moving the data by two roundings."""
    value, rng = np.asarray(function(data)), np.random.default_rng(0)
    moved = [np.abs(np.asarray(function(_nudged(data, rng))) - value) for _ in range(4)]
    error = 16 * np.max(moved, axis=0) + 64 * EPS * np.max(np.abs(value), initial=0.0, where=np.isfinite(value))
    return np.where(np.isfinite(value), np.where(np.isfinite(error), error, np.inf), 0.0)


def _nudged(data: Data, rng: np.random.Generator) -> Data:
    """Return the data, moved by two roundings up or down; labels and other whole numbers stay."""
    return {
        name: value
        if np.array_equal(value, np.round(value))
        else (value * (1 + 2 * EPS * rng.choice([-1.0, 1.0], np.shape(value))))[()]
        for name, value in data.items()
    }


def compared(ours: Any, theirs: Any, error: Any, *, resolution: float = 1e-6) -> Any:
    """Return whether our result is that of another way, whose error is known. A way that fails tells nothing.

    >>> compared([1.0, 2.0], [1.0, 2.1], 1e-9).state
    'wrong'
    """
    value = np.asarray(theirs, dtype=np.float64)
    bound = np.where(np.isfinite(value) & np.isfinite(error), error, np.inf)
    none, ones = np.zeros(value.shape), np.ones(value.shape)
    return agrees(
        ours, Estimate(value, bound, value, value, none > 0, none, ones, EPS, "oracle", 0), resolution=resolution
    )


def _in_a_row(value: Any) -> Any:
    return np.concatenate([np.ravel(part) for part in value]) if isinstance(value, tuple) else value


def _both(topic: str) -> Way:
    return lambda data: _in_a_row((at(named(topic, "loss"), data), at(named(topic, "gradient"), data)))


def _normal_log_joint(data: Data) -> Any:
    features = list(zip(data["mean"].tolist(), data["deviations"].tolist(), strict=True))
    return np.log(data["prior"]) + [
        sum(np.log(NormalDist().pdf((value - m) / s) / s) for value, (m, s) in zip(row, features, strict=True))
        for row in data["X"].tolist()
    ]


def _log_odds(data: Data) -> Any:
    """Return the posterior by Bayes' rule from the joint densities of both classes."""
    joint = named("naive_bayes", "log_joint")
    classes = [at(joint, {**data, "mean": data["means"][:, k], "prior": data[f"prior_{k}"]}) for k in (0, 1)]
    return 1 / (1 + np.exp(classes[0] - classes[1]))


def _slacks(data: Data) -> Any:
    return np.array([max(0.0, 1 - y * (data["w"] @ x + data["b"])) for x, y in zip(data["X"], data["y"], strict=True)])


def _dual(data: Data) -> Any:
    w = (data["alpha"] * data["y"]) @ data["X"]
    return np.sum(data["alpha"]) - w @ w / 2


def _kernel_data(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    rows = {"X": rng.normal(size=(N, D)), "Z": rng.normal(size=(N + 1, D)), "sigma": np.float64(0.5 + scale / 20)}
    return {**rows, "power": np.float64(3.0), "beta_0": np.float64(0.3), "beta_1": np.float64(-0.2)}


def _pairwise(kernel: Callable[[Data, Any, Any], float]) -> Way:
    return lambda data: np.array([[kernel(data, x, z) for z in data["Z"]] for x in data["X"]])


def _gaussian(data: Data, x: Any, z: Any) -> float:
    return np.exp(-np.sum((x - z) ** 2) / (2 * data["sigma"] ** 2))


def _sigmoid(data: Data, x: Any, z: Any) -> float:
    return np.tanh(data["beta_0"] * (x @ z) + data["beta_1"])


_ROWS: tuple[tuple[str, str, str, Draw, Way], ...] = (
    ("logistic", "loss_and_gradient", "one after the other", bits, _both("logistic")),
    ("softmax", "loss_and_gradient", "one after the other", one_hot, _both("softmax")),
    ("naive_bayes", "log_joint", "Python's NormalDist", normals, _normal_log_joint),
    ("naive_bayes", "posterior", "Bayes' rule on the joint densities", normals, _log_odds),
    ("svm", "slacks", "a loop", signed, _slacks),
    ("svm", "objective", "a loop", signed, lambda d: d["w"] @ d["w"] / 2 + d["C"] * np.sum(_slacks(d))),
    ("svm", "dual", "NumPy", signed, _dual),
    ("svm", "kernel_dual", "NumPy, without the kernel", signed, _dual),
    ("kernels", "linear", "a loop", _kernel_data, _pairwise(lambda _, x, z: x @ z)),
    ("kernels", "polynomial", "a loop", _kernel_data, _pairwise(lambda _, x, z: (1 + x @ z) ** 3)),
    ("kernels", "gaussian", "a loop", _kernel_data, _pairwise(_gaussian)),
    ("kernels", "sigmoid", "a loop", _kernel_data, _pairwise(_sigmoid)),
)
CLOSED_FORMS = tuple(ClosedForm(*row) for row in _ROWS)
