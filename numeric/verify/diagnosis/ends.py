"""The first or last place of an axis, where a bias is often kept: it is penalised, and the loss leaves it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context, Numbers
from numeric.verify.result import Diagnosis

STEADY = 1e-5
LEAST = 2
"""Contexts that a number must be the same at."""
ENDS = {-1: "last", 0: "first"}


def penalised_end(case: Case) -> Diagnosis | None:
    """The wrong coordinates are one end of an axis, and off by a multiple of the parameter itself.

    The multiple is a number, a setting times one, or that divided by the number of examples.
    """
    names = {name for c in case.contexts for name in c.wrong_names()}
    if len(names) != 1 or len(case.contexts) < LEAST or not all(c.exact for c in case.contexts):
        return None
    (name,) = names
    for axis in range(np.ndim(case.search.first.params[name])):
        for end in ENDS:
            if case.every(lambda c, a=axis, e=end: bool(np.array_equal(c.wrong, _at_end(c, name, a, e)))):
                return _told(case, name, axis, end)
    return None


def _at_end(context: Context, name: str, axis: int, end: int) -> Numbers:
    """Return which of the coordinates lie at one end of an axis; none where the axis has no other places."""
    shape = np.shape(context.at.params[name])
    inside = np.zeros(shape, bool)
    if shape[axis] > 1:
        np.moveaxis(inside, axis, 0)[end] = True
    found = np.zeros(len(context.lines), bool)
    found[context.of == name] = np.ravel(inside)
    return found


def _told(case: Case, name: str, axis: int, end: int) -> Diagnosis | None:
    ratios = [_ratio(c) for c in case.contexts]
    for unit, of in _units(case):
        if any(r is None for r in ratios):
            return None
        times = [r / of(c) for r, c in zip(ratios, case.contexts, strict=True) if r is not None and of(c)]
        if len(times) == len(ratios) and np.ptp(times) <= STEADY * abs(times[0]):
            shape = np.shape(case.search.first.params[name])
            place = ", ".join(str(end) if n == axis else ":" for n in range(len(shape)))
            share = f"{abs(times[0]):.6g}{unit} {name}[{place}]"
            label, much, verb = ("reg-bias", "much", "is") if times[0] > 0 else ("missing-reg", "little", "should be")
            told = f"the gradient of the {ENDS[end]} place of {name} has {share} too {much}: it {verb} regularised"
            return Diagnosis(label, told)
    return None


def _ratio(context: Context) -> float | None:
    """Return the number that the parameter is multiplied with in the difference; None where it is no single one."""
    wrong = context.wrong
    flat = {n: np.ravel(np.asarray(leaf, float)) for n, leaf in context.at.params.items()}
    sizes = {n: np.ravel(size) for n, size in context.size.items()}
    rows = [(name, at or 0) for name, at, off in zip(context.names, context.places, wrong, strict=True) if off]
    own = np.array([flat[name][at] * sizes[name][at] for name, at in rows])
    off = (context.claimed - context.true)[wrong]
    if not own.any():
        return None
    times = float(own @ off / (own @ own))
    predicted = np.array(context.true)
    predicted[wrong] += times * own
    return times if context.matches(predicted) else None


def _units(case: Case) -> Iterator[tuple[str, Callable[[Context], float]]]:
    yield "", lambda _c: 1.0
    for name in case.hypers():
        yield f" {name}", lambda c, n=name: float(c.at.data[n])
        yield f" {name}/N", lambda c, n=name: float(c.at.data[n]) / (c.examples(case.batched) or 1)
    yield "/N", lambda c: 1 / (c.examples(case.batched) or 1)
