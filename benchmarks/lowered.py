"""Lowered formulas beside NumPy and SciPy written by hand, PyTorch and JAX: the same arrays, in one run.

Run `python -m benchmarks.lowered`; it prints Markdown. Each row is run with one BLAS thread and with all of them. The
time is the best of several runs; a ratio above 1 means that the lowered function is the slower one.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, log
from time import perf_counter
from typing import Any

import numpy as np
from scipy.spatial.distance import cdist
from scipy.special import expit, log_softmax, softmax
from sympy import IndexedBase, Max, Piecewise, Sum, Symbol, symbols
from sympy import exp as exponential
from threadpoolctl import threadpool_limits

from derive import lambdify, sigmoid, size
from derive.lectures import logistic, regression, svm
from derive.lectures import softmax as classes
from derive.lower import Lowered

FEATURES, CLASSES = 50, 10
LARGEST_GRAM = 5_000
"""Above so many examples a matrix of all pairs is not made."""


@dataclass(frozen=True)
class Case:
    """A formula, what an expert writes for it, and its arguments by name."""

    name: str
    ours: Lowered
    expert: Callable[..., Any]
    args: tuple[str, ...]
    pairs: bool = False


def data(count: int) -> dict[str, Any]:
    """Return arrays for all cases."""
    source = np.random.default_rng(count)
    X = source.normal(size=(count, FEATURES))
    labels = source.integers(0, CLASSES, count)
    gram = X @ X.T if count <= LARGEST_GRAM else None
    return {
        "X": X,
        "w": source.normal(size=FEATURES) / 5,
        "W": source.normal(size=(CLASSES, FEATURES)) / 5,
        "y": source.integers(0, 2, count).astype(float),
        "t": source.normal(size=count),
        "Y": np.eye(CLASSES)[labels],
        "s": source.choice([-1.0, 1.0], count),
        "alpha": source.uniform(size=count),
        "G": gram,
        "b": np.float64(0.3),
        "C": np.float64(2.0),
        "sigma": np.float64(7.0),
    }


def probability(label: Any) -> Any:
    """Return the softmax probability of a class for example i."""
    return classes.probability(label, classes.K)


def lowered() -> Iterator[tuple[str, Lowered, tuple[str, ...], bool]]:
    """Return the lowered functions: name, function, arguments, whether all pairs of examples take part."""
    i, j, k = logistic.i, logistic.j, logistic.k
    X, w, y = logistic.X, logistic.w, logistic.y
    put = {logistic.p[i]: sigmoid(logistic.score(w))}
    yield "logistic loss", lambdify(logistic.ERROR.xreplace(put), [w, X, y]), ("w", "X", "y"), False
    yield "logistic gradient", lambdify(logistic.GRADIENT.xreplace(put), [w, X, y], [j]), ("w", "X", "y"), False
    yield "logistic Hessian", lambdify(logistic.HESSIAN.xreplace(put), [w, X], [j, k]), ("w", "X"), False
    soft = {classes.p[classes.i, at]: probability(at) for at in (classes.k, classes.ell)}
    given = [classes.w, classes.x, classes.y]
    yield "softmax loss", lambdify(classes.ERROR.xreplace(soft), given), ("W", "X", "Y"), False
    yield (
        "softmax gradient",
        lambdify(classes.GRADIENT.xreplace(soft), given, [classes.ell, classes.m]),
        ("W", "X", "Y"),
        False,
    )
    yield from lowered_least_squares()
    yield from lowered_margins()


def lowered_least_squares() -> Iterator[tuple[str, Lowered, tuple[str, ...], bool]]:
    """Return gradient and Hessian of the squared error, and the Gaussian likelihood."""
    x, y, w = regression.x, regression.y, regression.w
    n, d, i, j = regression.n, regression.d, regression.i, regression.j
    residual = Sum(x[n, d] * w[d], (d, 1, regression.D)) - y[n]
    gradient = Sum(residual * x[n, j], (n, 1, regression.N))
    yield "least squares gradient", lambdify(gradient, [w, x, y], [j]), ("w", "X", "t"), False
    yield (
        "least squares Hessian",
        lambdify(Sum(x[n, i] * x[n, j], (n, 1, regression.N)), [x], [i, j]),
        ("X",),
        False,
    )
    rows, columns = size("n"), size("d")
    theta, X, t, sigma = IndexedBase("theta"), IndexedBase("x"), IndexedBase("y"), Symbol("sigma", positive=True)
    r, c = symbols("r c", integer=True)
    misfit = t[r] - Sum(theta[c] * X[r, c], (c, 1, columns))
    likelihood = rows * log_density(sigma) - Sum(misfit**2, (r, 1, rows)) / (2 * sigma**2)
    yield "Gaussian likelihood", lambdify(likelihood, [theta, X, t, sigma]), ("w", "X", "t", "sigma"), False


def log_density(sigma: Any) -> Any:
    """Return the log of the height of a Gaussian."""
    import sympy  # noqa: PLC0415 -- its log and pi, which have the names of those of floats here

    return -sympy.log(2 * sympy.pi) / 2 - sympy.log(sigma)


def lowered_margins() -> Iterator[tuple[str, Lowered, tuple[str, ...], bool]]:
    """Return the hinge loss with a subgradient, the dual objectives, and the Gaussian kernel matrix."""
    n, m, d, j, N, D = svm.n, svm.m, svm.d, svm.j, svm.N, svm.D
    X, w, y, C = svm.X, svm.w, svm.y, svm.C
    margin = y[n] * svm.SCORE
    hinge = svm.NORM / 2 + C * Sum(Max(0, 1 - margin), (n, 1, N))
    given = ("w", "b", "X", "s", "C")
    yield "hinge loss", lambdify(hinge, [w, svm.b, X, y, C]), given, False
    active = Piecewise((1, margin < 1), (0, True))
    slope = w[j] - C * Sum(active * y[n] * X[n, j], (n, 1, N))
    yield "hinge subgradient", lambdify(slope, [w, svm.b, X, y, C], [j]), given, False
    yield "SVM dual, linear", lambdify(svm.DUAL, [svm.alpha, y, X]), ("alpha", "s", "X"), False
    kernel = Sum(svm.alpha[n] * svm.alpha[m] * y[n] * y[m] * svm.K[n, m], (n, 1, N), (m, 1, N))
    dual = Sum(svm.alpha[n], (n, 1, N)) - kernel / 2
    yield "SVM dual, kernel", lambdify(dual, [svm.alpha, y, svm.K]), ("alpha", "s", "G"), True
    width = Symbol("sigma", positive=True)
    square = Sum((X[n, d] - X[m, d]) ** 2, (d, 1, D))
    gaussian = exponential(-square / (2 * width**2))
    yield "Gaussian kernel", lambdify(gaussian, [X, width], [(n, 1, N), (m, 1, N)]), ("X", "sigma"), True


# By hand


def logistic_loss(w: Any, X: Any, y: Any) -> Any:
    """Return the loss as an expert writes it."""
    z = X @ w
    return np.sum(np.logaddexp(0, z) - y * z)


def logistic_gradient(w: Any, X: Any, y: Any) -> Any:
    """Return its gradient."""
    return X.T @ (expit(X @ w) - y)


def logistic_hessian(w: Any, X: Any) -> Any:
    """Return its Hessian."""
    p = expit(X @ w)
    return (X * (p * (1 - p))[:, None]).T @ X


def softmax_loss(W: Any, X: Any, Y: Any) -> Any:
    """Return the cross-entropy."""
    return -np.sum(Y * log_softmax(X @ W.T, axis=1))


def softmax_gradient(W: Any, X: Any, Y: Any) -> Any:
    """Return its gradient."""
    return (softmax(X @ W.T, axis=1) - Y).T @ X


def squares_gradient(w: Any, X: Any, t: Any) -> Any:
    """Return the gradient of half the squared error."""
    return X.T @ (X @ w - t)


def squares_hessian(X: Any) -> Any:
    """Return its Hessian."""
    return X.T @ X


def likelihood(w: Any, X: Any, t: Any, sigma: Any) -> Any:
    """Return the log-likelihood under Gaussian noise."""
    r = t - X @ w
    return -0.5 * len(t) * np.log(2 * np.pi * sigma**2) - r @ r / (2 * sigma**2)


def hinge_loss(w: Any, b: Any, X: Any, s: Any, C: Any) -> Any:
    """Return the objective of the soft margin."""
    return 0.5 * w @ w + C * np.sum(np.maximum(0, 1 - s * (X @ w + b)))


def hinge_subgradient(w: Any, b: Any, X: Any, s: Any, C: Any) -> Any:
    """Return a subgradient of it."""
    active = s * (X @ w + b) < 1
    return w - C * ((active * s) @ X)


def linear_dual(alpha: Any, s: Any, X: Any) -> Any:
    """Return the dual objective."""
    v = X.T @ (alpha * s)
    return np.sum(alpha) - 0.5 * (v @ v)


def kernel_dual(alpha: Any, s: Any, G: Any) -> Any:
    """Return the dual objective in a kernel."""
    v = alpha * s
    return np.sum(alpha) - 0.5 * (v @ G @ v)


def gaussian_kernel(X: Any, sigma: Any) -> Any:
    """Return the kernel matrix."""
    return np.exp(-cdist(X, X, "sqeuclidean") / (2 * sigma**2))


BY_HAND = {
    "logistic loss": logistic_loss,
    "logistic gradient": logistic_gradient,
    "logistic Hessian": logistic_hessian,
    "softmax loss": softmax_loss,
    "softmax gradient": softmax_gradient,
    "least squares gradient": squares_gradient,
    "least squares Hessian": squares_hessian,
    "Gaussian likelihood": likelihood,
    "hinge loss": hinge_loss,
    "hinge subgradient": hinge_subgradient,
    "SVM dual, linear": linear_dual,
    "SVM dual, kernel": kernel_dual,
    "Gaussian kernel": gaussian_kernel,
}


def cases() -> list[Case]:
    """Return all cases."""
    return [Case(name, ours, BY_HAND[name], args, pairs) for name, ours, args, pairs in lowered()]


# Measuring


def seconds(call: Callable[[], Any], patience: float) -> float:
    """Return the best time of a call, run again and again for some seconds."""
    return best_of([call], patience)[0]


def best_of(calls: list[Callable[[], Any]], patience: float) -> list[float]:
    """Return the best time of each call, run in turns, so that what else the machine does meets all of them."""
    best, begin, rounds = [float("inf")] * len(calls), perf_counter(), 0
    while rounds < ROUNDS or perf_counter() - begin < patience:
        for number, call in enumerate(calls):
            start = perf_counter()
            _ = call()
            best[number] = min(best[number], perf_counter() - start)
        rounds += 1
    return best


ROUNDS = 7
"""So often each call runs at least; the first times warm it up."""


def compared(case: Case, arrays: dict[str, Any], patience: float) -> tuple[float, float]:
    """Return the best times of ours and of the expert's, after their values were compared."""
    given = [arrays[name] for name in case.args]
    np.testing.assert_allclose(case.ours(*given), case.expert(*given), rtol=1e-7, atol=1e-7)
    ours, theirs = best_of([lambda: case.ours(*given), lambda: case.expert(*given)], patience)
    return ours, theirs


