"""Classifiers, written as people write them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special
from scipy.special import expit, logsumexp, softmax

from tests.traced_programs.program import (
    BINARY,
    LABELS,
    RNG,
    ROWS,
    SIGNS,
    TARGETS,
    WEIGHTS,
    D,
    H,
    K,
    N,
    Program,
    normal,
    sigmoid,
)


def _logistic_ones_loss(w: Any, X: Any, y: Any) -> Any:
    A = np.c_[np.ones(len(X)), X]
    p = 1 / (1 + np.exp(-A @ w))
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def _logistic_ones_gradient(w: Any, X: Any, y: Any) -> Any:
    A = np.hstack([np.ones((X.shape[0], 1)), X])
    return A.T @ (1 / (1 + np.exp(-(A @ w))) - y) / len(y)


def _logistic_flat_loss(th: Any, X: Any, y: Any) -> Any:
    z = X @ th[:-1] + th[-1]
    return np.sum(np.log1p(np.exp(-np.abs(z))) + np.maximum(z, 0) - y * z)


def _logistic_flat_gradient(th: Any, X: Any, y: Any) -> Any:
    z = X @ th[:-1] + th[-1]
    d = expit(z) - y
    return np.append(X.T @ d, d.sum())


def _logistic_flat_zeros_gradient(th: Any, X: Any, y: Any) -> Any:
    z = X @ th[:-1] + th[-1]
    d = expit(z) - y
    out = np.zeros_like(th)
    out[:-1] = X.T @ d
    out[-1] = np.sum(d)
    return out


def _softmax_flat_loss(th: Any, X: Any, Y: Any) -> Any:
    d, k = (X.shape[1], Y.shape[1])
    W = th[: d * k].reshape(d, k)
    b = th[d * k :]
    z = X @ W + b
    return -(Y * (z - logsumexp(z, axis=1, keepdims=True))).sum() / X.shape[0]


def _softmax_flat_gradient(th: Any, X: Any, Y: Any) -> Any:
    d, k = (X.shape[1], Y.shape[1])
    W = th[: d * k].reshape(d, k)
    b = th[d * k :]
    P = softmax(X @ W + b, axis=1)
    G = (P - Y) / X.shape[0]
    return np.concatenate([(X.T @ G).ravel(), G.sum(axis=0)])


def _softmax_by_index_loss(W: Any, X: Any, y: Any) -> Any:
    scores = X.dot(W)
    scores -= scores.max(axis=1)[:, None]
    shares = np.exp(scores) / np.exp(scores).sum(axis=1)[:, np.newaxis]
    return -np.log(shares[np.arange(X.shape[0]), y]).mean()


def _softmax_by_index_gradient(W: Any, X: Any, y: Any) -> Any:
    N = X.shape[0]
    scores = X.dot(W)
    scores -= scores.max(axis=1)[:, None]
    shares = np.exp(scores)
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(N), y] -= 1
    return X.T.dot(shares) / N


def _multiclass_hinge_loss(W: Any, X: Any, y: Any, reg: Any) -> Any:
    N = X.shape[0]
    S = X @ W
    c = S[np.arange(N), y][:, None]
    M = np.maximum(0, S - c + 1)
    M[np.arange(N), y] = 0
    return M.sum() / N + reg * np.sum(W * W)


def _multiclass_hinge_gradient(W: Any, X: Any, y: Any, reg: Any) -> Any:
    N = X.shape[0]
    S = X @ W
    c = S[np.arange(N), y][:, None]
    M = (S - c + 1 > 0).astype(float)
    M[np.arange(N), y] = 0
    M[np.arange(N), y] = -M.sum(axis=1)
    return X.T @ M / N + 2 * reg * W


def _sqhinge_loss(w: Any, X: Any, y: Any) -> Any:
    return np.sum(np.maximum(0, 1 - y * (X @ w)) ** 2) / len(y)


def _sqhinge_gradient(w: Any, X: Any, y: Any) -> Any:
    m = 1 - y * (X @ w)
    return -2 * (X.T * (y * m * (m > 0))).sum(axis=1) / len(y)


def _poisson_gammaln_loss(w: Any, X: Any, y: Any) -> Any:
    e = X @ w
    return np.sum(np.exp(e) - y * e + special.gammaln(y + 1))


def _poisson_gammaln_gradient(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (np.exp(X @ w) - y)


def _loops_loss(w: Any, X: Any, y: Any) -> Any:
    t = 0.0
    for i in range(len(y)):
        t += (X[i] @ w - y[i]) ** 2
    return t / len(y)


def _loops_gradient(w: Any, X: Any, y: Any) -> Any:
    out = np.zeros(len(w))
    for i in range(len(y)):
        out += 2 * (X[i] @ w - y[i]) * X[i]
    return out / len(y)


def _softmax_loops_loss(W: Any, X: Any, y: Any) -> Any:
    loss = 0.0
    for i in range(X.shape[0]):
        s = X[i].dot(W)
        s = s - np.max(s)
        loss += -s[y[i]] + np.log(np.sum(np.exp(s)))
    return loss / X.shape[0]


def _softmax_loops_gradient(W: Any, X: Any, y: Any) -> Any:
    dW = np.zeros_like(W)
    for i in range(X.shape[0]):
        s = X[i].dot(W)
        p = np.exp(s - np.max(s))
        p = p / np.sum(p)
        for j in range(W.shape[1]):
            dW[:, j] += (p[j] - (j == y[i])) * X[i]
    return dW / X.shape[0]


def _logistic_zip_loss(w: Any, X: Any, y: Any) -> Any:
    return np.mean(np.log1p(np.exp(-y * (X @ w))))


def _logistic_zip_gradient(w: Any, X: Any, y: Any) -> Any:
    s = np.zeros(X.shape[1])
    for xi, yi in zip(X, y, strict=True):
        s += -yi * xi / (1 + np.exp(yi * (xi @ w)))
    return s / len(X)


def _clip_probs_loss(w: Any, X: Any, y: Any) -> Any:
    p = np.clip(expit(X @ w), 1e-12, 1 - 1e-12)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


def _clip_probs_gradient(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (expit(X @ w) - y) / len(y)


def _embedding_loss(E: Any, idx: Any, T: Any) -> Any:
    return 0.5 * np.sum((E[idx] - T) ** 2)


def _embedding_gradient(E: Any, idx: Any, T: Any) -> Any:
    d = np.zeros_like(E)
    np.add.at(d, idx, E[idx] - T)
    return d


def _multilabel_loss(W: Any, X: Any, Y: Any) -> Any:
    Z = X @ W
    return np.mean(np.sum(np.maximum(Z, 0) - Z * Y + np.log1p(np.exp(-np.abs(Z))), axis=1))


def _multilabel_gradient(W: Any, X: Any, Y: Any) -> Any:
    return X.T @ (sigmoid(X @ W) - Y) / X.shape[0]


def _focal_loss(w: Any, X: Any, y: Any, gam: Any) -> Any:
    p = expit(X @ w)
    return -np.mean(y * (1 - p) ** gam * np.log(p) + (1 - y) * p**gam * np.log(1 - p))


def _focal_gradient(w: Any, X: Any, y: Any, gam: Any) -> Any:
    p = expit(X @ w)
    a = y * (gam * (1 - p) ** gam * p * np.log(p) - (1 - p) ** (gam + 1))
    b = (1 - y) * (p ** (gam + 1) - gam * p**gam * (1 - p) * np.log(1 - p))
    return X.T @ (a + b) / len(y)


def _onehot_built_loss(W: Any, X: Any, y: Any) -> Any:
    P = softmax(X @ W, axis=1)
    Y = np.zeros_like(P)
    Y[np.arange(len(y)), y] = 1
    return -np.sum(Y * np.log(P)) / len(y)


def _onehot_built_gradient(W: Any, X: Any, y: Any) -> Any:
    Y = (y[:, None] == np.arange(W.shape[1])).astype(float)
    return X.T @ (softmax(X @ W, axis=1) - Y) / len(y)


def _nce_loss(p: Any, C: Any) -> Any:
    u, V = p
    return -np.log(expit(C @ u)).sum() - np.log(expit(-V @ u)).sum()


def _nce_gradient(p: Any, C: Any) -> Any:
    u, V = p
    return (C.T @ (expit(C @ u) - 1) + V.T @ expit(V @ u), np.outer(expit(V @ u), u))


CLASSIFIERS = (
    Program("logistic_ones", _logistic_ones_loss, _logistic_ones_gradient, (normal(D + 1), ROWS, BINARY)),
    Program("logistic_flat", _logistic_flat_loss, _logistic_flat_gradient, (normal(D + 1), ROWS, BINARY)),
    Program("logistic_flat_zeros", _logistic_flat_loss, _logistic_flat_zeros_gradient, (normal(D + 1), ROWS, BINARY)),
    Program("softmax_flat", _softmax_flat_loss, _softmax_flat_gradient, (normal(D * K + K), ROWS, np.eye(K)[LABELS])),
    Program("softmax_by_index", _softmax_by_index_loss, _softmax_by_index_gradient, (normal((D, K)), ROWS, LABELS)),
    Program(
        "multiclass_hinge", _multiclass_hinge_loss, _multiclass_hinge_gradient, (normal((D, K)), ROWS, LABELS, 0.1)
    ),
    Program("sqhinge", _sqhinge_loss, _sqhinge_gradient, (WEIGHTS, ROWS, SIGNS)),
    Program(
        "poisson_gammaln",
        _poisson_gammaln_loss,
        _poisson_gammaln_gradient,
        (WEIGHTS, ROWS, RNG.integers(0, 5, N).astype(float)),
    ),
    Program("loops", _loops_loss, _loops_gradient, (WEIGHTS, ROWS, TARGETS)),
    Program("softmax_loops", _softmax_loops_loss, _softmax_loops_gradient, (normal((D, K)), ROWS, LABELS)),
    Program("logistic_zip", _logistic_zip_loss, _logistic_zip_gradient, (WEIGHTS, ROWS, SIGNS)),
    Program("clip_probs", _clip_probs_loss, _clip_probs_gradient, (WEIGHTS, ROWS, BINARY)),
    Program("embedding", _embedding_loss, _embedding_gradient, (normal((K, D)), LABELS, normal((N, D)))),
    Program(
        "multilabel",
        _multilabel_loss,
        _multilabel_gradient,
        (normal((D, K)), ROWS, (RNG.random((N, K)) < 0.5).astype(float)),
    ),
    Program("focal", _focal_loss, _focal_gradient, (WEIGHTS, ROWS, BINARY, 2.0)),
    Program("onehot_built", _onehot_built_loss, _onehot_built_gradient, (normal((D, K)), ROWS, LABELS)),
    Program("nce", _nce_loss, _nce_gradient, ((WEIGHTS, normal((H, D))), ROWS)),
)
