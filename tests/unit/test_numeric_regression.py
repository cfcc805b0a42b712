"""Regression: closed forms against NumPy and scikit-learn, data of lower rank, descent with its stopping rules."""

from __future__ import annotations

import inspect
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.stats import linregress
from sklearn.linear_model import LinearRegression

from numeric import least_squares, logistic
from numeric.algorithms import decaying, descend, fit_least_squares, fit_line, fit_lms, largest_rate
from numeric.algorithms.least_squares import LinearFit

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(30, 4)), RNG.normal(size=30)
POINTS: Any = [[0.0], [1.0], [2.0]]
LINE: Any = [1.0, 3.0, 5.0]


def test_the_line_is_that_of_scipy() -> None:
    """Slope, intercept and r are those of `scipy.stats.linregress`."""
    fit, expected = fit_line(X[:, 0], Y), linregress(X[:, 0], Y)
    np.testing.assert_allclose(
        [fit.slope, fit.intercept, fit.correlation], [expected.slope, expected.intercept, expected.rvalue], rtol=1e-12
    )
    np.testing.assert_allclose(fit.loss, ((fit.predict(X[:, 0]) - Y) ** 2).sum(), rtol=1e-12)


def test_the_line_takes_exact_numbers() -> None:
    """Fractions are numbers."""
    fit = fit_line([Fraction(1, 2), Fraction(3, 2)], [Fraction(1), Fraction(2)])
    assert (fit.slope, fit.intercept) == (1.0, 0.5)


def test_outputs_that_do_not_vary_have_no_correlation() -> None:
    """r is 0/0 then, and comes back as NaN; the line is flat."""
    fit = fit_line([1, 2, 3], [4, 4, 4])
    assert (fit.slope, fit.intercept, np.isnan(fit.correlation)) == (0.0, 4.0, True)


def test_the_line_far_from_zero() -> None:
    """A large offset of the inputs costs no more digits than it must."""
    fit = fit_line(1e9 + np.arange(5.0), 2 * np.arange(5.0))
    np.testing.assert_allclose(fit.slope, 2.0, rtol=1e-12)


@pytest.mark.parametrize("units", [(1e-170, 1.0), (1e140, 1e-140), (1.0, 1e-170)])
def test_the_line_in_other_units(units: tuple[float, float]) -> None:
    """Numbers whose squares are no doubles have the same line and the same r."""
    fit, other = fit_line(X[:, 0], Y), fit_line(X[:, 0] * units[0], Y * units[1])
    np.testing.assert_allclose(other.slope * units[0] / units[1], fit.slope, rtol=1e-10)
    np.testing.assert_allclose(other.intercept / units[1], fit.intercept, rtol=1e-10)
    np.testing.assert_allclose(other.correlation, fit.correlation, rtol=1e-10)


@pytest.mark.parametrize("intercept", [True, False])
def test_many_inputs_are_those_of_scikit_learn(intercept: bool) -> None:  # noqa: FBT001 -- a parameter of the test
    """Weights, intercept and loss of data of full rank."""
    fit, oracle = fit_least_squares(X, Y, intercept=intercept), LinearRegression(fit_intercept=intercept).fit(X, Y)
    np.testing.assert_allclose(fit.coef, oracle.coef_, rtol=1e-10)
    np.testing.assert_allclose(fit.intercept, oracle.intercept_, rtol=1e-10, atol=1e-14)
    np.testing.assert_allclose(fit.loss, ((Y - oracle.predict(X)) ** 2).sum() / 2, rtol=1e-12)
    assert (fit.rank, fit.unique) == (4, True)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(np.column_stack([X, X[:, 0] - 2 * X[:, 1]]), id="a column that is a sum of others"),
        pytest.param(X[:3], id="fewer examples than features"),
        pytest.param(np.column_stack([X, np.zeros(30)]), id="a column of zeros"),
        pytest.param(np.column_stack([X, X]), id="every column twice"),
        pytest.param(np.zeros((5, 2)), id="nothing but zeros"),
    ],
)
def test_lower_rank_takes_the_shortest_weights(data: Any) -> None:
    """Of all weights with the smallest error those of NumPy's minimum norm are given, and the rank is said."""
    targets = Y[: len(data)]
    fit = fit_least_squares(data, targets, intercept=False)
    expected, _, rank, _ = np.linalg.lstsq(data, targets, rcond=None)
    np.testing.assert_allclose(fit.coef, expected, rtol=1e-9, atol=1e-12)
    assert (fit.rank, fit.unique) == (rank, False)


