"""What callers hand to `verify_gradient`, what they get back, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest
from rich.console import Console
from scipy.optimize import rosen, rosen_der

import numeric
from derive.errors import DeriveError
from numeric.verify import (
    BadInputsError,
    Diagnosis,
    LossFailedError,
    NotCallableError,
    Verification,
    WrongGradientError,
    verify_gradient,
)
from tests.slips import POINT, W, X, Y, by_square, square

Function = Callable[..., Any]
RNG = np.random.default_rng(5)


def told(found: Verification) -> str:
    """Return the label and the place of a refuted gradient, or else the verdict."""
    if found.verdict != "refuted" or found.diagnosis is None:
        return found.verdict
    return f"{found.diagnosis.label} at {found.where}"


def negative(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient with the other sign."""
    return -by_square(w, X, y)


def test_a_proof_and_what_it_cost() -> None:
    """A right gradient is proved in few evaluations; without a proof agreement is called sampled, with a bound."""
    assert numeric.verify_gradient is verify_gradient
    found = verify_gradient(square, by_square, *POINT)
    assert (found.verdict, found.diagnosis, found.counterexample) == ("proved", None, None)
    assert 20 < found.evaluations <= 60
    assert found.raise_if_wrong() is found
    assert str(found).splitlines()[0] == "proved: the gradient is right, for every size and every input"
    seen = verify_gradient(square, by_square, *POINT, trace=False)
    assert seen.verdict == "sampled"
    assert seen.confidence.resolution < 1e-6
    assert seen.confidence.missed(1e-4) < 1e-6
    assert len(seen.inputs_tried) > 8


def test_the_counterexample_is_one() -> None:
    """At its inputs the gradient returns what is said, and it is not what is expected."""
    found = verify_gradient(square, negative, *POINT)
    assert found.counterexample is not None
    arguments = found.counterexample.inputs
    assert found.counterexample.got["w"] == pytest.approx(negative(*arguments))
    assert found.counterexample.expected["w"] == pytest.approx(by_square(*arguments), rel=1e-6)


def test_a_wrong_gradient_is_shown_alike_everywhere() -> None:
    """As an assertion error, as text, in rich and in a notebook."""
    found = verify_gradient(square, negative, *POINT, trace=False)
    with pytest.raises(WrongGradientError, match="the sign is flipped") as caught:
        _ = found.raise_if_wrong()
    assert isinstance(caught.value, AssertionError)
    assert "counterexample" in str(caught.value)
    console = Console(width=100)
    with console.capture() as shown:
        console.print(found)
    bundle = found._repr_mimebundle_()
    for text in (str(found), shown.get(), bundle["text/html"], bundle["text/plain"]):
        assert "refuted" in text
        assert "the sign is flipped" in text


def test_a_long_term_has_a_line_of_its_own() -> None:
    """The sentence can be read without it."""
    long = Verification("refuted", "probed", Diagnosis("other", "it is another function", "x" * 90))
    short = Verification("refuted", "probed", Diagnosis("other", "it is another function", "x"))
    assert ("in symbols", "x" * 90) in long.lines()
    assert ("diagnosis (other)", "it is another function; x") in short.lines()


class Layer(NamedTuple):
    """Parameters as a named tuple."""

    W: Any
    b: Any


@dataclass(frozen=True, slots=True)
class Scale:
    """Two numbers."""

    a: Any
    b: Any


@dataclass(frozen=True, slots=True)
class Named(Scale):
    """Two numbers with a label."""

    name: str = "scale"


NESTED = {"in": Layer(RNG.standard_normal((3, 4)), RNG.standard_normal(4)), "out": [RNG.standard_normal(4)]}


def deep(p: Any, X: Any, y: Any) -> Any:
    """Return the mean square of a network's residuals."""
    return np.mean((np.tanh(X @ p["in"].W + p["in"].b) @ p["out"][0] - y) ** 2)


