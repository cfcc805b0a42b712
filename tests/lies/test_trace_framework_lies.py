"""What tracing of JAX and torch must not prove: programs that ask for their shapes, or that these read alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from derive import Limits
from numeric.verify.trace import Traced, prove_gradient

RNG = np.random.default_rng(0)
ROWS, WEIGHTS, TARGETS = RNG.standard_normal((6, 4)), RNG.standard_normal(4), RNG.standard_normal(6)


def _loss(w: Any, X: Any, y: Any) -> Any:
    return ((X @ w - y) ** 2).mean()


def _right(w: Any, X: Any, y: Any) -> Any:
    return 2 * X.T @ (X @ w - y) / X.shape[0]


WRONG: dict[str, Callable[..., Any]] = {
    "square": lambda w, X, y: _right(w, X, y) * (2 if X.shape[0] == X.shape[1] else 1),
    "a shape": lambda w, X, y: _right(w, X, y) * (2 if tuple(X.shape) == (5, 5) else 1),
    "a single row": lambda w, X, y: _right(w, X, y) * (2 if X.shape[0] == 1 else 1),
    "a number": lambda w, X, y: _right(w, X, y) * (2 if X.shape[0] == 17 else 1),
    "many rows": lambda w, X, y: _right(w, X, y) * (2 if X.shape[0] > 100 else 1),
    "a set": lambda w, X, y: _right(w, X, y) * (2 if X.shape[0] in {17, 18} else 1),
    "a table": lambda w, X, y: _right(w, X, y) * {17: 2}.get(X.shape[0], 1),
    "a remainder": lambda w, X, y: _right(w, X, y) * (2 if X.shape[0] % 7 == 0 else 1),
    "the first rows": lambda w, X, y: _right(w, X[:6], y[:6]),
    "all squeezed": lambda w, X, y: _right(w, X, y).squeeze() * 1,
}


@pytest.mark.parametrize("jitted", [False, True], ids=["plain", "jitted"])
@pytest.mark.parametrize("name", WRONG)
def test_jax_code_that_asks_for_its_shape_is_not_proved_right(name: str, jitted: bool) -> None:  # noqa: FBT001 -- a parameter of the test
    """Both ways of a question are followed, or tracing ends; nothing is proved of sizes that were not looked at."""
    jax = pytest.importorskip("jax")
    gradient = jax.jit(WRONG[name]) if jitted else WRONG[name]
    arguments = [jax.numpy.asarray(array) for array in (WEIGHTS, ROWS, TARGETS)]
    result = prove_gradient(_loss, gradient, *arguments, limits=Limits(seconds=30))
    assert result.verdict in {"refuted", "undecided", "sampled"}


@pytest.mark.parametrize("name", WRONG)
def test_torch_code_that_asks_for_its_shape_is_not_proved_right(name: str) -> None:
    """The same for torch, which keeps what it took for granted."""
    torch = pytest.importorskip("torch")
    arguments = [torch.tensor(array) for array in (WEIGHTS, ROWS, TARGETS)]
    _is_honest(name, prove_gradient(_loss, WRONG[name], *arguments, limits=Limits(seconds=30)))


EXCLUDED = {
    "a shape": "N != 5",
    "a single row": "N > 1",
    "a number": "N != 17",
    "many rows": "N <= 100",
    "the first rows": "X has length 6",
    "all squeezed": "D > 1",
}
"""The condition without which the proof would be wrong."""


def _is_honest(name: str, result: Traced) -> None:
    """Assert that nothing was proved, unless on a condition that excludes the wrong case."""
    if result.verdict == "proved":
        assert any(words.startswith(EXCLUDED[name]) for words in result.conditions)
    if result.verdict == "sampled":
        assert result.method.startswith("exact at N=")


def test_counts_that_are_not_negative_in_the_example_are_a_condition() -> None:
    """JAX code may ask for the sign of whole numbers; that the example has none below 0 is said."""
    jax = pytest.importorskip("jax")
    counts = jax.numpy.array([0, 2, 1, 1, 0, 3])

    def gradient(w: Any, X: Any, y: Any) -> Any:
        return _right(w, X, y) * jax.numpy.where(y < 0, 2.0, 1.0).prod()

    arguments = (jax.numpy.asarray(WEIGHTS), jax.numpy.asarray(ROWS), counts)
    result = prove_gradient(_loss, gradient, *arguments, limits=Limits(seconds=30))
    assert result.verdict != "proved" or "y >= 0 (as in the example)" in result.conditions
