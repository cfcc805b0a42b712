"""Bad data and bad settings for regression and classification: each is refused, with the place and the way out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from derive.errors import DeriveError
from numeric import inputs, least_squares, logistic
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
    fit_softmax,
)
from numeric.algorithms.newton import Objective, minimise
from numeric.algorithms.separation import Evidence, has_minimum, is_separable
from numeric.errors import (
    DataError,
    EmptyDataError,
    NotFiniteError,
    NotNumbersError,
    OneClassError,
    SettingError,
    WrongLabelsError,
    WrongShapeError,
)

X = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 0.0], [3.0, 4.0]])
LABELS, TARGETS = np.array([0, 1, 0, 1]), np.array([1.0, 2.0, 4.0, 3.0])
CLASSIFIERS: tuple[Callable[..., Any], ...] = (
    fit_logistic,
    fit_softmax,
    fit_naive_bayes,
    fit_least_squares_classifier,
    fit_fisher,
)


def lms(X: Any, y: Any) -> Any:
    """Return the LMS fit with a rate."""
    return fit_lms(X, y, rate=0.01)


def descent(X: Any, y: Any) -> Any:
    """Return the descent on the squared error."""
    return descend(least_squares.loss, least_squares.gradient, X, y, rate=0.01)


ALL = (*CLASSIFIERS, fit_least_squares, lms, descent)


def changed(at: tuple[int, int], value: float) -> Any:
    """Return the data with one entry changed."""
    data = X.copy()
    data[at] = value
    return data


BAD_DATA: dict[str, tuple[Any, type[DataError], str]] = {
    "NaN": (changed((2, 1), np.nan), NotFiniteError, r"'NaN' in X\[2, 1\]"),
    "infinity": (changed((0, 0), -np.inf), NotFiniteError, r"'-inf' in X\[0, 0\]"),
    "a square beyond doubles": (changed((3, 1), 1e151), NotFiniteError, r"1e\+151' in X\[3, 1\]: its square"),
    "no example": (np.empty((0, 2)), EmptyDataError, "no example"),
    "no feature": (np.empty((4, 0)), EmptyDataError, "no feature"),
    "a vector": (X[:, 0], WrongShapeError, "1 axes"),
    "a tensor": (X[None], WrongShapeError, "3 axes"),
    "a number": (3.0, WrongShapeError, "0 axes"),
    "text": ([["a", "b"]] * 4, NotNumbersError, "these are no numbers"),
    "numbers as text": ([["1", "2"]] * 4, NotNumbersError, "these are no numbers"),
    "complex": (X + 1j, NotNumbersError, "complex"),
    "objects": ([[1.0, None]] * 4, NotNumbersError, r"'None' in X\[0, 1\]"),
    "dates": (np.array([["2020-01-01"]] * 4, dtype="datetime64[D]"), NotNumbersError, "no numbers"),
    "ragged": ([[1.0], [1.0, 2.0], [3.0], [4.0]], WrongShapeError, "not all of one length"),
    "masked": (np.ma.masked_invalid(changed((1, 1), np.nan)), NotNumbersError, "masked"),
    "nothing": (None, NotNumbersError, "no real number"),
}


@pytest.mark.parametrize("fit", ALL, ids=lambda fit: fit.__name__)
@pytest.mark.parametrize("what", BAD_DATA)
def test_bad_examples_are_refused(fit: Any, what: str) -> None:
    """Every algorithm refuses what is no finite matrix, and says where."""
    data, kind, words = BAD_DATA[what]
    with pytest.raises(kind, match=words):
        fit(data, LABELS)


def test_sparse_examples_are_refused() -> None:
    """A sparse matrix would become an object without numbers."""
    from scipy.sparse import csr_matrix  # noqa: PLC0415 -- beside its only use

    with pytest.raises(NotNumbersError, match="sparse"):
        _ = fit_least_squares(csr_matrix(X), TARGETS)


BAD_LABELS: dict[str, tuple[Any, type[DataError], str]] = {
    "one class": ([1, 1, 1, 1], OneClassError, "this one class"),
    "too few": ([0, 1, 0], WrongShapeError, "3 entries, and X has 4 rows"),
    "too many": ([0, 1, 0, 1, 0], WrongShapeError, "5 entries"),
    "none": ([], WrongShapeError, "0 entries"),
    "a matrix": ([[0], [1], [0], [1]], WrongShapeError, "2 axes"),
    "NaN": ([0.0, 1.0, np.nan, 1.0], NotFiniteError, r"'NaN' in y\[2\]"),
    "objects": ([0, None, 1, 0], WrongLabelsError, "no label"),
    "complex": ([0j, 1j, 0j, 1j], WrongLabelsError, "no label"),
}


@pytest.mark.parametrize("fit", CLASSIFIERS, ids=lambda fit: fit.__name__)
@pytest.mark.parametrize("what", BAD_LABELS)
def test_bad_labels_are_refused(fit: Any, what: str) -> None:
    """Every classifier refuses labels that do not fit."""
    labels, kind, words = BAD_LABELS[what]
    with pytest.raises(kind, match=words):
        fit(X, labels)


@pytest.mark.parametrize("fit", [fit_logistic, fit_fisher], ids=lambda fit: fit.__name__)
def test_three_classes_are_too_many_for_two(fit: Any) -> None:
    """A classifier of two classes does not make two of three."""
    with pytest.raises(WrongLabelsError, match="3 classes"):
        fit(X, [0, 1, 2, 0])


@pytest.mark.parametrize("fit", [fit_least_squares, lms, descent], ids=lambda fit: fit.__name__)
@pytest.mark.parametrize(
    ("targets", "kind"),
    [
        ([1.0, np.inf, 0.0, 0.0], NotFiniteError),
        ([1.0, 2.0], WrongShapeError),
        (["a", "b", "c", "d"], NotNumbersError),
        (TARGETS[:, None], WrongShapeError),
    ],
)
def test_bad_targets_are_refused(fit: Any, targets: Any, kind: type[DataError]) -> None:
    """Every regression refuses targets that are no finite vector, one for each example."""
    with pytest.raises(kind):
        fit(X, targets)


@pytest.mark.parametrize("fit", [*CLASSIFIERS, fit_least_squares, lms], ids=lambda fit: fit.__name__)
def test_other_features_are_refused_by_predict(fit: Any) -> None:
    """A fit knows how many features it was made from."""
    with pytest.raises(WrongShapeError, match="knows 2 features, and this has 3"):
        fit(X, LABELS).predict(np.ones((5, 3)))


SETTINGS: dict[str, Callable[[], Any]] = {
    "negative penalty": lambda: fit_logistic(X, LABELS, penalty=-1.0),
    "penalty of NaN": lambda: fit_softmax(X, LABELS, penalty=float("nan")),
    "a penalty that is text": lambda: fit_logistic(X, LABELS, penalty="l2"),  # pyright: ignore[reportArgumentType] -- this is the lie
    "unknown method": lambda: fit_logistic(X, LABELS, method="newtons"),
    "a rate without ascent": lambda: fit_logistic(X, LABELS, method="newton", rate=0.1),
    "tolerance of zero": lambda: fit_softmax(X, LABELS, tol=0.0),
    "no iteration": lambda: fit_logistic(X, LABELS, max_iter=0),
    "half an iteration": lambda: fit_logistic(X, LABELS, max_iter=1.5),  # pyright: ignore[reportArgumentType] -- this is the lie
    "iterations of True": lambda: fit_logistic(X, LABELS, max_iter=True),
    "negative rate": lambda: fit_lms(X, TARGETS, rate=-0.1),
    "infinite rate": lambda: fit_lms(X, TARGETS, rate=float("inf")),
    "empty batches": lambda: descend(least_squares.loss, least_squares.gradient, X, TARGETS, rate=0.1, batch_size=0),
    "decay of nothing": lambda: decaying(1.0, over=0.0),
    "negative smoothing": lambda: fit_naive_bayes(X, LABELS, smoothing=-1e-9),
    "negative shrinkage": lambda: fit_fisher(X, LABELS, shrinkage=-0.1),
    "a seed that is none": lambda: fit_lms(X, TARGETS, rate=0.01, shuffle=True, rng="seed"),  # pyright: ignore[reportArgumentType] -- this is the lie
    "a negative seed": lambda: fit_lms(X, TARGETS, rate=0.01, shuffle=True, rng=-1),
}


@pytest.mark.parametrize("what", SETTINGS)
def test_bad_settings_are_refused(what: str) -> None:
    """A setting out of its range is an error that names it, and not a run that does something else."""
    with pytest.raises(SettingError):
        SETTINGS[what]()


def test_a_start_of_another_shape_is_refused() -> None:
    """The weights to start from have one entry for each feature."""
    with pytest.raises(WrongShapeError, match="start_at"):
        _ = descend(least_squares.loss, least_squares.gradient, X, TARGETS, rate=0.1, start_at=[0.0])


def test_a_line_through_one_input_is_refused() -> None:
    """Every slope would be as good."""
    with pytest.raises(DataError, match="every slope"):
        _ = fit_line([2.0, 2.0], [1.0, 5.0])
    with pytest.raises(DataError, match="every slope"):
        _ = fit_line([2.0], [1.0])


def test_a_feature_without_variance_is_refused() -> None:
    """Its density would be infinite; rounding does not make it vary."""
    data = np.column_stack([X[:, 0], np.full(4, 0.1)])
    with pytest.raises(DataError, match="column 1"):
        _ = fit_naive_bayes(data, LABELS)
    with pytest.raises(DataError, match="every class"):
        _ = fit_naive_bayes(data, LABELS, shared=True)
    assert fit_naive_bayes(data, LABELS, smoothing=1e-9).predict(data).shape == (4,)


def test_equal_means_have_no_direction() -> None:
    """Fisher's direction would be zero, and every threshold as good."""
    with pytest.raises(DataError, match="same mean"):
        _ = fit_fisher([[1.0], [-1.0], [2.0], [-2.0]], [0, 0, 1, 1])


