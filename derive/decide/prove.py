"""`prove`: one question, one verdict. The kernel decides first, evaluation looks for a counterexample after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any

from derive import kernel
from derive.decide.counterexample import Evidence, find, second_opinion
from derive.decide.equality import Finding, decide_equality
from derive.decide.inequality import decide_inequality
from derive.decide.statement import Statement, statement
from derive.errors import BeyondKernelError, DeriveError, UndefinedError
from derive.limits import Limits, check_limits
from derive.recheck import Recheck
from derive.verdict import Certificate, Counterexample, Verdict, issue


@dataclass(frozen=True, slots=True)
class _Stop:
    """Why the kernel has no finding, and what evaluation may still use."""

    reason: str
    final: bool = False
    limit: bool = False


def prove(
    lhs: Any,
    rhs: Any = None,
    assuming: Any = (),
    *,
    relation: str | None = None,
    recheck: bool = False,
    limits: Limits | None = None,
) -> Verdict:
    """Return what is known of `lhs = rhs`, or of a relation such as `Le(a, b)`, at every size and for all real values.

    `assuming` takes facts (`sign(y)`, `one_hot(Y)`, ...) and SymPy relations, local to this call; an equation with a
    free index holds for all its values. With `recheck`, the independent evaluation has to agree with a proof.
    Raises a `ReadError` for what cannot be read; a limit that is reached, or something outside of the engine, is a
    verdict *undecided* (or *sampled*, *refuted*, where evaluation goes further).

    >>> from sympy import IndexedBase, Sum, symbols
    >>> i, j, N = symbols("i j N", integer=True, positive=True)
    >>> x = IndexedBase("x")
    >>> prove(Sum(x[i], (i, 1, N)) ** 2, Sum(x[i] * x[j], (i, 1, N), (j, 1, N)))
    <Verdict proved: normal form>
    """
    budget = check_limits(limits)
    try:
        claim = statement(lhs, rhs, relation, assuming)
        return _decided_by_sympy(holds=claim) if isinstance(claim, bool) else _decide(claim, budget, recheck=recheck)
    except RecursionError:
        return issue("undecided", "limit", reason="limit reached: nesting depth")


def _decide(claim: Statement, limits: kernel.Limits, *, recheck: bool) -> Verdict:
    started = monotonic()
    found = _kernel_finding(claim, limits)
    if isinstance(found, tuple):
        return _proved(claim, *found, recheck=recheck, limits=limits)
    if found.stop.final:
        return issue("undecided", "never defined", reason=found.stop.reason, statement=claim)
    left = max(limits.seconds - (monotonic() - started), limits.seconds / 20)
    return _evaluated(claim, found, left)


@dataclass(frozen=True, slots=True)
class _Open:
    """The kernel could not prove the claim."""

    stop: _Stop
    ranges: dict[str, tuple[Any, Any]] | None
    taken: tuple[str, ...]


def _kernel_finding(claim: Statement, limits: kernel.Limits) -> tuple[Finding, Certificate | None] | _Open:
    try:
        if claim.relation == "==":
            finding, certificate = decide_equality(claim, limits), None
        else:
            finding, certificate = decide_inequality(claim, limits)
    except tuple(STOPS) as met:
        return _Open(next(stop(met) for kind, stop in STOPS.items() if isinstance(met, kind)), None, ())
    if finding.method is None:
        why = "the normal forms differ" if claim.relation == "==" else "no certificate was found"
        return _Open(_Stop(why), finding.ranges, finding.taken)
    return finding, certificate


STOPS: dict[type[Exception], Callable[[Exception], _Stop]] = {
    kernel.LimitReached: lambda reached: _Stop(str(reached), limit=True),
    RecursionError: lambda _: _Stop("limit reached: nesting depth", limit=True),
    kernel.UnstableLabelError: lambda _: _Stop("a sum has no stable normal form"),
    kernel.NoDerivativeError: lambda missing: _Stop(f"the derivative of {missing} is not known"),
    kernel.Undefined: lambda _: _Stop("one side divides by 0 or takes log 0 everywhere", final=True),
    UndefinedError: lambda never: _Stop(str(never), final=True),
    BeyondKernelError: lambda outside: _Stop(str(outside)),
}
"""What ends the kernel's work without a finding; after a `final` one there is nothing left to evaluate."""


def _decided_by_sympy(*, holds: bool) -> Verdict:
    if holds:
        return issue("proved", "evaluated to True by SymPy when the relation was built")
    way_out = "call prove(lhs, rhs) with the two sides to get a counterexample"
    return issue(
        "undecided",
        "relation already evaluated",
        reason=f"SymPy turned the relation into False when it was built; {way_out}",
    )


def _proved(
    claim: Statement, finding: Finding, certificate: Certificate | None, *, recheck: bool, limits: kernel.Limits
) -> Verdict:
    opinion = _second_opinion(claim, finding, limits) if recheck else None
    parts: dict[str, Any] = {
        "conditions": finding.conditions,
        "assumptions": finding.taken,
        "recheck": opinion,
        "statement": claim,
    }
    if opinion is not None and opinion.agrees is False:
        reason = f"the engine proved it, the evaluation disagrees at {opinion.counterexample}: please report this"
        return issue("undecided", "kernel and re-check disagree", reason=reason, **parts)
    return issue("proved", str(finding.method), certificate=certificate, **parts)


def _second_opinion(claim: Statement, finding: Finding, limits: kernel.Limits) -> Recheck:
    return second_opinion(
        claim.lhs,
        claim.rhs,
        relation=claim.relation,
        assuming=claim.assuming,
        ranges=finding.ranges or None,
        max_seconds=limits.seconds,
    )


def _evaluated(claim: Statement, found: _Open, seconds: float) -> Verdict:
    """Look for a counterexample; without one, agreement at every point is a sample and never a proof."""
    why = found.stop.reason
    parts: dict[str, Any] = {"assumptions": found.taken, "statement": claim}
    try:
        seen: Counterexample | Evidence = find(
            claim.lhs,
            claim.rhs,
            relation=claim.relation,
            assuming=claim.assuming,
            ranges=found.ranges,
            max_seconds=seconds,
        )
    except DeriveError as outside:
        return issue("undecided", "kernel", reason=f"{why}; evaluation: {outside}", **parts)
    if isinstance(seen, Counterexample):
        return issue("refuted", "counterexample", reason=why, counterexample=seen, **parts)
    if found.stop.limit:
        return issue("undecided", "limit", reason=why, **parts)
    if seen.points == 0 or not seen.complete:
        missing = seen.reason or "no point could be evaluated"
        return issue("undecided", "kernel and evaluation", reason=f"{why}; {missing}", **parts)
    many = "point" if seen.points == 1 else "points"
    bound = f"error bound {seen.error_bound:.1g}" if seen.error_bound else "without an error bound"
    reason = f"{why}; both sides agree at {seen.points} exact {many}, which is no proof ({bound})"
    return issue("sampled", "evaluation at random points", reason=reason, **parts)
