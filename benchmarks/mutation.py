"""How many small faults the tests notice: a random sample of mutants, each tried on the tests that run its lines.

Make a map of the tests first (`python -m benchmarks.mutation_tests`), then run
`python -m benchmarks.mutation derive/kernel --map FILE --sample 400 --seed 1 --record kernel.jsonl`. It appends a line
of JSON for each mutant to the record, so that it may be stopped and goes on where it was, and prints the score.

A mutant is *killed* if a test fails, *late* if the tests do not end in time, else it *survived*. The tests are those
that run the line, cheapest first, as many as fit into `--budget` seconds: a test that was left out could only raise the
score. Nothing is written to the sources: a child process of a warm parent imports the module with the fault in it.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from math import sqrt
from pathlib import Path
from random import Random
from time import monotonic
from types import ModuleType

import pytest
from hypothesis import Phase, settings

from benchmarks.mutants import Mutant, faulty, mutants
from benchmarks.mutation_tests import OPTIONS, Coverers

WARM = ("sympy", "numpy", "scipy.optimize", "scipy.sparse", "flint", "hypothesis.strategies", "click", "rich.console")
QUICK = ("-x", "--no-header", "--tb=no", "-W", "ignore::pytest.PytestAssertRewriteWarning")  # Hypothesis is warm
GRACE, SLOWER = 30.0, 8.0  # a mutant may take this many seconds, and so many times what its tests take
RESULTS = ("killed", "late", "survived")
Z = 1.959964  # of a normal distribution, 95 % lies within so many standard deviations


class Faulty(MetaPathFinder, Loader):
    """Imports one module from a tree with a fault in it, and no other."""

    def __init__(self, path: str, tree: ast.Module) -> None:
        """Take the path of the module from the root of the repository, and its tree."""
        self._name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self._path = Path(path).resolve()
        self._code = compile(tree, str(self._path), "exec")

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answer for the one module."""
        del path, target
        if fullname != self._name:
            return None
        spec = spec_from_loader(fullname, self, origin=str(self._path), is_package=self._path.name == "__init__.py")
        if spec is not None:
            spec.has_location = True
        return spec

    def exec_module(self, module: ModuleType) -> None:
        """Run the module with the fault."""
        exec(self._code, module.__dict__)  # noqa: S102 -- this is what importing a module means


class Unshrunk:
    """A plugin of pytest: laws stop at the first example that breaks them, and do not look for a smaller one."""

    def pytest_sessionstart(self) -> None:
        """Choose the profile after `tests/conftest.py` has chosen its own."""
        settings.register_profile(
            "mutation", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate), database=None
        )
        settings.load_profile("mutation")


def tried(mutant: Mutant | None, tests: Sequence[str], seconds: float) -> str:
    """Return what becomes of a mutant under the tests: killed, late or survived; None is the module as it is."""
    child = multiprocessing.get_context("fork").Process(target=_try, args=(mutant, tests))
    child.start()
    child.join(seconds)
    if child.exitcode is None:
        child.kill()
        child.join()
        return "late"
    return "killed" if child.exitcode else "survived"


def _try(mutant: Mutant | None, tests: Sequence[str]) -> None:
    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        _ = os.dup2(silence, stream)
    if mutant is not None:
        sys.meta_path.insert(0, Faulty(mutant.path, faulty(mutant)))
    code = pytest.main([*OPTIONS, *QUICK, *tests], plugins=[Unshrunk()])
    os._exit(int(code))


def chosen(coverers: Coverers, mutant: Mutant, budget: float) -> list[str]:
    """Return the tests of a mutant, cheapest first, as many as fit into the seconds."""
    found: list[str] = []
    for test in coverers.of(mutant.path, mutant.lines):
        budget -= coverers.seconds[test]
        if found and budget < 0:
            break
        found.append(test)
    return found


def sample(room: Path, size: int, seed: int) -> list[Mutant]:
    """Return so many mutants of a room, or of a module, drawn without replacement; all of them if there are fewer."""
    paths = sorted(room.rglob("*.py")) if room.is_dir() else [room]
    everything = [mutant for path in paths for mutant in mutants(path)]
    print(f"{room}: {len(everything)} mutants")
    return Random(seed).sample(everything, min(size, len(everything)))  # noqa: S311 -- a sample, no secret


def score(mutant: Mutant, coverers: Coverers, budget: float) -> dict[str, object]:
    """Return the line of the record for one mutant."""
    tests = chosen(coverers, mutant, budget)
    begin = monotonic()
    allowed = GRACE + SLOWER * sum(coverers.seconds[test] for test in tests)
    result = tried(mutant, tests, allowed) if tests else "survived"
    return {**asdict(mutant), "result": result, "tests": len(tests), "seconds": round(monotonic() - begin, 1)}


def interval(part: int, whole: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share.

    >>> [round(end, 3) for end in interval(90, 100)]
    [0.826, 0.945]
    """
    share, weight = part / whole, Z * Z / whole
    middle, half = share + weight / 2, Z * sqrt(share * (1 - share) / whole + weight / (4 * whole))
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def report(rows: Iterable[dict[str, object]]) -> str:
    """Return the score of a record as a line of Markdown."""
    counts = Counter(str(row["result"]) for row in rows)
    whole, noticed = counts.total(), counts["killed"] + counts["late"]
    low, high = interval(noticed, whole)
    cells = (whole, *(counts[result] for result in RESULTS), f"{noticed / whole:.3f}", f"{low:.3f} to {high:.3f}")
    return f"| {' | '.join(map(str, cells))} |"


def known(record: Path) -> dict[tuple[str, int], dict[str, object]]:
    """Return what a record holds, the last line of each mutant."""
    lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
    rows = [json.loads(line) for line in lines]
    return {(row["path"], row["number"]): row for row in rows}


def main(arguments: list[str]) -> None:
    """Try the mutants that are not in the record, and print the score of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    _ = parser.add_argument("room", type=Path)
    _ = parser.add_argument("--map", type=Path, required=True, nargs="+")
    _ = parser.add_argument("--record", type=Path, required=True)
    _ = parser.add_argument("--sample", type=int, default=400)
    _ = parser.add_argument("--seed", type=int, default=1)
    _ = parser.add_argument("--budget", type=float, default=20.0)
    _ = parser.add_argument("--again", action="store_true", help="try those that survived once more")
    options = parser.parse_args(arguments)
    coverers, rows = Coverers.joined(options.map), known(options.record)
    for name in WARM:
        _ = importlib.import_module(name)
    if tried(None, list(coverers.seconds), 3600) != "survived":
        sys.exit("a test of the map fails without any fault, so it cannot tell a mutant: make the map anew")
    with options.record.open("a", encoding="utf-8") as record:
        for mutant in sample(options.room, options.sample, options.seed):
            row = rows.get((mutant.path, mutant.number))
            if row is None or (options.again and row["result"] == "survived"):
                row = rows[mutant.path, mutant.number] = score(mutant, coverers, options.budget)
                _ = record.write(f"{json.dumps(row)}\n")
                record.flush()
    print("| mutants | killed | late | survived | score | 95 % |\n|---|---|---|---|---|---|")
    print(report(rows.values()))


if __name__ == "__main__":
    main(sys.argv[1:])
