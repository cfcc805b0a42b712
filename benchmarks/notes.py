"""How long the notes of all derivations take, from a cold start to a page of HTML, and how much of it is printing.

Run `python benchmarks/notes.py`. The best of three runs counts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from derive.formula.notation import notation_named
from derive.lectures.catalogue import CATALOGUE
from derive.notes.build import note_of
from derive.notes.forms import written

RUNS = 3


def cold(out: Path, *options: str) -> float:
    """Return the seconds of one run of the command."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "derive", "notes", "--out", str(out), *options]
    _ = subprocess.run(command, check=True, capture_output=True)  # noqa: S603 -- our own command
    return time.perf_counter() - begun


def parts() -> tuple[float, float, float]:
    """Return the seconds of one process for proving, typesetting, and writing HTML."""
    begun = time.process_time()
    derivations = [entry.derive() for entry in CATALOGUE]
    proved = time.process_time()
    notes = [note_of(derivation, notation_named("neutral"), rechecked=False) for derivation in derivations]
    typeset = time.process_time()
    _ = written(notes, "Lecture notes", ".html")
    return proved - begun, typeset - proved, time.process_time() - typeset


def main() -> None:
    """Print the table."""
    with TemporaryDirectory() as folder:
        best = min(cold(Path(folder) / "notes.html") for _ in range(RUNS))
        bare = min(cold(Path(folder) / "notes.html", "--no-programs") for _ in range(RUNS))
    proving, typesetting, writing = parts()
    print(f"`derive notes --out notes.html`, {len(CATALOGUE)} derivations, cold: {best:.2f} s")
    print(f"without programs: {bare:.2f} s")
    print(f"of one process: proving {proving:.2f} s, typesetting {typesetting:.2f} s, writing HTML {writing:.2f} s")


if __name__ == "__main__":
    main()
