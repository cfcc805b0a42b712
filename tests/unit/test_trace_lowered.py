"""What `derive.lambdify` makes is traced like code that somebody wrote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from sympy import Sum, exp, log

from derive import Limits, differentiate, index, lambdify, sigmoid, size, softplus, tensor
from derive.lower import Lowered
from numeric.verify.trace import Traced, prove_gradient

N, D, K = size("N"), size("D"), size("K")
n, i, j, k, c = index("n", N), index("i", D), index("j", D), index("k", K), index("c", K)
X, w, y = tensor("X", N, D), tensor("w", D), tensor("y", N)
W, Y = tensor("W", D, K), tensor("Y", N, K)
RNG = np.random.default_rng(0)
ROWS, WEIGHTS, LABELS = RNG.standard_normal((5, 3)), RNG.standard_normal(3), np.array([0.0, 1.0, 1.0, 0.0, 1.0])
HOT = np.eye(4)[[0, 3, 1, 2, 0]]


def _decided(*arguments: Any) -> Traced:
    """Return the verdict, with time enough on a busy machine."""
    return prove_gradient(*arguments, limits=Limits(seconds=60))


def _logistic() -> tuple[Lowered, Lowered]:
    score = Sum(X[n, j] * w[j], j)
    loss = Sum(softplus(score) - y[n] * score, n) / N
    return lambdify(loss, [w, X, y]), lambdify(differentiate(loss, w[i]), [w, X, y], [i])


def _softmax() -> tuple[Lowered, Lowered]:
    def score(of: Any) -> Any:
        """Return the score of a class."""
        return Sum(X[n, j] * W[j, of], j)

    loss = Sum(log(Sum(exp(score(k)), k)) - Sum(Y[n, k] * score(k), k), n)
    return lambdify(loss, [W, X, Y]), lambdify(differentiate(loss, W[i, c]), [W, X, Y], [i, c])


def test_a_lowered_gradient_of_a_lowered_loss_is_proved() -> None:
    """Both are programs of ours; their arguments have the names of the formula."""
    result = _decided(*_logistic(), WEIGHTS, ROWS, LABELS)
    assert (result.verdict, result.method) == ("proved", "traced, all sizes")


def test_a_maximum_that_is_a_shift_is_seen() -> None:
    """A stable softmax takes the maximum off, which changes nothing."""
    result = _decided(*_softmax(), RNG.standard_normal((3, 4)), ROWS, HOT)
    assert result.verdict == "proved"
    assert "a common shift of all logits changes nothing" in result.conditions


def _by_hand(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (1 / (1 + np.exp(-X @ w)) - y) / len(y)


def test_code_by_hand_is_proved_against_a_lowered_loss() -> None:
    """One of the two may be anybody's."""
    assert _decided(_logistic()[0], _by_hand, WEIGHTS, ROWS, LABELS).verdict == "proved"


@pytest.mark.parametrize("change", [lambda g: 2 * g, lambda g: -g, lambda g: g * (g > 0)])
def test_a_changed_one_is_not_proved(change: Callable[[Any], Any]) -> None:
    """A factor, a sign, and a part that is missing."""
    loss, gradient = _logistic()
    result = _decided(loss, lambda w, X, y: change(gradient(w, X, y)), WEIGHTS, ROWS, LABELS)
    assert result.verdict in {"refuted", "undecided"}


def test_a_formula_that_is_not_the_slope_is_refuted() -> None:
    """The names are those of the formula, and the counterexample is of the real program."""
    wrong = lambdify(Sum((sigmoid(Sum(X[n, j] * w[j], j)) - y[n]) * X[n, i], n), [w, X, y], [i])
    result = _decided(_logistic()[0], wrong, WEIGHTS, ROWS, LABELS)
    assert result.verdict == "refuted"
    assert list(map(str, result.difference)) == ["w[d]"]
