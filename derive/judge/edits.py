"""Small alterations of an expression, one at a time: what a person may have written for what was meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import singledispatch
from itertools import combinations
from typing import Any

from sympy import (
    Add,
    Basic,
    Expr,
    Function,
    Idx,
    Indexed,
    Integer,
    MatAdd,
    MatMul,
    MatrixExpr,
    Mul,
    Number,
    Pow,
    Rational,
    Sum,
    Symbol,
    Transpose,
    exp,
    log,
)

HALF = Rational(1, 2)
DEEPEST = 12
"""How far below the root an edit is made; deeper ones are too many, and explain too much."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An altered expression, the label of the slip that it undoes, and a sentence about `parts` that says which."""

    expr: Any
    label: str
    sentence: str
    parts: tuple[Any, ...] = ()

    def says(self, show: Callable[[Any], str] = str) -> str:
        """Return the sentence, its parts in the notation that `show` writes."""
        return self.sentence.format(*map(show, self.parts))


@dataclass(frozen=True, slots=True)
class Scope:
    """What an edit may bring in: the indices with their limits, the sizes, and the entries of the other side."""

    indices: tuple[Any, ...] = ()
    sizes: tuple[Any, ...] = ()
    limits: tuple[tuple[Any, Any, Any], ...] = ()
    atoms: tuple[Any, ...] = ()

    @property
    def bound(self) -> frozenset[Any]:
        """Return the indices that a sum binds somewhere."""
        return frozenset(limit[0] for limit in self.limits)


def edits(expr: Any, scope: Scope) -> Iterator[Edit]:
    """Yield the expression with one alteration, those of the whole first, then those of its parts.

    >>> from sympy import symbols
    >>> a, b = symbols("a b", real=True)
    >>> found = [edit for edit in edits(a - b, Scope()) if edit.expr == a + b]
    >>> found[0].label, found[0].says()
    ('sign', 'the sign of -b')
    """
    yield from _of_whole(expr, scope)
    yield from _of_parts(expr, scope, DEEPEST)


def _of_whole(expr: Any, scope: Scope) -> Iterator[Edit]:
    """Yield the alterations that concern a side as a whole: its sign, a factor of 2 or of a size, a lost sum."""
    yield Edit(-expr, "sign", "the sign of the whole side")
    yield Edit(2 * expr, "factor 2", "a factor of 2 is missing")
    yield Edit(HALF * expr, "factor 2", "there is a factor of 2 too many")
    for size in scope.sizes:
        yield Edit(expr / size, "lost 1/N", "the factor 1/{0} is missing", (size,))
        yield Edit(expr * size, "lost 1/N", "there is a factor 1/{0} too many, or a factor {0} is missing", (size,))
    if isinstance(expr, MatrixExpr):
        yield Edit(Transpose(expr), "transposed", "the whole is transposed")
        return
    yield Edit(expr**2, "wrong power", "a square is missing")
    for limit in scope.limits:
        if limit[0] in expr.free_symbols:
            yield Edit(Sum(expr, limit), "lost sum", "the sum over {0} is missing", (limit[0],))


def _of_parts(expr: Any, scope: Scope, depth: int) -> Iterator[Edit]:
    yield from local(expr, scope)
    if depth == 0 or not isinstance(expr, Basic) or isinstance(expr, Indexed | Symbol | Idx):
        return
    for place, part in enumerate(expr.args):
        if isinstance(part, Expr | MatrixExpr):
            for edit in _of_parts(part, scope, depth - 1):
                yield replace(edit, expr=_replaced(expr, place, edit.expr))


def _replaced(expr: Any, place: int, part: Any) -> Any:
    return expr.func(*expr.args[:place], part, *expr.args[place + 1 :])


@singledispatch
def local(expr: Any, scope: Scope) -> Iterator[Edit]:
    """Yield what may be altered at the root of an expression of this kind."""
    del expr, scope
    yield from ()


@local.register
def _terms(expr: Add | MatAdd, scope: Scope) -> Iterator[Edit]:
    """A sign, a factor of one term, a term too many, a constant that a sum should have counted."""
    for place, term in enumerate(expr.args):
        yield Edit(_replaced(expr, place, -term), "sign", "the sign of {0}", (term,))
    for place, term in enumerate(expr.args):
        rest = expr.args[:place] + expr.args[place + 1 :]
        yield Edit(_replaced(expr, place, 2 * term), "factor 2", "a factor of 2 at {0} is missing", (term,))
        yield Edit(_replaced(expr, place, HALF * term), "factor 2", "a factor of 2 at {0} is too many", (term,))
        yield Edit(expr.func(*rest), "extra term", "the term {0} is too many", (term,))
        for size in scope.sizes:
            said = "the sum counts the constant {0} only once, not {1} times"
            yield Edit(_replaced(expr, place, size * term), "lost sum", said, (term, size))
    yield from _joined(expr, exp, "the exponential of a sum was taken for a sum of exponentials")
    yield from _joined(expr, log, "the log of a sum was taken for a sum of logs")


