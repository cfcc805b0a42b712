"""Losses and gradients that numbers cannot judge, or that lie to them, and the honest answer to each."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.special import digamma, expit, gammaln

from numeric.verify import verify_gradient
from tests.programs import CODED, ONE, SHARES, TARGET, code, probabilities
from tests.slips import POINT, W, X, Y, by_square, square

Function = Callable[..., Any]
Pair = tuple[Function, Function, Callable[[np.random.Generator], tuple[Any, ...]]]


RNG = np.random.default_rng(7)
ROWS, TARGETS, AT = RNG.standard_normal((8, 3)), RNG.standard_normal(8), RNG.standard_normal(3)
HERE = AT, ROWS, TARGETS


def verdict(loss: Function, slope: Function, *inputs: Any) -> str:
    """Return what is said of a gradient by numbers alone."""
    return verify_gradient(loss, slope, *inputs, trace=False).verdict


def differences(w: Any, X: Any, y: Any) -> Any:
    """Return central differences of the loss."""
    steps = 1e-6 * np.eye(len(w))
    return np.array([(square(w + s, X, y) - square(w - s, X, y)) / 2e-6 for s in steps])


def sly(w: Any, X: Any, y: Any) -> Any:
    """Return the differences where a verifier calls, and else a wrong gradient."""
    watched = any("verify" in frame.filename for frame in inspect.stack())
    return differences(w, X, y) if watched else -by_square(w, X, y)


@pytest.mark.parametrize("slope", [differences, sly])
def test_a_gradient_that_differences_the_loss(slope: Function) -> None:
    """It agrees with differences because it is one, and that is said; nothing is proved or sampled."""
    found = verify_gradient(square, slope, *POINT, trace=slope is sly)
    assert found.verdict in {"undecided", "refuted"}
    assert "differences the loss" in str(found)


def test_a_noisy_loss() -> None:
    """A loss that differs from call to call lets nothing be said of a right gradient, and a wrong one does not pass."""
    rng = np.random.default_rng(0)
    noisy: Function = lambda *inputs: square(*inputs) + 1e-4 * rng.standard_normal()  # noqa: E731 -- one line each
    right = verify_gradient(noisy, by_square, *POINT, trace=False)
    assert right.verdict == "undecided"
    assert "from call to call" in right.method
    assert verdict(noisy, lambda *inputs: -by_square(*inputs), *POINT) in {"refuted", "undecided"}


@pytest.mark.parametrize(("seed", "said"), [(0, "undecided"), (2, "refuted")])
def test_a_discontinuous_loss(seed: int, said: str) -> None:
    """A loss that jumps has no gradient at the jump, whatever agrees beside it."""
    rng = np.random.default_rng(seed)
    jumps: Function = lambda w, *data: square(w, *data) + np.floor(20 * w[0])  # noqa: E731 -- one line each
    inputs = rng.normal(size=3), rng.normal(size=(8, 3)), rng.normal(size=8)
    found = verify_gradient(jumps, by_square, *inputs, seed=seed, trace=False)
    # to turn: it is right wherever there is a gradient, so the second ought to be undecided as well.
    assert found.verdict == said
    assert said == "refuted" or "discontinuous" in found.method


def test_a_loss_drowned_in_an_offset() -> None:
    """A loss whose slope is below its rounding proves nothing, and refutes nothing; one that is above it is seen."""
    drowned: Function = lambda *inputs: 1e25 + np.float64(square(*inputs))  # noqa: E731 -- one line each
    assert verdict(drowned, by_square, *HERE) == "undecided"
    assert verdict(drowned, lambda *inputs: 2 * by_square(*inputs), *HERE) == "undecided"
    beside: Function = lambda *inputs: 1e12 + square(*inputs)  # noqa: E731 -- one line each
    assert verdict(beside, lambda *inputs: 1.01 * by_square(*inputs), *HERE) == "refuted"


def test_a_small_error_is_seen() -> None:
    """In one coordinate, and as a term: far below the tolerances in use, for the loss says so."""
    for off in (1e-3, 1e-5, 1e-7):
        at_one: Function = lambda *a, off=off: (g := by_square(*a)) * (1 + off * (np.arange(len(g)) == 1))  # noqa: E731
        assert verdict(square, at_one, *POINT) == "refuted"
        assert verdict(square, lambda *a, off=off: by_square(*a) + off * a[0], *POINT) == "refuted"


def _negative_binomial(params: Any, X: Any, y: Any) -> Any:
    beta, log_alpha = params
    r, mu = np.exp(-log_alpha), np.exp(X @ beta)
    fixed = gammaln(y + r) - gammaln(r) - gammaln(y + 1)
    return -(fixed + r * np.log(r / (r + mu)) + y * np.log(mu / (r + mu))).sum()


def _by_negative_binomial(params: Any, X: Any, y: Any) -> Any:
    beta, log_alpha = params
    r, mu = np.exp(-log_alpha), np.exp(X @ beta)
    by_r = np.log(r / (r + mu)) + 1 - (r + y) / (r + mu) + digamma(y + r) - digamma(r)
    return X.T @ ((mu - y) * r / (r + mu)), r * by_r.sum()


def _group_lasso(W: Any, X: Any, Y: Any) -> Any:
    return np.logaddexp(0, -Y * (X @ W)).sum() + 0.5 * np.sqrt((W**2).sum(axis=1)).sum()


def _by_group_lasso(W: Any, X: Any, Y: Any) -> Any:
    return -X.T @ (Y * expit(-Y * (X @ W))) + 0.5 * W / np.sqrt((W**2).sum(axis=1, keepdims=True))


def _by_kernel(theta: Any, d: Any) -> Any:
    length = np.exp(theta[0])
    return np.array([np.sum(np.exp(-0.5 * d / length**2) * d / length**3 * length), 2 * theta[1]])


UNTOLD: dict[str, Pair] = {
    "a kernel that has underflowed": (
        lambda theta, d: np.sum(np.exp(-0.5 * d / np.exp(theta[0]) ** 2)) + theta[1] ** 2,
        _by_kernel,
        lambda r: (np.array([0.1, -1.0]), r.random(6)),
    ),
    "a sum that absorbs a term": (
        _negative_binomial,
        _by_negative_binomial,
        lambda r: ((0.3 * r.normal(size=2), 0.4), r.normal(size=(8, 2)), r.poisson(2.0, 8).astype(float)),
    ),
    "a norm at zero": (
        _group_lasso,
        _by_group_lasso,
        lambda r: (r.normal(size=(4, 3)), r.normal(size=(6, 4)), np.where(r.random((6, 3)) < 0.5, -1.0, 1.0)),
    ),
}


@pytest.mark.parametrize("name", UNTOLD)
def test_no_alarm_where_nothing_can_be_told(name: str) -> None:
    """Rounding inside of the loss, an overflow on the way and a kink are no faults of the gradient."""
    loss, slope, inputs = UNTOLD[name]
    for seed in range(2):
        found = verify_gradient(loss, slope, *inputs(np.random.default_rng(seed)), seed=seed, trace=False)
        assert found.verdict == "sampled", str(found)
        if name == "a norm at zero":
            assert any("not finite at parameters at zero" in note for note in found.notes)


def test_a_given_point_is_not_excused() -> None:
    """Whoever gives a kink wants the gradient there."""
    norm: Function = lambda w: np.sqrt(w @ w)  # noqa: E731 -- one line each
    assert verify_gradient(norm, lambda w: w / norm(w), np.zeros(3)).verdict == "refuted"


def _guarded(constant: float) -> Function:
    """Return a cross-entropy with a constant against log 0."""
    return lambda W, x, t: -(t @ np.log(probabilities(W @ x) + constant))


def test_a_constant_against_log_0_may_be_left_out() -> None:
    """Where it acts nothing is judged, and a note says so; anywhere else a wrong gradient is seen."""
    found = verify_gradient(_guarded(1e-12), code, CODED, ONE, TARGET)
    # to turn: it is right off the guard, and ought to be proved under that condition.
    assert found.verdict == "sampled", str(found)
    assert any("a tiny constant keeps a logarithm of the loss off log 0 there" in note for note in found.notes)
    assert verify_gradient(_guarded(1e-12), lambda *a: 1.001 * code(*a), CODED, ONE, TARGET).verdict == "refuted"
    assert verify_gradient(_guarded(1e-2), code, CODED, ONE, TARGET).verdict == "refuted"


def test_the_place_of_the_largest_share_is_not_where_a_code_is_one() -> None:
    """Of shares that are no codes the largest alone counts: the gradient for codes is refuted."""
    loss: Function = lambda W, x, t: -np.log(probabilities(W @ x)[np.argmax(t)])  # noqa: E731 -- one line each
    assert verify_gradient(loss, code, CODED, ONE, SHARES[:, 0]).verdict == "refuted"


def test_what_is_remembered_is_not_proved() -> None:
    """A gradient that keeps what an earlier call was given is not proved, nor changed by the attempt."""
    kept: dict[str, Any] = {}

    def gradient(w: Any, X: Any, y: Any) -> Any:
        return 2 * X.T @ kept.setdefault("r", X @ w - y) / len(y)

    assert verify_gradient(square, gradient, W, X, Y, generate=False).verdict in {"refuted", "undecided"}
    kept.clear()
    assert np.array_equal(gradient(W, X, Y), by_square(W, X, Y))
