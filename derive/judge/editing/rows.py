"""What a row of the table of edits is: how likely, which slip it undoes, where it is made, and by what function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import UnionType
from typing import Any, NamedTuple

from derive.formula.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Factors,
    Fraction,
    Name,
    Node,
    Number,
    Root,
    Scripted,
    Sequence,
    Terms,
    children,
)
from derive.judge.editing.compose import TOP, without_sup
from derive.judge.editing.places import Role
from derive.meaning.keys import is_transpose, name_key, named
from derive.meaning.probability import SQUARE


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What an edit may bring in of a line: index letters, sizes, free scalars, other names with their indices.

    `entries` are those of the others that are numbers, and `top` is its sign of transposition.
    """

    letters: tuple[Name, ...] = ()
    sizes: tuple[Name, ...] = ()
    scalars: tuple[Name, ...] = ()
    others: tuple[Node, ...] = ()
    entries: tuple[Node, ...] = ()
    top: Name = TOP

    @property
    def keys(self) -> frozenset[str]:
        """Return by what the letters, sizes and scalars are known."""
        return frozenset(name_key(name) for name in (*self.letters, *self.sizes, *self.scalars))

    def is_plain(self, node: Node) -> bool:
        """Return whether a tree is a number by name, a size, an index or an operator: nothing that has a transpose."""
        known = {name_key(name) for name in (*self.letters, *self.sizes)} | {"e", "pi", "infty"}
        return isinstance(node, Name) and (
            name_key(node) in known | SQUARE or node.text in {"partial", "nabla"} or not node.text[:1].isalnum()
        )


def quantities(node: Node | None) -> Iterator[Node]:
    r"""Yield the names of a tree with their indices, and without powers: what stands in a product.

    >>> from derive.formula.read.parser import read
    >>> [type(each).__name__ for each in quantities(read(r"\|x_i\|_F^2 + a^\top b"))]
    ['Scripted', 'Name', 'Name']
    """
    if node is None:
        return
    base = named(node)
    if base is not None:
        if base.text[:1].isalnum() and base.text not in {"partial", "nabla"}:
            yield without_sup(node)
        sup = node.sup if isinstance(node, Scripted) else None
        yield from quantities(None if is_transpose(sup) else sup)
        return
    for part in (node.base, node.sup) if isinstance(node, Scripted) else children(node):
        yield from quantities(part)


def has_transpose(node: Node, scope: BroughtIn) -> bool:
    """Return whether a tree may be a vector or a matrix: a name or round brackets, and no number, index or list."""
    if isinstance(node, Bracket):
        return node.left in {"(", "["} and not isinstance(node.body, Sequence | Chain)
    return isinstance(node, Name | Scripted) and not scope.is_plain(node)


PAIR = 2
Made = tuple[Node, ...]
"""What an edit makes of a tree, and the parts that its sentence is about."""
Kinds = type[Any] | UnionType


class Row(NamedTuple):
    """An edit: for trees of these kinds in these roles, `make` gives what they may have been meant to be."""

    rank: int
    what: str
    says: str
    kinds: Kinds
    make: Callable[[Any, BroughtIn], Iterable[Made]]
    roles: frozenset[Role]


ROOT: frozenset[Role] = frozenset({"root"})
WHOLE: frozenset[Role] = frozenset({"root", "whole"})
INNER: frozenset[Role] = frozenset({"whole"})
TERM: frozenset[Role] = frozenset({"root", "whole", "term"})
ONE_TERM: frozenset[Role] = frozenset({"whole", "term"})
QUANTITY: frozenset[Role] = frozenset({"root", "whole", "term", "factor", "call", "part"})
CALL: frozenset[Role] = frozenset({"call"})
PLACE: frozenset[Role] = QUANTITY - CALL | frozenset[Role]({"piece"})
SQUARED: frozenset[Role] = frozenset({"root", "whole", "term", "factor", "piece"})
APPLIED: frozenset[Role] = frozenset({"term", "factor", "call", "whole"})
BELOW: frozenset[Role] = QUANTITY - ROOT
TERMED = Name | Scripted | Terms | Factors | Fraction | Root | Apply | Big | Bracket
VALUE = TERMED | Number
NAMED = Name | Scripted | Bracket
SOLID = Name | Scripted | Bracket | Fraction | Big
