"""Points satisfy what is assumed, exactly; where none can be found, none is used."""

from __future__ import annotations

import pytest
from flint import fmpq
from sympy import (
    Basic,
    Eq,
    Ge,
    Identity,
    IndexedBase,
    KroneckerDelta,
    Le,
    Lt,
    MatrixSymbol,
    Sum,
    Symbol,
    exp,
    log,
    symbols,
)

from derive.facts import (
    binary,
    inverse_pair,
    nonnegative,
    one_hot,
    positive,
    sign,
    simplex,
    symmetric,
)
from derive.recheck import recheck
from derive.recheck.domains import READABLE, TESTING, Domain, Style, assumed, roll
from derive.recheck.opinion import prepare
from derive.recheck.survey import plan, small

N, D, K = symbols("N D K", integer=True, positive=True)
i, j, k, n = symbols("i j k n", integer=True)
a, b = symbols("a b")
x, y, w, p, z, alpha, xi = (IndexedBase(name) for name in ("x", "y", "w", "p", "z", "alpha", "xi"))
S, X, G, H, Y = (IndexedBase(name) for name in "SXGHY")
A, B = MatrixSymbol("A", D, D), MatrixSymbol("B", D, D)
total_p = Sum(p[k], (k, 1, K))
softmax = exp(z[k]) / Sum(exp(z[j]), (j, 1, K))
residual = Sum(X[n, j] * w[j], (j, 1, D)) - y[n]
margins = [Ge(y[i] * Sum(w[j] * X[i, j], (j, 1, D)), 1 - xi[i]), Ge(xi[i], 0)]

# What follows from the assumptions; each holds at every point that satisfies them, and at hardly any other.
CONSEQUENCES: dict[str, tuple[object, Basic, object]] = {
    "sign": (sign(y), Sum(y[i] ** 2, (i, 1, N)), N),
    "sign, as an equation": (Eq(y[i] ** 2, 1), Sum(y[i] ** 2, (i, 1, N)), N),
    "binary": (binary(y), Sum(y[i] ** 2 - y[i], (i, 1, N)), 0),
    "binary, as an equation": (Eq(y[i] ** 2, y[i]), Sum(y[i] ** 3 - y[i], (i, 1, N)), 0),
    "binary, of matrix entries": (Eq(Y[n, k] ** 2, Y[n, k]), Y[n, k] ** 5, Y[n, k]),
    "one-hot": (one_hot(Y), Sum(Y[n, k], (k, 1, K)), 1),
    "one-hot picks": (one_hot(p), Sum(p[k] * z[k], (k, 1, K)) ** 2, Sum(p[k] * z[k] ** 2, (k, 1, K))),
    "simplex": (simplex(p), total_p**2, 1),
    "simplex, as an equation": (Eq(total_p, 1), total_p**2, 1),
    "symmetric": (symmetric(S), S[i, j] - S[j, i], 0),
    "symmetric, as an equation": (
        Eq(S[i, j], S[j, i]),
        Sum(S[i, j] * x[i] * y[j] - S[i, j] * x[j] * y[i], (i, 1, N), (j, 1, N)),
        0,
    ),
    "symmetric, a matrix": (Eq(A.T, A), A.T * A, A * A),
    "an inverse pair": (inverse_pair(G, H), Sum(G[i, k] * H[k, j], (k, 1, D)), KroneckerDelta(i, j)),
    "an inverse, as an equation": (Eq(A * B, Identity(D)), B * A, Identity(D)),
    "a definition": (
        Eq(w[j], Sum(alpha[i] * X[i, j], (i, 1, N))),
        Sum(w[j] ** 2, (j, 1, D)),
        Sum(alpha[i] * alpha[n] * X[i, j] * X[n, j], (i, 1, N), (n, 1, N), (j, 1, D)),
    ),
    "a definition by functions": (
        Eq(p[k], softmax),
        Sum(log(p[k]) - z[k] + log(Sum(exp(z[j]), (j, 1, K))), (k, 1, K)),
        0,
    ),
    "a definition of a matrix": (Eq(A, B.T * B), A.T, A),
    "a chain of definitions": ([Eq(a, b + 1), Eq(x[i], a * y[i])], x[i], (b + 1) * y[i]),
    "a linear equation": (Eq(Sum(alpha[i] * y[i], (i, 1, N)), 0), Sum(alpha[i] * y[i] * (x[1] + 3), (i, 1, N)), 0),
    "a linear equation with signs": (
        [Eq(Sum(alpha[i] * y[i], (i, 1, N)), 0), sign(y), nonnegative(alpha)],
        Sum(alpha[i] * (1 + y[i]) / 2, (i, 1, N)),
        Sum(alpha[i] * (1 - y[i]) / 2, (i, 1, N)),
    ),
    "normal equations": (
        Eq(Sum(X[n, i] * residual, (n, 1, N)), 0),
        Sum(residual**2, (n, 1, N)),
        Sum(-y[n] * residual, (n, 1, N)),
    ),
    "a recurrence": (Eq(w[i + 1], w[i] - a), w[3], w[1] - 2 * a),
    "a sphere": (Eq(Sum(w[j] ** 2, (j, 1, D)), 1), Sum(w[j] ** 2, (j, 1, D)) ** 3, 1),
    "a sphere for every row": (Eq(Sum(X[n, j] ** 2, (j, 1, D)), 1), Sum(X[n, j] ** 2, (n, 1, N), (j, 1, D)), N),
    "two equations at once": ([Eq(a + b, 3), Eq(a - b, 1)], a * b, 2),
    "sizes": (Eq(N, D), Sum(x[i], (i, 1, N)), Sum(x[i], (i, 1, D))),
}


