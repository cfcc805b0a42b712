"""Perceptron, support vector machines and kernels with one link altered: a sign, a factor, an index, an assumption."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt
from typing import Any

import pytest
from sympy import Abs, Derivative, Eq, Expr, Ge, Le, Max, Sum, exp

from derive import differentiate, prove
from derive.derivation import Derivation, Step
from derive.facts import Fact
from derive.lectures import convergence, kernels, perceptron, svm
from derive.verdict import Verdict
from tests.checked import value_at

HOLDS = {"==": eq, "<=": le, "<": lt, ">=": ge, ">": gt}


@dataclass(frozen=True)
class Lie:
    """A step, known by its reason, with another right side or relation, or without the assumptions `drop` picks."""

    derive: Callable[[], Derivation]
    reason: str
    rhs: Callable[[Any], Any] = lambda rhs: rhs
    relation: str = ""
    drop: Callable[[Any], bool] = lambda _: False
    allowed: frozenset[str] = frozenset({"refuted"})


def fact(kind: str, *names: str) -> Callable[[Any], bool]:
    """Return what picks the facts of a kind about tensors of these names."""
    return lambda given: isinstance(given, Fact) and given.kind == kind and str(given.tensors[0]) in names


def relation(kind: type, holding: object = None) -> Callable[[Any], bool]:
    """Return what picks the relations of a kind that contain something."""
    return lambda given: isinstance(given, kind) and (holding is None or given.has(holding))


n, m, N = svm.n, svm.m, svm.N
R, gamma, k = convergence.R, convergence.gamma, convergence.k
GRADIENT, UPDATE, LABELS = perceptron.perceptron_gradient, perceptron.perceptron_update, perceptron.perceptron_labels
BOUND, ANY_START = convergence.perceptron_bound, convergence.perceptron_bound_any_start
XZ = Sum(kernels.x[kernels.d] * kernels.z[kernels.d], (kernels.d, 1, kernels.D))
PAIRS = svm.DUAL - Sum(svm.alpha[n], (n, 1, N))

LIES = {
    "the gradient without its minus": Lie(
        GRADIENT, "each score is linear in w, and the set is fixed", lambda rhs: -rhs
    ),
    "the batch rule against the sum": Lie(
        GRADIENT, "minus times minus: the batch rule", lambda rhs: 2 * perceptron.w[perceptron.j] - rhs
    ),
    "a criterion of examples on either side": Lie(GRADIENT, "no term is negative", drop=relation(Ge)),
    "m^2 = m of any number": Lie(GRADIENT, "1 and 0 are their own squares", drop=fact("binary", "m")),
    "a positive example with a positive score": Lie(
        GRADIENT, "a positive example, taken for negative", drop=relation(Le)
    ),
    "a score that grows by |x|": Lie(
        UPDATE,
        "y^2 = 1",
        lambda rhs: rhs - perceptron.eta * Sum(perceptron.x[perceptron.d], (perceptron.d, 1, perceptron.D)),
    ),
    "labels that are any number": Lie(UPDATE, "y^2 = 1", drop=fact("sign", "y")),
    "any rate is large enough": Lie(
        UPDATE,
        "a rate that is large enough: now on the right side",
        drop=lambda given: not isinstance(given, Fact | Eq),
    ),
    "outputs that are any number": Lie(LABELS, "half the difference of the signs", lambda rhs: 2 * rhs),
    "a mistake adds the wrong way": Lie(
        LABELS,
        "the four cases in one: on a mistake, the update with labels -1 and 1",
        lambda rhs: 2 * perceptron.theta[perceptron.j] - rhs,
    ),
    "labels of any kind": Lie(
        LABELS, "the four cases in one: on a mistake, the update with labels -1 and 1", drop=fact("binary", "y", "h")
    ),
    "R/gamma^2, as printed at m146:492": Lie(BOUND, "divided by k gamma^2", lambda _: R / gamma**2),
    "strictly less, as printed at m146:445": Lie(BOUND, "w was wrong about x", relation="<"),
    "a step without a mistake": Lie(BOUND, "w was wrong about x", drop=relation(Le)),
    "progress without a margin": Lie(BOUND, "the margin", drop=relation(Ge)),
    "a separating vector of any length": Lie(BOUND, "u is a unit vector", drop=relation(Eq)),
    "Cauchy-Schwarz, reversed": Lie(BOUND, "Cauchy-Schwarz", relation=">="),
    "any start, without its price": Lie(ANY_START, "divided by k gamma^2", lambda _: R**2 / gamma**2),
    "a start of any length": Lie(ANY_START, "both lengths are bounded", drop=relation(Le, convergence.w0)),
    "a margin of 1 over the norm": Lie(svm.svm_margin, "the difference is 2", lambda rhs: rhs / 2),
    "a margin of 2 over the squared norm": Lie(svm.svm_margin, "it is 2/|w| away", lambda rhs: rhs / 2),
    "the longer has the wider margin": Lie(svm.svm_margin, "the shorter has the wider margin", relation=">="),
    "w with the wrong sign": Lie(svm.svm_dual, "the chain rule", lambda rhs: 2 * svm.w[svm.j] - rhs),
    "a dual with plus one half": Lie(
        svm.svm_dual, "w put in; b drops out, as sum alpha y = 0", lambda rhs: rhs - 2 * PAIRS
    ),
    "b does not drop out": Lie(svm.svm_dual, "w put in; b drops out, as sum alpha y = 0", drop=relation(Eq)),
    "negative multipliers": Lie(svm.svm_dual, "no term is negative: weak duality", drop=fact("nonnegative", "alpha")),
    "an infeasible point": Lie(svm.svm_dual, "no term is negative: weak duality", drop=fact("nonnegative", "g")),
    "a slack constraint with a price": Lie(
        svm.svm_dual,
        "at most the sum of all, none of which is negative",
        drop=fact("nonnegative", "alpha", "g"),
    ),
    "a decision by arbitrary examples": Lie(svm.svm_dual, "support vectors only", drop=relation(Eq, svm.s)),
    "the slack's price with the wrong sign": Lie(
        svm.svm_soft_dual, "each slack stands in three terms", lambda rhs: rhs + 2 * svm.alpha[m]
    ),
    "no box": Lie(svm.svm_soft_dual, "so alpha ends at C", drop=relation(Ge)),
    "half a box": Lie(svm.svm_soft_dual, "so alpha ends at C", lambda rhs: rhs / 2),
    "negative slacks": Lie(svm.svm_soft_dual, "no term is negative: weak duality", drop=fact("nonnegative", "xi")),
    "a kernel that is any matrix": Lie(svm.svm_kernel_dual, "the inner product is symmetric", drop=relation(Eq)),
    "the diagonal of the kernel only": Lie(
        svm.svm_kernel_dual,
        "the examples stand in inner products only",
        lambda rhs: rhs.xreplace({svm.K[n, m]: svm.K[n, n]}),
    ),
    "a sum of squares, below": Lie(svm.svm_kernel_dual, "a sum of squares: the dual is concave", relation="<="),
    "slacks that may be negative": Lie(
        svm.svm_hinge, "it is at least both", drop=lambda given: given == Ge(svm.xi[n], 0)
    ),
    "slacks that may be anything": Lie(svm.svm_hinge, "each slack at its least: the hinge loss", drop=relation(Ge)),
    "no slack on the boundary": Lie(svm.svm_hinge, "on the boundary it is 1", lambda rhs: rhs / 2, "=="),
    "a distance without signs": Lie(svm.svm_hinge, "1 - y f is the distance |y - f|", drop=fact("sign", "y")),
    "linear features without sqrt(2)": Lie(kernels.kernel_quadratic, "2 = sqrt(2) sqrt(2)", lambda rhs: rhs - XZ),
    "one feature for each of both orders": Lie(
        kernels.kernel_quadratic,
        "x_d x_e and x_e x_d as one feature: half of all d, e with d != e",
        lambda rhs: rhs + Sum(kernels.x[kernels.d] ** 2 * kernels.z[kernels.d] ** 2, (kernels.d, 1, kernels.D)),
    ),
    "five features": Lie(
        kernels.kernel_quadratic, "with two components: six features", lambda rhs: rhs - 2 * kernels.x[1] * kernels.z[1]
    ),
    "the cross term with the wrong sign": Lie(
        kernels.kernel_gaussian,
        "the exponential of a sum",
        lambda rhs: rhs / exp(2 * XZ / kernels.sigma**2),
    ),
    "power 2 by single components": Lie(
        kernels.kernel_gaussian,
        "power 2: products of two",
        lambda _: Sum(Sum(kernels.a[n] * kernels.X[n, kernels.d] ** 2, (n, 1, N)) ** 2, (kernels.d, 1, kernels.D)),
    ),
    "partial sums of anything": Lie(kernels.kernel_gaussian, "the form of S is not negative", drop=relation(Ge)),
    "a limit that is not assumed": Lie(
        kernels.kernel_gaussian, "the limit", drop=relation(Ge), allowed=frozenset({"undecided", "sampled"})
    ),
}


REFUTED = {name: lie for name, lie in LIES.items() if "undecided" not in lie.allowed}


def written_out(side: Any) -> Any:
    """Return a side for the evaluation: derivatives taken, and max(a, b) as (a + b + |a - b|)/2."""
    if isinstance(side, Derivative):
        return differentiate(side.expr, side.variables[0])
    if not isinstance(side, Expr) or not side.has(Derivative, Max):
        return side
    parts = [written_out(part) for part in side.args]
    if isinstance(side, Max):
        return (parts[0] + parts[1] + Abs(parts[0] - parts[1])) / 2
    return side.func(*parts)


def step_of(lie: Lie) -> Step:
    """Return the step that a lie alters."""
    return next(step for step in lie.derive().steps if step.reason == lie.reason and step.kind == "claim")


def told(lie: Lie) -> tuple[Any, Any, str, Verdict]:
    """Return both sides of the altered step, its relation, and what is decided about it."""
    claim: Any = getattr(step_of(lie).verdict, "statement", None)
    facts = tuple(given for given in claim.assuming if not lie.drop(given))
    rhs, sign = lie.rhs(claim.rhs), lie.relation or claim.relation
    assert (rhs, sign, facts) != (claim.rhs, claim.relation, claim.assuming), "nothing was altered"
    return claim.lhs, rhs, sign, prove(claim.lhs, rhs, facts, relation=sign)


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_altered_link_is_refused(lie: Lie) -> None:
    """An altered step is refuted; one that is true and only lacks its assumption is not proved."""
    assert told(lie)[3].status in lie.allowed


@pytest.mark.parametrize("lie", REFUTED.values(), ids=REFUTED)
def test_counterexample_can_be_recomputed(lie: Lie) -> None:
    """The counterexample names sizes and values, and both sides, computed again there, are not in the relation."""
    lhs, rhs, sign, verdict = told(lie)
    witness = verdict.counterexample
    assert witness is not None
    left, right = value_at(witness, written_out(lhs)), value_at(witness, written_out(rhs))

    assert witness.values
    assert all(f"{name} = {value}" in str(witness) for name, value in {**witness.sizes, **witness.values}.items())
    assert not HOLDS[sign](left, right)


def test_every_derivation_has_a_lie() -> None:
    """No derivation of these topics stands without a lie beside it."""
    modules = (perceptron, convergence, svm, kernels)
    names = {name for module in modules for name in vars(module) if name.startswith(("perceptron_", "svm_", "kernel_"))}

    assert {lie.derive.__name__ for lie in LIES.values()} == names
