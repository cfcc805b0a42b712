"""Laws of the functions and algorithms of `numeric`: stationarity, duality, bounds, and what must not matter."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numeric import fisher, kernels, logistic, metrics, naive_bayes, softmax
from numeric import perceptron as criterion
from numeric.algorithms import (
    fit_fisher,
    fit_least_squares,
    fit_least_squares_classifier,
    fit_logistic,
    fit_naive_bayes,
    fit_perceptron,
    fit_softmax,
    fit_svm,
    fit_voted_perceptron,
)
from numeric.algorithms.likelihood import is_separable
from numeric.algorithms.svm import NotSeparableError
from numeric.inputs import Floats

pytestmark = pytest.mark.slow  # thousands of fits
FEW = settings(max_examples=60)
seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(2, 30)
features = st.integers(1, 5)
scales = st.sampled_from([1e-3, 1.0, 1e3])
boxes = st.sampled_from([1e-2, 1.0, 1e2, 1e4])
penalties = st.floats(1e-2, 10.0)
KERNELS: tuple[Any, ...] = (
    kernels.linear,
    partial(kernels.polynomial, power=2),
    partial(kernels.gaussian, sigma=1.0),
)


def _regression(seed: int, size: int, width: int) -> tuple[Floats, Floats, Any, Any]:
    """Return examples, targets, and labels of two and of three classes, all present where there are enough examples."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(size, width)), rng.normal(size=size), np.arange(size) % 2, np.arange(size) % min(3, size)


def _two_classes(seed: int, size: int, width: int) -> tuple[Floats, Floats]:
    """Return examples of both classes that need not be separable; small whole numbers, so that some coincide."""
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], size=size)
    y[:2] = (1.0, -1.0)
    return rng.integers(-4, 5, size=(size, width)).astype(float), y


def _separable(seed: int, size: int, width: int) -> tuple[Floats, Floats, Floats, float]:
    """Return examples with a unit vector that separates them, the constant's entry first, and its margin."""
    rng = np.random.default_rng(seed)
    unit = rng.normal(size=width + 1)
    unit /= np.linalg.norm(unit)
    X = rng.normal(size=(4 * size, width))
    score = np.column_stack([np.ones(len(X)), X]) @ unit
    kept = np.abs(score) > 0.05
    _ = assume(bool((score[kept] > 0).any() and (score[kept] < 0).any()))
    return X[kept], np.sign(score[kept]), unit, float(np.abs(score[kept]).min())


@given(seeds, sizes, features, st.sampled_from([1e-3, 1.0, 40.0, 1e3]))
def test_likelihoods_stay_finite_and_probabilities_sum_to_one(seed: int, size: int, width: int, steep: float) -> None:
    """Scores of thousands make no NaN and no infinity; losses are not negative."""
    X, w, bits, labels = _regression(seed, size, width)
    w, W = steep * np.resize(w, width), steep * np.resize(w, (3, width))
    one_hot = np.eye(3)[labels]
    assert softmax.probabilities(W, X).sum(axis=1) == pytest.approx(1.0)
    values = [logistic.loss(w, X, bits.astype(float)), softmax.loss(W, X, one_hot)]
    slopes = [logistic.gradient(w, X, bits.astype(float)), softmax.gradient(W, X, one_hot), softmax.hessian(W, X)]
    assert min(values) >= 0
    assert all(np.isfinite(value).all() for value in (*values, *slopes))


@given(seeds, sizes, features, scales)
def test_least_squares_is_stationary(seed: int, size: int, width: int, scale: float) -> None:
    """Residuals are orthogonal to the columns; an intercept is a column of ones; a larger penalty, shorter weights."""
    X, y, _, _ = _regression(seed, size, width)
    fit = fit_least_squares(scale * X, y, intercept=False)
    assert scale * X.T @ (scale * X @ fit.coef - y) == pytest.approx(0.0, abs=1e-9 * scale * size)
    ones = np.column_stack([np.ones(size), X])
    with_ones = fit_least_squares(ones, y, intercept=False)
    assert fit_least_squares(X, y).predict(X) == pytest.approx(with_ones.predict(ones), abs=1e-8)
    lengths = [np.linalg.norm(fit_least_squares(X, y, penalty=lam).coef) for lam in (0.0, 0.1, 10.0)]
    assert lengths == sorted(lengths, reverse=True)


