"""Claims of Lecture 7, lines 539 and 561 to 622, 857 to 868: the perceptron criterion, its rules, their convergence.

Examples are y_n, with a constant 1 in front and, for class 2, the opposite sign; a is right about y_n where a.y_n > 0.
The worked examples stand in `l7_students.py` and `l7_points.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from sympy import Eq, Ge, Gt, IndexedBase, Le, Lt, Rational, Sum, sqrt, symbols

from derive.facts import binary, nonnegative
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, only, repaired, shown
from derive.lectures.register.l7_descent import product, update_at
from derive.lectures.worked import Vector, dot, moved, vector
from derive.names import size

L7 = partial(Claim, "l7")
N, D = size("N"), size("D")
n, d = symbols("n d", integer=True)
a, b, m, u, y, z, Y = (IndexedBase(name) for name in ("a", "b", "m", "u", "y", "z", "Y"))
s, t, change, place = symbols("s t c x", real=True)
eta, gamma, R, k = symbols("eta gamma R k", positive=True)

SCORE = Sum(a[d] * Y[n, d], (d, 0, D))
CRITERION = -Sum(m[n] * SCORE, (n, 1, N))
WRONG = (binary(m), Le(m[n] * SCORE, 0))
"""m_n is 1 for the examples of the set Y_M, which have no positive score, and 0 for the others."""


def mistakes(weights: Vector, examples: Sequence[Vector]) -> int:
    """Return the criterion of line 565: how many examples are misclassified."""
    return sum(dot(weights, example) < 0 for example in examples)


def finds_the_way(start: Vector, goal: Vector, examples: Sequence[Vector]) -> Finding:
    """Decide whether the number of mistakes changes near the start, if it is not yet the least."""
    nearby = [moved(start, vector(*direction), Fraction(1, 100)) for direction in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    counts = {mistakes(weights, examples) for weights in (start, *nearby)}
    here, there = ", ".join(map(str, sorted(counts))), mistakes(goal, examples)
    return shown(f"mistakes at the start and all around it: {here}; at a solution: {there}", holds=len(counts) > 1)


def piecewise_constant() -> Finding:
    """Decide whether a change that is smaller than a score leaves its sign, and with it the number of mistakes."""
    right = claim_holds(s + change, 0, (Gt(s, 0), Gt(change, -s)), relation=">")
    return all_of(right, claim_holds(s + change, 0, (Lt(s, 0), Lt(change, -s)), relation="<"))


# The perceptron criterion


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


def rates(start: Vector, right: Vector, wrong: Vector, tried: tuple[str, str]) -> Finding:
    """Decide whether the first rate leaves the misclassified example wrong, and the second makes another one wrong."""
    small, large = (moved(start, wrong, Fraction(rate)) for rate in tried)
    before = f"scores {dot(start, right)} (right) and {dot(start, wrong)} (wrong) before"
    after = f"{dot(small, wrong)} (still wrong) at rate {tried[0]}, {dot(large, right)} (now wrong) at rate {tried[1]}"
    happens = dot(start, right) > 0 > dot(start, wrong) and dot(small, wrong) < 0 and dot(large, right) < 0
    return shown(f"{before}; {after}", holds=happens)


# Convergence


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


NEAR, SOLUTION = vector(0, -1), vector(0, 1)
EXAMPLES = (vector(1, 2), vector(-1, 2))
"""Two examples that `SOLUTION` is right about, and `NEAR` wrong."""

CRITERIA = (
    L7(
        539,
        "gradient descent is applicable to any function",
        "refuted",
        lambda: finds_the_way(NEAR, SOLUTION, EXAMPLES),
        repair="to differentiable functions: for the number of mistakes it is useless, as line 569 says",
    ),
    L7(
        565,
        r"$J(a) = |\mathcal{Y}_M(a)|$, the number of misclassified examples",
        "definition",
        lambda: definition("the first criterion; what is misclassified is decided at line 561"),
    ),
    L7(
        569, "it is piecewise constant: a change smaller than every score changes nothing", "proved", piecewise_constant
    ),
    L7(
        575,
        r"$J_p(a) = \sum_{y \in Y_M} (-a^t y)$",
        "definition",
        lambda: definition("the perceptron criterion (again at 586)"),
    ),
    L7(
        578,
        "$J_p(a) > 0$",
        "refuted",
        lambda: repaired(criterion_is(">"), criterion_is(">=")),
        repair=r"$J_p(a) \ge 0$: it is 0 where nothing is misclassified, which is the goal",
    ),
    L7(
        579,
        r"$J_p(a)$ is $\lVert a \rVert$ times the sum of the distances to the decision boundary",
        "proved",
        lambda: only(all_of(distance(), sum_of_distances(from_first=0)), sum_of_distances(from_first=1)),
        convention=r"distances are those of the augmented y; those of x from the line are $|g(x)| / \lVert w \rVert$",
    ),
    L7(580, "$J_p(a)$ is piecewise linear: linear where $Y_M$ stays the same", "proved", piecewise_linear),
    L7(
        588,
        r"$\nabla J_p(a) = \sum_{y \in Y_M} (-y)$, the set held fixed",
        "proved",
        lambda: derived(
            "perceptron-gradient", "each score is linear in w, and the set is fixed", "the sign, inside the sum"
        ),
    ),
    L7(
        590,
        r"$\nabla J_p(a) = 0$ cannot be solved analytically because of $Y_M$",
        "definition",
        lambda: definition("that no formula of some kind exists is not something that running code decides"),
    ),
    L7(
        591,
        r"$x^{(k+1)} = x^{(k)} - \eta^{(k)} \nabla J(x)$, once more",
        "refuted",
        lambda: repaired(update_at(place), update_at(s)),
        repair=r"$\nabla J(x^{(k)})$ for $\nabla J(x)$",
    ),
    L7(
        593,
        r"$a^{(k+1)} = a^{(k)} + \eta^{(k)} \sum_{y \in Y_M} y$ is a step against that gradient",
        "proved",
        lambda: derived("perceptron-gradient", "minus times minus: the batch rule"),
    ),
    L7(
        600,
        r"$a^{(k+1)} = a^{(k)} + \eta^{(k)} y_M$ (again at 612, 672)",
        "definition",
        lambda: definition("the single-sample rule; a(k) at line 602 is this iterate, too"),
    ),
    L7(
        605,
        r"$y_M$ is misclassified by $a^{(k)}$: $(a^{(k)})^t y_M \le 0$",
        "definition",
        lambda: definition("what misclassified means, other than at line 561: a score of 0 is a mistake"),
    ),
    L7(
        607,
        r"adding $\eta y_M$ moves the hyperplane in the right direction with respect to $y_M$",
        "proved",
        lambda: derived("perceptron-update", "a squared norm is not negative", "and positive unless x = 0"),
    ),
    L7(
        616,
        r"if $\eta$ is too large, a sample that was right may become wrong; if too small, $y_M$ stays wrong (622)",
        "proved",
        lambda: rates(vector(1, -2), vector(1, 0), vector(-1, 1), ("1/2", "2")),
    ),
)

CONVERGENCE = (
    L7(
        858,
        "for separable classes and a fixed rate the single-sample rule converges to a correct solution",
        "proved",
        lambda: derived("perceptron-bound-any-start"),
    ),
    L7(
        858,
        "so does the batch rule: its update is a single-sample one, on the sum of the misclassified",
        "proved",
        batch_is_single,
    ),
    L7(
        865,
        r"for classes that are not separable, an appropriate $\eta^{(k)} \to 0$ always ensures convergence",
        "proved",
        lambda: only(settles(), reaches_a_solution()),
        convention=(
            r"convergence means that the weights settle, as they do at rates that are halved each time; "
            r"$\eta^{(k)} \to 0$ does not lead to a solution, not even where there is one"
        ),
    ),
    L7(
        866,
        r"$\eta^{(k)} = \eta^{(1)} / k$",
        "definition",
        lambda: definition("the inverse linear learning rate"),
    ),
    L7(867, "at that rate, convergence in the separable case can be proven, too", "proved", harmonic_rates),
    L7(
        868,
        "no guarantee that it stopped at a good point, but good reasons for this rate",
        "definition",
        lambda: definition("prose: what makes a point or a reason good is not said"),
    ),
)

CLAIMS = (*CRITERIA, *CONVERGENCE)
"""In the order of their lines."""
