"""More than two classes by classifiers of two: each class against the rest, or each against each.

`fit` is any function of X and labels -1 and 1 whose result has `.scores(X)`, positive for the label 1.

>>> from functools import partial
>>> from numeric.algorithms import fit_perceptron, one_vs_rest
>>> corners = [[0, 0], [0, 1], [4, 0], [4, 1], [0, 5], [0, 6]]
>>> found = one_vs_rest(partial(fit_perceptron, tie="negative"), corners, ["a", "a", "b", "b", "c", "c"])
>>> found.predict([[0, 0], [5, 0], [0, 9]]).tolist()
['a', 'b', 'c']
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from numeric.inputs import Floats, labels, matrix


class Scoring(Protocol):
    """A classifier of two classes: a positive score is for the label 1."""

    def scores(self, X: Any, /) -> Floats:
        """Return the scores of examples."""
        ...


Fit = Callable[[Floats, Floats], Scoring]


@dataclass(frozen=True, slots=True, eq=False)
class OneVsRest:
    """A classifier for each class against all others; the largest score decides."""

    classes: NDArray[Any]
    classifiers: Sequence[Scoring] = field(repr=False)

    def scores(self, X: Any) -> Floats:
        """Return a row of scores for each example, one for each class."""
        return np.column_stack([each.scores(X) for each in self.classifiers])

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class with the largest score; of several, the first. `ambiguous` says where it is unclear."""
        return self.classes[np.argmax(self.scores(X), axis=1)]

    def claims(self, X: Any) -> NDArray[np.intp]:
        """Return how many classes claim each example by a positive score: one of them, were there no ambiguity."""
        return (self.scores(X) > 0).sum(axis=1)

    def ambiguous(self, X: Any) -> NDArray[np.bool_]:
        """Return which examples are in a region that no class claims, or more than one, or share the largest score."""
        scores = self.scores(X)
        return ((scores > 0).sum(axis=1) != 1) | _tied(scores)


@dataclass(frozen=True, slots=True, eq=False)
class OneVsOne:
    """A classifier for each pair of classes; each gives a vote to one of its two, and most votes decide.

    Among classes with as many votes, the sum of the scores for each decides; if these are even too, the first class.
    """

    classes: NDArray[Any]
    pairs: tuple[tuple[int, int], ...]
    classifiers: Sequence[Scoring] = field(repr=False)

    def votes(self, X: Any) -> NDArray[np.intp]:
        """Return a row for each example: the votes for each class. A score of zero is a vote for the first of two."""
        return self._counted(matrix(X))[0]

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class with most votes; `ambiguous` says where the scores had to decide."""
        votes, sums = self._counted(matrix(X))
        most = votes == votes.max(axis=1, keepdims=True)
        return self.classes[np.argmax(np.where(most, sums, -np.inf), axis=1)]

    def ambiguous(self, X: Any) -> NDArray[np.bool_]:
        """Return which examples are in a region where two or more classes have most votes."""
        return _tied(self.votes(X))

    def _counted(self, X: Floats) -> tuple[NDArray[np.intp], Floats]:
        """Return votes and sums of scores for each class."""
        votes = np.zeros((len(X), len(self.classes)), dtype=np.intp)
        sums = np.zeros(votes.shape)
        for (first, second), classifier in zip(self.pairs, self.classifiers, strict=True):
            score = classifier.scores(X)
            votes[:, first] += score <= 0
            votes[:, second] += score > 0
            sums[:, first] -= score
            sums[:, second] += score
        return votes, sums


def _tied(rows: NDArray[Any]) -> NDArray[np.bool_]:
    """Return in which rows the largest entry occurs more than once."""
    return (rows == rows.max(axis=1, keepdims=True)).sum(axis=1) > 1


def one_vs_rest(fit: Fit, X: Any, y: Any) -> OneVsRest:
    """Return a classifier for each class, fitted with the label 1 for that class and -1 for the rest.

    Raises a `DataError` for bad data, and whatever `fit` raises.
    """
    rows = matrix(X)
    read = labels(y, length=len(rows))
    found = [fit(rows, np.where(read.codes == code, 1.0, -1.0)) for code in range(len(read.classes))]
    return OneVsRest(read.classes, found)


def one_vs_one(fit: Fit, X: Any, y: Any) -> OneVsOne:
    """Return a classifier for each pair of classes, fitted on their examples: 1 is the second, -1 the first.

    >>> from functools import partial
    >>> from numeric.algorithms import fit_svm
    >>> found = one_vs_one(partial(fit_svm, C=1.0), [[0.0], [1.0], [2.0]], ["low", "mid", "top"])
    >>> found.predict([[-1.0], [1.0], [3.0]]).tolist()
    ['low', 'mid', 'top']
    """
    rows = matrix(X)
    read = labels(y, length=len(rows))
    pairs = tuple(combinations(range(len(read.classes)), 2))
    found = list[Scoring]()
    for first, second in pairs:
        chosen = (read.codes == first) | (read.codes == second)
        found.append(fit(rows[chosen], np.where(read.codes[chosen] == second, 1.0, -1.0)))
    return OneVsOne(read.classes, pairs, found)
