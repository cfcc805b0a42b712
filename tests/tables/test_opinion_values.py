"""What the second opinion takes each kind of node to be worth, at entries that are given; each value beside a lie."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
import sympy as sp
from sympy import Abs, Derivative, E, Eq, KroneckerDelta, Matrix, Max, Pow, Rational, Sum, digamma, factorial, log, pi

from tests.known_functions import FUNCTIONS, t
from tests.opinions import AGREES, CONTRADICTED, SLIGHTLY, UNDEFINED, off, opinion

N, D = sp.symbols("N D", integer=True, positive=True)
m, n = sp.symbols("m n", integer=True)
i, j, k = sp.Idx("i", (2, 2)), sp.Idx("j", (3, 3)), sp.Idx("k", (2, 2))
a, b, zero = sp.symbols("a b zero")
whole = sp.symbols("whole", integer=True)
x, y, X = sp.IndexedBase("x"), sp.IndexedBase("y"), sp.IndexedBase("X")
A, B = sp.MatrixSymbol("A", 2, 2), sp.MatrixSymbol("B", 2, 3)
v, one = sp.MatrixSymbol("v", 2, 1), sp.MatrixSymbol("o", 1, 1)
f = sp.Function("f")
at, row, column = sp.Idx("at", (-1, 9)), sp.Idx("row", (0, 9)), sp.Idx("column", (0, 9))
N_N = (n, 1, N)


GIVEN: dict[str, Any] = {
    "N": Eq(N, 3),
    "D": Eq(D, 2),
    "a": Eq(a, Rational(3, 2)),
    "b": Eq(b, -2),
    "zero": Eq(zero, 0),
    "x": Eq(x[at], at / 2),
    "y": Eq(y[at], at**2 - 2),
    "X": Eq(X[row, column], 10 * row + column),
    "A": Eq(A, Matrix([[2, 3], [1, 4]])),
    "B": Eq(B, Matrix([[1, 0, -1], [2, 1, 0]])),
    "v": Eq(v, Matrix([3, -1])),
    "o": Eq(one, Matrix([4])),
}


def half(numerator: int) -> Rational:
    """Return so many halves."""
    return Rational(numerator, 2)


def entry(matrix: Any, *place: int) -> Any:
    """Return an entry of a matrix, as it is written."""
    return sp.Basic.__new__(type(A[0, 0]), matrix, *map(sp.Integer, place))


VALUES: dict[str, dict[str, tuple[Any, Any]]] = {
    "numbers": {
        "an integer": (Rational(7), 7),
        "a fraction": (Rational(2, 3), Rational(2, 3)),
        "a float is the decimal that it prints as": (sp.Float("0.1"), Rational(1, 10)),
        "a scalar": (a, half(3)),
        "a size": (N, 3),
        "a sum of terms": (a + b + 1, half(1)),
        "a product of factors": (a * b * 5, -15),
        "a power": (a**3, Rational(27, 8)),
        "a reciprocal": (1 / b, half(-1)),
        "a power with a size": (b**N, -8),
        "a power of one, however large": (Pow(sp.Add(zero, 1, evaluate=False), 10**12, evaluate=False), 1),
        "a power of minus one, however large": ((b + 1) ** (10**12 + 1), -1),
        "a power of nothing, however large": (zero ** (10**12), 0),
        "nothing to the nothing": (Pow(zero, 0, evaluate=False), 1),
        "a root of nothing": (sp.sqrt(zero), 0),
        "a root that is rational": (sp.sqrt(4 * a + 3), 3),
        "a rational power that is rational": ((x[1] / 4) ** Rational(-2, 3), 4),
        "exp of nothing": (sp.exp(zero), 1),
        "log of one": (log(1 + zero), 0),
    },
    "indices": {
        "an index as a value": (i * x[1], 1),
        "an entry": (x[2], 1),
        "a literal index that is negative": (x[-1], half(-1)),
        "index arithmetic": (x[i + 1], half(3)),
        "a size as an index": (x[N] + Sum(x[n], N_N), half(9)),
        "a number among the places": (X[2, 3] - X[3, 2], -9),
        "an entry of the other kind, from 0": (B[1, 1] + 10 * B[0, 2], -9),
        "a delta of unequal indices": (KroneckerDelta(i, j), 0),
        "a delta of equal indices": (KroneckerDelta(i, k), 1),
    },
    "sums": {
        "a sum": (Sum(x[n], N_N), 3),
        "a sum from 0": (Sum(x[n], (n, 0, N - 1)), half(3)),
        "an empty sum": (Sum(1 / x[0], (n, 1, 0)), 0),
        "an empty product": (sp.Product(x[n], (n, 2, 1)), 1),
        "a product over an index": (sp.Product(x[n], N_N), Rational(3, 4)),
        "a sum with two limits": (Sum(X[n, m], N_N, (m, 1, D)), 2 * 60 + 3 * 3),
        "a limit that depends on the outer index": (Sum(X[n, m], (m, 1, n), N_N), 11 + 21 + 22 + 31 + 32 + 33),
        "the same name bound twice": (Sum(x[n] * Sum(y[n], N_N), (n, 1, 2)), 12),
        "a sum of an index": (Sum(n * x[n], N_N), 7),
        "a telescoping sum": (Sum(x[n + 1] - x[n], N_N), half(3)),
        "a delta under a sum": (Sum(KroneckerDelta(i, n) * x[n], N_N), 1),
        "a term that stands twice, at two values": (Sum((1 + y[n]) ** 2 / (1 + y[n]), N_N), 11),
    },
    "functions": {
        "a factorial": (factorial(N + 1), 24),
        "a factorial of nothing": (factorial(zero), 1),
        "the absolute value": (Abs(b) + Abs(a) + Abs(zero), half(7)),
        "the sign": (sp.sign(b) + 3 * sp.sign(a) + 9 * sp.sign(zero), 2),
        "a maximum": (Max(a, b, 1), half(3)),
        "a minimum": (sp.Min(a, b, 1), -2),
        "a step": (sp.Heaviside(a) + 2 * sp.Heaviside(b), 1),
        "a step at 0": (sp.Heaviside(sp.Add(b, 2, evaluate=False)), half(1)),
        "a step at 0, with its value": (sp.Heaviside(zero, 1), 1),
        "cases by value": (sp.Piecewise((1, a > 2), (2, a > 1), (3, True)), 2),
        "cases by index": (sp.Piecewise((1, Eq(i, j)), (2, True)), 2),
        "cases by several": (
            sp.Piecewise((1, sp.And(a > 0, b > 0)), (2, sp.Or(sp.Not(a > 0), sp.Ne(b, 5))), (3, True)),
            2,
        ),
    },
    "matrices": {
        "a symbol": (A, Matrix([[2, 3], [1, 4]])),
        "a sum": (sp.MatAdd(A, sp.Identity(2)), Matrix([[3, 3], [1, 5]])),
        "a product": (sp.MatMul(A, B), Matrix([[8, 3, -2], [9, 4, -1]])),
        "a multiple": (3 * A, Matrix([[6, 9], [3, 12]])),
        "a power": (sp.MatPow(A, 2), Matrix([[7, 18], [6, 19]])),
        "a cube": (sp.MatPow(A, 3), Matrix([[32, 93], [31, 94]])),
        "a negative power": (sp.MatPow(A, -2) * 25, Matrix([[19, -18], [-6, 7]])),
        "no power": (sp.MatPow(A, 0, evaluate=False), Matrix([[1, 0], [0, 1]])),
        "a transpose": (sp.Transpose(B), Matrix([[1, 2], [0, 1], [-1, 0]])),
        "an adjoint is a transpose": (sp.Adjoint(A), Matrix([[2, 1], [3, 4]])),
        "an inverse": (sp.Inverse(A) * 5, Matrix([[4, -3], [-1, 2]])),
        "a product by entries": (sp.HadamardProduct(A, A), Matrix([[4, 9], [1, 16]])),
        "a power by entries": (sp.HadamardPower(A, 2), Matrix([[4, 9], [1, 16]])),
        "an identity": (sp.Identity(2), Matrix([[1, 0], [0, 1]])),
        "zeros": (sp.ZeroMatrix(1, 2), Matrix([[0, 0]])),
        "ones": (sp.OneMatrix(2, 1), Matrix([1, 1])),
        "a diagonal matrix of a vector": (sp.DiagMatrix(v), Matrix([[3, 0], [0, -1]])),
        "the diagonal of a matrix": (sp.DiagonalOf(A), Matrix([2, 4])),
        "the diagonal of a wide one": (sp.DiagonalOf(B), Matrix([1, 1])),
        "a function by entries": (A.applyfunc(sp.Lambda(t, t**2 + 1)), Matrix([[5, 10], [2, 17]])),
        "a matrix of a function": (
            sp.FunctionMatrix(2, 3, sp.Lambda((n, t), 10 * n + t)),
            Matrix([[0, 1, 2], [10, 11, 12]]),
        ),
        "an explicit matrix": (Matrix([[a, 1], [0, b]]), Matrix([[half(3), 1], [0, -2]])),
        "a quotient of single entries": (sp.MatMul(sp.Transpose(v), v, sp.Inverse(one)), Matrix([half(5)])),
    },
    "numbers of matrices": {
        "a trace": (sp.Trace(A), 6),
        "a determinant": (sp.Determinant(A), 5),
        "a determinant of three rows": (sp.Determinant(B.T * B + sp.Identity(3)), 14),
        "an entry of a product": ((A * A)[0, 1], 18),
        "an entry of an inverse": (sp.Inverse(A)[1, 0], Rational(-1, 5)),
        "an entry that SymPy does not write out": (entry(sp.MatMul(A, A), 1, 0), 6),
    },
    "derivatives": {
        "of a power": (Derivative(a**3, a), Rational(27, 4)),
        "twice": (Derivative(a**3, a, a), 9),
        "mixed": (Derivative(a**3 * b**2, a, b), -27),
        "by an entry with the letter of a bound index": (Derivative(Sum(x[n] ** 2, N_N), x[k]), 2),
        "by an entry outside of the sum": (Derivative(Sum(x[n] ** 2, N_N), x[0]), 0),
        "of a quotient": (Derivative(1 / a, a), Rational(-4, 9)),
        "of a root": (Derivative(sp.sqrt(4 * a + 3), a), Rational(2, 3)),
        "of nothing's zeroth power": (Derivative(Pow(zero, 0, evaluate=False), zero), 0),
        "inside of a derivative": (Derivative(a * Derivative(a * b**2, b), b), -8 * 0 + half(9)),
        "the directions are kept apart": (Derivative(a * Derivative(a + b, b), a), 1),
        "at a place": (sp.Subs(Derivative(t**3 + a * t, t), t, b), 12 + half(3)),
        "by an entry of a matrix": (Derivative(sp.Determinant(A), A[0, 1]), -1),
        "of an absolute value": (Derivative(Abs(b), b), -1),
        "of a maximum": (Derivative(Max(a, b), a) + 2 * Derivative(Max(a, b), b), 1),
        "of cases": (Derivative(sp.Piecewise((a**2, a > 0), (a, True)), a), 3),
        "of a size's power": (Derivative(b**N, b), 12),
        "through a definition": (Derivative(x[i] * a, a) + Derivative(A[0, 1] ** 2, A[0, 1]), 7),
    },
}


def said(node: Any, relation: str, value: Any) -> str:
    """Return the opinion on a claim, where what it mentions is given."""
    names = {str(symbol) for symbol in node.free_symbols}
    facts = [fact for name, fact in GIVEN.items() if name in names]
    return opinion(node, relation, value, facts)


@pytest.mark.parametrize("kind", VALUES)
def test_exact_values(kind: str) -> None:
    """A rational value is exact, and what is off by a millionth is contradicted."""
    rows = VALUES[kind].items()
    found = {name: tuple(said(node, "==", other) for other in (value, off(value))) for name, (node, value) in rows}
    assert {name: pair for name, pair in found.items() if pair != (AGREES, CONTRADICTED)} == {}


SEVENTHS = Rational(3, 7)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions(name: str) -> None:
    """At 3/7, each is what mpmath says to 30 digits, and its derivative the one of the books; not so 10^-25 further."""
    node, oracle, slope = FUNCTIONS[name]
    here = Eq(t, SEVENTHS)
    with mpmath.workdps(40):
        decimal = Rational(mpmath.nstr(oracle(mpmath.mpf(3) / 7), 38))
    found = {shift: close(node, decimal + shift, here) for shift in (0, 10 ** Rational(-25), -(10 ** Rational(-25)))}
    assert list(found.values()) == [AGREES, CONTRADICTED, CONTRADICTED], found
    assert opinion(Derivative(node, t), "==", slope, here) == AGREES
    assert opinion(Derivative(node, t), "==", slope + SLIGHTLY, here) == CONTRADICTED


def close(node: Any, decimal: Any, here: Any = ()) -> str:
    """Return the opinion on whether a node is a decimal number, up to 10^-30."""
    return opinion((node - decimal) ** 2, "<=", Rational(1, 10**60), here)


CONSTANTS = {
    "pi": (pi, lambda: +mpmath.pi),
    "e": (E, lambda: +mpmath.e),
    "the constant of Euler": (sp.EulerGamma, lambda: +mpmath.euler),
    "the constant of Catalan": (sp.Catalan, lambda: +mpmath.catalan),
    "digamma": (digamma(t), lambda: -mpmath.euler),
    "polygamma of order 0": (sp.Basic.__new__(sp.polygamma, Rational(0), t), lambda: -mpmath.euler),
    "softplus far out": (sp.Function("softplus")(1000 * t), lambda: mpmath.mpf(1000)),
    "a sum at a ball": (sp.Subs(Sum(t**n, (n, 1, 3)), t, pi), lambda: mpmath.pi + mpmath.pi**2 + mpmath.pi**3),
    "the larger of two": (Max(pi, E), lambda: +mpmath.pi),
    "the smaller of two": (sp.Min(pi, E), lambda: +mpmath.e),
    "the larger of what is equal": (Max(log(2 * t), log(2), evaluate=False), lambda: mpmath.log(2)),
    "the smaller of what is equal": (sp.Min(log(2 * t), log(2), evaluate=False), lambda: mpmath.log(2)),
    "the larger of a ball and a number": (Max(pi, 3, evaluate=False), lambda: +mpmath.pi),
    "the smaller of three": (sp.Min(pi, 3, E, evaluate=False), lambda: +mpmath.e),
    "the absolute value of a ball": (Abs(-pi * t), lambda: +mpmath.pi),
}


def test_constants_and_comparisons_of_balls() -> None:
    """At t = 1, likewise; two balls that overlap still have a largest and a smallest."""
    found = {}
    with mpmath.workdps(40):
        for name, (node, number) in CONSTANTS.items():
            decimal = Rational(mpmath.nstr(number(), 38))
            found[name] = tuple(close(node, decimal + shift, Eq(t, 1)) for shift in (0, 10 ** Rational(-25)))
    assert {name: pair for name, pair in found.items() if pair != (AGREES, CONTRADICTED)} == {}


NOWHERE: dict[str, Any] = {
    "a division by zero": 1 / (b + 2),
    "a logarithm of a negative number": log(b),
    "a logarithm of zero": log(b + 2),
    "a root of a negative number": sp.sqrt(b),
    "an odd root of a negative number": b ** Rational(1, 3),
    "a real power of a negative number": b**a,
    "zero to a negative power": (b + 2) ** Rational(-1, 2),
    "zero to the power of itself, as a root": zero ** (-pi),
    "zero to the power of what may be 0": zero ** (log(2) + log(3) - log(6)),
    "gamma at zero": sp.gamma(zero),
    "digamma at a negative integer": digamma(b),
    "a delta does not hide it": KroneckerDelta(i, j) / (b + 2),
    "a factorial of a negative integer": factorial(b),
    "a range that ends between integers": Sum(x[n], (n, 1, N / 2)),
    "no case that holds": sp.Piecewise((1, a > 5)),
    "a singular matrix": sp.Trace(sp.Inverse(sp.OneMatrix(2, 2))),
    "the derivative of an absolute value at 0": Derivative(Abs(b + 2), b),
    "the derivative of a maximum where both are equal": Derivative(Max(b, -2), b),
    "a second derivative of an absolute value at 0": Derivative(Abs((b + 2) ** 2), b, b),
}


def test_no_value() -> None:
    """What has no real value is unequal to nothing, and says so."""
    found = {name: said(node, "==", node + 1) for name, node in NOWHERE.items()}
    assert {name: told for name, told in found.items() if told != UNDEFINED} == {}


REFUSED: dict[str, tuple[Any, str]] = {
    "a tower of powers": (Pow(10, Pow(10, Pow(10, 10, evaluate=False), evaluate=False), evaluate=False), "too large"),
    "a huge power of a fraction": (Pow(a, 10**6), "too large"),
    "a huge power of what is drawn": (Pow(t, 2**70000), "too large"),
    "a huge product": (sp.Product(Pow(2, 60000, evaluate=False), N_N), "too large"),
    "a huge factorial": (factorial(10**9, evaluate=False), "too large"),
    "a function that only SymPy knows": (sp.zeta(a), "zeta is not known"),
    "a known function of two": (type("erf", (sp.Function,), {})(a, b), "erf is not known"),
    "a polygamma of order 1": (sp.polygamma(1, a), "polygamma is not known"),
    "a derivative of digamma": (Derivative(digamma(a), a), "derivative of digamma"),
    "a derivative by an integer": (Derivative(whole * a, whole), "no real variable"),
}


def test_refused() -> None:
    """What cannot be evaluated is refused with its reason, before it costs time or memory."""
    found = {name: said(node, "==", 2) for name, (node, _) in REFUSED.items()}
    assert {name: told for name, told in found.items() if REFUSED[name][1] not in told} == {}


def test_a_reversed_range_is_empty() -> None:
    """However far it is reversed: the sum is 0, the product 1."""
    for low in (2, 3, 9):
        assert said(Sum(x[n], (n, low, 1)), "==", 0) == AGREES
        assert said(sp.Product(x[n], (n, low, 1)), "==", 1) == AGREES
        assert said(Sum(1, (n, low, 1)), "==", 2 - low) == (AGREES if low == 2 else CONTRADICTED)
