"""What is assumed: read as traits, definitions or rules, at the indices for which it is given and at no others."""

from __future__ import annotations

from typing import Any

import pytest
from sympy.concrete import Sum
from sympy.core import Derivative, Eq, Ge, Gt, Le, Lt, Symbol, symbols
from sympy.functions import Abs, KroneckerDelta, exp, log, sqrt
from sympy.matrices import MatrixSymbol
from sympy.tensor import Idx

from derive import binary, inverse_pair, nonnegative, one_hot, positive, prove, sign, simplex, size, symmetric, tensor
from derive.errors import BadFactError
from derive.facts import Fact
from tests.checked import Rows, in_parts, offenders, told, without_facts

N, D, K = size("N"), size("D"), size("K")
i, j, k, n, m, p, q = symbols("i j k n m p q", integer=True)
s, r = symbols("s r")
ROWS, SHORTER = (1, N), (1, D)
a, b, w, x, y, z = (tensor(name, ROWS) for name in "abwxyz")
A, X, Y = (tensor(name, ROWS, ROWS) for name in "AXY")
DATA, WEIGHTS = tensor("X", ROWS, SHORTER), tensor("w", SHORTER)
wide, other = tensor("x", (0, N)), tensor("y", (0, N))
P, Q = MatrixSymbol("P", N, N), MatrixSymbol("Q", N, N)
SHORT, PLACE = Idx("k", (1, 3)), Idx("k", (1, N))


def total(body: Any, *indices: Any, upto: Any = N) -> Any:
    """Return the sum over each index from 1."""
    return Sum(body, *((each, 1, upto) for each in indices))


