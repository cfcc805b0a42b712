"""Explanations from where the gradient is wrong: only beside, at, or beyond something."""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric.verify import directions
from numeric.verify.diagnosis.case import Case
from numeric.verify.directions import step
from numeric.verify.errors import LossFailedError
from numeric.verify.measure import EPS, Measure
from numeric.verify.point import Point, is_float, shrunk
from numeric.verify.reading import Claim, read
from numeric.verify.result import Diagnosis
from numeric.verify.subject import GradientFailed, finite

CONTRACTS = ("raises", "shape", "mutation", "alias", "nondeterministic", "stale")

CLEARLY = 1e-3
"""A value that is kept from an earlier call is off by more than one wrong coordinate may be."""


def contract(case: Case) -> Diagnosis | None:
    """A contract is broken: it explains whatever the numbers show."""
    found = [*case.search.findings, *(f for p in case.search.probes for f in p.findings)]
    for kind in CONTRACTS:
        for finding in found:
            if finding.kind == kind:
                return Diagnosis(kind, f"{finding.says} ({finding.at.tag})")
    return None


def overflow(case: Case) -> Diagnosis | None:
    """The gradient is NaN or infinite where the loss is finite, and right elsewhere."""
    bad = [f for p in case.search.probes for f in p.findings if f.kind == "nonfinite"]
    slopes_wrong = [p for p in case.search.wrong if not p.findings]
    if bad and not slopes_wrong:
        return Diagnosis(
            "overflow", f"{bad[0].says} ({bad[0].at.tag}): an exponential overflows, or a logarithm or quotient of 0"
        )
    return None


def narrow(case: Case) -> Diagnosis | None:
    """Only digits are lost."""
    found = [f for f in case.search.findings if f.kind == "dtype"]
    if found and finite(case.search.probes[0].slopes or {}) and _tiny_errors(case):
        return Diagnosis("dtype", found[0].says)
    return None


def _tiny_errors(case: Case) -> bool:
    readings = [r for p in case.search.wrong for r in p.readings if r.wrong]
    return all(abs(r.claimed - r.measured.value) <= 1e-4 * max(r.size, abs(r.measured.value)) for r in readings)


def differences(case: Case) -> Diagnosis | None:
    """The gradient differences the loss by itself, and is as rough as differences are."""
    seen = [f for f in case.search.findings if f.kind == "differences-loss"]
    if not seen or not case.search.wrong:
        return None
    return Diagnosis("precision", f"{seen[0].says}, and is as rough as that ({case.search.wrong[0].at.tag})")


def imprecise(case: Case) -> Diagnosis | None:
    """Every slope is right to a few digits and wrong in the rest, as differences or single precision leave them."""
    readings = [r for p in case.search.wrong for r in p.readings if r.wrong]
    small = [abs(r.claimed - r.measured.value) <= 1e-5 * max(r.size, abs(r.measured.value)) for r in readings]
    if readings and all(small) and all(c.wrong.mean() > 0.5 for c in case.contexts):  # noqa: PLR2004 -- more than half
        told = "it looks like a difference quotient, or like single precision on the way"
        return Diagnosis("precision", f"the gradient is right to about five digits only: {told}")
    return None


def kinks(case: Case) -> Diagnosis | None:
    """Wrong at kinks of the loss only, and right beside them."""
    wrong = case.search.wrong
    if wrong and all(any(r.status == "kink differs" for r in p.readings) for p in wrong):
        beside = [p for p in case.search.settled if p.at.tag.startswith("beside the kink")]
        ordinary = case.search.probes[0].settled and not case.search.probes[0].wrong
        if ordinary or beside:
            return Diagnosis(
                "kink", "wrong only where the loss has a kink: it lies outside of the one-sided slopes there"
            )
    return None


