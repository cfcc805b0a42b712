"""Random cases of the grammars: claims, derivatives and lowered functions whose truth is known from numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.grammars import (
    bounds,
    branches,
    certificates,
    declared,
    facts,
    indicators,
    integers,
    labels,
    matrices,
    ranges,
    slopes,
    triangles,
    words,
)
from benchmarks.grammars.claims import WRONG, Engine, judged

GRAMMARS: dict[str, Callable[[Random], Any]] = {
    "ranges": ranges.draw,
    "facts": facts.draw,
    "integers": integers.draw,
    "slopes": slopes.draw,
    "bounds": bounds.draw,
    "matrices": matrices.draw,
    "branches": branches.draw,
    "declared": declared.draw,
    "indicators": indicators.draw,
    "triangles": triangles.draw,
    "labels": labels.draw,
    "words": words.draw,
    "certificates": certificates.draw,
}
SHOWN = 3
"""So many cases are shown of each kind of wrong answer."""
COLUMNS = (*WRONG, "fine", "open", "refused", "unclear")
HEAD = f"| grammar | cases | {' | '.join(COLUMNS)} | median ms |\n{'|---' * (len(COLUMNS) + 3)}|"


@dataclass
class Count:
    """What became of the cases of a grammar; those of unknown truth are left out."""

    words: Counter[str] = field(default_factory=Counter)
    shown: dict[str, list[str]] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)

    def enter(self, word: str, text: str, seconds: float) -> None:
        """Add one case."""
        self.words[word] += 1
        self.times.append(seconds)
        if word in WRONG and len(self.shown.setdefault(word, [])) < SHOWN:
            self.shown[word].append(text)

    def add(self, other: Count) -> None:
        """Add another count."""
        self.words.update(other.words)
        self.times += other.times
        for word, texts in other.shown.items():
            self.shown[word] = [*self.shown.get(word, []), *texts][:SHOWN]

    @property
    def wrong(self) -> int:
        """How many answers were wrong."""
        return sum(self.words[word] for word in WRONG)


def case(name: str, seed: int, number: int) -> Any:
    """Return one case; the same for the same seed and number."""
    return GRAMMARS[name](Random(f"{name} {seed} {number}"))  # noqa: S311 -- test data, no secrets


def run(name: str, seed: int, numbers: range, seconds: float, engine: Engine | None = None) -> Count:
    """Return the count of some cases, of as many of them as there is time for."""
    count, begun = Count(), perf_counter()
    for number in numbers:
        drawn = case(name, seed, number)
        started = perf_counter()
        outcome = judged(drawn, engine or Engine())
        ended = perf_counter()
        count.enter(outcome.word, f"#{number} {outcome}", ended - started)
        if ended - begun > seconds:
            break
    return count


def row(name: str, count: Count) -> str:
    """Return a row of the Markdown table.

    >>> row("ranges", Count(Counter({"fine": 2, "false proved": 1}), times=[0.001]))
    '| ranges | 3 | 1 | 0 | 0 | 0 | 0 | 0 | 2 | 0 | 0 | 0 | 1.0 |'
    """
    known = count.words.total() - count.words["unknown"]
    cells = (name, known, *(count.words[word] for word in COLUMNS), f"{median(count.times or [0]) * 1e3:.1f}")
    return f"| {' | '.join(map(str, cells))} |"


def lines(names: tuple[str, ...], seed: int, cases: int, seconds: float, jobs: int) -> Iterator[tuple[str, int]]:
    """Run grammars one after another, and return what is printed, with how many answers were wrong."""
    yield HEAD, 0
    found: dict[str, Count] = {}
    with ProcessPoolExecutor(jobs) as pool:
        for name in names:
            parts = [range(first, cases, jobs) for first in range(jobs)]
            tasks = [pool.submit(run, name, seed, numbers, seconds) for numbers in parts]
            found[name] = Count()
            for task in tasks:
                found[name].add(task.result())
            yield row(name, found[name]), found[name].wrong
    for name, count in found.items():
        for texts in count.shown.values():
            for text in texts:
                yield f"\n{name} {text}", 0
