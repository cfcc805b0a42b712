"""Gradients, losses and checkers that lie, and the honest answer to each."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from numeric.verify import Verification, verify_gradient
from tests import gradients

RNG = np.random.default_rng(7)
X, Y, W = RNG.standard_normal((8, 3)), RNG.standard_normal(8), RNG.standard_normal(3)


def loss(w: Any, X: Any, y: Any) -> Any:
    """Return the mean square of the residuals."""
    return np.mean((X @ w - y) ** 2)


def slope(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of it."""
    return 2 * X.T @ (X @ w - y) / len(y)


def differences(w: Any, X: Any, y: Any) -> Any:
    """Return central differences of the loss."""
    steps = 1e-6 * np.eye(len(w))
    return np.array([(loss(w + s, X, y) - loss(w - s, X, y)) / 2e-6 for s in steps])


def complaints(verifier: Any) -> list[str]:
    """Return the mistakes that a verifier does not refute."""
    params, data = gradients.logistic_inputs(np.random.default_rng(2))
    return [w.name for w in gradients.WRONG if verifier(gradients.logistic, w.slope, params, data).verdict != "refuted"]


def test_a_verifier_that_always_says_right_is_caught() -> None:
    """The list of mistakes makes such a verifier complain about every one, and ours about none."""
    assert len(complaints(lambda *_: Verification("sampled", "a look"))) == len(gradients.WRONG)
    assert complaints(lambda *a: verify_gradient(*a, trace=False)) == []


def test_a_gradient_that_differences_the_loss() -> None:
    """It agrees with differences because it is one, and that is said; nothing is proved or sampled."""
    found = verify_gradient(loss, differences, W, X, Y, trace=False)
    assert found.verdict in {"undecided", "refuted"}
    assert "differences the loss" in str(found)


def test_a_gradient_that_detects_being_tested() -> None:
    """Called by a verifier it returns the finite difference, else a wrong gradient; it is not believed."""

    def sly(w: Any, X: Any, y: Any) -> Any:
        watched = any("verify" in frame.filename for frame in inspect.stack())
        return differences(w, X, y) if watched else -slope(w, X, y)

    found = verify_gradient(loss, sly, W, X, Y)
    assert found.verdict in {"undecided", "refuted"}
    assert "differences the loss" in str(found)


def test_a_noisy_loss() -> None:
    """A loss that differs from call to call lets nothing be said of a right gradient, and a wrong one does not pass."""
    rng = np.random.default_rng(0)

    def noisy(w: Any, X: Any, y: Any) -> Any:
        return loss(w, X, y) + 1e-4 * rng.standard_normal()

    right = verify_gradient(noisy, slope, W, X, Y, trace=False)
    assert right.verdict == "undecided"
    assert "from call to call" in right.method
    wrong = verify_gradient(noisy, lambda w, X, y: -slope(w, X, y), W, X, Y, trace=False)
    assert wrong.verdict in {"refuted", "undecided"}


def test_a_discontinuous_loss() -> None:
    """A loss that jumps has no gradient at the jump, whatever agrees beside it."""

    def jumping(w: Any, X: Any, y: Any) -> Any:
        return loss(w, X, y) + np.floor(20 * w[0])

    found = verify_gradient(jumping, slope, W, X, Y, trace=False)
    assert found.verdict == "undecided"
    assert "discontinuous" in found.method


def test_a_loss_drowned_in_an_offset() -> None:
    """A loss whose slope is below its rounding proves nothing, and refutes nothing."""

    def drowned(w: Any, X: Any, y: Any) -> Any:
        return 1e25 + np.float64(loss(w, X, y))

    assert verify_gradient(drowned, slope, W, X, Y, trace=False).verdict == "undecided"
    assert verify_gradient(drowned, lambda w, X, y: 2 * slope(w, X, y), W, X, Y, trace=False).verdict == "undecided"


@pytest.mark.parametrize("off", [1e-3, 1e-5, 1e-7])
def test_a_small_error_in_one_coordinate(off: float) -> None:
    """A relative error far below the tolerances in use is seen, for the loss says so."""

    def nearly(w: Any, X: Any, y: Any) -> Any:
        return slope(w, X, y) * np.array([1.0, 1.0 + off, 1.0])

    assert verify_gradient(loss, nearly, W, X, Y, trace=False).verdict == "refuted"


def test_a_gradient_of_another_loss() -> None:
    """A gradient that is right for another loss, close to this one, is wrong."""

    def other(w: Any, X: Any, y: Any) -> Any:
        return slope(w, X, y) + 1e-6 * w

    assert verify_gradient(loss, other, W, X, Y, trace=False).verdict == "refuted"


def test_kinks_excuse_nothing_but_kinks() -> None:
    """At a kink every slope between the sides is right, and none outside; beside it there is one."""
    data = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])

    def hinge(w: Any, X: Any) -> Any:
        return np.sum(np.maximum(0, X @ w))

    def choice(at_kink: float) -> Any:
        return lambda w, X: X.T @ np.where(X @ w == 0, at_kink, (X @ w > 0) * 1.0)

    kinked = np.zeros(2)
    for inside in (0.0, 0.5, 1.0):
        assert verify_gradient(hinge, choice(inside), kinked, data, trace=False).verdict == "sampled"
    for outside in (-1.0, 2.0):
        found = verify_gradient(hinge, choice(outside), kinked, data, trace=False)
        assert found.verdict == "refuted"
        assert found.diagnosis is not None
        assert found.diagnosis.label == "kink"


def test_what_depends_on_earlier_calls() -> None:
    """A value kept from the first call is found, though every first call is right."""
    kept: dict[Any, Any] = {}

    def stale(w: Any, X: Any, y: Any) -> Any:
        first = kept.setdefault(w.shape, w.copy())
        return slope(w, X, y) + 0.2 * (first - w)

    found = verify_gradient(loss, stale, W, X, Y, trace=False)
    assert found.verdict == "refuted"
    assert found.diagnosis is not None
    assert found.diagnosis.label == "stale"


def test_a_reused_buffer() -> None:
    """A gradient that returns the same array each time overwrites what it returned."""
    buffer = np.zeros(3)

    def reused(w: Any, X: Any, y: Any) -> Any:
        if w.shape != buffer.shape:
            return slope(w, X, y)
        buffer[:] = slope(w, X, y)
        return buffer

    found = verify_gradient(loss, reused, W, X, Y, trace=False)
    assert found.verdict == "refuted"
    assert found.diagnosis is not None
    assert found.diagnosis.label == "alias"
