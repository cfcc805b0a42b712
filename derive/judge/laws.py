"""Whether what a page says of a law tells what a line about it says, though the law itself is not known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from derive.expr import tree
from derive.expr.tree import Node
from derive.judge.claim import Claim
from derive.judge.engine import Engine
from derive.judge.hypotheses import DECIDED, OF_KEPT, told
from derive.meaning.closing import Sides, closed
from derive.meaning.readings import Reading
from derive.meaning.spaces import WEIGHTS
from derive.statements import Name, Statement
from derive.statements.closing import close
from derive.statements.growth import given_with, name_with

SECONDS = 0.6
"""What each side may take."""


def is_told(claim: Claim, reading: Reading[Sides], engine: Engine) -> bool:
    """Return whether both sides are the same under any two laws of which all holds that the page says.

    Then it is no matter which law is meant: what else may be true of it changes neither side.
    """
    # What a condition puts down of its names is no part of the reading: some of them do not restrict the line.
    here = replace(
        reading.here, record=replace(reading.here.record, **{n: set(getattr(reading.here.record, n)) for n in OF_KEPT})
    )
    said = told((each for each in claim.scope.held_true() if not each.claimed), here)
    statement = closed(DECIDED[claim.sign.kind], reading.result, here.record, hypotheses=said.hypotheses)
    copies = _copies(statement)

    def put(node: Node) -> Node:
        """Return a node about the other law."""
        return _renamed(node, copies)

    def named(name: Name) -> Name:
        """Return a name of the other law."""
        return replace(name_with(name, put), name=copies.get(name.name, name.name))

    moving = [side for side in (statement.left, statement.right) if put(side) is not side]
    given = dict.fromkeys(e for one in statement.hypotheses for e in (one, given_with(one, put, named)))
    names = {each.name: each for one in statement.names for each in (one, named(one))}
    ranges = {each.name: each.range for each in statement.indices}
    doubled = (
        close("==", side, put(side), names=[*names.values()], indices=ranges, hypotheses=[*given]) for side in moving
    )
    return all(engine.proves(replace(each, rows=statement.rows), SECONDS) for each in doubled)


def _copies(statement: Statement) -> Mapping[str, str]:
    """Return another name for each name with a value at each outcome, for the weights, and for how many there are."""
    weights = [each for each in statement.names if each.name.startswith(WEIGHTS)]
    ends = {axis for each in weights for axis in each.axes}
    moving = [each.name for each in statement.names if ends.intersection(each.axes[:1])]
    sizes = (name for axis in ends if axis is not None and axis.last is not None for name in axis.last.names)
    return {name: f"{name}'" for name in (*moving, *sizes)}


def _renamed(node: Node, names: Mapping[str, str]) -> Node:
    """Return a node with other names, or the same one where none of them stands in it."""
    inner = tree.with_children(node, lambda part: _renamed(part, names))
    if isinstance(inner, tree.Scalar) and inner.name in names:
        return tree.Scalar(names[inner.name])
    if isinstance(inner, tree.Entry) and inner.name in names:
        return tree.Entry(names[inner.name], inner.indices)
    return inner
