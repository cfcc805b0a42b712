"""One step judged: each reading of it is decided, and what cannot be decided refutes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from derive.documents.readings import Reading
from derive.documents.step import Step
from derive.errors import DeriveError
from derive.judge.finding import Finding, Slip
from derive.judge.mismatch import decide_mismatch
from derive.judge.proportion import decide_proportion
from derive.judge.question import facts_of, guesses_of, ranges_of, verdict_on
from derive.judge.result import AGREES, DISAGREES
from derive.judge.rounding import Rounded, decide_rounded, decimals_of
from derive.judge.slips import explain, explain_order
from derive.latex.read.tree import Hole
from derive.limits import Limits
from derive.recheck import Recheck
from derive.verdict import Verdict
from derive.words import TABLE, least_values, row_of

SECONDS = 6.0
"""What all readings of a step may take together."""
SHARE = 6
"""What part of its time a relation takes that is tried in both directions."""
LONGEST = 30
"""How much of what is not understood is quoted with the reason."""
HINTS: Mapping[str, str] = {
    "the command": "Define it by \\newcommand, or write it with others",
    "sizes do not fit": "Check the sizes that are declared, and the transposes",
    "do not go together": "Check what is declared, and the transposes",
    "never closed": "Close it",
    "never ends": "Close it",
    "what this sign runs over": "Write the index below it, as in \\sum_i, and say its range",
    "by what this gradient is taken": "Write the variable below it, as in \\nabla_w",
    "so its derivative is not known": "Say what it is: let it be equal to something, above this line",
    "where 1 are known": "Say how many indices it has, as in $W \\in \\mathbb{R}^{n \\times d}$",
    "goes in a circle": "Give one of the two names another letter",
    "of what is no list of numbers": "Write out what it is taken of, as in \\max(a, b)",
    "the sign": "Write it as a command of LaTeX",
    "outside of the folder": "Put the file into the folder",
    "no such file": "Put the file into the folder",
    "more than": "Split it into several lines",
}
"""What can be done where a reason has these words."""
EXACT = {"=": "==", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}
NOT_ASKED = "no opinion: it was not asked"
CLAIMING = frozenset({"claim", "implies", "given"})
Decider = Callable[[Step, Reading, Limits, Sequence[Rounded]], Finding]


def judge(step: Step, earlier: Sequence[Rounded] = (), *, seconds: float = SECONDS) -> Finding:
    """Return what is found of a step, and what it looks like where it is wrong; as `decide` and `explained` do it."""
    return explained(step, decide(step, earlier, seconds=seconds))


def explained(step: Step, found: Finding) -> Finding:
    """Return a refutation with the slip that explains it, if one does; anything else as it is."""
    return replace(found, slip=_slip(step)) if row_of(found.verdict).wrong and step.relation in EXACT else found


def decide(step: Step, earlier: Sequence[Rounded] = (), *, seconds: float = SECONDS) -> Finding:
    """Return what is found of a step; `earlier` are the rounded numbers of the lines before.

    It is refuted only where every reading is, nothing in it is a hole, and nothing that its author knew is unknown.
    """
    if step.kind not in CLAIMING:
        return Finding(verdict="definition" if step.kind in {"definition", "assignment"} else "assumed")
    if step.holes or not step.readings:
        found = decide_mismatch(step, Limits(seconds=seconds))
        return found or Finding(verdict="not understood", reason=_holes(step))
    decider = DECIDERS.get(step.relation)
    if decider is None:
        return Finding(verdict="undecided", reason=f"the relation '{step.relation}' is not decided")
    limits = Limits(seconds=max(seconds / len(step.readings), 0.5))
    return _together([_guarded(decider, step, reading, limits, earlier) for reading in step.readings])


def _holes(step: Step) -> str:
    said = dict.fromkeys(_reason(hole) for hole in step.holes)
    hints = dict.fromkeys(hint for sign, hint in HINTS.items() if any(sign in reason for reason in said))
    return ". ".join(["; ".join(said) or "no reading of it survives", *hints])


def _reason(hole: Hole) -> str:
    named = hole.text and hole.text not in hole.reason and len(hole.text) <= LONGEST
    return f"{hole.reason}: {hole.text}" if named else hole.reason


def _guarded(decider: Decider, step: Step, reading: Reading, limits: Limits, earlier: Sequence[Rounded]) -> Finding:
    """Return what one reading gives; an error of the engine decides nothing."""
    try:
        found = decider(step, reading, limits, earlier)
    except (DeriveError, RecursionError, ZeroDivisionError) as problem:
        return Finding(verdict="undecided", reason=str(problem))
    if row_of(found.verdict).wrong and reading.unknown:
        reason = f"it fails as it is read, but {'; '.join(reading.unknown)}"
        found = Finding(verdict="undecided", reason=reason)
    said = {assumption.text: assumption for assumption in reading.assumptions}
    return replace(found, assumptions=(*reading.choices, *guesses_of(reading), *said.values()))


def _together(findings: Sequence[Finding]) -> Finding:
    """Return the finding of all readings: the best one, and one that is wrong only where every reading is."""
    return min(findings, key=lambda found: (row_of(found.verdict).wrong, [*TABLE].index(found.verdict)))


def _slip(step: Step) -> Slip | None:
    return explain(step) if step.relation == "=" else explain_order(step.readings[0], EXACT[step.relation])


def _exact(step: Step, reading: Reading, limits: Limits, earlier: Sequence[Rounded]) -> Finding:
    """Decide an equation or an inequality; an equation with a decimal number may hold to its digits.

    A whole number is exact.
    """
    found = _proved_with(step, reading, facts_of(reading), limits)
    if found.opinion == DISAGREES:
        return found
    if step.relation == "=" and found.verdict == "refuted" and decimals_of(step.rhs):
        return decide_rounded(step, reading, earlier) or found
    return found


def _proved_with(step: Step, reading: Reading, facts: tuple[Any, ...], limits: Limits) -> Finding:
    return of_verdict(verdict_on(reading, facts, relation=EXACT[step.relation], limits=limits, recheck=True))


def of_verdict(verdict: Verdict) -> Finding:
    """Return a verdict of the engine as a finding; the least values of sizes are conditions of it."""
    return Finding(
        verdict=verdict.status,
        method=verdict.method,
        reason="" if verdict.status in {"proved", "refuted"} else verdict.reason,
        conditions=(*verdict.conditions, *([least_values(verdict.least)] if verdict.least else [])),
        counterexample=verdict.counterexample,
        opinion=_opinion(verdict),
    )


def _opinion(verdict: Verdict) -> str:
    found = verdict.recheck
    if not isinstance(found, Recheck):
        return NOT_ASKED if row_of(verdict.status).holds else ""
    return f"no opinion: {found.reason}" if found.agrees is None else AGREES if found.agrees else DISAGREES


def _approximate(step: Step, reading: Reading, limits: Limits, earlier: Sequence[Rounded]) -> Finding:
    rounded = decide_rounded(step, reading, earlier)
    if rounded is not None:
        return rounded
    exact = of_verdict(verdict_on(reading, limits=limits, recheck=True))
    if exact.verdict in {"proved", "sampled"}:
        return exact
    return Finding(verdict="undecided", reason="how near is near enough is said for numbers only")


def _proportional(step: Step, reading: Reading, limits: Limits, earlier: Sequence[Rounded]) -> Finding:
    del step, earlier
    return decide_proportion(reading.lhs, reading.rhs, facts_of(reading), limits, ranges=ranges_of(reading))


def _unequal(step: Step, reading: Reading, limits: Limits, earlier: Sequence[Rounded]) -> Finding:
    """Decide that two sides differ: proved where one is always the smaller, refuted where they are always equal."""
    del step, earlier
    short = Limits(seconds=limits.seconds / SHARE)
    for relation in ("<", ">"):
        found = of_verdict(verdict_on(reading, relation=relation, limits=short, recheck=True))
        if found.verdict == "proved":
            return found
    equal = verdict_on(reading, limits=short)
    if equal.status == "proved" and not equal.conditions and found.verdict == "refuted":
        return found
    return Finding(verdict="undecided", reason="neither side is seen to be always the smaller one")


DECIDERS: Mapping[str, Decider] = {
    **dict.fromkeys(EXACT, _exact),
    "!=": _unequal,
    "approx": _approximate,
    "propto": _proportional,
}
"""Who decides a relation; every other one is left undecided."""
