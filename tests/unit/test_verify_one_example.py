"""Gradients at a single example, as in homework, and with the examples as columns: right ones are proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric.verify import verify_gradient

RNG = np.random.default_rng(3)
WEIGHTS, POINT, TARGET = RNG.normal(size=(4, 3)), RNG.normal(size=3), np.eye(4)[2]
LAYER = {"W": WEIGHTS, "b": RNG.normal(size=(4, 1))}
NET = {"V": RNG.normal(size=(5, 3)), "W": RNG.normal(size=(4, 5))}
BATCH, CODES = RNG.normal(size=(3, 6)), np.eye(4)[[0, 1, 2, 3, 1, 2]].T
COLUMN, HOT_COLUMN = POINT[:, None], TARGET[:, None]
SHARES = RNG.dirichlet(np.ones(4), 6).T


def softmax(z: Any) -> Any:
    """Return the probabilities of the first axis, shifted so that nothing overflows."""
    e = np.exp(z - np.max(z, axis=0))
    return e / np.sum(e, axis=0)


def slope(W: Any, x: Any, t: Any) -> Any:
    """Return the gradient of the cross-entropy of one example."""
    return np.outer(softmax(W @ x) - t, x)


def label_slope(W: Any, x: Any, y: Any) -> Any:
    """Return the same with a label."""
    p = softmax(W @ x)
    p[y] -= 1
    return np.outer(p, x)


def column_slope(p: Any, x: Any, t: Any) -> Any:
    """Return the gradient where a vector is a column."""
    d = softmax(p["W"] @ x + p["b"]) - t
    return {"W": d @ x.T, "b": d}


def net_slope(p: Any, x: Any, t: Any) -> Any:
    """Return the gradient through a hidden layer."""
    h = np.tanh(p["V"] @ x)
    d = softmax(p["W"] @ h) - t
    return {"V": np.outer((p["W"].T @ d) * (1 - h**2), x), "W": np.outer(d, h)}


def batch_slope(W: Any, X: Any, Y: Any) -> Any:
    """Return the mean gradient of examples that are columns."""
    return (softmax(W @ X) - Y) @ X.T / X.shape[1]


def batch_loss(W: Any, X: Any, Y: Any) -> Any:
    """Return the mean cross-entropy of examples that are columns."""
    return -np.sum(Y * np.log(softmax(W @ X))) / X.shape[1]


Pair = tuple[Callable[..., Any], Callable[..., Any], tuple[Any, ...]]
PAIRS: dict[str, Pair] = {
    "a sum of logarithms": (lambda W, x, t: -np.sum(t * np.log(softmax(W @ x))), slope, (WEIGHTS, POINT, TARGET)),
    "the place of the 1": (lambda W, x, t: -np.log(softmax(W @ x)[np.argmax(t)]), slope, (WEIGHTS, POINT, TARGET)),
    "a mask": (lambda W, x, t: -np.log(softmax(W @ x)[t == 1]).sum(), slope, (WEIGHTS, POINT, TARGET)),
    "a product with the target": (lambda W, x, t: -np.log(softmax(W @ x) @ t), slope, (WEIGHTS, POINT, TARGET)),
    "a label": (lambda W, x, y: -np.log(softmax(W @ x)[y]), label_slope, (WEIGHTS, POINT, 2)),
    "a label as large as another size": (
        lambda W, x, y: -np.log(softmax(W @ x)[y]),
        label_slope,
        (WEIGHTS, POINT, 3),
    ),
    "columns": (
        lambda p, x, t: -np.sum(t * np.log(softmax(p["W"] @ x + p["b"]))),
        column_slope,
        (LAYER, COLUMN, HOT_COLUMN),
    ),
    "a hidden layer": (
        lambda p, x, t: -np.log(softmax(p["W"] @ np.tanh(p["V"] @ x))[np.argmax(t)]),
        net_slope,
        (NET, POINT, TARGET),
    ),
    "examples as columns": (batch_loss, batch_slope, (WEIGHTS, BATCH, CODES)),
    "shares as columns": (batch_loss, batch_slope, (WEIGHTS, BATCH, SHARES)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_right_gradient_is_proved(name: str) -> None:
    """At every size, from a single example."""
    loss, gradient, arguments = PAIRS[name]
    found = verify_gradient(loss, gradient, *arguments)
    assert (found.verdict, found.method) == ("proved", "traced, all sizes"), str(found)


@pytest.mark.parametrize("name", PAIRS)
def test_a_gradient_of_the_other_sign_is_refuted(name: str) -> None:
    """A proof of the right one is worth something only if a wrong one gets none."""
    loss, gradient, arguments = PAIRS[name]

    def wrong(params: Any, *data: Any) -> Any:
        right = gradient(params, *data)
        return {n: -part for n, part in right.items()} if isinstance(right, dict) else -right

    assert verify_gradient(loss, wrong, *arguments, trace=False).verdict == "refuted"


def test_the_place_of_the_largest_share_is_not_where_a_code_is_one() -> None:
    """Of shares that are no codes the largest alone counts: the gradient for codes is refuted."""
    loss, gradient, (weights, at, _) = PAIRS["the place of the 1"]
    assert verify_gradient(loss, gradient, weights, at, SHARES[:, 0]).verdict == "refuted"


def test_a_constant_against_log_0_may_be_left_out() -> None:
    """Where it acts nothing is judged, and a note says so; anywhere else a wrong gradient is seen."""

    def loss(W: Any, x: Any, t: Any) -> Any:
        return -(t @ np.log(softmax(W @ x) + 1e-12))

    found = verify_gradient(loss, slope, WEIGHTS, POINT, TARGET)
    assert found.verdict == "sampled", str(found)
    assert any("a tiny constant keeps a logarithm of the loss off log 0 there" in note for note in found.notes)
    wrong = verify_gradient(loss, lambda W, x, t: 1.001 * slope(W, x, t), WEIGHTS, POINT, TARGET)
    assert wrong.verdict == "refuted"


def test_a_constant_that_counts_is_no_guard() -> None:
    """A hundredth changes the slope at ordinary inputs, and what leaves it out is wrong."""

    def loss(W: Any, x: Any, t: Any) -> Any:
        return -(t @ np.log(softmax(W @ x) + 1e-2))

    assert verify_gradient(loss, slope, WEIGHTS, POINT, TARGET).verdict == "refuted"


def test_a_column_of_labels_with_a_single_one_stays_labels() -> None:
    """One positive example among several is chance: other inputs may have more."""

    def loss(w: Any, X: Any, y: Any) -> Any:
        return np.sum(np.logaddexp(0, X @ w) - y * (X @ w))

    def wrong(w: Any, X: Any, y: Any) -> Any:
        return X.T @ (1 / (1 + np.exp(-X @ w)) - y / np.sum(y))

    labels = np.eye(6)[:, [2]]
    found = verify_gradient(loss, wrong, RNG.normal(size=(3, 1)), BATCH.T, labels, trace=False)
    assert found.verdict == "refuted"
