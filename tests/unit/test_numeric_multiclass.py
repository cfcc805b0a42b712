"""More than two classes by classifiers of two: who decides, and where it is not clear."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from sklearn.svm import SVC

from numeric.algorithms import fit_perceptron, fit_svm, multiclass
from numeric.errors import OneClassError, WrongShapeError
from numeric.inputs import Floats

BLOBS = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [4.0, 4.0]])


def _blobs(seed: int = 0) -> tuple[Floats, Any]:
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(4), 15)
    return BLOBS[y] + rng.normal(scale=0.4, size=(60, 2)), np.array(["a", "b", "c", "d"])[y]


@dataclass(frozen=True)
class Fixed:
    """A classifier whose scores are a column of the input."""

    column: int

    def scores(self, X: Any, /) -> Floats:
        """Return the column."""
        return np.asarray(X, dtype=float)[:, self.column]


@pytest.mark.parametrize("around", [multiclass.one_vs_rest, multiclass.one_vs_one])
@pytest.mark.parametrize("fit", [fit_perceptron, partial(fit_svm, C=1.0), partial(fit_svm, C=10.0, kernel="gaussian")])
def test_separate_blobs_are_told_apart(around: Any, fit: Any) -> None:
    """Any classifier of two will do."""
    X, y = _blobs()
    found = around(fit, X, y)
    unclear = found.ambiguous(X)
    assert found.predict(X)[~unclear].tolist() == y[~unclear].tolist()
    assert found.predict(BLOBS).tolist() == ["a", "b", "c", "d"]


def test_one_vs_one_is_that_of_scikit_learn() -> None:
    """Each pair has the machine that scikit-learn fits, and the votes agree wherever they decide."""
    corners, y = _blobs(1)
    X = corners + np.random.default_rng(2).normal(scale=1.0, size=corners.shape)
    found = multiclass.one_vs_one(partial(fit_svm, C=1.0), X, y)
    theirs = SVC(C=1.0, kernel="linear", tol=1e-10).fit(X, y)
    clear = ~found.ambiguous(X)
    assert found.pairs == ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))
    assert found.predict(X)[clear].tolist() == theirs.predict(X)[clear].tolist()
    assert clear.sum() > 50


def test_regions_that_no_class_claims_or_several_are_said() -> None:
    """One score above zero is clear; none, or two, or a shared maximum is not."""
    found = multiclass.OneVsRest(np.array(["a", "b", "c"]), [Fixed(0), Fixed(1), Fixed(2)])
    rows = np.array([[1.0, -1, -1], [-3, -1, -2], [1, 2, -1], [2, 2, -1], [0, -1, -1]])
    assert found.claims(rows).tolist() == [1, 0, 2, 2, 0]
    assert found.ambiguous(rows).tolist() == [False, True, True, True, True]
    assert found.predict(rows).tolist() == ["a", "b", "b", "a", "a"]


def test_even_votes_are_said_and_the_scores_decide() -> None:
    """Three classes that beat each other in a circle have a vote each; the sums of their scores decide."""
    found = multiclass.OneVsOne(np.array(["a", "b", "c"]), ((0, 1), (0, 2), (1, 2)), [Fixed(0), Fixed(1), Fixed(2)])
    rows = np.array([[-1.0, 2.0, -3.0], [-1.0, -1.0, -1.0], [-1.0, 1.0, -1.0]])
    assert found.votes(rows).tolist() == [[1, 1, 1], [2, 1, 0], [1, 1, 1]]
    assert found.ambiguous(rows).tolist() == [True, False, True]
    assert found.predict(rows).tolist() == ["b", "a", "a"]


def test_two_classes_are_the_binary_classifier() -> None:
    """Of two classes either way is the classifier itself."""
    X, y = (part[:30] for part in _blobs())
    alone = fit_svm(X, y, C=1.0)
    fit = partial(fit_svm, C=1.0)
    one = multiclass.one_vs_one(fit, X, y)
    rest = multiclass.one_vs_rest(fit, X, y)
    assert one.predict(X).tolist() == rest.predict(X).tolist() == alone.predict(X).tolist()
    assert rest.scores(X)[:, 1] == pytest.approx(alone.scores(X))
    assert rest.scores(X)[:, 0] == pytest.approx(-alone.scores(X))


@pytest.mark.parametrize("around", [multiclass.one_vs_rest, multiclass.one_vs_one])
def test_bad_input_is_refused(around: Any) -> None:
    """One class alone, and lists of different lengths."""
    with pytest.raises(OneClassError, match="one class"):
        _ = around(fit_perceptron, BLOBS, [1, 1, 1, 1])
    with pytest.raises(WrongShapeError, match="rows"):
        _ = around(fit_perceptron, BLOBS, [1, 2])
