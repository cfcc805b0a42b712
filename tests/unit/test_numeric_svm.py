"""What the support vector machine finds: against margins worked by hand, scikit-learn, and quadratic programming."""

from __future__ import annotations

from typing import Any

import numpy as np
import piqp
import pytest
from scipy.sparse import csc_matrix
from sklearn.svm import SVC

from derive.errors import DeriveError
from numeric import kernels
from numeric import svm as functions
from numeric.algorithms import fit_svm
from numeric.algorithms.certificate import least_eigenvalue
from numeric.algorithms.margin import NotSeparableError
from numeric.errors import (
    NotFiniteError,
    NotNumbersError,
    OneClassError,
    SettingError,
    WrongLabelsError,
    WrongShapeError,
)
from numeric.inputs import Floats

CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
XOR = np.array([-1, 1, 1, -1])
KERNELS: tuple[dict[str, Any], ...] = (
    {"kernel": "linear"},
    {"kernel": "polynomial", "power": 3},
    {"kernel": "gaussian", "sigma": 1.5},
)


def _noisy(size: int = 60, features: int = 3, seed: int = 0) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(size, features))
    y = np.where(X[:, 0] + 0.4 * rng.normal(size=size) + 0.1 > 0, 1.0, -1.0)
    return X, y


def _gram(X: Floats, options: dict[str, Any]) -> Floats:
    inner = X @ X.T
    squares = np.diag(inner)
    return {
        "linear": lambda: inner,
        "polynomial": lambda: (1 + inner) ** options["power"],
        "gaussian": lambda: np.exp(-(squares[:, None] + squares - 2 * inner) / (2 * options["sigma"] ** 2)),
    }[options["kernel"]]()


def _by_quadratic_program(gram: Floats, y: Floats, C: float) -> float:
    """Return the optimum of the dual by an independent solver."""
    solver: Any = piqp.SparseSolver()
    solver.settings.eps_abs = solver.settings.eps_rel = 1e-10
    size = len(y)
    solver.setup(
        csc_matrix(np.outer(y, y) * gram),
        -np.ones(size),
        csc_matrix(y[None, :]),
        np.zeros(1),
        None,
        None,
        None,
        np.zeros(size),
        np.full(size, C),
    )
    _ = solver.solve()
    return -float(solver.result.info.primal_obj)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
@pytest.mark.parametrize("options", KERNELS)
def test_the_optimum_is_that_of_a_quadratic_program(options: dict[str, Any], C: float) -> None:
    """The dual objective is the optimum, and the certificate says so."""
    X, y = _noisy()
    found = fit_svm(X, y, C=C, **options)
    assert found.certificate.check(1e-8)
    optimum = _by_quadratic_program(_gram(X, options), y, C)
    assert found.certificate.dual_objective == pytest.approx(optimum, rel=1e-6)


@pytest.mark.parametrize("options", KERNELS)
def test_scores_are_those_of_scikit_learn(options: dict[str, Any]) -> None:
    """So are the support vectors, and the labels of new points."""
    X, y = _noisy()
    theirs = SVC(C=1.0, kernel="precomputed", tol=1e-10).fit(_gram(X, options), y)
    found = fit_svm(X, y, C=1.0, **options)
    assert found.scores(X) == pytest.approx(theirs.decision_function(_gram(X, options)), abs=1e-4)
    assert found.support.tolist() == np.sort(theirs.support_).tolist()
    assert found.n_support == tuple(theirs.n_support_.tolist())
    assert found.predict(X).tolist() == theirs.predict(_gram(X, options)).tolist()


def test_a_margin_worked_by_hand() -> None:
    """Of four points on a line the inner two are support vectors; the planes are 2/|w| apart."""
    found = fit_svm([[0, 0], [1, 1], [3, 3], [4, 4]], ["no", "no", "yes", "yes"])
    assert found.coef == pytest.approx([0.5, 0.5])
    assert found.intercept == pytest.approx(-2)
    assert found.margin == pytest.approx(2 * np.sqrt(2))
    assert found.alpha == pytest.approx([0, 0.25, 0.25, 0])
    assert found.support_vectors.tolist() == [[1, 1], [3, 3]]
    assert found.predict([[0, 0], [2.5, 2.5]]).tolist() == ["no", "yes"]


@pytest.mark.parametrize("options", KERNELS[1:])
def test_exclusive_or_needs_a_kernel(options: dict[str, Any]) -> None:
    """No line separates it; a polynomial or Gaussian kernel does, and each corner is a support vector."""
    found = fit_svm(CORNERS, XOR, **options)
    assert found.predict(CORNERS).tolist() == XOR.tolist()
    assert found.scores(CORNERS) == pytest.approx(XOR)
    assert found.support.tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("X", "y"),
    [
        (CORNERS, XOR),
        ([[0.0], [1.0], [1.0], [2.0]], [0, 0, 1, 1]),
        ([[0.0], [1.0], [2.0]], [0, 1, 0]),
        (np.zeros((4, 2)), [0, 0, 1, 1]),
    ],
)
def test_a_hard_margin_that_there_is_not_is_refused(X: Any, y: Any) -> None:
    """Classes that overlap or touch have no margin, and the error says how wide it could be at most."""
    with pytest.raises(NotSeparableError, match="no plane has a margin of more than") as caught:
        _ = fit_svm(X, y)
    assert "give C" in str(caught.value).replace("Give", "give")


