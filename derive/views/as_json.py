"""Results as JSON has them. The fields are documented in `docs/json.md`, and a test holds the two together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from json import dumps
from typing import TYPE_CHECKING, Any

from derive.formula.as_latex import latex_relation
from derive.views.crosscheck import CheckView, crosscheck_json
from derive.views.pages import example_json, summary
from derive.words import row_of, versioned

if TYPE_CHECKING:
    from derive.views.pages import ExampleView
    from derive.views.view import ClaimView, ConditionView, DerivationView, StepView


def as_text(data: Any) -> str:
    """Return what a command writes as JSON, with its version, signs as they are, and a line break at the end."""
    return dumps(versioned(data), indent=2, ensure_ascii=False) + "\n"


def derivation_json(view: DerivationView) -> dict[str, Any]:
    """Return a derivation with all its steps."""
    return {
        "name": view.name,
        "title": view.title,
        "lecture": view.lecture,
        "source": [{"lecture": lecture, "line": line} for lecture, line in view.source],
        "status": row_of(view.status).json,
        "steps": [step_json(step) for step in view.steps],
        "result": None if view.result is None else step_json(view.result),
        "problem": view.problem,
    }


def step_json(step: StepView) -> dict[str, Any]:
    """Return one step: both sides, why, what was decided, and what it rests on."""
    return {
        "relation": step.relation,
        "lhs": None if step.lhs is None else step.lhs.text,
        "rhs": None if step.rhs is None else step.rhs.text,
        "latex": _latex(step),
        "says": step.says,
        "reason": step.reason,
        "verdict": row_of(step.status).json,
        "method": step.method,
        "conditions": [_condition(c) for c in step.conditions],
        "using": [fact.text for fact in step.using],
        "taking": list(step.taking),
        "problem": step.problem,
    }


def claim_json(claim: ClaimView) -> dict[str, Any]:
    """Return a claim: what was registered, what was found, and by which evidence."""
    return {
        "name": claim.name,
        "lecture": claim.lecture,
        "line": claim.line,
        "says": claim.says,
        "expected": row_of(claim.expected).json,
        "outcome": row_of(claim.outcome).json,
        "evidence": claim.evidence,
        "convention": claim.convention,
        "repair": claim.repair,
        "counterexample": claim.counterexample,
    }


def report_json(
    derivations: Iterable[DerivationView],
    claims: Iterable[ClaimView],
    examples: Iterable[ExampleView] = (),
    checks: Sequence[CheckView] = (),
) -> dict[str, Any]:
    """Return everything that a report holds, with a summary in front."""
    proofs, found = list(derivations), list(claims)
    return {
        "summary": summary(proofs, found, checks),
        "derivations": [derivation_json(view) for view in proofs],
        "claims": [claim_json(claim) for claim in found],
        "examples": [example_json(view) for view in examples],
        "checks": crosscheck_json(checks),
    }


def _latex(step: StepView) -> str:
    if step.lhs is None:
        return ""
    return step.lhs.latex if step.rhs is None else latex_relation(step.lhs.latex, step.relation, step.rhs.latex)


def _condition(condition: ConditionView) -> str:
    return f"{condition.formula.text} ({condition.reason})" if condition.reason else condition.formula.text
