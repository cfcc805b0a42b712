"""The fits against other solvers: SciPy's, and scikit-learn and piqp where they are installed.

How far another solver is from the optimum is not taken from its settings. It is worked out from its answer: by the
Newton step that is left to make, or by the duality gap that is left to close.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
from scipy.linalg import lstsq
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from numeric import algorithms, logistic, softmax, svm
from numeric.crosscheck.draws import Data
from numeric.crosscheck.oracles import Oracle

SAFETY = 4.0
"""How many Newton steps, or square roots of gaps, away from the optimum an answer is taken to be."""


def two_clouds(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples of two classes, some of them on the wrong side, both classes present."""
    del scale
    y = np.where(np.arange(2 * N + 6) % 2 == 0, 1.0, -1.0)
    return {"X": rng.normal(size=(len(y), D)) + 0.8 * y[:, None], "y": y, "C": np.float64(1.3)}


def apart(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples of two classes with room between them."""
    data = two_clouds(rng, N, D, scale)
    return {**data, "X": 0.4 * data["X"] + 2 * data["y"][:, None]}


def two_classes(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return the same with labels 0 and 1, and a penalty."""
    data = two_clouds(rng, N, D, scale)
    return {**data, "y": (data["y"] + 1) / 2, "penalty": np.float64(0.3)}


def three_classes(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return examples of three classes, all of them present, their one-hot labels, and a penalty."""
    del scale
    y = np.arange(3 * N + 6) % 3
    return {"X": rng.normal(size=(len(y), D)) + y[:, None], "y": y, "Y": np.eye(3)[y], "penalty": np.float64(0.3)}


def deficient(rng: np.random.Generator, N: int, D: int, scale: float) -> Data:
    """Return a regression whose columns depend on each other."""
    X = scale * rng.normal(size=(N + 2, D)) @ rng.normal(size=(D, D + 2))
    return {"X": X, "y": rng.normal(size=N + 2)}


def _least_squares(data: Data) -> Any:
    return algorithms.fit_least_squares(data["X"], data["y"], intercept=False).coef


def _logistic(data: Data) -> Any:
    return algorithms.fit_logistic(
        data["X"], data["y"], penalty=float(data["penalty"]), intercept=False, tol=1e-12
    ).coef


def _logistic_by_scipy(data: Data) -> Any:
    X, signs, penalty = data["X"], 2 * data["y"] - 1, data["penalty"]

    def _value(w: Any) -> Any:
        return -np.sum(log_expit(signs * (X @ w))) + penalty * w @ w

    def _slope(w: Any) -> Any:
        return -X.T @ (signs * expit(-signs * (X @ w))) + 2 * penalty * w

    return minimize(_value, np.zeros(X.shape[1]), jac=_slope, method="BFGS", options={"gtol": 1e-9}).x


def _logistic_by_scikit_learn(data: Data) -> Any:
    return _by_scikit_learn(data)[0]


def _by_scikit_learn(data: Data) -> Any:
    """Return the weights of logistic regression, whose C is one over twice our penalty."""
    linear = import_module("sklearn.linear_model")
    model = linear.LogisticRegression(
        C=1 / (2 * float(data["penalty"])), fit_intercept=False, tol=1e-10, max_iter=10_000
    )
    return model.fit(data["X"], data["y"]).coef_


def _softmax(data: Data) -> Any:
    return algorithms.fit_softmax(data["X"], data["y"], penalty=float(data["penalty"]), intercept=False, tol=1e-12).coef


def _softmax_step(data: Data, W: Any) -> Any:
    slope = softmax.gradient(W, data["X"], data["Y"]) + 2 * data["penalty"] * W
    curvature = softmax.hessian(W, data["X"]).reshape(W.size, W.size) + 2 * data["penalty"] * np.eye(W.size)
    return SAFETY * np.abs(np.linalg.solve(curvature, slope.ravel())).reshape(W.shape)


def _newton_step(data: Data, w: Any) -> Any:
    slope = logistic.penalised_gradient(w, data["X"], data["y"], data["penalty"])
    return SAFETY * np.abs(np.linalg.solve(logistic.penalised_hessian(w, data["X"], data["penalty"]), slope))


def _machine(data: Data) -> Any:
    return algorithms.fit_svm(data["X"], data["y"], C=float(data["C"]), tol=1e-10).coef


def _hard_machine(data: Data) -> Any:
    return algorithms.fit_svm(data["X"], data["y"], tol=1e-10).coef


def _machine_by_scikit_learn(data: Data) -> Any:
    model = import_module("sklearn.svm").SVC(C=float(data["C"]), kernel="linear", tol=1e-8)
    return model.fit(data["X"], data["y"]).coef_[0]


def _machine_by_piqp(data: Data) -> Any:
    return _dual_by_piqp(data, float(data["C"]))


def _hard_machine_by_piqp(data: Data) -> Any:
    return _dual_by_piqp(data, np.inf)


def _dual_by_piqp(data: Data, C: float) -> Any:
    """Return the weights of the multipliers that a quadratic program gives."""
    rows, count = data["y"][:, None] * data["X"], len(data["y"])
    solver = import_module("piqp").DenseSolver()
    solver.settings.eps_abs = solver.settings.eps_rel = 1e-10
    box = (np.zeros(count), np.full(count, C))
    solver.setup(rows @ rows.T, -np.ones(count), data["y"][None], np.zeros(1), None, None, None, *box)
    _ = solver.solve()
    return svm.weights(np.clip(solver.result.x, 0, C), data["y"], data["X"])


def _gap(data: Data, w: Any, *, C: float) -> Any:
    """Return how far weights can be from the optimal ones: |w - w*|^2 / 2 is at most their excess over the dual."""
    ours = algorithms.fit_svm(data["X"], data["y"], C=None if np.isinf(C) else C, tol=1e-10)
    if np.isinf(C):
        # Scaled until all examples meet their margins, the weights are feasible.
        scores, y = data["X"] @ w, data["y"]
        low, high = np.min(scores[y > 0]), np.max(scores[y < 0])
        primal = (w @ w / 2) * max(1.0, 2 / (low - high)) ** 2
    else:
        offsets = data["y"] - data["X"] @ w
        primal = min(float(svm.objective(w, b, data["X"], data["y"], data["C"])) for b in offsets)
    excess = max(primal - float(svm.dual(ours.alpha, ours.signs, data["X"])), 0.0)
    return SAFETY * np.sqrt(2 * excess) + 1e-9


def _soft_gap(data: Data, w: Any) -> Any:
    return _gap(data, w, C=float(data["C"]))


def _hard_gap(data: Data, w: Any) -> Any:
    return _gap(data, w, C=np.inf)


def _solution_error(data: Data, w: Any) -> Any:
    """Return what rounding does to a least-norm solution: the condition of the data times a rounding."""
    singular = np.linalg.svd(data["X"], compute_uv=False)
    kept = singular[singular > singular[0] * 1e-12]
    return 1e-13 * (kept[0] / kept[-1]) ** 2 * np.max(np.abs(w))


def _shortest_by_scipy(data: Data) -> Any:
    return lstsq(data["X"], data["y"], cond=1e-12)[0]


CLOSE, ROUGH = 1e-4, 1e-2
"""How fine the answers of solvers must be that stop early; and of those that are judged by the root of a gap."""
_PENALTY, _SOFT, _HARD = "fit, with a penalty", "fit, soft margin", "fit, hard margin"
LOGISTIC = ("logistic", "logistic-regularized", _PENALTY, two_classes, _logistic, _newton_step, CLOSE)
SOFTMAX = ("softmax", "softmax-gradient", _PENALTY, three_classes, _softmax, _softmax_step, CLOSE)
SOFT_MARGIN = ("svm", "svm-soft-dual", _SOFT, two_clouds, _machine, _soft_gap, ROUGH)
HARD_MARGIN = ("svm", "svm-dual", _HARD, apart, _hard_machine, _hard_gap, ROUGH)

FITS = (
    Oracle(
        "least_squares",
        "fit, columns dependent",
        "SciPy's lstsq",
        deficient,
        _least_squares,
        _shortest_by_scipy,
        "normal-equations",
        _solution_error,
    ),
    Oracle(
        "logistic",
        "fit, with a penalty",
        "SciPy's BFGS",
        two_classes,
        _logistic,
        _logistic_by_scipy,
        "logistic-regularized",
        _newton_step,
        resolution=CLOSE,
    ),
)
LIBRARY_FITS = tuple(
    Oracle(topic, name, against, draw, ours, theirs, derivation, error, needs, resolution)
    for (topic, derivation, name, draw, ours, error, resolution), against, theirs, needs in (
        (LOGISTIC, "scikit-learn", _logistic_by_scikit_learn, "sklearn"),
        (SOFTMAX, "scikit-learn", _by_scikit_learn, "sklearn"),
        (SOFT_MARGIN, "scikit-learn", _machine_by_scikit_learn, "sklearn"),
        (SOFT_MARGIN, "piqp", _machine_by_piqp, "piqp"),
        (HARD_MARGIN, "piqp", _hard_machine_by_piqp, "piqp"),
    )
)
