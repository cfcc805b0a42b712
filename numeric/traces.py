"""The worked examples of the lectures as traces: the algorithms of `numeric`, run on the data of `numeric.data`.

>>> from numeric import traces
>>> print(traces.two_points().text())
Two points: the perceptron from zero (m146:222)
step  example  w.x  predicted  target  update  weights after
   1  x_o        0          1       1  no      [0 0 0]
   2  x_*        0          1      -1  yes     [-1 -2 -1]
   3  x_o       -5         -1       1  yes     [0 -1 1]
   4  x_*       -1         -1      -1  no      [0 -1 1]
   5  x_o        1          1       1  no      [0 -1 1]
A score of 0 counts as 1.
Converged after 5 steps: every example in a row was right.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from derive.derivation import Citation
from numeric import data
from numeric.algorithms.least_squares import fit_line
from numeric.algorithms.perceptron import Perceptron, fit_perceptron
from numeric.algorithms.perceptron_run import Tie
from numeric.confusion import RATIOS, Average, Confusion
from numeric.data import LabelledData
from numeric.examples import EXAMPLES
from numeric.inputs import Floats
from numeric.trace import Cell, Trace

FED = ("step", "example", "w.x", "predicted", "target", "update", "weights after")
REFLECTED = (*FED[:3], "a.y", *FED[3:])
"""With the margin, as the lecture prints it that changes the signs of the examples of class 2."""
AT_ZERO: dict[Tie, str] = {
    "mistake": "A score of 0 is a mistake, whatever the label is.",
    "correct": "A score of 0 is no mistake, whatever the label is.",
    "positive": "A score of 0 counts as 1.",
    "negative": "A score of 0 counts as -1.",
}
PRINTED_OF_FIVE = 11
"""How many steps of its second run the lecture prints."""
AVERAGES: tuple[Average, ...] = ("macro", "micro", "weighted")
LONGEST = 2000
"""How many passes the run on five points may take to come back to where it was."""


def _fed(found: Perceptron, examples: LabelledData, tie: Tie) -> tuple[tuple[Cell, ...], ...]:
    """Return a row for each step of a recorded run."""
    updates = np.searchsorted(found.update_steps, np.arange(found.steps), side="right")
    wrong = np.isin(np.arange(found.steps), found.update_steps)
    at_zero = {"positive": 1, "negative": -1}.get(tie, 0)
    return tuple(
        (
            step + 1,
            examples.names[example],
            float(score),
            int(np.sign(score)) or at_zero,
            int(examples.y[example]),
            "yes" if wrong[step] else "no",
            _vector(found.iterates[updates[step]]),
        )
        for step, (example, score) in enumerate(zip(found.fed.tolist(), found.scores_fed.tolist(), strict=True))
    )


def _reflected(
    rows: tuple[tuple[Cell, ...], ...], examples: LabelledData, found: Perceptron
) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows with the margin behind the score."""
    margins = (found.scores_fed * examples.y[found.fed]).tolist()
    return tuple((*row[:3], margin, *row[3:]) for row, margin in zip(rows, margins, strict=True))


def _vector(weights: Floats) -> tuple[float, ...]:
    return tuple(weights.tolist())


def _run(examples: LabelledData, tie: Tie, *, start: int = 0, max_iter: int = 1000) -> Perceptron:
    return fit_perceptron(
        examples.X, examples.y, tie=tie, start_at=examples.starts[start], max_iter=max_iter, record=True
    )


def _how_it_ended(found: Perceptron) -> str:
    return f"{'Converged' if found.run.converged else 'Stopped'} after {found.steps} steps: {found.run.stopped}."


def _perceptron(name: str, title: str, line: Citation, examples: LabelledData, tie: Tie, **options: Any) -> Trace:
    found = _run(examples, tie, **options)
    rows, heads = _fed(found, examples, tie), FED
    if line.lecture == "l7":
        rows, heads = _reflected(rows, examples, found), REFLECTED
    return Trace(name, title, line, heads, rows, (AT_ZERO[tie], _how_it_ended(found)))


def four_students() -> Trace:
    """Return the run on the four students from equal weights."""
    title = "Four students: the single-sample rule from equal weights"
    return _perceptron("four-students", title, Citation("l7", 679), data.four_students(), "mistake")


def four_students_other_start() -> Trace:
    """Return the run on the four students from the other weights of the lecture."""
    title = "Four students: the single-sample rule from [0 0.5 0.5 0 0]"
    return _perceptron(
        "four-students-other-start", title, Citation("l7", 743), data.four_students(), "mistake", start=1
    )


