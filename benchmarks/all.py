"""Every benchmark once, on one machine: its table, and each figure beside what was asked.

    python -m benchmarks.all [--data FOLDER] [--only NAME ...] [--without NAME ...] [--write]

FOLDER holds labelled homework and gradients, which are not part of the project; what needs them is left out without it.
What is left out, stopped at its limit or fails says so. `--write` puts each table into `docs/measured.md` as soon as it
is there, and the rows that the README shows into the README; what is not run keeps its section.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from shutil import which
from signal import SIGKILL
from time import perf_counter

from benchmarks.aims import PIECES, Piece

ROOT = Path(__file__).resolve().parents[1]
PAGE, README = ROOT / "docs" / "measured.md", ROOT / "README.md"
PACKAGES = ("sympy", "numpy", "scipy", "python-flint")
HEAD = """# Measured

Every benchmark, as `python -m benchmarks.all --write` runs them one after another. Each section has its own command and
says when it was run, at which commit, and where. [Performance](explanation/performance.md) says what the figures mean.

## Asked and measured

| what | asked | measured | held | command |
|---|---|---|---|---|
"""


def section(piece: Piece, data: Path | None, stamp: str) -> str:
    """Run a piece within its limit, and return its section: the command, when and where it ran, what it printed."""
    if "FOLDER" in piece.command and data is None:
        return f"{heading(piece)}`{piece.command}` **Left out: the labelled data was not given (`--data`).**"
    arguments = [argument.replace("FOLDER", str(data)) for argument in piece.arguments]
    begun = perf_counter()
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "PYTHONWARNINGS": "ignore"}
    asked, pipe = [sys.executable, "-m", *arguments], subprocess.PIPE
    with subprocess.Popen(  # noqa: S603 -- our own programs
        asked, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as process:
        try:
            output, problem = process.communicate(timeout=piece.seconds)
            last = (problem.strip().splitlines() or ["it says no more"])[-1]
            trouble = f" **Ended with exit code {process.returncode}: {last}.**" if process.returncode else ""
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, SIGKILL)
            output, trouble = process.communicate()[0], f" **Stopped after {piece.seconds} s, its limit.**"
    text = re.sub(r"\n{3,}", "\n\n", re.sub(r"^#.*\n+", "", output, flags=re.MULTILINE)).strip()
    body = text if piece.markdown else f"```text\n{text}\n```" if text else ""
    took = f"`{piece.command}` took {perf_counter() - begun:.0f} s, {stamp}.{trouble}"
    whole = f"{heading(piece)}{took}\n\n{body}".strip()
    return (whole.replace(str(data), "FOLDER") if data else whole).replace(str(ROOT), ".")


def heading(piece: Piece) -> str:
    """Return the heading of a piece's section."""
    return f"## {piece.name.capitalize()}\n\n"


def sections_of(page: str) -> dict[str, str]:
    """Return the sections of a page by the names of their pieces, those whose command is still the same."""
    found = {piece: re.search(rf"^{heading(piece)}.*?(?=^## |\Z)", page, re.DOTALL | re.MULTILINE) for piece in PIECES}
    return {p.name: text[0].strip() for p, text in found.items() if text and f"`{p.command}`" in text[0]}


def page(sections: Mapping[str, str]) -> str:
    """Return the page: a row for each figure, found in its section, and the sections."""
    texts = [sections[piece.name] for piece in PIECES if piece.name in sections]
    return HEAD + "\n".join(rows(sections)) + "\n\n" + "\n\n".join(texts) + "\n"


def rows(sections: Mapping[str, str]) -> list[str]:
    """Return the row of each figure."""
    measured = [(p, aim, aim.measured(sections.get(p.name, ""))) for p in PIECES for aim in p.aims]
    return [f"| {a.what} | {a.asked} | {figure} | {held} | `{p.command}` |" for p, a, (figure, held) in measured]


def with_figures(readme: str, figures: list[str]) -> str:
    """Return the README with the rows of figures that it shows, told by their first cell.

    >>> with_figures("| a | 1 |", ["| a | 2 |", "| b | 3 |"])
    '| a | 2 |'
    """
    lines = {row.split(" | ")[0]: row for row in figures}
    return "\n".join(lines.get(line.split(" | ")[0], line) for line in readme.split("\n"))


def stamp() -> str:
    """Return when, at which commit, and on what."""
    git, described = which("git"), ""
    if git is not None:
        asked = [git, "describe", "--always", "--dirty"]
        described = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 -- a fixed command
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {packages}"
    return f"on {datetime.now(tz=UTC).date()}, at {f'commit {described}' if described else 'no commit'} ({machine})"


def main() -> None:
    """Run what is asked for, and write or print the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    names = [piece.name for piece in PIECES]
    _ = parser.add_argument("--data", type=Path, help="a folder of labelled homework and gradients")
    _ = parser.add_argument("--only", nargs="+", choices=names, default=names)
    _ = parser.add_argument("--without", nargs="+", choices=names, default=[])
    _ = parser.add_argument("--write", action="store_true", help="into the documentation, instead of to the terminal")
    asked = parser.parse_args()
    here, sections = stamp(), sections_of(PAGE.read_text(encoding="utf-8"))
    for piece in PIECES:
        if piece.name in asked.only and piece.name not in asked.without:
            sections[piece.name] = section(piece, asked.data and asked.data.resolve(), here)
            print(sections[piece.name].partition("\n\n")[2].partition("\n")[0], file=sys.stderr, flush=True)
            if asked.write:
                _ = PAGE.write_text(page(sections), encoding="utf-8")
                readme = with_figures(README.read_text(encoding="utf-8"), rows(sections))
                _ = README.write_text(readme, encoding="utf-8")
    if not asked.write:
        print(page(sections))


if __name__ == "__main__":
    main()