EIGEN = Eq(total(A[i, k] * w[k], k), w[i])
COLUMNS = Eq(total(X[i, j] * X[i, k], i), KroneckerDelta(j, k))
SPLIT_LOG = (log(a[p] * x[p] ** 2), log(a[p]) + log(x[p] ** 2))
TURNED = (total(X[p, k] * A[k, q], k), KroneckerDelta(p, q))
CANCELLED = (total(A[i, j] * X[j, k] * x[i] * y[k], i, j, k), total(x[i] * y[i], i))
USED: Rows = {
    "a sign by equation": ((total(y[i] ** 2, i), N), Eq(y[j] ** 2, 1), "proved"),
    "a sign by name": ((total(y[i] ** 3 * x[i], i), total(y[i] * x[i], i)), sign(y), "proved"),
    "a binary by equation": ((b[p] ** 3, b[p]), Eq(b[i] ** 2, b[i]), "proved"),
    "a binary by name": ((total(b[i] ** 2, i), total(b[i], i)), binary(b), "proved"),
    "positive": (SPLIT_LOG, positive(a), "proved if a[p]*x[p]**2 > 0, x[p]**2 > 0"),
    "nonnegative": ((total(Abs(a[i]), i), total(a[i], i)), nonnegative(a), "proved"),
    "at least zero by relation": ((total(Abs(a[i]), i), total(a[i], i)), Ge(a[j], 0), "proved"),
    "at most zero turned": ((Abs(a[p]), a[p]), Le(0, a[j]), "proved"),
    "one more than zero": ((Abs(s + 1), s + 1), Gt(s + 1, 0), "proved"),
    "symmetric": ((total(A[i, j] * x[i] * y[j], i, j), total(A[i, j] * y[i] * x[j], i, j)), symmetric(A), "proved"),
    "symmetric by equation": ((A[p, q], A[q, p]), Eq(A[i, j], A[j, i]), "proved"),
    "one-hot sums to one": ((total(Y[n, k] * x[n], n, k), total(x[n], n)), one_hot(Y), "proved"),
    "one-hot squared": ((total(Y[n, k] * z[k], k) ** 2, total(Y[n, k] * z[k] ** 2, k)), one_hot(Y), "proved"),
    "one-hot twice": ((Y[n, i] * Y[n, j] * z[i], KroneckerDelta(i, j) * Y[n, j] * z[j]), one_hot(Y), "proved"),
    "a simplex": ((total(a[k] * s, k), s), simplex(a), "proved"),
    "an inverse pair": (CANCELLED, inverse_pair(A, X), "proved"),
    "an inverse pair, the other way": (
        (total(X[p, k] * A[k, q], k), KroneckerDelta(p, q)),
        inverse_pair(A, X),
        "proved",
    ),
    "a product that vanishes": ((x[p] * y[p], 0), Eq(x[i] * y[j], 0), "proved"),
    "a sum that is 1": ((total(x[i] * y[j], i, j), total(y[j], j)), Eq(total(x[i], i), 1), "proved"),
    "an eigenvector": ((total(A[p, k] * w[k], k), w[p]), EIGEN, "proved"),
    "a root of a square": ((sqrt(a[p] ** 2), a[p]), positive(a), "proved"),
    "a definition": ((total(z[n], n), total(X[n, j] * w[j], n, j)), Eq(z[n], total(X[n, j] * w[j], j)), "proved"),
    "a definition of a definition": ((x[p], exp(2 * s)), Eq(y[i], exp(s)), Eq(x[i], y[i] ** 2), "proved"),
    "orthonormal columns": ((total(X[i, p] * X[i, q], i), KroneckerDelta(p, q)), COLUMNS, "proved"),
    "a column of length one": ((total(X[i, p] ** 2, i), 1), COLUMNS, "proved"),
    "a diagonal": ((total(A[i, i], i), N), Eq(A[i, i], 1), "proved"),
    "a matrix equation": ((P * Q * P, Q * P * P), Eq(P * Q, Q * P), "proved"),
    "one entry": ((x[1] * s, 5 * s), Eq(x[1], 5), "proved"),
    "one entry of a range": ((x[1] * x[2] ** 2, s * x[2] ** 2), Eq(x[1], s), "proved"),
    "an explicit range": ((total(x[i], i, upto=3), 3 * s), Eq(x[SHORT], s), "proved"),
}
SAYS_NO_MORE: Rows = {
    "one entry says nothing of all": ((total(y[i] ** 2, i), N), Eq(y[1] ** 2, 1), "refuted"),
    "1..3 is not 1..N, a sign": ((total(y[i] ** 2, i), N), Eq(y[SHORT] ** 2, 1), "refuted"),
    "1..3 is not 1..N, a definition": ((total(y[i], i), N), Eq(y[SHORT], 1), "refuted"),
    "1..3 is not 1..N, positive": ((total(Abs(y[i]), i), total(y[i], i)), Gt(y[SHORT], 0), "refuted | sampled"),
    "0 is not in 1..N, a rule": ((wide[0] ** 2 * other[0], 1), Eq(wide[PLACE] ** 2 * other[PLACE], 1), "refuted"),
    "0 is not in 1..N, a definition": ((wide[0], 1), Eq(wide[PLACE], 1), "refuted"),
    "0 is not in 1..N, a sign": ((wide[0] ** 2, 1), Eq(wide[PLACE] ** 2, 1), "refuted"),
    "the diagonal is not the matrix": ((total(A[i, j], i, j), N * N), Eq(A[i, i], 1), "refuted"),
    "a positive diagonal": ((Abs(A[p, q]), A[p, q]), Ge(A[i, i], 0), "refuted"),
    "rows for columns": ((total(X[p, i] * X[q, i], i), KroneckerDelta(p, q)), COLUMNS, "proved"),
    "rows for columns, which are fewer": (
        (total(DATA[p, i] * DATA[q, i], i, upto=D), KroneckerDelta(p, q)),
        Eq(total(DATA[i, j] * DATA[i, k], i), KroneckerDelta(j, k)),
        "refuted | sampled",
    ),
    "the same index says nothing of two": ((x[p] * y[q], 0), Eq(x[i] * y[i], 0), "refuted | sampled"),
    "an eigenvector, transposed": ((total(A[k, p] * w[k], k), w[p]), EIGEN, "refuted"),
    "two rows of one-hot are no delta": ((Y[n, k] * Y[p, k], KroneckerDelta(n, p) * Y[n, k]), one_hot(Y), "refuted"),
    "a simplex of squares": ((total(a[k] ** 2, k), 1), simplex(a), "refuted"),
    "an inverse pair is no pair of transposes": (
        (total(A[p, k] * X[q, k], k), KroneckerDelta(p, q)),
        inverse_pair(A, X),
        "refuted",
    ),
    "another sum": ((total(x[i] * y[i], i), total(y[i], i)), Eq(total(x[i], i), 1), "refuted"),
    "another range": ((Sum(wide[i], (i, 0, N)), 1), Eq(total(wide[i], i), 1), "refuted"),
    "a sum that is not negative": ((total(Abs(x[i]), i), total(x[i], i)), Ge(total(x[i], i), 0), "refuted"),
    "one-hot is not a square": ((total(Y[n, k] * z[k], k) ** 2, total(Y[n, k] * z[k], k)), one_hot(Y), "refuted"),
    "two rows of one-hot": ((total(Y[n, k] * Y[m, k], k), 1), one_hot(Y), "refuted"),
    "a sign is not one": ((y[p], 1), sign(y), "refuted"),
    "greater than -1": ((Abs(s), s), Gt(s, -1), "refuted | sampled"),
    "less than": ((Abs(s), s), Lt(s, 5), "refuted"),
    "a scalar's sign is not the tensor's": ((total(y[i] ** 2, i), N), sign(Symbol("y")), "refuted | sampled"),
    "contradictory rules prove no third thing": ((s, r), Eq(x[1] * x[2], 1), Eq(x[1] * x[2], 2), "undecided"),
}
# Where p sums to 1 its derivative by p_j is still 1; what is defined by w has a derivative by w; and by what does not
# vary freely one differentiates as if it did: what is known of it holds outside of the derivative.
SCORES = Eq(z[n], total(DATA[n, j] * WEIGHTS[j], j, upto=D))
UNDER_DERIVATIVES: Rows = {
    "a sum that is 1": ((Derivative(total(x[k], k), x[j]), 1), Eq(total(x[k], k), 1), "proved"),
    "a sum that is 1, as a number": ((Derivative(total(x[k], k), x[j]), 0), Eq(total(x[k], k), 1), "refuted"),
    "a definition": ((Derivative(z[n], WEIGHTS[j]), DATA[n, j]), SCORES, "proved"),
    "a definition, not seen": ((Derivative(z[n], WEIGHTS[j]), 0), SCORES, "refuted"),
    "a slope at a sign": ((Derivative(y[p] ** 3, y[p]), 3), sign(y), "proved"),
    "a sign": ((Derivative(y[p] ** 2, y[p]), 0), sign(y), "refuted"),
    "a binary": ((Derivative(y[p] ** 2, y[p]), 0), binary(y), "refuted"),
    "a symmetric matrix": ((Derivative(A[p, q], A[p, q]), 0), symmetric(A), "refuted"),
    "what is defined": ((Derivative(s**2, s), 0), Eq(s, 1), "refuted"),
}


