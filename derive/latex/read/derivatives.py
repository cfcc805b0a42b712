r"""Fractions that are derivatives: `\frac{\partial f}{\partial x}`, `\frac{d}{dx}`; and gradients."""

from __future__ import annotations

from dataclasses import replace

from derive.latex.read.cursor import Cursor
from derive.latex.read.operators import scope_of_derivative, scripts
from derive.latex.read.relations import OPERATORS
from derive.latex.read.tree import Bracket, Derivative, Factors, Fraction, Name, Node, Scripted


def derivative(cursor: Cursor, fraction: Fraction) -> Node:
    """Return a fraction as a derivative if it is written like one, with the scope that follows it; else as it is."""
    top, bottom = _split(fraction.top), _split(fraction.bottom)
    sign = _sign(top[0]) if top else None
    if sign is None or _sign(bottom[0]) != sign or len(bottom) < 2:
        return fraction
    by = _variables(bottom, sign)
    if by is None:
        return fraction
    order = top[0].sup if isinstance(top[0], Scripted) else None
    if len(top) > 1:
        return Derivative(fraction.span, sign, by, _joined(top[1:]), order)
    body = scope_of_derivative(cursor, narrow=False)
    return Derivative(fraction.span if body is None else fraction.span | body.span, sign, by, body, order)


def _split(node: Node) -> tuple[Node, ...]:
    return node.parts if isinstance(node, Factors) and not any(node.signs) else (node,)


def _sign(node: Node) -> str | None:
    """Return which differential a node is: partial or d."""
    base = node.base if isinstance(node, Scripted) and node.sub is None and not node.primes else node
    if isinstance(base, Name) and not base.accents and base.font in {"", "roman"}:
        return base.text if base.text in {"partial", "d"} else None
    return None


def _variables(parts: tuple[Node, ...], sign: str) -> tuple[Node, ...] | None:
    """Return what the differentials in a denominator are of; `None` where a power stands at one of them."""
    groups: list[list[Node]] = []
    for part in parts:
        if _sign(part) == sign:
            if isinstance(part, Scripted):
                return None
            groups.append([])
        else:
            groups[-1].append(part)
    return tuple(_joined(tuple(group)) for group in groups) if all(groups) else None


def _joined(parts: tuple[Node, ...]) -> Node:
    if len(parts) == 1:
        return parts[0]
    return Factors(parts[0].span | parts[-1].span, ("",) * len(parts), parts)


def gradient(cursor: Cursor) -> Node:
    r"""Return `\nabla_x f` with what it is taken of. A transpose behind it belongs to the gradient."""
    start = cursor.take().span
    sub, sup, _, end = scripts(cursor)
    span = start | end if sub is not None or sup is not None else start
    by = () if sub is None else (sub,)
    if cursor.token is not None and cursor.token.text in OPERATORS:
        return Derivative(span, "nabla", by, None, sup)
    body = scope_of_derivative(cursor, narrow=True)
    if body is None:
        return Derivative(span, "nabla", by, None, sup)
    body, outside = _loosen(body)
    found = Derivative(span | body.span, "nabla", by, body, sup)
    return found if outside is None else replace(outside, base=found, span=span | outside.span)


def _loosen(body: Node) -> tuple[Node, Scripted | None]:
    r"""Take the transpose off the brackets: in `\nabla f(x)^\top` it is of the gradient."""
    last = body.parts[-1] if isinstance(body, Factors) else body
    if not isinstance(last, Scripted) or last.sub is not None or last.primes:
        return body, None
    if not (isinstance(last.sup, Name) and last.sup.text in {"T", "top"}):
        return body, None
    if isinstance(body, Factors) and isinstance(last.base, Bracket):
        kept = (*body.parts[:-1], last.base)
        return replace(body, parts=kept, span=kept[0].span | kept[-1].span), last
    return body, None
