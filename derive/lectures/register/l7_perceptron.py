"""Claims of Lecture 7, lines 411 to 622 and 760 to 868: discriminants, descent, the perceptron and its convergence.

Examples are y_n, with a constant 1 in front and, for class 2, the opposite sign; a is right about y_n where a.y_n > 0.
The worked examples stand in `l7_runs.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from sympy import (
    Eq,
    Function,
    Ge,
    Gt,
    Integer,
    KroneckerDelta,
    Le,
    Lt,
    MatMul,
    MatrixSymbol,
    Rational,
    Sum,
    Symbol,
    sqrt,
    symbols,
)
from sympy.matrices.exceptions import ShapeError

from derive.calculus import differentiate
from derive.facts import binary, nonnegative
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, computed, derived, only, repaired, shown
from derive.lectures.worked import FIVE_POINTS, dot, not_above_zero, vector
from derive.names import size, tensor

at = partial(At, "l7")
N, D = size("N"), size("D")
n, d, count = symbols("n d k", integer=True)
a, b, u, y, z = (tensor(name, (0, D)) for name in "abuyz")
g, v = tensor("g", (1, D)), tensor("v", (1, D))
Y, m = tensor("Y", (1, N), (0, D)), tensor("m", (1, N))
s, t, change, place = symbols("s t c x", real=True)
eta, gamma, R, k, one, two = symbols("eta gamma R k p q", positive=True)


def product(left: Any, right: Any) -> Any:
    """Return the inner product of two augmented vectors."""
    return Sum(left[d] * right[d], (d, 0, D))


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


DESCENT_CLAIMS = (
    at(411, r"$g(x) = w^t x + w_0$").defines("a linear discriminant function"),
    at(
        414, r"$w^t x + w_0 = a^t y$ for $a = (w_0, w)$ and $y = (1, x)$: a completely equivalent, homogeneous problem"
    ).proved(lambda: augmented(constant=True)),
    at(448, r"the training error is 0 if $g(y_i) > 0$ on class 1 and $g(y_i) < 0$ on class 2").defines(
        "what classified right means, by lines 445 and 446; a score of 0 is of neither class"
    ),
    at(455, r"$a^t y_i < 0$ is equivalent to $a^t (-y_i) > 0$").proved(reflected),
    at(458, r"$y_i 	o -y_i$ for all $y_i$ of class 2").defines(
        "the reflection that the lecture calls normalization"
    ),
    at(
        481, r"$a^t y_i = \sum_{k=0}^d a_k y_i^{(k)} > 0$ for all samples; $(k)$ is also an iteration, in $a^{(k)}$"
    ).defines("what is sought, written with components (again at 556); two meanings of one superscript"),
    at(485, "there can be many solutions: two of them, however weighted, make a third").proved(many_solutions),
    at(502, r"at a minimum $\nabla J(x) = 0$").defines(
        "the equations to solve; line 511 gives two that nobody solves by hand"
    ),
    at(517, r"$\nabla J$ is the direction of steepest increase, $-\nabla J$ of steepest decrease").proved(steepest),
    at(531, r"$x^{(k+1)} = x^{(k)} - \eta^{(k)} \nabla J(x)$").refuted(
        lambda: repaired(update_at(place), update_at(s)), repair=r"$\nabla J(x^{(k)})$ for $\nabla J(x)$"
    ),
    at(531, "$k = k + 1$").refuted(
        lambda: claim_holds(count, count + 1), repair=r"$k \leftarrow k + 1$: an assignment, and no equation"
    ),
    at(535, "where gradient descent ends is a local minimum").refuted(
        stops_at_a_minimum,
        repair="it ends where the gradient vanishes, which may be a saddle or a maximum; a minimum is local at best",
    ),
    at(548, r"if $\eta$ is too large, it may overshoot the minimum and never find it").proved(
        lambda: derived("gradient-descent", "for eta >= 2/L it overshoots: the border is sharp")
    ),
)

SCORE = Sum(a[d] * Y[n, d], (d, 0, D))
CRITERION = -Sum(m[n] * SCORE, (n, 1, N))
WRONG = (binary(m), Le(m[n] * SCORE, 0))
"""m_n is 1 for the examples of the set Y_M, which have no positive score, and 0 for the others."""


def piecewise_constant() -> Finding:
    """Decide whether a change that is smaller than a score leaves its sign, and with it the number of mistakes."""
    right = claim_holds(s + change, 0, (Gt(s, 0), Gt(change, -s)), relation=">")
    return all_of(right, claim_holds(s + change, 0, (Lt(s, 0), Lt(change, -s)), relation="<"))


def criterion_is(relation: str) -> Finding:
    """Decide how the criterion compares with 0."""
    return claim_holds(CRITERION, 0, WRONG, relation=relation)


def distance() -> Finding:
    """Decide whether |a.y|/|a| is the distance of y from the points z with a.z = 0: reached, and by none undercut."""
    square = product(a, a)
    along = product(a, y) / square
    nonzero = Gt(square, 0)
    foot = claim_holds(Sum(a[d] * (y[d] - along * a[d]), (d, 0, D)), 0, nonzero)
    reached = claim_holds(Sum((along * a[d]) ** 2, (d, 0, D)), product(a, y) ** 2 / square, nonzero)
    apart = Sum((y[d] - z[d]) ** 2, (d, 0, D))
    known = (nonzero, Eq(product(a, z), 0))
    return all_of(foot, reached, claim_holds(apart, product(a, y) ** 2 / square, known, relation=">="))


def sum_of_distances(*, from_first: int) -> Finding:
    """Decide whether J_p is |a| times the sum of -a.y/|w|, where w is a from its component `from_first` on."""
    norm = Sum(a[d] ** 2, (d, from_first, D))
    distances = Sum(m[n] * -SCORE / sqrt(norm), (n, 1, N))
    return claim_holds(sqrt(product(a, a)) * distances, CRITERION, (Gt(norm, 0), binary(m)))


def piecewise_linear() -> Finding:
    """Decide whether the criterion of one set Y_M adds up, and grows in proportion."""
    at = [-Sum(m[n] * Sum(weights(d) * Y[n, d], (d, 0, D)), (n, 1, N)) for weights in _weights()]
    return all_of(claim_holds(at[2], at[0] + at[1]), claim_holds(at[3], eta * at[0]))


def _weights() -> tuple[Any, ...]:
    return (lambda i: a[i], lambda i: b[i], lambda i: a[i] + b[i], lambda i: eta * a[i])


def batch_is_single() -> Finding:
    """Decide whether a batch update is a single-sample update on s = sum of Y_M: with margin, radius and mistake.

    With margin gamma and radius R of the examples, s has at least margin gamma (Y_M is not empty), at most radius N R.
    """
    total, few = Sum(m[n] * Y[n, d], (n, 1, N)), Sum(m[n], (n, 1, N))
    margin, radius = Ge(Sum(u[d] * Y[n, d], (d, 0, D)), gamma), Le(Sum(Y[n, d] ** 2, (d, 0, D)), R**2)
    progress = Sum(m[n] * Sum(u[d] * Y[n, d], (d, 0, D)), (n, 1, N))
    length = Sum(total**2, (d, 0, D))
    return all_of(
        claim_holds(progress, gamma * few, (nonnegative(m), margin), relation=">="),
        claim_holds(length, N * few * R**2, (binary(m), radius), relation="<="),
        claim_holds(few, N, binary(m), relation="<="),
        claim_holds(Sum(a[d] * total, (d, 0, D)), 0, WRONG, relation="<="),
    )


def settles() -> Finding:
    """Decide whether rates that are halved each time move the weights by no more than 2 R eta in all.

    By induction: after the next step too, the way gone so far, s, is at most 2 R (eta - t) for the rate t to come.
    """
    after = s + t * R
    return claim_holds(after, 2 * R * (eta - t / 2), Le(s, 2 * R * (eta - t)), relation="<=")


def reaches_a_solution() -> Finding:
    """Decide whether rates that are halved each time get from a = -3 to the solution a > 0 of the one example y = 1.

    By induction: a = -1 - 2 t before the step with the rate t (which is 1 at first), and so again before the next one.
    """
    always = Eq(s, -1 - 2 * t)
    step = claim_holds(s + t, -1 - 2 * (t / 2), always)
    found = claim_holds(s, 0, (always, Gt(t, 0)), relation=">")
    return found if step.outcome == "proved" else step


def harmonic_rates() -> Finding:
    """Decide what the bound needs of the rates 1/k: their squares sum to less than 2, and they sum to any amount.

    After updates at these rates, gamma times their sum is at most R times the root of the sum of their squares. The
    squares: by induction, at most 2 - 1/k. The rates: each of the k from k + 1 to 2k is at least 1/(2k), together 1/2.
    """
    squares = claim_holds(2 - 1 / k + 1 / (k + 1) ** 2, 2 - 1 / (k + 1), relation="<=")
    place_in = symbols("j", positive=True)
    block = claim_holds(1 / place_in, 1 / (2 * k), Le(place_in, 2 * k), relation=">=")
    return all_of(squares, block, claim_holds(k * (1 / (2 * k)), Rational(1, 2)), *weighted_bound())


def weighted_bound() -> tuple[Finding, Finding]:
    """Return what one update at any rate does: gamma eta more along u, R^2 eta^2 more of squared length at most."""
    known = (Ge(product(u, y), gamma), Le(product(y, y), R**2), Le(product(a, y), 0))
    after = Sum((a[d] + eta * y[d]) * u[d], (d, 0, D))
    length = Sum((a[d] + eta * y[d]) ** 2, (d, 0, D))
    along = claim_holds(after, product(a, u) + gamma * eta, known, relation=">=")
    return along, claim_holds(length, product(a, a) + R**2 * eta**2, known, relation="<=")


CRITERIA = (
    at(565, r"$J(a) = |\mathcal{Y}_M(a)|$, the number of misclassified examples").defines(
        "the first criterion; what is misclassified is decided at line 561"
    ),
    at(569, "it is piecewise constant: a change smaller than every score changes nothing").proved(piecewise_constant),
    at(575, r"$J_p(a) = \sum_{y \in Y_M} (-a^t y)$").defines("the perceptron criterion (again at 586)"),
    at(578, "$J_p(a) > 0$").refuted(
        lambda: repaired(criterion_is(">"), criterion_is(">=")),
        repair=r"$J_p(a) \ge 0$: it is 0 where nothing is misclassified, which is the goal",
    ),
    at(579, r"$J_p(a)$ is $\lVert a \rVert$ times the sum of the distances to the decision boundary").proved(
        lambda: only(all_of(distance(), sum_of_distances(from_first=0)), sum_of_distances(from_first=1)),
        convention=r"distances are those of the augmented y; those of x from the line are $|g(x)| / \lVert w \rVert$",
    ),
    at(580, "$J_p(a)$ is piecewise linear: linear where $Y_M$ stays the same").proved(piecewise_linear),
    at(588, r"$\nabla J_p(a) = \sum_{y \in Y_M} (-y)$, the set held fixed").proved(
        lambda: derived(
            "perceptron-gradient", "each score is linear in w, and the set is fixed", "the sign, inside the sum"
        )
    ),
    at(590, r"$\nabla J_p(a) = 0$ cannot be solved analytically because of $Y_M$").defines(
        "that no formula of some kind exists is not something that running code decides"
    ),
    at(591, r"$x^{(k+1)} = x^{(k)} - \eta^{(k)} \nabla J(x)$, once more").refuted(
        lambda: repaired(update_at(place), update_at(s)), repair=r"$\nabla J(x^{(k)})$ for $\nabla J(x)$"
    ),
    at(593, r"$a^{(k+1)} = a^{(k)} + \eta^{(k)} \sum_{y \in Y_M} y$ is a step against that gradient").proved(
        lambda: derived("perceptron-gradient", "minus times minus: the batch rule")
    ),
    at(600, r"$a^{(k+1)} = a^{(k)} + \eta^{(k)} y_M$ (again at 612, 672)").defines(
        "the single-sample rule; a(k) at line 602 is this iterate, too"
    ),
    at(605, r"$y_M$ is misclassified by $a^{(k)}$: $(a^{(k)})^t y_M \le 0$").defines(
        "what misclassified means, other than at line 561: a score of 0 is a mistake"
    ),
    at(607, r"adding $\eta y_M$ moves the hyperplane in the right direction with respect to $y_M$").proved(
        lambda: derived("perceptron-update", "a squared norm is not negative", "and positive unless x = 0")
    ),
)

CONVERGENCE = (
    at(858, "for separable classes and a fixed rate the single-sample rule converges to a correct solution").proved(
        lambda: derived("perceptron-bound-any-start")
    ),
    at(858, "so does the batch rule: its update is a single-sample one, on the sum of the misclassified").proved(
        batch_is_single
    ),
    at(865, r"for classes that are not separable, an appropriate $\eta^{(k)} \to 0$ always ensures convergence").proved(
        lambda: only(settles(), reaches_a_solution()),
        convention=r"convergence means that the weights settle, as they do at rates that are halved each time; "
        r"$\eta^{(k)} \to 0$ does not lead to a solution, not even where there is one",
    ),
    at(866, r"$\eta^{(k)} = \eta^{(1)} / k$").defines("the inverse linear learning rate"),
    at(867, "at that rate, convergence in the separable case can be proven, too").proved(harmonic_rates),
    at(868, "no guarantee that it stopped at a good point, but good reasons for this rate").defines(
        "prose: what makes a point or a reason good is not said"
    ),
)


BALANCE = (2, 0, 11, 7, 6)
"""How often to take each of the five points, so that they sum to zero."""


def not_separable(balance: Sequence[int] = BALANCE) -> Finding:
    """Decide whether no a has positive scores on all examples: taken `balance` times, their scores sum to zero.

    Positive scores, the same number of times, would sum to more than zero.
    """
    weights = [Symbol(f"a_{entry}", real=True) for entry in range(3)]
    scores = [
        sum(Integer(int(label * entry)) * weights[at] for at, entry in enumerate(features))
        for features, label in FIVE_POINTS
    ]
    positive = [Symbol(name, real=True) for name in "pqrs"]
    taken = [number for number in balance if number]
    weighted = sum(number * score for number, score in zip(taken, positive, strict=True))
    zero = claim_holds(sum(number * score for number, score in zip(balance, scores, strict=True)), 0)
    return all_of(zero, claim_holds(weighted, 0, [Gt(score, 0) for score in positive], relation=">"))


def ends_only_at_a_solution() -> Finding:
    """Decide whether a score that the rule leaves alone, not being 0 or less, is positive."""
    scores = [Fraction(-1), Fraction(0), Fraction(1)]
    left_alone = [score for score in scores if not not_above_zero(score, 1)]
    return shown(
        f"of the scores -1, 0 and 1, left alone are {', '.join(map(str, left_alone))}", holds=left_alone == [1]
    )


def rows_multiplied(*, transposed: bool) -> Finding:
    """Decide the product of line 837 as printed, row times row, or with the second one transposed."""
    left, right = MatrixSymbol("y", 1, 3), MatrixSymbol("a", 1, 3)
    try:
        product = MatMul(left, right.T if transposed else right)
    except ShapeError:
        return Finding("refuted", "two 1 x 3 matrices have no product")
    value = dot(vector(-1, -5, -6), vector(0, 1, -4))
    return computed(f"a {product.shape[0]} x {product.shape[1]} product", value, Fraction(19))


POINTS_CLAIMS = (
    at(639, "the samples get an extra feature that is 1").defines("augmentation, by line 433"),
    at(760, "these samples are not separable by a line").proved(not_separable),
    at(837, "$[-1 \\; {-5} \\; {-6}] * [0 \\; 1 \\; {-4}] = 19$").comes_out(
        "agrees to the digits",
        lambda: only(rows_multiplied(transposed=True), rows_multiplied(transposed=False)),
        convention="the second row is transposed, as at lines 803 to 823; "
        "a star between a row and a column is their product",
    ),
    at(844, "there is no solution, so this goes on forever: where the rule ends, all scores are positive").proved(
        lambda: all_of(not_separable(), ends_only_at_a_solution())
    ),
)

CLAIMS = (*DESCENT_CLAIMS, *CRITERIA, *CONVERGENCE, *POINTS_CLAIMS)
