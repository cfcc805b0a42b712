"""Trees put together from others, as an author would have typed them; what is new stands where the old one stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from derive.formula.read.tree import (
    Apply,
    Bracket,
    Factors,
    Fraction,
    Name,
    Node,
    Number,
    Root,
    Scripted,
    Span,
    Terms,
    is_node,
    rebuilt,
)
from derive.meaning.keys import TRANSPOSES, is_transpose

NOWHERE = Span(0, 0)
"""The span of what nobody has written."""
TOP = Name(NOWHERE, "top")


def placed(node: Node, span: Span) -> Node:
    """Return a tree that stands at one place as a whole: one that was taken from elsewhere, or is new.

    >>> placed(Number(Span(7, 8), "2"), Span(0, 3)).span
    Span(start=0, end=3)
    """
    return replace(rebuilt(node, lambda part: placed(part, span)), span=span)


def number(value: int, span: Span = NOWHERE) -> Number:
    """Return a whole number."""
    return Number(span, str(value))


def half(span: Span = NOWHERE) -> Fraction:
    """Return one half."""
    return Fraction(span, number(1, span), number(2, span))


def bracketed(node: Node) -> Node:
    """Return a tree in round brackets, unless it is in brackets already."""
    return node if isinstance(node, Bracket) else Bracket(node.span, "(", "(", node)


def bared(node: Node) -> Node:
    """Return what stands in round brackets, where they hold one quantity."""
    inside = node.body if isinstance(node, Bracket) and node.left == node.right == "(" else None
    return node if inside is None else inside


def is_one(node: Node) -> bool:
    """Return whether a tree is the number 1."""
    return isinstance(node, Number) and node.text == "1"


def held(node: Node) -> Node:
    """Return a tree that can stand in a product."""
    return bracketed(node) if isinstance(node, Terms) else node


def based(node: Node) -> Node:
    """Return a tree that can carry scripts."""
    return node if isinstance(node, Name | Number | Bracket) else bracketed(node)


def summed(signs: Sequence[str], parts: Sequence[Node], span: Span) -> Node:
    """Return a sum of signed terms; nothing is left of none but zero, and a single one stands alone.

    >>> summed(["+", "-"], [number(1), number(2)], NOWHERE).signs
    ('', '-')
    """
    if not parts:
        return number(0, span)
    first = "" if signs[0] == "+" else signs[0]
    if len(parts) == 1 and not first:
        return parts[0]
    return Terms(span, (first, *(sign or "+" for sign in signs[1:])), tuple(map(_as_term, parts)))


def _as_term(node: Node) -> Node:
    return bracketed(node) if isinstance(node, Terms) else node


def product(signs: Sequence[str], parts: Sequence[Node], span: Span) -> Node:
    """Return a product; nothing is left of none but one, and a single factor stands alone."""
    if not parts:
        return number(1, span)
    if len(parts) == 1:
        return parts[0]
    return Factors(span, ("", *signs[1:]), tuple(map(held, parts)))


def times(*parts: Node) -> Node:
    """Return a product; a product that is the last of its parts is continued.

    >>> len(times(number(2), times(number(1), number(3))).parts)
    3
    """
    *first, last = parts
    if first and is_one(last):
        return times(*first) if len(first) > 1 else first[0]
    if isinstance(last, Terms) and last.signs == ("-",):
        return replace(last, parts=(times(*first, last.parts[0]),))
    rest = last if isinstance(last, Factors) else Factors(last.span, ("",), (held(last),))
    joint = "cdot" if isinstance(_begin(rest), Number) and isinstance(first[-1], Number) else ""
    signs = ("",) * len(first) + (joint, *rest.signs[1:])
    return Factors(rest.span, signs, (*map(held, first), *rest.parts))


def scaled(node: Node, *, double: bool) -> Node:
    r"""Return twice a tree, or half of it; a number that it begins with is changed, and one that becomes 1 goes.

    >>> from derive.formula.read.parser import read
    >>> type(scaled(read(r"\frac{1}{2} x"), double=True)).__name__
    'Name'
    """
    if isinstance(node, Terms) and node.signs == ("-",):
        return replace(node, parts=(scaled(node.parts[0], double=double),))
    first = node.parts[0] if isinstance(node, Factors) else node
    changed = _doubled(first) if double else _halved(first)
    if changed is None:
        return times(number(2, node.span) if double else half(node.span), node)
    if not isinstance(node, Factors):
        return changed
    if is_one(changed) and not node.signs[1]:
        return product(("", *node.signs[2:]), node.parts[1:], node.span)
    return replace(node, parts=(changed, *node.parts[1:]))


def _doubled(first: Node) -> Node | None:
    if isinstance(first, Number) and first.text.isdigit():
        return number(2 * int(first.text), first.span)
    if isinstance(first, Fraction) and isinstance(first.bottom, Number) and first.bottom.text == "2":
        return first.top
    if isinstance(first, Fraction) and isinstance(first.top, Number) and first.top.text.isdigit():
        return replace(first, top=number(2 * int(first.top.text), first.top.span))
    return None


def _halved(first: Node) -> Node | None:
    if isinstance(first, Number) and first.text.isdigit() and int(first.text) % 2 == 0:
        return number(int(first.text) // 2, first.span)
    if isinstance(first, Fraction):
        top = _halved(first.top) if isinstance(first.top, Number) else None
        bottom = _doubled(first.bottom) if isinstance(first.bottom, Number) else None
        if top is not None or bottom is not None:
            return replace(first, top=top) if top is not None else replace(first, bottom=bottom)
        return replace(first, bottom=times(number(2, first.bottom.span), first.bottom))
    return None


def _begin(node: Node) -> Node:
    while isinstance(node, Factors | Scripted):
        node = node.parts[0] if isinstance(node, Factors) else node.base
    return node


def over(above: Node, below: Node) -> Node:
    """Return a fraction, brackets that the line makes needless left away."""
    return Fraction(above.span, bared(above), bared(below))


def negative(node: Node) -> Node:
    """Return a tree with a minus before it; one that is there already is taken away.

    >>> negative(negative(number(1))) == number(1)
    True
    """
    if isinstance(node, Terms) and len(node.parts) == 1 and node.signs == ("-",):
        return bared(node.parts[0])
    return Terms(node.span, ("-",), (held(node),))


def complement(node: Node) -> Node:
    """Return one minus a tree.

    >>> complement(number(2)).signs
    ('', '-')
    """
    return Terms(node.span, ("", "-"), (number(1, node.span), held(node)))


def power(node: Node, exponent: int) -> Node:
    """Return a power of a tree; the first power is the tree, without the exponent that it had.

    >>> power(power(number(2), 3), 1) == number(2)
    True
    """
    bare = without_sup(node)
    if exponent == 1:
        return bare
    sup = number(exponent, node.span)
    return replace(bare, sup=sup) if isinstance(bare, Scripted) else Scripted(node.span, based(bare), None, sup)


def without_sup(node: Node) -> Node:
    """Return a tree without what stands above it."""
    if not isinstance(node, Scripted):
        return node
    return node.base if node.sub is None and not node.primes else replace(node, sup=None)


def inverse(node: Node) -> Node:
    """Return the inverse of a tree as a power, or the tree of which it is the inverse."""
    if is_inverse(node):
        return without_sup(node)
    minus = Terms(node.span, ("-",), (number(1, node.span),))
    bare = isinstance(node, Scripted) and node.sup is None
    return replace(node, sup=minus) if bare else Scripted(node.span, based(node), None, minus)


def is_inverse(node: Node) -> bool:
    """Return whether a tree is written as an inverse, with -1 above it."""
    sup = node.sup if isinstance(node, Scripted) else None
    if not isinstance(sup, Terms) or sup.signs != ("-",):
        return False
    return is_one(sup.parts[0])


def is_turned(node: Node) -> bool:
    """Return whether a tree is written as a transpose."""
    return isinstance(node, Scripted) and is_transpose(node.sup)


def turned(node: Node, sign: Name = TOP) -> Node:
    """Return a tree with a transpose above it, or without the one that it has; of an inverse, that of the inverse.

    >>> turned(turned(number(1))) == number(1)
    True
    """
    if is_turned(node):
        return bared(without_sup(node))
    mark = placed(sign, node.span)
    if isinstance(node, Scripted) and node.sup is None:
        return replace(node, sup=mark)
    if isinstance(node, Scripted) and isinstance(node.sup, Terms) and (is_inverse(node) or is_turned_inverse(node)):
        above = number(1, node.span) if _is_mark(node.sup.parts[0]) else mark
        return replace(node, sup=replace(node.sup, parts=(above,)))
    return Scripted(node.span, based(node), None, mark)


def is_turned_inverse(node: Node) -> bool:
    """Return whether a tree is written as the transpose of an inverse, with one sign for both above it."""
    sup = node.sup if isinstance(node, Scripted) else None
    return isinstance(sup, Terms) and sup.signs == ("-",) and _is_mark(sup.parts[0])


def _is_mark(node: Node) -> bool:
    return isinstance(node, Name) and node.text in TRANSPOSES


def shifted(node: Node, by: int) -> Node | None:
    """Return a whole number, a letter or a letter with a number behind it, moved by one; None for all else.

    >>> shifted(Name(NOWHERE, "N"), -1).signs
    ('', '-')
    """
    if isinstance(node, Number) and node.text.isdigit():
        return number(int(node.text) + by, node.span) if int(node.text) + by >= 0 else None
    if isinstance(node, Name):
        return Terms(node.span, ("", "+" if by > 0 else "-"), (node, number(abs(by), node.span)))
    if not isinstance(node, Terms) or len(node.parts) != 2 or node.signs[0]:  # noqa: PLR2004 -- a letter and a number
        return None
    letter, step = node.parts
    if not isinstance(letter, Name) or not isinstance(step, Number) or not step.text.isdigit():
        return None
    total = int(step.text) * (-1 if node.signs[1] == "-" else 1) + by
    return shifted(letter, total) if total else letter


def applied(head: str, node: Node) -> Node:
    """Return a function of a tree, in brackets."""
    return Apply(node.span, head, bracketed(node), bracketed=True)


def rooted(node: Node) -> Node:
    """Return the square root of a tree."""
    return Root(node.span, bared(node))


class Shapes:
    """Numbers for trees: the same for trees that are written alike, wherever they stand.

    >>> shapes = Shapes()
    >>> shapes.of(Number(Span(0, 1), "2")) == shapes.of(Number(Span(5, 6), "2"))
    True
    """

    def __init__(self) -> None:
        """Know no tree yet."""
        self._numbers: dict[tuple[object, ...], int] = {}
        self._known: dict[int, tuple[Node, int]] = {}

    def of(self, node: Node) -> int:
        """Return the number of a tree; parts that were asked for before are not looked at again."""
        known = self._known.get(id(node))
        if known is None:
            key = (type(node), *(self._key(getattr(node, f.name)) for f in fields(node) if f.name != "span"))
            known = node, self._numbers.setdefault(key, len(self._numbers))
            self._known[id(node)] = known
        return known[1]

    def _key(self, value: object) -> object:
        if is_node(value):
            return Node, self.of(value)
        return tuple(map(self._key, value)) if isinstance(value, tuple) else value
