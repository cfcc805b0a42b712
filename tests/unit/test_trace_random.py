"""Code that draws random numbers: it is not traced, and the process lives to say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from numeric.verify import verify_gradient
from numeric.verify.trace import prove_gradient

OWN = default_rng(0)
KEPT = {"rngs": [OWN]}
W = np.array([0.5, -1.0, 2.0])


def loss(w: Any) -> Any:
    """Return the square of the length."""
    return w @ w


class Model:
    """Keeps a generator of its own."""

    def __init__(self) -> None:
        """Make the generator."""
        self.rng = np.random.RandomState(0)

    def grad(self, w: Any) -> Any:
        """Return the gradient, and nothing random in the sum."""
        return 2 * w + 0 * self.rng.normal(size=3)


DRAWING: dict[str, Callable[[Any], Any]] = {
    "a global generator": lambda w: 2 * w + 0 * OWN.normal(size=3),
    "a generator in a container": lambda w: 2 * w + 0 * KEPT["rngs"][0].normal(size=3),
    "a generator of an object": Model().grad,
    "default_rng by its module": lambda w: 2 * w + 0 * np.random.default_rng(0).normal(size=3),
    "default_rng by its name": lambda w: 2 * w + 0 * default_rng(0).normal(size=3),
    "RandomState": lambda w: 2 * w + 0 * np.random.RandomState(0).normal(size=3),
    "Generator": lambda w: 2 * w + 0 * np.random.Generator(np.random.PCG64(0)).normal(size=3),
    "the module's own": lambda w: 2 * w + 0 * np.random.randn(3),  # noqa: NPY002 -- it is what many still write
}


@pytest.mark.parametrize("name", DRAWING)
def test_a_drawn_number_ends_tracing(name: str) -> None:
    """Nothing is proved, and the reason is said."""
    traced = prove_gradient(loss, DRAWING[name], W)
    assert traced.verdict == "undecided"
    assert "random numbers are not traced" in traced.reason


def test_a_generator_among_the_data_ends_tracing() -> None:
    """The same where the generator is an argument."""
    traced = prove_gradient(lambda w, rng: w @ w, lambda w, rng: 2 * w + 0 * rng.normal(size=3), W, OWN)  # noqa: ARG005 -- the loss takes it too
    assert "random numbers are not traced" in traced.reason


def test_a_random_gradient_is_refuted() -> None:
    """A gradient that draws is another at each call."""
    found = verify_gradient(loss, lambda w: 2 * w + 1e-3 * OWN.normal(size=np.shape(w)), W)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", "nondeterministic")


def test_generators_are_made_as_before_afterwards() -> None:
    """What stands in for NumPy's functions is gone after tracing."""
    _ = prove_gradient(loss, lambda w: 2 * w, W)
    assert isinstance(np.random.RandomState(0), np.random.RandomState)
    assert np.random.default_rng is default_rng
