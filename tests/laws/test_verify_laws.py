"""Laws of verification, over random losses, inputs and mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.verify import ladder, verify_gradient
from numeric.verify.strategies import inputs, sizes
from numeric.verify.tape import UntapedError, flow, record
from tests import gradients

SEEDS = st.integers(0, 2**31)


@st.composite
def logistic_points(draw: st.DrawFn) -> tuple[Any, ...]:
    """Draw parameters and data of the penalised logistic loss, in awkward styles and sizes."""
    params, X, y, lam = draw(inputs("w:D b: X:N,D y:N:01 lam=0.2", params=("w", "b")))
    return params, {"X": X, "y": y, "lam": lam}


@given(logistic_points(), SEEDS)
@settings(max_examples=60)
def test_a_right_gradient_is_never_refuted(point: tuple[Any, ...], seed: int) -> None:
    """Whatever the sizes, scales, ties and zeros are."""
    found = verify_gradient(gradients.logistic, gradients.logistic_slope, *point, seed=seed, trace=False)
    assert found.verdict != "refuted", str(found)


@given(st.integers(4, 12), st.integers(3, 6), SEEDS, st.sampled_from(gradients.WRONG))
@settings(max_examples=40)
def test_a_diagnosis_is_right_or_not_given(examples: int, features: int, seed: int, wrong: gradients.Wrong) -> None:
    """A wrong gradient is refuted from any input, and is called by its name or by none."""
    point = gradients.logistic_inputs(np.random.default_rng(seed), examples, features)
    found = verify_gradient(gradients.logistic, wrong.slope, *point, seed=seed, trace=False)
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert found.diagnosis is None or found.diagnosis.label in wrong.labels, f"{wrong.name}: {found.diagnosis}"


@given(st.integers(2, 6), st.floats(-3, 3).filter(lambda c: abs(c - 1) > 1e-5), SEEDS)
@settings(max_examples=60)
def test_a_factor_is_noticed(size: int, factor: float, seed: int) -> None:
    """A gradient times any number but 1 is refuted."""
    rng = np.random.default_rng(seed)
    A, x = rng.standard_normal((size, size)), rng.standard_normal(size)

    def loss(x: Any, A: Any) -> Any:
        return np.sum(np.tanh(A @ x)) + x @ x

    def slope(x: Any, A: Any) -> Any:
        return factor * (A.T @ (1 - np.tanh(A @ x) ** 2) + 2 * x)

    assert verify_gradient(loss, slope, x, A, trace=False).verdict == "refuted"


@given(SEEDS, st.floats(-8, 8), st.floats(-8, 8))
@settings(max_examples=150)
def test_the_ladder_bounds_its_own_error(seed: int, scale: float, offset: float) -> None:
    """The slope of a smooth function is within ten times the error that is reported, at any scale and offset."""
    rng = np.random.default_rng(seed)
    a, b, c = rng.standard_normal(3)
    size, shift = 10.0**scale, 10.0**offset

    def path(t: float) -> Any:
        return np.float64(size * (np.exp(a * t) + np.sin(b + c * t)) + shift)

    middle = path(0.0)
    found = ladder.slope(path, middle, ladder.noise(path, middle, 2.2e-16), eps=2.2e-16)
    assert abs(found.value - size * (a + c * np.cos(b))) <= 10 * found.error
    assert not found.kink


@given(SEEDS, st.floats(0.1, 5))
def test_kinks_are_kinks(seed: int, height: float) -> None:
    """A jump of the slope at 0 is seen, with its size."""
    a = float(np.random.default_rng(seed).standard_normal())

    def path(t: float) -> Any:
        return np.float64(np.exp(a * t) + height * abs(t))

    found = ladder.slope(path, 1.0, 1e-16, eps=2.2e-16)
    assert found.kink
    assert np.isclose(found.jump, 2 * height, rtol=1e-5)


PROGRAMS = (
    lambda p, d: np.mean(np.logaddexp(0, d["X"] @ p["w"])) + np.linalg.norm(p["w"]),
    lambda p, d: np.sum(np.exp(-((d["X"] - p["w"]) ** 2))) / len(d["X"]),
    lambda p, d: np.log(np.sum(np.exp((d["X"] * p["w"]).sum(axis=1)))),
    lambda p, d: np.einsum("ij,j,i->", d["X"], np.tanh(p["w"]), d["X"] @ p["w"]),
    lambda p, d: np.var(np.maximum(d["X"] @ np.outer(p["w"], p["w"]), 0.1), axis=0).sum(),
    lambda p, _d: (np.concatenate([p["w"], p["w"][::-1]]) ** 3).reshape(2, -1).T.max(axis=1).sum(),
    lambda p, _d: np.sqrt(1 + np.abs(p["w"])).prod() / (1 + p["w"] @ p["w"]),
    lambda p, d: np.where(p["w"] > 0, p["w"] ** 2, -p["w"]).sum() + np.clip(d["X"] @ p["w"], -1, 1).mean(),
    lambda p, _d: np.linalg.slogdet(np.eye(len(p["w"])) + np.outer(p["w"], p["w"]))[1],
)


@given(st.sampled_from(PROGRAMS), sizes("ND"), SEEDS)
def test_the_record_differentiates(program: Any, size: dict[str, int], seed: int) -> None:
    """The gradient that flows through the record is that of the ladder."""
    rng = np.random.default_rng(seed)
    params, data = {"w": rng.standard_normal(size["D"])}, {"X": rng.standard_normal((size["N"], size["D"]))}
    try:
        result, leaves = record(program, params, lambda held: (held, data))
    except UntapedError as error:
        raise AssertionError(str(error)) from error
    slopes = flow(result, leaves).gradient["w"]
    direction = rng.standard_normal(size["D"])

    def path(t: float) -> Any:
        return np.float64(program({"w": params["w"] + t * direction}, data))

    middle = path(0.0)
    found = ladder.slope(path, middle, 1e-15 * (1 + abs(middle)), eps=2.2e-16)
    assert found.kink or abs(slopes @ direction - found.value) <= 10 * found.error + 1e-9 * np.abs(slopes).sum()
