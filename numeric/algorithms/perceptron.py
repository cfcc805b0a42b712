"""The perceptron: the single-sample and the batch rule, at a fixed rate or at the rate 1/k, from any start.

What a score of zero means is a setting of its own, because runs depend on it; so is which label is positive.

>>> from numeric.algorithms import fit_perceptron
>>> found = fit_perceptron([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 1], tie="negative")
>>> found.weights, found.updates, found.steps
(array([0., 1., 1.]), 4, 13)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from numeric.algorithms.binary import augmented, two_classes
from numeric.algorithms.cycles import Cycle
from numeric.algorithms.perceptron_run import (
    SCHEDULES,
    TIES,
    Course,
    Schedule,
    Stop,
    Task,
    Tie,
    batch,
    single_sample,
    wrong_below,
)
from numeric.algorithms.result import LinearRule, Run, described
from numeric.errors import SettingError
from numeric.inputs import Floats, Labels, Rng, generator, matrix, one_of, start, whole
from numeric.inputs import positive as above_zero

Rule = Literal["single", "batch"]
RULES: tuple[Rule, ...] = ("single", "batch")
REASONS: dict[Stop, str] = {
    "converged": "every example in a row was right",
    "cycle": (
        "the weights are those of {period} before, so that the run goes round for ever: "
        "no weights separate the examples"
    ),
    "rounding": "the weights are those of {period} before, by rounding; that proves nothing about the examples",
    "limit": "that many passes were allowed; nothing is known about the examples",
}


@dataclass(frozen=True, slots=True, eq=False)
class Perceptron:
    """What a run found, and how it went.

    `iterates` has the start and the weights after each update, a row each, the intercept first where there is one;
    `updated` says which example each update was made on (empty for the batch rule), `update_steps` at which step,
    from 0 on, `mistakes_per_pass` how many there were in each pass. `radius` is the length of the longest example,
    with its constant; `margin` the least distance of an example from the plane that was found, negative if it is on
    the wrong side; `update_bound` how many updates the convergence theorem allows, where it speaks. `cycle` is what
    the weights that came back prove.
    """

    rule: LinearRule
    run: Run
    weights: Floats
    updates: int
    steps: int
    mistakes_per_pass: NDArray[np.intp]
    radius: float
    margin: float
    update_bound: float | None
    cycle: Cycle | None
    iterates: Floats = field(repr=False)
    updated: NDArray[np.intp] = field(repr=False)
    update_steps: NDArray[np.intp] = field(repr=False)
    fed: NDArray[np.intp] = field(repr=False)
    scores_fed: Floats = field(repr=False)

    def scores(self, X: Any) -> Floats:
        """Return the scores of examples: positive ones are of the positive class."""
        return self.rule.scores(X)

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the labels of examples; a score of zero is positive only if `tie` was "positive"."""
        return self.rule.predict(X)

    def __repr__(self) -> str:
        """Return the fields, one a line."""
        return described(self)


def fit_perceptron(
    X: Any,
    y: Any,
    *,
    rule: Rule = "single",
    rate: float = 1.0,
    schedule: Schedule = "fixed",
    tie: Tie = "mistake",
    positive: Any = None,
    start_at: Any = None,
    intercept: bool = True,
    max_iter: int = 1000,
    rng: Rng = None,
    shuffle: bool = False,
    record: bool = False,
) -> Perceptron:
    """Return what the perceptron finds on examples of two classes, in at most `max_iter` passes.

    A score of zero is by `tie` a "mistake", "correct", or the sign of a class: "positive" or "negative". The rate of
    update k is `rate`, or `rate`/k by the `schedule` "1/k". The larger label is positive unless `positive` names one.
    `start_at` are the weights before the first update, the intercept first. Examples are visited in their order, or
    with `shuffle` in a new one each pass, drawn from `rng`. With `record`, `fed` and `scores_fed` have every step.
    Raises a `DataError` for bad data and `SettingError` for a bad setting.

    >>> opposite = fit_perceptron([[1, 1], [2, 2]], [0, 1], rule="batch")
    >>> opposite.run.converged, opposite.predict([[0, 0], [3, 3]]).tolist()
    (True, [0, 1])
    """
    task, labels = _task(X, y, tie=tie, positive=positive, start_at=start_at, intercept=intercept)
    _ = one_of(rule, "rule", RULES), one_of(schedule, "schedule", SCHEDULES)
    if rule == "batch" and (shuffle or record):
        reason = "the batch rule takes all examples at once"
        raise SettingError(
            "batch", place="rule", reason=reason, way_out='leave out shuffle and record, or use "single"'
        )
    task = Task(task.reflected, task.wrong_below, task.start, above_zero(rate, "rate"), schedule)
    passes, order = whole(max_iter, "max_iter"), generator(rng) if shuffle else None
    with np.errstate(over="ignore", invalid="ignore"):
        course = (
            batch(task, passes=passes)
            if rule == "batch"
            else single_sample(task, passes=passes, rng=order, record=record)
        )
        return _result(task, course, labels, rule=rule, tie=tie, intercept=intercept)