@pytest.mark.parametrize("rows", in_parts(USED, SAYS_NO_MORE, UNDER_DERIVATIVES))
def test_an_assumption_says_what_it_says(rows: Rows) -> None:
    """An equation with a free index holds for all its values, a fact for the whole tensor, and neither for more."""
    assert offenders(rows) == {}


def test_without_the_assumption_nothing_is_proved() -> None:
    """The same statement alone is not proved without a condition, and nothing is remembered."""
    assert [name for name, verdict in without_facts(USED).items() if verdict == "proved"] == []


def test_conditions_of_an_assumption_are_told() -> None:
    """A definition by log a_i needs a_i > 0, also when it is read again under other conditions."""
    sides = log(x[p]) + total(log(x[i]), i), log(log(a[p])) + total(log(log(a[i])), i)
    verdict = told(sides, Eq(x[i], log(a[i])))
    assert (verdict.startswith("proved"), "a[i] > 0" in verdict, "a[p] > 0" in verdict) == (True, True, True)


SENTENCES: dict[str, Fact] = {
    "Y is one-hot: along its last axis one entry is 1 and the others are 0": one_hot(Y),
    "the entries of a are nonnegative and sum to 1 along its last axis": simplex(a),
    "every entry of y is +1 or -1": sign(y),
    "s is +1 or -1": sign(s),
    "every entry of b is 0 or 1": binary(b),
    "s is 0 or 1": binary(s),
    "every entry of a is positive": positive(a),
    "s is positive": positive(s),
    "no entry of a is negative": nonnegative(a),
    "s is not negative": nonnegative(s),
    "A is symmetric": symmetric(A),
    "A and X are inverse to each other": inverse_pair(A, X),
}


def test_a_fact_is_a_sentence() -> None:
    """About all entries of a tensor, or about one number; one fact may come without brackets."""
    assert {str(fact): fact for fact in SENTENCES.values()} == SENTENCES
    assert prove(y[p] ** 2, 1, sign(y)) == prove(y[p] ** 2, 1, [sign(y)])


@pytest.mark.parametrize("wrong", [y[p], s + 1, "y", 1])
def test_a_fact_is_about_a_whole_tensor(wrong: Any) -> None:
    """Of an entry or an expression, one writes a relation."""
    with pytest.raises(BadFactError, match="is said of an IndexedBase, MatrixSymbol or Symbol"):
        _ = sign(wrong)