@pytest.mark.parametrize(("assuming", "lhs", "rhs"), CONSEQUENCES.values(), ids=CONSEQUENCES)
def test_consequence_needs_its_assumption(assuming: object, lhs: Basic, rhs: Basic | int) -> None:
    """It agrees under the assumption and is refuted without it."""
    ranges = {"i": (1, D), "j": (1, D)} if "normal" in str(assuming) else None
    assert recheck(lhs, rhs, assuming=assuming, ranges=ranges).agrees is True
    assert recheck(lhs, rhs, ranges=ranges).agrees is False


INEQUALITIES: dict[str, tuple[object, Basic, str, Basic | int]] = {
    "positive": (positive(x), x[i], ">", 0),
    "nonnegative": (nonnegative(x), x[i], ">=", 0),
    "a simplex": (simplex(p), p[k], "<=", 1),
    "bounds": ([Ge(x[i], 2), Lt(x[i], 3)], x[i] ** 2, "<", 9),
    "a bound from the other side": (Le(5, a), a, ">=", 5),
    "a bound on a sum": (Ge(Sum(x[i], (i, 1, N)), 10), 3 * Sum(x[i], (i, 1, N)), ">=", 30),
    "margins": (margins, y[i] * Sum(w[j] * X[i, j], (j, 1, D)) + xi[i], ">=", 1),
    "a product of bounds": ([Ge(y[i] * w[i], 1)], Sum(y[i] * w[i], (i, 1, N)), ">=", N),
    "a size": (Ge(N, 2), N**2, ">=", 4),
    "a range that only the definition has": (Eq(p[k], exp(z[k]) / (1 + Sum(exp(z[j]), (j, 1, K - 1)))), p[k], ">", 0),
}


@pytest.mark.parametrize(("assuming", "lhs", "relation", "rhs"), INEQUALITIES.values(), ids=INEQUALITIES)
def test_inequality_needs_its_assumption(assuming: object, lhs: Basic, relation: str, rhs: Basic | int) -> None:
    """It agrees under the assumption and is refuted without it."""
    assert recheck(lhs, rhs, relation=relation, assuming=assuming).agrees is True
    assert recheck(lhs, rhs, relation=relation).agrees is False


def test_the_size_in_a_condition_is_one() -> None:
    """Sizes that an assumption excludes are not tried."""
    survey = prepare((Sum(x[i], (i, 1, N)), 0), "==", [Ge(N, 2), Lt(N, 5)], None)
    sizes = {choice[N] for choice in (*plan(survey), *small(survey))}
    assert sizes == {2, 3, 4}


