"""What generated inputs are like: of the kinds of the examples, at other sizes, and special where bugs hide.

A loss that writes down what it is called with shows them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.special import logsumexp

from numeric.verify import Verification, verify_gradient
from tests.programs import probabilities
from tests.slips import binary

Function = Callable[..., Any]
RNG = np.random.default_rng(3)
PAIRS = np.array([[0.0, 0.2, 0.1], [0.2, 0.0, 0.2], [0.1, 0.2, 0.0]])
DOUBLY = np.array([[0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.3, 0.5]])


def made(given: Any) -> list[Any]:
    """Return the data that are made beside an example of parameters and one leaf of data."""
    seen: list[Any] = []

    def loss(w: Any, leaf: Any) -> Any:
        if not any(leaf is one for one in seen):
            seen.append(leaf)
        return np.sum(w**2)

    for seed in range(3):
        _ = verify_gradient(loss, lambda w, _: 2 * w, RNG.standard_normal(5), given, seed=seed, trace=False)
    return seen


def whole(a: Any) -> Any:
    """Return whether all numbers are whole."""
    return np.array_equal(a, np.round(a))


KINDS: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "positive": (np.exp(RNG.standard_normal(9)), lambda a: (a > 0).all()),
    "unit interval": (RNG.uniform(0.1, 0.9, 9), lambda a: (a >= 0).all() and (a <= 1).all()),
    "labels 0 and 1": (np.array([0.0, 1, 1, 0, 1, 0, 0, 1, 1]), lambda a: np.isin(a, [0, 1]).all()),
    "labels -1 and 1": (np.array([-1, 1, 1, -1, 1, 1, 1, -1, 1]), lambda a: np.isin(a, [-1, 1]).all()),
    "classes": (np.array([0, 1, 2, 2, 1, 0, 0, 1, 1]), lambda a: a.dtype.kind == "i" and np.isin(a, [0, 1, 2]).all()),
    "counts": (RNG.poisson(3.0, 9).astype(float), lambda a: whole(a) and (a >= 0).all()),
    "one-hot": (
        np.eye(3)[[0, 1, 2, 2, 1, 0, 0, 1, 1]],
        lambda a: np.isin(a, [0, 1]).all() and (a.sum(axis=1) == 1).all(),
    ),
    "shares": (RNG.dirichlet(np.ones(3), 9), lambda a: (a >= 0).all() and np.allclose(a.sum(axis=1), 1)),
    "definite": (np.eye(4) + 0.1, lambda a: np.array_equal(a, a.T) and np.linalg.eigvalsh(a.astype(float))[0] > 0),
    "symmetric": (np.array([[0.0, 1.5], [1.5, 0.0]]), lambda a: np.array_equal(a, a.T)),
    "doubly": (DOUBLY, lambda a: np.array_equal(a, a.T)),
    "linked": (PAIRS > 0.1, lambda a: a.dtype == bool),
    "flags": (np.array([True, False] * 4 + [True]), lambda a: a.dtype == bool),
    "pairs": (
        PAIRS,
        lambda a: np.allclose(a, a.T) and not np.diagonal(a).any() and (len(a) == 1 or np.isclose(a.sum(), 1)),
    ),
    "shares of all": (np.array([0.2, 0.3, 0.5]), lambda a: np.isclose(a.sum(), 1)),
    "a share": (0.3, lambda a: 0 <= a <= 1),
    "a scale": (2.5, lambda a: a > 0),
    "a word": ("mean", lambda a: a == "mean"),
    "nothing": (None, lambda a: a is None),
    "a number of steps": (7, lambda a: a == 7),
}


def test_what_holds_of_the_example_holds_of_what_is_made() -> None:
    """A gradient may rest on it; arrays come in other sizes too."""
    seen = {kind: made(given) for kind, (given, _) in KINDS.items()}
    assert {kind: bad for kind, (_, holds) in KINDS.items() if (bad := [a for a in seen[kind] if not holds(a)])} == {}
    arrays = [kind for kind, (given, _) in KINDS.items() if isinstance(given, np.ndarray)]
    assert [kind for kind in arrays if len({np.shape(a) for a in seen[kind]}) == 1] == []


def test_what_does_not_hold_of_the_example_is_not_held_to() -> None:
    """Numbers that do not add up to 1, and those below 0, are made as others are."""
    assert not any(np.isclose(np.sum(a), 1) for a in made(np.array([0.2, 0.3, 0.6]))[1:5])
    assert any(np.min(a) < 0 for a in made(PAIRS - 0.1)[1:])
    assert any(np.min(a) < 0 for a in made(RNG.standard_normal((9, 4)))[1:])


def test_generated_inputs_are_accepted_by_the_loss() -> None:
    """They have other sizes, also equal ones and one alone, and labels below the number of classes."""
    shapes: set[tuple[int, ...]] = set()

    def loss(p: Any, X: Any, y: Any) -> Any:
        shapes.add((*X.shape, p.shape[1]))
        return np.mean(logsumexp(z := X @ p, axis=1) - z[np.arange(len(z)), y])

    def slope(p: Any, X: Any, y: Any) -> Any:
        z = X @ p
        return X.T @ (np.exp(z - logsumexp(z, axis=1, keepdims=True)) - np.eye(z.shape[1])[y]) / len(y)

    given = RNG.standard_normal((5, 3)), RNG.standard_normal((7, 5)), np.array([0, 1, 2, 2, 1, 0, 1])
    found = verify_gradient(loss, slope, *given, trace=False)
    assert found.verdict == "sampled"
    assert len(shapes) > 4
    assert any(features == count for _, features, count in shapes)
    assert any(rows == 1 for rows, _, _ in shapes)
    assert {"all sizes equal", "one example", "huge parameters"} <= set(found.inputs_tried)


def test_sizes_that_hang_together_are_found() -> None:
    """Weights with one entry more than there are features are a bias; axes of equal size belong together."""
    sizes: set[tuple[int, ...]] = set()

    def biased(w: Any, X: Any) -> Any:
        off = X @ w[1:] + w[0]
        sizes.add((len(w), X.shape[1]))
        return np.sum(off**2)

    def slope(w: Any, X: Any) -> Any:
        off = X @ w[1:] + w[0]
        return 2 * np.append(off.sum(), X.T @ off)

    w, X = RNG.standard_normal(5), RNG.standard_normal((9, 4))
    assert verify_gradient(biased, slope, w, X, trace=False).verdict == "sampled"
    assert len(sizes) > 2
    assert all(weights == features + 1 for weights, features in sizes)


def test_a_second_example_tells_apart_what_coincides_in_the_first() -> None:
    """With a square example the batch axis is not known: a mean over the wrong axis shows at the other one."""
    off: Function = lambda w, X: 2 * X.T @ (X @ w) / len(w)  # noqa: E731 -- one line each
    loss: Function = lambda w, X: np.mean((X @ w) ** 2)  # noqa: E731 -- one line each
    w, square, tall = RNG.standard_normal(4), RNG.standard_normal((4, 4)), RNG.standard_normal((7, 4))
    assert verify_gradient(loss, off, w, square, generate=False, trace=False).verdict == "sampled"
    assert verify_gradient(loss, off, w, square, inputs=[(w, tall)], generate=False, trace=False).verdict == "refuted"


def label(found: Verification) -> str:
    """Return the label of a refuted gradient, or else the verdict."""
    return found.diagnosis.label if found.diagnosis is not None else found.verdict


def test_sizes_that_a_loss_needs_are_kept() -> None:
    """A loss of two entries is tried at two, one of four at four; one that takes all is wrong for three."""

    def by_valley(sign: float) -> Function:
        def slope(x: Any) -> Any:
            inner = x[1] - x[0] ** 2
            return np.array([-400 * x[0] * inner - sign * 2 * (1 - x[0]), 200 * inner])

        return slope

    valley: Function = lambda x: 100 * (x[1] - x[0] ** 2) ** 2 + (1 - x[0]) ** 2  # noqa: E731 -- one line each
    start = np.array([-1.2, 1.0])
    found = verify_gradient(valley, by_valley(1.0), start, trace=False)
    assert found.verdict == "sampled"
    assert any("uses only a part of them" in note for note in found.notes)
    assert label(verify_gradient(valley, by_valley(-1.0), start, trace=False)) == "term-sign"
    assert label(verify_gradient(lambda x: np.sum(x**2), lambda x: 2 * x[:2], start, trace=False)) == "shape"
    four: Function = lambda w: np.sum(np.tanh(w) * np.arange(4.0))  # noqa: E731 -- one line each
    by_four: Function = lambda w: (1 - np.tanh(w) ** 2) * np.arange(4.0)  # noqa: E731 -- one line each
    assert verify_gradient(four, by_four, RNG.standard_normal(4), trace=False).verdict == "sampled"


@pytest.mark.parametrize(
    ("target", "condition"),
    [([0.0, 1.0, 0.0], "t is one-hot"), ([0.2, 0.3, 0.5], "t is nonnegative with sum 1"), ([0.4, 0.6, 1.0], "")],
)
def test_the_target_of_one_example_sums_to_one(target: list[float], condition: str) -> None:
    """Softmax less target is the slope for such targets alone, and the proof says so; for others it is refuted."""
    surprise: Function = lambda W, x, t: -np.sum(t * np.log(probabilities(W @ x)))  # noqa: E731 -- one line each
    towards: Function = lambda W, x, t: np.outer(probabilities(W @ x) - t, x)  # noqa: E731 -- one line each
    W, x, t = np.random.default_rng(0).normal(size=(3, 4)), np.random.default_rng(1).normal(size=4), np.array(target)
    found = verify_gradient(surprise, towards, W, x, t)
    assert found.verdict == ("proved" if condition else "refuted")
    assert not condition or condition in found.conditions


def test_labels_of_which_one_is_positive_are_labels() -> None:
    """Here a single 1 is chance: a slope that is right for one positive label alone is wrong, in a column too."""
    X, y = np.random.default_rng(0).normal(size=(4, 3)), np.array([0.0, 1.0, 0.0, 0.0])
    right = verify_gradient(binary, lambda w, X, y: X.T @ (1 / (1 + np.exp(-X @ w)) - y) / len(y), np.ones(3), X, y)
    assert (right.verdict, right.conditions) == ("proved", ())
    lie: Function = lambda w, X, y: X.T @ (1 / (1 + np.exp(-X @ w)) - y / np.sum(y)) / len(y)  # noqa: E731 -- one line each
    assert verify_gradient(binary, lie, np.ones(3), X, y).verdict == "refuted"
    column = verify_gradient(binary, lie, np.ones((3, 1)), X, y[:, None], trace=False)
    assert column.verdict == "refuted"