def test_noisy_data_have_no_hard_margin() -> None:
    """Also where there are many examples, far from the origin, of a large scale."""
    X, y = _noisy(size=300)
    y[np.argsort(X[:, 0])[:3]] = 1.0
    for scale, shift in ((1.0, 0.0), (1e5, 0.0), (1e-5, 1.0)):
        with pytest.raises(NotSeparableError):
            _ = fit_svm(scale * X + shift, y)


def test_the_hard_margin_is_the_limit_of_the_soft_one() -> None:
    """Where C is larger than any multiplier, both are the same machine."""
    X, _ = _noisy()
    y = np.where(X[:, 0] + X[:, 1] > 0.05, 1, -1)
    apart = np.abs(X[:, 0] + X[:, 1] - 0.05) > 0.3
    hard = fit_svm(X[apart], y[apart])
    soft = fit_svm(X[apart], y[apart], C=2 * hard.alpha.max())
    assert hard.coef is not None
    assert soft.coef == pytest.approx(hard.coef, rel=1e-9)
    assert hard.certificate.check(1e-9)
    assert (y[apart] * hard.scores(X[apart])).min() == pytest.approx(1)


def test_kernels_from_the_caller() -> None:
    """A function and a matrix of its own are the machine with that kernel."""
    X, y = _noisy()
    own = fit_svm(X, y, C=1.0, kernel=lambda A, B: (1 + A @ B.T) ** 3)
    matrix = fit_svm((1 + X @ X.T) ** 3, y, C=1.0, kernel="precomputed")
    ours = fit_svm(X, y, C=1.0, kernel="polynomial", power=3)
    assert own.scores(X) == pytest.approx(ours.scores(X), abs=1e-7)
    assert matrix.scores((1 + X @ X.T) ** 3) == pytest.approx(ours.scores(X), abs=1e-7)
    assert own.certificate.least_eigenvalue == pytest.approx(least_eigenvalue((1 + X @ X.T) ** 3))


def test_the_sigmoid_kernel_is_said_not_to_be_semidefinite() -> None:
    """The solution is stationary, and the certificate and the result say that it need not be the best."""
    X, y = _noisy()
    found = fit_svm(X, y, C=1.0, kernel="sigmoid", beta_0=0.5, beta_1=-1.0)
    least = found.certificate.least_eigenvalue
    assert least == pytest.approx(np.linalg.eigvalsh(np.tanh(0.5 * X @ X.T - 1.0)).min())
    assert found.certificate.failures(1e-6) == ("convex",)
    assert "need not be the best" in found.run.warning
    with pytest.raises(SettingError, match="eigenvalue"):
        _ = fit_svm(X, y, kernel="sigmoid", beta_0=0.5, beta_1=-1.0)


def test_the_least_eigenvalue_of_a_large_matrix() -> None:
    """It is found by iteration, to a millionth."""
    rows = np.random.default_rng(0).normal(size=(600, 4))
    matrix = np.tanh(rows @ rows.T - 1.0)
    assert least_eigenvalue(matrix) == pytest.approx(np.linalg.eigvalsh(matrix).min(), rel=1e-5)


def test_too_few_steps_are_said() -> None:
    """A machine that is not yet optimal says so, and its certificate too."""
    X, y = _noisy()
    found = fit_svm(X, y, C=1.0, kernel="sigmoid", max_iter=5)
    assert (found.run.converged, found.run.n_iter) == (False, 5)
    assert "slackness" in found.certificate.failures(1e-3)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_units_do_not_matter(scale: float) -> None:
    """Examples in other units, with C in units to match, and moved away, have the same labels and certificate."""
    X, y = _noisy()
    found, moved = fit_svm(X, y, C=1.0), fit_svm(scale * (X + 10), y, C=scale**-2)
    assert moved.certificate.check(1e-8)
    assert moved.scores(scale * (X + 10)) == pytest.approx(found.scores(X), abs=1e-8)


def test_kernel_matrices_are_those_of_plain_numpy() -> None:
    """The lowered kernels, between different examples."""
    rng = np.random.default_rng(0)
    X, Z = rng.normal(size=(5, 3)), rng.normal(size=(4, 3))
    inner = X @ Z.T
    apart = ((X[:, None] - Z[None]) ** 2).sum(axis=2)
    assert kernels.linear(X, Z) == pytest.approx(inner)
    assert kernels.polynomial(X, Z, 3) == pytest.approx((1 + inner) ** 3)
    assert kernels.gaussian(X, Z, 0.7) == pytest.approx(np.exp(-apart / 0.98))
    assert kernels.sigmoid(X, Z, 0.5, -1.0) == pytest.approx(np.tanh(0.5 * inner - 1))


