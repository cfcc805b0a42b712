"""The worked examples of the lectures, computed on the numbers of the register, as tables: a row a step.

>>> from numeric.examples import EXAMPLES
>>> print(EXAMPLES["two-points"].run().text())
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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from derive.derivation import Citation
from derive.lectures import worked
from derive.lectures.worked import Example as Labelled
from derive.lectures.worked import Fed, Vector, by_sign, not_above_zero, sequential, sign
from numeric.algorithms.least_squares import fit_line
from numeric.examples import Example
from numeric.metrics import RATIOS, Confusion

Cell: TypeAlias = str | int | float | tuple[float, ...]
LONGEST = 1000
"""Where a run that does not end is broken off, in steps."""
PRINTED_OF_FIVE = 11
"""How many steps of its second run the lecture prints."""


@dataclass(frozen=True, slots=True)
class Table:
    """A worked example: a row a step; `notes` say how it ends and by which rules it was made."""

    name: str
    title: str
    source: Citation
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    @property
    def lecture(self) -> str:
        """Return the short name of the lecture."""
        return self.source.lecture

    def cells(self) -> tuple[tuple[str, ...], ...]:
        """Return the rows as they are printed: numbers with up to six digits, vectors in brackets."""
        return tuple(tuple(shown(cell) for cell in row) for row in self.rows)

    def text(self) -> str:
        """Return the table for a terminal: numbers to the right, all else to the left."""
        columns = list(zip(self.columns, *self.cells(), strict=True))
        widths = [max(map(len, column)) for column in columns]
        right = [all(isinstance(row[at], int | float) for row in self.rows) for at in range(len(columns))]
        lines = [
            "  ".join(text.rjust(width) if number else text.ljust(width) for text, width, number in line).rstrip()
            for line in (zip(cells, widths, right, strict=True) for cells in (self.columns, *self.cells()))
        ]
        return "\n".join([f"{self.title} ({self.source})", *lines, *self.notes])

    def markdown(self) -> str:
        """Return the table in Markdown, without the title."""
        lines = [self.columns, ("---",) * len(self.columns), *self.cells()]
        table = "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
        return "\n\n".join([table, *self.notes])


def shown(cell: Cell) -> str:
    """Return a cell as it is printed.

    >>> shown((0.25, -1.0)), shown(2.0), shown(1 / 3)
    ('[0.25 -1]', '2', '0.333333')
    """
    if isinstance(cell, tuple):
        return f"[{' '.join(shown(entry) for entry in cell)}]"
    return f"{cell + 0.0:.6g}" if isinstance(cell, float) else str(cell)


def _numbered(letter: str, examples: Sequence[Any]) -> tuple[str, ...]:
    return tuple(f"{letter}_{number}" for number in range(1, len(examples) + 1))


_PERCEPTRONS: dict[str, tuple[int, Sequence[Labelled], Sequence[str], Vector, int]] = {
    "four-students": (679, worked.STUDENTS, worked.STUDENT_NAMES, worked.QUARTERS, 0),
    "four-students-other-start": (743, worked.STUDENTS, worked.STUDENT_NAMES, worked.OTHER_START, 0),
    "five-points": (793, worked.FIVE_POINTS, _numbered("y", worked.FIVE_POINTS), worked.ONES, 0),
    "two-points": (222, worked.TWO_POINTS, worked.TWO_NAMES, worked.ORIGIN, 1),
    "or-training": (598, worked.OR, _numbered("x", worked.OR), worked.ORIGIN, -1),
    "xor-training": (857, worked.XOR, _numbered("x", worked.XOR), worked.ORIGIN, -1),
}
"""The line, the examples and their names, the start, and the class of a score of zero: 0 where it is a mistake."""


def perceptron(example: Example) -> Table:
    """Return a run of the perceptron with exact numbers, until all in a row are right, or the weights come back."""
    line, examples, names, start, at_zero = _PERCEPTRONS[example.name]
    rule = by_sign(at_zero) if at_zero else not_above_zero
    run, ending = _until_it_repeats(sequential(examples, start, rule, most=LONGEST), start, len(examples))
    reflected = example.lecture == "l7"  # which prints the margin, as it changes the signs of the examples of class 2
    rows = list[tuple[Cell, ...]]()
    for step, fed in enumerate(run, 1):
        label = examples[fed.number][1]
        scores = (float(fed.score), float(fed.score * label))[: 1 + reflected]
        decided = (sign(fed.score, at_zero=at_zero), label, "yes" if fed.wrong else "no")
        rows.append((step, names[fed.number], *scores, *decided, tuple(map(float, fed.weights))))
    columns = ("step", "example", *("w.x", "a.y")[: 1 + reflected], "predicted", "target", "update", "weights after")
    zero = f"A score of 0 counts as {at_zero}." if at_zero else "A score of 0 is a mistake, whatever the label is."
    return _table(example, line, columns, rows, zero, ending)


def _table(example: Example, line: int, columns: Iterable[str], rows: Iterable[tuple[Cell, ...]], *notes: str) -> Table:
    source = Citation(example.lecture, line)
    return Table(example.name, example.title, source, tuple(columns), tuple(rows), notes)


def _until_it_repeats(run: list[Fed], start: Vector, size: int) -> tuple[list[Fed], str]:
    """Return the run up to where all in a row were right, or the weights before a pass were those before another."""
    if not any(fed.wrong for fed in run[-size:]):
        return run, f"Converged after {len(run)} steps: every example in a row was right."
    befores = [start, *(fed.weights for fed in run[size - 1 :: size])]
    last = next(number for number, weights in enumerate(befores) if weights in befores[:number])
    period = last - befores.index(befores[last])
    passes = "one pass" if period == 1 else f"{period} passes"
    reason = f"the weights are those of {passes} before, so that the run goes round for ever"
    return run[: last * size], f"Stopped after {last * size} steps: {reason}: no weights separate the examples."


def five_points(example: Example) -> Table:
    """Return the first steps of the run on five points that no line separates, and how it ends."""
    whole = perceptron(example)
    said = f"These are the steps that the lecture prints, of {len(whole.rows)}."
    return replace(whole, rows=whole.rows[:PRINTED_OF_FIVE], notes=(whole.notes[0], said, whole.notes[1]))


def blood_pressure(example: Example) -> Table:
    """Return the regression of blood pressure on age, from the moments that the lecture gives."""
    x, y = float(worked.MEAN_AGE), float(worked.MEAN_PRESSURE)
    slope = float(worked.COVARIANCE) / float(worked.AGE_VARIANCE)
    rows = (
        ("slope", "covariance / variance of x", slope),
        ("intercept", "mean of y - slope * mean of x", y - slope * x),
    )
    note = f"Means {x:g} and {y:g}; the examples are not in the lecture."
    return _table(example, 122, ("coefficient", "is", "value"), rows, note)


def regression_points(example: Example) -> Table:
    """Return the regression of five points: deviations and their products, fitted values, residuals and squares."""
    inputs, outputs = (np.array(values, dtype=float) for values in (worked.INPUTS, worked.OUTPUTS))
    line = fit_line(inputs, outputs)
    x, y, fitted = inputs - inputs.mean(), outputs - outputs.mean(), line.predict(inputs)
    columns = np.array([inputs, outputs, x, y, x * y, fitted, outputs - fitted, (outputs - fitted) ** 2])
    heads = ("x", "y", "x - mean", "y - mean", "product", "fitted", "residual", "square")
    rows = map(tuple, columns.T.round(12).tolist())  # twelve digits after the point, where 3 - 1.8 is 1.2
    sums = f"Sums: products {x @ y:.6g}, squares {x @ x:.6g} and {y @ y:.6g}, those of the residuals {line.loss:.6g}."
    found = f"Line: {line.intercept:.6g} + {line.slope:.6g} x; correlation {line.correlation:.6g}."
    return _table(example, 166, heads, rows, sums, found)


def classifier_tables(example: Example) -> Table:
    """Return the counts of the classifiers that are compared, and all their ratios."""
    known = (worked.SMALL, worked.FIRST, worked.SECOND, worked.THIRD)
    rows = list[tuple[Cell, ...]]()
    for name, each in zip(("twenty instances", *(f"classifier {n}" for n in (1, 2, 3))), known, strict=True):
        table = Confusion(np.array([[each.tn, each.fp], [each.fn, each.tp]]), np.array([0, 1]))
        ratios = (table.accuracy, table.error_rate, *(table.ratio(ratio) for ratio in RATIOS))
        rows.append((name, each.tp, each.fp, each.fn, each.tn, *ratios))
    heads = ("classifier", "TP", "FP", "FN", "TN", "accuracy", "error rate")
    return _table(example, 186, (*heads, *(name.replace("_", " ") for name in RATIOS)), rows)


def iris(example: Example) -> Table:
    """Return the metrics of each class of iris, taken against the others, and their averages."""
    table = Confusion(np.array(worked.IRIS).T, np.array(["setosa", "versicolor", "virginica"]))
    names = ("precision", "recall", "f1")
    each = zip(table.classes.tolist(), *(table.ratio(name, average=None).tolist() for name in names), strict=True)
    averages = ((way, *(table.ratio(name, average=way) for name in names)) for way in ("macro", "micro", "weighted"))
    note = f"Accuracy {table.accuracy:.6g}, error rate {table.error_rate:.6g}."
    return _table(example, 144, ("class", *names), (*each, *averages), note)
