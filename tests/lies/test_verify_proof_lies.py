"""What must not be proved: gradients that are right at the example alone, and code that is not what it looks like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from numeric.verify import verify_gradient
from tests.programs import SIGNS
from tests.slips import W, X, Y, binary, by_square, square

Function = Callable[..., Any]
OWN = default_rng(0)
KEPT = {"rngs": [OWN]}


def _in_place(w: Any, X: Any, y: Any) -> Any:
    y -= X @ w
    return -2 * X.T @ y / len(y)


def _row_loop(w: Any, X: Any, y: Any) -> Any:
    g = np.zeros(len(w))
    for i in range(len(y)):
        g = 2 * X[i] * (X[i] @ w - y[i])
    return g / len(y)


def _swallows(w: Any, X: Any, y: Any) -> Any:
    try:
        return by_square(w, X, y) * float(np.sign(abs(w[0]) + 1) + 1) / 2 * 3
    except Exception:  # noqa: BLE001 -- the lie is to swallow what ends the record
        return by_square(w, X, y)


def _times(asks: Callable[[Any, Any, Any], Any], other: float = 2.0) -> Function:
    """Return the right gradient, times another number where a question about the inputs is answered by yes."""
    return lambda w, X, y: by_square(w, X, y) * (other if asks(w, X, y) else 1.0)


WRONG: dict[str, tuple[str, Function]] = {
    "fewer than three rows": ("refuted", _times(lambda _w, _X, y: len(y) < 3)),
    "one row": ("refuted", _times(lambda _w, _X, y: len(y) == 1)),
    "a shape squeezed": ("refuted", _times(lambda _w, _X, y: np.squeeze(y).ndim == 0)),
    "square": ("refuted", lambda w, X, y: 2 * (X if X.shape[0] == X.shape[1] else X.T) @ (X @ w - y) / len(y)),
    "N - 1": ("refuted", lambda w, X, y: 2 * X.T @ (X @ w - y) / max(len(y) - 1, 1)),
    "first rows": ("refuted", lambda w, X, y: 2 * X[:3].T @ (X[:3] @ w - y[:3]) / len(y)),
    "a broadcast": ("refuted", lambda w, X, y: 2 * X.T @ ((X @ w)[:, None] - y[None, :]).mean(1) / len(y)),
    "the last row": ("refuted", _row_loop),
    "arrays only": ("refuted", _times(lambda w, _X, _y: isinstance(w, np.ndarray))),
    "an error swallowed": ("refuted", _swallows),
    "in place": ("refuted", _in_place),
    "a little noise": ("refuted", lambda *a: by_square(*a) + 1e-6 * default_rng().normal(size=3)),
    "large values": ("sampled", _times(lambda w, _X, _y: w.sum() > 100, 0.0)),
    "values as a list": ("sampled", _times(lambda w, _X, _y: sum(abs(v) for v in w.tolist()) > 100)),
    "many bytes": ("sampled", _times(lambda _w, X, _y: X.nbytes > 1_000_000)),
    "many rows": ("sampled", _times(lambda _w, _X, y: len(y) > 50)),
    "many rows, squared": ("sampled", _times(lambda _w, _X, y: len(y) * len(y) > 250_000)),
    "a remainder": ("sampled", _times(lambda _w, _X, y: len(y) % 5 == 0)),
}
"""What is said where the example alone is tried: at it, all but the last kinds agree."""


@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_that_the_example_does_not_show_is_not_proved(name: str) -> None:
    """Both ways of a question about sizes are followed, and what cannot be followed is not proved."""
    verdict, gradient = WRONG[name]
    assert verify_gradient(square, gradient, W, X, Y.copy(), generate=False).verdict == verdict


@pytest.mark.parametrize("name", ["fewer than three rows", "one row", "a shape squeezed", "square"])
def test_the_counterexample_has_the_shape_that_shows_it(name: str) -> None:
    """At its inputs the code gives what is told, and the derivative is what is expected."""
    gradient = WRONG[name][1]
    found = verify_gradient(square, gradient, W, X, Y, generate=False)
    assert found.counterexample is not None
    inputs = found.counterexample.inputs
    assert found.where is not None
    at = found.where.coordinates[0] if found.where.coordinates else ...
    assert np.allclose(gradient(*inputs)[at], found.counterexample.got)
    assert np.allclose(by_square(*inputs)[at], found.counterexample.expected)


class Model:
    """Keeps a generator of its own."""

    def __init__(self) -> None:
        """Make the generator."""
        self.rng = np.random.RandomState(0)

    def grad(self, w: Any) -> Any:
        """Return the gradient, and nothing random in the sum."""
        return 2 * w + 0 * self.rng.normal(size=3)


DRAWING: dict[str, Function] = {
    "a global generator": lambda w: 2 * w + 0 * OWN.normal(size=3),
    "a generator in a container": lambda w: 2 * w + 0 * KEPT["rngs"][0].normal(size=3),
    "a generator of an object": Model().grad,
    "default_rng by its module": lambda w: 2 * w + 0 * np.random.default_rng(0).normal(size=3),
    "default_rng by its name": lambda w: 2 * w + 0 * default_rng(0).normal(size=3),
    "RandomState": lambda w: 2 * w + 0 * np.random.RandomState(0).normal(size=3),
    "Generator": lambda w: 2 * w + 0 * np.random.Generator(np.random.PCG64(0)).normal(size=3),
    "the module's own": lambda w: 2 * w + 0 * np.random.randn(3),  # noqa: NPY002 -- it is what many still write
}


def test_what_is_drawn_is_not_proved() -> None:
    """Wherever the generator is kept: the numbers agree, and the reason is said."""
    found = {name: verify_gradient(lambda w: w @ w, draws, W, generate=False) for name, draws in DRAWING.items()}
    given = verify_gradient(lambda w, _: w @ w, lambda w, rng: 2 * w + 0 * rng.normal(size=3), W, OWN, generate=False)
    found["a generator among the data"] = given
    assert {name: one.verdict for name, one in found.items() if one.verdict != "sampled"} == {}
    assert [name for name, one in found.items() if "random numbers" not in "".join(one.notes)] == []
    assert np.random.default_rng is default_rng
    assert isinstance(np.random.RandomState(0), np.random.RandomState)


UNTRACED: dict[str, Function] = {
    "float": lambda w: np.array([2 * float(v) for v in w]),
    "item": lambda w: 2 * np.array([w[0].item(), w[1].item(), w[2].item()]),
    "sort": lambda w: 2 * np.sort(w)[np.argsort(np.argsort(w))],
    "cumsum": lambda w: np.diff(2 * np.cumsum(w), prepend=0.0),
    "steps": lambda w: 2 * np.concatenate([w[::-1]])[::-1],
}


@pytest.mark.parametrize("name", UNTRACED)
def test_what_cannot_be_followed_is_sampled(name: str) -> None:
    """A right gradient agrees, is not proved, and a note says where the record ends; a wrong one is refuted."""
    gradient = UNTRACED[name]
    found = verify_gradient(lambda w: w @ w, gradient, W, generate=False)
    assert found.verdict == "sampled"
    assert any(note.startswith("not proved: ") for note in found.notes)
    assert not found.confidence.proved
    assert verify_gradient(lambda w: w @ w, lambda w: 1.01 * gradient(w), W, generate=False).verdict == "refuted"


def two_ways(w: Any, X: Any, y: Any) -> Any:
    """Return the logistic loss by a choice of the form that does not overflow."""
    z = X @ w
    return np.mean(np.where(z > 0, z + np.log1p(np.exp(-z)), np.log1p(np.exp(z))) - y * z)


@pytest.mark.parametrize("loss", [binary, two_ways])
def test_an_overflow_is_not_proved(loss: Function) -> None:
    """What is right in exact arithmetic, but no number at large logits that the loss avoids, is refuted."""

    def careless(w: Any, X: Any, y: Any) -> Any:
        e = np.exp(X @ w)
        return X.T @ (e / (1 + e) - y) / len(y)

    found = verify_gradient(loss, careless, W, X, (Y > 0) * 1.0)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", "overflow")
    # Where no large input is tried, the code is run at one all the same before anything is proved.
    assert verify_gradient(loss, careless, W, X, (Y > 0) * 1.0, generate=False).verdict == "sampled"


@pytest.mark.parametrize(("at_kink", "verdict"), [(0.5, "proved"), (2.0, "sampled"), (-1.0, "sampled")])
def test_a_value_at_a_kink_must_lie_between_its_sides(at_kink: float, verdict: str) -> None:
    """Any subgradient will do, and nothing else is proved."""

    def gradient(w: Any, X: Any, y: Any) -> Any:
        m = 1 - y * (X @ w)
        return -X.T @ (y * ((m > 0) + at_kink * (m == 0)))

    loss: Function = lambda w, X, y: np.sum(np.maximum(0, 1 - y * (X @ w)))  # noqa: E731 -- one line each
    assert verify_gradient(loss, gradient, W, X, SIGNS, generate=False).verdict == verdict


def test_axes_that_happen_to_be_equal_are_not_one() -> None:
    """A transposed product is wrong though the example is square; what needs a square matrix is proved for these."""
    A, b = X[:3], Y[:3]
    assert verify_gradient(square, lambda w, X, y: 2 * X @ (X @ w - y) / len(y), W, A, b).verdict == "refuted"
    loss: Function = lambda w, A, b: 0.5 * w @ A @ w - b @ w  # noqa: E731 -- one line each
    found = verify_gradient(loss, lambda w, A, b: 0.5 * (A + A.T) @ w - b, W, A, b)
    assert (found.verdict, found.conditions) == ("proved", ("A is square",))


BROKEN: tuple[Function, ...] = (
    *(lambda *_: None, lambda *_: "gradient", lambda w, *_: {"v": w}, lambda w, *_: w @ w),
    *(lambda *_: np.linalg.eigh(np.eye(3)), lambda *_: 1 / 0, lambda w, *_: w[10], lambda w, *_: w.reshape(3, 7)),
)


def test_a_broken_gradient_raises_nothing() -> None:
    """Whatever the code does, the answer is a verdict, and what was there before is there after it."""
    before = np.zeros, np.asarray, len, globals().get("len")
    found = [verify_gradient(square, gradient, W, X, Y) for gradient in BROKEN]
    assert [one.verdict for one in found] == ["refuted"] * 8
    assert [one.diagnosis and one.diagnosis.label for one in found] == ["shape"] * 5 + ["raises"] * 3
    assert (np.zeros, np.asarray, len, globals().get("len")) == before
    assert "float" not in globals()
