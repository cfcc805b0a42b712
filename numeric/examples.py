"""The worked examples of the lectures by name, as data; NumPy and the lectures are loaded when one is run."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numeric.runs import Table


@dataclass(frozen=True, slots=True)
class Example:
    """One worked example: its name and title, its lecture, and the function of `numeric.runs` that computes it."""

    name: str
    title: str
    lecture: str
    function: str

    def run(self) -> Table:
        """Return its table, computed now.

        >>> EXAMPLES["or-training"].run().rows[0][0]
        1
        """
        return getattr(import_module("numeric.runs"), self.function)(self)


_OTHER_START = "Four students: the single-sample rule from [0 0.5 0.5 0 0]"
_ROWS = (
    ("blood-pressure", "Systolic blood pressure and age: the regression line", "l7", "blood_pressure"),
    ("regression-points", "Five points: the regression line, step by step", "l7", "regression_points"),
    ("four-students", "Four students: the single-sample rule from equal weights", "l7", "perceptron"),
    ("four-students-other-start", _OTHER_START, "l7", "perceptron"),
    ("five-points", "Five points that no line separates: the single-sample rule", "l7", "five_points"),
    ("two-points", "Two points: the perceptron from zero", "m146", "perceptron"),
    ("or-training", "OR: the perceptron from zero, in 13 steps", "cls", "perceptron"),
    ("xor-training", "XOR: the perceptron from zero goes round in a circle", "cls", "perceptron"),
    ("classifier-tables", "Classifiers and their metrics", "cls", "classifier_tables"),
    ("iris", "Three classes of iris", "cls", "iris"),
)
EXAMPLES = {row[0]: Example(*row) for row in _ROWS}
"""The worked examples, in the order of the lectures."""
