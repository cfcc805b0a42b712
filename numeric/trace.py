"""A trace: a worked example step by step, as a table with a title and its place in the lecture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from derive.derivation import Citation

Cell: TypeAlias = str | int | float | tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A table: a row a step. `name` is for commands, `notes` say how it ends and by which rules it was made.

    >>> table = Trace("doubling", "Doubling", Citation("l7", 1), ("step", "weights"), ((1, (2.0,)), (2, (4.0, 0.5))))
    >>> print(table.text())
    Doubling (l7:1)
    step  weights
       1  [2]
       2  [4 0.5]
    """

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
        lines = [self.columns, *self.cells()]
        widths = [max(len(line[at]) for line in lines) for at in range(len(self.columns))]
        right = [all(isinstance(row[at], int | float) for row in self.rows) for at in range(len(self.columns))]
        table = ["  ".join(_aligned(line, widths, right)).rstrip() for line in lines]
        return "\n".join([f"{self.title} ({self.source})", *table, *self.notes])

    def markdown(self) -> str:
        """Return the table in Markdown, without the title.

        >>> print(Trace("one", "One", Citation("l7", 1), ("step", "sign"), ((1, "+"),), ("Done.",)).markdown())
        | step | sign |
        | --- | --- |
        | 1 | + |
        <BLANKLINE>
        Done.
        """
        head = [_row(self.columns), _row(["---"] * len(self.columns))]
        table = "\n".join([*head, *(_row(cells) for cells in self.cells())])
        return "\n\n".join([table, *self.notes])


def shown(cell: Cell) -> str:
    """Return a cell as it is printed.

    >>> shown((0.25, -1.0)), shown(2.0), shown(1 / 3)
    ('[0.25 -1]', '2', '0.333333')
    """
    if isinstance(cell, tuple):
        return f"[{' '.join(shown(entry) for entry in cell)}]"
    return f"{cell + 0.0:.6g}" if isinstance(cell, float) else str(cell)


def _aligned(line: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    columns = zip(line, widths, right, strict=True)
    return [text.rjust(width) if number else text.ljust(width) for text, width, number in columns]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
