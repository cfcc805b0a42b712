"""Sizes: what stands at the ends of a range and in the dimension of a space."""

from __future__ import annotations

from typing import Any

from sympy import Integer, oo

from derive.latex.read.axes import Axis, Ends
from derive.latex.read.heads import head_of, label_of
from derive.latex.read.table import Table
from derive.latex.read.tree import Bracket, Dots, Factors, Name, Node, Number, Scripted, Sequence, Terms
from derive.latex.read.trouble import NotReadError
from derive.names import size

INFINITY = "infty"


def last_of(node: Node, table: Table) -> Any:
    """Return the last place of a range that binds an index: a size, or infinity for a series."""
    return oo if isinstance(node, Name) and node.text == INFINITY else size_of(node, table)


def size_of(node: Node, table: Table) -> Any:
    """Return a size as an expression. Raises `NotReadError` for what is none.

    >>> from derive.latex.read.parser import read
    >>> size_of(read("D+1"), Table())
    D + 1
    """
    if isinstance(node, Number) and node.text.isdigit():
        return Integer(int(node.text))
    if isinstance(node, Bracket) and node.body is not None:
        return size_of(node.body, table)
    if isinstance(node, Terms) and set(node.signs) <= {"", "+", "-"}:
        parts = [size_of(part, table) for part in node.parts]
        return sum((-p if s == "-" else p for s, p in zip(node.signs, parts, strict=True)), Integer(0))
    if isinstance(node, Name | Scripted):
        head = head_of(node)
        if head is not None and head.sup is None and not head.primes:
            labels = tuple(label_of(atom) for atom in head.atoms)
            if head.key == INFINITY:
                raise NotReadError(node.span, "infinity is no size")
            if not labels:
                table.sizes.add(head.key)
            found = size(table.name(head.key, labels))
            return table.same.get(found, found)
    raise NotReadError(node.span, "this is no size")


def axes_of(node: Node, table: Table) -> tuple[Axis, ...]:
    r"""Return the axes of a space from its exponent: one for `D`, two for `N \times D`.

    >>> from derive.latex.read.parser import read
    >>> len(axes_of(read(r"N \times D"), Table()))
    2
    """
    parts = node.parts if isinstance(node, Factors) and set(node.signs[1:]) == {"times"} else (node,)
    if len(parts) > 2:
        raise NotReadError(node.span, "arrays of more than two dimensions are not read")
    return tuple(Axis((Integer(1), size_of(part, table))) for part in parts)


def range_of(node: Node, table: Table) -> Ends | None:
    r"""Return the ends of `1, \dots, N`, of `\{1, \dots, N\}` or of `\{0, 1\}`; `None` for what is no range."""
    if isinstance(node, Bracket) and node.left == "{" == node.right and node.body is not None:
        return range_of(node.body, table)
    if isinstance(node, Bracket) and node.left == "[" and isinstance(node.body, Name):
        return Integer(1), size_of(node.body, table)
    items = list(node.items) if isinstance(node, Sequence) and set(node.separators) <= {","} else []
    if any(isinstance(item, Dots) for item in items):
        try:
            return size_of(items[0], table), size_of(items[-1], table)
        except NotReadError:
            return None
    numbers = [int(i.text) for i in items if isinstance(i, Number) and i.text.isdigit()]
    if items and len(numbers) == len(items) and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return Integer(numbers[0]), Integer(numbers[-1])
    return None
