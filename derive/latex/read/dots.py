r"""Sums with an ellipsis: `x_1 + \cdots + x_n` is a sum where the first and the last term show the pattern."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from derive.latex.read.alike import alike
from derive.latex.read.here import Here
from derive.latex.read.tree import Big, Chain, Dots, Name, Node, Number, Sign, Span, Terms, is_node
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value

_LETTER = "ellipsis"


def written_out(node: Terms, here: Here) -> Value | None:
    """Return the sum that terms with an ellipsis stand for; `None` where there is no ellipsis.

    Raises `NotReadError` where the terms around it do not show one pattern.
    """
    dots = [n for n, part in enumerate(node.parts) if isinstance(part, Dots)]
    if not dots:
        return None
    at = dots[0]
    if len(dots) > 1 or at in {0, len(node.parts) - 1} or at + 2 != len(node.parts) or set(node.signs) - {"", "+"}:
        raise NotReadError(node.span, "what an ellipsis stands for is not evident")
    first, last = node.parts[0], node.parts[-1]
    template, ends = common(first, last)
    if template is None or ends is None or not isinstance(ends[0], Number):
        raise NotReadError(node.span, "the terms around an ellipsis show no pattern")
    for step, part in enumerate(node.parts[1:at], 1):
        between, those = common(first, part)
        expected = str(int(ends[0].text) + step)
        if between is None or those is None or not (isinstance(those[1], Number) and those[1].text == expected):
            raise NotReadError(part.span, "the terms before an ellipsis show no pattern")
    lower = Chain(node.span, (Name(node.span, _LETTER), ends[0]), (Sign(node.span, "="),))
    return here.read(Big(node.span, "sum", lower, ends[1], template))


Ends = tuple[Node, Node]


def common(one: Node, other: Node) -> tuple[Node | None, Ends | None]:
    """Return two trees as one with a letter where they differ, and what stood there; `None` if they differ in more.

    >>> from derive.latex.read.parser import read
    >>> common(read("x_1"), read("x_n"))[1] is not None
    True
    """
    if alike(one, other):
        return one, None
    if isinstance(one, Number) and isinstance(other, Number | Name):
        return Name(one.span, _LETTER), (one, other)
    if type(one) is not type(other):
        return None, None
    ends: Ends | None = None
    changed: dict[str, Any] = {}
    for field in fields(one):
        mine, yours = getattr(one, field.name), getattr(other, field.name)
        if field.name == "span":
            continue
        value, found = _common_field(mine, yours)
        if value is None and mine is not None:
            return None, None
        if ends is not None and found is not None and not (alike(ends[0], found[0]) and alike(ends[1], found[1])):
            return None, None
        ends, changed[field.name] = found or ends, value
    return replace(one, **changed), ends


def _common_field(mine: Any, yours: Any) -> tuple[Any, Ends | None]:
    if isinstance(mine, tuple) and not isinstance(mine, Span):
        if len(mine) != len(yours):
            return None, None
        pairs = [_common_field(a, b) for a, b in zip(mine, yours, strict=True)]
        ends = [e for _, e in pairs if e is not None]
        if any(v is None for v, _ in pairs) or any(not _both_alike(ends[0], e) for e in ends):
            return None, None
        return tuple(v for v, _ in pairs), ends[0] if ends else None
    if is_node(mine) and is_node(yours):
        return common(mine, yours)
    return (mine, None) if mine == yours else (None, None)


def _both_alike(one: Ends, other: Ends) -> bool:
    return alike(one[0], other[0]) and alike(one[1], other[1])
