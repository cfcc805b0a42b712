"""Data, fit, how it went: the algorithms of `numeric` on data whose outcome is known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from derive.lectures.worked import batch, by_sign, not_above_zero, sequential, updates, vector
from numeric import kernels, least_squares, logistic
from numeric.algorithms import (
    decaying,
    descend,
    fit_fisher,
    fit_least_squares,
    fit_least_squares_classifier,
    fit_line,
    fit_lms,
    fit_logistic,
    fit_naive_bayes,
    fit_perceptron,
    fit_softmax,
    fit_svm,
    fit_voted_perceptron,
    largest_rate,
    one_vs_one,
    one_vs_rest,
)
from numeric.algorithms.least_squares import LinearFit
from numeric.algorithms.svm import certify
from numeric.inputs import Floats

RNG = np.random.default_rng(3)
X, Y = RNG.normal(size=(30, 4)), RNG.normal(size=30)
BITS = (X[:, 0] + RNG.normal(size=30) > 0).astype(int)
CLASSES = np.array(["a", "b", "c"])[np.digitize(X[:, 0] + RNG.normal(size=30), [-0.5, 0.5])]
CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
OR, XOR = np.array([0, 1, 1, 1]), np.array([0, 1, 1, 0])
APART, TOUCHING = [[-2.0], [-1.0], [1.0], [3.0]], [[-2.0], [-1.0], [0.0], [0.0], [1.0], [3.0]]
RATE = largest_rate(least_squares.hessian(X))
SEPARABLE, ROUND, LIMIT = "classes are separable", "no weights separate", "nothing is known"
quadratic = partial(descend, least_squares.loss, least_squares.gradient)
HOW_IT_WENT: dict[str, tuple[Callable[[], Any], bool, str]] = {
    "batch descent below 2/L": (lambda: quadratic(X, Y, rate=RATE / 2), True, "a step against the gradient"),
    "batch descent above 2/L": (lambda: quadratic(X, Y, rate=1.5 * RATE), False, "it diverges"),
    "batch descent cut off": (lambda: quadratic(X, Y, rate=1e-4, max_iter=3), False, "the limit of 3 rounds"),
    "logistic descent": (
        lambda: descend(logistic.loss, logistic.gradient, X, BITS.astype(float), rate=0.1, max_iter=5000),
        True,
        "a step against the gradient",
    ),
    "LMS on a line": (lambda: fit_lms([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0], rate=0.2), True, "a step against"),
    "LMS with eta |x|^2 above 2": (lambda: fit_lms([[10.0], [20.0]], [1.0, 5.0], rate=1.0), False, "it diverges"),
    "logistic": (lambda: fit_logistic(X, BITS), True, "the gradient is at most 1e-08 of its scale"),
    "logistic by ascent": (lambda: fit_logistic(X, BITS, method="ascent"), True, "the gradient is at most"),
    "logistic cut off": (lambda: fit_logistic(X, BITS, max_iter=1, tol=1e-12), False, "the limit of 1 rounds"),
    "logistic, apart": (lambda: fit_logistic(APART, [0, 0, 1, 1]), False, SEPARABLE),
    "logistic, apart, by ascent": (
        lambda: fit_logistic(APART, [0, 0, 1, 1], method="ascent", max_iter=100),
        False,
        SEPARABLE,
    ),
    "logistic, touching": (lambda: fit_logistic(TOUCHING, [0, 0, 0, 1, 1, 1]), False, SEPARABLE),
    "logistic, overlapping": (lambda: fit_logistic(TOUCHING, [0, 1, 0, 1, 1, 0]), True, "the gradient"),
    "logistic, apart, with a penalty": (lambda: fit_logistic(APART, [0, 0, 1, 1], penalty=0.1), True, "the gradient"),
    "logistic, a column twice": (lambda: fit_logistic(np.column_stack([X, X]), BITS), True, "the gradient"),
    "logistic, in other units": (lambda: fit_logistic(X * [1e-2, 1, 1e2, 1], BITS), True, "the gradient"),
    "softmax": (lambda: fit_softmax(X, CLASSES), True, "the gradient"),
    "softmax by ascent": (lambda: fit_softmax(X, CLASSES, method="ascent", penalty=1.0), True, "the gradient"),
    "softmax, apart": (lambda: fit_softmax(APART, [0, 0, 1, 1]), False, SEPARABLE),
    "softmax, touching": (lambda: fit_softmax(TOUCHING, [0, 0, 0, 1, 1, 1]), False, SEPARABLE),
    "softmax, one of three apart": (
        lambda: fit_softmax([[0.0], [1.0], [0.0], [1.0], [8.0], [9.0]], list("aabbcc")),
        False,
        SEPARABLE,
    ),
    "softmax, none of three apart": (
        lambda: fit_softmax([[0.0], [1.0], [0.0], [1.0], [8.0], [9.0]], list("acbabc")),
        True,
        "the gradient",
    ),
    "perceptron on OR": (lambda: fit_perceptron(CORNERS, OR), True, "every example in a row was right"),
    "perceptron on XOR": (lambda: fit_perceptron(CORNERS, XOR), False, ROUND),
    "batch perceptron on XOR": (lambda: fit_perceptron(CORNERS, XOR, rule="batch"), False, ROUND),
    "perceptron, one pass": (lambda: fit_perceptron(CORNERS, XOR, tie="negative", max_iter=1), False, LIMIT),
    "perceptron, right from the start": (
        lambda: fit_perceptron(CORNERS, OR, start_at=[-1, 2, 2]),
        True,
        "every example in a row",
    ),
    "perceptron, back by rounding": (
        lambda: fit_perceptron([[1.0], [-1.0]], [0, 1], intercept=False, start_at=[1e20]),
        False,
        "by rounding; that proves nothing",
    ),
    "machine, soft margin": (lambda: fit_svm(X, BITS, C=1.0), True, "no two scores are more than 1e-09"),
    "machine, hard margin": (lambda: fit_svm(APART, [0, 0, 1, 1]), True, "no two scores"),
    "machine, cut off": (lambda: fit_svm(X, BITS, C=1.0, max_iter=3), False, "no more steps are allowed"),
    "machine, rounding": (lambda: fit_svm(1e6 * X, BITS, C=1.0), False, "rounding leaves scores uncertain"),
    "machine, no inner product": (
        lambda: fit_svm(X, BITS, C=1.0, kernel=partial(kernels.sigmoid, beta_0=0.5, beta_1=-1.0)),
        False,
        "other multipliers may be better",
    ),
}


@pytest.mark.parametrize("name", HOW_IT_WENT)
def test_a_run_says_how_it_went(name: str) -> None:
    """Whether it has converged, and why it stopped; what was recorded begins at the start."""
    fit, converged, stopped = HOW_IT_WENT[name]
    run = fit().run
    assert (run.converged, stopped in run.stopped) == (converged, True), run
    assert len(run.history) in {0, run.n_iter, run.n_iter + 1}
    assert str(run).startswith("converged after" if converged else "did not converge, stopped after")


def test_runs_by_hand() -> None:
    """Each round steps with its own rate, and LMS with one example after another."""
    weights = np.zeros(4)
    for rate in (0.01, 0.005, 0.01 / 3):
        weights = weights - rate * X.T @ (X @ weights - Y)
    assert quadratic(X, Y, rate=decaying(0.01), max_iter=3).weights == pytest.approx(weights)
    theta = np.zeros(2)
    for x, target in ((0.0, 1.0), (1.0, 3.0), (2.0, 5.0)):
        theta = theta + 0.1 * (target - theta @ [1.0, x]) * np.array([1.0, x])
    fit = fit_lms([[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0], rate=0.1, max_iter=1)
    assert [fit.intercept, *fit.coef, *fit.predict([[5.0]])] == pytest.approx([*theta, theta @ [1.0, 5.0]])


def test_batches_come_near_the_solution() -> None:
    """With a decaying rate; the same seed makes the same run, and one batch of all is batch descent."""
    best = least_squares.loss(np.linalg.lstsq(X, Y, rcond=None)[0], X, Y)
    for batch_size in (1, 8, 30):
        fit = quadratic(X, Y, rate=decaying(0.03, over=20), max_iter=300, batch_size=batch_size)
        assert fit.loss - best < 1e-3
        runs = [quadratic(X, Y, rate=0.01, max_iter=3, batch_size=batch_size, seed=seed).run for seed in (1, 1, 2)]
        assert runs[0].history.tolist() == runs[1].history.tolist()
        if batch_size < len(X):
            assert runs[0].history.tolist() != runs[2].history.tolist()
    assert runs[0].history == pytest.approx(quadratic(X, Y, rate=0.01, max_iter=3).run.history)


def test_the_line() -> None:
    """Slope, intercept, r and what is left; no r where the outputs do not vary."""
    fit = fit_line([1, 2, -1, 3, 4], [2, 4, 0, 4, 6])
    assert (fit.slope, fit.intercept, fit.correlation) == pytest.approx(
        (17.2 / 14.8, 41 / 37, 17.2 / (14.8 * 20.8) ** 0.5)
    )
    assert fit.loss == pytest.approx(((fit.predict([1, 2, -1, 3, 4]) - [2, 4, 0, 4, 6]) ** 2).sum())
    flat = fit_line([1, 2, 3], [4, 4, 4])
    assert (flat.slope, flat.intercept, np.isnan(flat.correlation)) == (0.0, 4.0, True)


@pytest.mark.parametrize(
    ("data", "rank"),
    [
        pytest.param(X, 4, id="full rank"),
        pytest.param(np.column_stack([X, X[:, 0] - 2 * X[:, 1]]), 4, id="a sum of others"),
        pytest.param(X[:3], 3, id="fewer examples than features"),
        pytest.param(1e-17 * X, 4, id="small numbers"),
        pytest.param(1e9 * np.column_stack([X, X[:, 0] - 2 * X[:, 1]]), 4, id="a sum of others, large"),
        pytest.param(np.column_stack([X, np.zeros(30)]), 4, id="a column of zeros"),
        pytest.param(np.zeros((5, 2)), 0, id="nothing but zeros"),
    ],
)
def test_lower_rank_takes_the_shortest_weights(data: Any, rank: int) -> None:
    """Of all weights with the smallest error the shortest, and the rank is said."""
    fit = fit_least_squares(data, Y[: len(data)], intercept=False)
    assert fit.coef == pytest.approx(np.linalg.lstsq(data, Y[: len(data)], rcond=None)[0])
    assert (fit.rank, fit.unique) == (rank, rank == data.shape[1])


def test_a_penalty_makes_least_squares_unique() -> None:
    """The gradient with the penalty vanishes; with an intercept, that has none."""
    doubled = np.column_stack([X, X])
    fit = fit_least_squares(doubled, Y, penalty=0.5)
    centred = doubled - doubled.mean(axis=0)
    assert least_squares.gradient(fit.coef, centred, Y - Y.mean()) + fit.coef == pytest.approx(np.zeros(8), abs=1e-12)
    assert (fit.unique, (fit.predict(doubled) - Y).mean()) == (True, pytest.approx(0))


def test_methods_and_models_agree() -> None:
    """Ascent arrives where Newton does; softmax of two classes is logistic in the difference of its rows."""
    for fit, y in ((fit_logistic, BITS), (fit_softmax, CLASSES)):
        slow, fast = (fit(X, y, penalty=1.0, method=name, tol=1e-7) for name in ("ascent", "newton"))
        assert slow.coef == pytest.approx(fast.coef, abs=1e-4)
        assert (np.diff(slow.run.history) <= 1e-9).all()
    both, one = fit_softmax(X, BITS, tol=1e-11), fit_logistic(X, BITS, tol=1e-11)
    assert both.coef[1] - both.coef[0] == pytest.approx(one.coef)
    assert (both.loss, both.probabilities(X)[:, 1]) == (pytest.approx(one.loss), pytest.approx(one.probabilities(X)))


def test_where_features_lie_does_not_matter() -> None:
    """Far from zero, and with features that are told apart with five digits only."""
    assert fit_svm(X + 2.0**20, BITS, C=1.0).coef == pytest.approx(fit_svm(X, BITS, C=1.0).coef, abs=1e-6)
    mixed = np.column_stack([X[:, 0], X[:, 0] + 1e-5 * X[:, 1], X[:, 2:]])
    assert fit_logistic(mixed, BITS).loss == pytest.approx(fit_logistic(X, BITS).loss, rel=1e-6)
    for fit, y in ((fit_logistic, BITS), (fit_softmax, CLASSES)):
        assert fit(X + 100, y, tol=1e-10).coef == pytest.approx(fit(X, y, tol=1e-10).coef, abs=1e-6)


def test_labels_come_back_as_they_were() -> None:
    """Whatever labels are, predictions are of the same kind; the larger is positive."""
    fits = (fit_logistic, fit_softmax, fit_naive_bayes, fit_fisher, fit_least_squares_classifier, fit_perceptron)
    for labels in (np.array([False, True]), np.array([-1.0, 1.0]), np.array(["n", "y"])):
        for fit in (*fits, partial(fit_svm, C=1.0)):
            predicted = fit(X, labels[BITS]).predict(X)
            assert (predicted.dtype, set(predicted.tolist()) <= set(labels.tolist())) == (labels.dtype, True)
    codings: tuple[Any, ...] = (OR, 2 * OR - 1, OR.astype(bool), np.where(OR, "yes", "no"))
    assert len({tuple(fit_perceptron(CORNERS, labels, tie="negative").weights) for labels in codings}) == 1


EXACT: dict[str, Any] = {
    "mistake": not_above_zero,
    "positive": by_sign(1),
    "negative": by_sign(-1),
}


@pytest.mark.parametrize("tie", list(EXACT))
def test_runs_are_those_of_exact_fractions(tie: Any) -> None:
    """On whole numbers the perceptron ends where the run with fractions does, for each meaning of a zero score."""
    for seed in range(5):
        rng = np.random.default_rng(seed)
        data = rng.integers(-8, 9, size=(12, 3)).astype(float)
        y = np.where(data @ rng.integers(-3, 4, size=3) + 0.5 > 0, 1, -1)
        y[:2] = (1, -1)
        found = fit_perceptron(data, y, tie=tie, max_iter=20)
        examples = [(vector(1, *map(int, row)), int(label)) for row, label in zip(data, y, strict=True)]
        exact = updates(sequential(examples, vector(0, 0, 0, 0), EXACT[tie], most=12 * found.run.n_iter))
        assert (found.updates, found.weights.tolist()) == (
            len(exact),
            list(map(float, exact[-1])) if exact else [0.0] * 4,
        )
        at_once = fit_perceptron(data, y, tie=tie, rule="batch", max_iter=20)
        weights = batch(examples, vector(0, 0, 0, 0), EXACT[tie], most=at_once.updates)
        assert at_once.weights.tolist() == list(map(float, weights[-1]))


def test_what_a_run_of_the_perceptron_proves() -> None:
    """Radius and margin are those of the examples with their constant, and the bound is that of the theorem."""
    found = fit_perceptron(CORNERS, OR, start_at=[0.5, 0.0, 0.0], rate=2.0)
    rows = np.where(OR, 1, -1)[:, None] * np.column_stack([np.ones(4), CORNERS])
    margin = (rows @ found.weights).min() / np.linalg.norm(found.weights)
    assert (found.radius, found.margin) == (pytest.approx(3**0.5), pytest.approx(margin))
    assert found.update_bound == pytest.approx((3 + 2 * 0.25 * 3**0.5) / margin**2)
    at_once = fit_perceptron(CORNERS, OR, rule="batch")
    assert at_once.update_bound == pytest.approx(16 * 3 / at_once.margin**2)


def test_a_score_of_zero_is_decided_as_it_was_learnt() -> None:
    """Where it is of the positive class, an example at zero is right, and stays so."""
    fit = fit_perceptron([[0.0], [-1.0]], [1, 0], tie="positive", intercept=False)
    assert (fit.run.converged, fit.predict([[0.0], [-1.0]]).tolist()) == (True, [1, 0])


def test_newton_needs_few_steps() -> None:
    """The matrix of second derivatives is that of the loss, its penalty included: the digits double in every step."""
    for fit, y in ((fit_logistic, BITS), (fit_softmax, CLASSES)):
        for penalty in (1.0, 30.0):
            assert fit(X, y, penalty=penalty, tol=1e-12).run.n_iter <= 8


def test_every_vector_votes_as_often_as_it_stood() -> None:
    """Counts are those of a run by hand, the vote is that of all vectors, the average that of their sum."""
    found = fit_voted_perceptron(CORNERS, OR, epochs=2)
    assert (found.counts.tolist(), found.vectors.tolist()) == (
        [0, 1, 1, 2, 4],
        [[0, 0, 0], [-1, 0, 0], [0, 0, 1], [1, 1, 1], [0, 1, 1]],
    )
    rows = np.column_stack([np.ones(4), CORNERS])
    votes: Any = sum(c * np.sign(rows @ v) for v, c in zip(found.vectors, found.counts, strict=True))
    assert found.votes(CORNERS).tolist() == votes.tolist()
    assert found.predict(CORNERS).tolist() == (votes > 0).astype(int).tolist()
    assert found.predict_averaged(CORNERS).tolist() == (rows @ found.average > 0).astype(int).tolist()


def test_a_margin_worked_by_hand() -> None:
    """Of four points on a line the inner two are support vectors; the planes are 2/|w| apart."""
    found = fit_svm([[0, 0], [1, 1], [3, 3], [4, 4]], ["no", "no", "yes", "yes"])
    assert [*(found.coef if found.coef is not None else []), found.intercept] == pytest.approx([0.5, 0.5, -2])
    assert (found.margin, found.alpha.tolist()) == (pytest.approx(2 * np.sqrt(2)), pytest.approx([0, 0.25, 0.25, 0]))
    assert (found.support.tolist(), found.predict([[0, 0], [2.5, 2.5]]).tolist()) == ([1, 2], ["no", "yes"])


def test_exclusive_or_needs_a_kernel() -> None:
    """A polynomial or Gaussian kernel separates it, and each corner is a support vector."""
    for kernel in (partial(kernels.polynomial, power=3), partial(kernels.gaussian, sigma=1.5)):
        found = fit_svm(CORNERS, XOR, kernel=kernel)
        assert found.scores(CORNERS) == pytest.approx(2 * XOR - 1)
        assert (found.support.tolist(), found.certificate.failures(1e-9)) == ([0, 1, 2, 3], ())


def test_kernels_from_the_caller() -> None:
    """A function of its own is the machine with that kernel."""
    own = fit_svm(X, BITS, C=1.0, kernel=lambda A, B: (1 + A @ B.T) ** 3)
    ours = fit_svm(X, BITS, C=1.0, kernel=partial(kernels.polynomial, power=3))
    linear = fit_svm(X, BITS, C=1.0, kernel=lambda A, B: A @ B.T)
    assert own.scores(X) == pytest.approx(ours.scores(X), abs=1e-7)
    assert linear.scores(X) == pytest.approx(fit_svm(X, BITS, C=1.0).scores(X), abs=1e-7)
    assert (linear.coef, linear.margin) == (None, pytest.approx(fit_svm(X, BITS, C=1.0).margin))


def _moved(name: str, by: float) -> tuple[str, ...]:
    """Return what the certificate finds wrong with a machine after its multipliers or its b were changed."""
    y = np.where(BITS, 1.0, -1.0)
    apart: Floats = X + 3 * y[:, None] if name == "hard" else X
    found, K = fit_svm(apart, y, C=None if name == "hard" else 1.0), apart @ apart.T
    alpha, b = found.alpha, found.intercept
    honest = certify(alpha, b, y, K, C=found.C)
    assert honest.failures(1e-8) == ()
    if name == "one sign":
        alpha = np.where(y > 0, 1 + by, 1) * alpha
    return certify(alpha + by * (name == "alpha"), b + by * (name in {"b", "hard"}), y, K, C=found.C).failures(1e-6)


def test_each_condition_of_the_optimum_is_looked_at() -> None:
    """A solution with one thing changed fails the condition that it breaks."""
    broken = {("alpha", 1e-3): "dual", ("alpha", -1e-3): "dual", ("b", 1e-3): "slackness", ("hard", 1e-3): "primal"}
    assert {case: condition in _moved(*case) for case, condition in broken.items()} == dict.fromkeys(broken, True)
    assert "stationary" in _moved("one sign", 1e-3)
    assert "gap" in _moved("one sign", 1e-2)


def test_many_classes_by_classifiers_of_two() -> None:
    """Votes and claims are counted, and a region without a clear class is called ambiguous."""
    corners, names = [[0, 0], [0, 1], [4, 0], [4, 1], [0, 5], [0, 6]], list("aabbcc")
    fit = partial(fit_svm, C=1.0)
    rest, pairs = one_vs_rest(fit, corners, names), one_vs_one(fit, corners, names)
    assert rest.predict(corners).tolist() == pairs.predict(corners).tolist() == names
    assert pairs.votes(corners).sum(axis=1).tolist() == [3] * 6
    scores = rest.scores([[2, 3], [0, 0]])
    assert rest.ambiguous([[2, 3], [0, 0]]).tolist() == ((scores > 0).sum(axis=1) != 1).tolist() == [True, False]
    even = one_vs_one(lambda X, y: type("", (), {"scores": lambda self, X: np.zeros(len(X))})(), corners, names)  # noqa: ARG005 -- no data, no labels
    assert (even.votes([[0, 0]]).tolist(), even.ambiguous([[0, 0]]).tolist()) == ([[2, 1, 0]], [False])


def test_results_show_themselves() -> None:
    """A fit prints what a reader wants to see, a line each."""
    fit = LinearFit(np.array([2.0, 0.5]), 1.0, 2, 0.25, unique=True)
    told = ["LinearFit", "coef: [2. , 0.5]", "intercept: 1", "rank: 2", "loss: 0.25", "unique: True"]
    assert repr(fit) == "\n  ".join(told)
    assert "updates: 4" in repr(fit_perceptron(CORNERS, OR, tie="negative"))
