"""Gradients of courses and libraries in their own idioms: masks, index arrays, closures, arrays taken apart."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import logsumexp, softmax

from tests.traced_programs.program import LABELS, ROWS, SIGNS, TARGETS, WEIGHTS, D, K, N, Programs, normal

HOMEWORK = Programs()


FACTORS = {"U": normal((N, K)), "V": normal((D, K))}


def _margins(W: Any, X: Any, y: Any) -> Any:
    scores = X @ W
    margins = np.maximum(0, scores - scores[np.arange(len(y)), y][:, None] + 1)
    margins[np.arange(len(y)), y] = 0
    return margins


def _process_kernel(scale: Any, X: Any) -> tuple[Any, Any]:
    squares = ((X[:, None] - X[None]) ** 2).sum(-1)
    return squares, np.exp(-0.5 * squares * np.exp(-2 * scale)) + 0.1 * np.eye(len(X))


def _kept(p: Any) -> Any:
    return ROWS @ p["w"] + p["b"] - TARGETS


@HOMEWORK.gradient_of(
    lambda W, X, y, reg: _margins(W, X, y).sum() / len(X) + reg * np.sum(W * W), normal((D, K)), ROWS, LABELS, 0.2
)
def _class_margin(W: Any, X: Any, y: Any, reg: Any) -> Any:
    mask = (_margins(W, X, y) > 0).astype(float)
    mask[np.arange(len(y)), y] = -mask.sum(axis=1)
    return X.T @ mask / len(X) + 2 * reg * W


@HOMEWORK.gradient_of(
    lambda p, R, seen: np.sum((R - p["U"] @ p["V"].T)[seen] ** 2), FACTORS, normal((N, D)), normal((N, D)) > 0
)
def _observed_entries(p: Any, R: Any, seen: Any) -> Any:
    error = R - p["U"] @ p["V"].T
    G = np.zeros_like(error)
    G[seen] = -2 * error[seen]
    return {"U": G @ p["V"], "V": G.T @ p["U"]}


def _process_loss(scale: Any, X: Any, y: Any) -> Any:
    _, kernel = _process_kernel(scale, X)
    return 0.5 * y @ np.linalg.solve(kernel, y) + 0.5 * np.linalg.slogdet(kernel)[1]


@HOMEWORK.gradient_of(_process_loss, np.array(0.7), ROWS, TARGETS)
def _gaussian_process(scale: Any, X: Any, y: Any) -> Any:
    squares, kernel = _process_kernel(scale, X)
    slope = (kernel - 0.1 * np.eye(len(X))) * squares * np.exp(-2 * scale)
    inverse = np.linalg.inv(kernel)
    a = inverse @ y
    return np.array(0.5 * np.trace(inverse @ slope) - 0.5 * a @ slope @ a)


def _fisher_loss(w: Any, X: Any, y: Any) -> Any:
    gap = X[y == 1].mean(0) - X[y == -1].mean(0)
    return -((w @ gap) ** 2) / (w @ w)


@HOMEWORK.gradient_of(_fisher_loss, WEIGHTS, ROWS, SIGNS)
def _fisher(w: Any, X: Any, y: Any) -> Any:
    gap = X[y == 1].mean(axis=0) - X[y == -1].mean(axis=0)
    a, n = w @ gap, w @ w
    return -2 * a * gap / n + 2 * a**2 * w / n**2


def _word_loss(p: Any, centre: Any) -> Any:
    v, U = p
    scores = U @ v
    return np.log(np.sum(np.exp(scores))) - scores[centre]


@HOMEWORK.gradient_of(_word_loss, (normal(D), normal((N, D))), 2)
def _word_vector(p: Any, centre: Any) -> Any:
    v, U = p
    q = np.exp(U @ v - np.max(U @ v))
    q /= q.sum()
    q[centre] -= 1
    return U.T @ q, np.outer(q, v)


def _normal_loss(p: Any, x: Any) -> Any:
    mean, scale = p
    return np.sum(0.5 * (x - mean) ** 2 / np.exp(2 * scale) + scale)


@HOMEWORK.gradient_of(_normal_loss, np.array([0.3, -0.2]), TARGETS)
def _normal_taken_apart(p: Any, x: Any) -> Any:
    mean, scale = p
    squares = np.exp(2 * scale)
    return np.array([-np.sum(x - mean) / squares, len(x) - np.sum((x - mean) ** 2) / squares])


def _smoothed_loss(W: Any, X: Any, y: Any, eps: Any) -> Any:
    q = np.full((X.shape[0], W.shape[1]), eps / W.shape[1])
    q[range(X.shape[0]), y] += 1 - eps
    z = X @ W
    return -np.mean(np.sum(q * (z - logsumexp(z, axis=1, keepdims=True)), axis=1))


@HOMEWORK.gradient_of(_smoothed_loss, normal((D, K)), ROWS, LABELS, 0.1)
def _label_smoothing(W: Any, X: Any, y: Any, eps: Any) -> Any:
    q = np.eye(W.shape[1])[y] * (1 - eps) + eps / W.shape[1]
    return X.T @ (softmax(X @ W, axis=1) - q) / X.shape[0]


def _pseudo_huber_loss(w: Any, X: Any, y: Any) -> Any:
    r = np.empty_like(y)
    _ = np.subtract(X @ w, y, out=r)
    np.square(r, out=r)
    r += 1.0
    return np.sqrt(r, out=r).sum() - r.size


@HOMEWORK.gradient_of(_pseudo_huber_loss, WEIGHTS, ROWS, TARGETS)
def _pseudo_huber(w: Any, X: Any, y: Any) -> Any:
    r = X @ w - y
    out = np.zeros_like(w)
    return np.dot(r / np.sqrt(1 + r * r), X, out=out)


def _perceptron_loss(w: Any, X: Any, y: Any) -> Any:
    m = y * (X @ w)
    return -m[m < 0].sum()


@HOMEWORK.gradient_of(_perceptron_loss, WEIGHTS, ROWS, SIGNS)
def _perceptron(w: Any, X: Any, y: Any) -> Any:
    wrong = y * (X @ w) < 0
    return -X[wrong].T @ y[wrong]


@HOMEWORK.gradient_of(
    lambda p: np.mean(_kept(p) ** 2) + 0.3 * np.sum(np.sqrt(p["w"] ** 2 + 1e-3)), {"w": WEIGHTS, "b": np.array(0.2)}
)
def _data_of_the_module(p: Any) -> Any:
    smooth = 0.3 * p["w"] / np.sqrt(p["w"] ** 2 + 1e-3)
    return {"w": 2 * ROWS.T @ _kept(p) / len(TARGETS) + smooth, "b": 2 * np.mean(_kept(p))}
