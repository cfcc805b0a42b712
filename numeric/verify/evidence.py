"""The evidence of a wrong gradient: inputs, the parameter and the coordinates, what was expected and what came."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numeric.verify.diagnosis.case import context_at
from numeric.verify.diagnosis.context import PER_PARAMETER, Context
from numeric.verify.errors import LossFailedError
from numeric.verify.generate import Generator
from numeric.verify.localise import Found, only_these, wrong_coordinates
from numeric.verify.measure import Measure
from numeric.verify.point import Point, is_array
from numeric.verify.probe import Probe
from numeric.verify.reading import Reading, claim
from numeric.verify.result import Counterexample, Diagnosis, Where
from numeric.verify.search import Search
from numeric.verify.subject import GradientFailed

FEW = 3
"""Of so few entries one that is wrong is no exception."""
ALIKE = 1e-3


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Where the gradient is wrong and one counterexample; None where only a contract is broken.

    `diagnosis` is given where a few of very many coordinates are wrong, here and at a fresh point, and no others.
    """

    where: Where | None = None
    counterexample: Counterexample | None = None
    diagnosis: Diagnosis | None = None


def evidence(search: Search) -> Evidence:
    """Return the evidence of a search that found something wrong."""
    wrong = [p for p in search.wrong if any(r.wrong for r in p.readings)]
    if not wrong:
        return Evidence(None, _of_findings(search))
    found = min(wrong, key=lambda p: (p.at.tag != search.first.tag, _entries(p.at)))
    reading = next(r for r in found.readings if r.wrong)
    if any(np.size(leaf) > PER_PARAMETER for leaf in reading.at.params.values()):
        return _large(search, found, reading)
    return _of_one(search, found) or _small(search, reading)


def _entries(at: Point) -> int:
    return sum(np.size(leaf) for leaf in at.params.values())


def _of_one(search: Search, found: Probe) -> Evidence | None:
    """Return the evidence where one coordinate of an array is wrong, here and at fresh points; None where it is not.

    A handful of evaluations shows that, so it is asked before everything is measured.
    """
    generator = search.generator or (Generator(search.subject, [search.first], search.rng) if search.generate else None)
    if found.slopes is None or found.kink or found.findings or generator is None:
        return None
    points = (found.at, generator.of_own_sizes(), generator.of_own_sizes())
    seen = [(at, one) for at in points if (one := _alone(search, at)) is not None]
    if len(seen) < len(points):
        return None
    shown = _of_places(search, found, [seen[0][1]])
    return replace(shown, diagnosis=None) if _multiple_of_itself(seen) else shown


def _multiple_of_itself(seen: list[tuple[Point, Found]]) -> bool:
    """Return whether a coordinate is off by the same multiple of the parameter everywhere: more can be said then."""
    values = [float(np.asarray(at.params[one.parameter])[one.place]) for at, one in seen]
    times = [(one.claimed - one.true.value) / value for (_, one), value in zip(seen, values, strict=True) if value]
    return len(times) == len(seen) and float(np.ptp(times)) <= ALIKE * abs(times[0])


def _alone(search: Search, at: Point) -> Found | None:
    """Return the only coordinate that is wrong, of an array with several; None where there is no such."""
    try:
        measure, slopes = Measure(search.subject, at), search.subject.slope(at)
    except (GradientFailed, LossFailedError, ArithmeticError, LookupError, TypeError, ValueError):
        return None
    own = claim(search.subject, at, slopes, search.rng)
    places = wrong_coordinates(measure, own, search.rng, most=1)
    alone = len(places) == 1 and np.size(at.params[places[0].parameter]) > FEW
    return places[0] if alone and only_these(measure, own, places, search.rng) else None


def _small(search: Search, reading: Reading) -> Evidence:
    """Measure every coordinate, or random directions of each parameter."""
    context = context_at(search, reading.at)
    if context is None or not context.exact:
        return _along_direction(reading, tuple(context.wrong_names()) if context is not None else ())
    names = context.wrong_names()
    where = Where(names[0], _places(context, names[0])) if len(names) == 1 else Where(" and ".join(names))
    expected = {name: _as_array(context, name, context.true) for name in names}
    got = {name: _as_array(context, name, context.claimed) for name in names}
    return Evidence(where, Counterexample(reading.at.arguments(), reading.at.tag, expected, got))


def _places(context: Context, name: str) -> tuple[tuple[int, ...], ...]:
    wrong = np.flatnonzero(context.wrong[context.of == name])
    shape = np.shape(context.at.params[name])
    if len(wrong) == max(int(np.prod(shape)), 1):
        return ()
    return tuple(tuple(int(n) for n in np.unravel_index(at, shape)) for at in wrong)


def _as_array(context: Context, name: str, slopes: Any) -> Any:
    scale = context.size[name]
    array = slopes[context.of == name].reshape(np.shape(scale)) / scale
    return array if is_array(context.at.params[name]) else float(array)


def _large(search: Search, found: Probe, reading: Reading) -> Evidence:
    """Search the wrong coordinates of a large point by halving groups."""
    if found.slopes is None or reading.at is not found.at:
        return _along_direction(reading, ())
    measure = Measure(search.subject, found.at)
    places = wrong_coordinates(measure, claim(search.subject, found.at, found.slopes, search.rng), search.rng)
    names = {f.parameter for f in places}
    if len(names) != 1:
        return _along_direction(reading, tuple(sorted(names)))
    return _of_places(search, found, places)


def _of_places(search: Search, found: Probe, places: list[Found]) -> Evidence:
    expected, got = _by_place(places, "true"), _by_place(places, "claimed")
    where = Where(places[0].parameter, tuple(f.place for f in places))
    shown = Counterexample(found.at.arguments(), found.at.tag, expected, got)
    return Evidence(where, shown, _named(search, found, places, where))


def _named(search: Search, found: Probe, places: list[Found], where: Where) -> Diagnosis | None:
    """Return the diagnosis of a few wrong coordinates, if they alone are wrong at a fresh point as well."""
    at = search.near(found.at, 0.3, "parameters moved")
    try:
        measure, slopes = Measure(search.subject, at), search.subject.slope(at)
    except (GradientFailed, LossFailedError):
        return None
    if not only_these(measure, claim(search.subject, at, slopes, search.rng), places, search.rng):
        return None
    first = places[0]
    off = (first.claimed - first.true.value) / (first.true.value or 1.0)
    label = "one-coord" if len(places) == 1 else "some-coords"
    told = f"off by a relative {off:.2g}" if any(f.claimed for f in places) else "0"
    return Diagnosis(label, f"{where} is {told}; all others are right")


def _by_place(places: list[Found], which: str) -> dict[str, float]:
    def _number(found: Found) -> float:
        return found.claimed if which == "claimed" else found.true.value

    return {f"{f.parameter}[{', '.join(map(str, f.place))}]": _number(f) for f in places}


def _along_direction(reading: Reading, names: tuple[str, ...]) -> Evidence:
    moved = names or tuple(reading.direction) if len(reading.direction) == 1 else names
    shown = Counterexample(
        reading.at.arguments(), reading.at.tag, reading.measured.value, reading.claimed, reading.direction
    )
    return Evidence(Where(" and ".join(moved)), shown)


def _of_findings(search: Search) -> Counterexample | None:
    found = [f for p in search.probes for f in p.findings] + search.findings
    return Counterexample(found[0].at.arguments(), found[0].at.tag, "", found[0].says) if found else None
