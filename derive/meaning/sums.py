"""Sums of terms: in one shape, with an ellipsis, and behind a sum whose index they hold."""

from __future__ import annotations

from dataclasses import replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import unify
from derive.meaning.blocks import total
from derive.meaning.dots import dotted, has_dots
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import bound_by, free_names, name_key
from derive.meaning.opaque import opaque
from derive.meaning.reading import read
from derive.meaning.values import Value, align, mapped


@read.register
def _terms(node: surface.Terms, here: Here) -> Value:
    if not set(node.signs) <= {"", "+", "-"}:
        raise Clash("plus or minus")
    if has_dots(node.parts):
        return with_dots(node, "sum", here)
    signs, parts = _scoped(node, here)
    values = [read(part, here) for part in parts]
    if any(value.blocks is not None for value in values):
        return total([mapped(v, tree.negative) if s == "-" else v for s, v in zip(signs, values, strict=True)])
    values = _of_one_shape(values, here)
    shape = next((value for value in values if not value.zero), values[0])
    for value in values:
        align(shape, value)

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the sum of the entries."""
        entries = (tree.ZERO if value.zero else value.at(row, column) for value in values)
        return tree.add(*(tree.negative(e) if s == "-" else e for s, e in zip(signs, entries, strict=True)))

    return Value(shape.rows, shape.columns, at, all(value.zero for value in values))


def with_dots(node: surface.Terms | surface.Factors, head: str, here: Here) -> Value:
    r"""Return `x_1 + \cdots + x_n` by its general member; where the items do not tell it, it is not understood."""
    found = dotted(node.parts)
    if found is None or not all(sign in PLAIN[head] for sign in node.signs[found.begin : found.end]):
        return opaque(node, "an ellipsis that is not read", here)
    here.record.read_as.add("dots stand for all members between the first and the last")
    whole = found.as_big(head, node.span)
    first = node.signs[found.begin]
    signs = (*node.signs[: found.begin], first, *node.signs[found.end :])
    parts = (*node.parts[: found.begin], whole, *node.parts[found.end :])
    return read(whole if len(parts) == 1 and not first else replace(node, signs=signs, parts=parts), here)


PLAIN = {"sum": frozenset({"", "+"}), "prod": frozenset({"", "cdot", "times"})}
"""The signs between items of a sum and of a product that goes on with dots."""


def _of_one_shape(values: list[Value], here: Here) -> list[Value]:
    """Return the terms of a sum in one shape: a number is added to every entry, a vector to every row of a matrix.

    That is how programs write it, and no sum of matrices: it costs, and is no ground for a refutation.
    """
    largest = max(values, key=lambda value: 0 if value.zero else value.rank)
    return [value if value.zero or value.rank == largest.rank else _spread(value, largest, here) for value in values]


def _spread(value: Value, shape: Value, here: Here) -> Value:
    if not value.rank:
        here.pay(("spread", 0), 1.5 if shape.columns is None else 3.0)  # two vectors are likelier than that
        here.record.generalised.add("a number is added to every entry")
        return Value(shape.rows, shape.columns, lambda _row, _column: value.number)
    if shape.columns is None:
        raise Clash("a vector and what is no matrix", shapes=True)
    here.pay(("spread", 1), 1.5)
    here.record.generalised.add("a vector is added to every row of a matrix")
    unify(value.axis, shape.columns)
    return Value(shape.rows, shape.columns, lambda _row, column: value.along(column or tree.ONE))


def _scoped(node: surface.Terms, here: Here) -> tuple[list[str], list[Node]]:
    """Return the terms, those behind a sum that hold its index taken into it."""
    signs: list[str] = []
    parts: list[Node] = []
    waiting = list(zip(node.signs, node.parts, strict=True))
    while waiting:
        sign, part = waiting.pop(0)
        big = part.parts[-1] if isinstance(part, surface.Factors) else part
        reach = _last_with(big, waiting, here)
        if isinstance(big, surface.Big) and reach:
            here.record.read_as.add("the sum reaches over the terms behind it that hold its index")
            inner, waiting = waiting[:reach], waiting[reach:]
            bodies = (big.body, *(p for _, p in inner))
            body = surface.Terms(big.span, ("", *(s for s, _ in inner)), tuple(b for b in bodies if b is not None))
            grown = replace(big, body=body)
            part = grown if part is big else replace(part, parts=(*getattr(part, "parts", ())[:-1], grown))
        signs.append(sign)
        parts.append(part)
    return signs, parts


def _last_with(big: Node, behind: list[tuple[str, Node]], here: Here) -> int:
    """Return how many of the terms behind a sum belong to it."""
    if not isinstance(big, surface.Big) or big.head not in {"sum", "prod"} or big.lower is None or big.body is None:
        return 0
    own = bound_by(big) - here.bound.keys()
    holding = [k for k, (_, part) in enumerate(behind, 1) if any(name_key(each) in own for each in free_names(part))]
    return max(holding, default=0)
