"""What the engine answered is kept, with what it was asked for; a look at points comes before a proof, and is none."""

from __future__ import annotations

from sympy import Expr, Symbol

from derive.decide.prove import decide, proves
from derive.judge.answers import Answers
from derive.statements import Statement, statement

x = Symbol("x", real=True)
TRUE, FALSE = (x + 1) ** 2, x**2 + 1


def square(right: Expr) -> Statement:
    """Return that the square of x + 1 is something, with objects of its own."""
    return statement(x**2 + 2 * x + 1, right)


def test_a_statement_is_decided_once() -> None:
    """Objects of one's own that say the same are the same statement."""
    answers = Answers()
    first = answers.of(square(TRUE), 1.0)
    assert answers.of(square(TRUE), 1.0) is first


def test_a_proof_without_a_second_opinion_is_none_where_one_is_asked_for() -> None:
    """What was only looked at is not shown to a reader."""
    answers = Answers()
    assert answers.of(square(TRUE), 1.0).recheck is None
    assert answers.of(square(TRUE), 1.0, recheck=True).recheck is not None


def test_a_look_changes_no_verdict() -> None:
    """What fails at a point is no more proved than before, and what does not is."""
    assert [decide(square(right), look=True).status for right in (TRUE, FALSE)] == ["proved", "refuted"]
    assert [proves(square(right)) for right in (TRUE, FALSE)] == [True, False]
