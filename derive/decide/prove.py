"""`prove`: one statement, one verdict. The kernel decides first, evaluation looks for a counterexample after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from time import thread_time
from typing import Any

from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from derive import kernel
from derive.calculus import Family, members
from derive.decide.budget import SIZES
from derive.decide.equality import Finding, decide_equality
from derive.decide.inequality import decide_inequality
from derive.errors import BeyondKernelError, UndefinedError
from derive.kernel import Limits
from derive.limits import check_limits
from derive.recheck import Evidence, fails, find, witness
from derive.recheck import recheck as second_opinion
from derive.statements import Relation, Statement, statement
from derive.statements.growth import at_size, grown
from derive.statements.ranges import narrowest
from derive.statements.sentence import described
from derive.verdict import Certificate, Counterexample, Verdict, changed, issue


@dataclass(frozen=True, slots=True)
class _Stop:
    """Why the kernel has no finding, what it did not try, and what evaluation may still use."""

    reason: str
    final: bool = False
    limit: bool = False
    untried: str = ""


def prove(
    lhs: Any,
    rhs: Any = None,
    assuming: Any = (),
    *,
    relation: str | None = None,
    ranges: Mapping[Any, Any] | None = None,
    recheck: bool = True,
    limits: Limits | None = None,
) -> Verdict:
    """Return what is known of `lhs = rhs`, or of a relation such as `Le(a, b)`, at every size and for all real values.

    `assuming` takes facts (`sign(y)`, `one_hot(Y)`, ...) and SymPy relations, local to this call; an equation with a
    free index holds for all its values. `ranges` declares over what an index runs, or the axes of a base without a
    shape, where SymPy's objects do not say it; see `derive.statement`. What was decided is `verdict.statement`.
    The second opinion, which evaluates the statement independently, must not contradict a proof; `verdict.recheck` is
    what it says, and `recheck=False` switches it off.
    Raises a `ReadError` for what cannot be read; a limit that is reached, or something outside of the engine, is a
    verdict *undecided* (or *sampled*, *refuted*, where evaluation goes further).

    >>> from sympy import Sum, symbols
    >>> from derive import size, tensor
    >>> i, j = symbols("i j", integer=True)
    >>> N = size("N"); x = tensor("x", N)
    >>> prove(Sum(x[i], (i, 0, N - 1)) ** 2, Sum(x[i] * x[j], (i, 0, N - 1), (j, 0, N - 1)))
    <Verdict proved: normal form>
    """
    budget, started = check_limits(limits), thread_time()
    if isinstance(lhs, BooleanTrue | BooleanFalse) and rhs is None:
        return _decided_by_sympy(holds=bool(lhs))
    if isinstance(lhs, Family) or isinstance(rhs, Family):
        lhs, rhs, ranges = members(lhs, rhs, ranges)
    try:
        claim = statement(lhs, rhs, assuming, relation=relation, ranges=ranges)
        return decide(claim, limits=budget, recheck=recheck, spent=thread_time() - started)
    except RecursionError:
        return issue("undecided", "limit", reason="limit reached: nesting depth")
    except BeyondKernelError as outside:
        return issue("undecided", "outside of the engine", reason=str(outside))


def decide(
    claim: Statement, *, limits: Limits | None = None, recheck: bool = False, spent: float = 0.0, look: bool = False
) -> Verdict:
    """Return the verdict on a statement; `spent` is how many of the seconds are gone.

    Where ranges run backwards at small sizes, larger ones are decided first. With `look`, a counterexample is looked
    for before a proof is: for whoever tries many statements of which few are true.
    """
    budget, larger = check_limits(limits), grown(claim)
    seen = _at_a_look(larger, budget) if look else None
    if seen is not None:
        return _refuted(larger, seen, "it fails at a point", budget.seconds)
    if larger is claim:
        return _decide(claim, budget, recheck=recheck, spent=spent)
    verdict = _decide(larger, budget, recheck=recheck, spent=spent)
    if verdict.status != "proved":
        return verdict
    small = [_decide(each, budget, recheck=recheck) for each in _smaller(claim, larger)]
    if small and all(each.status == "proved" for each in small):
        return changed(verdict, statement=claim)
    least = {size.name: size.least for size, old in zip(larger.sizes, claim.sizes, strict=True) if size != old}
    return changed(verdict, status="proved for larger sizes", least=least)


def proves(claim: Statement, *, limits: Limits | None = None, look: bool = True) -> bool:
    """Return whether the kernel proves a statement that a short look, if there is one, finds no counterexample to.

    For whoever tries many statements of which few are true: the verdict on one that passes is still to be asked for.
    """
    budget, larger = check_limits(limits), grown(claim)
    is_seen_to_fail = look and fails(larger, max_seconds=budget.seconds * LOOK)
    return not is_seen_to_fail and isinstance(_kernel_finding(larger, budget, 0.0), tuple)


AT_LEAST = 0.05
"""Seconds for points where the kernel has used up the time: nothing can be said of a line without one."""
LOOK = 0.05
"""The share of the time in which a counterexample is looked for before a proof is: points cost little."""


def _at_a_look(claim: Statement, limits: Limits) -> Counterexample | None:
    """Return a counterexample that is soon found, if there is one."""
    seen = find(claim, max_seconds=limits.seconds * LOOK)
    return seen if isinstance(seen, Counterexample) else None


def _smaller(claim: Statement, larger: Statement) -> list[Statement]:
    """Return the statement at each of the small values that were left out; none where there are too many."""
    found = [(new.name, range(old.least, new.least)) for old, new in zip(claim.sizes, larger.sizes, strict=True)]
    cut = [(name, values) for name, values in found if values]
    if len(cut) != 1 or len(cut[0][1]) > SIZES.most:
        return []
    return [at_size(claim, cut[0][0], value) for value in cut[0][1]]


def _decide(claim: Statement, limits: kernel.Limits, *, recheck: bool, spent: float = 0.0) -> Verdict:
    started = thread_time() - spent
    found = _kernel_finding(claim, limits, spent)
    if isinstance(found, tuple):
        return _proved(claim, *found, recheck=recheck, limits=limits)
    if found.final:
        return issue("undecided", "never defined", reason=found.reason, statement=claim)
    left = limits.seconds - (thread_time() - started)
    return _evaluated(claim, found, replace(limits, seconds=max(left, limits.seconds / 20, AT_LEAST)))


def _kernel_finding(
    claim: Statement, limits: kernel.Limits, spent: float
) -> tuple[Finding, Certificate | None] | _Stop:
    left = replace(limits, seconds=max(limits.seconds - spent, limits.seconds / 20))
    try:
        if claim.sign == "==":
            finding, certificate = decide_equality(claim, left), None
        else:
            finding, certificate = decide_inequality(claim, left)
    except kernel.LimitReached as reached:
        allowed = limits.seconds if reached.limit == "seconds" else reached.allowed
        return _Stop(f"limit reached: {reached.limit} = {allowed}", limit=True)
    except tuple(STOPS) as met:
        return next(stop(met) for kind, stop in STOPS.items() if isinstance(met, kind))
    if finding.method is None:
        why = "the normal forms differ" if claim.sign == "==" else "no certificate was found"
        untried = "; ".join(map(str, finding.met))
        return _Stop(f"it holds where {finding.where}" if finding.where else why, untried=untried)
    return finding, certificate


STOPS: dict[type[Exception], Callable[[Exception], _Stop]] = {
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
    reason = f"SymPy turned the relation into False when it was built; {way_out}"
    return issue("undecided", "relation already evaluated", reason=reason)


def _proved(
    claim: Statement, finding: Finding, certificate: Certificate | None, *, recheck: bool, limits: kernel.Limits
) -> Verdict:
    """Issue a proof: of something that occurs, and that the second opinion does not contradict."""
    opinion = second_opinion(claim, max_seconds=limits.seconds) if recheck else None
    parts: dict[str, Any] = {"conditions": finding.conditions, "recheck": opinion, "statement": claim}
    if opinion is not None and opinion.agrees is False:
        where = opinion.counterexample or opinion.reason
        reason = f"the engine proved it ({finding.method}), the evaluation disagrees {where}: please report this"
        return issue("undecided", "kernel and re-check disagree", reason=reason, **parts)
    if (_may_be_empty(claim) or finding.conditions) and not _occurs(claim, limits):
        what = "meets all hypotheses and conditions, at sizes of at least 2"
        reason = f"the engine proved it ({finding.method}), but no point was found that {what}: it may be about nothing"
        return issue("undecided", "no witness", reason=reason, **parts)
    return issue("proved", str(finding.method), certificate=certificate, **parts)


def _occurs(claim: Statement, limits: kernel.Limits) -> bool:
    """Return whether a point was found that meets all hypotheses and conditions."""
    if witness(claim, max_seconds=limits.seconds) is not None:
        return True
    telling = _telling(claim, limits)
    return telling is not claim and witness(telling, max_seconds=limits.seconds) is not None


def _telling(claim: Statement, limits: kernel.Limits) -> Statement:
    """Return the statement without the relations that hold anyway, such as what tanh is: they exclude no point.

    Random points cannot be made to meet an equation between functions, though every point does.
    """
    share = replace(limits, seconds=limits.seconds / max(len(claim.relations), 1))
    kept = tuple(each for each in claim.hypotheses if not (isinstance(each, Relation) and _is_idle(each, claim, share)))
    return replace(claim, hypotheses=kept) if len(kept) < len(claim.hypotheses) else claim


def _is_idle(told: Relation, claim: Statement, limits: kernel.Limits) -> bool:
    alone = replace(
        claim, left=told.left, right=told.right, sign=told.sign, indices=told.indices, hypotheses=claim.properties
    )
    found = _kernel_finding(alone, limits, 0.0)
    return isinstance(found, tuple) and not found[0].conditions


def _may_be_empty(claim: Statement) -> bool:
    """Return whether the hypotheses could contradict each other: one property of a tensor alone is always met."""
    told = [tensor for each in claim.properties for tensor in each.tensors]
    return bool(claim.relations or len({each.name for each in told}) < len(told) or any(each.kind for each in told))


def _evaluated(claim: Statement, found: _Stop, limits: kernel.Limits) -> Verdict:
    """Look for a counterexample; without one, agreement at every point is a sample and never a proof."""
    why, seconds = found.reason, limits.seconds
    parts: dict[str, Any] = {"statement": claim}
    seen: Counterexample | Evidence = find(claim, max_seconds=seconds)
    if not isinstance(seen, Counterexample) and seen.points == 0 and claim.relations:
        seen = find(_telling(claim, limits), max_seconds=seconds)
    if isinstance(seen, Counterexample):
        return _refuted(claim, seen, why, seconds)
    why += f" (not tried: {found.untried})" if found.untried else ""
    if found.limit:
        return issue("undecided", "limit", reason=why, **parts)
    if seen.points == 0 or not seen.complete:
        missing = seen.reason or "no point could be evaluated"
        return issue("undecided", "kernel and evaluation", reason=f"{why}; {missing}", **parts)
    many = "point" if seen.points == 1 else "points"
    bound = f"error bound {seen.error_bound:.1g}" if seen.error_bound else "without an error bound"
    reason = f"{why}; both sides agree at {seen.points} exact {many}, which is no proof ({bound})"
    return issue("sampled", "evaluation at random points", reason=reason, **parts)


def _refuted(claim: Statement, seen: Counterexample, why: str, seconds: float) -> Verdict:
    """Issue a refutation, unless it is about values of an index that nothing declares and no sum shows."""
    shown = narrowest(claim)
    if shown is not None and not isinstance(find(shown, max_seconds=seconds), Counterexample):
        ranges = ", ".join(described(each, shown) for each in shown.indices if each not in claim.indices)
        reason = f"{why}; it fails {seen}, but not where {ranges}: declare what the index runs over"
        return issue("undecided", "an index without a range", reason=reason, statement=claim)
    return issue("refuted", "counterexample", reason=why, counterexample=seen, statement=claim)
