"""The engine beside SymPy: thirteen equalities, seven derivatives, flat memory, and the cost of a larger N.

Run `python -m benchmarks.engine`; it prints Markdown. Ours works at symbolic size, SymPy on the same statement
unrolled at (N, D, K) = (2, 3, 2), for equalities, and on the symbolic sum itself, for derivatives.
Times are those of the processor: what else the machine does in the meantime counts for neither side.
"""

from __future__ import annotations

import argparse
import gc
import resource
import signal
import sys
import tracemalloc
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from types import FrameType
from typing import NoReturn

from sympy import Expr, Indexed, Piecewise, Symbol, diff, exp, log, simplify  # noqa: TID251 -- what we are compared with
from sympy.core.cache import clear_cache

from derive import differentiate, normalize, prove, sigmoid, softplus
from tests.cases import DERIVATIVES, EQUALITIES, RANGES, D, Derivative, Equality, K, N, n, residual, total, variance
from tests.maker import FACTS, Maker

UNROLLED = {N: 2, D: 3, K: 2}
LARGER = (2, 4, 8, 16, 32)


class TooLongError(Exception):
    """A call took longer than it may."""


@contextmanager
def at_most(seconds: float) -> Generator[None]:
    """Stop the block after some seconds."""

    def stop(_signal: int, _frame: FrameType | None) -> NoReturn:
        raise TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    _previous = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        _previous = signal.setitimer(signal.ITIMER_REAL, 0)
        _handler = signal.signal(signal.SIGALRM, before)


@dataclass(frozen=True)
class Timing:
    """How long a call took, in seconds, and what it answered."""

    seconds: float
    answer: str

    @property
    def good(self) -> bool:
        """Return whether the call did what was asked."""
        return self.answer == "yes"

    def __str__(self) -> str:
        """Return microseconds, with the answer where it is not the wanted one."""
        mark = "" if self.good else f" {self.answer}"
        return f"{self.seconds * 1e6:,.0f}{mark}"


def timed(call: Callable[[], bool | str], *, repeat: int = 1, patience: float = 60.0) -> Timing:
    """Return the best of several runs of a call that says whether it succeeded, SymPy's caches emptied before each."""
    best, answer = float("inf"), "no"
    for _ in range(repeat):
        clear_cache()
        begin = process_time()
        try:
            with at_most(patience):
                answer = worded(call())
        except TooLongError:
            return Timing(process_time() - begin, "timeout")
        except Exception as error:  # noqa: BLE001 -- whatever SymPy raises is its answer
            answer = type(error).__name__
        best = min(best, process_time() - begin)
    return Timing(best, answer)


def worded(answer: bool | str) -> str:  # noqa: FBT001 -- it is what a call returned
    """Return yes or no for a truth value, and a word as it is."""
    return answer if isinstance(answer, str) else ("yes" if answer else "no")


def finished(derivative: Expr) -> bool | str:
    """Return whether a derivative is free of Piecewise, or else that it is not."""
    return "Piecewise" if derivative.has(Piecewise) else True


def plain(expr: Expr) -> Expr:
    """Return the expression with our functions written out for SymPy."""
    return expr.replace(sigmoid, lambda z: 1 / (1 + exp(-z))).replace(softplus, lambda z: log(1 + exp(z)))


def unrolled(expr: Expr, sizes: dict[Symbol, int]) -> Expr:
    """Return the expression at numeric sizes, free indices at 1, all sums written out, each entry a real symbol."""
    free = {index: 1 for index in RANGES if index in expr.free_symbols}
    written_out = plain(expr).xreplace(free).xreplace(sizes).doit()
    entries = written_out.atoms(Indexed)
    positive = {entry for entry in entries if entry.base == variance}
    named = {entry: Symbol(str(entry), real=True, positive=entry in positive or None) for entry in entries}
    return written_out.xreplace(named)


def vanishes(case: Equality, sizes: dict[Symbol, int]) -> bool:
    """Return whether SymPy's `simplify` finds that the difference of both sides, unrolled, is zero."""
    return simplify(unrolled(case.lhs, sizes) - unrolled(case.rhs, sizes)) == 0


def proves(case: Equality, *, recheck: bool = False) -> bool:
    """Return whether we prove the equality, from its SymPy form; with `recheck`, the second opinion is asked too."""
    return prove(case.lhs, case.rhs, assuming=case.assuming, recheck=recheck).status == "proved"


def differentiates(case: Derivative) -> bool:
    """Return whether our derivative is proved to be that of the textbooks."""
    slope = differentiate(case.expr, case.by)
    return prove(slope, case.answer, assuming=case.assuming, recheck=False).status == "proved"


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    """Print a Markdown table."""
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for row in rows:
        print(f"| {' | '.join(str(cell) for cell in row)} |")
    print()


