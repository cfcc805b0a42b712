"""Claims under assumptions: what follows, what does not, what no point satisfies, and what values symbols have."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from sympy import Derivative, Eq, Ge, Gt, IndexedBase, KroneckerDelta, Le, Lt, MatrixSymbol, Sum, Symbol, exp, symbols

from derive import size
from derive.facts import binary, inverse_pair, nonnegative, one_hot, positive, sign, simplex, symmetric
from derive.recheck import recheck
from derive.statements import statement
from tests.opinions import AGREES, CONTRADICTED, IMPOSSIBLE, opinion

N, D, K = symbols("N D K", integer=True, positive=True)
i, j, k, m, n = symbols("i j k m n", integer=True)
a, b, c = symbols("a b c")
whole = symbols("whole", integer=True)
x, y, z, w, p, q, alpha, xi = (IndexedBase(name) for name in ("x", "y", "z", "w", "p", "q", "alpha", "xi"))
S, T, X, Y, G, H = (IndexedBase(name) for name in "STXYGH")
A, B = MatrixSymbol("A", D, D), MatrixSymbol("B", D, D)
I_N, J_N, N_N, J_D, K_D, K_K = (i, 1, N), (j, 1, N), (n, 1, N), (j, 1, D), (k, 1, D), (k, 1, K)
total_p, total_q = Sum(p[k], K_K), Sum(q[k], K_K)
softmax = exp(z[k]) / Sum(exp(z[j]), (j, 1, K))
residual = Sum(X[n, j] * w[j], J_D) - y[n]
margins = [Ge(y[i] * Sum(w[j] * X[i, j], J_D), 1 - xi[i]), Ge(xi[i], 0)]
half = sp.Rational(1, 2)


def total(*factors: Any) -> Any:
    """Return the sum over N of a product of entries."""
    body = factors[0][i]
    for factor in factors[1:]:
        body *= factor[i]
    return Sum(body, I_N)


# The axes of what a fact adds up over, as nothing else declares them.
AXES: dict[Any, Any] = {
    p: (1, K),
    q: (1, K),
    Y: ((1, N), (1, K)),
    G: ((1, D), (1, D)),
    H: ((1, D), (1, D)),
    x: (1, N),
}


def axes(facts: object) -> dict[Any, Any]:
    """Return the axes of the tensors that some facts add up."""
    given: list[Any] = facts if isinstance(facts, list) else [facts]
    named = {tensor for fact in given if getattr(fact, "kind", "") in SUMMING for tensor in fact.tensors}
    return {tensor: ends for tensor, ends in AXES.items() if tensor in named}


SUMMING = {"one-hot", "simplex", "inverse pair"}
# What holds at every point that satisfies the assumptions, and at hardly any other.
FOLLOWS: dict[str, tuple[object, Any, str, Any]] = {
    "sign": (sign(y), total(y, y), "==", N),
    "sign, as an equation": (Eq(y[i] ** 2, 1), total(y, y), "==", N),
    "binary": (binary(y), total(y, y), "==", total(y)),
    "binary, as an equation": (Eq(y[i] ** 2, y[i]), total(y, y, y), "==", total(y)),
    "binary, of matrix entries": (Eq(Y[n, k] ** 2, Y[n, k]), Y[n, k] ** 5, "==", Y[n, k]),
    "one-hot": (one_hot(Y), Sum(Y[n, k], K_K), "==", 1),
    "one-hot picks": (one_hot(p), Sum(p[k] * z[k], K_K) ** 2, "==", Sum(p[k] * z[k] ** 2, K_K)),
    "one-hot, at a place": ([one_hot(p), Eq(p[1], 1)], Sum(p[k] * z[k], K_K), "==", z[1]),
    "simplex": (simplex(p), total_p**2, "==", 1),
    "simplex, below 1": (simplex(p), p[k], "<=", 1),
    "simplex, of squares": (simplex(p), Sum(p[k] ** 2, K_K), "<=", 1),
    "simplex, as an equation": (Eq(total_p, 1), total_p**2, "==", 1),
    "symmetric": (symmetric(S), S[i, j], "==", S[j, i]),
    "symmetric, of each example": (
        symmetric(IndexedBase("U")),
        IndexedBase("U")[n, i, j],
        "==",
        IndexedBase("U")[n, j, i],
    ),
    "symmetric, as an equation": (
        Eq(S[i, j], S[j, i]),
        Sum(S[i, j] * x[i] * y[j], I_N, J_N),
        "==",
        Sum(S[i, j] * x[j] * y[i], I_N, J_N),
    ),
    "symmetric, a matrix": (Eq(A.T, A), A.T * A, "==", A * A),
    "an inverse pair": (inverse_pair(G, H), Sum(G[i, k] * H[k, j], K_D), "==", KroneckerDelta(i, j)),
    "an inverse pair, the other way": (inverse_pair(G, H), Sum(H[i, k] * G[k, j], K_D), "==", KroneckerDelta(i, j)),
    "an inverse, as an equation": (Eq(A * B, sp.Identity(D)), B * A, "==", sp.Identity(D)),
    "a definition": (
        Eq(w[j], Sum(alpha[i] * X[i, j], I_N)),
        Sum(w[j] ** 2, J_D),
        "==",
        Sum(alpha[i] * alpha[n] * X[i, j] * X[n, j], I_N, N_N, J_D),
    ),
    "a definition by functions": (
        Eq(p[k], softmax),
        Sum(sp.log(p[k]) - z[k] + sp.log(Sum(exp(z[j]), (j, 1, K))), K_K),
        "==",
        0,
    ),
    "a definition of a number, from the right": (Eq(a * b, c), c / (a * b), "==", 1),
    "a definition of a matrix": (Eq(A, B.T * B), A.T, "==", A),
    "a definition with a number among its places": (Eq(T[j, 2], y[j] * a), T[j, 2] * 2, "==", a * y[j] * 2),
    "a definition is differentiated through": (Eq(x[i], a**2 * y[i]), Derivative(x[i], a), "==", 2 * a * y[i]),
    "a chain of definitions": ([Eq(a, b + 1), Eq(x[i], a * y[i])], x[i], "==", (b + 1) * y[i]),
    "a second definition": ([Eq(a, b), Eq(a, c + 1)], b, "==", c + 1),
    "a circle of definitions": ([Eq(a, b + 1), Eq(b, a * c)], a, "==", a * c + 1),
    "what defines itself": (Eq(a, a**2), a**3, "==", a),
    "an index that the left side has not": (Eq(w[j], x[j] + y[i]), w[1] - y[1], "==", x[1]),
    "one index twice": (Eq(S[i, i], y[i] + 1), Sum(S[i, i], I_N), "==", total(y) + N),
    "equal sums": (Eq(total(x), total(x, y)), total(x) ** 2, "==", total(x, y) ** 2),
    "a linear equation": (Eq(total(alpha, y), 0), total(alpha, y) * x[1] + 3, "==", 3),
    "a linear equation with signs": (
        [Eq(total(alpha, y), 0), sign(y), nonnegative(alpha)],
        Sum(alpha[i] * (1 + y[i]) / 2, I_N),
        "==",
        Sum(alpha[i] * (1 - y[i]) / 2, I_N),
    ),
    "an equation and another that needs it": ([Eq(total(x), 1), Eq(total(x, y), 2)], total(x) + total(x, y), "==", 3),
    "a chain of equations": (
        [Eq(total(x, y), 1), Eq(total(y, z), 2), Eq(total(z, w), 3)],
        total(x, y) + total(y, z) * total(z, w),
        "==",
        7,
    ),
    "a recurrence": (Eq(w[i + 1], w[i] - a), w[3], "==", w[1] - 2 * a),
    "a sphere": (Eq(Sum(w[j] ** 2, J_D), 1), Sum(w[j] ** 2, J_D) ** 3, "==", 1),
    "a sphere for every row": (Eq(Sum(X[n, j] ** 2, J_D), 1), Sum(X[n, j] ** 2, N_N, J_D), "==", N),
    "a product": ([Eq(a * b, 6), positive(a), positive(b)], sp.sqrt(a * b / 6), "==", 1),
    "roots that are bounded": ([Eq(y[i] ** 2, 4), nonnegative(y)], total(y), "==", 2 * N),
    "two equations at once": ([Eq(a + b, 3), Eq(a - b, 1)], a * b, "==", 2),
    "three equations at once": ([Eq(a + b + c, 6), Eq(a - b + 2 * c, 5), Eq(2 * a + b - c, 1)], a * b * c**2, "==", 18),
    "two equations for three": ([Eq(a + b + c, 3), Eq(a - b + 2 * c, 1)], 2 * a + 3 * c, "==", 4),
    "two equations at once, and one that needs them": (
        [Eq(a + b, 3), Eq(a - b, 1), Eq(a + b + c * c, 4)],
        c**2 * a,
        "==",
        2,
    ),
    "sizes": (Eq(N, D), total(x), "==", Sum(x[i], (i, 1, D))),
    "a size": (Ge(N, 2), N**2, ">=", 4),
    "positive": (positive(x), x[i], ">", 0),
    "nonnegative": (nonnegative(x), x[i], ">=", 0),
    "bounds": ([Ge(x[i], 2), Lt(x[i], 3)], x[i] ** 2, "<", 9),
    "a bound from the other side": (Le(5, a), a, ">=", 5),
    "a bound on one entry": (Ge(x[1], 2), x[1] ** 2, ">=", 4),
    "a bound on what is defined by a ball": ([Eq(a, exp(b)), Gt(a, 0), Le(-1, a)], sp.log(a), "==", b),
    "an upper bound on what is defined by a ball": ([Eq(a, -exp(b)), Lt(a, 0)], sp.log(-a), "==", b),
    "a bound on a ball around 0": ([Eq(a, sp.log(2) + sp.log(3) - sp.log(6)), Lt(a, 1)], exp(a), "==", 1),
    "a bound on a logarithm": (Ge(sp.log(a), 0), a, ">=", 1),
    "a bound on a root": (Gt(sp.sqrt(a), b), a + b**2, ">=", 0),
    "a bound that is no rational number": (Ge(x[i], sp.pi), x[i], ">=", 3),
    "a bound by another entry": (Ge(x[i], y[i]), total(x), ">=", total(y)),
    "a bound on a sum": (Ge(total(x), 15), 3 * total(x), ">=", 45),
    "margins": (margins, y[i] * Sum(w[j] * X[i, j], J_D) + xi[i], ">=", 1),
    "a product of bounds": (Ge(y[i] * w[i], 1), total(y, w), ">=", N),
    "a range that only the definition has": (Eq(p[k], exp(z[k]) / (1 + Sum(exp(z[j]), (j, 1, K - 1)))), p[k], ">", 0),
}


@pytest.mark.parametrize("name", FOLLOWS)
def test_a_consequence_needs_its_assumption(name: str) -> None:
    """It agrees under the assumption, whatever the seed, and is contradicted without it."""
    facts, lhs, relation, rhs = FOLLOWS[name]
    runs = axes(facts)
    assert [opinion(lhs, relation, rhs, facts, seed=seed, ranges=runs) for seed in (0, 1)] == [AGREES, AGREES]
    assert opinion(lhs, relation, rhs, ranges=runs) == CONTRADICTED


def test_normal_equations() -> None:
    """They make the residuals orthogonal to the fit, over ranges that are given, and not the fit exact."""
    normal = Eq(Sum(X[n, i] * residual, N_N), 0)
    claim = Sum(residual**2, N_N), "==", Sum(-y[n] * residual, N_N)
    ranges = {i: (1, D), j: (1, D)}
    assert [opinion(*claim, facts, ranges=ranges) for facts in (normal, ())] == [AGREES, CONTRADICTED]
    of_columns = Eq(Sum(X[m, k] * residual.xreplace({n: m}), (m, 1, N)), 0)
    assert opinion(residual, "==", 0, of_columns, ranges={k: (1, D), n: (1, N)}) == CONTRADICTED


# A true assumption that says less than one may think.
SAYS_LESS: dict[str, tuple[object, Any, str, Any]] = {
    "a sign that is taken for 1": (sign(y), total(y), "==", N),
    "an entry of a simplex is positive": (simplex(q), q[k] + 0 * Sum(q[k], K_K), ">", 0),
    "an entry of a simplex is below 1": (simplex(q), q[k] * Sum(q[k], K_K), "<", 1),
    "the last entry of a simplex": (simplex(p), p[K] * total_p, "==", 0),
    "one-hot at the first place": (one_hot(p), p[1] * total_p, "==", 1),
    "one-hot at the last place": (one_hot(p), p[K] * total_p, "==", 1),
    "one-hot along the wrong axis": (one_hot(Y), Sum(Y[n, k], N_N) * Sum(Y[n, k], K_K), "==", 1),
    "the other matrix is symmetric": (symmetric(S), T[i, j], "==", T[j, i]),
    "a symmetric matrix is diagonal": (symmetric(S), S[1, 2], "==", 0),
    "an inverse pair commutes with all": (
        inverse_pair(G, H),
        Sum(G[i, k] * T[k, j], K_D),
        "==",
        Sum(T[i, k] * G[k, j], K_D),
    ),
    "an inverse moves with its matrix": (inverse_pair(G, H), Derivative(Sum(G[i, k] * H[k, j], K_D), G[i, j]), "==", 0),
    "nonnegative is positive": (nonnegative(x), x[i], ">", 0),
    "positive is above 1": (positive(x), x[i], ">=", 1),
    "a sum that vanishes, term by term": (Eq(total(x), 0), x[1], "==", 0),
    "a bound on another sum": (Ge(total(y), 0), x[i] * N, ">=", -1),
    "an equation for one index only": (Eq(x[1], 0), x[2] * N, "==", 0 * total(x)),
    "a definition for one place only": (Eq(T[j, 2], y[j] * a), Sum(T[j, 1], J_N), "==", a * total(y)),
    "a definition within its range only": (Eq(x[sp.Idx("at", (1, 2))], 5), x[3], "==", 5),
    "a root of each entry is one for all, signs": (Eq(y[i] ** 2, 1), total(y) ** 2, "==", N**2),
    "a root of each entry is one for all, bits": (Eq(y[i] ** 2, y[i]), total(y) ** 2, "==", N * total(y)),
    "the positive root": (Eq(x[i] ** 2, 9), total(x), "==", 3 * N),
    "the negative root": (Eq(x[i] ** 2, 9), total(x), "==", -3 * N),
    "two roots of three": (Eq(x[i] ** 3, x[i]), total(x, x), "==", total(x)),
}


@pytest.mark.parametrize("name", SAYS_LESS)
def test_a_fact_does_not_say_more_than_it_says(name: str) -> None:
    """A true assumption does not save a false conclusion, whatever the seed."""
    facts, lhs, relation, rhs = SAYS_LESS[name]
    found = [opinion(lhs, relation, rhs, facts, seed=seed, ranges=axes(facts)) for seed in range(4)]
    assert found == [CONTRADICTED] * 4


NOTHING: dict[str, tuple[object, str]] = {
    "a square that is negative": (Eq(x[i] ** 2, -1), "no value of x satisfies"),
    "a square that is negative, of one entry": (Eq(w[1] ** 2, -1), IMPOSSIBLE),
    "two values at once": ([Eq(a, 1), Eq(a, 2)], IMPOSSIBLE),
    "two equations that contradict each other": ([Eq(a + b, 1), Eq(2 * a + 2 * b, 3)], IMPOSSIBLE),
    "a sum of squares below zero": (Lt(total(x, x), 0), IMPOSSIBLE),
    "a number below a sum of squares": (Ge(-1, total(x, x)), IMPOSSIBLE),
    "an irrational number": (Eq(a**2, 2), "no value of a satisfies"),
    "a transcendental equation": (Eq(exp(a) + a, 3), IMPOSSIBLE),
    "a root outside of its domain": ([Eq(2 * a, -2), positive(a)], "no value of a satisfies"),
    "a definition outside of its domain": ([Eq(a, -(b**2)), positive(a)], IMPOSSIBLE),
    "a ball outside of its domain, from below": ([Eq(a, -exp(b)), positive(a)], IMPOSSIBLE),
    "a ball outside of its domain, from above": ([Eq(a, 1 + exp(b)), Le(a, 1)], IMPOSSIBLE),
    "a ball that touches its domain": ([Eq(a, sp.log(2) + sp.log(3) - sp.log(6)), nonnegative(a)], IMPOSSIBLE),
    "an integer that is a ball": (Eq(whole, sp.pi + exp(b)), IMPOSSIBLE),
    "a bit that is pi": ([binary(y), Eq(y[1], sp.pi)], IMPOSSIBLE),
    "a sign that is a half": ([sign(x), Eq(x[1], half)], IMPOSSIBLE),
    "a sign that is 2": ([sign(y), Eq(y[1], 2)], IMPOSSIBLE),
    "a bit that is -1": ([binary(y), Eq(y[1], -1)], IMPOSSIBLE),
    "a positive number that is 0": ([positive(y), Eq(y[1], 0)], IMPOSSIBLE),
    "one-hot and twice": ([one_hot(x), Eq(total(x), 2)], IMPOSSIBLE),
    "one-hot and a half": ([one_hot(x), Eq(x[1], half)], IMPOSSIBLE),
    "one-hot and two ones": ([one_hot(x), Eq(x[1], 1), Eq(x[2], 1), Ge(N, 2)], IMPOSSIBLE),
    "a simplex of twos": ([simplex(q), Eq(q[k], 2)], IMPOSSIBLE),
    "a simplex below 0": ([simplex(x), Eq(x[1], -1)], IMPOSSIBLE),
    "a symmetric matrix that is not": ([symmetric(S), Eq(S[1, 2], 1), Eq(S[2, 1], 2)], IMPOSSIBLE),
    "an inverse of zero": ([inverse_pair(G, H), Eq(G[i, j], 0)], IMPOSSIBLE),
    "an inverse of one half is one half": (
        [inverse_pair(G, H), Eq(G[j, k], half * KroneckerDelta(j, k)), Eq(H[j, k], half * KroneckerDelta(j, k))],
        IMPOSSIBLE,
    ),
    "a number without values": ([positive(x), Lt(x[i], 0)], "no value of x satisfies"),
    "a sign between -1 and 1": ([sign(x), Lt(x[i], 1), Gt(x[i], -1)], "no value of x satisfies"),
    "two forms": ([one_hot(x), simplex(x)], "x is both one-hot and simplex"),
}


@pytest.mark.parametrize("name", NOTHING)
def test_nothing_follows_from_the_impossible(name: str) -> None:
    """Where no point satisfies the assumptions, neither a claim nor its opposite is supported; the reason is said."""
    facts, reason = NOTHING[name]
    known = total(x) + total(y) + Sum(G[j, j] * H[j, j] + S[j, j] * w[j], J_D) + total_q + a * b
    runs = axes(facts)
    for other in (0, known.xreplace({i: n})):
        assert reason in opinion(known, "==", other, facts, ranges=runs)
    assert reason in opinion(known + 1, "==", known, facts, ranges=runs)


# Which values a bound leaves, told by another that leaves 2 alone.
BOUNDS: dict[str, tuple[list[Any], str]] = {
    "at least, at most": ([Ge(x[i], 2), Le(x[i], 2)], AGREES),
    "at least, at most, from the right": ([Le(2, x[i], evaluate=False), Ge(2, x[i], evaluate=False)], AGREES),
    "above, at most": ([Gt(x[i], 2), Le(x[i], 2)], "no value of x"),
    "at least, below": ([Ge(x[i], 2), Lt(x[i], 2)], "no value of x"),
    "at least, below, from the right": ([Ge(x[i], 2), Gt(2, x[i], evaluate=False)], "no value of x"),
    "at most, above, from the right": ([Le(x[i], 2), Lt(2, x[i], evaluate=False)], "no value of x"),
    "two at least": ([Ge(x[i], 1), Ge(x[i], 2), Ge(x[i], 1), Le(x[i], 2)], AGREES),
    "two at most": ([Le(x[i], 3), Le(x[i], 2), Le(x[i], 3), Ge(x[i], 2)], AGREES),
    "at least, then above": ([Ge(x[i], 2), Gt(x[i], 2), Le(x[i], 2)], "no value of x"),
    "above, then at least": ([Gt(x[i], 2), Ge(x[i], 2), Le(x[i], 2)], "no value of x"),
    "at most, then below": ([Le(x[i], 2), Lt(x[i], 2), Ge(x[i], 2)], "no value of x"),
    "below, then at most": ([Lt(x[i], 2), Le(x[i], 2), Ge(x[i], 2)], "no value of x"),
    "a sign": ([sign(x), Ge(x[i], 1)], CONTRADICTED),
    "a bit and a bound": ([binary(x), Gt(2 * x[i], 1)], CONTRADICTED),
    "between, and neither end": ([Gt(x[i], 1), Lt(x[i], 3)], CONTRADICTED),
    "a bound on one place": ([Ge(x[1], 2), Le(x[1], 2)], CONTRADICTED),
}
SYMBOLS: dict[str, tuple[dict[str, bool], Any]] = {
    "positive": ({"positive": True}, lambda s: s > 0),
    "nonnegative": ({"nonnegative": True}, lambda s: s >= 0),
    "negative": ({"negative": True}, lambda s: s < 0),
    "nonpositive": ({"nonpositive": True}, lambda s: s <= 0),
    "integer": ({"integer": True}, lambda s: (2 * s - 1) ** 2 >= 1),
    "even": ({"even": True}, lambda s: (s - 1) ** 2 >= 1),
    "odd": ({"odd": True}, lambda s: s**2 >= 1),
    "nonzero": ({"nonzero": True}, lambda s: s**2 > 0),
    "zero": ({"zero": True}, lambda s: s <= 0),
    "a positive integer": ({"positive": True, "integer": True}, lambda s: s >= 1),
    "a negative integer": ({"negative": True, "integer": True}, lambda s: s <= -1),
}
# What each of these has not: a claim that holds of the next narrower kind only.
BROADER: dict[str, tuple[dict[str, bool], Any]] = {
    "nothing": ({}, lambda s: s >= 0),
    "nothing, from above": ({}, lambda s: s <= 0),
    "positive is no integer": ({"positive": True}, lambda s: s >= 1),
    "positive is small": ({"positive": True}, lambda s: s <= 1),
    "nonnegative is not positive": ({"nonnegative": True}, lambda s: s > 0),
    "nonpositive is not negative": ({"nonpositive": True}, lambda s: s < 0),
    "integer is not even": ({"integer": True}, lambda s: (s - 1) ** 2 >= 1),
    "integer is not odd": ({"integer": True}, lambda s: s**2 >= 1),
    "integer is not positive": ({"integer": True}, lambda s: s >= 0),
    "nonzero is not positive": ({"nonzero": True}, lambda s: s >= 0),
    "nonzero is not large": ({"nonzero": True}, lambda s: s**2 >= 1),
    "even is not zero": ({"even": True}, lambda s: s**2 <= 0),
}


def test_bounds() -> None:
    """A bound itself is allowed unless the relation is strict, whichever side it stands on, in whatever order."""
    found = {name: opinion((total(x) - 2 * N) ** 2, "<=", 0, facts) for name, (facts, _) in BOUNDS.items()}
    assert {name: said for name, said in found.items() if not said.startswith(BOUNDS[name][1])} == {}
    assert opinion(total(x), "==", 2 * N, [Ge(x[i], 2), Le(x[i], 2)]) == AGREES


def of_symbol(claim: Any, known: dict[str, bool]) -> set[str]:
    """Return the opinions on a claim about a number and about an entry of a tensor with such a symbol."""
    label, free = Symbol("q", **known), Symbol("q", real=True)
    asked = claim(free)
    relation = {Ge: ">=", Gt: ">", Le: "<=", Lt: "<"}[type(asked)]
    entries = (label, IndexedBase(label)[i])
    sides = [[side.xreplace({free: entry}) for side in asked.args] for entry in entries]
    return {opinion(lhs, relation, rhs) for lhs, rhs in sides}


def test_what_symbols_assume_of_themselves() -> None:
    """positive=True and its like are facts, on scalars and tensors."""
    found = {name: of_symbol(claim, known) for name, (known, claim) in SYMBOLS.items()}
    assert {name: said for name, said in found.items() if said != {AGREES}} == {}


def test_what_symbols_do_not_assume() -> None:
    """Nothing more is taken from them."""
    found = {name: of_symbol(claim, known) for name, (known, claim) in BROADER.items()}
    assert {name: said for name, said in found.items() if said != {CONTRADICTED}} == {}


def test_whole_exponents() -> None:
    """They have their parity, and stay so small that a power can be computed."""
    parity, power = Symbol("m", integer=True, even=True), Symbol("e", integer=True, nonnegative=True)
    assert opinion((-1) ** parity * a, "==", a) == AGREES
    assert opinion((-1) ** Symbol("m", integer=True) * a, "==", a) == CONTRADICTED
    assert opinion(a**power * a, "==", a ** (power + 1)) == AGREES
    assert opinion(a**power * a, "==", a ** (power + 2)) == CONTRADICTED


MODULAR: dict[str, tuple[list[object], bool]] = {
    "nothing": ([], True),
    "an equation": ([Eq(total(x), 1)], True),
    "an inequality": ([Ge(total(x), 1)], False),
    "bounds on what is drawn": ([positive(x)], True),
    "bounds on what is solved for": ([positive(x), Eq(total(x), 1)], False),
    "bounds on what is computed": ([positive(x), Eq(x[i], y[i] + 1)], False),
    "bounds on what it is computed from": ([positive(y), Eq(x[i], y[i] + 1)], False),
    "bounds on what that is computed from": ([positive(z), Eq(x[i], y[i] + 1), Eq(y[i], z[i] * a)], False),
    "bounds on another entry": ([positive(y), Eq(total(x), 1)], True),
    "bounds on an inverse": ([positive(G), inverse_pair(G, H)], False),
    "signs": ([sign(x), Eq(total(y), 1)], True),
    "rows": ([one_hot(x)], True),
    "shares": ([simplex(x)], True),
    "a pair of inverses": ([inverse_pair(G, H)], True),
}


def test_an_order_means_nothing_modulo_a_prime() -> None:
    """On independent entries it may be left out; where entries depend on it, only real points count, exactly."""
    lhs = (total(x) + total(y) + Sum(G[j, k] * H[k, j], J_D, K_D)) ** 2
    rhs = lhs.xreplace({i: n, j: m}).expand()
    found = {
        name: recheck(statement(lhs, rhs, facts, ranges=axes(facts)), max_seconds=60)
        for name, (facts, _) in MODULAR.items()
    }
    assert {name: str(said) for name, said in found.items() if said.agrees is not True} == {}
    assert {name: 0 < said.error_bound < 1e-13 for name, said in found.items()} == {
        k: v for k, (_, v) in MODULAR.items()
    }


AT_AXES: dict[str, tuple[object, Any, Any, dict[Any, Any], str]] = {
    "a part of a row": (simplex(p), total_p + Sum(p[i], (i, 2, K)), 2 - p[1], {p: (1, K)}, AGREES),
    "a part of a longer row": (simplex(p), total_p, 1, {p: (0, K)}, CONTRADICTED),
    "a row that counts from 0": (simplex(p), p[0] + total_p, 1, {p: (0, K)}, AGREES),
    "a row of no declared size beside it": (Eq(y[i] ** 2, 1), y[5] ** 2, 1, {}, AGREES),
    "one declared row of a matrix": (one_hot(Y), Sum(Y[1, k], K_K), 1, {Y: ((1, N), (1, K))}, AGREES),
    "another axis of a matrix": (one_hot(Y), Sum(Y[n, 1], N_N), 1, {Y: ((1, N), (1, K))}, CONTRADICTED),
    "an inverse of its own size": (
        inverse_pair(G, H),
        Sum(G[1, j] * H[j, 1], J_D),
        1,
        {G: ((1, D), (1, D)), H: ((1, D), (1, D))},
        AGREES,
    ),
}


def test_over_what_facts_run() -> None:
    """Over the axis that is declared, from its first place to its last."""
    found = {name: opinion(lhs, "==", rhs, facts, ranges=runs) for name, (facts, lhs, rhs, runs, _) in AT_AXES.items()}
    assert {name: said for name, said in found.items() if said != AT_AXES[name][4]} == {}


@pytest.mark.parametrize("largest", [size("T") - 1, size("T") + 2])
def test_a_size_at_a_place_is_not_tried_below_one(largest: sp.Expr) -> None:
    """The entry at 0 is never met by a size, so it may be left out; the entry at 1 may not."""
    at = size("N")
    whole_sum, without_zero, without_one = (Sum(KroneckerDelta(at, i) * q[i], (i, low, largest)) for low in (0, 1, 2))
    assert opinion(whole_sum, "==", without_zero) == AGREES
    assert opinion(whole_sum, "==", without_one) == CONTRADICTED
