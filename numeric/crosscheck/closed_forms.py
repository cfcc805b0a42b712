"""Lowered functions, against other ways to the same numbers; those of other libraries are in `tests/oracles`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from numeric.crosscheck.draws import Data, Draw, at, bits, drawn, kernel_data, named, normals, one_hot, signed
from numeric.crosscheck.row import Row, Told, counted

Way = Callable[[Data], Any]
ROUNDING = 1e-9
"""What is granted to both ways, relative to the largest entry."""


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """A lowered function, or a fit as `ours`, and another way `theirs` to the same numbers.

    `error` bounds the error of theirs, given the data and what they found, beyond rounding. It must be below
    `resolution`, relative to the largest entry.
    """

    topic: str
    name: str
    against: str
    draw: Draw
    theirs: Way
    ours: Way | None = None
    error: Callable[[Data, Any], Any] = lambda *_: 0.0
    resolution: float = 1e-6

    def decide(self) -> Row:
        """Return the row, from random data of several sizes."""
        function: Any = self.ours or named(self.topic, self.name)
        ours: Way = self.ours or (lambda data: in_a_row(at(function, data)))
        told = (self._told(ours(data), self.theirs(data), data) for data in drawn(self.draw))
        compares, derivation = (self.name, "") if self.ours else (f"`{self.name}`", function.derivation.name)
        outcome, figure = counted(told, "within the error of both")
        bound = f"{self.resolution:.0e}"
        return Row(self.topic, self.name, "oracle", compares, self.against, outcome, figure, bound, derivation)

    def _told(self, ours: Any, theirs: Any, data: Data) -> Told:
        return compared(ours, theirs, self.error(data, theirs), resolution=self.resolution)


def compared(ours: Any, theirs: Any, error: Any = 0.0, *, resolution: float = 1e-6) -> Told:
    """Return whether our result is that of another way, whose error is known. A way that fails tells nothing.

    >>> compared([1.0, 2.0], [1.0, 2.1], 1e-9)
    ('wrong', 'they differ by 0.1')
    """
    value, gap = np.asarray(theirs, dtype=np.float64), np.abs(np.asarray(ours) - theirs)
    size = np.max(np.abs(value), initial=0.0) or 1.0
    allowed = np.broadcast_to(error + ROUNDING * size, value.shape)
    if not np.isfinite(value).all() or np.isnan(allowed).any():
        return "cannot tell", "the other way fails"
    if not (gap <= allowed).all():
        return "wrong", f"they differ by {np.max(gap):.3g}"
    return ("right", "") if (allowed <= resolution * size).all() else ("cannot tell", "the other way is too rough")


def in_a_row(value: Any) -> Any:
    """Return several values as one vector."""
    return np.concatenate([np.ravel(part) for part in value]) if isinstance(value, tuple) else value


def _both(topic: str) -> Way:
    return lambda data: in_a_row((at(named(topic, "loss"), data), at(named(topic, "gradient"), data)))


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


def _pairwise(kernel: Callable[[Data, Any, Any], float]) -> Way:
    return lambda data: np.array([[kernel(data, x, z) for z in data["Z"]] for x in data["X"]])


_gaussian = _pairwise(lambda d, x, z: np.exp(-np.sum((x - z) ** 2) / (2 * d["sigma"] ** 2)))
_sigmoid = _pairwise(lambda d, x, z: np.tanh(d["beta_0"] * (x @ z) + d["beta_1"]))
CLOSED_FORMS = (
    ClosedForm("logistic", "loss_and_gradient", "one after the other", bits, _both("logistic")),
    ClosedForm("softmax", "loss_and_gradient", "one after the other", one_hot, _both("softmax")),
    ClosedForm("naive_bayes", "log_joint", "Python's NormalDist", normals, _normal_log_joint),
    ClosedForm("naive_bayes", "posterior", "Bayes' rule on the joint densities", normals, _log_odds),
    ClosedForm("svm", "slacks", "a loop", signed, _slacks),
    ClosedForm("svm", "objective", "a loop", signed, lambda d: d["w"] @ d["w"] / 2 + d["C"] * np.sum(_slacks(d))),
    ClosedForm("svm", "dual", "NumPy", signed, _dual),
    ClosedForm("svm", "kernel_dual", "NumPy, without the kernel", signed, _dual),
    ClosedForm("kernels", "linear", "a loop", kernel_data, _pairwise(lambda _, x, z: x @ z)),
    ClosedForm("kernels", "polynomial", "a loop", kernel_data, _pairwise(lambda _, x, z: (1 + x @ z) ** 3)),
    ClosedForm("kernels", "gaussian", "a loop", kernel_data, _gaussian),
    ClosedForm("kernels", "sigmoid", "a loop", kernel_data, _sigmoid),
)
