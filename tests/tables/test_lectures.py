"""The derivations of the lectures: all are proved at symbolic size; what each assumes, and what it leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from derive.derivation import Step
from derive.lectures import BY_NAME
from derive.recheck import Recheck, recheck
from tests.altered import claims, derived

pytestmark = pytest.mark.slow  # 10 s: every derivation is carried out, and every link evaluated

SECONDS = 60.0
"""More than any opinion takes."""


def opinion(step: Step) -> Recheck:
    """Return the second opinion, asked with all the time that it may want on a busy machine."""
    statement: Any = getattr(step.verdict, "statement", None)
    return recheck(statement, max_seconds=SECONDS)


@pytest.mark.parametrize("name", BY_NAME)
def test_every_derivation_is_proved(name: str) -> None:
    """Every link is proved at every size; the derivation is filed under its name, title and lectures.

    The independent evaluation agrees with every link.
    """
    derivation = derived(name)
    asked = [step for step in claims(name) if step.verdict is not None and step.verdict.statement is not None]
    said = [(step.reason, opinion(step)) for step in asked]

    assert [step.reason for step in claims(name) if step.status != "proved"] == []
    assert (derivation.status, derivation.result.status) == ("proved", "proved")
    assert (derivation.name, derivation.title) == (name, BY_NAME[name].title)
    assert set(BY_NAME[name].lectures) == set(derivation.lecture.split(", "))
    assert [(reason, str(one)) for reason, one in said if not one.agrees] == []
    assert said


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
