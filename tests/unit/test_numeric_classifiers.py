"""Classifiers: logistic and softmax regression, naive Bayes, least squares, Fisher, against scikit-learn and SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

from numeric import fisher, logistic, softmax
from numeric.algorithms import (
    fit_fisher,
    fit_least_squares_classifier,
    fit_logistic,
    fit_naive_bayes,
    fit_softmax,
)
from numeric.algorithms.quasi_newton import Memory
from numeric.algorithms.result import LinearRule
from numeric.errors import DataError

RNG = np.random.default_rng(8)
X = RNG.normal(size=(200, 3)) @ np.array([[1.0, 0.5, 0.0], [0.0, 2.0, 0.3], [0.0, 0.0, 5.0]])
NOISE = RNG.gumbel(size=(200, 4))
LABELS = (RNG.random(200) < expit(X @ [1.0, -0.5, 0.2] + 0.3)).astype(int)
CLASSES = np.array(["a", "b", "c", "d"])[(X @ RNG.normal(size=(3, 4)) + NOISE).argmax(axis=1)]
ONES = np.column_stack([np.ones(200), X])
METHODS = ["newton", "lbfgs"]


def regular(y: Any, penalty: float) -> Any:
    """Return scikit-learn's fit of the same objective at its tightest."""
    strength = 1 / (2 * penalty) if penalty else np.inf
    return LogisticRegression(C=strength, tol=1e-12, max_iter=10_000, solver="newton-cg").fit(X, y)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("penalty", [0.0, 0.01, 10.0])
def test_logistic_weights_are_those_of_scikit_learn(penalty: float, method: str) -> None:
    """The weights agree, and no loss is smaller."""
    fit, oracle = fit_logistic(X, LABELS, penalty=penalty, method=method, tol=1e-11), regular(LABELS, penalty)
    np.testing.assert_allclose(fit.coef, oracle.coef_[0], rtol=1e-5)
    np.testing.assert_allclose(fit.probabilities(X), oracle.predict_proba(X)[:, 1], atol=1e-5)
    assert fit.predict(X).tolist() == oracle.predict(X).tolist()
    weights = np.concatenate([oracle.intercept_, oracle.coef_[0]])
    theirs = logistic.loss(weights, ONES, LABELS.astype(float)) + penalty * (oracle.coef_**2).sum()
    assert fit.run.converged
    assert fit.loss <= theirs * (1 + 1e-14)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("penalty", [0.0, 0.01, 10.0])
def test_softmax_weights_are_those_of_scikit_learn(penalty: float, method: str) -> None:
    """The probabilities agree, the rows sum to zero, and no loss is smaller."""
    fit, oracle = fit_softmax(X, CLASSES, penalty=penalty, method=method, tol=1e-11), regular(CLASSES, penalty)
    np.testing.assert_allclose(fit.probabilities(X), oracle.predict_proba(X), atol=1e-5)
    np.testing.assert_allclose(fit.coef.sum(axis=0), 0.0, atol=1e-12)
    assert fit.predict(X).tolist() == oracle.predict(X).tolist()
    one_hot = (CLASSES[:, None] == fit.rule.classes).astype(float)
    weights = np.column_stack([oracle.intercept_, oracle.coef_])
    theirs = softmax.loss(weights, ONES, one_hot) + penalty * (oracle.coef_**2).sum()
    assert fit.run.converged
    assert fit.loss <= theirs * (1 + 1e-14)


def test_gradient_ascent_arrives_where_newton_does() -> None:
    """Both methods, logistic and softmax, with the history of a likelihood that never falls."""
    units = X / X.std(axis=0)
    for fit, y in ((fit_logistic, LABELS), (fit_softmax, CLASSES)):
        slow, fast = (fit(units, y, penalty=1.0, method=name, tol=1e-7) for name in ("ascent", "newton"))
        np.testing.assert_allclose(slow.coef, fast.coef, atol=1e-4)
        assert slow.run.converged
        assert (np.diff(slow.run.history) <= 1e-9).all()


