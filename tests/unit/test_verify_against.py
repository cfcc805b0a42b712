"""Gradients beside a derivation: the derived one, a multiple that the loss asks for, and what is neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric.verify import verify_gradient
from numeric.verify.trace.errors import UnknownDerivationError

RNG = np.random.default_rng(5)
INPUTS = (RNG.standard_normal(3), RNG.standard_normal((7, 3)), np.resize([0.0, 1.0, 1.0], 7))
Function = Callable[..., Any]


def negative_log_likelihood(w: Any, X: Any, y: Any) -> Any:
    """Return the logistic loss, summed."""
    z = X @ w
    return np.sum(np.logaddexp(0, z) - y * z)


def log_likelihood(w: Any, X: Any, y: Any) -> Any:
    """Return the objective of logistic-hessian."""
    return -negative_log_likelihood(w, X, y)


def mean_loss(w: Any, X: Any, y: Any) -> Any:
    """Return the logistic loss, averaged."""
    return negative_log_likelihood(w, X, y) / len(y)


def slope(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of logistic-gradient."""
    return X.T @ (1 / (1 + np.exp(-(X @ w))) - y)


def opposite(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of logistic-hessian."""
    return -slope(w, X, y)


def averaged(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of the mean."""
    return slope(w, X, y) / len(y)


@pytest.mark.parametrize(
    ("loss", "grad", "name", "times"),
    [
        (negative_log_likelihood, slope, "logistic-gradient", ""),
        (log_likelihood, opposite, "logistic-hessian", ""),
        (negative_log_likelihood, slope, "logistic-hessian", "-1 times "),
        (log_likelihood, opposite, "logistic-gradient", "-1 times "),
        (mean_loss, averaged, "logistic-gradient", "1/N times "),
        (mean_loss, averaged, "logistic-hessian", "-1/N times "),
    ],
)
def test_the_multiple_that_the_loss_asks_for(loss: Function, grad: Function, name: str, times: str) -> None:
    """A right gradient is proved beside any multiple of its loss, and which multiple is said in the conditions."""
    found = verify_gradient(loss, grad, *INPUTS, against=name)
    assert found.verdict == "proved"
    assert f"the loss is {times}the objective of {name}, up to terms without the parameters" in found.conditions


@pytest.mark.parametrize(
    ("loss", "grad", "label"),
    [
        (negative_log_likelihood, opposite, "sign"),
        (log_likelihood, slope, "sign"),
        (mean_loss, slope, "scale:N"),
        (negative_log_likelihood, averaged, "scale:1/N"),
    ],
)
@pytest.mark.parametrize("name", ["logistic-gradient", "logistic-hessian"])
def test_another_multiple_is_wrong(loss: Function, grad: Function, label: str, name: str) -> None:
    """A gradient with the sign or the factor of the derivation, and not of the loss, is refuted."""
    found = verify_gradient(loss, grad, *INPUTS, against=name)
    assert found.verdict == "refuted"
    assert found.diagnosis is not None
    assert found.diagnosis.label == label
    assert any("the loss is another function, or another multiple of its objective" in note for note in found.notes)


@pytest.mark.parametrize(
    ("grad", "verdict", "label"),
    [(slope, "proved", None), (opposite, "refuted", "sign"), (averaged, "refuted", "scale:1/N")],
)
def test_without_a_loss(grad: Function, verdict: str, label: str | None) -> None:
    """Only the derived gradient itself is right; for a multiple the sentence says when it would be."""
    found = verify_gradient(None, grad, *INPUTS, against="logistic-gradient")
    assert found.verdict == verdict
    if label is not None:
        assert found.diagnosis is not None
        assert found.diagnosis.label == label
        assert "give the loss as well" in found.diagnosis.sentence


def test_the_gradient_of_something_else() -> None:
    """A gradient that is right for its loss, and another than the derived one, is refuted, never passed over."""

    def ridge(w: Any, X: Any, y: Any) -> Any:
        return negative_log_likelihood(w, X, y) + w @ w

    found = verify_gradient(ridge, lambda w, X, y: slope(w, X, y) + 2 * w, *INPUTS, against="logistic-gradient")
    assert found.verdict == "refuted"
    assert found.diagnosis is not None
    assert "not that of logistic-gradient" in found.diagnosis.sentence
    assert "2*w[d] too much" in found.diagnosis.term


def test_what_cannot_be_traced_is_not_passed() -> None:
    """A gradient that agrees with the loss and cannot be compared with the derivation is undecided."""

    def hidden(w: Any, X: Any, y: Any) -> Any:
        return np.array([float(v) for v in slope(np.array(w.tolist()), X, y)])

    found = verify_gradient(negative_log_likelihood, hidden, *INPUTS, against="logistic-gradient")
    assert found.verdict == "undecided"
    assert "not compared with logistic-gradient" in found.method


def test_names_that_are_near() -> None:
    """An unknown name is answered by the names like it."""
    with pytest.raises(UnknownDerivationError, match="logistic-gradient"):
        _ = verify_gradient(None, slope, *INPUTS, against="logistic-gradent")
