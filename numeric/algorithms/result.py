"""What an algorithm hands back: how the run went, the rule that was learnt, and how a result shows itself."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.inputs import Floats, matrix


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """How an iteration went: how many rounds, whether it converged, why it stopped, and the objective along the way.

    `history` has the value at the start and one after each round; it is empty where nothing was recorded. `warning`
    is what a reader must know before using the weights, such as that the data are separable; empty if nothing.

    >>> print(Run(3, converged=True, stopped="the gradient is below 1e-08"))
    converged after 3 iterations: the gradient is below 1e-08
    """

    n_iter: int
    converged: bool
    stopped: str
    history: Floats = field(default_factory=lambda: np.empty(0), repr=False)
    warning: str = ""

    def __str__(self) -> str:
        """Return the outcome as a sentence."""
        outcome = "converged" if self.converged else "did not converge, stopped"
        rounds = "1 iteration" if self.n_iter == 1 else f"{self.n_iter} iterations"
        return f"{outcome} after {rounds}: {self.stopped}" + (f"; {self.warning}" if self.warning else "")


@dataclass(frozen=True, slots=True, eq=False)
class LinearRule:
    """A linear classifier: one score for two classes, decided by its sign, or a score for each class.

    For two classes `coef` is a vector and `intercept` a number, and a score above 0 means `classes[1]`; for more,
    `coef` has a row and `intercept` an entry for each class; the first largest wins. A score of exactly 0 of
    two classes goes to `classes[tie]`.

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


def described(result: Any, **facts: Any) -> str:
    """Return a result as text: its kind, then its fields and the facts, one a line; for `__repr__`.

    >>> print(described(Run(1, converged=True, stopped="it is exact"), error=0.25))
    Run
      n_iter: 1
      converged: True
      stopped: it is exact
      error: 0.25
    """
    shown = {each.name: getattr(result, each.name) for each in fields(result) if each.repr}
    lines = [f"  {name}: {_text(value)}" for name, value in (shown | facts).items() if _text(value)]
    return "\n".join([type(result).__name__, *lines])


def _text(value: Any) -> str:
    """Return a value on one line, long arrays in short."""
    if isinstance(value, np.ndarray):
        array: NDArray[Any] = value
        whole = np.array2string(array, precision=6, threshold=12, edgeitems=3, separator=", ")
        return " ".join(whole.split()) + (f" of shape {array.shape}" if array.size > 12 else "")  # noqa: PLR2004 -- see threshold
    return f"{value:.6g}" if isinstance(value, float) else str(value)
