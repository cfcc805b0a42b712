"""The perceptron: example by example, all at once, voted and averaged; and what a run proves.

A run that ends has found weights that separate the examples. One whose weights come back, with exact numbers, goes
round for ever, and no weights separate the examples: those that were added in between sum to zero, and positive margins
would not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from numeric.algorithms.descent import Rate
from numeric.algorithms.result import Classifier, LinearRule, Run, Shown
from numeric.errors import SettingError
from numeric.inputs import Floats, augmented, matrix, one_of, start, two_classes, whole
from numeric.inputs import positive as above_zero

Tie = Literal["mistake", "correct", "positive", "negative"]
TIES = ("mistake", "correct", "positive", "negative")
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
    weights: list[Floats] = field(default_factory=list[Floats])
    updates: list[int] = field(default_factory=list[int])
    seen: dict[bytes, int] = field(default_factory=dict[bytes, int])
    came_back: int | None = None
    stopped: str = ""

    def goes_on(self, w: Floats, k: int) -> bool:
        """Return whether there is to be another pass from these weights, which k updates have made."""
        number = len(self.updates)
        self.weights.append(w)
        self.updates.append(k)
        first = self.seen.setdefault((w + 0.0).tobytes(), number)
        if number and k == self.updates[-2]:
            self.stopped = "every example in a row was right"
        elif first < number:
            self.came_back = number - first
        elif number == self.most:
            self.stopped = "that many passes were allowed; nothing is known about the examples"
        return not self.stopped and self.came_back is None


def fit_perceptron(
    X: Any,
    y: Any,
    *,
    rule: str = "single",
    rate: float = 1.0,
    schedule: str = "fixed",
    tie: Tie = "mistake",
    positive: Any = None,
    start_at: Any = None,
    intercept: bool = True,
    max_iter: int = 1000,
) -> Perceptron:
    """Return what the perceptron finds on examples of two classes, in at most `max_iter` passes.

    The `rule` is "single" (example by example) or "batch". A score of zero is by `tie` a "mistake", "correct", or the
    sign of a class: "positive" or "negative". The rate of update k is `rate`, or `rate`/k by the `schedule` "1/k". The
    larger label is positive unless `positive` names one. `start_at` are the weights before the first update, the
    intercept first. Raises a `DataError` for bad data and `SettingError` for a bad setting.

    >>> opposite = fit_perceptron([[1, 1], [2, 2]], [0, 1], rule="batch")
    >>> opposite.run.converged, opposite.predict([[0, 0], [3, 3]]).tolist()
    (True, [0, 1])
    """
    core = {"single": perceptron, "batch": batch_perceptron}[one_of(rule, "rule", ("single", "batch"))]
    fixed = one_of(schedule, "schedule", ("fixed", "1/k")) == "fixed"
    rows, signs, classes, zero = _examples(X, y, tie=tie, positive=positive, intercept=intercept)
    first, eta = start(start_at, (rows.shape[1],), place="start_at"), above_zero(rate, "rate")
    passes = _Passes(whole(max_iter, "max_iter"))
    with np.errstate(over="ignore", invalid="ignore"):
        w = core(first, rows, signs, lambda k: eta if fixed else eta / k, zero, passes.goes_on)
    if not np.isfinite(w).all():
        reason = "the weights grew out of the range of floating-point numbers"
        raise SettingError(f"{eta:g}", place="rate", reason=reason, way_out="give a smaller rate, or scale X")
    cycle = _cycle(core, passes, rows, signs, zero, eta=eta) if fixed else None
    margin = float((signs * (rows @ w)).min() / np.linalg.norm(w)) if w.any() else 0.0
    radius = float(np.linalg.norm(rows, axis=1).max())
    reach = radius * (len(rows) if rule == "batch" else 1)
    return Perceptron(
        rule=LinearRule(w[int(intercept) :], float(w[0]) if intercept else 0.0, classes, tie=int(tie == "positive")),
        run=_how_it_went(passes, cycle, w),
        weights=w,
        updates=passes.updates[-1],
        radius=radius,
        margin=margin,
        update_bound=update_bound(reach, margin, float(np.linalg.norm(first)) / eta) if fixed and margin > 0 else None,
        cycle=cycle,
    )


def _examples(X: Any, y: Any, *, tie: Tie, positive: Any, intercept: bool) -> tuple[Floats, Floats, Any, Floats]:
    """Return the examples with their constant, signs, classes, and the margin up to which each is misclassified."""
    rows = matrix(X)
    known = two_classes(y, length=len(rows), positive=positive)
    signs, right = known.signs, {"positive": 1.0, "negative": -1.0}.get(one_of(tie, "tie", TIES), 0.0)
    fine = np.full(len(signs), tie == "correct") | (signs == right)
    return augmented(rows, intercept=intercept), signs, known.classes, np.where(fine, BELOW_ZERO, 0.0)


def update_bound(radius: float, margin: float, start: float = 0.0) -> float:
    """Return how many updates the convergence theorem allows: (R^2 + 2 |w_0| R / eta) / gamma^2, `start` is |w_0|/eta.

    It speaks of a fixed rate, and the margin of any separating weights will do.

    >>> update_bound(2.0, 1.0)
    4.0
    """
    return (radius**2 + 2 * start * radius) / margin**2


def _cycle(core: Any, passes: _Passes, X: Floats, y: Floats, zero: Floats, *, eta: float) -> int | None:
    """Return after how many passes the weights come back where the run is repeated with exact numbers, if they do."""
    period = passes.came_back
    if period is None or period * len(X) > EXACT:
        return None
    exact, left = np.vectorize(Fraction, otypes=[object]), iter([True] * period)
    w = exact(passes.weights[-1])
    reached = core(w, exact(X), exact(y), lambda _: Fraction(eta), exact(zero), lambda *_: next(left, False))
    return period if (reached == w).all() else None


def _how_it_went(passes: _Passes, cycle: int | None, w: Floats) -> Run:
    mistakes = np.diff(passes.updates).astype(float)
    period = "one pass" if passes.came_back == 1 else f"{passes.came_back} passes"
    if passes.came_back is None:
        converged = passes.stopped.startswith("every")
        nothing = "the weights are all zero, and so are all scores: by this rule for ties nothing is wrong"
        return Run(len(mistakes), converged, passes.stopped, mistakes, nothing if converged and not w.any() else "")
    proved = f"the weights are those of {period} before, so that the run goes round for ever: no weights separate the"
    unproved = f"the weights are those of {period} before, by rounding; that proves nothing about the"
    return Run(len(mistakes), converged=False, stopped=f"{proved if cycle else unproved} examples", history=mistakes)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VotedPerceptron(Shown):
    """Weight vectors, a row each with the intercept first, and for how many examples each stood, its making included.

    `average` is the sum of the vectors, each times its count: it decides as the averaged perceptron does.
    """

    vectors: Floats
    counts: NDArray[np.intp]
    average: Floats
    classes: NDArray[Any]
    tie: Tie
    intercept: bool

    def votes(self, X: Any) -> Floats:
        """Return for each example the sum of the counts of the vectors, each with the sign of its score.

        A score of zero votes for the class that `tie` names, and for none where it names no class.
        """
        at_zero = {"positive": 1.0, "negative": -1.0}.get(self.tie, 0.0)
        scores = self._rows(X) @ self.vectors.T
        return np.where(scores == 0, at_zero, np.sign(scores)) @ self.counts.astype(float)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels by the vote; an even one is for the positive class only if `tie` is "positive"."""
        return self._decided(self.votes(X))

    def predict_averaged(self, X: Any) -> NDArray[Any]:
        """Return the labels by the averaged perceptron, with the same rule for zero."""
        return self._decided(self._rows(X) @ self.average)

    def _rows(self, X: Any) -> Floats:
        return augmented(matrix(X, columns=self.vectors.shape[1] - self.intercept), intercept=self.intercept)

    def _decided(self, scores: Floats) -> NDArray[Any]:
        return self.classes[(scores >= 0 if self.tie == "positive" else scores > 0).astype(np.intp)]


def fit_voted_perceptron(
    X: Any, y: Any, *, epochs: int = 10, tie: Tie = "mistake", positive: Any = None, intercept: bool = True
) -> VotedPerceptron:
    """Return the vectors of a run of so many passes from zero, at the rate 1; it does not stop when all are right.

    >>> fit_voted_perceptron([[-1], [1]], ["no", "yes"]).predict([[-3], [2]])
    array(['no', 'yes'], dtype='<U3')
    """
    rows, signs, classes, zero = _examples(X, y, tie=tie, positive=positive, intercept=intercept)
    vectors, counts = voted_perceptron(rows, signs, zero, whole(epochs, "epochs"))
    return VotedPerceptron(
        np.array(vectors), np.array(counts), np.array(counts) @ np.array(vectors), classes, tie, intercept
    )
