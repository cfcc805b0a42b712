"""Documents with the slips of students: each wrong line is found and named in their notation, and no other falls."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from derive.documents.files import open_document
from derive.documents.step import Step
from derive.documents.steps import steps_of
from derive.judge.finding import Finding
from derive.judge.naming import told_witness
from derive.judge.rounding import Rounded, rounded_numbers
from derive.judge.step import judge
from tests.checked import recompute

FOLDER = Path(__file__).parents[1] / "wrong_lines"
EXPECTED: dict[str, dict[str, str]] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))


@cache
def judged(name: str) -> tuple[tuple[Step, Finding], ...]:
    """Return the steps of a document with what is found of each."""
    earlier: list[Rounded] = []
    found: list[tuple[Step, Finding]] = []
    for step in steps_of(open_document(FOLDER / name)).steps:
        found.append((step, judge(step, earlier)))
        earlier += [number for reading in step.readings for number in rounded_numbers(step, reading)]
    return tuple(found)


def wrong(name: str) -> dict[str, tuple[Step, Finding]]:
    """Return the refuted steps of a document by their lines."""
    return {str(step.place.line): (step, found) for step, found in judged(name) if found.verdict == "refuted"}


@pytest.mark.parametrize("name", EXPECTED)
def test_exactly_the_wrong_lines_fall(name: str) -> None:
    """And every other claim is proved."""
    assert list(wrong(name)) == list(EXPECTED[name])
    others = [(s.text, f) for s, f in judged(name) if f.verdict not in {"proved", "refuted", "definition", "assumed"}]
    assert others == []


@pytest.mark.parametrize("name", EXPECTED)
def test_the_slip_is_named(name: str) -> None:
    """By its label; where no simple slip explains the line, nothing is named."""
    labels = {line: found.slip.label if found.slip else "" for line, (_, found) in wrong(name).items()}
    assert labels == EXPECTED[name]


@pytest.mark.parametrize("name", [name for name in EXPECTED if name != "numbers.md"])
def test_the_numbers_show_that_it_is_wrong(name: str) -> None:
    """Whoever computes both sides at them gets what is said, and two different numbers."""
    for step, found in wrong(name).values():
        witness, reading = found.counterexample, step.readings[0]
        assert witness is not None
        assert witness.lhs != witness.rhs
        recompute(witness, reading.lhs, reading.rhs)


@pytest.mark.parametrize("name", EXPECTED)
def test_all_numbers_are_told(name: str) -> None:
    """A reader is told every number that the sides need: as many as there are, and no name of the engine."""
    for step, found in wrong(name).values():
        witness: Any = found.counterexample
        told = told_witness(witness, step)
        assert re.search(r"\w[\[_]", told.text) is None, told.text
        assert all(f"${size}$" in told.latex or f"= {size}$" in told.latex for size in witness.sizes.values())
        assert "<math" in told.html


TOLD = {
    ("least_squares.md", "16"): (
        "the factor 1/n is missing",
        "at d = 1, n = 2, X = (2, 2), θ₁ = 1, y = (2, -1): entry 1: left side 3, right side 6",
    ),
    ("matrices.md", "13"): (
        "A² stands for Aᵀ A",
        "at n = 2, A = [1  1; -2  2], B = [1  -2; 1  -1]: left side 3, right side 12",
    ),
    ("matrices.md", "11"): (
        "the whole is transposed",
        "at n = 2, a = (2, -1), b = (1, 1): row 2, column 1: left side -1, right side 2",
    ),
    ("margin.tex", "18"): (
        "xᵢᵀ has the index i for j",
        "at d = 1, n = 2, α₁ = 1, α₂ = 1, x₁₁ = 2, x₂₁ = 1, y₁ = 1, y₂ = 1: left side 9, right side 10",
    ),
    ("numbers.md", "6"): ("the sign of 0.1 ⋅ (0.6225 - 1) ⋅ 2", "left side 0.4755, right side 0.3245"),
}


@pytest.mark.parametrize(("name", "line"), TOLD)
def test_what_is_said_has_the_letters_of_the_document(name: str, line: str) -> None:
    """Both the slip and the numbers."""
    step, found = wrong(name)[line]
    assert found.slip is not None
    assert found.counterexample is not None
    told = (found.slip.says.text, told_witness(found.counterexample, step).text)
    assert tuple(text.replace("\u2212", "-") for text in told) == TOLD[name, line]
