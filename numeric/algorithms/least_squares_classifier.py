"""The least-squares classifier: one-hot targets fitted by least squares, and the class of the largest output."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from numeric import least_squares
from numeric.algorithms.least_squares import centre, shortest_solution
from numeric.algorithms.result import LinearRule, described
from numeric.inputs import Floats, labels, matrix


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LeastSquaresClassifier:
    """A linear rule with an output for each class; the rank of the centred data; half the squared error that is left.

    The outputs of an example sum to one, but they are no probabilities: they may be negative.
    """

    rule: LinearRule
    rank: int
    loss: float

    def outputs(self, X: Any) -> Floats:
        """Return the output for each class, a row for each example."""
        return self.rule.scores(X)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of the largest output for each example."""
        return self.rule.predict(X)

    def __repr__(self) -> str:
        """Return rank, loss and weights."""
        return described(self)


def fit_least_squares_classifier(X: Any, y: Any) -> LeastSquaresClassifier:
    """Return the weights with which X W is closest to the one-hot labels, with an intercept for each class.

    >>> fit = fit_least_squares_classifier([[0.0], [1.0], [3.0]], ["low", "low", "high"])
    >>> fit.predict([[0.5], [4.0]])
    array(['low', 'high'], dtype='<U4')
    """
    rows = matrix(X)
    known = labels(y, length=len(rows))
    centred, means = centre(rows)
    shares = known.one_hot.mean(axis=0)
    targets = known.one_hot - shares
    weights, rank = shortest_solution(centred, targets)
    rule = LinearRule(weights.T, shares - means @ weights, known.classes)
    return LeastSquaresClassifier(rule, rank, float(least_squares.outputs_loss(weights, centred, targets)))
