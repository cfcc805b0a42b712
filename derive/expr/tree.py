"""The one tree inside: hash-consed nodes. A node is a number that depends on its free indices.

Nothing is evaluated when a node is built: `x/x`, `log(exp(x))`, `0*x` and the sum of a delta stay as they were said, as
what becomes of them is a rule with a condition, and rules belong to the kernel. Bound indices are canonical: a binder
has as its level one more than the highest level inside of it, and its index is `Bound(level)`. So two nodes that are
equal up to the names of bound indices are the same object, and nothing can be captured: to look below a binder one
opens it with an index of one's own choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from operator import is_
from typing import Any
from weakref import KeyedRef

NO_NAMES: frozenset[str] = frozenset()
_MADE: dict[tuple[type, tuple[object, ...]], KeyedRef[Any, Node]] = {}


class _Interned(type):
    """Makes each node once; a node that nothing holds any more is forgotten."""

    def __call__(cls, *parts: Any) -> Any:
        """Return the one node of this kind with these parts."""
        key = cls, parts
        reference = _MADE.get(key)
        node = None if reference is None else reference()
        if node is None:
            node = super().__call__(*parts)
            below = _nodes(parts, [])
            kind: Any = cls
            set_ = object.__setattr__
            set_(node, "children", tuple(below))
            set_(node, "level", kind.level_of(parts, below))
            set_(node, "names", kind.names_of(parts, below))
            _MADE[key] = KeyedRef(node, _forget, key)
        return node


def _forget(reference: KeyedRef[Any, Node]) -> None:
    """Drop the entry of a node that is gone, unless the same was made anew meanwhile."""
    if _MADE.get(reference.key) is reference:
        del _MADE[reference.key]


def _nodes(parts: tuple[Any, ...], found: list[Node]) -> list[Node]:
    for part in parts:
        if isinstance(part, Node):
            found.append(part)
        elif isinstance(part, tuple):
            _ = _nodes(part, found)
    return found


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Node(metaclass=_Interned):
    """A number, or below a condition of `Cases` something that is true or false; compared by identity.

    `level` is the highest level of the binders inside, `names` are those of the leaves, and `children` the nodes of
    which it is made, from left to right.
    """

    level: int = field(init=False, repr=False)
    names: frozenset[str] = field(init=False, repr=False)
    children: tuple[Node, ...] = field(init=False, repr=False)

    @staticmethod
    def level_of(parts: tuple[Any, ...], below: list[Node]) -> int:  # noqa: ARG004 -- binders look at the parts
        """Return the level of a node with these parts."""
        return max([node.level for node in below], default=0)

    @staticmethod
    def names_of(parts: tuple[Any, ...], below: list[Node]) -> frozenset[str]:  # noqa: ARG004 -- leaves look at them
        """Return the names in a node with these parts."""
        return NO_NAMES.union(*[node.names for node in below]) if below else NO_NAMES

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes by the parts: on arrival they are interned again."""
        return type(self), parts_of(self)


@dataclass(frozen=True, slots=True, eq=False)
class Number(Node):
    """A rational number; a whole one is an `int`."""

    value: int | Fraction


@dataclass(frozen=True, slots=True, eq=False)
class _Leaf(Node):
    name: str

    @staticmethod
    def names_of(parts: tuple[Any, ...], below: list[Node]) -> frozenset[str]:  # noqa: ARG004 -- a leaf has none
        """Return the name alone."""
        return frozenset(parts)


@dataclass(frozen=True, slots=True, eq=False)
class Constant(_Leaf):
    """A number known by name, such as pi."""


@dataclass(frozen=True, slots=True, eq=False)
class Scalar(_Leaf):
    """A variable without indices; a size is one, too."""


@dataclass(frozen=True, slots=True, eq=False)
class Index(_Leaf):
    """A free index: as a place of an entry, and as a number."""


@dataclass(frozen=True, slots=True, eq=False)
class Bound(Node):
    """What the binder of this level binds: an index, below `At` a value."""

    at: int


@dataclass(frozen=True, slots=True, eq=False)
class Entry(Node):
    """An entry of a tensor at indices: a free or bound one, a whole number, a size, or such with something added."""

    name: str
    indices: tuple[Node, ...]

    @staticmethod
    def names_of(parts: tuple[Any, ...], below: list[Node]) -> frozenset[str]:
        """Return the names in the indices, and that of the tensor."""
        return frozenset([parts[0]]).union(*[node.names for node in below])


