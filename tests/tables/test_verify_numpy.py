"""Functions of NumPy and SciPy in gradients and losses: what each computes is known at every size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import special

from numeric import verify_gradient

Function = Callable[..., Any]
RNG = np.random.default_rng(5)
W, X = RNG.standard_normal((3, 2)), RNG.standard_normal((4, 3))
LABELS = np.array([0, 2, 1, 0])


def _filled(W: Any) -> Any:
    out = np.zeros((W.shape[0], W.shape[1] + 1))
    out[:, 1:] = W
    out[:, 0] += W.sum(axis=1)
    return out


def _masked(W: Any) -> Any:
    out = W.copy()
    out[W < 0] = -2 * W[W < 0]
    out[W > 1] *= 3
    out[W < -1] = 0.25
    return out


def _apart(W: Any) -> Any:
    left, right = W.T
    return left * right - right


VALUES: dict[str, tuple[Function, Function]] = {
    "add.outer": (lambda W, X: np.add.outer(W[:, 0], X[:, 0]), lambda W, X: W[:, :1] + X[:, 0]),
    "append": (lambda W, X: np.append(W[0], X[0]), lambda W, X: np.concatenate([W[0], X[0]])),
    "arange": (lambda W, _: W * np.arange(W.shape[0])[:, None], lambda W, _: np.diag(np.arange(len(W))) @ W),
    "array of parts": (
        lambda W, X: np.array([W.sum(), X.sum(), 1.0]),
        lambda W, X: np.stack([np.sum(W), np.sum(X), np.sum(W) * 0 + 1]),
    ),
    "average": (lambda W, X: np.average(X @ W, axis=0, weights=np.ones(len(X))), lambda W, X: X.mean(0) @ W),
    "broadcast_to": (
        lambda W, X: np.broadcast_to(W.sum(0), (len(X), W.shape[1])),
        lambda W, X: np.ones((len(X), len(W))) @ W,
    ),
    "column_stack": (lambda W, X: np.column_stack([X[:, 0], X @ W]), lambda W, X: np.c_[X[:, :1], X @ W]),
    "concatenate": (lambda W, X: np.concatenate([X @ W, W], axis=0), lambda W, X: np.vstack([X @ W, W])),
    "diag of a vector": (lambda W, _: np.diag(W[:, 0]) @ W, lambda W, _: W[:, :1] * W),
    "diagonal": (lambda W, _: np.diag(W @ W.T), lambda W, _: (W**2).sum(1)),
    "dot": (lambda W, X: np.dot(X, W), lambda W, X: X @ W),
    "dot with out": (lambda W, X: np.dot(X, W, out=np.zeros((len(X), W.shape[1]))), lambda W, X: X @ W),
    "einsum with a trace": (lambda W, _: np.einsum("ij,ij->", W, W) * W, lambda W, _: np.sum(W**2) * W),
    "einsum without an arrow": (lambda W, X: np.einsum("ij,jk", X, W), lambda W, X: X @ W),
    "erf": (lambda W, _: special.erf(W), lambda W, _: -special.erf(-W)),
    "expand_dims": (lambda W, _: np.expand_dims(W, 1), lambda W, _: W[:, None]),
    "eye": (lambda W, X: (np.eye(len(X)) + 0.5) @ X @ W, lambda W, X: X @ W + 0.5 * (X @ W).sum(0)),
    "eye by labels": (lambda _, X: np.eye(3)[LABELS] * X, lambda _, X: (LABELS[:, None] == np.arange(3)) * X),
    "flatten": (lambda W, _: W.flatten(), lambda W, _: W.reshape(-1)),
    "full_like": (lambda W, _: np.full_like(W, 2.0) * W, lambda W, _: 2 * W),
    "full": (lambda W, X: np.full(X.shape[0], 0.5) @ X @ W, lambda W, X: 0.5 * X.sum(0) @ W),
    "inner": (lambda W, _: np.inner(W, W), lambda W, _: W @ W.T),
    "max along": (lambda W, X: (X @ W).max(axis=0) * W[0], lambda W, X: np.max(X @ W, axis=0) * W[0, :]),
    "min along": (lambda W, X: (X @ W).min(axis=1), lambda W, X: -np.max(-(X @ W), axis=1)),
    "moveaxis": (lambda W, _: np.moveaxis(W[None], 0, -1), lambda W, _: W[:, :, None]),
    "ones": (lambda W, X: np.ones((len(X), W.shape[0])) @ W, lambda W, X: W.sum(0) + 0 * X[:, :1]),
    "outer": (np.outer, lambda W, X: W.reshape(-1, 1) * X.reshape(1, -1)),
    "ravel and back": (lambda W, _: W.ravel().reshape(W.shape).T, lambda W, _: W.T),
    "squeeze": (lambda W, _: np.squeeze(W[None], 0), lambda W, _: W),
    "stack": (lambda W, _: np.stack([W, 2 * W], axis=-1), lambda W, _: W[:, :, None] * np.array([1, 2])),
    "sum of a mask": (lambda W, _: (W > 0).sum(axis=0) * W[0], lambda W, _: np.where(W > 0, 1, 0).sum(0) * W[0]),
    "sum with out": (lambda W, _: np.sum(W, axis=0, out=np.zeros(W.shape[1])), lambda W, _: W.sum(0)),
    "swapaxes": (lambda W, X: X @ np.swapaxes(W.T, 0, 1), lambda W, X: X @ W),
    "tensordot": (lambda W, X: np.tensordot(X, W, axes=1), lambda W, X: X @ W),
    "tensordot of axes": (lambda W, X: np.tensordot(X, W, axes=([1], [0])), lambda W, X: X @ W),
    "vdot": (lambda W, _: np.vdot(W, W) * W, lambda W, _: np.sum(W * W) * W),
    "vstack": (lambda W, X: np.vstack([W[:, 0], X]), lambda W, X: np.concatenate([W[:, :1].T, X])),
    "zeros written to": (lambda W, _: _filled(W), lambda W, _: np.c_[W.sum(1), W]),
    "masks written to": (
        lambda W, _: _masked(W),
        lambda W, _: np.select([W > 1, W >= 0, W >= -1], [3 * W, W, -2 * W], 0.25),
    ),
    "logical": (
        lambda W, _: np.where((W > 0) & ~(W > 1) | (W < -1), W, 0.0),
        lambda W, _: W * (W > 0) * (W <= 1) + W * (W < -1),
    ),
    "select": (
        lambda W, _: np.select([W > 1, W > 0], [W, 2 * W], -W),
        lambda W, _: np.where(W > 1, W, np.where(W > 0, 2 * W, -W)),
    ),
    "sum of a selection": (
        lambda W, _: W * ((W[W > 0] ** 2).sum() + W[W > 0].size),
        lambda W, _: W * np.sum((W > 0) * (W**2 + 1)),
    ),
    "mean of a selection": (
        lambda W, X: np.mean(2 * X[X @ W[:, 0] > 0] @ W, axis=0),
        lambda W, X: 2 * (X @ W[:, 0] > 0) @ (X @ W) / np.sum(X @ W[:, 0] > 0),
    ),
    "product of selections": (
        lambda W, X: (X[W[0, 0] < X[:, 0]].T @ X[W[0, 0] < X[:, 0]]) @ W,
        lambda W, X: X.T @ ((W[0, 0] < X[:, 0])[:, None] * X) @ W,
    ),
    "a selection with an axis": (
        lambda W, X: (X[:, 0][X[:, 1] > 0, None] * X[X[:, 1] > 0] @ W).sum(0),
        lambda W, X: (X[:, 0] * (X[:, 1] > 0)) @ (X @ W),
    ),
    "taken apart": (lambda W, _: _apart(W), lambda W, _: (W @ np.eye(2))[:, 0] * W[:, 1] - W[:, 1]),
    "range as an index": (lambda _, X: (X @ X.T)[range(len(X)), np.arange(len(X))], lambda _, X: (X**2).sum(1)),
    "builtins": (
        lambda W, _: W * (sum(max(W[i, 0], W[i, 1]) * len(W) for i in (0, 1)) + abs(W[0, 0])),
        lambda W, _: W * (len(W) * (np.maximum(W[0, 0], W[0, 1]) + np.maximum(W[1, 0], W[1, 1])) + np.abs(W[0, 0])),
    ),
}
"""What a function gives, twice: by itself, and in plain words."""

SLOPES: dict[str, tuple[Function, Function]] = {
    "heaviside": (lambda W: (np.heaviside(W, 0.5) * W).sum(), lambda W: np.heaviside(W, 0.5)),
    "hypot": (lambda W: np.hypot(W, 2.0).sum(), lambda W: W / np.hypot(W, 2.0)),
    "log_softmax": (
        lambda W: special.log_softmax(W, axis=1).sum(),
        lambda W: 1 - W.shape[1] * special.softmax(W, axis=1),
    ),
    "logsumexp": (lambda W: special.logsumexp(W, axis=0).sum(), lambda W: special.softmax(W, axis=0)),
    "norm along": (lambda W: np.linalg.norm(W, axis=0).sum(), lambda W: W / np.linalg.norm(W, axis=0)),
    "norm 1": (lambda W: np.linalg.norm(W.ravel(), 1), np.sign),
    "power": (lambda W: ((1 + W**2) ** 0.5).sum(), lambda W: W * (1 + W**2) ** -0.5),
    "prod": (lambda W: (1 + W**2).prod(axis=0).sum(), lambda W: 2 * W / (1 + W**2) * (1 + W**2).prod(axis=0)),
    "sign": (lambda W: (np.sign(W) * W).sum(), np.sign),
    "softmax": (
        lambda W: (special.softmax(W, axis=1) ** 2).sum() / 2,
        lambda W: (p := special.softmax(W, axis=1)) * (p - (p**2).sum(1, keepdims=True)),
    ),
    "std": (lambda W: W.std(axis=0, ddof=1).sum(), lambda W: (W - W.mean(0)) / (len(W) - 1) / W.std(axis=0, ddof=1)),
    "var": (
        lambda W: (W.var(axis=0, keepdims=True) ** 2).sum(),
        lambda W: 4 * W.var(axis=0) * (W - W.mean(axis=0, keepdims=True)) / len(W),
    ),
    "xlogy": (lambda W: special.xlogy(W**2, 1 + W**2).sum(), lambda W: 2 * W * np.log1p(W**2) + 2 * W**3 / (1 + W**2)),
    "cosh": (lambda W: np.log(np.cosh(W)).sum(), np.tanh),
    "clip": (lambda W: (W.clip(-0.5, 0.5) ** 2).sum(), lambda W: 2 * W * (W < 0.5) * (W > -0.5)),
    "expit": (lambda W: special.expit(W).sum(), lambda W: special.expit(W) * special.expit(-W)),
    "log_expit": (lambda W: special.log_expit(W).sum(), lambda W: special.expit(-W)),
    "gammaln": (lambda W: special.gammaln(1 + W**2).sum(), lambda W: 2 * W * special.digamma(1 + W**2)),
}
"""A loss with the function, and its slope."""


def held(loss: Function, slope: Function, *inputs: Any) -> None:
    """Hold a slope to be proved, and half of it to be refuted as such."""
    assert verify_gradient(loss, slope, *inputs, generate=False).verdict == "proved"
    found = verify_gradient(loss, lambda *given: slope(*given) / 2, *inputs, generate=False, trace=False)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", "scale:1/2")


@pytest.mark.parametrize("name", VALUES)
def test_what_a_function_gives(name: str) -> None:
    """The slope of a sum with given weights is the value itself, at every size; and half of it is not."""
    one, plain = VALUES[name]
    V = RNG.standard_normal(np.shape(plain(W, X)))
    for inside, slope in ((plain, one), (one, plain)):
        loss = lambda V, W, X, f=inside: np.sum(V * f(W, X))  # noqa: E731 -- one line each
        held(loss, lambda _, W, X, f=slope: f(W, X), V, W, X)


@pytest.mark.parametrize("name", SLOPES)
def test_what_its_slope_is(name: str) -> None:
    """At every size; and half of it is not."""
    held(*SLOPES[name], W)
