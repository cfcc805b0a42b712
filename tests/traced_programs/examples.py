"""Gradients at a single example, as in homework, and with the examples as columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.traced_programs.program import Programs

RNG = np.random.default_rng(3)
WEIGHTS, POINT, TARGET = RNG.normal(size=(4, 3)), RNG.normal(size=3), np.eye(4)[2]
LAYER = {"W": WEIGHTS, "b": RNG.normal(size=(4, 1))}
NET = {"V": RNG.normal(size=(5, 3)), "W": RNG.normal(size=(4, 5))}
BATCH, CODES = RNG.normal(size=(3, 6)), np.eye(4)[[0, 1, 2, 3, 1, 2]].T
SHARES = RNG.dirichlet(np.ones(4), 6).T
EXAMPLES = Programs()


def softmax(z: Any) -> Any:
    """Return the probabilities of the first axis, shifted so that nothing overflows."""
    e = np.exp(z - np.max(z, axis=0))
    return e / np.sum(e, axis=0)


@EXAMPLES.gradient_of(lambda W, x, t: -np.sum(t * np.log(softmax(W @ x))), WEIGHTS, POINT, TARGET)
@EXAMPLES.gradient_of(lambda W, x, t: -np.log(softmax(W @ x)[np.argmax(t)]), WEIGHTS, POINT, TARGET)
@EXAMPLES.gradient_of(lambda W, x, t: -np.log(softmax(W @ x)[t == 1]).sum(), WEIGHTS, POINT, TARGET)
def code(W: Any, x: Any, t: Any) -> Any:
    """Return the gradient of the cross-entropy of one example; its code enters the loss in three ways."""
    return np.outer(softmax(W @ x) - t, x)


@EXAMPLES.gradient_of(lambda W, x, t: -np.log(softmax(W @ x) @ t), WEIGHTS, POINT, TARGET)
def _product(W: Any, x: Any, t: Any) -> Any:
    return code(W, x, t)


@EXAMPLES.gradient_of(lambda W, x, y: -np.log(softmax(W @ x)[y]), WEIGHTS, POINT, 2)
@EXAMPLES.gradient_of(lambda W, x, y: -np.log(softmax(W @ x)[y]), WEIGHTS, POINT, 3)
def _label(W: Any, x: Any, y: Any) -> Any:
    p = softmax(W @ x)
    p[y] -= 1
    return np.outer(p, x)


@EXAMPLES.gradient_of(
    lambda p, x, t: -np.sum(t * np.log(softmax(p["W"] @ x + p["b"]))), LAYER, POINT[:, None], TARGET[:, None]
)
def _columns(p: Any, x: Any, t: Any) -> Any:
    d = softmax(p["W"] @ x + p["b"]) - t
    return {"W": d @ x.T, "b": d}


@EXAMPLES.gradient_of(lambda p, x, t: -np.log(softmax(p["W"] @ np.tanh(p["V"] @ x))[np.argmax(t)]), NET, POINT, TARGET)
def _hidden_layer(p: Any, x: Any, t: Any) -> Any:
    h = np.tanh(p["V"] @ x)
    d = softmax(p["W"] @ h) - t
    return {"V": np.outer((p["W"].T @ d) * (1 - h**2), x), "W": np.outer(d, h)}


@EXAMPLES.gradient_of(lambda W, X, Y: -np.sum(Y * np.log(softmax(W @ X))) / X.shape[1], WEIGHTS, BATCH, CODES)
@EXAMPLES.gradient_of(lambda W, X, Y: -np.sum(Y * np.log(softmax(W @ X))) / X.shape[1], WEIGHTS, BATCH, SHARES)
def _examples_as_columns(W: Any, X: Any, Y: Any) -> Any:
    return (softmax(W @ X) - Y) @ X.T / X.shape[1]
