"""What the figures show, drawn with numbers that `numeric` computes on seeded data."""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric import least_squares, logistic
from numeric.algorithms import descend, fit_perceptron, fit_svm, largest_rate

INK, COOL, WARM = "#000000", "#3b78c4", "#c8641e"
"""The ink of the text, which becomes that of the page, and two colours that are read on light and on dark paper."""
SEED = 7
SHARES = {0.1: COOL, 0.5: INK, 0.95: WARM}
"""Rates as shares of the largest one, and their colours."""
ROUNDS = 40
MARGINS = (0.4, 0.28, 0.2, 0.14, 0.1, 0.07, 0.05)
POINTS = 400


def sigmoid(axes: Any) -> None:
    """Draw the logistic curve, with the score at which it decides."""
    z = np.linspace(-6, 6, 241)
    axes.plot(z, logistic.probabilities(np.ones(1), z[:, None]), color=COOL, linewidth=2)
    axes.axhline(0.5, color=INK, linewidth=0.6, linestyle=":")
    axes.axvline(0, color=INK, linewidth=0.6, linestyle=":")
    axes.set(xlabel="score z", ylabel="probability", ylim=(-0.03, 1.03))


def descent(axes: Any) -> None:
    """Draw the loss of a quadratic along batch descents, below and above the largest rate that descends."""
    draw = np.random.default_rng(SEED)
    X = draw.normal(size=(50, 2)) * [1.0, 0.4]
    y = X @ [1.0, -2.0] + 0.1 * draw.normal(size=50)
    largest = largest_rate(least_squares.hessian(X))
    for share, colour in (SHARES | {1.02: INK}).items():
        run = descend(
            least_squares.loss, least_squares.gradient, X, y, rate=share * largest, tol=1e-12, max_iter=ROUNDS
        ).run
        style = "--" if share > 1 else "-"
        axes.plot(run.history, color=colour, linestyle=style, label=f"{share:g} of the largest rate")
    axes.set(xlabel="step", ylabel="loss", yscale="log")
    axes.legend(frameon=False, fontsize="small")


def mistakes(axes: Any) -> None:
    """Draw the mistakes of the perceptron and the bound of the theorem, for data of ever smaller margins."""
    made, allowed = zip(*(_mistakes_and_bound(margin) for margin in MARGINS), strict=True)
    axes.plot(MARGINS, allowed, color=WARM, marker="s", markersize=4, label="bound")
    axes.plot(MARGINS, made, color=COOL, marker="o", markersize=4, label="mistakes")
    axes.set(xlabel="margin", ylabel="mistakes", xscale="log", yscale="log")
    axes.set_xticks(MARGINS, [f"{margin:g}" for margin in MARGINS])
    axes.minorticks_off()
    axes.legend(frameon=False)


def _mistakes_and_bound(margin: float) -> tuple[int, float]:
    """Return the mistakes until all of some points of the unit disk are right, and (R/gamma)^2 by their true plane."""
    draw = np.random.default_rng(SEED)
    found = draw.uniform(-1, 1, size=(POINTS, 2))
    plane = np.array([0.6, 0.8])
    kept = found[(np.abs(found @ plane) >= margin) & (np.linalg.norm(found, axis=1) <= 1)]
    radius, gamma = np.linalg.norm(kept, axis=1).max(), np.abs(kept @ plane).min()
    run = fit_perceptron(kept, np.sign(kept @ plane), intercept=False, max_iter=10_000)
    return run.updates, float((radius / gamma) ** 2)


def margin(axes: Any) -> None:
    """Draw two classes, the plane of the widest margin, its edges, and the support vectors on them."""
    draw = np.random.default_rng(SEED)
    X = np.concatenate([draw.normal([-1.5, -1.0], 0.7, size=(20, 2)), draw.normal([1.5, 1.2], 0.7, size=(20, 2))])
    y = np.repeat([-1, 1], 20)
    fit = fit_svm(X, y)
    at = np.array([X[:, 0].min() - 0.5, X[:, 0].max() + 0.5])
    first, second = fit.coef if fit.coef is not None else (0.0, 1.0)
    for score, style in ((-1, "--"), (0, "-"), (1, "--")):
        axes.plot(at, (score - fit.intercept - first * at) / second, color=INK, linestyle=style, linewidth=1)
    for label, colour, mark in ((-1, COOL, "o"), (1, WARM, "s")):
        axes.scatter(*X[y == label].T, s=18, color=colour, marker=mark, label=f"y = {label:+d}")
    axes.scatter(*X[fit.support].T, s=90, facecolors="none", edgecolors=INK, label="support vectors")
    axes.set(xlabel="first feature", ylabel="second feature", ylim=(X[:, 1].min() - 0.5, X[:, 1].max() + 0.5))
    axes.legend(frameon=False, fontsize="small")
