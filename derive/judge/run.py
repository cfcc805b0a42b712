"""Judging files: each in a process that is watched, several at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any

from derive.judge.result import Assumption, Checked, Part, Step
from derive.judge.told import told_from
from derive.judge.watch import Bounds, Watcher

NOT_REACHED = {"verdict": "undecided", "reason": "not reached: the process that judges was lost before"}


@dataclass(frozen=True, slots=True)
class Task:
    """One document to judge: where it lies, how it is called, and what its steps may take."""

    path: str
    shown: str
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])


def check_one(task: Task, watcher: Watcher) -> Checked:
    """Return a judged document; a step that took too long or killed its process is undecided, with the reason."""
    stubs: list[dict[str, Any]] = []
    said: list[dict[str, Any]] = []
    parts: list[dict[str, Any]] = []
    results: dict[int, dict[str, Any]] = {}
    problem, unreached = "", NOT_REACHED
    for event in watcher.events(task.path, {**task.options, "shown": task.shown}):
        kind, number = event["event"], event.get("step", -1)
        if kind == "read":
            stubs, said, parts = event["steps"], event["assumptions"], event.get("parts", [])
        elif kind == "step":
            results[number] = event["result"]
        elif kind == "lost" and number >= 0:
            _ = results.setdefault(number, {"verdict": "undecided", "reason": event["says"]})
        elif kind in {"problem", "lost"} and not stubs:
            problem = event["says"]
        elif kind in {"problem", "lost"}:
            unreached = {"verdict": "undecided", "reason": f"not reached: {event['says']}"}
    steps = [_step(stub, results.get(number, unreached), task.shown) for number, stub in enumerate(stubs)]
    held = tuple(map(_part, parts))
    assumptions = tuple(map(_assumption, said))
    return Checked(file=task.shown, steps=tuple(steps), assumptions=assumptions, problem=problem, parts=held)


def _part(part: dict[str, Any]) -> Part:
    values: dict[str, Any] = {**part, "steps": tuple(part["steps"])}
    return Part(**values)


def _step(stub: Mapping[str, Any], result: Mapping[str, Any], document: str) -> Step:
    place: dict[str, Any] = {name: value for name, value in stub.items() if name != "file"}
    place["source"] = "" if stub["file"] == document else stub["file"]
    lists: dict[str, Any] = {
        name: tuple(map(told_from, result.get(name, ()))) for name in ("conditions", "assumptions")
    }
    told: dict[str, Any] = {name: told_from(result.get(name)) for name in ("witness", "sentence")}
    return Step(**{**place, **result, **lists, **told})


def _assumption(said: Mapping[str, Any]) -> Assumption:
    place = {name: said[name] for name in ("line", "column", "cell")}
    return Assumption(says=told_from(said["says"]), source=said["file"], **place)


def check_all(
    tasks: Sequence[Task], *, jobs: int = 1, bounds: Bounds | None = None, advance: Callable[[], None] = lambda: None
) -> list[Checked]:
    """Return the judged documents in their order; `advance` is called after each.

    Whoever interrupts it does not wait for what is being judged: the processes are killed.
    """
    count = max(1, min(jobs, len(tasks)))
    watchers = [Watcher(bounds or Bounds()) for _ in range(count)]
    idle: SimpleQueue[Watcher] = SimpleQueue()
    for watcher in watchers:
        idle.put(watcher)

    def _work(task: Task) -> Checked:
        watcher = idle.get()
        try:
            return check_one(task, watcher)
        finally:
            idle.put(watcher)
            advance()

    pool = ThreadPoolExecutor(count)
    try:
        return list(pool.map(_work, tasks))
    except BaseException:
        for watcher in watchers:
            watcher.end()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        for watcher in watchers:
            watcher.close()
