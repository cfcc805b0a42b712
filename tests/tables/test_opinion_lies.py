"""False statements that an engine once called proved, and true ones that it refuted: none is agreed with, none denied.

Nothing stands between the statement and its value here: whoever guesses a range, narrows a derivative, uses a
hypothesis below one or takes a branch for the other is contradicted at a point.
"""

from __future__ import annotations

from typing import Any

import pytest
from sympy import (
    Derivative,
    Eq,
    Function,
    Ge,
    Gt,
    Idx,
    IndexedBase,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Piecewise,
    Sum,
    Symbol,
    exp,
    log,
    sign,
    symbols,
)

from derive import binary, index, one_hot, sigmoid, simplex, size, tensor
from derive.facts import sign as signs
from derive.recheck import find, recheck
from derive.statements import statement
from derive.verdict import Counterexample
from tests.opinions import AGREES, CONTRADICTED, UNDEFINED, opinion

N, D, K = size("N"), size("D"), size("K")
i, j, d, c = index("i", N), index("j", N), index("d", D), index("c", K)
X, x, b, p, y, z, w, t = (tensor(n, *s) for n, *s in (
    ("X", N, D), ("x", N), ("b", N), ("p", N), ("y", N), ("z", N), ("w", D), ("t", K)
))  # fmt: skip
n, k, m = symbols("n k m", integer=True)
s, a, v = symbols("s a v", real=True)
q, h = IndexedBase("q"), IndexedBase("h")
u = MatrixSymbol("u", D, 1)
part = Sum(w[n] ** 2, (n, 1, D - 1))
entropy = -Sum(y[i] * log(p[i]), i)
later = Idx("later", (1, N - 1))
f = Function("f")

