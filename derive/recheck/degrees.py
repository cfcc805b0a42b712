"""How large the degree of both sides' difference can be: the chance that a false equation agrees modulo a prime."""

from __future__ import annotations

from collections.abc import Mapping

from derive.expr import tree
from derive.expr.tree import Node
from derive.recheck.model import Model

Degree = tuple[int, int]
"""Bounds on the degrees of numerator and denominator, as polynomials in entries and their exponentials."""


def degree(model: Model, sizes: Mapping[str, int]) -> int:
    """Return a bound on the degree of the difference, at sizes that are as large, over a common denominator."""
    known: dict[Node, Degree] = {}
    count = max(sizes.values(), default=1) + 1
    sides = [_degree(side, model, count, known) for side in (model.statement.left, model.statement.right)]
    return _sum(sides)[0]


def _sum(parts: list[Degree]) -> Degree:
    under = sum(below for _, below in parts)
    return max((over + under - below for over, below in parts), default=0), under


def _degree(node: Node, model: Model, count: int, known: dict[Node, Degree]) -> Degree:
    if node not in known:
        known[node] = _of(node, model, count, known)
    return known[node]


def _of(node: Node, model: Model, count: int, known: dict[Node, Degree]) -> Degree:  # noqa: PLR0911 -- one for each kind
    if isinstance(node, tree.Entry | tree.Scalar):
        return _of_name(node.name, model, count, known)
    if isinstance(node, tree.Number | tree.Index | tree.Bound | tree.Delta | tree.Constant):
        return (1, 1) if isinstance(node, tree.Constant) else (0, 0)
    if isinstance(node, tree.Power):
        over, under = _degree(node.base, model, count, known)
        times = abs(int(node.exponent.value)) if isinstance(node.exponent, tree.Number) else 4 * count
        flip = isinstance(node.exponent, tree.Number) and node.exponent.value < 0
        return (under * times, over * times) if flip else (over * times, under * times)
    parts = [_degree(part, model, count, known) for part in node.children]
    if isinstance(node, tree.Add | tree.Cases):
        return _sum(parts)
    if isinstance(node, tree.Mul):
        return sum(over for over, _ in parts), sum(under for _, under in parts)
    if isinstance(node, tree.Sum | tree.Product):
        over, under = parts[-1]
        terms = _terms(node, model, count)
        return (over * terms, under * terms) if isinstance(node, tree.Product) else _sum([(over, under)] * terms)
    whole = max(1, sum(over + under for over, under in parts))
    if isinstance(node, tree.Derivative):
        return whole * 2 ** sum(times for _, times in node.by), whole * 2 ** sum(times for _, times in node.by)
    if isinstance(node, tree.Determinant | tree.Inverse):
        return whole * count**2, whole * count**2
    function = node.function if isinstance(node, tree.Call) else ""
    factor = {"exp": 1}.get(function, 4)
    return whole * factor, whole * factor


def _terms(node: tree.Sum | tree.Product, model: Model, count: int) -> int:
    """Return how many terms there are at most."""
    fixed = not (model.frames.loose(node.first) | model.frames.loose(node.last))
    return max(1, model.frames.length(node.first, node.last, count - 1)) if fixed else count


def _of_name(name: str, model: Model, count: int, known: dict[Node, Degree]) -> Degree:
    if name in model.frames.sizes:
        return 0, 0
    if name in model.definitions:
        return _degree(model.definitions[name].body, model, count, known)
    if name in model.rows:
        return (0, 0) if model.rows[name] == "one-hot" else (1, 1)
    solved = count * sum(name in e.left.names | e.right.names for e in model.equations)
    return (count, count) if name in model.inverse_of else (2 * solved + 1, 2 * solved)
