"""Inequalities by certificate: the goal is a sum of nonnegative things, and whoever doubts it adds them up again."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from derive.decide.candidates import Candidate
from derive.decide.certificate import NO_PROOF, WRITTEN, Certificate, Part, Reason, goal_of, verified
from derive.decide.equality import Finding, free_ranges
from derive.decide.ground import Ground, stand_on
from derive.decide.search import Proof, proofs
from derive.decide.statement import Statement
from derive.decide.written import written_sign
from derive.kernel import NONNEGATIVE, POSITIVE, Limits
from derive.kernel.nodes import free_of
from derive.language.write import names_for, write
from derive.verdict import Certificate as AnyCertificate, Condition


def decide_inequality(claim: Statement, limits: Limits) -> tuple[Finding, AnyCertificate | None]:
    """Return whether a certificate proves the inequality, and the certificate, which has been checked.

    Raises what reading raises, and `LimitReached` where the search costs more than `limits`.
    """
    ground = stand_on(claim, limits)
    taken, ranges = ground.question.session.ranges.taken, free_ranges(ground.question)
    for method, certificate in _certificates(claim, ground, limits):
        conditions = _conditions(certificate)
        if conditions is not None:
            return Finding(method, tuple(dict.fromkeys(conditions)), taken, ranges), certificate
    return Finding(None, ground.conditions, taken, ranges), None


def _conditions(certificate: Certificate) -> tuple[Condition, ...] | None:
    try:
        return verified(certificate)
    except NO_PROOF:
        return None


def _certificates(claim: Statement, ground: Ground, limits: Limits) -> Iterator[tuple[str, Certificate]]:
    """Yield certificates that are still to be checked."""
    goal = goal_of(claim)
    if written_sign(goal, ground, {}) >= (POSITIVE if ground.strict else NONNEGATIVE):
        part = Part(Fraction(1), (), (Reason(WRITTEN, (goal,)),))
        yield "certificate: sign of the written form", Certificate(claim, 1, (part,), limits)
    for proof in proofs(ground):
        yield f"certificate: {proof.method}", _written_out(claim, ground, proof, limits)


def _written_out(claim: Statement, ground: Ground, proof: Proof, limits: Limits) -> Certificate:
    parts = tuple(_part(ground, coefficient, each) for coefficient, each in proof.combination)
    return Certificate(claim, ground.question.write(proof.multiplier), parts, limits)


def _part(ground: Ground, coefficient: Fraction, each: Candidate) -> Part:
    """Return a candidate in SymPy's language, the indices that it is summed over with names of their own."""
    session = ground.question.session
    polys = [poly for _, about in each.reasons for poly in about]
    whole = {mono: 1 for poly in polys for mono in poly}
    names = names_for(whole, session).bind(each.over, free_of(whole))
    reasons = tuple(Reason(kind, tuple(write(poly, names) for poly in about)) for kind, about in each.reasons)
    over = tuple((names.symbol(i), *session.limits[i.dim]) for i in each.over if i.dim is not None)
    return Part(coefficient, over, reasons)
