"""Claims of the classification slides, lines 344 to 383 and 807 to 850: what the perceptron seeks and finds.

A score is w^T x and a label y is +1 for C_1 and -1 for C_2. By line 362 a score of zero belongs to C_2.
"""

from __future__ import annotations

from typing import Any

from sympy import Eq, Ge, Gt, IndexedBase, KroneckerDelta, Le, Lt, Sum, cos, sqrt, symbols
from sympy import pi as half_turn

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import only, repaired
from derive.names import size

D = size("D")
d, m = symbols("d m", integer=True)
w, x = IndexedBase("w"), IndexedBase("x")
y, cosine = symbols("y c", real=True)
step, margin = symbols("t b", positive=True)


def product(left: Any, right: Any) -> Any:
    """Return the inner product of two vectors of size D."""
    return Sum(left[d] * right[d], (d, 1, D))


SCORE = product(w, x)
POSITIVE, NEGATIVE = Eq(y, 1), Eq(y, -1)
IN_C_1, IN_C_2 = Gt(SCORE, 0), Le(SCORE, 0)
"""Lines 360 and 362: what is sought of the score of an instance of each class."""


# The boundary


def above(*facts: Any) -> Finding:
    """Go from a point of the hyperplane along an axis m: there the score should be positive."""
    score = Sum(w[d] * (x[d] + step * KroneckerDelta(d, m)), (d, 1, D))
    return claim_holds(score, 0, (Eq(SCORE, 0), *facts), relation=">")


def below(*facts: Any) -> Finding:
    """Go from a point of the hyperplane back along an axis m: there the score should be negative."""
    score = Sum(w[d] * (x[d] - step * KroneckerDelta(d, m)), (d, 1, D))
    return claim_holds(score, 0, (Eq(SCORE, 0), *facts), relation="<")


# What is sought


def classified(condition: Any) -> Finding:
    """Decide whether the condition on w^T x y follows from those on w^T x of both classes, and they from it."""
    labels = (POSITIVE, IN_C_1), (NEGATIVE, IN_C_2)
    there = [claim_holds(SCORE * y, 0, pair, relation=condition.rel_op) for pair in labels]
    back = [claim_holds(sought.lhs, 0, (label, condition), relation=sought.rel_op) for label, sought in labels]
    return all_of(*there, *back)


def _follows() -> Finding:
    """One direction of it: what is classified correctly has w^T x y >= 0."""
    labels = (POSITIVE, IN_C_1), (NEGATIVE, IN_C_2)
    return all_of(*(claim_holds(SCORE * y, 0, pair, relation=">=") for pair in labels))


def _no_ties() -> Finding:
    """Without scores of zero, w^T x y > 0 says as much as both conditions do."""
    labels = (POSITIVE, Gt(SCORE, 0)), (NEGATIVE, Lt(SCORE, 0))
    there = [claim_holds(SCORE * y, 0, pair, relation=">") for pair in labels]
    back = [claim_holds(SCORE, 0, (label, Gt(SCORE * y, 0)), relation=sought.rel_op) for label, sought in labels]
    return all_of(*there, *back)


def solves(condition: Any) -> Finding:
    """Decide whether every instance is on the side of its class by lines 360 and 362, under the condition."""
    return all_of(
        claim_holds(SCORE, 0, (POSITIVE, condition), relation=">"),
        claim_holds(SCORE, 0, (NEGATIVE, condition), relation="<="),
    )


def _another_solution() -> Finding:
    """A solution times any positive number is one as well."""
    scaled = Sum(step * w[d] * x[d], (d, 1, D))
    return all_of(claim_holds(scaled, 0, IN_C_1, relation=">"), claim_holds(scaled, 0, IN_C_2, relation="<="))


# The angle


def _cosine_in_range() -> Finding:
    """The cosine that line 821 asks for is between -1 and 1, so that there is such an angle."""
    sizes = Gt(product(w, w), 0), Gt(product(x, x), 0)
    cosine_squared = (SCORE / (sqrt(product(w, w)) * sqrt(product(x, x)))) ** 2
    return claim_holds(cosine_squared, 1, sizes, relation="<=")


