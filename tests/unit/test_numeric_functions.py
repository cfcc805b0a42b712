"""The lowered functions of regression and classification: where they come from, what they give, how they look."""

from __future__ import annotations

import inspect
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from scipy.special import expit, log_expit, logsumexp
from scipy.special import softmax as softmax_rows
from scipy.stats import norm

import numeric
from numeric import fisher, least_squares, logistic, naive_bayes, simple_regression, softmax
from numeric.lowered import LoweredFunction

TOPICS = (fisher, least_squares, logistic, naive_bayes, simple_regression, softmax)
FUNCTIONS = {
    f"{topic.__name__.removeprefix('numeric.')}.{name}": function
    for topic in TOPICS
    for name, function in vars(topic).items()
    if isinstance(function, LoweredFunction)
}

N, D, K = 7, 3, 4
RNG = np.random.default_rng(20)
X, Z, w, y = RNG.normal(size=(N, D)), RNG.normal(size=(5, D)) + 1, RNG.normal(size=D), RNG.normal(size=N)
BITS, W, T = (RNG.random(N) < 0.5).astype(float), RNG.normal(size=(K, D)), RNG.normal(size=(N, K))
Y = np.eye(K)[RNG.integers(K, size=N)]
MEANS, DEVIATIONS = RNG.normal(size=(D, 2)), RNG.random(D) + 0.5
M_1, M_2 = X.mean(axis=0), Z.mean(axis=0)
S_W = (X - M_1).T @ (X - M_1) + (Z - M_2).T @ (Z - M_2)
P, SCORES = expit(X @ w), X @ W.T
PROBABILITIES = softmax_rows(SCORES, axis=1)
WITH_REFERENCE = np.column_stack([SCORES, np.zeros(N)])
LATTER = softmax_rows(WITH_REFERENCE, axis=1)[:, :-1]
SOME = Y * (RNG.random(N) < 0.7)[:, None]
CENTRED = np.einsum("il,lq->ilq", PROBABILITIES, np.eye(K)) - np.einsum("il,iq->ilq", PROBABILITIES, PROBABILITIES)
LINE = (0.5, -1.5, X[:, 0], y)
MISFIT = y - 0.5 + 1.5 * X[:, 0]
ERROR = -(BITS * log_expit(X @ w) + (1 - BITS) * log_expit(-(X @ w))).sum()
BEND = (X * (P * (1 - P))[:, None]).T @ X
DIFFERENCE = M_2 - M_1
SPREAD = w @ S_W @ w
OFFSET = np.log(0.3 / 0.7) + ((MEANS[:, 1] ** 2 - MEANS[:, 0] ** 2) / (2 * DEVIATIONS**2)).sum()
SLOPES = (MEANS[:, 0] - MEANS[:, 1]) / DEVIATIONS**2
R = np.corrcoef(X[:, 0], y)[0, 1]
FITTED = np.polynomial.Polynomial.fit(X[:, 0], y, 1).convert().coef

