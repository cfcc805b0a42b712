"""Several processes at once: tasks in any order, results in theirs. Whoever interrupts it does not wait for them."""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from queue import SimpleQueue
from typing import Any, Protocol, TypeVar

from derive.errors import DeriveError
from derive.runner.serve import Event
from derive.runner.worker import NO_BOUNDS, Worker

Given = TypeVar("Given")
Found = TypeVar("Found")


class LostError(DeriveError):
    """A process of ours that ended before its work.

    >>> issubclass(LostError, DeriveError)
    True
    """


class Task(Protocol):
    """Something to decide; what comes back is text, and travels between processes."""

    def run(self) -> Any:
        """Return what was decided."""
        ...


def each(
    tasks: Sequence[Given],
    act: Callable[[Given, Worker], Found],
    workers: Sequence[Worker],
    advance: Callable[[], None] = lambda: None,
) -> list[Found]:
    """Return what each task gives, in their order; `advance` is called after each.

    What one raises is raised at once, and so is an interrupt: the processes are killed.
    """
    idle: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def _acted(task: Given) -> Found:
        worker = idle.get()
        try:
            return act(task, worker)
        finally:
            idle.put(worker)

    pool = ThreadPoolExecutor(max(1, len(workers)))
    try:
        futures = [pool.submit(_acted, task) for task in tasks]
        for done in as_completed(futures):
            _ = done.result()
            advance()
        return [future.result() for future in futures]
    except BaseException:
        for worker in workers:
            worker.end()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        for worker in workers:
            worker.close()


def run_tasks(tasks: Sequence[Task], *, jobs: int, advance: Callable[[], None] = lambda: None) -> list[Any]:
    """Return what each task gives, in their order; a single job is done in this process."""
    count = min(jobs, len(tasks))
    if count > 1:
        return each(tasks, _run, [Worker("derive.runner.pool:ran", NO_BOUNDS) for _ in range(count)], advance)
    found: list[Any] = []
    for task in tasks:
        found.append(task.run())
        advance()
    return found


def _run(task: Task, worker: Worker) -> Any:
    *_, last = worker.asked({"task": b64encode(pickle.dumps(task)).decode()})
    if "found" not in last:
        raise LostError(type(task).__name__, reason=last["says"], way_out="try it again with --jobs 1")
    found, problem = pickle.loads(b64decode(last["found"]))  # noqa: S301, TID251 -- our own process says it
    if problem is not None:
        raise problem
    return found


def ran(request: Mapping[str, Any]) -> Iterator[Event]:
    """Yield what a task gives, or what it raises; this runs in the process that works."""
    task: Task = pickle.loads(b64decode(request["task"]))  # noqa: S301, TID251 -- so does this one's
    found, problem = None, None
    try:
        found = task.run()
    except Exception as raised:  # noqa: BLE001 -- whatever it is, it is raised where it is waited for
        problem = raised
    yield {"event": "end", "found": b64encode(pickle.dumps((found, problem))).decode()}
