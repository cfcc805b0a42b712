r"""Derivatives that are written in one line, `\partial L / \partial y` and `\partial_x f`, as trees of derivatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node

SIGNS = {"partial": "partial", "d": "d", "roman d": "d"}


def with_derivatives(node: Node) -> Node:
    r"""Return a tree in which every derivative is one, however it is written.

    >>> from derive.formula.read.parser import read
    >>> from derive.meaning.keys import spelled
    >>> spelled(with_derivatives(read(r"\partial L / \partial z_i")))
    'Derivative[partial (Scripted[z i None 0]) L None]'
    >>> spelled(with_derivatives(read(r"\partial_x f")))
    'Derivative[partial (x) f None]'
    """
    node = rebuilt(node, with_derivatives)
    if not isinstance(node, surface.Factors):
        return node
    parts = list(zip(node.signs, node.parts, strict=True))
    found: list[tuple[str, Node]] = []
    while parts:
        taken = _slashed(parts) or _subscripted(parts) or _named(parts) or (parts[0][1], 1)
        found.append((parts[0][0], taken[0]))
        parts = parts[taken[1] :]
    if len(found) == len(node.parts):
        return node
    return (
        found[0][1]
        if len(found) == 1
        else replace(node, signs=tuple(s for s, _ in found), parts=tuple(p for _, p in found))
    )


Parts = list[tuple[str, Node]]


def _slashed(parts: Parts) -> tuple[Node, int] | None:
    r"""Return `\partial f / \partial x`, and how many factors it takes."""
    if len(parts) < 4 or parts[1][0] or parts[2][0] != "/" or parts[3][0]:
        return None
    (_, top), (_, body), (_, bottom), (_, by) = parts[:4]
    sign, order = _sign(top)
    if not sign or _sign(bottom)[0] != sign or order is not None or isinstance(bottom, surface.Scripted):
        return None
    if sign == "d" and not _touches(top, body):
        return None
    return surface.Derivative(top.span | by.span, sign, (by,), body, None), 4


def _touches(one: Node, other: Node) -> bool:
    return other.span.start == one.span.end


def _sign(node: Node) -> tuple[str, Node | None]:
    base = node.base if isinstance(node, surface.Scripted) and node.sub is None and not node.primes else node
    if not isinstance(base, surface.Name) or base.accents:
        return "", None
    key = f"{base.font} {base.text}".strip()
    return SIGNS.get(key, ""), node.sup if isinstance(node, surface.Scripted) else None


def _subscripted(parts: Parts) -> tuple[Node, int] | None:
    r"""Return `\partial_x f`: it takes what stands behind it, and its brackets."""
    sign = parts[0][1]
    if len(parts) < 2 or parts[1][0] or not isinstance(sign, surface.Scripted) or sign.sub is None:
        return None
    if not isinstance(sign.base, surface.Name) or sign.base.text != "partial" or sign.primes:
        return None
    body, many = _body(parts[1:])
    return surface.Derivative(sign.span | body.span, "partial", (sign.sub,), body, sign.sup), many + 1


def _named(parts: Parts) -> tuple[Node, int] | None:
    r"""Return `\operatorname{grad} f(x)`."""
    head = parts[0][1]
    if len(parts) < 2 or parts[1][0] or not isinstance(head, surface.Name):
        return None
    if head.text != "grad" or head.font not in {"roman", "sans"}:
        return None
    body, many = _body(parts[1:])
    return surface.Derivative(head.span | body.span, "nabla", (), body, None), many + 1


def _body(parts: Parts) -> tuple[Node, int]:
    """Return what a sign of a derivative takes: the next factor, with the brackets behind a name."""
    first = parts[0][1]
    behind = parts[1] if len(parts) > 1 else ("/", first)
    is_applied = isinstance(first, surface.Name | surface.Scripted) and not behind[0]
    if is_applied and isinstance(behind[1], surface.Bracket) and behind[1].left == "(":
        return surface.Factors(first.span | behind[1].span, ("", ""), (first, behind[1])), 2
    return first, 1


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """Return a tree with every part changed."""
    return replace(node, **dict(_parts(node, change)))


def _parts(node: Node, change: Callable[[Node], Node]) -> Iterator[tuple[str, Any]]:
    for each in fields(node):
        part = getattr(node, each.name)
        if each.name == "span":
            continue
        if surface.is_node(part) or isinstance(part, tuple):
            yield each.name, _changed(part, change)


def _changed(part: Any, change: Callable[[Node], Node]) -> Any:
    if isinstance(part, tuple):
        return tuple(_changed(each, change) for each in part)
    return change(part) if surface.is_node(part) else part
