"""The solution of an equation that is linear in what it is solved for: a number, a family of entries, or a matrix."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sympy import (
    Dummy,
    Expr,
    Identity,
    Indexed,
    Integer,
    Inverse,
    KroneckerDelta,
    MatAdd,
    MatMul,
    MatrixSymbol,
    Mul,
    Symbol,
)

from derive.calculus import differentiate, normalize, substitute
from derive.decide import prove
from derive.errors import UnsupportedError


@singledispatch
def linear_solution(unknown: Any, equation: Any) -> Any:
    """Return what `unknown` must be for `equation` to be zero; whoever uses it still has it decided.

    Of a family, such as w[k], the equation must hold no other member. A matrix is solved for where it stands on the
    right of every product: (A + B) W = C gives (A + B)^-1 C. Raises `UnsupportedError` for an equation that is not
    linear in the unknown, or where this cannot be seen.

    >>> a, b = Symbol("a", positive=True), Symbol("b", real=True)
    >>> linear_solution(b, a * b - 3)
    3/a
    """
    way_out = "solve for a symbol, an entry such as w[k], or a MatrixSymbol"
    raise UnsupportedError(unknown, place=equation, reason="this is nothing to solve for", way_out=way_out)


@linear_solution.register
def _number(unknown: Symbol, equation: Any) -> Any:
    slope = differentiate(equation, unknown)
    _refuse_unless_free(slope, unknown, equation)
    return normalize(-substitute(equation, unknown, Integer(0)) / slope)


@linear_solution.register
def _entry(unknown: Indexed, equation: Any) -> Any:
    other: Any = tuple(Dummy(str(index), integer=True) for index in unknown.indices)
    slope = differentiate(equation, unknown)
    _refuse_unless_free(slope, unknown.base, equation)
    deltas = Mul(*(KroneckerDelta(mine, its) for mine, its in zip(unknown.indices, other, strict=True)))
    if prove(differentiate(equation, unknown.base[other]), slope * deltas).status != "proved":
        raise _not_linear(unknown, equation, "other members of the family stand in it")
    return normalize(unknown - equation / slope)


@linear_solution.register
def _matrix(unknown: MatrixSymbol, equation: Any) -> Any:
    factors, rest = [], []
    for term in _terms(equation.expand()):
        coefficient, matrices = term.as_coeff_matrices() if isinstance(term, MatMul) else (Integer(1), [term])
        if not term.has(unknown):
            rest.append(_product(-coefficient, matrices))
        elif matrices[-1] == unknown and not any(matrix.has(unknown) for matrix in matrices[:-1]):
            factors.append(_product(coefficient, matrices[:-1] or [Identity(unknown.shape[0])]))
        else:
            raise _not_linear(unknown, equation, f"it does not stand on the right of {term}")
    if not factors or not rest:
        raise _not_linear(unknown, equation, "there is no linear term, or no constant one")
    return MatMul(Inverse(_total(factors)), _total(rest))


def _terms(expr: Any) -> tuple[Any, ...]:
    return tuple(part for term in expr.args for part in _terms(term)) if isinstance(expr, MatAdd) else (expr,)


def _product(coefficient: Any, matrices: list[Any]) -> Any:
    factors = [*([] if coefficient == 1 else [coefficient]), *matrices]
    return factors[0] if len(factors) == 1 else MatMul(*factors)


def _total(terms: list[Any]) -> Any:
    return terms[0] if len(terms) == 1 else MatAdd(*terms)


def _refuse_unless_free(slope: Expr, unknown: Any, equation: Any) -> None:
    if slope == 0 or slope.has(unknown):
        raise _not_linear(unknown, equation, "its derivative is zero, or contains the unknown")


def _not_linear(unknown: Any, equation: Any, reason: str) -> UnsupportedError:
    reason = f"this is not seen to be linear in it: {reason}"
    way_out = "give the solution to `solve`; one with an inverse, as in least squares, is written with MatrixSymbol"
    return UnsupportedError(unknown, place=equation, reason=reason, way_out=way_out)