UNSATISFIABLE: dict[str, object] = {
    "a square that is negative": Eq(x[i] ** 2, -1),
    "two values at once": [Eq(a, 1), Eq(a, 2)],
    "a sum of squares below zero": Lt(Sum(x[i] ** 2, (i, 1, N)), 0),
    "a positive number below zero": [positive(x), Lt(x[i], 0)],
    "a sign that is a half": [sign(x), Eq(x[1], Symbol("h")), Eq(2 * Symbol("h"), 1)],
    "an inverse of zero": [inverse_pair(G, H), Eq(G[i, j], 0)],
    "an irrational number": Eq(a**2, 2),
    "sizes that no number is": [Ge(N, 3), Lt(N, 3)],
    "one-hot and twice": [one_hot(x), Eq(Sum(x[i], (i, 1, N)), 2)],
}


@pytest.mark.parametrize("assuming", UNSATISFIABLE.values(), ids=UNSATISFIABLE)
def test_without_a_point_there_is_no_opinion(assuming: object) -> None:
    """From what no point satisfies nothing follows, neither a statement nor its opposite; the reason is said."""
    for claim in (Sum(x[i] + G[i, i] + H[i, i], (i, 1, N)) + a, Sum(x[i], (i, 1, N)) - Sum(x[j], (j, 1, N))):
        opinion = recheck(claim, 0, assuming=assuming, max_seconds=1)
        assert opinion.agrees is None
        assert opinion.reason


def test_assumption_that_says_nothing_of_an_entry_refutes_nothing() -> None:
    """y_i^2 = 1 for i up to some size that nobody named: of y_5 nothing is known where that size is 3."""
    assert recheck(y[5] ** 2, 1, assuming=Eq(y[i] ** 2, 1)).agrees is not False


def test_one_letter_may_be_two_indices() -> None:
    """A free index of an assumption has its own range, whatever the letter means in the statement."""
    lhs = X[i, 1] * Sum(y[n] ** 2, (n, 1, N))
    ranges = {"i": (1, D)}
    assert recheck(lhs, N * X[i, 1], assuming=Eq(y[i] ** 2, 1), ranges=ranges).agrees is True


@pytest.mark.parametrize("style", READABLE + TESTING)
def test_drawn_values_lie_in_their_domain(style: Style) -> None:
    """Whatever the dice, a value is in the domain; a domain without values gives none."""
    domains = [
        Domain(),
        assumed(Symbol("q", positive=True)),
        assumed(Symbol("q", nonpositive=True)),
        assumed(Symbol("q", integer=True, even=True)),
        assumed(Symbol("q", odd=True, positive=True)),
        assumed(Symbol("q", nonzero=True)),
        Domain().among(-1, 1),
        Domain(low=fmpq(1, 3), high=fmpq(1, 2), low_open=True, high_open=True),
        Domain(low=fmpq(100)),
    ]
    for domain in domains:
        for turn in range(50):
            value = domain.pick(roll("test", turn), style)
            assert value is not None
            assert domain.contains(value)
    assert Domain(low=fmpq(1), high=fmpq(0)).pick(roll(1), style) is None
    assert Domain().among(0).below(fmpq(-1), strictly=False).pick(roll(1), style) is None


def test_assumptions_of_symbols_count() -> None:
    """positive=True and its like on scalars, tensors and matrices are facts; without them the same is refuted."""
    for kind, claim in (({"positive": True}, ">"), ({"nonnegative": True}, ">="), ({"negative": True}, "<")):
        for entry in (
            Symbol("q", **kind),
            IndexedBase("q", **kind)[i],
            MatrixSymbol(Symbol("q", **kind), D, D)[0, 0],
        ):
            assert recheck(entry, 0, relation=claim).agrees is True
    assert recheck(Symbol("q"), 0, relation=">").agrees is False
    parity = Symbol("m", integer=True, even=True)
    assert recheck((-1) ** parity, 1).agrees is True
    assert recheck((-1) ** Symbol("m", integer=True), 1).agrees is False
