"""What each kind of node is worth: SymPy's tree against values computed by hand, at fixed sizes and entries."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from flint import ctx, fmpq
from sympy import (
    Abs,
    Add,
    Basic,
    Derivative,
    E,
    Eq,
    Float,
    Function,
    FunctionMatrix,
    Heaviside,
    IndexedBase,
    KroneckerDelta,
    Lambda,
    Matrix,
    MatrixSymbol,
    Max,
    Min,
    Mul,
    Ne,
    Piecewise,
    Pow,
    Product,
    Rational,
    Subs,
    Sum,
    Tuple,
    UnevaluatedExpr,
    acos,
    asin,
    atan,
    cos,
    cosh,
    digamma,
    erf,
    exp,
    factorial,
    gamma,
    log,
    loggamma,
    oo,
    pi,
    sign,
    sin,
    sinh,
    sqrt,
    symbols,
    tan,
    tanh,
)
from sympy.logic.boolalg import And, Not, Or
from sympy.matrices.expressions import (
    Adjoint,
    Determinant,
    DiagMatrix,
    HadamardPower,
    HadamardProduct,
    Identity,
    Inverse,
    MatAdd,
    MatMul,
    MatPow,
    OneMatrix,
    Trace,
    Transpose,
    ZeroMatrix,
)
from sympy.matrices.expressions.diagonal import DiagonalMatrix, DiagonalOf

from derive.recheck.fields import Reals, as_number
from derive.recheck.grids import Grid
from derive.recheck.question import ask
from derive.recheck.terms import At, Key, Meter
from derive.recheck.values import NotEvaluableError, UndefinedError

N, D = symbols("N D", integer=True, positive=True)
i, j, k, n = symbols("i j k n", integer=True)
a, b, t = symbols("a b t")
x, y, X = IndexedBase("x"), IndexedBase("y"), IndexedBase("X")
A, B = MatrixSymbol("A", 2, 2), MatrixSymbol("B", 2, 3)
v, one = MatrixSymbol("v", 2, 1), MatrixSymbol("o", 1, 1)
f, g = Function("f"), Function("g")


class sigmoid(Function):  # noqa: N801 -- the name by which it is known
    """A declared function, as opposed to an undefined one of the same name."""


class mystery(Function):  # noqa: N801 -- a name that nobody knows
    """A function of which nothing is known."""


GIVEN: dict[Key, Fraction] = {
    **{("x", (at,)): Fraction(at, 2) for at in range(-1, 6)},
    **{("y", (at,)): Fraction(at * at - 2) for at in range(6)},
    **{("X", (r, c)): Fraction(10 * r + c) for r in range(5) for c in range(5)},
    **{("A", (r, c)): Fraction([[2, 3], [1, 4]][r][c]) for r in range(2) for c in range(2)},
    **{("B", (r, c)): Fraction(r - c + 1) for r in range(2) for c in range(3)},
    ("v", (0, 0)): Fraction(3),
    ("v", (1, 0)): Fraction(-1),
    ("o", (0, 0)): Fraction(4),
    ("a", ()): Fraction(3, 2),
    ("b", ()): Fraction(-2),
}
AT = {N: 3, D: 2, i: 2, j: 3, k: 2, n: 2}


class Given:
    """A point whose entries are written down; f(u) = u**3 + 2u, g(u, v) = u**2*v."""

    def value(self, _at: At, key: Key) -> fmpq:
        """Return the entry."""
        return fmpq(GIVEN[key].numerator, GIVEN[key].denominator)

    def polynomial(self, name: str, _arity: int) -> Mapping[tuple[int, ...], fmpq]:
        """Return exponents and coefficients."""
        return {(3,): fmpq(1), (1,): fmpq(2)} if name == "f" else {(2, 1): fmpq(1)}


def value(node: Basic, bits: int = 128) -> Any:
    """Return what a node is worth, as fractions, floats and lists of rows."""
    with ctx.workprec(bits):
        term = ask((node, node), "==", (), {}).goal.left
        found = term.run(At(Reals(), Given(), AT, Meter(float("inf"), 10**6)))
        return [[as_number(e) for e in row] for row in found.rows] if isinstance(found, Grid) else as_number(found)


EXACT: dict[str, tuple[Basic, object]] = {
    "an integer": (Rational(7), 7),
    "a fraction": (Rational(2, 3), Fraction(2, 3)),
    "a float is the decimal that it prints as": (Float("0.1"), Fraction(1, 10)),
    "a scalar": (a, Fraction(3, 2)),
    "a size": (N, 3),
    "an index as a value": (i * x[1], 1),
    "an entry": (x[2], 1),
    "a literal index that is negative": (x[-1], Fraction(-1, 2)),
    "index arithmetic": (x[2 * i - 1], Fraction(3, 2)),
    "a size as an index": (x[N], Fraction(3, 2)),
    "an entry of the other kind, from 0": (B[1, 2], 0),
    "a sum of terms": (a + b + 1, Fraction(1, 2)),
    "a product of factors": (a * b * 5, -15),
    "a power": (a**3, Fraction(27, 8)),
    "a reciprocal": (1 / b, Fraction(-1, 2)),
    "a power with a size": (b**N, -8),
    "nothing to the nothing": (Pow(Add(b, 2, evaluate=False), 0, evaluate=False), 1),
    "a root that is rational": (sqrt(4 * a + 3), 3),
    "a rational power that is rational": ((x[1] / 4) ** Rational(-2, 3), 4),
    "a sum": (Sum(x[n], (n, 1, N)), 3),
    "a sum from 0": (Sum(x[n], (n, 0, N - 1)), Fraction(3, 2)),
    "an empty sum": (Sum(1 / x[0], (n, 1, 0)), 0),
    "an empty product": (Product(x[n], (n, 2, 1)), 1),
    "a product over an index": (Product(x[n], (n, 1, N)), Fraction(3, 4)),
    "a sum with two limits": (Sum(X[n, k], (n, 1, N), (k, 1, D)), 2 * 60 + 3 * 3),
    "a limit that depends on the outer index": (Sum(X[n, k], (k, 1, n), (n, 1, N)), 11 + 21 + 22 + 31 + 32 + 33),
    "the same name bound twice": (Sum(x[n] * Sum(y[n], (n, 1, N)), (n, 1, 2)), Fraction(3, 2) * 8),
    "the same name free and bound": (x[i] + Sum(x[i], (i, 1, N)), 4),
    "a sum of an index": (Sum(n * x[n], (n, 1, N)), Fraction(1 + 4 + 9, 2)),
    "a telescoping sum": (Sum(x[n + 1] - x[n], (n, 1, N)), Fraction(3, 2)),
    "a delta of unequal indices": (KroneckerDelta(i, j), 0),
    "a delta of equal indices": (KroneckerDelta(i, k), 1),
    "a delta under a sum": (Sum(KroneckerDelta(i, n) * x[n], (n, 1, N)), 1),
    "a delta outside of its range": (KroneckerDelta(i, k, Tuple(3, 5)), 0),
    "a delta of values": (KroneckerDelta(y[2], 2), 1),
    "a factorial": (factorial(N + 1), 24),
    "an unknown function": (f(a), Fraction(27, 8) + 3),
    "an unknown function of two": (g(a, b), Fraction(9, 4) * -2),
    "the absolute value": (Abs(b), 2),
    "the sign": (sign(b) + sign(a) + sign(a - a), 0),
    "a maximum": (Max(a, b, 1), Fraction(3, 2)),
    "a minimum": (Min(a, b, 1), -2),
    "a step": (Heaviside(a) + Heaviside(b), 1),
    "a step at 0": (Heaviside(UnevaluatedExpr(b + 2)), Fraction(1, 2)),
    "cases by value": (Piecewise((1, a > 2), (2, a > 1), (3, True)), 2),
    "cases by index": (Piecewise((1, Eq(i, j)), (2, True)), 2),
    "cases by several conditions": (Piecewise((1, And(a > 0, b > 0)), (2, Or(Not(a > 0), Ne(b, 5))), (3, True)), 2),
    "exp of nothing": (exp(Mul(0, a, evaluate=False)), 1),
    "log of one": (log(Add(b, 3, evaluate=False)), 0),
}


@pytest.mark.parametrize(("node", "expected"), EXACT.values(), ids=EXACT)
def test_exact_value(node: Basic, expected: object) -> None:
    """A rational value is exact."""
    assert value(node) == expected


ROUNDED: dict[str, tuple[Basic, float]] = {
    "pi": (pi, math.pi),
    "e": (E, math.e),
    "exp": (exp(a), math.exp(1.5)),
    "e to a power": (Pow(E, a, evaluate=False), math.exp(1.5)),
    "log": (log(a), math.log(1.5)),
    "log to another base": (log(a, 3, evaluate=False), math.log(1.5, 3)),
    "a root": (sqrt(a), math.sqrt(1.5)),
    "a real power": (a**a, 1.5**1.5),
    "sin": (sin(a), math.sin(1.5)),
    "cos": (cos(a), math.cos(1.5)),
    "tan": (tan(a), math.tan(1.5)),
    "sinh": (sinh(a), math.sinh(1.5)),
    "cosh": (cosh(a), math.cosh(1.5)),
    "tanh": (tanh(a), math.tanh(1.5)),
    "asin": (asin(a / 2), math.asin(0.75)),
    "acos": (acos(a / 2), math.acos(0.75)),
    "atan": (atan(a), math.atan(1.5)),
    "erf": (erf(a), math.erf(1.5)),
    "gamma": (gamma(a), math.gamma(1.5)),
    "loggamma": (loggamma(a), math.lgamma(1.5)),
    "a factorial of no integer": (factorial(a), math.gamma(2.5)),
    "digamma": (digamma(1 + a - a), -0.5772156649015329),
    "sigmoid, undefined": (Function("sigmoid")(a), 1 / (1 + math.exp(-1.5))),
    "sigmoid, a class": (sigmoid(a), 1 / (1 + math.exp(-1.5))),
    "softplus": (Function("softplus")(a), math.log1p(math.exp(1.5))),
    "softplus far out": (Function("softplus")(1000 * a), 1500.0),
}


@pytest.mark.parametrize(("node", "expected"), ROUNDED.values(), ids=ROUNDED)
def test_value_of_a_function(node: Basic, expected: float) -> None:
    """A transcendental value is what the standard library says."""
    assert value(node) == pytest.approx(expected, rel=1e-14)


MATRICES: dict[str, tuple[Basic, object]] = {
    "a symbol": (A, [[2, 3], [1, 4]]),
    "a sum": (MatAdd(A, Identity(2)), [[3, 3], [1, 5]]),
    "a product": (MatMul(A, B), [[2 * 1 + 3 * 2, 2 * 0 + 3 * 1, 2 * -1 + 3 * 0], [9, 4, -1]]),
    "a multiple": (3 * A, [[6, 9], [3, 12]]),
    "a power": (MatPow(A, 2), [[7, 18], [6, 19]]),
    "a transpose": (Transpose(A), [[2, 1], [3, 4]]),
    "an adjoint is a transpose": (Adjoint(A), [[2, 1], [3, 4]]),
    "an inverse": (Inverse(A), [[Fraction(4, 5), Fraction(-3, 5)], [Fraction(-1, 5), Fraction(2, 5)]]),
    "a trace": (Trace(A), 6),
    "a determinant": (Determinant(A), 5),
    "a product by entries": (HadamardProduct(A, A), [[4, 9], [1, 16]]),
    "a power by entries": (HadamardPower(A, 2), [[4, 9], [1, 16]]),
    "an identity": (Identity(D), [[1, 0], [0, 1]]),
    "zeros": (ZeroMatrix(1, D), [[0, 0]]),
    "ones": (OneMatrix(D, 1), [[1], [1]]),
    "a diagonal matrix of a vector": (DiagMatrix(v), [[3, 0], [0, -1]]),
    "a diagonal matrix of a matrix": (DiagonalMatrix(A), [[2, 0], [0, 4]]),
    "the diagonal of a matrix": (DiagonalOf(A), [[2], [4]]),
    "a function by entries": (A.applyfunc(Lambda(t, t**2 + 1)), [[5, 10], [2, 17]]),
    "a matrix of a function": (FunctionMatrix(D, N, Lambda((i, j), 10 * i + j)), [[0, 1, 2], [10, 11, 12]]),
    "an explicit matrix": (Matrix([[a, 1], [0, b]]).as_immutable(), [[Fraction(3, 2), 1], [0, -2]]),
    "an entry of a product": ((A * A)[0, 1], 18),
    "an entry of an inverse": (Inverse(A)[1, 0], Fraction(-1, 5)),
    "a single entry beside a number": (Add(Transpose(v) * v, 1, evaluate=False), 11),
    "a root of a single entry": (MatPow(one, Rational(1, 2)), [[2]]),
    "a quotient of single entries": (MatMul(Transpose(v), v, Inverse(one)), [[Fraction(5, 2)]]),
    "a function of a single entry": (log(Transpose(v) * v * Inverse(10 * one / 4)), 0),
}


@pytest.mark.parametrize(("node", "expected"), MATRICES.values(), ids=MATRICES)
def test_value_of_a_matrix(node: Basic, expected: object) -> None:
    """Matrix algebra is exact, entry by entry."""
    assert value(node) == expected


DERIVATIVES: dict[str, tuple[Basic, object]] = {
    "of a power": (Derivative(a**3, a), Fraction(27, 4)),
    "twice": (Derivative(a**3, a, a), 9),
    "mixed": (Derivative(a**3 * b**2, a, b), Fraction(27, 4) * -4),
    "of a sum by an entry whose index has the name of the bound one": (Derivative(Sum(x[n] ** 2, (n, 1, N)), x[n]), 2),
    "by an entry outside of the sum": (Derivative(Sum(x[n] ** 2, (n, 1, N)), x[0]), 0),
    "of a quotient": (Derivative(1 / a, a), Fraction(-4, 9)),
    "of a root": (Derivative(sqrt(4 * a + 3), a), Fraction(2, 3)),
    "of an unknown function": (Derivative(f(a), a), 3 * Fraction(9, 4) + 2),
    "of an unknown function inside": (Derivative(f(b * a), a), (3 * 9 + 2) * -2),
    "at a place": (Subs(Derivative(f(t), t), t, b), 14),
    "of an unknown function of two": (Derivative(g(a, b), b), Fraction(9, 4)),
    "by an entry of a matrix": (Derivative(Determinant(A), A[0, 1]), -1),
    "by a whole matrix": (Derivative(Trace(A * A), A), [[4, 2], [6, 8]]),
    "of an absolute value": (Derivative(Abs(b), b), -1),
    "of a maximum": (Derivative(Max(a, b), a), 1),
    "of cases": (Derivative(Piecewise((a**2, a > 0), (a, True)), a), 3),
    "of a constant power": (Derivative(b**N, b), 12),
}


@pytest.mark.parametrize(("node", "expected"), DERIVATIVES.values(), ids=DERIVATIVES)
def test_value_of_a_derivative(node: Basic, expected: object) -> None:
    """Derivatives are exact, and know bound indices from free ones."""
    assert value(node) == expected


UNDEFINED: dict[str, Basic] = {
    "a division by zero": 1 / (b + 2),
    "a logarithm of a negative number": log(b),
    "a logarithm of zero": log(b + 2),
    "a root of a negative number": sqrt(b),
    "a real power of a negative number": b**a,
    "zero to a negative power": (b + 2) ** Rational(-1, 2),
    "a delta does not hide it": KroneckerDelta(i, j) / (b + 2),
    "a factorial of a negative integer": factorial(b),
    "a range that ends long before it begins": Sum(x[n], (n, 3, 1)),
    "a range that ends between integers": Sum(x[n], (n, 1, a)),
    "a fraction as an index": x[j / 2],
    "no case that holds": Piecewise((1, a > 5)),
    "a singular matrix": Inverse(OneMatrix(2, 2)),
    "an entry outside of a matrix": (A * B)[1, N],
    "the derivative of an absolute value at 0": Derivative(Abs(b + 2), b),
    "the derivative of a maximum where both are equal": Derivative(Max(b, -2), b),
}


@pytest.mark.parametrize("node", UNDEFINED.values(), ids=UNDEFINED)
def test_undefined(node: Basic) -> None:
    """What has no real value has none here."""
    with pytest.raises(UndefinedError):
        _ = value(node)


REFUSED: dict[str, Basic] = {
    "a tower of powers": Pow(10, Pow(10, Pow(10, 10, evaluate=False), evaluate=False), evaluate=False),
    "a huge factorial": factorial(10**9, evaluate=False),
    "a sum without end": Sum(x[n], (n, 1, oo)),
    "an unknown class": mystery(a),
    "a number where a matrix is wanted": f(A),
}


@pytest.mark.parametrize("node", REFUSED.values(), ids=REFUSED)
def test_refused(node: Basic) -> None:
    """What cannot be evaluated is refused with a reason, before it costs time."""
    with pytest.raises(NotEvaluableError, match=r"\w+"):
        _ = value(node)
