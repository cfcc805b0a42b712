"""Displays: rows, cells and remarks become statements."""

from __future__ import annotations

import pytest

from derive.latex.read.statements import is_range, read_display
from tests.surface import shown

DISPLAYS = [
    (r"a &= b \\ &= c", ["a = b", "- = c"]),
    (r"a &= b + c \\ &\quad + d \\ &= e", ["a = (+b +c +d)", "- = e"]),
    (r"a &= b + \\ &+ c", ["a = (+b +c)"]),
    (r"a &= \\ &= b", ["a = b"]),
    (r"a = b, \quad c = d", ["a = b", "c = d"]),
    (r"w &= x, & \sum_i y_i &= 0", ["w = x", "(sum i - [y _i]) = 0"]),
    (r"a &=& b \\ &=& c", ["a = b", "- = c"]),
    (r"a = b \text{ and } c = d", ["a = b", "c = d"]),
    (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", ["a = b", "c = d"]),
    (r"\begin{equation} \begin{split} a &= b \\ &= c \end{split} \end{equation}", ["a = b", "- = c"]),
    (r"a, b > 0", ["(a, b) > 0"]),
    (r"x = 1,234.5", ["x = 1234.5"]),
    (r"a = 0.5 .", ["a = 0.5"]),
    (r"\left\{ \begin{aligned} a &= b \end{aligned} \right.", ["{(aligned a & - = b)."]),
    (r"a &\le b \\ -c &= d", ["a <= b", "(-c) = d"]),
    (r"f(a, b) = [c, d]", ["(* f ((a, b)() = [(c, d)["]),
]


@pytest.mark.parametrize(("text", "statements"), DISPLAYS)
def test_a_display_is_split(text: str, statements: list[str]) -> None:
    """Rows that belong together are joined, statements that do not are separated."""
    assert [shown(s.tree) for s in read_display(text)] == statements


@pytest.mark.parametrize(
    ("text", "guards", "words"),
    [
        (r"a_i = b_i, \quad i = 1, \dots, N", ["([i = 1, ..., N)"], []),
        (r"q_c = 1, \qquad c \in \{0, 1\}", ["c in {(0, 1){"], []),
        (r"a = b \quad \text{if } x > 0", ["x > 0"], ["if "]),
        (r"a = b \quad \forall i", ["i"], ["for all"]),
        (r"a = b \quad \text{(by symmetry)}", [], ["(by symmetry)"]),
    ],
)
def test_conditions_are_attached(text: str, guards: list[str], words: list[str]) -> None:
    """What restricts a statement stands beside it, and is no statement of its own."""
    (statement,) = read_display(text)
    assert [shown(g).replace("[i", "[i") for g in statement.guards] == [g.replace("([i", "(i") for g in guards]
    assert [w.text for w in statement.remarks] == words


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"i = 1, \dots, N", True),
        (r"k = 1, 2", True),
        (r"(i = 1, \ldots, n)", True),
        ("x = 1", False),
        ("x > 0", False),
    ],
)
def test_ranges_are_known(text: str, answer: bool) -> None:  # noqa: FBT001 # a table of answers
    """A range is a letter with a list of numbers."""
    assert is_range(read_display(text)[0].tree) is answer


def test_a_row_that_begins_with_a_relation_continues() -> None:
    """It has no left side of its own."""
    assert [s.continues for s in read_display(r"a &= b \\ &\ge c \\ d &= e")] == [False, True, False]
