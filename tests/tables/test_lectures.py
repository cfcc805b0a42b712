"""The derivations of the lectures: all are proved at symbolic size; what each assumes, and what it leaves open."""

from __future__ import annotations

import pytest
from sympy import Derivative, MatrixExpr

from derive.derivation import Step
from derive.lectures import BY_NAME
from derive.recheck import Recheck, recheck
from tests.altered import claims, derived, statement
from tests.written_out import is_definition, put_in

pytestmark = pytest.mark.slow  # 10 s: every derivation is carried out, and every link evaluated

NO_OPINION = {"there is none: complementary slackness"}
"""Links at which no point satisfies all that is assumed within the time: an optimum of a quadratic program is one."""


def opinion(step: Step) -> Recheck:
    """Return the second opinion; a derivative of what is defined is looked at with the definitions put in.

    The evaluation knows a defined entry by its value at a point, and a value at a point has no derivative.
    """
    facts = statement(step).assuming
    if isinstance(step.lhs, MatrixExpr) or not (step.lhs.has(Derivative) or step.rhs.has(Derivative)):
        return recheck(step.lhs, step.rhs, relation=step.relation, assuming=facts)
    rest = tuple(fact for fact in facts if not is_definition(fact))
    return recheck(put_in(step.lhs, facts), put_in(step.rhs, facts), relation=step.relation, assuming=rest)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_derivation_is_proved(name: str) -> None:
    """Every link is proved at every size; the derivation is filed under its name, title and lectures.

    The independent evaluation agrees with every link, and has no opinion only on those that are named here.
    """
    derivation = derived(name)
    said = [(step.reason, opinion(step)) for step in claims(name) if statement(step) is not None]

    assert [step.reason for step in claims(name) if step.status != "proved"] == []
    assert (derivation.status, derivation.result.status) == ("proved", "proved")
    assert (derivation.name, derivation.title) == (name, BY_NAME[name].title)
    assert set(BY_NAME[name].lectures) <= set(derivation.lecture.split(", "))
    assert [(reason, str(one)) for reason, one in said if one.agrees is False] == []
    assert {reason for reason, one in said if one.agrees is None} <= NO_OPINION
    assert any(one.agrees for _, one in said)


CONDITIONS = {
    "simple-regression": {"Sum((-Xbar + X[n])**2, (n, 1, N)) != 0", "S_x != 0", "S_y != 0"},
    "normal-equations": {"X.T*X is invertible"},
    "least-squares-classifier": {"X.T*X is invertible"},
    "svm-margin": {"Sum(w[d]**2, (d, 1, D)) != 0"},
    "metrics": {"FN + FP + TN + TP != 0", "FN + TP != 0", "FP + TN != 0"},
}
"""What must not vanish, and nothing else: roots of a variance aside, and the spreads that Fisher divides by."""


def test_conditions_are_shown() -> None:
    """Every denominator, logarithm and root is known to be defined, but where a condition says otherwise."""
    left = {
        name: {str(c).removesuffix(f" ({c.reason})") for c in derived(name).conditions if c.reason != "under a root"}
        for name in BY_NAME
        if name != "fisher"
    }

    assert {name: conditions for name, conditions in left.items() if conditions} == CONDITIONS