def stale(case: Case) -> Diagnosis | None:
    """Right at the first point of each shape, wrong at the next: something of the first call is kept."""
    if case.generator is None:
        return None
    for number in range(2):
        first = case.generator.unseen(number)
        moved = first.moved(step(first.params, directions.plain(directions.scales(first.params), case.search.rng), 0.3))
        before, after = _off_right_there(case, first), _off_right_there(case, moved)
        if before is None or after is None or before > 0 or after < CLEARLY:
            return None
    told = "right at the first parameters it is called with, wrong at later ones: a value of the first call is kept"
    return Diagnosis("stale", told)


def _off_right_there(case: Case, at: Point) -> float | None:
    """Return by which share a slope is off at exactly this point; the gradient is called nowhere else before."""
    try:
        slopes = {name: np.array(slope) for name, slope in case.search.subject.slope(at).items()}
        measure = Measure(case.search.subject, at)
    except (GradientFailed, LossFailedError, ArithmeticError, ValueError, TypeError, LookupError):
        return None
    none = {name: np.zeros(slope.shape) for name, slope in slopes.items()}
    direction = directions.plain(directions.scales(at.params), case.search.rng)
    found = read(measure, Claim(slopes, none, EPS, 0.0), direction, quick=False)
    return abs(found.claimed - found.measured.value) / max(found.size, 1e-300) if found.wrong else 0.0


def coinciding_sizes(case: Case) -> Diagnosis | None:
    """Wrong only where two sizes are equal."""
    if not case.layout.sizes or case.search.probes[0].wrong:
        return None
    wrong = case.search.wrong
    if wrong and all(_coincide(case, p.at) for p in wrong) and case.wrong_at(_fresh(case)) is False:
        tags = ", ".join(dict.fromkeys(p.at.tag for p in wrong))
        return Diagnosis(
            "square-only", f"wrong only where two sizes are equal ({tags}): a missing transpose or a silent broadcast"
        )
    return None


def _coincide(case: Case, at: Point) -> bool:
    sizes = case.sizes(at)
    return len(set(sizes.values())) < len(sizes)


def _fresh(case: Case) -> Point:
    return case.generator.fresh() if case.generator is not None else case.search.first


def settings(case: Case) -> Diagnosis | None:
    """Right at one value of a setting only: the value is hard-coded."""
    if case.search.probes[0].wrong:
        return None
    first = case.search.first
    for found in case.search.wrong:
        for name in case.hypers():
            if (
                found.at.data[name] != first.data[name]
                and case.wrong_at(found.at.fed({name: first.data[name]})) is False
            ):
                told = (
                    f"wrong only where {name} differs from {first.data[name]:g}: the value is written into the gradient"
                )
                return Diagnosis("hyper", told)
    return None


def symmetry(case: Case) -> Diagnosis | None:
    """Right for symmetric matrices only."""
    if case.search.probes[0].wrong:
        return None
    for found in case.search.wrong:
        changed = {n: (m + m.T) / 2 for n, m in found.at.data.items() if _square(m)}
        if changed and case.wrong_at(found.at.fed(changed)) is False:
            return Diagnosis(
                "data-symmetry", f"right only where {' and '.join(changed)} are symmetric: a transpose is missing"
            )
    return None


def _square(leaf: Any) -> bool:
    return is_float(leaf) and np.ndim(leaf) == 2 and leaf.shape[0] == leaf.shape[1] and not np.allclose(leaf, leaf.T)  # noqa: PLR2004 -- a matrix


def large(case: Case) -> Diagnosis | None:
    """Wrong at large parameters only."""
    if case.search.probes[0].wrong:
        return None
    wrong = [p for p in case.search.wrong if not p.findings]
    for found in wrong[:2]:
        if not all(case.wrong_at(found.at.moved(shrunk(found.at.params, by))) is False for by in (1e-4, 1e-5)):
            return None
    if not wrong:
        return None
    return Diagnosis(
        "large-z",
        f"wrong only at large parameters or activations ({wrong[0].at.tag}), right when they shrink: a clipped value?",
    )
