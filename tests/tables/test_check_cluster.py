"""`derive check --scheduler`: the same tasks on a Dask cluster."""

from __future__ import annotations

import sys
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from derive.judge import cluster
from derive.judge.cluster import ClusterError, check_on
from derive.judge.run import Task, check_all

pytestmark = pytest.mark.slow  # starts a cluster
needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed (extra: cluster)")


@needs_dask
@pytest.mark.filterwarnings("ignore")  # what Dask and its sockets warn of is theirs
def test_a_cluster_finds_what_one_machine_finds(tmp_path: Path) -> None:
    """A real local cluster with two workers, and three documents of which one is wrong and one is none."""
    texts = {"a.md": "Then $(a + b)^2 = a^2 + b^2$.", "b.md": "Then $1 + 1 = 2$.", "c.md": "a\0b"}
    for name, text in texts.items():
        _ = (tmp_path / name).write_text(text, encoding="utf-8")
    tasks = [Task(str(tmp_path / name), name, {"seconds": 60.0, "parts": True}) for name in texts]
    advanced: list[int] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        local: Any = __import__("distributed").LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
        )
        with local:
            found = check_on(local.scheduler_address, tasks, advance=lambda: advanced.append(1))
    assert found == check_all(tasks)
    assert [document.exit_code for document in found] == [1, 0, 2]
    assert len(advanced) == 3


@needs_dask
@pytest.mark.filterwarnings("ignore")
def test_nobody_at_the_address_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one sentence, and soon."""
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(ClusterError, match="no scheduler answers"):
        _ = check_on("tcp://127.0.0.1:9", [])


@pytest.mark.parametrize(
    ("address", "says"), [("nonsense://x", "'nonsense' is no protocol of Dask"), ("tcp://x", "it has no host and port")]
)
def test_an_address_that_is_none_is_said(address: str, says: str) -> None:
    """Before anything is judged, and whether Dask is installed or not."""
    with pytest.raises(ClusterError, match=says):
        _ = check_on(address, [])


class Workers:
    """What stands for a client whose workers answer so."""

    def __init__(self, *answers: object) -> None:
        """Take the answer of each worker."""
        self.answers = {f"tcp://worker:{number}": answer for number, answer in enumerate(answers)}

    def wait_for_workers(self, count: int, timeout: float) -> None:
        """Wait in vain where there is none."""
        if len(self.answers) < count:
            raise TimeoutError(timeout)

    def run(self, function: object, on_error: str) -> dict[str, object]:
        """Return what the workers answer."""
        assert (function, on_error) == (cluster.installed, "return")
        return self.answers


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        ((), "has no worker"),
        ((cluster.installed(), "0.0.9"), "tcp://worker:1.*it has derive 0.0.9"),
        ((ModuleNotFoundError("derive"),), "it has no derive that can be used"),
    ],
)
def test_workers_that_cannot_be_used_are_refused(answers: tuple[object, ...], says: str) -> None:
    """By their address, with what they have."""
    with pytest.raises(ClusterError, match=says):
        cluster.meet_workers(Workers(*answers), "tcp://scheduler")
    cluster.meet_workers(Workers(cluster.installed()), "tcp://scheduler")


class Lost:
    """A task that a worker did not survive."""

    def exception(self) -> Exception:
        """Return what Dask says."""
        return RuntimeError("killed")


def test_a_lost_portion_is_a_problem_of_its_documents() -> None:
    """They are not taken for right, and the others stay."""
    found = cluster.found_by(Lost(), [Task("a.md", "a.md"), Task("b.md", "b.md")])
    assert [(document.exit_code, "killed" in document.problem) for document in found] == [(2, True), (2, True)]


def test_portions_hold_every_document_once() -> None:
    """In their order, and no more portions than there are rounds of threads."""
    for count, threads in ((0, 2), (1, 2), (7, 2), (100, 3), (5, 0)):
        tasks = [Task(str(number), str(number)) for number in range(count)]
        portions = cluster.portions_of(tasks, threads)
        assert [task for portion in portions for task in portion] == tasks
        assert len(portions) <= min(count, 4 * max(threads, 1))
    assert len(cluster.portions_of([Task("a", "a")] * 96, 3)) == 12


def test_without_dask_there_is_an_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one sentence that helps."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'derive-ml\[cluster\]'"):
        _ = check_on("tcp://127.0.0.1:9", [])
