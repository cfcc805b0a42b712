"""Perceptron, support vector machines and kernels with one link altered: a sign, a factor, an index, an assumption."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import Eq, Ge, Le, Sum, exp

from derive.facts import Fact
from derive.lectures import CATALOGUE, convergence, kernels, perceptron, svm
from tests.altered import REFUTED, Lie, doubled, halved, negated, refutation, told

pytestmark = pytest.mark.slow  # 8 s: every altered link is decided


def fact(kind: str, *names: str) -> Callable[[Any], bool]:
    """Return what picks the facts of a kind about tensors of these names."""
    return lambda given: isinstance(given, Fact) and given.kind == kind and str(given.tensors[0]) in names


def relation(kind: type, holding: object = None) -> Callable[[Any], bool]:
    """Return what picks the relations of a kind that contain something."""
    return lambda given: isinstance(given, kind) and (holding is None or given.has(holding))


n, m, N = svm.n, svm.m, svm.N
R, gamma, k = convergence.R, convergence.gamma, convergence.k
XZ = Sum(kernels.x[kernels.d] * kernels.z[kernels.d], (kernels.d, 1, kernels.D))
PAIRS = svm.DUAL - Sum(svm.alpha[n], (n, 1, N))

MARGINS = (
    Lie("perceptron-gradient", "each score is linear in w, and the set is fixed", negated),
    Lie("perceptron-gradient", "minus times minus: the batch rule", lambda rhs: 2 * perceptron.w[perceptron.j] - rhs),
    Lie("perceptron-gradient", "no term is negative", drop=relation(Ge)),
    Lie("perceptron-gradient", "1 and 0 are their own squares", drop=fact("binary", "m")),
    Lie("perceptron-gradient", "a positive example, taken for negative", drop=relation(Le)),
    Lie(
        "perceptron-update",
        "y^2 = 1",
        lambda rhs: rhs - perceptron.eta * Sum(perceptron.x[perceptron.d], (perceptron.d, 1, perceptron.D)),
    ),
    Lie("perceptron-update", "y^2 = 1", drop=fact("sign", "y")),
    Lie(
        "perceptron-update",
        "a rate that is large enough: now on the right side",
        drop=lambda given: not isinstance(given, Fact | Eq),
    ),
    Lie("perceptron-labels", "half the difference of the signs", doubled),
    Lie(
        "perceptron-labels",
        "the four cases in one: on a mistake, the update with labels -1 and 1",
        lambda rhs: 2 * perceptron.theta[perceptron.j] - rhs,
    ),
    Lie(
        "perceptron-labels",
        "the four cases in one: on a mistake, the update with labels -1 and 1",
        drop=fact("binary", "y", "h"),
    ),
    Lie("perceptron-bound", "divided by k gamma^2", lambda _: R / gamma**2),
    Lie("perceptron-bound", "w was wrong about x", relation="<"),
    Lie("perceptron-bound", "w was wrong about x", drop=relation(Le)),
    Lie("perceptron-bound", "the margin", drop=relation(Ge)),
    Lie("perceptron-bound", "u is a unit vector", drop=relation(Eq)),
    Lie("perceptron-bound", "Cauchy-Schwarz", relation=">="),
    Lie("perceptron-bound-any-start", "divided by k gamma^2", lambda _: R**2 / gamma**2),
    Lie("perceptron-bound-any-start", "both lengths are bounded", drop=relation(Le, convergence.w0)),
    Lie("svm-margin", "the difference is 2", halved),
    Lie("svm-margin", "it is 2/|w| away", halved),
    Lie("svm-margin", "the shorter has the wider margin", relation=">="),
    Lie("svm-dual", "the chain rule", lambda rhs: 2 * svm.w[svm.j] - rhs),
    Lie("svm-dual", "w put in; b drops out, as sum alpha y = 0", lambda rhs: rhs - 2 * PAIRS),
    Lie("svm-dual", "w put in; b drops out, as sum alpha y = 0", drop=relation(Eq)),
    Lie("svm-dual", "no term is negative: weak duality", drop=fact("nonnegative", "alpha")),
    Lie("svm-dual", "no term is negative: weak duality", drop=fact("nonnegative", "g")),
    Lie("svm-dual", "at most the sum of all, none of which is negative", drop=fact("nonnegative", "alpha", "g")),
    Lie("svm-dual", "support vectors only", drop=relation(Eq, svm.s)),
    Lie("svm-soft-dual", "each slack stands in three terms", lambda rhs: rhs + 2 * svm.alpha[m]),
    Lie("svm-soft-dual", "so alpha ends at C", drop=relation(Ge)),
    Lie("svm-soft-dual", "so alpha ends at C", halved),
    Lie("svm-soft-dual", "no term is negative: weak duality", drop=fact("nonnegative", "xi")),
    Lie("svm-kernel-dual", "the inner product is symmetric", drop=relation(Eq)),
    Lie(
        "svm-kernel-dual",
        "the examples stand in inner products only",
        lambda rhs: rhs.xreplace({svm.K[n, m]: svm.K[n, n]}),
    ),
    Lie("svm-kernel-dual", "a sum of squares: the dual is concave", relation="<="),
    Lie("svm-hinge", "it is at least both", drop=lambda given: given == Ge(svm.xi[n], 0)),
    Lie("svm-hinge", "each slack at its least: the hinge loss", drop=relation(Ge)),
    Lie("svm-hinge", "on the boundary it is 1", halved, "=="),
    Lie("svm-hinge", "1 - y f is the distance |y - f|", drop=fact("sign", "y")),
    Lie("kernel-quadratic", "2 = sqrt(2) sqrt(2)", lambda rhs: rhs - XZ),
    Lie(
        "kernel-quadratic",
        "x_d x_e and x_e x_d as one feature: half of all d, e with d != e",
        lambda rhs: rhs + Sum(kernels.x[kernels.d] ** 2 * kernels.z[kernels.d] ** 2, (kernels.d, 1, kernels.D)),
    ),
    Lie("kernel-quadratic", "with two components: six features", lambda rhs: rhs - 2 * kernels.x[1] * kernels.z[1]),
    Lie("kernel-gaussian", "the exponential of a sum", lambda rhs: rhs / exp(2 * XZ / kernels.sigma**2)),
    Lie(
        "kernel-gaussian",
        "power 2: products of two",
        lambda _: Sum(Sum(kernels.a[n] * kernels.X[n, kernels.d] ** 2, (n, 1, N)) ** 2, (kernels.d, 1, kernels.D)),
    ),
    Lie("kernel-gaussian", "the form of S is not negative", drop=relation(Ge)),
)


@pytest.mark.parametrize("name", dict.fromkeys(lie.name for lie in MARGINS))
def test_altered_link_is_refuted(name: str) -> None:
    """Each is refuted at printed sizes and values, where its two sides, computed again, break the relation."""
    found = [(lie.reason, refutation(lie)) for lie in MARGINS if lie.name == name]

    assert [row for row in found if row[1] != REFUTED] == []


def test_limit_must_be_assumed() -> None:
    """A step that is true and only lacks its assumption is not proved."""
    assert told(Lie("kernel-gaussian", "the limit", drop=relation(Ge)))[0].status in {"undecided", "sampled"}


def test_every_derivation_has_a_lie() -> None:
    """No derivation of these topics stands without a lie beside it."""
    modules = {"perceptron", "convergence", "svm", "kernels"}

    assert {lie.name for lie in MARGINS} == {entry.name for entry in CATALOGUE if entry.module in modules}
