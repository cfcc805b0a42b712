"""Logistic regression, naive Bayes, softmax, with one link altered: a sign, a factor, an index, no assumption."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sympy import Derivative, Eq, Gt, KroneckerDelta, MatrixSymbol, Pow, Sum, exp, log

from derive import differentiate, prove
from derive.lectures import logistic, naive_bayes, softmax
from derive.verdict import Counterexample, Verdict
from tests.altered import Lie, claims, told
from tests.checked import value_at
from tests.written_out import put_in

ONE_LABEL = Eq(Sum(softmax.y[softmax.i, softmax.k], (softmax.k, 1, softmax.K)), 1)
P, Q = logistic.p[logistic.i], softmax.p[softmax.i, softmax.ell]
"""The probabilities of both models."""

LIES = (
    Lie("sigmoid", "the chain rule", lambda rhs: -rhs),
    Lie("sigmoid", "e^-z = (1 + e^-z) - 1", lambda rhs: rhs + 1),
    Lie("sigmoid", "sigma put back", lambda rhs: rhs.xreplace({logistic.z: 2 * logistic.z})),
    Lie(
        "sigmoid",
        "the probability of the other class changes the sign of the score",
        lambda _: logistic.sigma(logistic.z),
    ),
    Lie("sigmoid", "the logit of the sigmoid is the score", lambda rhs: -rhs),
    Lie("sigmoid", "the sigmoid increases", relation="<="),
    Lie("sigmoid", "the sigmoid increases", bare=True),
    Lie("logistic-likelihood", "the logarithm of a product", lambda rhs: -rhs),
    Lie("logistic-likelihood", "collected at y_i", lambda rhs: rhs.xreplace({log(P / (1 - P)): log((1 - P) / P)})),
    Lie(
        "logistic-likelihood",
        "the log-odds of p_i are w_0 + w . x_i",
        lambda rhs: rhs.xreplace({logistic.w_0: -logistic.w_0}),
    ),
    Lie("logistic-likelihood", "softplus(a) = ln(1 + e^a)", lambda rhs: 2 * rhs),
    Lie("logistic-likelihood", "a label that is 1", bare=True),
    Lie("logistic-gradient", "the derivative of the logarithm", lambda rhs: -rhs),
    Lie(
        "logistic-gradient",
        "the score is linear, and the denominators cancel",
        lambda rhs: rhs * logistic.x[logistic.j],
    ),
    Lie("logistic-gradient", "p_i put back", lambda rhs: rhs.xreplace({1 - P: 1 + P})),
    Lie("logistic-gradient", "the denominators cancel", lambda rhs: rhs.xreplace({1 - P: P})),
    Lie("logistic-hessian", "its gradient", lambda rhs: -rhs),
    Lie("logistic-hessian", "the labels are constant, and p_i' = p_i (1 - p_i) x_i", lambda rhs: -rhs),
    Lie(
        "logistic-hessian",
        "the labels are constant, and p_i' = p_i (1 - p_i) x_i",
        lambda rhs: rhs.xreplace({logistic.k: logistic.j}),
    ),
    Lie("logistic-hessian", "and 1 + e^-a is more than 1", relation=">"),
    Lie("logistic-hessian", "the sums over j and k are both v . x_i", lambda rhs: 2 * rhs),
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
    Lie(
        "naive-bayes-to-logistic",
        "one feature: the squares of x_i cancel, as the variances are equal",
        lambda rhs: -rhs,
    ),
    Lie("naive-bayes-to-logistic", "divided by the numerator", lambda rhs: 1 - rhs),
    Lie("naive-bayes-to-logistic", "the sigmoid of its negative", lambda _: naive_bayes.sigmoid(naive_bayes.LINEAR)),
    Lie("naive-bayes-to-logistic", "the log-odds are linear in x: a linear rule", lambda rhs: -rhs),
    Lie("naive-bayes-to-logistic", "the priors: Y is 1 with probability pi_1", bare=True),
    Lie("softmax-gradient", "the gradient of log-sum-exp is the softmax", lambda _: softmax.x[softmax.i, softmax.m]),
    Lie("softmax-gradient", "the delta picks class l", lambda rhs: rhs.xreplace({Q: 2 * Q})),
    Lie("softmax-gradient", "the labels of an example sum to one", drop=(ONE_LABEL,)),
    Lie("softmax-gradient", "one-hot labels sum to one", bare=True),
    Lie("softmax-hessian", "its gradient", drop=(ONE_LABEL,)),
    Lie("softmax-hessian", "the Jacobian of the softmax", lambda rhs: rhs.replace(KroneckerDelta, lambda *_: 1)),
    Lie("softmax-hessian", "a mean square minus a squared mean is a variance", lambda rhs: 2 * rhs),
    Lie("softmax-hessian", "a sum of squares with positive weights", relation="<="),
    Lie("softmax-binary", "the scores are linear in the weights", lambda rhs: 1 - rhs),
    Lie("softmax-binary", "the error of logistic regression", lambda rhs: -rhs),
    Lie(
        "softmax-binary",
        "the error of logistic regression",
        drop=(Eq(softmax.y[softmax.i, 2], 1 - softmax.y[softmax.i, 1]),),
    ),
    Lie("softmax-reference", "the log-odds against class R are linear in x", lambda rhs: -rhs),
    Lie("softmax-reference", "the common denominator", lambda rhs: rhs + 1),
    Lie("softmax-reference", "numerator and denominator are the same", lambda rhs: 2 * rhs),
    Lie(
        "softmax-reference",
        "the softmax of all R scores: subtract that of class R, t, from each",
        lambda rhs: rhs.xreplace({softmax.t: -softmax.t}),
    ),
)


DATA = MatrixSymbol("X", softmax.N, softmax.D)
LABELS = MatrixSymbol("Y", softmax.N, softmax.K)
MATRIX_LIES = (
    Lie("logistic-gradient", "the row with softplus", lambda rhs: -rhs),
    Lie("logistic-gradient", "the gradient for one example, added up by X^T", lambda rhs: -rhs),
    Lie("softmax-gradient", "P, times the sums of the labels, minus the labels", lambda rhs: rhs + LABELS.T * DATA),
    Lie("softmax-gradient", "each row of Y sums to one", bare=True),
)


def recomputed(witness: Counterexample, side: Any, facts: Sequence[Any]) -> mpmath.mpf:
    """Return what a side is worth at the printed sizes and values, its definitions put in, its derivatives taken."""
    whole = put_in(side, facts)
    slopes = {node: differentiate(node.expr, node.variables[0]) for node in whole.atoms(Derivative)}
    powers = {node: exp(node.exp * log(node.base)) for node in whole.atoms(Pow) if not node.exp.is_number}
    return value_at(witness, whole.xreplace(slopes | powers))


def witness_of(verdict: Verdict | None) -> Counterexample:
    """Return the counterexample of a refuted claim."""
    assert verdict is not None
    assert (verdict.status, verdict.counterexample is not None) == ("refuted", True)
    witness: Any = verdict.counterexample
    return witness


@pytest.mark.parametrize("lie", LIES, ids=str)
def test_altered_link_is_refuted(lie: Lie) -> None:
    """The altered link is refuted, and its two sides, computed again from what is printed, are the printed ones."""
    verdict, lhs, rhs = told(lie)
    statement: Any = verdict.statement
    witness = witness_of(verdict)

    left, right = (recomputed(witness, side, statement.assuming) for side in (lhs, rhs))
    assert mpmath.almosteq(left, float(witness.lhs), 1e-9, 1e-9)
    assert mpmath.almosteq(right, float(witness.rhs), 1e-9, 1e-9)
    strict = {"<": left < right, ">": left > right}
    holds = {"==": mpmath.almosteq(left, right, 1e-9, 1e-9), "<=": left <= right, ">=": left >= right} | strict
    assert not holds[witness.relation]
    printed = [*witness.sizes.items(), *witness.values.items()]
    assert [f"{name} = {value}" for name, value in printed if f"{name} = {value}" not in str(witness)] == []


@pytest.mark.parametrize("lie", MATRIX_LIES, ids=str)
def test_altered_matrix_is_refuted(lie: Lie) -> None:
    """The altered link between matrices is refuted, at printed sizes."""
    verdict, *_ = told(lie)
    witness = witness_of(verdict)

    assert witness.lhs != witness.rhs
    assert [f"{name} = {value}" in str(witness) for name, value in witness.sizes.items()] != []


def test_first_convention_makes_the_rows_false() -> None:
    """With P(Y=1|X) = 1 / (1 + e^a), the other convention of the lecture, its third row is refuted."""
    link = next(step for step in claims("logistic-likelihood") if step.reason.startswith("the log-odds of p_i"))
    total = logistic.w_0 + logistic.score(logistic.w)
    first = Eq(P, 1 / (1 + exp(total)))
    witness = witness_of(prove(link.lhs, link.rhs, first))

    left, right = (recomputed(witness, side, [first]) for side in (link.lhs, link.rhs))
    assert not mpmath.almosteq(left, right, 1e-9, 1e-9)


def test_class_dependent_variances_are_refuted() -> None:
    """With a variance for each class the log-odds are curved: 1/sigma_i1^2 - 1/sigma_i0^2, at the printed values."""
    witness = witness_of(naive_bayes.class_dependent_variances().verdict)

    other, one = (witness.values[f"sigma[1, {label}]"] for label in (0, 1))
    assert (Fraction(witness.lhs), witness.rhs) == (1 / one**2 - 1 / other**2, 0)


def test_shared_variances_make_them_straight() -> None:
    """With one variance for both classes the second derivative of the log-odds vanishes."""
    i, x, sigma = naive_bayes.i, naive_bayes.x, naive_bayes.sigma
    ratio = log(naive_bayes.density(0, sigma[i]) / naive_bayes.density(1, sigma[i]))

    assert prove(Derivative(ratio, (x[i], 2)), 0, Gt(sigma[i], 0)).status == "proved"


@pytest.mark.parametrize(
    ("module", "formula", "build"),
    [
        (naive_bayes, "SLOPE", naive_bayes.naive_bayes_to_logistic),
        (logistic, "GRADIENT", logistic.logistic_gradient),
        (logistic, "HESSIAN", logistic.logistic_hessian),
        (logistic, "HESSIAN", logistic.logistic_regularized),
        (softmax, "GRADIENT", softmax.softmax_gradient),
        (softmax, "HESSIAN", softmax.softmax_hessian),
    ],
)
def test_wrong_sign_is_told(module: Any, formula: str, build: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A derivation one of whose formulas has the wrong sign is refuted, and its result is not proved."""
    monkeypatch.setattr(module, formula, -getattr(module, formula))
    derivation = build()

    assert (derivation.status, derivation.result.status) == ("refuted", "undecided")
