"""Perceptron, support vector machines and kernels: each derivation is proved, and evaluation does not contradict it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from derive.derivation import Derivation
from derive.lectures import convergence, kernels, perceptron, svm
from derive.recheck import recheck

DERIVATIONS = (
    perceptron.perceptron_gradient,
    perceptron.perceptron_update,
    perceptron.perceptron_labels,
    convergence.perceptron_bound,
    convergence.perceptron_bound_any_start,
    svm.svm_margin,
    svm.svm_dual,
    svm.svm_soft_dual,
    svm.svm_kernel_dual,
    svm.svm_hinge,
    kernels.kernel_quadratic,
    kernels.kernel_gaussian,
)
NO_OPINION = {"there is none: complementary slackness"}
"""Steps at which no point satisfies all that is assumed within the time: an optimum of a quadratic program is one."""


@pytest.mark.parametrize("derive", DERIVATIONS, ids=lambda derive: derive.__name__)
def test_derivation_is_proved(derive: Callable[[], Derivation]) -> None:
    """Every claim of the derivation is proved at symbolic sizes, and so is its result."""
    derivation = derive()

    assert [str(step) for step in derivation.steps if step.kind == "claim" and step.status != "proved"] == []
    assert (derivation.status, derivation.result.status) == ("proved", "proved")


@pytest.mark.parametrize("derive", DERIVATIONS, ids=lambda derive: derive.__name__)
def test_second_opinion_does_not_disagree(derive: Callable[[], Derivation]) -> None:
    """Exact evaluation agrees with every step, and has no opinion only on those that are named here."""
    found = {}
    for step in derive().steps:
        claim = getattr(step.verdict, "statement", None)
        if claim is not None:
            found[step.reason] = recheck(claim.lhs, claim.rhs, relation=claim.relation, assuming=claim.assuming).agrees

    assert [reason for reason, agrees in found.items() if agrees is False] == []
    assert {reason for reason, agrees in found.items() if agrees is None} <= NO_OPINION


def test_limit_is_assumed_by_name() -> None:
    """What the Gaussian kernel takes from analysis stands in its derivation as assumed, and nothing else does."""
    assumed = [step.reason for step in kernels.kernel_gaussian().steps if step.kind == "assumed"]

    assert [reason for reason in assumed if "induction hypothesis" not in reason] == [
        "limit, assumed: a late partial sum S of the exponential series is within epsilon",
        "limit, assumed: what is at least -epsilon for every epsilon > 0 is at least 0",
    ]


def test_bound_rests_on_the_assumptions_of_the_theorem() -> None:
    """The perceptron bound assumes labels, a unit vector that separates with a margin, a radius, and only mistakes."""
    assumed = [step.reason for step in convergence.perceptron_bound().steps if step.kind == "assumed"]

    assert [reason for reason in assumed if "induction hypothesis" not in reason] == [
        "labels are +1 or -1",
        "u is a unit vector",
        "u separates every example with margin gamma",
        "no example is longer than R",
        "a step is taken only where w is wrong about x",
    ]
