"""Every benchmark once, on one machine: its table, and each figure beside what was asked.

    python -m benchmarks.all [--data FOLDER] [--only NAME ...] [--without NAME ...] [--write]

FOLDER holds labelled homework and gradients, which are not part of the project; what needs them is left out without it.
Each piece has a limit of time of its own, and what is left out or stopped is said. `--write` puts the tables into
`docs/measured.md`, and the rows that the README shows into the README; else they are printed.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from benchmarks.aims import PIECES, Piece

ROOT = Path(__file__).resolve().parents[1]
PAGE, README = ROOT / "docs" / "measured.md", ROOT / "README.md"
PACKAGES = ("sympy", "numpy", "scipy", "python-flint")
HEAD = """# Measured

Every benchmark, run once on one machine: `python -m benchmarks.all --write`, on {date}, at commit {commit}.
{machine}.
Each table has its own command. [Performance](explanation/performance.md) says what the figures mean.

## Asked and measured

| what | asked | measured | held | command |
|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Run:
    """What came of a piece: its output, how long it took, and why it has none or not all of it."""

    output: str = ""
    seconds: float = 0.0
    trouble: str = ""


def run(piece: Piece, data: Path | None) -> Run:
    """Run a piece within its limit. One that lacks its data, is stopped, or fails says so."""
    if piece.needs_data and data is None:
        return Run(trouble="left out: the labelled data was not given (`--data`)")
    arguments = [argument.format(data=data) for argument in piece.arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "PYTHONWARNINGS": "ignore"}
    begun = perf_counter()
    with subprocess.Popen(  # noqa: S603 -- our own programs
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            output, problem = process.communicate(timeout=piece.seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            output, problem = process.communicate()
            return Run(output, perf_counter() - begun, f"stopped after {piece.seconds} s, its limit")
    code = process.returncode
    last = (problem.strip().splitlines() or ["it says no more"])[-1]
    return Run(output, perf_counter() - begun, f"ended with exit code {code}: {last}" if code else "")


def command(piece: Piece) -> str:
    """Return the command of a piece, as a reader would type it.

    >>> command(PIECES[2])
    'python -m benchmarks.engine --only growth'
    """
    return " ".join(("python", "-m", *piece.arguments)).replace("{data}", "FOLDER")


def rows(piece: Piece, ran: Run) -> Iterator[str]:
    """Yield the rows of the summary; where a figure is missing, it says why, and nothing of its being held."""
    for aim in piece.aims:
        figure, held = aim.measured(ran.output) or (ran.trouble.partition(":")[0] or "not in the output", "")
        yield f"| {aim.what} | {aim.asked} | {figure} | {held} | `{command(piece)}` |"


def section(piece: Piece, ran: Run, data: Path | None) -> str:
    """Return what a piece printed, with its command and how long it took."""
    text = ran.output.replace(str(data), "FOLDER") if data else ran.output
    text = re.sub(r"^#.*\n+", "", text.replace(str(ROOT), "."), flags=re.MULTILINE)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    body = text if piece.markdown else f"```text\n{text}\n```" if text else ""
    took = f"`{command(piece)}` took {ran.seconds:.0f} s." if ran.seconds else f"`{command(piece)}`"
    trouble = f" **{ran.trouble[:1].upper()}{ran.trouble[1:]}.**" if ran.trouble else ""
    return "\n\n".join(part for part in (f"## {piece.name.capitalize()}", took + trouble, body) if part)


def head() -> str:
    """Return the head of the page: when, what, and where."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"],  # noqa: S607 -- the git of whoever measures
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    machine = f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {packages}"
    return HEAD.format(date=datetime.now(tz=UTC).date(), commit=commit, machine=machine)


def summary(runs: dict[str, Run]) -> list[str]:
    """Return all rows of figures; a piece that was not run says so."""
    return [row for piece in PIECES for row in rows(piece, runs.get(piece.name, Run(trouble="not run")))]


def page(runs: dict[str, Run], data: Path | None) -> str:
    """Return the page: the figures, and a section for each piece that was run."""
    sections = [section(piece, runs[piece.name], data) for piece in PIECES if piece.name in runs]
    return head() + "\n".join(summary(runs)) + "\n\n" + "\n\n".join(sections) + "\n"


def with_figures(readme: str, figures: list[str]) -> str:
    """Return the README with the rows of figures that it shows, told by their first cell.

    >>> with_figures("| a | 1 |", ["| a | 2 |", "| b | 3 |"])
    '| a | 2 |'
    """
    lines = {row.split(" | ")[0]: row for row in figures}
    return "\n".join(lines.get(line.split(" | ")[0], line) for line in readme.split("\n"))


def main() -> None:
    """Run what is asked for, and write or print the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    names = [piece.name for piece in PIECES]
    _ = parser.add_argument("--data", type=Path, help="a folder of labelled homework and gradients")
    _ = parser.add_argument("--only", nargs="+", choices=names, default=names)
    _ = parser.add_argument("--without", nargs="+", choices=names, default=[])
    _ = parser.add_argument("--write", action="store_true", help="into the documentation, instead of to the terminal")
    asked = parser.parse_args()
    data: Path | None = asked.data and asked.data.resolve()
    runs: dict[str, Run] = {}
    for piece in PIECES:
        if piece.name in asked.only and piece.name not in asked.without:
            runs[piece.name] = run(piece, data)
            said = runs[piece.name].trouble or f"{runs[piece.name].seconds:.0f} s"
            print(f"{piece.name}: {said}", file=sys.stderr, flush=True)
    text = page(runs, data)
    if not asked.write:
        print(text)
        return
    _ = PAGE.write_text(text, encoding="utf-8")
    _ = README.write_text(with_figures(README.read_text(encoding="utf-8"), summary(runs)), encoding="utf-8")


if __name__ == "__main__":
    main()
