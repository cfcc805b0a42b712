"""Laws of verification over random programs, inputs and mistakes: nothing right is refuted, no lie is proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.differences import agrees, gradient
from numeric.verify import verify_gradient
from numeric.verify.strategies import inputs
from tests import slips

pytestmark = pytest.mark.slow  # each example is a verification

Function = Callable[..., Any]
SEEDS = st.integers(0, 2**32 - 1)
Step = tuple[str, Function, Function]
"""A function of a matrix, and what takes the slope of its result back to that of its argument."""


def _each(name: str, function: Function, slope: Function) -> Step:
    return name, function, lambda M, G: G * slope(M)


def _softmax(M: Any) -> Any:
    grown = np.exp(M - M.max(1, keepdims=True))
    return grown / grown.sum(1)[:, None]


def _length(M: Any) -> Any:
    return np.sqrt(1 + (M**2).sum(axis=1, keepdims=True))


def _by_softmax(M: Any, G: Any) -> Any:
    shares = _softmax(M)
    return shares * (G - (G * shares).sum(1, keepdims=True))


STEPS: tuple[Step, ...] = (
    _each("exp", lambda a: np.exp(0.1 * a), lambda a: 0.1 * np.exp(0.1 * a)),
    _each("tanh", np.tanh, lambda a: 1 - np.tanh(a) ** 2),
    _each("square", np.square, lambda a: 2 * a),
    _each("softplus", lambda a: np.logaddexp(0, a), lambda a: 1 / (1 + np.exp(-a))),
    _each("stable", lambda a: np.maximum(a, 0) + np.log1p(np.exp(-np.abs(a))), lambda a: 1 / (1 + np.exp(-a))),
    _each("abs", np.abs, np.sign),
    _each("relu", lambda a: np.maximum(a, 0), lambda a: (a > 0) * 1.0),
    _each("clip", lambda a: np.clip(a, -1, 2), lambda a: (a > -1) * (a < 2) * 1.0),
    _each("where", lambda a: np.where(a > 0.5, a, 2 * a - 0.5), lambda a: np.where(a > 0.5, 1.0, 2.0)),
    _each("root", lambda a: np.sqrt(1 + a**2), lambda a: a / np.sqrt(1 + a**2)),
    _each("halves", lambda a: a / 2 - 0.25, lambda _: 0.5),
    ("centre", lambda M: M - M.mean(axis=0), lambda _, G: G - G.mean(axis=0)),
    ("softmax", _softmax, _by_softmax),
    (
        "normalise",
        lambda M: M / _length(M),
        lambda M, G: G / _length(M) - M * (G * M).sum(1)[:, None] / _length(M) ** 3,
    ),
    ("gram", lambda M: M @ (M.T @ M) / M.shape[0], lambda M, G: (G @ M.T @ M + M @ G.T @ M + M @ M.T @ G) / len(M)),
    ("twice transposed", lambda M: M.T.T, lambda _, G: G),
    ("folded", lambda M: M.reshape(-1).reshape(M.shape), lambda _, G: G),
    ("side by side", lambda M: np.hstack([M, M**2])[:, : M.shape[1]], lambda _, G: G),
    ("ones", lambda M: np.c_[np.ones(len(M)), M][:, 1:], lambda _, G: G),
    ("einsum", lambda M: np.einsum("nd,md->nm", M, M) @ M, lambda M, G: G @ M.T @ M + M @ (G.T @ M) + M @ M.T @ G),
)


def _by_first(M: Any) -> Any:
    G = np.zeros_like(M)
    G[:, 0] = 1
    G[:, 1:] = 1 / (M.shape[0] * (M.shape[1] - 1))
    return G


ENDS: tuple[tuple[str, Function, Function], ...] = (
    ("sum", lambda M: M.sum(), np.ones_like),
    ("mean of rows", lambda M: M.sum(axis=1).mean(), lambda M: np.ones_like(M) / len(M)),
    ("variance", lambda M: M.var(), lambda M: 2 * (M - M.mean()) / M.size),
    ("norm", lambda M: np.linalg.norm(M + 0.5), lambda M: (M + 0.5) / np.linalg.norm(M + 0.5)),
    ("first column", lambda M: M[:, 0].sum() + M[:, 1:].mean(), _by_first),
    ("trace", lambda M: np.trace(M.T @ M), lambda M: 2 * M),
    ("log-sum-exp", lambda M: np.log(np.exp(M).sum(axis=-1)).sum() / M.size, lambda M: _softmax(M) / M.size),
)


@st.composite
def programs(draw: st.DrawFn, longest: int = 2) -> tuple[Function, Function, str]:
    """Return a loss of W and X, some steps on X W and an end, with its gradient and its name."""
    steps = draw(st.lists(st.sampled_from(STEPS), max_size=longest))
    end, value, slope = draw(st.sampled_from(ENDS))

    def loss(W: Any, X: Any) -> Any:
        held = X @ W
        for _, step, _ in steps:
            held = step(held)
        return value(held)

    def grad(W: Any, X: Any) -> Any:
        held = [X @ W]
        for _, step, _ in steps:
            held.append(step(held[-1]))
        flow = slope(held[-1])
        for (_, _, back), at in zip(reversed(steps), reversed(held[:-1]), strict=True):
            flow = back(at, flow)
        return X.T @ flow

    return loss, grad, " -> ".join([*(step[0] for step in steps), end])


@given(programs(), st.integers(2, 4), st.integers(2, 3), st.integers(2, 3), SEEDS)
@settings(max_examples=8)
def test_what_is_proved_is_what_differences_see(
    program: tuple[Function, Function, str], N: int, D: int, K: int, seed: int
) -> None:
    """A right gradient is not blamed; where it is proved, estimates from values of the loss agree, at any sizes."""
    loss, grad, name = program
    rng = np.random.default_rng(seed)
    W, X = 0.5 * rng.standard_normal((D, K)), rng.standard_normal((N, D))
    found = verify_gradient(loss, grad, W, X, generate=False)
    assert found.verdict in {"proved", "sampled"}, name
    if found.verdict == "proved":
        assert agrees(grad(W, X), gradient(lambda V: loss(V, X), W)).state != "wrong", name


@given(
    programs(longest=1),
    st.sampled_from([("sign", -1.0), ("scale:2", 2.0), ("scale:1/2", 0.5)]),
    SEEDS,
)
@settings(max_examples=12)
def test_a_lie_is_never_proved(program: tuple[Function, Function, str], lie: tuple[str, float], seed: int) -> None:
    """A multiple is refuted and called one, where there is a slope; one that the example hides is not proved."""
    loss, grad, name = program
    label, times = lie
    rng = np.random.default_rng(seed)
    W, X = 0.5 * rng.standard_normal((2, 3)), rng.standard_normal((4, 2))
    found = verify_gradient(loss, lambda *inputs: times * grad(*inputs), W, X, trace=False, generate=False)
    flat = np.abs(grad(W, X)).max() < 1e-6
    assert flat or (found.verdict, found.diagnosis and found.diagnosis.label) == ("refuted", label), name
    at = float(W.sum())
    hidden = verify_gradient(loss, lambda W, X: grad(W, X) + (W.sum() - at) * W, W, X, generate=False)
    assert hidden.verdict != "proved", name


KEYS = (np.s_[0], np.s_[-1], np.s_[1:], np.s_[:-1], np.s_[:, 0], np.s_[..., -1], np.s_[None, :, 1:], np.s_[1:-1, :1])


@given(st.lists(st.tuples(st.sampled_from(KEYS), st.sampled_from(("=", "+=", "*="))), max_size=3), st.integers(0, 99))
@settings(max_examples=20)
def test_writing_to_parts_is_what_numpy_does(writes: list[tuple[Any, str]], seed: int) -> None:
    """The same writes to slices, in the loss and in the gradient, are the same at every size; twice them are not."""

    def written(A: Any) -> Any:
        out = A * 2
        for number, (key, kind) in enumerate(writes):
            part = A[key] * (number + 1)
            if kind == "=":
                out[key] = part
            elif kind == "+=":
                out[key] += part
            else:
                out[key] *= 3
        return out

    V, A = np.random.default_rng(seed).standard_normal((2, 4, 3))
    loss: Function = lambda V, A: np.sum(V * written(A))  # noqa: E731 -- one line each
    assert verify_gradient(loss, lambda _, A: written(A), V, A, generate=False).verdict in {"proved", "sampled"}
    assert verify_gradient(loss, lambda _, A: 2 * written(A), V, A, generate=False).verdict == "refuted"


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
