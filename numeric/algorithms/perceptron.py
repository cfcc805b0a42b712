"""The perceptron: example by example, all at once, voted and averaged; and what a run proves.

A run that ends has found weights that separate the examples. One whose weights come back, with exact numbers, goes
round for ever, and no weights separate the examples: those that were added in between sum to zero, and positive margins
would not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.algorithms.descent import Rate
from numeric.algorithms.result import Classifier, LinearRule, Run, Shown
from numeric.errors import SettingError
from numeric.inputs import Floats, augmented, binary_labels, matrix, one_of, positive, vector, whole

TIES = {"mistake": 0.0, "positive": 1.0, "negative": -1.0}
"""What a score of zero may be, and the sign that it then has."""
BELOW_ZERO = -float(np.nextafter(0.0, 1.0))
EXACT = 200_000
"""A cycle of more steps than this is not repeated with exact numbers, and proves nothing."""


def perceptron(  # noqa: PLR0917 -- the pseudo-code of the notes is made from this function, and shows what it is given
    w: Floats, X: Floats, y: Floats, eta: Rate, zero: Floats, goes_on: Callable[[Floats, int], bool]
) -> Floats:
    """Return the weights where the stopping rule is content: in each pass an update for every misclassified example.

    Its margin is at most zero[n], which is 0, or just below where a score of zero is right.
    """
    k = 0
    while goes_on(w, k):
        for n in range(len(y)):
            if y[n] * (w @ X[n]) <= zero[n]:
                k = k + 1
                w = w + eta(k) * y[n] * X[n]
    return w


def batch_perceptron(  # noqa: PLR0917 -- the same
    w: Floats, X: Floats, y: Floats, eta: Rate, zero: Floats, goes_on: Callable[[Floats, int], bool]
) -> Floats:
    """Return the weights where the stopping rule is content: each update adds all misclassified examples, m_n = 1."""
    k = 0
    while goes_on(w, k):
        m = y * (X @ w) <= zero
        if any(m):
            k = k + 1
            w = w + eta(k) * (m * y) @ X
    return w


def voted_perceptron(X: Floats, y: Floats, zero: Floats, passes: int) -> tuple[list[Floats], list[int]]:
    """Return the weights of a run from zero, and for how many examples each stood, beginning with its own."""
    w = np.zeros(X.shape[1])
    vectors, counts = [w], [0]
    for _ in range(passes):
        for n in range(len(y)):
            if y[n] * (w @ X[n]) <= zero[n]:
                w = w + y[n] * X[n]
                vectors.append(w)
                counts.append(0)
            counts[-1] += 1
    return vectors, counts


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Perceptron(Classifier):
    """What was found: the rule, how the run went, the weights (the intercept first), and how many updates were made.

    `radius` is the length of the longest example, its constant included. `margin` is the smallest signed distance of an
    example from the plane, above zero where all are right; `update_bound` is how many updates the convergence theorem
    then allows, None where it says nothing. `cycle` is the number of passes after which the weights came back, if they
    did so with exact numbers: this proves that no weights separate the examples.
    """

    rule: LinearRule
    run: Run
    weights: Floats
    updates: int
    radius: float
    margin: float
    update_bound: float | None
    cycle: int | None


@dataclass(slots=True)
class _Passes:
    """The stopping rule: a pass without an update, weights that came back, or enough."""

    most: int
    updates: list[int] = field(default_factory=list[int])
    seen: dict[bytes, int] = field(default_factory=dict[bytes, int])
    last: Floats = field(default_factory=lambda: np.empty(0))
    came_back: int = 0

    def goes_on(self, w: Floats, k: int) -> bool:
        """Return whether there is to be another pass from these weights, which k updates have made."""
        self.updates.append(k)
        self.last = w
        number = len(self.updates) - 1
        self.came_back = number - self.seen.setdefault((w + 0.0).tobytes(), number)
        return not self.came_back and number < self.most

    def run(self, cycle: int | None) -> Run:
        """Return how it went, where weights that came back after a `cycle` did so with exact numbers."""
        mistakes = np.diff(self.updates).astype(float)
        period = "one pass" if self.came_back == 1 else f"{self.came_back} passes"
        reason = f"the weights are those of {period} before, "
        if not mistakes[-1]:
            reason = "every example in a row was right"
        elif not self.came_back:
            reason = "that many passes were allowed; nothing is known about the examples"
        elif cycle:
            reason += "so that the run goes round for ever: no weights separate the examples"
        else:
            reason += "by rounding; that proves nothing about the examples"
        return Run(len(mistakes), not mistakes[-1], reason, mistakes)


def fit_perceptron(
    X: Any,
    y: Any,
    *,
    rule: str = "single",
    rate: float = 1.0,
    tie: str = "mistake",
    start_at: Any = None,
    intercept: bool = True,
    max_iter: int = 1000,
) -> Perceptron:
    """Return what the perceptron finds on examples of two classes, in at most `max_iter` passes.

    The `rule` is "single" (example by example) or "batch". A score of zero is by `tie` a "mistake", or the sign of a
    class: "positive" (that of the larger label) or "negative". `start_at` are the weights before the first update, the
    intercept first. Raises a `DataError` for bad data and `SettingError` for a bad setting.

    >>> opposite = fit_perceptron([[1, 1], [2, 2]], [0, 1], rule="batch")
    >>> opposite.run.converged, opposite.predict([[0, 0], [3, 3]]).tolist()
    (True, [0, 1])
    """
    core = {"single": perceptron, "batch": batch_perceptron}[one_of(rule, "rule", ("single", "batch"))]
    rows, eta = augmented(matrix(X), intercept=intercept), positive(rate, "rate")
    passes = _Passes(whole(max_iter, "max_iter"))
    known = binary_labels(y, length=len(rows))
    first = np.zeros(rows.shape[1]) if start_at is None else vector(start_at, place="start_at", length=rows.shape[1])
    signs, sign_of_zero = known.signs, TIES[one_of(tie, "tie", tuple(TIES))]
    zero = np.where(signs == sign_of_zero, BELOW_ZERO, 0.0)
    with np.errstate(over="ignore", invalid="ignore"):
        w = core(first, rows, signs, lambda _: eta, zero, passes.goes_on)
    if not np.isfinite(w).all():
        reason = "the weights grew out of the range of floating-point numbers"
        raise SettingError(f"{eta:g}", place="rate", reason=reason, way_out="give a smaller rate, or scale X")
    cycle = _cycle(core, passes, rows, signs, zero, eta=eta)
    margin = float((signs * (rows @ w)).min() / np.linalg.norm(w)) if w.any() else 0.0
    radius = float(np.linalg.norm(rows, axis=1).max())
    reach = radius * (len(rows) if rule == "batch" else 1)
    return Perceptron(
        LinearRule(w[int(intercept) :], float(w[0]) if intercept else 0.0, known.classes, tie=int(sign_of_zero > 0)),
        passes.run(cycle),
        weights=w,
        updates=passes.updates[-1],
        radius=radius,
        margin=margin,
        update_bound=update_bound(reach, margin, float(np.linalg.norm(first)) / eta) if margin > 0 else None,
        cycle=cycle,
    )


def update_bound(radius: float, margin: float, start: float = 0.0) -> float:
    """Return how many updates the convergence theorem allows: (R^2 + 2 |w_0| R / eta) / gamma^2, `start` is |w_0|/eta.

    The margin of any separating weights will do.

    >>> update_bound(2.0, 1.0)
    4.0
    """
    return (radius**2 + 2 * start * radius) / margin**2


def _cycle(core: Any, passes: _Passes, X: Floats, y: Floats, zero: Floats, *, eta: float) -> int | None:
    """Return after how many passes the weights come back where the run is repeated with exact numbers, if they do."""
    period = passes.came_back
    if not period or passes.updates[-1] == passes.updates[-2] or period * len(X) > EXACT:
        return None
    exact, left = np.vectorize(Fraction, otypes=[object]), iter([True] * period)
    w = exact(passes.last)
    reached = core(w, exact(X), exact(y), lambda _: Fraction(eta), exact(zero), lambda *_: next(left, False))
    return period if (reached == w).all() else None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VotedPerceptron(Shown):
    """Weight vectors, a row each with the intercept first, and for how many examples each stood, its making included.

    `average` is the sum of the vectors, each times its count: it decides as the averaged perceptron does.
    """

    vectors: Floats
    counts: NDArray[np.intp]
    average: Floats
    classes: NDArray[Any]

    def votes(self, X: Any) -> Floats:
        """Return for each example the sum of the counts of the vectors, each with the sign of its score, or zero."""
        return np.sign(self._rows(X) @ self.vectors.T) @ self.counts.astype(float)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels by the vote; an even one is for the negative class."""
        return self.classes[(self.votes(X) > 0).astype(np.intp)]

    def predict_averaged(self, X: Any) -> NDArray[Any]:
        """Return the labels by the averaged perceptron, with the same rule for zero."""
        return self.classes[(self._rows(X) @ self.average > 0).astype(np.intp)]

    def _rows(self, X: Any) -> Floats:
        return augmented(matrix(X, columns=self.vectors.shape[1] - 1))


def fit_voted_perceptron(X: Any, y: Any, *, epochs: int = 10) -> VotedPerceptron:
    """Return the vectors of a run of so many passes from zero, at the rate 1; it does not stop when all are right.

    >>> fit_voted_perceptron([[-1], [1]], ["no", "yes"]).predict([[-3], [2]])
    array(['no', 'yes'], dtype='<U3')
    """
    rows = augmented(matrix(X))
    known = binary_labels(y, length=len(rows))
    found = voted_perceptron(rows, known.signs, np.zeros(len(rows)), whole(epochs, "epochs"))
    vectors, counts = map(np.array, found)
    return VotedPerceptron(vectors, counts, counts @ vectors, known.classes)
