"""The commands, cold: each in a fresh process, as a user starts them, beside what they may take.

Run `python benchmarks/report.py`; it prints Markdown. The fastest of some runs counts, because others use the machine.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

MAY_TAKE = {
    ("--help",): 0.2,
    ("list",): 0.5,
    ("show", "logistic-gradient"): 10.0,
    ("errata",): 10.0,
    ("report",): 10.0,
}
"""Seconds that each command may take on two cores."""


def seconds(command: tuple[str, ...], *, runs: int) -> float:
    """Return how long a command takes, the best of some runs."""
    return min(_once(command) for _ in range(runs))


def _once(command: tuple[str, ...]) -> float:
    with TemporaryDirectory() as folder:
        out = ("--out", str(Path(folder) / "reports")) if command[0] == "report" else ()
        begin = perf_counter()
        called = [sys.executable, "-m", "derive", *command, *out]
        done = subprocess.run(called, capture_output=True, check=False)  # noqa: S603 -- the commands of the table above
        took = perf_counter() - begin
    if done.returncode:
        sys.exit(f"derive {' '.join(command)} failed: {done.stderr.decode() or done.stdout.decode()}")
    return took


def main() -> None:
    """Print the table; the exit code is 1 if a command took longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    _ = parser.add_argument("--runs", type=int, default=3)
    runs: int = parser.parse_args().runs
    print("| command | s | may take |\n|---|---|---|")
    slow = False
    for command, limit in MAY_TAKE.items():
        took = seconds(command, runs=runs)
        slow |= took > limit
        print(f"| `derive {' '.join(command)}` | {took:.2f} | {limit:g} |")
    sys.exit(slow)


if __name__ == "__main__":
    main()