@dataclass(frozen=True, slots=True, eq=False)
class Add(Node):
    """A sum of terms, in the order in which they were said."""

    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Mul(Node):
    """A product of factors, in the order in which they were said."""

    factors: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Power(Node):
    """A power; a quotient is a product with a power of -1."""

    base: Node
    exponent: Node


SYMPY = "sympy."
"""How the name of a function begins that SymPy knows and our table does not: it is no unknown function of a user."""


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    """A function at its arguments: one of the table of functions, one of SymPy's, or an unknown one by its name."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Delta(Node):
    """1 where two indices agree, else 0."""

    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class _Binder(Node):
    """Binds `Bound(at)` in `body`; `at` is one more than the level of the body."""

    at: int

    @staticmethod
    def level_of(parts: tuple[Any, ...], below: list[Node]) -> int:
        """Return the level of the binder itself, or that of an end where this is higher."""
        return max(parts[0], *[node.level for node in below])


@dataclass(frozen=True, slots=True, eq=False)
class Sum(_Binder):
    """The sum of the body for an index from `first` to `last`; 0 where `last` lies before `first`."""

    first: Node
    last: Node
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class Product(_Binder):
    """The product of the body for an index from `first` to `last`; 1 where `last` lies before `first`."""

    first: Node
    last: Node
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class Series(_Binder):
    """The sum of the body for an index from `first` on, without an end; no value where it does not converge.

    It is no `Sum` with infinity as its end: what asks for the end of a range, or counts it, must not meet one.
    """

    first: Node
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class At(_Binder):
    """The body at a value of what it binds, put in after all derivatives inside were taken."""

    value: Node
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class Determinant(_Binder):
    """The determinant of the matrix with rows and columns 0..size-1 whose entry the body is.

    The row is `Bound(at)`, the column `Bound(at - 1)`.
    """

    size: Node
    body: Node


@dataclass(frozen=True, slots=True, eq=False)
class Inverse(_Binder):
    """The entry at `row`, `column` of the inverse of such a matrix."""

    size: Node
    body: Node
    row: Node
    column: Node


@dataclass(frozen=True, slots=True, eq=False)
class Derivative(Node):
    """The body differentiated: by each entry, scalar or bound value so many times. Nothing is bound by it."""

    body: Node
    by: tuple[tuple[Node, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Truth(Node):
    """What always or never holds."""

    holds: bool


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Node):
    """A relation of two numbers: one of == != < <= > >=."""

    sign: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True, eq=False)
class Both(Node):
    """All of the conditions hold."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Either(Node):
    """One of the conditions holds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Not(Node):
    """The condition does not hold."""

    part: Node


@dataclass(frozen=True, slots=True, eq=False)
class Cases(Node):
    """The value of the first branch (condition, value) whose condition holds; none where none does."""

    branches: tuple[tuple[Node, Node], ...]


BINDERS = (Sum, Product, Series, At, Determinant, Inverse)


def number(value: int | Fraction) -> Number:
    """Return a number as a node.

    >>> number(2) is number(Fraction(4, 2))
    True
    """
    return Number(value if type(value) is int or value.denominator != 1 else int(value))


def add(*terms: Node) -> Node:
    """Return a sum, sums among the terms flattened; nothing is added up but numbers."""
    flat = [each for term in terms for each in (term.terms if isinstance(term, Add) else (term,))]
    rest = [term for term in flat if not isinstance(term, Number)]
    if len(rest) < len(flat):
        total = sum(term.value for term in flat if isinstance(term, Number))
        rest += [number(total)] if total or not rest else []
    return rest[0] if len(rest) == 1 else Add(tuple(rest))


def multiply(*factors: Node) -> Node:
    """Return a product, products among the factors flattened and ones left out; `0*x` stays."""
    flat = [each for factor in factors for each in (factor.factors if isinstance(factor, Mul) else (factor,))]
    rest = [factor for factor in flat if factor is not ONE]
    return rest[0] if len(rest) == 1 else Mul(tuple(rest)) if rest else ONE


def negative(node: Node) -> Node:
    """Return the opposite of a node.

    >>> negative(number(2)).value
    -2
    """
    return number(-node.value) if isinstance(node, Number) else multiply(number(-1), node)


def subtract(left: Node, right: Node) -> Node:
    """Return the difference of two nodes."""
    return add(left, negative(right))


def reciprocal(node: Node) -> Node:
    """Return one over a node."""
    return Power(node, number(-1))


def parts_of(node: Node) -> tuple[Any, ...]:
    """Return the parts from which a node was made."""
    return tuple([getattr(node, name) for name in _part_names(type(node))])


_PART_NAMES: dict[type[Node], tuple[str, ...]] = {}


def _part_names(kind: type[Node]) -> tuple[str, ...]:
    if kind not in _PART_NAMES:
        _PART_NAMES[kind] = tuple(each.name for each in fields(kind) if each.init)
    return _PART_NAMES[kind]


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and all nodes inside of it, each once, the outer ones first."""
    seen: set[Node] = set()
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if here not in seen:
            seen.add(here)
            yield here
            waiting.extend(reversed(here.children))


