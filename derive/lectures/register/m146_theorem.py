"""Claims of ECE M146, lines 349, 355, 419 to 437 and 471 to 496: both results together bound the number of updates.

The letters are those of `m146_convergence.py`; the lecture's u is not its unit vector w_opt, but the margin gamma.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Gt, Le, Lt, symbols

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, only, repaired, shown
from derive.lectures.register.m146_convergence import UNIT, R, first_result, gamma, k, length, product, u, v
from derive.lectures.register.m146_example import EXAMPLES, run
from derive.lectures.worked import dot, updates

M146 = partial(Claim, "m146")
inner = symbols("p", real=True)
length_after, letter = symbols("n_v t", positive=True)
LETTER = r"the letter u, as $1$ at 437 and $\eta$ at 492, is $\gamma$, the margin of line 329"


def schwarz() -> Finding:
    """Decide line 419: the squares, and that what is squared is in the same order if one side is a length."""
    squares = claim_holds(product(v, u) ** 2, product(v, v) * product(u, u), relation="<=")
    return all_of(squares, claim_holds(inner, length, Le(inner**2, length**2), relation="<="))


def projection(relation: str) -> Finding:
    """Decide how the squared projection on a unit vector compares with the squared length."""
    return claim_holds(product(v, u) ** 2, product(v, v), UNIT, relation=relation)


def long_enough(bound: Any) -> Finding:
    """Decide whether |w^(k+1)| is more than this, where its projection is more than k gamma."""
    return claim_holds(length_after, bound, (Gt(inner, k * gamma), Le(inner, length_after)), relation=">")


def bound_is(bound: Any) -> Finding:
    """Decide whether k is less than this, where k^2 gamma^2 < k R^2."""
    return claim_holds(k, bound, Lt(k**2 * gamma**2, k * R**2), relation="<")


def chained() -> Finding:
    """Decide line 481 from 473, 475 and 477."""
    squared, norm = symbols("s_p s_w", positive=True)
    known = (Lt(k**2 * gamma**2, squared), Le(squared, norm), Le(norm, k * R**2))
    return claim_holds(k**2 * gamma**2, k * R**2, known, relation="<")


def updates_at_most(number: int) -> Finding:
    """Compute whether the updates of the worked example are at most R^2/u^2 for a u that is any number."""
    many = len(updates(run()))
    radius = max(dot(features, features) for features, _ in EXAMPLES)
    return shown(f"{many} updates, R^2 = {radius} and u = {number}", holds=many * number**2 <= radius)


CLAIMS = (
    M146(
        349,
        r"the algorithm does not know $w_{opt}$, $u$, or R: one quantity, with the letters $\gamma$, $u$, $1$, $\eta$",
        "definition",
        lambda: definition("what the margin is called; what depends on it is decided at its lines"),
    ),
    M146(
        355,
        "the perceptron makes at most $R^2/u^2$ updates (again at 361)",
        "proved",
        lambda: only(derived("perceptron-bound"), updates_at_most(10)),
        convention=LETTER,
    ),
    M146(419, r"$w^{(k+1)T} w_{opt} \le \lVert w^{(k+1)} \rVert \lVert w_{opt} \rVert$", "proved", schwarz),
    M146(
        423,
        r"$x^T y = \lVert x \rVert \lVert y \rVert \cos\theta$",
        "definition",
        lambda: definition("the angle between two vectors"),
    ),
    M146(
        431,
        r"$w^{(k+1)T} w_{opt} \le \lVert w^{(k+1)} \rVert$, as $\lVert w_{opt} \rVert = 1$",
        "proved",
        lambda: projection("<="),
    ),
    M146(
        437,
        r"$\lVert w^{(k+1)} \rVert > k \cdot 1$, even where the projection and the length are $2 k \gamma$",
        "refuted",
        lambda: repaired(claim_holds(2 * k * gamma, k, relation=">"), long_enough(k * gamma)),
        repair=r"$\lVert w^{(k+1)} \rVert > k \gamma$",
    ),
    M146(
        471,
        r"$k u < w^{(k+1)T} w_{opt}$",
        "proved",
        lambda: only(first_result(), first_result(letter)),
        convention=LETTER,
    ),
    M146(
        473,
        r"then $k^2 u^2 < (w^{(k+1)T} w_{opt})^2$",
        "proved",
        lambda: claim_holds(k**2 * letter**2, inner**2, (Lt(k * letter, inner), Gt(inner, 0)), relation="<"),
    ),
    M146(
        475,
        r"$(w^{(k+1)T} w_{opt})^2 \le \lVert w^{(k+1)} \rVert^2$",
        "proved",
        lambda: projection("<="),
    ),
    M146(481, "together: $k^2 u^2 < k R^2$", "proved", chained),
    M146(
        483,
        "$k < R^2/u^2$",
        "proved",
        lambda: only(bound_is(R**2 / gamma**2), bound_is(R**2 / letter**2)),
        convention=LETTER,
    ),
    M146(
        492,
        r"$k < R/\eta^2$",
        "refuted",
        lambda: repaired(bound_is(R / gamma**2), bound_is(R**2 / gamma**2)),
        repair=r"$k < R^2/\gamma^2$",
    ),
    M146(
        496,
        "the projection is increasing faster than the magnitude of w",
        "definition",
        lambda: definition(
            "prose for line 483: the bound of the one grows with k, the bound of the other with the root of k"
        ),
    ),
)
"""In the order of their lines."""
