"""The loss recorded at every point of a case: what flows through each step of it, and what would if a step were other.

A step is one place in the code. It may be passed many times, in the turns of a loop or by several examples; whoever
mistakes a derivative does so in all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric.verify import directions
from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context, Numbers
from numeric.verify.tape import Edge, Flow, Pull, Site, Taped, UntapedError, flow, record

MOST_STEPS = 80

Changed = Callable[[Edge], Pull | None]
"""Takes an edge to another way for slopes to flow back through it; None where that makes no sense."""


@dataclass(frozen=True, slots=True)
class Step:
    """One argument of one operation, where it is written in the code."""

    site: Site
    name: str
    place: int

    @classmethod
    def of(cls, edge: Edge) -> Step:
        """Return the step of an edge."""
        return cls(edge.into.site, edge.into.name, edge.place)


@dataclass(frozen=True, slots=True, eq=False)
class Recorded:
    """A context with the record of the loss there, and the edges of each step."""

    context: Context
    flow: Flow
    edges: dict[Step, list[Edge]]

    def along(self, slopes: dict[str, Any]) -> Numbers:
        """Return a gradient along the lines of the context."""
        return np.array([directions.dot(slopes, v) for v in self.context.lines])

    def matches(self, predicted: Numbers, only: Any = None) -> bool:
        """Return whether the claimed slopes are these, at the chosen lines if some are chosen."""
        seen = predicted if only is None else predicted[only]
        return bool(np.isfinite(seen).all()) and self.context.matches(predicted, only=only)

    def without(self, step: Step) -> Numbers:
        """Return the slopes where nothing flows back through a step."""
        found = self.changed(step, lambda edge: lambda _slope: np.zeros(edge.link.source.shape))
        return self.context.true if found is None else found

    def changed(self, step: Step, change: Changed) -> Numbers | None:
        """Return the slopes where they flow back otherwise through a step; None where that makes no sense."""
        pulls: dict[tuple[int, int], Pull] = {}
        for edge in self.edges.get(step, ()):
            other = change(edge)
            if other is None:
                return None
            pulls[edge.key] = other
        try:
            slopes = self.flow.changed(pulls)
        except (ValueError, FloatingPointError, IndexError):
            return None
        return self.context.true + self.along(slopes) - self.along(self.flow.gradient)

    @property
    def off(self) -> Numbers:
        """Return by how much the claimed slopes are off."""
        return self.context.claimed - self.context.true


def recorded(case: Case, more: Sequence[Context] = ()) -> list[Recorded]:
    """Return the contexts with their records; empty where one cannot be recorded."""
    key = tuple(id(context) for context in more)
    if key not in case.records:
        found = [_recorded(case, context) for context in (*case.contexts, *more)]
        case.records[key] = [] if any(r is None for r in found) else found
    return case.records[key]


def steps_of(records: Sequence[Recorded]) -> list[Step]:
    """Return the steps that all records share, from the loss towards the parameters."""
    shared = [s for s in records[0].edges if all(s in r.edges for r in records)] if records else []
    return shared[:MOST_STEPS]


def _recorded(case: Case, context: Context) -> Recorded | None:
    loss = case.search.subject.given_loss
    if loss is None or case.search.subject.framework != "numpy":
        return None
    at = context.measure.at

    def _build(leaves: dict[str, Any]) -> tuple[Any, ...]:
        return at.form.build({**at.params, **leaves}, at.data, as_they_are=True)

    try:
        result, leaves = record(loss, at.params, _build)
    except UntapedError:
        return None
    flown = flow(result, leaves)
    flown.forget_shifts()
    edges: dict[Step, list[Edge]] = {}
    for edge in flown.edges():
        edges.setdefault(Step.of(edge), []).append(edge)
    made = Recorded(context, flown, edges)
    slack = context.tolerance(context.true) + 1e-6 * context.top
    return made if np.all(np.abs(made.along(flown.gradient) - context.true) <= slack) else None


def named(edge: Edge) -> str:
    """Return how an edge is called: by its expressions where they are known, else as the argument of an operation."""
    source, whole = edge.link.source, edge.into.site.text
    within = f" in `{whole}`" if whole else ""
    if part := _part(edge):
        return f"`{part}`{within}"
    kind = "parameter " if not source.links else ""
    place = ("first", "second", "third")[min(edge.place, 2)]
    argument = f"its {place} argument" if len(edge.into.links) > 1 else "its argument"
    return f"{edge.into.name} by {argument} ({kind}{source.name}){within}"


def slope_named(edge: Edge) -> str:
    """Return the same behind the words "the derivative of": what is differentiated, and by which part of it."""
    part = _part(edge)
    return f"`{edge.into.site.text}` by `{part}`" if part else named(edge)


def _part(edge: Edge) -> str:
    """Return the expression of the argument where it can be seen in the expression of the result; else nothing."""
    source, whole = edge.link.source, edge.into.site.text
    part = source.site.text if source.links else ""
    return part if part in whole and part != whole else ""


def unique_nodes(read: Recorded) -> dict[tuple[Site, str], Taped]:
    """Return the operations that were passed once, by where they are written."""
    found: dict[tuple[Site, str], list[Taped]] = {}
    for node in read.flow.nodes:
        if node.links:
            found.setdefault((node.site, node.name), []).append(node)
    return {key: nodes[0] for key, nodes in found.items() if len(nodes) == 1}
