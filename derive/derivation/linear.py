"""The solution of an equation that is linear in what it is solved for: a number, a family of entries, or a matrix."""

from __future__ import annotations

from typing import Any

from sympy import Identity, Indexed, Integer, Inverse, MatAdd, MatMul, MatrixSymbol, Symbol

from derive.calculus import differentiate, normalize
from derive.errors import UnsupportedError


def linear_solution(unknown: Any, equation: Any) -> Any:
    """Return what `unknown` must be for `equation` to be zero; whoever uses it still has it decided.

    A matrix is solved for where it stands on the right of every product: (A + B) W = C gives (A + B)^-1 C. Raises
    `UnsupportedError` where the equation is not linear in the unknown, or holds other members of its family.

    >>> a, b = Symbol("a", positive=True), Symbol("b", real=True)
    >>> linear_solution(b, a * b - 3)
    3/a
    """
    if isinstance(unknown, MatrixSymbol):
        return _matrix(unknown, equation)
    if not isinstance(unknown, Symbol | Indexed):
        way_out = "solve for a symbol, an entry such as w[k], or a MatrixSymbol"
        raise UnsupportedError(unknown, place=equation, reason="this is nothing to solve for", way_out=way_out)
    # One step of Newton's method: it ends at a value without the unknown where the equation is linear in it alone.
    slope = differentiate(equation, unknown)
    solution = unknown if slope == 0 else normalize(unknown - equation / slope)
    if solution.has(getattr(unknown, "base", unknown)):
        raise _not_linear(unknown, equation)
    return solution


def _matrix(unknown: MatrixSymbol, equation: Any) -> Any:
    factors, rest = [], []
    for term in MatAdd.make_args(equation.expand()):
        coefficient, matrices = term.as_coeff_matrices() if isinstance(term, MatMul) else (Integer(1), [term])
        if not term.has(unknown):
            rest.append(-term)
        elif matrices[-1] == unknown and not any(matrix.has(unknown) for matrix in matrices[:-1]):
            scale = [] if coefficient == 1 else [coefficient]
            factors.append(_joined(MatMul, [*scale, *(matrices[:-1] or [Identity(unknown.shape[0])])]))
        else:
            raise _not_linear(unknown, equation)
    if not factors or not rest:
        raise _not_linear(unknown, equation)
    return MatMul(Inverse(_joined(MatAdd, factors)), _joined(MatAdd, rest))


def _joined(kind: Any, parts: list[Any]) -> Any:
    return parts[0] if len(parts) == 1 else kind(*parts)


def _not_linear(unknown: Any, equation: Any) -> UnsupportedError:
    way_out = "give the solution to `solve`; one with an inverse, as in least squares, is written with MatrixSymbol"
    return UnsupportedError(
        unknown, place=equation, reason="this is not seen to be linear in it alone", way_out=way_out
    )
