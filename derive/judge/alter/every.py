"""Every alteration of a side: of the whole, then of each of its parts, the likeliest slips first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial, singledispatch
from itertools import chain

from derive.judge.alter.edit import HALF, ONE, TWO, Edit, Scope, difference, negative, over, power, times, turned
from derive.judge.alter.names import of_name
from derive.judge.alter.products import factors_of, of_argument, of_factors, of_fraction
from derive.judge.alter.sums import of_big, of_logarithm, of_terms
from derive.latex.read.heads import is_transpose
from derive.latex.read.tree import (
    Apply,
    Big,
    Bracket,
    Derivative,
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
)

DEEPEST = 12
"""How far below the root an edit is made; deeper ones are too many, and explain too much."""
LIKELY = ("sign", "factor 2", "lost 1/N", "transposed", "wrong index", "log of a sum split", "1 - p for p", "lost sum")
"""The slips that are tried first, in this order; the others come as they are found."""
CONSTANTS = frozenset({"e", "pi"})
"""Names of numbers, which nobody transposes or takes for a probability."""
CLOSED = frozenset({"by", "lower", "upper", "sub", "degree", "order", "note"})
"""The fields of a tree whose parts are no quantities."""


def edits(node: Node, scope: Scope) -> list[Edit]:
    r"""Return a side with one alteration each, likely ones first.

    >>> from derive.latex.read.parser import read
    >>> from derive.latex.as_latex import as_latex
    >>> from derive.latex.read.typeset import typeset
    >>> found = edits(read("a - b"), Scope())
    >>> found[1].label, as_latex(typeset(found[1].node))
    ('sign', '-a - b')
    """
    found = chain(_of_whole(node, scope), _of_parts(node, scope, DEEPEST))
    return sorted(found, key=lambda edit: LIKELY.index(edit.label) if edit.label in LIKELY else len(LIKELY))


def _of_whole(node: Node, scope: Scope) -> Iterator[Edit]:
    """Yield the alterations that concern a side as a whole: its sign, a factor of 2 or of a size, a lost sum."""
    yield Edit(negative(node), "sign", "the sign of the whole side")
    yield Edit(times(TWO, node), "factor 2", "a factor of 2 is missing")
    yield Edit(times(HALF, node), "factor 2", "there is a factor of 2 too many")
    for size in scope.sizes:
        yield Edit(over(node, size), "lost 1/N", "the factor 1/{0} is missing", (size,))
        says = "there is a factor 1/{0} too many, or a factor {0} is missing"
        yield Edit(times(size, node), "lost 1/N", says, (size,))
    for size in scope.sizes:
        one_less = difference([("+", size), ("-", ONE)], node.span)
        for factor in (over(size, one_less), over(one_less, size)):
            yield Edit(times(factor, node), "n - 1 for n", "the factor {0} is missing", (factor,))
    yield Edit(turned(node), "transposed", "the whole is transposed")
    yield Edit(power(node, 2), "wrong power", "a square is missing")
    for letter in scope.letters:
        whole = Big(node.span, "sum", letter, None, node)
        yield Edit(whole, "lost sum", "the sum over {0} is missing", (letter,))
    if not isinstance(node, Factors):
        yield from factors_of(node, scope)
    for sign, term in scope.terms if not isinstance(node, Number) else ():
        longer = Terms(node.span, ("", sign), (node, term))
        yield Edit(longer, "missing term", "the term {0} is missing", (negative(term) if sign == "-" else term,))


def _of_parts(node: Node, scope: Scope, depth: int) -> Iterator[Edit]:
    yield from local(node, scope)
    if depth == 0:
        return
    for part, rebuilt in _parts(node):
        for edit in _of_parts(part, scope, depth - 1):
            yield replace(edit, node=rebuilt(edit.node))


def _parts(node: Node) -> Iterator[tuple[Node, Callable[[Node], Node]]]:
    """Yield the parts of a tree that are quantities, each with what puts another one in its place."""
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in CLOSED or isinstance(value, Span) or isinstance(node, Derivative):
            continue
        if field.name == "sup" and (isinstance(value, Number) or is_transpose(value)):
            continue
        if isinstance(value, tuple):
            for place, part in enumerate(value):
                if is_node(part):
                    yield part, partial(_in_place, node, field.name, value, place)
        elif is_node(value):
            yield value, partial(_in_field, node, field.name)


def _in_field(node: Node, name: str, part: Node) -> Node:
    return replace(node, **{name: part})


def _in_place(node: Node, name: str, parts: tuple[Node, ...], place: int, part: Node) -> Node:
    return replace(node, **{name: (*parts[:place], part, *parts[place + 1 :])})


@singledispatch
def local(node: Node, scope: Scope) -> Iterator[Edit]:
    """Yield what may be altered at the root of a tree of this kind."""
    del node, scope
    yield from ()


@local.register(Name | Scripted | Bracket | Root)
def _name(node: Name | Scripted | Bracket | Root, scope: Scope) -> Iterator[Edit]:
    if not (isinstance(node, Name) and node.text in CONSTANTS):
        yield from of_name(node, scope)


@local.register
def _terms(node: Terms, scope: Scope) -> Iterator[Edit]:
    yield from of_terms(node, scope)


@local.register
def _factors(node: Factors, scope: Scope) -> Iterator[Edit]:
    yield from of_factors(node, scope)


@local.register
def _fraction(node: Fraction, scope: Scope) -> Iterator[Edit]:
    yield from of_fraction(node, scope)


@local.register
def _big(node: Big, scope: Scope) -> Iterator[Edit]:
    yield from of_big(node, scope)


@local.register
def _apply(node: Apply, scope: Scope) -> Iterator[Edit]:
    yield from of_logarithm(node)
    yield from of_argument(node)
    del scope
