"""Which test runs which line, and how long it takes: what a mutant is tried on.

Run `python -m benchmarks.mutation_tests --map FILE tests/unit/test_a.py tests/lies derive/kernel`: it runs these tests
once, under coverage, and writes the map. The coverage data stand beside it, in `FILE.coverage`, for `coverage report`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from time import process_time

import pytest
from coverage import Coverage
from hypothesis import Phase, settings

EXAMPLES = 40  # of a law; the suite draws five times as many
# Hypothesis is imported here, and its plugin would like pytest to see it first.
OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")


@dataclass(frozen=True, slots=True)
class Coverers:
    """The tests that passed, with their seconds, and for each file of the sources the tests that run each line.

    A test is named by its place in pytest. A whole file is one too, where its import runs the line.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[int, tuple[str, ...]]]

    def of(self, path: str, lines: Iterable[int]) -> list[str]:
        """Return the tests that run one of the lines, cheapest first."""
        covered = self.lines.get(path, {})
        return self._ranked(test for line in lines for test in covered.get(line, ()))

    def of_file(self, path: str) -> list[str]:
        """Return the tests that run any line of a file, cheapest first."""
        return self._ranked(test for tests in self.lines.get(path, {}).values() for test in tests)

    def _ranked(self, tests: Iterable[str]) -> list[str]:
        return sorted(set(tests), key=lambda test: (self.seconds[test], test))

    def save(self, path: Path) -> None:
        """Write the map as JSON; tests stand in it once, and lines name them by number."""
        numbers = {test: n for n, test in enumerate(self.seconds)}
        lines = {
            file: {line: [numbers[test] for test in tests] for line, tests in covered.items()}
            for file, covered in self.lines.items()
        }
        _ = path.write_text(json.dumps({"seconds": self.seconds, "lines": lines}), encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Coverers:
        """Return the map that `save` wrote."""
        data = json.loads(path.read_text(encoding="utf-8"))
        names = list(data["seconds"])
        lines = {
            file: {int(line): tuple(names[n] for n in tests) for line, tests in covered.items()}
            for file, covered in data["lines"].items()
        }
        return cls(data["seconds"], lines)

    @classmethod
    def joined(cls, paths: Iterable[Path]) -> Coverers:
        """Return the map of all the tests of several maps."""
        seconds: dict[str, float] = {}
        lines: dict[str, dict[int, tuple[str, ...]]] = defaultdict(lambda: defaultdict(tuple))
        for one in map(cls.load, paths):
            seconds |= one.seconds
            for file, covered in one.lines.items():
                for line, tests in covered.items():
                    lines[file][line] = tuple(dict.fromkeys((*lines[file][line], *tests)))
        return cls(seconds, lines)


class ShortLaws:
    """A plugin of pytest: laws draw a few examples, the same each time, and look for no smaller one than the first."""

    def pytest_sessionstart(self) -> None:
        """Choose the profile after `tests/conftest.py` has chosen its own."""
        usual, phases = settings.get_profile("ci"), (Phase.explicit, Phase.generate)
        settings.register_profile("short", usual, max_examples=EXAMPLES, phases=phases, database=None)
        settings.load_profile("short")


@dataclass(eq=False)
class Watch:
    """A plugin of pytest that tells coverage what runs, and keeps the processor time of it.

    What runs is a test, or the import of a file of tests, where tables of cases are often computed.
    """

    measured: Coverage
    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    failed: set[str] = field(default_factory=set[str])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Run one test in a context of its own."""
        return (yield from self._alone(item.nodeid))

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Generator[None, object, object]:
        """Import a file in a context of its own."""
        return (yield from self._alone(collector.nodeid)) if isinstance(collector, pytest.File) else (yield)

    def _alone(self, name: str) -> Generator[None, object, object]:
        _ = self.measured.switch_context(name)
        begin = process_time()
        try:
            return (yield)
        finally:
            self.seconds[name] += process_time() - begin
            _ = self.measured.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that did not pass: it cannot tell a mutant from the program, nor can its file."""
        if not report.passed:
            self.failed |= {report.nodeid, report.nodeid.split("::")[0]}

    def passed(self) -> dict[str, float]:
        """Return the seconds of each test that passed, and of each file in which all did."""
        whole = dict(self.seconds)
        for name, seconds in self.seconds.items():
            if "::" in name:
                whole[name.split("::")[0]] += seconds
        return {name: seconds for name, seconds in whole.items() if name not in self.failed}


def count_processor_time() -> None:
    """Let every clock of this process count its processor time.

    Limits of time in the sources, and deadlines in tests, are then the same however busy the machine is.
    """
    time.monotonic = time.perf_counter = process_time


def watch(arguments: list[str], data: Path) -> Coverers:
    """Run the tests that pytest finds by the arguments, and return which of them run which lines."""
    measured = Coverage(data_file=str(data), config_file=False, branch=True, source=["derive", "numeric"])
    plugin = Watch(measured)
    count_processor_time()
    measured.start()
    _ = pytest.main([*OPTIONS, *arguments], plugins=[plugin, ShortLaws()])
    measured.stop()
    measured.save()
    seconds = plugin.passed()
    return Coverers(seconds, _lines(measured, set(seconds)))


def _lines(measured: Coverage, tests: set[str]) -> dict[str, dict[int, tuple[str, ...]]]:
    found: dict[str, dict[int, tuple[str, ...]]] = defaultdict(dict)
    data = measured.get_data()
    for path in data.measured_files():
        for line, contexts in data.contexts_by_lineno(path).items():
            known = tuple(sorted(tests.intersection(contexts)))
            if known:
                found[str(Path(path).relative_to(Path.cwd()))][line] = known
    return dict(found)


def main(arguments: list[str]) -> None:
    """Write the map."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--map", type=Path, required=True)
    options, tests = parser.parse_known_args(arguments)
    coverers = watch(tests, options.map.with_suffix(".coverage"))
    coverers.save(options.map)
    tests = [seconds for test, seconds in coverers.seconds.items() if "::" in test]
    print(f"{len(tests)} tests, {sum(tests):.0f} s, {len(coverers.lines)} files")


if __name__ == "__main__":
    main(sys.argv[1:])
