"""The surface tree: what is written, with its place, and nothing about what it means."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeGuard


class Span(NamedTuple):
    """A stretch of the source: the offset of its first character, and of the one after its last.

    >>> Span(2, 5) | Span(7, 9)
    Span(start=2, end=9)
    """

    start: int
    end: int

    def __or__(self, other: Span) -> Span:
        """Return the shortest span that holds both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


class Branch:
    """What every node is; the nodes directly below it are `kept` once they were asked for: trees are often walked."""

    __slots__ = ("kept",)
    kept: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Hole(Branch):
    """Something that is not understood: where it is, why, and how it is written."""

    span: Span
    reason: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Number(Branch):
    """A number, with the digits as they are written: "0.50" and "0.5" differ in what they claim."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Name(Branch):
    r"""A name: its letters or Greek name, its font and accents: `\hat{\mathbf{x}}` is x, bold, with a hat."""

    span: Span
    text: str
    font: str = ""
    accents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Words(Branch):
    r"""Prose inside of a formula, as in `\text{if }`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Dots(Branch):
    """An ellipsis."""

    span: Span


@dataclass(frozen=True, slots=True)
class Scripted(Branch):
    """A base with what is below and above it; `primes` counts its primes."""

    span: Span
    base: Node
    sub: Node | None = None
    sup: Node | None = None
    primes: int = 0


@dataclass(frozen=True, slots=True)
class Terms(Branch):
    """A sum: each part with the sign before it, "" where the first has none."""

    span: Span
    signs: tuple[str, ...]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Factors(Branch):
    """A product: each part with the operator before it, "" for juxtaposition and for the first."""

    span: Span
    signs: tuple[str, ...]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Fraction(Branch):
    """A fraction."""

    span: Span
    top: Node
    bottom: Node


@dataclass(frozen=True, slots=True)
class Root(Branch):
    """A root, of degree 2 where none is written."""

    span: Span
    body: Node
    degree: Node | None = None


@dataclass(frozen=True, slots=True)
class Apply(Branch):
    r"""A function that is known by its command, with its argument: `\log x`, `\exp(x)`.

    `sub` and `sup` are what stands between, as in `\log_2 x`; `bracketed` says whether the argument is in brackets.
    """

    span: Span
    head: str
    argument: Node | None
    sub: Node | None = None
    sup: Node | None = None
    primes: int = 0
    bracketed: bool = False


@dataclass(frozen=True, slots=True)
class Big(Branch):
    r"""An operator with limits and a scope: `\sum`, `\prod`, `\int`, `\max`, `\min`, `\arg\max`."""

    span: Span
    head: str
    lower: Node | None
    upper: Node | None
    body: Node | None


@dataclass(frozen=True, slots=True)
class Derivative(Branch):
    r"""`\frac{\partial f}{\partial x}`, `\frac{d}{dx}` and `\nabla_x f`: what is differentiated, by what.

    `sign` is "partial", "d" or "nabla"; `by` is empty for a gradient that does not say by what; `order` is what is
    written at the sign on top, as in `\partial^2`.
    """

    span: Span
    sign: str
    by: tuple[Node, ...]
    body: Node | None
    order: Node | None = None


@dataclass(frozen=True, slots=True)
class Bracket(Branch):
    """What stands in brackets; a list, a relation and a condition are allowed inside."""

    span: Span
    left: str
    right: str
    body: Node | None


@dataclass(frozen=True, slots=True)
class Sequence(Branch):
    """Items in a row with what separates them: ",", ";", "|", ":" or " "."""

    span: Span
    items: tuple[Node, ...]
    separators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sign(Branch):
    r"""A relation sign: its kind, such as "=" or "<=", and what is written over it, as in `\overset{(a)}{=}`."""

    span: Span
    kind: str
    note: Node | None = None


@dataclass(frozen=True, slots=True)
class Chain(Branch):
    """Members joined by relation signs; the first or the last member is `None` where the chain begins or ends so."""

    span: Span
    members: tuple[Node | None, ...]
    relations: tuple[Sign, ...]


@dataclass(frozen=True, slots=True)
class Grid(Branch):
    """An environment of rows and cells: a matrix, cases, an alignment inside of a formula."""

    span: Span
    environment: str
    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True, slots=True)
class Noted(Branch):
    r"""A body with a remark over or under it, as with `\underbrace`."""

    span: Span
    body: Node
    note: Node | None


Leaf: TypeAlias = Hole | Number | Name | Words | Dots
Term: TypeAlias = Scripted | Terms | Factors | Fraction | Root | Apply | Big | Derivative | Bracket
Node: TypeAlias = Leaf | Term | Sequence | Sign | Chain | Grid | Noted
"""What a formula is made of: what has no parts, what a term can be, and what holds terms."""


def children(node: Node) -> tuple[Node, ...]:
    """Return the nodes that a node is made of, in the order of its fields.

    >>> children(Number(Span(0, 1), "2"))
    ()
    """
    try:
        return node.kept
    except AttributeError:
        found: list[Node] = []
        for name in _places(type(node)):
            _gather(getattr(node, name), found)
        object.__setattr__(node, "kept", tuple(found))
        return tuple(found)


@cache
def _places(kind: type[Any]) -> tuple[str, ...]:
    """Return the fields of a kind of node in which nodes may stand."""
    return tuple(f.name for f in fields(kind) if f.name != "span" and f.type not in _PLAIN)


_PLAIN = frozenset({"str", "int", "bool"})


def _gather(value: object, found: list[Node]) -> None:
    if type(value) is tuple:  # and no span; every tree is walked many times
        for item in value:
            _gather(item, found)
    elif value is not None and is_node(value):
        found.append(value)


def is_node(value: object) -> TypeGuard[Node]:
    """Return whether a value is a node, and no text, span or number.

    >>> is_node(Span(0, 1))
    False
    """
    return isinstance(value, Branch)


def rebuilt(node: Node, change: Callable[[Any], Any]) -> Node:
    """Return a node with each of its fields but the span changed, also within tuples.

    >>> rebuilt(Root(Span(0, 3), Number(Span(1, 2), "2")), lambda field: field).degree is None
    True
    """
    changed = {name: _changed(getattr(node, name), change) for name in _places(type(node))}
    return replace(node, **changed)


def covering(node: Node) -> Node:
    """Return a tree in which every span holds those of the nodes below it.

    >>> covering(Root(Span(0, 5), Number(Span(5, 6), "2"))).span
    Span(start=0, end=6)
    """
    whole = rebuilt(node, covering)
    span = whole.span
    for child in children(whole):
        span |= child.span
    return replace(whole, span=span)


def _changed(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple) and not isinstance(value, Span):
        return tuple(_changed(item, change) for item in value)
    return change(value) if is_node(value) else value


def walk(node: Node | None) -> Iterator[Node]:
    """Yield a node and everything below it, from the outside in.

    >>> [type(n).__name__ for n in walk(Root(Span(0, 8), Number(Span(6, 7), "2")))]
    ['Root', 'Number']
    """
    waiting = [node] if node is not None else []
    while waiting:
        here = waiting.pop()
        yield here
        waiting.extend(reversed(children(here)))


def holes(node: Node | None) -> tuple[Hole, ...]:
    """Return everything in a tree that is not understood.

    >>> holes(Hole(Span(0, 1), "an unknown sign", "@"))[0].reason
    'an unknown sign'
    """
    return tuple(n for n in walk(node) if isinstance(n, Hole))
