"""All that a diagnosis is made from: where the gradient is wrong, where it is right, and fresh points to test on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from numeric.verify.diagnosis.context import Context
from numeric.verify.errors import LossFailedError
from numeric.verify.generate import Generator
from numeric.verify.point import Point, is_array, is_float
from numeric.verify.probe import probe
from numeric.verify.roles import Layout, layout
from numeric.verify.search import Search
from numeric.verify.subject import GradientFailed

CONTEXTS = 3
FRESH = ("other sizes", "wide", "tall", "other sizes")
LARGE = 100
"""Up to so many parameters a point is measured in full."""
ORDINARY = ("the inputs given", "parameters moved", "other sizes", "wide", "tall", "input")


@dataclass(slots=True, eq=False)
class Case:
    """One wrong gradient: the search that found it, and the points that explanations are tested on."""

    search: Search
    contexts: list[Context]
    generator: Generator | None
    layout: Layout
    records: dict[Any, Any] = field(default_factory=dict[Any, Any])
    """The loss recorded at the contexts, once it was."""

    @property
    def batched(self) -> list[str]:
        """Return the data arrays whose first axis runs over the examples."""
        if self.layout.batch is None:
            return []
        roles = self.layout.roles
        return [n for n in self.search.first.data if roles[n].axes and roles[n].axes[0] == self.layout.batch]

    def counts(self) -> list[int | None]:
        """Return the number of examples of each context."""
        return [c.examples(self.batched) for c in self.contexts]

    def sizes(self, at: Point) -> dict[int, int]:
        """Return the size of each class of axes at a point."""
        found: dict[int, int] = {}
        for name, role in self.layout.roles.items():
            leaf = at.params[name] if name in at.params else at.data[name]
            found |= {axis: n for axis, n in zip(role.axes, np.shape(leaf), strict=False) if axis >= 0}
        return found

    def axes(self) -> dict[int, str]:
        """Return the classes of axes that are no examples, each with a place where it is seen."""
        found: dict[int, str] = {}
        for name, role in self.layout.roles.items():
            for place, axis in enumerate(role.axes):
                if axis >= 0 and axis != self.layout.batch and axis not in found:
                    along = f" along axis {place}" if len(role.axes) > 1 else ""
                    found[axis] = f"the length of {name}{along}"
        return found

    def every(self, holds: Callable[[Context], bool]) -> bool:
        """Return whether an explanation holds at every context."""
        return bool(self.contexts) and all(holds(c) for c in self.contexts)

    def hypers(self) -> list[str]:
        """Return the scalar settings among the data."""
        data = self.search.first.data
        return [n for n, leaf in data.items() if is_float(leaf) and not is_array(leaf)]

    def wrong_at(self, at: Point) -> bool | None:
        """Return whether the gradient is wrong at a point; None where the loss says nothing there."""
        found = probe(self.search.subject, at, self.search.rng, thorough=True)
        return None if found.skipped or not found.readings + found.findings else found.wrong


def case_of(search: Search, *, own_sizes: bool = False) -> Case:
    """Return the case of a search that found something wrong; with `own_sizes` all of its points have the first's."""
    rng = np.random.default_rng(1234)
    generator = (
        None
        if not search.generate
        else search.generator or Generator(search.subject, [search.first, *search.further], rng)
    )
    if generator is not None:
        generator = generator.like_the_first()
    found = Case(
        search, [], generator, layout([search.first, *search.further]) if generator is None else generator.layout
    )
    for at in _of_own_sizes(search, generator) if own_sizes else _candidates(search, generator):
        if len(found.contexts) == CONTEXTS:
            break
        made = context_at(search, at)
        if made is not None:
            found.contexts.append(made)
    return found


def contexts_at(case: Case, tags: Sequence[str]) -> list[Context]:
    """Return fresh contexts of these plans, those where the gradient is wrong."""
    made = (context_at(case.search, case.generator.fresh(tag)) for tag in tags) if case.generator is not None else ()
    return [context for context in made if context is not None]


def context_at(search: Search, at: Point) -> Context | None:
    """Return a context; None where nothing can be measured, or nothing is wrong."""
    try:
        made = Context(search.subject, at, np.random.default_rng(1234))
    except (LossFailedError, GradientFailed, ArithmeticError, ValueError, TypeError, LookupError):
        return None
    return made if np.isfinite(made.error).all() and made.wrong.any() else None


def _candidates(search: Search, generator: Generator | None) -> list[Point]:
    """Return points to measure: ordinary wrong ones first, then fresh ones, then whatever was wrong."""
    wrong = [p for p in search.wrong if not p.findings and not p.kink]
    known = sorted((p.at for p in wrong), key=_rank)
    small = [at for at in known if sum(np.size(leaf) for leaf in at.params.values()) <= LARGE]
    ordinary = [at for at in small if _rank(at) < len(ORDINARY)]
    fresh: list[Point] = []
    if generator is not None:
        fresh = [generator.fresh(tag, "hyper" if n == 0 else "normal") for n, tag in enumerate(FRESH)]
    elif known:
        fresh = [search.near(known[0], 0.3, "parameters moved")]
    rest = [at for at in small if at not in ordinary] + [p.at for p in search.wrong if p.kink and not p.findings]
    return [*ordinary[:2], *fresh, *ordinary[2:], *rest, *known[:1]]


def _of_own_sizes(search: Search, generator: Generator | None) -> list[Point]:
    if generator is None or sum(np.size(leaf) for leaf in search.first.params.values()) > LARGE:
        return []
    return [search.first, *(generator.of_own_sizes() for _ in range(CONTEXTS))]


def _rank(at: Point) -> int:
    return next((n for n, tag in enumerate(ORDINARY) if at.tag.startswith(tag)), len(ORDINARY))
