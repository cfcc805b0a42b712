"""Judging files: each in a process that is watched, several at once.

The process says of a document, as events: `read`, with all its `lines`, not judged yet, if they are known before they
are judged; `begin` with the number of a `step`, and its `line` where `read` had none, before that line is judged;
`step` with the number and the `result` after it, again if the result has got more; `end`, or `problem`. What is taken
from the document as `assumptions`, and its `parts` if they were asked for, come with the first of these or with the
last. A process that takes too long or dies costs the line it was at: another one is told the results so far, and takes
them as given.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from derive.judge.line import Assumption, Checked, Line, Part, packed, unpacked
from derive.runner.pool import each
from derive.runner.serve import Event
from derive.runner.worker import Bounds, Worker

UNTOLD = "the process that judges was lost before"
"""Why a line was not reached, where nothing says it."""
NOWHERE = Line(line=1, column=1, left="", sign="", right="", reached=False)
BELOW = "(all that stands below this line)"
WORK = "derive.judge.run:answers"


@dataclass(frozen=True, slots=True)
class Task:
    """One document to judge: where it lies, how it is called, and what its lines may take."""

    path: str
    shown: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])


def answers(request: Mapping[str, Any]) -> Iterator[Event]:
    """Yield the events of a document, as JSON carries them; this runs in the process that judges."""
    from derive.judge.document import events  # noqa: PLC0415 -- it loads SymPy, whose memory is limited by now

    results = {int(number): unpacked(Line, line) for number, line in request["options"].get("results", {}).items()}
    yield from map(packed, events(request["path"], {**request["options"], "results": results}))


def check_one(task: Task, worker: Worker) -> Checked:
    """Return a judged document; a line that took too long or killed its process is undecided, with the reason.

    One that takes too long as a whole keeps the verdicts that it has.
    """
    found = _Found(task.shown)
    until = time.monotonic() + worker.bounds.whole
    while True:
        before, at = len(found.results), -1
        for event in worker.asked({"path": task.path, "options": found.options(task)}, until):
            at = event.get("step", at)
            found.hear(event, at)
        if not found.lost or len(found.results) == before or time.monotonic() >= until:
            return found.checked()


@dataclass(slots=True)
class _Found:
    """What is known of a document so far."""

    file: str
    lines: dict[int, Line] = field(default_factory=dict[int, Line])
    assumptions: tuple[Assumption, ...] = ()
    parts: tuple[Part, ...] = ()
    results: dict[int, Line] = field(default_factory=dict[int, Line])
    says: str = ""
    lost: bool = False
    whole: bool = False

    def options(self, task: Task) -> dict[str, Any]:
        """Return what the process is told: the options of the task, and the results that it takes as given."""
        return {**task.options, "shown": task.shown, "results": packed(self.results)}

    def hear(self, event: Event, at: int) -> None:
        """Take in an event, while the line of a number is judged."""
        self.lost = event["event"] == "lost"
        if "assumptions" in event:
            self.assumptions = unpacked(tuple[Assumption, ...], event["assumptions"])
        if "parts" in event:
            self.parts = unpacked(tuple[Part, ...], event["parts"])
        if event["event"] == "read" and "lines" in event:
            self.lines = dict(enumerate(unpacked(tuple[Line, ...], event["lines"])))
            self.whole = True
        elif event["event"] == "begin" and "line" in event:
            self.lines[at] = unpacked(Line, event["line"])
        elif event["event"] == "step":
            self.results[at] = unpacked(Line, event["result"])
        elif event["event"] == "end":
            self.whole = True
        elif self.lost and at >= 0 and at not in self.results and "whole" not in event:
            self.results[at] = replace(self.lines[at], says=event["says"])
        elif "says" in event:
            self.says = event["says"]

    def checked(self) -> Checked:
        """Return the document; a line without a result was not reached, nor was what is below the last known one."""
        if self.says and not self.lines:
            return Checked(file=self.file, problem=self.says)
        late = f"not reached: {self.says or UNTOLD}"
        lines = {number: replace(line, says=late, reached=False) for number, line in self.lines.items()} | self.results
        found = [lines[number] for number in sorted(lines)]
        if not self.whole:
            last = found[-1] if found else NOWHERE
            found.append(replace(NOWHERE, line=last.line, cell=last.cell, source=last.source, says=f"{late} {BELOW}"))
        return _in_order(Checked(file=self.file, lines=tuple(found), assumptions=self.assumptions, parts=self.parts))


def _in_order(document: Checked) -> Checked:
    """Return a document with its lines in the order of the page: a where-clause is read before what it explains."""
    if any(line.source for line in document.lines):
        return document
    order = sorted(range(len(document.lines)), key=lambda number: _place(document.lines[number], number))
    new = {old: number for number, old in enumerate(order)}
    parts = tuple(replace(part, judged=tuple(sorted(new[old] for old in part.judged))) for part in document.parts)
    return replace(document, lines=tuple(document.lines[number] for number in order), parts=parts)


def _place(line: Line, number: int) -> tuple[int, int, int, int]:
    return line.cell or 0, line.line, line.column, number


def check_all(
    tasks: Sequence[Task], *, jobs: int = 1, bounds: Bounds | None = None, advance: Callable[[], None] = lambda: None
) -> list[Checked]:
    """Return the judged documents in their order; `advance` is called after each."""
    workers = [Worker(WORK, bounds or Bounds()) for _ in range(max(1, min(jobs, len(tasks))))]
    return each(tasks, check_one, workers, advance)