@FEW
@given(seeds, sizes, features, penalties)
def test_penalised_fits_are_stationary(seed: int, size: int, width: int, penalty: float) -> None:
    """Whatever the shape, a penalty gives a minimum where the gradient is zero, and every step went down."""
    X, _, bits, labels = _regression(seed, size, width)
    ones = np.column_stack([np.ones(size), X])
    fit = fit_logistic(X, bits, penalty=penalty, tol=1e-10)
    w = np.array([fit.intercept, *fit.coef])
    slope = logistic.gradient(w, ones, bits.astype(float)) + 2 * penalty * np.array([0.0, *fit.coef])
    assert (fit.run.converged, float(np.abs(slope).max())) == (True, pytest.approx(0, abs=1e-7))
    many = fit_softmax(X, labels, penalty=penalty, tol=1e-10)
    W = np.column_stack([many.intercept, many.coef])
    slopes = softmax.gradient(W, ones, np.eye(len(W))[labels]) + 2 * penalty * np.column_stack([0 * W[:, 0], many.coef])
    assert (many.run.converged, float(np.abs(slopes).max())) == (True, pytest.approx(0, abs=1e-7))
    for run in (fit.run, many.run):
        assert (np.diff(run.history) <= 1e-9 * (1 + run.history[0])).all()


@FEW
@given(seeds, sizes, features)
def test_a_fit_without_penalty_says_what_happened(seed: int, size: int, width: int) -> None:
    """Either it converges to a zero gradient, or the classes are said to be separable, and by the perceptron they are.

    Whole numbers: a cycle of the perceptron proves that no weights separate the examples.
    """
    X, y = _two_classes(seed, size, width)
    fit = fit_logistic(X, y)
    assert fit.run.converged != fit.separable
    rows = y[:, None] * np.column_stack([np.ones(size), X])
    assert fit.separable == is_separable(rows)
    found = fit_perceptron(X, y, max_iter=300)
    assert fit.separable or not found.run.converged


@given(seeds, st.integers(5, 30), features)
def test_naive_bayes_and_its_logistic_weights_agree(seed: int, size: int, width: int) -> None:
    """With shared variances the joint densities and the implied linear score give the same posterior."""
    X, _, bits, _ = _regression(seed, size, width)
    fit = fit_naive_bayes(X, bits, shared=True)
    scores, joint = fit.implied().scores(X), fit.log_joint(X)
    assert scores == pytest.approx(joint[:, 1] - joint[:, 0], abs=1e-9 * (1 + np.abs(joint).max()))
    posterior = naive_bayes.posterior(fit.means.T, fit.deviations[0], *fit.priors, X)
    assert posterior == pytest.approx(fit.probabilities(X)[:, 1], abs=1e-8)


@given(seeds, sizes, features)
def test_the_least_squares_classifier_has_outputs_that_sum_to_one(seed: int, size: int, width: int) -> None:
    """For any shape and rank; and its predictions are classes that it has seen."""
    X, _, _, labels = _regression(seed, size, width)
    fit = fit_least_squares_classifier(X, labels)
    scores = fit.rule.scores(X)
    assert (scores.sum(axis=1) if scores.ndim > 1 else 1.0) == pytest.approx(1.0, abs=1e-8)
    assert set(fit.predict(X).tolist()) <= set(labels.tolist())


@FEW
@given(seeds, st.integers(12, 30), features)
def test_no_direction_has_a_larger_criterion(seed: int, size: int, width: int) -> None:
    """Fisher's direction beats random ones, and its threshold is halfway between the projected means."""
    X, _, bits, _ = _regression(seed, size, width)
    fit = fit_fisher(X, bits)
    scatter = fisher.within_scatter(X[bits == 0], X[bits == 1], *fit.means)
    others = np.random.default_rng(seed).normal(size=(20, width))
    assert max(float(fisher.criterion(w, scatter, *fit.means)) for w in others) <= fit.criterion * (1 + 1e-9)
    assert fit.project(fit.means).mean() == pytest.approx(fit.threshold)