def task_of(X: Any, y: Any, *, tie: Tie, positive: Any, intercept: bool) -> tuple[Task, Labels]:
    """Return the reflected examples with a start of zeros and the rate 1, and the labels that were read."""
    return _task(X, y, tie=tie, positive=positive, start_at=None, intercept=intercept)


def _task(X: Any, y: Any, *, tie: Tie, positive: Any, start_at: Any, intercept: bool) -> tuple[Task, Labels]:
    rows = matrix(X)
    labels = two_classes(y, length=len(rows), positive=positive)
    _ = one_of(tie, "tie", TIES)
    rows = augmented(rows, intercept=intercept)
    first = start(start_at, (rows.shape[1],), place="start_at")
    return Task(labels.signs[:, None] * rows, wrong_below(labels.signs, tie), first, 1.0, "fixed"), labels


def _result(task: Task, course: Course, labels: Labels, *, rule: Rule, tie: Tie, intercept: bool) -> Perceptron:
    weights = course.weights[-1]
    if not np.isfinite(weights).all():
        reason = "the weights grew out of the range of floating-point numbers"
        raise SettingError(f"{task.rate:g}", place="rate", reason=reason, way_out="give a smaller rate, or scale X")
    constant, coef = (float(weights[0]), weights[1:]) if intercept else (0.0, weights)
    margin, radius = _margin(task, weights), float(np.linalg.norm(task.reflected, axis=1).max())
    fed = np.concatenate(course.fed) if course.fed else np.empty(0, dtype=np.intp)
    margins = np.concatenate(course.margins) if course.margins else np.empty(0)
    return Perceptron(
        rule=LinearRule(coef, constant, labels.classes, tie=int(tie == "positive")),
        run=_how_it_went(course),
        weights=weights,
        updates=len(course.weights) - 1,
        steps=course.steps,
        mistakes_per_pass=np.array(course.passes),
        radius=radius,
        margin=margin,
        update_bound=update_bound(task, radius * (len(task.reflected) if rule == "batch" else 1), margin),
        cycle=course.cycle,
        iterates=np.array(course.weights),
        updated=np.array(course.updated, dtype=np.intp),
        update_steps=np.array(course.at_steps, dtype=np.intp),
        fed=fed,
        scores_fed=margins * labels.signs[fed],
    )


def _how_it_went(course: Course) -> Run:
    converged = course.stopped == "converged"
    nothing = converged and not course.weights[-1].any()
    warning = "the weights are all zero, and so are all scores: by this rule for ties nothing is wrong" * nothing
    period = course.cycle.period if course.cycle else 0
    stopped = REASONS[course.stopped].format(period="one pass" if period == 1 else f"{period} passes")
    return Run(len(course.passes), converged, stopped, np.array(course.passes, dtype=float), warning)


def _margin(task: Task, weights: Floats) -> float:
    length = float(np.linalg.norm(weights))
    return float((task.reflected @ weights).min()) / length if length else 0.0


def update_bound(task: Task, radius: float, margin: float) -> float | None:
    """Return how many updates the convergence theorem allows, (R^2 + 2 |w_0| R / eta) / gamma^2; None if it is silent.

    It speaks of a fixed rate and of a margin above zero; any separating weights will do to measure that. A batch
    update is one on the sum of the misclassified examples, which is no longer than N R.

    >>> both = Task(np.array([[1.0, 1.0], [-1.0, 1.0]]), np.zeros(2), np.zeros(2), 1.0, "fixed")
    >>> update_bound(both, 2.0, 1.0)
    4.0
    """
    if task.schedule != "fixed" or margin <= 0:
        return None
    length = float(np.linalg.norm(task.start))
    return (radius**2 + 2 * length * radius / task.rate) / margin**2
