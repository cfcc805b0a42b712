"""Judging files on a Dask cluster: the same tasks, for a course that has outgrown one machine.

Each worker reads the file by its path, so that its folder must be one that the workers share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from derive.errors import DeriveError
from derive.judge.result import Checked
from derive.judge.run import Task, check_one
from derive.judge.watch import Bounds, Watcher

PATIENCE = "10s"
"""How long a scheduler may take to answer."""


class ClusterError(DeriveError):
    """A cluster that cannot be used: Dask is not installed, or nobody answers.

    >>> issubclass(ClusterError, DeriveError)
    True
    """


def check_on(
    address: str, tasks: Sequence[Task], *, bounds: Bounds | None = None, advance: Callable[[], None] = lambda: None
) -> list[Checked]:
    """Return the judged documents in their order, each judged by a worker of the cluster at this address.

    Raises `ClusterError` where Dask is not installed, and where nobody answers.
    """
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        way_out = "start one by `dask scheduler`, or check the address"
        raise ClusterError(address, place="--scheduler", reason="no scheduler answers", way_out=way_out) from problem
    with client, client.as_current():
        futures = [client.submit(judged, task, bounds or Bounds(), pure=False) for task in tasks]
        for _ in distributed.as_completed(futures):
            advance()
        return client.gather(futures)


def judged(task: Task, bounds: Bounds) -> Checked:
    """Return one judged document; this runs on a worker, in a process of its own that is watched.

    >>> judged(Task("nowhere.md", "nowhere.md"), Bounds()).problem[:11]
    "'nowhere.md"
    """
    watcher = Watcher(bounds)
    try:
        return check_one(task, watcher)
    finally:
        watcher.close()


def _distributed() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        way_out = "install it by `pip install 'derive-ml[cluster]'`"
        raise ClusterError("distributed", place="--scheduler", reason="it is not installed", way_out=way_out) from None
