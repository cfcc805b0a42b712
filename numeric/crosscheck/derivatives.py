"""Every gradient and Hessian that a lecture derives, against differences of the function that it is derived from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy as np

from derive.lower.arguments import sizes_of
from derive.lower.on_numpy import library
from numeric.crosscheck import draws
from numeric.crosscheck.draws import Data, Draw, at, drawn, named
from numeric.crosscheck.row import Row, Told, counted
from numeric.differences import Method, agrees, jacobian
from numeric.lowered import LoweredFunction

RESOLUTIONS: dict[Method, tuple[str, float]] = {
    "central": ("central differences", 1e-6),
    "richardson": ("Richardson", 1e-6),
    "complex": ("complex step", 1e-12),
}
"""How fine an estimate must be to call anything right, relative to the largest entry; they are finer by far."""


@dataclass(frozen=True, slots=True)
class Derivative:
    """A lowered gradient or Hessian, which is some `times` the derivative of the function `of` by one argument.

    `analytic` says that a complex step exists. `claimed` is what is checked in the place of the lowered function.
    """

    topic: str
    name: str
    of: str
    by: str
    draw: Draw
    times: float = 1.0
    analytic: bool = True
    claimed: Callable[..., Any] | None = None

    def decide(self) -> Row:
        """Return the row: on random data of several sizes, by every method that applies."""
        outcome, figure = counted(self._told(), "within the error of the estimate")
        factor = {1.0: "", -1.0: " minus"}.get(self.times, f" {self.times:g} times")
        compares = f"`{self.name}`, and{factor} the derivative of `{self.of}` by `{self.by}`"
        against = ", ".join(RESOLUTIONS[method][0] for method in self._methods())
        bounds = ", ".join(f"{RESOLUTIONS[method][1]:.0e}" for method in self._methods())
        origin = named(self.topic, self.name).derivation.name
        return Row(self.topic, self.name, "derivative", compares, against, outcome, figure, bounds, origin)

    def _methods(self) -> list[Method]:
        return [method for method in RESOLUTIONS if method != "complex" or self.analytic]

    def _told(self) -> Iterator[Told]:
        function, claimed = named(self.topic, self.of), self.claimed or named(self.topic, self.name)
        names = list(function.__signature__.parameters)
        for data, method in product(drawn(self.draw), self._methods()):
            way, resolution = RESOLUTIONS[method]
            f = analytic(function, data) if method == "complex" else function
            varied = lambda x, f=f, data=data: f(*({**data, self.by: x}[name] for name in names))  # noqa: E731 -- a function of one argument
            expected = at(claimed, data) / self.times
            told = agrees(expected, jacobian(varied, data[self.by], method=method), resolution=resolution)
            yield told.state, f"{way}: {told}"


def analytic(lowered: LoweredFunction, data: Data) -> Callable[..., Any]:
    """Return the program of a lowered function at the sizes of data, so that it takes complex numbers too.

    It is the same program; only what it calls to stay within the range of numbers is written for complex ones.

    >>> from numeric import logistic
    >>> step = {"w": np.array([1e-30j]), "X": np.array([[2.0]]), "y": np.array([1.0])}
    >>> float(analytic(logistic.loss, step)(*step.values()).imag / 1e-30)
    -1.0
    """
    plan = lowered.function.plan
    shapes = tuple(np.shape(data[name]) for name in lowered.__signature__.parameters)
    return plan.write(sizes_of(plan.readings, shapes)).compiled(ANALYTIC)


def _small(z: Any) -> Any:
    """Return e to the power of minus |z|, continued to complex numbers."""
    return np.exp(np.where(np.real(z) > 0, -z, z))


def _others(e: Any, axis: int) -> Any:
    return np.sum(e, axis=axis, keepdims=True) - e


ANALYTIC = {
    **library(np).namespace,
    "np": SimpleNamespace(**{**vars(np), "vdot": lambda a, b: np.dot(np.ravel(a), np.ravel(b))}),
    "softplus": lambda z: np.where(np.real(z) > 0, z, 0) + np.log1p(_small(z)),
    "sigmoid": lambda z: np.where(np.real(z) > 0, 1, _small(z)) / (1 + _small(z)),
    "sigmoid_slope": lambda z: _small(z) / (1 + _small(z)) ** 2,
    # A constant near the largest: what is taken out of all and put back need not vary.
    "peak": lambda x, axis: np.max(np.real(x), axis=axis, initial=-np.inf),
    "log_total": lambda e, axis: np.log(np.sum(e, axis=axis)),
    "others": _others,
    "log_complement": lambda x, axis: np.log(_others(np.exp(x), axis) / np.sum(np.exp(x), axis=axis, keepdims=True)),
}
"""The helpers of the programs, by analytic formulas; they are as accurate where the scores are not far from zero."""

DERIVATIVES = (
    Derivative("least_squares", "gradient", "loss", "w", draws.targets),
    Derivative("least_squares", "hessian", "gradient", "w", draws.targets),
    Derivative("least_squares", "example_gradient", "example_loss", "theta", draws.example),
    Derivative("least_squares", "outputs_gradient", "outputs_loss", "W", draws.targets),
    Derivative("least_squares", "gradient", "log_likelihood", "theta", draws.targets, times=-0.25),
    Derivative("simple_regression", "gradient_intercept", "loss", "intercept", draws.line),
    Derivative("simple_regression", "gradient_slope", "loss", "slope", draws.line),
    Derivative("logistic", "gradient", "loss", "w", draws.bits),
    Derivative("logistic", "gradient", "log_likelihood", "w", draws.bits, times=-1.0),
    Derivative("logistic", "hessian", "gradient", "w", draws.bits),
    Derivative("logistic", "penalised_gradient", "penalised_loss", "w", draws.bits),
    Derivative("logistic", "penalised_hessian", "penalised_gradient", "w", draws.bits),
    Derivative("softmax", "gradient", "loss", "W", draws.one_hot),
    Derivative("softmax", "hessian", "gradient", "W", draws.one_hot),
    Derivative("softmax", "reference_gradient", "reference_loss", "W", draws.one_hot_but_the_last),
    Derivative("fisher", "gradient", "criterion", "w", draws.moments),
    Derivative("perceptron", "gradient", "criterion", "w", draws.signed, analytic=False),
    Derivative("perceptron", "gradient_on", "criterion_on", "w", draws.signed),
    Derivative("svm", "subgradient", "objective", "w", draws.signed, analytic=False),
    Derivative("svm", "intercept_subgradient", "objective", "b", draws.signed, analytic=False),
)
