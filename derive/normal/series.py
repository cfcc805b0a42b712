"""Sums without an end: read as what they converge to, on the condition that they do."""

from __future__ import annotations

from derive import kernel
from derive.errors import BeyondKernelError, UndefinedError
from derive.expr import tree
from derive.expr.tree import Node
from derive.kernel import nodes
from derive.kernel.known import is_nonzero
from derive.normal.read import read
from derive.normal.session import Need, Scope, Session
from derive.normal.write import node_of
from derive.statements.types import Range

FROM_ZERO = Range(tree.ZERO, None)
FAMILIES = "sums of n^k r^n, and of n^k r^n / n!, without an end"


@read.register
def _series(node: tree.Series, session: Session, scope: Scope) -> kernel.Poly:
    """Put m + a for n, so that m begins at 0: a is where n begins, or -c beside a factorial of n + c."""
    if isinstance(node.body, tree.Sum) and not _moves(node, node.body):
        return read(_turned(node, node.body), session, scope)
    offset = _offset(node)
    here, start = tree.Index(f"~~{node.at}"), node.first if offset is None else tree.number(-offset)
    index, before = session.ring.fresh(session.dim_of(FROM_ZERO)), len(session.needs)
    body = read(tree.opened(node, tree.add(here, start)), session, scope.inside(here, index))
    # What divides by n - 1 has a term without a value; and a condition for every n without an end cannot be shown.
    moving = [need.value for need in session.needs[before:] if index in nodes.free_of(need.value)]
    found = kernel.power_series(session.ring, index, body)
    if found is None or not all(is_nonzero(session.ring, value) for value in moving):
        raise BeyondKernelError("a sum without an end", reason=f"only {FAMILIES} are added up", way_out="let it end")
    for each in found:
        if not each.factorial:
            _need_convergence(each.ratio, session, scope)
    total = kernel.add(*(each.total(session.ring) for each in found))
    return total if offset is None else kernel.subtract(total, _head(node, offset, session, scope))


def _moves(node: tree.Series, total: tree.Sum) -> bool:
    """Return whether an end of a sum below a series depends on the index of the series."""
    return any(tree.Bound(node.at) in set(tree.walk(end)) for end in (total.first, total.last))


def _turned(node: tree.Series, total: tree.Sum) -> Node:
    """Return the sum over i of the series of f(i, n), for the series of the sums: where those converge, so does it."""
    here, place = tree.Index(f"~~{node.at}"), tree.Index(f"~~{total.at}")
    body = tree.opened(tree.opened(node, here), place)
    series = tree.bind(tree.Series, here.name, node.first, body=body)
    return tree.bind(tree.Sum, place.name, total.first, total.last, body=series)


def _offset(node: tree.Series) -> int | None:
    """Return c where (n + c)! stands in a series over n; None where no factorial does."""
    bound = tree.Bound(node.at)
    for part in tree.walk(node.body):
        if isinstance(part, tree.Call) and part.function == "factorial" and bound in set(tree.walk(part)):
            added = tree.replace(part.arguments[0], {bound: tree.ZERO})
            value = tree.add(added, tree.ZERO)
            return int(value.value) if isinstance(value, tree.Number) and value.value.denominator == 1 else 0
    return None


def _head(node: tree.Series, offset: int, session: Session, scope: Scope) -> kernel.Poly:
    """Return the terms before the first one, from the one with 0! on."""
    first = node.first.value if isinstance(node.first, tree.Number) else None
    if not isinstance(first, int):
        reason = "a series over a factorial is understood from a number on"
        raise BeyondKernelError("a sum without an end", reason=reason, way_out="let it begin at a number")
    if first < -offset:
        reason = "it holds the factorial of a negative number"
        raise UndefinedError("a sum without an end", reason=reason, way_out="let it begin later")
    terms = (tree.opened(node, tree.number(place)) for place in range(-offset, first))
    return kernel.add(*(read(term, session, scope) for term in terms))


def _need_convergence(ratio: kernel.Poly, session: Session, scope: Scope) -> None:
    """Remember that a geometric series has a value where its ratio lies between -1 and 1."""
    around = {index: bound for bound, index in scope.indices.items()}
    names: dict[kernel.Index, Node] = {index: tree.Index(index.name) for index in around}
    values = {node_of(value, session): bound for bound, value in scope.bound.items() if isinstance(value, dict)}
    shown = node_of(ratio, session, names)
    shown = tree.replace(shown, {**values, **{names[index]: bound for index, bound in around.items()}})
    refuse_divergent(ratio, session.ring, "a sum without an end")
    session.need(Need("convergent", shown, ratio, scope, "ratio of a series"))


def refuse_divergent(ratio: kernel.Poly, ring: kernel.Ring, shown: str) -> None:
    """Raise `UndefinedError` for a geometric series whose ratio is a number of which it never converges."""
    if ratio.keys() == {ring.one} and abs(ratio[ring.one]) >= 1:
        reason = f"its terms are powers of {ratio[ring.one]}, so that it does not converge"
        raise UndefinedError(shown, reason=reason, way_out="let it end at a size")