def test_a_constant_column_is_no_second_intercept() -> None:
    """The intercept is its part, so it gets no weight and does not count for the rank, even where it is not exact."""
    fit = fit_least_squares(np.column_stack([X, np.full(30, 0.1)]), Y)
    assert (fit.rank, fit.coef[-1]) == (4, 0.0)
    np.testing.assert_allclose(fit.coef[:4], fit_least_squares(X, Y).coef, rtol=1e-10)


def test_the_rank_does_not_depend_on_units() -> None:
    """Columns of lengths 1e-140 to 1e140 are still independent."""
    units = np.array([1e-140, 1.0, 1e8, 1e140])
    fit = fit_least_squares(X * units, Y, intercept=False)
    assert fit.rank == 4
    np.testing.assert_allclose(fit.coef * units, fit_least_squares(X, Y, intercept=False).coef, rtol=1e-9)


def test_results_show_themselves() -> None:
    """A fit prints what a reader wants to see, a line each."""
    fit = LinearFit(np.array([2.0, 0.5]), 1.0, 2, 0.25)
    assert repr(fit) == inspect.cleandoc("""
        LinearFit
          coef: [2. , 0.5]
          intercept: 1
          rank: 2
          loss: 0.25
          unique: True
    """)


def test_batch_descent_finds_the_solution() -> None:
    """With a rate below 2/L every step descends, and the end is the least-squares solution."""
    rate = largest_rate(least_squares.hessian(X)) / 2
    fit = descend(least_squares.loss, least_squares.gradient, X, Y, rate=rate, tol=1e-10)
    np.testing.assert_allclose(fit.weights, np.linalg.lstsq(X, Y, rcond=None)[0], atol=1e-7)
    assert fit.run.converged
    assert (np.diff(fit.run.history) <= 1e-12).all()
    assert len(fit.run.history) == fit.run.n_iter + 1


def test_batch_descent_with_a_decaying_rate() -> None:
    """Each round steps with its own rate."""
    weights = np.zeros(4)
    for rate in (0.01, 0.005, 0.01 / 3):
        weights = weights - rate * X.T @ (X @ weights - Y)
    fit = descend(least_squares.loss, least_squares.gradient, X, Y, rate=decaying(0.01), max_iter=3)
    np.testing.assert_allclose(fit.weights, weights, rtol=1e-12)


def test_divergence_is_said() -> None:
    """Beyond 2/L the loss grows; the run stops, says so, and hands back the best weights it saw."""
    rate = largest_rate(least_squares.hessian(X)) * 1.5
    fit = descend(least_squares.loss, least_squares.gradient, X, Y, rate=rate, start_at=np.ones(4))
    assert not fit.run.converged
    assert "it diverges" in fit.run.stopped
    assert fit.loss == fit.run.history.min()
    assert str(fit.run).startswith("did not converge, stopped after ")


@pytest.mark.parametrize(("batch_size", "shuffle"), [(1, True), (8, True), (8, False), (30, False)])
def test_batches_with_a_decaying_rate(batch_size: int, shuffle: bool) -> None:  # noqa: FBT001 -- a parameter of the test
    """Mini-batches and single examples come near the solution, in epochs of all examples."""
    fit = descend(
        least_squares.loss,
        least_squares.gradient,
        X,
        Y,
        rate=decaying(0.03, over=20),
        batch_size=batch_size,
        shuffle=shuffle,
        max_iter=300,
        rng=1,
    )
    best = np.linalg.lstsq(X, Y, rcond=None)[0]
    assert fit.loss - least_squares.loss(best, X, Y) < 1e-3


