"""Random expressions by the thousand: true rewrites that must be proved, and mutants that must not.

Run `python -m benchmarks.fuzz --cases 20000`; a seed makes every case again. It prints a Markdown table, and each
unsound or missed case with its family and seed. "Unsound" is a proof of two sides that an independent evaluation
tells apart, or a refutation of two sides that are equal by construction.

`python -m benchmarks.fuzz --grammar ranges --cases 500 --seed 7 --seconds 60` draws from one of the grammars in
`benchmarks/grammars` instead, `--grammar all` from each of them: parts of axes, facts on parts, indices as numbers,
derivatives and lowered functions, inequalities, matrices, indicators, labels, triangles. Their truth is known from
loops over real arrays. It prints each kind of wrong answer with a point at which it is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter

from sympy import Expr

from benchmarks.grammars.run import GRAMMARS, lines
from derive import prove
from derive.errors import DeriveError
from tests.evaluator import differ
from tests.fields import Real, Residue
from tests.maker import FACTS, FREE, Maker
from tests.rewrites import LOG_RULES, Rewriter, mutate
from tests.strategies import worlds

Pair = tuple[Expr, Expr]


def core(source: Random, depth: int) -> Pair:
    """Return an expression and a rewritten form of it."""
    expr = Maker(source).anchored(depth)
    return expr, Rewriter(source).times(expr, source.randint(2, 8))


def ties(source: Random) -> Pair:
    """Return a sum full of near-symmetries and a rewritten form of it."""
    expr = Maker(source).tied()
    return expr, Rewriter(source).times(expr, 4)


def logs(source: Random) -> Pair:
    """Return logarithms and roots of positive expressions and a rewritten form of them."""
    expr = Maker(source).logarithmic()
    return expr, Rewriter(source, rules=LOG_RULES).times(expr, 6)


def mutants(source: Random, depth: int) -> Pair:
    """Return a rewritten expression and one with a leaf altered."""
    expr, form = core(source, depth)
    return form, mutate(expr, source)


def mutated_ties(source: Random) -> Pair:
    """Return a sum full of near-symmetries and one with a leaf altered."""
    expr = Maker(source).tied()
    return expr, mutate(expr, source)


def mutated_logs(source: Random) -> Pair:
    """Return logarithms and roots and the same with a leaf altered."""
    expr, form = logs(source)
    return form, mutate(expr, source)


@dataclass(frozen=True)
class Family:
    """A kind of case: how to draw one, whether both sides are equal, its share of the run, and its arithmetic."""

    draw: Callable[[Random], Pair]
    equal: bool
    share: float
    number: type = Residue


FAMILIES = {
    "rewrites, depth 4": Family(lambda source: core(source, 4), equal=True, share=0.4),
    "rewrites, depth 5": Family(lambda source: core(source, 5), equal=True, share=0.1),
    "rewrites of near-symmetries": Family(ties, equal=True, share=0.1),
    "rewrites of logarithms and roots": Family(logs, equal=True, share=0.1, number=Real),
    "mutants, depth 3": Family(lambda source: mutants(source, 3), equal=False, share=0.2),
    "mutants of near-symmetries": Family(mutated_ties, equal=False, share=0.05),
    "mutants of logarithms and roots": Family(mutated_logs, equal=False, share=0.05, number=Real),
}


@dataclass
class Count:
    """What became of the cases of a family."""

    statuses: Counter[str] = field(default_factory=Counter)
    unsound: list[int] = field(default_factory=list)
    missed: list[int] = field(default_factory=list)
    errors: list[int] = field(default_factory=list)
    times: list[float] = field(default_factory=list)


def decide(name: str, seed: int) -> tuple[str, bool | None, float]:
    """Return the status of one case, whether the sides differ by evaluation, and the seconds it took."""
    family = FAMILIES[name]
    lhs, rhs = family.draw(Random(f"{name} {seed}"))  # noqa: S311 -- test data, no secrets
    begin = perf_counter()
    try:
        status = prove(lhs, rhs, assuming=FACTS, recheck=False).status
    except DeriveError as error:
        status = type(error).__name__
    seconds = perf_counter() - begin
    apart = None if status == "refuted" and not family.equal else _apart(lhs, rhs, family)
    return status, apart, seconds


def _apart(lhs: Expr, rhs: Expr, family: Family) -> bool | None:
    small = 2 if family.number is Real else 3
    return differ(lhs, rhs, worlds(number=family.number, large=small), FREE)


def wrong(status: str, *, apart: bool | None, equal: bool) -> bool:
    """Return whether a verdict contradicts the construction or the evaluation."""
    return (status == "proved" and apart is True) or (status == "refuted" and equal)


def enter(count: Count, seed: int, outcome: tuple[str, bool | None, float], *, equal: bool) -> None:
    """Add one outcome to a count."""
    status, apart, seconds = outcome
    count.statuses[status] += 1
    count.times.append(seconds)
    if wrong(status, apart=apart, equal=equal):
        count.unsound.append(seed)
    elif status not in {"proved", "refuted", "sampled", "undecided"}:
        count.errors.append(seed)
    elif (equal and status != "proved") or (not equal and apart is True and status != "refuted"):
        count.missed.append(seed)


def run(name: str, first: int, cases: int) -> Count:
    """Return the count of a range of seeds of one family."""
    count = Count()
    for seed in range(first, first + cases):
        enter(count, seed, decide(name, seed), equal=FAMILIES[name].equal)
    return count


def merged(counts: list[Count]) -> Count:
    """Return several counts as one."""
    total = Count()
    for count in counts:
        total.statuses.update(count.statuses)
        for part in ("unsound", "missed", "errors", "times"):
            getattr(total, part).extend(getattr(count, part))
    return total


def row(name: str, count: Count) -> str:
    """Return a row of the Markdown table."""
    got = count.statuses
    cells = (
        name,
        sum(got.values()),
        got["proved"],
        got["refuted"],
        got["sampled"] + got["undecided"],
        len(count.missed),
        len(count.unsound),
        len(count.errors),
        f"{median(count.times or [0]) * 1e3:.1f}",
    )
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def in_one_line(count: Count) -> str:
    """Return what matters of a count.

    >>> in_one_line(Count(statuses=Counter(proved=2, refuted=1), missed=[7]))
    '3 cases: 0 unsound, 1 missed, 0 errors.'
    """
    parts = (f"{len(getattr(count, kind))} {kind}" for kind in ("unsound", "missed", "errors"))
    return f"{count.statuses.total():,} cases: {', '.join(parts)}."


def main(arguments: list[str]) -> int:
    """Run the families, or grammars, and print their table; the exit code is 1 when anything was unsound."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--cases", type=int, default=2000, help="cases over all families")
    _ = parser.add_argument("--first", type=int, default=0, help="the first seed")
    _ = parser.add_argument("--jobs", type=int, default=2, help="processes")
    _ = parser.add_argument("--family", choices=tuple(FAMILIES), help="one family alone")
    _ = parser.add_argument("--grammar", choices=(*GRAMMARS, "all"), help="one grammar in place of the families")
    _ = parser.add_argument("--seed", type=int, default=0, help="the seed of the cases of a grammar")
    _ = parser.add_argument("--seconds", type=float, default=600, help="the most time for a grammar")
    options = parser.parse_args(arguments)
    return drawn_from(options) if options.grammar else families(options)


