"""Inequalities by certificate: the goal is a sum of nonnegative things, and whoever doubts it adds them up again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from derive.decide.budget import CASES
from derive.decide.candidates import Candidate
from derive.decide.cases import Cases, has_free_indices, in_cases, splits
from derive.decide.certificate import NO_PROOF, WRITTEN, Certificate, Part, Reason, goal_of, verified
from derive.decide.equality import Finding, further_ways
from derive.decide.ground import Ground, stand_on
from derive.decide.linear import load
from derive.decide.search import Proof, proofs
from derive.decide.terms import Termwise, of_one_term
from derive.decide.transforms import Transformed, are_defined, transformable, transformed, without
from derive.decide.values import AtAnyValue, at_any_value
from derive.decide.written import written_sign
from derive.expr import tree
from derive.expr.to_sympy import LETTERS
from derive.kernel import NONNEGATIVE, POSITIVE, Limits
from derive.normal import Scope
from derive.normal.write import Names, node_of
from derive.statements import Statement
from derive.verdict import Certificate as AnyCertificate
from derive.verdict import Condition

SECONDS = 0.1
Found = tuple[str, tuple[Condition, ...], AnyCertificate]
"""How a certificate was found, the conditions on which it rests, and the certificate."""


def decide_inequality(claim: Statement, limits: Limits) -> tuple[Finding, AnyCertificate | None]:
    """Return whether a certificate proves the inequality, and the certificate, which has been checked.

    Raises what reading raises, and `LimitReached` where the search costs more than `limits`.
    """
    load()
    ground = stand_on(claim, limits)
    found = _found(claim, ground, limits, CASES.most) or _at_any_value(claim, ground, limits)
    method, conditions, certificate = found or (None, ground.conditions, None)
    return Finding(method, tuple(dict.fromkeys(conditions)), met=tuple(ground.ring.meter.met)), certificate


def _found(claim: Statement, ground: Ground, limits: Limits, depth: int, last: str = "") -> Found | None:
    if isinstance(next(splits(claim), None), tree.Cases):
        # Written with signs it is long, and each of its cases is short.
        return _by_cases(claim, ground, limits, depth) or _first_checked(claim, ground, limits)
    # Squared, a claim with roots is a shorter one; logarithms have their own inequalities, which say more.
    return (
        _by_transforms(claim, ground, limits, depth, ("squares",))
        or _first_checked(claim, ground, limits)
        or _by_transforms(claim, ground, limits, depth, without(last))
        or _by_cases(claim, ground, limits, depth)
        or _by_terms(claim, ground, limits, depth)
        or (_by_transforms(claim, ground, limits, depth, ("squares of sizes",)) if depth == CASES.most else None)
    )


def _first_checked(claim: Statement, ground: Ground, limits: Limits) -> Found | None:
    """Return the first certificate that holds when it is checked."""
    for method, certificate in _certificates(claim, ground, limits):
        conditions = _conditions(certificate)
        if conditions is not None:
            return f"certificate: {method}", conditions, certificate
    return None


def _by_transforms(claim: Statement, ground: Ground, limits: Limits, depth: int, names: Sequence[str]) -> Found | None:
    """Return a certificate that two sides are in order whose squares, exponentials or logarithms are."""
    for name, smaller, larger in transformable(ground, names) if depth else ():
        part = replace(limits, seconds=max(ground.ring.meter.left() / 3, SECONDS))
        image = transformed(claim, name, smaller, larger)
        found = _case(image, part, depth - 1, name) if are_defined(stand_on(claim, limits), smaller, larger) else None
        # What the sides need for a value, the claim needs too; nothing else may have been taken for granted.
        if found is not None and set(found[1]) <= set(stand_on(image, limits).conditions):
            certificate = Transformed(claim, name, smaller, larger, found[2], limits)
            if certificate.check():
                return f"certificate: {name} of both sides", ground.conditions, certificate
    return None


def _by_terms(claim: Statement, ground: Ground, limits: Limits, depth: int) -> Found | None:
    """Return a certificate for one term of two sums over one range, which may need cases."""
    term = of_one_term(claim) if depth else None
    part = replace(limits, seconds=max(ground.ring.meter.left() / 3, SECONDS))
    found = _case(term, part, depth - 1) if term is not None else None
    # A condition would be about the numbers of that term, and nothing says that the claim makes it too.
    if found is None or found[1]:
        return None
    return "certificate: term by term", ground.conditions, Termwise(claim, found[2])


def _by_cases(claim: Statement, ground: Ground, limits: Limits, depth: int) -> Found | None:
    """Return a certificate for each value that an absolute value or a maximum may have, if all are found."""
    split = next(splits(claim), None) if depth else None
    if split is None:
        return None
    orders = (True, False) if has_free_indices(split) else (False,)
    found = (_in_each(claim, ground, limits, depth, split, pointwise=pointwise) for pointwise in orders)
    return next((each for each in found if each is not None), None)


def _in_each(
    claim: Statement, ground: Ground, limits: Limits, depth: int, split: tree.Node, *, pointwise: bool
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


def _at_any_value(claim: Statement, ground: Ground, limits: Limits) -> Found | None:
    """Return a certificate that it holds whatever values the labels in it have."""
    general = at_any_value(claim)
    part = replace(limits, seconds=max(ground.ring.meter.left(), SECONDS))
    found = None if general is None else _case(general, part, CASES.most)
    # A condition would be about the values of the labels that stand for all of them, and the claim may not make it.
    if found is None or found[1]:
        return None
    return "certificate: at any value of the labels", ground.conditions, AtAnyValue(claim, found[2])


def _case(case: Statement, limits: Limits, depth: int, last: str = "") -> Found | None:
    try:
        ground = stand_on(case, limits)
        return _found(case, ground, limits, depth, last)
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
    if written_sign(goal, ground, Scope()) >= (POSITIVE if ground.strict else NONNEGATIVE):
        part = Part(Fraction(1), (), (Reason(WRITTEN, (goal,)),))
        yield "sign of the written form", Certificate(claim, tree.ONE, (part,), limits)
    for proof in proofs(ground):
        yield proof.method, _written_out(claim, ground, proof, limits)


def _written_out(claim: Statement, ground: Ground, proof: Proof, limits: Limits) -> Certificate:
    parts = tuple(_part(ground, coefficient, each) for coefficient, each in proof.combination)
    return Certificate(claim, node_of(proof.multiplier, ground.question.session), parts, limits)


def _part(ground: Ground, coefficient: Fraction, each: Candidate) -> Part:
    """Return a candidate as nodes, the indices that it is summed over with names of their own."""
    session = ground.question.session
    names = dict(zip(each.over, _free_letters(ground, len(each.over)), strict=True))
    own: Names = {index: tree.Index(name) for index, name in names.items()}
    reasons = tuple(Reason(kind, tuple(node_of(poly, session, own) for poly in about)) for kind, about in each.reasons)
    over = tuple((name, *session.ends_of(index.dim)) for index, name in names.items() if index.dim is not None)
    return Part(coefficient, over, reasons)


def _free_letters(ground: Ground, number: int) -> list[str]:
    """Return letters that nothing in the claim is called, for indices that are summed over."""
    names = ground.question.claim.vocabulary
    used = {*names.symbols, *names.tensors, *ground.question.session.free.values()} - {str(s) for _, s in names.binders}
    return list(islice((letter for letter in LETTERS if letter not in used), number))
