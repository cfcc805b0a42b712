"""Rows: the lines of a chain cut to the width of a page, with their relations below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derive.formula.measure import lines, width
from derive.formula.tree import Node, Phrase, Sign, row
from derive.notes.model import Line, Text

BESIDE = 12.0
"""The widest left side that a relation stands beside; a wider one stands alone, above."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a display: what stands left of the place where relations are aligned, and right of it."""

    left: Node | None
    right: Node | None
    number: int = 0


def rows_of(line: Line, longest: float, beside: float = BESIDE) -> list[Row]:
    """Return the rows of a line, none wider than `longest` if it can be broken; the last one has its number.

    A left side wider than `beside` stands in a row of its own.

    >>> from derive.formula.tree import Letter
    >>> from derive.notes.model import Evidence
    >>> line = Line(7, Letter("a"), Sign("="), Letter("b"), (), (), "given", Evidence())
    >>> [(row.left, row.number) for row in rows_of(line, 30)]
    [(Letter(key='a', face='italic'), 7)]
    """
    found = _left(line, longest, beside)
    if line.right is not None and line.sign is not None:
        first, *rest = lines(line.right, longest - 2)
        right = [row(line.sign, first), *(row(Sign("quad"), part) for part in rest)]
        held = found.pop() if found and found[-1].right is None else Row(None, None)
        found += [Row(held.left, right[0]), *(Row(None, part) for part in right[1:])]
    if line.counter is not None and found:
        found += [Row(None, row(Sign("quad"), line.counter))]
    return [*found[:-1], Row(found[-1].left, found[-1].right, line.number)] if found else []


def _left(line: Line, longest: float, beside: float) -> list[Row]:
    if line.left is None:
        return []
    if line.right is not None and width(line.left) <= beside:
        return [Row(line.left, None)]
    first, *rest = lines(line.left, longest)
    return [Row(None, first), *(Row(None, row(Sign("quad"), part)) for part in rest)]


def width_of(rows: Sequence[Row]) -> float:
    """Return how wide rows are when they are aligned."""
    left = max((width(r.left) for r in rows if r.left is not None), default=0.0)
    return left + max((width(r.right) for r in rows if r.right is not None), default=0.0)


def width_of_text(text: Text) -> float:
    """Return how wide words with formulas among them are.

    >>> width_of_text(("ten letters",)) > width_of_text(("ten",))
    True
    """
    return sum(width(Phrase(part)) if isinstance(part, str) else width(part) for part in text)
