"""Gradients beside a derivation: the derived one, a multiple that the loss asks for, and what is neither."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sympy import Sum, exp, log

from derive import differentiate, index, lambdify, size, softplus, tensor
from derive.errors import DeriveError
from numeric.verify import verify_gradient
from tests.programs import BINARY, LABELS, ROWS, WEIGHTS, D, K, normal

Function = Callable[..., Any]
INPUTS = WEIGHTS, ROWS, BINARY


def summed(w: Any, X: Any, y: Any) -> Any:
    """Return the logistic loss, the objective of logistic-gradient."""
    z = X @ w
    return np.sum(np.logaddexp(0, z) - y * z)


def slope(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of logistic-gradient; its negative is that of logistic-hessian."""
    return X.T @ (1 / (1 + np.exp(-(X @ w))) - y)


def times(function: Function, by: float, *, mean: bool = False) -> Function:
    """Return a multiple of a function."""
    return lambda w, X, y: by * function(w, X, y) / (len(y) if mean else 1)


LOSSES = {"sum": summed, "likelihood": times(summed, -1), "mean": times(summed, 1, mean=True)}
SLOPES = {"sum": slope, "likelihood": times(slope, -1), "mean": times(slope, 1, mean=True)}


@pytest.mark.parametrize(
    ("loss", "name", "by"),
    [
        ("sum", "logistic-gradient", ""),
        ("likelihood", "logistic-hessian", ""),
        ("sum", "logistic-hessian", "-1 times "),
        ("likelihood", "logistic-gradient", "-1 times "),
        ("mean", "logistic-gradient", "1/N times "),
        ("mean", "logistic-hessian", "-1/N times "),
    ],
)
def test_the_multiple_that_the_loss_asks_for(loss: str, name: str, by: str) -> None:
    """A right gradient is proved beside any multiple of its loss, and which multiple is said in the conditions."""
    found = verify_gradient(LOSSES[loss], SLOPES[loss], *INPUTS, against=name)
    assert found.verdict == "proved"
    assert f"the loss is {by}the objective of {name}, up to terms without the parameters" in found.conditions


@pytest.mark.parametrize(
    ("loss", "grad", "label", "name"),
    [
        ("sum", "likelihood", "sign", "logistic-hessian"),
        ("likelihood", "sum", "sign", "logistic-gradient"),
        ("mean", "sum", "scale:N", "logistic-gradient"),
        ("sum", "mean", "scale:1/N", "logistic-hessian"),
    ],
)
def test_another_multiple_is_wrong(loss: str, grad: str, label: str, name: str) -> None:
    """A gradient with the sign or the factor of the derivation, and not of the loss, is refuted."""
    found = verify_gradient(LOSSES[loss], SLOPES[grad], *INPUTS, against=name)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", label)
    assert any("the loss is another function, or another multiple of its objective" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "grad", "verdict", "told"),
    [
        ("logistic-gradient", slope, "proved", ("w is w, X is X, y is y (matched by name and shape)",)),
        ("normal-equations", lambda w, X, y: X.T @ (X @ w - y), "proved", ("w is w, x is X, y is y (matched by name",)),
        ("logistic-gradient", SLOPES["likelihood"], "refuted", ("sign", "give the loss as well")),
        ("logistic-gradient", SLOPES["mean"], "refuted", ("scale:1/N", "give the loss as well")),
        ("normal-equations", lambda w, X, y: X.T @ (X @ w + y), "refuted", ("counterexample",)),
    ],
)
def test_without_a_loss(name: str, grad: Function, verdict: str, told: tuple[str, ...]) -> None:
    """Only the derived gradient itself is right; for a multiple the sentence says when it would be."""
    found = verify_gradient(None, grad, *INPUTS, against=name)
    assert found.verdict == verdict
    assert [words for words in told if words not in str(found)] == []


def test_labels_play_the_one_hot_rows_of_a_derivation() -> None:
    """Class labels stand for the rows of the lecture."""

    def gradient(W: Any, X: Any, y: Any) -> Any:
        E = np.exp(X @ W - (X @ W).max(1, keepdims=True))
        P = E / E.sum(1, keepdims=True)
        P[np.arange(len(y)), y] -= 1
        return X.T @ P

    found = verify_gradient(None, gradient, normal((D, K)), ROWS, LABELS, against="softmax-gradient")
    assert found.verdict == "proved"
    assert any("y holds class labels" in words for words in found.conditions)


def test_the_gradient_of_something_else() -> None:
    """A gradient that is right for its loss, and another than the derived one, is refuted, never passed over."""
    ridge: Function = lambda w, X, y: summed(w, X, y) + w @ w  # noqa: E731 -- one line each
    found = verify_gradient(ridge, lambda w, X, y: slope(w, X, y) + 2 * w, *INPUTS, against="logistic-gradient")
    assert found.diagnosis is not None
    assert found.verdict == "refuted"
    assert "not that of logistic-gradient" in found.diagnosis.sentence
    assert "2*w[d] too much" in found.diagnosis.term


def test_what_cannot_be_traced_is_not_passed() -> None:
    """A gradient that agrees with the loss and cannot be compared with the derivation is undecided."""
    hidden: Function = lambda w, X, y: np.array([float(v) for v in slope(np.array(w.tolist()), X, y)])  # noqa: E731
    found = verify_gradient(summed, hidden, *INPUTS, against="logistic-gradient")
    assert found.verdict == "undecided"
    assert "not compared with logistic-gradient" in found.method


@pytest.mark.parametrize(
    ("name", "says"), [("logistic-gradent", "logistic-gradient"), ("metrics", "derives no gradient")]
)
def test_only_names_of_derivations_stand_for_a_loss(name: str, says: str) -> None:
    """An unknown name is answered by the names like it."""
    with pytest.raises(DeriveError, match=says):
        _ = verify_gradient(None, slope, *INPUTS, against=name)


N_, D_, K_ = size("N"), size("D"), size("K")
n, i, j, k, c = index("n", N_), index("i", D_), index("j", D_), index("k", K_), index("c", K_)
X, w, y, W, Y = tensor("X", N_, D_), tensor("w", D_), tensor("y", N_), tensor("W", D_, K_), tensor("Y", N_, K_)
SCORE = Sum(X[n, j] * w[j], j)
LOGISTIC = Sum(softplus(SCORE) - y[n] * SCORE, n) / N_
SOFTMAX = Sum(log(Sum(exp(Sum(X[n, j] * W[j, k], j)), k)) - Sum(Y[n, k] * Sum(X[n, j] * W[j, k], j), k), n)


def test_what_lambdify_makes_is_verified_as_code_is() -> None:
    """A program of a formula, its gradient, one by hand beside it, and multiples of it."""
    loss, made = lambdify(LOGISTIC, [w, X, y]), lambdify(differentiate(LOGISTIC, w[i]), [w, X, y], [i])
    for right in (made, SLOPES["mean"]):
        assert verify_gradient(loss, right, *INPUTS).verdict == "proved"
    for wrong in (slope, lambda *inputs: -made(*inputs), lambda *inputs: (g := made(*inputs)) * (g > 0)):
        assert verify_gradient(loss, wrong, *INPUTS).verdict == "refuted"
    other = lambdify(SOFTMAX, [W, X, Y]), lambdify(differentiate(SOFTMAX, W[i, c]), [W, X, Y], [i, c])
    found = verify_gradient(*other, normal((D, K)), ROWS, np.eye(K)[LABELS])
    assert found.verdict == "proved"
    assert "a common shift of all logits changes nothing" in found.conditions
