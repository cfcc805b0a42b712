"""Fisher's criterion, metrics and discriminants with one link altered: a sign, a factor, a dropped assumption."""

from __future__ import annotations

import pytest
from sympy import Expr, Gt, Symbol, log

from derive import prove
from derive.facts import positive, symmetric
from derive.lectures import decisions, projection, rates
from derive.lectures.decisions import p_i, p_j, pi_i, pi_j, prior
from tests.altered import Lie, breaks, refutation, told

WEIGHT = {rates.beta: rates.beta**2}

LIES = (
    Lie("fisher", "the mean score is the score of the mean", bare=True),
    Lie("fisher", "the scatter between the classes over that within them", lambda rhs: 1 / rhs),
    Lie("fisher", "the scatter between the classes has rank one", lambda rhs: -rhs),
    Lie("fisher", "a sum of products of centred entries", bare=True),
    Lie("fisher", "the quotient rule", lambda rhs: rhs / 2),
    Lie("fisher", "the quotient rule", drop=(symmetric(projection.S_W),)),
    Lie("fisher", "w = S_W^-1 (m_2 - m_1) solves S_W w = m_2 - m_1", bare=True),
    Lie("fisher", "S_W w = m_2 - m_1: the gradient vanishes", drop=(projection.SOLVED,)),
    Lie("fisher", "only the direction of w matters", lambda rhs: projection.c * rhs),
    Lie("fisher", "in centred scores", drop=(projection.WITHIN,)),
    Lie("fisher", "Cauchy-Schwarz for the lists of scores", lambda rhs: rhs / 2),
    Lie("fisher", "Cauchy-Schwarz for the lists of scores", relation="<"),
    Lie("fisher", "m_2 - m_1 = S_W w", drop=(projection.SOLVED,)),
    Lie("fisher", "Cauchy-Schwarz", lambda rhs: rhs / 2),
    Lie("fisher", "S_W w = m_2 - m_1: w is a maximum", lambda rhs: 1 / rhs),
    Lie("metrics", "the other two counts", lambda rhs: 1 - rhs),
    Lie("metrics", "it is the recall, also called sensitivity", lambda _: rates.precision),
    Lie("metrics", "a positive is found or missed", lambda _: rates.FNR),
    Lie("metrics", "a negative is rejected or raises a false alarm", lambda _: rates.TNR),
    Lie("metrics", "the definitions put in", lambda rhs: rhs.xreplace(WEIGHT)),
    Lie("metrics", "the F_1 score is the case beta = 1", bare=True),
    Lie("metrics", "multiplied by both, above and below", lambda rhs: rhs / 2),
    Lie(
        "metrics",
        "the definitions put in: true negatives do not count",
        lambda rhs: rhs.xreplace({rates.FP: rates.TN}),
    ),
    Lie("discriminants", "the posteriors add up to one", lambda _: decisions.EVIDENCE),
    Lie("discriminants", "both are divided by the same positive P(x)", bare=True),
    Lie("discriminants", "both are divided by the same positive P(x)", drop=(positive(prior),)),
    Lie("discriminants", "the class with the largest score wins", relation=">"),
    Lie("discriminants", "the log of a product is the sum of the logs", lambda rhs: rhs - 2 * log(pi_i)),
    Lie("discriminants", "the logarithm increases", relation="<"),
    Lie("discriminants", "the logarithm increases, also where the first is not larger", relation="<"),
    Lie("discriminants", "one discriminant, compared with zero", bare=True),
    Lie("discriminants", "the difference of the posteriors, compared with zero", relation="<="),
    Lie("discriminants", "the log odds, compared with zero", bare=True),
    Lie("discriminants", "the log of a ratio is the difference of the logs", lambda rhs: -rhs),
)


@pytest.mark.parametrize("lie", LIES, ids=str)
def test_altered_link_is_refuted(lie: Lie) -> None:
    """The altered link is refuted at printed sizes and values, where its two sides, computed again, break it."""
    assert refutation(lie) == ("refuted", True, True)


ONE, OTHER, FACTOR = p_i * pi_i, p_j * pi_j, Symbol("c", real=True)
REPLACEMENTS = {
    "a decreasing function": (1 / ONE, 1 / OTHER),
    "a factor of unknown sign": (FACTOR * ONE, FACTOR * OTHER),
    "the density without its prior": (p_i, p_j),
    "a constant": (FACTOR, FACTOR),
}


@pytest.mark.parametrize("scores", REPLACEMENTS.values(), ids=REPLACEMENTS)
def test_replacement_that_does_not_increase_is_refuted(scores: tuple[Expr, Expr]) -> None:
    """What does not increase with the score need not keep the order of two classes."""
    verdict = prove(*scores, Gt(ONE, OTHER), relation=">")

    witness = verdict.counterexample
    assert witness is not None, str(verdict)
    assert (verdict.status, breaks(witness, *scores)) == ("refuted", True)


def test_true_link_does_not_break() -> None:
    """The re-computation that the lies must fail is passed by two equal sides at the same witness."""
    verdict, lhs, _ = told(LIES[0])

    assert verdict.counterexample is not None
    assert breaks(verdict.counterexample, lhs, lhs) is False
