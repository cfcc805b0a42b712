"""Inequalities by certificate: the goal is a sum of nonnegative things, and whoever doubts it adds them up again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sympy import Integer, Piecewise

from derive.decide.candidates import Candidate
from derive.decide.cases import Cases, has_free_indices, in_cases, splits
from derive.decide.certificate import NO_PROOF, WRITTEN, Certificate, Part, Reason, goal_of, verified
from derive.decide.equality import Finding, free_ranges, further_ways
from derive.decide.ground import Ground, stand_on
from derive.decide.roots import Squares, conditions_of_sides, sides_with_roots, squared
from derive.decide.search import Proof, proofs
from derive.decide.statement import Statement
from derive.decide.written import written_sign
from derive.kernel import NONNEGATIVE, POSITIVE, Limits, Poly
from derive.kernel.nodes import free_of
from derive.language.write import names_for, write
from derive.verdict import Certificate as AnyCertificate
from derive.verdict import Condition

MOST_CASES = 4
SECONDS = 0.1
Found = tuple[str, tuple[Condition, ...], AnyCertificate]
"""How a certificate was found, the conditions on which it rests, and the certificate."""


def decide_inequality(claim: Statement, limits: Limits) -> tuple[Finding, AnyCertificate | None]:
    """Return whether a certificate proves the inequality, and the certificate, which has been checked.

    Raises what reading raises, and `LimitReached` where the search costs more than `limits`.
    """
    ground = stand_on(claim, limits)
    found = _found(claim, ground, limits, MOST_CASES)
    method, conditions, certificate = found or (None, ground.conditions, None)
    session = ground.question.session
    finding = Finding(method, tuple(dict.fromkeys(conditions)), session.ranges.taken, free_ranges(ground.question))
    return finding, certificate


def _found(claim: Statement, ground: Ground, limits: Limits, depth: int) -> Found | None:
    if isinstance(next(splits(claim), None), Piecewise):
        # Written with signs it is long, and each of its cases is short.
        return _by_cases(claim, ground, limits, depth) or _first_checked(claim, ground, limits)
    return (
        _first_checked(claim, ground, limits)
        or _by_squares(claim, ground, limits, depth)
        or _by_cases(claim, ground, limits, depth)
    )


def _first_checked(claim: Statement, ground: Ground, limits: Limits) -> Found | None:
    """Return the first certificate that holds when it is checked."""
    for method, certificate in _certificates(claim, ground, limits):
        conditions = _conditions(certificate)
        if conditions is not None:
            return f"certificate: {method}", conditions, certificate
    return None


def _by_squares(claim: Statement, ground: Ground, limits: Limits, depth: int) -> Found | None:
    """Return a certificate that the squares of two sides with roots are in order, the larger side not negative."""
    for sides in sides_with_roots(ground) if depth else ():
        known = conditions_of_sides(stand_on(claim, limits, sides), *sides)
        part = replace(limits, seconds=max(ground.ring.meter.left() / 2, SECONDS))
        found = None if known is None else _case(squared(claim, *sides), part, depth - 1)
        if known is not None and found is not None and {str(condition) for condition in found[1]} <= known:
            certificate = Squares(claim, *sides, found[2], limits)
            if certificate.check():
                return "certificate: squares of both sides", ground.conditions, certificate
    return None


def _by_cases(claim: Statement, ground: Ground, limits: Limits, depth: int) -> Found | None:
    """Return a certificate for each value that an absolute value or a maximum may have, if all are found."""
    split = next(splits(claim), None) if depth else None
    if split is None:
        return None
    orders = (True, False) if has_free_indices(split) else (False,)
    found = (_in_each(claim, ground, limits, depth, split, pointwise=pointwise) for pointwise in orders)
    return next((each for each in found if each is not None), None)


def _in_each(
    claim: Statement, ground: Ground, limits: Limits, depth: int, split: object, *, pointwise: bool
) -> Found | None:
    """Return a certificate for each case, if all are found."""
    cases = list(in_cases(claim, split, pointwise=pointwise))
    known = {str(condition) for condition in ground.conditions}
    certificates: list[AnyCertificate] = []
    for case in cases:
        part = replace(limits, seconds=max(ground.ring.meter.left(), SECONDS) / len(cases))
        found = _case(case, part, depth - 1)
        # A condition of one case alone, such as a > 0 for log(a), would make the others empty.
        if found is None or not {str(condition) for condition in found[1]} <= known:
            return None
        certificates.append(found[2])
    return "certificate: by cases", ground.conditions, Cases(claim, split, tuple(certificates), pointwise)


def _case(case: Statement, limits: Limits, depth: int) -> Found | None:
    try:
        ground = stand_on(case, limits)
        return _found(case, ground, limits, depth)
    except NO_PROOF:
        return None


def _conditions(certificate: Certificate) -> tuple[Condition, ...] | None:
    try:
        return verified(certificate)
    except NO_PROOF:
        return None


def _certificates(claim: Statement, ground: Ground, limits: Limits) -> Iterator[tuple[str, Certificate]]:
    """Yield certificates that are still to be checked; where none holds, ranges are taken apart too."""
    yield from _on(claim, ground, limits)
    for ways in further_ways(ground.question):
        for method, certificate in _on(claim, stand_on(claim, limits, ways=ways), limits):
            yield method, replace(certificate, ways=ways)


def _on(claim: Statement, ground: Ground, limits: Limits) -> Iterator[tuple[str, Certificate]]:
    goal = goal_of(claim)
    if not getattr(goal, "is_Matrix", False) and written_sign(goal, ground, {}) >= (
        POSITIVE if ground.strict else NONNEGATIVE
    ):
        part = Part(Fraction(1), (), (Reason(WRITTEN, (goal,)),))
        yield "sign of the written form", Certificate(claim, Integer(1), (part,), limits)
    for proof in proofs(ground):
        yield proof.method, _written_out(claim, ground, proof, limits)


def _written_out(claim: Statement, ground: Ground, proof: Proof, limits: Limits) -> Certificate:
    parts = tuple(_part(ground, coefficient, each) for coefficient, each in proof.combination)
    return Certificate(claim, ground.question.write(proof.multiplier), parts, limits)


def _part(ground: Ground, coefficient: Fraction, each: Candidate) -> Part:
    """Return a candidate in SymPy's language, the indices that it is summed over with names of their own."""
    session = ground.question.session
    polys = [poly for _, about in each.reasons for poly in about]
    whole: Poly = dict.fromkeys((mono for poly in polys for mono in poly), 1)
    names = names_for(whole, session).bind(each.over, free_of(whole))
    reasons = tuple(Reason(kind, tuple(write(poly, names) for poly in about)) for kind, about in each.reasons)
    over = tuple((names.symbol(i), *session.limits_of(i.dim)) for i in each.over if i.dim is not None)
    return Part(coefficient, over, reasons)
