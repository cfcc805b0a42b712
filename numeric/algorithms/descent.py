"""Gradient descent: batch, mini-batch and stochastic, with a constant or a decaying rate, as the lectures write it.

The rate multiplies the gradient of the examples of a batch, summed. What is minimised is a function of the weights and
of some examples, such as `numeric.logistic.loss`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric.algorithms.result import Run, Shown, Watch
from numeric.inputs import Floats, examples, positive, whole

Rate = Callable[[int], float]
"""A learning rate eta(k) for each round k = 1, 2, ..."""


def batch_descent(gradient: Callable[[Floats], Floats], w: Floats, eta: Rate, goes_on: Callable[..., bool]) -> Floats:
    """Return the weights where the stopping rule is content: steps against the gradient over all examples."""
    k = 1
    while goes_on(w):
        w = w - eta(k) * gradient(w)
        k = k + 1
    return w


def sequential_descent(
    gradient: Callable[..., Floats],
    w: Floats,
    eta: Rate,
    batches: Callable[[], Iterable[Any]],
    goes_on: Callable[..., bool],
) -> Floats:
    """Return the weights where the stopping rule is content: in each epoch a step for every batch."""
    k = 1
    while goes_on(w):
        for batch in batches():
            w = w - eta(k) * gradient(w, batch)
        k = k + 1
    return w


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Descent(Shown):
    """The weights of the smallest loss that the descent saw, that loss, and how the run went.

    `run.history` has the loss at the start and after each round.
    """

    weights: Floats
    loss: float
    run: Run


def decaying(rate: float, *, over: float = 1.0) -> Rate:
    """Return the rate rate / (1 + (k - 1)/over), which is rate/k for `over=1`.

    >>> [decaying(1.0)(k) for k in (1, 2, 4)]
    [1.0, 0.5, 0.25]
    """
    first, rounds = positive(rate, "rate"), positive(over, "over")
    return lambda k: first / (1 + (k - 1) / rounds)


def largest_rate(hessian: Any) -> float:
    """Return 2/L for the largest curvature L: below it, every batch step on a quadratic descends.

    >>> largest_rate([[2.0, 0.0], [0.0, 4.0]])
    0.5
    """
    return 2.0 / float(np.linalg.eigvalsh(np.asarray(hessian, dtype=np.float64))[-1])


def descend(
    loss: Callable[..., Any],
    gradient: Callable[..., Any],
    X: Any,
    y: Any,
    *,
    rate: float | Rate,
    batch_size: int | None = None,
    tol: float = 1e-6,
    max_iter: int = 1000,
    seed: int = 0,
) -> Descent:
    """Return the weights found by descent of a loss(w, X, y) from zero, all examples at once or in batches.

    It stops where the step that the first rate would make of the gradient over all examples is at most `tol` long,
    after `max_iter` rounds (epochs, with batches), or where the loss has grown beyond all bounds: it diverges then,
    and the run says so. With batches of `batch_size` the examples are shuffled in each epoch, by the `seed`.

    >>> from numeric import least_squares
    >>> fit = descend(least_squares.loss, least_squares.gradient, [[1.0], [2.0]], [2.0, 4.0], rate=0.1)
    >>> fit.weights.round(4), fit.run.converged
    (array([2.]), True)
    """
    rows, targets = examples(X, y)
    eta, start, draws = as_rate(rate), np.zeros(rows.shape[1]), np.random.default_rng(whole(seed, "seed", least=0))
    watch = watching(
        lambda w: loss(w, rows, targets), lambda w: gradient(w, rows, targets), eta, tol=tol, max_iter=max_iter
    )
    with np.errstate(over="ignore", invalid="ignore"):
        if batch_size is None:
            _ = batch_descent(watch.gradient, start, eta, watch.goes_on)
        else:
            cuts = range(whole(batch_size, "batch_size"), len(rows), batch_size)
            batches = lambda: np.split(draws.permutation(len(rows)), cuts)  # noqa: E731 -- one epoch
            on = lambda w, batch: gradient(w, rows[batch], targets[batch])  # noqa: E731 -- one batch
            _ = sequential_descent(on, start, eta, batches, watch.goes_on)
    return Descent(watch.best, watch.smallest, watch.run())


def watching(loss: Callable[..., Any], gradient: Callable[..., Any], eta: Rate, *, tol: float, max_iter: int) -> Watch:
    """Return the stopping rule of a descent: that a step at the first rate is at most `tol` long."""
    return Watch(
        loss=loss,
        gradient=gradient,
        size=lambda g: eta(1) * float(np.linalg.norm(g)),
        tol=positive(tol, "tol"),
        max_iter=whole(max_iter, "max_iter"),
        rule=f"a step against the gradient is at most {tol:g} long",
    )


def as_rate(rate: float | Rate) -> Rate:
    """Return the rate as a function of the round. Raises `SettingError` for a number that is not positive."""
    if callable(rate):
        return rate
    constant = positive(rate, "rate")
    return lambda _: constant
