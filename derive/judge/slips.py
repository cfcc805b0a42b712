"""What a wrong line looks like: the slip that, undone, makes the statement true."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from sympy import Add

from derive.calculus import normalize
from derive.documents.readings import Reading, readings_of
from derive.documents.step import Step
from derive.errors import DeriveError
from derive.judge.alter.edit import Edit, Scope
from derive.judge.alter.every import edits
from derive.judge.alter.scope import scope_of
from derive.judge.finding import Slip
from derive.judge.naming import clear
from derive.judge.question import ranges_of, statement_of, verdict_on
from derive.judge.rounding import decide_rounded, decimals_of
from derive.judge.told import sentence, words
from derive.latex.read.tree import Node
from derive.latex.read.typeset import typeset
from derive.latex.write import node_of, page_for
from derive.limits import Limits
from derive.recheck import recheck

FEW_POINTS = 2
"""Enough to turn down an alteration that explains nothing; one that passes is decided by the engine."""
SECONDS = 3.0
"""What the search may compute; it is given up earlier where that takes five times as long by the clock."""


def _slip(edit: Edit) -> Slip:
    return Slip(edit.label, sentence(edit.sentence, map(typeset, edit.parts)))


def explain(step: Step, *, seconds: float = SECONDS) -> Slip | None:
    r"""Return the alteration of its right side that makes a wrong equation true; None where none is found in time.

    A slip is named only where the altered line is *proved*.

    >>> from derive.documents.files import read_document
    >>> from derive.documents.steps import steps_of
    >>> text = r"Let $w \in \mathbb{R}^D$. Then $\nabla_w (w^\top w) = w$."
    >>> found = explain(steps_of(read_document(text)).steps[0])
    >>> found.label, found.says.text
    ('factor 2', 'a factor of 2 is missing')
    """
    if step.rhs is None or step.sides is None or step.table is None:
        return None
    if decimals_of(step.rhs) is not None:
        return _of_number(step)
    seen = {_written(reading) for reading in step.readings}
    clock, computed = time.monotonic() + 5 * seconds, time.process_time() + seconds
    for edit in edits(step.rhs, scope_of(step)):
        if time.monotonic() > clock or time.process_time() > computed:
            return None
        for reading in _again(step, edit.node):
            if _written(reading) not in seen and holds(reading):
                return _slip(edit)
            seen.add(_written(reading))
    return _missing_term(step.readings[0]) if step.readings else None


def _missing_term(reading: Reading) -> Slip | None:
    """Return the one term by which two sides differ, if it is one."""
    try:
        term = normalize(reading.lhs - reading.rhs, ranges=ranges_of(reading))
    except (DeriveError, TypeError):
        return None
    if isinstance(term, Add) or not holds(replace(reading, rhs=reading.rhs + term)):
        return None
    term = clear(term)
    return Slip("missing term", sentence("the term {0} is missing", [node_of(term, page_for([term]))]))


def _of_number(step: Step) -> Slip | None:
    """Return the sign on the left side with which the printed number comes out."""
    if step.lhs is None or step.sides is None or step.table is None:
        return None
    for edit in (edit for edit in edits(step.lhs, Scope()) if edit.label == "sign"):
        for reading in readings_of(replace(step.sides, lhs=edit.node), step.table.copied())[0]:
            found = decide_rounded(step, reading, ())
            if found is not None and found.verdict == "agrees to the digits":
                return _slip(edit)
    return None


def _again(step: Step, altered: Node) -> tuple[Reading, ...]:
    """Return the readings of a step with another right side; none where it means nothing."""
    if step.sides is None or step.table is None:
        return ()
    return readings_of(replace(step.sides, rhs=altered), step.table.copied())[0]


def _written(reading: Reading) -> tuple[Any, Any]:
    return reading.lhs, reading.rhs


def holds(reading: Reading) -> bool:
    """Return whether a reading is proved; one that cannot even be decided is not."""
    try:
        if recheck(statement_of(reading), points=FEW_POINTS, max_seconds=1.0).agrees:
            return verdict_on(reading, limits=Limits(seconds=2)).status == "proved"
    except (DeriveError, TypeError, ValueError, ArithmeticError, RecursionError):
        return False
    return False


ORDERS = {"<=": (">=",), "<": ("<=", ">="), ">=": ("<=",), ">": (">=", "<=")}
"""The relations that an author may have meant where another one is wrong, the nearest first."""


def explain_order(reading: Reading, relation: str) -> Slip | None:
    """Return what a wrong inequality looks like: strict where equality occurs, or the wrong way round."""
    for other in ORDERS[relation]:
        if verdict_on(reading, relation=other, limits=Limits(seconds=1)).status == "proved":
            if other[0] == relation[0]:
                return Slip("strict", words("both sides may be equal: the inequality is not strict"))
            return Slip("direction", words("the inequality holds the other way round"))
    return None
