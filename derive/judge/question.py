"""What the engine is asked of a reading: its sides and facts, with the axes that the document shows."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Indexed

from derive.decide import prove
from derive.documents.readings import Reading
from derive.inference.guessed import guessed
from derive.limits import Limits
from derive.verdict import Verdict


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


def verdict_on(
    reading: Reading, facts: tuple[Any, ...] | None = None, *, relation: str = "==", limits: Limits, recheck: bool = False
) -> Verdict:
    """Return what the engine makes of a reading, under its own facts or others. Raises what `prove` raises."""
    facts = facts_of(reading) if facts is None else facts
    ranges = ranges_of(reading)
    return prove(reading.lhs, reading.rhs, facts, relation=relation, ranges=ranges, recheck=recheck, limits=limits)
