"""What was asked of the project in figures, and which benchmark shows each: what `python -m benchmarks.all` runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Aim:
    """One figure: what it is of, what was asked, where it stands in the output of a benchmark, and when it is held."""

    what: str
    asked: str
    pattern: str
    shown: str
    held: Callable[..., bool] | None = None

    def measured(self, output: str) -> tuple[str, str] | None:
        """Return the figure and whether it is held, or None where the output does not show it.

        >>> Aim("a page", "1 s", r"took ([0-9.]+)", "{} s", lambda taken: taken <= 1).measured("took 0.5 s")
        ('0.5 s', 'yes')
        """
        found = re.search(self.pattern, output, re.DOTALL)
        if found is None:
            return None
        values = [float(figure.replace(",", "")) for figure in found.groups()]
        held = "" if self.held is None else "yes" if self.held(*values) else "no"
        return self.shown.format(*found.groups()), held


@dataclass(frozen=True, slots=True)
class Piece:
    """One run: its name, the arguments behind `python -m`, the seconds that it may take, and what it shows.

    `{data}` in an argument stands for a folder of labelled data that is not part of the project; without it the piece
    is left out.
    """

    name: str
    arguments: tuple[str, ...]
    seconds: int
    aims: tuple[Aim, ...]
    markdown: bool = True

    @property
    def needs_data(self) -> bool:
        """Whether labelled data from outside is asked for."""
        return any("{data}" in argument for argument in self.arguments)


NUMBER = r"([\d,.]*\d)"


def _equalities() -> tuple[Aim, ...]:
    return (
        Aim(
            "a true equality at symbolic size, beside `simplify` of the difference at (2, 3, 2)",
            "100 times faster in the median",
            rf"Ratio to `simplify`[^\n]*median {NUMBER}, from {NUMBER} to {NUMBER}",
            "{} times, from {} to {}",
            _at_least(100),
        ),
    )


def _derivatives() -> tuple[Aim, ...]:
    return (
        Aim(
            "a derivative of a sum, beside `diff(...).doit()`",
            "100 times faster in the median",
            rf"Ratio of `diff[^\n]*median {NUMBER}, from {NUMBER} to {NUMBER}",
            "{} times, from {} to {}",
            _at_least(100),
        ),
    )


def _commands() -> tuple[Aim, ...]:
    rows = (("--help", 0.2), ("list", 0.5), ("report", 10))
    return tuple(
        Aim(f"`derive {command}`, cold", f"{limit:g} s", rf"`derive {command}` \| {NUMBER}", "{} s", _at_most(limit))
        for command, limit in rows
    )


def _lowered() -> tuple[Aim, ...]:
    asked = "at most 1.05 of the time (geometric mean)"
    return tuple(
        Aim(
            f"lowered functions beside NumPy by hand, {threads}",
            asked,
            rf"\| {threads} .*?Geometric mean {NUMBER}, from {NUMBER} to {NUMBER}",
            "{}, from {} to {}",
            _at_most(1.05),
        )
        for threads in ("one BLAS thread", "all BLAS threads")
    )


def _homework() -> tuple[Aim, ...]:
    of = rf"{NUMBER} of {NUMBER}"
    return (
        Aim("homework: wrong steps refuted", "90 %", rf"wrong steps refuted \| {of}", "{} of {}", _share(0.9)),
        Aim("homework: true steps refuted", "none", rf"true steps refuted \| {of}", "{} of {}", lambda n, _: n == 0),
        Aim("homework: true steps proved or sampled", "90 %", rf"true [^|]*sampled \| {of}", "{} of {}", _share(0.9)),
    )


def _pages() -> tuple[Aim, ...]:
    return (
        Aim("`derive check` of a page of 20 steps, cold", "1 s", rf"steps, cold \| {NUMBER} s", "{} s", _at_most(1)),
        Aim(
            "100 pages with two processes",
            "1.7 times as fast as with one",
            rf"jobs 2 \|[^,]*, {NUMBER} times",
            "{} times",
            _at_least(1.7),
        ),
    )


def _gradients() -> tuple[Aim, ...]:
    of = rf" +{NUMBER} of +{NUMBER}"
    return (
        Aim("gradients: wrong ones refuted", "all", rf"refuted of the wrong{of}", "{} of {}", _share(1)),
        Aim("gradients: right ones refuted", "none", rf"alarms of the right{of}", "{} of {}", lambda n, _: n == 0),
        Aim("gradients: the diagnosis right", "95 %", rf"named rightly of these{of}", "{} of {}", _share(0.95)),
        Aim("gradients: right ones proved", "60 %", rf"proved of the right{of}", "{} of {}", _share(0.6)),
    )


def _cost() -> tuple[Aim, ...]:
    return (
        *(
            Aim(
                f"evaluations of the loss to pass, {parameters:,} parameters",
                "at most 60",
                rf"\n +{parameters} +{NUMBER} ",
                "{}",
                _at_most(60),
            )
            for parameters in (10, 1_000, 100_000, 1_000_000)
        ),
        Aim(
            "one coordinate of 100,000 wrong by a ten-thousandth",
            "found in at most 450 more",
            rf"\n +100000 +\d+ +[\d.]+ +{NUMBER} +[\d.]+ +refuted",
            "found in {}",
            _at_most(450),
        ),
    )


def _at_least(limit: float) -> Callable[..., bool]:
    return lambda value, *_spread: value >= limit


def _at_most(limit: float) -> Callable[..., bool]:
    return lambda value, *_spread: value <= limit


def _share(least: float) -> Callable[..., bool]:
    return lambda part, whole: part >= least * whole


GROWTH = Aim(
    "the same claim for 2 and for 32 points beside it as a letter, microseconds",
    "constant",
    rf"\| 2 \| {NUMBER} \|.*\| 32 \| {NUMBER} \|",
    "{} and {}",
    lambda first, last: last <= 1.2 * first,
)
MEMORY = Aim(
    "resident memory after 1,000 and after 10,000 checks, MB",
    "flat",
    rf"\| 1000 \| {NUMBER} \|.*\| 10000 \| {NUMBER} \|",
    "{} and {}",
    lambda first, last: last <= 1.05 * first,
)
FUZZ = Aim(
    "random claims, true and false: unsound verdicts, missed ones",
    "none",
    rf"{NUMBER} cases: {NUMBER} unsound, {NUMBER} missed",
    "{1} and {2} of {0}",
    lambda _cases, unsound, missed: unsound == missed == 0,
)
NOTES = Aim("`derive notes`, all derivations, cold", "5 s", rf"derivations, cold: {NUMBER} s", "{} s", _at_most(5))
FITS = Aim(
    "fits whose objective is worse than scikit-learn's; the time beside it",
    "none",
    rf"Geometric mean of the ratio {NUMBER}, over {NUMBER} fits.* in {NUMBER}\.",
    "{2} of {1}; {0} of the time (geometric mean)",
    lambda _ratio, _fits, worse: worse == 0,
)
SIDES = Aim("notes of others: sides read whole", "no figure", rf"without a hole \| {NUMBER} of {NUMBER}", "{} of {}")
TESTS = Aim("the whole suite on two cores", "600 s", rf" passed[^\n]* in {NUMBER}s", "{} s", _at_most(600))

GRADIENTS = ("benchmarks.verify", "--bench", "{data}/bench/gradients")

PIECES = (
    Piece("equalities", ("benchmarks.engine", "--only", "equalities", "--repeat", "3"), 240, _equalities()),
    Piece("derivatives", ("benchmarks.engine", "--only", "derivatives", "--patience", "5"), 120, _derivatives()),
    Piece("growth", ("benchmarks.engine", "--only", "growth"), 90, (GROWTH,)),
    Piece("memory", ("benchmarks.engine", "--only", "memory"), 600, (MEMORY,)),
    Piece("fuzzing", ("benchmarks.fuzz", "--cases", "2000", "--first", "1000000"), 300, (FUZZ,)),
    Piece("instructions", ("benchmarks.callgrind",), 240, ()),
    Piece("lowered functions", ("benchmarks.lowered", "--patience", "0.05"), 300, _lowered()),
    Piece("fits", ("benchmarks.fits", "--repeat", "2"), 240, (FITS,)),
    Piece("commands", ("benchmarks.report", "--runs", "2"), 150, _commands()),
    Piece("notes", ("benchmarks.notes",), 90, (NOTES,), markdown=False),
    Piece("pages", ("benchmarks.check", "--speed"), 180, _pages()),
    Piece("homework", ("benchmarks.check", "--corpus", "{data}/corpus/homework/dev"), 120, _homework()),
    Piece("displays", ("benchmarks.check", "--chains", "{data}/lectures/chains.jsonl"), 120, ()),
    Piece("sides", ("benchmarks.check", "--notes", "{data}/corpus/notes.jsonl"), 60, (SIDES,)),
    Piece("gradients", (*GRADIENTS, "--proofs"), 420, _gradients(), markdown=False),
    Piece("cost of a gradient", (*GRADIENTS, "--single", "--cost"), 240, _cost(), markdown=False),
    Piece("other checkers of gradients", (*GRADIENTS, "--peers"), 600, (), markdown=False),
    Piece("tests", ("pytest", "-q", "-n", "2", "-p", "no:cacheprovider"), 700, (TESTS,), markdown=False),
)
"""What is run, in this order. The limits are generous: on two idle cores all of it takes some half an hour."""