FALSE: dict[str, tuple[Any, str, Any, Any]] = {
    "a derivative outside of the sum": (Derivative(part, w[d]), "==", 2 * w[d], ()),
    "a derivative outside of the sum, of a matrix": (
        Derivative(Sum(u[n, 0] ** 2, (n, 1, D - 1)), u[d, 0]),
        "==",
        2 * u[d, 0],
        (),
    ),
    "a derivative outside of the sum, and at its first place": (
        Derivative(w[0] + part, w[d]),
        "==",
        KroneckerDelta(0, d) + 2 * w[d],
        (),
    ),
    "a derivative outside of a shifted sum": (
        Derivative(Sum(w[n + 1] ** 2, (n, 0, D - 2)), w[d]),
        "==",
        2 * w[d],
        (),
    ),
    "a derivative outside of the sum, of a base without a shape": (
        Derivative(Sum(q[n] ** 2, (n, 1, K - 1)), q[k]),
        "==",
        2 * q[k],
        (),
    ),
    "shares of a part": (Sum(t[n], (n, 1, K - 1)), "==", 1, simplex(t)),
    "shares of a part, beside the rest": (t[0] + Sum(t[n], (n, 1, K - 1)), "==", 1 + t[0], simplex(t)),
    "one of a part": (Sum(t[n] ** 2, (n, 0, K - 2)), "==", 1, one_hot(t)),
    "the sign of an integer": (sign(k) * q[k], "==", q[k], ()),
    "a branch by an integer": (Piecewise((q[k], k > 0), (0, True)), "==", q[k], ()),
    "a product by an integer": (k * q[k] ** 2, ">=", 0, ()),
    "the sign of a place": (Sum(sign(n) * q[n], (n, 0, N - 1)), "==", Sum(q[n], (n, 0, N - 1)), ()),
    "the first place": (
        Sum(Piecewise((q[n], n > 0), (0, True)), (n, 0, N - 1)),
        "==",
        Sum(Piecewise((q[n], n >= 0), (0, True)), (n, 0, N - 1)),
        (),
    ),
    "a reversed range": (Sum(a, (n, N + 3, 0)), "==", -a * (N + 2), ()),
    "a constraint on a part": (s, ">=", b[0], [Ge(s, b[later])]),
    "a recursion that stands still": (h[k], "==", 0, [Eq(h[m + 1], h[m] + 1), Eq(h[0], 0)]),
    "what was assumed elsewhere": (v + a, "==", a, ()),
    "a counter": (Symbol("Z", integer=True), ">=", 0, ()),
    "by a defined name": (Derivative(entropy, p[j]), "==", 0, [Eq(p[i], sigmoid(z[i]))]),
    "a delta in a part": (Sum(KroneckerDelta(n, i) * x[n], (n, 1, N - 1)), "==", x[i], ()),
    "a delta beyond a small size": (Sum(KroneckerDelta(1, i), i), "==", 1, ()),
    "the other branch": (
        Piecewise((log(s), s > 0), (0, True)),
        "==",
        Piecewise((log(s), s > 0), (5, True)),
        (),
    ),
    "the other branch, under a sum": (
        Sum(Piecewise((log(x[n]), x[n] > 0), (0, True)), (n, 0, N - 1)),
        "==",
        Sum(Piecewise((log(x[n]), x[n] > 0), (5, True)), (n, 0, N - 1)),
        (),
    ),
    "two indicators of 0": (
        Sum(Piecewise((1, 2 * x[n] <= 0), (0, True)), (n, 0, N - 1)),
        "==",
        Sum(Piecewise((1, 2 * x[n] < 0), (0, True)), (n, 0, N - 1)),
        (),
    ),
    "an indicator at its end": (Piecewise((1, s > 0), (0, True)), "==", 1, [Ge(s, 0)]),
    "few terms of an empty range": (Sum(1, (n, 3, N)), "==", N - 2, ()),
    "a fact below a derivative, signs": (Derivative(Sum(y[n] ** 2, (n, 0, N - 1)), y[i]), "==", 0, [signs(y)]),
    "a fact below a derivative, bits": (Derivative(Sum(y[n] ** 2, (n, 0, N - 1)), y[i]), "==", 1, [binary(y)]),
    "a fact below a derivative, shares": (Derivative(Sum(t[n], (n, 0, K - 1)), t[c]), "==", 0, [simplex(t)]),
    "an equation below a derivative": (Derivative(s**2 + a**2, s), "==", 0, [Eq(s**2 + a**2, 1)]),
    "a definition that is held": (Derivative(a * s, s), "==", a + s, [Eq(s, exp(a))]),
    "a definition that is not held": (Derivative(a * s, a), "==", s, [Eq(s, exp(a))]),
    "a sixth derivative": (Derivative(f(a), (a, 6)), "==", 0, ()),
    "where the denominator is 0": (a * s / s, "==", a + Piecewise((1, Eq(s, 1)), (0, True)), ()),
    "a maximum that is 0": (Max(s, 0), "==", s, [Ge(s, -1)]),
}
TRUE: dict[str, tuple[Any, str, Any, Any]] = {
    "the derivative of a part": (Derivative(part, w[d]), "==", 2 * w[d] * (1 - KroneckerDelta(0, d)), ()),
    "by a defined name": (Derivative(entropy, p[j]), "==", -y[j] / p[j], [Eq(p[i], sigmoid(z[i]))]),
    "through a definition": (
        Derivative(entropy, z[j]),
        "==",
        -y[j] * (1 - sigmoid(z[j])),
        [Eq(p[i], sigmoid(z[i]))],
    ),
    "a value for every place": (h[k + 1] ** 2, "==", s**2, [Eq(h[m], s)]),
    "a recursion": (h[k], "==", a * h[k - 1], [Eq(h[m + 1], a * h[m])]),
    "a recursion, summed": (
        Sum(h[n], (n, 1, N)),
        "==",
        a * Sum(h[n], (n, 0, N - 1)),
        [Eq(h[m + 1], a * h[m])],
    ),
    "a fact below a derivative": (Derivative(Sum(y[n] ** 2, (n, 0, N - 1)), y[i]), "==", 2 * y[i], [signs(y)]),
    "a fact after a derivative": (Derivative(Sum(y[n] ** 3, (n, 0, N - 1)), y[i]), "==", 3, [signs(y)]),
    "a delta that picks": (Sum(KroneckerDelta(n, i) * x[n], (n, 0, N - 1)), "==", x[i], ()),
    "an entry beyond its axis, beside a delta": (
        Sum(KroneckerDelta(i, n + 1) * x[i - 1] * x[n], (n, 0, N - 1)),
        "==",
        Piecewise((x[i - 1] ** 2, i > 0), (0, True)),
        (),
    ),
    "a branch that has no value elsewhere": (
        Piecewise((log(s), s > 0), (0, True)),
        "==",
        Piecewise((0, s <= 0), (log(s), True)),
        (),
    ),
    "a strict bound": (Piecewise((1, s > 0), (0, True)), "==", 1, [Gt(s, 0)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_lie_of_the_engine_is_contradicted(name: str) -> None:
    """By the opinion, whatever the seed, and by a counterexample of small numbers that are the author's own."""
    lhs, relation, rhs, facts = FALSE[name]
    assert [opinion(lhs, relation, rhs, facts, seed=seed) for seed in range(3)] == [CONTRADICTED] * 3
    found = find(statement(lhs, rhs, facts, relation=relation))
    assert isinstance(found, Counterexample)
    assert max(found.sizes.values(), default=0) <= 3
    assert not any("_" in name or "^" in name or "~" in name for name in {**found.sizes, **found.values})


@pytest.mark.parametrize("name", TRUE)
def test_a_truth_beside_it_is_not(name: str) -> None:
    """Whatever the seed."""
    lhs, relation, rhs, facts = TRUE[name]
    assert [opinion(lhs, relation, rhs, facts, seed=seed) for seed in range(3)] == [AGREES] * 3


def test_a_kink_is_no_value() -> None:
    """A derivative at a kink counts neither way, however its two sides are written."""
    kink = Derivative(Max(s, 0), s)
    assert opinion(kink, "==", Piecewise((1, s > 0), (0, True))) == AGREES
    assert opinion(kink, "==", Piecewise((1, s >= 0), (0, True))) == AGREES
    assert opinion(kink, "==", 7, [Eq(s, 0)]) == UNDEFINED
    assert opinion(Derivative(Piecewise((1, s**2 > 0), (0, True)), s), "==", 7, [Eq(s, 0)]) == UNDEFINED


def test_few_points_are_cheap_and_all_are_the_same() -> None:
    """The same statement and seed give the same opinion."""
    claim = statement(Derivative(part, w[d]), 2 * w[d])
    assert recheck(claim) == recheck(claim)
    assert str(recheck(claim, seed=1)) != str(recheck(claim))
