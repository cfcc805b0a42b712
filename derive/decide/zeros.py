"""Where two sides that differ are equal all the same: where a factor of their difference is zero."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from derive import kernel
from derive.decide.factors import factored
from derive.errors import DeriveError
from derive.expr import tree
from derive.expr.tree import Node
from derive.kernel.known import is_nonzero
from derive.kernel.zero import clear
from derive.limits import Limits
from derive.normal.question import ask
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

    >>> from sympy import Symbol, symbols
    >>> from derive.statements import statement
    >>> (a, b), N = symbols("a b", real=True), Symbol("N", positive=True, integer=True)
    >>> [f"{node.name} = {value}" for node, value in equal_where(statement(a / N + b, a / N**2 + b)).at]
    ['N = 1', 'a = 0']
    """
    try:
        question = ask(claim, limits=limits)
        left, right = question.sides()
    except (DeriveError, RecursionError, kernel.Undefined, kernel.UnstableLabelError, kernel.NoDerivativeError):
        return Zeros()
    ring, gap = question.ring, clear(question.ring, kernel.subtract(left, right), every=True)
    if not _is_plain(gap) or _are_multiples(left, right):
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


def _is_plain(poly: kernel.Poly) -> bool:
    return bool(poly) and all(isinstance(e, int) and e > 0 for mono in poly for _, e in mono.factors)


def _are_multiples(one: kernel.Poly, other: kernel.Poly) -> bool:
    """Return whether two polynomials are the same but for a number before them."""
    if one.keys() != other.keys():
        return False
    return len({Fraction(one[mono]) / Fraction(other[mono]) for mono in one}) == 1


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
