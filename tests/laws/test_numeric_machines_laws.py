"""Theorems about perceptrons, support vector machines and metrics, against runs on generated data."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import kernels, metrics, svm
from numeric import perceptron as criterion
from numeric.algorithms import fit_perceptron, fit_svm, fit_voted_perceptron, multiclass
from numeric.algorithms.certificate import certify
from numeric.algorithms.dual_problem import Products
from numeric.algorithms.margin import NotSeparableError
from numeric.algorithms.perceptron_rule import perceptron as by_the_book
from numeric.inputs import Floats

seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(2, 30)
features = st.integers(1, 5)
scales = st.sampled_from([1e-3, 1.0, 1e3])
boxes = st.sampled_from([1e-2, 1.0, 1e2, 1e4])
KERNELS: tuple[dict[str, Any], ...] = (
    {"kernel": "linear"},
    {"kernel": "polynomial", "power": 2},
    {"kernel": "gaussian", "sigma": 1.0},
)


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
    rows = np.column_stack([np.ones(len(X)), X])
    score = rows @ unit
    kept = np.abs(score) > 0.05
    _ = assume(bool((score[kept] > 0).any() and (score[kept] < 0).any()))
    return X[kept], np.sign(score[kept]), unit, float(np.abs(score[kept]).min())


@given(seeds, sizes, features, st.sampled_from([0.1, 1.0, 7.0]), st.sampled_from([0.0, 1.0, 5.0]))
def test_the_perceptron_makes_no_more_mistakes_than_the_theorem_allows(
    seed: int, size: int, width: int, rate: float, omega: float
) -> None:
    """At most (R^2 + 2 |w_0| R / eta) / gamma^2, for the margin of any separating vector, and for its own."""
    X, y, _, gamma = _separable(seed, size, width)
    start = np.random.default_rng(seed).normal(size=width + 1)
    start *= omega / np.linalg.norm(start)
    found = fit_perceptron(X, y, rate=rate, start_at=start, max_iter=100_000)
    allowed = (found.radius**2 + 2 * omega * found.radius / rate) / gamma**2
    assert found.run.converged
    assert found.updates <= allowed * (1 + 1e-12)
    assert found.update_bound is not None
    assert found.updates <= found.update_bound
    assert found.predict(X).tolist() == y.tolist()


@given(seeds, sizes, features, st.integers(1, 40), st.sampled_from([1.0, 4.0]))
def test_the_fast_run_goes_the_way_of_the_rule_by_the_book(
    seed: int, size: int, width: int, passes: int, rate: float
) -> None:
    """Whole numbers make both exact; a run that has come back to its weights is ended early by the fast one alone."""
    X, y = _two_classes(seed, size, width)
    found = fit_perceptron(X, y, rate=rate, max_iter=passes, intercept=False)
    _ = assume(found.cycle is None)
    assert found.weights.tolist() == by_the_book(np.zeros(width), X, y, rate, passes).tolist()


@given(seeds, sizes, features)
def test_the_batch_rule_and_the_rate_1_k_converge_too(seed: int, size: int, width: int) -> None:
    """On separable data; the batch rule within its own bound."""
    X, y, _, _ = _separable(seed, size, width)
    batch = fit_perceptron(X, y, rule="batch", max_iter=100_000)
    assert batch.run.converged
    assert batch.update_bound is not None
    assert batch.updates <= batch.update_bound
    assert batch.predict(X).tolist() == y.tolist()


@given(seeds, sizes, features)
def test_from_zero_the_rate_only_scales_the_weights(seed: int, size: int, width: int) -> None:
    """The run with the rate 2 is the run with the rate 1, its weights doubled."""
    X, y = _two_classes(seed, size, width)
    one, two = (fit_perceptron(X, y, rate=rate, max_iter=20) for rate in (1.0, 2.0))
    assert (2 * one.iterates).tolist() == two.iterates.tolist()
    assert one.updated.tolist() == two.updated.tolist()


@given(seeds, sizes, features)
def test_a_run_ends_by_a_solution_a_cycle_or_the_limit(seed: int, size: int, width: int) -> None:
    """Whole numbers: converged means separated, a cycle means that no machine with a hard margin exists."""
    X, y = _two_classes(seed, size, width)
    found = fit_perceptron(X, y, max_iter=300)
    right = found.predict(X).tolist() == y.tolist()
    assert found.run.converged <= right
    if found.cycle is not None:
        assert found.cycle.proves_not_separable
        assert not right
        with pytest.raises(NotSeparableError):
            _ = fit_svm(X, y)


@given(seeds, sizes, features)
def test_a_single_vector_votes_as_the_perceptron_decides(seed: int, size: int, width: int) -> None:
    """The counts are of all steps but the updates from the first vector on; the last vector is that of the run."""
    X, y = _two_classes(seed, size, width)
    found = fit_voted_perceptron(X, y, epochs=3, tie="negative")
    assert int(found.counts.sum()) == 3 * size
    assert len(found.vectors) == found.mistakes_per_pass.sum() + 1
    assert found.average.tolist() == (found.counts @ found.vectors).tolist()
    if len(found.vectors) == 1:
        assert found.predict(X).tolist() == found.predict_averaged(X).tolist()


@given(seeds, sizes, features, st.floats(0.1, 10))
def test_the_criterion_is_not_negative_and_grows_in_proportion(seed: int, size: int, width: int, factor: float) -> None:
    """It is w times its gradient, and scaling w scales it."""
    rng = np.random.default_rng(seed)
    X, y = _two_classes(seed, size, width)
    w = rng.normal(size=width)
    value = float(criterion.criterion(w, X, y))
    assert value >= 0
    assert float(criterion.criterion(factor * w, X, y)) == pytest.approx(factor * value)
    assert float(w @ criterion.gradient(w, X, y)) == pytest.approx(value)
    wrong = (y * (X @ w) < 0).astype(float)
    assert float(criterion.criterion_on(w, X, y, wrong)) == pytest.approx(value)
    assert criterion.gradient_on(X, y, wrong) == pytest.approx(criterion.gradient(w, X, y))


@given(seeds, sizes, features, boxes, st.sampled_from(KERNELS))
def test_every_machine_has_its_certificate(seed: int, size: int, width: int, C: float, options: dict[str, Any]) -> None:
    """The gap is closed and all conditions hold, for any data, box and kernel."""
    X, y = _two_classes(seed, size, width)
    found = fit_svm(X, y, C=C, **options)
    assert found.certificate.failures(1e-6) == ()
    assert found.run.converged
    assert (found.alpha >= 0).all()
    assert (found.alpha <= C).all()


@given(seeds, sizes, features, boxes, scales)
def test_units_and_origin_do_not_matter(seed: int, size: int, width: int, C: float, scale: float) -> None:
    """Scaled and moved examples, with C in units to match, have the same objective."""
    X, y = _two_classes(seed, size, width)
    here = fit_svm(X, y, C=C).certificate.dual_objective
    there = fit_svm(scale * (X + 3), y, C=C / scale**2).certificate.dual_objective
    assert there * scale**2 == pytest.approx(here, rel=1e-7)


@given(seeds, sizes, features, boxes)
def test_weak_duality(seed: int, size: int, width: int, C: float) -> None:
    """No dual value of multipliers in the box is above any primal value, and both meet at the machine."""
    rng = np.random.default_rng(seed)
    X, y = _two_classes(seed, size, width)
    alpha = rng.uniform(0, 1, size=size)
    plus, minus = float(alpha[y > 0].sum()), float(alpha[y < 0].sum())
    alpha *= C / max(plus, minus) * np.where(y > 0, minus, plus) / max(plus, minus)
    found = fit_svm(X, y, C=C)
    assert found.coef is not None
    best = float(svm.objective(found.coef, found.intercept, X, y, C))
    assert float(svm.dual(alpha, y, X)) <= best * (1 + 1e-9)
    w, b = rng.normal(size=width), float(rng.normal())
    assert float(svm.objective(w, b, X, y, C)) >= best * (1 - 1e-9)
    assert float(svm.dual(found.alpha, y, X)) == pytest.approx(best, rel=1e-6)
    assert float(svm.kernel_dual(alpha, y, X @ X.T)) == pytest.approx(float(svm.dual(alpha, y, X)))


@given(seeds, sizes, features)
def test_no_direction_has_a_wider_margin(seed: int, size: int, width: int) -> None:
    """The hard margin is not beaten by the plane the data were made with, nor by 20 random ones nearby."""
    X, y, unit, _ = _separable(seed, size, width)
    found = fit_svm(X, y)
    assert found.coef is not None
    rng = np.random.default_rng(seed)
    for way in (unit[1:], *(found.coef * (1 + 0.1 * rng.normal(size=(20, width))))):
        along = X @ way / np.linalg.norm(way)
        assert float(along[y > 0].min() - along[y < 0].max()) <= found.margin * (1 + 1e-9)


@given(seeds, sizes, features, boxes)
def test_order_and_names_do_not_matter(seed: int, size: int, width: int, C: float) -> None:
    """Examples in another order have the same machine; with the labels exchanged all scores change their sign."""
    X, y = _two_classes(seed, size, width)
    order = np.random.default_rng(seed).permutation(size)
    here, there, mirrored = fit_svm(X, y, C=C), fit_svm(X[order], y[order], C=C), fit_svm(X, -y, C=C)
    assert here.coef is not None
    assert there.coef == pytest.approx(here.coef, abs=1e-6)
    assert mirrored.coef == pytest.approx(-here.coef, abs=1e-6)


@given(seeds, st.integers(1, 12), features, scales)
def test_kernel_matrices_are_positive_semidefinite(seed: int, size: int, width: int, scale: float) -> None:
    """But for rounding, and symmetric; the Gaussian one has ones on its diagonal."""
    X = scale * np.random.default_rng(seed).normal(size=(size, width))
    for matrix in (kernels.linear(X, X), kernels.polynomial(X, X, 3), kernels.gaussian(X, X, 2.0)):
        assert matrix == pytest.approx(matrix.T, rel=1e-9)
        assert np.linalg.eigvalsh(matrix).min() >= -1e-9 * np.abs(matrix).max()
    assert np.diag(kernels.gaussian(X, X, 2.0)) == pytest.approx(np.ones(size))


@given(seeds, sizes, features)
def test_numbers_of_any_type_make_the_same_machine(seed: int, size: int, width: int) -> None:
    """Whole numbers and single precision are read as double."""
    X, y = _two_classes(seed, size, width)
    expected = fit_svm(X, y, C=1.0).alpha.tolist()
    assert fit_svm(X.astype(int), y.astype(int), C=1.0).alpha.tolist() == expected
    assert fit_svm(X.astype(np.float32), y, C=1.0).alpha.tolist() == expected


@given(seeds, st.integers(1, 40), st.integers(2, 5))
def test_identities_of_metrics(seed: int, size: int, classes: int) -> None:
    """Of each class: rates of one class add up to one, F1 is the harmonic mean, and exchange exchanges."""
    rng = np.random.default_rng(seed)
    actual, predicted = rng.integers(0, classes, size=(2, size))
    options: dict[str, Any] = {"average": None, "zero_division": float("nan")}
    precision, recall = (metric(actual, predicted, **options) for metric in (metrics.precision, metrics.recall))
    assert recall + metrics.false_negative_rate(actual, predicted, **options) == pytest.approx(
        np.where(np.isnan(recall), np.nan, 1), nan_ok=True
    )
    negative = metrics.specificity(actual, predicted, **options)
    raised = metrics.false_positive_rate(actual, predicted, **options)
    assert negative + raised == pytest.approx(np.where(np.isnan(negative), np.nan, 1), nan_ok=True)
    known = ~np.isnan(precision) & ~np.isnan(recall) & (np.nan_to_num(precision + recall) > 0)
    mean = 2 * precision[known] * recall[known] / (precision + recall)[known]
    assert metrics.f1(actual, predicted, **options)[known] == pytest.approx(mean)
    assert metrics.f_beta(actual, predicted, beta=1, **options) == pytest.approx(
        metrics.f1(actual, predicted, **options), nan_ok=True
    )
    assert metrics.recall(predicted, actual, **options) == pytest.approx(precision, nan_ok=True)
    accuracy = metrics.accuracy(actual, predicted)
    assert accuracy + metrics.error_rate(actual, predicted) == pytest.approx(1)
    for metric in (metrics.precision, metrics.recall, metrics.f1):
        assert metric(actual, predicted, average="micro") == pytest.approx(accuracy)


@given(seeds, st.integers(6, 30), st.integers(2, 4))
def test_votes_and_claims_are_counted(seed: int, size: int, classes: int) -> None:
    """One vote for each pair; where the case is clear, exactly one class claims the example or has most votes."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(size, 2))
    y = np.arange(size) % classes
    fit = partial(fit_svm, C=1.0)
    one, rest = multiclass.one_vs_one(fit, X, y), multiclass.one_vs_rest(fit, X, y)
    votes = one.votes(X)
    assert (votes.sum(axis=1) == classes * (classes - 1) // 2).all()
    chosen = one.predict(X)
    assert (votes[np.arange(size), chosen] == votes.max(axis=1)).all()
    clear = ~rest.ambiguous(X)
    assert (rest.claims(X)[clear] == 1).all()
    assert (rest.scores(X)[np.arange(size), rest.predict(X)] == rest.scores(X).max(axis=1)).all()


@given(seeds, sizes, features, boxes)
def test_the_certificate_is_the_duality_gap(seed: int, size: int, width: int, C: float) -> None:
    """For any multipliers and b at all, the objectives are those of the lecture's functions."""
    rng = np.random.default_rng(seed)
    X, y = _two_classes(seed, size, width)
    alpha, b = rng.uniform(0, C, size=size), float(rng.normal())
    found = certify(alpha=alpha, b=b, signs=y, products=Products.of_features(X), C=C)
    w = svm.weights(alpha, y, X)
    assert found.primal_objective == pytest.approx(float(svm.objective(w, b, X, y, C)))
    assert found.dual_objective == pytest.approx(float(svm.dual(alpha, y, X)), abs=1e-9 * found.primal_objective)
