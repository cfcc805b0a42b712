"""Inequalities by certificate."""

from __future__ import annotations

from derive.decide.equality import Finding, free_ranges
from derive.decide.statement import Statement
from derive.kernel import Limits
from derive.language import ask
from derive.verdict import Certificate


def decide_inequality(claim: Statement, limits: Limits) -> tuple[Finding, Certificate | None]:
    """Return whether a certificate proves the inequality, and the certificate."""
    question = ask([claim.lhs, claim.rhs], assuming=claim.assuming, limits=limits)
    _ = question.read_sides(claim.lhs, claim.rhs)
    return Finding(None, question.conditions(), question.session.ranges.taken, free_ranges(question)), None
