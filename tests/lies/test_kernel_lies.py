"""Each rule of the kernel, and beside it the false statement that the rule would prove if it were a little wider."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Determinant,
    Dummy,
    Eq,
    Expr,
    Function,
    HadamardProduct,
    Heaviside,
    Identity,
    IndexedBase,
    Inverse,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Min,
    Pow,
    Product,
    Rational,
    Subs,
    Sum,
    Symbol,
    Trace,
    asin,
    csc,
    exp,
    log,
    loggamma,
    pi,
    sqrt,
    symbols,
    tan,
)

from derive import (
    binary,
    differentiate,
    inverse_pair,
    normalize,
    one_hot,
    positive,
    prove,
    sigmoid,
    sign,
    simplex,
    size,
    symmetric,
)
from derive.errors import UnsupportedError

N, M, D, K = size("N"), size("M"), size("D"), size("K")
i, j, k, l, n, p, q = symbols("i j k l n p q", integer=True)  # noqa: E741 -- the index l of the blackboard
s, r, c = symbols("s r c")
even = Symbol("e", even=True)
a, b, w, x, y, z, A, X, Y = map(IndexedBase, "abwxyzAXY")
f = Function("f")
P, Q, R = MatrixSymbol("P", N, N), MatrixSymbol("Q", N, N), MatrixSymbol("R", N, D)


def total(body: Any, *indices: Any, upto: Any = N, low: int = 1) -> Any:
    """Return the sum over each index."""
    return Sum(body, *((each, low, upto) for each in indices))


@dataclass(frozen=True)
class Pair:
    """A true equation that a rule proves, and its false neighbour; `assuming` is given to both."""

    true: tuple[Any, Any]
    false: tuple[Any, Any]
    assuming: Any = ()


PAIRS: dict[str, Pair] = {
    "delta contraction": Pair(
        (total(KroneckerDelta(i, p) * x[i] * y[p], i), x[p] * y[p]),
        (total(KroneckerDelta(i, p) * x[i] * y[p], i), x[p] * total(y[j], j)),
    ),
    "delta contraction in one range": Pair(
        (total(KroneckerDelta(i, j) * x[i], i, j), total(x[i], i)),
        (Sum(KroneckerDelta(i, j) * x[i], (i, 1, N), (j, 1, M)), total(x[i], i)),
    ),
    "a delta to a number": Pair(
        (total(KroneckerDelta(i, 1) * x[i], i), x[1]),
        (total(KroneckerDelta(i, 0) * x[i], i), x[0]),
    ),
    "a delta to a number beyond": Pair(
        (Sum(KroneckerDelta(i, 3) * x[i], (i, 1, 3)), x[3]),
        (Sum(KroneckerDelta(i, 5) * x[i], (i, 1, 3)), x[5]),
    ),
    "counting": Pair((total(s, i, j), N**2 * s), (Sum(s, (i, 1, N), (j, 1, M)), N**2 * s)),
    "ranges are sets": Pair((total(x[i], i), total(x[k], k)), (total(x[i], i), total(x[i], i, low=0, upto=N - 1))),
    "splitting a sum": Pair(
        (total(x[i] * y[j], i, j), total(x[i], i) * total(y[i], i)),
        (total(x[i] * y[i], i), total(x[i], i) * total(y[i], i)),
    ),
    "the sum of numbers": Pair((total(i, i), N * (N + 1) / 2), (total(i, i, low=0, upto=N - 1), N * (N + 1) / 2)),
    "a sign trait": Pair((y[p] ** 2 * s, s), (y[p] ** 3 * s, s), sign(y)),
    "a binary trait": Pair((b[p] ** 2, b[p]), (1 / b[p], b[p]), binary(b)),
    "a positive trait": Pair((Abs(a[p]), a[p]), (Abs(a[p] - 1), a[p] - 1), positive(a)),
    "one-hot": Pair(
        (total(Y[n, k] * Y[n, l] * z[k], k, l, upto=K), total(Y[n, k] * z[k], k, upto=K)),
        (total(Y[n, k] * z[k], k, upto=K), total(z[k], k, upto=K)),
        one_hot(Y),
    ),
    "a simplex": Pair((total(a[k] + s, k), 1 + N * s), (total(a[k] ** 2, k), 1), simplex(a)),
    "a symmetric matrix": Pair(
        (total(A[i, j] * x[i] * y[j], i, j), total(A[j, i] * x[i] * y[j], i, j)),
        (total(A[i, j] * X[j, i], i, j), total(A[i, j] * X[i, i], i, j)),
        symmetric(A),
    ),
    "an inverse pair": Pair(
        (total(A[p, k] * X[k, q], k), KroneckerDelta(p, q)),
        (total(A[p, k] * X[q, k], k), KroneckerDelta(p, q)),
        inverse_pair(A, X),
    ),
    "an inverse": Pair((P * Inverse(P) * Q, Q), (P * Q * Inverse(P), Q)),
    "an inverse of a product": Pair(
        (Inverse(P * Q), Inverse(Q) * Inverse(P)), (Inverse(P * Q), Inverse(P) * Inverse(Q))
    ),
    "an inverse of a transpose": Pair((Inverse(P.T), Inverse(P).T), (Inverse(P), Inverse(P).T)),
    "push-through": Pair(
        (Inverse(Identity(D) + R.T * R) * R.T, R.T * Inverse(Identity(N) + R * R.T)),
        (Inverse(Identity(D) + R.T * R) * R.T, R.T * Inverse(2 * Identity(N) + R * R.T)),
    ),
    "a projection": Pair((R * Inverse(R.T * R) * R.T * R, R), (R * Inverse(R.T * R) * R.T, Identity(N))),
    "a determinant": Pair(
        (Determinant(3 * P), 3**N * Determinant(P)), (Determinant(P + Q), Determinant(P) + Determinant(Q))
    ),
    "the sign of a determinant": Pair(
        (Determinant(-P), (-1) ** N * Determinant(P)), (Determinant(-P), -Determinant(P))
    ),
    "a trace": Pair((Trace(P * Q), Trace(Q * P)), (Trace(P * Q), Trace(P) * Trace(Q))),
    "entrywise products": Pair(
        (HadamardProduct(P, Q), HadamardProduct(Q, P)), (HadamardProduct(P * P, Identity(N)), P * P)
    ),
    "dividing by a reciprocal": Pair((s / (s + 1) + 1 / (s + 1), 1), (s / (s + 1) + 1 / (s + 2), 1)),
    "a denominator that is a sum": Pair(
        (total(exp(x[i]) / total(exp(x[j]), j), i), 1), (total(exp(x[i]) / total(exp(y[j]), j), i), 1)
    ),
    "a denominator for each row": Pair(
        (total(exp(A[n, i]) / total(exp(A[n, j]), j), n, i), N),
        (total(exp(A[n, i]) / total(exp(A[j, i]), j), n), N),
    ),
    "an antisymmetric sum": Pair(
        (total(sigmoid(x[i] - x[j]), i, j), N**2 / 2), (total(sigmoid(x[i] - y[j]), i, j), N**2 / 2)
    ),
    "an even root": Pair((sqrt(s**4), s**2), (sqrt(s**2), s)),
    "a power of a root": Pair(((s**2) ** Rational(3, 2), Abs(s) ** 3), ((s**2) ** Rational(3, 2), s**3)),
    "an absolute value": Pair((Abs(s * r), Abs(s) * Abs(r)), (Abs(s + r), Abs(s) + Abs(r))),
    "an absolute value squared": Pair((Abs(s) ** 2, s**2), (Abs(s) ** 3, s**3)),
    "a logarithm": Pair((log(exp(s)), s), (log(s**2), 2 * log(-s) + log(4))),
    "a logarithm of a sum": Pair((log(2 * s + 2), log(2) + log(s + 1)), (log(s + 2), log(s) + log(2))),
    "an exponential": Pair((exp(s + r), exp(s) * exp(r)), (exp(s * r), exp(s) * exp(r))),
    "a whole power": Pair(((s * r) ** N, s**N * r**N), ((s + r) ** N, s**N + r**N)),
    "a sign to a whole power": Pair(((-1) ** (2 * N) * s, s), ((-1) ** (even / 2), (-1) ** even)),
    "half of an even power": Pair(
        ((-1) ** (even / 2) * s, s * (-1) ** (even / 2)), ((-1) ** (3 * even / 2), (-1) ** (even / 2))
    ),
    "a product": Pair(
        (Product(x[i] * y[i], (i, 1, N)), Product(x[i], (i, 1, N)) * Product(y[i], (i, 1, N))),
        (Product(x[i] + y[i], (i, 1, N)), Product(x[i], (i, 1, N)) + Product(y[i], (i, 1, N))),
    ),
    "a product of negatives": Pair(
        (Product(-x[i], (i, 1, N)), (-1) ** N * Product(x[i], (i, 1, N))),
        (Product(1 - x[i], (i, 1, N)), Product(x[i] - 1, (i, 1, N))),
    ),
    "zero to a power": Pair(
        (Pow(total(x[i], i) - total(x[j], j), N), 0),
        (Pow(total(x[i], i) - total(x[j], j), N - 1), 0),
    ),
    "a maximum": Pair((Max(s, r), Max(r, s)), (Max(s, r) + Min(s, r), s - r)),
    "a rule of two": Pair((x[p] * y[p], 0), (x[p] * y[q] * z[p] * z[q], 1), Eq(x[i] * y[j], 0)),
    "a sum that is assumed": Pair(
        (total(x[i] * y[j], i, j), total(y[j], j)), (total(x[i] * y[i], i), total(y[j], j)), Eq(total(x[i], i), 1)
    ),
    "values put for names, all at once": Pair(
        (Subs(s - 2 * r, (s, r), (r, s)), r - 2 * s), (Subs(s - r, (s, r), (r, s)), 0)
    ),
    "a derivative of a function of two": Pair(
        (Derivative(f(s, r), s, r), Derivative(f(s, r), r, s)),
        (Subs(Derivative(f(s, r), s), (s, r), (c, c)), Subs(Derivative(f(s, r), r), (s, r), (c, c))),
    ),
    "a bound index that the derivative names": Pair(
        (Derivative(total(x[i] ** 2, i), x[i]), 2 * x[i]), (Derivative(total(x[i] ** 2, i), x[i]), total(2 * x[i], i))
    ),
    "the number pi": Pair((log(exp(pi)), pi), (Symbol("pi"), pi)),
}


@pytest.mark.parametrize("case", PAIRS)
def test_the_rule_holds(case: str) -> None:
    """The kernel proves what is true."""
    pair = PAIRS[case]
    assert prove(*pair.true, pair.assuming).status == "proved"


@pytest.mark.parametrize("case", PAIRS)
def test_its_neighbour_is_not_proved(case: str) -> None:
    """And not what is false."""
    pair = PAIRS[case]
    assert prove(*pair.false, pair.assuming).status != "proved"


CONDITIONS: dict[str, tuple[tuple[Any, Any], tuple[str, ...]]] = {
    "at one index and at all": (
        (log(x[p]) + total(log(x[i]), i), total(log(x[i]), i) + log(x[p])),
        ("x[p] > 0", "for every i in 1..N"),
    ),
    "in two ranges": (
        (total(log(x[i]), i) + total(log(x[i]), i, low=0), total(log(x[j]), j) + total(log(x[j]), j, low=0)),
        ("i in 0..N",),
    ),
    "a pole": ((tan(s) * (r + 1), tan(s) * r + tan(s)), ("cos(s) != 0",)),
    "a pole of a cosecant": ((csc(s) * (r + 1), csc(s) * r + csc(s)), ("sin(s) != 0",)),
    "an arc sine": ((asin(s) * (r + 1), asin(s) * r + asin(s)), ("1 - s**2 >= 0",)),
    "a logarithm of the gamma function": ((loggamma(r) * (s + 1), loggamma(r) * s + loggamma(r)), ("r > 0",)),
    "a power that is no integer": (((s * r) ** exp(n), s ** exp(n) * r ** exp(n)), ("s > 0", "r > 0")),
    "a power by a logarithm": (((s * r) ** log(N), s ** log(N) * r ** log(N)), ("s > 0", "r > 0")),
    "a number that may lie outside": (
        (total(KroneckerDelta(i, 5) * x[i], i), x[5]),
        ("5 lies in 1..N",),
    ),
    "the derivative of a determinant": (
        (Derivative(Determinant(P), P[i, j]), Determinant(P) * Inverse(P)[j, i]),
        ("the differentiated determinant is not 0",),
    ),
    "the derivative of a product": (
        (Derivative(Product(x[i], (i, 1, N)), x[j]), Product(x[i], (i, 1, N)) / x[j]),
        ("no factor of the differentiated product is 0",),
    ),
    "what is put in for a name": ((Subs(log(s), s, r * c), log(r) + log(c)), ("r > 0", "c > 0")),
}


@pytest.mark.parametrize("case", CONDITIONS)
def test_no_condition_is_lost(case: str) -> None:
    """What a proof rests on is told, at each index and in each range."""
    sides, wanted = CONDITIONS[case]
    verdict = prove(*sides)
    told = "; ".join(str(condition) for condition in verdict.conditions)
    assert (verdict.status, [text for text in wanted if text not in told]) == ("proved", [])


def test_what_is_needed_at_one_index_does_not_prove_it_for_all() -> None:
    """log x_p needs x_p > 0; that the other x_i equal their absolute values does not follow."""
    assert prove(log(x[p]) * total(Abs(x[i]), i), log(x[p]) * total(x[i], i)).status != "proved"


def _matrix_of_squares() -> tuple[Any, Any]:
    return normalize(HadamardProduct(R.T * R, Identity(D))), R.T * R


def test_a_diagonal_is_not_written_as_the_whole_product() -> None:
    """The entries of (R^T R) o 1 look like a path through R twice; written as R^T R they would be another matrix."""
    written, product_ = _matrix_of_squares()
    assert prove(written, product_).status != "proved"
    assert prove(written, HadamardProduct(R.T * R, Identity(D))).status == "proved"


REFUSED: dict[str, Any] = {
    "a tensor that does not commute": IndexedBase(Symbol("B", commutative=False))[i],
    "a complex tensor": IndexedBase(Symbol("B", complex=True))[i],
    "a function that does not commute": Function("F", commutative=False)(s),
    "a complex symbol": Symbol("s", complex=True),
    "a derivative by a size": Derivative(total(x[i], i), N),
    "a derivative taken n times": Derivative(f(s), (s, n)),
    "an entry put for an entry": Subs(x[i] ** 2, x[i], 2),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_the_engine_does_not_know_is_refused(case: str) -> None:
    """An error, and no answer as if it were something else."""
    with pytest.raises(UnsupportedError):
        _ = prove(REFUSED[case] * x[i], x[i] * REFUSED[case] + 1)


UNKNOWN: dict[str, Expr] = {
    "an index put for an index": Subs(x[i], i, 3),
    "a size put for a size": Subs(total(x[i], i), N, 3),
}


@pytest.mark.parametrize("case", UNKNOWN)
def test_what_is_put_in_is_not_ignored(case: str) -> None:
    """Subs of an index or of a size is not the expression without it."""
    assert prove(UNKNOWN[case], UNKNOWN[case].expr).status != "proved"


def test_a_dummy_captures_no_other() -> None:
    """Two dummies of one name are two indices."""
    one, other = Dummy("i", integer=True), Dummy("i", integer=True)
    assert prove(Sum(x[one] * y[other], (one, 1, N)), Sum(x[one] * y[one], (one, 1, N))).status != "proved"


def test_a_derivative_of_a_kinked_function_does_not_hold_at_the_kink() -> None:
    """There is no answer that holds everywhere: one for s > r is refuted, and one by cases excludes s = r."""
    slope = differentiate(Max(s, r), s)
    assert prove(slope, 1).status == "refuted"
    assert prove(slope, Heaviside(s - r)).conditions
