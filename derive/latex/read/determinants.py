r"""Determinants: a number of its own for each matrix, with the rules that products, inverses and derivatives follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Integer, KroneckerDelta, Pow, Sum, Symbol

from derive.facts import positive
from derive.latex.read.heads import is_transpose
from derive.latex.read.here import Here
from derive.latex.read.inverses import is_minus_one, power_of_matrix
from derive.latex.read.tree import Bracket, Factors, Node, Number, Scripted, Span, Terms
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, kind_of, lazy


@dataclass(frozen=True, slots=True)
class Determinant:
    """The determinant of a matrix: the number that stands for it, and the matrix."""

    symbol: Symbol
    matrix: Value
    written: Any


def determinant(node: Node, here: Here) -> Value:
    """Return the determinant of a square matrix. Raises `NotReadError` for what is none."""
    value = here.read(node)
    if value.is_number:
        return value
    if value.rows is None or value.cols is None:
        raise NotReadError(node.span, f"the determinant of {kind_of(value)}")
    here.scene.trail.unify(value.rows, value.cols, node.span)
    factors = _factors(node, here)
    return lazy(lambda: _product(factors, value, here))


@dataclass(frozen=True, slots=True)
class _Factor:
    """A number or a matrix in a product, and the power it stands in."""

    value: Value
    power: int = 1


def _factors(node: Node, here: Here) -> list[_Factor]:
    """Return the square factors of a matrix, or the matrix alone where they are not all square."""
    if isinstance(node, Bracket) and node.body is not None and node.left in {"(", "[", "{"}:
        return _factors(node.body, here)
    if isinstance(node, Terms) and node.signs == ("-",):
        return [_Factor(Value(None, None, lambda r, c: Integer(-1))), *_factors(node.parts[0], here)]
    if isinstance(node, Factors) and not any(node.signs):
        found = [factor for part in node.parts for factor in _factors(part, here)]
        return found if all(_is_square(f.value) for f in found) else [_Factor(here.read(node))]
    if isinstance(node, Scripted) and node.sup is not None and node.sub is None:
        power = _power(node.sup)
        inner = _factors(node.base, here) if power else []
        if power and all(not f.value.is_number for f in inner):
            return [_Factor(f.value, f.power * power) for f in inner]
    return [_Factor(here.read(node))]


def _power(sup: Node) -> int:
    if is_transpose(sup):
        return 1
    if is_minus_one(sup):
        return -1
    return int(sup.text) if isinstance(sup, Number) and sup.text.isdigit() and len(sup.text) < 3 else 0


def _is_square(value: Value) -> bool:
    if value.rows is None or value.cols is None:
        return value.is_number
    ends = value.rows.known(), value.cols.known()
    return value.rows.root() is value.cols.root() or (ends[0] is not None and ends[0] == ends[1])


def _product(factors: list[_Factor], whole: Value, here: Here) -> Any:
    result: Any = Integer(1)
    for factor in factors:
        if factor.value.is_number:
            low, high = here.scene.ends(whole.rows) if whole.rows is not None else (1, 1)
            result *= Pow(factor.value.at(None, None), high - low + 1)
        else:
            result *= Pow(_of_one(factor.value, here), factor.power)
    return result


def _of_one(value: Value, here: Here) -> Any:
    scene = here.scene
    if value.rows is None:
        return Integer(1)
    first, second = scene.fresh_index(value.rows, "a")(), scene.fresh_index(value.rows, "b")()
    written = value.at(first, second)
    if written == KroneckerDelta(first, second):
        return Integer(1)
    names = {first: Integer(1), second: Integer(2)}
    key = str(written.xreplace(names))
    key = min(key, str(written.xreplace({first: Integer(2), second: Integer(1)})))
    if key not in scene.determinants:
        symbol = Symbol(scene.fresh_name("det"), real=True)
        scene.determinants[key] = Determinant(symbol, value, written)
        scene.assume(f"the determinant {symbol} is positive", positive(symbol))
    return scene.determinants[key].symbol


def through_determinants(expr: Any, by: Any, span: Span, here: Here, derive: Any) -> Any:
    """Return what a derivative has from the determinants in an expression: d det M = det M tr(M^-1 dM)."""
    total: Any = Integer(0)
    for found in list(here.scene.determinants.values()):
        axis = found.matrix.rows
        if not expr.has(found.symbol) or axis is None:
            continue
        first, second = here.scene.fresh_index(axis, "a")(), here.scene.fresh_index(axis, "b")()
        inner = derive(found.matrix.at(first, second), by)
        if inner == 0:
            continue
        minus_one = Terms(span, ("-",), (Number(span, "1"),))
        inverse = power_of_matrix(found.matrix, minus_one, span, here)
        ends = here.scene.ends(axis)
        trace = Sum(inverse.at(second, first) * inner, (first, *ends), (second, *ends))
        total += derive(expr, found.symbol) * found.symbol * trace
    return total