def test_coded_labels_are_only_these() -> None:
    """A label that is neither code is named with its place."""
    with pytest.raises(WrongLabelsError, match=r"'0' in y\[1\]: a label is -1 or 1"):
        _ = inputs.coded([1, 0, -1], (-1, 1), length=3)


def test_errors_are_of_one_family_and_say_the_way_out() -> None:
    """Whoever catches `DeriveError` catches all of them."""
    with pytest.raises(DeriveError) as caught:
        _ = fit_logistic(X, [0, 1, 2, 0])
    assert caught.value.way_out.startswith("use softmax regression")


def evidence(points: Any, labels: Any, weights: Any) -> Evidence:
    """Return the evidence about binary labels at some weights."""
    rows, y, w = np.asarray(points), np.asarray(labels, dtype=float), np.asarray(weights)
    slope, p = logistic.gradient(w, rows, y)[None, :], logistic.probabilities(w, rows)
    signed = (2 * y - 1)[:, None] * rows
    return Evidence(bool((signed @ w > 0).all()), rows, slope, p * (1 - p), 1.0, lambda: signed)


@pytest.mark.parametrize("length", [0.0, 0.1, 1.0, 5.0, 20.0, 35.0])
def test_no_weights_prove_a_minimum_of_separable_classes(length: float) -> None:
    """However long the weights, and however small the gradient: the proof must not go through."""
    separable = evidence([[1.0, -2.0], [1.0, -1.0], [1.0, 1.0], [1.0, 3.0]], [0, 0, 1, 1], [0.0, length])
    touching = evidence([[1.0, -2.0], [1.0, 0.0], [1.0, 0.0], [1.0, 3.0]], [0, 0, 1, 1], [0.0, length])
    assert not has_minimum(separable)
    assert not has_minimum(touching)
    assert (separable.verdict(), touching.verdict()) == (True, True)


