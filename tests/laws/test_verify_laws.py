"""Laws of verification, over random losses, inputs and mistakes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.verify import verify_gradient
from numeric.verify.strategies import inputs
from tests import slips

pytestmark = pytest.mark.slow  # each example is a verification

SEEDS = st.integers(0, 2**31)


@given(inputs("w:D b: X:N,D y:N:01 lam=0.2", params=("w", "b")), SEEDS)
@settings(max_examples=30)
def test_a_right_gradient_is_never_refuted(point: tuple[Any, ...], seed: int) -> None:
    """Whatever the sizes, scales, ties and zeros are."""
    found = verify_gradient(slips.logistic, slips.by_logistic(), *point, seed=seed, trace=False)
    assert found.verdict != "refuted", str(found)


@given(st.integers(4, 12), st.integers(3, 6), SEEDS, st.sampled_from(slips.CLASSIFIER))
@settings(max_examples=40)
def test_a_diagnosis_is_right_or_not_given(examples: int, features: int, seed: int, slip: slips.Slip) -> None:
    """A wrong gradient is refuted from any input, and is called by its name or by none."""
    point = slips.logistic_inputs(np.random.default_rng(seed), examples, features)
    found = verify_gradient(slips.logistic, slip.slope, *point, seed=seed, trace=False)
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    labels = {slip.label, "chain-factor"} if slip.label == "large-z" else {slip.label}
    assert found.diagnosis is None or found.diagnosis.label in labels, f"{slip.name}: {found.diagnosis}"


@given(st.integers(2, 6), st.floats(-3, 3).filter(lambda c: abs(c - 1) > 1e-5), SEEDS)
@settings(max_examples=30)
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
@settings(max_examples=50)
def test_scale_and_offset_blame_nobody(seed: int, scale: float, offset: float) -> None:
    """The slope of a smooth function is not refuted at any scale, beside any constant; twice the slope never passes."""
    a, b, c, at = np.random.default_rng(seed).standard_normal(4)
    size, shift = 10.0**scale, 10.0**offset

    def loss(t: Any) -> Any:
        return size * (np.exp(a * t[0]) + np.sin(b + c * t[0])) + shift

    def slope(t: Any, times: float = 1.0) -> Any:
        return times * size * np.array([a * np.exp(a * t[0]) + c * np.cos(b + c * t[0])])

    start = np.array([at])
    assert verify_gradient(loss, slope, start, generate=False, trace=False).verdict in {"sampled", "undecided"}
    twice = verify_gradient(loss, lambda t: slope(t, 2.0), start, generate=False, trace=False)
    assert twice.verdict in {"refuted", "undecided"}


@given(SEEDS, st.floats(0.1, 5), st.floats(-0.9, 0.9))
@settings(max_examples=30)
def test_kinks_are_kinks(seed: int, height: float, between: float) -> None:
    """At a jump of the slope every slope between the two sides passes, and none outside."""
    a = float(np.random.default_rng(seed).standard_normal())

    def loss(t: Any) -> Any:
        return np.exp(a * t[0]) + height * np.abs(t[0])

    def verdict(slope: float) -> str:
        at_kink = lambda t: np.array([a * np.exp(a * t[0]) + height * (np.sign(t[0]) if t[0] else slope)])  # noqa: E731
        return verify_gradient(loss, at_kink, np.zeros(1), generate=False, trace=False).verdict

    assert verdict(between) == "sampled"
    assert [verdict(2 + between), verdict(between - 2)] == ["refuted", "refuted"]


TERMS = (
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


@pytest.mark.parametrize("number", range(len(TERMS)))
def test_a_term_that_is_lost_is_named(number: int) -> None:
    """Of two terms one has no share: a term, a penalty, or data that nothing else uses."""
    rng = np.random.default_rng(number)
    p, d = {"w": rng.standard_normal(3)}, {"X": rng.standard_normal((5, 3))}

    def loss(p: Any, d: Any) -> Any:
        return TERMS[number](p, d) + np.sum(np.exp(p["w"]))

    found = verify_gradient(loss, lambda p, _: {"w": np.exp(p["w"])}, p, d, trace=False)
    assert found.diagnosis is not None
    assert found.diagnosis.label in {"missing-term", "missing-input", "missing-reg"}, str(found)
