"""Judging files on a Dask cluster: the same tasks, for a course that has outgrown one machine.

Each worker reads the file by its path, so that its folder must be one that the workers share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import derive
from derive.errors import DeriveError
from derive.judge.line import Checked
from derive.judge.run import WORK, Task, check_one
from derive.runner.worker import Bounds, Worker

PATIENCE = 10.0
"""How many seconds a scheduler may take to answer, and how long it may be without a worker."""
ROUNDS = 4
"""How many portions of documents each thread of the cluster gets: few cost less, many spread better."""
PROTOCOLS = ("tcp", "tls", "ws", "wss", "ucx", "inproc")
NETWORKED = ("", "tcp", "tls")
"""Those whose addresses are a host and a port; without a protocol it is tcp."""


class ClusterError(DeriveError):
    """A cluster that cannot be used: Dask is not installed, nobody answers, nobody works, or another derive does.

    >>> issubclass(ClusterError, DeriveError)
    True
    """


def check_on(
    address: str, tasks: Sequence[Task], *, bounds: Bounds | None = None, advance: Callable[[], None] = lambda: None
) -> list[Checked]:
    """Return the judged documents in their order, each judged by a worker of the cluster at this address.

    A document at which a worker failed has that as its problem. Raises `ClusterError` where Dask is not installed,
    where nobody answers, where no worker is there or left, and where one has another derive.
    """
    _refuse_no_address(address)
    distributed = _distributed()
    with _client(distributed, address) as client:
        meet_workers(client, address)
        portions = portions_of(tasks, sum(client.nthreads().values()))
        futures = {client.submit(judged, portion, bounds or Bounds(), pure=False): portion for portion in portions}
        _wait(distributed, client, futures, advance, address)
        return [document for future, portion in futures.items() for document in found_by(future, portion)]


def judged(tasks: Sequence[Task], bounds: Bounds) -> list[Checked]:
    """Return some judged documents; this runs on a worker, in a process of its own that is watched.

    >>> judged([Task("nowhere.md", "nowhere.md")], Bounds())[0].problem[:11]
    "'nowhere.md"
    """
    worker = Worker(WORK, bounds)
    try:
        return [check_one(task, worker) for task in tasks]
    finally:
        worker.close()


def installed() -> str:
    """Return which derive a worker has.

    >>> installed() == derive.__version__
    True
    """
    return derive.__version__


def _refuse_no_address(address: str) -> None:
    """Raise `ClusterError` for what is no address, which Dask meets half-way, and complains of once more at the end."""
    protocol, colons, place = address.rpartition("://")
    if colons and protocol not in PROTOCOLS:
        reason = f"'{protocol}' is no protocol of Dask"
    elif protocol in NETWORKED and not re.fullmatch(r"[^/]+:\d{1,5}", place):
        reason = "it has no host and port"
    else:
        return
    raise ClusterError(address, place="--scheduler", reason=reason, way_out="write tcp://HOST:PORT")


@contextmanager
def _client(distributed: Any, address: str) -> Generator[Any]:
    way_out = "start one by `dask scheduler`, or check the address"
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise ClusterError(address, place="--scheduler", reason="no scheduler answers", way_out=way_out) from problem
    with client, client.as_current():
        yield client


def meet_workers(client: Any, address: str) -> None:
    """Wait for a worker. Raises `ClusterError` where none comes, and where one has no derive, or another one."""
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError as problem:
        raise _no_worker(address) from problem
    for worker, found in client.run(installed, on_error="return").items():
        if found != installed():
            has = f"it has derive {found}, and here is {installed()}"
            reason = has if isinstance(found, str) else f"it has no derive that can be used ({found})"
            way_out = "install the same derive on every worker"
            raise ClusterError(worker, place=f"the workers of {address}", reason=reason, way_out=way_out)


def _no_worker(address: str) -> ClusterError:
    way_out = f"start one by `dask worker {address}`"
    return ClusterError(address, place="--scheduler", reason="the scheduler has no worker", way_out=way_out)


def portions_of(tasks: Sequence[Task], threads: int) -> list[tuple[Task, ...]]:
    """Return the tasks in portions: each costs the start of one process.

    >>> [len(portion) for portion in portions_of([Task("a.md", "a.md")] * 20, 2)]
    [3, 3, 3, 3, 3, 3, 2]
    """
    size = max(1, -(-len(tasks) // (ROUNDS * max(threads, 1))))
    return [tuple(tasks[start : start + size]) for start in range(0, len(tasks), size)]


def _wait(distributed: Any, client: Any, futures: Any, advance: Callable[[], None], address: str) -> None:
    """Wait until all is done, and say so of each; give up when no worker is left."""
    waiting = set(futures)
    while waiting:
        try:
            done = distributed.wait(waiting, timeout=PATIENCE, return_when="FIRST_COMPLETED").done
        except TimeoutError:
            if not client.nthreads():
                raise _no_worker(address) from None
            continue
        waiting -= done
        for future in done:
            for _ in futures[future]:
                advance()


def found_by(future: Any, portion: Sequence[Task]) -> list[Checked]:
    """Return what a worker found; where it failed, each document has that as its problem."""
    problem = future.exception()
    if problem is None:
        return future.result()
    return [Checked(file=task.shown, problem=f"a worker of the cluster failed: {problem}") for task in portion]


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        way_out = "install it by `pip install 'derive-ml[cluster]'`"
        raise ClusterError("distributed", place="--scheduler", reason="it is not installed", way_out=way_out) from None
