"""`verify_gradient`: right gradients pass, wrong ones are refuted and named, whatever the form they come in."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import numeric
from numeric.verify import (
    BadInputsError,
    Diagnosis,
    LossFailedError,
    NotCallableError,
    Verification,
    WrongGradientError,
    verify_gradient,
)
from tests import gradients

RNG = np.random.default_rng(5)
X, Y, W = RNG.standard_normal((9, 3)), RNG.standard_normal(9), RNG.standard_normal(3)


def loss(w: Any, X: Any, y: Any) -> Any:
    """Return the mean square of the residuals."""
    return np.mean((X @ w - y) ** 2)


def slope(w: Any, X: Any, y: Any) -> Any:
    """Return the gradient of it."""
    return 2 * X.T @ (X @ w - y) / len(y)


class Layer(NamedTuple):
    """Parameters as a named tuple."""

    W: Any
    b: Any


def test_it_is_a_name_of_numeric() -> None:
    """The function is found where the lectures' functions are."""
    assert numeric.verify_gradient is verify_gradient


def test_a_right_gradient_is_proved() -> None:
    """A gradient that can be traced is proved, and the verification says by how many evaluations."""
    found = verify_gradient(loss, slope, W, X, Y)
    assert found.verdict == "proved"
    assert found.diagnosis is None
    assert found.counterexample is None
    assert 20 < found.evaluations <= 60
    assert found.raise_if_wrong() is found


def test_without_tracing_it_is_sampled() -> None:
    """Agreement is no proof, and is not called one."""
    found = verify_gradient(loss, slope, W, X, Y, trace=False)
    assert found.verdict == "sampled"
    assert found.confidence.resolution < 1e-6
    assert found.confidence.missed(1e-4) < 1e-6
    assert len(found.inputs_tried) > 8


@pytest.mark.parametrize("wrong", gradients.WRONG, ids=lambda w: w.name)
def test_wrong_gradients_are_refuted_and_named(wrong: gradients.Wrong) -> None:
    """Each mistake is found from one input, and called by its name."""
    params, data = gradients.logistic_inputs(np.random.default_rng(1))
    found = verify_gradient(gradients.logistic, wrong.slope, params, data, trace=False)
    assert found.verdict == "refuted"
    assert found.diagnosis is not None
    assert found.diagnosis.label in wrong.labels
    assert found.counterexample is not None


def test_the_counterexample_is_one() -> None:
    """At the inputs of the counterexample the gradient returns what is said, and it is not what is expected."""
    found = verify_gradient(loss, lambda w, X, y: -slope(w, X, y), W, X, Y)
    assert found.counterexample is not None
    arguments = found.counterexample.inputs
    assert found.counterexample.got["w"] == pytest.approx(-slope(*arguments))
    assert found.counterexample.expected["w"] == pytest.approx(slope(*arguments), rel=1e-6)


def test_the_wrong_coordinate_is_located() -> None:
    """A single wrong coordinate is named, in the parameter and in the array."""
    params, data = gradients.logistic_inputs(np.random.default_rng(1))
    wrong = next(w for w in gradients.WRONG if w.name == "one coordinate")
    found = verify_gradient(gradients.logistic, wrong.slope, params, data, trace=False)
    assert found.where is not None
    assert found.where.parameter == "w"
    assert found.where.coordinates == ((2,),)


def test_the_term_is_shown_in_symbols() -> None:
    """Where the code can be traced, the sentence has what the gradient has too much."""
    found = verify_gradient(loss, lambda w, X, y: slope(w, X, y) + w, W, X, Y)
    assert found.diagnosis is not None
    assert "has w[" in found.diagnosis.term


def test_a_long_term_has_a_line_of_its_own() -> None:
    """The sentence can be read without it."""
    long = Verification("refuted", "probed", Diagnosis("other", "it is another function", "x" * 90))
    short = Verification("refuted", "probed", Diagnosis("other", "it is another function", "x"))
    assert ("in symbols", "x" * 90) in long.lines()
    assert ("diagnosis (other)", "it is another function; x") in short.lines()


