"""Links of the derivations with one thing altered: a sign, a factor, an index, a relation, an assumption."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from sympy import Derivative, Eq, Expr, Gt, KroneckerDelta, MatrixSymbol, Sum, Symbol, ZeroMatrix, exp, log

from derive import prove
from derive.derivation import Chain
from derive.errors import UnsupportedError
from derive.facts import positive, symmetric
from derive.lectures import decisions, descent, logistic, naive_bayes, projection, rates, regression, softmax
from derive.lectures.decisions import p_i, p_j, pi_i, pi_j, prior
from derive.lectures.regression import INPUT, OUTPUT, RESIDUAL, RSS, N, X, beta0, beta1, n, x_bar, y_bar
from tests.altered import REFUTED, Lie, breaks, claims, doubled, equal_to, halved, negated, refutation, told

pytestmark = pytest.mark.slow  # 10 s: every altered link is decided

MIRRORED = {regression.S_x: regression.S_y, regression.S_y: regression.S_x}

REGRESSION = (
    Lie("simple-regression", "the chain rule", negated),
    Lie("simple-regression", "the residuals are orthogonal to 1 and to X", doubled),
    Lie("simple-regression", "its residuals sum to zero", lambda _: regression.hat0),
    Lie("simple-regression", "the line passes through the means", lambda _: x_bar),
    Lie("simple-regression", "both sums divided by N - 1", lambda rhs: rhs * regression.S_x),
    Lie("simple-regression", "S_xy = beta1 S_x^2", lambda rhs: rhs.xreplace(MIRRORED)),
    Lie("normal-equations", "the chain rule", lambda rhs: rhs.xreplace({regression.j: regression.i})),
    Lie("normal-equations", "multiplied out; zero where X^T X w = X^T y", negated),
    Lie("normal-equations", "linear in w: the Hessian is X^T X", doubled),
    Lie("normal-equations", "the residuals of w are orthogonal to the columns of X", bare=True),
    Lie("normal-equations", "the chain rule, for all weights at once", negated),
    Lie("normal-equations", "orthogonal: this w solves the normal equations", lambda _: X.T * regression.y_column),
    Lie("lms", "2 times 1/2", doubled),
    Lie("lms", "the hypothesis is linear in theta", negated),
    Lie("lms", "the minus sign, inside the bracket", lambda rhs: rhs.xreplace({regression.eta: -regression.eta})),
    Lie("lms", "the error of the example shrinks by 1 - eta |x|^2", negated),
    Lie("gaussian-likelihood", "the log of a product is the sum of the logs", negated),
    Lie(
        "gaussian-likelihood",
        "the log of exp is its exponent; the constant is summed n times",
        lambda rhs: rhs * regression.sigma,
    ),
    Lie("gaussian-likelihood", "the constant drops out", negated),
    Lie("gaussian-likelihood", "where it is larger, theta is less likely", bare=True),
    Lie("least-squares-classifier", "the squared entries of R add up to the trace of R^T R", doubled),
    Lie("least-squares-classifier", "the chain rule", doubled),
    Lie("least-squares-classifier", "multiplied out; zero where X^T X W = X^T T", negated),
    Lie("least-squares-classifier", "R is orthogonal to X V", bare=True),
    Lie("least-squares-classifier", "the normal equations, linear in W", lambda _: X.T * regression.T),
    Lie("gradient-descent", "the chain rule, A being symmetric", drop=equal_to(symmetric(descent.A))),
    Lie("gradient-descent", "g is the gradient at w; f is quadratic", doubled),
    Lie("gradient-descent", "g is the gradient at w; f is quadratic", bare=True),
    Lie("gradient-descent", "the curvature along g is at most L", lambda rhs: rhs.xreplace({descent.L: descent.L / 2})),
    Lie("gradient-descent", "a common factor", lambda rhs: rhs.xreplace({descent.L: 2 * descent.L})),
    Lie("gradient-descent", "for eta < 2/L the step does not go up", bare=True),
    Lie("gradient-descent", "it goes down unless g = 0", relation="<"),
    Lie("gradient-descent", "for eta >= 2/L it overshoots: the border is sharp", bare=True),
)


ONE_LABEL = Eq(Sum(softmax.y[softmax.i, softmax.k], (softmax.k, 1, softmax.K)), 1)
P, Q = logistic.p[logistic.i], softmax.p[softmax.i, softmax.ell]
"""The probabilities of both models."""

CLASSIFIERS = (
    Lie("sigmoid", "the chain rule", negated),
    Lie("sigmoid", "e^-z = (1 + e^-z) - 1", lambda rhs: rhs + 1),
    Lie("sigmoid", "sigma put back", lambda rhs: rhs.xreplace({logistic.z: 2 * logistic.z})),
    Lie(
        "sigmoid",
        "the probability of the other class changes the sign of the score",
        lambda _: logistic.sigma(logistic.z),
    ),
    Lie("sigmoid", "the logit of the sigmoid is the score", negated),
    Lie("sigmoid", "the sigmoid increases", relation="<="),
    Lie("sigmoid", "the sigmoid increases", bare=True),
    Lie("logistic-likelihood", "the logarithm of a product", negated),
    Lie("logistic-likelihood", "collected at y_i", lambda rhs: rhs.xreplace({log(P / (1 - P)): log((1 - P) / P)})),
    Lie(
        "logistic-likelihood",
        "the log-odds of p_i are w_0 + w . x_i",
        lambda rhs: rhs.xreplace({logistic.w_0: -logistic.w_0}),
    ),
    Lie("logistic-likelihood", "softplus(a) = ln(1 + e^a)", doubled),
    Lie("logistic-likelihood", "a label that is 1", bare=True),
    Lie("logistic-gradient", "the derivative of the logarithm", negated),
    Lie(
        "logistic-gradient",
        "the score is linear, and the denominators cancel",
        lambda rhs: rhs * logistic.x[logistic.j],
    ),
    Lie("logistic-gradient", "p_i put back", lambda rhs: rhs.xreplace({1 - P: 1 + P})),
    Lie("logistic-gradient", "the denominators cancel", lambda rhs: rhs.xreplace({1 - P: P})),
    Lie("logistic-hessian", "its gradient", negated),
    Lie("logistic-hessian", "the labels are constant, and p_i' = p_i (1 - p_i) x_i", negated),
    Lie(
        "logistic-hessian",
        "the labels are constant, and p_i' = p_i (1 - p_i) x_i",
        lambda rhs: rhs.xreplace({logistic.k: logistic.j}),
    ),
    Lie("logistic-hessian", "and 1 + e^-a is more than 1", relation=">"),
    Lie("logistic-hessian", "the sums over j and k are both v . x_i", doubled),
    Lie("logistic-hessian", "minus a sum of squares with positive weights", relation="<"),
    Lie(
        "logistic-regularized",
        "the gradient of the error, and that of the penalty",
        lambda rhs: rhs - logistic.lam * logistic.w[logistic.j],
    ),
    Lie(
        "logistic-regularized",
        "the penalty adds 2 lambda on the diagonal",
        lambda rhs: rhs.replace(KroneckerDelta, lambda *_: 1),
    ),
    Lie("logistic-regularized", "for v other than 0: strictly convex", bare=True),
    Lie("logistic-regularized", "the objectives differ by the factor C", lambda rhs: rhs / logistic.C),
    Lie("logistic-regularized", "weights that are no worse for one objective are no worse for the other", bare=True),
    Lie("naive-bayes-to-logistic", "one feature: the squares of x_i cancel, as the variances are equal", negated),
    Lie("naive-bayes-to-logistic", "divided by the numerator", lambda rhs: 1 - rhs),
    Lie("naive-bayes-to-logistic", "the sigmoid of its negative", lambda _: naive_bayes.sigmoid(naive_bayes.LINEAR)),
    Lie("naive-bayes-to-logistic", "the log-odds are linear in x: a linear rule", negated),
    Lie("naive-bayes-to-logistic", "the priors: Y is 1 with probability pi_1", bare=True),
    Lie("softmax-gradient", "the gradient of log-sum-exp is the softmax", lambda _: softmax.x[softmax.i, softmax.m]),
    Lie("softmax-gradient", "the delta picks class l", lambda rhs: rhs.xreplace({Q: 2 * Q})),
    Lie("softmax-gradient", "the labels of an example sum to one", drop=equal_to(ONE_LABEL)),
    Lie("softmax-gradient", "one-hot labels sum to one", bare=True),
    Lie("softmax-hessian", "its gradient", drop=equal_to(ONE_LABEL)),
    Lie("softmax-hessian", "the Jacobian of the softmax", lambda rhs: rhs.replace(KroneckerDelta, lambda *_: 1)),
    Lie("softmax-hessian", "a mean square minus a squared mean is a variance", doubled),
    Lie("softmax-hessian", "a sum of squares with positive weights", relation="<="),
    Lie("softmax-binary", "the scores are linear in the weights", lambda rhs: 1 - rhs),
    Lie("softmax-binary", "the error of logistic regression", negated),
    Lie(
        "softmax-binary",
        "the error of logistic regression",
        drop=equal_to(Eq(softmax.y[softmax.i, 2], 1 - softmax.y[softmax.i, 1])),
    ),
    Lie("softmax-reference", "the log-odds against class R are linear in x", negated),
    Lie("softmax-reference", "the common denominator", lambda rhs: rhs + 1),
    Lie("softmax-reference", "numerator and denominator are the same", doubled),
    Lie(
        "softmax-reference",
        "the softmax of all R scores: subtract that of class R, t, from each",
        lambda rhs: rhs.xreplace({softmax.t: -softmax.t}),
    ),
)


DATA = MatrixSymbol("X", softmax.N, softmax.D)
LABELS = MatrixSymbol("Y", softmax.N, softmax.K)
MATRICES = (
    Lie("logistic-gradient", "the row with softplus", negated),
    Lie("logistic-gradient", "the gradient for one example, added up by X^T", negated),
    Lie("softmax-gradient", "P, times the sums of the labels, minus the labels", lambda rhs: rhs + LABELS.T * DATA),
    Lie("softmax-gradient", "each row of Y sums to one", bare=True),
)


WEIGHT = {rates.beta: rates.beta**2}

DECISIONS = (
    Lie("fisher", "the mean score is the score of the mean", bare=True),
    Lie("fisher", "the scatter between the classes over that within them", lambda rhs: 1 / rhs),
    Lie("fisher", "the scatter between the classes has rank one", negated),
    Lie("fisher", "a sum of products of centred entries", bare=True),
    Lie("fisher", "the quotient rule", halved),
    Lie("fisher", "the quotient rule", drop=equal_to(symmetric(projection.S_W))),
    Lie("fisher", "w = S_W^-1 (m_2 - m_1) solves S_W w = m_2 - m_1", bare=True),
    Lie("fisher", "S_W w = m_2 - m_1: the gradient vanishes", drop=equal_to(projection.SOLVED)),
    Lie("fisher", "only the direction of w matters", lambda rhs: projection.c * rhs),
    Lie("fisher", "in centred scores", drop=equal_to(projection.WITHIN)),
    Lie("fisher", "Cauchy-Schwarz for the lists of scores", halved),
    Lie("fisher", "Cauchy-Schwarz for the lists of scores", relation="<"),
    Lie("fisher", "m_2 - m_1 = S_W w", drop=equal_to(projection.SOLVED)),
    Lie("fisher", "Cauchy-Schwarz", halved),
    Lie("fisher", "S_W w = m_2 - m_1: w is a maximum", lambda rhs: 1 / rhs),
    Lie("metrics", "the other two counts", lambda rhs: 1 - rhs),
    Lie("metrics", "it is the recall, also called sensitivity", lambda _: rates.precision),
    Lie("metrics", "a positive is found or missed", lambda _: rates.FNR),
    Lie("metrics", "a negative is rejected or raises a false alarm", lambda _: rates.TNR),
    Lie("metrics", "the definitions put in", lambda rhs: rhs.xreplace(WEIGHT)),
    Lie("metrics", "the F_1 score is the case beta = 1", bare=True),
    Lie("metrics", "multiplied by both, above and below", halved),
    Lie(
        "metrics", "the definitions put in: true negatives do not count", lambda rhs: rhs.xreplace({rates.FP: rates.TN})
    ),
    Lie("discriminants", "the posteriors add up to one", lambda _: decisions.EVIDENCE),
    Lie("discriminants", "both are divided by the same positive P(x)", bare=True),
    Lie("discriminants", "both are divided by the same positive P(x)", drop=equal_to(positive(prior))),
    Lie("discriminants", "the class with the largest score wins", relation=">"),
    Lie("discriminants", "the log of a product is the sum of the logs", lambda rhs: rhs - 2 * log(pi_i)),
    Lie("discriminants", "the logarithm increases", relation="<"),
    Lie("discriminants", "the logarithm increases, also where the first is not larger", relation="<"),
    Lie("discriminants", "one discriminant, compared with zero", bare=True),
    Lie("discriminants", "the difference of the posteriors, compared with zero", relation="<="),
    Lie("discriminants", "the log odds, compared with zero", bare=True),
    Lie("discriminants", "the log of a ratio is the difference of the logs", negated),
)


LIES = (*REGRESSION, *CLASSIFIERS, *DECISIONS)


@pytest.mark.parametrize("name", dict.fromkeys(lie.name for lie in LIES))
def test_altered_link_is_refuted(name: str) -> None:
    """Each is refuted at printed sizes and values, where its two sides, computed again, break the relation."""
    found = [(lie.reason, refutation(lie)) for lie in LIES if lie.name == name]

    assert [row for row in found if row[1] != REFUTED] == []


def test_altered_matrix_is_refuted() -> None:
    """The altered link between matrices is refuted at printed sizes, by two values that differ."""
    for lie in MATRICES:
        verdict, *_ = told(lie)
        witness = verdict.counterexample
        assert verdict.status == "refuted", lie
        assert witness is not None
        assert witness.lhs != witness.rhs, lie
        assert all(f"{name} = {value}" in str(witness) for name, value in witness.sizes.items()), lie


def test_true_link_does_not_break() -> None:
    """The re-computation that the lies must fail is passed by two equal sides at the same witness."""
    verdict, lhs, _ = told(DECISIONS[0])

    assert breaks(verdict, lhs, lhs) is False


def test_first_convention_makes_the_rows_false() -> None:
    """With P(Y=1|X) = 1 / (1 + e^a), the other convention of the lecture, its third row is refuted."""
    link = next(step for step in claims("logistic-likelihood") if step.reason.startswith("the log-odds of p_i"))
    total = logistic.w_0 + logistic.score(logistic.w)
    verdict = prove(link.lhs, link.rhs, Eq(P, 1 / (1 + exp(total))))

    assert (verdict.status, breaks(verdict, link.lhs, link.rhs)) == ("refuted", True)


def test_class_dependent_variances_are_refuted() -> None:
    """With a variance for each class the log-odds are curved: 1/sigma_i1^2 - 1/sigma_i0^2, at the printed values."""
    verdict: Any = naive_bayes.class_dependent_variances().verdict
    witness = verdict.counterexample
    other, one = (witness.values[f"sigma[1, {label}]"] for label in (0, 1))

    assert (Fraction(witness.lhs), witness.rhs) == (1 / one**2 - 1 / other**2, 0)


def test_shared_variances_make_them_straight() -> None:
    """With one variance for both classes the second derivative of the log-odds vanishes."""
    i, x, sigma = naive_bayes.i, naive_bayes.x, naive_bayes.sigma
    ratio = log(naive_bayes.density(0, sigma[i]) / naive_bayes.density(1, sigma[i]))

    assert prove(Derivative(ratio, (x[i], 2)), 0, Gt(sigma[i], 0)).status == "proved"


def test_replacement_that_does_not_increase_is_refuted() -> None:
    """What does not increase with the score need not keep the order of two classes."""
    one, other, factor = p_i * pi_i, p_j * pi_j, Symbol("c", real=True)
    scores: dict[str, tuple[Expr, Expr]] = {
        "a decreasing function": (1 / one, 1 / other),
        "a factor of unknown sign": (factor * one, factor * other),
        "the density without its prior": (p_i, p_j),
        "a constant": (factor, factor),
    }
    verdicts = {name: prove(*pair, Gt(one, other), relation=">") for name, pair in scores.items()}

    assert {name: verdict.status for name, verdict in verdicts.items()} == dict.fromkeys(scores, "refuted")
    assert [name for name, verdict in verdicts.items() if not breaks(verdict, *scores[name])] == []


def _means(chain: Chain) -> None:
    chain.define(x_bar, Sum(INPUT[n], (n, 1, N)) / N, "the mean of the inputs")
    chain.define(y_bar, Sum(OUTPUT[n], (n, 1, N)) / N, "the mean of the outputs")


def _intercept(chain: Chain) -> None:
    _means(chain)
    chain.start(RSS, "the sum of squares")
    chain.differentiate(beta0, -2 * Sum(RESIDUAL, (n, 1, N)), "the chain rule")
    chain.solve(beta0, y_bar + beta1 * x_bar, "the sign of the slope is wrong")


def _slope(chain: Chain) -> None:
    _means(chain)
    chain.start(Sum(INPUT[n] * (OUTPUT[n] - beta1 * INPUT[n]), (n, 1, N)), "half the derivative, without its sign")
    uncentred = Sum(INPUT[n] * OUTPUT[n], (n, 1, N)) / Sum((INPUT[n] - x_bar) ** 2, (n, 1, N))
    chain.solve(beta1, uncentred, "the slope is centred below and not above")


def _whole_matrix(chain: Chain) -> None:
    solution = X.T * X * X.T * regression.y_column
    chain.start(X.T * (regression.y_column - X * solution), "the residuals of X^T X X^T y, against every column of X")
    chain.equals(ZeroMatrix(regression.D, 1), "the inverse was forgotten")


@pytest.mark.parametrize("build", [_intercept, _slope, _whole_matrix])
def test_false_solution_is_refuted(build: Callable[[Chain], None]) -> None:
    """A chain whose solution does not solve is refuted, and says so as a whole."""
    chain = Chain("false", "A false solution")
    build(chain)

    derivation = chain.done()
    assert (derivation.status, derivation.result.status) == ("refuted", "undecided")


def test_matrix_gradient_refuses_definitions() -> None:
    """Where something is defined, a gradient by a whole matrix is refused: it would not look into the definition."""
    chain = Chain("false", "A gradient that would be too small")
    chain.define(x_bar, regression.W[0, 0], "an entry by another name")
    chain.start(x_bar**2, "a function of that entry")
    with pytest.raises(UnsupportedError, match=r"W\[i, j\]"):
        chain.differentiate(regression.W, 0 * regression.W, "it is not zero")
