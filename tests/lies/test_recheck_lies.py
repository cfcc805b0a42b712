"""The second opinion is lied to: statements that are false at larger sizes, at a coincidence, by a sign, by capture."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from sympy import (
    Abs,
    Add,
    Basic,
    Derivative,
    Determinant,
    Eq,
    Expr,
    Function,
    Ge,
    Identity,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    Mul,
    Product,
    Rational,
    Subs,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
    log,
    pi,
    sin,
    sqrt,
    symbols,
    tanh,
)

from derive import prove, size
from derive.decide.counterexample import Evidence, find
from derive.facts import inverse_pair, nonnegative, one_hot, positive, sign, simplex, symmetric
from derive.recheck import opinion, recheck
from derive.recheck.survey import Tally
from derive.verdict import Counterexample
from tests.checked import value_at

N, D, K = symbols("N D K", integer=True, positive=True)
i, j, k, o, m, n, p = symbols("i j k o m n p", integer=True)
a, b, c, u = symbols("a b c u", real=True)
x, y, w, z, X, T, S, Y, G, H, q = (
    IndexedBase(name) for name in ("x", "y", "w", "z", "X", "T", "S", "Y", "G", "H", "q")
)
A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N)
f = Function("f")

total = Sum(x[i], (i, 1, N))
loss = Sum((Sum(X[i, j] * w[j], (j, 1, D)) - y[i]) ** 2, (i, 1, N))
normalizer = Sum(exp(z[j]), (j, 1, K))


def gradient(index: Symbol, factor: int) -> Expr:
    """Return a multiple of the gradient of the loss."""
    return factor * Sum(X[i, index] * (Sum(X[i, j] * w[j], (j, 1, D)) - y[i]), (i, 1, N))


def softmax(index: Symbol) -> Expr:
    """Return exp(z_k) / sum_j exp(z_j)."""
    return exp(z[index]) / normalizer


def apart(*indices: Symbol) -> Expr:
    """Return 1 where all indices differ, else 0."""
    pairs = [(one, other) for at, one in enumerate(indices) for other in indices[:at]]
    return Mul(*(1 - KroneckerDelta(one, other) for one, other in pairs))


def cube(matrix: Expr) -> Expr:
    """Return the left side of the theorem of Cayley and Hamilton for three rows."""
    trace, square = Trace(matrix), Trace(matrix * matrix)
    minor = (trace**2 - square) / 2
    return matrix**3 - trace * matrix**2 + minor * matrix - Determinant(matrix) * Identity(N)


LIES: dict[str, tuple[Basic, Basic | int]] = {
    # True at small sizes only:
    "Cayley-Hamilton for two rows": (A**2 - Trace(A) * A + Determinant(A) * Identity(N), ZeroMatrix(N, N)),
    "Cayley-Hamilton for three rows": (cube(A), ZeroMatrix(N, N)),
    "N^2 x = 3 N x": (N**2 * total, 3 * N * total),
    "true up to N = 4": ((N - 1) * (N - 2) * (N - 3) * (N - 4) * total, 0),
    "a sum of one term": (total**2, Sum(x[i] ** 2, (i, 1, N))),
    "three different indices of two": (Sum(apart(i, j, k) * x[i], (i, 1, N), (j, 1, N), (k, 1, N)), 0),
    "four different indices of three": (Sum(apart(i, j, k, o) * x[i], *((s, 1, N) for s in (i, j, k, o))), 0),
    "matrices commute": (A * B, B * A),
    "a determinant is additive": (Determinant(A + B), Determinant(A) + Determinant(B)),
    "a mean of means": (
        Sum(Sum(X[i, j], (j, 1, i)) / i, (i, 1, N)) / N,
        Sum(X[i, j], (j, 1, i), (i, 1, N)) * 2 / (N * (N + 1)),
    ),
    # True unless indices coincide, or only if they do:
    "no diagonal": (x[i] * x[j] * (1 - KroneckerDelta(i, j)), x[i] * x[j]),
    "only a diagonal": (x[i] * y[j], x[j] * y[i]),
    "the Jacobian of softmax without its diagonal": (Derivative(softmax(k), z[o]), -softmax(k) * softmax(o)),
    "the gradient at one index for all": (Derivative(Sum(x[i] ** 2, (i, 1, N)), x[p]), 2 * x[p] + KroneckerDelta(p, 1)),
    "one pair of four indices": (x[i] + x[j] + x[k] + x[o], x[i] + x[j] + x[k] + x[o] + KroneckerDelta(j, o)),
    "all four indices different": (x[i] + x[j] + x[k] + x[o], x[i] + x[j] + x[k] + x[o] + apart(i, j, k, o)),
    "the last entry": (x[i] * KroneckerDelta(i, N), 0 * total),
    # The wrong sign, factor, index, range, order:
    "the wrong factor": (Derivative(loss, w[k]), gradient(k, 1)),
    "the wrong sign": (Derivative(loss, w[k]), gradient(k, -2)),
    "the wrong index": (Sum(X[i, j] * w[j], (j, 1, D)), Sum(X[j, i] * w[j], (j, 1, D))),
    "one term too few": (total, Sum(x[i], (i, 1, N - 1))),
    "from zero": (total, Sum(x[i], (i, 0, N - 1))),
    "one step too far": (Sum(x[i + 1] - x[i], (i, 1, N)), x[N] - x[1]),
    "the wrong triangle": (Sum(T[i, j], (j, 1, i), (i, 1, N)), Sum(T[i, j], (i, 1, j), (j, 1, N))),
    "a transpose": (A * B.T, A * B),
    "an inverse of a product in the wrong order": ((A * B) ** -1, A**-1 * B**-1),
    "a trace of a product": (Trace(A * B), Trace(A) * Trace(B)),
    "a sum of products": (Sum(x[i] * y[i], (i, 1, N)), total * Sum(y[i], (i, 1, N))),
    "a product of sums": (Product(x[i] + y[i], (i, 1, N)), Product(x[i], (i, 1, N)) + Product(y[i], (i, 1, N))),
    "a logarithm of a sum": (log(normalizer), Sum(z[k], (k, 1, K))),
    "an entropy": (-Sum(softmax(k) * log(softmax(k)), (k, 1, K)), log(normalizer) + Sum(z[k] * softmax(k), (k, 1, K))),
    "the derivative of tanh": (Derivative(tanh(a), a), 1 - tanh(a)),
    "the chain rule, forgotten": (Derivative(f(a**2), a), Subs(Derivative(f(u), u), u, a**2)),
    "a linear function": (f(a + b), f(a) + f(b)),
    # Capture, and what SymPy answers:
    "a term drawn into the sum by its letter": (Sum(x[i] * y[i], (i, 1, N)), y[i] * total),
    "a free index renamed to a bound one": (Sum(X[n, k], (n, 1, N)), Sum(X[n, n], (n, 1, N))),
    "the derivative of a sum by its own letter": (Derivative(Sum(w[j], (j, 1, D)), w[j]), D + 0 * Sum(w[j], (j, 1, D))),
    "the derivative of log-sum-exp": (Derivative(log(normalizer), z[j]), 1),
    "the derivative of a square": (Derivative(Sum(w[i] ** 2, (i, 1, D)), w[i]), Sum(2 * w[i], (i, 1, D))),
    "a contraction that loses its delta": (
        Sum(KroneckerDelta(i, j) * x[j] * y[j], (j, 1, N)),
        Sum(x[j] * y[j], (j, 1, N)),
    ),
    "the gradient of log det": (Derivative(log(Determinant(A)), A[i, j]), 0),
    "the gradient of log det, not transposed": (Derivative(log(Determinant(A)), A[i, j]), (A**-1)[i, j]),
    "the derivative of a trace's logarithm": (Derivative(log(Trace(A.T * A)), A[i, j]), 0),
    # True at many values:
    "true for small integers": (Mul(*(a - at for at in range(-4, 5))), 0),
    "true for integers": (sin(pi * a), 0),
    "true for positive numbers": (sqrt(a**2), a),
    "true for numbers of one sign": (Abs(a + b), Abs(a) + Abs(b)),
    "off by 10^-40": (a * (1 + Rational(1, 10**40)), a),
    "off by 10^-50, beside a logarithm": (log(1 + a**2) + Rational(1, 10**50), log(1 + a**2)),
    "nearly an integer": (exp(pi * sqrt(163)), 262537412640768744),
}


@pytest.mark.parametrize(("lhs", "rhs"), LIES.values(), ids=LIES)
def test_a_lie_is_found(lhs: Basic, rhs: Basic | int) -> None:
    """It disagrees, whatever the seed."""
    for seed in range(4):
        opinion = recheck(lhs, rhs, seed=seed, max_seconds=10)
        assert opinion.agrees is False, str(opinion)
        assert opinion.counterexample is not None


@pytest.mark.parametrize(("lhs", "rhs"), LIES.values(), ids=LIES)
def test_a_lie_has_a_counterexample(lhs: Basic, rhs: Basic | int) -> None:
    """The two sides differ there, and where plain loops can evaluate them as well, these say the same."""
    witness = find(lhs, rhs, max_seconds=10)
    assert isinstance(witness, Counterexample), witness
    assert witness.lhs != witness.rhs or not isinstance(witness.lhs, Fraction)
    beyond_loops = (Derivative, Determinant, Trace, Abs, sin, Product)
    plain = not witness.functions and "row" not in witness.indices
    if plain and not Add(lhs, rhs, evaluate=False).has(*beyond_loops):
        for side, claimed in ((lhs, witness.lhs), (rhs, witness.rhs)):
            found = value_at(witness, side)
            assert mpmath.almosteq(found, mpmath.mpf(str(float(claimed))), 1e-9, 1e-9), (side, found, claimed)


INEQUALITIES: dict[str, tuple[Basic, str, Basic | int]] = {
    "Cauchy-Schwarz, reversed": (
        Sum(x[i] * y[i], (i, 1, N)) ** 2,
        ">=",
        Sum(x[i] ** 2, (i, 1, N)) * Sum(y[i] ** 2, (i, 1, N)),
    ),
    "Cauchy-Schwarz, strict": (
        Sum(x[i] * y[i], (i, 1, N)) ** 2,
        "<",
        Sum(x[i] ** 2, (i, 1, N)) * Sum(y[i] ** 2, (i, 1, N)),
    ),
    "the mean of squares, reversed": (total**2, ">=", N * Sum(x[i] ** 2, (i, 1, N))),
    "a mean without its N": (total**2, "<=", Sum(x[i] ** 2, (i, 1, N))),
    "squares are positive": (Sum(x[i] ** 2, (i, 1, N)), ">", 0),
    "e^a > 1 + a": (exp(a), ">", 1 + a),
    "a <= a^2": (a, "<=", a**2),
    "the triangle inequality, reversed": (Abs(a + b), ">=", Abs(a) + Abs(b)),
    "log-sum-exp is below the largest": (log(normalizer), "<=", z[1]),
    "a sum is positive": (total, ">=", 0),
}


@pytest.mark.parametrize(("lhs", "relation", "rhs"), INEQUALITIES.values(), ids=INEQUALITIES)
def test_a_false_inequality_is_found(lhs: Basic, relation: str, rhs: Basic | int) -> None:
    """Both by the second opinion and by the search, with a point at which it fails."""
    witness = find(lhs, rhs, relation=relation)
    assert isinstance(witness, Counterexample), witness
    broken = {">=": witness.lhs < witness.rhs, ">": witness.lhs <= witness.rhs}
    broken |= {"<=": witness.lhs > witness.rhs, "<": witness.lhs >= witness.rhs}
    assert broken[relation]
    assert recheck(lhs, rhs, relation=relation).agrees is False


HALF_FACTS: dict[str, tuple[Basic, str, Basic | int, object]] = {
    "a sign that is taken for 1": (Sum(y[i], (i, 1, N)), "==", N, sign(y)),
    "an entry of a simplex is positive": (q[k] + 0 * Sum(q[k], (k, 1, K)), ">", 0, simplex(q)),
    "an entry of a simplex is below 1": (q[k] + 0 * Sum(q[k], (k, 1, K)), "<", 1, simplex(q)),
    "one-hot along the wrong axis": (Sum(Y[n, k], (n, 1, N)), "==", 1 + 0 * Sum(Y[n, k], (k, 1, K)), one_hot(Y)),
    "the other matrix is symmetric": (T[i, j], "==", T[j, i], symmetric(S)),
    "an inverse pair commutes with all": (
        Sum(G[i, k] * T[k, j], (k, 1, D)),
        "==",
        Sum(T[i, k] * G[k, j], (k, 1, D)),
        inverse_pair(G, H),
    ),
    "nonnegative is positive": (x[i], ">", 0, nonnegative(x)),
    "positive is above 1": (x[i], ">=", 1, positive(x)),
    "a sum that vanishes, term by term": (x[1], "==", 0, Eq(total, 0)),
    "a bound on another sum": (total, ">=", 0, Ge(Sum(y[i], (i, 1, N)), 0)),
    "an equation for one index only": (x[2], "==", 0 * total, Eq(x[1], 0)),
    "normal equations make the fit exact": (
        Sum(X[n, j] * w[j], (j, 1, D)),
        "==",
        y[n],
        Eq(Sum(X[m, k] * (Sum(X[m, j] * w[j], (j, 1, D)) - y[m]), (m, 1, N)), 0),
    ),
}


@pytest.mark.parametrize(("lhs", "relation", "rhs", "assuming"), HALF_FACTS.values(), ids=HALF_FACTS)
def test_a_fact_does_not_say_more_than_it_says(lhs: Basic, relation: str, rhs: Basic | int, assuming: object) -> None:
    """A true assumption does not save a false conclusion."""
    assert isinstance(find(lhs, rhs, relation=relation, assuming=assuming), Counterexample)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("root", "largest"), [(1, N**2), (y[i], N * Sum(y[i], (i, 1, N)))], ids=["signs", "bits"])
def test_an_equation_of_each_entry_does_not_make_them_alike(root: Expr, largest: Expr, seed: int) -> None:
    """Each y_i^2 = 1 has two solutions, and so has each y_i^2 = y_i: a point at which all are one shows nothing."""
    assert recheck(Sum(y[i], (i, 1, N)) ** 2, largest, assuming=Eq(y[i] ** 2, root), seed=seed).agrees is False


IMPOSSIBLE: dict[str, object] = {
    "a negative square": Eq(w[1] ** 2, -1),
    "two values": [Eq(b, 1), Eq(b, 2)],
    "a sign that is 2": [sign(y), Eq(y[1], 2)],
    "an inverse of nothing": [inverse_pair(G, H), Eq(G[i, j], 0)],
    "a simplex of twos": [simplex(q), Eq(q[k], 2 + 0 * Sum(q[k], (k, 1, K)))],
    "less than nothing": Ge(-1, Sum(x[i] ** 2, (i, 1, N))),
}


@pytest.mark.parametrize("assuming", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
@pytest.mark.parametrize("claim", [c, Add(c, 1) - c, total + y[1] + G[1, 1] + H[1, 1] + a + b])
def test_nothing_is_refuted_from_the_impossible(claim: Expr, assuming: object) -> None:
    """Where no point satisfies the assumptions, not even 1 = 0 is refuted, nor supported."""
    assert recheck(claim, 0, assuming=assuming, max_seconds=1).agrees is None
    found = find(claim, 0, assuming=assuming, max_seconds=1)
    assert isinstance(found, Evidence)
    assert found.points == 0


def test_residues_that_lie_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points modulo primes that agree by accident do not outweigh a real one that differs, nor the other way round."""
    monkeypatch.setattr(opinion, "strong", lambda _: Tally(agreed=5, error=1e-18))
    found = recheck(a, b)
    assert (found.agrees, found.counterexample is not None, found.points) == (False, True, 5)
    monkeypatch.setattr(opinion, "strong", lambda _: Tally(agreed=5, differs=True))
    found = recheck((a + b) ** 2, a**2 + 2 * a * b + b**2)
    assert (found.agrees, found.counterexample) == (None, None)
    assert "modulo a prime" in found.reason


