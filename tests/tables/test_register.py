"""The register: every claim comes out as registered, what is wrong is known, and an altered claim is noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any

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
    cls_rows,
    cls_runs,
    cls_softmax,
    cs4602_margin,
    cs4602_perceptron,
    cs4602_rows,
    cse422_linear,
    cse422_logistic,
    l7_logistic,
    l7_perceptron,
    l7_rows,
    l7_runs,
    m146_convergence,
    m146_rows,
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
    _threshold_run,
)
from derive.lectures.register.row import Check, Number, Of, Root, Row, Same, Shows, decide
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
KNOWN = {"l7": 171, "m146": 62, "cls": 164, "cs4602": 67, "cse422": 39}
"""How many claims of each lecture are registered."""


@pytest.mark.slow  # 8 s: every claim is decided
@pytest.mark.parametrize("part", [part for parts in PARTS.values() for part in parts])
def test_claims_come_out_as_registered(part: str) -> None:
    """What the code finds now is what is registered, and it says how."""
    found = [(claim, claim.find()) for claim in import_module(f"derive.lectures.register.{part}").CLAIMS]

    assert [(c.name, c.says, f.outcome, f.evidence) for c, f in found if f.outcome != c.expected] == []
    assert [claim.name for claim, finding in found if not finding.evidence] == []


def test_the_register_is_complete_and_in_order() -> None:
    """All claims are of their lecture, in the order of their lines, and none was lost."""
    assert {lecture: len(claims_of(lecture)) for lecture in PARTS} == KNOWN
    assert {lecture for lecture in PARTS if {claim.lecture for claim in claims_of(lecture)} != {lecture}} == set()
    lines = {lecture: [claim.line for claim in claims_of(lecture)] for lecture in PARTS}
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


# Rows

L7, M146, CLS, CS = (
    (*l7_rows.ROWS, *l7_runs.ROWS),
    m146_rows.ROWS,
    (*cls_rows.ROWS, *cls_runs.ROWS),
    cs4602_rows.ROWS,
)
ROWS: tuple[Row, ...] = (*L7, *M146, *CLS, *CS)
RIGHT = [row for row in ROWS if row.verdict == "right as printed"]


def other(thing: Any) -> Any:
    """Return something like it, and other than it."""
    if isinstance(thing, tuple | list):
        return type(thing)([other(thing[0]), *thing[1:]])
    return f"{thing}?" if isinstance(thing, str) else thing + 1


def misprints(check: Check) -> Iterator[Check]:
    """Yield a check with another thing printed: two units of the last digit more, or less."""
    if isinstance(check, Same):
        yield replace(check, printed=other(check.printed))
    elif isinstance(check, Number | Root):
        digits = len(check.printed.partition(".")[2])
        for step in (2, -2):
            yield replace(check, printed=str(Decimal(check.printed) + Decimal(step).scaleb(-digits)))


def test_the_rows_are_the_claims_that_are_numbers() -> None:
    """There are 161 of them, and each has something to check."""
    assert len(ROWS) == 161
    assert [row.line for row in ROWS if not row.checks] == []


def test_altered_print_is_noticed() -> None:
    """Of what is right, any part that is printed otherwise, beyond its precision, is wrong as printed."""
    altered = [
        (row, misprint, decide(replace(row, checks=(*row.checks[:at], misprint, *row.checks[at + 1 :]), otherwise=())))
        for row in RIGHT
        for at, check in enumerate(row.checks)
        for misprint in misprints(check)
    ]

    assert len(altered) > 200
    assert [(row.line, row.says, misprint) for row, misprint, found in altered if found.outcome != WRONG_PRINT] == []


WRONG_PRINT = "wrong as printed"


def test_the_last_digit_is_rounded() -> None:
    """Half a unit of the last digit that is printed counts as right, more of it does not."""
    printed = {text: decide(Row(1, "").right(Number(Fraction(text), "0.35"))).outcome for text in ("0.355", "0.345")}

    assert set(printed.values()) == {"right as printed"}
    assert decide(Row(1, "").right(Number(Fraction("0.3551"), "0.35"))).outcome == WRONG_PRINT
    assert decide(Row(1, "").right(Root(Fraction("0.3551") ** 2, "0.35"))).outcome == WRONG_PRINT


def test_a_convention_must_be_needed_and_a_repair_must_hold() -> None:
    """With what holds for what should fail, or what fails for the repair, a row is undecided."""
    needless = [replace(row, otherwise=row.checks) for row in ROWS if row.otherwise]
    unmended = [replace(row, mended=row.checks) for row in ROWS if row.mended]

    assert (len(needless), len(unmended)) == (15, 11)
    assert [row.line for row in (*needless, *unmended) if decide(row).outcome != "undecided"] == []


def test_the_verdict_of_a_row_is_not_taken_from_its_column() -> None:
    """A row whose verdict is altered comes out as before, so that the register notices."""
    altered = [replace(row, verdict="proved" if row.verdict in WRONG else WRONG_PRINT) for row in ROWS]

    assert [row.line for row, lie in zip(ROWS, altered, strict=True) if decide(lie).outcome != row.verdict] == []


def test_an_example_may_show_otherwise() -> None:
    """What an example shows is computed: its negation is refuted where it is proved, and proved where it is refuted."""
    shown = [check for row in ROWS for check in row.checks if isinstance(check, Shows)]
    turned = [replace(check, term=Of(lambda term: not term, (check.term,))) for check in shown]
    outcomes = [(one.find().outcome, two.find().outcome) for one, two in zip(shown, turned, strict=True)]

    assert len(shown) == 26
    assert set(outcomes) == {("proved", "refuted"), ("refuted", "proved")}


def replaced(term: Any, old: object, new: object) -> Any:
    """Return an expression, or a row, with something in it exchanged."""
    if isinstance(term, type(old)) and term == old:
        return new
    if isinstance(term, Of):
        return Of(term.function, tuple(replaced(part, old, new) for part in term.arguments))
    if isinstance(term, tuple | list):
        return type(term)([replaced(part, old, new) for part in term])
    if isinstance(term, Number | Root | Same | Shows):
        return replace(term, term=replaced(term.term, old, new))
    if isinstance(term, Row):
        return replace(term, checks=replaced(term.checks, old, new))
    return term


def outcome(row: Row) -> str:
    """Return what comes out; a run that is too short for what is printed of it has no value."""
    try:
        return decide(row).outcome
    except (IndexError, ValueError):
        return "no value"


W = worked
AND_LINES = {532, 619, 630, 634, 645, 649, 664, 679, 694, 705, 709, 720, 724, 739, 754, 765, 769, 780, 784}
ALTERED_NUMBERS: tuple[tuple[tuple[Row, ...], object, object, set[int]], ...] = (
    (L7, W.COVARIANCE, Fraction("227.9"), {130}),
    (L7, W.MEAN_PRESSURE, Fraction("142.54"), {130}),
    (L7, W.MEAN_AGE, Fraction("45.03"), {130}),
    (L7, W.AGE_VARIANCE, Fraction("235.91"), {126, 130}),
    (L7, W.INPUTS, vector(1, 2, -1, 3, 5), {174, 183, 184, 185, 186, 187, 188, 192, 196}),
    (L7, W.OUTPUTS, vector(2, 4, 0, 4, 7), {176, 183, 184, 185, 186, 187, 188, 194, 198, 200}),
    (L7, W.QUARTERS, vector("0.25", "0.25", "0.25", "0.25", -3), {671, 680, 687, 693, 700, 713, 730}),
    (L7, W.OTHER_START, vector(0, 0, "0.5", 0, 0), {747, 749}),
    (L7, W.ONES, vector(1, 1, 2), {783, 803, 805, 807, 811, 821, 823, 825, 837, 838}),
    (L7, W.FIVE_POINTS, W.FIVE_POINTS[:4], {769, 807, 809, 821, 822, 823, 825, 837, 838, 849}),
    (CLS, W.SMALL.tp, 11, {134, 135, 236}),
    (CLS, W.FIRST, W.SECOND, {192, 234, 236}),
    (CLS, W.SECOND, W.FIRST, {200, 244, 246, 270, 272, 274}),
    (CLS, W.THIRD, W.FIRST, {284, 286}),
    (CLS, W.OR, tuple((x, 1 if all(x) else -1) for x, _ in W.OR), AND_LINES),
    (CLS, W.XOR, W.OR, {551}),
    (M146, W.TWO_POINTS, (W.TWO_POINTS[0], (W.TWO_POINTS[1][0], 1)), {241, 251, 275}),
    (M146, W.XOR[3], (vector(1, 1, 1), 1), {502, 561}),
    (CS, cs4602_rows.BOTH_WRONG, vector(1, 3), {169}),
    (CS, cs4602_rows.AWAY, W.ORIGIN, {204}),
)
"""A number of an example, another one, and lines that come out otherwise then."""


def test_altered_example_is_noticed() -> None:
    """What is printed is computed from the examples: with another number in them, other lines are wrong."""
    found: list[tuple[object, set[int]]] = []
    for rows, old, new, _ in ALTERED_NUMBERS:
        altered = [(row, replaced(row, old, new)) for row in rows]
        found.append((old, {row.line for row, lie in altered if lie != row and outcome(lie) != row.verdict}))

    assert found == [(old, lines) for _, old, _, lines in ALTERED_NUMBERS]


# Checks of statements

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


def test_examples_by_hand() -> None:
    """What the rows compute, as one does on paper: a line, a criterion, its tie, scatter, threshold, two updates."""
    assert worked.least_squares(worked.INPUTS, worked.OUTPUTS) == (Fraction(41, 37), Fraction(43, 37))
    assert cls_runs.criterion([(vector(1, 1), 1), (vector(1, 0), 1)], vector(0, -2)) == Fraction(2)
    assert cs4602_rows.gap(*cs4602_rows.ROUND) == vector(4, 2)
    assert cs4602_rows.scatter(*cs4602_rows.ROUND) == (vector(4, 0), vector(0, 4))
    assert cs4602_rows.criterion(vector(4, 2), *cs4602_rows.ROUND) == 5
    assert _threshold_run(G.POINTS[:2], 1) == vector(-1, 1)
