"""How many right gradients are proved by tracing, and whether a wrong one ever is: over a folder of labelled cases.

    python benchmarks/verify_trace.py --bench FOLDER [--only TEXT] [--show]

FOLDER is a package of families (`core.py` with `FAMILIES`, and a module for each family).
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
from collections import Counter
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from numeric.verify.trace import prove_gradient

WRONG = {"bug", "awkward_bug"}


def cases_of(folder: Path) -> list[Any]:
    """Return the labelled cases of all families."""
    sys.path.insert(0, str(folder.parent))
    package = importlib.import_module(folder.name)
    for path in sorted(folder.glob("[a-z]*.py")):
        _ = importlib.import_module(f"{package.__name__}.{path.stem}")
    core: Any = importlib.import_module(f"{package.__name__}.core")
    return [case for family in core.FAMILIES.values() for case in family.cases]


def decided(case: Any) -> tuple[Any, float]:
    """Return the verdict on a case, and how long it took."""
    loss, grad = case.make()
    params, data = case.make_inputs(np.random.default_rng(0))
    started = perf_counter()
    return prove_gradient(loss, grad, params, data), perf_counter() - started


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--bench", type=Path, required=True)
    _ = parser.add_argument("--only", default="")
    _ = parser.add_argument("--show", action="store_true", help="print each case")
    given = parser.parse_args()
    counts: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
    times: list[float] = []
    for case in cases_of(given.bench):
        if given.only in case.id:
            result, seconds = decided(case)
            wrong = case.kind in WRONG
            counts[wrong][result.verdict] += 1
            times.append(seconds)
            alarm = (wrong and result.verdict == "proved") or (not wrong and result.verdict == "refuted")
            if given.show or alarm:
                mark = "!!" if alarm else "  "
                print(
                    f"{mark} {case.id:42} {result.verdict:10} {seconds:5.2f} s  {result.method}  {result.reason[:150]}"
                )
    for wrong, name in ((False, "right"), (True, "wrong")):
        print(f"{name}: {sum(counts[wrong].values())} cases, {dict(counts[wrong])}")
    print(f"seconds per case: median {statistics.median(times):.3f}, most {max(times):.2f}")


if __name__ == "__main__":
    main()
