"""A loss with its right gradient and an example, and the numbers that the examples share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Program:
    """A loss and a gradient as somebody wrote them, with the arguments of an example: parameters first."""

    name: str
    loss: Function
    gradient: Function
    arguments: tuple[Any, ...]


class Programs(list[Program]):
    """Programs of one kind; each gradient stands below its loss and its example."""

    def gradient_of(self, loss: Function, *arguments: Any) -> Callable[[Function], Function]:
        """Take the function below for the gradient of a loss."""

        def add(gradient: Function) -> Function:
            self.append(Program(gradient.__name__.strip("_"), loss, gradient, arguments))
            return gradient

        return add


N, D, K, H = 7, 4, 3, 5
RNG = np.random.default_rng(3)
normal = RNG.standard_normal
ROWS, TARGETS, WEIGHTS = normal((N, D)), normal(N), normal(D)
LABELS = np.array([0, 1, 2, 1, 0, 2, 2])
BINARY = np.array([0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0])
SIGNS = 2 * BINARY - 1


def sigmoid(z: Any) -> Any:
    """Return the logistic function in its two stable forms."""
    return np.where(z >= 0, 1 / (1 + np.exp(-z)), np.exp(z) / (1 + np.exp(z)))
