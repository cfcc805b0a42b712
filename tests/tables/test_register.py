"""The register: every claim comes out as registered, and whatever is altered in one is noticed.

A claim is a print, its numbers and its verdict; a finding may be made of others, and no combination passes off what
was not found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from sympy import Eq, Gt, MatrixSymbol, symbols

from derive.lectures import worked
from derive.lectures.catalogue import BY_NAME
from derive.lectures.register import PARTS, claim, claims, claims_of
from derive.lectures.register.claim import (
    At,
    Finding,
    all_of,
    claim_holds,
    derived,
    equivalent,
    only,
    refused,
    repaired,
    shown,
)
from derive.lectures.register.row import Check, Number, Of, Root, Row, Same, Shows, decide
from derive.lectures.worked import vector
from tests import samples

WRONG_PRINT = "disagrees to the digits"
WRONG = {"refuted", WRONG_PRINT}
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


def part(name: str) -> Any:
    """Return a part of the register."""
    return import_module(f"derive.lectures.register.{name}")


@pytest.mark.slow  # 8 s: every claim is decided
@pytest.mark.parametrize(("lecture", "name"), [(lecture, name) for lecture, names in PARTS.items() for name in names])
def test_claims_come_out_as_registered(lecture: str, name: str) -> None:
    """What the code finds now is what is registered, and it says how; each claim is of its lecture, at its line.

    There is a second opinion on each proof, and it agrees.
    """
    found = [(one, one.find()) for one in part(name).CLAIMS]

    assert [(c.name, c.says, f.outcome, f.evidence) for c, f in found if f.outcome != c.expected] == []
    assert [c.name for c, f in found if not f.evidence or "second opinion" in f.evidence] == []
    assert {c.lecture for c, _ in found} == {lecture}


def test_the_register_is_complete_and_in_order() -> None:
    """There are 503 claims, those of a lecture in the order of their lines."""
    lines = {lecture: [c.line for c in claims_of(lecture)] for lecture in PARTS}

    assert sum(map(len, lines.values())) == 503
    assert {lecture for lecture, numbers in lines.items() if numbers != sorted(numbers)} == set()


def test_what_is_wrong_has_a_repair() -> None:
    """Whatever is wrong says what should stand there; nothing else does, unless it needs a convention."""
    every = list(claims())

    assert [c.name for c in every if c.expected in WRONG and not c.repair] == []
    rest = [c for c in every if c.expected not in WRONG and not c.convention]
    assert [c.name for c in rest if c.repair] == []


def test_known_faults_and_conventions_are_all_there() -> None:
    """The faults of the lectures, and what is right under a convention only, by line, and no others."""
    wrong = {lecture: {c.line for c in claims_of(lecture) if c.expected in WRONG} for lecture in FAULTS}
    under = {lecture: {c.line for c in claims_of(lecture) if c.convention} for lecture in CONVENTIONS}

    assert (wrong, under) == (FAULTS, CONVENTIONS)


D, P, S, LOGISTIC = (part(f"cls_{name}") for name in ("decisions", "perceptron", "softmax", "logistic"))
L7_LOGISTIC, L7_PERCEPTRON, C = part("l7_logistic"), part("l7_perceptron"), part("m146_convergence")
BEFORE = (D.g_i, D.g_j)
LIES: dict[str, Callable[[], Finding]] = {
    "a score moved": lambda: D.order_kept(BEFORE, (D.g_i, D.g_j + 1)),
    "a mistake of the other kind": lambda: D.fewer_mistakes(lambda wrong: wrong / (D.TP + wrong), D.FP),
    "no weight on the axis": lambda: P.above(Eq(P.w[P.D], 0)),
    "below, with a positive weight": lambda: P.below(Gt(0, P.w[P.D])),
    "a strict product": lambda: P.classified(Gt(P.SCORE * P.y, 0)),
    "weights with a constant": lambda: P.linear(1, 1, 1),
    "data that a line separates": lambda: P.never_ends(worked.OR),
    "C with a factor of two": lambda: LOGISTIC.inverse_strength(1, 1 / (2 * LOGISTIC.lam)),
    "the logit with the other sign": lambda: L7_LOGISTIC.logit_of(L7_LOGISTIC.EXP_OVER, -L7_LOGISTIC.a),
    "descent for this form": lambda: L7_LOGISTIC.descends(L7_LOGISTIC.SECOND),
    "a criterion below 0": lambda: L7_PERCEPTRON.criterion_is("<="),
    "another balance": lambda: L7_PERCEPTRON.not_separable((2, 0, 11, 7, 5)),
    "twice the margin": lambda: C.gains(2 * C.gamma),
    "longer than before": lambda: C.shorter(">"),
    "half the bound": lambda: C.bound_is(C.R**2 / C.gamma**2 / 2),
    "the bound for any letter": lambda: C.updates_at_most(2),
}
"""Checks with a number, a sign or an assumption altered."""


def test_altered_checks_are_refuted() -> None:
    """No outcome is written down in a check: with one thing altered it is refuted."""
    found = {name: lie().outcome for name, lie in LIES.items()}

    assert {name: outcome for name, outcome in found.items() if outcome not in WRONG} == {}


def test_altered_check_may_hold() -> None:
    """What is refuted of one holds of another: both scores moved, a set that nothing outvotes, the letter 1."""
    both = D.order_kept(BEFORE, (D.g_i + 1, D.g_j + 1))
    found = (both, P.falls_on(part("cls_runs").OPPOSED, 21), C.updates_at_most(1))

    assert [finding.outcome for finding in found] == ["proved"] * 3


YES, NO = Finding("proved", "yes"), Finding("refuted", "no")
RIGHT, MISPRINT, OPEN = (
    Finding("agrees to the digits", "1"),
    Finding("disagrees to the digits", "2"),
    Finding("undecided", "open"),
)
z = symbols("z", real=True)
COMBINED = (
    # a convention must be needed; what is open stays open
    (only(YES, NO), "proved"),
    (only(RIGHT, MISPRINT), "agrees to the digits"),
    (only(NO, NO), "refuted"),
    (only(OPEN, NO), "undecided"),
    (only(YES, YES), "undecided"),
    (only(YES, OPEN), "undecided"),
    # an error is one whatever its repair; a repair that does not hold is none
    (repaired(NO, YES), "refuted"),
    (repaired(MISPRINT, RIGHT), "disagrees to the digits"),
    (repaired(YES, YES), "proved"),
    (repaired(NO, OPEN), "undecided"),
    (repaired(NO, NO), "undecided"),
    # what is equal is not merely equivalent, and the order has to be proved in every way
    (equivalent(NO, YES, YES), "equivalent"),
    (equivalent(YES, YES), "proved"),
    (equivalent(NO, YES, NO), "refuted"),
    (equivalent(NO, OPEN), "undecided"),
    # all parts must hold
    (all_of(YES, RIGHT), "proved"),
    (all_of(YES, OPEN, NO), "undecided"),
    (all_of(RIGHT, MISPRINT), "disagrees to the digits"),
    # an example shows what happens in it
    (shown("so", holds=True), "proved"),
    (shown("so", holds=False), "refuted"),
)


def test_combined_findings() -> None:
    """What comes out of findings that are combined."""
    assert [(found, expected) for found, expected in COMBINED if found.outcome != expected] == []
    assert only(YES, NO).evidence == "yes; without the convention it is refuted: no"
    assert repaired(NO, YES).evidence == "no; repaired it is proved: yes"
    assert equivalent(NO, YES, YES).evidence == "in the same order: yes; not equal: no"
    assert all_of(YES, RIGHT, YES).evidence == "yes; 1"
    refuted = claim_holds(z, 2 * z)
    assert repaired(refuted, YES).counterexample is refuted.counterexample is not None


def test_only_shapes_are_refused() -> None:
    """A product whose sizes differ is refuted by the engine's refusal; one whose sizes fit is decided."""
    wide, tall = MatrixSymbol("A", 2, 3), MatrixSymbol("B", 3, 2)

    assert refused(lambda: claim_holds(wide * tall, wide)).outcome == "refuted"
    assert refused(lambda: claim_holds(wide, wide)).outcome == "proved"
    assert At("l7", 1, "A B = A").proved(lambda: claim_holds(wide * tall, wide)).find().outcome == "undecided"


