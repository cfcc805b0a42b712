"""A bias that stands at an end of the parameters and is penalised by mistake; and other slips at the same place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.special import expit

from numeric.verify import Verification, verify_gradient

RATE = 0.1


def loss(w: Any, X: Any, y: Any, lam: float) -> Any:
    """Return the logistic loss; the bias is the last entry of w, and is not penalised."""
    z = X @ w[:-1] + w[-1]
    return np.sum(np.logaddexp(0, z) - y * z) + lam * w[:-1] @ w[:-1]


def slope(w: Any, X: Any, y: Any, lam: float) -> Any:
    """Return its gradient."""
    off = expit(X @ w[:-1] + w[-1]) - y
    return np.append(X.T @ off + 2 * lam * w[:-1], off.sum())


def _first_row_loss(W: Any, X: Any, Y: Any) -> Any:
    off = X @ W[1:] + W[0] - Y
    return 0.5 * np.mean(np.sum(off**2, axis=1)) + 0.5 * RATE * np.sum(W[1:] ** 2) / len(X)


def _first_row_slope(W: Any, X: Any, Y: Any) -> Any:
    off = (X @ W[1:] + W[0] - Y) / len(X)
    return np.vstack([off.sum(0), X.T @ off + RATE * W[1:] / len(X)])


def _verified(change: Callable[..., Any]) -> Verification:
    rng = np.random.default_rng(3)
    w, X, y = rng.normal(size=5), rng.normal(size=(8, 4)), (rng.random(8) < 0.5) * 1.0

    def changed(w: Any, X: Any, y: Any, lam: float) -> Any:
        slopes = slope(w, X, y, lam)
        slopes[-1] = change(slopes[-1], w, lam, len(y))
        return slopes

    return verify_gradient(loss, changed, w, X, y, 0.3)


PENALISED: dict[str, Callable[..., Any]] = {
    "as the others": lambda g, w, lam, _n: g + 2 * lam * w[-1],
    "by the mean": lambda g, w, lam, n: g + lam * w[-1] / n,
    "by a number": lambda g, w, _lam, _n: g + 0.7 * w[-1],
}
OTHERWISE: dict[str, Callable[..., Any]] = {
    "zero": lambda g, _w, _lam, _n: 0 * g,
    "a share too much": lambda g, _w, _lam, _n: 1.3 * g,
    "a constant too much": lambda g, _w, lam, _n: g + lam,
    "its square": lambda g, w, lam, _n: g + lam * w[-1] ** 2,
}


@pytest.mark.parametrize("name", PENALISED)
def test_a_penalised_bias_at_the_end_is_named(name: str) -> None:
    """The difference is a multiple of the entry itself."""
    found = _verified(PENALISED[name])
    assert found.diagnosis is not None
    assert found.diagnosis.label == "reg-bias"
    assert "w[-1]" in found.diagnosis.sentence


@pytest.mark.parametrize("name", OTHERWISE)
def test_another_slip_at_the_end_is_no_penalty(name: str) -> None:
    """One coordinate is wrong, and that is all that is said."""
    found = _verified(OTHERWISE[name])
    assert found.diagnosis is not None
    assert found.diagnosis.label == "one-coord"


@pytest.mark.parametrize("times", [1.0, -1.0])
def test_a_first_row_is_a_bias_too(times: float) -> None:
    """The rows of a matrix are named by their slice, and a penalty that is missing is told from one too many."""

    def changed(W: Any, X: Any, Y: Any) -> Any:
        slopes = _first_row_slope(W, X, Y)
        slopes[0] += times * RATE * W[0]
        return slopes

    rng = np.random.default_rng(3)
    inputs = rng.normal(size=(5, 2)), rng.normal(size=(7, 4)), rng.normal(size=(7, 2))
    assert verify_gradient(_first_row_loss, _first_row_slope, *inputs).verdict != "refuted"
    found = verify_gradient(_first_row_loss, changed, *inputs)
    assert found.diagnosis is not None
    assert found.diagnosis.label == ("reg-bias" if times > 0 else "missing-reg")
    assert f"W[0, :] too {'much' if times > 0 else 'little'}" in found.diagnosis.sentence
