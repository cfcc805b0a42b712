"""The sign of an expression as it is written: a sum of squares shows its sign before it is multiplied out."""

from __future__ import annotations

from functools import singledispatch

from derive import kernel
from derive.decide.ground import Ground
from derive.expr import tree
from derive.expr.tree import Node
from derive.kernel.known import is_nonzero
from derive.normal import Scope
from derive.normal.read import read


def written_sign(node: Node, ground: Ground, scope: Scope) -> int:
    """Return what can be known of the sign of an expression from its parts, else from its normal form."""
    known = _sign(node, ground, scope)
    return known if known == kernel.POSITIVE else max(known, ground.sign(read(node, ground.question.session, scope)))


@singledispatch
def _sign(_node: Node, _ground: Ground, _scope: Scope) -> int:
    return kernel.UNKNOWN


@_sign.register
def _add(node: tree.Add, ground: Ground, scope: Scope) -> int:
    """A sum of nonnegative terms, greater than zero if one is."""
    signs = [written_sign(part, ground, scope) for part in node.terms]
    return max(signs) if kernel.UNKNOWN not in signs else kernel.UNKNOWN


@_sign.register
def _mul(node: tree.Mul, ground: Ground, scope: Scope) -> int:
    """A product of factors of known sign, an even number of them negative."""
    signs, negative = [kernel.POSITIVE], False
    for part in node.factors:
        known = written_sign(part, ground, scope)
        if known == kernel.UNKNOWN:
            known, negative = ground.sign(read(tree.negative(part), ground.question.session, scope)), not negative
        signs.append(known)
    return kernel.UNKNOWN if negative else min(signs)


@_sign.register
def _power(node: tree.Power, ground: Ground, scope: Scope) -> int:
    """An even power of a real number; any power of a positive one."""
    known = written_sign(node.base, ground, scope)
    exponent = node.exponent.value if isinstance(node.exponent, tree.Number) else None
    if known != kernel.UNKNOWN and exponent is not None:
        return kernel.POSITIVE if exponent < 0 else known
    if known == kernel.POSITIVE:
        return known
    value = read(node.base, ground.question.session, scope)
    if exponent is None or exponent.denominator != 1 or exponent % 2 or not ground.is_real(value):
        return kernel.UNKNOWN
    return kernel.POSITIVE if exponent < 0 or is_nonzero(ground.ring, value) else kernel.NONNEGATIVE


@_sign.register(tree.Sum)
@_sign.register(tree.Product)
def _binder(node: tree.Sum | tree.Product, ground: Ground, scope: Scope) -> int:
    """A sum or product of nonnegative terms; a sum of positive ones is positive where there is a term."""
    dim = ground.question.session.dim(node.first, node.last, scope)
    inner = scope.inside(tree.Bound(node.at), ground.ring.fresh(dim))
    known = written_sign(node.body, ground, inner)
    nonempty = dim.nonempty or isinstance(node, tree.Product)
    return min(known, kernel.POSITIVE if nonempty else kernel.NONNEGATIVE)


@_sign.register
def _call(node: tree.Call, ground: Ground, scope: Scope) -> int:
    """A maximum is at least as large as the largest sign of its arguments; a minimum is one of them."""
    if node.function not in {"Max", "Min"}:
        return kernel.UNKNOWN
    signs = [written_sign(part, ground, scope) for part in node.arguments]
    return max(signs) if node.function == "Max" else min(signs)


def written_difference(large: Node, small: Node) -> Node:
    """Return large - small as written, without the terms of both; two sums over one range are subtracted inside."""
    if isinstance(large, tree.Sum) and isinstance(small, tree.Sum) and _ends(large) == _ends(small):
        name = f"~{max(large.at, small.at)}"
        bodies = (tree.opened(side, tree.Index(name)) for side in (large, small))
        return tree.bind(tree.Sum, name, *_ends(large), body=written_difference(*bodies))
    terms, taken = list(_terms(large)), list[Node]()
    for each in _terms(small):
        if each in terms:
            terms.remove(each)
        elif each is not tree.ZERO:
            taken.append(each)
    rest = tree.add(*terms, tree.ZERO)
    return tree.subtract(rest, tree.add(*taken)) if taken else rest


def _terms(node: Node) -> tuple[Node, ...]:
    return node.terms if isinstance(node, tree.Add) else (node,)


def _ends(node: tree.Sum) -> tuple[Node, Node]:
    return node.first, node.last
