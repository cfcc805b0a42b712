"""The runs of the perceptron, on reflected examples: each row is an example times its label, so right is positive.

A run is sequential by nature. It is fast all the same, because between two mistakes the weights stand still: the
margins of many examples are computed at once, and the run goes on behind the first that is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from numeric.algorithms.cycles import Cycle, returning
from numeric.inputs import Floats

Tie = Literal["mistake", "correct", "positive", "negative"]
Schedule = Literal["fixed", "1/k"]
Stop = Literal["converged", "cycle", "rounding", "limit"]
"""All right; the weights came back, which proves that they always will; they came back by rounding; it was enough."""

TIES: tuple[Tie, ...] = ("mistake", "correct", "positive", "negative")
SCHEDULES: tuple[Schedule, ...] = ("fixed", "1/k")
SMALLEST_BLOCK = 16
LEAST_ABOVE_ZERO = float(np.nextafter(0.0, 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What a run is about: reflected examples, where each margin is wrong, the start, the rate of each update."""

    reflected: Floats
    wrong_below: Floats
    start: Floats
    rate: float
    schedule: Schedule

    def rate_of(self, update: int) -> float:
        """Return the rate of an update, counted from 1."""
        return self.rate if self.schedule == "fixed" else self.rate / update


@dataclass(slots=True, eq=False)
class Course:
    """What happened: the weights after each update, the step and the example of each, the mistakes of each pass.

    `margins` has the margin of each example at the moment it was fed, `fed` which example it was.
    """

    weights: list[Floats]
    at_steps: list[int] = field(default_factory=list[int])
    updated: list[int] = field(default_factory=list[int])
    passes: list[int] = field(default_factory=list[int])
    fed: list[NDArray[np.intp]] = field(default_factory=list[NDArray[np.intp]])
    margins: list[Floats] = field(default_factory=list[Floats])
    steps: int = 0
    in_a_row: int = 0
    stopped: Stop = "limit"
    cycle: Cycle | None = None


def wrong_below(signs: Floats, tie: Tie) -> Floats:
    """Return for each example the margin below which it is misclassified; a margin of zero is the question.

    >>> wrong_below(np.array([1.0, -1.0]), "positive") > 0
    array([False,  True])
    """
    zero_is_wrong = {
        "mistake": np.ones(len(signs), dtype=bool),
        "correct": np.zeros(len(signs), dtype=bool),
        "positive": signs < 0,
        "negative": signs > 0,
    }[tie]
    return np.where(zero_is_wrong, LEAST_ABOVE_ZERO, 0.0)


def single_sample(
    task: Task, *, passes: int, stop: bool = True, rng: np.random.Generator | None = None, record: bool = False
) -> Course:
    """Feed the examples one by one and update on each mistake, until all in a row were right, or so many passes.

    Without `stop` all passes are made; with `rng` each pass has an order of its own; `record` keeps every step.

    >>> both = Task(np.array([[1.0, 1.0], [-1.0, 1.0]]), np.full(2, LEAST_ABOVE_ZERO), np.zeros(2), 1.0, "fixed")
    >>> [weights.tolist() for weights in single_sample(both, passes=10).weights]
    [[0.0, 0.0], [1.0, 1.0], [0.0, 2.0]]
    """
    run, seen = Course([task.start]), dict[bytes, tuple[int, int]]()
    repeats = stop and rng is None and task.schedule == "fixed"
    for number in range(passes):
        if repeats and _came_back(task, run, seen, number):
            break
        order = None if rng is None else rng.permutation(len(task.reflected))
        _one_pass(task if order is None else _ordered(task, order), run, order, stop=stop, record=record)
        if stop and run.in_a_row == len(task.reflected):
            run.stopped = "converged"
            break
    return run


def _ordered(task: Task, order: NDArray[np.intp]) -> Task:
    return Task(task.reflected[order], task.wrong_below[order], task.start, task.rate, task.schedule)


def _one_pass(task: Task, run: Course, order: NDArray[np.intp] | None, *, stop: bool, record: bool) -> None:
    """Go through the examples once, from one mistake to the next."""
    number, at, before, block = len(task.reflected), 0, len(run.updated), SMALLEST_BLOCK
    run.in_a_row = 0 if order is not None else run.in_a_row
    while at < number and not (stop and run.in_a_row == number):
        most = min(block, number - run.in_a_row) if stop else block
        margins = task.reflected[at : at + most] @ run.weights[-1]
        wrong = margins < task.wrong_below[at : at + most]
        first = int(wrong.argmax())
        mistake = bool(wrong[first])
        taken = first + 1 if mistake else len(margins)
        if record:
            places = np.arange(at, at + taken)
            run.fed.append(places if order is None else order[places])
            run.margins.append(margins[:taken])
        run.steps, at = run.steps + taken, at + taken
        block = max(SMALLEST_BLOCK, 2 * taken)
        run.in_a_row = 0 if mistake else run.in_a_row + taken
        if mistake:
            _update(task, run, at - 1, order)
    run.passes.append(len(run.updated) - before)


def _update(task: Task, run: Course, at: int, order: NDArray[np.intp] | None) -> None:
    """Add the misclassified example: w = w + eta y x."""
    rate = task.rate_of(len(run.updated) + 1)
    run.weights.append(run.weights[-1] + rate * task.reflected[at])
    run.at_steps.append(run.steps - 1)
    run.updated.append(at if order is None else int(order[at]))


def _came_back(task: Task, run: Course, seen: dict[bytes, tuple[int, int]], number: int) -> bool:
    """Look for the weights at the start of an earlier pass: from there everything happens again."""
    state = (run.weights[-1] + 0.0).tobytes()
    first, updates = seen.setdefault(state, (number, len(run.updated)))
    if first == number or updates == len(run.updated):
        return False
    counts = np.bincount(run.updated[updates:], minlength=len(task.reflected))
    run.cycle = returning(task.reflected, counts, period=number - first)
    run.stopped = "cycle" if run.cycle.proves_not_separable else "rounding"
    return True


def batch(task: Task, *, passes: int) -> Course:
    """Add all misclassified examples at once, until there are none, or so many passes were made.

    >>> both = Task(np.array([[1.0, 1.0], [-1.0, 1.0]]), np.full(2, LEAST_ABOVE_ZERO), np.zeros(2), 1.0, "fixed")
    >>> [weights.tolist() for weights in batch(both, passes=10).weights]
    [[0.0, 0.0], [0.0, 2.0]]
    """
    run, seen, sets = Course([task.start]), dict[bytes, int](), list[NDArray[np.bool_]]()
    for number in range(passes):
        weights = run.weights[-1]
        wrong = task.reflected @ weights < task.wrong_below
        run.passes.append(int(wrong.sum()))
        run.steps += len(wrong)
        if not wrong.any():
            run.stopped = "converged"
            break
        first = seen.setdefault((weights + 0.0).tobytes(), number)
        if first < number and task.schedule == "fixed":
            run.cycle = returning(task.reflected, np.sum(sets[first:], axis=0), period=number - first)
            run.stopped = "cycle" if run.cycle.proves_not_separable else "rounding"
            break
        sets.append(wrong)
        run.at_steps.append(run.steps - 1)
        run.weights.append(weights + task.rate_of(number + 1) * (wrong @ task.reflected))
    return run
