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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.inputs import Floats, labels, matrix

Fit = Callable[[Floats, Floats], Any]


@dataclass(frozen=True, slots=True, eq=False)
class OneVsRest:
    """A classifier for each class against all others; the largest score decides, of several the first."""

    classes: NDArray[Any]
    classifiers: Sequence[Any] = field(repr=False)

    def scores(self, X: Any) -> Floats:
        """Return a row of scores for each example, one for each class."""
        return np.column_stack([each.scores(X) for each in self.classifiers])

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class with the largest score; `ambiguous` says where it is unclear."""
        return self.classes[np.argmax(self.scores(X), axis=1)]

    def ambiguous(self, X: Any) -> NDArray[np.bool_]:
        """Return which examples are in a region that no class claims, or more than one, or share the largest score."""
        scores = self.scores(X)
        return ((scores > 0).sum(axis=1) != 1) | _tied(scores)


@dataclass(frozen=True, slots=True, eq=False)
class OneVsOne:
    """A classifier for each pair of classes; each gives a vote to one of its two, and most votes decide.

    Among classes with as many votes, the first wins.
    """

    classes: NDArray[Any]
    pairs: tuple[tuple[int, int], ...]
    classifiers: Sequence[Any] = field(repr=False)

    def votes(self, X: Any) -> NDArray[np.intp]:
        """Return a row for each example: the votes for each class. A score of zero is a vote for the first of two."""
        rows = matrix(X)
        votes = np.zeros((len(rows), len(self.classes)), dtype=np.intp)
        for (first, second), classifier in zip(self.pairs, self.classifiers, strict=True):
            positive = classifier.scores(rows) > 0
            votes[:, first] += ~positive
            votes[:, second] += positive
        return votes

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class with most votes; `ambiguous` says where it is unclear."""
        return self.classes[np.argmax(self.votes(X), axis=1)]

    def ambiguous(self, X: Any) -> NDArray[np.bool_]:
        """Return which examples are in a region where two or more classes have most votes."""
        return _tied(self.votes(X))


def _tied(rows: NDArray[Any]) -> NDArray[np.bool_]:
    """Return in which rows the largest entry occurs more than once."""
    return (rows == rows.max(axis=1, keepdims=True)).sum(axis=1) > 1


def one_vs_rest(fit: Fit, X: Any, y: Any) -> OneVsRest:
    """Return a classifier for each class, fitted with the label 1 for that class and -1 for the rest."""
    rows = matrix(X)
    read = labels(y, length=len(rows))
    return OneVsRest(read.classes, [fit(rows, np.where(read.codes == k, 1.0, -1.0)) for k in range(len(read.classes))])


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
    pairs, found = tuple(combinations(range(len(read.classes)), 2)), list[Any]()
    for first, second in pairs:
        chosen = (read.codes == first) | (read.codes == second)
        found.append(fit(rows[chosen], np.where(read.codes[chosen] == second, 1.0, -1.0)))
    return OneVsOne(read.classes, pairs, found)
