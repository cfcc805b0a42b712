"""Arrays of whole numbers compared by their one-hot codes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sympy import Integer

from numeric.verify.trace import cases
from numeric.verify.trace.blocks import Block, add, broadcast, build, elementwise, picked, summed, unify
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.gathering import coded
from numeric.verify.trace.session import Trace


def same_code(trace: Trace, one: Block, other: Block, *, negated: bool) -> Block:
    """Return where two arrays of whole numbers agree: the sum over the classes of both being that class."""
    if one.codes is None:
        one, other = other, one
    if one.codes is not None and other.codes is None and other.leaf is not None:
        other = replace(other, codes=coded(trace, other, one.codes.axes[-1]))
    result = _code_is(trace, one, other) if other.codes is None else _codes_agree(trace, one, other)
    return elementwise(trace, lambda a: 1 - a, result, boolean=True) if negated else result


def _code_is(trace: Trace, one: Block, other: Block) -> Block:
    value: Any = other.scalar() if not other.axes or all(len(axis) == 1 for axis in other.axes) else None
    codes = one.codes
    if codes is None or not isinstance(value, Integer) or (len(codes.axes[-1]) == 1 and len(codes.axes[-1][0]) > 1):
        raise trace.end("==", "labels are compared with what is no fixed class")
    last, known = codes.axes[-1], codes
    place = (int(value), ()) if last[0] == () else (0, (value,))
    if last[0] == () and not 0 <= int(value) < len(last):
        return elementwise(trace, lambda a: a * 0, one, boolean=True)
    return build(
        trace,
        one.axes,
        lambda at, places: known.entry((*at, place[0]), (*places, place[1])),
        boolean=True,
    )


def _codes_agree(trace: Trace, one: Block, other: Block) -> Block:
    first, second = one.codes, other.codes
    if first is None or second is None:
        raise trace.end("==", "labels are compared with what are no labels")
    unify(trace, first.axes[-1], second.axes[-1])
    last = first.axes[-1]

    def entry(position: Any, places: Any) -> Entry:
        """Return the entry at a position."""
        parts: list[Entry] = []
        for at, segment in enumerate(last):
            over = tuple(trace.fresh(factor) for factor in segment)
            a = picked(first, (*position, at), (*places, over))
            b = picked(second, (*position, at), (*places, over))
            parts.append(summed(trace, cases.apply(trace, lambda x, y: x * y, a, b), over))
        return add(trace, parts)

    return build(trace, broadcast(trace, one.axes, other.axes), entry, boolean=True)