def test_no_curvature_where_it_counts_is_no_proof() -> None:
    """A direction that moves the scores and has no curvature left: a zero gradient proves nothing."""
    flat = Evidence(
        separated=False,
        examples=np.eye(2),
        gradient=np.zeros((1, 2)),
        least=np.array([1.0, 0.0]),
        bend=1.0,
        rows=lambda: np.eye(2),
    )
    assert not has_minimum(flat)
    assert flat.verdict() is True


def test_growth_without_end_is_noticed_early() -> None:
    """Gradient ascent on separable classes does not climb for ten thousand steps before it says so."""
    found = fit_logistic([[-2.0], [-1.0], [1.0], [3.0]], [0, 0, 1, 1], method="ascent")
    assert (found.separable, found.run.n_iter <= 1000) == (True, True)


def test_separation_ends_newtons_method_too() -> None:
    """Before the gradient has vanished: the weights would be large and mean nothing."""
    found = fit_logistic([[-2.0], [-1.0], [1.0], [3.0]], [0, 0, 1, 1], method="newton", tol=1e-300)
    assert (found.separable, found.run.n_iter < 20) == (True, True)


def test_steps_that_go_up_are_not_taken() -> None:
    """A direction that is none ends the run, which does not claim to have converged."""
    uphill = Objective(lambda w: (float(w @ w), 2 * w), lambda _, g: -g, np.ones(1), lambda _: "")
    w, run = minimise(uphill, np.ones(1), tol=1e-8, max_iter=50)
    assert (w.tolist(), run.n_iter, run.converged) == ([1.0], 0, False)
    assert run.stopped.startswith("no step makes the loss smaller")


def test_classes_that_overlap_are_not_called_separable() -> None:
    """The program finds nothing, and at the minimum the curvature proves that there is one."""
    fit = fit_logistic(X, [0, 1, 1, 0], tol=1e-10)
    found = evidence(np.column_stack([np.ones(4), X]), [0, 1, 1, 0], [fit.intercept, *fit.coef])
    assert has_minimum(found)
    assert is_separable(found.rows()) is False
    assert not fit.separable
