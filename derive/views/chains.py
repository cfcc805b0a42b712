"""Which steps are read together, so that an index means the same in all of them, and over what they were decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sympy import Basic, Symbol

from derive.expr.to_sympy import to_sympy
from derive.statements import Statement
from derive.statements.types import FreeIndex
from derive.verdict import Verdict
from derive.words import row_of

if TYPE_CHECKING:
    from derive.derivation import Step

Taken = tuple[Basic, Any, Any]
"""An index, its first value and its last; None for an end that is open."""
SAID = frozenset({"its own range", "an entry of the matrices"})
"""Where a range comes from that needs no line."""


def expressions(steps: Sequence[Step]) -> list[Basic]:
    """Return all expressions and relations that stand in some steps."""
    held = [part for step in steps for part in (step.lhs, step.rhs, step.shown, *step.uses)]
    conditions = [condition.statement for step in steps for condition in step.conditions]
    return [part for part in (*held, *conditions) if isinstance(part, Basic)]


def chains(steps: Sequence[Step]) -> list[list[Step]]:
    """Return the steps in groups, each of which begins where the line before does not go on."""
    found: list[list[Step]] = []
    for step in steps:
        if found and step.verdict is not None and left_of(step) == _end(found[-1][-1]):
            found[-1].append(step)
        else:
            found.append([step])
    return found


def left_of(step: Step) -> Any:
    """Return the left side that a reader expects; None for a step that is only words."""
    return step.lhs if step.shown is None else step.shown


def _end(step: Step) -> Any:
    return step.lhs if step.rhs is None else step.rhs


def taken(*verdicts: Verdict | None) -> tuple[Taken, ...]:
    """Return the free indices of what was decided that bring no range along, each with its ends, once.

    >>> from derive import prove, size, tensor
    >>> j, w = Symbol("j", integer=True), tensor("w", size("D"))
    >>> taken(prove(w[j], w[j]))
    ((j, 0, D - 1),)
    """
    claims = [claim for each in verdicts if each is not None and isinstance(claim := each.statement, Statement)]
    found = (_taken(index, claim) for claim in claims for index in claim.indices if index.source not in SAID)
    return tuple(dict.fromkeys(found))


def _taken(index: FreeIndex, claim: Statement) -> Taken:
    symbol, _ = claim.vocabulary.indices.get(index.name, (Symbol(index.name), None))
    ends = (index.range.first, index.range.last)
    first, last = (None if end is None else to_sympy(end, claim.vocabulary, evaluate=True) for end in ends)
    return symbol, first, last


def as_text(found: Taken) -> str:
    """Return a range in words, such as `j in 1..D`.

    >>> j = Symbol("j")
    >>> as_text((j, 1, Symbol("D"))), as_text((j, 0, None)), as_text((j, None, None))
    ('j in 1..D', 'every j >= 0', 'every integer j')
    """
    index, first, last = found
    if first is not None and last is not None:
        return f"{index} in {first}..{last}"
    ends = [*([f">= {first}"] if first is not None else []), *([f"<= {last}"] if last is not None else [])]
    return f"every {index} {ends[0]}" if ends else f"every integer {index}"


def problem_of(verdict: Verdict) -> str:
    """Return what is wrong or open about what was decided; nothing where it holds."""
    if row_of(verdict.status).holds:
        return ""
    return verdict.reason if verdict.counterexample is None else str(verdict.counterexample)
