"""Absolute values and maxima by cases: one of the values that they may take is the one that they have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from derive.decide.certificate import NO_PROOF
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.tree import Node
from derive.statements import Name, Relation, Statement
from derive.verdict import Certificate

Order = tuple[Node, Node, bool]
"""A larger and a smaller expression, and whether they cannot be equal."""
Case = tuple[Node, tuple[Order, ...]]
"""What a function is in one case, and what holds then."""
TRANSPARENT = (tree.Add, tree.Mul, tree.Power, tree.Call, tree.Cases, tree.Compare, tree.Both, tree.Either, tree.Not)
"""The kinds of nodes that are looked into: a binder or a derivative has other values inside than outside."""


@dataclass(frozen=True, slots=True)
class Cases:
    """Why `statement` holds: in each of the cases for `split`, of which one must occur, a certificate proves it.

    With `pointwise`, what holds a free index is a number there, of which only the case is known.
    """

    statement: Statement
    split: Node
    certificates: tuple[Certificate, ...]
    pointwise: bool = False

    def check(self) -> bool:
        """Return whether there is a certificate for each case, of the statement in this case, and all check."""
        try:
            wanted = list(in_cases(self.statement, self.split, pointwise=self.pointwise))
        except NO_PROOF:
            return False
        proved = [getattr(certificate, "statement", None) for certificate in self.certificates]
        return bool(wanted) and proved == wanted and all(certificate.check() for certificate in self.certificates)

    def __str__(self) -> str:
        """Return the certificates, a case each."""
        names = self.statement.vocabulary
        values = [to_sympy(value, names, evaluate=True) for value, _ in values_of(self.split)]
        pairs = zip(values, self.certificates, strict=True)
        split = to_sympy(self.split, names)
        return "; ".join(f"if {split} is {value}: {each}" for value, each in pairs)


def values_of(node: Node) -> list[Case]:
    """Return the values that an expression may have, with what holds then; none for kinds without cases."""
    if isinstance(node, tree.Cases):
        return _branches(node)
    if not isinstance(node, tree.Call):
        return []
    if node.function == "Abs":
        (inside,) = node.arguments
        return [(side, ((side, tree.ZERO, False),)) for side in (inside, tree.negative(inside))]
    if node.function == "sign":
        (inside,) = node.arguments
        zero = ((inside, tree.ZERO, False), (tree.ZERO, inside, False))
        return [
            (tree.ONE, ((inside, tree.ZERO, True),)),
            (tree.number(-1), ((tree.ZERO, inside, True),)),
            (tree.ZERO, zero),
        ]
    if node.function in {"Max", "Min"}:
        return [
            (one, tuple(_order(node, one, other) for other in node.arguments if other is not one))
            for one in node.arguments
        ]
    return []


def _order(node: tree.Call, one: Node, other: Node) -> Order:
    return (one, other, False) if node.function == "Max" else (other, one, False)


def _branches(node: tree.Cases) -> list[Case]:
    """Return the branches of a function by cases, each where its order holds and none before it."""
    found: list[Case] = []
    before: tuple[Order, ...] = ()
    for when, value in node.branches:
        if isinstance(when, tree.Truth) and when.holds:
            return [*found, (value, before)]
        if not isinstance(when, tree.Compare) or when.sign not in {"<", "<=", ">", ">="}:
            return []
        large, small = (when.left, when.right) if when.sign[0] == ">" else (when.right, when.left)
        strict = len(when.sign) == 1
        found.append((value, (*before, (large, small, strict))))
        before += ((small, large, not strict),)
    return []


def splits(statement: Statement) -> Iterator[Node]:
    """Yield the functions with cases in a statement that stand under no binder, the outermost first."""
    for side in (statement.left, statement.right):
        yield from _splits(side)


def _splits(node: Node) -> Iterator[Node]:
    if values_of(node):
        yield node
    for part in node.children if isinstance(node, TRANSPARENT) else ():
        yield from _splits(part)


def has_free_indices(node: Node) -> bool:
    """Return whether an expression depends on an index that nothing in it binds."""
    return any(isinstance(each, tree.Index) for each in tree.walk(node))


def in_cases(statement: Statement, split: Node, *, pointwise: bool = False) -> Iterator[Statement]:
    """Yield the statement in each case, with what holds in this case as a further hypothesis.

    What holds free indices is assumed only with `pointwise`: of an index, it would be assumed for all its values.
    """
    for value, order in values_of(split):
        sides = [_replaced(side, split, value) for side in (statement.left, statement.right)]
        here = replace(statement, left=sides[0], right=sides[1])
        known = [Relation(">" if strict else ">=", large, small, ()) for large, small, strict in order]
        if pointwise:
            here, known = at_one_point(here, known)
        closed = [each for each in known if not (has_free_indices(each.left) or has_free_indices(each.right))]
        yield replace(here, hypotheses=(*here.hypotheses, *closed))


def _replaced(node: Node, old: Node, new: Node) -> Node:
    """Return the expression with every occurrence that `splits` sees replaced."""
    if node is old:
        return new
    return tree.with_children(node, lambda part: _replaced(part, old, new)) if isinstance(node, TRANSPARENT) else node


def at_one_point(statement: Statement, known: list[Relation]) -> tuple[Statement, list[Relation]]:
    """Return a statement at one choice of its free indices: each part that holds one is a number, named like the part.

    What holds of these numbers, holds at every choice; of the hypotheses, those about the parts are not used for them.
    """
    numbers = numbers_for(statement, known, has_free_indices)
    return (statement, known) if numbers is None else with_numbers(statement, known, numbers)


def numbers_for(
    statement: Statement, known: Iterable[Relation], moves: Callable[[Node], bool]
) -> dict[Node, tree.Scalar] | None:
    """Return a number for each largest part that moves and is no arithmetic of others; None where names clash."""
    sides = [statement.left, statement.right, *(side for each in known for side in (each.left, each.right))]
    parts = list(dict.fromkeys(part for side in sides for part in _moving(side, moves)))
    numbers = {part: tree.Scalar(str(to_sympy(part, statement.vocabulary))) for part in parts}
    used = {*statement.vocabulary.symbols, *statement.vocabulary.sizes}
    clash = len(set(numbers.values())) < len(parts) or any(each.name in used for each in numbers.values())
    return None if clash else numbers


def with_numbers(
    statement: Statement,
    known: Iterable[Relation],
    numbers: Mapping[Node, tree.Scalar],
    kind_of: Callable[[Node], frozenset[str]] = lambda _: frozenset(),
) -> tuple[Statement, list[Relation]]:
    """Return a statement and what is known with numbers for parts, each of the kind of its part."""
    left, right = (_named(side, numbers) for side in (statement.left, statement.right))
    names = tuple(Name(number.name, (), kind_of(part)) for part, number in numbers.items())
    here = replace(statement, left=left, right=right, names=(*statement.names, *names))
    return here, [replace(each, left=_named(each.left, numbers), right=_named(each.right, numbers)) for each in known]


def _moving(node: Node, moves: Callable[[Node], bool]) -> Iterator[Node]:
    if isinstance(node, TRANSPARENT):
        for part in node.children:
            yield from _moving(part, moves)
    elif moves(node):
        yield node


def _named(node: Node, numbers: Mapping[Node, tree.Scalar]) -> Node:
    if node in numbers:
        return numbers[node]
    return tree.with_children(node, lambda part: _named(part, numbers)) if isinstance(node, TRANSPARENT) else node
