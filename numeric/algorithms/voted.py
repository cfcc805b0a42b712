"""The voted and the averaged perceptron: every weight vector of a run counts as often as it was right.

>>> from numeric.algorithms import fit_voted_perceptron
>>> found = fit_voted_perceptron([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 1], epochs=2, tie="negative")
>>> found.counts.tolist()
[1, 3, 2, 2]
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.algorithms.binary import augmented, decided
from numeric.algorithms.perceptron import task_of
from numeric.algorithms.perceptron_run import Tie, single_sample
from numeric.algorithms.result import described
from numeric.inputs import Floats, matrix, whole

BLOCK = 4_000_000
"""How many votes are held in memory at once."""


@dataclass(frozen=True, slots=True, eq=False)
class VotedPerceptron:
    """Weight vectors, a row each with the intercept first, and how often each was right, its making included.

    `average` is the sum of the vectors, each times its count: it decides as the averaged perceptron does.
    """

    vectors: Floats = field(repr=False)
    counts: NDArray[np.intp]
    average: Floats
    classes: NDArray[Any]
    mistakes_per_pass: NDArray[np.intp]
    tie: Tie
    intercept: bool

    def votes(self, X: Any) -> Floats:
        """Return for each example the sum of the counts of the vectors, each with the sign of its score.

        A score of zero votes for the class that `tie` names, and for none where it names no class.
        """
        rows = self._rows(X)
        size = max(1, BLOCK // len(self.vectors))
        parts = [self._signs(rows[at : at + size]) @ self.counts for at in range(0, len(rows), size)]
        return np.concatenate(parts)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels by the vote; an even one is for the positive class only if `tie` is "positive"."""
        return decided(self.votes(X), self.classes, zero_is_positive=self.tie == "positive")

    def averaged_scores(self, X: Any) -> Floats:
        """Return the scores of the averaged perceptron: those of the vectors, times their counts, summed."""
        return self._rows(X) @ self.average

    def predict_averaged(self, X: Any) -> NDArray[Any]:
        """Return the labels by the averaged perceptron, with the same rule for zero."""
        return decided(self.averaged_scores(X), self.classes, zero_is_positive=self.tie == "positive")

    def _rows(self, X: Any) -> Floats:
        return augmented(matrix(X, columns=self.vectors.shape[1] - self.intercept), intercept=self.intercept)

    def _signs(self, rows: Floats) -> Floats:
        scores = rows @ self.vectors.T
        at_zero = {"positive": 1.0, "negative": -1.0}.get(self.tie, 0.0)
        return np.where(scores == 0, at_zero, np.sign(scores))

    def __repr__(self) -> str:
        """Return the fields, one a line."""
        return described(self)


def fit_voted_perceptron(
    X: Any, y: Any, *, epochs: int = 10, tie: Tie = "mistake", positive: Any = None, intercept: bool = True
) -> VotedPerceptron:
    """Return the vectors of a run of so many passes from zero, at the rate 1; it does not stop when all are right.

    The first vector counts its right answers, every later one the update that made it as well. Raises a `DataError`
    for bad data and `SettingError` for a bad setting.

    >>> fit_voted_perceptron([[-1], [1]], ["no", "yes"]).predict([[-3], [2]])
    array(['no', 'yes'], dtype='<U3')
    """
    task, labels = task_of(X, y, tie=tie, positive=positive, intercept=intercept)
    course = single_sample(task, passes=whole(epochs, "epochs"), stop=False)
    counts = np.diff([0, *course.at_steps, course.steps])
    vectors = np.array(course.weights)
    return VotedPerceptron(
        vectors=vectors,
        counts=counts,
        average=counts @ vectors,
        classes=labels.classes,
        mistakes_per_pass=np.array(course.passes),
        tie=tie,
        intercept=intercept,
    )
