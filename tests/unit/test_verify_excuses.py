"""Right gradients at inputs that no difference can judge: no alarm; and careless ones beside them, which are found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.special import digamma, expit, gammaln, logsumexp

from numeric.verify import verify_gradient

SEEDS = range(5)
Pair = tuple[Callable[..., Any], Callable[..., Any], Callable[[np.random.Generator], tuple[Any, ...]]]


def _negative_binomial(params: Any, X: Any, y: Any) -> Any:
    beta, log_alpha = params
    r, mu = np.exp(-log_alpha), np.exp(X @ beta)
    fixed = gammaln(y + r) - gammaln(r) - gammaln(y + 1)
    return -(fixed + r * np.log(r / (r + mu)) + y * np.log(mu / (r + mu))).sum()


def _negative_binomial_slope(params: Any, X: Any, y: Any) -> Any:
    beta, log_alpha = params
    r, mu = np.exp(-log_alpha), np.exp(X @ beta)
    by_r = np.log(r / (r + mu)) + 1 - (r + y) / (r + mu) + digamma(y + r) - digamma(r)
    return X.T @ ((mu - y) * r / (r + mu)), r * by_r.sum()


def _mixture(p: Any, X: Any) -> Any:
    return -logsumexp(_parts(p, X), axis=1).mean()


def _parts(p: Any, X: Any) -> Any:
    off = X[:, None, :] - p["mu"][None]
    quadratic = (off**2 * np.exp(-p["logvar"])[None]).sum(-1)
    return p["logits"] - logsumexp(p["logits"]) - 0.5 * (quadratic + p["logvar"].sum(-1))


def _mixture_slope(p: Any, X: Any) -> Any:
    off, precision, parts = X[:, None, :] - p["mu"][None], np.exp(-p["logvar"]), _parts(p, X)
    share = np.exp(parts - logsumexp(parts, axis=1, keepdims=True)) / len(X)
    mu = -np.einsum("nk,nkd->kd", share, off) * precision
    logvar = -0.5 * np.einsum("nk,nkd->kd", share, off**2 * precision - 1)
    return {"logits": np.exp(p["logits"] - logsumexp(p["logits"])) - share.sum(0), "mu": mu, "logvar": logvar}


def _group_lasso(W: Any, X: Any, Y: Any) -> Any:
    return np.logaddexp(0, -Y * (X @ W)).sum() + 0.5 * np.sqrt((W**2).sum(axis=1)).sum()


def _group_lasso_slope(W: Any, X: Any, Y: Any) -> Any:
    return -X.T @ (Y * expit(-Y * (X @ W))) + 0.5 * W / np.sqrt((W**2).sum(axis=1, keepdims=True))


def _kernel(theta: Any, d: Any) -> Any:
    return np.sum(np.exp(-0.5 * d / np.exp(theta[0]) ** 2)) + theta[1] ** 2


def _kernel_slope(theta: Any, d: Any) -> Any:
    length = np.exp(theta[0])
    return np.array([np.sum(np.exp(-0.5 * d / length**2) * d / length**3 * length), 2 * theta[1]])


RIGHT: dict[str, Pair] = {
    "a kernel that has underflowed": (
        _kernel,
        _kernel_slope,
        lambda r: (np.array([0.1, -1.0]), r.random(6)),
    ),
    "a sum that absorbs a term": (
        _negative_binomial,
        _negative_binomial_slope,
        lambda r: ((0.3 * r.normal(size=2), 0.4), r.normal(size=(8, 2)), r.poisson(2.0, 8).astype(float)),
    ),
    "a variance out of all bounds": (
        _mixture,
        _mixture_slope,
        lambda r: (
            {"logits": r.normal(size=3), "mu": r.normal(size=(3, 2)), "logvar": 0.5 * r.normal(size=(3, 2))},
            r.normal(size=(8, 2)),
        ),
    ),
    "a norm at zero": (
        _group_lasso,
        _group_lasso_slope,
        lambda r: (r.normal(size=(4, 3)), r.normal(size=(6, 4)), np.where(r.random((6, 3)) < 0.5, -1.0, 1.0)),
    ),
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", RIGHT)
def test_no_alarm_where_nothing_can_be_told(name: str, seed: int) -> None:
    """Rounding inside of the loss, an overflow on the way and a kink are no faults of the gradient."""
    loss, grad, inputs = RIGHT[name]
    found = verify_gradient(loss, grad, *inputs(np.random.default_rng(seed)), seed=seed, trace=False)
    assert found.verdict == "sampled", str(found)


def test_a_kink_without_a_gradient_is_noted() -> None:
    """What is excused is said."""
    loss, grad, inputs = RIGHT["a norm at zero"]
    found = verify_gradient(loss, grad, *inputs(np.random.default_rng(0)), trace=False)
    assert any("not finite at parameters at zero" in note for note in found.notes)


def _logistic(w: Any, X: Any, y: Any) -> Any:
    z = X @ w
    return np.sum(np.logaddexp(0, z) - y * z)


def _two_ways(w: Any, X: Any, y: Any) -> Any:
    z = X @ w
    return np.sum(np.where(z > 0, z + np.log1p(np.exp(-z)), np.log1p(np.exp(z))) - y * z)


def _careless(w: Any, X: Any, y: Any) -> Any:
    grown = np.exp(X @ w)
    return X.T @ (grown / (1 + grown) - y)


@pytest.mark.parametrize("loss", [_logistic, _two_ways])
def test_a_careless_gradient_of_a_careful_loss_is_refuted(loss: Callable[..., Any]) -> None:
    """An overflow that the loss avoids, or chooses to leave aside, is the gradient's own."""
    rng = np.random.default_rng(1)
    found = verify_gradient(loss, _careless, rng.normal(size=3), rng.normal(size=(6, 3)), (rng.random(6) < 0.5) * 1.0)
    assert found.diagnosis is not None
    assert (found.verdict, found.diagnosis.label) == ("refuted", "overflow")


def test_a_given_point_is_not_excused() -> None:
    """Whoever gives a kink wants the gradient there."""
    norm = lambda w: np.sqrt(w @ w)  # noqa: E731 -- one line each
    assert verify_gradient(norm, lambda w: w / norm(w), np.zeros(3)).verdict == "refuted"


def test_a_term_beside_a_large_constant_is_still_missed_by_nobody() -> None:
    """The bound is one of rounding, not of the size of the loss: extended precision sees beyond it."""
    X = np.random.default_rng(0).normal(size=(6, 3))
    loss = lambda w, X: 1e12 + np.sum((X @ w) ** 2)  # noqa: E731 -- one line each
    found = verify_gradient(loss, lambda w, X: 1.01 * 2 * X.T @ (X @ w), np.ones(3), X, trace=False)
    assert found.verdict == "refuted"
