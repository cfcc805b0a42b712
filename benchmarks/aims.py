"""What was asked of the project in figures, and which benchmark shows each: what `python -m benchmarks.all` runs."""

from __future__ import annotations

import re
from dataclasses import dataclass

HELD = {
    "<=": lambda limit, value, *_: value <= limit,
    ">=": lambda limit, value, *_: value >= limit,
    "share": lambda limit, part, whole: part >= limit * whole,
    "none": lambda _, _cases, *wrong: not any(wrong),
    "flat": lambda limit, first, last: last <= limit * first,
}
"""How figures are compared with a limit; the kind stands in the row of an aim."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure: of what, what was asked, where it stands in the output (`#` is a number), how it is shown and held.

    >>> Aim("a page", "1 s", "took # s", "{} s", "<=", 1).measured("it took 0.5 s")
    ('0.5 s', 'yes')
    """

    what: str
    asked: str
    pattern: str
    shown: str
    kind: str = ""
    limit: float = 0

    def measured(self, output: str) -> tuple[str, str]:
        """Return the figure and whether it is held; where the output does not show it, that is said, and not held."""
        found = re.search(self.pattern.replace("#", r"([\d,.]*\d)"), output, re.DOTALL)
        if found is None:
            return "not run" if not output else "not in the output", ""
        values = [float(figure.replace(",", "")) for figure in found.groups()]
        held = "" if not self.kind else "yes" if HELD[self.kind](self.limit, *values) else "no"
        return self.shown.format(*found.groups()), held


@dataclass(frozen=True, slots=True)
class Piece:
    """A run: its name, the arguments behind `python -m`, the seconds that it may take, and what it shows.

    `FOLDER` in an argument stands for a folder of labelled data that is not part of the project; without it the piece
    is left out.
    """

    name: str
    arguments: tuple[str, ...]
    seconds: int
    aims: tuple[Aim, ...] = ()
    markdown: bool = True

    @property
    def command(self) -> str:
        """The command, as a reader would type it."""
        return " ".join(("python -m", *self.arguments))


