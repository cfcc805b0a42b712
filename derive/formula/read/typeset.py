"""From the tree that was read to the tree that is set: a document's mathematics as it was written, for any writer.

Braces are put where the scope of an operator could otherwise be read to reach further than it does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from derive.formula import tree as page
from derive.formula.as_latex import relation_sign
from derive.formula.read import tree
from derive.formula.signs import GREEK, OPERATOR_NAMES, SYMBOLS, closing

FIRST = {"-": "negative", "+": "positive"}
"""The signs that stand before a first term as before a number."""
SEPARATORS = {"|": "mid", "||": "Vert", " ": "quad"}
ESCAPED = re.compile(r"\\([%&#_${}])")
EMPTY = page.Row(())
FACES: dict[str, page.Face] = {
    "": "italic",
    "roman": "upright",
    **{face: face for face in ("bold", "calligraphic", "blackboard", "sans", "fraktur")},
}
PREFIXES: dict[str, page.Node] = {"neg": page.Sign("neg"), "d": page.Letter("d", "upright")}
"""Accents that stand before a name: `dW` may be a name of its own."""
NAMED_SIGNS = {"partial": "partial", "nabla": "nabla", "+": "plus", "-": "minus", "/": "/"}
"""The names that are set as signs."""
OPEN = (tree.Terms, tree.Chain, tree.Sequence)
"""What a product, a script or an operator takes whole only in braces."""


def typeset(node: tree.Node) -> page.Node:
    r"""Return a tree that was read as one that can be written in LaTeX or MathML; what is not understood stays text.

    >>> from derive.formula.as_latex import as_latex
    >>> from derive.formula.read.parser import read
    >>> print(as_latex(typeset(read(r"\frac{\partial E}{\partial w_j} = \sum_i(p_i-y_i)x_{ij}"))))
    \frac{\partial E}{\partial w_j} = \sum_i (p_i - y_i) x_{ij}
    """
    return _SET[type(node)](node)


def _maybe(node: tree.Node | None) -> page.Node | None:
    return None if node is None else typeset(node)


def _braced(node: tree.Node) -> page.Node:
    return page.Group(typeset(node))


def name(node: tree.Name) -> page.Node:
    r"""Return a name as it is set: letters with their font and accents, words upright.

    >>> name(tree.Name(tree.Span(0, 15), "x", "bold", ("hat",)))
    Accent(base=Letter(key='x', face='bold'), mark='hat')
    """
    found = _plain(node)
    for accent in reversed(node.accents):
        before = PREFIXES.get(accent)
        found = page.Accent(found, cast("page.Mark", accent)) if before is None else page.row(before, found)
    return found


def _plain(node: tree.Name) -> page.Node:
    if not node.font and node.text in NAMED_SIGNS:
        return page.Sign(NAMED_SIGNS[node.text])
    command = node.text in GREEK or node.text in SYMBOLS or node.text in OPERATOR_NAMES
    if (node.font == "roman" and len(node.text) > 1 and not command) or (not node.font and node.text == "Pr"):
        return page.Word(node.text)
    return page.Letter(node.text, FACES[node.font])


def _base(node: tree.Node) -> page.Node:
    """Return what scripts or a factorial stand behind; in braces if only its end would have them."""
    found = typeset(node)
    simple = isinstance(node, tree.Name | tree.Number | tree.Bracket | tree.Words | tree.Dots | tree.Hole)
    return found if simple or isinstance(found, page.Fraction | page.Root | page.Grid) else page.Group(found)


def _with_scripts(base: page.Node, sub: tree.Node | None, sup: tree.Node | None, primes: int) -> page.Node:
    for _ in range(primes):
        base = page.Accent(base, "prime")
    return base if sub is None and sup is None else page.Script(base, _maybe(sub), _maybe(sup))


def _terms(node: tree.Terms) -> page.Node:
    parts: list[page.Node] = []
    for sign, term in zip(node.signs, node.parts, strict=True):
        if sign:
            parts.append(page.Sign(sign if parts else FIRST.get(sign, sign)))
        parts.append(_braced(term) if isinstance(term, OPEN) else typeset(term))
    return page.row(*parts)


def _factors(node: tree.Factors) -> Iterator[page.Node]:
    last = len(node.parts) - 1
    for place, (sign, part) in enumerate(zip(node.signs, node.parts, strict=True)):
        if sign:
            yield page.Sign(sign)
        beside = place > 0 and not sign
        yield _braced(part) if _needs_braces(part, beside=beside, last=place == last) else typeset(part)


def _needs_braces(part: tree.Node, *, beside: bool, last: bool) -> bool:
    """Return whether a factor would be read as another one, or take what follows, without braces."""
    if isinstance(part, (*OPEN, tree.Factors)):
        return True
    if beside and _begins_with_number(part):
        return True
    if isinstance(part, tree.Apply) and part.head in {"factorial", "binomial"}:
        return False
    closed = isinstance(part, tree.Apply) and part.bracketed
    reaches = isinstance(part, tree.Apply | tree.Big) or (isinstance(part, tree.Derivative) and not _is_above(part))
    return reaches and not closed and not last


def _begins_with_number(node: tree.Node) -> bool:
    while isinstance(node, tree.Scripted):
        node = node.base
    return isinstance(node, tree.Number)


def _apply(node: tree.Apply) -> page.Node:
    if node.head == "factorial" and node.argument is not None:
        argument = typeset(node.argument) if isinstance(node.argument, tree.Scripted) else _base(node.argument)
        return page.row(argument, page.Sign("!"))
    if node.head == "binomial" and isinstance(node.argument, tree.Sequence):
        return page.Fraction(*map(typeset, node.argument.items), line=False)
    head = _with_scripts(page.Word(node.head, operator=True), node.sub, node.sup, node.primes)
    if node.argument is None:
        return head
    direct = isinstance(node.argument, tree.Bracket) if node.bracketed else not isinstance(node.argument, OPEN)
    argument = typeset(node.argument) if direct else _braced(node.argument)
    return page.row(head, page.Sign("apply"), argument)


def _big(node: tree.Big) -> page.Node:
    sign = page.Big(node.head, _maybe(node.lower), _maybe(node.upper))
    if node.body is None:
        return sign
    signed = isinstance(node.body, tree.Terms) and len(node.body.parts) == 1 and bool(node.body.signs[0])
    return page.row(sign, typeset(node.body) if signed or not isinstance(node.body, OPEN) else _braced(node.body))


def _derivative(node: tree.Derivative) -> page.Node:
    if node.sign == "nabla":
        sign: page.Node = page.Sign("nabla")
        by = typeset(node.by[0]) if node.by else None
        head = sign if by is None and node.order is None else page.Script(sign, by, _maybe(node.order))
        return head if node.body is None else page.row(head, _scope(node.body, narrow=True))
    differential = page.Sign("partial" if node.sign == "partial" else "d")
    top = differential if node.order is None else page.Script(differential, None, _maybe(node.order))
    bottom = page.row(*(part for by in node.by for part in (differential, *_plain_product(by))))
    if node.body is None:
        return page.Fraction(top, bottom)
    if not node.by:
        return page.row(top, _scope(node.body, narrow=True))
    if _is_above(node):
        return page.Fraction(page.row(top, *_plain_product(node.body)), bottom)
    return page.row(page.Fraction(top, bottom), _scope(node.body, narrow=False))


def _is_above(node: tree.Derivative) -> bool:
    """Return whether what is differentiated stands above the line of the fraction."""
    return node.body is not None and bool(node.by) and node.body.span.end <= node.by[0].span.start


def _plain_product(node: tree.Node) -> Iterator[page.Node]:
    if isinstance(node, tree.Factors) and not any(node.signs):
        yield from _factors(node)
    else:
        yield _braced(node) if isinstance(node, (*OPEN, tree.Factors)) else typeset(node)


def _scope(node: tree.Node, *, narrow: bool) -> page.Node:
    """Return what a derivative is taken of; a product in braces unless it would be taken whole without them."""
    if isinstance(node, OPEN):
        return _braced(node)
    if not isinstance(node, tree.Factors):
        return typeset(node)
    if any(node.signs):
        return _braced(node)
    applied = [isinstance(part, tree.Bracket) for part in node.parts]
    whole = applied[1] and len(applied) == 2
    product = isinstance(node.parts[0], tree.Number | tree.Fraction) or not (narrow or applied[0] or applied[1])
    named = isinstance(node.parts[0], tree.Name | tree.Scripted)
    return typeset(node) if (whole and named) or product else _braced(node)


def _bracket(node: tree.Bracket) -> page.Node:
    inside = EMPTY if node.body is None else typeset(node.body)
    return page.Fence(node.left, inside, closing(node.right))


def _sequence(node: tree.Sequence) -> page.Node:
    parts: list[page.Node] = []
    for place, item in enumerate(node.items):
        parts.append(_braced(item) if isinstance(item, tree.Sequence) else typeset(item))
        if place < len(node.separators):
            separator = node.separators[place]
            parts.append(page.Sign(SEPARATORS.get(separator, separator)))
    return page.row(*parts)


def _sign(node: tree.Sign) -> page.Node:
    sign = relation_sign(node.kind)
    return sign if node.note is None else page.Noted(sign, typeset(node.note))


def _chain(node: tree.Chain) -> page.Node:
    parts: list[page.Node] = []
    for place, member in enumerate(node.members):
        if place:
            parts.append(typeset(node.relations[place - 1]))
        if member is not None:
            parts.append(_braced(member) if isinstance(member, tree.Chain | tree.Sequence) else typeset(member))
    return page.row(*parts)


def _grid(node: tree.Grid) -> page.Node:
    rows = tuple(tuple(map(typeset, cells)) for cells in node.rows)
    return page.Grid(rows, cases=node.environment == "cases", environment=node.environment)


_SET: dict[type[Any], Callable[[Any], page.Node]] = {
    tree.Hole: lambda node: page.Unread(node.text or "?", node.reason),
    tree.Name: name,
    tree.Number: lambda node: page.Number(node.text),
    tree.Words: lambda node: page.Phrase(ESCAPED.sub(r"\1", node.text)),
    tree.Dots: lambda _: page.Sign("dots"),
    tree.Scripted: lambda node: _with_scripts(_base(node.base), node.sub, node.sup, node.primes),
    tree.Terms: _terms,
    tree.Factors: lambda node: page.row(*_factors(node)),
    tree.Fraction: lambda node: page.Fraction(typeset(node.top), typeset(node.bottom)),
    tree.Root: lambda node: page.Root(typeset(node.body), _maybe(node.degree)),
    tree.Apply: _apply,
    tree.Big: _big,
    tree.Derivative: _derivative,
    tree.Bracket: _bracket,
    tree.Sequence: _sequence,
    tree.Sign: _sign,
    tree.Chain: _chain,
    tree.Grid: _grid,
    tree.Noted: lambda node: page.Noted(typeset(node.body), _maybe(node.note), brace=True),
}
"""How each kind of node is set."""