def equalities(repeat: int, patience: float) -> list[float]:
    """Print the table of equalities and return the ratios where SymPy gets there."""
    rows, ratios, doubled = [], [], []
    for case in EQUALITIES:
        ours = timed(lambda case=case: proves(case), repeat=repeat)
        both = timed(lambda case=case: proves(case, recheck=True), repeat=repeat)
        doubled.append(both.seconds / ours.seconds)
        theirs = timed(lambda c=case: vanishes(c, UNROLLED), repeat=3, patience=patience)
        symbolic = timed(lambda c=case: simplify(plain(c.lhs - c.rhs)) == 0, patience=patience)
        ratio = theirs.seconds / ours.seconds
        ratios += [ratio] if theirs.good and ours.good else []
        rows.append((case.name, ours, theirs, symbolic, f"{ratio:,.0f}"))
    table(("equality", "ours, symbolic size", "simplify at (2,3,2)", "simplify, symbolic", "ratio"), rows)
    spread = f"median {median(ratios):,.0f}, from {min(ratios):,.0f} to {max(ratios):,.0f}"
    print("Microseconds; a word is what came back instead of *equal*.")
    print(f"Ratio to `simplify` at (2,3,2): {spread}, over the {len(ratios)} that SymPy shows.")
    print(f"With the second opinion, as `prove` is unless it is switched off: {median(doubled):.2f} times as long.\n")
    return ratios


def derivatives(repeat: int, patience: float) -> list[float]:
    """Print the table of derivatives and return the ratios."""
    rows, ratios = [], []
    for case in DERIVATIVES:
        alone = timed(lambda c=case: differentiate(c.expr, c.by) is not None, repeat=repeat)
        ours = timed(lambda c=case: differentiates(c), repeat=repeat)
        source = plain(case.expr)
        theirs = timed(lambda s=source, c=case: diff(s, c.by) is not None, patience=patience)
        done = timed(lambda s=source, c=case: finished(diff(s, c.by).doit()), patience=patience)
        simple = timed(lambda s=source, c=case: finished(simplify(diff(s, c.by))), patience=patience)
        ratios.append(done.seconds / alone.seconds)
        rows.append((case.name, alone, ours, theirs, done, simple, f"{ratios[-1]:,.0f}"))
    table(("derivative", "ours", "ours + proof", "diff", "diff().doit()", "simplify(diff())", "ratio"), rows)
    print(
        f"Microseconds. Ratio of `diff(...).doit()` to ours: median {median(ratios):,.0f}, "
        f"from {min(ratios):,.0f} to {max(ratios):,.0f}.\n"
    )
    return ratios


def resident() -> float:
    """Return the resident memory in megabytes."""
    status = Path("/proc/self/statm")
    if status.exists():
        return int(status.read_text().split()[1]) * resource.getpagesize() / 1e6
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def memory(checks: int) -> None:
    """Print resident and traced memory along many checks, random ones and the table's, without SymPy's caches."""
    rows = []
    tracemalloc.start()
    for done in range(checks + 1):
        if done % (checks // 10) == 0:
            clear_cache()
            collected = gc.collect()
            rows.append((done, f"{resident():.0f}", f"{tracemalloc.get_traced_memory()[0] / 1e6:.2f}", collected))
        expr = Maker(Random(done)).anchored(2)  # noqa: S311 -- test data, no secrets
        case = EQUALITIES[done % len(EQUALITIES)]
        verdicts = prove(expr, expr + 1, assuming=FACTS, recheck=False), prove(case.lhs, case.rhs, recheck=False)
        if (verdicts[0].status, verdicts[1].status) == ("proved", "proved"):
            raise AssertionError(expr)
    tracemalloc.stop()
    table(("checks", "resident MB", "traced MB", "collected"), rows)


def growth(patience: float) -> None:
    """Print what an expansion of the squared error costs as N grows: nothing for a symbol."""
    loss, by = total(residual(n) ** 2, n), EQUALITIES[0]
    rows = []
    for rows_of_x in LARGER:
        sizes = {N: rows_of_x, D: 3}
        ours = timed(lambda: proves(by), repeat=3)
        numeric = timed(lambda s=sizes: normalize(loss.xreplace(s)) is not None, repeat=3)
        theirs = timed(lambda s=sizes: vanishes(by, s), patience=patience)
        rows.append((rows_of_x, ours, numeric, theirs))
    table(("N", "ours, symbolic N", "ours, N as a number", "simplify, unrolled"), rows)


def main(arguments: list[str]) -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    _ = parser.add_argument("--repeat", type=int, default=5, help="runs of each call of ours, the best counts")
    _ = parser.add_argument("--patience", type=float, default=60.0, help="seconds that one call of SymPy may take")
    _ = parser.add_argument("--checks", type=int, default=10_000, help="checks of the memory table")
    _ = parser.add_argument("--only", choices=("equalities", "derivatives", "memory", "growth"), help="one table alone")
    options = parser.parse_args(arguments)
    tables: dict[str, Callable[[], object]] = {
        "equalities": lambda: equalities(options.repeat, options.patience),
        "derivatives": lambda: derivatives(options.repeat, options.patience),
        "growth": lambda: growth(options.patience),
        "memory": lambda: memory(options.checks),
    }
    for name, show in tables.items():
        if options.only in (None, name):
            print(f"## {name.capitalize()}\n")
            _result = show()


if __name__ == "__main__":
    main(sys.argv[1:])