@given(seeds, sizes, features, st.permutations(range(3)))
def test_the_names_of_classes_do_not_matter(seed: int, size: int, width: int, names: list[int]) -> None:
    """Softmax regression of renamed and reversed data is the same function."""
    X, _, _, labels = _regression(seed, size, width)
    renamed = np.array(names)[labels]
    fit, other = fit_softmax(X, labels, penalty=0.5), fit_softmax(X[::-1], renamed[::-1], penalty=0.5)
    places = [int(np.flatnonzero(other.rule.classes == names[label])[0]) for label in fit.rule.classes]
    assert fit.probabilities(X) == pytest.approx(other.probabilities(X)[:, places], abs=1e-6)


@given(seeds, sizes, features, st.sampled_from([0.1, 1.0, 7.0]), st.sampled_from([0.0, 1.0, 5.0]))
def test_the_perceptron_makes_no_more_mistakes_than_the_theorem_allows(
    seed: int, size: int, width: int, rate: float, omega: float
) -> None:
    """At most (R^2 + 2 |w_0| R / eta) / gamma^2, for the margin of any separating vector, and for its own."""
    X, y, _, gamma = _separable(seed, size, width)
    start = np.random.default_rng(seed).normal(size=width + 1)
    start *= omega / np.linalg.norm(start)
    found = fit_perceptron(X, y, rate=rate, start_at=start, max_iter=100_000)
    assert found.run.converged
    assert found.updates <= (found.radius**2 + 2 * omega * found.radius / rate) / gamma**2 * (1 + 1e-12)
    assert found.update_bound is not None
    assert found.updates <= found.update_bound
    assert found.predict(X).tolist() == y.tolist()


@given(seeds, sizes, features)
def test_the_batch_rule_converges_too(seed: int, size: int, width: int) -> None:
    """On separable data, within its own bound."""
    X, y, _, _ = _separable(seed, size, width)
    found = fit_perceptron(X, y, rule="batch", max_iter=100_000)
    assert found.update_bound is not None
    assert (found.run.converged, found.updates <= found.update_bound) == (True, True)


@given(seeds, sizes, features)
def test_from_zero_the_rate_only_scales_the_weights(seed: int, size: int, width: int) -> None:
    """The run with the rate 2 is the run with the rate 1, its weights doubled."""
    X, y = _two_classes(seed, size, width)
    one, two = (fit_perceptron(X, y, rate=rate, max_iter=20) for rate in (1.0, 2.0))
    assert ((2 * one.weights).tolist(), one.updates) == (two.weights.tolist(), two.updates)


@given(seeds, sizes, features)
def test_a_run_ends_by_a_solution_a_cycle_or_the_limit(seed: int, size: int, width: int) -> None:
    """Whole numbers: converged means separated, a cycle means that no machine with a hard margin exists."""
    X, y = _two_classes(seed, size, width)
    found = fit_perceptron(X, y, max_iter=300)
    right = found.predict(X).tolist() == y.tolist()
    assert found.run.converged <= right
    if found.cycle is not None:
        assert not right
        with pytest.raises(NotSeparableError):
            _ = fit_svm(X, y)


