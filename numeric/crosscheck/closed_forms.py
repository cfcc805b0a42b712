"""The lowered closed forms, against other ways to the same numbers that share none of our code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from scipy.linalg import eigh, lstsq
from scipy.special import expit, log_expit, log_softmax, softmax

from numeric.crosscheck.draws import (
    Data,
    Draw,
    bits,
    line,
    moments,
    normals,
    one_hot,
    one_hot_but_the_last,
    signed,
    targets,
)
from numeric.crosscheck.functions import at, named
from numeric.crosscheck.oracles import Oracle, Way


def tall(draw: Draw) -> Draw:
    """Return the same draw with more examples than features, so that the solution is the only one."""
    return lambda rng, N, D, scale: draw(rng, N + 3 * D + 2, D, scale)


def _correlation(data: Data) -> Any:
    return np.corrcoef(data["x"], data["y"])[0, 1]


def _polynomial(place: int) -> Way:
    return lambda data: np.polynomial.polynomial.Polynomial.fit(data["x"], data["y"], 1).convert().coef[place]


def _logistic_loss(data: Data) -> Any:
    signs = 2 * data["y"] - 1
    return -np.sum(log_expit(signs * (data["X"] @ data["w"])))


def _softmax_loss(data: Data) -> Any:
    return -np.sum(data["Y"] * log_softmax(data["X"] @ data["W"].T, axis=1))


def _reference_loss(data: Data) -> Any:
    """Return the loss of softmax regression with a score of zero for the last class."""
    scores = np.column_stack([data["X"] @ data["W"].T, np.zeros(len(data["X"]))])
    last = 1 - np.sum(data["Y"], axis=1, keepdims=True)
    return -np.sum(np.column_stack([data["Y"], last]) * log_softmax(scores, axis=1))


def _normal_log_joint(data: Data) -> Any:
    logs = [
        [
            np.log(NormalDist().pdf((value - mean) / deviation) / deviation)
            for value, mean, deviation in _features(row, data)
        ]
        for row in data["X"]
    ]
    return np.log(data["prior"]) + np.sum(logs, axis=1)


def _features(row: Any, data: Data) -> Any:
    return zip(row.tolist(), data["mean"].tolist(), data["deviations"].tolist(), strict=True)


def _log_odds(data: Data) -> Any:
    """Return the posterior by Bayes' rule from the joint densities of both classes."""
    joint = [
        at(named("naive_bayes", "log_joint"), {**data, "mean": data["means"][:, k], "prior": data[f"prior_{k}"]})
        for k in (0, 1)
    ]
    return expit(joint[1] - joint[0])


def _top_direction(data: Data) -> Any:
    """Return the leading generalised eigenvector of the two scatters, as long as the closed form and as oriented."""
    gap = data["m_2"] - data["m_1"]
    w = eigh(np.outer(gap, gap), data["S_W"])[1][:, -1]
    return w * (gap @ np.linalg.solve(data["S_W"], gap)) / (gap @ w)


