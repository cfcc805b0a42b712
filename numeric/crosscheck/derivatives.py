"""Every gradient and Hessian that a lecture derives, against differences of the function that it is derived from."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from derive.lower.arguments import sizes_of
from derive.lower.on_numpy import library
from numeric.crosscheck.draws import (
    Data,
    Draw,
    at,
    bits,
    drawn,
    example,
    line,
    moments,
    named,
    one_hot,
    one_hot_but_the_last,
    signed,
    targets,
)
from numeric.crosscheck.row import Row, Tally
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
        tally = Tally()
        methods: list[Method] = [method for method in RESOLUTIONS if method != "complex" or self.analytic]
        function, claimed = named(self.topic, self.of), self.claimed or named(self.topic, self.name)
        complex_too = analytic(function) if self.analytic else function
        for data in drawn(self.draw):
            expected = at(claimed, data) / self.times
            for method in methods:
                f = _varied(complex_too if method == "complex" else function, data, self.by)
                told = agrees(expected, jacobian(f, data[self.by], method=method), resolution=RESOLUTIONS[method][1])
                tally = tally.counted(told.state, f"{RESOLUTIONS[method][0]}: {told}")
        factor = {1.0: "", -1.0: " minus"}.get(self.times, f" {self.times:g} times")
        return Row(
            self.topic,
            self.name,
            "derivative",
            compares=f"`{self.name}`, and{factor} the derivative of `{self.of}` by `{self.by}`",
            against=", ".join(RESOLUTIONS[method][0] for method in methods),
            outcome=tally.outcome,
            figure=tally.figure("within the error of the estimate"),
            error=", ".join(f"{RESOLUTIONS[method][1]:.0e}" for method in methods),
            derivation=named(self.topic, self.name).derivation.name,
        )


def _varied(function: Callable[..., Any], data: Data, by: str) -> Callable[[Any], Any]:
    """Return the function as one of a single argument, the others fixed at the data."""
    return lambda x: at(function, {**data, by: x})


def analytic(lowered: LoweredFunction) -> Callable[..., Any]:
    """Return the program of a lowered function so that it takes complex numbers too, where it is analytic.

    It is the same program; only what it calls to stay within the range of numbers is written for complex ones.

    >>> from numeric import logistic
    >>> step = analytic(logistic.loss)(np.array([1e-30j]), np.array([[2.0]]), np.array([1.0]))
    >>> float(step.imag / 1e-30)
    -1.0
    """
    plan = lowered.function.plan

    @cache
    def program(shapes: tuple[tuple[int, ...], ...]) -> Callable[..., Any]:
        """Return the program for arrays of these shapes."""
        return plan.write(sizes_of(plan.readings, shapes)).compiled(ANALYTIC)

    def run(*arrays: Any) -> Any:
        """Return the value."""
        return program(tuple(np.shape(array) for array in arrays))(*arrays)

    run.__signature__ = inspect.signature(lowered)
    return run


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
    Derivative("least_squares", "gradient", "loss", "w", targets),
    Derivative("least_squares", "hessian", "gradient", "w", targets),
    Derivative("least_squares", "example_gradient", "example_loss", "theta", example),
    Derivative("least_squares", "outputs_gradient", "outputs_loss", "W", targets),
    Derivative("least_squares", "gradient", "log_likelihood", "theta", targets, times=-0.25),
    Derivative("simple_regression", "gradient_intercept", "loss", "intercept", line),
    Derivative("simple_regression", "gradient_slope", "loss", "slope", line),
    Derivative("logistic", "gradient", "loss", "w", bits),
    Derivative("logistic", "gradient", "log_likelihood", "w", bits, times=-1.0),
    Derivative("logistic", "hessian", "gradient", "w", bits),
    Derivative("logistic", "penalised_gradient", "penalised_loss", "w", bits),
    Derivative("logistic", "penalised_hessian", "penalised_gradient", "w", bits),
    Derivative("softmax", "gradient", "loss", "W", one_hot),
    Derivative("softmax", "hessian", "gradient", "W", one_hot),
    Derivative("softmax", "reference_gradient", "reference_loss", "W", one_hot_but_the_last),
    Derivative("fisher", "gradient", "criterion", "w", moments),
    Derivative("perceptron", "gradient", "criterion", "w", signed, analytic=False),
    Derivative("perceptron", "gradient_on", "criterion_on", "w", signed),
    Derivative("svm", "subgradient", "objective", "w", signed, analytic=False),
    Derivative("svm", "intercept_subgradient", "objective", "b", signed, analytic=False),
)