@given(seeds, st.integers(1, 4))
def test_no_cycle_is_claimed_of_separable_examples(seed: int, width: int) -> None:
    """Not with decimal fractions either, whose sums are rounded."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(12, width)), 1)
    score = X @ rng.normal(size=width) + 0.05
    _ = assume(0 < (score > 0).sum() < 12)
    assert fit_perceptron(X, np.where(score > 0, 1, -1), max_iter=200).cycle is None


@given(seeds, sizes, features)
def test_votes_are_counted(seed: int, size: int, width: int) -> None:
    """Every example of every pass stands for one vector; the first passes are those of the perceptron."""
    X, y = _two_classes(seed, size, width)
    found = fit_voted_perceptron(X, y, epochs=3)
    assert (int(found.counts.sum()), found.average.tolist()) == (3 * size, (found.counts @ found.vectors).tolist())
    plain = fit_perceptron(X, y, max_iter=3)
    assert plain.updates <= len(found.vectors) - 1
    assert plain.weights.tolist() == found.vectors[plain.updates].tolist()


@given(seeds, sizes, features, st.floats(0.1, 10))
def test_the_criterion_is_not_negative_and_grows_in_proportion(seed: int, size: int, width: int, factor: float) -> None:
    """It is w times its gradient, and scaling w scales it."""
    X, y = _two_classes(seed, size, width)
    w = np.random.default_rng(seed).normal(size=width)
    value = float(criterion.criterion(w, X, y))
    assert value >= 0
    assert float(criterion.criterion(factor * w, X, y)) == pytest.approx(factor * value)
    assert float(w @ criterion.gradient(w, X, y)) == pytest.approx(value)
    wrong = (y * (X @ w) < 0).astype(float)
    assert float(criterion.criterion_on(w, X, y, wrong)) == pytest.approx(value)
    assert criterion.gradient_on(X, y, wrong) == pytest.approx(criterion.gradient(w, X, y))


@given(seeds, sizes, features, boxes, st.sampled_from(KERNELS))
def test_every_machine_has_its_certificate(seed: int, size: int, width: int, C: float, kernel: Any) -> None:
    """The gap is closed and all conditions hold, for any data, box and kernel; whoever claims to converge may."""
    X, y = _two_classes(seed, size, width)
    found = fit_svm(X, y, C=C, kernel=kernel)
    assert found.certificate.failures(1e-6) == ()
    assert ((found.alpha >= 0) & (found.alpha <= C)).all()


@given(seeds, sizes, features, boxes, scales)
def test_units_order_and_labels_do_not_matter(seed: int, size: int, width: int, C: float, scale: float) -> None:
    """Scaled and moved examples, C in units to match; another order; labels exchanged: the scores are the same."""
    X, y = _two_classes(seed, size, width)
    order = np.random.default_rng(seed).permutation(size)
    here, there = fit_svm(X, y, C=C), fit_svm(scale * (X + 3), y, C=C / scale**2)
    other, mirrored = fit_svm(X[order], y[order], C=C), fit_svm(X, -y, C=C)
    assert here.coef is not None
    assert there.coef is not None
    size_of = 1e-6 * (1 + float(np.abs(here.coef).max()))
    assert scale * there.coef == pytest.approx(here.coef, abs=size_of)
    assert other.coef == pytest.approx(here.coef, abs=size_of)
    assert mirrored.coef == pytest.approx(-here.coef, abs=size_of)


@given(seeds, sizes, features)
def test_no_direction_has_a_wider_margin(seed: int, size: int, width: int) -> None:
    """The hard margin is not beaten by the plane the data were made with, nor by 20 random ones nearby."""
    X, y, unit, _ = _separable(seed, size, width)
    found = fit_svm(X, y)
    assert found.coef is not None
    assert found.certificate.failures() == ()
    rng = np.random.default_rng(seed)
    for way in (unit[1:], *(found.coef * (1 + 0.1 * rng.normal(size=(20, width))))):
        along = X @ way / np.linalg.norm(way)
        assert float(along[y > 0].min() - along[y < 0].max()) <= found.margin * (1 + 1e-9)


@given(seeds, st.integers(1, 40), st.integers(2, 5))
def test_identities_of_metrics(seed: int, size: int, classes: int) -> None:
    """Of each class: rates of one class add up to one, F1 is the harmonic mean, and exchange exchanges."""
    actual, predicted = np.random.default_rng(seed).integers(0, classes, size=(2, size))
    known: dict[str, Any] = {
        name: getattr(metrics, name)(actual, predicted, average=None)
        for name in ("precision", "recall", "specificity", "false_positive_rate", "false_negative_rate", "f1")
    }
    for one, other in (("recall", "false_negative_rate"), ("specificity", "false_positive_rate")):
        both = known[one] + known[other]
        assert both[~np.isnan(known[one])] == pytest.approx(1)
        assert np.isnan(both).tolist() == np.isnan(known[one]).tolist()
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = 2 / (1 / known["precision"] + 1 / known["recall"])
    clear = ~np.isnan(mean)
    assert known["f1"][clear] == pytest.approx(mean[clear])
    assert metrics.f_beta(actual, predicted, beta=1, average=None) == pytest.approx(known["f1"], nan_ok=True)
    assert metrics.recall(predicted, actual, average=None) == pytest.approx(known["precision"], nan_ok=True)
    accuracy = metrics.accuracy(actual, predicted)
    assert accuracy + metrics.error_rate(actual, predicted) == pytest.approx(1)
    assert metrics.precision(actual, predicted, average="micro") == pytest.approx(accuracy)
