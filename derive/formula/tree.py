"""The typeset tree: a formula as it will stand on the page, before it is written in LaTeX or MathML.

Parentheses, order and placement are decided when the tree is made, once; the writers decide nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Face = Literal["italic", "bold", "upright", "calligraphic", "blackboard", "sans", "fraktur"]
Mark = Literal["hat", "bar", "tilde", "dot", "ddot", "vec", "check", "breve", "acute", "grave", "ring", "prime"]


@dataclass(frozen=True, slots=True)
class Letter:
    """A single letter, by its key: `x`, `alpha`, `Sigma`, `ell`."""

    key: str
    face: Face = "italic"


@dataclass(frozen=True, slots=True)
class Word:
    """A name of several letters, set upright; an operator, such as log, keeps a distance from its argument."""

    text: str
    operator: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words of a sentence inside a formula."""

    text: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number in decimal digits."""

    text: str


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign by its key in `derive.formula.signs`: `+`, `=`, `<=`, `top`, `nabla`."""

    key: str


@dataclass(frozen=True, slots=True)
class Row:
    """Parts beside each other."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing above another, with a line between them; without the line, in parentheses, it is a binomial."""

    above: Node
    below: Node
    line: bool = True


@dataclass(frozen=True, slots=True)
class Root:
    """A square root, or a root of a higher degree."""

    inside: Node
    degree: Node | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A base with something below, above, or both, at its right."""

    base: Node
    sub: Node | None = None
    sup: Node | None = None


@dataclass(frozen=True, slots=True)
class Accent:
    """A base with a mark above it."""

    base: Node
    mark: Mark


@dataclass(frozen=True, slots=True)
class Big:
    """The sign of a sum or a product with its limits, or an operator such as arg max with what stands below it."""

    key: str
    under: Node | None = None
    over: Node | None = None


@dataclass(frozen=True, slots=True)
class Fence:
    """Delimiters round something; they grow with what is inside."""

    left: str
    inside: Node
    right: str


@dataclass(frozen=True, slots=True)
class Bracket:
    """One of two delimiters that stand in different lines, and so cannot grow together."""

    key: str
    tall: bool
    opens: bool


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: the cases of a function, or the entries of a matrix in an environment of LaTeX."""

    rows: tuple[tuple[Node, ...], ...]
    cases: bool = False
    environment: str = "bmatrix"


@dataclass(frozen=True, slots=True)
class Group:
    """What belongs together without a sign that shows it, as braces of LaTeX say."""

    inside: Node


@dataclass(frozen=True, slots=True)
class Noted:
    """Something with a remark: above a sign, or below a brace under what it embraces."""

    base: Node
    note: Node | None
    brace: bool = False


@dataclass(frozen=True, slots=True)
class Unread:
    """What was not understood, as it is written, and why."""

    text: str
    reason: str


Leaf: TypeAlias = Letter | Word | Phrase | Number | Sign | Bracket | Unread
Node: TypeAlias = Leaf | Row | Fraction | Root | Script | Accent | Big | Fence | Grid | Group | Noted
"""What stands on a page: what has no parts, and what holds others."""


def row(*parts: Node) -> Node:
    """Return parts beside each other; rows in it are opened, and a single part stays as it is.

    >>> row(Letter("x"), row(Sign("+"), Number("1")))
    Row(parts=(Letter(key='x', face='italic'), Sign(key='+'), Number(text='1')))
    """
    flat = tuple(piece for part in parts for piece in (part.parts if isinstance(part, Row) else (part,)))
    return flat[0] if len(flat) == 1 else Row(flat)


def joined(parts: list[Node], between: str) -> Node:
    """Return parts with a sign between each two of them.

    >>> joined([Number("0"), Number("1")], ",")
    Row(parts=(Number(text='0'), Sign(key=','), Number(text='1')))
    """
    spaced: list[Node] = []
    for part in parts:
        spaced += [Sign(between), part] if spaced else [part]
    return row(*spaced)
