"""How much is still proved: true statements on parts of axes, shifted entries, indices and shapes, as people ask them.

Run `python -m benchmarks.statements`; it prints a row a topic and names what is not proved. Loops over real arrays find
no point that breaks any of them (`tests/tables/test_statements.py`); a few hold from N = 2 or 3 on, and say so.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

from sympy import (
    Abs,
    Derivative,
    Eq,
    Idx,
    IndexedBase,
    KroneckerDelta,
    Le,
    Max,
    Piecewise,
    Product,
    Sum,
    exp,
    log,
    sign,
    symbols,
)

from benchmarks.grammars.claims import FAR, WRONG, Claim, Engine, judged
from benchmarks.grammars.duals import minus, plus, power, times
from benchmarks.grammars.kinds import distribution, one_of, positives, signs
from benchmarks.grammars.values import Kind, World, value
from derive import one_hot, positive, simplex, size, symmetric, tensor

N, K, M = size("N"), size("K"), size("M")
n, m, i, j, k = symbols("n m i j k", integer=True)
a, c, mu = symbols("a c mu", real=True)
x, y, p = (tensor(name, N) for name in "xyp")
A, B = tensor("A", N, N), tensor("B", N, K)
T, Z = tensor("T", K, K), tensor("Z", N, K)
pi, f, z = tensor("pi", K), tensor("f", K), tensor("z", K)
w, signal, target = tensor("w", M), tensor("signal", N + M - 1), tensor("target", N)
q, h = IndexedBase("q"), IndexedBase("h")
AXIS, STATES = {"k": (0, N - 1)}, {"k": (0, K - 1)}
ANY: Any = {"k": FAR}
FROM_1, INSIDE = Idx("k", (1, N - 1)), Idx("k", (1, N - 2))
CLASS = Idx("k", (1, K - 1))


def part(body: Any, low: Any = 0, high: Any = N - 1, over: Any = n) -> Sum:
    """Return a sum; over n and the axis of N unless told."""
    return Sum(body, (over, low, high))


def claim(lhs: Any, rhs: Any, *facts: Any, **more: Any) -> Claim:
    """Return a true claim; `more` are fields of `Claim`."""
    return Claim(lhs, rhs, facts=facts, **more)


def always(row: Any, *names: str) -> dict[str, Kind]:
    """Return how entries are drawn."""
    return dict.fromkeys(names, Kind(row))


def mirrored(world: World, at: tuple[int, ...]) -> Any:
    """Return an entry of a symmetric matrix."""
    return world.entry("half of A", None, tuple(sorted(at)))


def powers(world: World, at: tuple[int, ...]) -> Any:
    """Return c (1 + a^2)^n, which is never 0 and solves h[n+1] = (1 + a^2) h[n]."""
    base = plus(value(1, world, {}), power(world.entry("a", None, ()), 2))
    return times(world.entry("c", None, ()), power(base, at[0]))


def balanced(world: World, at: tuple[int, ...]) -> Any:
    """Return the entry of a matrix whose rows are all pi, so that pi is stationary."""
    return world.entry("pi", (K,), (at[1],))


NEXT = part(x[n + 1], 0, N - 2)
STEPS = part((x[n + 1] - x[n]) ** 2, 0, N - 2)
SQUARES = part(x[n] ** 2)
LAGGED, EARLIER = part(x[n] * x[n - 1], 1), part(x[n - 1] ** 2, 1)
RESIDUALS = part((x[n] - a * x[n - 1]) ** 2, 1)
TELESCOPES: dict[str, Claim] = {
    "neighbouring differences": claim(part(x[n + 1] - x[n], 0, N - 2), x[N - 1] - x[0]),
    "of any integers": claim(part(q[n] - q[n - 1], 1, N), q[N] - q[0]),
    "of squares": claim(part(x[n + 1] ** 2 - x[n] ** 2, 0, N - 2), x[N - 1] ** 2 - x[0] ** 2),
    "as products": claim(part((x[n + 1] - x[n]) * (x[n + 1] + x[n]), 0, N - 2), x[N - 1] ** 2 - x[0] ** 2),
    "by parts": claim(
        part(x[n] * (y[n + 1] - y[n]), 0, N - 2),
        x[N - 1] * y[N - 1] - x[0] * y[0] - part(y[n + 1] * (x[n + 1] - x[n]), 0, N - 2),
    ),
    "two apart": claim(part(q[n + 2] - q[n]), q[N + 1] + q[N] - q[1] - q[0]),
    "a product of ratios": claim(
        Product(q[n + 1] / q[n], (n, 0, N - 1)), q[N] / q[0], positive(q), kinds=always(positives, "q")
    ),
    "logarithms": claim(
        part(log(q[n + 1]) - log(q[n])), log(q[N]) - log(q[0]), positive(q), kinds=always(positives, "q")
    ),
}
DIFFERENCES: dict[str, Claim] = {
    "multiplied out": claim(STEPS, part(x[n + 1] ** 2 + x[n] ** 2 - 2 * x[n] * x[n + 1], 0, N - 2)),
    "by the whole": claim(STEPS, 2 * SQUARES - x[0] ** 2 - x[N - 1] ** 2 - 2 * part(x[n] * x[n + 1], 0, N - 2)),
    "second ones telescope": claim(part(x[n + 1] - 2 * x[n] + x[n - 1], 1, N - 2), x[N - 1] - x[N - 2] - x[1] + x[0]),
    "their slope inside": claim(
        Derivative(STEPS, x[INSIDE]), 2 * (2 * x[INSIDE] - x[INSIDE - 1] - x[INSIDE + 1]), free={"k": (1, N - 2)}
    ),
    "their slope at 0": claim(Derivative(STEPS, x[0]), 2 * (x[0] - x[1])),
    "their slope at the end": claim(Derivative(STEPS, x[N - 1]), 2 * (x[N - 1] - x[N - 2])),
    "fit and smoothness": claim(
        Derivative(part((x[n] - y[n]) ** 2) + c * STEPS, x[INSIDE]),
        2 * (x[INSIDE] - y[INSIDE]) + 2 * c * (2 * x[INSIDE] - x[INSIDE - 1] - x[INSIDE + 1]),
        free={"k": (1, N - 2)},
    ),
    "a moving average": claim(part(x[n] + x[n + 1], 0, N - 2), 2 * part(x[n]) - x[0] - x[N - 1]),
}
PARTS: dict[str, Claim] = {
    "the first split off": claim(part(x[n]), x[0] + part(x[n], 1)),
    "the last split off": claim(part(x[n]), part(x[n], 0, N - 2) + x[N - 1]),
    "all but the first": claim(part(x[n] * y[n], 1), part(x[n] * y[n]) - x[0] * y[0]),
    "shifted": claim(part(x[n], 1), NEXT),
    "in the other order": claim(part(x[N - 1 - n]), part(x[n])),
    "weights in the other order": claim(part(n * x[N - 1 - n]), part((N - 1 - n) * x[n])),
    "even and odd": claim(part(q[2 * n]) + part(q[2 * n + 1]), part(q[n], 0, 2 * N - 1)),
    "weights from 1": claim(part((n + 1) * x[n]), part(n * x[n]) + part(x[n])),
    "centred": claim(part(x[n] - mu, 1), part(x[n], 1) - (N - 1) * mu),
    "a spread": claim(part((x[n] - mu) ** 2, 1), part(x[n] ** 2, 1) - 2 * mu * part(x[n], 1) + (N - 1) * mu**2),
    "a square of a sum": claim(part(x[n], 1) ** 2, Sum(x[n] * x[m], (n, 1, N - 1), (m, 1, N - 1))),
    "all pairs": claim(
        Sum((x[n] - x[m]) ** 2, (n, 1, N - 1), (m, 1, N - 1)),
        2 * (N - 1) * part(x[n] ** 2, 1) - 2 * part(x[n], 1) ** 2,
    ),
    "all columns but one": claim(
        Sum(B[n, j], (n, 0, N - 1), (j, 1, K - 1)),
        Sum(B[n, j], (n, 0, N - 1), (j, 0, K - 1)) - part(B[n, 0]),
        sizes=("N", "K"),
    ),
    "from 1": claim(part(q[n], 1, N), q[1] + part(q[n], 2, N)),
    "the last two": claim(part(q[n], 0, N + 1), part(q[n]) + q[N] + q[N + 1]),
}
REGRESSION: dict[str, Claim] = {
    "residuals multiplied out": claim(
        RESIDUALS, part(x[n] ** 2, 1) - 2 * a * LAGGED + a**2 * part(x[n] ** 2, 0, N - 2)
    ),
    "their slope": claim(Derivative(RESIDUALS, a), -2 * part((x[n] - a * x[n - 1]) * x[n - 1], 1)),
    "their curvature": claim(Derivative(RESIDUALS, a, a), 2 * part(x[n] ** 2, 0, N - 2)),
    "the normal equation": claim(part((x[n] - (LAGGED / EARLIER) * x[n - 1]) * x[n - 1], 1), 0),
    "two steps": claim(
        h[k + 2],
        (1 + a**2) ** 2 * h[k],
        Eq(h[m + 1], (1 + a**2) * h[m]),
        free=ANY,
        kinds={"h": Kind(formula=powers)},
        among={"m": FAR},
    ),
    "a sum, one step on": claim(
        part(h[n], 1, N),
        (1 + a**2) * part(h[n]),
        Eq(h[m + 1], (1 + a**2) * h[m]),
        kinds={"h": Kind(formula=powers)},
        among={"m": FAR},
    ),
    "slope by the last entry": claim(
        Derivative(RESIDUALS, x[N - 1]) * (N - 1), 2 * (N - 1) * (x[N - 1] - a * x[N - 2])
    ),
    "slope inside": claim(
        Derivative(RESIDUALS, x[INSIDE]),
        2 * (x[INSIDE] - a * x[INSIDE - 1]) - 2 * a * (x[INSIDE + 1] - a * x[INSIDE]),
        free={"k": (1, N - 2)},
    ),
}
OUTPUT = Sum(w[m] * signal[n + m], (m, 0, M - 1))
CONVOLUTION: dict[str, Claim] = {
    "linear": claim(
        Sum(w[m] * (q[k - m] + h[k - m]), (m, 0, M - 1)),
        Sum(w[m] * q[k - m], (m, 0, M - 1)) + Sum(w[m] * h[k - m], (m, 0, M - 1)),
        free=ANY,
        sizes=("M",),
    ),
    "its slope by a weight": claim(
        Derivative(Sum(w[m] * signal[m], (m, 0, M - 1)), w[k]), signal[k], free={"k": (0, M - 1)}, sizes=("N", "M")
    ),
    "its loss, by a weight": claim(
        Derivative(part((OUTPUT - target[n]) ** 2) / 2, w[k]),
        part((OUTPUT - target[n]) * signal[n + k]),
        free={"k": (0, M - 1)},
        sizes=("N", "M"),
    ),
    "all of it": claim(
        Sum(x[n] * w[m], (m, 0, M - 1), (n, 0, N - 1)),
        part(x[n]) * Sum(w[m], (m, 0, M - 1)),
        sizes=("N", "M"),
    ),
    "shifted by one": claim(
        Sum(w[m] * q[k + 1 - m], (m, 0, M - 1)),
        w[0] * q[k + 1] + Sum(w[m] * q[k + 1 - m], (m, 1, M - 1)),
        free=ANY,
        sizes=("M",),
    ),
    "the order of a sum": claim(
        Sum(w[m] * q[k - m], (m, 0, M - 1)), Sum(w[M - 1 - m] * q[k - M + 1 + m], (m, 0, M - 1)), free=ANY, sizes=("M",)
    ),
}
SHARED: Any = {"kinds": always(distribution, "pi", "T"), "sizes": ("K",)}
ONE_HOT: Any = {"kinds": always(one_of, "Z"), "sizes": ("N", "K")}
MARKOV: dict[str, Claim] = {
    "one step keeps the sum": claim(
        Sum(pi[i] * T[i, j], (i, 0, K - 1), (j, 0, K - 1)), 1, simplex(pi), simplex(T), **SHARED
    ),
    "the other states": claim(Sum(pi[i], (i, 1, K - 1)), 1 - pi[0], simplex(pi), **SHARED),
    "leaving for the others": claim(Sum(T[k, j], (j, 1, K - 1)), 1 - T[k, 0], simplex(T), free=STATES, **SHARED),
    "stationary for two steps": claim(
        Sum(pi[i] * T[i, j] * T[j, k], (i, 0, K - 1), (j, 0, K - 1)),
        pi[k],
        Eq(Sum(pi[i] * T[i, m], (i, 0, K - 1)), pi[m]),
        free=STATES,
        kinds={"pi": Kind(distribution), "T": Kind(formula=balanced)},
        among={"m": (0, K - 1)},
        sizes=("K",),
    ),
    "the drift": claim(
        Sum(T[k, j] * (f[j] - f[k]), (j, 0, K - 1)),
        Sum(T[k, j] * f[j], (j, 0, K - 1)) - f[k],
        simplex(T),
        free=STATES,
        **SHARED,
    ),
    "one state at a time": claim(Sum(Z[n, j], (j, 0, K - 1), (n, 1, N - 1)), N - 1, one_hot(Z), **ONE_HOT),
    "as many steps as pairs": claim(
        Sum(Z[n, i] * Z[n + 1, j], (i, 0, K - 1), (j, 0, K - 1), (n, 0, N - 2)), N - 1, one_hot(Z), **ONE_HOT
    ),
    "staying and leaving": claim(
        Sum(Z[n, i] * Z[n + 1, i], (i, 0, K - 1), (n, 0, N - 2))
        + Sum(Z[n, i] * (1 - Z[n + 1, i]), (i, 0, K - 1), (n, 0, N - 2)),
        N - 1,
        one_hot(Z),
        **ONE_HOT,
    ),
}
OTHERS = 1 + Sum(exp(z[j]), (j, 1, K - 1))
OF_CLASSES: Any = {"free": {"k": (1, K - 1)}, "sizes": ("K",)}
LABELS: Any = {"kinds": {"y": Kind(signs, 1)}, "among": {"d": (1, N - 1)}}
BY_PART = Eq(y[Idx("d", (1, N - 1))] ** 2, 1)
PADDING: dict[str, Claim] = {
    "the next, or 0": claim(part(Piecewise((x[n + 1], n < N - 1), (0, True))), part(x[n], 1)),
    "the one before, or 0": claim(part(Piecewise((x[n - 1], n > 0), (0, True))), part(x[n], 0, N - 2)),
    "but the first": claim(part((1 - KroneckerDelta(n, 0)) * x[n]), part(x[n], 1)),
    "a delta over a part": claim(part(KroneckerDelta(n, k) * x[n], 1), x[k] * (1 - KroneckerDelta(k, 0)), free=AXIS),
    "a delta over its own part": claim(part(KroneckerDelta(n, FROM_1) * x[n], 1), x[FROM_1], free={"k": (1, N - 1)}),
    "the slope of a part": claim(Derivative(part(x[n] ** 2, 1), x[FROM_1]), 2 * x[FROM_1], free={"k": (1, N - 1)}),
    "its slope at any place": claim(
        Derivative(part(x[n] ** 2, 1), x[k]), Piecewise((2 * x[k], k >= 1), (0, True)), free=AXIS
    ),
    "a class of reference": claim(Sum(exp(z[i]) / OTHERS, (i, 1, K - 1)) + 1 / OTHERS, 1, sizes=("K",)),
    "its slope": claim(Derivative(log(OTHERS), z[CLASS]), exp(z[CLASS]) / OTHERS, **OF_CLASSES),
    "signs of a part": claim(
        part((y[n] - x[n]) ** 2, 1),
        N - 1 - 2 * part(y[n] * x[n], 1) + part(x[n] ** 2, 1),
        BY_PART,
        **LABELS,
    ),
    "signs of indices": claim(part(sign(n) * x[n]), part(x[n], 1)),
    "a maximum of indices": claim(part(Max(n, 1) * x[n]), x[0] + part(n * x[n], 1)),
    "above and below the diagonal": claim(
        part(A[n, n + 1], 0, N - 2), part(A[n + 1, n], 0, N - 2), symmetric(A), kinds={"A": Kind(formula=mirrored)}
    ),
}
BOUNDS: dict[str, Claim] = {
    "a part of squares": claim(part(x[n] ** 2, 1), SQUARES, relation="<="),
    "Cauchy and Schwarz for a lag": claim(
        part(x[n] * x[n + 1], 0, N - 2) ** 2,
        part(x[n] ** 2, 0, N - 2) * part(x[n] ** 2, 1),
        relation="<=",
    ),
    "a part of a distribution": claim(Sum(pi[i], (i, 1, K - 1)), 1, simplex(pi), relation="<=", **SHARED),
    "the ends and the steps": claim(Abs(x[N - 1] - x[0]), part(Abs(x[n + 1] - x[n]), 0, N - 2), relation="<="),
    "positive weights of a part": claim(
        part(p[n] * x[n] ** 2, 1), 0, positive(p), relation=">=", kinds=always(positives, "p")
    ),
    "capped on a part": claim(
        part(x[n], 1),
        (N - 1) * c,
        Le(x[Idx("d", (1, N - 1))], c),
        relation="<=",
        kinds={"x": Kind(formula=lambda world, at: minus(world.entry("c", None, ()), value(at[0], world, {})))},
        among={"d": (1, N - 1)},
    ),
    "a lag and its squares": claim(
        2 * part(x[n] * x[n + 1], 0, N - 2), part(x[n] ** 2, 0, N - 2) + part(x[n] ** 2, 1), relation="<="
    ),
}
TOPICS: Mapping[str, Mapping[str, Claim]] = {
    "telescopes": TELESCOPES,
    "finite differences": DIFFERENCES,
    "parts and shifts": PARTS,
    "autoregression": REGRESSION,
    "convolution": CONVOLUTION,
    "Markov chains": MARKOV,
    "padding, indices, labels": PADDING,
    "inequalities": BOUNDS,
}


def word(found: Claim, engine: Engine) -> str:
    """Return the status of a claim, or what else became of it."""
    outcome = judged(found, engine)
    status = outcome.says.split(" (")[0]
    return outcome.word if outcome.word in {*WRONG, "refused"} else status


def main() -> int:
    """Ask for each statement, and print how many are proved."""
    engine, total, missed = Engine(), Counter[str](), list[str]()
    print("| topic | statements | proved | refuted | others |\n|---|---|---|---|---|")
    for topic, claims in TOPICS.items():
        words = {name: word(found, engine) for name, found in claims.items()}
        count = Counter("proved" if told.startswith("proved") else told for told in words.values())
        total += count
        print(f"| {topic} | {len(claims)} | {count['proved']} | {count['true refuted']} | {_others(count)} |")
        missed += [f"- {topic}, {name}: {told}" for name, told in words.items() if not told.startswith("proved")]
    print(f"\n{total['proved']} of {total.total()} are proved.\n")
    print("\n".join(missed))
    return int(any(total[kind] for kind in WRONG))


def _others(count: Counter[str]) -> int:
    return count.total() - count["proved"] - count["true refuted"]


if __name__ == "__main__":
    sys.exit(main())
