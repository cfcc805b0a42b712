"""Lowered functions, fits and derivatives of `numeric` against SciPy, NumPy, scikit-learn, piqp, PyTorch and JAX.

How far another solver is from the optimum is not taken from its settings. It is worked out from its answer: by the
Newton step that is left to make, or by the duality gap that is left to close.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from scipy.linalg import eigh, lstsq
from scipy.special import expit, log_expit, log_softmax, softmax

from numeric import algorithms, kernels, logistic, metrics, svm
from numeric import softmax as functions
from numeric.crosscheck.closed_forms import CLOSED_FORMS, ClosedForm, Way, compared, in_a_row
from numeric.crosscheck.derivatives import DERIVATIVES, Derivative
from numeric.crosscheck.draws import (
    Data,
    Draw,
    at,
    bits,
    drawn,
    line,
    moments,
    named,
    one_hot,
    one_hot_but_the_last,
    targets,
    three_classes,
    two_clouds,
)
from tests.altered_functions import MISTAKES, changed

pytestmark = pytest.mark.slow  # other solvers, at their tightest
PENALTY, BOX = 0.3, 1.3


def tall(draw: Draw) -> Draw:
    """Return the same draw with more examples than features, so that the solution is the only one."""
    return lambda rng, N, D, scale: draw(rng, N + 3 * D + 2, D, scale)


def polynomial(place: int) -> Way:
    """Return a coefficient of the line that NumPy fits."""
    return lambda data: np.polynomial.polynomial.Polynomial.fit(data["x"], data["y"], 1).convert().coef[place]


def reference_loss(data: Data) -> Any:
    """Return the loss of softmax regression with a score of zero for the last class."""
    scores = np.column_stack([data["X"] @ data["W"].T, np.zeros(len(data["X"]))])
    last = 1 - np.sum(data["Y"], axis=1, keepdims=True)
    return -np.sum(np.column_stack([data["Y"], last]) * log_softmax(scores, axis=1))


def top_direction(data: Data) -> Any:
    """Return the leading generalised eigenvector of the two scatters, as long as the closed form and as oriented."""
    gap = data["m_2"] - data["m_1"]
    w = eigh(np.outer(gap, gap), data["S_W"])[1][:, -1]
    return w * (gap @ np.linalg.solve(data["S_W"], gap)) / (gap @ w)


def by_scikit_learn(data: Data) -> Any:
    """Return the weights of logistic regression, whose C is one over twice our penalty."""
    model = import_module("sklearn.linear_model").LogisticRegression(
        C=1 / (2 * PENALTY), fit_intercept=False, tol=1e-10, max_iter=10_000
    )
    found = model.fit(data["X"], data["y"]).coef_
    return found if len(found) > 1 else found[0]


def newton_step(data: Data, w: Any) -> Any:
    """Return how far weights are from the optimum, by the Newton step that is left to make, four times."""
    slope = logistic.penalised_gradient(w, data["X"], data["z"], PENALTY)
    return 4 * np.abs(np.linalg.solve(logistic.penalised_hessian(w, data["X"], PENALTY), slope))


def softmax_step(data: Data, W: Any) -> Any:
    """Return the same for many classes."""
    slope = functions.gradient(W, data["X"], data["Y"]) + 2 * PENALTY * W
    curvature = functions.hessian(W, data["X"]).reshape(W.size, W.size) + 2 * PENALTY * np.eye(W.size)
    return 4 * np.abs(np.linalg.solve(curvature, slope.ravel())).reshape(W.shape)


def by_piqp(data: Data) -> Any:
    """Return the weights of the multipliers that a quadratic program gives."""
    rows, count = data["y"][:, None] * data["X"], len(data["y"])
    solver = import_module("piqp").DenseSolver()
    solver.settings.eps_abs = solver.settings.eps_rel = 1e-10
    box = (np.zeros(count), np.full(count, BOX))
    solver.setup(rows @ rows.T, -np.ones(count), data["y"][None], np.zeros(1), None, None, None, *box)
    _ = solver.solve()
    return svm.weights(np.clip(solver.result.x, 0, BOX), data["y"], data["X"])


def gap(data: Data, w: Any) -> Any:
    """Return what bounds how far weights are from the optimal ones: |w - w*|^2 / 2 is at most their excess."""
    X, y = data["X"], data["y"]
    ours = algorithms.fit_svm(X, y, C=BOX, tol=1e-10)
    primal = min(float(svm.objective(w, b, X, y, BOX)) for b in y - X @ w)
    return 4 * np.sqrt(2 * max(primal - float(svm.dual(ours.alpha, ours.signs, X)), 0.0)) + 1e-9


def fit(name: str) -> Way:
    """Return what finds our weights without an intercept, at z for the labels 0 and 1, where there are such."""
    how: Any = {"penalty": PENALTY, "intercept": False, "tol": 1e-12}
    return lambda data: getattr(algorithms, name)(data["X"], data.get("z", data["y"]), **how).coef


def machine(data: Data) -> Any:
    """Return our weights of a support vector machine."""
    return algorithms.fit_svm(data["X"], data["y"], C=BOX, tol=1e-10).coef


ROWS: tuple[ClosedForm, ...] = (
    ClosedForm("simple_regression", "slope", "NumPy's Polynomial.fit", line, polynomial(1)),
    ClosedForm("simple_regression", "intercept", "NumPy's Polynomial.fit", line, polynomial(0)),
    ClosedForm("simple_regression", "correlation", "NumPy", line, lambda d: np.corrcoef(d["x"], d["y"])[0, 1]),
    ClosedForm("least_squares", "solution", "SciPy's lstsq", tall(targets), lambda d: lstsq(d["X"], d["y"])[0]),
    ClosedForm("least_squares", "outputs_solution", "SciPy", tall(targets), lambda d: lstsq(d["X"], d["T"])[0]),
    ClosedForm("logistic", "loss", "SciPy", bits, lambda d: -log_expit((2 * d["y"] - 1) * (d["X"] @ d["w"])).sum()),
    ClosedForm("logistic", "probabilities", "SciPy's expit", bits, lambda d: expit(d["X"] @ d["w"])),
    ClosedForm("softmax", "loss", "SciPy", one_hot, lambda d: -(d["Y"] * log_softmax(d["X"] @ d["W"].T, axis=1)).sum()),
    ClosedForm("softmax", "probabilities", "SciPy", one_hot, lambda d: softmax(d["X"] @ d["W"].T, axis=1)),
    ClosedForm("softmax", "reference_loss", "SciPy's log_softmax", one_hot_but_the_last, reference_loss),
    ClosedForm("fisher", "direction", "SciPy's generalised eigh", moments, top_direction),
)
LOGISTIC, SOFTMAX = fit("fit_logistic"), fit("fit_softmax")
FITS = (
    ClosedForm("logistic", "fit", "sklearn", two_clouds, by_scikit_learn, LOGISTIC, newton_step, 1e-4),
    ClosedForm("softmax", "fit", "sklearn", three_classes, by_scikit_learn, SOFTMAX, softmax_step, 1e-4),
    ClosedForm("svm", "soft margin", "piqp", two_clouds, by_piqp, machine, gap, 1e-2),
)


def label(one: Any) -> str:
    """Return how a check is called in a test."""
    return f"{one.topic} {one.name} by {one.against}"


def test_closed_forms_are_those_of_numpy_and_scipy() -> None:
    """Every lowered function that a library has, too, at data of all sizes."""
    found = {label(one): one.decide() for one in ROWS}
    assert {name: row for name, row in found.items() if row.outcome != "sampled"} == {}


@pytest.mark.parametrize("one", FITS, ids=label)
def test_fits_are_those_of_other_solvers(one: ClosedForm) -> None:
    """Within what the other solver left to do; and a fit that stopped a tenth short of it is not believed."""
    _ = pytest.importorskip(one.against)
    row = one.decide()
    assert row.outcome == "sampled", row
    ours: Any = one.ours
    assert replace(one, ours=lambda data: 0.9 * ours(data)).decide().outcome == "refuted"


@pytest.mark.parametrize("mistake", [name for name in MISTAKES if name != "one entry zero"])
def test_an_altered_closed_form_is_wrong(mistake: str) -> None:
    """Every closed form, with every mistake, is contradicted by the other way to its numbers."""
    altered = {
        label(one): replace(
            one,
            ours=lambda data, one=one: MISTAKES[mistake](in_a_row(at(named(one.topic, one.name), data))),
        )
        for one in (*ROWS, *CLOSED_FORMS)
    }
    assert {name: row for name, one in altered.items() if (row := one.decide()).outcome != "refuted"} == {}


def by_torch(function: Callable[..., Any], given: list[Any], place: int) -> Any:
    """Return the derivative by PyTorch."""
    torch = import_module("torch")
    tensors = [torch.as_tensor(np.asarray(array)) for array in given]
    varied = lambda x: function(*tensors[:place], x, *tensors[place + 1 :])  # noqa: E731 -- a name for one argument
    return torch.autograd.functional.jacobian(varied, tensors[place]).numpy()


def by_jax(function: Callable[..., Any], given: list[Any], place: int) -> Any:
    """Return the derivative by JAX."""
    jax = import_module("jax")
    with jax.enable_x64(True):  # noqa: FBT003 -- the function of JAX is called like this
        arrays = [jax.numpy.asarray(array) for array in given]
        return np.asarray(jax.jacobian(function, argnums=place)(*arrays))


LIBRARIES = {"torch": by_torch, "jax": by_jax}


def states(one: Derivative, library: str) -> set[str]:
    """Return what is told of a derivative, at data of all sizes."""
    function = named(one.topic, one.of)
    claimed, names = one.claimed or named(one.topic, one.name), list(function.__signature__.parameters)
    found = set[str]()
    for data in drawn(one.draw):
        theirs = LIBRARIES[library](function, [data[name] for name in names], names.index(one.by))
        found.add(compared(at(claimed, data), one.times * theirs)[0])
    return found


@pytest.mark.parametrize("library", LIBRARIES)
def test_derivatives_are_those_of_autodiff(library: str) -> None:
    """Every gradient and Hessian is what the library makes of the same program; altered, it is not."""
    _ = pytest.importorskip(library)
    assert {f"{one.topic} {one.name} of {one.of}": states(one, library) for one in DERIVATIVES} == {
        f"{one.topic} {one.name} of {one.of}": {"right"} for one in DERIVATIVES
    }
    hessian = next(one for one in DERIVATIVES if (one.topic, one.name) == ("logistic", "hessian"))
    for mistake in MISTAKES.values():
        lie = replace(hessian, claimed=changed(named("logistic", "hessian"), mistake))
        assert "wrong" in states(lie, library)


@pytest.mark.parametrize("kernel", ["linear", "gaussian", "polynomial"])
def test_machines_are_no_worse_than_those_of_scikit_learn(kernel: str) -> None:
    """Their dual objective is at least that of libsvm at its tightest, on data that no plane separates."""
    machines = pytest.importorskip("sklearn.svm")
    data = two_clouds(np.random.default_rng(3), 30, 3, 1.0)
    X, y = data["X"], data["y"]
    how, own = {
        "linear": ({"kernel": "linear"}, kernels.linear),
        "gaussian": ({"kernel": "rbf", "gamma": 0.5}, partial(kernels.gaussian, sigma=1.0)),
        "polynomial": ({"kernel": "poly", "degree": 2, "gamma": 1, "coef0": 1}, partial(kernels.polynomial, power=2.0)),
    }[kernel]
    K = own(X, X)
    for C in (0.01, 1.0, 100.0, 1e4):
        theirs, alpha = machines.SVC(C=C, tol=1e-10, **how).fit(X, y), np.zeros(len(y))
        alpha[theirs.support_] = np.abs(theirs.dual_coef_[0])
        ours = algorithms.fit_svm(X, y, C=C, kernel=own)
        assert ours.certificate.failures() == ()
        assert svm.kernel_dual(ours.alpha, y, K) >= svm.kernel_dual(alpha, y, K) * (1 - 1e-9)


def test_metrics_are_those_of_scikit_learn() -> None:
    """Counts and ratios, for two classes and for more, in every average."""
    theirs = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(5)
    for classes in (2, 4):
        actual, predicted = rng.integers(0, classes, (2, 200))
        assert (
            metrics.confusion_matrix(actual, predicted).tolist() == theirs.confusion_matrix(actual, predicted).tolist()
        )
        assert metrics.accuracy(actual, predicted) == theirs.accuracy_score(actual, predicted)
        for average in ("macro", "micro", "weighted", *(["binary"] if classes == 2 else [])):
            assert [
                getattr(metrics, name)(actual, predicted, average=average) for name in ("precision", "recall", "f1")
            ] == pytest.approx(list(theirs.precision_recall_fscore_support(actual, predicted, average=average)[:3]))


def test_naive_bayes_and_fisher_are_those_of_scikit_learn() -> None:
    """The same priors, means, variances and probabilities; the same direction and classes."""
    bayes, discriminant = pytest.importorskip("sklearn.naive_bayes"), import_module("sklearn.discriminant_analysis")
    data = three_classes(np.random.default_rng(1), 20, 3, 1.0)
    ours, theirs = algorithms.fit_naive_bayes(data["X"], data["y"]), bayes.GaussianNB(var_smoothing=0)
    theirs = theirs.fit(data["X"], data["y"])
    assert ours.probabilities(data["X"]) == pytest.approx(theirs.predict_proba(data["X"]))
    two = two_clouds(np.random.default_rng(1), 20, 3, 1.0)
    other = discriminant.LinearDiscriminantAnalysis(solver="eigen").fit(two["X"], two["y"]).coef_[0]
    found = algorithms.fit_fisher(two["X"], two["y"]).direction
    assert found / np.linalg.norm(found) == pytest.approx(other / np.linalg.norm(other))
