"""Every benchmark once, on one machine: its table, and each figure beside what was asked.

    python -m benchmarks.all [--data FOLDER] [--only NAME ...] [--without NAME ...] [--write]

FOLDER holds labelled homework and gradients, which are not part of the project; what needs them is left out without it.
Each piece has a limit of time of its own, and what is left out or stopped is said. `--write` puts each table into
`docs/measured.md` as soon as it is there, and the rows that the README shows into the README; else they are printed.
What is not run keeps its place in the page.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from shutil import which
from signal import SIGKILL
from time import perf_counter

from benchmarks.aims import PIECES, Piece
from benchmarks.figures import Run, page, summary, with_figures

ROOT = Path(__file__).resolve().parents[1]
PAGE, README = ROOT / "docs" / "measured.md", ROOT / "README.md"
PACKAGES = ("sympy", "numpy", "scipy", "python-flint")


def run(piece: Piece, data: Path | None) -> Run:
    """Run a piece within its limit. One that lacks its data, is stopped, or fails says so."""
    if piece.needs_data and data is None:
        return Run(trouble="left out: the labelled data was not given (`--data`)")
    arguments = [argument.format(data=data) for argument in piece.arguments]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1", "PYTHONWARNINGS": "ignore"}
    begun, trouble = perf_counter(), ""
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
            os.killpg(process.pid, SIGKILL)
            output, problem = process.communicate()
            trouble = f"stopped after {piece.seconds} s, its limit"
    if process.returncode and not trouble:
        last = (problem.strip().splitlines() or ["it says no more"])[-1]
        trouble = f"ended with exit code {process.returncode}: {last}"
    return Run(_without_places(output, data), perf_counter() - begun, _without_places(trouble, data))


def _without_places(text: str, data: Path | None) -> str:
    """Return a text without the folders of this machine."""
    return (text.replace(str(data), "FOLDER") if data else text).replace(str(ROOT), ".")


def stamp() -> str:
    """Return when, at which commit, and on what."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {packages}"
    return f"on {datetime.now(tz=UTC).date()}, at {_commit()} ({machine})"


def _commit() -> str:
    """Return the commit; a copy that is no repository has none."""
    git = which("git")
    if git is None:
        return "no commit"
    described = [git, "describe", "--always", "--dirty"]
    said = subprocess.run(described, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603 -- a fixed command
    return f"commit {said}" if said else "no commit"


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
    here, before = stamp(), PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    runs: dict[str, Run] = {}
    for piece in PIECES:
        if piece.name in asked.only and piece.name not in asked.without:
            runs[piece.name] = run(piece, data)
            said = runs[piece.name].trouble or f"{runs[piece.name].seconds:.0f} s"
            print(f"{piece.name}: {said}", file=sys.stderr, flush=True)
            if asked.write:
                write(runs, here, before)
    if not asked.write:
        print(page(runs, here, before))


def write(runs: dict[str, Run], here: str, before: str) -> None:
    """Put what has been run into the page and into the README."""
    _ = PAGE.write_text(page(runs, here, before), encoding="utf-8")
    readme = with_figures(README.read_text(encoding="utf-8"), summary(runs, before))
    _ = README.write_text(readme, encoding="utf-8")


if __name__ == "__main__":
    main()
