"""The register: every claim comes out as registered, what is wrong is known, and an altered claim is noticed."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

import pytest
from sympy import Eq, Ge, Gt, Integer, Le, Rational, sqrt

from derive.lectures import worked
from derive.lectures.register import (
    PARTS,
    claims,
    claims_of,
    cls_decisions,
    cls_logistic,
    cls_perceptron,
    cls_runs,
    cls_softmax,
    cs4602_margin,
    cs4602_perceptron,
    cs4602_rows,
    cse422_linear,
    cse422_logistic,
    l7_logistic,
    l7_perceptron,
    m146_convergence,
)
from derive.lectures.register.claim import Finding
from derive.lectures.register.cs4602_margin import (
    _difference,
    _distance,
    _margin,
    _one_condition,
    _quadratic_kernel,
    _slack,
    _support_vectors_only,
)
from derive.lectures.register.cs4602_perceptron import _comes_back, _others_rise, _same_as_product
from derive.lectures.register.cs4602_projection import _can_be_inverted, _rank_one, _trace_form, _trace_of_three
from derive.lectures.register.cse422_linear import (
    _batch,
    _contracts,
    _hypothesis,
    _image,
    _implied,
    _nearer,
    _one_minimum,
    _oscillates,
    _update,
)
from derive.lectures.register.cse422_logistic import (
    _bernoulli,
    _bounded,
    _limit,
    _log_of_product,
    _slope,
)
from derive.lectures.worked import vector
from derive.names import sigmoid

WRONG = {"refuted", "wrong as printed"}
FAULTS = {
    "l7": {128, 222, 226, 261, 302, 331, 405, 531, 535, 539, 561, 578, 591, 671, 769, 846},
    "m146": {66, 153, 175, 377, 437, 441, 445, 492},
    "cls": {86, 276, 282, 383, 439, 507, 592, 813, 830, 874, 882, 941, 1034, 1094, 1106, 1121},
}
"""The lines of the known faults of the lectures whose faults were listed beforehand."""
CONVENTIONS = {
    "l7": {263, 265, 290, 298, 300, 347, 355, 379, 381, 391, 393, 579, 719, 825, 837, 838, 865},
    "m146": {20, 91, 115, 236, 239, 241, 251, 355, 379, 471, 483},
}
"""The lines that are right under a convention which the lecture does not state."""
KNOWN = {
    "l7_regression": (17, 1923),
    "l7_logistic": (37, 11624),
    "l7_rows": (31, 6104),
    "l7_runs": (50, 36869),
    "l7_perceptron": (36, 22198),
    "m146_algorithm": (17, 3717),
    "m146_convergence": (29, 12243),
    "m146_rows": (16, 5368),
    "cls_rows": (23, 5257),
    "cls_runs": (36, 24277),
    "cls_decisions": (30, 4746),
    "cls_perceptron": (34, 20353),
    "cls_logistic": (28, 27702),
    "cls_softmax": (13, 14345),
    "cs4602_rows": (5, 985),
    "cs4602_perceptron": (17, 2379),
    "cs4602_projection": (12, 3122),
    "cs4602_margin": (33, 15247),
    "cse422_linear": (22, 1803),
    "cse422_logistic": (17, 2911),
}
"""How many claims there are in each part of the register, and their lines, added up: none moved, none was lost."""


@pytest.mark.slow  # 8 s: every claim is decided
@pytest.mark.parametrize(("lecture", "part"), [(lecture, part) for lecture, parts in PARTS.items() for part in parts])
def test_claims_come_out_as_registered(lecture: str, part: str) -> None:
    """What the code finds now is what is registered, and it says how; each claim is of its lecture, at its line."""
    found = [(claim, claim.find()) for claim in import_module(f"derive.lectures.register.{part}").CLAIMS]

    assert [(c.name, c.says, f.outcome, f.evidence) for c, f in found if f.outcome != c.expected] == []
    assert [claim.name for claim, finding in found if not finding.evidence] == []
    assert {claim.lecture for claim, _ in found} == {lecture}
    assert (len(found), sum(claim.line for claim, _ in found)) == KNOWN[part]


def test_the_register_is_complete_and_in_order() -> None:
    """There are 503 claims, those of a lecture in the order of their lines."""
    lines = {lecture: [claim.line for claim in claims_of(lecture)] for lecture in PARTS}

    assert sum(map(len, lines.values())) == sum(count for count, _ in KNOWN.values()) == 503
    assert {lecture for lecture, numbers in lines.items() if numbers != sorted(numbers)} == set()


def test_what_is_wrong_has_a_repair() -> None:
    """Whatever is wrong says what should stand there; nothing else does, unless it needs a convention."""
    every = list(claims())

    assert [claim.name for claim in every if claim.expected in WRONG and not claim.repair] == []
    rest = [claim for claim in every if claim.expected not in WRONG and not claim.convention]
    assert [claim.name for claim in rest if claim.repair] == []


def test_known_faults_and_conventions_are_all_there() -> None:
    """The faults of the lectures, and what is right under a convention only, by line, and no others."""
    wrong = {lecture: {c.line for c in claims_of(lecture) if c.expected in WRONG} for lecture in FAULTS}
    under = {lecture: {c.line for c in claims_of(lecture) if c.convention} for lecture in CONVENTIONS}

    assert (wrong, under) == (FAULTS, CONVENTIONS)


D, P, S = cls_decisions, cls_perceptron, cls_softmax
C, M, A = m146_convergence, cs4602_margin, cs4602_perceptron
L, G = cse422_linear, cse422_logistic
BEFORE = (D.g_i, D.g_j)
LIES: dict[str, Callable[[], Finding]] = {
    "a score moved": lambda: D.order_kept(BEFORE, (D.g_i, D.g_j + 1)),
    "a mistake of the other kind": lambda: D.fewer_mistakes(lambda wrong: wrong / (D.TP + wrong), D.FP),
    "no weight on the axis": lambda: P.above(Eq(P.w[P.m], 0)),
    "below, with a positive weight": lambda: P.below(Gt(0, P.w[P.m])),
    "a strict product": lambda: P.classified(Gt(P.SCORE * P.y, 0)),
    "weights with a constant": lambda: P.linear(1, 1, 1),
    "data that a line separates": lambda: P.never_ends(worked.OR),
    "a gradient turned round": lambda: cls_logistic.rows_equal(S.GRADIENT, -S.GRADIENT),
    "C with a factor of two": lambda: cls_logistic.inverse_strength(1, 1 / (2 * cls_logistic.lam)),
    "the error times two": lambda: cls_logistic.same_minimiser(Integer(2)),
    "the logit with the other sign": lambda: l7_logistic.logit_of(l7_logistic.EXP_OVER, -l7_logistic.a),
    "descent for this form": lambda: l7_logistic.descends(l7_logistic.SECOND),
    "a criterion below 0": lambda: l7_perceptron.criterion_is("<="),
    "another balance": lambda: l7_perceptron.not_separable((2, 0, 11, 7, 5)),
    "twice the margin": lambda: C.gains(2 * C.gamma),
    "twice the margin, by induction": lambda: C.first_result(2 * C.gamma),
    "strict for a tie": lambda: C.fourth_row("<", C.WRONG_OR_TIE),
    "longer than before": lambda: C.shorter(">"),
    "a projection that is longer": lambda: C.projection(">"),
    "a length of k": lambda: C.long_enough(C.k),
    "half the bound": lambda: C.bound_is(C.R**2 / C.gamma**2 / 2),
    "the bound for any letter": lambda: C.updates_at_most(2),
    "another side for -1": lambda: _same_as_product(Gt(A.score, 0), Gt(A.score, 0), Gt(A.y * A.score, 0)),
    "a separating start": lambda: _others_rise(vector(1, 3), cs4602_rows.TWO),
    "separable examples": lambda: _comes_back(cs4602_rows.FOUR),
    "a trace without 1/2": lambda: _trace_form(1),
    "one entry less": lambda: _trace_of_three(2),
    "more examples": lambda: _can_be_inverted(2),
    "a form of rank one, twice": lambda: _rank_one(2),
    "another difference": lambda: _difference(1),
    "another width": lambda: _margin(1),
    "another condition": lambda: _one_condition(2),
    "any mark": lambda: _support_vectors_only(()),
    "features without the root": lambda: _quadratic_kernel(1),
    "features with another root": lambda: _quadratic_kernel(sqrt(3)),
    "a narrower margin": lambda: _slack(0, Ge(M.label * M.score, Rational(1, 2))),
    "beyond the margin": lambda: _distance(Ge(M.label * M.score, 1)),
    "another slack": lambda: _slack(2, Eq(M.score, 0)),
    "one term too many": lambda: _hypothesis(lambda last: last + 1, range(1, 4)),
    "an update with another sign": lambda: _update(-L.HYPOTHESIS),
    "dependent columns": lambda: _one_minimum(Ge(_image(L.u), 0)),
    "a rate that is too large": lambda: _nearer(Le(L.eta * L.L, 4)),
    "another border": lambda: _contracts(Le(L.eta * L.L, 2)),
    "a batch, twice": lambda: _batch(2),
    "equal targets": lambda: _oscillates(0),
    "a density without the 2": lambda: _implied(1),
    "another slope": lambda: _slope(sigmoid(G.z)),
    "another bound": lambda: _bounded(0, Integer(1) / 2),
    "another limit": lambda: _limit(G.epsilon, G.FAR),
    "labels exchanged": lambda: _bernoulli(1 - G.h, G.h),
    "a likelihood with another sign": lambda: _log_of_product(-G.LOG_LIKELIHOOD),
}
"""Checks with a number, a sign or an assumption altered."""


@pytest.mark.parametrize("name", LIES)
def test_altered_check_is_refuted(name: str) -> None:
    """No outcome is written down in a check: with one thing altered it is refuted."""
    found = LIES[name]()

    assert found.outcome in WRONG, found.evidence


def test_altered_check_may_hold() -> None:
    """What is refuted of one example holds of another: a tie, a set that nothing outvotes, a bound for the letter 1."""
    tie = D.order_kept(BEFORE, (D.g_i - D.g_j, Integer(0)), Le(*BEFORE))
    found = (tie, P.falls_on(cls_runs.OPPOSED, 21), C.updates_at_most(1))

    assert [finding.outcome for finding in found] == ["proved"] * 3
