"""Is one side equal to the other? The kernel proves; what it cannot prove is left to evaluation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from derive import kernel
from derive.kernel import Bound, Limits
from derive.kernel.places import are_related, factors_of
from derive.normal import Question, Ways, ask
from derive.statements import Statement
from derive.verdict import Condition


@dataclass(frozen=True, slots=True)
class Finding:
    """What the kernel found: `method` says how it was proved (None where it was not), `conditions` what it rests on.

    `where` says of what was not proved that it holds away from the steps of its functions, `met` at which bounds a
    search stopped.
    """

    method: str | None
    conditions: tuple[Condition, ...]
    where: str = ""
    met: tuple[Bound, ...] = ()


def decide_equality(claim: Statement, limits: Limits) -> Finding:
    """Return whether the kernel proves both sides equal; where that fails, with ranges taken apart too."""
    question = ask(claim, limits=limits)
    finding = _compare(question)
    met = dict(question.ring.meter.met)
    for ways in further_ways(question) if finding.method is None else ():
        try:
            again = ask(claim, limits=limits, ways=ways)
            second = _compare(again)
        except (kernel.Undefined, kernel.UnstableLabelError):
            # A single place that was split off may lie where no term of the sum has a value.
            continue
        if second.method is not None:
            return second
        met |= again.ring.meter.met
    return replace(finding, met=tuple(met))


def _compare(question: Question) -> Finding:
    """Read and compare; then once more, with everything defined that must be for the sides to have values."""
    difference = question.difference()
    conditions = question.conditions()
    method = kernel.vanishes(question.ring, difference)
    if method is None and question.assume_defined():
        method = kernel.vanishes(question.ring, question.difference())
    where = "" if method else _holds_where(question)
    return Finding(method, tuple(dict.fromkeys((*conditions, *question.notes()))), where)


def _holds_where(question: Question) -> str:
    """Return where both sides are equal if only the arguments of signs and comparisons do not vanish, or nothing."""
    steps = question.away_from_steps()
    if not steps:
        return ""
    return steps if kernel.vanishes(question.ring, question.difference()) else ""


def further_ways(question: Question) -> list[Ways]:
    """Return how the ranges of a question can be taken apart: short ones into terms, related ones at their ends."""
    ring = question.ring
    short, related = _has_numbers(question), bool(ring.shifts or ring.linear) or are_related(ring)
    factors = tuple(factors_of(ring))
    found = ([Ways(unroll=True)] if short else []) + (
        [Ways(unroll=short, align=True, factors=factors)] if related else []
    )
    aligned = (False, True) if related else (False,)
    found += (
        [Ways(unroll=short, align=each, factors=factors if each else (), orient=True) for each in aligned]
        if ring.ordered
        else []
    )
    found += [Ways(unroll=short, align=True, factors=factors, add_up=True)] if question.session.recursive else []
    return [*found, Ways(unroll=short, align=related, solve=True)] if question.session.soluble else found


def _has_numbers(question: Question) -> bool:
    """Return whether a range has a number of places that does not depend on sizes."""
    return any(
        dim.count and len(dim.count) == 1 and dim.count[0][0] is question.ring.one for dim in question.session.limits
    )