def test_derivation_that_lies_is_not_passed_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """A derivation is asked now, nothing is remembered: a false one is refuted, with its counterexample."""
    samples.install(monkeypatch)
    lying = replace(BY_NAME["lms"], name="lying", module="samples")
    entries = {entry.name: entry for entry in samples.LIES} | {"lms": lying}
    monkeypatch.setattr(claim, "BY_NAME", entries)

    assert derived("honest").outcome == "proved"
    assert (derived("lying").outcome, derived("lms").outcome) == ("refuted", "refuted")
    assert derived("lying").counterexample is not None
    assert derived("honest", "no such reason").outcome == "undecided"
    assert "if" in derived("honest").evidence


TABLES: dict[str, tuple[Row, ...]] = {
    lecture: tuple(row for name in names if name.endswith(("_rows", "_runs")) for row in part(name).ROWS)
    for lecture, names in PARTS.items()
    if lecture != "cse422"
}
L7, M146, CLS, CS = TABLES.values()
ROWS: tuple[Row, ...] = (*L7, *M146, *CLS, *CS)
RIGHT_ROWS = [row for row in ROWS if row.verdict == "agrees to the digits"]


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
    """Of what is right, any part that is printed otherwise, beyond its precision, is disagrees to the digits."""
    altered = [
        (row, misprint, decide(replace(row, checks=(*row.checks[:at], misprint, *row.checks[at + 1 :]), otherwise=())))
        for row in RIGHT_ROWS
        for at, check in enumerate(row.checks)
        for misprint in misprints(check)
    ]

    assert len(altered) > 200
    assert [(row.line, row.says, misprint) for row, misprint, found in altered if found.outcome != WRONG_PRINT] == []


