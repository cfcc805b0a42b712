"""Perceptron, support vector machines and kernels: what their derivations assume, and nothing else."""

from __future__ import annotations

from derive.lectures import convergence, kernels


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
