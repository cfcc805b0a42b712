"""Inequalities of textbooks on means, divergences, bounds of functions, powers and losses, each beside false ones."""

from __future__ import annotations

from typing import Any

import mpmath
import pytest
from sympy.concrete import Product, Sum
from sympy.core import Eq, Expr, Ge, Gt, Le, Lt, Symbol, symbols
from sympy.functions import Abs, Max, Piecewise, cos, exp, log, sin, sqrt

from derive import nonnegative, positive, prove, simplex, tensor
from derive.decide.bounds import BOUNDS, Bound
from derive.functions import Tree, applied, fold
from tests.cases import LABELS, K, N, a, b, k, n, pr, softmax, total, x, y, z
from tests.checked import Rows, in_parts, offenders

c = Symbol("c", real=True)
s, t, rate, share = symbols("s t lambda theta", positive=True)
e = Symbol("e", nonnegative=True)
times = Symbol("i", integer=True, positive=True)
q, r, g = (tensor(name, LABELS) for name in "qrg")
POSITIVE = positive(pr), positive(q)
CHANCES = simplex(pr), simplex(q), *POSITIVE
VALUES = simplex(pr), positive(r)


def divergence(one: Expr, other: Expr) -> Expr:
    """Return the relative entropy of two families of positive numbers over the labels."""
    return total(one[k] * log(one[k] / other[k]), k)


def lse(scores: Expr) -> Expr:
    """Return the logarithm of the sum of exponentials over the labels."""
    return log(total(exp(scores), k))