def test_the_last_digit_is_rounded() -> None:
    """Half a unit of the last digit that is printed counts as right, more of it does not."""
    printed = {text: decide(Row(1, "").right(Number(Fraction(text), "0.35"))).outcome for text in ("0.355", "0.345")}

    assert set(printed.values()) == {"agrees to the digits"}
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
    (L7, W.AGE_VARIANCE, Fraction("235.91"), {126, 130}),
    (L7, W.INPUTS, vector(1, 2, -1, 3, 5), {174, 183, 184, 185, 186, 187, 188, 192, 196}),
    (L7, W.OUTPUTS, vector(2, 4, 0, 4, 7), {176, 183, 184, 185, 186, 187, 188, 194, 198, 200}),
    (L7, W.QUARTERS, vector("0.25", "0.25", "0.25", "0.25", -3), {671, 680, 687, 693, 700, 713, 730}),
    (L7, W.ONES, vector(1, 1, 2), {783, 803, 805, 807, 811, 821, 823, 825, 837, 838}),
    (L7, W.FIVE_POINTS, W.FIVE_POINTS[:4], {769, 807, 809, 821, 822, 823, 825, 837, 838, 849}),
    (CLS, W.THIRD, W.FIRST, {284, 286}),
    (CLS, W.OR, tuple((x, 1 if all(x) else -1) for x, _ in W.OR), AND_LINES),
    (M146, W.TWO_POINTS, (W.TWO_POINTS[0], (W.TWO_POINTS[1][0], 1)), {241, 251, 275}),
    (M146, W.XOR[3], (vector(1, 1, 1), 1), {502, 561}),
    (CS, part("cs4602_rows").BOTH_WRONG, vector(1, 3), {169}),
    (CS, part("cs4602_rows").AWAY, W.ORIGIN, {204}),
)
"""A number of an example, another one, and lines that come out otherwise then."""


def test_altered_example_is_noticed() -> None:
    """What is printed is computed from the examples: with another number in them, other lines are wrong."""
    found: list[tuple[object, set[int]]] = []
    for rows, old, new, _ in ALTERED_NUMBERS:
        altered = [(row, replaced(row, old, new)) for row in rows]
        found.append((old, {row.line for row, lie in altered if lie != row and outcome(lie) != row.verdict}))

    assert found == [(old, lines) for _, old, _, lines in ALTERED_NUMBERS]
