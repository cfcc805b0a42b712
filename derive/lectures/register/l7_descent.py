"""Claims of Lecture 7, lines 411 to 548: linear discriminants with a constant feature, gradient descent.

Examples are y_i, with a constant 1 in front and, for class 2, the opposite sign; a is right about y_i where a.y_i > 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from sympy import Eq, Function, Gt, IndexedBase, Integer, KroneckerDelta, Le, Lt, Sum, sqrt, symbols

from derive.calculus import differentiate
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, repaired, shown
from derive.names import size

L7 = partial(Claim, "l7")
D = size("D")
d, k = symbols("d k", integer=True)
a, b, g, v, y = (IndexedBase(name) for name in ("a", "b", "g", "v", "y"))
s, place = symbols("s x", real=True)
eta, one, two = symbols("eta p q", positive=True)


def product(left: Any, right: Any) -> Any:
    """Return the inner product of two augmented vectors."""
    return Sum(left[d] * right[d], (d, 0, D))


# Discriminants


def augmented(*, constant: bool) -> Finding:
    """Decide whether w.x + w_0 is a.y for a = (w_0, w) and y = (1, x), with the constant 1 or without."""
    rest = Sum((1 - KroneckerDelta(d, 0)) * a[d] * y[d], (d, 0, D))
    return claim_holds(rest + a[0], product(a, y), Eq(y[0], 1) if constant else ())


def reflected() -> Finding:
    """Decide whether a.y < 0 and a.(-y) > 0 are the same."""
    mirrored = Sum(a[d] * -y[d], (d, 0, D))
    there = claim_holds(mirrored, 0, Lt(product(a, y), 0), relation=">")
    return all_of(there, claim_holds(product(a, y), 0, Gt(mirrored, 0), relation="<"))


def many_solutions() -> Finding:
    """Decide whether two solutions, with any positive weights, make a third."""
    known = (Gt(product(a, y), 0), Gt(product(b, y), 0))
    return claim_holds(Sum((one * a[d] + two * b[d]) * y[d], (d, 0, D)), 0, known, relation=">")


# Gradient descent


def steepest() -> Finding:
    """Decide whether no unit vector v has a larger slope g.v than g/|g|, and none a smaller one than its opposite."""
    square, slope, length = (Sum(left[d] * right[d], (d, 1, D)) for left, right in ((g, g), (g, v), (v, v)))
    most = claim_holds(slope**2, square, Eq(length, 1), relation="<=")
    along = Sum(g[d] * (g[d] / sqrt(square)), (d, 1, D))
    return all_of(most, claim_holds(along, sqrt(square), Gt(square, 0)))


def update_at(point: Any) -> Finding:
    """Decide whether the update of line 531 may take the gradient at a point that is not the current one."""
    slope: Any = Function("g", real=True)
    return claim_holds(s - eta * slope(point), s - eta * slope(s))


def stops_at_a_minimum() -> Finding:
    """Decide whether J = (x^2 - 1)^2, whose gradient vanishes at 0, is nowhere nearby smaller than there."""
    objective = (place**2 - 1) ** 2
    stops = claim_holds(differentiate(objective, place), 0, Eq(place, 0))
    return all_of(stops, claim_holds(Integer(1), objective, Le(place**2, 1), relation="<="))


def steps_needed(rate: Fraction) -> int:
    """Return how many steps take J = x^2/2 from 1 to below 1/100."""
    point, steps = Fraction(1), 0
    while point**2 / 2 >= Fraction(1, 100):
        point, steps = point - rate * point, steps + 1
    return steps


def slower(rates: Sequence[str]) -> Finding:
    """Decide whether each of these rates needs more steps than the one before."""
    counts = [steps_needed(Fraction(rate)) for rate in rates]
    what = f"J = x^2/2 from 1 to below 1/100 at the rates {', '.join(rates)}: {counts} steps"
    return shown(what, holds=counts == sorted(set(counts)))


CLAIMS = (
    L7(411, r"$g(x) = w^t x + w_0$", "definition", lambda: definition("a linear discriminant function")),
    L7(
        414,
        r"$w^t x + w_0 = a^t y$ for $a = (w_0, w)$ and $y = (1, x)$: a completely equivalent, homogeneous problem",
        "proved",
        lambda: augmented(constant=True),
    ),
    L7(
        448,
        r"the training error is 0 if $g(y_i) > 0$ on class 1 and $g(y_i) < 0$ on class 2",
        "definition",
        lambda: definition("what classified right means, by lines 445 and 446; a score of 0 is of neither class"),
    ),
    L7(455, r"$a^t y_i < 0$ is equivalent to $a^t (-y_i) > 0$", "proved", reflected),
    L7(
        458,
        r"$y_i 	o -y_i$ for all $y_i$ of class 2",
        "definition",
        lambda: definition("the reflection that the lecture calls normalization"),
    ),
    L7(
        481,
        r"$a^t y_i = \sum_{k=0}^d a_k y_i^{(k)} > 0$ for all samples; $(k)$ is also an iteration, in $a^{(k)}$",
        "definition",
        lambda: definition("what is sought, written with components (again at 556); two meanings of one superscript"),
    ),
    L7(485, "there can be many solutions: two of them, however weighted, make a third", "proved", many_solutions),
    L7(
        502,
        r"at a minimum $\nabla J(x) = 0$",
        "definition",
        lambda: definition("the equations to solve; line 511 gives two that nobody solves by hand"),
    ),
    L7(
        517,
        r"$\nabla J$ is the direction of steepest increase, $-\nabla J$ of steepest decrease",
        "proved",
        steepest,
    ),
    L7(
        531,
        r"$x^{(k+1)} = x^{(k)} - \eta^{(k)} \nabla J(x)$",
        "refuted",
        lambda: repaired(update_at(place), update_at(s)),
        repair=r"$\nabla J(x^{(k)})$ for $\nabla J(x)$",
    ),
    L7(
        531,
        "$k = k + 1$",
        "refuted",
        lambda: claim_holds(k, k + 1),
        repair=r"$k \leftarrow k + 1$: an assignment, and no equation",
    ),
    L7(
        535,
        "where gradient descent ends is a local minimum",
        "refuted",
        stops_at_a_minimum,
        repair="it ends where the gradient vanishes, which may be a saddle or a maximum; a minimum is local at best",
    ),
    L7(
        544,
        r"if $\eta$ is too small, there are too many iterations",
        "proved",
        lambda: slower(("1/2", "1/4", "1/8")),
    ),
    L7(
        548,
        r"if $\eta$ is too large, it may overshoot the minimum and never find it",
        "proved",
        lambda: derived("gradient-descent", "for eta >= 2/L it overshoots: the border is sharp"),
    ),
)
"""In the order of their lines."""
