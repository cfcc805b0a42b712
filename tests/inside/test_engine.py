"""What the engine answered is kept, with what it was asked for; a look at points is no proof, and no time no answer."""

from __future__ import annotations

import pytest
from sympy import Expr, Symbol

from derive.decide.prove import decide, proves
from derive.judge.engine import Engine, Late
from derive.judge.judging import Judge
from derive.statements import Statement, statement
from tests.derivative_lines import verdicts

x = Symbol("x", real=True)
TRUE, FALSE = (x + 1) ** 2, x**2 + 1


def square(right: Expr) -> Statement:
    """Return that the square of x + 1 is something, with objects of its own."""
    return statement(x**2 + 2 * x + 1, right)


def test_a_statement_is_decided_once() -> None:
    """Objects of one's own that say the same are the same statement."""
    engine = Engine()
    first = engine.of(square(TRUE), 1.0)
    assert engine.of(square(TRUE), 1.0) is first


def test_a_proof_without_a_second_opinion_is_none_where_one_is_asked_for() -> None:
    """What was only looked at is not shown to a reader."""
    engine = Engine()
    assert engine.of(square(TRUE), 1.0).recheck is None
    assert engine.of(square(TRUE), 1.0, recheck=True).recheck is not None


def test_a_look_changes_no_verdict() -> None:
    """What fails at a point is no more proved than before, and what does not is."""
    assert [decide(square(right), look=True).status for right in (TRUE, FALSE)] == ["proved", "refuted"]
    assert [proves(square(right)) for right in (TRUE, FALSE)] == [True, False]


def test_what_was_answered_costs_no_time() -> None:
    """Anything else is not asked once the time of a line is over."""
    engine = Engine()
    first, over = engine.of(square(TRUE), 1.0), engine.within(0.0)
    assert over.of(square(TRUE), 1.0) is first
    for ask in (over.of, over.proves, over.find, over.equal_where):
        with pytest.raises(Late):
            _ = ask(square(FALSE), 1.0)


def test_a_line_without_time_is_open() -> None:
    """It is neither proved nor called wrong."""
    page = "$$ (a + 1)^2 = a^2 + 2a + 1 $$\n\nHence $$ (u + v)^2 = u^2 + v^2 $$"
    assert verdicts(page) == ["proved", "refuted"]
    assert verdicts(page, Judge(engine=Engine(until=0.0))) == ["undecided", "undecided"]
