"""Each rule of the engine: *claim, false neighbour, facts*; the neighbour is what a little wider a rule would prove."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from sympy import (
    Abs,
    Catalan,
    Derivative,
    Determinant,
    EulerGamma,
    Function,
    Ge,
    Gt,
    HadamardProduct,
    Identity,
    Idx,
    IndexedBase,
    Inverse,
    KroneckerDelta,
    Le,
    Lt,
    MatMul,
    MatrixSymbol,
    Max,
    Min,
    Pow,
    Product,
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
    tanh,
)

from derive import (
    index,
    prove,
    sigmoid,
    size,
    softplus,
    tensor,
)
from tests.checked import status

N, M, D, K = size("N"), size("M"), size("D"), size("K")
i, j, k, l, n = symbols("i j k l n", integer=True)  # noqa: E741 -- the index l of the blackboard
p, q, g = (index(name, (1, N)) for name in "pqg")
s, r, c = symbols("s r c")
even = Symbol("e", even=True)
ROWS = (1, N)
a, b, w, x, y = (tensor(name, ROWS) for name in "abwxy")
z, A, X, Y = tensor("z", (1, K)), tensor("A", ROWS, ROWS), tensor("X", ROWS, ROWS), tensor("Y", ROWS, (1, K))
wide = tensor("x", (0, N))
free = IndexedBase("r")
f = Function("f")
P, Q, R, T = MatrixSymbol("P", N, N), MatrixSymbol("Q", N, N), MatrixSymbol("R", N, D), MatrixSymbol("T", D, N)


def total(body: Any, *indices: Any, upto: Any = N, low: int = 1) -> Any:
    """Return the sum over each index."""
    return Sum(body, *((each, low, upto) for each in indices))


def prod(body: Any) -> Any:
    """Return the product over i."""
    return Product(body, (i, 1, N))


def dl(left: Any, right: Any) -> Any:
    """Return a Kronecker delta."""
    return KroneckerDelta(left, right)


@dataclass(frozen=True)
class Pair:
    """A true equation that a rule proves, its false neighbour, and what is said of that."""

    true: tuple[Any, Any]
    false: tuple[Any, Any]
    verdict: str = "refuted"


DELTAS = [
    Pair((total(dl(i, p) * x[i] * y[p], i), x[p] * y[p]), (total(dl(i, p) * x[i] * y[p], i), x[p] * total(y[j], j))),
    Pair((total(dl(i, j) * x[i], i, j), total(x[i], i)), (Sum(dl(i, j) * x[i], (i, 1, N), (j, 1, M)), total(x[i], i))),
    Pair((total(dl(i, 1) * x[i], i), x[1]), (total(dl(i, 0) * wide[i], i), wide[0])),
    Pair((total(dl(i, 5) * x[i], i), x[5]), (total(dl(i, 5) * free[i], i), free[5])),
    Pair((total(dl(i, 3) * x[i], i, upto=3), x[3]), (total(dl(i, 5) * x[i], i, upto=3), x[5])),
    Pair((total(KroneckerDelta(i, j, (1, N)) * x[i], i), x[j]), (total(KroneckerDelta(i, j, (1, N)) * x[i], i), x[1])),
]
SUMS = [
    Pair((total(s, i, j), N**2 * s), (Sum(s, (i, 1, N), (j, 1, M)), N**2 * s)),
    Pair((total(x[i], i), total(x[k], k)), (total(wide[i], i), total(wide[i], i, low=0, upto=N - 1))),
    Pair(
        (total(x[i] * y[j], i, j), total(x[i], i) * total(y[i], i)),
        (total(x[i] * y[i], i), total(x[i], i) * total(y[i], i)),
    ),
    Pair((total(i, i), N * (N + 1) / 2), (total(i, i, low=0, upto=N - 1), N * (N + 1) / 2)),
    Pair((total(x[i], i, upto=3), x[1] + x[2] + x[3]), (total(wide[i], i, upto=3), wide[0] + wide[1] + wide[2])),
    Pair((total(x[i], i, upto=N - 1) + x[N], total(x[i], i)), (total(x[i], i, upto=N - 1), total(x[i], i))),
    Pair((total(x[i], i, upto=0), 0), (total(x[i], i, upto=1), 0)),
    Pair(
        (Sum(free[n, l], (n, 1, N), (l, 1, D)), Sum(Sum(free[n, l], (l, 1, D)), (n, 1, N))),
        (Sum(free[n, l], (n, 1, N), (l, 1, D)), Sum(Sum(free[n, l], (l, 1, N)), (n, 1, N))),
    ),
    Pair(
        (Sum(wide[Idx("i", N)], Idx("i", N)), total(wide[j], j, low=0, upto=N - 1)),
        (Sum(wide[Idx("i", (1, N))], Idx("i", (1, N))), total(wide[j], j, low=0, upto=N - 1)),
    ),
    Pair(
        (Sum(x[Idx("i", (1, N))], Idx("i", (1, N))), total(x[j], j)),
        (Sum(wide[index("i", N)], index("i", N)), total(wide[j], j)),
    ),
    Pair((total(f(x[i]) * s, i), s * total(f(x[j]), j)), (total(f(x[i] * s), i), s * total(f(x[j]), j))),
    Pair((total(sigmoid(x[i] - x[j]), i, j), N**2 / 2), (total(sigmoid(x[i] - y[j]), i, j), N**2 / 2)),
]
MATRICES = [
    Pair(((R * T) * P, R * (T * P)), ((R * T) * P, P * (R * T))),
    Pair(((R + R) * T, 2 * R * T), ((R + R) * T, R * T)),
    Pair(((R * T).T, T.T * R.T), ((P * Q).T, P.T * Q.T)),
    Pair((Identity(N) * R, R), (Identity(N) * P, Identity(N))),
    Pair(
        ((R * T)[i, j], total(R[i, n] * T[n, j], n, low=0, upto=D - 1)),
        ((R * T)[i, j], total(R[i, n] * T[n, j], n, upto=D - 1)),
    ),
    Pair((Trace(P * Q), Trace(Q * P)), (Trace(P * Q), Trace(P) * Trace(Q))),
    Pair(
        (Trace(R * T), Sum(R[i, n] * T[n, i], (i, 0, N - 1), (n, 0, D - 1))),
        (Trace(R * T), Sum(R[i, n] * T[n, i], (i, 0, N - 1), (n, 1, D - 1))),
    ),
    Pair((HadamardProduct(P, Q), HadamardProduct(Q, P)), (HadamardProduct(P * P, Identity(N)), P * P)),
    Pair((HadamardProduct(R, R).T, HadamardProduct(R.T, R.T)), (HadamardProduct(P, Q).T, HadamardProduct(P, Q))),
]
INVERSES = [
    Pair((MatMul(P, Inverse(P), Q), Q), (P * Q * Inverse(P), Q)),
    Pair((Inverse(P * Q), Inverse(Q) * Inverse(P)), (Inverse(P * Q), Inverse(P) * Inverse(Q))),
    Pair((Inverse(P.T), Inverse(P).T), (Inverse(P), Inverse(P).T)),
    Pair(
        (Inverse(Identity(D) + R.T * R) * R.T, R.T * Inverse(Identity(N) + R * R.T)),
        (Inverse(Identity(D) + R.T * R) * R.T, R.T * Inverse(2 * Identity(N) + R * R.T)),
    ),
    Pair((R * Inverse(R.T * R) * R.T * R, R), (R * Inverse(R.T * R) * R.T, Identity(N))),
    Pair((Determinant(3 * P), 3**N * Determinant(P)), (Determinant(P + Q), Determinant(P) + Determinant(Q))),
    Pair((Determinant(-P), (-1) ** N * Determinant(P)), (Determinant(-P), -Determinant(P))),
]
NUMBERS = [
    Pair((log(exp(s)), s), (log(s**2), 2 * log(-s) + log(4))),
    Pair((log(2 * s + 2), log(2) + log(s + 1)), (log(s + 2), log(s) + log(2))),
    Pair((tanh(s), (exp(2 * s) - 1) / (exp(2 * s) + 1)), (tanh(s), 2 * sigmoid(s) - 1)),
    Pair((softplus(s), log(1 + exp(s))), (softplus(s), -log(1 + exp(s)))),
    # Nothing knows here that an integer is even, so this power may have no value.
    Pair(((-1) ** (2 * N) * s, s), ((-1) ** (even / 2), (-1) ** even), "undecided"),
    Pair((Pow(total(x[i], i) - total(x[j], j), N), 0), (Pow(total(x[i], i) - total(x[j], j), N - 1), 0), "undecided"),
]
NAMES = [
    Pair((Max(s, r), Max(r, s)), (Max(s, r) + Min(s, r), s - r)),
    Pair((log(exp(pi)), pi), (Symbol("pi"), pi)),
    Pair((log(exp(Catalan)), Catalan), (Catalan, EulerGamma)),
    Pair((2, 2), (2, 3)),
    Pair((Subs(s - 2 * r, (s, r), (r, s)), r - 2 * s), (Subs(s - r, (s, r), (r, s)), 0)),
    Pair(
        (Derivative(f(s, r), s, r), Derivative(f(s, r), r, s)),
        (Subs(Derivative(f(s, r), s), (s, r), (c, c)), Subs(Derivative(f(s, r), r), (s, r), (c, c))),
    ),
    Pair((Derivative(Sum(x[p] ** 2, p), x[p]), 2 * x[p]), (Derivative(Sum(x[p] ** 2, p), x[p]), total(2 * x[i], i))),
]
KINDS = {
    "deltas": DELTAS,
    "sums": SUMS,
    "matrices": MATRICES,
    "inverses": INVERSES,
    "numbers": NUMBERS,
    "names": NAMES,
}


@pytest.mark.parametrize("pairs", KINDS.values(), ids=KINDS)
def test_the_rule_holds_and_its_neighbour_does_not(pairs: list[Pair]) -> None:
    """What is true is proved, and its neighbour not."""
    found = [(pair, status(*pair.true), prove(*pair.false).status) for pair in pairs]
    assert [row for row in found if row[1:] != ("proved", row[0].verdict)] == []


CONDITIONS: list[tuple[tuple[Any, Any], tuple[str, ...]]] = [
    ((log(x[p]) + total(log(x[i]), i), total(log(x[i]), i) + log(x[p])), ("x[p] > 0", "for every i in 1..N")),
    (
        (
            total(log(wide[i]), i) + total(log(wide[i]), i, low=0),
            total(log(wide[j]), j) + total(log(wide[j]), j, low=0),
        ),
        ("i in 0..N",),
    ),
    ((tan(s) * (r + 1), tan(s) * r + tan(s)), ("cos(s) != 0",)),
    ((csc(s) * (r + 1), csc(s) * r + csc(s)), ("sin(s) != 0",)),
    ((asin(s) * (r + 1), asin(s) * r + asin(s)), ("1 - s**2 >= 0",)),
    ((loggamma(r) * (s + 1), loggamma(r) * s + loggamma(r)), ("r > 0",)),
    (((s * r) ** exp(n), s ** exp(n) * r ** exp(n)), ("s > 0", "r > 0")),
    (((s * r) ** log(N), s ** log(N) * r ** log(N)), ("s > 0", "r > 0")),
    (
        (Derivative(Determinant(P), P[i, j]), Determinant(P) * Inverse(P)[j, i]),
        ("the differentiated determinant is not 0",),
    ),
    ((Derivative(prod(x[i]), x[p]), prod(x[i]) / x[p]), ("no factor of the differentiated product is 0",)),
    ((Subs(log(s), s, r * c), log(r) + log(c)), ("r > 0", "c > 0")),
    ((MatMul(Inverse(P), P, R), R), ("P",)),
]


def test_no_condition_is_lost() -> None:
    """What a proof rests on is told, at each index and in each range."""
    lost: list[object] = []
    for sides, wanted in CONDITIONS:
        verdict = prove(*sides)
        told = "; ".join(str(condition) for condition in verdict.conditions)
        if verdict.status != "proved" or any(text not in told for text in wanted):
            lost.append((sides, verdict.status, told))
    assert lost == []


NEEDED = {
    "real": ("h != 0 (in a denominator)", "h > 0 (argument of log)", "h >= 0 (under a root)"),
    "nonnegative": ("h != 0 (in a denominator)", "h > 0 (argument of log)"),
    "positive": (),
}


@pytest.mark.parametrize("word", NEEDED)
def test_what_a_symbol_says_of_itself_is_no_condition(word: str) -> None:
    """A condition that its assumptions imply is left out, and said once for all places that need it."""
    h = Symbol("h", **{word: True})
    parts = (1 + s) / h - 1 / h, (1 + s) * log(h) - log(h), (1 + s) * sqrt(h) - sqrt(h)
    found = [prove(part, s * factor).conditions for part, factor in zip(parts, (1 / h, log(h), sqrt(h)), strict=True)]
    assert tuple(str(condition) for each in found for condition in each) == NEEDED[word]


def test_an_assumed_order_discharges_a_condition() -> None:
    """Only one that is strong enough; what is needed twice, with either sign, is said once."""
    claim = log(s) * (r + 1), r * log(s) + log(s)
    facts = {Gt(s, 0): 0, Lt(0, s): 0, Ge(s, 1): 0, Ge(s, 0): 1, Le(0, s): 1}
    assert {fact: len(prove(*claim, fact).conditions) for fact in facts} == facts
    assert len(prove(r / (s - c) + s / (c - s), (r - s) / (s - c)).conditions) == 1


def test_a_denominator_that_is_zero_where_two_indices_meet_is_said() -> None:
    """The sum has no value, whatever the entries; that is no proof of anything."""
    verdict = prove(total(1 / (x[i] - x[j]), i, j), 0)
    assert verdict.status == "undecided"
    assert "it stands in a denominator but is 0 where two of its indices meet" in str(verdict)


def test_what_is_needed_at_one_index_does_not_prove_it_for_all() -> None:
    """log x_p needs x_p > 0; that the other x_i equal their absolute values does not follow."""
    assert prove(log(x[p]) * total(Abs(x[i]), i), log(x[p]) * total(x[i], i)).status != "proved"


def test_conveniences_are_plain_sympy() -> None:
    """`size`, `index` and `tensor` return what SymPy calls them."""
    made = size("N"), index("i", N), tensor("X", N, D)
    assert made == (Symbol("N", integer=True, positive=True), Idx("i", N), IndexedBase("X", shape=(N, D)))
