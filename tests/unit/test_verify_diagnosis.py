"""Diagnoses of mistakes in losses with loops, functions of SciPy, and penalties written as numbers.

Each mistake stands beside one that is like it and has another label.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.special import digamma, gammaln, logsumexp

from numeric.verify import Verification, verify_gradient

Arrays = dict[str, Any]


def named(found: Verification) -> str:
    """Return the label of a refuted gradient."""
    assert found.verdict == "refuted"
    return found.diagnosis.label if found.diagnosis is not None else "none"


def ranking(w: Any, X: Any, seen: Any) -> Any:
    """Return the mean log of the share that each row has among the rows after it."""
    scores, total = X @ w, 0.0
    for n in range(len(scores)):
        total += seen[n] * (np.log(np.sum(np.exp(scores[n:]))) - scores[n])
    return total / len(scores)


def ranking_slope(w: Any, X: Any, seen: Any, *, own: float = 1.0, rest: float = 1.0) -> Any:
    """Return its gradient, with factors at its two terms."""
    scores, slope = X @ w, np.zeros_like(w)
    for n in range(len(scores)):
        share = np.exp(scores[n:]) / np.sum(np.exp(scores[n:]))
        slope = slope + seen[n] * (rest * share @ X[n:] - own * X[n])
    return slope / len(scores)


@pytest.mark.parametrize(("own", "rest", "label"), [(0.0, 1.0, "missing-term"), (1.0, -1.0, "term-sign")])
def test_a_term_inside_of_a_loop(own: float, rest: float, label: str) -> None:
    """A term that every turn of a loop lacks is one mistake, at every number of turns."""
    rng = np.random.default_rng(1)
    w, X, seen = rng.standard_normal(3), rng.standard_normal((7, 3)), (rng.random(7) < 0.6) * 1.0
    found = verify_gradient(
        ranking, lambda w, X, s: ranking_slope(w, X, s, own=own, rest=rest), w, X, seen, trace=False
    )
    assert named(found) == label
    assert found.diagnosis is not None
    assert "`np.log(np.sum(np.exp(scores[n:]))) - scores[n]`" in found.diagnosis.sentence


def recurrent(p: Arrays, x: Any, target: Any) -> Any:
    """Return the square error of a small recurrent network."""
    state = np.zeros(len(p["v"]))
    for one in x:
        state = np.tanh(p["U"] @ state + p["w"] * one)
    return 0.5 * (p["v"] @ state - target) ** 2


def recurrent_slope(
    p: Arrays, x: Any, target: Any, *, link: bool = True, turned: bool = False, through: bool = True
) -> Arrays:
    """Return its gradient by going back through time, with three ways to go wrong."""
    states = [np.zeros(len(p["v"]))]
    for one in x:
        states.append(np.tanh(p["U"] @ states[-1] + p["w"] * one))
    error = p["v"] @ states[-1] - target
    slope, by_u, by_w = error * p["v"], np.zeros_like(p["U"]), np.zeros_like(p["w"])
    for one, before, after in zip(x[::-1], states[-2::-1], states[::-1], strict=False):
        inner = slope * (1 - after**2) if link else slope
        by_u, by_w = by_u + np.outer(inner, before), by_w + inner * one
        slope = (p["U"] if turned else p["U"].T) @ inner * through
    return {"U": by_u, "w": by_w, "v": error * states[-1]}


@pytest.mark.parametrize(
    ("options", "label"),
    [({"link": False}, "chain-factor"), ({"turned": True}, "transposed"), ({"through": False}, "missing-term")],
)
def test_back_through_time(options: dict[str, bool], label: str) -> None:
    """What goes wrong in every step of time is named once, and is no matter of single examples."""
    rng = np.random.default_rng(2)
    p = {"U": rng.standard_normal((3, 3)), "w": rng.standard_normal(3), "v": rng.standard_normal(3)}
    x = rng.standard_normal(4)
    assert verify_gradient(recurrent, recurrent_slope, p, x, 0.5, trace=False).verdict == "sampled"
    found = verify_gradient(recurrent, lambda p, x, t: recurrent_slope(p, x, t, **options), p, x, 0.5, trace=False)
    assert named(found) == label


def counts(t: Any, C: Any) -> Any:
    """Return the mean negative logarithm of a Dirichlet and multinomial probability, by the logs of its weights."""
    a = np.exp(t)
    total = gammaln(C.sum(1) + a.sum()) - gammaln(a.sum())
    return np.mean(total + np.sum(gammaln(a) - gammaln(C + a), 1))


def counts_slope(t: Any, C: Any, *, chain: bool = True, total: bool = True) -> Any:
    """Return its gradient."""
    a = np.exp(t)
    first = (digamma(C.sum(1) + a.sum()) - digamma(a.sum()))[:, None] * total
    return (first + digamma(a) - digamma(C + a)).mean(0) * (a if chain else 1.0)


@pytest.mark.parametrize(("options", "label"), [({"chain": False}, "reparam"), ({"total": False}, "missing-term")])
def test_functions_that_the_record_has_no_rule_for(options: dict[str, bool], label: str) -> None:
    """A function without a rule is differenced, so that what is around it can be named."""
    rng = np.random.default_rng(3)
    t, C = rng.standard_normal(3), rng.integers(0, 6, (6, 3)) * 1.0
    assert named(verify_gradient(counts, lambda t, C: counts_slope(t, C, **options), t, C, trace=False)) == label


def smoothed(W: Any, X: Any, y: Any, s: Any) -> Any:
    """Return the cross entropy with smoothed labels."""
    z = X @ W
    labels = (1 - s) * np.eye(z.shape[1])[y] + s / z.shape[1]
    return np.mean(logsumexp(z, axis=1) - np.sum(labels * z, axis=1))


def smoothed_slope(W: Any, X: Any, y: Any, s: Any, *, shift: int = 0) -> Any:
    """Return its gradient, with labels that may be shifted."""
    z = X @ W
    labels = (1 - s) * np.eye(z.shape[1])[(y + shift) % z.shape[1]] + s / z.shape[1]
    return X.T @ (np.exp(z - logsumexp(z, axis=1, keepdims=True)) - labels) / len(z)


def network(p: Arrays, X: Any, y: Any) -> Any:
    """Return the mean square error of a network of two layers."""
    return np.mean((np.tanh(X @ p["W"]) @ p["v"] - y) ** 2)


def network_slope(p: Arrays, X: Any, y: Any) -> Arrays:
    """Return its gradient without the derivative of the hyperbolic tangent."""
    hidden = np.tanh(X @ p["W"])
    slope = 2 * (hidden @ p["v"] - y) / len(y)
    return {"W": X.T @ np.outer(slope, p["v"]), "v": hidden.T @ slope}


def test_the_derivative_that_is_missing_is_named_by_what_is_differentiated() -> None:
    """It is the derivative of the whole call that is missing, and not that of its argument."""
    rng = np.random.default_rng(2)
    p = {"W": rng.normal(size=(3, 4)), "v": rng.normal(size=4)}
    found = verify_gradient(network, network_slope, p, rng.normal(size=(6, 3)), rng.normal(size=6))
    assert named(found) == "chain-factor"
    assert found.diagnosis is not None
    assert 'the derivative of `np.tanh(X @ p["W"])` by `X @ p["W"]` is missing' in found.diagnosis.sentence


def test_a_setting_that_is_not_used() -> None:
    """A gradient that forgets a setting is that of the loss with the setting at 0; labels off by one are not that."""
    rng = np.random.default_rng(4)
    W, X, y = rng.standard_normal((4, 3)), rng.standard_normal((9, 4)), np.arange(9) % 3
    forgets = verify_gradient(smoothed, lambda W, X, y, _: smoothed_slope(W, X, y, 0.0), W, X, y, 0.1, trace=False)
    assert named(forgets) == "hyper"
    shifted = verify_gradient(
        smoothed, lambda W, X, y, s: smoothed_slope(W, X, y, s, shift=1), W, X, y, 0.1, trace=False
    )
    assert named(shifted) == "off-by-one"


def ridge(p: Arrays, X: Any, y: Any) -> Any:
    """Return a mean square error with a penalty whose factor is written as a number."""
    return np.mean((X @ p["w"] + p["b"] - y) ** 2) + 0.3 * np.sum(p["w"] ** 2)


def ridge_slope(p: Arrays, X: Any, y: Any, *, on_w: float = 0.6, on_b: float = 0.0, off_b: float = 0.0) -> Arrays:
    """Return its gradient, with factors at what penalises each parameter, and an offset."""
    r = 2 * (X @ p["w"] + p["b"] - y) / len(y)
    return {"w": X.T @ r + on_w * p["w"], "b": r.sum() + on_b * p["b"] + off_b}


@pytest.mark.parametrize(
    ("options", "label"),
    [
        ({"on_w": 0.0}, "missing-reg"),
        ({"on_w": 1.2}, "reg-scale"),
        ({"on_w": -0.6}, "reg-sign"),
        ({"on_b": 0.6}, "reg-bias"),
        ({"off_b": 0.6}, "block-wrong"),
    ],
)
def test_penalties_without_a_name(options: dict[str, float], label: str) -> None:
    """A penalty is one even where its strength is no argument; a scalar parameter is a parameter, no coordinate."""
    rng = np.random.default_rng(5)
    p, X, y = {"w": rng.standard_normal(3), "b": 0.7}, rng.standard_normal((8, 3)), rng.standard_normal(8)
    found = verify_gradient(ridge, lambda p, X, y: ridge_slope(p, X, y, **options), p, X, y, trace=False)
    assert named(found) == label


def test_a_length_that_is_no_number_of_examples() -> None:
    """A factor that is the length of a parameter is told as one."""
    rng = np.random.default_rng(6)
    m, x = rng.standard_normal((5, 3)), rng.standard_normal((5, 3))
    found = verify_gradient(lambda m, x: np.sum((m - x) ** 2) / len(m), lambda m, x: 2 * (m - x), m, x, trace=False)
    assert named(found) == "scale:N"
    assert found.diagnosis is not None
    assert "N being the length of m along axis 0" in found.diagnosis.sentence


def test_lists_are_read_as_arrays() -> None:
    """A gradient may return lists of numbers for arrays, and a list of another length is of another shape."""
    rng = np.random.default_rng(7)
    p, X, y = {"w": rng.standard_normal(3), "b": 0.7}, rng.standard_normal((8, 3)), rng.standard_normal(8)

    def listed(p: Arrays, X: Any, y: Any) -> Arrays:
        found = ridge_slope(p, X, y)
        return {"w": found["w"].tolist(), "b": float(found["b"])}

    assert verify_gradient(ridge, listed, p, X, y, trace=False).verdict == "sampled"
    short = verify_gradient(ridge, lambda p, X, y: {**listed(p, X, y), "w": [1.0]}, p, X, y, trace=False)
    assert named(short) == "shape"
