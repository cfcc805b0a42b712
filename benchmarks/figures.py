"""The page of figures: a row for each that was asked for, and a section for each benchmark, new or kept as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmarks.aims import PIECES, Piece

HEAD = """# Measured

Every benchmark, as `python -m benchmarks.all --write` runs them one after another. Each section has its own command and
says when it was run, at which commit, and where. [Performance](explanation/performance.md) says what the figures mean.

## Asked and measured

| what | asked | measured | held | command |
|---|---|---|---|---|
"""
NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a piece: its output, how long it took, and why it has none or not all of it."""

    output: str = ""
    seconds: float = 0.0
    trouble: str = ""


def command(piece: Piece) -> str:
    """Return the command of a piece, as a reader would type it.

    >>> command(PIECES[2])
    'python -m benchmarks.engine --only growth'
    """
    return " ".join(("python", "-m", *piece.arguments)).replace("{data}", "FOLDER")


def rows(piece: Piece, ran: Run) -> Iterator[str]:
    """Yield the rows of a piece; where a figure is missing, it says why, and nothing of its being held."""
    for aim in piece.aims:
        figure, held = aim.measured(ran.output) or (ran.trouble.partition(":")[0] or "not in the output", "")
        yield f"| {aim.what} | {aim.asked} | {figure} | {held} | `{command(piece)}` |"


def section(piece: Piece, ran: Run, stamp: str) -> str:
    """Return what a piece printed, with its command, how long it took, and when and where that was."""
    text = re.sub(r"^#.*\n+", "", ran.output, flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    body = text if piece.markdown else f"```text\n{text}\n```" if text else ""
    took = f"`{command(piece)}` took {ran.seconds:.0f} s, {stamp}." if ran.seconds else f"`{command(piece)}`"
    trouble = f" **{ran.trouble[:1].upper()}{ran.trouble[1:]}.**" if ran.trouble else ""
    return "\n\n".join(part for part in (heading(piece), took + trouble, body) if part)


def heading(piece: Piece) -> str:
    """Return the heading of a piece's section."""
    return f"## {piece.name.capitalize()}"


def page(runs: Mapping[str, Run], stamp: str, before: str = "") -> str:
    """Return the page: what was run anew, and of what was not run what the page before says of it."""
    sections = {piece.name: section(piece, runs[piece.name], stamp) for piece in PIECES if piece.name in runs}
    kept = {piece.name: _kept(piece, before) for piece in PIECES}
    texts = [sections.get(piece.name) or kept[piece.name] for piece in PIECES]
    return HEAD + "\n".join(summary(runs, before)) + "\n\n" + "\n\n".join(text for text in texts if text) + "\n"


def summary(runs: Mapping[str, Run], before: str = "") -> list[str]:
    """Return all rows: of what was not run those that the page before has, if its command is the same."""
    old = {_first_cell(row): row for row in before.splitlines()}
    found: list[str] = []
    for piece in PIECES:
        for row in rows(piece, runs.get(piece.name, Run(trouble=NOT_RUN))):
            same = piece.name not in runs and old.get(_first_cell(row), "").endswith(f"`{command(piece)}` |")
            found.append(old[_first_cell(row)] if same else row)
    return found


def _kept(piece: Piece, before: str) -> str:
    found = re.search(rf"^{re.escape(heading(piece))}\n.*?(?=^## |\Z)", before, re.DOTALL | re.MULTILINE)
    return found[0].strip() if found and f"`{command(piece)}`" in found[0] else ""


def _first_cell(row: str) -> str:
    return row.split(" | ", maxsplit=1)[0]


def with_figures(readme: str, figures: list[str]) -> str:
    """Return the README with the rows of figures that it shows, told by their first cell.

    >>> with_figures("| a | 1 |", ["| a | 2 |", "| b | 3 |"])
    '| a | 2 |'
    """
    lines = {_first_cell(row): row for row in figures}
    return "\n".join(lines.get(_first_cell(line), line) for line in readme.split("\n"))
