"""Whether what a page says of a law tells what a line about it says, though the law itself is not known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from derive.decide.prove import proves
from derive.expr import tree
from derive.expr.tree import Node
from derive.judge.claim import Claim
from derive.judge.hypotheses import DECIDED, OF_KEPT, told
from derive.limits import Limits
from derive.meaning.closing import Sides, closed
from derive.meaning.readings import Reading
from derive.meaning.spaces import WEIGHTS
from derive.statements import Name, Property, Range, Relation, Statement
from derive.statements.closing import close

SECONDS = 0.6
"""What each side may take."""


def is_told(claim: Claim, reading: Reading[Sides]) -> bool:
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
    ranges = {each.name: each.range for each in statement.indices}
    for side in (statement.left, statement.right):
        other = _renamed(side, copies)
        if other is side:
            continue
        both = [each for given in statement.hypotheses for each in {given: 0, _given(given, copies): 0}]
        names = {each.name: each for one in statement.names for each in (one, _name(one, copies))}
        doubled = close("==", side, other, names=[*names.values()], indices=ranges, hypotheses=both)
        if not proves(replace(doubled, rows=statement.rows), limits=Limits(seconds=SECONDS)):
            return False
    return True


def _copies(statement: Statement) -> Mapping[str, str]:
    """Return another name for each name with a value at each outcome, for the weights, and for how many there are."""
    weights = [each for each in statement.names if each.name.startswith(WEIGHTS)]
    ends = {axis for each in weights for axis in each.axes}
    moving = [each.name for each in statement.names if ends.intersection(each.axes[:1])]
    sizes = [name for axis in ends if axis is not None and axis.last is not None for name in _scalars(axis.last)]
    return {name: f"{name}'" for name in (*moving, *sizes)}


def _scalars(node: Node) -> list[str]:
    return [each.name for each in tree.walk(node) if isinstance(each, tree.Scalar)]


def _renamed(node: Node, names: Mapping[str, str]) -> Node:
    """Return a node with other names, or the same one where none of them stands in it."""
    inner = tree.with_children(node, lambda part: _renamed(part, names))
    if isinstance(inner, tree.Scalar) and inner.name in names:
        return tree.Scalar(names[inner.name])
    if isinstance(inner, tree.Entry) and inner.name in names:
        return tree.Entry(names[inner.name], inner.indices)
    return inner


def _range(where: Range | None, names: Mapping[str, str]) -> Range | None:
    if where is None:
        return None
    return Range(*(None if end is None else _renamed(end, names) for end in (where.first, where.last)))


def _name(name: Name, names: Mapping[str, str]) -> Name:
    axes = tuple(_range(axis, names) for axis in name.axes)
    return replace(name, name=names.get(name.name, name.name), axes=axes)


def _given(given: Relation | Property, names: Mapping[str, str]) -> Relation | Property:
    """Return a hypothesis about the other law."""
    if isinstance(given, Property):
        return replace(given, tensors=tuple(_name(each, names) for each in given.tensors))
    indices = tuple(replace(each, range=_range(each.range, names) or each.range) for each in given.indices)
    return replace(given, left=_renamed(given.left, names), right=_renamed(given.right, names), indices=indices)
