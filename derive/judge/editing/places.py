"""The places of a tree at which a quantity stands, each with what puts another one there, so that it is read so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import pairwise
from typing import Literal

from derive.formula.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Derivative,
    Factors,
    Fraction,
    Grid,
    Name,
    Node,
    Noted,
    Number,
    Root,
    Scripted,
    Sequence,
    Sign,
    Terms,
    Words,
)
from derive.judge.editing.compose import bared, bracketed, held, product

Role = Literal["root", "whole", "term", "factor", "call", "piece", "part"]
"""What a quantity is where it stands: a side, the whole of an argument, a term, a factor, a name with what it may be
applied to and a piece of such, or what is a factor of the place around it."""

DEEPEST = 14
"""How far below the root an edit is made; deeper ones are too many, and explain too much."""
LINEAR: frozenset[Role] = frozenset({"root", "whole", "term", "factor"})
"""The roles in which a factor of what stands in round brackets is one of the brackets."""
MULTIPLIED = frozenset({"", "cdot"})
ALONE = (Name, Number, Scripted, Fraction, Root)
"""What a function takes as its argument without brackets."""


@dataclass(frozen=True, slots=True)
class Place:
    """A quantity in a tree, what it is there, and the tree with another one in its place.

    Where it `is_linear`, the tree is a multiple of the quantity, and perhaps something beside it.
    """

    node: Node
    role: Role
    put: Callable[[Node], Node]
    is_linear: bool = True


def places(tree: Node) -> Iterator[Place]:
    r"""Yield the places of a tree, from the outside in. A differential is no product, and is left as it is.

    >>> from derive.formula.read.parser import read
    >>> [place.role for place in places(read(r"x + \exp(y)"))]
    ['root', 'term', 'term', 'part', 'whole']
    """
    yield from _below(Place(tree, "root", lambda new: new), DEEPEST)


def _below(place: Place, depth: int) -> Iterator[Place]:
    if isinstance(place.node, Name) and not place.node.text[:1].isalnum():
        return  # a sign that stands alone is the result of a test, or an operation
    yield place
    if depth:
        for part in inside(place.node, place.role):
            is_apart = part.role != "piece" or isinstance(part.node, Bracket)
            is_linear = place.is_linear and is_apart and _is_multiple_of(place.node, part.node)
            yield from _below(replace(part, put=_within(place, part), is_linear=is_linear), depth - 1)


def _is_multiple_of(node: Node, part: Node) -> bool:
    """Return whether a tree is a multiple of a part of it, and perhaps something beside that."""
    if isinstance(node, Fraction):
        return part is node.top
    if isinstance(node, Big):
        return node.head == "sum"
    return isinstance(node, Terms | Factors | Noted) or (isinstance(node, Bracket) and node.left in {"(", "["})


def _within(place: Place, part: Place) -> Callable[[Node], Node]:
    return lambda new: place.put(part.put(new))


@singledispatch
def inside(node: Node, role: Role) -> Iterator[Place]:
    """Yield the quantities that a node is directly made of."""
    del node, role
    yield from ()


@inside.register
def _(node: Terms, role: Role) -> Iterator[Place]:
    del role
    for at, part in enumerate(node.parts):
        yield Place(part, "term", lambda new, at=at: replace(node, parts=_with(node.parts, at, _one_term(new))))


def _one_term(node: Node) -> Node:
    return bracketed(node) if isinstance(node, Terms) else node


def _with(parts: tuple[Node, ...], at: int, new: Node) -> tuple[Node, ...]:
    return (*parts[:at], new, *parts[at + 1 :])


@inside.register
def _(node: Factors, role: Role) -> Iterator[Place]:
    for start, end in units(node) if role != "call" else ():
        part = node.parts[start]
        if end == start + 1:
            yield Place(part, "factor", lambda new, at=start: spliced(node, at, at + 1, new))
        elif not is_differential(node, start):
            called = Factors(part.span | node.parts[end - 1].span, ("",) * (end - start), node.parts[start:end])
            yield Place(called, "call", lambda new, start=start, end=end: spliced(node, start, end, new))
            for at in range(start, end):
                yield Place(node.parts[at], "piece", lambda new, at=at: spliced(node, at, at + 1, new))


def units(node: Factors) -> Iterator[tuple[int, int]]:
    r"""Yield where the factors of a product begin and end: `f (x)`, which may be a call, and `d X` are one each.

    >>> from derive.formula.read.parser import read
    >>> list(units(read("2 f(x) dX")))
    [(0, 1), (1, 3), (3, 5)]
    """
    at = 0
    while at < len(node.parts):
        beside = at + 1 < len(node.parts) and not node.signs[at + 1]
        joined = beside and (is_differential(node, at) or _is_call(*node.parts[at : at + 2]))
        yield at, at + 1 + joined
        at += 1 + joined


def _is_call(name: Node, argument: Node) -> bool:
    rounded = isinstance(argument, Bracket) and argument.left in {"(", "["}
    return rounded and isinstance(name.base if isinstance(name, Scripted) else name, Name)


def is_differential(node: Factors, at: int) -> bool:
    """Return whether the sign of a differential stands at a place of a product, and no factor."""
    part = node.parts[at]
    bare = isinstance(part, Scripted) and part.sub is None and not part.primes
    base = part.base if isinstance(part, Scripted) and bare else part
    if not isinstance(base, Name) or base.accents or base.font not in {"", "roman"}:
        return False
    sign = base.text in {"d", "partial"} or (base.text == "delta" and base is part)
    return sign and at + 1 < len(node.parts) and not node.signs[at + 1]


def spliced(node: Factors, start: int, end: int, new: Node) -> Node:
    """Return a product with other factors in the place of some; a product among them is opened."""
    opened = isinstance(new, Factors)
    signs = ("", *new.signs[1:]) if isinstance(new, Factors) else ("",)
    parts = new.parts if isinstance(new, Factors) else (new,)
    before = node.signs[start]
    if opened and before == "/":
        signs, parts = ("",), (bracketed(new),)
    signs = (
        *node.signs[:start],
        _joint(before, node.parts[start - 1 : start], parts[0]),
        *signs[1:],
        *node.signs[end:],
    )
    return product(signs, (*node.parts[:start], *parts, *node.parts[end:]), node.span)


def _joint(sign: str, before: tuple[Node, ...], first: Node) -> str:
    """Return the sign between two factors: two numbers beside one another would be one."""
    numbers = bool(before) and isinstance(before[0], Number) and isinstance(first, Number)
    return "cdot" if numbers and not sign else sign


@inside.register
def _(node: Fraction, role: Role) -> Iterator[Place]:
    del role
    yield Place(node.top, "part", lambda new: replace(node, top=new))
    yield Place(node.bottom, "part", lambda new: replace(node, bottom=new))


@inside.register
def _(node: Root, role: Role) -> Iterator[Place]:
    del role
    yield Place(node.body, "whole", lambda new: replace(node, body=new))


@inside.register
def _(node: Apply, role: Role) -> Iterator[Place]:
    del role
    argument = node.argument
    if isinstance(argument, Sequence) and node.head == "binomial":
        for each in inside(argument, "whole"):
            yield replace(each, put=lambda new, put=each.put: replace(node, argument=put(new)))
        return
    if argument is None:
        return
    if isinstance(argument, Bracket):
        yield Place(argument, "part", lambda new: _applied(node, new))
        return
    yield Place(argument, "whole", lambda new: _applied(node, new))


def _applied(node: Apply, new: Node) -> Node:
    alone = isinstance(new, ALONE) and not node.bracketed
    return replace(node, argument=new if alone else bracketed(new), bracketed=not alone)


@inside.register
def _(node: Big, role: Role) -> Iterator[Place]:
    del role
    if node.body is not None:
        linear: Role = "part" if node.head == "sum" else "whole"
        yield Place(node.body, linear, lambda new: replace(node, body=held(new)))


@inside.register
def _(node: Derivative, role: Role) -> Iterator[Place]:
    del role
    if node.body is not None:
        yield Place(
            node.body, "part", lambda new: replace(node, body=new if isinstance(new, ALONE) else bracketed(new))
        )


@inside.register
def _(node: Bracket, role: Role) -> Iterator[Place]:
    if node.body is not None:
        linear = node.left in {"(", "["} and (role in LINEAR or (role == "piece" and isinstance(node.body, Terms)))
        loose = role in LINEAR and node.left == node.right == "("
        yield Place(
            node.body,
            "part" if linear else "whole",
            lambda new: new if loose and isinstance(new, ALONE) else replace(node, body=bared(new)),
        )


@inside.register
def _(node: Scripted, role: Role) -> Iterator[Place]:
    del role
    base = node.base
    if isinstance(base, Bracket) and base.body is not None:
        yield Place(base.body, "whole", lambda new: replace(node, base=replace(base, body=new)))
    if isinstance(base, Name) and base.text == "e" and node.sup is not None:
        yield Place(node.sup, "whole", lambda new: replace(node, sup=new))


@inside.register
def _(node: Sequence, role: Role) -> Iterator[Place]:
    del role
    for at, part in enumerate(node.items):
        if not isinstance(part, Sequence | Words):
            yield Place(part, "whole", lambda new, at=at: replace(node, items=_with(node.items, at, new)))


@inside.register
def _(node: Chain, role: Role) -> Iterator[Place]:
    del role
    for at, part in enumerate(node.members):
        if part is not None:
            yield Place(
                part,
                "part",
                lambda new, at=at: replace(node, members=(*node.members[:at], new, *node.members[at + 1 :])),
            )


@inside.register
def _(node: Grid, role: Role) -> Iterator[Place]:
    del role
    for row, cells in enumerate(node.rows):
        for at, cell in enumerate(cells):
            if not isinstance(cell, Words | Sequence | Sign):
                yield Place(cell, "whole", lambda new, row=row, at=at: _celled(node, row, at, new))


def _celled(node: Grid, row: int, at: int, new: Node) -> Node:
    cells = _with(node.rows[row], at, new)
    return replace(node, rows=(*node.rows[:row], cells, *node.rows[row + 1 :]))


@inside.register
def _(node: Noted, role: Role) -> Iterator[Place]:
    yield Place(node.body, "part" if role == "factor" else role, lambda new: replace(node, body=new))


def neighbours(node: Factors) -> Iterator[tuple[int, int, int]]:
    """Yield where each two factors directly beside one another begin, and where the second one ends."""
    found = list(units(node))
    for (start, middle), (_, end) in pairwise(found):
        if node.signs[start] in MULTIPLIED and node.signs[middle] in MULTIPLIED:
            yield start, middle, end
            if not is_differential(node, start) and not is_differential(node, middle):  # `A^T (B + C) D` is no call
                if middle > start + 1:
                    yield middle - 1, middle, end
                if end > middle + 1:
                    yield start, middle, middle + 1
    for start, end in found:
        if end > start + 1 and node.signs[start] in MULTIPLIED and not is_differential(node, start):
            yield start, start + 1, end