def test_the_rate_left_out_is_safe() -> None:
    """Where the bound of the curvature is nearly reached, gradient ascent still climbs without overshooting."""
    points, y = np.ones((40, 1)), np.array([0, 1] * 19 + [1, 1])
    for fit in (fit_logistic, fit_softmax):
        found = fit(points, y, intercept=False, method="ascent")
        assert found.run.converged
        assert (np.diff(found.run.history) <= 0).all()


def test_a_rate_of_ones_own_may_diverge() -> None:
    """A rate far beyond is not corrected in silence: the run says what happened."""
    points, y = np.ones((40, 1)), np.array([0, 1] * 15 + [1] * 10)
    found = fit_logistic(points, y, intercept=False, method="ascent", rate=1e9, max_iter=50)
    assert not found.run.converged


def test_a_rough_first_curvature_costs_a_few_steps_only() -> None:
    """L-BFGS finds the length of its steps from the last pair of changes."""
    curvatures = np.array([1.0, 4.0, 9.0])
    memory, w = Memory(lambda g: 1e-4 * g), np.ones(3)
    for _ in range(12):
        w = w - memory.direction(w, curvatures * w)
    assert np.abs(w).max() < 1e-8


def test_two_classes_are_the_same_for_both() -> None:
    """Softmax with two classes is logistic regression in the difference of its rows."""
    both, one = fit_softmax(X, LABELS, tol=1e-11), fit_logistic(X, LABELS, tol=1e-11)
    np.testing.assert_allclose(both.coef[1] - both.coef[0], one.coef, rtol=1e-7)
    np.testing.assert_allclose(both.loss, one.loss, rtol=1e-12)


def test_without_intercept() -> None:
    """The minimum is that of SciPy."""
    fit = fit_logistic(X, LABELS, intercept=False, penalty=0.1, tol=1e-11)
    oracle = minimize(lambda w: logistic.loss(w, X, LABELS.astype(float)) + 0.1 * w @ w, np.zeros(3), tol=1e-12)
    np.testing.assert_allclose(fit.coef, oracle.x, atol=1e-4)
    assert (fit.intercept, fit.loss <= oracle.fun) == (0.0, True)


@pytest.mark.parametrize("fit", [fit_logistic, fit_softmax])
@pytest.mark.parametrize("method", [*METHODS, "ascent"])
def test_separable_classes_are_said(fit: Any, method: str) -> None:
    """A gap between the classes: no weights are the most likely. The weights given separate them."""
    points = np.array([[-2.0], [-1.0], [1.0], [3.0]])
    found = fit(points, [0, 0, 1, 1], method=method)
    assert (found.separable, found.run.converged) == (True, False)
    assert "separable" in found.run.stopped
    assert found.predict(points).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize("fit", [fit_logistic, fit_softmax])
def test_classes_that_touch_are_separable_too(fit: Any) -> None:
    """At 0 there are examples of both classes, all others are on their sides: the weights still grow for ever."""
    points = [[-2.0], [-1.0], [0.0], [0.0], [1.0], [3.0]]
    assert fit(points, [0, 0, 0, 1, 1, 1]).separable
    assert not fit(points, [0, 1, 0, 1, 1, 0]).separable


def test_one_class_of_three_that_is_separable() -> None:
    """Two classes overlap, the third lies apart: its weights have no end."""
    points = [[0.0], [1.0], [0.0], [1.0], [8.0], [9.0]]
    assert fit_softmax(points, ["a", "a", "b", "b", "c", "c"]).separable
    assert not fit_softmax(points, ["a", "c", "b", "a", "b", "c"]).separable


@pytest.mark.parametrize("fit", [fit_logistic, fit_softmax])
def test_a_penalty_ends_the_growth(fit: Any) -> None:
    """Separable data with a penalty have a minimum."""
    found = fit([[-2.0], [-1.0], [1.0], [3.0]], [0, 0, 1, 1], penalty=0.1)
    assert (found.separable, found.run.converged) == (False, True)


