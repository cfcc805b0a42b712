"""False solutions, false cycles and false margins: each must be seen for what it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from derive import prove
from derive.lectures import svm as lecture
from derive.lectures.perceptron import CRITERION, DIRECTION
from numeric import metrics
from numeric import perceptron as criterion
from numeric import svm as functions
from numeric.algorithms import fit_perceptron, fit_svm
from numeric.algorithms.certificate import certify
from numeric.algorithms.cycles import returning, sums_to_zero
from numeric.algorithms.dual_problem import Products
from numeric.algorithms.margin import NotSeparableError
from numeric.inputs import Floats

seeds = st.integers(0, 2**32 - 1)


def _data(seed: int = 0) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(30, 2))
    return X, np.where(X[:, 0] + 0.5 * rng.normal(size=30) > 0, 1.0, -1.0)


def _failures(X: Floats, y: Floats, C: float, **lie: Any) -> tuple[str, ...]:
    """Return what a certificate finds wrong with the machine of these data, after something of it was changed."""
    found = fit_svm(X, y, C=None if np.isinf(C) else C)
    centred = X - X.mean(axis=0)
    assert found.coef is not None
    honest: dict[str, Any] = {
        "alpha": found.alpha,
        "b": found.intercept + found.coef @ X.mean(axis=0),
        "coef": found.coef,
        "C": C,
    }
    products = Products.of_features(centred)
    assert certify(**honest, signs=y, products=products).check(1e-9)
    changed = {name: change(honest[name]) for name, change in lie.items()}
    return certify(**honest | changed, signs=y, products=products).failures(1e-6)


def test_each_condition_is_looked_at() -> None:
    """A solution with one thing changed fails the condition that it breaks."""
    X, y = _data()
    assert "stationary_w" in _failures(X, y, 1.0, coef=lambda coef: 1.001 * coef)
    assert "stationary_b" in _failures(X, y, 1.0, alpha=lambda alpha: np.where(y > 0, 1.001, 1) * alpha)
    assert "dual" in _failures(X, y, 1.0, alpha=lambda alpha: 1.001 * alpha)
    assert "dual" in _failures(X, y, 1.0, alpha=lambda alpha: alpha - 1e-3)
    assert "slackness" in _failures(X, y, 1.0, b=lambda b: b + 1e-3)
    assert "gap" in _failures(X, y, 1.0, alpha=lambda alpha: 0.99 * alpha)
    apart = X[:, 0] * y > 0.3
    assert "primal" in _failures(X[apart], y[apart], np.inf, b=lambda b: b + 1e-3)


@given(seeds, st.sampled_from([1e-4, 1e-2, 1.0]))
def test_a_perturbed_solution_fails_its_certificate(seed: int, size: float) -> None:
    """Random changes of the multipliers, kept in their box and balanced, open the gap."""
    X, y = _data(seed)
    rng = np.random.default_rng(seed)

    def moved(alpha: Floats) -> Floats:
        other = rng.uniform(0, 1, size=len(alpha))
        plus, minus = other[y > 0].sum(), other[y < 0].sum()
        other *= np.where(y > 0, minus, plus) / max(plus, minus)
        return (1 - size) * alpha + size * other

    assert "gap" in _failures(X, y, 1.0, alpha=moved)


def test_another_machine_is_no_solution() -> None:
    """The multipliers of another C, or of labels with one exchanged, fail."""
    X, y = _data()
    other = fit_svm(X, y, C=2.0)
    products = Products.of_features(X)
    assert certify(alpha=other.alpha, b=other.intercept, signs=y, products=products, C=2.0).check(1e-8)
    assert not certify(alpha=other.alpha, b=other.intercept, signs=y, products=products, C=1.0).check(1e-3)
    swapped = np.where(np.arange(30) == 3, -y, y)
    assert not certify(alpha=other.alpha, b=other.intercept, signs=swapped, products=products, C=2.0).check(1e-3)


def test_a_kernel_that_is_none_is_not_certified() -> None:
    """However well the conditions hold, a problem that is not convex is said to be none."""
    X, y = _data()
    matrix = X @ X.T - np.eye(30)
    found = fit_svm(matrix, y, C=0.1, kernel="precomputed")
    assert found.certificate.least_eigenvalue == pytest.approx(-1)
    assert "convex" in found.certificate.failures(1e3)
    assert not found.certificate.check(1e3)


def test_weights_that_come_back_by_rounding_prove_nothing() -> None:
    """These examples are separable; from so large a start the updates are lost, and the run says what happened."""
    X, y = [[1.0], [-1.0]], [0, 1]
    found = fit_perceptron(X, y, intercept=False, start_at=[1e20])
    assert found.cycle is not None
    assert not found.cycle.proves_not_separable
    assert not found.run.converged
    assert "proves nothing" in found.run.stopped
    assert "no weights separate" not in found.run.stopped
    assert fit_perceptron(X, y, intercept=False).run.converged


@given(seeds, st.integers(1, 4))
def test_no_cycle_is_claimed_of_separable_examples(seed: int, width: int) -> None:
    """Not in few passes either, nor with decimal fractions, whose sums are rounded."""
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(12, width)), 1)
    score = X @ rng.normal(size=width) + 0.05
    found = fit_perceptron(X, np.where(score > 0, 1, -1) if 0 < (score > 0).sum() < 12 else [0, 1] * 6, max_iter=200)
    if 0 < (score > 0).sum() < 12:
        assert found.cycle is None


def test_a_cycle_is_checked_exactly() -> None:
    """Sums that are zero in floating point only, or of no examples, are no cycle."""
    tenths = np.array([[0.1], [0.2], [-0.30000000000000004]])
    assert float(np.array([1, 1, 1]) @ tenths[:, 0]) == 0
    assert not sums_to_zero(tenths, np.array([1, 1, 1]))
    assert not sums_to_zero(tenths, np.array([0, 0, 0]))
    assert not returning(np.array([[1.0], [-1.0]]), np.array([2, 1]), period=1).proves_not_separable
    assert sums_to_zero(np.array([[1.0, 2.0], [-0.5, -1.0]]), np.array([1, 2]))


def test_a_shuffled_run_claims_no_cycle() -> None:
    """Weights that come back in another order do not go on as they did."""
    corners = [[0, 0], [0, 1], [1, 0], [1, 1]]
    found = fit_perceptron(corners, [0, 1, 1, 0], shuffle=True, rng=0, max_iter=200)
    assert (found.cycle, found.run.converged) == (None, False)


def test_a_solution_of_some_passes_is_not_called_one() -> None:
    """The streak of right answers must be as long as the list, and is broken by a mistake."""
    X = np.arange(1.0, 40.0)[:, None]
    y = np.where(X[:, 0] < 39, 1, -1)
    found = fit_perceptron(X, y, max_iter=2)
    assert not found.run.converged
    assert found.predict(X).tolist() != y.tolist()


@pytest.mark.parametrize("gap", [1e-2, 1e-4])
def test_a_narrow_margin_is_one(gap: float) -> None:
    """Classes that nearly touch are not called inseparable; classes that do touch are."""
    X = np.array([[-1.0], [0.0], [gap], [1.0]])
    found = fit_svm(X, [0, 0, 1, 1])
    assert found.margin == pytest.approx(gap, rel=1e-6)
    with pytest.raises(NotSeparableError):
        _ = fit_svm(np.array([[-1.0], [gap], [gap], [1.0]]), [0, 0, 1, 1])


def test_actual_and_predicted_are_not_the_same() -> None:
    """Exchanged arguments are precision for recall, and a transposed matrix."""
    actual, predicted = [1, 1, 1, 0], [1, 0, 0, 0]
    assert metrics.recall(actual, predicted) != metrics.recall(predicted, actual)
    assert metrics.confusion_matrix(actual, predicted).tolist() != metrics.confusion_matrix(predicted, actual).tolist()


def test_the_functions_are_those_of_the_derivations() -> None:
    """The formulas that are lowered are the lines of the derivations; with a sign changed, they are not."""
    step = lecture.svm_kernel_dual().steps
    kernel = functions.kernel_dual.formula
    assert any(prove(kernel, line.rhs).status == "proved" for line in step if getattr(line, "rhs", None) is not None)
    assert prove(kernel, -kernel).status == "refuted"
    assert functions.dual.formula == lecture.DUAL
    assert criterion.criterion_on.formula == CRITERION
    assert prove(criterion.gradient_on.formula, -DIRECTION).status == "proved"
    assert prove(criterion.gradient_on.formula, DIRECTION).status == "refuted"
