"""Losses with right gradients, and what people make of them: the examples that the tests of verification share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

Arrays = dict[str, Any]
Gradient = Callable[[Arrays, Arrays], Arrays]


def sigmoid(z: Any) -> Any:
    """Return the logistic function, stable at any logit."""
    e = np.exp(-np.abs(z))
    return np.where(z >= 0, 1 / (1 + e), e / (1 + e))


def scores(p: Arrays, d: Arrays) -> Any:
    """Return X w + b."""
    return d["X"] @ p["w"] + p["b"]


def logistic(p: Arrays, d: Arrays) -> Any:
    """Return the mean logistic loss with a penalty on the weights and none on the bias."""
    z = scores(p, d)
    return np.mean(np.logaddexp(0, z) - d["y"] * z) + d["lam"] * np.sum(p["w"] ** 2)


def from_residual(d: Arrays, residual: Any) -> Arrays:
    """Return the gradient that a residual for each example gives."""
    return {"w": d["X"].T @ residual / len(residual), "b": residual.mean()}


def penalised(p: Arrays, d: Arrays, slopes: Arrays, times: float = 2.0) -> Arrays:
    """Return the gradient with that of the penalty."""
    return {"w": slopes["w"] + times * d["lam"] * p["w"], "b": slopes["b"]}


def logistic_slope(p: Arrays, d: Arrays) -> Arrays:
    """Return the right gradient."""
    return penalised(p, d, from_residual(d, sigmoid(scores(p, d)) - d["y"]))


def logistic_inputs(rng: np.random.Generator, n: int = 12, features: int = 5) -> tuple[Arrays, Arrays]:
    """Return parameters and data."""
    y = (rng.random(n) < 0.5).astype(float)
    y[:2] = [0.0, 1.0]
    params = {"w": rng.standard_normal(features), "b": np.array(0.3)}
    return params, {"X": rng.standard_normal((n, features)), "y": y, "lam": 0.2}


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong gradient, and the labels that are right diagnoses of it."""

    name: str
    slope: Gradient
    labels: frozenset[str]


def _times(c: float) -> Gradient:
    return lambda p, d: {name: c * g for name, g in logistic_slope(p, d).items()}


def _with(name: str, change: Callable[[Arrays, Arrays, Any], Any]) -> Gradient:
    def slope(p: Arrays, d: Arrays) -> Arrays:
        right = logistic_slope(p, d)
        return {**right, name: change(p, d, right[name])}

    return slope


def _residual(make: Callable[[Any, Any], Any]) -> Gradient:
    return lambda p, d: penalised(p, d, from_residual(d, make(scores(p, d), d["y"])))


def _one(_p: Arrays, _d: Arrays, g: Any) -> Any:
    changed = g.copy()
    changed[len(g) // 2] *= 1 + 1e-4
    return changed


def _in_place(p: Arrays, d: Arrays) -> Arrays:
    right = logistic_slope(p, d)
    d["y"] -= 1
    return right


def _single(p: Arrays, d: Arrays) -> Arrays:
    return {name: np.asarray(g, np.float32) for name, g in logistic_slope(p, d).items()}


def _naive(z: Any, y: Any) -> Any:
    e = np.exp(z)
    return e / (1 + e) - y


WRONG = tuple(
    Wrong(name, slope, frozenset(labels))
    for name, slope, labels in (
        ("sign", _times(-1.0), {"sign"}),
        ("twice", _times(2.0), {"scale:2"}),
        ("half", _times(0.5), {"scale:1/2"}),
        ("N times", lambda p, d: {k: len(d["y"]) * g for k, g in logistic_slope(p, d).items()}, {"scale:N"}),
        ("one over N", lambda p, d: {k: g / len(d["y"]) for k, g in logistic_slope(p, d).items()}, {"scale:1/N"}),
        ("bias zero", _with("b", lambda _p, _d, g: 0 * g), {"block-zero"}),
        ("bias sign", _with("b", lambda _p, _d, g: -g), {"block-sign"}),
        ("bias summed", _with("b", lambda _p, d, g: g * len(d["y"])), {"block-scale"}),
        ("bias penalised", _with("b", lambda p, d, g: g + 2 * d["lam"] * p["b"]), {"reg-bias"}),
        ("no penalty", _with("w", lambda p, d, g: g - 2 * d["lam"] * p["w"]), {"missing-reg"}),
        ("penalty twice", _with("w", lambda p, d, g: g + 2 * d["lam"] * p["w"]), {"reg-scale"}),
        ("penalty's sign", _with("w", lambda p, d, g: g - 4 * d["lam"] * p["w"]), {"reg-sign"}),
        ("one coordinate", _with("w", _one), {"one-coord"}),
        ("no link", _residual(lambda z, y: z - y), {"missing-link", "chain-factor"}),
        ("link twice", _residual(lambda z, y: (sigmoid(z) - y) * sigmoid(z) * sigmoid(-z)), {"chain-factor"}),
        ("labels -1 and 1", _residual(lambda z, y: -y * sigmoid(-y * z)), {"label-coding"}),
        ("clipped", _residual(lambda z, y: sigmoid(np.clip(z, -8, 8)) - y), {"large-z", "chain-factor"}),
        ("overflows", _residual(_naive), {"overflow"}),
        ("changes y", _in_place, {"mutation"}),
        ("single precision", _single, {"dtype"}),
    )
)
