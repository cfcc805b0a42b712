"""A loss with its right gradient and an example, and the numbers that the examples share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True, slots=True)
class Program:
    """A loss and a gradient as somebody wrote them, with the arguments of an example: parameters first."""

    name: str
    loss: Callable[..., Any]
    gradient: Callable[..., Any]
    arguments: tuple[Any, ...]


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
