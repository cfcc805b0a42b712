"""Explanations by the chain rule: a term is dropped, or has the wrong sign or factor.

The loss is recorded at every context. What flows through one step of the record is known exactly, so a gradient that
lacks it, or has it twice, is recognised without guessing what was written.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from numeric.verify import directions
from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Numbers
from numeric.verify.diagnosis.factors import factor_of
from numeric.verify.diagnosis.recorded import Recorded, Step, named, recorded, steps_of
from numeric.verify.result import Diagnosis

WITHIN = 1e-4
MOST_PAIRS = 700
BRANCHES = {"maximum", "minimum", "where", "absolute", "fabs", "sign"}
OF_PENALTY = {"missing-term": "missing-reg", "term-sign": "reg-sign", "term-scale": "reg-scale"}


def one_term(case: Case) -> Diagnosis | None:
    """What flows through one step is missing, or has another sign or factor."""
    records = recorded(case)
    found = _one_term(case, records, None)
    if found is not None or not records:
        return found
    names = {n for r in records for n in r.context.wrong_names()}
    each = [_one_term(case, records, name) for name in sorted(names)] if len(names) > 1 else []
    if not each or any(one is None for one in each):
        return None
    told = "; ".join(f"for {n}, {one.sentence}" for n, one in zip(sorted(names), each, strict=True) if one is not None)
    return next(Diagnosis(one.label, told) for one in each if one is not None)


def _one_term(case: Case, records: Sequence[Recorded], block: str | None) -> Diagnosis | None:
    fits = _fits(records, block, 1 if len(records) > 1 else 2)
    for wanted, label, says in ((0.0, "missing-term", "is missing"), (-1.0, "term-sign", "has the wrong sign")):
        for step, times in fits:
            if all(abs(t - wanted) < WITHIN for t in times):
                return _told(records, step, label, says)
    for step, times in fits:
        factor = factor_of(case, times)
        if factor is not None or (len(times) > 1 and np.ptp(times) <= WITHIN * abs(times[0])):
            told = factor.says if factor is not None else f"it has the factor {times[0]:.6g}"
            return _told(records, step, "term-scale", f"is scaled: {told}")
    varied = _fits(records, block, 2) if len(records) > 2 else []  # noqa: PLR2004 -- with fewer contexts it may be chance
    if varied:
        step, times = varied[0]
        told = ", ".join(f"{t:.4g}" for t in times)
        return _told(records, step, "term-scale", f"has a factor that varies: {told}")
    return None


def _fits(records: Sequence[Recorded], block: str | None, least: int) -> list[tuple[Step, list[float]]]:
    """Return the steps that explain every record, with the factors that they have; one number has any factor."""
    fits: list[tuple[Step, list[float]]] = []
    for step in steps_of(records):
        times = [_times(r, step, block, least) for r in records]
        if all(t is not None for t in times):
            fits.append((step, [t for t in times if t is not None]))
    return fits


def _told(records: Sequence[Recorded], step: Step, label: str, says: str) -> Diagnosis:
    """Return the diagnosis; what is lost in one branch is a wrong branch, and a term in parameters alone a penalty."""
    edge = records[0].edges[step][0]
    if edge.into.name in BRANCHES:
        label = "wrong-branch"
    elif all(_penalty(r, step) for r in records):
        label = OF_PENALTY[label]
    return Diagnosis(label, f"the term through {named(edge)} {says}")


def _penalty(read: Recorded, step: Step) -> bool:
    """Return whether a term is the slope of a square or of an absolute value of parameters."""
    part, params = read.context.true - read.without(step), read.context.at.params
    for shape in (np.asarray, np.sign):
        own = np.array(
            [directions.dot({n: shape(np.asarray(params[n], float)) for n in v}, v) for v in read.context.lines]
        )
        own[np.abs(part) <= WITHIN * np.max(np.abs(part))] = 0.0
        size = float(own @ own)
        if size > 0 and np.all(np.abs(part - (own @ part) / size * own) <= WITHIN * np.max(np.abs(part))):
            return int(np.sum(own != 0)) > 1
    return False


def _times(read: Recorded, step: Step, block: str | None, least: int) -> float | None:
    """Return the factor that the part through a step has in the claimed gradient; None where that explains nothing.

    The part must show in at least so many slopes.
    """
    only = np.ones(len(read.context.lines), bool) if block is None else read.context.of == block
    part = read.context.true - read.without(step)
    chosen: Numbers = np.where(only, part, 0.0)
    telling = int(np.sum(np.abs(chosen) > 1e-6 * read.context.top))
    if not np.isfinite(chosen).all() or telling < least:
        return None
    size = np.maximum(np.maximum(np.abs(part), np.abs(read.context.claimed)), 1e-12 * read.context.top + 1e-300)
    change = float((chosen / size**2) @ read.off) / float((chosen / size**2) @ part)
    return 1 + change if read.matches(read.context.true + change * part, only) else None


def two_terms(case: Case) -> Diagnosis | None:
    """What flows through two steps is missing: two quantities are treated as constants."""
    records = recorded(case)
    steps = steps_of(records)
    lost = [[r.context.true - r.without(s) for s in steps] for r in records]
    for a, b in itertools.islice(itertools.combinations(range(len(steps)), 2), MOST_PAIRS):
        if all(r.matches(r.context.true - part[a] - part[b]) for r, part in zip(records, lost, strict=True)):
            first, second = (named(records[0].edges[steps[n]][0]) for n in (a, b))
            return Diagnosis("missing-term", f"the terms through {first} and {second} are missing")
    return None
