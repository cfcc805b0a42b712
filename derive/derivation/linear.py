"""The solution of an equation that is linear in what it is solved for: a number, a family of entries, or a matrix."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sympy import (
    Add,
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
    terms = equation.expand().doit(deep=False)
    factors, rest = [], []
    for term in terms.args if isinstance(terms, MatAdd | Add) else (terms,):
        if not term.has(unknown):
            rest.append(MatMul(-1, term).doit(deep=False))
        elif isinstance(term, MatMul) and term.args[-1] == unknown and not term.func(*term.args[:-1]).has(unknown):
            factors.append(MatMul(*term.args[:-1], Identity(unknown.shape[0])).doit(deep=False))
        else:
            raise _not_linear(unknown, equation, f"it does not stand on the right of {term}")
    if not factors or not rest:
        raise _not_linear(unknown, equation, "there is no linear term, or no constant one")
    return MatMul(Inverse(MatAdd(*factors).doit(deep=False)), MatAdd(*rest).doit(deep=False))


def _refuse_unless_free(slope: Expr, unknown: Any, equation: Any) -> None:
    if slope == 0 or slope.has(unknown):
        raise _not_linear(unknown, equation, "its derivative is zero, or contains the unknown")


def _not_linear(unknown: Any, equation: Any, reason: str) -> UnsupportedError:
    reason = f"this is not seen to be linear in it: {reason}"
    return UnsupportedError(unknown, place=equation, reason=reason, way_out="give the solution to `solve`")