VALUES: dict[str, tuple[tuple[Any, ...], Any]] = {
    "simple_regression.loss": (LINE, (MISFIT**2).sum()),
    "simple_regression.gradient_intercept": (LINE, -2 * MISFIT.sum()),
    "simple_regression.gradient_slope": (LINE, -2 * MISFIT @ X[:, 0]),
    "simple_regression.slope": ((X[:, 0], y), FITTED[1]),
    "simple_regression.intercept": ((X[:, 0], y), FITTED[0]),
    "simple_regression.correlation": ((X[:, 0], y), R),
    "least_squares.loss": ((w, X, y), ((X @ w - y) ** 2).sum() / 2),
    "least_squares.gradient": ((w, X, y), X.T @ (X @ w - y)),
    "least_squares.hessian": ((X,), X.T @ X),
    "least_squares.solution": ((X, y), np.linalg.lstsq(X, y, rcond=None)[0]),
    "least_squares.example_loss": ((w, X[0], y[0]), (w @ X[0] - y[0]) ** 2 / 2),
    "least_squares.example_gradient": ((w, X[0], y[0]), (w @ X[0] - y[0]) * X[0]),
    "least_squares.log_likelihood": ((w, X, y, 0.7), norm.logpdf(y, X @ w, 0.7).sum()),
    "least_squares.outputs_loss": ((W.T, X, T), ((SCORES - T) ** 2).sum() / 2),
    "least_squares.outputs_gradient": ((W.T, X, T), X.T @ (SCORES - T)),
    "least_squares.outputs_solution": ((X, T), np.linalg.lstsq(X, T, rcond=None)[0]),
    "logistic.probabilities": ((w, X), P),
    "logistic.log_likelihood": ((w, X, BITS), -ERROR),
    "logistic.loss": ((w, X, BITS), ERROR),
    "logistic.gradient": ((w, X, BITS), X.T @ (P - BITS)),
    "logistic.loss_and_gradient": ((w, X, BITS), (ERROR, X.T @ (P - BITS))),
    "logistic.hessian": ((w, X), BEND),
    "logistic.penalised_loss": ((w, X, BITS, 0.3), ERROR + 0.3 * w @ w),
    "logistic.penalised_gradient": ((w, X, BITS, 0.3), X.T @ (P - BITS) + 0.6 * w),
    "logistic.penalised_hessian": ((w, X, 0.3), BEND + 0.6 * np.eye(D)),
    "softmax.probabilities": ((W, X), PROBABILITIES),
    "softmax.loss": ((W, X, Y), (logsumexp(SCORES, axis=1) - (SCORES * Y).sum(axis=1)).sum()),
    "softmax.gradient": ((W, X, Y), (PROBABILITIES - Y).T @ X),
    "softmax.loss_and_gradient": (
        (W, X, Y),
        ((logsumexp(SCORES, axis=1) - (SCORES * Y).sum(axis=1)).sum(), (PROBABILITIES - Y).T @ X),
    ),
    "softmax.hessian": ((W, X), np.einsum("ilq,im,ir->lmqr", CENTRED, X, X)),
    "softmax.reference_probabilities": ((W, X), LATTER),
    "softmax.reference_loss": ((W, X, SOME), (logsumexp(WITH_REFERENCE, axis=1) - (SCORES * SOME).sum(axis=1)).sum()),
    "softmax.reference_gradient": ((W, X, SOME), (LATTER - SOME).T @ X),
    "naive_bayes.log_joint": (
        (MEANS[:, 0], DEVIATIONS, 0.3, X),
        np.log(0.3) + norm.logpdf(X, MEANS[:, 0], DEVIATIONS).sum(axis=1),
    ),
    "naive_bayes.weights": ((MEANS, DEVIATIONS), SLOPES),
    "naive_bayes.offset": ((MEANS, DEVIATIONS, 0.3, 0.7), OFFSET),
    "naive_bayes.posterior": ((MEANS, DEVIATIONS, 0.3, 0.7, X), expit(-(OFFSET + X @ SLOPES))),
    "fisher.mean": ((X,), M_1),
    "fisher.within_scatter": ((X, Z, M_1, M_2), S_W),
    "fisher.between_scatter": ((M_1, M_2), np.outer(DIFFERENCE, DIFFERENCE)),
    "fisher.criterion": ((w, S_W, M_1, M_2), (w @ DIFFERENCE) ** 2 / SPREAD),
    "fisher.gradient": (
        (w, S_W, M_1, M_2),
        2 * (w @ DIFFERENCE) * DIFFERENCE / SPREAD - 2 * (w @ DIFFERENCE) ** 2 * (S_W @ w) / SPREAD**2,
    ),
    "fisher.direction": ((S_W, M_1, M_2), np.linalg.solve(S_W, DIFFERENCE)),
}


def test_the_table_has_every_function() -> None:
    """A function that is added to a topic is compared with an oracle, or this fails."""
    assert set(VALUES) == set(FUNCTIONS)


def pairs(value: Any, expected: Any) -> list[tuple[Any, Any]]:
    """Return each value beside what is expected of it; most functions have one."""
    return list(zip(value, expected, strict=True)) if isinstance(expected, tuple) else [(value, expected)]


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    """Each function gives what NumPy and SciPy give, and has the shape of its axes."""
    arrays, expected = VALUES[name]
    for value, right in pairs(FUNCTIONS[name](*arrays), expected):
        assert np.shape(value) == np.shape(right)
        np.testing.assert_allclose(value, right, rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("name", VALUES)
def test_arguments_by_name(name: str) -> None:
    """Arguments may be given by the names of the signature, in any order."""
    arrays, expected = VALUES[name]
    names = inspect.signature(FUNCTIONS[name]).parameters
    given = dict(reversed(list(zip(names, arrays, strict=True))))
    for value, right in pairs(FUNCTIONS[name](**given), expected):
        np.testing.assert_allclose(value, right, rtol=1e-11, atol=1e-12)


def test_a_lowered_function_looks_like_a_function() -> None:
    """It has a name, a module, a docstring, a signature, and shows where it comes from."""
    function = logistic.gradient
    assert (function.__name__, function.__module__) == ("gradient", "numeric.logistic")
    assert str(inspect.signature(function)) == "(w, X, y)"
    assert (inspect.getdoc(function) or "").startswith("Return the gradient of the cross-entropy error")
    assert repr(function) == "<lowered function gradient(w, X, y) from logistic-gradient>"
    assert function.derivation.lectures == ("l7", "cls", "cse422")
    assert (len(function.args), len(function.axes)) == (3, 1)
    assert "def gradient(" in function.source


def test_it_is_lowered_once() -> None:
    """The second use finds what the first one made."""
    assert logistic.hessian.function is logistic.hessian.function


def test_a_wrong_name_is_refused() -> None:
    """A keyword that is no parameter is an error of Python's own kind."""
    with pytest.raises(TypeError, match="'v'"):
        logistic.gradient(w, X, BITS, v=BITS)


def test_nothing_is_paid_for_what_is_not_used() -> None:
    """`import numeric` loads neither NumPy nor SymPy; its attributes load what they need."""
    program = "import sys, numeric; assert not {'numpy', 'sympy', 'scipy'} & set(sys.modules); numeric.fisher.mean"
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)  # noqa: S603 -- our own program
    assert (done.returncode, done.stderr) == (0, "")
    assert "logistic" in dir(numeric)
    with pytest.raises(AttributeError, match="no attribute 'logistics'"):
        _ = numeric.logistics
