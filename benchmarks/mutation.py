"""How many small faults the tests notice: a random sample of the mutants that cosmic-ray makes of a room.

    python -m benchmarks.mutation derive/kernel tests/inside tests/lies --sample 200 --seed 1 --session kernel.sqlite

The tests run once without a fault, which also says how long they may take; then once for each mutant, to the first
failure. Faults are put into a copy of the repository. A session that is stopped goes on where it was. Needs
`pip install cosmic-ray`; docs/decisions/0006-mutants.md says why it and no other.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import closing
from math import sqrt
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "node_modules", "__pycache__", ".*_cache")
GRACE, SLOWER = 15.0, 8.0  # seconds that a mutant may take, and how many times what its tests take besides
Z = 1.959964  # of a normal distribution, 95 % lies within so many standard deviations


def interval(part: int, whole: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share.

    >>> [round(end, 3) for end in interval(90, 100)]
    [0.826, 0.945]
    """
    share, weight = part / whole, Z * Z / whole
    middle, half = share + weight / 2, Z * sqrt(share * (1 - share) / whole + weight / (4 * whole))
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def draw(session: Path, size: int, seed: int) -> int:
    """Leave so many mutants of a new session, drawn at random; return how many there were."""
    with closing(sqlite3.connect(session)) as database, database:
        place = "SELECT job_id FROM mutation_specs ORDER BY module_path, operator_name, occurrence"
        every = [job for (job,) in database.execute(place)]
        dropped = Random(seed).sample(every, max(0, len(every) - size))  # noqa: S311 -- a sample, no secret
        for statement in ("DELETE FROM mutation_specs WHERE job_id = ?", "DELETE FROM work_items WHERE job_id = ?"):
            _ = database.executemany(statement, [(job,) for job in dropped])
    return len(every)


def outcomes(session: Path) -> Counter[str]:
    """Return how many mutants were killed and how many survived."""
    with closing(sqlite3.connect(session)) as database:
        return Counter(dict(database.execute("SELECT test_outcome, count(*) FROM work_results GROUP BY 1")))


def configure(copy: Path, room: str, tests: list[str]) -> Path:
    """Write the settings of cosmic-ray, with the time that the tests take without a fault; they must pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    begun = perf_counter()
    if run(command, copy):
        sys.exit("the tests fail without any fault, so they cannot tell a mutant")
    seconds = GRACE + SLOWER * (perf_counter() - begun)
    settings = copy / "mutation.toml"
    lines = ("[cosmic-ray]", f'module-path = "{room}"', f"timeout = {seconds:.0f}", "excluded-modules = []",
             f'test-command = "{" ".join(command)}"', "[cosmic-ray.distributor]", 'name = "local"')  # fmt: skip
    _ = settings.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return settings


def run(command: list[str], folder: Path) -> int:
    """Return the exit code of a program that runs in the copy, and imports from it."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(command, cwd=folder, env=environment, check=False).returncode  # noqa: S603 -- our own programs


def main() -> None:
    """Try the mutants of a session, a new one or one that was stopped, and print the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    _ = parser.add_argument("room", help="a folder or a file of the sources")
    _ = parser.add_argument("tests", nargs="+", help="files and folders of tests")
    _ = parser.add_argument("--session", type=Path, required=True, help="the file that holds mutants and results")
    _ = parser.add_argument("--sample", type=int, default=200)
    _ = parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    session: Path = asked.session.resolve()
    cosmic_ray = [sys.executable, "-m", "cosmic_ray.cli"]
    with TemporaryDirectory() as folder:
        copy = shutil.copytree(ROOT, Path(folder) / "copy", ignore=LEFT_OUT)
        settings = str(configure(copy, asked.room, asked.tests))
        if not session.exists():
            if run([*cosmic_ray, "init", settings, str(session)], copy):
                sys.exit("cosmic-ray is missing or cannot begin: pip install cosmic-ray")
            print(f"{asked.room}: {draw(session, asked.sample, asked.seed)} mutants in all")
        if run([*cosmic_ray, "exec", settings, str(session)], copy):
            sys.exit("cosmic-ray stopped; the same command goes on")
    counts = outcomes(session)
    killed, whole = counts["KILLED"], counts.total()
    low, high = interval(killed, whole)
    print(f"{killed} of {whole} noticed, {killed / whole:.3f}, {low:.3f} to {high:.3f}")


if __name__ == "__main__":
    main()