REFUSED = (
    ({"X": [[np.inf, 1.0], [1.0, 0.0]]}, NotFiniteError, "X[0, 0]"),
    ({"X": [["a"], ["b"]]}, NotNumbersError, "X"),
    ({"X": [0.0, 1.0]}, WrongShapeError, "X"),
    ({"X": [[1e200], [-1e200]]}, NotFiniteError, "square"),
    ({"X": [[1e-160], [-1e-160]]}, NotFiniteError, "out of range"),
    ({"y": [1, 1]}, OneClassError, "one class"),
    ({"X": [[0.0], [1.0], [2.0]], "y": [0, 1, 2]}, WrongLabelsError, "3 classes"),
    ({"C": 0.0}, SettingError, "C"),
    ({"C": -1}, SettingError, "C"),
    ({"C": np.nan}, SettingError, "C"),
    ({"tol": 0}, SettingError, "tol"),
    ({"max_iter": 0}, SettingError, "max_iter"),
    ({"kernel": "cubic"}, SettingError, '"gaussian"'),
    ({"kernel": "callable"}, SettingError, "no such kernel"),
    ({"kernel": "gaussian", "sigma": 0}, SettingError, "sigma"),
    ({"kernel": "gaussian", "power": 2}, SettingError, "power"),
    ({"kernel": "polynomial", "power": 1.5}, SettingError, "power"),
    ({"kernel": "sigmoid", "beta_0": np.inf}, SettingError, "beta_0"),
    ({"kernel": "polynomial", "power": 400, "X": [[1e3], [2e3]]}, NotFiniteError, "kernel"),
    ({"kernel": "precomputed", "X": [[0.0, 1.0, 2.0], [1.0, 0.0, 2.0]]}, WrongShapeError, "kernel matrix"),
    ({"kernel": "precomputed", "X": [[0.0, 1.0], [2.0, 0.0]]}, SettingError, "symmetric"),
    ({"kernel": lambda A, _: A}, WrongShapeError, "kernel"),
)


@pytest.mark.parametrize(("changed", "error", "said"), REFUSED)
def test_bad_input_is_refused(changed: dict[str, Any], error: type[DeriveError], said: str) -> None:
    """What cannot be computed with is refused, by an error that names it."""
    arguments: dict[str, Any] = {"X": [[0.0, 1.0, 2.0], [1.0, 0.0, 3.0]], "y": [0, 1], "C": 1.0} | changed
    with pytest.raises(error) as caught:
        _ = fit_svm(arguments.pop("X"), arguments.pop("y"), **arguments)
    assert said in str(caught.value)


def test_new_points_must_have_the_features_of_the_fit() -> None:
    """A machine refuses points of another size, with a kernel and without."""
    for options in KERNELS:
        found = fit_svm(CORNERS, [0, 0, 1, 1], C=1.0, **options)
        with pytest.raises(WrongShapeError, match="features"):
            _ = found.predict([[1.0, 2.0, 3.0]])


def test_functions_are_those_of_plain_numpy() -> None:
    """The lowered functions of the primal and the dual, at any weights."""
    X, y = _noisy()
    rng = np.random.default_rng(3)
    w, b, C, alpha = rng.normal(size=3), 0.3, 2.0, rng.uniform(size=60)
    margins = y * (X @ w + b)
    short = margins < 1
    assert functions.scores(w, b, X) == pytest.approx(X @ w + b)
    assert functions.slacks(w, b, X, y) == pytest.approx(np.maximum(0, 1 - margins))
    assert functions.objective(w, b, X, y, C) == pytest.approx(w @ w / 2 + C * np.maximum(0, 1 - margins).sum())
    assert functions.subgradient(w, b, X, y, C) == pytest.approx(w - C * (y * short) @ X)
    assert functions.intercept_subgradient(w, b, X, y, C) == pytest.approx(-C * (y * short).sum())
    assert functions.margin(w) == pytest.approx(2 / np.linalg.norm(w))
    assert functions.weights(alpha, y, X) == pytest.approx((alpha * y) @ X)
    assert functions.dual(alpha, y, X) == pytest.approx(alpha.sum() - ((alpha * y @ X) ** 2).sum() / 2)
    assert functions.kernel_dual(alpha, y, X @ X.T) == pytest.approx(functions.dual(alpha, y, X))
    assert functions.kernel_score(alpha, y, X @ X[0], b) == pytest.approx((alpha * y @ X) @ X[0] + b)


def test_nothing_is_left_to_descend_at_the_machine() -> None:
    """Zero lies between subgradients there: no small step in any of 50 directions lowers the objective."""
    X, y = _noisy()
    found = fit_svm(X, y, C=2.0)
    assert found.coef is not None
    here = float(functions.objective(found.coef, found.intercept, X, y, 2.0))
    for step in 1e-4 * np.random.default_rng(0).normal(size=(50, 4)):
        assert functions.objective(found.coef + step[1:], found.intercept + step[0], X, y, 2.0) >= here
