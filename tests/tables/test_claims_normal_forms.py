"""What `normalize` and `gradient` write reads as what it was, and matrix algebra means its entries."""

from __future__ import annotations

from typing import Any

import pytest
from sympy.concrete import Product, Sum
from sympy.core import Derivative, Expr, Function, Lambda, Rational, Subs, Symbol, pi, symbols
from sympy.functions import Abs, Heaviside, KroneckerDelta, Max, cot, erf, exp, log, loggamma, sqrt, tanh
from sympy.matrices import (
    Determinant,
    DiagMatrix,
    FunctionMatrix,
    HadamardProduct,
    Identity,
    Inverse,
    MatrixSymbol,
    Trace,
)
from sympy.tensor import Idx, IndexedBase

from derive import differentiate, gradient, normalize, prove, size

N, D, K = size("N"), size("D"), size("K")
i, j, k, n, p = symbols("i j k n p", integer=True)
s, r = symbols("s r")
x, y, z, A = map(IndexedBase, "xyzA")
f = Function("f")
label = Idx("p", (1, K))
X, U = MatrixSymbol("X", N, D), MatrixSymbol("U", N, D)
S, T = MatrixSymbol("S", D, D), MatrixSymbol("T", D, D)
v = MatrixSymbol("v", D, 1)
plain, odd = Symbol("n"), Symbol("i")
# Entries that look like a chain of four matrices, though one index joins four of them.
JOINED: Any = FunctionMatrix(
    D, D, Lambda((i, j), Sum(X[n, i] * U[n, k] * X[n, k] * U[n, j], (n, 0, N - 1), (k, 0, D - 1)))
)

SCALARS: dict[str, Expr] = {
    "a squared sum": Sum(x[i] * y[i], (i, 1, N)) ** 2,
    "log-sum-exp": log(Sum(exp(z[k]), (k, 1, K))),
    "a power of an absolute value": Sum(Abs(x[i] - x[j]) ** Rational(3, 2), (i, 1, N), (j, 1, N)),
    "a product of sums": Product(x[i] + 1, (i, 1, N)),
    "a product over two indices": Product(x[i] - y[j], (i, 1, N), (j, 1, D)),
    "a root": sqrt(x[i] ** 2 + 1) / 3,
    "signs": (-1) ** i * x[i],
    "a symbolic power": s**N * r ** (-N),
    "a logistic": exp(-x[p]) / (1 + exp(-x[p])),
    "plain symbols": Sum(x[plain] * A[plain, odd], (plain, 1, N)),
    "two ranges and one plain name": Sum(x[odd], (odd, 1, N)) * Sum(y[odd], (odd, 1, K)),
    "erf": Derivative(erf(s), s),
    "digamma": Derivative(loggamma(s), s),
    "tanh": tanh(s) ** 2,
    "the cotangent": Derivative(cot(s), s),
    "a root of a cube": sqrt(s**3),
    "a step": Heaviside(s) * Max(s, r, 2),
    "constants": 2 ** Rational(2, 3) * log(2 * s) * pi,
    "a derivative at equal arguments": Derivative(f(s, s), s),
    "a mixed derivative": Derivative(f(s, r), s, r),
    "a derivative inside": Subs(Derivative(f(s, r), s), (s, r), (r, s)),
    "an index as a number": Sum(i * x[i], (i, 1, N)) * p * x[p],
    "a delta": KroneckerDelta(i, p) * x[i] * y[p],
}
MATRICES: dict[str, Any] = {
    "a chain": X.T * X * v,
    "a scaled inverse": X * Inverse(X.T * X + 3 * Identity(D)) * X.T,
    "a trace times a matrix": Trace(S * T) * S.T,
    "a diagonal of a product": HadamardProduct(X.T * X, Identity(D)),
    "an index that joins four": JOINED,
    "a diagonal matrix": DiagMatrix(v) * S,
    "entrywise products": HadamardProduct(S, T) * v,
    "a determinant times a matrix": Determinant(S) * Inverse(S).T,
    "a quadratic form times a column": (v.T * S * v)[0, 0] * v,
    "an outer product": v * v.T + S,
}


