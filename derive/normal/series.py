"""Sums without an end: read as what they converge to, on the condition that they do."""

from __future__ import annotations

from derive import kernel
from derive.errors import BeyondKernelError, UndefinedError
from derive.expr import tree
from derive.expr.tree import Node
from derive.normal.read import read
from derive.normal.session import Need, Scope, Session
from derive.normal.write import node_of
from derive.statements.types import Range

FROM_ZERO = Range(tree.ZERO, None)
FAMILIES = "sums of n^k r^n, and of n^k r^n / n!, without an end"


@read.register
def _series(node: tree.Series, session: Session, scope: Scope) -> kernel.Poly:
    """Put m + a for n, so that m begins at 0: a is where n begins, or the number that makes n + c below a factorial m."""
    offset = _offset(node)
    here, start = tree.Index(f"~~{node.at}"), node.first if offset is None else tree.number(-offset)
    index = session.ring.fresh(session.dim_of(FROM_ZERO))
    body = read(tree.opened(node, tree.add(here, start)), session, scope.inside(here, index))
    found = kernel.power_series(session.ring, index, body)
    if found is None:
        raise BeyondKernelError("a sum without an end", reason=f"only {FAMILIES} are added up", way_out="let it end")
    for each in found:
        if not each.factorial:
            _need_convergence(each.ratio, session, scope)
    total = kernel.add(*(each.total(session.ring) for each in found))
    return total if offset is None else kernel.subtract(total, _head(node, offset, session, scope))


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


