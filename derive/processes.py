"""Programs of ours in processes of their own: they find the modules that we find, and no file that lies around.

Python puts the folder it stands in before its own library. There a homework called `random.py` would take the place of
the module of that name.
"""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

ALONE = "PYTHONSAFEPATH"
"""The variable that keeps a new process from looking for modules in its folder; the option is -P."""


def command_of(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of ours with this Python.

    >>> command_of("derive.judge.serve", "4096")[1:]
    ['-P', '-m', 'derive.judge.serve', '4096']
    """
    return [sys.executable, "-P", "-m", module, *arguments]


def surroundings() -> dict[str, str]:
    """Return the variables of a process that runs a module of ours; it is found even where nothing is installed."""
    home = Path(__file__).resolve().parents[1]
    if home in {Path(each).resolve() for each in (*site.getsitepackages(), site.getusersitepackages())}:
        return dict(os.environ)
    given = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(home), given) if given else (str(home),))}


@contextmanager
def started_alone() -> Generator[None]:
    """Let the processes that `multiprocessing` starts meanwhile look nowhere before they are told where we look."""
    before = os.environ.get(ALONE)
    os.environ[ALONE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[ALONE]
        else:
            os.environ[ALONE] = before