def _right_angle() -> Finding:
    return claim_holds(sqrt(product(w, w)) * sqrt(product(x, x)) * cos(half_turn / 2), 0)


def _acute_angle() -> Finding:
    """The cosine of an angle below a right one is positive."""
    lengths = sqrt(product(w, w)) * sqrt(product(x, x))
    known = Eq(SCORE, lengths * cosine), Gt(cosine, 0), Gt(product(w, w), 0), Gt(product(x, x), 0)
    return claim_holds(SCORE, 0, known, relation=">")


BOUNDARY = (
    Claim(
        "cls", 344, r"the hyperplane $w^T x = 0$", "definition", lambda: definition("the boundary of the two classes")
    ),
    Claim(
        "cls",
        346,
        r"any point above the hyperplane has $w^T x > 0$",
        "proved",
        lambda: only(above(Gt(w[m], 0)), above()),
        convention=r"above is where w points to: the weight of the vertical axis is positive",
        repair="the side that w points to",
    ),
    Claim(
        "cls",
        347,
        r"any point below the hyperplane has $w^T x < 0$",
        "proved",
        lambda: only(below(Gt(w[m], 0)), below()),
        convention=r"above is where w points to: the weight of the vertical axis is positive",
        repair="the side that w points away from",
    ),
    Claim(
        "cls",
        360,
        r"$g(x) = w^T x$; it is sought that $w^T x_i > 0$ in $C_1$ and $w^T x_i \le 0$ in $C_2$",
        "definition",
        lambda: definition("what the perceptron looks for; a score of zero belongs to $C_2$"),
    ),
    Claim(
        "cls",
        369,
        r"$y(x) = f(w^T x)$",
        "definition",
        lambda: definition("the model: a function of the linear score"),
    ),
    *(
        Claim(
            "cls",
            line,
            r"$w^T x_i > 0$ in $C_1$ and $w^T x_i \le 0$ in $C_2$ is equivalent to $w^T x_i y_i \ge 0$ for all i",
            "refuted",
            lambda: all_of(_follows(), repaired(classified(Ge(SCORE * y, 0)), _no_ties())),
            repair=r"it implies it; $w^T x_i y_i > 0$ is equivalent to $w^T x_i > 0$ in $C_1$ and $< 0$ in $C_2$",
        )
        for line in (383, 813)
    ),
)

SOLUTIONS = (
    Claim("cls", 821, r"$w^T x = \|w\| \|x\| \cos \alpha$", "proved", _cosine_in_range),
    Claim("cls", 823, r"$\alpha = \pi/2$: $w^T x = 0$", "proved", _right_angle),
    Claim(
        "cls",
        824,
        r"$|\alpha| < \pi/2$: $w^T x > 0$, for w and x other than 0",
        "proved",
        _acute_angle,
    ),
    Claim(
        "cls",
        830,
        r"any w with $w^T x_i y_i \ge 0$ for all i (line 828), the solution region, classifies all instances correctly",
        "refuted",
        lambda: repaired(solves(Ge(SCORE * y, 0)), solves(Gt(SCORE * y, 0))),
        repair=r"$w^T x_i y_i > 0$; $w = 0$ is no solution",
    ),
    Claim("cls", 837, "solution vectors are not unique", "proved", _another_solution),
    Claim(
        "cls",
        846,
        r"w with $w^T x_i y_i \ge b$ for all i, where $b > 0$, is a solution vector",
        "proved",
        lambda: solves(Ge(SCORE * y, margin)),
    ),
    Claim(
        "cls",
        850,
        "a solution with a margin is more likely to classify new instances correctly",
        "definition",
        lambda: definition("a statement about instances that are not there; it needs a model of where they come from"),
    ),
)

CLAIMS = (*BOUNDARY, *SOLUTIONS)
"""By subject; the register puts them in the order of their lines."""
