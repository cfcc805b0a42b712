"""The traces of the worked examples: as the lectures print them, and as exact fractions have them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from derive.lectures.register import cls_run, l7_examples, l7_points, l7_students, m146_example
from derive.lectures.worked import Fed, Vector, by_sign, not_above_zero, sequential, vector
from numeric import data, traces
from numeric.algorithms import fit_perceptron
from numeric.trace import Trace

STUDENTS = [(vector(1, *features), 1 if grade == "A" else -1) for features, grade in l7_students.STUDENTS]
POINTS = [(vector(1, *features), -1 if label == 2 else 1) for features, label in l7_points.POINTS]
RUNS = (
    (traces.four_students, sequential(STUDENTS, l7_students.FIRST_WEIGHTS, not_above_zero)),
    (traces.four_students_other_start, sequential(STUDENTS, l7_students.OTHER_START, not_above_zero)),
    (traces.five_points, sequential(POINTS, l7_points.ONES, not_above_zero, most=11)),
    (traces.two_points, sequential(m146_example.EXAMPLES, m146_example.ZERO, by_sign(1))),
    (traces.or_training, sequential(cls_run.OR, cls_run.START, by_sign(-1))),
    (traces.xor_training, sequential(cls_run.XOR, cls_run.START, by_sign(-1), most=12)),
)


def _column(trace: Trace, name: str) -> list[object]:
    return [row[trace.columns.index(name)] for row in trace.rows]


def _floats(weights: Vector) -> tuple[float, ...]:
    return tuple(float(entry) for entry in weights)


@pytest.mark.parametrize(("make", "exact"), RUNS)
def test_runs_are_those_of_exact_fractions(make: type[Trace], exact: Sequence[Fed]) -> None:
    """Step by step: which example, its score, whether it is a mistake, and the weights after."""
    trace: Trace = make()  # pyright: ignore[reportCallIssue] -- a function that makes a trace
    assert _column(trace, "step") == list(range(1, len(exact) + 1))
    assert _column(trace, "w.x") == [float(step.score) for step in exact]
    assert _column(trace, "update") == ["yes" if step.wrong else "no" for step in exact]
    assert _column(trace, "weights after") == [_floats(step.weights) for step in exact]


def test_students_are_as_printed() -> None:
    """The students in turn, and the weights that the slides print after each update."""
    trace = traces.four_students()
    assert _column(trace, "example") == [who for _, who, _, _ in l7_students.SIGNS]
    margins = [">" if isinstance(score, float) and score > 0 else "<" for score in _column(trace, "a.y")]
    assert margins == [sign for _, _, sign, _ in l7_students.SIGNS]
    changed = [
        weights
        for weights, update in zip(_column(trace, "weights after"), _column(trace, "update"), strict=True)
        if update == "yes"
    ]
    assert changed == [_floats(weights) for _, weights in l7_students.WEIGHTS]
    assert _column(traces.four_students_other_start(), "weights after")[-1] == _floats(l7_students.OTHER_END)


def test_the_training_on_or_is_as_printed() -> None:
    """All 13 steps: score, guess, and weights."""
    trace = traces.or_training()
    shown = [(float(step.score), step.guess, tuple(map(float, step.weights))) for step in cls_run.STEPS]
    columns = (_column(trace, name) for name in ("w.x", "predicted", "weights after"))
    assert list(zip(*columns, strict=True)) == shown


def test_the_regression_is_as_printed() -> None:
    """Deviations and their products, to two digits; fitted values and residuals as the unrounded line has them."""
    trace = traces.regression_points()
    for row, (_, dx, dy, product) in zip(trace.rows, l7_examples.DEVIATIONS, strict=True):
        assert row[2:5] == pytest.approx((float(dx), float(dy), float(product)))
    residuals = [float(text) for _, text, _ in l7_examples.RESIDUALS]
    assert _column(trace, "residual") == pytest.approx(residuals, abs=0.03)
    assert "correlation 0.980316" in trace.notes[1]
    assert [row[2] for row in traces.blood_pressure().rows] == pytest.approx([0.97, 98.71], abs=0.005)


def test_the_classifiers_are_as_printed() -> None:
    """Accuracy, precision and recall of the three classifiers that the slides compare."""
    trace = traces.classifier_tables()
    rows = zip(*(_column(trace, name) for name in ("classifier", "accuracy", "precision", "recall")), strict=True)
    assert list(rows)[1:] == [
        ("classifier 1", 0.9, 0.9, 0.9),
        ("classifier 2", 0.9, 0.5, 0.5),
        ("classifier 3", 0.9, 0.5, 1.0),
    ]
    assert data.classifier_tables()["iris"].predicted_by_actual.tolist() == [[13, 0, 0], [0, 10, 6], [0, 0, 9]]


def test_what_no_line_separates_is_said() -> None:
    """The runs on the five points and on XOR end by a proof that they never would."""
    for trace, examples in ((traces.five_points(), data.five_points()), (traces.xor_training(), data.exclusive_or())):
        assert "no weights separate the examples" in trace.notes[-1]
        found = fit_perceptron(examples.X, examples.y, start_at=examples.starts[0], max_iter=traces.LONGEST)
        assert found.cycle is not None
        assert found.cycle.proves_not_separable


def test_all_traces_can_be_listed_and_printed() -> None:
    """Each has a name of its own, and as many cells in each row as there are columns, in text and in Markdown."""
    every = traces.all_traces()
    assert len({trace.name for trace in every}) == len(every) == 10
    assert {trace.lecture for trace in every} == {"l7", "m146", "cls"}
    for trace in every:
        assert trace.rows
        assert {len(row) for row in trace.cells()} == {len(trace.columns)}
        table = trace.markdown().partition("\n\n")[0].splitlines()
        assert {line.count(" | ") for line in table} == {len(trace.columns) - 1}
        assert len(table) == len(trace.rows) + 2
        assert len(trace.text().splitlines()) == len(trace.rows) + 2 + len(trace.notes)
