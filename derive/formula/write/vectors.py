r"""Sums, and vectors for their components: `w^\top x_i` for a sum over d, a norm for one of squares, `Xw` for all.

An expression with one free index is the vector of its values. Each kind of expression has one small function that says
which vector that is, or that there is none; then the sum is written with its index.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from sympy import Add, Derivative, Function, Idx, Indexed, Integer, Mul, Pow, Product, Sum, Symbol

from derive.formula.tree import Big, Node, Number, Script, Sign, row
from derive.formula.write.names import bold_name, call, function_name, plain, transpose_sign, vector_node
from derive.formula.write.order import limits, split_sign, terms
from derive.formula.write.page import Page
from derive.formula.write.pieces import Level, Piece, fenced, node_of, piece, raised, summed
from derive.formula.write.scope import Range, free_names, name_of


def written_sum(expr: Any, ranges: Sequence[Any], inner: Page, body: Piece) -> Piece:
    """Return the signs of a sum or a product with these ranges, in front of what is summed.

    Terms stand in brackets, as the next plus would end the sum. `inner` is the page on which the indices are bound.
    """
    signs = [_sign("prod" if isinstance(expr, Product) else "sum", limit, inner) for limit in ranges]
    brackets = "{" if inner.notation.brackets == "braces" else "("
    return Piece(row(*signs, body.behind(brackets)), Level.PRODUCT, open=True)


def _sign(key: str, limit: Any, page: Page) -> Node:
    small, name = page.in_script(), name_of(limit[0])
    index = node_of(Symbol(name), small)
    low, high = limit[1:] if len(limit) > 1 else (getattr(limit[0], "lower", None), getattr(limit[0], "upper", None))
    if low is None or (page.notation.bounds == "none" and page.scope.ranges.get(name) == [(low, high)]):
        return Big(key, index)
    return Big(key, row(index, Sign("="), node_of(low, small)), node_of(high, small))


@dataclass(frozen=True, slots=True)
class Component:
    """The index whose values make an expression a vector, and what it runs over."""

    name: str
    limits: Range


def inner_product(expr: Any, page: Page) -> Piece | None:
    r"""Return a sum as an inner product or a squared norm; None where it is neither.

    >>> from derive.formula.as_latex import as_latex
    >>> from derive.formula.write.page import page_for
    >>> from sympy import IndexedBase, symbols
    >>> w, x, d, D = IndexedBase("w"), IndexedBase("x"), *symbols("d D")
    >>> total = Sum(w[d] * x[d], (d, 1, D))
    >>> as_latex(inner_product(total, page_for([total])).node)
    'w^\\top x'
    """
    if not page.vectors or page.notation.form == "index":
        return None
    nested = _one_by_one(expr)
    component = None if nested is None else component_of(nested)
    if nested is None or component is None:
        return None
    return _contracted(nested.function, component, page)


def component_of(expr: Any) -> Component | None:
    """Return the index of a sum over one index, with its range; None where it has no range."""
    index, *ends = expr.limits[0]
    low, high = ends or (getattr(index, "lower", None), getattr(index, "upper", None))
    return None if low is None else Component(name_of(index), (low, high))


def _one_by_one(expr: Any) -> Any:
    """Return a sum over one index; of two, the inner one is put beside the factors that depend on it."""
    if len(expr.limits) == 1:
        return expr
    if len(expr.limits) > 2 or not isinstance(expr.function, Mul):
        return None
    (outer, inner) = expr.limits
    names = {name_of(outer[0]), name_of(inner[0])}
    if names & {name for limit in expr.limits for end in limit[1:] for name in free_names(end)}:
        return None
    within = [factor for factor in expr.function.args if name_of(inner[0]) in free_names(factor)]
    beside = [factor for factor in expr.function.args if name_of(inner[0]) not in free_names(factor)]
    if not beside or len(within) != 2:
        return None
    return Sum(Mul(*beside, Sum(Mul(*within, evaluate=False), inner), evaluate=False), outer)


def _contracted(body: Any, component: Component, page: Page) -> Piece | None:
    if isinstance(body, Pow) and body.exp == 2:
        vector = vector_of(body.base, component, page)
        return None if vector is None else raised(norm(vector, page), Number("2"))
    factors = body.args if isinstance(body, Mul) else ()
    if len(factors) != 2:
        return None
    found = [vector_of(factor, component, page) for factor in sorted(factors, key=_weights_first)]
    left, right = found
    return None if left is None or right is None else transposed_times(left, right, page)


def _weights_first(factor: Any) -> tuple[int, bool]:
    rank = len(factor.indices) if isinstance(factor, Indexed) else 0
    return (isinstance(factor, Sum), isinstance(factor, Add), rank)  # pyright: ignore[reportReturnType] # bools sort as numbers


def weights_and_data(expr: Any, page: Page) -> tuple[Node, Node] | None:
    """Return the two vectors of an inner product, the one without an index first; None for anything else.

    >>> from derive.formula.write.page import page_for
    >>> from sympy import IndexedBase, symbols
    >>> w, x, d, D = IndexedBase("w"), IndexedBase("x"), *symbols("d D")
    >>> total = Sum(w[d] * x[d], (d, 1, D))
    >>> weights_and_data(total, page_for([total]))[0].key
    'w'
    """
    component = component_of(expr) if isinstance(expr, Sum) and len(expr.limits) == 1 else None
    if component is None or not isinstance(expr.function, Mul) or len(expr.function.args) != 2:
        return None
    found = [vector_of(factor, component, page) for factor in sorted(expr.function.args, key=_weights_first)]
    weights, data = found
    return None if weights is None or data is None or weights.level < Level.ATOM else (weights.node, data.node)


def norm(vector: Piece, page: Page) -> Piece:
    """Return the norm of a vector."""
    return Piece(fenced(vector.node, "||" if page.notation.norm == "double" else "|"))


def root_of_squares(expr: Any, page: Page) -> Piece | None:
    """Return the square root of a sum of squares as a norm; None where it is none."""
    if not page.vectors or page.notation.form == "index" or not isinstance(expr, Sum) or len(expr.limits) != 1:
        return None
    component, body = component_of(expr), expr.function
    if component is None or not isinstance(body, Pow) or body.exp != 2:
        return None
    vector = vector_of(body.base, component, page)
    return None if vector is None else norm(vector, page)


def transposed_times(left: Piece, right: Piece, page: Page) -> Piece:
    """Return the product of a transposed vector or matrix with a vector."""
    node = row(raised(left, transpose_sign(page)).node, right.inside(Level.PRODUCT))
    return Piece(node, Level.PRODUCT, open=right.open, dot=True)


@singledispatch
def vector_of(expr: Any, component: Component, page: Page) -> Piece | None:
    """Return the vector whose components are the values of an expression; None where it has no form without index."""


@vector_of.register
def _(expr: Integer, component: Component, page: Page) -> Piece | None:
    return Piece(Number("0")) if expr == 0 else None


@vector_of.register
def _(expr: Indexed, component: Component, page: Page) -> Piece | None:
    name, last = name_of(expr.base.label), len(expr.indices) - 1
    others = {label for index in expr.indices[:-1] for label in free_names(index)}
    at_end = isinstance(expr.indices[last], Symbol | Idx) and name_of(expr.indices[last]) == component.name
    if not at_end or component.name in others or not _is_vector(name, last, component, page):
        return None
    node = vector_node(name, expr.indices[:-1], page)
    return Piece(node, Level.POWER if isinstance(node, Script) and node.sup is not None else Level.ATOM)


def _is_vector(name: str, place: int, component: Component, page: Page) -> bool:
    """Return whether an axis is summed whole, and the vector would look like nothing else on the page."""
    whole = page.scope.whole((name, place), component.limits)
    examples = page.role(name, place) == "example"
    return whole and name not in page.scope.symbols and (page.notation.form == "matrix" or not examples)


@vector_of.register
def _(expr: Add, component: Component, page: Page) -> Piece | None:
    found = [(minus, vector_of(rest, component, page)) for minus, rest in map(split_sign, terms(expr))]
    shown = [(minus, vector.inside(Level.PRODUCT)) for minus, vector in found if vector is not None]
    return summed(shown) if len(shown) == len(found) else None


@vector_of.register
def _(expr: Mul, component: Component, page: Page) -> Piece | None:
    minus, rest = split_sign(expr)
    if minus:
        shown = vector_of(rest, component, page)
        return None if shown is None else shown.negated()
    moving = [factor for factor in expr.args if component.name in free_names(factor)]
    vector = vector_of(moving[0], component, page) if len(moving) == 1 else None
    if vector is None:
        return None
    scale = [factor for factor in expr.args if factor is not moving[0]]
    shown = piece(scale[0] if len(scale) == 1 else Mul(*scale), page)
    node = row(shown.inside(Level.PRODUCT, last=False), vector.inside(Level.PRODUCT))
    return Piece(node, Level.PRODUCT, open=vector.open, minus=shown.minus)


@vector_of.register
def _(expr: Sum, component: Component, page: Page) -> Piece | None:
    names = [name_of(limit[0]) for limit in expr.limits]
    if component.name in names or len(set(names)) < len(names):
        return None
    if any(page.role(*axis) == "component" for axis in _axes_beside(expr, component)):
        return None
    product = _matrix_times_vector(expr, component, page) if len(names) == 1 else None
    return product or _sum_of_vectors(expr, names, component, page)


def _axes_beside(expr: Any, component: Component) -> set[tuple[str, int]]:
    """Return the last axes of all entries with another free index there: they would stay as they are."""
    bound = {name_of(limit[0]) for total in expr.atoms(Sum) for limit in total.limits} | {component.name}
    entries = [entry for entry in expr.atoms(Indexed) if name_of(entry.indices[-1]) not in bound]
    return {(name_of(entry.base.label), len(entry.indices) - 1) for entry in entries}


def _sum_of_vectors(expr: Any, names: list[str], component: Component, page: Page) -> Piece | None:
    inner = page.binding(names, free_names(expr))
    body = vector_of(expr.function, component, inner)
    return None if body is None else written_sum(expr, limits(expr), inner, body)


def _matrix_times_vector(expr: Any, component: Component, page: Page) -> Piece | None:
    """Return `A w`, or `A^T r`, for a sum over one index of a table of numbers."""
    over, factors = component_of(expr), expr.function.args if isinstance(expr.function, Mul) else ()
    tables = [f for f in factors if isinstance(f, Indexed) and component.name in free_names(f)]
    if over is None or len(tables) != 1 or len(factors) < 2:
        return None
    rest = [factor for factor in factors if factor is not tables[0]]
    matrix = _matrix(tables[0], component, over, page)
    vector = vector_of(rest[0] if len(rest) == 1 else Mul(*rest), over, page)
    if matrix is None or vector is None:
        return None
    node = row(matrix, vector.inside(Level.PRODUCT))
    return Piece(node, Level.PRODUCT, open=vector.open)


def _matrix(table: Any, first: Component, second: Component, page: Page) -> Node | None:
    """Return the matrix of a table with two indices, transposed where `first` is the second of them."""
    name, labels = name_of(table.base.label), [name_of(index) for index in table.indices]
    if sorted(labels) != sorted([first.name, second.name]) or first.name == second.name:
        return None
    turned = labels[0] == second.name
    places = (1, 0) if turned else (0, 1)
    if not all(_is_vector(name, place, c, page) for place, c in zip(places, (first, second), strict=True)):
        return None
    node = Piece(plain(bold_name(page.label(name), page)))
    return raised(node, transpose_sign(page)).node if turned else node.node


@vector_of.register
def _(expr: Derivative, component: Component, page: Page) -> Piece | None:
    by, count = expr.variable_count[0]
    if page.notation.gradient != "nabla" or len(expr.variable_count) > 1 or count != 1 or not isinstance(by, Indexed):
        return None
    vector = vector_of(by, component, page)
    if vector is None or component.name in free_names(expr.expr):
        return None
    body = piece(expr.expr, page)
    return Piece(row(Script(Sign("nabla"), vector.node), body.behind()), Level.PRODUCT, open=True)


@vector_of.register
def _(expr: Function, component: Component, page: Page) -> Piece | None:
    """A function of each component is written as the function of the vector, where all examples stand in vectors."""
    inner = vector_of(expr.args[0], component, page) if len(expr.args) == 1 else None
    if inner is None or page.notation.form != "matrix":
        return None
    return call(function_name(type(expr).__name__, page), [inner.node])
