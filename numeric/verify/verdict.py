"""From what was seen to the verdict, in honest words: what was only tried is not proved."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numeric.verify.against import relation, with_derivation
from numeric.verify.diagnosis import diagnose
from numeric.verify.evidence import evidence
from numeric.verify.frameworks import autodiff
from numeric.verify.point import is_float, point
from numeric.verify.probe import probe
from numeric.verify.reading import Reading
from numeric.verify.result import Confidence, Counterexample, Diagnosis, Verification, Where
from numeric.verify.rounding import guarded
from numeric.verify.search import Search
from numeric.verify.trace import Traced, prove_gradient

FOR_DIAGNOSIS = 60_000
"""Evaluations of the loss, mostly at small inputs, after which no diagnosis is given."""


@dataclass(frozen=True, slots=True)
class Given:
    """What the caller gave, for the tracing of it."""

    loss: Callable[..., Any] | None
    grad: Callable[..., Any] | None
    arguments: tuple[Any, ...]
    names: tuple[str, ...]
    against: str | None
    trace: bool


def verdict_of(search: Search, given: Given) -> Verification:
    """Return the verification: what the probes show counts first, then what tracing proves, then a derivation."""
    by_loss = _by_loss(search, given)
    if given.against is None or given.grad is None:
        return by_loss
    return with_derivation(by_loss, relation(given.grad, given.arguments, given.against))


def _by_loss(search: Search, given: Given) -> Verification:
    traced = _traced(given)
    if search.wrong or search.broken:
        return _refuted(search, traced)
    if traced is not None and traced.verdict == "refuted" and traced.counterexample is not None:
        confirmed = _confirmed(search, given, traced)
        if confirmed is not None:
            return confirmed
    shown = _common(search)
    doubt = _doubt(search)
    if doubt:
        return replace(shown, verdict="undecided", method=doubt)
    return _with_trace(search, shown, traced)


def _with_trace(search: Search, shown: Verification, traced: Traced | None) -> Verification:
    """Return what the probes showed, with what tracing adds to it where nothing is wrong."""
    if traced is not None and traced.opinion is not None and traced.opinion.agrees is False:
        return replace(shown, verdict="undecided", method=traced.reason, opinion=traced.opinion)
    if traced is None or traced.verdict not in {"proved", "sampled"}:
        return replace(shown, notes=(*shown.notes, *_ended(traced)))
    shown = replace(shown, conditions=traced.conditions, opinion=traced.opinion)
    if traced.verdict == "proved":
        confidence = replace(shown.confidence, proved=True)
        notes = (*shown.notes, *_left_out(search))
        return replace(shown, verdict="proved", method=traced.method, confidence=confidence, notes=notes)
    method = f"{traced.method}, and probed at {len(shown.inputs_tried)} inputs"
    return replace(shown, method=method, notes=(*shown.notes, *_ended(traced)))


def _left_out(search: Search) -> Iterator[str]:
    """Yield a note where inputs that were given lie at a kink of the loss, which no proof is about."""
    given = {id(at) for at in (search.first, *search.further)}
    kinks = ", ".join(p.at.tag for p in search.probes if id(p.at) in given and p.kink)
    if kinks:
        yield f"the proof is not about {kinks}: the loss has a kink there, and the gradient agrees with its two sides"


def _traced(given: Given) -> Traced | None:
    if not given.trace:
        return None
    return prove_gradient(given.loss, given.grad, *given.arguments)


def _ended(traced: Traced | None) -> tuple[str, ...]:
    return (f"not proved: {traced.reason}",) if traced is not None and traced.reason else ()


def _common(search: Search) -> Verification:
    tried = tuple(p.at.tag for p in search.probes if not p.skipped)
    return Verification(
        verdict="sampled",
        method=f"probed at {len(tried)} inputs by directional derivatives with error estimates",
        evaluations=search.subject.evaluations,
        gradients=search.subject.gradients,
        confidence=confidence_of(search),
        inputs_tried=tried,
        notes=_notes(search),
    )


def confidence_of(search: Search) -> Confidence:
    """Return what agreement at the first input is worth."""
    moving = sum(is_float(leaf) for leaf in search.first.params.values())
    whole = [r for r in search.probes[0].readings if _settles(r) and len(r.direction) == moving]
    if not whole:
        return Confidence(math.inf)
    resolution = max(r.resolution for r in whole)
    entries = sum(np.size(v) for v in whole[0].direction.values())
    return Confidence(resolution, tuple(r.bound * entries / r.size if r.size else math.inf for r in whole))


def _settles(reading: Reading) -> bool:
    return reading.status in {"agrees", "kink agrees"}


def _notes(search: Search) -> tuple[str, ...]:
    notes = [*search.notes, *_other_opinion(search)]
    unsure = [p for p in search.probes if not p.skipped and not p.wrong and not p.settled]
    if any(r.status == "ambiguous" for p in unsure for r in p.readings):
        notes.append("at a kink of a loss that is not convex a convention decides, and nothing was refuted by it")
    rough = [p.at.tag for p in unsure if any(r.status == "unresolved" for r in p.readings)]
    if rough:
        notes.append(f"too rough to tell at {', '.join(dict.fromkeys(rough))}: rounding in the loss drowns its slope")
    return tuple(dict.fromkeys(notes))


def _other_opinion(search: Search) -> Iterator[str]:
    """Yield what torch or JAX say themselves about the first input, beside a gradient that was given."""
    subject, framework = search.subject, search.subject.framework
    slopes = search.probes[0].slopes
    if framework == "numpy" or subject.given_grad is None or subject.given_loss is None or slopes is None:
        return
    try:
        theirs = subject.read(autodiff(framework, subject.given_loss)(*search.first.arguments()), search.first)
    except Exception as error:  # noqa: BLE001 -- what their differentiation raises is an opinion too
        yield f"{framework} cannot differentiate the loss: {type(error).__name__}"
        return
    eps = float(np.finfo(np.result_type(*slopes.values(), np.float32)).eps)
    close = all(np.allclose(theirs[n], slopes[n], rtol=1e3 * eps, atol=1e3 * eps) for n in slopes)
    yield f"{framework}'s own differentiation {'agrees' if close else 'gives another gradient'} at the inputs given"


def _doubt(search: Search) -> str:
    """Return why nothing can be said though nothing is wrong; empty where something can."""
    differences = [f for f in search.findings if f.kind == "differences-loss"]
    if differences:
        return f"{differences[0].says}; that it agrees with differences shows nothing"
    if search.noise:
        return f"the loss differs from call to call at the same inputs, by a relative {search.noise:.0e}"
    if search.jumps:
        return f"the loss is discontinuous: it jumps by {search.jumps:.3g} close to the inputs given"
    if not search.settled:
        return "no slope of the loss could be measured finely enough to compare with"
    return ""


def _refuted(search: Search, traced: Traced | None) -> Verification:
    seen = evidence(search)
    search.subject.budget = search.subject.evaluations + FOR_DIAGNOSIS
    diagnosis = seen.diagnosis or diagnose(search)
    if traced is not None and traced.verdict == "refuted" and traced.difference:
        known = diagnosis or Diagnosis("other", "the difference from the derivative of the loss is a term of its own")
        diagnosis = replace(known, term=traced.in_symbols())
    failed = any(f.kind in {"raises", "shape"} for p in search.probes for f in p.findings)
    notes = ("in exact arithmetic it is right: the fault is in floating point, or in what it does besides",)
    return replace(
        _common(search),
        verdict="refuted",
        method="probed" if search.wrong else "contract",
        diagnosis=diagnosis,
        where=seen.where,
        counterexample=seen.counterexample,
        notes=notes if traced is not None and traced.verdict == "proved" and not failed else (),
    )


def _confirmed(search: Search, given: Given, traced: Traced) -> Verification | None:
    """Return a refutation that only tracing found, where the numbers confirm it; else None."""
    mismatch: Any = traced.counterexample
    at = point(mismatch.arguments[0], tuple(mismatch.arguments[1:]), given.names, "the inputs that tracing found")
    found = probe(search.subject, at, search.rng, thorough=True)
    if not found.wrong or guarded(search.subject, at):
        return None
    search.probes.append(found)
    shown = Counterexample(mismatch.arguments, at.tag, mismatch.expected, mismatch.got)
    return replace(
        _common(search),
        verdict="refuted",
        method=traced.method,
        diagnosis=diagnose(search) or Diagnosis("other", "it is another function", traced.in_symbols()),
        where=Where(mismatch.parameter, (tuple(mismatch.at),) if mismatch.at else ()),
        counterexample=shown,
    )