@pytest.mark.parametrize("forms", [SCALARS, MATRICES], ids=["scalars", "matrices"])
def test_a_normal_form_is_read_as_what_it_was(forms: dict[str, Any]) -> None:
    """Written and read again it is the expression; normalizing twice is normalizing once."""
    once = {name: normalize(expr) for name, expr in forms.items()}
    assert [name for name, expr in forms.items() if prove(once[name], expr).status != "proved"] == []
    assert [name for name, expr in once.items() if prove(normalize(expr), expr).status != "proved"] == []


def over(body: Any, index: Any = i, last: Any = N) -> Any:
    """Return the sum over an index from 1."""
    return Sum(body, (index, 1, last))


MEAN = over(x[j], j) / N
ALIKE: dict[str, tuple[Any, Any]] = {
    "three names": (over(x[i] + y[i]), over(x[j], j) + over(y[k], k)),
    "another order of limits": (over(over(A[i, j]), j), over(over(A[i, j], j))),
    "a square and a double sum": (over(x[i]) ** 2, over(over(x[i] * x[j]), j)),
    "a quadratic form": (over(over(A[i, j] * x[i] * x[j]), j), over(over(A[j, i] * x[i] * x[j]), j)),
    "deviations from the mean": (over(x[i] - MEAN), Rational(0)),
    "softmax sums to one": (over(exp(x[k]) / over(exp(x[n]), n, K), k, K), Rational(1)),
    "log of a product of densities": (log(Product(exp(-(x[i] ** 2)), (i, 1, N))), -over(x[i] ** 2)),
    "a delta in the outer limit": (
        Sum(KroneckerDelta(k, label) * A[i, k], (i, 1, D), (k, 1, K)),
        over(A[i, label], last=D),
    ),
}


def test_equal_expressions_have_one_normal_form() -> None:
    """SymPy's `simplify` sees none of these; and what is no product is not written as one."""
    assert [name for name, sides in ALIKE.items() if normalize(sides[0]) != normalize(sides[1])] == []
    assert [name for name, sides in ALIKE.items() if prove(*sides, recheck=True).status != "proved"] == []
    assert not normalize(exp(over(x[i])) / (1 + exp(over(x[i])))).has(Product)


def test_an_index_that_joins_four_matrices_is_no_chain() -> None:
    """It is written by its entries, and X^T X U^T U is another matrix."""
    assert prove(normalize(JOINED), JOINED, recheck=True).status == "proved"
    assert prove(JOINED, X.T * X * U.T * U).status == "refuted"


def test_derivatives_at_equal_arguments_stay_two() -> None:
    """f_1(s, s) and f_2(s, s) are different, though SymPy takes their usual spellings for one."""
    left, right = (Subs(Derivative(f(s, r), by), (s, r), (p, p)) for by in (s, r))
    third = Subs(Derivative(f(s, r), s, r, r), (s, r), (p, p))
    assert prove(left, right).status == "refuted"
    assert prove(differentiate(f(s, s), s), 2 * Subs(Derivative(f(r, s), r), r, s)).status == "refuted"
    assert (prove(normalize(third), third).status, prove(third, left).status) == ("proved", "refuted")


def test_pi_is_written_as_pi() -> None:
    """The derivative of erf has the number pi in it, and no symbol of that name."""
    found = differentiate(erf(s), s)
    assert (found.has(pi), Symbol("pi", real=True) in found.free_symbols) == (True, False)


def test_gradients_by_a_matrix_are_matrix_algebra() -> None:
    """Where there is such a form, it is used."""
    assert gradient(Trace(S * T), S) == T.T
    assert gradient(Sum(X[i, j] ** 2, (i, 0, N - 1), (j, 0, D - 1)), X) == 2 * X
