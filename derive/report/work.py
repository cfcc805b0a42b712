"""What a report has to decide, as tasks.

This module loads neither SymPy nor the engine: they are loaded where a task runs, in each process of its own.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.lectures.catalogue import Entry
from derive.report.notes import NotedTask
from derive.runner.pool import Task, run_tasks

if TYPE_CHECKING:
    from derive.notes.model import Note
    from derive.views.crosscheck import CheckView
    from derive.views.pages import ExampleView
    from derive.views.view import ClaimView, DerivationView
    from numeric.crosscheck import Task as Topic
    from numeric.examples import Example

SHARES = 4
"""In how many parts the claims of a lecture are decided, so that no process waits for another at the end."""
JOBS = min(4, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class DerivationTask:
    """One derivation to carry out."""

    entry: Entry

    def run(self) -> DerivationView:
        """Return the derivation; one that the engine refuses is shown as undecided, with the reason."""
        from derive.views.view import view_derivation, view_failure  # noqa: PLC0415 -- loads SymPy

        try:
            return view_derivation(self.entry.derive())
        except DeriveError as problem:
            return view_failure(self.entry.name, self.entry.title, self.entry.lectures, str(problem))


@dataclass(frozen=True, slots=True)
class ExampleTask:
    """One worked example to compute."""

    example: Example

    def run(self) -> ExampleView:
        """Return its table."""
        from derive.views.pages import ExampleView  # noqa: PLC0415 -- as above

        trace = self.example.run()
        own = (trace.name, trace.title, trace.lecture, trace.source.line)
        return ExampleView(*own, trace.columns, trace.cells(), trace.notes, trace.text(), trace.markdown())


@dataclass(frozen=True, slots=True)
class ClaimsTask:
    """Every so-and-so-many-th claim of a lecture, to decide."""

    lecture: str
    share: int = 0
    shares: int = 1

    def run(self) -> list[tuple[int, ClaimView]]:
        """Return each claim with its place in the register."""
        from derive.lectures import register  # noqa: PLC0415 -- loads SymPy
        from derive.views.view import view_claim  # noqa: PLC0415 -- loads SymPy

        claims = register.claims_of(self.lecture)
        places = range(self.share, len(claims), self.shares)
        return [(place, view_claim(claims[place], claims[place].find())) for place in places]


@dataclass(frozen=True, slots=True)
class CrossCheckTask:
    """The cross-check of one topic."""

    topic: Topic

    def run(self) -> list[CheckView]:
        """Return each row as it is shown."""
        from derive.views.crosscheck import CheckView  # noqa: PLC0415 -- as above

        return [CheckView(**asdict(row)) for row in self.topic.run()]


@dataclass(frozen=True, slots=True)
class Results:
    """All that was decided, in the order of the catalogue, of the register, and of the topics of the cross-check.

    `notes` has the notes of each derivation, by notation.
    """

    derivations: list[DerivationView]
    claims: list[ClaimView]
    examples: list[ExampleView] = field(default_factory=list["ExampleView"])
    checks: list[CheckView] = field(default_factory=list["CheckView"])
    notes: list[Mapping[str, Note]] = field(default_factory=list["Mapping[str, Note]"])


def claims_tasks(lectures: Iterable[str]) -> list[ClaimsTask]:
    """Return the tasks for the claims of some lectures."""
    return [ClaimsTask(lecture, share, SHARES) for lecture in lectures for share in range(SHARES)]


def decide_all(
    entries: Sequence[Entry],
    lectures: Iterable[str],
    examples: Iterable[Example] = (),
    topics: Iterable[Topic] = (),
    *,
    jobs: int = JOBS,
    advance: Callable[[], None] = lambda: None,
) -> Results:
    """Return all derivations, claims and checks decided, all examples computed; `advance` is called after each task."""
    groups: list[list[Task]] = [
        [CrossCheckTask(topic) for topic in topics],
        [NotedTask(entry) for entry in entries],
        [ExampleTask(example) for example in examples],
        [*claims_tasks(lectures)],
    ]
    found = iter(run_tasks([task for group in groups for task in group], jobs=jobs, advance=advance))
    checks, proofs, computed, shares = ([next(found) for _ in group] for group in groups)
    views, notes = [proof.view for proof in proofs], [proof.notes for proof in proofs]
    return Results(views, in_order(shares), computed, list(chain(*checks)), notes)


def in_order(shares: Sequence[list[tuple[int, ClaimView]]]) -> list[ClaimView]:
    """Return the claims of several lectures, whose shares follow each other, in the order of the register."""
    groups = (shares[i : i + SHARES] for i in range(0, len(shares), SHARES))
    return [claim for group in groups for _, claim in sorted(chain(*group), key=itemgetter(0))]
