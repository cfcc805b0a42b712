"""Code that misbehaves while it is verified: it takes all memory, prints without end, or leaves something running."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FILE = """
import os, threading, time
import numpy as np

def loss(w, X, y):
    return np.mean((X @ w - y) ** 2)

def grad(w, X, y):
    return 2 * X.T @ (X @ w - y) / len(y)

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

def traced_grad(w, X, y):
    return grad(w, X, y) if type(w) is not np.ndarray else -grad(w, X, y)

def few_grad(w, X, y):
    if len(y) == 2:
        raise ValueError("two examples are too few")
    return grad(w, X, y)

def changing_grad(w, X, y):
    X *= 2
    return grad(w, X / 2, y)

def inputs(rng):
    return rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)
"""
OURS = 25_000
"""More than this nobody reads of what code prints."""


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("memory_grad", 3, "it needs more memory than 1500 megabytes (--memory)"),
        ("printing_grad", 0, "proved: the gradient is right"),
        ("thread_grad", 1, "diagnosis (sign)"),
        ("forking_grad", 0, "proved: the gradient is right"),
        ("traced_grad", 1, "diagnosis (sign)"),
        ("few_grad", 1, "diagnosis (raises): the gradient raises ValueError: two examples are too few"),
        ("changing_grad", 1, "diagnosis (mutation): calling the gradient changes its input: data X"),
    ],
)
def test_code_that_misbehaves(tmp_path: Path, name: str, code: int, says: str) -> None:
    """The verdict is honest and comes in time, and what is printed besides is no flood."""
    path = tmp_path / "misbehaves.py"
    _ = path.write_text(FILE)
    command = [sys.executable, "-m", "derive", "verify", f"{path}:{name}", "--memory", "1500", "--timeout", "100"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)  # noqa: S603 -- ours
    assert ended.returncode == code, ended.stdout + ended.stderr[-500:]
    assert says in ended.stdout
    assert len(ended.stderr) < OURS