def test_columns_that_depend_on_each_other() -> None:
    """With a column twice the probabilities are those without it."""
    double = fit_logistic(np.column_stack([X, X[:, 0]]), LABELS, tol=1e-10)
    np.testing.assert_allclose(
        double.probabilities(np.column_stack([X, X[:, 0]])), fit_logistic(X, LABELS).probabilities(X), atol=1e-6
    )
    assert double.run.converged


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("y", [LABELS, CLASSES], ids=["two classes", "four classes"])
def test_where_the_features_lie_does_not_matter(y: Any, method: str) -> None:
    """Far from zero the weights are the same: the run does not stop early because the numbers are large."""
    fit = fit_softmax if y is CLASSES else fit_logistic
    near, far = fit(X, y, method=method), fit(X + 2.0**26, y, method=method)
    np.testing.assert_allclose(far.coef, near.coef, atol=1e-6)


@pytest.mark.parametrize("method", METHODS)
def test_features_that_hardly_differ(method: str) -> None:
    """The loss is that of the same features told apart, though the gradient is small long before."""
    mixed = np.column_stack([X[:, 0], X[:, 0] + 1e-5 * X[:, 1], X[:, 2]])
    plain, hidden = fit_logistic(X, LABELS, method=method), fit_logistic(mixed, LABELS, method=method)
    np.testing.assert_allclose(hidden.loss, plain.loss, rtol=1e-9)
    assert hidden.run.converged


def test_the_outliers_do_not_upset_newton() -> None:
    """Features of sizes 1e-6 to 1e6, and examples far out."""
    data = X * np.array([1e-6, 1.0, 1e6])
    data[0] *= 100
    fit, flipped = fit_logistic(data, LABELS, method="newton"), fit_logistic(-data, 1 - LABELS, method="lbfgs")
    assert fit.run.converged
    np.testing.assert_allclose(fit.loss, flipped.loss, rtol=1e-9)


def test_a_run_that_is_cut_off_says_so() -> None:
    """The limit of iterations is no convergence."""
    fit = fit_logistic(X, LABELS, max_iter=1, tol=1e-12)
    assert (fit.run.converged, fit.run.n_iter) == (False, 1)
    assert "the limit of 1 iterations" in fit.run.stopped


@pytest.mark.parametrize("y", [LABELS, CLASSES], ids=["two classes", "four classes"])
def test_naive_bayes_is_that_of_scikit_learn(y: Any) -> None:
    """Means, deviations and probabilities, with variances of each class."""
    fit, oracle = fit_naive_bayes(X, y), GaussianNB(var_smoothing=0.0).fit(X, y)
    np.testing.assert_allclose(fit.means, oracle.theta_, rtol=1e-12)
    np.testing.assert_allclose(fit.deviations**2, oracle.var_, rtol=1e-10)
    np.testing.assert_allclose(fit.probabilities(X), oracle.predict_proba(X), rtol=1e-8, atol=1e-300)
    assert fit.predict(X).tolist() == oracle.predict(X).tolist()


def test_naive_bayes_implies_a_logistic_regression() -> None:
    """With shared variances the posterior is the sigmoid of the score of the implied weights."""
    fit = fit_naive_bayes(X, LABELS, shared=True)
    rule = fit.implied()
    np.testing.assert_allclose(expit(rule.scores(X)), fit.probabilities(X)[:, 1], rtol=1e-9)
    assert rule.predict(X).tolist() == fit.predict(X).tolist()


@pytest.mark.parametrize(("y", "shared"), [(LABELS, False), (CLASSES, True)])
def test_other_posteriors_are_not_logistic(y: Any, shared: bool) -> None:  # noqa: FBT001 -- a parameter of the test
    """Variances of each class, or more than two classes, have no implied weights."""
    with pytest.raises(DataError, match="logistic posterior"):
        _ = fit_naive_bayes(X, y, shared=shared).implied()