def five_points() -> Trace:
    """Return the first steps of the run on five points that no line separates, and how it ends."""
    title = "Five points that no line separates: the single-sample rule"
    whole = _perceptron("five-points", title, Citation("l7", 793), data.five_points(), "mistake", max_iter=LONGEST)
    zero, end = whole.notes
    notes = (zero, f"These are the steps that the lecture prints, of {len(whole.rows)}.", end)
    return replace(whole, rows=whole.rows[:PRINTED_OF_FIVE], notes=notes)


def two_points() -> Trace:
    """Return the run on two points."""
    title = "Two points: the perceptron from zero"
    return _perceptron("two-points", title, Citation("m146", 222), data.two_points(), "positive")


def or_training() -> Trace:
    """Return the training on OR, in 13 steps."""
    title = "OR: the perceptron from zero, in 13 steps"
    return _perceptron("or-training", title, Citation("cls", 598), data.logical_or(), "negative")


def xor_training() -> Trace:
    """Return the training on XOR, until it is where it was before."""
    title = "XOR: the perceptron from zero goes round in a circle"
    return _perceptron("xor-training", title, Citation("cls", 857), data.exclusive_or(), "negative")


def blood_pressure() -> Trace:
    """Return the regression of blood pressure on age, from the moments that the lecture gives."""
    known = data.blood_pressure()
    slope = known.covariance / known.variance_x
    rows = (
        ("slope", "covariance / variance of x", slope),
        ("intercept", "mean of y - slope * mean of x", known.mean_y - slope * known.mean_x),
    )
    notes = (f"Means {known.mean_x:g} and {known.mean_y:g}; the examples are not in the lecture.",)
    return Trace(
        "blood-pressure",
        "Systolic blood pressure and age: the regression line",
        known.source,
        ("coefficient", "is", "value"),
        rows,
        notes,
    )


def regression_points() -> Trace:
    """Return the regression of five points: deviations and their products, fitted values, residuals and squares."""
    points = data.regression_points()
    line = fit_line(points.x, points.y)
    x, y = points.x - points.x.mean(), points.y - points.y.mean()
    fitted = line.intercept + line.slope * points.x
    residuals = points.y - fitted
    columns = (points.x, points.y, x, y, x * y, fitted, residuals, residuals**2)
    heads = ("x", "y", "x - mean", "y - mean", "product", "fitted", "residual", "square")
    rows = tuple(tuple(float(entry) for entry in row) for row in zip(*columns, strict=True))
    notes = (
        f"Sums: products {x @ y:.6g}, squares {x @ x:.6g} and {y @ y:.6g}, those of the residuals {line.loss:.6g}.",
        f"Line: {line.intercept:.6g} + {line.slope:.6g} x; correlation {line.correlation:.6g}.",
    )
    title = "Five points: the regression line, step by step"
    return Trace("regression-points", title, points.source, heads, _without_dust(rows), notes)


def _without_dust(rows: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    """Round to twelve digits after the point, where 3 - 1.8 is 1.2."""
    return tuple(tuple(round(entry, 12) for entry in row) for row in rows)


def classifier_tables() -> Trace:
    """Return the counts of the classifiers that are compared, and all their ratios."""
    binary = {name: table for name, table in data.classifier_tables().items() if len(table.classes) == 2}  # noqa: PLR2004 -- two classes
    heads = (
        "classifier",
        "TP",
        "FP",
        "FN",
        "TN",
        "accuracy",
        "error rate",
        *(name.replace("_", " ") for name in RATIOS),
    )
    rows = tuple(_measured(name, table) for name, table in binary.items())
    return Trace("classifier-tables", "Classifiers and their metrics", Citation("cls", 186), heads, rows)


def _measured(name: str, table: Confusion) -> tuple[Cell, ...]:
    (tn, fp), (fn, tp) = table.counts.tolist()
    ratios = (float(table.ratio(ratio)) for ratio in RATIOS)
    return (name, tp, fp, fn, tn, table.accuracy, table.error_rate, *ratios)


def iris_table() -> Trace:
    """Return the metrics of each class of iris, taken against the others, and their averages."""
    table = data.classifier_tables()["iris"]
    names = ("precision", "recall", "f1")
    each = [table.ratio(name, average=None) for name in names]
    rows = [(str(label), *(float(values[at]) for values in each)) for at, label in enumerate(table.classes)]
    rows += [(str(average), *(float(table.ratio(name, average=average)) for name in names)) for average in AVERAGES]
    notes = (f"Accuracy {table.accuracy:.6g}, error rate {table.error_rate:.6g}.",)
    return Trace("iris", "Three classes of iris", Citation("cls", 144), ("class", *names), tuple(rows), notes)


def all_traces() -> tuple[Trace, ...]:
    """Return all traces, in the order of the subject: `.name`, `.title`, `.lecture`, `.columns`, `.rows`.

    >>> [trace.name for trace in all_traces() if trace.lecture == "m146"]
    ['two-points']
    """
    return tuple(example.run() for example in EXAMPLES.values())
