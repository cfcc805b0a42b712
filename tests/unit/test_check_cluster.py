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

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="dask is not installed (extra: cluster)")


@needs_dask
@pytest.mark.filterwarnings("ignore")  # what Dask and its sockets warn of is theirs
def test_a_cluster_finds_what_one_machine_finds(tmp_path: Path) -> None:
    """A real local cluster with two workers, and three documents of which one is wrong and one is none."""
    texts = {"a.md": "Then $(a + b)^2 = a^2 + b^2$.", "b.md": "Then $1 + 1 = 2$.", "c.md": "a\0b"}
    for name, text in texts.items():
        _ = (tmp_path / name).write_text(text, encoding="utf-8")
    tasks = [Task(str(tmp_path / name), name, {"seconds": 6.0, "parts": True}) for name in texts]
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
    monkeypatch.setattr(cluster, "PATIENCE", "1s")
    with pytest.raises(ClusterError, match="no scheduler answers"):
        _ = check_on("tcp://127.0.0.1:9", [])


def test_without_dask_there_is_an_install_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one sentence that helps."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'derive-ml\[cluster\]'"):
        _ = check_on("tcp://127.0.0.1:9", [])
