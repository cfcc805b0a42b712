"""Claims of a first course in machine learning: *two sides, a right side that is false, facts*, at every size.

What the derivations of the lectures prove is not here a second time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Derivative, Eq, Expr, Function, KroneckerDelta, Subs, Symbol, exp, log, pi

from derive import differentiate, gradient, hessian, prove, sigmoid, symmetric, tensor
from tests import cases
from tests.cases import (
    LEAST_SQUARES,
    SPREAD,
    A,
    D,
    N,
    S,
    X,
    a,
    c,
    d,
    dot,
    i,
    j,
    k,
    m,
    n,
    o,
    p,
    q,
    residual,
    score,
    softmax,
    total,
    u,
    v,
    w,
    x,
    y,
    z,
)
from tests.checked import status

SLOPE = sigmoid(a) * (1 - sigmoid(a))
CENTRE, VARIANCE = Symbol("mu", real=True), Symbol("s2", positive=True)
SQUARES = total((x[n] - CENTRE) ** 2, n)
SCORE = differentiate(total(-((x[n] - CENTRE) ** 2) / (2 * VARIANCE) - log(2 * pi * VARIANCE) / 2, n), VARIANCE)
MULTIPLIER = Symbol("lambda", real=True)
LOSS, OTHER = Function("f"), Symbol("q", integer=True)
BETWEEN = total(w[i] * A[i, p] * w[p], i, p)
LEFT, RIGHT = total(A[j, p] * w[p], p) * SPREAD, total(S[j, p] * w[p], p) * BETWEEN
# support vector machines, principal components
PCA = total(u[i] * S[i, p] * u[p], i, p) - MULTIPLIER * (dot(u, u) - 1)
EIGEN = Eq(total(S[j, p] * u[p], p), MULTIPLIER * u[j])
# regression
FIT = -2 * total(residual(n) * X[n, j], n)
INVERSE = tensor("G", (1, D), (1, D))
OLS = (Eq(total(total(X[n, i] * X[n, p], n) * INVERSE[p, q], p), KroneckerDelta(i, q)),)


def hat(row: Symbol, column: Symbol) -> Expr:
    """Return the entry of X (X'X)^-1 X'."""
    return total(X[row, d] * INVERSE[d, i] * X[column, i], d, i)


def slope_of(at: Expr, order: int) -> Expr:
    """Return the derivative of the unknown loss, taken at an expression."""
    argument = Symbol("s", real=True)
    return Subs(Derivative(LOSS(argument), (argument, order)), argument, at)


def of_loss(order: int) -> Expr:
    """Return the sum of that derivative times two features."""
    return total(slope_of(score(n), order) * X[n, i] * X[n, j], n)


LEFT_OVER = y[n] - total(hat(n, o) * y[o], o)
YY, EXPLAINED = total(y[n] ** 2, n), total(y[n] * hat(n, m) * y[m], n, m)
CLAIMS: dict[str, Callable[[], tuple[Any, ...]]] = {
    "sigma'' = sigma (1 - sigma) (1 - 2 sigma)": lambda: (
        *(differentiate(differentiate(sigmoid(a), a), a), SLOPE * (1 - 2 * sigmoid(a)), SLOPE * (1 - sigmoid(a))),
    ),
    "a number added to all logits changes nothing": lambda: (
        *(exp(z[k] + a) / total(exp(z[c] + a), c), softmax(k), exp(z[k] + a) / total(exp(z[c]), c)),
    ),
    "the score of the variance is -N/(2v) + sum_n (x_n - mu)^2/(2v^2)": lambda: (
        SCORE,
        *(sign * N / (2 * VARIANCE) + SQUARES / (2 * VARIANCE**2) for sign in (-1, 1)),
    ),
    "multiplied out it is S - N v, and N - 1 in place of N is wrong": lambda: (
        *(2 * VARIANCE**2 * SCORE, SQUARES - N * VARIANCE, SQUARES - (N - 1) * VARIANCE),
    ),
    "the Hessian of sum_n f(a_n) is sum_n f''(a_n) x_ni x_nj": lambda: (
        *(hessian(total(LOSS(score(n)), n), w)[i, j], of_loss(2), of_loss(1)),
    ),
    "the gradient of w'Aw / w'Sw is 2 (Aw (w'Sw) - Sw (w'Aw)) / (w'Sw)^2, of symmetric A and S": lambda: (
        differentiate(BETWEEN / SPREAD, w[j]),
        *(2 * (LEFT + sign * RIGHT) / SPREAD**2 for sign in (-1, 1)),
        *(symmetric(A), symmetric(S)),
    ),
    "the gradient of u'Su - lambda (u'u - 1) vanishes where Su = lambda u": lambda: (
        *(differentiate(PCA, u[j]), 0, u[j], symmetric(S), EIGEN),
    ),
    "the variance along a unit eigenvector is lambda": lambda: (
        *(total(u[i] * S[i, p] * u[p], i, p), MULTIPLIER, 2 * MULTIPLIER, EIGEN, Eq(dot(u, u), 1)),
    ),
    "`gradient` is the family of -2 sum_n (y_n - w.x_n) x_nj, taken at any index": lambda: (
        *(gradient(LEAST_SQUARES, w)[j], FIT, FIT / 2),
    ),
    "the hat matrix is its own square": lambda: (*(total(hat(n, o) * hat(o, m), o), hat(n, m), 2 * hat(n, m), *OLS),),
    "the residuals are orthogonal to every column of X": lambda: (
        *(total(X[n, j] * LEFT_OVER, n), 0, total(X[n, j] * y[n], n), *OLS),
    ),
    "RSS = y'y - y'Hy": lambda: (total(LEFT_OVER**2, n), YY - EXPLAINED, YY + EXPLAINED, *OLS),
}


def test_claims_are_proved_and_neighbouring_lies_are_not() -> None:
    """With one sign, factor or index altered each is refuted; under an assumed equation at least not proved."""
    wrong: dict[str, object] = {}
    for name, make in CLAIMS.items():
        lhs, rhs, lie, *facts = make()
        lies = {"refuted", "undecided"} if any(isinstance(fact, Eq) for fact in facts) else {"refuted"}
        got = (status(lhs, rhs, assuming=tuple(facts)), status(lhs, lie, assuming=tuple(facts)))
        wrong |= {} if got[0] == "proved" and got[1] in lies else {name: got}

    assert wrong == {}


def test_a_definition_put_in_keeps_its_sum_apart_from_those_around() -> None:
    """Under a derivative inside of a sum: else A[j, j] sum_i u_i would be proved."""
    slope, defined = total(u[i] * Derivative(v[i], w[j]), i), Eq(v[i], total(A[i, p] * w[p], p))
    twice = total(u[i] * Derivative(dot(v, v), w[j]) * v[i], i)

    assert prove(slope, total(u[i] * A[i, j], i), defined, recheck=True).word == "proved"
    assert prove(slope, A[j, j] * total(u[i], i), defined).word != "proved"
    assert prove(twice, 2 * total(v[p] * A[p, j], p) * dot(u, v), defined, recheck=True).word == "proved"


def test_equalities_of_the_table() -> None:
    """The thirteen equalities of the benchmark are proved; none survives one more term on the right."""
    found = {
        case.name: [status(case.lhs, rhs, assuming=case.assuming) for rhs in (case.rhs, case.rhs + a)]
        for case in cases.EQUALITIES
    }

    assert found == {case.name: ["proved", "refuted"] for case in cases.EQUALITIES}


def test_derivatives_of_the_table() -> None:
    """The seven derivatives of the benchmark are those of the textbooks, and not their negatives.

    None of them holds a Piecewise, or a Derivative that could be done.
    """
    for case in cases.DERIVATIVES:
        slope = differentiate(case.expr, case.by)
        found = [status(slope, answer, assuming=case.assuming) for answer in (case.answer, -case.answer)]
        assert found == ["proved", "refuted"], case.name
        assert [word for word in ("Piecewise", "Derivative", "Subs") if word in str(slope)] == [], case.name
