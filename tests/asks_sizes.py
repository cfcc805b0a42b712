"""Gradients of a mean square that ask for their shapes, and are wrong behind one of the answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify import Verification

RNG = np.random.default_rng(0)
ROWS, WEIGHTS, TARGETS = RNG.standard_normal((6, 4)), RNG.standard_normal(4), RNG.standard_normal(6)


def loss(w: Any, X: Any, y: Any) -> Any:
    """Return the mean square of the residuals."""
    return ((X @ w - y) ** 2).mean()


def slope(w: Any, X: Any, y: Any) -> Any:
    """Return its gradient."""
    return 2 * X.T @ (X @ w - y) / X.shape[0]


def _doubled(asks: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda w, X, y: slope(w, X, y) * (2 if asks(X.shape) else 1)


WRONG: dict[str, Callable[..., Any]] = {
    "square": _doubled(lambda shape: shape[0] == shape[1]),
    "a shape": _doubled(lambda shape: tuple(shape) == (5, 5)),
    "a single row": _doubled(lambda shape: shape[0] == 1),
    "a number": _doubled(lambda shape: shape[0] == 17),
    "many rows": _doubled(lambda shape: shape[0] > 100),
    "a set": _doubled(lambda shape: shape[0] in {17, 18}),
    "a table": _doubled(lambda shape: {17: True}.get(shape[0], False)),
    "a remainder": _doubled(lambda shape: shape[0] % 7 == 0),
    "the first rows": lambda w, X, y: slope(w, X[:6], y[:6]),
    "all squeezed": lambda w, X, y: slope(w, X, y).squeeze() * 1,
}
EXCLUDED = {
    "a shape": "N != 5",
    "a single row": "N > 1",
    "a number": "N != 17",
    "many rows": "N <= 100",
    "the first rows": "X has length 6",
    "all squeezed": "D > 1",
}
"""The condition without which the proof would be wrong."""


def honest(name: str, found: Verification) -> bool:
    """Return whether nothing was proved, unless on a condition that excludes the wrong case."""
    return found.verdict != "proved" or any(words.startswith(EXCLUDED.get(name, "-")) for words in found.conditions)
