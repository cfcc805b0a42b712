"""Is one expression equal to another? The kernel proves; what it cannot prove is left to evaluation."""

from __future__ import annotations

from dataclasses import dataclass

from derive import kernel
from derive.decide.statement import Statement
from derive.kernel import Limits
from derive.kernel.places import are_related
from derive.language import Question, ask
from derive.language.session import Ways
from derive.verdict import Condition


@dataclass(frozen=True, slots=True)
class Finding:
    """What the kernel found: `method` says how it was proved (None where it was not), the rest what it rests on."""

    method: str | None
    conditions: tuple[Condition, ...]
    taken: tuple[str, ...]
    ranges: dict[str, tuple[object, object]]


def decide_equality(claim: Statement, limits: Limits) -> Finding:
    """Return whether the kernel proves both sides equal; where that fails, with ranges taken apart too."""
    question = ask([claim.lhs, claim.rhs], assuming=claim.assuming, limits=limits)
    finding = _prove(question, claim)
    for ways in further_ways(question) if finding.method is None else ():
        second = _prove(ask([claim.lhs, claim.rhs], assuming=claim.assuming, limits=limits, ways=ways), claim)
        if second.method is not None:
            return second
    return finding


def _prove(question: Question, claim: Statement) -> Finding:
    """Read and compare; then once more, with everything defined that must be for the sides to have values."""
    left, right = question.read_sides(claim.lhs, claim.rhs)
    conditions = question.conditions()
    method = kernel.vanishes(question.ring, kernel.subtract(left, right))
    if method is None and question.assume_defined():
        left, right = question.read_sides(claim.lhs, claim.rhs)
        method = kernel.vanishes(question.ring, kernel.subtract(left, right))
    return Finding(
        method,
        tuple(dict.fromkeys((*conditions, *question.notes()))),
        question.session.ranges.taken,
        free_ranges(question),
    )


def free_ranges(question: Question) -> dict[str, tuple[object, object]]:
    """Return the range of each free index of the statement by name, for the evaluation."""
    return {name: where for (group, name), where in question.session.ranges.free.items() if group == 0}


def further_ways(question: Question) -> list[Ways]:
    """Return how the ranges of a question can be taken apart: short ones into terms, related ones at their ends."""
    short, related = has_numbers(question), bool(question.ring.shifts) or are_related(question.ring)
    found = ([Ways(unroll=True)] if short else []) + ([Ways(unroll=short, align=True)] if related else [])
    found += [Ways(unroll=short, align=True, add_up=True)] if question.session.recursive else []
    return [*found, Ways(unroll=short, align=related, solve=True)] if question.session.soluble else found


def has_numbers(question: Question) -> bool:
    """Return whether a range has a number of places that does not depend on sizes."""
    return any(
        dim.count and len(dim.count) == 1 and dim.count[0][0] is question.ring.one for dim in question.session.limits
    )