def test_nested_parameters() -> None:
    """Dicts, lists and named tuples of arrays are read and named."""
    params = {"in": Layer(RNG.standard_normal((3, 4)), RNG.standard_normal(4)), "out": [RNG.standard_normal(4)]}

    def deep(p: Any, X: Any, y: Any) -> Any:
        return np.mean((np.tanh(X @ p["in"].W + p["in"].b) @ p["out"][0] - y) ** 2)

    def back(p: Any, X: Any, y: Any, *, sign: float = 1.0) -> Any:
        a = np.tanh(X @ p["in"].W + p["in"].b)
        r = 2 * (a @ p["out"][0] - y) / len(y)
        g = np.outer(r, p["out"][0]) * (1 - a * a)
        return {"in": Layer(X.T @ g, sign * g.sum(0)), "out": [a.T @ r]}

    assert verify_gradient(deep, back, params, X, Y, trace=False).verdict == "sampled"
    found = verify_gradient(deep, lambda p, X, y: back(p, X, y, sign=-1.0), params, X, Y, trace=False)
    assert found.diagnosis is not None
    assert found.diagnosis.label == "block-sign"
    assert found.where is not None
    assert found.where.parameter == "in.b"


def test_value_and_gradient_in_one_function() -> None:
    """A function that returns both is verified against its own value, as the gradient or as the loss."""

    def both(w: Any, X: Any, y: Any) -> Any:
        return loss(w, X, y), slope(w, X, y)

    def wrong(w: Any, X: Any, y: Any) -> Any:
        return loss(w, X, y), 2 * slope(w, X, y)

    assert verify_gradient(None, both, W, X, Y, trace=False).verdict == "sampled"
    assert verify_gradient(both, None, W, X, Y, trace=False).verdict == "sampled"
    assert verify_gradient(loss, both, W, X, Y, trace=False).verdict == "sampled"
    found = verify_gradient(None, wrong, W, X, Y, trace=False)
    assert found.diagnosis is not None
    assert found.diagnosis.label == "scale:2"


def test_flat_functions_as_scipy_takes_them() -> None:
    """SciPy's own test function and its derivative pass as they are."""
    from scipy.optimize import rosen, rosen_der  # noqa: PLC0415 -- only this test needs SciPy

    x = np.array([0.3, -0.7, 1.1, 0.4])
    assert verify_gradient(rosen, rosen_der, x, trace=False).verdict == "sampled"
    found = verify_gradient(rosen, lambda x: -rosen_der(x), x, trace=False)
    assert found.diagnosis is not None
    assert found.diagnosis.label == "sign"


def test_single_precision_is_judged_as_such() -> None:
    """A gradient in single precision of parameters in single precision is right, and a wrong one still is not."""
    single = [a.astype(np.float32) for a in (W, X, Y)]
    assert verify_gradient(loss, slope, *single, trace=False).verdict == "sampled"
    found = verify_gradient(loss, lambda w, X, y: np.float32(2) * slope(w, X, y), *single, trace=False)
    assert found.diagnosis is not None
    assert found.diagnosis.label == "scale:2"


def test_further_inputs_are_tried() -> None:
    """A mistake that shows only at an input that is given is found there."""

    def wrong(w: Any, X: Any, y: Any) -> Any:
        return slope(w, X, y) * (2 if abs(y[0]) > 1e6 else 1)

    other = (W, X, Y * 1e8)
    assert verify_gradient(loss, wrong, W, X, Y, trace=False).verdict == "sampled"
    assert verify_gradient(loss, wrong, W, X, Y, inputs=[other], trace=False).verdict == "refuted"
    made = verify_gradient(loss, wrong, W, X, Y, inputs=lambda rng: (W, X, Y + 1e8 * rng.random()), trace=False)
    assert made.verdict == "refuted"


def test_only_the_inputs_given() -> None:
    """With `generate` off, a gradient that is right at what is given passes."""

    def positive_only(w: Any, X: Any, y: Any) -> Any:
        return slope(w, X, y) * (1 if len(y) == len(Y) else 2)

    assert verify_gradient(loss, positive_only, W, X, Y, trace=False).verdict == "refuted"
    assert verify_gradient(loss, positive_only, W, X, Y, generate=False, trace=False).verdict == "sampled"


