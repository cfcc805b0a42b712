"""Where two sides that differ are equal all the same: where a factor of their difference is zero."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from derive import kernel
from derive.decide.certificate import NO_PROOF
from derive.decide.factors import factored, is_whole
from derive.decide.ground import is_multiple
from derive.expr import tree
from derive.expr.tree import Node
from derive.kernel.known import is_nonzero
from derive.kernel.zero import clear
from derive.limits import Limits
from derive.normal.question import Question, ask
from derive.normal.write import node_of
from derive.statements import Statement


class Zero(NamedTuple):
    """A value of one name, or of an entry."""

    node: tree.Scalar | tree.Entry
    value: Fraction


class Zeros(NamedTuple):
    """Values of single names at each of which both sides are equal, and that they are nowhere else; none if not known.

    The right side may be the left one without some of its terms.
    """

    at: tuple[Zero, ...] = ()
    lacks_terms: bool = False


def equal_where(claim: Statement, *, limits: Limits | None = None) -> Zeros:
    """Return where both sides are equal, but for sides of which one is a multiple of the other by a number.

    Nowhere, where that is not known: where a side has no normal form, or the limits are reached.

    >>> from sympy import Symbol, symbols
    >>> from derive.statements import statement
    >>> (a, b), N = symbols("a b", real=True), Symbol("N", positive=True, integer=True)
    >>> [f"{node.name} = {value}" for node, value in equal_where(statement(a / N + b, a / N**2 + b)).at]
    ['N = 1', 'a = 0']
    """
    try:
        return _zeros_of(ask(claim, limits=limits))
    except NO_PROOF:
        return Zeros()


def _zeros_of(question: Question) -> Zeros:
    left, right = question.sides()
    ring, gap = question.ring, clear(question.ring, kernel.subtract(left, right), every=True)
    are_multiples = is_multiple(left, right) or is_multiple(left, kernel.scale(right, -1))
    if not gap or not is_whole(gap) or are_multiples:
        return Zeros()
    content, factors = factored(ring, gap)
    zeros: list[Zero] = []
    for factor, _ in factors if content else ():
        if not is_nonzero(ring, factor):
            zero = _zero(node_of(factor, question.session))
            if zero is None:
                return Zeros()
            zeros.append(zero)
    lacks_terms = all(left.get(mono) == coef for mono, coef in right.items())
    return Zeros(tuple(sorted(zeros, key=lambda zero: (zero.node.name, zero.value))), lacks_terms)


def _zero(factor: Node) -> Zero | None:
    """Return where a factor is zero, if that is at one value of one name."""
    terms: Sequence[Node] = factor.terms if isinstance(factor, tree.Add) else (factor,)
    numbers = [each.value for each in terms if isinstance(each, tree.Number)]
    others = [each for each in terms if not isinstance(each, tree.Number)]
    if len(others) != 1:
        return None
    parts = others[0].factors if isinstance(others[0], tree.Mul) else (others[0],)
    names = [each for each in parts if isinstance(each, tree.Scalar | tree.Entry)]
    scale = [each.value for each in parts if isinstance(each, tree.Number)]
    if len(names) != 1 or len(names) + len(scale) < len(parts):
        return None
    return Zero(names[0], -Fraction(sum(numbers)) / Fraction(scale[0] if scale else 1))
