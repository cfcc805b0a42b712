"""Powers of matrices: inverses, and small whole powers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Eq, Idx, Indexed, IndexedBase, Integer, KroneckerDelta, Sum

from derive.facts import inverse_pair, symmetric
from derive.latex.read.here import Here
from derive.latex.read.scene import Inverse
from derive.latex.read.tree import Node, Number, Span, Terms
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, kind_of, multiplied

LARGEST_POWER = 6


def power_of_matrix(base: Value, sup: Node, span: Span, here: Here) -> Value:
    """Return a power of a square matrix; one of -1 is its inverse. Raises `NotReadError` for any other."""
    if base.rows is None or base.cols is None:
        raise NotReadError(span, f"a power of {kind_of(base)}")
    here.scene.trail.unify(base.rows, base.cols, span)
    if isinstance(sup, Number) and sup.text.isdigit() and 0 < int(sup.text) <= LARGEST_POWER:
        result = base
        for _ in range(int(sup.text) - 1):
            result = multiplied(here.scene, result, base, span)
        return result
    if is_minus_one(sup):
        return _inverse(base, here)
    raise NotReadError(sup.span, "only whole powers and the inverse of a matrix are read")


def is_minus_one(sup: Node) -> bool:
    """Return whether an exponent is -1.

    >>> is_minus_one(Number(Span(0, 1), "1"))
    False
    """
    return (
        isinstance(sup, Terms) and sup.signs == ("-",) and isinstance(sup.parts[0], Number) and sup.parts[0].text == "1"
    )


def _inverse(base: Value, here: Here) -> Value:
    """Return a new matrix that is assumed to be the inverse; equal matrices have one inverse."""
    axis = base.rows
    made: list[tuple[Any, bool]] = []

    def entry(r: Any, c: Any) -> Any:
        """Return the entry at two places."""
        if not made and axis is not None:
            made.append(_named_inverse(base, axis, here))
        return made[0][0][r, c]

    return Value(axis, base.cols, entry)


def _named_inverse(base: Value, axis: Any, here: Here) -> tuple[Any, bool]:
    scene = here.scene
    first, second = scene.fresh_index(axis, "a")(), scene.fresh_index(axis, "b")()
    written, turned = base.at(first, second), base.at(second, first)
    place_names = {first: Integer(1), second: Integer(2)}
    key = str(written.xreplace(place_names))
    for other in scene.inverses:
        if written == other.inverse[first, second]:
            return other.matrix, True
    number = len([name for name in scene.assumed if name.startswith("inverse ")])
    for text, known in scene.assumed.items():
        if text == f"inverse {key}":
            return known.fact.tensors[1], True
    matrix, inverse = (IndexedBase(scene.fresh_name(f"{name}{number or ''}")) for name in ("M", "M_inv"))
    scene.inverses.append(Inverse(matrix, inverse, written, (first, second)))
    scene.assume(f"inverse {key}", inverse_pair(matrix, inverse))
    scene.assume(f"{matrix} is the matrix that is inverted: {written}", Eq(matrix[first, second], written))
    if written == turned or _is_gram(written, turned) or _is_said_symmetric(written, here):
        scene.assume(f"the inverse of {matrix} is symmetric, as {matrix} is", symmetric(inverse))
    return inverse, True


def through_inverses(expr: Any, here: Here, slope: Callable[[Any], Any], derive: Callable[[Any, Any], Any]) -> Any:
    """Return what a derivative has from the inverses in an expression: d M^-1 = -M^-1 dM M^-1.

    `slope` takes the derivative of an entry by the same variable, `derive` one by an entry of an inverse.
    """
    total: Any = Integer(0)
    for found in [each for each in here.scene.inverses if expr.has(each.inverse)]:
        change = slope(found.written)
        if change == 0:
            continue
        first, second = found.at
        row, col = (Idx(here.scene.fresh_name("s"), (first.lower, first.upper)) for _ in range(2))
        moved = -found.inverse[row, first] * change * found.inverse[second, col]
        limits = [(index, first.lower, first.upper) for index in (first, second, row, col)]
        total += Sum(derive(expr, found.inverse[row, col]) * moved, *limits)
    return total


def _is_said_symmetric(written: Any, here: Here) -> bool:
    """Return whether it is an entry of a matrix that the document calls symmetric."""
    named = {here.table.name(item.key, item.pattern) for item in here.table.properties if item.kind == "symmetric"}
    return isinstance(written, Indexed) and str(written.base) in named


def _is_gram(one: Any, other: Any) -> bool:
    """Return whether two expressions are the same up to the order of factors, which SymPy has sorted out."""
    return bool((one - other) == 0 or isinstance(one, KroneckerDelta))
