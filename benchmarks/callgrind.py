"""Instruction counts of three representative calls: a regression gate that a busy machine does not disturb.

Run `python -m benchmarks.callgrind` to compare with `callgrind.json` beside this file, and `--update` to record.
Each call runs in a process of its own under valgrind, once and 151 times; the difference is 150 warm calls, so many
that the start of Python, which varies by a percent, does not count. It takes three minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

RECORD = Path(__file__).with_suffix(".json")
TOLERANCE = 0.05
WARM = 150
SETUP = """import gc
from derive import differentiate, normalize, prove
from tests.cases import DERIVATIVES, EQUALITIES
gc.disable()
"""
ENVIRONMENT = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": ""}
CALLS = {
    "prove: logistic loss by softplus": "c = EQUALITIES[2]; f = lambda: prove(c.lhs, c.rhs, recheck=False)",
    "differentiate: cross-entropy in W": "c = DERIVATIVES[5]; f = lambda: differentiate(c.expr, c.by)",
    "normalize: expanded least squares": "c = EQUALITIES[0]; f = lambda: normalize(c.lhs)",
}


def instructions(code: str, repeat: int) -> int:
    """Return how many instructions a program takes that makes a call some times."""
    program = f"{SETUP}{code}\nfor _ in range({repeat}): f()"
    # The first run without valgrind compiles what has changed, so that no count has compiling in it.
    _compiled = subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, check=True)  # noqa: S603 -- our own
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "callgrind.out")
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable, "-c", program]
        _done = subprocess.run(command, env=ENVIRONMENT, check=True, capture_output=True)  # noqa: S603 -- our own program
        totals = re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.MULTILINE)
    if totals is None:
        message = "callgrind wrote no totals"
        raise RuntimeError(message)
    return int(totals.group(1))


def warm_cost(code: str) -> int:
    """Return the instructions of one warm call."""
    return (instructions(code, 1 + WARM) - instructions(code, 1)) // WARM


def machine() -> dict[str, str]:
    """Return what the counts depend on besides our code."""
    names = {name: version(name) for name in ("sympy", "python-flint")}
    return {"python": ".".join(map(str, sys.version_info[:2])), **names}


def report(counts: dict[str, int], recorded: dict[str, int], tolerance: float) -> bool:
    """Print the comparison and return whether every count is within the tolerance."""
    print("| call | instructions | recorded | change |\n|---|---|---|---|")
    slower = []
    for name, count in counts.items():
        before = recorded.get(name)
        change = count / before - 1 if before else 0.0
        print(f"| {name} | {count:,} | {f'{before:,}' if before else 'none'} | {change:+.1%} |")
        slower += [name] if change > tolerance else []
    for name in slower:
        print(f"\n{name}: more than {tolerance:.0%} above the record; if that is meant, run with --update.")
    return not slower


def main(arguments: list[str]) -> int:
    """Compare with the record, or write it; 1 when a call got slower."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--update", action="store_true", help="record the counts")
    _ = parser.add_argument("--tolerance", type=float, default=TOLERANCE, help="how much slower a call may be")
    options = parser.parse_args(arguments)
    if shutil.which("valgrind") is None:
        print("valgrind is not installed, so no instructions were counted (apt install valgrind).")
        return 0
    counts = {name: warm_cost(code) for name, code in CALLS.items()}
    if options.update:
        _written = RECORD.write_text(json.dumps({"machine": machine(), "instructions": counts}, indent=2) + "\n")
        print(f"recorded in {RECORD.name}")
        return 0
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"machine": {}, "instructions": {}}
    if record["machine"] != machine():
        print(f"recorded with {record['machine']}, run with {machine()}: the counts are shown, nothing is refused.\n")
        _ = report(counts, record["instructions"], options.tolerance)
        return 0
    return int(not report(counts, record["instructions"], options.tolerance))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