def drawn_from(options: argparse.Namespace) -> int:
    """Run grammars; the exit code is 1 when an answer was wrong."""
    names = tuple(GRAMMARS) if options.grammar == "all" else (options.grammar,)
    wrong = 0
    for text, count in lines(names, options.seed, options.cases, options.seconds, options.jobs):
        print(text, flush=True)
        wrong += count
    return int(wrong > 0)


def families(options: argparse.Namespace) -> int:
    """Run the families and print their table; the exit code is 1 when anything was unsound."""
    chosen = [options.family] if options.family else list(FAMILIES)
    print("| family | cases | proved | refuted | sampled or undecided | missed | unsound | errors | median ms |")
    print("|---|---|---|---|---|---|---|---|---|")
    results = {}
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in chosen:
            cases = options.cases if options.family else round(options.cases * FAMILIES[name].share)
            step = max(1, -(-cases // (4 * options.jobs)))
            parts = [(first, min(step, cases - first)) for first in range(0, cases, step)]
            tasks = [pool.submit(run, name, options.first + first, size) for first, size in parts]
            results[name] = merged([task.result() for task in tasks])
            print(row(name, results[name]), flush=True)
    for name, count in results.items():
        for kind in ("unsound", "missed", "errors"):
            seeds = getattr(count, kind)
            if seeds:
                print(f"\n{kind}, {name}: seeds {', '.join(map(str, seeds[:20]))}")
    print(f"\n{in_one_line(merged(list(results.values())))}")
    return int(any(count.unsound for count in results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
