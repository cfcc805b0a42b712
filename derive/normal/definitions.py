"""Definitions among the hypotheses: what a name depends on when one differentiates by another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from derive.errors import BeyondKernelError
from derive.expr import tree
from derive.expr.tree import Node
from derive.normal.budget import DEFINED
from derive.statements import Relation, Statement
from derive.statements.ranges import same_axis
from derive.statements.types import EVERYWHERE


@dataclass(frozen=True, slots=True)
class Definition:
    """An equation `name[indices] = value`; `whole` says that it defines every entry, by none of the same name."""

    name: str
    indices: tuple[str, ...]
    value: Node
    whole: bool


def definitions(claim: Statement) -> tuple[Definition, ...]:
    """Return the equations among the hypotheses that say what a name is: it stands alone on one side."""
    found = (each for relation in claim.relations if relation.sign == "==" for each in _of(relation, claim))
    return tuple({(each.name, len(each.indices)): each for each in found}.values())


def _of(relation: Relation, claim: Statement) -> Iterator[Definition]:
    """Yield what an equation defines; nothing where neither side stands alone."""
    for head, value in ((relation.left, relation.right), (relation.right, relation.left)):
        if isinstance(head, tree.Scalar) and head.name not in value.names and not relation.indices:
            yield Definition(head.name, (), value, whole=True)
            return
        if isinstance(head, tree.Entry):
            yield _family(head, value, relation, claim)
            return


def _family(head: tree.Entry, value: Node, relation: Relation, claim: Statement) -> Definition:
    ranges = {index.name: index.range for index in relation.indices}
    names = [i.name for i in head.indices if isinstance(i, tree.Index)]
    plain = len(names) == len(head.indices) == len(set(names)) and ranges.keys() <= set(names)
    axes = claim.name(head.name, len(head.indices)).axes
    everywhere = plain and all(same_axis(ranges[n], axis or EVERYWHERE) for n, axis in zip(names, axes, strict=True))
    return Definition(head.name, tuple(names), value, whole=everywhere and head.name not in value.names)


def put_in(node: tree.Derivative, claim: Statement) -> Node:
    """Return the body of a derivative with the names put in that are defined by what it differentiates by.

    The definition of a variable itself is not used: it is held free. Raises `BeyondKernelError` where a name depends on
    a variable in a way that cannot be put in, as a recursion does.
    """
    varied = frozenset(variable.name for variable, _ in node.by if isinstance(variable, tree.Entry | tree.Scalar))
    others = [each for each in definitions(claim) if each.name not in varied]
    dependent = _dependent(varied, others)
    body = node.body
    for _ in range(DEFINED.most):
        here = [each for each in others if each.name in dependent and each.name in body.names]
        if not here:
            return body
        if not all(each.whole for each in here):
            break
        for each in here:
            body = _put(body, each)
    name = next(each.name for each in others if each.name in dependent and each.name in body.names)
    reason = (
        f"it depends on {min(varied)} by an equation that cannot be put in: a recursion, or one on a part of an axis"
    )
    raise BeyondKernelError(name, reason=reason, way_out="define it by an expression over its whole axis")


def _dependent(varied: frozenset[str], others: list[Definition]) -> frozenset[str]:
    """Return the names that depend on what varies, by their definitions."""
    found: frozenset[str] = frozenset()
    while True:
        more = frozenset(each.name for each in others if each.value.names & (varied | found))
        if more == found:
            return found
        found = more


def _put(body: Node, definition: Definition) -> Node:
    """Return the body with every entry of the family replaced; binders are opened, so that nothing is captured."""
    if definition.name not in body.names:
        return body
    if isinstance(body, tree.Scalar) and not definition.indices:
        return definition.value
    if isinstance(body, tree.Entry) and body.name == definition.name and definition.indices:
        return tree.replace(definition.value, dict(zip(map(tree.Index, definition.indices), body.indices, strict=True)))
    change = tree.rebound if isinstance(body, tree.BINDERS) else tree.with_children
    return change(body, lambda part: _put(part, definition))
