"""Claims of CS 4602, lines 320 to 553: the margin, its quadratic program and dual, kernels, the soft margin.

A kernel is an inner product of features only if its matrix is positive semidefinite, which is decided of each.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sympy import (
    Add,
    Eq,
    Ge,
    Gt,
    Integer,
    KroneckerDelta,
    Le,
    Lt,
    MatMul,
    MatrixSymbol,
    Max,
    Mul,
    Sum,
    Symbol,
    sqrt,
    symbols,
    tanh,
)

from derive.derivation import Chain, Induction
from derive.facts import sign
from derive.lectures.perceptron import product
from derive.lectures.register.claim import (
    At,
    Finding,
    all_of,
    claim_holds,
    decided,
    derived,
    equivalent,
    only,
    refused,
    repaired,
)
from derive.lectures.svm import BALANCED, HARD
from derive.names import size, tensor

at = partial(At, "cs4602")
N, D = size("N"), size("D")
n, m, i, d = symbols("n m i d", integer=True)
X = tensor("X", (1, N), (1, D))
w, x, plus, minus = (tensor(name, (1, D)) for name in ("w", "x", "x^+", "x^-"))
y, alpha, c, s = (tensor(name, (1, N)) for name in ("y", "alpha", "c", "s"))
label, score, b, bound = symbols("y f b c", real=True)
r, q = symbols("r q", positive=True)
price = symbols("alpha", nonnegative=True)

STATIONARY = Eq(w[d], Sum(alpha[n] * y[n] * X[n, d], (n, 1, N)))
EXPANSION = Sum(alpha[n] * y[n] * Sum(X[n, d] * x[d], (d, 1, D)), (n, 1, N)) + b
SUPPORT = Eq(s[n] * alpha[n], alpha[n])
"""The mark s is 1 for support vectors, where alpha is not 0, and 0 for the others."""


PLANES = Eq(product(w, plus) + b, 1), Eq(product(w, minus) + b, -1)


def _difference(shown: int) -> Finding:
    return claim_holds(Sum(w[d] * (plus[d] - minus[d]), (d, 1, D)), shown, PLANES)


def _margin(numerator: int) -> Finding:
    """The way from x^- to x^+ along w / |w|."""
    length = sqrt(product(w, w))
    return claim_holds(Sum((plus[d] - minus[d]) * w[d], (d, 1, D)) / length, numerator / length, PLANES)


def _one_condition(least: int) -> Finding:
    """Decide whether f >= 1 for y = +1 and f <= -1 for y = -1 is the same as y f >= `least`, both ways."""
    sides, product = ((Eq(label, 1), Ge(score, 1)), (Eq(label, -1), Le(score, -1))), Ge(label * score, least)
    there = (claim_holds(label * score, least, case, relation=">=") for case in sides)
    back = (claim_holds(side.lhs, side.rhs, (which, product), relation=side.rel_op) for which, side in sides)
    return all_of(*there, *back)


def _shortest_is_widest() -> Finding:
    """Any two lengths r and q are in opposite orders by 2/|w| and by |w|^2 / 2."""
    wider, smaller = Ge(2 / r, 2 / q), Le(r**2 / 2, q**2 / 2)
    return equivalent(
        claim_holds(2 / r, r**2 / 2),
        claim_holds(r, q, wider, relation="<="),
        claim_holds(r**2 / 2, q**2 / 2, Le(r, q), relation="<="),
        claim_holds(r, q, smaller, relation="<="),
        claim_holds(2 / r, 2 / q, Le(r, q), relation=">="),
    )


def _concave() -> Finding:
    """Minus the quadratic part of W is a sum of squares, so a local maximum is a global one."""
    inner = Sum(X[n, d] * X[m, d], (d, 1, D))
    return claim_holds(Sum(c[n] * c[m] * y[n] * y[m] * inner, (n, 1, N), (m, 1, N)), 0, relation=">=")


def _bounded_for_one_point() -> Finding:
    """Ask for a bound of W for one point with both labels, where alpha_1 = alpha_2 by line 420."""
    labels = (1, -1)
    quadratic = sum(price**2 * one * two * product(x, x) for one in labels for two in labels)
    return claim_holds(price + price - quadratic / 2, bound, relation="<=")


def boundary(at: Any) -> Finding:
    """Compare w.`at` + b with the expansion of f in the examples, which is f at x."""
    return claim_holds(Sum(w[d] * at, (d, 1, D)) + b, EXPANSION, STATIONARY)


def _support_vectors_only(mark: Any) -> Finding:
    marked = Sum(s[n] * alpha[n] * y[n] * Sum(X[n, d] * x[d], (d, 1, D)), (n, 1, N)) + b
    return claim_holds(product(w, x) + b, marked, (STATIONARY, *mark))


MARGIN_CLAIMS = (
    at(320, r"$f(x, w, b) = \mathrm{sign}(wx + b)$").defines(
        "the classifier; wx is the inner product, written w^T x elsewhere"
    ),
    at(349, "the margin is the width by which the boundary may grow before it touches an example").defines(
        "the margin is defined"
    ),
    at(372, "only support vectors matter, the other examples may be left out").proved(
        lambda: derived("svm-dual", "there is none: complementary slackness", "support vectors only")
    ),
    at(386, r"$w (x^+ - x^-) = 2$ for $w x^+ + b = 1$ and $w x^- + b = -1$").proved(lambda: _difference(2)),
    at(388, r"$M = (x^+ - x^-) \cdot w / |w| = 2 / |w|$").proved(lambda: all_of(_margin(2), derived("svm-margin"))),
    at(
        398, r"$w x_i + b \ge 1$ for $y_i = +1$ and $\le -1$ for $y_i = -1$ is $y_i (w x_i + b) \ge 1$ for all i"
    ).proved(lambda: _one_condition(1)),
    at(408, r"to maximise $2 / |w|$ is the same as to minimise $\frac{1}{2} w^T w$").equivalent(_shortest_is_widest),
    at(412, r"minimise $\Phi(w) = \frac{1}{2} w^T w$ subject to $y_i (w x_i + b) \ge 1$").defines(
        "the quadratic program; the letter is a feature map at line 466"
    ),
    at(
        418, r"maximise $W(\alpha) = \sum_i \alpha_i - \frac{1}{2} \sum_{i,j} \alpha_i \alpha_j y_i y_j x_i^T x_j$"
    ).proved(lambda: derived("svm-dual")),
    at(420, r"the constraint $\sum_i \alpha_i y_i = 0$: it makes the Lagrangian stationary in b").proved(
        lambda: claim_holds(HARD.stationarity(b), 0, BALANCED)
    ),
    at(423, r"a global maximum of $W(\alpha)$ can always be found").proved(
        lambda: only(_concave(), _bounded_for_one_point()),
        convention="the examples are separable; for one point with both labels W grows without bound",
    ),
    at(426, r"$w = \sum_i \alpha_i y_i x_i$: it makes the Lagrangian stationary in w").proved(
        lambda: claim_holds(HARD.stationarity(w[d]), 0, STATIONARY)
    ),
    at(431, r"the decision boundary: $w x_i + b = \sum_{i \in SV} \alpha_i y_i (x_i^T x) + b$").refuted(
        lambda: repaired(boundary(X[i, d]), boundary(x[d])), repair="$w x + b$ on the left: i is bound on the right"
    ),
    at(433, r"$y = \mathrm{sign}(\sum_{i \in SV} \alpha_i y_i (x_i^T x) + b)$").proved(
        lambda: _support_vectors_only((SUPPORT,))
    ),
)

P = size("P")
T, U = tensor("T", (1, N), (1, N)), tensor("U", (1, N), (1, N))
augmented = tensor("X", (1, N), (0, D))
p = Symbol("p", integer=True, nonnegative=True)
beta_0, beta_1 = symbols("beta_0 beta_1", real=True)
C_1, C_2, xi_1, xi_2, w_1, w_2 = symbols("C_1 C_2 xi_1 xi_2 q_1 q_2", real=True)


def _form(entry: Any) -> Any:
    """Return the quadratic form of a kernel matrix."""
    return Sum(c[n] * c[m] * entry, (n, 1, N), (m, 1, N))


def _own_feature() -> Finding:
    """Give each example a feature of its own, with its label as the weight: then y f is 1 everywhere."""
    return claim_holds(y[n] * Sum(y[m] * KroneckerDelta(n, m), (m, 1, N)), 1, sign(y))


def _both_labels() -> Finding:
    """Ask for an f that is right at one point, and right there for the other label too."""
    return claim_holds(-label * score, 0, (sign(label), Gt(label * score, 0)), relation=">")


def _six(vector: Any, root: Any) -> list[Any]:
    first, second = vector[1], vector[2]
    return [Integer(1), first**2, root * first * second, second**2, root * first, root * second]


def _quadratic_kernel(root: Any) -> Finding:
    """Decide the three rows of line 477, for a factor `root` in front of the mixed and the linear features."""
    x, z = tensor("x", (1, 2)), tensor("z", (1, 2))
    one, two, three, four = x[1], x[2], z[1], z[2]
    expanded = (
        1 + one**2 * three**2 + 2 * one * three * two * four + two**2 * four**2 + 2 * one * three + 2 * two * four
    )
    features = (Mul(left, right, evaluate=False) for left, right in zip(_six(x, root), _six(z, root), strict=True))
    rows = (1 + one * three + two * four) ** 2, expanded, Add(*features, evaluate=False)
    return all_of(claim_holds(rows[0], rows[1]), claim_holds(rows[1], rows[2]))


def _as_rows() -> Finding:
    left, right = MatrixSymbol("u", 1, 6), MatrixSymbol("v", 1, 6)
    return refused(lambda: claim_holds(MatMul(left.T, right), Sum(left[0, d] * right[0, d], (d, 0, 5))))


def _input_weights() -> Finding:
    """Let the engine multiply weights with D entries and features with P entries."""
    weights, features = MatrixSymbol("w", D, 1), MatrixSymbol("phi", P, 1)
    product = MatMul(weights.T, features)
    return refused(lambda: claim_holds(product, product))


def _linear() -> Finding:
    return claim_holds(_form(Sum(X[n, d] * X[m, d], (d, 1, D))), 0, relation=">=")


def _powers() -> Finding:
    """Show by induction, for all weights at once, that (1 + x.z)^p is positive semidefinite; x_0 = 1 gives the 1."""
    inner = Sum(augmented[n, d] * augmented[m, d], (d, 0, D))
    start, update = Eq(T[n, m], 1), Eq(U[n, m], T[n, m] * inner)
    power = Induction(lambda state, steps: Eq(state[n, m], inner**steps), p, start, update)
    at = ((c[n], c[n] * augmented[n, d]),)
    positive = Induction(lambda state, _: Ge(_form(state[n, m]), 0), p, start, update, at=at)
    chain = Chain("polynomial-kernel", "Powers of inner products are positive semidefinite")
    for induction in (power, positive):
        _ = chain.induct(induction, by=())
    return all_of(*(decided(step.verdict) for step in chain.steps if step.verdict is not None))


SLACK = Max(0, 1 - label * score)
"""The least slack that line 551 allows, for an example with label y and output f."""


def _slack(value: Any, where: Any, relation: str = "") -> Finding:
    """Decide whether the slack is `value` wherever something is known of y f; equal, if no relation is given."""
    known = (sign(label), where)
    return all_of(*(claim_holds(SLACK, value, known, relation=r) for r in ([relation] if relation else ["<=", ">="])))


def _distance(where: Any) -> Finding:
    """Both are nonnegative, so that the slack is |y - f| where the squares agree."""
    margin = 1 - label * score
    return all_of(
        _slack(margin, where), claim_holds(margin**2, (label - score) ** 2, sign(label)), _slack(0, where, ">=")
    )


def _more_costly() -> Finding:
    """Two solutions, for C_1 < C_2, with squared norms 2 q_1 and 2 q_2: the sums of slacks are the other way round."""
    first = Le(w_1 + C_1 * xi_1, w_2 + C_1 * xi_2)
    second = Le(w_2 + C_2 * xi_2, w_1 + C_2 * xi_1)
    return claim_holds((C_2 - C_1) * (xi_2 - xi_1), 0, (first, second), relation="<=")


KERNELS_CLAIMS = (
    at(455, "the inputs can always be mapped to a space where the training set is separable").proved(
        lambda: only(_own_feature(), _both_labels()), convention="no input occurs with both labels"
    ),
    at(468, r"$K(x_i, x_j) = \phi(x_i)^T \phi(x_j)$").defines("a kernel is an inner product of features"),
    at(
        477,
        r"$(1 + x^T z)^2 = \phi(x)^T \phi(z)$, $\phi=[1, x_1^2, \sqrt{2} x_1 x_2, x_2^2, \sqrt{2} x_1, \sqrt{2} x_2]$",
    ).proved(
        lambda: only(_quadratic_kernel(sqrt(2)), _as_rows()),
        convention="the brackets are columns, though they are written as rows",
        repair=r"$\phi(x) = [1, x_1^2, \dots]^T$",
    ),
    at(481, r"decision with a kernel: $w = \sum_i \alpha_i y_i x_i$").proved(
        lambda: only(derived("svm-kernel-dual", "stationary in w"), _input_weights()),
        convention=r"$x_i$ stands for $\phi(x_i)$: weights of inputs do not fit features",
        repair=r"$w = \sum_i \alpha_i y_i \phi(x_i)$",
    ),
    at(483, r"the decision boundary: $w x_i + b = \sum_{i \in SV} \alpha_i y_i (x_i^T x) + b$").refuted(
        lambda: repaired(boundary(X[i, d]), boundary(x[d])), repair="$w x + b$ on the left, as at line 431"
    ),
    at(487, r"$y = \mathrm{sign}(\sum_{i \in SV} \alpha_i y_i (\varphi(x_i)^T \varphi(x)) + b)$").proved(
        lambda: derived("svm-kernel-dual", "w put in")
    ),
    at(494, r"$x_i^T x_j$ is a kernel").proved(_linear),
    at(495, r"$(1 + x_i^T x_j)^p$ is a kernel").proved(_powers),
    at(498, r"$\exp(-\lVert x_i - x_j \rVert^2 / (2 \sigma^2))$ is a kernel").proved(
        lambda: derived("kernel-gaussian")
    ),
    at(500, r"$\tanh(\beta_0 x_i^T x_j + \beta_1)$ is a kernel").refuted(
        lambda: claim_holds(c[1] ** 2 * tanh(beta_0 * x[1] ** 2 + beta_1), 0, relation=">="),
        repair=r"an inner product of features only for some $\beta_0$ and $\beta_1$, whatever its use in practice",
    ),
    at(508, "the kernel takes the place of the inner product").proved(lambda: derived("svm-kernel-dual")),
    at(530, r"minimise $\frac{1}{2} w^T w + C \sum_k \xi_k$").defines(
        "the objective; the number of slacks, written M, is that of the examples"
    ),
    at(532, r"$\xi_i = 0$ for examples that are correctly classified").refuted(
        lambda: repaired(_slack(0, Gt(label * score, 0)), _slack(0, Ge(label * score, 1))),
        repair=r"for examples on or beyond their margin, $t_i y(x_i) \ge 1$",
    ),
    at(533, r"$\xi_i = |t_i - y(x_i)|$ for the others").proved(
        lambda: only(_distance(Le(label * score, 1)), _distance(Ge(label * score, 1))),
        convention=r"the others are those with $t_i y(x_i) \le 1$; $t_i$ is $y_i$, and $y(x_i)$ is $w^T x_i + b$",
    ),
    at(534, r"$\xi_i = 1$ on the decision boundary").proved(lambda: _slack(1, Eq(score, 0))),
    at(535, r"$\xi_i > 1$ for examples that are misclassified").proved(
        lambda: only(_slack(1, Lt(label * score, 0), ">"), _slack(1, Le(label * score, 0), ">")),
        convention="an example on the boundary is not misclassified; by line 62, one of $C_2$ is, and its slack is 1",
    ),
    at(549, "the program with slacks has the dual of line 418, in a box").proved(lambda: derived("svm-soft-dual")),
    at(
        551,
        r"$y_i (w^T x_i + b) \ge 1 - \xi_i$ and $\xi_i \ge 0$: the least slacks are $\max(0, 1 - y_i (w^T x_i + b))$",
    ).proved(lambda: derived("svm-hinge")),
    at(553, "C controls overfitting; what can be decided of it: a larger C leaves no larger sum of slacks").proved(
        _more_costly
    ),
)

CLAIMS = (*MARGIN_CLAIMS, *KERNELS_CLAIMS)
