"""Claims of the classification slides, lines 344 to 909: what the perceptron seeks, its descent, voted perceptrons.

A score is w^T x and a label y is +1 for C_1 and -1 for C_2. By line 362 a score of zero belongs to C_2. The run that is
printed is in `cls_runs.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from sympy import Derivative, Eq, Ge, Gt, KroneckerDelta, Le, Lt, Sum, cos, sqrt, symbols
from sympy import pi as half_turn

from derive.facts import binary
from derive.lectures import perceptron
from derive.lectures.perceptron import product
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, derived, only, repaired, shown
from derive.lectures.register.cls_runs import AS_USED, OPPOSED, descent, whole
from derive.lectures.worked import ORIGIN, XOR, Example, Vector, by_sign, sequential, updates
from derive.names import size, tensor

at = partial(At, "cls")
D = size("D")
d = symbols("d", integer=True)
w, x = tensor("w", (1, D)), tensor("x", (1, D))
y, cosine = symbols("y c", real=True)
step, margin = symbols("t b", positive=True)


SCORE = product(w, x)
POSITIVE, NEGATIVE = Eq(y, 1), Eq(y, -1)
IN_C_1, IN_C_2 = Gt(SCORE, 0), Le(SCORE, 0)
"""Lines 360 and 362: what is sought of the score of an instance of each class."""


def above(*facts: Any) -> Finding:
    """Go from a point of the hyperplane up along the last axis: there the score should be positive."""
    score = Sum(w[d] * (x[d] + step * KroneckerDelta(d, D)), (d, 1, D))
    return claim_holds(score, 0, (Eq(SCORE, 0), *facts), relation=">")


def below(*facts: Any) -> Finding:
    """Go from a point of the hyperplane down along the last axis: there the score should be negative."""
    score = Sum(w[d] * (x[d] - step * KroneckerDelta(d, D)), (d, 1, D))
    return claim_holds(score, 0, (Eq(SCORE, 0), *facts), relation="<")


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


def _cosine_in_range() -> Finding:
    """The cosine that line 821 asks for is between -1 and 1, so that there is such an angle."""
    sizes = Gt(product(w, w), 0), Gt(product(x, x), 0)
    cosine_squared = (SCORE / (sqrt(product(w, w)) * sqrt(product(x, x)))) ** 2
    return claim_holds(cosine_squared, 1, sizes, relation="<=")


def _acute_angle() -> Finding:
    """The cosine of an angle below a right one is positive."""
    lengths = sqrt(product(w, w)) * sqrt(product(x, x))
    known = Eq(SCORE, lengths * cosine), Gt(cosine, 0), Gt(product(w, w), 0), Gt(product(x, x), 0)
    return claim_holds(SCORE, 0, known, relation=">")


BOUNDARY = (
    at(344, r"the hyperplane $w^T x = 0$").defines("the boundary of the two classes"),
    at(346, r"any point above the hyperplane has $w^T x > 0$").proved(
        lambda: only(above(Gt(w[D], 0)), above()),
        convention=r"above is where w points to: the weight of the vertical axis is positive",
        repair="the side that w points to",
    ),
    at(347, r"any point below the hyperplane has $w^T x < 0$").proved(
        lambda: only(below(Gt(w[D], 0)), below()),
        convention=r"above is where w points to: the weight of the vertical axis is positive",
        repair="the side that w points away from",
    ),
    at(360, r"$g(x) = w^T x$; it is sought that $w^T x_i > 0$ in $C_1$ and $w^T x_i \le 0$ in $C_2$").defines(
        "what the perceptron looks for; a score of zero belongs to $C_2$"
    ),
    at(369, r"$y(x) = f(w^T x)$").defines("the model: a function of the linear score"),
    *(
        at(
            line, r"$w^T x_i > 0$ in $C_1$ and $w^T x_i \le 0$ in $C_2$ is equivalent to $w^T x_i y_i \ge 0$ for all i"
        ).refuted(
            lambda: all_of(_follows(), repaired(classified(Ge(SCORE * y, 0)), _no_ties())),
            repair=r"it implies it; $w^T x_i y_i > 0$ is equivalent to $w^T x_i > 0$ in $C_1$ and $< 0$ in $C_2$",
        )
        for line in (383, 813)
    ),
)

SOLUTIONS = (
    at(821, r"$w^T x = \|w\| \|x\| \cos \alpha$").proved(_cosine_in_range),
    at(823, r"$\alpha = \pi/2$: $w^T x = 0$").proved(
        lambda: claim_holds(sqrt(product(w, w)) * sqrt(product(x, x)) * cos(half_turn / 2), 0)
    ),
    at(824, r"$|\alpha| < \pi/2$: $w^T x > 0$, for w and x other than 0").proved(_acute_angle),
    at(
        830,
        r"any w with $w^T x_i y_i \ge 0$ for all i (line 828), the solution region, classifies all instances correctly",
    ).refuted(
        lambda: repaired(solves(Ge(SCORE * y, 0)), solves(Gt(SCORE * y, 0))),
        repair=r"$w^T x_i y_i > 0$; $w = 0$ is no solution",
    ),
    at(837, "solution vectors are not unique").proved(_another_solution),
    at(846, r"w with $w^T x_i y_i \ge b$ for all i, where $b > 0$, is a solution vector").proved(
        lambda: solves(Ge(SCORE * y, margin))
    ),
    at(850, "a solution with a margin is more likely to classify new instances correctly").defines(
        "a statement about instances that are not there; it needs a model of where they come from"
    ),
)


k = symbols("k", integer=True)
g, u = tensor("g", (1, D)), tensor("u", (1, D))
norm, rate, rate_2, steepness = symbols("r eta eta_2 L", positive=True)

OUTVOTED: Sequence[Example] = (*OPPOSED, OPPOSED[0])
"""One point with both labels, the positive one twice."""


def _misclassified() -> Finding:
    """Case 1 and case 2: an instance on the wrong side."""
    return all_of(
        claim_holds(-SCORE * y, 0, (POSITIVE, Le(SCORE, 0)), relation=">="),
        claim_holds(-SCORE * y, 0, (NEGATIVE, Gt(SCORE, 0)), relation=">="),
    )


def _no_error_outside() -> Finding:
    """The terms of the criterion, with an indicator m_n of the misclassified instances."""
    inside = perceptron.m[perceptron.n]
    term = inside * perceptron.SCORE * perceptron.Y[perceptron.n]
    return claim_holds(term, 0, (binary(perceptron.m), Eq(inside, 0)))


def _batch_update() -> Finding:
    entry = perceptron.w[perceptron.j]
    by_gradient = entry - perceptron.eta * Derivative(perceptron.CRITERION, entry)
    return claim_holds(by_gradient, entry + perceptron.eta * perceptron.DIRECTION)


def _steepest() -> Finding:
    """Along a unit vector u the slope g^T u is between -|g| and |g|; it is -|g| along -g."""
    squared, against = product(g, g), Eq(u[d], -g[d] / norm, evaluate=False)
    return all_of(
        claim_holds(product(g, u) ** 2, squared, Eq(product(u, u), 1), relation="<="),
        claim_holds(product(g, u), -norm, (against, Eq(squared, norm**2))),
    )


def rate_by_step(*facts: Any) -> Finding:
    """Compare the update with a rate of its own for step k, of T, with that of a constant rate."""
    rates = tensor("eta_k", (1, size("T")))
    return claim_holds(w[d] - rates[k] * g[d], w[d] - rate * g[d], facts and (Eq(rates[k], rate, evaluate=False),))


def falls_on(examples: Sequence[Example], parts: int) -> Finding:
    """Look whether the criterion falls, or stays, at every step of a run from w = 1 at the rate 2/parts."""
    _, values = descent(examples, parts)
    where = next((at for at in range(1, len(values)) if values[at] > values[at - 1]), None)
    if where is None:
        return shown(f"at the rate 2/{parts} the criterion falls, from {values[0]} to {values[-1]}", holds=True)
    what = f"at the rate 2/{parts} it rises at step {where}, from {values[where - 1]} to {values[where]}"
    return shown(what, holds=False)


def _fixed_set_falls() -> Finding:
    return derived("perceptron-gradient", "the criterion is linear on a fixed set", "a sum of squares is not negative")


def _smaller_rate_is_slower() -> Finding:
    """On L w^2 / 2 a step multiplies the error by (1 - eta L)^2: below 1/L, a smaller rate leaves more of it."""
    ordered = Le(rate, rate_2), Le(rate_2 * steepness, 1)
    return claim_holds((1 - rate * steepness) ** 2, (1 - rate_2 * steepness) ** 2, ordered, relation=">=")


CRITERION = (
    at(399, r"$E_p(w) = -\sum_{i \in M} w^T x_i y_i$, over the set M of the misclassified instances").defines(
        "the perceptron criterion"
    ),
    at(403, "an instance that is classified correctly adds no error").proved(_no_error_outside),
    at(405, r"$-w^T x_i y_i \ge 0$ for any misclassified instance").proved(_misclassified),
    at(413, r"case 1: $y_i = 1$ and $w^T x_i \le 0$, hence $w^T x_i y_i \le 0$").proved(
        lambda: claim_holds(SCORE * y, 0, (POSITIVE, Le(SCORE, 0)), relation="<=")
    ),
    at(414, r"case 2: $y_i = -1$ and $w^T x_i > 0$, hence $w^T x_i y_i < 0$").proved(
        lambda: claim_holds(SCORE * y, 0, (NEGATIVE, Gt(SCORE, 0)), relation="<")
    ),
    at(422, r"$w^{k+1} = w^k - \eta \nabla E_p(w^k)$, and again at 432 and 443").defines(
        "the update rule of gradient descent"
    ),
    at(434, r"a function decreases fastest along its negative gradient").proved(_steepest),
    at(437, r"for small $\eta$: $E_p(w^0) \ge E_p(w^1) \ge E_p(w^2) \ge \dots$").proved(
        lambda: only(_fixed_set_falls(), falls_on(OUTVOTED, 201)),
        convention="M does not change in a step; however small the rate, it does so in the end, and $E_p$ may rise",
    ),
    at(445, r"the rate is $\eta^k$, while the rule of line 443 has $\eta$").proved(
        lambda: only(rate_by_step(rate), rate_by_step()),
        convention=r"$\eta^k = \eta$ for all k",
        repair=r"$w^{k+1} = w^k - \eta^k \nabla E_p(w^k)$",
    ),
    at(447, r"$\nabla E_p(w) = -\sum_{i \in M} x_i y_i$, where M is held fixed").proved(
        lambda: claim_holds(Derivative(perceptron.CRITERION, perceptron.w[perceptron.j]), -perceptron.DIRECTION)
    ),
    at(451, r"$w^{k+1} = w^k + \eta \sum_{i \in M} x_i y_i$").proved(_batch_update),
)

ALGORITHMS = (
    at(
        466,
        "the batch size is the number of instances worked through before an update; an epoch is one cycle through all",
    ).defines("names; at size N it is batch training, at size 1 sequential training"),
    at(796, r"a rate $\eta$ that is too small takes long to converge").proved(_smaller_rate_is_slower),
    at(797, r"with a rate $\eta$ that is too large it may fail to converge").proved(
        lambda: claim_holds((1 - rate * steepness) ** 2, 1, Ge(rate * steepness, 2), relation=">=")
    ),
    at(798, "the most commonly used rates are 0.001, 0.01 and 0.1").defines(
        "a statement about habits, which no computation decides"
    ),
)


def never_ends(examples: Sequence[Example]) -> Finding:
    """Look for weights that come back at the same instance, with an update in between: then it goes on like that."""
    seen = dict[tuple[int, Vector], int]()
    run = sequential(examples, ORIGIN, by_sign(AS_USED), most=1000)
    for at, fed in enumerate(run):
        first = seen.setdefault((fed.number, fed.weights), at)
        if updates(run[first + 1 : at + 1]):
            return shown(f"after steps {first + 1} and {at + 1} the weights are {whole(fed.weights)}", holds=True)
    return shown(f"the run ends, or has not come back after {len(run)} steps", holds=False)


def _scores_add_up() -> Finding:
    """The scores of the points of XOR with label 1 add up to those with label -1: they have no different signs."""
    w_0, w_1, w_2 = symbols("w_0 w_1 w_2", real=True)
    return claim_holds((w_0 + w_1) + (w_0 + w_2), w_0 + (w_0 + w_1 + w_2))


def _one_average() -> Finding:
    """The averaged perceptron decides as the single vector sum of c_i w_i does."""
    i, k = symbols("i", integer=True), size("k")
    c, w = tensor("c", (1, k)), tensor("w", (1, k), (1, D))
    scores = Sum(c[i] * Sum(w[i, d] * x[d], (d, 1, D)), (i, 1, k))
    return claim_holds(scores, Sum(Sum(c[i] * w[i, d], (i, 1, k)) * x[d], (d, 1, D)))


VOTED_CLAIMS = (
    at(857, "on data that are not linearly separable, nothing guarantees that the perceptron converges").proved(
        lambda: all_of(_scores_add_up(), never_ends(XOR))
    ),
    at(905, r"voted: $s = \sum_{i=1}^k c_i \mathrm{sign}(w_i^T x)$, $\hat y = \mathrm{sign}(s)$").defines(
        "a vote of all vectors, each with its count; a tie is decided by the sign of zero"
    ),
    at(
        909,
        r"averaged: $\hat y = \mathrm{sign}(\sum_{i=1}^k c_i (w_i^T x))$, as a single vector $\sum_i c_i w_i$ decides",
    ).proved(_one_average),
)


def linear(*weights: int) -> Finding:
    """Decide whether the score under these weights is x_1 + x_2."""
    x_1, x_2 = symbols("x_1 x_2", real=True)
    return claim_holds(weights[0] + weights[1] * x_1 + weights[2] * x_2, x_1 + x_2)


RUN_CLAIMS = (
    at(574, r"$w^{k+1} = w^k + x_i y_i$ if $x_i$ is misclassified; $w^0 = 0$, $\eta = 1$, label 0 is coded -1").defines(
        "the rule of the run that follows, and where it starts"
    ),
    at(788, r"$w^T x = x_1 + x_2$").proved(lambda: linear(0, 1, 1)),
)

CLAIMS = (*BOUNDARY, *SOLUTIONS, *CRITERION, *ALGORITHMS, *VOTED_CLAIMS, *RUN_CLAIMS)