# Means and norms: squares of roots of positive entries, under weights, and against a mean.
MEANS: Rows = {
    "harmonic mean": (Ge(total(x[n], n) * total(1 / x[n], n), N**2), positive(x), "proved"),
    "harmonic mean, strictly": (Gt(total(x[n], n) * total(1 / x[n], n), N**2), positive(x), "refuted"),
    "harmonic mean, of any sign": (Ge(total(x[n], n) * total(1 / x[n], n), N**2), "refuted"),
    "harmonic mean, weighted": (
        Le(1 / total(pr[k] / r[k], k), total(pr[k] * r[k], k)),
        *VALUES,
        "proved if Sum(p[k]/r[k], (k, 1, K)) != 0",
    ),
    "harmonic mean, half": (Le(1 / total(pr[k] / r[k], k), total(pr[k] * r[k], k) / 2), *VALUES, "refuted"),
    "squares over denominators": (
        Ge(total(x[n] ** 2 / y[n], n), total(x[n], n) ** 2 / total(y[n], n)),
        positive(y),
        "proved",
    ),
    "squares over any": (Ge(total(x[n] ** 2 / y[n], n), total(x[n], n) ** 2 / total(y[n], n)), "refuted"),
    "squares of chances": (Ge(total(pr[k] ** 2, k), 1 / K), simplex(pr), "proved"),
    "squares of chances, too large": (Ge(total(pr[k] ** 2, k), 2 / K), simplex(pr), "refuted"),
    "squares of shares that are none": (Ge(total(pr[k] ** 2, k), 1 / K), positive(pr), "refuted"),
    "three cubes": (Ge(s**3 + t**3 + rate**3, 3 * s * t * rate), "proved"),
    "three cubes, more": (Ge(s**3 + t**3 + rate**3, 4 * s * t * rate), "refuted"),
    "a length below a bound": (Le(sqrt(total(x[n] ** 2, n)), sqrt(N) * s), Le(Abs(x[n]), s), "proved"),
    "a length below a bound, without the size": (Le(sqrt(total(x[n] ** 2, n)), s), Le(Abs(x[n]), s), "refuted"),
    "triangle of sums": (Le(total(Abs(x[n] + y[n]), n), total(Abs(x[n]), n) + total(Abs(y[n]), n)), "proved"),
    "triangle of sums, halved": (Le(total(Abs(x[n] + y[n]), n), total(Abs(x[n]), n)), "refuted"),
    "variance in a range": (
        Le(total(pr[k] * r[k] ** 2, k) - total(pr[k] * r[k], k) ** 2, (b - a) ** 2 / 4),
        simplex(pr),
        Ge(r[k], a),
        Le(r[k], b),
        "proved",
    ),
    "variance in a range, less": (
        Le(total(pr[k] * r[k] ** 2, k) - total(pr[k] * r[k], k) ** 2, (b - a) ** 2 / 5),
        simplex(pr),
        Ge(r[k], a),
        Le(r[k], b),
        "refuted",
    ),
    "variance in half a range": (
        Le(total(pr[k] * r[k] ** 2, k) - total(pr[k] * r[k], k) ** 2, (b - a) ** 2 / 4),
        simplex(pr),
        Le(r[k], b),
        "refuted",
    ),
    "distances against a divergence": (
        Le(total((sqrt(pr[k]) - sqrt(q[k])) ** 2, k), divergence(pr, q)),
        *CHANCES,
        "proved",
    ),
    "distances, too large": (Le(4 * total((sqrt(pr[k]) - sqrt(q[k])) ** 2, k), divergence(pr, q)), *CHANCES, "refuted"),
}
SUMS = total(pr[k], k) * log(total(pr[k], k) / total(q[k], k))
SLOPE = total(softmax(k) * (r[k] - z[k]), k)
MIXED = share * z[k] + (1 - share) * r[k]
BETWEEN = share * lse(z[k]) + (1 - share) * lse(r[k])
# Logarithms, at the point that the whole goal names; log-sum-exp through exponentials of both sides.
LOGARITHMS: Rows = {
    "log sum": (Ge(divergence(pr, q), SUMS), *POSITIVE, "proved"),
    "log sum, twice": (Ge(divergence(pr, q), 2 * SUMS), *POSITIVE, "refuted"),
    "divergence from less than chances": (
        Ge(divergence(pr, q), 0),
        simplex(pr),
        *POSITIVE,
        Le(total(q[k], k), 1),
        "proved",
    ),
    "divergence from more than chances": (
        Ge(divergence(pr, q), 0),
        simplex(pr),
        *POSITIVE,
        Ge(total(q[k], k), 1),
        "refuted",
    ),
    "convexity of s log s": (Le((s + t) / 2 * log((s + t) / 2), s * log(s) / 2 + t * log(t) / 2), "proved"),
    "convexity of s log s, one half": (Le((s + t) / 2 * log((s + t) / 2), s * log(s) / 2), "refuted"),
    "log-sum-exp above its tangent": (Ge(lse(r[k]), lse(z[k]) + SLOPE), "proved"),
    "log-sum-exp above twice its slope": (Ge(lse(r[k]), lse(z[k]) + 2 * SLOPE), "refuted"),
    "log-sum-exp between": (Le(lse(MIXED), BETWEEN), Le(share, 1), "proved"),
    "log-sum-exp beyond": (Le(lse(MIXED), BETWEEN), "refuted"),
    "log-sum-exp half way": (Le(lse((z[k] + r[k]) / 2), lse(z[k]) / 2 + lse(r[k]) / 2), "proved"),
    "log-sum-exp half way, strictly": (Lt(lse((z[k] + r[k]) / 2), lse(z[k]) / 2 + lse(r[k]) / 2), "refuted"),
    "log-sum-exp below the largest": (Le(lse(z[k]), a + log(K)), Le(z[k], a), "proved"),
    "log-sum-exp below the largest, without the size": (Le(lse(z[k]), a), Le(z[k], a), "refuted"),
    "softplus below the larger": (Le(log(1 + exp(a)), Max(0, a) + log(2)), "proved"),
    "softplus below the larger, half": (Le(log(1 + exp(a)), Max(0, a) + log(2) / 2), "refuted"),
    "a logarithm of more than 1": (Ge(log(1 + x[n] ** 2), 0), "proved"),
    "a logarithm of less": (Ge(log(s), 0), "refuted"),
}
# One row a function: tangents, parabolas, chords, powers, and what they say of products.
FUNCTIONS: Rows = {
    "a parabola above exp(-s)": (Le(exp(-s), 1 - s + s**2 / 2), "proved"),
    "a narrower parabola": (Le(exp(-s), 1 - s + s**2 / 3), "refuted"),
    "a parabola on the other side": (Le(exp(a), 1 + a + a**2 / 2), "refuted"),
    "a wider parabola": (Le(exp(a), 1 + a + a**2), Le(a, 1), "proved"),
    "a wider parabola, too far": (Le(exp(a), 1 + a + a**2), "refuted"),
    "the parabola of a logarithm": (Ge(log(1 + s), s - s**2 / 2), "proved"),
    "the parabola of a logarithm, less": (Ge(log(1 + s), s - s**2 / 3), "refuted"),
    "a cosine hyperbolic": (Le((exp(a) + exp(-a)) / 2, exp(a**2 / 2)), "proved"),
    "a cosine hyperbolic, half": (Le((exp(a) + exp(-a)) / 2, exp(a**2 / 3)), "refuted"),
    "a cosine": (Ge(cos(a), 1 - a**2 / 2), "proved"),
    "a sine": (Le(sin(s), s), "proved"),
    "a sine of any sign": (Le(sin(a), a), "refuted"),
    "a chord": (Le((b - a) * exp(c), (b - c) * exp(a) + (c - a) * exp(b)), Ge(c, a), Le(c, b), "proved"),
    "a chord, produced": (Le((b - a) * exp(c), (b - c) * exp(a) + (c - a) * exp(b)), Ge(c, a), "refuted"),
    "Bernoulli": (Ge((1 + a) ** times, 1 + times * a), Ge(a, -1), "proved"),
    "Bernoulli, twice": (Ge((1 + a) ** times, 1 + 2 * times * a), Ge(a, -1), "refuted"),
    "Bernoulli, too far": (Ge((1 + a) ** times, 1 + times * a), "refuted | sampled"),
    "a power of what is left": (Le((1 - e) ** times, exp(-times * e)), Le(e, 1), "proved"),
    "a power of what is left, twice": (Le((1 - e) ** times, exp(-2 * times * e)), Le(e, 1), "refuted"),
    "a product of more than 1": (Le(Product(1 + x[n], (n, 1, N)), exp(total(x[n], n))), nonnegative(x), "proved"),
    "a product of more than 1, strictly": (
        Lt(Product(1 + x[n], (n, 1, N)), exp(total(x[n], n))),
        nonnegative(x),
        "refuted",
    ),
}