def test_the_least_squares_classifier() -> None:
    """Its weights solve the normal equations of the one-hot labels, and its outputs sum to one."""
    fit = fit_least_squares_classifier(X, CLASSES)
    one_hot = (CLASSES[:, None] == np.unique(CLASSES)).astype(float)
    expected = np.linalg.lstsq(ONES, one_hot, rcond=None)[0]
    np.testing.assert_allclose(np.column_stack([fit.rule.intercept, fit.rule.coef]), expected.T, atol=1e-12)
    np.testing.assert_allclose(fit.outputs(X).sum(axis=1), 1.0, rtol=1e-12)
    assert fit.predict(X).tolist() == np.unique(CLASSES)[(ONES @ expected).argmax(axis=1)].tolist()
    np.testing.assert_allclose(fit.loss, ((ONES @ expected - one_hot) ** 2).sum() / 2, rtol=1e-12)


def test_fishers_direction_is_that_of_scikit_learn() -> None:
    """Linear discriminant analysis has the same direction; the threshold is halfway between the projected means."""
    fit = fit_fisher(X, LABELS)
    oracle = LinearDiscriminantAnalysis(solver="lsqr").fit(X, LABELS)
    cosine = fit.direction @ oracle.coef_[0] / np.linalg.norm(fit.direction) / np.linalg.norm(oracle.coef_[0])
    np.testing.assert_allclose(cosine, 1.0, rtol=1e-10)
    middle = (X[LABELS == 0].mean(axis=0) + X[LABELS == 1].mean(axis=0)) / 2
    assert fit.predict(X).tolist() == (X @ fit.direction > middle @ fit.direction).astype(int).tolist()
    np.testing.assert_allclose(fit.project(X), X @ fit.direction)


def test_no_direction_beats_fishers() -> None:
    """The criterion of 500 random directions is never larger, and the gradient at the direction is zero."""
    fit = fit_fisher(X, LABELS)
    first, second = X[LABELS == 0], X[LABELS == 1]
    moments = (fisher.within_scatter(first, second, *fit.means), *fit.means)
    others = [float(fisher.criterion(w, *moments)) for w in RNG.normal(size=(500, 3))]
    assert max(others) <= fit.criterion
    assert np.abs(fisher.gradient(fit.direction, *moments)).max() < 1e-12 * fit.criterion / np.abs(fit.direction).max()


def test_fisher_with_shrinkage() -> None:
    """More features than examples have no inverse scatter; shrunk, they have."""
    data = RNG.normal(size=(6, 10))
    with pytest.raises(DataError, match="no inverse"):
        _ = fit_fisher(data, [0, 0, 0, 1, 1, 1])
    assert fit_fisher(data, [0, 0, 0, 1, 1, 1], shrinkage=0.1).predict(data).tolist() == [0, 0, 0, 1, 1, 1]


def test_a_tie_goes_where_it_is_said() -> None:
    """A score of exactly 0 is decided by the rule, not by chance."""
    rules = [LinearRule(np.ones(1), 0.0, np.array(["no", "yes"]), tie=tie) for tie in (0, 1)]
    assert [rule.predict([[0.0]]).tolist() for rule in rules] == [["no"], ["yes"]]


@pytest.mark.parametrize(
    "labels", [np.array([False, True]), np.array([b"n", b"y"]), np.array([-1.0, 1.0]), np.array(["n", "y"])]
)
def test_labels_come_back_as_they_were(labels: Any) -> None:
    """Whatever labels are, predictions are of the same kind."""
    y = labels[LABELS]
    for fit in (fit_logistic, fit_softmax, fit_naive_bayes, fit_fisher, fit_least_squares_classifier):
        predicted = fit(X, y).predict(X)
        assert predicted.dtype == labels.dtype
        assert set(predicted.tolist()) <= set(labels.tolist())
