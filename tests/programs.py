"""Losses with right gradients as people write them, and the numbers of their examples.

Each is proved for every size, under the conditions of its row; a loop over the rows ends the record, so that it agrees.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import expit, logsumexp, softmax

Function = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Program:
    """A loss, its right gradient, the arguments of an example (parameters first), and what the proof is on."""

    name: str
    loss: Function
    gradient: Function
    arguments: tuple[Any, ...]
    on: frozenset[str]
    verdict: str


PROGRAMS: list[Program] = []


def gradient_of(
    loss: Function, *arguments: Any, on: str = "", verdict: str = "proved"
) -> Callable[[Function], Function]:
    """Take the function below for the gradient of a loss; `on` has words of the conditions, with commas between."""

    def add(gradient: Function) -> Function:
        kinds = frozenset(filter(None, on.split(", ")))
        PROGRAMS.append(Program(gradient.__name__.strip("_"), loss, gradient, arguments, kinds, verdict))
        return gradient

    return add


N, D, K = 7, 4, 3
RNG = np.random.default_rng(3)
normal = RNG.standard_normal
ROWS, TARGETS, WEIGHTS = normal((N, D)), normal(N), normal(D)
LABELS = np.array([0, 1, 2, 1, 0, 2, 2])
BINARY = np.array([0.0, 1.0, 1.0, 0.0, 1.0, 0.0, 1.0])
SIGNS = 2 * BINARY - 1
FACTORS = {"U": normal((N, K)), "V": normal((D, K))}


def _ridge_skip_bias_loss(w: Any, X: Any, y: Any, lam: Any) -> Any:
    r = X @ w - y
    return 0.5 * np.sum(r**2) / len(y) + 0.5 * lam * np.sum(w[1:] ** 2)


@gradient_of(_ridge_skip_bias_loss, WEIGHTS, ROWS, TARGETS, 0.1, on="more than 1 places")
def _ridge_skip_bias(w: Any, X: Any, y: Any, lam: Any) -> Any:
    grad = X.T @ (X @ w - y) / len(y)
    grad[1:] += lam * w[1:]
    return grad


@gradient_of(lambda w, v: 1 - w @ v / (np.linalg.norm(w) * np.linalg.norm(v)), WEIGHTS, normal(D), on="under a root")
def _cosine(w: Any, v: Any) -> Any:
    a, b = (np.linalg.norm(w), np.linalg.norm(v))
    return -(v / (a * b) - w @ v * w / (a**3 * b))


def _batchnorm_loss(p: Any, X: Any, T: Any) -> Any:
    mu = X.mean(0)
    v = X.var(0)
    xh = (X - mu) / np.sqrt(v + 1e-05)
    return 0.5 * np.mean(np.sum((p["g"] * xh + p["b"] - T) ** 2, axis=1))


@gradient_of(_batchnorm_loss, {"g": normal(D), "b": normal(D)}, ROWS, normal((N, D)), on="under a root")
def _batchnorm(p: Any, X: Any, T: Any) -> Any:
    xh = (X - X.mean(0)) / np.sqrt(X.var(0) + 1e-05)
    d = (p["g"] * xh + p["b"] - T) / len(X)
    return {"g": (d * xh).sum(0), "b": d.sum(0)}


@gradient_of(lambda w, X, y: float(np.mean((X @ w - y) ** 2)), WEIGHTS, ROWS, TARGETS)
def _float_return(w: Any, X: Any, y: Any) -> Any:
    return 2 * X.T @ (X @ w - y) / len(y)


@gradient_of(
    lambda w, A, b: 0.5 * w @ np.linalg.solve(A, w) - b @ w,
    WEIGHTS,
    normal((D, D)) + 5 * np.eye(D),
    normal(D),
    on="has an inverse, is square",
)
def _solve(w: Any, A: Any, b: Any) -> Any:
    return 0.5 * (np.linalg.solve(A, w) + np.linalg.solve(A.T, w)) - b


@gradient_of(
    lambda A, b: 0.5 * b @ np.linalg.inv(A) @ b + 0.5 * np.linalg.slogdet(A)[1],
    normal((D, D)) @ np.diag(np.ones(D)) + 5 * np.eye(D),
    normal(D),
    on="determinants are positive, has an inverse, is square",
)
def _gp(A: Any, b: Any) -> Any:
    Ai = np.linalg.inv(A)
    return -0.5 * np.outer(Ai.T @ b, Ai @ b) + 0.5 * Ai.T


def _logistic_flat_loss(th: Any, X: Any, y: Any) -> Any:
    z = X @ th[:-1] + th[-1]
    return np.sum(np.log1p(np.exp(-np.abs(z))) + np.maximum(z, 0) - y * z)


@gradient_of(_logistic_flat_loss, normal(D + 1), ROWS, BINARY, on="kinks are left out")
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


@gradient_of(_softmax_flat_loss, normal(D * K + K), ROWS, np.eye(K)[LABELS], on="one-hot")
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


@gradient_of(_softmax_by_index_loss, normal((D, K)), ROWS, LABELS, on="a common shift, class labels")
def _softmax_by_index(W: Any, X: Any, y: Any) -> Any:
    N = X.shape[0]
    scores = X.dot(W)
    scores -= scores.max(axis=1)[:, None]
    shares = np.exp(scores)
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(N), y] -= 1
    return X.T.dot(shares) / N


def _loops_loss(w: Any, X: Any, y: Any) -> Any:
    t = 0.0
    for i in range(len(y)):
        t += (X[i] @ w - y[i]) ** 2
    return t / len(y)


@gradient_of(_loops_loss, WEIGHTS, ROWS, TARGETS, verdict="sampled")
def _loops(w: Any, X: Any, y: Any) -> Any:
    out = np.zeros(len(w))
    for i in range(len(y)):
        out += 2 * (X[i] @ w - y[i]) * X[i]
    return out / len(y)


def _clip_probs_loss(w: Any, X: Any, y: Any) -> Any:
    p = np.clip(expit(X @ w), 1e-12, 1 - 1e-12)
    return -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))


@gradient_of(_clip_probs_loss, WEIGHTS, ROWS, BINARY, on="numerical guards are left out")
def _clip_probs(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (expit(X @ w) - y) / len(y)


@gradient_of(lambda E, idx, T: 0.5 * np.sum((E[idx] - T) ** 2), normal((K, D)), LABELS, normal((N, D)))
def _embedding(E: Any, idx: Any, T: Any) -> Any:
    d = np.zeros_like(E)
    np.add.at(d, idx, E[idx] - T)
    return d


def _margins(W: Any, X: Any, y: Any) -> Any:
    scores = X @ W
    margins = np.maximum(0, scores - scores[np.arange(len(y)), y][:, None] + 1)
    margins[np.arange(len(y)), y] = 0
    return margins


def _kept(p: Any) -> Any:
    return ROWS @ p["w"] + p["b"] - TARGETS


@gradient_of(
    lambda W, X, y, reg: _margins(W, X, y).sum() / len(X) + reg * np.sum(W * W),
    normal((D, K)),
    ROWS,
    LABELS,
    0.2,
    on="class labels, kinks are left out",
)
def _class_margin(W: Any, X: Any, y: Any, reg: Any) -> Any:
    mask = (_margins(W, X, y) > 0).astype(float)
    mask[np.arange(len(y)), y] = -mask.sum(axis=1)
    return X.T @ mask / len(X) + 2 * reg * W


@gradient_of(lambda p, R, seen: np.sum((R - p["U"] @ p["V"].T)[seen] ** 2), FACTORS, normal((N, D)), normal((N, D)) > 0)
def _observed_entries(p: Any, R: Any, seen: Any) -> Any:
    error = R - p["U"] @ p["V"].T
    G = np.zeros_like(error)
    G[seen] = -2 * error[seen]
    return {"U": G @ p["V"], "V": G.T @ p["U"]}


def _fisher_loss(w: Any, X: Any, y: Any) -> Any:
    gap = X[y == 1].mean(0) - X[y == -1].mean(0)
    return -((w @ gap) ** 2) / (w @ w)


@gradient_of(_fisher_loss, WEIGHTS, ROWS, SIGNS, on="are -1 or 1, in a denominator")
def _fisher(w: Any, X: Any, y: Any) -> Any:
    gap = X[y == 1].mean(axis=0) - X[y == -1].mean(axis=0)
    a, n = w @ gap, w @ w
    return -2 * a * gap / n + 2 * a**2 * w / n**2


def _word_loss(p: Any, centre: Any) -> Any:
    v, U = p
    scores = U @ v
    return np.log(np.sum(np.exp(scores))) - scores[centre]


@gradient_of(_word_loss, (normal(D), normal((N, D))), 2, on="a common shift, class labels")
def _word_vector(p: Any, centre: Any) -> Any:
    v, U = p
    q = np.exp(U @ v - np.max(U @ v))
    q /= q.sum()
    q[centre] -= 1
    return U.T @ q, np.outer(q, v)


def _normal_loss(p: Any, x: Any) -> Any:
    mean, scale = p
    return np.sum(0.5 * (x - mean) ** 2 / np.exp(2 * scale) + scale)


@gradient_of(_normal_loss, np.array([0.3, -0.2]), TARGETS, on="has length")
def _normal_taken_apart(p: Any, x: Any) -> Any:
    mean, scale = p
    squares = np.exp(2 * scale)
    return np.array([-np.sum(x - mean) / squares, len(x) - np.sum((x - mean) ** 2) / squares])


def _perceptron_loss(w: Any, X: Any, y: Any) -> Any:
    m = y * (X @ w)
    return -m[m < 0].sum()


@gradient_of(_perceptron_loss, WEIGHTS, ROWS, SIGNS, on="kinks are left out")
def _perceptron(w: Any, X: Any, y: Any) -> Any:
    wrong = y * (X @ w) < 0
    return -X[wrong].T @ y[wrong]


@gradient_of(
    lambda p: np.mean(_kept(p) ** 2) + 0.3 * np.sum(np.sqrt(p["w"] ** 2 + 1e-3)),
    {"w": WEIGHTS, "b": np.array(0.2)},
    on="has length",
)
def _data_of_the_module(p: Any) -> Any:
    smooth = 0.3 * p["w"] / np.sqrt(p["w"] ** 2 + 1e-3)
    return {"w": 2 * ROWS.T @ _kept(p) / len(TARGETS) + smooth, "b": 2 * np.mean(_kept(p))}


CODED, ONE, TARGET = normal((4, 3)), normal(3), np.eye(4)[2]

BATCH, CODES = normal((3, 6)), np.eye(4)[[0, 1, 2, 3, 1, 2]].T
SHARES = RNG.dirichlet(np.ones(4), 6).T


def probabilities(z: Any) -> Any:
    """Return the probabilities of the first axis, shifted so that nothing overflows."""
    e = np.exp(z - np.max(z, axis=0))
    return e / np.sum(e, axis=0)


@gradient_of(
    lambda W, x, t: -np.sum(t * np.log(probabilities(W @ x))), CODED, ONE, TARGET, on="a common shift, one-hot"
)
@gradient_of(
    lambda W, x, t: -np.log(probabilities(W @ x)[np.argmax(t)]), CODED, ONE, TARGET, on="a common shift, one-hot"
)
@gradient_of(
    lambda W, x, t: -np.log(probabilities(W @ x)[t == 1]).sum(), CODED, ONE, TARGET, on="a common shift, one-hot"
)
def code(W: Any, x: Any, t: Any) -> Any:
    """Return the gradient of the cross-entropy of one example; its code enters the loss in three ways."""
    return np.outer(probabilities(W @ x) - t, x)


@gradient_of(lambda W, x, y: -np.log(probabilities(W @ x)[y]), CODED, ONE, 2, on="a common shift, class labels")
@gradient_of(lambda W, x, y: -np.log(probabilities(W @ x)[y]), CODED, ONE, 3, on="a common shift, class labels")
def _label(W: Any, x: Any, y: Any) -> Any:
    p = probabilities(W @ x)
    p[y] -= 1
    return np.outer(p, x)


@gradient_of(
    lambda W, X, Y: -np.sum(Y * np.log(probabilities(W @ X))) / X.shape[1],
    CODED,
    BATCH,
    CODES,
    on="a common shift, sum to one",
)
@gradient_of(
    lambda W, X, Y: -np.sum(Y * np.log(probabilities(W @ X))) / X.shape[1],
    CODED,
    BATCH,
    SHARES,
    on="a common shift, sum to one",
)
def _examples_as_columns(W: Any, X: Any, Y: Any) -> Any:
    return (probabilities(W @ X) - Y) @ X.T / X.shape[1]
