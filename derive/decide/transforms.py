"""Inequalities of the squares, exponentials or logarithms of both sides: these are in order where the sides are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from derive import kernel
from derive.decide.certificate import NO_PROOF
from derive.decide.ground import Ground, stand_on
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.tree import Node
from derive.kernel import NONNEGATIVE, POSITIVE, nodes
from derive.normal.write import node_of
from derive.statements import Statement
from derive.verdict import Certificate

Sides = tuple[kernel.Poly, kernel.Poly]
"""A smaller and a larger side, whose difference is the goal."""


@dataclass(frozen=True, slots=True)
class Transform:
    """A function that increases: what is said of the sides, what it makes of them, where it may, and which ask for it.

    The order of the values must imply that of the sides wherever `holds`.
    """

    said: str
    of: Callable[[Node], Node]
    holds: Callable[[Ground, kernel.Poly, kernel.Poly], bool]
    sides: Callable[[Ground], Iterator[Sides]]


def _larger_is_not_negative(ground: Ground, _smaller: kernel.Poly, larger: kernel.Poly) -> bool:
    """Return whether squares in order make the sides so: smaller <= |smaller| <= |larger| = larger."""
    return ground.sign(larger) >= NONNEGATIVE


def _real(ground: Ground, smaller: kernel.Poly, larger: kernel.Poly) -> bool:
    """Return whether exponentials in order make the sides so: they do for all real numbers."""
    return ground.is_real(smaller, larger)


def _positive(ground: Ground, smaller: kernel.Poly, larger: kernel.Poly) -> bool:
    """Return whether logarithms in order make the sides so: they do where both sides are positive."""
    return ground.sign(smaller) == ground.sign(larger) == POSITIVE


def _with_roots(ground: Ground) -> Iterator[Sides]:
    """Yield the sides of a goal with roots; the larger one holds the roots alone, and then all that is not negative."""
    if not any(map(_has_root, ground.goal)):
        return
    known: kernel.Poly = {m: c for m, c in ground.goal.items() if c > 0 and ground.sign({m: 1}) >= NONNEGATIVE}
    roots = {mono: coef for mono, coef in known.items() if _has_root(mono)}
    for larger in (roots, known) if roots != known else (known,):
        if larger and larger != ground.goal:
            yield kernel.subtract(larger, ground.goal), larger


def _has_root(mono: kernel.Mono) -> bool:
    return any(isinstance(exponent, Fraction) for _, exponent in mono.factors)


def _with_logarithms(ground: Ground) -> Iterator[Sides]:
    """Yield the sides of a goal with logarithms that stand under no sum; what is left, opposite to them if need be."""
    logs = {m: c for m, c in ground.goal.items() if any(_is_logarithm(atom) for atom, _ in m.factors)}
    sides = _by_coefficients(ground.goal)
    if logs and all(sides):
        yield sides
    elif logs:
        rest = kernel.subtract(ground.goal, logs)
        yield (kernel.scale(rest, -1), logs) if sides[1] else (kernel.scale(logs, -1), rest)


def _is_logarithm(atom: nodes.Atom) -> bool:
    return isinstance(atom.form, nodes.Call) and atom.form.name == "log"


def _of_exponentials(ground: Ground) -> Iterator[Sides]:
    """Yield the sides of a goal that compares two products with exponentials or powers in them."""
    smaller, larger = sides = _by_coefficients(ground.goal)
    forms = [atom.form for side in sides for mono in side for atom, _ in mono.factors]
    if len(smaller) == len(larger) == 1 and any(isinstance(f, nodes.Exp | nodes.Tower | nodes.Product) for f in forms):
        yield sides


def _by_coefficients(goal: kernel.Poly) -> Sides:
    return {m: -c for m, c in goal.items() if c < 0}, {m: c for m, c in goal.items() if c > 0}


TRANSFORMS: Mapping[str, Transform] = {
    "squares": Transform(
        "{1} >= 0, and ", lambda side: tree.Power(side, tree.number(2)), _larger_is_not_negative, _with_roots
    ),
    "exponentials": Transform("", lambda side: tree.Call("exp", (side,)), _real, _with_logarithms),
    "logarithms": Transform("{0} > 0, and ", lambda side: tree.Call("log", (side,)), _positive, _of_exponentials),
}
INVERSE = {"exponentials": "logarithms", "logarithms": "exponentials"}


@dataclass(frozen=True, slots=True)
class Transformed:
    """Why `statement` holds: it says smaller <= larger, and `certificate` proves that of the transformed sides.

    A strict order of the transformed sides gives a strict one of the sides.
    """

    statement: Statement
    transform: str
    smaller: Node
    larger: Node
    certificate: Certificate
    limits: kernel.Limits

    def check(self) -> bool:
        """Return whether the sides are those of the statement, may be transformed, and are then in order."""
        try:
            ground = stand_on(self.statement, self.limits)
            defined = are_defined(ground, self.smaller, self.larger)
            larger, smaller = ground.question.read(self.larger), ground.question.read(self.smaller)
            rest = kernel.subtract(ground.goal, kernel.subtract(larger, smaller))
            same = kernel.vanishes(ground.ring, rest) is not None
            wanted = transformed(self.statement, self.transform, self.smaller, self.larger)
            proved = getattr(self.certificate, "statement", None) == wanted
            holds = TRANSFORMS[self.transform].holds(ground, smaller, larger)
            return defined and same and proved and holds and self.certificate.check()
        except NO_PROOF:
            return False

    def __str__(self) -> str:
        """Return the certificate of the transformed sides."""
        sides = (to_sympy(side, self.statement.vocabulary, evaluate=True) for side in (self.smaller, self.larger))
        return f"{TRANSFORMS[self.transform].said.format(*sides)}of the {self.transform}: {self.certificate}"


def transformed(statement: Statement, transform: str, smaller: Node, larger: Node) -> Statement:
    """Return the statement that two sides are in the order which a statement claims, each of them transformed."""
    left, right = (TRANSFORMS[transform].of(side) for side in (smaller, larger))
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


def transformable(ground: Ground, names: Iterable[str]) -> Iterator[tuple[str, Node, Node]]:
    """Yield the name of a transform with a smaller and a larger side that it may be used on."""
    session = ground.question.session
    for name in names:
        for smaller, larger in TRANSFORMS[name].sides(ground):
            if TRANSFORMS[name].holds(ground, smaller, larger):
                yield name, node_of(smaller, session), node_of(larger, session)


def without(last: str) -> tuple[str, ...]:
    """Return the transforms that undo neither roots nor the last one."""
    return tuple(name for name in INVERSE if name != INVERSE.get(last))
