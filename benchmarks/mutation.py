"""How many small faults the tests notice: a random sample of mutants, each tried on the tests that run its lines.

Make a map of the tests first (`python -m benchmarks.mutation_tests`), then run
`python -m benchmarks.mutation derive/kernel --map FILE --sample 400 --seed 1 --record kernel.jsonl`. It appends a line
of JSON for each mutant to the record, so that it may be stopped and goes on where it was, and prints the score.

A mutant is *killed* if a test fails, *late* if the tests use up their processor time, else it *survived*; or they wait
for what does not come, then it is *stalled*, which counts as not noticed. The tests are those that run the line, the
cheapest first, as many as fit into `--budget` seconds: a test that was left out could only raise the score. Nothing is
written to the sources: a child process of a warm parent imports the module with the fault in it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import chain
from math import sqrt
from pathlib import Path
from random import Random

from benchmarks.mutants import Mutant, mutants
from benchmarks.mutation_run import Collected, collect, in_child, in_function, in_module, warm
from benchmarks.mutation_tests import Coverers

Row = Mapping[str, object]
GRACE, SLOWER = 15.0, 8.0  # seconds of processor time for a mutant, and how many times what its tests take besides
LONGEST = 86400.0  # seconds of processor time for all that one child does
RESULTS = ("killed", "late", "stalled", "survived")
Z = 1.959964  # of a normal distribution, 95 % lies within so many standard deviations


def chosen(coverers: Coverers, mutant: Mutant, budget: float) -> list[str]:
    """Return the tests of a mutant, cheapest first, as many as fit into the seconds.

    What stands outside of functions runs when the module is imported, so all tests of the file are tried on it.
    """
    found: list[str] = []
    for test in coverers.of(mutant.path, mutant.lines) if mutant.inside else coverers.of_file(mutant.path):
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


class Trial:
    """Mutants tried one by one; each result is a line of the record."""

    def __init__(self, coverers: Coverers, record: Path, budget: float) -> None:
        """Take the tests, the file of the record, and the seconds of tests for each mutant."""
        self.coverers, self.record, self.budget = coverers, record, budget

    def over(self, wanted: Sequence[Mutant]) -> None:
        """Try the mutants: those inside of functions in a child that imports the sources, the others after it."""
        tests = {mutant: chosen(self.coverers, mutant, self.budget) for mutant in wanted}
        inside, outside = ({m: tests[m] for m in wanted if m.inside is where} for where in (True, False))
        warm()
        if inside:
            self._check(partial(collect, sorted({*chain(*inside.values())}), partial(self._inside, inside)))
        if outside:
            self._check(partial(in_module, None, sorted({*chain(*outside.values())})))
        for mutant, its_tests in outside.items():
            self._note(mutant, its_tests, partial(in_module, mutant, its_tests))

    def _inside(self, wanted: Mapping[Mutant, Sequence[str]], collected: Collected) -> None:
        self._check(partial(collected.run, sorted({*chain(*wanted.values())})))
        for mutant, tests in wanted.items():
            self._note(mutant, tests, partial(in_function, collected, mutant, tests))

    def _check(self, work: Callable[[], None]) -> None:
        if in_child(work, LONGEST) != "survived":
            sys.exit("a test of the map fails without any fault, so it cannot tell a mutant: make the map anew")

    def _note(self, mutant: Mutant, tests: Sequence[str], work: Callable[[], None]) -> None:
        begin = sum(os.times()[:4])
        allowed = GRACE + SLOWER * sum(self.coverers.seconds[test] for test in tests)
        result = in_child(work, allowed) if tests else "survived"
        seconds = round(sum(os.times()[:4]) - begin, 1)
        row = {**asdict(mutant), "result": result, "tests": len(tests), "seconds": seconds}
        with self.record.open("a", encoding="utf-8") as record:
            _ = record.write(f"{json.dumps(row)}\n")


def interval(part: int, whole: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share.

    >>> [round(end, 3) for end in interval(90, 100)]
    [0.826, 0.945]
    """
    share, weight = part / whole, Z * Z / whole
    middle, half = share + weight / 2, Z * sqrt(share * (1 - share) / whole + weight / (4 * whole))
    return (middle - half) / (1 + weight), (middle + half) / (1 + weight)


def report(rows: Iterable[Mapping[str, object]]) -> str:
    """Return the score of a record as a line of Markdown."""
    counts = Counter(str(row["result"]) for row in rows)
    whole, noticed = counts.total(), counts["killed"] + counts["late"]
    low, high = interval(noticed, whole)
    cells = (whole, *(counts[result] for result in RESULTS), f"{noticed / whole:.3f}", f"{low:.3f} to {high:.3f}")
    return f"| {' | '.join(map(str, cells))} |"


def known(record: Path) -> dict[tuple[str, int], Row]:
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
    _ = parser.add_argument("--again", action="store_true", help="try those that were not noticed once more")
    options = parser.parse_args(arguments)
    trial = Trial(Coverers.joined(options.map), options.record, options.budget)
    drawn = sample(options.room, options.sample, options.seed)
    rows = known(options.record)
    results = {mutant: rows.get((mutant.path, mutant.number), {}).get("result") for mutant in drawn}
    trial.over(
        [m for m, result in results.items() if not result or (options.again and result in {"survived", "stalled"})]
    )
    print("| mutants | killed | late | stalled | survived | score | 95 % |\n|---|---|---|---|---|---|---|")
    print(report(known(options.record).values()))


if __name__ == "__main__":
    main(sys.argv[1:])
