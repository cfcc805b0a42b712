"""The page of the cross-check, and its part of the JSON: what was proved in symbols, against numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from derive.views.markdown import page, prose, table
from derive.words import row_of

INTRODUCTION = """
The formulas of the [derivations](README.md), lowered to NumPy, against numbers that were found in another way. A
comparison is judged by the error of what it is compared with, which is estimated each time: *refuted* is what lies
outside of it, *sampled* what lies within and is finer than the bound beside it, relative to the largest entry; all else
is *undecided*. The data are random, with the same seeds each time. The figures hold on every machine.
""".strip()
SECTIONS = {
    "derivative": ("Gradients and Hessians", "against differences of the function that each is derived from"),
    "oracle": ("Closed forms and fits", "against other ways to the same numbers"),
    "theorem": ("Theorems", "against runs of the algorithms on generated data"),
}


@dataclass(frozen=True, slots=True)
class CheckView:
    """A check as it is shown: what was compared with what, the outcome, how often it held, and by which bound.

    `derivation` is the one that it puts to the test.
    """

    topic: str
    name: str
    kind: str
    compares: str
    against: str
    outcome: str
    figure: str
    error: str = ""
    derivation: str = ""


def crosscheck_page(checks: Sequence[CheckView]) -> str:
    """Return the page: a section and a table for each kind of check.

    >>> told = ("no dual value is above the primal", "runs", "sampled", "5 of 5 runs")
    >>> check = CheckView("svm", "weak duality", "theorem", *told, derivation="svm-dual")
    >>> print(crosscheck_page([check]).splitlines()[-1])
    | [svm-dual](derivations/svm-dual.md) | no dual value is above the primal | sampled | 5 of 5 runs |
    """
    parts = ["# Cross-check", INTRODUCTION, _counted(checks)]
    for kind, (title, told) in SECTIONS.items():
        own = [check for check in checks if check.kind == kind]
        parts += [f"## {title}", f"{told[:1].upper()}{told[1:]}.", _table(own)] if own else []
    return page(parts)


def crosscheck_failures(checks: Iterable[CheckView]) -> list[str]:
    """Return a sentence for each check that did not agree."""
    bad = (check for check in checks if not row_of(check.outcome).passes)
    return [f"cross-check of {check.topic}, {check.compares}: {check.outcome} ({check.figure})" for check in bad]


def crosscheck_json(checks: Iterable[CheckView]) -> list[dict[str, Any]]:
    """Return the checks as JSON has them: an object each, with the fields of a `CheckView`."""
    return [{**asdict(check), "outcome": row_of(check.outcome).json} for check in checks]


def _counted(checks: Sequence[CheckView]) -> str:
    counts = Counter(check.outcome for check in checks)
    return f"{len(checks)} checks: " + ", ".join(f"{number} {outcome}" for outcome, number in counts.items()) + "."


def _table(checks: Sequence[CheckView]) -> str:
    """Return the table of one kind; a column that is the same in all rows is left out."""
    others = len({check.against for check in checks}) > 1
    bounds = any(check.error for check in checks)
    optional = (["against"] if others else [], ["bound"] if bounds else [])
    head = ["derivation", "compared", *optional[0], "outcome", "how often", *optional[1]]
    return table(head, [_row(check, others=others, bounds=bounds) for check in checks])


def _row(check: CheckView, *, others: bool, bounds: bool) -> list[str]:
    outcome = check.outcome if row_of(check.outcome).passes else f"**{check.outcome}**"
    return [
        f"[{prose(check.derivation)}](derivations/{check.derivation}.md)",
        prose(check.compares),
        *([prose(check.against)] if others else []),
        outcome,
        prose(check.figure),
        *([prose(check.error)] if bounds else []),
    ]
