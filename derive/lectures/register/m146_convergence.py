"""Claims of ECE M146, lines 326 to 496: the proof that the perceptron makes finitely many updates.

One step: x and y are the example it is made on, w the weights before, v = w + y x those after; u is w_opt, of length 1.
After k updates the weights are w^(k+1), so that k is at least 1 where the lecture has strict inequalities. The
lecture's own u is not w_opt, but the margin gamma.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import Eq, Ge, Gt, Le, Lt, Sum, symbols
from sympy.core.relational import Relational

from derive.derivation import Induction
from derive.facts import sign
from derive.lectures.perceptron import product
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, decided, derived, only, repaired, shown
from derive.lectures.worked import ORIGIN, TWO_POINTS, Run, by_sign, dot
from derive.names import size, tensor

at = partial(At, "m146")
D, N = size("D"), size("N")
d, n, i = symbols("d n i", integer=True)
w, v, x, u = (tensor(name, (1, D)) for name in ("w", "v", "x", "u"))
X = tensor("X", (1, N), (1, D))
y, inner = symbols("y p", real=True)
steps = symbols("k", integer=True, nonnegative=True)
k = symbols("k", integer=True, positive=True)
gamma, R, length = symbols("gamma R n_w", positive=True)


UPDATE, UNIT, LABEL = Eq(v[d], w[d] + y * x[d]), Eq(product(u, u), 1), sign(y)
MARGIN, RADIUS = Gt(y * product(u, x), gamma), Lt(product(x, x), R**2)
WRONG, WRONG_OR_TIE = Lt(y * product(w, x), 0), Le(y * product(w, x), 0)
"""What is known of a misclassified example: below 0 by line 153, and 0 or below by the example of line 239."""
EXPANDED = Sum((w[d] + y * x[d]) ** 2, (d, 1, D))


def unit_separator() -> Finding:
    """Decide whether a separating w, divided by its length n_w, is a unit vector with a margin.

    With the smallest y w.x being m, the margin m / n_w is reached, and half of it exceeded.
    """
    smallest, known = gamma, (Ge(y * product(w, x), gamma), Eq(product(w, w), length**2))
    unit = claim_holds(Sum((w[d] / length) ** 2, (d, 1, D)), 1, known)
    score = y * Sum(w[d] / length * x[d], (d, 1, D))
    return all_of(unit, claim_holds(score, smallest / length / 2, known, relation=">"))


def radius_exists() -> Finding:
    """Decide whether R^2 = 1 + sum over all examples of |x|^2 is more than |x_i|^2 for each of them."""
    squares = Sum(X[n, d] ** 2, (d, 1, D), (n, 1, N))
    return claim_holds(Sum(X[i, d] ** 2, (d, 1, D)), 1 + squares, relation="<")


def expand_along(start: Any) -> Finding:
    """Decide the two equalities of line 375, for the direction of the weights that are updated."""
    after = Sum((w[d] + y * x[d]) * u[d], (d, 1, D))
    return all_of(claim_holds(product(v, u), after, UPDATE), claim_holds(after, start))


def gains(amount: Any, known: Relational = MARGIN) -> Finding:
    """Decide whether an update gains more than this along u, by an assumption."""
    return claim_holds(product(v, u), product(w, u) + amount, (UPDATE, UNIT, LABEL, known), relation=">")


def from_zero() -> Finding:
    """Decide line 396: the first update starts at w = 0, and gains more than gamma."""
    return claim_holds(product(v, u), gamma, (UPDATE, MARGIN, Eq(w[d], 0)), relation=">")


def after_k_updates(claim: Any, step: tuple[Any, Any, str], last: tuple[Any, ...]) -> Finding:
    """Decide a strict bound for k updates, k >= 1: by induction for k - 1 of them with equality allowed, then one more.

    `claim` is the bound for a state and a number of updates, `step` the strict bound for the update that follows.
    """
    induction = Induction(claim, steps, Eq(w[d], 0), UPDATE)
    *_, whole = induction.steps(last)
    if whole.verdict is None:
        return Finding("undecided", "the induction has no verdict")
    left, right, relation = step
    known = (UPDATE, claim(w, steps), *last)
    return all_of(decided(whole.verdict), claim_holds(left, right, known, relation=relation))


def first_result(margin: Any = gamma) -> Finding:
    """Decide line 400, w^(k+1).w_opt > k gamma, for k >= 1, or the same with another letter."""
    goal = product(v, u), (steps + 1) * margin, ">"
    return after_k_updates(lambda state, many: Ge(product(state, u), many * gamma), goal, (MARGIN,))


def expanded_norm() -> Finding:
    """Decide rows 1 to 3 of line 445."""
    second = product(w, w) + Sum((y * x[d]) ** 2, (d, 1, D)) + 2 * product(w, x) * y
    third = product(w, w) + product(x, x) + 2 * product(w, x) * y
    first = claim_holds(product(v, v), EXPANDED, UPDATE)
    return all_of(first, claim_holds(EXPANDED, second), claim_holds(second, third, LABEL))


def fourth_row(relation: str, wrong: Relational) -> Finding:
    """Decide row 4 of line 445: the cross term of a misclassified example is left out."""
    return claim_holds(EXPANDED, product(w, w) + product(x, x), (LABEL, wrong), relation=relation)


def shorter(relation: str) -> Finding:
    """Decide how the squared length after an update compares with |w|^2 + R^2."""
    return claim_holds(product(v, v), product(w, w) + R**2, (UPDATE, LABEL, WRONG_OR_TIE, RADIUS), relation=relation)


def second_result() -> Finding:
    """Decide line 463, |w^(k+1)|^2 < k R^2, for k >= 1."""
    goal = product(v, v), (steps + 1) * R**2, "<"
    last = (LABEL, WRONG_OR_TIE, RADIUS)
    return after_k_updates(lambda state, many: Le(product(state, state), many * R**2), goal, last)


CONVERGENCE_CLAIMS = (
    at(
        326, r"for separable examples there is a $w_{opt}$ of length 1 with $y_i w_{opt}^T x_i > \gamma > 0$ (329)"
    ).proved(unit_separator),
    at(340, r"there is an R with $\lVert x_i \rVert < R$ for all i, $1 \le i \le N$").proved(radius_exists),
    at(367, "$w^{(k+1)} = w^{(k)} + y_j x_j$, from $w^{(1)} = 0$").defines(
        "the update; $x_j$ is misclassified at that step"
    ),
    at(
        375,
        r"$w^{(k+1)T} w_{opt} = (w^{(k)} + y_j x_j)^T w_{opt} = w^{(k)T} w_{opt} + y_j x_j^T w_{opt}$; $\omega$ is $w$",
    ).proved(lambda: expand_along(product(w, u) + y * product(x, u))),
    at(377, r"this is more than $w^{(k)T} w_{opt} + \frac{1}{\gamma}$").refuted(
        lambda: repaired(gains(1 / gamma), gains(gamma)), repair=r"$w^{(k)T} w_{opt} + \gamma$, as at line 388"
    ),
    at(377, r"and $w^{(k)T} w_{opt} + \gamma$ is positive").proved(
        lambda: claim_holds(product(w, u) + gamma, 0, Ge(product(w, u), 0), relation=">")
    ),
    at(379, "this follows from Assumption 4").proved(
        lambda: only(gains(gamma), gains(gamma, RADIUS)),
        convention="Assumption 4 is Assumption 1, the margin: there are only two",
    ),
    at(396, r"$w^{(2)T} w_{opt} > w^{(1)T} w_{opt} + \gamma = \gamma$").proved(from_zero),
    at(400, r"$w^{(k+1)T} w_{opt} > k \gamma$ after $k \ge 1$ updates (again at 410)").proved(first_result),
    at(411, "the projection could be getting bigger because $w^{(k+1)}$ is getting bigger, not closer").defines(
        "a remark on what the first result does not say"
    ),
    at(
        445,
        r"rows 1-3: $\lVert w^{(k+1)} \rVert^2 = \lVert w^{(k)} \rVert^2 + \lVert x_j \rVert^2 + 2 (w^{(k)T} x_j) y_j$",
    ).proved(expanded_norm),
    at(
        445,
        r"row 4: this is $< \lVert w^{(k)} \rVert^2 + \lVert x_j \rVert^2$, for the first update too ($w^{(1)} = 0$)",
    ).refuted(
        lambda: repaired(fourth_row("<", Eq(w[d], 0)), fourth_row("<=", WRONG_OR_TIE)),
        repair=r"$\le$: at the first update both sides are equal (6 in the example); row 5 makes it strict",
    ),
    at(445, r"row 5: and this is $\le \lVert w^{(k)} \rVert^2 + R^2$").proved(
        lambda: claim_holds(product(w, w) + product(x, x), product(w, w) + R**2, RADIUS, relation="<=")
    ),
    at(453, r"$\lVert w^{(k+1)} \rVert^2 < \lVert w^{(k)} \rVert^2 + R^2$, at the first update as well").proved(
        lambda: shorter("<")
    ),
    at(459, r"$\lVert w^{(2)} \rVert^2 < \lVert w^{(1)} \rVert^2 + R^2 = R^2$").proved(
        lambda: claim_holds(product(v, v), R**2, (UPDATE, LABEL, RADIUS, Eq(w[d], 0)), relation="<")
    ),
    at(463, r"$\lVert w^{(k+1)} \rVert^2 < k R^2$ after $k \ge 1$ updates (again at 477)").proved(second_result),
)

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
    many = len(Run(TWO_POINTS, ORIGIN, by_sign(1)).updates)
    radius = max(dot(features, features) for features, _ in TWO_POINTS)
    return shown(f"{many} updates, R^2 = {radius} and u = {number}", holds=many * number**2 <= radius)


THEOREM_CLAIMS = (
    at(
        349,
        r"the algorithm does not know $w_{opt}$, $u$, or R: one quantity, with the letters $\gamma$, $u$, $1$, $\eta$",
    ).defines("what the margin is called; what depends on it is decided at its lines"),
    at(355, "the perceptron makes at most $R^2/u^2$ updates (again at 361)").proved(
        lambda: only(derived("perceptron-bound"), updates_at_most(10)), convention=LETTER
    ),
    at(419, r"$w^{(k+1)T} w_{opt} \le \lVert w^{(k+1)} \rVert \lVert w_{opt} \rVert$").proved(schwarz),
    at(423, r"$x^T y = \lVert x \rVert \lVert y \rVert \cos\theta$").defines("the angle between two vectors"),
    at(431, r"$w^{(k+1)T} w_{opt} \le \lVert w^{(k+1)} \rVert$, as $\lVert w_{opt} \rVert = 1$").proved(
        lambda: projection("<=")
    ),
    at(
        437, r"$\lVert w^{(k+1)} \rVert > k \cdot 1$, even where the projection and the length are $2 k \gamma$"
    ).refuted(
        lambda: repaired(claim_holds(2 * k * gamma, k, relation=">"), long_enough(k * gamma)),
        repair=r"$\lVert w^{(k+1)} \rVert > k \gamma$",
    ),
    at(471, r"$k u < w^{(k+1)T} w_{opt}$").proved(
        lambda: only(first_result(), first_result(letter)), convention=LETTER
    ),
    at(473, r"then $k^2 u^2 < (w^{(k+1)T} w_{opt})^2$").proved(
        lambda: claim_holds(k**2 * letter**2, inner**2, (Lt(k * letter, inner), Gt(inner, 0)), relation="<")
    ),
    at(475, r"$(w^{(k+1)T} w_{opt})^2 \le \lVert w^{(k+1)} \rVert^2$").proved(lambda: projection("<=")),
    at(481, "together: $k^2 u^2 < k R^2$").proved(chained),
    at(483, "$k < R^2/u^2$").proved(
        lambda: only(bound_is(R**2 / gamma**2), bound_is(R**2 / letter**2)), convention=LETTER
    ),
    at(492, r"$k < R/\eta^2$").refuted(
        lambda: repaired(bound_is(R / gamma**2), bound_is(R**2 / gamma**2)), repair=r"$k < R^2/\gamma^2$"
    ),
    at(496, "the projection is increasing faster than the magnitude of w").defines(
        "prose for line 483: the bound of the one grows with k, the bound of the other with the root of k"
    ),
)

CLAIMS = (*CONVERGENCE_CLAIMS, *THEOREM_CLAIMS)