FASTER, NOT_SLOWER, OF = "100 times faster in the median", "at most 1.05 of the time (geometric mean)", "{} of {}"
SPREAD = r"median #, from # to #"
GRADIENTS = ("benchmarks.verify", "--bench", "FOLDER/bench/gradients")
EQUALITIES = "a true equality at symbolic size, beside `simplify` of the difference at (2, 3, 2)"
GROWTH = "the same claim for 2 and for 32 points beside it as a letter, microseconds"
RIGHT = "homework: true steps proved or sampled"
# fmt: off
PIECES = (
    Piece("equalities", ("benchmarks.engine", "--only", "equalities", "--repeat", "3"), 240, (
        Aim(EQUALITIES, FASTER, rf"Ratio to `simplify`[^\n]*{SPREAD}", "{} times, from {} to {}", ">=", 100),)),
    Piece("derivatives", ("benchmarks.engine", "--only", "derivatives", "--patience", "5"), 120, (
        Aim("a derivative of a sum, beside `diff(...).doit()`", FASTER, rf"Ratio of `diff[^\n]*{SPREAD}",
            "{} times, from {} to {}", ">=", 100),)),
    Piece("growth", ("benchmarks.engine", "--only", "growth"), 90, (
        Aim(GROWTH, "constant", r"\| 2 \| # \|.*\| 32 \| # \|", "{} and {}", "flat", 1.2),)),
    Piece("memory", ("benchmarks.engine", "--only", "memory"), 600, (
        Aim("resident memory after 1,000 and after 10,000 checks, MB", "flat", r"\| 1000 \| # \|.*\| 10000 \| # \|",
            "{} and {}", "flat", 1.05),)),
    Piece("fuzzing", ("benchmarks.fuzz", "--cases", "2000", "--first", "1000000"), 300, (
        Aim("random claims, true and false: unsound verdicts, missed ones", "none", r"# cases: # unsound, # missed",
            "{1} and {2} of {0}", "none"),)),
    Piece("instructions", ("benchmarks.callgrind",), 240),
    Piece("lowered functions", ("benchmarks.lowered", "--patience", "0.05"), 300, tuple(
        Aim(f"lowered functions beside NumPy by hand, {threads}", NOT_SLOWER,
            rf"\| {threads} .*?Geometric mean #, from # to #", "{}, from {} to {}", "<=", 1.05)
        for threads in ("one BLAS thread", "all BLAS threads"))),
    Piece("commands", ("benchmarks.report", "--runs", "2"), 150, tuple(
        Aim(f"`derive {command}`, cold", f"{limit:g} s", rf"`derive {command}` \| #", "{} s", "<=", limit)
        for command, limit in (("--help", 0.2), ("list", 0.5), ("report", 10)))),
    Piece("notes", ("benchmarks.notes",), 90, (
        Aim("`derive notes`, all derivations, cold", "5 s", "derivations, cold: # s", "{} s", "<=", 5),
    ), markdown=False),
    Piece("pages", ("benchmarks.check", "--speed"), 180, (
        Aim("`derive check` of a page of 20 steps, cold", "1 s", r"steps, cold \| # s", "{} s", "<=", 1),
        Aim("100 pages with two processes", "1.7 times as fast as with one", r"jobs 2 \|[^,]*, # times", "{} times",
            ">=", 1.7))),
    Piece("homework", ("benchmarks.check", "--corpus", "FOLDER/corpus/homework/dev"), 120, (
        Aim("homework: wrong steps refuted", "90 %", r"wrong steps refuted \| # of #", OF, "share", 0.9),
        Aim("homework: true steps refuted", "none", r"true steps refuted \| # of #", OF, "<=", 0),
        Aim(RIGHT, "90 %", r"true [^|]*sampled \| # of #", OF, "share", 0.9))),
    Piece("displays", ("benchmarks.check", "--chains", "FOLDER/lectures/chains.jsonl"), 120),
    Piece("sides", ("benchmarks.check", "--notes", "FOLDER/corpus/notes.jsonl"), 60, (
        Aim("notes of others: sides read whole", "no figure", r"without a hole \| # of #", OF),)),
    Piece("gradients", (*GRADIENTS, "--proofs"), 420, (
        Aim("gradients: wrong ones refuted", "all", "refuted of the wrong +# of +#", OF, "share", 1),
        Aim("gradients: right ones refuted", "none", "alarms of the right +# of +#", OF, "<=", 0),
        Aim("gradients: the diagnosis right", "95 %", "named rightly of these +# of +#", OF, "share", 0.95),
        Aim("gradients: right ones proved", "60 %", "proved of the right +# of +#", OF, "share", 0.6),
    ), markdown=False),
    Piece("cost of a gradient", (*GRADIENTS, "--single", "--cost"), 240, (
        *(Aim(f"evaluations of the loss to pass, {count:,} parameters", "at most 60", rf"\n +{count} +# ", "{}",
              "<=", 60)
          for count in (10, 1_000, 100_000, 1_000_000)),
        Aim("one coordinate of 100,000 wrong by a ten-thousandth", "found in at most 450 more",
            r"\n +100000 +\d+ +[\d.]+ +# +[\d.]+ +refuted", "found in {}", "<=", 450)), markdown=False),
    Piece("other checkers of gradients", (*GRADIENTS, "--peers"), 600, markdown=False),
    Piece("tests", ("pytest", "-q", "-n", "2", "-p", "no:cacheprovider"), 700, (
        Aim("the whole suite on two cores", "200 s", r" passed[^\n]* in #s", "{} s", "<=", 200),), markdown=False),
)
# fmt: on
"""What is run, in this order. The limits are generous: on two idle cores all of it takes some half an hour."""