def test_one_batch_of_all_is_batch_descent() -> None:
    """Batches as large as the data make the same steps."""
    settings: dict[str, Any] = {"rate": 0.01, "max_iter": 20}
    whole = descend(least_squares.loss, least_squares.gradient, X, Y, **settings)
    batch = descend(least_squares.loss, least_squares.gradient, X, Y, batch_size=30, shuffle=False, **settings)
    np.testing.assert_allclose(whole.run.history, batch.run.history, rtol=1e-12)


def test_a_seed_gives_the_same_run() -> None:
    """The same seed shuffles alike, and another one does not."""
    runs = [
        descend(least_squares.loss, least_squares.gradient, X, Y, rate=0.01, batch_size=1, max_iter=3, rng=seed)
        for seed in (5, 5, 6)
    ]
    assert runs[0].weights.tolist() == runs[1].weights.tolist()
    assert runs[0].weights.tolist() != runs[2].weights.tolist()


def test_a_limit_is_no_convergence() -> None:
    """A run that is cut off says so, with how far it was."""
    fit = descend(least_squares.loss, least_squares.gradient, X, Y, rate=1e-4, max_iter=3)
    assert (fit.run.converged, fit.run.n_iter) == (False, 3)
    assert fit.run.stopped.startswith("the limit of 3 rounds is reached")


def test_descent_takes_any_of_the_losses() -> None:
    """The logistic error, by batches, from a start of its own."""
    labels = (X[:, 0] + RNG.normal(size=30) > 0).astype(float)
    fit = descend(logistic.loss, logistic.gradient, X, labels, rate=0.1, start_at=np.ones(4), tol=1e-8, max_iter=5000)
    assert np.abs(logistic.gradient(fit.weights, X, labels)).max() < 1e-6


def test_lms_on_a_line_without_noise() -> None:
    """Where the residuals can be zero a constant rate gets there."""
    fit = fit_lms(POINTS, LINE, rate=0.2)
    np.testing.assert_allclose([fit.intercept, *fit.coef, *fit.predict([[5.0]])], [1.0, 2.0, 11.0], atol=1e-4)


def test_lms_updates_example_by_example() -> None:
    """One epoch by hand: theta := theta + eta (y - theta . x) x."""
    theta = np.zeros(2)
    for x, target in zip(POINTS, LINE, strict=True):
        extended = np.array([1.0, *x])
        theta = theta + 0.1 * (target - theta @ extended) * extended
    fit = fit_lms(POINTS, LINE, rate=0.1, max_iter=1)
    np.testing.assert_allclose([fit.intercept, *fit.coef], theta, rtol=1e-14)


def test_lms_with_a_decaying_rate() -> None:
    """The second epoch steps with the second rate."""
    theta = 0.0
    for rate in (0.1, 0.05):
        for x, target in ((1.0, 3.0), (2.0, 1.0)):
            theta += rate * (target - theta * x) * x
    fit = fit_lms([[1.0], [2.0]], [3.0, 1.0], rate=decaying(0.1), intercept=False, max_iter=2)
    assert fit.run.n_iter == 2
    loss = sum((theta * x - target) ** 2 for x, target in ((1.0, 3.0), (2.0, 1.0))) / 2
    np.testing.assert_allclose(fit.run.history[-1], loss, rtol=1e-13)


def test_lms_without_intercept_and_shuffled() -> None:
    """Without a constant the line passes through zero."""
    fit = fit_lms([[1.0], [2.0]], [2.0, 4.0], rate=0.1, intercept=False, shuffle=True, rng=0)
    np.testing.assert_allclose([fit.intercept, *fit.coef], [0.0, 2.0], atol=1e-4)


def test_lms_that_diverges_says_so() -> None:
    """An update with eta |x|^2 > 2 makes the error of its example larger."""
    fit = fit_lms([[10.0], [20.0]], [1.0, 5.0], rate=1.0)
    assert "it diverges" in fit.run.stopped
    assert np.isfinite(fit.coef).all()