def _joined(expr: Any, function: Any, sentence: str) -> Iterator[Edit]:
    """Yield a sum in which two values of a function are replaced by the function of the sum of their arguments."""
    for one, other in combinations([term for term in expr.args if isinstance(term, function)], 2):
        rest = [term for term in expr.args if term not in {one, other}]
        whole = expr.func(*rest, function(one.args[0] + other.args[0]))
        yield Edit(whole, f"{function.__name__} of a sum split", sentence)


@local.register
def _factors(expr: Mul | MatMul, scope: Scope) -> Iterator[Edit]:
    """A factor too many, or one that is missing: a size, or an entry of the other side."""
    for place, factor in enumerate(expr.args):
        rest = expr.args[:place] + expr.args[place + 1 :]
        if not isinstance(factor, Number) and _fits_without(expr, factor):
            yield Edit(expr.func(*rest), "extra factor", "the factor {0} is too many", (factor,))
    if isinstance(expr, MatMul):
        return
    for size in scope.sizes:
        yield Edit(expr / size, "lost 1/N", "the factor 1/{0} is missing at {1}", (size, expr))
    for atom in scope.atoms:
        yield Edit(expr * atom, "missing factor", "the factor {0} is missing at {1}", (atom, expr))
        yield Edit(expr / atom, "missing factor", "the factor 1/{0} is missing at {1}", (atom, expr))


def _fits_without(expr: Any, factor: Any) -> bool:
    """Return whether a product is one without this factor: what is beside a matrix must still fit."""
    return not isinstance(factor, MatrixExpr) or (factor.shape[0] == factor.shape[1] and len(expr.args) > 1)


@local.register
def _power(expr: Pow, scope: Scope) -> Iterator[Edit]:
    del scope
    base, exponent = expr.args
    if isinstance(exponent, Integer):
        yield Edit(base ** (exponent - 1), "wrong power", "the power of {0} is one too high", (base,))
        yield Edit(base ** (exponent + 1), "wrong power", "the power of {0} is one too low", (base,))
        yield Edit(base**-exponent, "wrong power", "{0} stands on the wrong side of the fraction", (base,))


@local.register
def _entry(expr: Indexed, scope: Scope) -> Iterator[Edit]:
    for place, index in enumerate(expr.indices):
        for other in scope.indices:
            if other != index and other not in expr.indices:
                indices = (*expr.indices[:place], other, *expr.indices[place + 1 :])
                yield Edit(expr.base[indices], "wrong index", "{0} has the index {1} for {2}", (expr, index, other))
    if len(expr.indices) > 1:
        turned = expr.base[expr.indices[::-1]]
        yield Edit(turned, "transposed", "the indices of {0} are in the wrong order", (expr,))
    yield Edit(1 - expr, "1 - p for p", "{0} stands for 1 - {0}", (expr,))


@local.register
def _sum(expr: Sum, scope: Scope) -> Iterator[Edit]:
    """A sum where one of its terms is meant, or of logarithms where the logarithm of a sum is."""
    if len(expr.limits) > 1:
        return
    variable = expr.limits[0][0]
    for index in scope.indices:
        if index not in scope.bound:
            said = "{0} is summed over, where the fixed {1} is meant"
            yield Edit(expr.function.xreplace({variable: index}), "wrong index", said, (variable, index))
    if isinstance(expr.function, log):
        inside = log(Sum(expr.function.args[0], *expr.limits))
        yield Edit(inside, "log of a sum split", "the log of a sum was taken for the sum of the logs")


@local.register
def _function(expr: Function, scope: Scope) -> Iterator[Edit]:
    del scope
    argument = expr.args[0]
    if isinstance(expr, log) and isinstance(argument, Sum):
        inside = Sum(log(argument.function), *argument.limits)
        yield Edit(inside, "log of a sum split", "the sum of the logs was taken for the log of a sum")
    elif expr.func.__name__ == "sigmoid":
        yield Edit(1 - expr, "1 - p for p", "{0} stands for 1 - {0}", (expr,))
        yield Edit(expr * (1 - expr), "missing factor", "the derivative of {0} is missing", (expr,))
    yield Edit(expr.func(-argument, *expr.args[1:]), "sign", "the sign in {0}", (expr,))


@local.register
def _matrix(expr: MatrixExpr, scope: Scope) -> Iterator[Edit]:
    del scope
    if expr.shape[0] == expr.shape[1]:
        yield Edit(Transpose(expr), "transposed", "{0} should be transposed", (expr,))
