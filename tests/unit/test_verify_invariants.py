"""What holds of all given data holds of the data that are made: a gradient may rest on it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from numeric.verify import verify_gradient
from numeric.verify.point import point
from numeric.verify.roles import layout
from numeric.verify.values import STYLES, Maker

PAIRS = np.array([[0.0, 0.2, 0.1], [0.2, 0.0, 0.2], [0.1, 0.2, 0.0]])


def _made(given: Any, style: str, sizes: tuple[int, ...]) -> Any:
    example = point(np.ones(2), (given,), ("w", "P"))
    maker = Maker(layout([example]), example)
    wanted = sizes[: len(maker.layout.sizes)]
    return maker.make(wanted, style, "", np.random.default_rng(0)).data["P"]


@pytest.mark.parametrize("style", [style for style in STYLES if style not in {"whole numbers", "ties"}])
def test_a_distribution_over_pairs_stays_one(style: str) -> None:
    """It is symmetric, hollow, nonnegative, and adds up to 1."""
    made = _made(PAIRS, style, (5, 5))
    assert np.allclose(made, made.T)
    assert not np.diagonal(made).any()
    assert made.min() >= 0
    assert np.isclose(made.sum(), 1)


def test_weights_that_add_up_to_one_still_do() -> None:
    """A vector does, and a matrix whose entries do all together; others are left alone."""
    assert np.isclose(_made(np.array([0.2, 0.3, 0.5]), "normal", (6, 6)).sum(), 1)
    assert np.isclose(_made(np.array([[0.2, 0.3], [0.1, 0.1], [0.1, 0.2]]), "normal", (4, 6)).sum(), 1)
    assert not np.isclose(_made(np.array([0.2, 0.3, 0.6]), "normal", (6, 6)).sum(), 1)
    assert _made(PAIRS - 0.1, "normal", (5, 5)).min() < 0


def _embedding(Y: Any, P: Any) -> Any:
    return -np.sum(P * np.log(_shares(Y)[1] + np.eye(len(Y))))


def _shares(Y: Any) -> Any:
    kernel = 1 / (1 + ((Y[:, None] - Y[None]) ** 2).sum(-1)) * (1 - np.eye(len(Y)))
    return kernel, kernel / kernel.sum()


def _slope(Y: Any, P: Any) -> Any:
    kernel, Q = _shares(Y)
    return 4 * (((P - Q) * kernel)[:, :, None] * (Y[:, None] - Y[None])).sum(1)


@pytest.mark.parametrize("seed", range(3))
def test_a_gradient_that_rests_on_the_sum_is_not_blamed(seed: int) -> None:
    """The neighbour embedding is right for distributions alone; half of it is wrong for them too."""
    Y = np.random.default_rng(seed).normal(size=(3, 2))
    assert verify_gradient(_embedding, _slope, Y, PAIRS, seed=seed, trace=False).verdict == "sampled"
    half = verify_gradient(_embedding, lambda Y, P: _slope(Y, P) / 2, Y, PAIRS, seed=seed, trace=False)
    assert half.diagnosis is not None
    assert half.diagnosis.label == "scale:1/2"


def _shares_of(scores: Any) -> Any:
    grown = np.exp(scores - scores.max())
    return grown / grown.sum()


def _surprise(W: Any, x: Any, t: Any) -> Any:
    return -np.sum(t * np.log(_shares_of(W @ x)))


def _towards(W: Any, x: Any, t: Any) -> Any:
    return np.outer(_shares_of(W @ x) - t, x)


@pytest.mark.parametrize(
    ("target", "condition"),
    [([0.0, 1.0, 0.0], "t is one-hot"), ([0.2, 0.3, 0.5], "t is nonnegative with sum 1")],
)
def test_the_target_of_one_example_sums_to_one(target: list[float], condition: str) -> None:
    """Softmax less target is the slope for such targets alone, and the proof says so; for others it is refuted."""
    W, x = np.random.default_rng(0).normal(size=(3, 4)), np.random.default_rng(1).normal(size=4)
    found = verify_gradient(_surprise, _towards, W, x, np.array(target))
    assert found.verdict == "proved"
    assert condition in found.conditions
    assert verify_gradient(_surprise, lambda W, x, t: -_towards(W, x, t), W, x, np.array(target)).verdict == "refuted"
    assert verify_gradient(_surprise, _towards, W, x, np.array(target) * 2).verdict == "refuted"


def _log_loss(w: Any, X: Any, y: Any) -> Any:
    return np.sum(np.logaddexp(0, X @ w) - y * (X @ w))


def test_labels_of_examples_of_which_one_is_positive_are_labels() -> None:
    """Here a single 1 is chance: a slope that is right for one positive label alone is wrong."""
    X, y = np.random.default_rng(0).normal(size=(4, 3)), np.array([0.0, 1.0, 0.0, 0.0])
    right = verify_gradient(_log_loss, lambda w, X, y: X.T @ (1 / (1 + np.exp(-X @ w)) - y), np.ones(3), X, y)
    assert (right.verdict, right.conditions) == ("proved", ())
    lie = verify_gradient(_log_loss, lambda w, X, y: X.T @ (y.sum() / (1 + np.exp(-X @ w)) - y), np.ones(3), X, y)
    assert lie.verdict == "refuted"