def step(test: object) -> Piecewise:
    """Return 1 where something holds, and else 0."""
    return Piecewise((1, test), (0, True))


MARKOV = Le(s * total(pr[k] * step(r[k] >= s), k), total(pr[k] * r[k], k))
CHEBYSHEV = total(pr[k] * step(Abs(r[k] - a) >= s), k)
MISTAKES = total(step(x[n] <= 0), n)
# Sums in order, term by term, where the order of a term needs cases.
TERMS: Rows = {
    "Markov": (MARKOV, nonnegative(pr), nonnegative(r), "proved"),
    "Markov, of any sign": (MARKOV, nonnegative(pr), "refuted"),
    "Markov, of any weight": (MARKOV, nonnegative(r), "refuted"),
    "Chebyshev": (Le(s**2 * CHEBYSHEV, total(pr[k] * (r[k] - a) ** 2, k)), nonnegative(pr), "proved"),
    "Chebyshev, half": (Le(s**2 * CHEBYSHEV, total(pr[k] * (r[k] - a) ** 2, k) / 2), nonnegative(pr), "refuted"),
    "mistakes below exponentials": (Le(MISTAKES / N, total(exp(-x[n]), n) / N), "proved"),
    "mistakes below half of them": (Le(MISTAKES / N, total(exp(-x[n]), n) / (2 * N)), "refuted"),
    "mistakes below fewer": (Le(MISTAKES, Sum(exp(-x[n]), (n, 2, N))), "refuted"),
    "mistakes at other places": (Le(MISTAKES, total(step(x[n] <= 1), n)), "proved"),
    "mistakes at fewer places": (Le(MISTAKES, total(step(x[n] <= -1), n)), "refuted"),
    "one mistake below a logistic loss": (Le(step(a <= 0), log(1 + exp(-a)) / log(2)), "proved"),
    "one mistake below less": (Le(step(a <= 0), log(1 + exp(-a))), "refuted"),
}
GAP, STEP = total(g[k] * (r[k] - z[k]), k), Eq(r[k], z[k] - g[k] / rate)
SMOOTH = Le(b, a + GAP + rate / 2 * total((r[k] - z[k]) ** 2, k))
# A fact that was read before a definition that it needs.
FACTS: Rows = {
    "a step of descent": (Le(b, a - total(g[k] ** 2, k) / (2 * rate)), SMOOTH, STEP, "proved"),
    "a step of descent, twice": (Le(b, a - total(g[k] ** 2, k) / rate), SMOOTH, STEP, "refuted | sampled"),
    "a step of descent from nowhere": (Le(b, a - total(g[k] ** 2, k) / (2 * rate)), SMOOTH, "refuted | sampled"),
}


@pytest.mark.parametrize("rows", in_parts(MEANS, LOGARITHMS, FUNCTIONS, TERMS, FACTS))
def test_each_claim_has_its_verdict(rows: Rows) -> None:
    """What is true is proved, and what is like it and false is not."""
    assert offenders(rows) == {}


def gaps(bound: Bound, *, inside: bool) -> list[float]:
    """Return how far a function lies on the right side of its bound, at points where the conditions hold, or do not."""
    found: list[float] = []
    for point in (mpmath.mpf(number) / 8 for number in range(-40, 41)):
        needs = all(worth(tree, point) > 0 for _, tree in bound.row.domain)
        if needs and inside == all(worth(tree, point) >= 0 for tree in bound.where):
            gap = worth((bound.function, "z"), point) - worth(bound.tree, point)
            found.append(float(gap if bound.side == "above" else -gap))
    return found


def worth(tree: Tree, point: Any) -> Any:
    """Return what a tree of the table of functions is worth at a point."""
    return fold(tree, lambda leaf: point if leaf == "z" else mpmath.mpf(leaf), node)


def node(name: str, parts: list[Any]) -> Any:
    """Return an operation of a tree on numbers of mpmath."""
    return applied(name, parts, lambda function: getattr(mpmath, function))


@pytest.mark.parametrize("bound", BOUNDS, ids=[bound.name for bound in BOUNDS])
def test_each_bound_holds_where_it_says_and_touches(bound: Bound) -> None:
    """Its conditions are needed: without them it fails somewhere."""
    inside, outside = gaps(bound, inside=True), gaps(bound, inside=False)
    assert min(inside) == pytest.approx(0, abs=1e-12)
    assert not bound.where or min(outside) < -1e-3


def test_a_proof_term_by_term_checks() -> None:
    """And is about one term of that statement only."""
    certificate = prove(MARKOV, assuming=(nonnegative(pr), nonnegative(r))).certificate
    assert certificate is not None
    assert certificate.check()
    assert str(certificate).startswith("term by term: ")