def by_deep(sign: float) -> Function:
    """Return its gradient, with a sign at one bias."""

    def slope(p: Any, X: Any, y: Any) -> Any:
        a = np.tanh(X @ p["in"].W + p["in"].b)
        r = 2 * (a @ p["out"][0] - y) / len(y)
        g = np.outer(r, p["out"][0]) * (1 - a * a)
        return {"in": Layer(X.T @ g, sign * g.sum(0)), "out": [a.T @ r]}

    return slope


def both(times: float) -> Function:
    """Return a function of the value and the gradient, times a number."""
    return lambda *inputs: (square(*inputs), times * by_square(*inputs))


SINGLE = [a.astype(np.float32) for a in POINT]
ROSEN = np.array([0.3, -0.7, 1.1, 0.4])
FORMS: tuple[tuple[str, Function | None, Function | None, tuple[Any, ...]], ...] = (
    ("sampled", deep, by_deep(1.0), (NESTED, X, Y)),
    ("block-sign at in.b", deep, by_deep(-1.0), (NESTED, X, Y)),
    ("sampled", lambda p: p.a**2 * p.b, lambda p: Named(2 * p.a * p.b, p.a**2), (Named(1.5, -2.0),)),
    ("block-scale at b", lambda p: p.a**2 * p.b, lambda p: Named(2 * p.a * p.b, 3 * p.a**2), (Named(1.5, -2.0),)),
    ("sampled", None, both(1.0), POINT),
    ("sampled", both(1.0), None, POINT),
    ("sampled", square, both(1.0), POINT),
    ("scale:2 at params", None, both(2.0), POINT),
    ("sampled", rosen, rosen_der, (ROSEN,)),
    ("sign at x", rosen, lambda x: -rosen_der(x), (ROSEN,)),
    ("sampled", square, by_square, (*SINGLE,)),
    ("scale:2 at w", square, lambda *inputs: np.float32(2) * by_square(*inputs), (*SINGLE,)),
)


def test_forms_of_parameters_and_functions() -> None:
    """Nested dicts, lists, named tuples, dataclasses; pairs of value and gradient; functions as SciPy takes them."""
    found = [told(verify_gradient(loss, slope, *inputs, trace=False)) for _, loss, slope, inputs in FORMS]
    assert found == [wanted for wanted, *_ in FORMS]


def test_forms_that_are_proved() -> None:
    """Dataclasses of numbers, and a loss that returns both."""
    dataclass_of_numbers = lambda p: Scale(2 * p.a * p.b, p.a**2)  # noqa: E731 -- one line each
    assert verify_gradient(lambda p: p.a**2 * p.b, dataclass_of_numbers, Scale(1.5, -2.0)).verdict == "proved"
    assert verify_gradient(lambda w: (w @ w, 2 * w), None, W).verdict == "proved"


def test_further_inputs_are_tried() -> None:
    """A mistake that shows only at an input that is given, or at one of another size, is found there."""

    def wrong(w: Any, X: Any, y: Any) -> Any:
        return by_square(w, X, y) * (2 if abs(y[0]) > 1e6 else 1)

    def of_this_length(w: Any, X: Any, y: Any) -> Any:
        return by_square(w, X, y) * (1 if len(y) == len(Y) else 2)

    def verdict(slope: Function, **options: Any) -> str:
        return verify_gradient(square, slope, *POINT, trace=False, **options).verdict

    assert verdict(wrong) == "sampled"
    assert verdict(wrong, inputs=[(W, X, Y * 1e8)]) == "refuted"
    assert verdict(wrong, inputs=lambda rng: (W, X, Y + 1e8 * rng.random())) == "refuted"
    assert (verdict(of_this_length), verdict(of_this_length, generate=False)) == ("refuted", "sampled")


@pytest.mark.parametrize("size", [10, 30_000])
def test_a_gradient_that_passes_costs_few_evaluations(size: int) -> None:
    """However many parameters there are, sixty evaluations of the loss will do."""
    rng = np.random.default_rng(0)
    many = rng.standard_normal(size), rng.standard_normal((8, size)) / np.sqrt(size), rng.standard_normal(8)
    calls = 0

    def counted(w: Any, X: Any, y: Any) -> Any:
        nonlocal calls
        calls += 1
        return square(w, X, y)

    found = verify_gradient(counted, by_square, *many, trace=False)
    assert found.verdict == "sampled"
    assert found.evaluations == calls <= 60