def _kernel_data(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    X = rng.normal(size=(N, D))
    return {
        "X": X,
        "Z": rng.normal(size=(N + 1, D)),
        "sigma": np.float64(0.5 + scale / 20),
        "power": np.float64(3.0),
        "beta_0": np.float64(0.3),
        "beta_1": np.float64(-0.2),
    }


def _pairwise(kernel: Callable[[Data, Any, Any], float]) -> Way:
    return lambda data: np.array([[kernel(data, x, z) for z in data["Z"]] for x in data["X"]])


def _gaussian(data: Data, x: Any, z: Any) -> float:
    return np.exp(-np.sum((x - z) ** 2) / (2 * data["sigma"] ** 2))


def _sigmoid(data: Data, x: Any, z: Any) -> float:
    return np.tanh(data["beta_0"] * (x @ z) + data["beta_1"])


def _slacks(data: Data) -> Any:
    return np.array([max(0.0, 1 - y * (data["w"] @ x + data["b"])) for x, y in zip(data["X"], data["y"], strict=True)])


def _objective(data: Data) -> Any:
    return data["w"] @ data["w"] / 2 + data["C"] * np.sum(_slacks(data))


def _dual(data: Data) -> Any:
    w = (data["alpha"] * data["y"]) @ data["X"]
    return np.sum(data["alpha"]) - w @ w / 2


def _with_kernel(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    data = signed(rng, N, D, scale)
    return {**data, "K": data["X"] @ data["X"].T}


@dataclass(frozen=True, slots=True)
class _Case:
    """A lowered function of a topic, and the other way."""

    topic: str
    name: str
    against: str
    draw: Draw
    theirs: Way

    def oracle(self) -> Oracle:
        """Return the check."""
        function = named(self.topic, self.name)
        derivation = function.derivation.name
        return Oracle(self.topic, f"`{self.name}`", self.against, self.draw, lowered(function), self.theirs, derivation)


def lowered(function: Callable[..., Any]) -> Way:
    """Return a lowered function as a way: from data to numbers, those of several results in one row."""
    return lambda data: _in_a_row(at(function, data))


def _in_a_row(value: Any) -> Any:
    return np.concatenate([np.ravel(part) for part in value]) if isinstance(value, tuple) else value


def _both(topic: str) -> Way:
    return lambda data: _in_a_row((at(named(topic, "loss"), data), at(named(topic, "gradient"), data)))


_CASES = (
    _Case("simple_regression", "slope", "NumPy's Polynomial.fit", line, _polynomial(1)),
    _Case("simple_regression", "intercept", "NumPy's Polynomial.fit", line, _polynomial(0)),
    _Case("simple_regression", "correlation", "NumPy's corrcoef", line, _correlation),
    _Case("least_squares", "solution", "SciPy's lstsq", tall(targets), lambda data: lstsq(data["X"], data["y"])[0]),
    _Case(
        "least_squares", "outputs_solution", "SciPy's lstsq", tall(targets), lambda data: lstsq(data["X"], data["T"])[0]
    ),
    _Case("logistic", "loss", "SciPy's log_expit", bits, _logistic_loss),
    _Case("logistic", "probabilities", "SciPy's expit", bits, lambda data: expit(data["X"] @ data["w"])),
    _Case("logistic", "loss_and_gradient", "one after the other", bits, _both("logistic")),
    _Case("softmax", "loss_and_gradient", "one after the other", one_hot, _both("softmax")),
    _Case("softmax", "loss", "SciPy's log_softmax", one_hot, _softmax_loss),
    _Case(
        "softmax", "probabilities", "SciPy's softmax", one_hot, lambda data: softmax(data["X"] @ data["W"].T, axis=1)
    ),
    _Case("softmax", "reference_loss", "SciPy's log_softmax", one_hot_but_the_last, _reference_loss),
    _Case("naive_bayes", "log_joint", "Python's NormalDist", normals, _normal_log_joint),
    _Case("naive_bayes", "posterior", "Bayes' rule on the joint densities", normals, _log_odds),
    _Case("fisher", "direction", "SciPy's generalised eigh", moments, _top_direction),
    _Case("svm", "slacks", "a loop", signed, _slacks),
    _Case("svm", "objective", "a loop", signed, _objective),
    _Case("svm", "dual", "NumPy", signed, _dual),
    _Case("svm", "kernel_dual", "NumPy, without the kernel", _with_kernel, _dual),
    _Case("kernels", "linear", "a loop", _kernel_data, _pairwise(lambda _, x, z: x @ z)),
    _Case("kernels", "polynomial", "a loop", _kernel_data, _pairwise(lambda _, x, z: (1 + x @ z) ** 3)),
    _Case("kernels", "gaussian", "a loop", _kernel_data, _pairwise(_gaussian)),
    _Case("kernels", "sigmoid", "a loop", _kernel_data, _pairwise(_sigmoid)),
)
CLOSED_FORMS = tuple(case.oracle() for case in _CASES)
