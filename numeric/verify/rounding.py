"""The rounding error that a loss may have, step by step: what its values alone do not show.

Where `r + mu` is `r` in floating point, the loss is steady and precise to look at, and wrong all the same. A record of
its steps bounds that: each step is off by its own size times the precision, and its slope carries that to the loss.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric.verify.point import Point
from numeric.verify.subject import Subject
from numeric.verify.tape import Flow, Taped, UntapedError, flow, record

MOST_ENTRIES = 20_000
"""Of more parameters no record is made: it would hold every step."""
TINY = 1e-6
"""Up to here a number added to a probability is a guard against the logarithm of 0."""
NOTICEABLE = 1e-6


def rounding_bound(subject: Subject, at: Point, eps: float) -> float:
    """Return how far the loss may be off by the rounding of all its steps; 0 where they cannot be recorded."""
    flown = _recorded(subject, at)
    if flown is None:
        return 0.0
    parts = (np.abs(flown.slopes[id(node)] * node.value) for node in flown.nodes if id(node) in flown.slopes)
    return eps * float(sum(np.sum(part, where=np.isfinite(part)) for part in parts))


def names_of_steps(subject: Subject, at: Point) -> set[str]:
    """Return the names of the operations that the loss consists of; empty where they cannot be recorded."""
    flown = _recorded(subject, at)
    return {node.name for node in flown.nodes} if flown is not None else set()


def guarded(subject: Subject, at: Point) -> bool:
    """Return whether the loss takes a logarithm of a number so small that a tiny constant added to it counts."""
    flown = _recorded(subject, at)
    sources = (link.source for node in flown.nodes if node.name == "log" for link in node.links) if flown else ()
    return any(_guard_acts(added) for added in sources if added.name == "add" and len(added.links) == 1)


def _guard_acts(added: Taped) -> bool:
    """Return whether a sum with a tiny constant is so small somewhere that the constant is a noticeable share of it."""
    constant = added.value - added.links[0].source.value
    return bool(np.any((constant > 0) & (constant <= TINY) & (constant >= NOTICEABLE * added.value)))


def _recorded(subject: Subject, at: Point) -> Flow | None:
    loss = subject.given_loss
    if loss is None or subject.framework != "numpy" or sum(map(np.size, at.params.values())) > MOST_ENTRIES:
        return None

    def _build(leaves: dict[str, Any]) -> tuple[Any, ...]:
        return at.form.build({**at.params, **leaves}, at.data, as_they_are=True)

    try:
        return flow(*record(loss, at.params, _build))
    except (UntapedError, ArithmeticError, LookupError, TypeError, ValueError):
        return None
