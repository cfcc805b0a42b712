"""Code that misbehaves while it is verified: it hangs, crashes, exits, takes all memory, or leaves something running.

No test waits for a clock but that of the hang, which never ends; all others have more time than they can need.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli import main

pytestmark = pytest.mark.slow  # each starts processes

FILE = """
import os, signal, sys, threading, time
import numpy as np

def loss(w, X, y):
    return np.mean((X @ w - y) ** 2)

def grad(w, X, y):
    return 2 * X.T @ (X @ w - y) / len(y)

def inputs(rng):
    return rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)

def memory_grad(w, X, y):
    return np.ones(10**10)[:3]

def printing_grad(w, X, y, done=[]):
    if not done:
        done.append(True)
        for n in range(100_000):
            print("line", n)
    return grad(w, X, y)

def thread_grad(w, X, y, done=[]):
    if not done:
        done.append(threading.Thread(target=time.sleep, args=(1000,)))
        done[0].start()
    return -grad(w, X, y)

def forking_grad(w, X, y, done=[]):
    if not done:
        done.append(os.fork())
        while not done[0]:
            time.sleep(1)
    return grad(w, X, y)

def fork_once_grad(w, X, y, done=[]):
    if not done:
        done.append(os.fork())
    return grad(w, X, y)

def few_grad(w, X, y):
    if len(y) == 2:
        raise ValueError("two examples are too few")
    return grad(w, X, y)

def changing_grad(w, X, y):
    X *= 2
    return grad(w, X / 2, y)

def told_exit_grad(w, X, y):
    sys.exit("no data here")

def vanish_grad(w, X, y):
    os._exit(0)

def crash_grad(w, X, y):
    os.kill(os.getpid(), signal.SIGSEGV)

def hang_grad(w, X, y):
    while True:
        pass
"""
OURS = 25_000
"""More than this nobody reads of what code prints."""
ENDS: tuple[tuple[str, int, str], ...] = (
    ("memory_grad", 3, "it needs more memory than 1500 megabytes (--memory)"),
    ("printing_grad", 0, "proved: the gradient is right"),
    ("thread_grad", 1, "diagnosis (sign)"),
    ("forking_grad", 0, "proved: the gradient is right"),
    ("few_grad", 1, "diagnosis (raises): the gradient raises ValueError: two examples are too few"),
    ("changing_grad", 1, "diagnosis (mutation): calling the gradient changes its input: data X"),
    ("told_exit_grad", 3, "ends the process by itself (no data here)"),
    ("vanish_grad", 3, "without an answer"),
    ("crash_grad", 3, "SIGSEGV"),
    ("hang_grad", 3, "did not finish within 3 seconds"),
)


@pytest.fixture(name="file", scope="module")
def _file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("code") / "misbehaves.py"
    _ = path.write_text(FILE)
    return path


@pytest.mark.parametrize(("name", "code", "says"), ENDS)
def test_code_that_misbehaves(file: Path, name: str, code: int, says: str) -> None:
    """The exit code is honest, and the reason is said: a crash, a hang or an exit is no error of ours."""
    limits = ["--memory", "1500", "--timeout", "3" if name == "hang_grad" else "600"]
    found = CliRunner().invoke(main, ["verify", f"{file}:{name}", *limits])
    assert found.exit_code == code, found.output
    assert says in found.output
    assert len(found.stderr) < OURS


def test_a_copy_of_the_process_answers_nothing(file: Path) -> None:
    """The command, started as people start it, ends with one verdict though the code forks."""
    command = [sys.executable, "-m", "derive", "verify", f"{file}:fork_once_grad", "--timeout", "600"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 -- ours
    assert ended.returncode in {0, 1}, ended.stdout + ended.stderr[-500:]