UNDEFINED: dict[str, tuple[Basic, Basic | int]] = {
    "a division by zero": (1 / Add(a, -a, evaluate=False), 1),
    "a logarithm of a negative number": (log(-1 - a**2), 0),
    "zero times what has no value": (Mul(0, log(-1 - a**2), evaluate=False), 1),
    "a root of a negative number": (sqrt(-1 - a**2), a),
    "a diagonal that is never defined": (Sum(x[i] / (x[i] - x[j]), (i, 1, N), (j, 1, N)), 5),
    "a tangent at its pole": (sin(a) / Add(Integer(2), -2, evaluate=False), a),
}


@pytest.mark.parametrize(("lhs", "rhs"), UNDEFINED.values(), ids=UNDEFINED)
def test_nothing_is_refuted_where_nothing_is_defined(lhs: Basic, rhs: Basic | int) -> None:
    """A side without a value is unequal to nothing."""
    assert recheck(lhs, rhs).agrees is None
    assert isinstance(find(lhs, rhs), Evidence)


@pytest.mark.parametrize("largest", [size("T") - 1, size("T") + 2])
def test_a_size_at_a_place_is_not_tried_below_one(largest: Expr) -> None:
    """The entry at 0 is never met by a size, so it may be left out; the entry at 1 may not."""
    i, at, entries = Symbol("i", integer=True), size("N"), IndexedBase("a")
    picked = KroneckerDelta(at, i) * entries[i]
    whole, without_zero, without_one = (Sum(picked, (i, low, largest)) for low in (0, 1, 2))
    assert prove(whole, without_zero).status != "refuted"
    assert prove(whole, without_one).status == "refuted"
