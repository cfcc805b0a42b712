"""Links of the derivations with one thing altered: a sign, a factor, an index, a relation, an assumption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sympy import Eq, Ge, KroneckerDelta, Le, MatrixSymbol, Sum, Trace, exp

from derive.derivation import Chain
from derive.facts import Fact, positive, symmetric
from derive.lectures import (
    CATALOGUE,
    convergence,
    decisions,
    descent,
    kernels,
    logistic,
    naive_bayes,
    projection,
    rates,
    regression,
    softmax,
    svm,
)
from derive.lectures.decisions import prior
from derive.lectures.regression import INPUT, OUTPUT, RESIDUAL, RSS, N, beta0, beta1, n, x_bar, y_bar
from tests.altered import REFUTED, Lie, breaks, doubled, equal_to, halved, negated, refutation, told

pytestmark = pytest.mark.slow  # 10 s: every altered link is decided

MIRRORED = {regression.S_x: regression.S_y, regression.S_y: regression.S_x}

REGRESSION = (
    Lie("simple-regression", "the chain rule", negated),
    Lie("simple-regression", "the residuals are orthogonal to 1 and to X", doubled),
    Lie("normal-equations", "the chain rule", lambda rhs: rhs.xreplace({regression.j: regression.i})),
    Lie("normal-equations", "the residuals of w are orthogonal to the columns of X", bare=True),
    Lie("lms", "2 times 1/2", doubled),
    Lie("lms", "the hypothesis is linear in theta", negated),
    Lie("gaussian-likelihood", "the log of a product is the sum of the logs", negated),
    Lie("gaussian-likelihood", "where it is larger, theta is less likely", bare=True),
    Lie("gradient-descent", "the chain rule, A being symmetric", drop=equal_to(symmetric(descent.A))),
    Lie("gradient-descent", "g is the gradient at w; f is quadratic", doubled),
    Lie("gradient-descent", "g is the gradient at w; f is quadratic", bare=True),
    Lie("gradient-descent", "it goes down unless g = 0", relation="<"),
)


ONE_LABEL = Eq(Sum(softmax.y[softmax.i, softmax.k], (softmax.k, 1, softmax.K)), 1)
P, Q = logistic.p[logistic.i], softmax.p[softmax.i, softmax.ell]
"""The probabilities of both models."""

CLASSIFIERS = (
    Lie("sigmoid", "the chain rule", negated),
    Lie("sigmoid", "the sigmoid increases", relation="<="),
    Lie("sigmoid", "the sigmoid increases", bare=True),
    Lie("logistic-likelihood", "the logarithm of a product", negated),
    Lie("logistic-likelihood", "a label that is 1", bare=True),
    Lie("logistic-gradient", "the derivative of the logarithm", negated),
    Lie("logistic-gradient", "p_i put back", lambda rhs: rhs.xreplace({1 - P: 1 + P})),
    Lie("logistic-hessian", "its gradient", negated),
    Lie("logistic-hessian", "and 1 + e^-a is more than 1", relation=">"),
    Lie("logistic-regularized", "for v other than 0: strictly convex", bare=True),
    Lie("logistic-regularized", "the objectives differ by the factor C", lambda rhs: rhs / logistic.C),
    Lie("naive-bayes-to-logistic", "one feature: the squares of x_i cancel, as the variances are equal", negated),
    Lie("naive-bayes-to-logistic", "the priors: Y is 1 with probability pi_1", bare=True),
    Lie("softmax-gradient", "the gradient of log-sum-exp is the softmax", lambda _: softmax.x[softmax.i, softmax.m]),
    Lie("softmax-gradient", "the labels of an example sum to one", drop=equal_to(ONE_LABEL)),
    Lie("softmax-gradient", "one-hot labels sum to one", bare=True),
    Lie("softmax-hessian", "its gradient", drop=equal_to(ONE_LABEL)),
    Lie("softmax-hessian", "the Jacobian of the softmax", lambda rhs: rhs.replace(KroneckerDelta, lambda *_: 1)),
    Lie("softmax-hessian", "a sum of squares with positive weights", relation="<="),
    Lie("softmax-binary", "the scores are linear in the weights", lambda rhs: 1 - rhs),
    Lie("softmax-binary", "the error of logistic regression", negated),
    Lie("softmax-reference", "the log-odds against class R are linear in x", negated),
    Lie("softmax-reference", "the common denominator", lambda rhs: rhs + 1),
)


DATA = MatrixSymbol("X", softmax.N, softmax.D)
LABELS = MatrixSymbol("Y", softmax.N, softmax.K)
MATRICES = (
    Lie("least-squares-classifier", "the squared entries of R add up to the trace of R^T R", doubled),
    Lie("least-squares-classifier", "R is orthogonal to X V", bare=True),
    Lie("logistic-gradient", "the row with softplus", negated),
    Lie("logistic-gradient", "the gradient for one example, added up by X^T", negated),
    Lie("softmax-gradient", "P, times the sums of the labels, minus the labels", lambda rhs: rhs + LABELS.T * DATA),
    Lie("softmax-gradient", "each row of Y sums to one", bare=True),
)


WEIGHT = {rates.beta: rates.beta**2}

DECISIONS = (
    Lie("fisher", "the mean score is the score of the mean", bare=True),
    Lie("fisher", "the scatter between the classes over that within them", lambda rhs: 1 / rhs),
    Lie("fisher", "the quotient rule", drop=equal_to(symmetric(projection.S_W))),
    Lie("fisher", "Cauchy-Schwarz for the lists of scores", relation="<"),
    Lie("metrics", "the other two counts", lambda rhs: 1 - rhs),
    Lie("metrics", "the F_1 score is the case beta = 1", bare=True),
    Lie("discriminants", "the posteriors add up to one", lambda _: decisions.EVIDENCE),
    Lie("discriminants", "both are divided by the same positive P(x)", bare=True),
    Lie("discriminants", "both are divided by the same positive P(x)", drop=equal_to(positive(prior))),
    Lie("discriminants", "the class with the largest score wins", relation=">"),
)


def fact(kind: str, *names: str) -> Callable[[Any], bool]:
    """Return what picks the facts of a kind about tensors of these names."""
    return lambda given: isinstance(given, Fact) and given.kind == kind and str(given.tensors[0]) in names


def relation(kind: type, holding: object = None) -> Callable[[Any], bool]:
    """Return what picks the relations of a kind that contain something."""
    return lambda given: isinstance(given, kind) and (holding is None or given.has(holding))


XZ = Sum(kernels.x[kernels.d] * kernels.z[kernels.d], (kernels.d, 1, kernels.D))
PAIRS = svm.DUAL - Sum(svm.alpha[svm.n], (svm.n, 1, svm.N))

MARGINS = (
    Lie("perceptron-gradient", "each score is linear in w, and the set is fixed", negated),
    Lie("perceptron-gradient", "no term is negative", drop=relation(Ge)),
    Lie("perceptron-update", "y^2 = 1", drop=fact("sign", "y")),
    Lie("perceptron-labels", "half the difference of the signs", doubled),
    Lie("perceptron-bound", "divided by k gamma^2", lambda _: convergence.R / convergence.gamma**2),
    Lie("perceptron-bound", "w was wrong about x", relation="<"),
    Lie("perceptron-bound", "w was wrong about x", drop=relation(Le)),
    Lie("perceptron-bound-any-start", "divided by k gamma^2", lambda _: convergence.R**2 / convergence.gamma**2),
    Lie("perceptron-bound-any-start", "both lengths are bounded", drop=relation(Le, convergence.w0)),
    Lie("svm-margin", "the difference is 2", halved),
    Lie("svm-margin", "the shorter has the wider margin", relation=">="),
    Lie("svm-dual", "the chain rule", lambda rhs: 2 * svm.w[svm.j] - rhs),
    Lie("svm-dual", "w put in; b drops out, as sum alpha y = 0", drop=relation(Eq)),
    Lie("svm-soft-dual", "each slack stands in three terms", lambda rhs: rhs + 2 * svm.alpha[svm.m]),
    Lie("svm-soft-dual", "so alpha ends at C", drop=relation(Ge)),
    Lie("svm-kernel-dual", "the inner product is symmetric", drop=relation(Eq)),
    Lie("svm-kernel-dual", "a sum of squares: the dual is concave", relation="<="),
    Lie("svm-hinge", "it is at least both", drop=lambda given: given == Ge(svm.xi[svm.n], 0)),
    Lie("svm-hinge", "on the boundary it is 1", halved, "=="),
    Lie("kernel-quadratic", "2 = sqrt(2) sqrt(2)", lambda rhs: rhs - XZ),
    Lie("kernel-quadratic", "with two components: six features", doubled),
    Lie("kernel-gaussian", "the exponential of a sum", lambda rhs: rhs / exp(2 * XZ / kernels.sigma**2)),
    Lie("kernel-gaussian", "the form of S is not negative", drop=relation(Ge)),
)

LIES = (*REGRESSION, *CLASSIFIERS, *DECISIONS, *MARGINS)


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
    verdict, line = told(DECISIONS[0])

    assert breaks(verdict, replace(line, rhs=line.lhs)) is False


def test_class_dependent_variances_are_refuted() -> None:
    """With a variance for each class the log-odds are curved: 1/sigma_i1^2 - 1/sigma_i0^2, at the printed values."""
    verdict: Any = naive_bayes.class_dependent_variances().verdict
    witness = verdict.counterexample
    other, one = (witness.values[f"sigma[1, {label}]"] for label in (0, 1))

    assert (float(witness.lhs), witness.rhs) == (pytest.approx(float(1 / one**2 - 1 / other**2)), 0)


def test_false_solution_is_refuted() -> None:
    """A chain whose solution does not solve is refuted, and says so as a whole."""
    chain = Chain("false", "A false solution")
    chain.define(x_bar, Sum(INPUT[n], (n, 1, N)) / N, "the mean of the inputs")
    chain.define(y_bar, Sum(OUTPUT[n], (n, 1, N)) / N, "the mean of the outputs")
    chain.start(RSS, "the sum of squares")
    chain.differentiate(beta0, -2 * Sum(RESIDUAL, (n, 1, N)), "the chain rule")
    chain.solve(beta0, y_bar + beta1 * x_bar, "the sign of the slope is wrong")

    derivation = chain.done()
    assert (derivation.status, derivation.result.status) == ("refuted", "undecided")


def test_matrix_gradient_looks_into_definitions() -> None:
    """It does not stay too small where an entry has another name; nor where a matrix has."""
    chain = Chain("false", "A gradient that would be too small")
    chain.define(x_bar, regression.W[0, 0], "an entry by another name")
    chain.define(regression.T, regression.X * regression.W, "a matrix by another name")
    chain.start(x_bar**2, "a function of that entry")
    chain.differentiate(regression.W, 0 * regression.W, "it is not zero")
    assert chain.steps[-1].status == "refuted"
    chain.start(Trace(regression.T.T * regression.T), "a function of that matrix")
    chain.differentiate(regression.W, 0 * regression.W, "it is not zero")
    assert chain.steps[-1].status == "refuted"


def test_limit_must_be_assumed() -> None:
    """A step that is true and only lacks its assumption is not proved."""
    assert told(Lie("kernel-gaussian", "the limit", drop=relation(Ge)))[0].status in {"undecided", "sampled"}


def test_every_derivation_has_a_lie() -> None:
    """None stands without a lie beside it."""
    assert {lie.name for lie in (*LIES, *MATRICES)} == {entry.name for entry in CATALOGUE}
