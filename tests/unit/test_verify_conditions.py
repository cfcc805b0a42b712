"""A proof under conditions: the sentence says so, and inputs that do not meet them are named."""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric.verify import verify_gradient

RNG = np.random.default_rng(0)
X, Y = RNG.normal(size=(5, 3)), RNG.normal(size=5)


def lasso(w: Any, X: Any, y: Any, lam: float) -> Any:
    """Return a loss with a kink where an entry of w is zero."""
    return np.mean((X @ w - y) ** 2) + lam * np.abs(w).sum()


def slope(w: Any, X: Any, y: Any, lam: float) -> Any:
    """Return its gradient away from the kinks, and a subgradient at them."""
    return 2 * X.T @ (X @ w - y) / len(y) + lam * np.sign(w)


def test_a_proof_under_conditions_says_so() -> None:
    """The first line does not promise every input."""
    found = verify_gradient(lasso, slope, np.array([0.3, 0.2, 1.0]), X, Y, 0.1)
    assert found.verdict == "proved"
    assert str(found).startswith("proved: the gradient is right, for every size and every input that meets the cond")


def test_a_proof_without_conditions_promises_every_input() -> None:
    """There the sentence ends earlier."""
    found = verify_gradient(lambda w: w @ w, lambda w: 2 * w, np.ones(3))
    assert str(found).splitlines()[0] == "proved: the gradient is right, for every size and every input"


def test_inputs_at_a_kink_are_outside_of_the_proof() -> None:
    """The proof leaves kinks out, and where one is given, a note says so; elsewhere there is none."""
    found = verify_gradient(lasso, slope, np.array([0.3, 0.0, 1.0]), X, Y, 0.1)
    assert found.conditions
    assert any("the proof is not about the inputs given" in note for note in found.notes)
    assert not verify_gradient(lasso, slope, np.array([0.3, 0.2, 1.0]), X, Y, 0.1).notes


def test_a_wrong_choice_at_a_kink_is_refuted() -> None:
    """Beyond the one-sided slopes nothing agrees."""
    found = verify_gradient(
        lasso, lambda *inputs: slope(*inputs) + 3.0 * (inputs[0] == 0), np.array([0.3, 0.0, 1.0]), X, Y, 0.1
    )
    assert found.verdict == "refuted"
