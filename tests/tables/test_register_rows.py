"""The rows of the register: whatever is altered in one, its print, its numbers or its verdict, is noticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from derive.lectures import worked
from derive.lectures.register import (
    cls_rows,
    cls_runs,
    cs4602_rows,
    cse422_logistic,
    l7_rows,
    l7_runs,
    m146_rows,
)
from derive.lectures.register.cse422_logistic import (
    _threshold_run,
)
from derive.lectures.register.row import Check, Number, Of, Root, Row, Same, Shows, decide
from derive.lectures.worked import vector

WRONG = {"refuted", "wrong as printed"}

TABLES: dict[str, tuple[Row, ...]] = {
    "l7": (*l7_rows.ROWS, *l7_runs.ROWS),
    "m146": m146_rows.ROWS,
    "cls": (*cls_rows.ROWS, *cls_runs.ROWS),
    "cs4602": cs4602_rows.ROWS,
}
L7, M146, CLS, CS = TABLES.values()
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


EVIDENCE = (
    ("l7:539", "mistakes at the start and all around it: 2; at a solution: 0"),
    ("l7:544", "J = x^2/2 from 1 to below 1/100 at the rates 1/2, 1/4, 1/8: [3, 7, 15] steps"),
    ("l7:616", "scores 1 (right) and -3 (wrong) before; -2 (still wrong) at rate 1/2, -1 (now wrong) at rate 2"),
    ("l7:753", "the sizes of the weights are 3/2, 1/2, 1, 1"),
    ("l7:849", "mistakes at iterations 900 to 915: [2, 1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 1, 1, 2, 2]"),
    ("cls:26", "computed: 3 > 1"),
    ("cls:139", "of 20 instances 15 are right; the diagonal has 15, the rest of the table 5"),
    ("cls:144", "of 38 instances 32 are right; the diagonal has 32, the rest of the table 6"),
    ("cls:206", "answering negative to all of 200 is right for 9/10, and finds 0"),
    ("cls:782", "of the instances 1 to 4, none are misclassified by (0, 1, 1)"),
    ("cls:782", "of the instances 1 to 4, [1] are misclassified by (0, 1, 1)"),
    ("cls:439", "at the rate 2/201 the values fall; in the end w goes to and fro between 1/201 and -1/201"),
    ("cls:874", "the first prediction reads w_0, and only w_1 has a value"),
    ("cls:874", "the first prediction reads w_1, and only w_1 has a value"),
    ("cls:882", "after 10 epochs the last vector (-10, 0, 0) has 3 mistakes on OR"),
    ("cls:882", "after 10 epochs the last vector (0, 1, 1) has 0 mistakes on OR"),
    ("m146:305", "y w.x is 1 and -1 before the update on the second, and -4 for the first one after it"),
    ("m146:153", "0 updates, w = [0 0 0], misclassified: x_*"),
    ("m146:153", "2 updates, w = [0 -1 1], misclassified: none"),
    ("m146:502", "w = [-1 2 2 -5]"),
    ("m146:532", "[0 -1 1] in one order, [0 -2 1] in the other"),
    ("m146:546", "squared margins: 1/2 for [0 -1 1] and 0 for [0 -2 1]"),
    ("m146:561", "y w.x sums to zero over all examples, for every w"),
    ("cs4602:142", "of the labels +1 and -1, a score of 0 is wrong for [-1]"),
    ("cs4602:142", "of the labels +1 and -1, a score of 0 is wrong for [1, -1]"),
    ("cs4602:169", "errors 1, 1 before an update on the first example, 0, 3 after it"),
    ("cs4602:201", "for k = 2, 4, 8, 16 the updates are 13, 53, 229, 965"),
    ("cs4602:204", "the solutions have the directions (-2/3, 1, 2/3) and (-1/3, 1, 1)"),
    ("cs4602:204", "the solutions have the directions (-2/3, 1, 2/3) and (-1/2, 1, 1)"),
    ("cs4602:269", "J is 8/11 along m_2 - m_1, and 8/3 along S_W^-1 (m_2 - m_1)"),
    ("cs4602:269", "J is 5 along m_2 - m_1, and 5 along S_W^-1 (m_2 - m_1)"),
)
"""What the examples show, by line: what is computed of them, and of the repair."""


def test_what_the_examples_show_is_computed() -> None:
    """The numbers in the evidence are those of the examples."""
    rows = {f"{name}:{row.line}": row for name, table in TABLES.items() for row in table}

    assert [(name, told) for name, told in EVIDENCE if told not in decide(rows[name]).evidence] == []


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


def test_examples_by_hand() -> None:
    """What the rows compute, as one does on paper: a line, a criterion, its tie, scatter, threshold, two updates."""
    assert worked.least_squares(worked.INPUTS, worked.OUTPUTS) == (Fraction(41, 37), Fraction(43, 37))
    assert cls_runs.criterion([(vector(1, 1), 1), (vector(1, 0), 1)], vector(0, -2)) == Fraction(2)
    assert cs4602_rows.gap(*cs4602_rows.ROUND) == vector(4, 2)
    assert cs4602_rows.scatter(*cs4602_rows.ROUND) == (vector(4, 0), vector(0, 4))
    assert cs4602_rows.criterion(vector(4, 2), *cs4602_rows.ROUND) == 5
    assert _threshold_run(cse422_logistic.POINTS[:2], 1) == vector(-1, 1)