def elsewhere(case: Case, arrays: dict[str, Any], library: str, patience: float) -> str:
    """Return the time of the same lowered function on arrays of another library, or a dash where it is absent."""
    try:
        module = importlib.import_module(library)
    except ModuleNotFoundError:
        return "-"
    if library == "jax":
        module.config.update("jax_enable_x64", val=True)
        given = [module.numpy.asarray(arrays[name]) for name in case.args]
        call = module.jit(case.ours)
        return f"{seconds(lambda: call(*given).block_until_ready(), patience) * 1e6:,.0f}"
    given = [module.as_tensor(arrays[name]) for name in case.args]
    return f"{seconds(lambda: case.ours(*given), patience) * 1e6:,.0f}"


HEAD = ("N", "lowered, µs", "by hand, µs", "ratio", "JAX jit, µs", "torch, µs")


def table(counts: tuple[int, ...], threads: int | None, patience: float) -> list[float]:
    """Print the table for so many BLAS threads (None for all) and return the ratios."""
    title = "one BLAS thread" if threads == 1 else "all BLAS threads"
    print(f"\n| {' | '.join((title, *HEAD))} |\n|{'---|' * (len(HEAD) + 1)}")
    rows = [(case, count) for case in cases() for count in counts if not case.pairs or count <= LARGEST_GRAM]
    with threadpool_limits(threads):
        times = [compared(case, data(count), patience) for case, count in rows]
    for (case, count), (ours, theirs) in zip(rows, times, strict=True):
        others = [elsewhere(case, data(count), library, patience) for library in ("jax", "torch")]
        cells = (case.name, f"{count:,}", f"{ours * 1e6:,.0f}", f"{theirs * 1e6:,.0f}", f"{ours / theirs:.2f}", *others)
        print(f"| {' | '.join(cells)} |", flush=True)
    return [ours / theirs for ours, theirs in times]


def main() -> None:
    """Print both tables, and the geometric means of their ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--counts", type=int, nargs="+", default=[2_000, 10_000, 100_000])
    _ = parser.add_argument("--patience", type=float, default=0.2)
    options = parser.parse_args()
    for threads in (1, None):
        ratios = table(tuple(options.counts), threads, options.patience)
        mean = exp(sum(map(log, ratios)) / len(ratios))
        print(f"\nGeometric mean {mean:.2f}, from {min(ratios):.2f} to {max(ratios):.2f}, {len(ratios)} rows.")


if __name__ == "__main__":
    main()
