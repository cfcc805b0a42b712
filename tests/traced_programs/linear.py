"""Linear models, factorisations and matrices, written as people write them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.traced_programs.program import RNG, ROWS, TARGETS, WEIGHTS, D, K, N, Program, normal


def _ridge_skip_bias_loss(w: Any, X: Any, y: Any, lam: Any) -> Any:
    r = X @ w - y
    return 0.5 * np.sum(r**2) / len(y) + 0.5 * lam * np.sum(w[1:] ** 2)


def _ridge_skip_bias_gradient(w: Any, X: Any, y: Any, lam: Any) -> Any:
    grad = X.T @ (X @ w - y) / len(y)
    grad[1:] += lam * w[1:]
    return grad


def _ridge_reg0_gradient(w: Any, X: Any, y: Any, lam: Any) -> Any:
    reg = lam * w
    reg[0] = 0
    return X.T.dot(X.dot(w) - y) / X.shape[0] + reg


def _matrix_fact_loss(p: Any, R: Any, M: Any, lam: Any) -> Any:
    U, V = p
    return 0.5 * np.sum(M * (R - U @ V.T) ** 2) + 0.5 * lam * (np.sum(U**2) + np.sum(V**2))


def _matrix_fact_gradient(p: Any, R: Any, M: Any, lam: Any) -> Any:
    U, V = p
    E = M * (U @ V.T - R)
    return (E @ V + lam * U, E.T @ U + lam * V)


def _pca_loss(W: Any, X: Any) -> Any:
    return np.linalg.norm(X - X @ W @ W.T) ** 2 / len(X)


def _pca_gradient(W: Any, X: Any) -> Any:
    E = X - X @ W @ W.T
    return -2 * (X.T @ E @ W + E.T @ X @ W) / len(X)


def _logcosh_loss(w: Any, X: Any, y: Any) -> Any:
    return np.log(np.cosh(X @ w - y)).mean()


def _logcosh_gradient(w: Any, X: Any, y: Any) -> Any:
    return X.T @ np.tanh(X @ w - y) / len(y)


def _quantile_loss(w: Any, X: Any, y: Any, tau: Any) -> Any:
    r = y - X @ w
    return np.mean(np.maximum(tau * r, (tau - 1) * r))


def _quantile_gradient(w: Any, X: Any, y: Any, tau: Any) -> Any:
    r = y - X @ w
    return -X.T @ np.where(r > 0, tau, tau - 1) / len(y)


def _elastic_loss(w: Any, X: Any, y: Any, a: Any, rho: Any) -> Any:
    r = X @ w - y
    return r @ r / (2 * len(y)) + a * rho * np.abs(w).sum() + 0.5 * a * (1 - rho) * w @ w


def _elastic_gradient(w: Any, X: Any, y: Any, a: Any, rho: Any) -> Any:
    return X.T @ (X @ w - y) / len(y) + a * rho * np.sign(w) + a * (1 - rho) * w


def _cosine_loss(w: Any, v: Any) -> Any:
    return 1 - w @ v / (np.linalg.norm(w) * np.linalg.norm(v))


def _cosine_gradient(w: Any, v: Any) -> Any:
    a, b = (np.linalg.norm(w), np.linalg.norm(v))
    return -(v / (a * b) - w @ v * w / (a**3 * b))


def _layernorm_loss(x: Any, t: Any) -> Any:
    mu = x.mean()
    v = x.var()
    return 0.5 * np.sum(((x - mu) / np.sqrt(v + 1e-05) - t) ** 2)


def _layernorm_gradient(x: Any, t: Any) -> Any:
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


def _batchnorm_gradient(p: Any, X: Any, T: Any) -> Any:
    xh = (X - X.mean(0)) / np.sqrt(X.var(0) + 1e-05)
    d = (p["g"] * xh + p["b"] - T) / len(X)
    return {"g": (d * xh).sum(0), "b": d.sum(0)}


def _value_and_grad_loss(w: Any, X: Any, y: Any) -> Any:
    return 0.5 * np.sum((X @ w - y) ** 2)


def _value_and_grad_gradient(w: Any, X: Any, y: Any) -> Any:
    r = X @ w - y
    return (0.5 * np.sum(r**2), X.T @ r)


def _einsum_loss(W: Any, X: Any, T: Any) -> Any:
    return 0.5 * np.einsum("nk,nk->", np.einsum("nd,dk->nk", X, W) - T, np.einsum("nd,dk->nk", X, W) - T)


def _einsum_gradient(W: Any, X: Any, T: Any) -> Any:
    return np.einsum("nd,nk->dk", X, np.einsum("nd,dk->nk", X, W) - T)


def _float_return_loss(w: Any, X: Any, y: Any) -> Any:
    return float(np.mean((X @ w - y) ** 2))


def _float_return_gradient(w: Any, X: Any, y: Any) -> Any:
    return 2 * X.T @ (X @ w - y) / len(y)


def _gauss_scalar_loss(p: Any, y: Any) -> Any:
    mu, s = p
    return np.mean(0.5 * s + 0.5 * (y - mu) ** 2 * np.exp(-s))


def _gauss_scalar_gradient(p: Any, y: Any) -> Any:
    mu, s = p
    return (np.mean((mu - y) * np.exp(-s)), np.mean(0.5 - 0.5 * (y - mu) ** 2 * np.exp(-s)))


def _trace_form_loss(W: Any, A: Any, B: Any) -> Any:
    return np.trace(W.T @ A @ W) - 2 * np.sum(W * B)


def _trace_form_gradient(W: Any, A: Any, B: Any) -> Any:
    return (A + A.T) @ W - 2 * B


def _solve_loss(w: Any, A: Any, b: Any) -> Any:
    return 0.5 * w @ np.linalg.solve(A, w) - b @ w


def _solve_gradient(w: Any, A: Any, b: Any) -> Any:
    return 0.5 * (np.linalg.solve(A, w) + np.linalg.solve(A.T, w)) - b


def _gp_loss(A: Any, b: Any) -> Any:
    return 0.5 * b @ np.linalg.inv(A) @ b + 0.5 * np.linalg.slogdet(A)[1]


def _gp_gradient(A: Any, b: Any) -> Any:
    Ai = np.linalg.inv(A)
    return -0.5 * np.outer(Ai.T @ b, Ai @ b) + 0.5 * Ai.T


def _rosenbrock_loss(x: Any) -> Any:
    return np.sum(100.0 * (x[1:] - x[:-1] ** 2.0) ** 2.0 + (1 - x[:-1]) ** 2.0)


def _rosenbrock_gradient(x: Any) -> Any:
    xm = x[1:-1]
    xl = x[:-2]
    xr = x[2:]
    der = np.zeros_like(x)
    der[1:-1] = 200 * (xm - xl**2) - 400 * (xr - xm**2) * xm - 2 * (1 - xm)
    der[0] = -400 * x[0] * (x[1] - x[0] ** 2) - 2 * (1 - x[0])
    der[-1] = 200 * (x[-1] - x[-2] ** 2)
    return der


def _kernel_loss(a: Any, Kx: Any, y: Any, lam: Any) -> Any:
    return 0.5 * np.sum((Kx @ a - y) ** 2) + 0.5 * lam * a @ Kx @ a


def _kernel_gradient(a: Any, Kx: Any, y: Any, lam: Any) -> Any:
    return Kx.T @ (Kx @ a - y) + 0.5 * lam * (Kx + Kx.T) @ a


LINEAR = (
    Program("ridge_skip_bias", _ridge_skip_bias_loss, _ridge_skip_bias_gradient, (WEIGHTS, ROWS, TARGETS, 0.1)),
    Program("ridge_reg0", _ridge_skip_bias_loss, _ridge_reg0_gradient, (WEIGHTS, ROWS, TARGETS, 0.1)),
    Program(
        "matrix_fact",
        _matrix_fact_loss,
        _matrix_fact_gradient,
        ((normal((N, K)), normal((D, K))), normal((N, D)), (RNG.random((N, D)) < 0.5).astype(float), 0.3),
    ),
    Program("pca", _pca_loss, _pca_gradient, (normal((D, K)), ROWS)),
    Program("logcosh", _logcosh_loss, _logcosh_gradient, (WEIGHTS, ROWS, TARGETS)),
    Program("quantile", _quantile_loss, _quantile_gradient, (WEIGHTS, ROWS, TARGETS, 0.3)),
    Program("elastic", _elastic_loss, _elastic_gradient, (WEIGHTS, ROWS, TARGETS, 0.3, 0.4)),
    Program("cosine", _cosine_loss, _cosine_gradient, (WEIGHTS, normal(D))),
    Program("layernorm", _layernorm_loss, _layernorm_gradient, (normal(D), normal(D))),
    Program(
        "batchnorm", _batchnorm_loss, _batchnorm_gradient, ({"g": normal(D), "b": normal(D)}, ROWS, normal((N, D)))
    ),
    Program("value_and_grad", _value_and_grad_loss, _value_and_grad_gradient, (WEIGHTS, ROWS, TARGETS)),
    Program("einsum", _einsum_loss, _einsum_gradient, (normal((D, K)), ROWS, normal((N, K)))),
    Program("float_return", _float_return_loss, _float_return_gradient, (WEIGHTS, ROWS, TARGETS)),
    Program("gauss_scalar", _gauss_scalar_loss, _gauss_scalar_gradient, ((np.array(0.3), np.array(-0.2)), TARGETS)),
    Program("trace_form", _trace_form_loss, _trace_form_gradient, (normal((D, K)), normal((D, D)), normal((D, K)))),
    Program("solve", _solve_loss, _solve_gradient, (WEIGHTS, normal((D, D)) + 5 * np.eye(D), normal(D))),
    Program("gp", _gp_loss, _gp_gradient, (normal((D, D)) @ np.diag(np.ones(D)) + 5 * np.eye(D), normal(D))),
    Program("rosenbrock", _rosenbrock_loss, _rosenbrock_gradient, (normal(6),)),
    Program("kernel", _kernel_loss, _kernel_gradient, (normal(N), normal((N, N)), TARGETS, 0.2)),
)
