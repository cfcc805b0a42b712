"""What `numeric` must refuse: data and settings that cannot be computed with, and checks that are fed a wrong claim."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from derive.errors import DeriveError
from derive.lectures.catalogue import CATALOGUE
from derive.views.crosscheck import CheckView, crosscheck_failures, crosscheck_json, crosscheck_page
from numeric import TOPICS, kernels, least_squares, metrics
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
    one_vs_one,
    one_vs_rest,
)
from numeric.algorithms.svm import NotSeparableError
from numeric.crosscheck import Row, Task, checks, tasks, theorems
from numeric.crosscheck.closed_forms import CLOSED_FORMS, compared
from numeric.crosscheck.derivatives import DERIVATIVES, Derivative, analytic
from numeric.crosscheck.draws import bits, drawn, named
from numeric.crosscheck.row import counted
from numeric.errors import (
    EmptyDataError,
    NotFiniteError,
    NotNumbersError,
    OneClassError,
    SettingError,
    WrongLabelsError,
    WrongShapeError,
)
from numeric.lowered import LoweredFunction
from tests.altered_functions import MISTAKES, changed

pytestmark = pytest.mark.slow  # the cross-check is decided some ten times, each time with another mistake
X = np.array([[0.0, 1.0], [1.0, 3.0], [2.0, 0.0], [3.0, 4.0]])
LABELS, TARGETS = np.array([0, 1, 0, 1]), np.array([1.0, 2.0, 4.0, 3.0])


def lms(X: Any, y: Any) -> Any:
    """Return the LMS fit with a rate."""
    return fit_lms(X, y, rate=0.01)


def descent(X: Any, y: Any, **options: Any) -> Any:
    """Return the descent on the squared error."""
    given: dict[str, Any] = {"rate": 0.01} | options
    return descend(least_squares.loss, least_squares.gradient, X, y, **given)


def machine(X: Any, y: Any, **options: Any) -> Any:
    """Return the support vector machine with a soft margin."""
    given: dict[str, Any] = {"C": 1.0} | options
    return fit_svm(X, y, **given)


OF_TWO = (fit_logistic, fit_fisher, fit_perceptron, fit_voted_perceptron, machine)
CLASSIFIERS: tuple[Callable[..., Any], ...] = (
    *OF_TWO,
    fit_softmax,
    fit_naive_bayes,
    fit_least_squares_classifier,
    lambda X, y: one_vs_one(machine, X, y),
    lambda X, y: one_vs_rest(machine, X, y),
)
REGRESSIONS: tuple[Callable[..., Any], ...] = (fit_least_squares, lms, descent)


def entry(at: tuple[int, int], value: float) -> Any:
    """Return the data with one entry changed."""
    data = X.copy()
    data[at] = value
    return data


def refusal(call: Callable[[], Any]) -> tuple[type, str]:
    """Return the kind of the error of a call, and its text; of a call that goes through, its result."""
    try:
        return type(found := call()), repr(found)
    except DeriveError as problem:
        return type(problem), str(problem)


def not_refused(calls: dict[str, Callable[[], Any]], kind: type, words: str) -> dict[str, tuple[type, str]]:
    """Return the calls that are not refused by this kind of error in these words."""
    found = {name: refusal(call) for name, call in calls.items()}
    return {name: told for name, told in found.items() if not (issubclass(told[0], kind) and re.search(words, told[1]))}


BAD_DATA: dict[str, tuple[Any, type, str]] = {
    "NaN": (entry((2, 1), np.nan), NotFiniteError, r"'NaN' in X\[2, 1\]"),
    "infinity": (entry((0, 0), -np.inf), NotFiniteError, r"'-inf' in X\[0, 0\]"),
    "a square beyond doubles": (entry((3, 1), 1e151), NotFiniteError, r"1e\+151' in X\[3, 1\]: its square"),
    "no example": (np.empty((0, 2)), EmptyDataError, "no example"),
    "no feature": (np.empty((4, 0)), EmptyDataError, "no feature"),
    "a vector": (X[:, 0], WrongShapeError, "1 axes"),
    "a number": (3.0, WrongShapeError, "0 axes"),
    "numbers as text": ([["1", "2"]] * 4, NotNumbersError, r"'1' in X\[0, 0\]: this is no real number"),
    "complex": (X + 1j, NotNumbersError, r"'1j' in X\[0, 0\]|no real number"),
    "objects": ([[1.0, None]] * 4, NotNumbersError, r"'None' in X\[0, 1\]"),
    "ragged": ([[1.0], [1.0, 2.0], [3.0], [4.0]], WrongShapeError, "not all of one length"),
    "masked": (np.ma.masked_invalid(entry((1, 1), np.nan)), NotNumbersError, "masked"),
    "sparse": (csr_matrix(X), NotNumbersError, "sparse"),
    "nothing": (None, NotNumbersError, "no real number"),
}
BAD_LABELS: dict[str, tuple[Any, type, str]] = {
    "one class": ([1, 1, 1, 1], OneClassError, "this one class"),
    "too few": ([0, 1, 0], WrongShapeError, "3 entries, and 4 are wanted"),
    "none": ([], WrongShapeError, "0 entries"),
    "a matrix": ([[0], [1], [0], [1]], WrongShapeError, "2 axes"),
    "NaN": ([0.0, 1.0, np.nan, 1.0], NotFiniteError, r"'NaN' in y\[2\]"),
    "objects": ([0, None, 1, 0], WrongLabelsError, "no label"),
    "complex": ([0j, 1j, 0j, 1j], WrongLabelsError, "no label"),
}


@pytest.mark.parametrize("what", BAD_DATA)
def test_bad_examples_are_refused(what: str) -> None:
    """Every algorithm refuses what is no finite matrix, and says where."""
    data, kind, words = BAD_DATA[what]
    calls = {str(fit): lambda fit=fit: fit(data, LABELS) for fit in (*CLASSIFIERS, *REGRESSIONS)}
    assert not_refused(calls, kind, words) == {}


@pytest.mark.parametrize("what", BAD_LABELS)
def test_bad_labels_are_refused(what: str) -> None:
    """Every classifier refuses labels that do not fit."""
    labels, kind, words = BAD_LABELS[what]
    assert not_refused({str(fit): lambda fit=fit: fit(X, labels) for fit in CLASSIFIERS}, kind, words) == {}


def test_three_classes_are_too_many_for_two() -> None:
    """A classifier of two classes does not make two of three; the error is a `DeriveError` with a way out."""
    calls = {str(fit): lambda fit=fit: fit(X, [0, 1, 2, 0]) for fit in OF_TWO}
    assert not_refused(calls, WrongLabelsError, "3 classes.*Use softmax regression") == {}


def test_bad_targets_are_refused() -> None:
    """Every regression refuses targets that are no finite vector, one for each example."""
    targets: tuple[tuple[Any, type], ...] = (
        ([1.0, np.inf, 0.0, 0.0], NotFiniteError),
        ([1.0, 2.0], WrongShapeError),
        (["a", "b", "c", "d"], NotNumbersError),
        (TARGETS[:, None], WrongShapeError),
    )
    for value, kind in targets:
        assert not_refused({str(fit): lambda fit=fit, y=value: fit(X, y) for fit in REGRESSIONS}, kind, "y") == {}


def test_other_features_are_refused_by_predict() -> None:
    """A fit knows how many features it was made from."""
    fits = (
        *CLASSIFIERS,
        fit_least_squares,
        lms,
        lambda X, y: machine(X, y, kernel=partial(kernels.gaussian, sigma=1.0)),
    )
    calls = {str(fit): lambda fit=fit: fit(X, LABELS).predict(np.ones((5, 3))) for fit in fits}
    assert not_refused(calls, WrongShapeError, "knows 2 features, and this has 3") == {}


SETTINGS: dict[str, tuple[Callable[[], Any], type, str]] = {
    "negative penalty": (lambda: fit_logistic(X, LABELS, penalty=-1.0), SettingError, "penalty"),
    "penalty of NaN": (lambda: fit_softmax(X, LABELS, penalty=float("nan")), SettingError, "penalty"),
    "penalty of text": (lambda: fit_least_squares(X, TARGETS, penalty="l2"), SettingError, "penalty"),  # pyright: ignore[reportArgumentType] -- this is the lie
    "unknown method": (lambda: fit_logistic(X, LABELS, method="newtons"), SettingError, "'newton', 'ascent'"),
    "tolerance of zero": (lambda: fit_softmax(X, LABELS, tol=0.0), SettingError, "tol"),
    "no iteration": (lambda: fit_logistic(X, LABELS, max_iter=0), SettingError, "max_iter"),
    "half an iteration": (lambda: fit_logistic(X, LABELS, max_iter=1.5), SettingError, "max_iter"),  # pyright: ignore[reportArgumentType] -- this is the lie
    "iterations of True": (lambda: fit_logistic(X, LABELS, max_iter=True), SettingError, "max_iter"),
    "negative rate": (lambda: fit_lms(X, TARGETS, rate=-0.1), SettingError, "rate"),
    "infinite rate": (lambda: descent(X, TARGETS, rate=float("inf")), SettingError, "rate"),
    "empty batches": (lambda: descent(X, TARGETS, batch_size=0), SettingError, "batch_size"),
    "decay of nothing": (lambda: decaying(1.0, over=0.0), SettingError, "over"),
    "one input": (lambda: fit_line([2.0, 2.0], [1.0, 5.0]), DeriveError, "every slope"),
    "no variance but by rounding": (
        lambda: fit_naive_bayes([[1, 0.1], [2, 0.1], [3, 0.1], [4, 0.2], [5, 0.3]], [0, 0, 0, 1, 1]),
        DeriveError,
        "column 1' in X: .* in class 0",
    ),
    "equal means": (lambda: fit_fisher([[1.0], [-1.0], [2.0], [-2.0]], [0, 0, 1, 1]), DeriveError, "same mean"),
    "no inverse": (lambda: fit_fisher(X[:3], [0, 0, 1]), DeriveError, "no inverse"),
    "a posterior that is not logistic": (
        lambda: fit_naive_bayes(X, LABELS).implied(),
        DeriveError,
        "logistic posterior",
    ),
    "a tie by coin": (lambda: fit_perceptron(X, LABELS, tie="coin"), SettingError, "tie"),
    "another rule": (lambda: fit_perceptron(X, LABELS, rule="both"), SettingError, "rule"),
    "a rate too large": (lambda: fit_perceptron([[1e3], [2e3]], [0, 1], rate=1e308), SettingError, "rate"),
    "no epoch": (lambda: fit_voted_perceptron(X, LABELS, epochs=0), SettingError, "epochs"),
    "C of zero": (lambda: machine(X, LABELS, C=0.0), SettingError, "C"),
    "a kernel too large": (
        lambda: machine([[1e3], [2e3]], [0, 1], kernel=partial(kernels.polynomial, power=400)),
        NotFiniteError,
        "kernel matrix",
    ),
    "no symmetry": (lambda: machine(X, LABELS, kernel=lambda A, B: A @ B[::-1].T), SettingError, "symmetric"),
    "no matrix of kernels": (lambda: machine(X, LABELS, kernel=lambda A, _: A), WrongShapeError, "kernel"),
    "a seed that is none": (lambda: descent(X, TARGETS, seed="seed"), SettingError, "seed"),
    "a negative seed": (lambda: descent(X, TARGETS, seed=-1), SettingError, "seed"),
    "a start of another shape": (lambda: fit_perceptron(X, LABELS, start_at=[0.0]), WrongShapeError, "start_at"),
    "another average": (lambda: metrics.recall([0, 1], [0, 1], average="mean"), SettingError, "average"),
    "none of three": (lambda: metrics.recall([0, 1, 2], [0, 1, 1]), SettingError, "3 classes"),
    "lists of two lengths": (lambda: metrics.accuracy([0, 1], [0]), WrongShapeError, "predicted"),
    "text and numbers": (lambda: metrics.accuracy([0, 1], ["0", "1"]), WrongLabelsError, "predicted"),
    "no label": (lambda: metrics.accuracy([], []), EmptyDataError, "no example"),
    "labels that are none": (lambda: metrics.accuracy([0, np.nan], [0, 1]), NotFiniteError, "actual"),
    "objects": (lambda: metrics.accuracy([0, 1], [0, None]), WrongLabelsError, "predicted"),
    "a beta of zero": (lambda: metrics.f_beta([0, 1], [0, 1], beta=0), SettingError, "beta"),
}


def test_bad_settings_are_refused() -> None:
    """What is out of its range is an error that names it, and not a run that does something else."""
    wrong = {what: not_refused({what: call}, kind, words) for what, (call, kind, words) in SETTINGS.items()}
    assert {what: told for what, told in wrong.items() if told} == {}


INSEPARABLE: tuple[tuple[Any, Any], ...] = (
    ([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [0, 1, 1, 0]),
    ([[0.0], [1.0], [1.0], [2.0]], [0, 0, 1, 1]),
    ([[0.0], [1.0], [2.0]], [0, 1, 0]),
    (np.zeros((4, 2)), [0, 0, 1, 1]),
    (np.random.default_rng(0).normal(size=(100, 3)), np.arange(100) % 2),
)


def test_a_hard_margin_that_there_is_not_is_refused() -> None:
    """Classes that overlap or touch have no margin, in any units and anywhere; a narrow one is one."""
    for data, y in INSEPARABLE:
        for scale, shift in ((1.0, 0.0), (1e5, 0.0), (1e-5, 1.0)):
            with pytest.raises(NotSeparableError, match="no plane separates"):
                _ = fit_svm(scale * np.asarray(data) + shift, y)
    for gap in (1e-2, 1e-4):
        assert fit_svm([[-1.0], [0.0], [gap], [1.0]], [0, 0, 1, 1]).margin == pytest.approx(gap, rel=1e-6)


def test_actual_and_predicted_are_not_the_same() -> None:
    """Exchanged arguments are precision for recall; of no positives there is no recall."""
    actual, predicted = [1, 1, 1, 0], [1, 0, 0, 0]
    assert (metrics.recall(actual, predicted), metrics.recall(predicted, actual)) == (pytest.approx(1 / 3), 1.0)
    assert metrics.confusion_matrix(actual, predicted).tolist() == [[1, 0], [2, 1]]
    assert np.isnan(metrics.precision([1, 0], [0, 0]))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_altered_derivative_is_wrong(mistake: str) -> None:
    """Every gradient and Hessian, with every mistake, is found to be wrong by differences."""
    lies = [replace(one, claimed=changed(named(one.topic, one.name), MISTAKES[mistake])) for one in DERIVATIVES]
    assert [row for one in lies if (row := one.decide()).outcome != "refuted"] == []


def test_a_missing_term_is_wrong() -> None:
    """The gradient of the loss is not that of the loss with a penalty, nor is that by the penalty the loss."""
    for name, of, by in (
        ("gradient", "penalised_loss", "w"),
        ("penalised_hessian", "gradient", "w"),
        ("loss", "penalised_loss", "penalty"),
    ):
        assert Derivative("logistic", name, of, by, bits).decide().outcome == "refuted"


def _half_dual(alpha: Any, y: Any, X: Any) -> Any:
    return np.sum(alpha) - np.sum(((alpha * y) @ X) ** 2) / 4


FALSE_THEOREMS: dict[str, Callable[[], theorems.Bounds]] = {
    "the mistakes of a perceptron are at most R / gamma": lambda: theorems.mistake_bound(lambda R, gamma: R / gamma),
    "descent at a fifth above 2/L": lambda: theorems.descent(factor=1.2),
    "logistic descent at ten times 2/L": lambda: theorems.logistic_descent(10.0),
    "stationarity beside the fit": lambda: theorems.stationary(1e-6),
    "no gap with multipliers too small": lambda: theorems.duality_gap(1 - 1e-3),
    "weak duality with half of the square": lambda: theorems.weak_duality(_half_dual),
    "the difference of the means is the best direction": lambda: theorems.fisher_direction(lambda _, a, b: b - a),
    "Hessians are negative": lambda: theorems.semidefinite_hessians(-1.0),
    "kernels are negative": lambda: theorems.semidefinite_kernels(-1.0),
}


def test_false_theorems_are_found_out() -> None:
    """There is a false claim for each theorem, and runs that break it are counted."""
    assert len(FALSE_THEOREMS) == len(theorems.THEOREMS)
    told = {name: counted(theorems.kept(runs()), "runs")[0] for name, runs in FALSE_THEOREMS.items()}
    assert {name: outcome for name, outcome in told.items() if outcome != "refuted"} == {}


@pytest.fixture(scope="module")
def rows() -> tuple[Row, ...]:
    """Return the rows of the report."""
    return tuple(row for task in tasks() for row in task.run())


def test_everything_comes_out_right(rows: tuple[Row, ...]) -> None:
    """No row is wrong or cannot be told; all kinds and topics are there; figures are counts, the same everywhere."""
    assert [row for row in rows if row.outcome != "sampled"] == []
    assert {row.kind for row in rows} == {"derivative", "oracle", "theorem"}
    assert {row.topic for row in rows} == {check.topic for check in checks()} == set(TOPICS)
    assert {row.derivation for row in rows} <= {entry.name for entry in CATALOGUE}
    for row in rows:
        assert re.fullmatch(r"(\d+) of \1 [a-z ]+", row.figure)
        assert re.fullmatch(r"(1e-\d\d(, )?)*", row.error)


def test_no_gradient_is_left_out() -> None:
    """Whatever is lowered and is called a gradient or a Hessian is compared with differences, or with one that is."""
    modules = {topic: vars(import_module(f"numeric.{topic}")) for topic in TOPICS}
    known = {
        (topic, name) for topic, held in modules.items() for name in held if isinstance(held[name], LoweredFunction)
    }
    differentiated = {(one.topic, one.name) for one in DERIVATIVES}
    repeated = {(one.topic, one.name) for one in CLOSED_FORMS if one.against == "one after the other"}
    assert {pair for pair in known if re.search("gradient|hessian", pair[1])} == differentiated | repeated


def test_the_analytic_program_is_the_same_function() -> None:
    """What is evaluated at complex points agrees at real ones with what the library computes, up to rounding."""
    for one in (one for one in DERIVATIVES if one.analytic):
        function = named(one.topic, one.of)
        for data in drawn(one.draw):
            given = [data[name] for name in function.__signature__.parameters]
            assert compared(analytic(function, data)(*given), function(*given))[0] == "right"


def test_tasks_travel_and_give_the_same_rows(rows: tuple[Row, ...]) -> None:
    """A task can be sent to another process, and its rows can be sent back."""
    task = pickle.loads(pickle.dumps(Task("fisher")))  # noqa: S301, TID251 -- bytes that this test wrote
    found = pickle.loads(pickle.dumps(task.run()))  # noqa: S301, TID251 -- the same
    assert found == tuple(row for row in rows if row.topic == "fisher")


def test_nothing_compared_is_not_right() -> None:
    """Without a comparison, or with a way that fails or is rough, nothing can be told; what is wrong is told first."""
    assert counted([], "values") == ("undecided", "0 of 0 values")
    assert counted([("right", ""), ("cannot tell", "too rough")], "values")[0] == "undecided"
    both = counted([("cannot tell", "too rough"), ("wrong", "3, not 2")], "values")
    assert both == ("refuted", "0 of 2 values; 3, not 2")
    told = [compared(*given)[0] for given in ((1.0, np.nan), (1.0, 1.1, 0.2), (np.nan, 1.0), (1.0, 1.1, np.nan))]
    assert told == ["cannot tell", "cannot tell", "wrong", "cannot tell"]
    assert next(theorems.kept(iter([(np.nan, 1.0, 1.0)])))[0] == "cannot tell"


def test_page(rows: tuple[Row, ...]) -> None:
    """The page has a section a kind, a row a check; what is not right stands out and is a failure."""
    text = crosscheck_page([CheckView(**asdict(row)) for row in rows])
    assert (text.count("| sampled |"), "## Gradients and Hessians" in text) == (len(rows), True)
    bad = CheckView(
        "svm", "dual", "oracle", "`dual`", "NumPy", "refuted", "1 of 2 values; 3, not 2", "1e-06", "svm-dual"
    )
    assert "| **refuted** | 1 of 2 values; 3, not 2 | 1e-06 |" in crosscheck_page([bad])
    assert crosscheck_failures([bad]) == ["cross-check of svm, `dual`: refuted (1 of 2 values; 3, not 2)"]
    assert crosscheck_json([bad])[0]["outcome"] == "refuted"