def with_children(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return the node with every child changed; the same node where nothing changed. Binders are not opened."""
    below = [change(child) for child in node.children]
    if all(map(is_, below, node.children)):
        return node
    images = iter(below)
    return type(node)(*[_filled(part, images) for part in parts_of(node)])


def _filled(part: Any, images: Iterator[Node]) -> Any:
    """Return a part of a node with its nodes replaced by the next images, in their order."""
    if isinstance(part, Node):
        return next(images)
    return tuple([_filled(each, images) for each in part]) if isinstance(part, tuple) else part


def bind(kind: type[Sum | Product | Series | At], name: str, *ends: Node, body: Node) -> Node:
    """Return a binder over the free index `name` of the body; the ends stand outside of it.

    >>> x = Entry("x", (Index("i"),))
    >>> y = Entry("x", (Index("j"),))
    >>> bind(Sum, "i", ONE, Scalar("N"), body=x) is bind(Sum, "j", ONE, Scalar("N"), body=y)
    True
    """
    at = body.level + 1
    return kind(at, *ends, replace(body, {Index(name): Bound(at)}))


def bind_matrix(row: str, column: str, size: Node, body: Node, at: tuple[Node, Node] | None = None) -> Node:
    """Return the determinant of the matrix with that entry at the free indices; its inverse's entry where `at` says."""
    level = body.level + 2
    entry = replace(body, {Index(row): Bound(level), Index(column): Bound(level - 1)})
    return Determinant(level, size, entry) if at is None else Inverse(level, size, entry, *at)


def opened(binder: Any, *values: Node) -> Node:
    """Return the body of a binder with nodes in the place of what it binds: one, or row and column of a matrix."""
    images = {Bound(binder.at - n): value for n, value in enumerate(values)}
    return replace(binder.body, images)


def replace(node: Node, images: Mapping[Node, Node]) -> Node:
    """Return the node with leaves and entries replaced, wherever they stand free; bound indices step aside.

    >>> total = bind(Sum, "i", ONE, Scalar("N"), body=Entry("x", (Index("i"), Index("j"))))
    >>> replace(total, {Index("j"): Index("i")}).body
    Entry(name='x', indices=(Bound(at=1), Index(name='i')))
    """
    names = frozenset[str]().union(*(old.names for old in images))
    any_bound = any(isinstance(old, Bound) for old in images)
    flat = all(new.level == 0 for new in images.values())
    done: dict[Node, Node] = dict(images)

    def change(part: Node) -> Node:
        """Return the image of a part."""
        if part not in done:
            if not any_bound and names.isdisjoint(part.names):
                return part
            done[part] = (
                rebound(part, change) if isinstance(part, BINDERS) and not flat else with_children(part, change)
            )
        return done[part]

    return change(node)


def rebound(binder: Any, change: Callable[[Node], Node]) -> Node:
    """Return a binder with its parts changed, the body opened meanwhile, and a level that fits what came in."""
    # Whoever reads has opened binders around under names with ~, which may stand in what is opened here.
    own = [Index(f"^{binder.at - n}") for n in range(_count(binder))]
    body = change(opened(binder, *own))
    outside = [change(part) for part in _outside(binder)]
    if isinstance(binder, Determinant | Inverse):
        at = (outside[1], outside[2]) if isinstance(binder, Inverse) else None
        return bind_matrix(own[0].name, own[1].name, outside[0], body, at)
    return bind(type(binder), own[0].name, *outside, body=body)


def _count(binder: Any) -> int:
    return 2 if isinstance(binder, Determinant | Inverse) else 1


def _outside(binder: Any) -> list[Node]:
    return [
        part
        for name, part in zip(_part_names(type(binder)), parts_of(binder), strict=True)
        if name != "body" and isinstance(part, Node)
    ]


ZERO, ONE = Number(0), Number(1)
