"""What the engine is asked of a reading: its sides and facts, with the axes that the document shows."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Idx, Indexed, Integer, KroneckerDelta, Mul
from sympy.core.relational import Equality

from derive.decide import prove
from derive.documents.readings import Reading
from derive.errors import DeriveError
from derive.expr.vocabulary import tensor_name
from derive.facts import Fact
from derive.inference.guessed import guessed
from derive.limits import Limits
from derive.statements import Statement, statement
from derive.statements.build import NEEDS_AXES
from derive.verdict import Verdict

WEAK = frozenset({"==", "<=", ">="})
"""The relations in which 0 stands to 0."""


def facts_of(reading: Reading) -> tuple[Any, ...]:
    """Return what a reading assumes, as far as it is a fact for the engine."""
    return tuple(assumption.fact for assumption in reading.assumptions if assumption.fact is not None)


def ranges_of(reading: Reading) -> dict[Any, Any]:
    """Return the axes of the tensors of a reading: those that the document declares, else those that usage shows.

    Raises what `guessed` raises.
    """
    facts = facts_of(reading)
    shown = guessed([reading.lhs, reading.rhs], facts)
    standing = [reading.lhs, reading.rhs, *(fact for fact in facts if isinstance(fact, Basic))]
    ranks = {entry.base: len(entry.indices) for side in standing for entry in side.atoms(Indexed)}
    return {**shown, **{base: axes for base, axes in reading.axes.items() if ranks.get(base) == len(axes)}}


def guesses_of(reading: Reading) -> tuple[str, ...]:
    """Return the axes that a fact of a reading speaks of, and that the document shows without declaring them."""
    facts = [fact for fact in facts_of(reading) if isinstance(fact, Fact) and fact.kind in NEEDS_AXES]
    spoken = {tensor_name(tensor): tensor for fact in facts for tensor in fact.tensors}
    try:
        ranges = ranges_of(reading) if facts else {}
    except DeriveError:
        return ()
    found = {name: ranges[base] for name, base in spoken.items() if base in ranges and base not in reading.axes}
    return tuple(
        f"the places of {name} are {' and '.join(f'{first}..{last}' for first, last in axes)}, by its use"
        for name, axes in found.items()
    )


def verdict_on(
    reading: Reading,
    facts: tuple[Any, ...] | None = None,
    *,
    relation: str = "==",
    limits: Limits,
    recheck: bool = False,
) -> Verdict:
    """Return what the engine makes of a reading, under its own facts or others. Raises what `prove` raises."""
    lhs, rhs, facts = _asked(reading, facts, relation)
    return prove(lhs, rhs, facts, relation=relation, ranges=ranges_of(reading), recheck=recheck, limits=limits)


def statement_of(reading: Reading, relation: str = "==") -> Statement:
    """Return what a reading states, under its facts. Raises what `derive.statement` raises."""
    lhs, rhs, facts = _asked(reading, None, relation)
    return statement(lhs, rhs, facts, relation=relation, ranges=ranges_of(reading))


def _asked(reading: Reading, facts: tuple[Any, ...] | None, relation: str) -> tuple[Any, Any, tuple[Any, ...]]:
    facts = facts_of(reading) if facts is None else facts
    counts, facts = _apart(reading, facts) if relation in WEAK else (Integer(1), facts)
    return counts * reading.lhs, counts * reading.rhs, facts


def _apart(reading: Reading, facts: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return what is 0 where two indices of a reading are equal that differ by a fact, else 1, and the other facts.

    A fact with free indices holds for all their values, and no two indices always differ.
    """
    different = [fact for fact in facts if isinstance(fact, Equality) and isinstance(fact.lhs, KroneckerDelta)]
    standing = reading.lhs.atoms(Idx) | reading.rhs.atoms(Idx)
    kept = [1 - fact.lhs for fact in different if fact.lhs.atoms(Idx) <= standing]
    return Mul(*kept), tuple(fact for fact in facts if fact not in different)
