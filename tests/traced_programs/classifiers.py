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
    TARGETS,
    WEIGHTS,
    D,
    H,
    K,
    N,
    Programs,
    normal,
    sigmoid,
)

CLASSIFIERS = Programs()


def _logistic_ones_loss(w: Any, X: Any, y: Any) -> Any:
    A = np.c_[np.ones(len(X)), X]
    p = 1 / (1 + np.exp(-A @ w))
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


@CLASSIFIERS.gradient_of(_logistic_ones_loss, normal(D + 1), ROWS, BINARY)
def _logistic_ones(w: Any, X: Any, y: Any) -> Any:
    A = np.hstack([np.ones((X.shape[0], 1)), X])
    return A.T @ (1 / (1 + np.exp(-(A @ w))) - y) / len(y)


def _logistic_flat_loss(th: Any, X: Any, y: Any) -> Any:
    z = X @ th[:-1] + th[-1]
    return np.sum(np.log1p(np.exp(-np.abs(z))) + np.maximum(z, 0) - y * z)


@CLASSIFIERS.gradient_of(_logistic_flat_loss, normal(D + 1), ROWS, BINARY)
def _logistic_flat_zeros(th: Any, X: Any, y: Any) -> Any:
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


@CLASSIFIERS.gradient_of(_softmax_flat_loss, normal(D * K + K), ROWS, np.eye(K)[LABELS])
def _softmax_flat(th: Any, X: Any, Y: Any) -> Any:
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


@CLASSIFIERS.gradient_of(_softmax_by_index_loss, normal((D, K)), ROWS, LABELS)
def _softmax_by_index(W: Any, X: Any, y: Any) -> Any:
    N = X.shape[0]
    scores = X.dot(W)
    scores -= scores.max(axis=1)[:, None]
    shares = np.exp(scores)
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(N), y] -= 1
    return X.T.dot(shares) / N


def _poisson_gammaln_loss(w: Any, X: Any, y: Any) -> Any:
    e = X @ w
    return np.sum(np.exp(e) - y * e + special.gammaln(y + 1))


@CLASSIFIERS.gradient_of(_poisson_gammaln_loss, WEIGHTS, ROWS, RNG.integers(0, 5, N).astype(float))
def _poisson_gammaln(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (np.exp(X @ w) - y)


def _loops_loss(w: Any, X: Any, y: Any) -> Any:
    t = 0.0
    for i in range(len(y)):
        t += (X[i] @ w - y[i]) ** 2
    return t / len(y)


@CLASSIFIERS.gradient_of(_loops_loss, WEIGHTS, ROWS, TARGETS)
def _loops(w: Any, X: Any, y: Any) -> Any:
    out = np.zeros(len(w))
    for i in range(len(y)):
        out += 2 * (X[i] @ w - y[i]) * X[i]
    return out / len(y)


def _clip_probs_loss(w: Any, X: Any, y: Any) -> Any:
    p = np.clip(expit(X @ w), 1e-12, 1 - 1e-12)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


@CLASSIFIERS.gradient_of(_clip_probs_loss, WEIGHTS, ROWS, BINARY)
def _clip_probs(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (expit(X @ w) - y) / len(y)


@CLASSIFIERS.gradient_of(lambda E, idx, T: 0.5 * np.sum((E[idx] - T) ** 2), normal((K, D)), LABELS, normal((N, D)))
def _embedding(E: Any, idx: Any, T: Any) -> Any:
    d = np.zeros_like(E)
    np.add.at(d, idx, E[idx] - T)
    return d


def _multilabel_loss(W: Any, X: Any, Y: Any) -> Any:
    Z = X @ W
    return np.mean(np.sum(np.maximum(Z, 0) - Z * Y + np.log1p(np.exp(-np.abs(Z))), axis=1))


@CLASSIFIERS.gradient_of(_multilabel_loss, normal((D, K)), ROWS, (RNG.random((N, K)) < 0.5).astype(float))
def _multilabel(W: Any, X: Any, Y: Any) -> Any:
    return X.T @ (sigmoid(X @ W) - Y) / X.shape[0]


def _focal_loss(w: Any, X: Any, y: Any, gam: Any) -> Any:
    p = expit(X @ w)
    return -np.mean(y * (1 - p) ** gam * np.log(p) + (1 - y) * p**gam * np.log(1 - p))


@CLASSIFIERS.gradient_of(_focal_loss, WEIGHTS, ROWS, BINARY, 2.0)
def _focal(w: Any, X: Any, y: Any, gam: Any) -> Any:
    p = expit(X @ w)
    a = y * (gam * (1 - p) ** gam * p * np.log(p) - (1 - p) ** (gam + 1))
    b = (1 - y) * (p ** (gam + 1) - gam * p**gam * (1 - p) * np.log(1 - p))
    return X.T @ (a + b) / len(y)


def _onehot_built_loss(W: Any, X: Any, y: Any) -> Any:
    P = softmax(X @ W, axis=1)
    Y = np.zeros_like(P)
    Y[np.arange(len(y)), y] = 1
    return -np.sum(Y * np.log(P)) / len(y)


@CLASSIFIERS.gradient_of(_onehot_built_loss, normal((D, K)), ROWS, LABELS)
def _onehot_built(W: Any, X: Any, y: Any) -> Any:
    Y = (y[:, None] == np.arange(W.shape[1])).astype(float)
    return X.T @ (softmax(X @ W, axis=1) - Y) / len(y)


def _nce_loss(p: Any, C: Any) -> Any:
    u, V = p
    return -np.log(expit(C @ u)).sum() - np.log(expit(-V @ u)).sum()


@CLASSIFIERS.gradient_of(_nce_loss, (WEIGHTS, normal((H, D))), ROWS)
def _nce(p: Any, C: Any) -> Any:
    u, V = p
    return (C.T @ (expit(C @ u) - 1) + V.T @ expit(V @ u), np.outer(expit(V @ u), u))
