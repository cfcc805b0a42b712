"""A gradient that is a multiple of the right one: by which number, or which size."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Rational

from derive import Limits, prove
from derive.errors import DeriveError
from numeric.verify.trace.confirm import sizes_of
from numeric.verify.trace.decide import Comparison, stages
from numeric.verify.trace.result import Mismatch

NUMBERS = [Integer(1), Integer(-1), Integer(2), Rational(1, 2), Integer(-2), Rational(-1, 2)]
"""By what a gradient is most often too large."""
WITHIN = 1e-5
STEP = Limits(seconds=0.5)


def factors(comparison: Comparison, mismatch: Mismatch | None) -> dict[str, Any]:
    """Return for each wrong part what the right one is multiplied with, where that is all that is wrong.

    The numbers of the counterexample say which multiples to try.
    """
    if mismatch is None or not mismatch.expected:
        return {}
    found: dict[str, Any] = {}
    for factor in _fitting(comparison, mismatch.got / mismatch.expected):
        for _, variable, entry, wanted in comparison.differing:
            place = comparison.places[variable]
            if place not in found and wanted != 0 and _is_multiple(comparison, entry, factor * wanted):
                found[place] = factor
    return found


def _fitting(comparison: Comparison, ratio: float) -> list[Any]:
    """Return the multiples that are this ratio at the sizes of the counterexample, simple ones first."""
    sizes = sizes_of(comparison.written.trace)
    powers = [Integer(1), *sizes, *(1 / size for size in sizes), *(a / b for a in sizes for b in sizes if a != b)]
    every = [number * power for power in powers for number in NUMBERS if number * power != 1]
    return [f for f in every if abs(float(f.xreplace(sizes)) - ratio) <= WITHIN * abs(ratio)]


def _is_multiple(comparison: Comparison, entry: Any, multiple: Any) -> bool:
    try:
        facts = stages(comparison.written)[-1]
        return prove(entry, multiple, assuming=list(facts), recheck=False, limits=STEP).status == "proved"
    except DeriveError:
        return False
