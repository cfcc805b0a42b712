"""What an alteration is, what it may bring in, and how trees are put together for it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from derive.latex.read.tree import Bracket, Factors, Fraction, Name, Node, Number, Scripted, Span, Terms, rebuilt

NOWHERE = Span(0, 0)
"""The span of what nobody has written."""
TOP = Name(NOWHERE, "top")
ONE, TWO = Number(NOWHERE, "1"), Number(NOWHERE, "2")
HALF = Fraction(NOWHERE, ONE, TWO)


@dataclass(frozen=True, slots=True)
class Edit:
    """An altered tree, the label of the slip that it undoes, and a sentence about `parts` that says which."""

    node: Node
    label: str
    sentence: str
    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """What an alteration may bring in: index letters, sizes, quantities, and the terms of the other side."""

    letters: tuple[Name, ...] = ()
    sizes: tuple[Node, ...] = ()
    quantities: tuple[Node, ...] = ()
    terms: tuple[tuple[str, Node], ...] = ()


def held(node: Node) -> Node:
    """Return a tree that can stand in a product.

    >>> held(ONE)
    Number(span=Span(start=0, end=0), text='1')
    """
    return Bracket(node.span, "(", "(", node) if isinstance(node, Terms) else node


def times(*parts: Node) -> Node:
    """Return a product; a product that is the last of its parts is continued.

    >>> len(times(TWO, times(ONE, ONE)).parts)
    3
    """
    *first, last = parts
    rest = last if isinstance(last, Factors) else Factors(last.span, ("",), (held(last),))
    return Factors(rest.span, ("",) * len(first) + rest.signs, (*map(held, first), *rest.parts))


def negative(node: Node) -> Node:
    """Return a tree with a minus before it; one that is there already is taken away.

    >>> negative(negative(ONE)) == ONE
    True
    """
    if isinstance(node, Terms) and len(node.parts) == 1 and node.signs == ("-",):
        return node.parts[0]
    return Terms(node.span, ("-",), (held(node),))


def complement(node: Node) -> Node:
    """Return one minus a tree.

    >>> complement(TWO).signs
    ('', '-')
    """
    return Terms(node.span, ("", "-"), (ONE, held(node)))


def over(node: Node, below: Node) -> Node:
    """Return a tree divided by another.

    >>> over(ONE, TWO).bottom.text
    '2'
    """
    return Fraction(node.span, node, below)


def power(node: Node, exponent: int) -> Node:
    """Return a power of a tree.

    >>> power(TWO, 3).sup.text
    '3'
    """
    return Scripted(node.span, held(node), None, Number(NOWHERE, str(exponent)))


def turned(node: Node) -> Node:
    """Return a tree with a transpose above it, or without the one that it has.

    >>> turned(turned(ONE)) == ONE
    True
    """
    if not isinstance(node, Scripted):
        return Scripted(node.span, held(node), None, TOP)
    if node.sup is None:
        return Scripted(node.span, node.base, node.sub, TOP, node.primes)
    bare = node.sub is None and not node.primes
    return node.base if bare else Scripted(node.span, node.base, node.sub, None, node.primes)


def bare(node: Node) -> Node:
    """Return a tree without its place in the source, to be compared.

    >>> bare(Number(Span(3, 4), "1")) == ONE
    True
    """
    return replace(rebuilt(node, bare), span=NOWHERE)


def difference(terms: list[tuple[str, Node]], span: Span) -> Node:
    """Return a sum of signed terms; the first has no plus, and nothing is left of none but zero.

    >>> difference([("+", ONE), ("-", TWO)], NOWHERE).signs
    ('', '-')
    """
    if not terms:
        return Number(span, "0")
    signs, parts = zip(*terms, strict=True)
    return Terms(span, ("" if signs[0] == "+" else signs[0], *(sign or "+" for sign in signs[1:])), parts)
