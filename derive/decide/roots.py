"""Inequalities between roots: of a side that is not negative and another one, the squares decide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from derive import kernel
from derive.decide.certificate import NO_PROOF
from derive.decide.ground import Ground, stand_on
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.tree import Node
from derive.kernel import NONNEGATIVE
from derive.normal.write import node_of
from derive.statements import Statement
from derive.verdict import Certificate


@dataclass(frozen=True, slots=True)
class Squares:
    """Why `statement` holds: it says smaller <= larger, with larger >= 0, and `certificate` proves that of the squares.

    Then smaller <= |smaller| <= larger. A strict order of the squares gives a strict one of the sides.
    """

    statement: Statement
    smaller: Node
    larger: Node
    certificate: Certificate
    limits: kernel.Limits

    def check(self) -> bool:
        """Return whether the sides are those of the statement, the larger one not negative, and the squares ordered."""
        try:
            ground = stand_on(self.statement, self.limits)
            defined = are_defined(ground, self.smaller, self.larger)
            larger, smaller = ground.question.read(self.larger), ground.question.read(self.smaller)
            rest = kernel.subtract(ground.goal, kernel.subtract(larger, smaller))
            same = kernel.vanishes(ground.ring, rest) is not None
            wanted = squared(self.statement, self.smaller, self.larger)
            proved = getattr(self.certificate, "statement", None) == wanted
            return defined and same and proved and ground.sign(larger) >= NONNEGATIVE and self.certificate.check()
        except NO_PROOF:
            return False

    def __str__(self) -> str:
        """Return the certificate of the squares, and what follows."""
        larger = to_sympy(self.larger, self.statement.vocabulary, evaluate=True)
        return f"{larger} >= 0, and of the squares: {self.certificate}"


def squared(statement: Statement, smaller: Node, larger: Node) -> Statement:
    """Return the statement that the squares of two sides are in the order which a statement claims of the sides."""
    left, right = (tree.Power(side, tree.number(2)) for side in (smaller, larger))
    return replace(statement, left=left, right=right, sign="<" if statement.sign in {"<", ">"} else "<=")


def are_defined(ground: Ground, smaller: Node, larger: Node) -> bool:
    """Return whether both sides have values wherever the statement has.

    A side is written anew, multiplied out, so that the sign of what stands under a root need not be seen any more.
    """
    session = ground.question.session
    before = len(session.needs)
    for side in (smaller, larger):
        _ = ground.question.read(side)
    return all(ground.is_defined(need) for need in session.needs[before:])


def sides_with_roots(ground: Ground) -> Iterator[tuple[Node, Node]]:
    """Yield a smaller and a larger side of a goal with roots; the larger one is known not to be negative.

    It holds the roots alone, and then all that is known not to be negative.
    """
    if not any(map(_has_root, ground.goal)):
        return
    known: kernel.Poly = {m: c for m, c in ground.goal.items() if c > 0 and ground.sign({m: 1}) >= NONNEGATIVE}
    roots = {mono: coef for mono, coef in known.items() if _has_root(mono)}
    for larger in (roots, known) if roots != known else (known,):
        smaller = kernel.subtract(larger, ground.goal)
        if larger and smaller:
            session = ground.question.session
            yield node_of(smaller, session), node_of(larger, session)


def _has_root(mono: kernel.Mono) -> bool:
    return any(isinstance(exponent, Fraction) for _, exponent in mono.factors)
