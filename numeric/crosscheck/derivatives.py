"""Every gradient and Hessian that a lecture derives, against differences of the function that it is derived from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from numeric.crosscheck.draws import (
    Draw,
    bits,
    drawn,
    example,
    line,
    moments,
    one_hot,
    one_hot_but_the_last,
    signed,
    targets,
)
from numeric.crosscheck.functions import analytic, at, named, varied
from numeric.crosscheck.row import Row, Tally
from numeric.differences import Method, agrees, jacobian

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
                f = varied(complex_too if method == "complex" else function, data, self.by)
                told = agrees(expected, jacobian(f, data[self.by], method=method), resolution=RESOLUTIONS[method][1])
                tally = tally.counted(told.state, f"{RESOLUTIONS[method][0]}: {told}")
        return Row(
            self.topic,
            self.name,
            "derivative",
            compares=self.compares,
            against=", ".join(RESOLUTIONS[method][0] for method in methods),
            outcome=tally.outcome,
            figure=tally.figure("within the error of the estimate"),
            error=", ".join(f"{RESOLUTIONS[method][1]:.0e}" for method in methods),
            derivation=named(self.topic, self.name).derivation.name,
        )

    @property
    def compares(self) -> str:
        """Return in words what is compared."""
        factor = {1.0: "", -1.0: " minus"}.get(self.times, f" {self.times:g} times")
        return f"`{self.name}`, and{factor} the derivative of `{self.of}` by `{self.by}`"


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
