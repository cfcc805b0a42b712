"""What callers hand in besides plain arrays: dataclasses, losses that change data, and what cannot be verified."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from derive.errors import DeriveError
from numeric.verify import verify_gradient

RNG = np.random.default_rng(0)
X, Y, W = RNG.normal(size=(5, 3)), RNG.normal(size=5), RNG.normal(size=3)


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear model with a label."""

    w: Any
    b: Any
    name: str = "linear"

    def off(self, X: Any, y: Any) -> Any:
        """Return the residuals."""
        return X @ self.w + self.b - y


def loss(p: Linear, X: Any, y: Any) -> Any:
    """Return the mean square of the residuals."""
    return np.mean(p.off(X, y) ** 2)


def test_parameters_may_be_a_dataclass() -> None:
    """Its fields are the parameters; one that holds no number needs no gradient."""

    def slope(p: Linear, X: Any, y: Any) -> Linear:
        off = 2 * p.off(X, y) / len(y)
        return Linear(X.T @ off, off.sum())

    def bias_of_mean(p: Linear, X: Any, y: Any) -> Linear:
        off = 2 * p.off(X, y) / len(y)
        return Linear(X.T @ off, off.mean())

    assert verify_gradient(loss, slope, Linear(W, 0.4), X, Y).verdict == "sampled"
    wrong = verify_gradient(loss, bias_of_mean, Linear(W, 0.4), X, Y)
    assert wrong.diagnosis is not None
    assert (wrong.diagnosis.label, str(wrong.where)) == ("block-scale", "b")


def test_a_dataclass_of_numbers_alone_is_proved() -> None:
    """Tracing goes through its fields and methods."""

    @dataclass
    class Scale:
        a: float
        b: float

    found = verify_gradient(lambda p: p.a**2 * p.b, lambda p: Scale(2 * p.a * p.b, p.a**2), Scale(1.5, -2.0))
    assert found.verdict == "proved"


def test_a_loss_that_changes_its_data_is_noted() -> None:
    """The numbers decide, and the note says what will go wrong elsewhere."""

    def centred(w: Any, X: Any) -> Any:
        np.subtract(X, X.mean(axis=0), out=X)
        return np.sum((X @ w) ** 2)

    def slope(w: Any, X: Any) -> Any:
        Z = X - X.mean(axis=0)
        return 2 * Z.T @ (Z @ w)

    found = verify_gradient(centred, slope, W, X)
    assert found.verdict == "sampled"
    assert "data X is another afterwards" in found.notes[0]
    assert not any("afterwards" in note for note in verify_gradient(lambda w: w @ w, lambda w: 2 * w, W).notes)


@pytest.mark.parametrize(
    ("function", "slope", "params", "says"),
    [
        (lambda w: w @ w, None, W, "NumPy does not differentiate by itself"),
        (lambda w: int(w @ w), lambda w: 2 * w, W, "a whole number, which has no slope"),
        (lambda w: np.sum(w > 0), lambda w: 0 * w, W, "a whole number, which has no slope"),
        (lambda _w: 0.0, lambda w: w, np.zeros(0), "an empty array"),
        (lambda w: w @ w, lambda w: 2 * w, np.arange(3), "an array of int64"),
        (lambda w: w @ w, lambda w: 2 * w, W + 1j, "an array of complex128"),
        (lambda w: w["a"], lambda w: w, {"a": "text"}, "hold no floating-point number, but str"),
        (lambda _w: 1.0, lambda w: w, [], "there are no parameters"),
    ],
)
def test_what_cannot_be_verified_is_refused(function: Any, slope: Any, params: Any, says: str) -> None:
    """The reason is said, and a way out."""
    with pytest.raises(DeriveError, match=says) as refused:
        _ = verify_gradient(function, slope, params)
    assert refused.value.way_out


def test_a_loss_that_returns_both_needs_no_gradient() -> None:
    """The pair is what `jac=True` means to SciPy."""
    assert verify_gradient(lambda w: (w @ w, 2 * w), None, W).verdict == "proved"
