"""What a gradient owes its caller besides the numbers.

It leaves its inputs alone, answers the same twice, does not depend on what was called before, keeps its hands off
results that it has returned, keeps the precision, and computes the gradient by itself instead of differencing the loss.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np

from numeric.verify import directions, frameworks, tree
from numeric.verify.directions import step
from numeric.verify.point import Leaves, Point
from numeric.verify.probe import Finding
from numeric.verify.subject import GradientFailed, Slopes, Subject

FEW_CALLS = 1
"""A gradient may evaluate the loss once, to return its value as well."""


def broken(subject: Subject, at: Point, rng: np.random.Generator) -> list[Finding]:
    """Return what the gradient breaks at a point; the loss is called once. Raises `GradientFailed` where it fails."""
    changed = list(_changed_inputs(subject, at))
    if changed:
        return changed
    return [*_unsteady(subject, at, rng), *_narrowed(subject, at)]


def evaluates_loss(subject: Subject, at: Point) -> int:
    """Return how often one call of the gradient calls the loss; 0 where that cannot be seen."""
    code = getattr(subject.given_loss, "__code__", None)
    if code is None or subject.given_grad is None or subject.given_grad is subject.given_loss:
        return 0
    calls = 0

    def _watch(frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event == "call" and frame.f_code is code

    before = sys.getprofile()
    sys.setprofile(_watch)
    try:
        _ = subject.slope(at)
    except GradientFailed:
        return 0
    finally:
        sys.setprofile(before)
    return calls


def differences_loss(subject: Subject, at: Point) -> Iterator[Finding]:
    """Yield a finding where the gradient evaluates the loss so often that it must difference it."""
    calls = evaluates_loss(subject, at)
    if calls > FEW_CALLS:
        told = (
            f"one call of the gradient evaluates the loss {calls} times: it differences the loss instead of deriving it"
        )
        yield Finding("differences-loss", told, at)


def changed_by_loss(subject: Subject, at: Point) -> list[str]:
    """Return what the loss changes of its inputs, a sentence each: here it gets fresh ones every time."""
    arguments = at.arguments()
    try:
        _ = subject.call_loss(arguments)
    except Exception:  # noqa: BLE001 -- the user's loss may raise anything, also for what is no fault of it
        return []
    what = "calling the loss changes its input: {} is another afterwards, and every later call sees that"
    return [what.format(named) for named in _changed(at, arguments)]


def _changed_inputs(subject: Subject, at: Point) -> Iterator[Finding]:
    arguments = at.arguments()
    returned = subject.call_gradient(arguments)
    _ = subject.read(returned, at)
    for named in _changed(at, arguments):
        yield Finding("mutation", f"calling the gradient changes its input: {named} is another afterwards", at)


def _changed(at: Point, arguments: tuple[Any, ...]) -> Iterator[str]:
    for name, (before, after) in _paired(at, arguments).items():
        if not _same(before, after):
            yield f"{'parameter' if name in at.params else 'data'} {name}"


def _paired(at: Point, arguments: tuple[Any, ...]) -> dict[str, tuple[Any, Any]]:
    """Return each leaf as it was and as it is in these arguments after a call."""
    form = at.form
    after: Leaves = {n: frameworks.plain(leaf) for n, leaf in tree.leaves(arguments[0], form.params_name).items()}
    for name, given in zip(form.data_names, arguments[1:], strict=True):
        after |= {form.key(name, key): frameworks.plain(leaf) for key, leaf in tree.leaves(given, name).items()}
    before = {**at.data, **at.params}
    return {name: (before[name], after[name]) for name in before if name in after}


def _same(before: Any, after: Any) -> bool:
    if isinstance(before, np.ndarray | np.generic | float | int):
        a, b = np.asarray(before), np.asarray(after)
        return a.shape == b.shape and bool(np.array_equal(a, b, equal_nan=a.dtype.kind == "f"))
    return True


def _unsteady(subject: Subject, at: Point, rng: np.random.Generator) -> Iterator[Finding]:
    """Yield what shows when the gradient is called twice here, then elsewhere, then here again."""
    first = _copied(subject.slope(at))
    held = subject.slope(at)
    kept = _copied(held)
    if not _equal(first, kept):
        yield Finding("nondeterministic", "two calls of the gradient at the same inputs differ", at)
        return
    elsewhere = _elsewhere(at, rng)
    try:
        _ = subject.slope(elsewhere)
        if not _equal(held, kept):
            told = "a gradient that was returned earlier changes when the gradient is called again: a reused buffer"
            yield Finding("alias", told, at)
        _ = subject.raw_value(elsewhere)
    except Exception:  # noqa: BLE001 -- what fails elsewhere is found by a probe there
        return
    if not _equal(_copied(subject.slope(at)), first):
        yield Finding(
            "stale", "the gradient at the same inputs depends on what was called before: a stale value is used", at
        )


def _elsewhere(at: Point, rng: np.random.Generator) -> Point:
    return at.moved(step(at.params, directions.plain(directions.scales(at.params), rng), 0.37))


def _narrowed(subject: Subject, at: Point) -> Iterator[Finding]:
    for name, slope in subject.slope(at).items():
        given = np.asarray(at.params[name]).dtype
        if given == np.float64 and slope.dtype.kind == "f" and slope.dtype.itemsize < given.itemsize:
            yield Finding("dtype", f"the gradient of {name} is {slope.dtype}, and {name} {given}: digits are lost", at)
            return


def _copied(slopes: Slopes) -> Slopes:
    return {name: np.array(slope) for name, slope in slopes.items()}


def _equal(a: Slopes, b: Slopes) -> bool:
    return all(np.array_equal(a[name], b[name], equal_nan=True) for name in b)
