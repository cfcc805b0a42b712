"""Linear models, factorisations and matrices, written as people write them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.traced_programs.program import RNG, ROWS, TARGETS, WEIGHTS, D, K, N, Programs, normal

LINEAR = Programs()


def _ridge_skip_bias_loss(w: Any, X: Any, y: Any, lam: Any) -> Any:
    r = X @ w - y
    return 0.5 * np.sum(r**2) / len(y) + 0.5 * lam * np.sum(w[1:] ** 2)


@LINEAR.gradient_of(_ridge_skip_bias_loss, WEIGHTS, ROWS, TARGETS, 0.1)
def _ridge_skip_bias(w: Any, X: Any, y: Any, lam: Any) -> Any:
    grad = X.T @ (X @ w - y) / len(y)
    grad[1:] += lam * w[1:]
    return grad


@LINEAR.gradient_of(_ridge_skip_bias_loss, WEIGHTS, ROWS, TARGETS, 0.1)
def _ridge_reg0(w: Any, X: Any, y: Any, lam: Any) -> Any:
    reg = lam * w
    reg[0] = 0
    return X.T.dot(X.dot(w) - y) / X.shape[0] + reg


def _matrix_fact_loss(p: Any, R: Any, M: Any, lam: Any) -> Any:
    U, V = p
    return 0.5 * np.sum(M * (R - U @ V.T) ** 2) + 0.5 * lam * (np.sum(U**2) + np.sum(V**2))


@LINEAR.gradient_of(
    _matrix_fact_loss, (normal((N, K)), normal((D, K))), normal((N, D)), (RNG.random((N, D)) < 0.5).astype(float), 0.3
)
def _matrix_fact(p: Any, R: Any, M: Any, lam: Any) -> Any:
    U, V = p
    E = M * (U @ V.T - R)
    return (E @ V + lam * U, E.T @ U + lam * V)


@LINEAR.gradient_of(lambda W, X: np.linalg.norm(X - X @ W @ W.T) ** 2 / len(X), normal((D, K)), ROWS)
def _pca(W: Any, X: Any) -> Any:
    E = X - X @ W @ W.T
    return -2 * (X.T @ E @ W + E.T @ X @ W) / len(X)


@LINEAR.gradient_of(lambda w, X, y: np.log(np.cosh(X @ w - y)).mean(), WEIGHTS, ROWS, TARGETS)
def _logcosh(w: Any, X: Any, y: Any) -> Any:
    return X.T @ np.tanh(X @ w - y) / len(y)


def _quantile_loss(w: Any, X: Any, y: Any, tau: Any) -> Any:
    r = y - X @ w
    return np.mean(np.maximum(tau * r, (tau - 1) * r))


@LINEAR.gradient_of(_quantile_loss, WEIGHTS, ROWS, TARGETS, 0.3)
def _quantile(w: Any, X: Any, y: Any, tau: Any) -> Any:
    r = y - X @ w
    return -X.T @ np.where(r > 0, tau, tau - 1) / len(y)


def _elastic_loss(w: Any, X: Any, y: Any, a: Any, rho: Any) -> Any:
    r = X @ w - y
    return r @ r / (2 * len(y)) + a * rho * np.abs(w).sum() + 0.5 * a * (1 - rho) * w @ w


@LINEAR.gradient_of(_elastic_loss, WEIGHTS, ROWS, TARGETS, 0.3, 0.4)
def _elastic(w: Any, X: Any, y: Any, a: Any, rho: Any) -> Any:
    return X.T @ (X @ w - y) / len(y) + a * rho * np.sign(w) + a * (1 - rho) * w


@LINEAR.gradient_of(lambda w, v: 1 - w @ v / (np.linalg.norm(w) * np.linalg.norm(v)), WEIGHTS, normal(D))
def _cosine(w: Any, v: Any) -> Any:
    a, b = (np.linalg.norm(w), np.linalg.norm(v))
    return -(v / (a * b) - w @ v * w / (a**3 * b))


def _layernorm_loss(x: Any, t: Any) -> Any:
    mu = x.mean()
    v = x.var()
    return 0.5 * np.sum(((x - mu) / np.sqrt(v + 1e-05) - t) ** 2)


@LINEAR.gradient_of(_layernorm_loss, normal(D), normal(D))
def _layernorm(x: Any, t: Any) -> Any:
    mu = x.mean()
    s = np.sqrt(x.var() + 1e-05)
    xh = (x - mu) / s
    d = xh - t
    return (d - d.mean() - xh * np.mean(d * xh)) / s


def _batchnorm_loss(p: Any, X: Any, T: Any) -> Any:
    mu = X.mean(0)
    v = X.var(0)
    xh = (X - mu) / np.sqrt(v + 1e-05)
    return 0.5 * np.mean(np.sum((p["g"] * xh + p["b"] - T) ** 2, axis=1))


@LINEAR.gradient_of(_batchnorm_loss, {"g": normal(D), "b": normal(D)}, ROWS, normal((N, D)))
def _batchnorm(p: Any, X: Any, T: Any) -> Any:
    xh = (X - X.mean(0)) / np.sqrt(X.var(0) + 1e-05)
    d = (p["g"] * xh + p["b"] - T) / len(X)
    return {"g": (d * xh).sum(0), "b": d.sum(0)}


@LINEAR.gradient_of(lambda w, X, y: 0.5 * np.sum((X @ w - y) ** 2), WEIGHTS, ROWS, TARGETS)
def _value_and_grad(w: Any, X: Any, y: Any) -> Any:
    r = X @ w - y
    return (0.5 * np.sum(r**2), X.T @ r)


@LINEAR.gradient_of(lambda w, X, y: float(np.mean((X @ w - y) ** 2)), WEIGHTS, ROWS, TARGETS)
def _float_return(w: Any, X: Any, y: Any) -> Any:
    return 2 * X.T @ (X @ w - y) / len(y)


def _gauss_scalar_loss(p: Any, y: Any) -> Any:
    mu, s = p
    return np.mean(0.5 * s + 0.5 * (y - mu) ** 2 * np.exp(-s))


@LINEAR.gradient_of(_gauss_scalar_loss, (np.array(0.3), np.array(-0.2)), TARGETS)
def _gauss_scalar(p: Any, y: Any) -> Any:
    mu, s = p
    return (np.mean((mu - y) * np.exp(-s)), np.mean(0.5 - 0.5 * (y - mu) ** 2 * np.exp(-s)))


@LINEAR.gradient_of(
    lambda w, A, b: 0.5 * w @ np.linalg.solve(A, w) - b @ w, WEIGHTS, normal((D, D)) + 5 * np.eye(D), normal(D)
)
def _solve(w: Any, A: Any, b: Any) -> Any:
    return 0.5 * (np.linalg.solve(A, w) + np.linalg.solve(A.T, w)) - b


@LINEAR.gradient_of(
    lambda A, b: 0.5 * b @ np.linalg.inv(A) @ b + 0.5 * np.linalg.slogdet(A)[1],
    normal((D, D)) @ np.diag(np.ones(D)) + 5 * np.eye(D),
    normal(D),
)
def _gp(A: Any, b: Any) -> Any:
    Ai = np.linalg.inv(A)
    return -0.5 * np.outer(Ai.T @ b, Ai @ b) + 0.5 * Ai.T


@LINEAR.gradient_of(lambda x: np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0), normal(6))
def _rosenbrock(x: Any) -> Any:
    xm = x[1:-1]
    xl = x[:-2]
    xr = x[2:]
    der = np.zeros_like(x)
    der[1:-1] = 200 * (xm - xl**2) - 400 * (xr - xm**2) * xm - 2 * (1 - xm)
    der[0] = -400 * x[0] * (x[1] - x[0] ** 2) - 2 * (1 - x[0])
    der[-1] = 200 * (x[-1] - x[-2] ** 2)
    return der
