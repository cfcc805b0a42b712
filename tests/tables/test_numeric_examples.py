"""The worked examples of the lectures as tables: what is shown is what the slides print, and what the fits find."""

from __future__ import annotations

from typing import Any

import pytest

from derive.lectures.register import cls_runs, l7_rows, l7_runs
from numeric.algorithms import fit_perceptron
from numeric.examples import EXAMPLES
from numeric.runs import _PERCEPTRONS, Table


def column(table: Table, name: str) -> list[Any]:
    """Return a column of a table."""
    return [row[table.columns.index(name)] for row in table.rows]


def floats(weights: Any) -> tuple[float, ...]:
    """Return exact weights as they are shown."""
    return tuple(map(float, weights))


@pytest.mark.parametrize("name", _PERCEPTRONS)
def test_the_perceptron_of_numeric_makes_the_same_run(name: str) -> None:
    """It ends with the same weights, or finds the same cycle."""
    _, examples, _, start, at_zero = _PERCEPTRONS[name]
    table = EXAMPLES[name].run()
    X, y = [floats(features[1:]) for features, _ in examples], [label for _, label in examples]
    tie: Any = {1: "positive", -1: "negative", 0: "mistake"}[at_zero]
    found = fit_perceptron(X, y, tie=tie, start_at=floats(start), max_iter=2000)
    converged = table.notes[-1].startswith("Converged")
    assert (found.run.converged, found.cycle is None) == (converged, converged)
    if name != "five-points":  # of which the beginning is shown
        assert tuple(found.weights.tolist()) == column(table, "weights after")[-1]
        assert found.updates == column(table, "update").count("yes")
    if not converged:
        assert found.run.stopped in table.notes[-1]


def test_students_are_as_printed() -> None:
    """The students in turn, and the weights that the slides print after each update."""
    table = EXAMPLES["four-students"].run()
    assert column(table, "example") == [who for _, who, _, _ in l7_runs.SIGNS]
    margins = [">" if score > 0 else "<" for score in column(table, "a.y")]
    assert margins == [sign for _, _, sign, _ in l7_runs.SIGNS]
    steps = zip(column(table, "weights after"), column(table, "update"), strict=True)
    assert [weights for weights, update in steps if update == "yes"] == [floats(w) for _, w in l7_runs.WEIGHTS]
    other = EXAMPLES["four-students-other-start"].run()
    assert column(other, "weights after")[-1] == floats(l7_runs.OTHER_END)


def test_the_training_on_or_is_as_printed() -> None:
    """All 13 steps: score, guess, and weights."""
    table = EXAMPLES["or-training"].run()
    printed = [(float(score), guess, floats(weights)) for _, score, guess, _, _, weights in cls_runs.STEPS]
    columns = (column(table, name) for name in ("w.x", "predicted", "weights after"))
    assert list(zip(*columns, strict=True)) == printed


def test_the_regression_is_as_printed() -> None:
    """Deviations and their products, to two digits; fitted values and residuals as the unrounded line has them."""
    table = EXAMPLES["regression-points"].run()
    for row, (_, dx, dy, product) in zip(table.rows, l7_rows.DEVIATIONS, strict=True):
        assert row[2:5] == pytest.approx((float(dx), float(dy), float(product)))
    residuals = [float(text) for *_, text, _ in l7_rows.RESIDUALS]
    assert column(table, "residual") == pytest.approx(residuals, abs=0.03)
    assert "correlation 0.980316" in table.notes[1]
    assert column(EXAMPLES["blood-pressure"].run(), "value") == pytest.approx([0.97, 98.71], abs=0.005)


def test_the_classifiers_are_as_printed() -> None:
    """Accuracy, precision and recall of the three classifiers that the slides compare."""
    table = EXAMPLES["classifier-tables"].run()
    rows = zip(*(column(table, name) for name in ("classifier", "accuracy", "precision", "recall")), strict=True)
    assert list(rows)[1:] == [
        ("classifier 1", 0.9, 0.9, 0.9),
        ("classifier 2", 0.9, 0.5, 0.5),
        ("classifier 3", 0.9, 0.5, 1.0),
    ]


def test_all_examples_can_be_printed() -> None:
    """Each has the name and title it is listed by, and as many cells in each row as there are columns."""
    for name, example in EXAMPLES.items():
        table = example.run()
        assert (table.name, table.title, table.lecture) == (name, example.title, example.lecture)
        assert {len(row) for row in table.cells()} == {len(table.columns)}
        written = table.markdown().partition("\n\n")[0].splitlines()
        assert {line.count(" | ") for line in written} == {len(table.columns) - 1}
        assert len(written) == len(table.rows) + 2
        assert len(table.text().splitlines()) == len(table.rows) + 2 + len(table.notes)