ASSUMED = {
    "simple-regression": ["there are at least two examples"],
    "gradient-descent": [
        "the matrix of second derivatives",
        "L I - A is positive semidefinite: it has a factor, L I - A = B^T B",
    ],
    "naive-bayes-to-logistic": ["the standard deviation of a feature, the same in both classes"],
    "softmax-gradient": ["the labels of an example sum to one"],
    "softmax-hessian": ["the labels of an example sum to one"],
    "softmax-binary": ["an example belongs to one of the classes"],
    "perceptron-gradient": [
        "m_n is 1 if example n is misclassified, else 0",
        "the two cases, for every example of the set",
    ],
    "perceptron-update": ["the label is +1 or -1"],
    "perceptron-labels": [
        "the label y and the output h of the threshold are 0 or 1",
        "the label y and the output h of the threshold are 0 or 1",
    ],
    "perceptron-bound": [
        "labels are +1 or -1",
        "u is a unit vector",
        "u separates every example with margin gamma",
        "no example is longer than R",
        "a step is taken only where w is wrong about x",
    ],
    "perceptron-bound-any-start": [
        "labels are +1 or -1",
        "u is a unit vector",
        "u separates every example with margin gamma",
        "no example is longer than R",
        "omega bounds the length of the start w_0",
        "a step is taken only where w = w_0 + eta a is wrong about x",
    ],
    "fisher": [
        "as just shown",
        "w solves S_W w = m_2 - m_1",
        "by definition: the scatter within the classes",
        "the centred scores along any direction u, in class 1 and in class 2",
        "the centred scores along any direction u, in class 1 and in class 2",
        "the centred scores along w",
        "the centred scores along w",
        "the scores along u are not all the same, so that J(u) has a value",
    ],
    "svm-margin": ["x^+ lies on the plane of the positive examples", "x^- lies on the plane of the negative examples"],
    "svm-dual": [
        "stationary in b",
        "multipliers of inequalities are not negative",
        "w and b are feasible: y f(x) exceeds 1 by g, which is not negative",
        "this is g",
        "at the optimum there is no gap (strong duality of a convex quadratic program)",
        "s marks the support vectors: it is 1 where alpha > 0",
    ],
    "svm-soft-dual": [
        "stationary in b",
        "multipliers of inequalities are not negative",
        "mu = C - alpha is a multiplier too",
        "slacks are not negative",
        "w, b and xi are feasible: y f(x) exceeds 1 - xi by g, which is not negative",
        "this is g",
    ],
    "svm-kernel-dual": ["stationary in b, as before", "the kernel is the inner product of features"],
    "svm-hinge": ["what a slack must satisfy", "what a slack must satisfy"],
    "kernel-gaussian": [
        "limit, assumed: a late partial sum S of the exponential series is within epsilon",
        "limit, assumed: what is at least -epsilon for every epsilon > 0 is at least 0",
    ],
    "discriminants": [
        "the densities at x and the priors of the K classes",
        "the densities at x and the priors of the K classes",
    ],
    "metrics": ["something is found; without a hit precision and recall are 0, and F has no value"],
}
"""What is assumed, by its reason; induction hypotheses aside."""


def test_assumptions_are_few() -> None:
    """What is assumed is what the lectures assume, and it stands in the derivation."""
    found = {
        name: [
            step.reason
            for step in derived(name).steps
            if step.kind == "assumed" and "induction hypothesis" not in step.reason
        ]
        for name in BY_NAME
    }

    assert {name: reasons for name, reasons in found.items() if reasons} == ASSUMED


def test_labels_sum_to_one_and_no_more() -> None:
    """Softmax needs labels that sum to one; naive Bayes a positive deviation; the binary case the other label."""
    texts = {
        name: [f"{s.lhs} {s.relation} {s.rhs}" for s in derived(name).steps if s.kind == "assumed"]
        for name in ("naive-bayes-to-logistic", "softmax-gradient", "softmax-hessian", "softmax-binary")
    }

    assert texts == {
        "naive-bayes-to-logistic": ["sigma[i] > 0"],
        "softmax-gradient": ["Sum(y[i, k], (k, 1, K)) == 1"],
        "softmax-hessian": ["Sum(y[i, k], (k, 1, K)) == 1"],
        "softmax-binary": ["y[i, 2] == 1 - y[i, 1]"],
    }


def test_strictness_needs_a_direction() -> None:
    """That the penalised error is strictly convex is said for v other than 0, in the result too."""
    result = derived("logistic-regularized").result

    assert (result.relation, [str(fact) for fact in result.uses]) == (">", ["Sum(v[d]**2, (d, 1, D)) > 0"])