def test_a_loss_that_changes_its_data_is_noted() -> None:
    """The numbers decide, and the note says what will go wrong elsewhere."""

    def centred(w: Any, X: Any) -> Any:
        np.subtract(X, X.mean(axis=0), out=X)
        return np.sum((X @ w) ** 2)

    found = verify_gradient(centred, lambda w, X: 2 * (Z := X - X.mean(0)).T @ (Z @ w), W, X)
    assert found.verdict == "sampled"
    assert "data X is another afterwards" in found.notes[0]
    assert verify_gradient(lambda w: w @ w, lambda w: 2 * w, W).notes == ()


def test_inputs_at_a_kink_are_outside_of_the_proof() -> None:
    """The first line does not promise every input, and where a kink is given, a note says so."""

    def lasso(w: Any, X: Any, y: Any, lam: float) -> Any:
        return square(w, X, y) + lam * np.abs(w).sum()

    def slope(w: Any, X: Any, y: Any, lam: float) -> Any:
        return by_square(w, X, y) + lam * np.sign(w)

    kinked = np.array([0.3, 0.0, 1.0]), X, Y, 0.1
    found = verify_gradient(lasso, slope, *kinked)
    assert str(found).startswith("proved: the gradient is right, for every size and every input that meets the cond")
    assert any("the proof is not about the inputs given" in note for note in found.notes)
    assert not verify_gradient(lasso, slope, W, X, Y, 0.1).notes
    wrong = lambda *inputs: slope(*inputs) + 3.0 * (inputs[0] == 0)  # noqa: E731 -- one line each
    assert verify_gradient(lasso, wrong, *kinked).verdict == "refuted"


REFUSED: tuple[tuple[Any, Any, tuple[Any, ...], type[Exception], str], ...] = (
    (lambda w: w @ w, None, (W,), NotCallableError, "NumPy does not differentiate by itself"),
    (lambda w: int(w @ w), lambda w: 2 * w, (W,), LossFailedError, "a whole number, which has no slope"),
    (lambda w: np.sum(w > 0), lambda w: 0 * w, (W,), LossFailedError, "a whole number, which has no slope"),
    (lambda _w: 0.0, lambda w: w, (np.zeros(0),), BadInputsError, "an empty array"),
    (lambda w: w @ w, lambda w: 2 * w, (np.arange(3),), BadInputsError, "an array of int64"),
    (lambda w: w @ w, lambda w: 2 * w, (W + 1j,), BadInputsError, "an array of complex128"),
    (lambda w: w["a"], lambda w: w, ({"a": "text"},), BadInputsError, "hold no floating-point number, but str"),
    (lambda _w: 1.0, lambda w: w, ([],), BadInputsError, "there are no parameters"),
    (square, by_square, ({}, X, Y), BadInputsError, "there are no parameters"),
    (square, 3, POINT, NotCallableError, ""),
    (None, None, POINT, NotCallableError, ""),
    (square, by_square, (W, X, Y[:3]), LossFailedError, ""),
    (lambda w, X, y: X @ w - y, by_square, POINT, LossFailedError, ""),
    (square, by_square, (W * np.nan, X, Y), LossFailedError, "its value is nan"),
    (square, lambda w: w, POINT, NotCallableError, "too many positional arguments"),
)


def test_what_cannot_be_verified_is_refused() -> None:
    """The reason is said, and a way out; it is no verdict."""
    for loss, slope, inputs, error, says in REFUSED:
        with pytest.raises(error) as refused:
            _ = verify_gradient(loss, slope, *inputs)
        assert says in str(refused.value)
        assert isinstance(refused.value, DeriveError)
        assert refused.value.way_out


def test_further_inputs_of_another_number_are_refused() -> None:
    """What stands for an example must be as many arguments."""
    with pytest.raises(BadInputsError, match="this is no tuple of 3 arguments"):
        _ = verify_gradient(square, by_square, *POINT, inputs=[(W, X)])
