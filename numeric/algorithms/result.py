"""What an algorithm hands back: how the run went, the rule that was learnt, and how a result shows itself."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.inputs import Floats, matrix

BEYOND = 1e6
"""A loss this many times what it was at the start is on its way to infinity."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """How an iteration went: how many rounds, whether it converged, why it stopped, and the objective along the way.

    `history` has the value at the start and one after each round.

    >>> print(Run(3, converged=True, stopped="the gradient is below 1e-08"))
    converged after 3 iterations: the gradient is below 1e-08
    """

    n_iter: int
    converged: bool
    stopped: str
    history: Floats = field(default_factory=lambda: np.empty(0), repr=False)

    def __str__(self) -> str:
        """Return the outcome as a sentence."""
        outcome = "converged" if self.converged else "did not converge, stopped"
        rounds = "1 iteration" if self.n_iter == 1 else f"{self.n_iter} iterations"
        return f"{outcome} after {rounds}: {self.stopped}"


class Shown:
    """A result whose `repr` has its fields, one a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return the kind of the result, then its fields."""
        here: Any = self
        shown = (f"  {each.name}: {_text(getattr(here, each.name))}" for each in fields(here) if each.repr)
        return "\n".join([type(self).__name__, *shown])


def _text(value: Any) -> str:
    """Return a value on one line, long arrays in short."""
    if isinstance(value, np.ndarray):
        return " ".join(np.array2string(value, precision=6, threshold=12, edgeitems=3, separator=", ").split())
    return f"{value:.6g}" if isinstance(value, float) else str(value).replace("\n", "\n  ")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LinearRule(Shown):
    """A linear classifier: one score for two classes, decided by its sign, or a score for each class.

    For two classes `coef` is a vector and `intercept` a number, and a score above 0 means `classes[1]`; for more,
    `coef` has a row and `intercept` an entry for each class; the first largest wins. A score of exactly 0 of two
    classes goes to `classes[tie]`.

    >>> rule = LinearRule(np.array([1.0, -1.0]), 0.5, np.array(["no", "yes"]))
    >>> rule.predict([[1, 0], [0, 2]])
    array(['yes', 'no'], dtype='<U3')
    """

    coef: Floats
    intercept: Any
    classes: NDArray[Any]
    tie: int = 0

    def scores(self, X: Any) -> Floats:
        """Return the scores of the examples: one each for two classes, else one each for every class."""
        return matrix(X, columns=self.coef.shape[-1]) @ self.coef.T + self.intercept

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the predicted labels of the examples."""
        scores = self.scores(X)
        if scores.ndim > 1:
            return self.classes[np.argmax(scores, axis=1)]
        return self.classes[np.where(scores == 0, self.tie, scores > 0).astype(np.intp)]


class Regression(Shown):
    """A result that is a linear function of the features."""

    __slots__ = ()
    coef: Floats
    intercept: float

    def predict(self, X: Any) -> Floats:
        """Return the fitted values of the examples."""
        return matrix(X, columns=len(self.coef)) @ self.coef + self.intercept


class Classifier(Shown):
    """A result that decides by a linear rule."""

    __slots__ = ()
    rule: LinearRule

    def scores(self, X: Any) -> Floats:
        """Return the scores of the examples: one each for two classes, else one each for every class."""
        return self.rule.scores(X)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the predicted labels of the examples."""
        return self.rule.predict(X)


@dataclass(slots=True)
class Watch:
    """The stopping rule of a descent, which also keeps the history, remembers the best weights, notices divergence.

    It converges where the `size` of the gradient is at most `tol`, which `rule` puts into words.
    """

    loss: Callable[[Floats], Any]
    gradient: Callable[[Floats], Floats]
    size: Callable[[Floats], float]
    tol: float
    max_iter: int
    rule: str
    history: list[float] = field(default_factory=list[float])
    best: Floats = field(default_factory=lambda: np.empty(0))
    smallest: float = math.inf
    stopped: str = ""

    def goes_on(self, w: Floats) -> bool:
        """Return whether there is to be another round from these weights; the reason why not is kept."""
        value, left = float(self.loss(w)), self.size(self.gradient(w))
        self.history.append(value)
        first = self.history[0]
        if len(self.history) == 1 or value < self.smallest or left <= self.tol:
            self.best, self.smallest = w, value
        if not value <= BEYOND * (abs(first) + 1.0):
            self.stopped = f"it diverges: the loss went from {first:.3g} to {value:.3g}; take a smaller rate"
        elif left <= self.tol:
            self.stopped = self.rule
        elif len(self.history) > self.max_iter:
            self.stopped = f"the limit of {self.max_iter} rounds is reached, and {left:.3g} is above {self.tol:g}"
        return not self.stopped

    def run(self) -> Run:
        """Return how it went."""
        return Run(len(self.history) - 1, self.stopped == self.rule, self.stopped, np.array(self.history))
