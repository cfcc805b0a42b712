"""What came out, counted, and what did not come out as it should."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from derive.render.crosscheck import CheckView, crosscheck_failures
from derive.words import counted, row_of

if TYPE_CHECKING:
    from derive.render.view import ClaimView, DerivationView


def summary(
    derivations: Sequence[DerivationView], claims: Sequence[ClaimView], checks: Sequence[CheckView] = ()
) -> dict[str, Any]:
    """Return the numbers of derivations, steps, claims and checks, and everything that is not as it should be."""
    proved = sum(view.status == "proved" for view in derivations)
    return {
        "derivations": len(derivations),
        "derivations proved": proved,
        "steps": sum(len(view.steps) for view in derivations),
        "claims": len(claims),
        "outcomes": {row_of(outcome).json: number for outcome, number in outcomes(claims).items()},
        "checks": len(checks),
        "failures": failures(derivations, claims, checks),
    }


def outcomes(claims: Sequence[ClaimView]) -> dict[str, int]:
    """Return how many claims came out in each way, in the order of the words."""
    return counted(claim.outcome for claim in claims)


def failures(
    derivations: Sequence[DerivationView], claims: Sequence[ClaimView], checks: Sequence[CheckView] = ()
) -> list[str]:
    """Return a sentence for each derivation that is not proved, each claim and each check that came out otherwise."""
    broken = [f"{view.name} is {view.status}: {_where(view)}" for view in derivations if view.status != "proved"]
    other = [
        f"{claim.name} is registered as {claim.expected} and came out as {claim.outcome}: {claim.evidence}"
        for claim in claims
        if not claim.as_registered
    ]
    return broken + other + crosscheck_failures(checks)


def _where(view: DerivationView) -> str:
    if view.problem:
        return view.problem
    for number, step in enumerate(view.steps, 1):
        if not step.holds:
            return f"line {number} ({step.reason}) is {step.status}: {step.problem}"
    return "the result is not proved" if view.result is None else view.result.problem