@pytest.mark.parametrize("size", [10, 1000, 30_000])
def test_a_gradient_that_passes_costs_few_evaluations(size: int) -> None:
    """However many parameters there are, sixty evaluations of the loss will do."""
    rng = np.random.default_rng(0)
    many, data, y = rng.standard_normal(size), rng.standard_normal((8, size)) / np.sqrt(size), rng.standard_normal(8)
    calls = 0

    def counted(w: Any, X: Any, y: Any) -> Any:
        nonlocal calls
        calls += 1
        return loss(w, X, y)

    found = verify_gradient(counted, slope, many, data, y, trace=False)
    assert found.verdict == "sampled"
    assert found.evaluations == calls <= 60


@pytest.mark.parametrize(("size", "at"), [(4, 1), (10, 3), (24, 0), (30, 29), (100, 52), (1000, 171), (30_000, 21_415)])
def test_one_wrong_coordinate_among_many(size: int, at: int) -> None:
    """One coordinate, off by a ten-thousandth, is found and located in few evaluations, however many there are."""
    rng = np.random.default_rng(0)
    many, data, y = rng.standard_normal(size), rng.standard_normal((8, size)) / np.sqrt(size), rng.standard_normal(8)

    def wrong(w: Any, X: Any, y: Any) -> Any:
        g = slope(w, X, y)
        g[at % len(g)] *= 1 + 1e-4
        return g

    found = verify_gradient(loss, wrong, many, data, y, trace=False)
    assert found.where is not None
    assert found.where.coordinates == ((at,),)
    assert found.diagnosis is not None
    assert found.diagnosis.label == "one-coord"
    assert found.evaluations <= 350


def test_the_message_of_a_wrong_gradient() -> None:
    """`raise_if_wrong` raises an assertion error whose text is the whole report."""
    found = verify_gradient(loss, lambda w, X, y: -slope(w, X, y), W, X, Y, trace=False)
    with pytest.raises(WrongGradientError, match="the sign is flipped") as caught:
        _ = found.raise_if_wrong()
    assert isinstance(caught.value, AssertionError)
    assert "counterexample" in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((loss, slope, np.array([1, 2, 3]), X, Y), BadInputsError),
        ((loss, slope, {}, X, Y), BadInputsError),
        ((loss, 3, W, X, Y), NotCallableError),
        ((None, None, W, X, Y), NotCallableError),
        ((loss, slope, W, X, Y[:3]), LossFailedError),
        ((lambda w, X, y: X @ w - y, slope, W, X, Y), LossFailedError),
        ((loss, slope, W * np.nan, X, Y), LossFailedError),
    ],
)
def test_mistakes_of_the_caller(arguments: Any, error: type[Exception]) -> None:
    """What cannot be verified is an error of ours, with a reason and a way out, and no verdict."""
    with pytest.raises(error):
        _ = verify_gradient(*arguments)


def test_a_gradient_of_another_shape() -> None:
    """A gradient that raises or has another shape is refuted, with a sentence."""
    shaped = verify_gradient(loss, lambda w, X, y: slope(w, X, y)[:, None], W, X, Y)
    assert shaped.diagnosis is not None
    assert shaped.diagnosis.label == "shape"
    raising = verify_gradient(loss, lambda w, _X, _y: w[7], W, X, Y)
    assert raising.diagnosis is not None
    assert raising.diagnosis.label == "raises"
    assert "IndexError" in str(raising)


def test_displays() -> None:
    """Text, rich and a notebook show the same verdict."""
    from rich.console import Console  # noqa: PLC0415 -- only this test needs rich

    found = verify_gradient(loss, lambda w, X, y: -slope(w, X, y), W, X, Y, trace=False)
    console = Console(width=100)
    with console.capture() as shown:
        console.print(found)
    bundle = found._repr_mimebundle_()
    for text in (str(found), shown.get(), bundle["text/html"], bundle["text/plain"]):
        assert "refuted" in text
        assert "the sign is flipped" in text
