"""The process around a command: whatever is printed can be printed, and whoever tells it to stop finds nothing left."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from io import TextIOWrapper
from types import FrameType

STOPS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""How a system tells a program to end, besides the interrupt of the keyboard, which Python hears itself."""
OF_A_SIGNAL = 128
"""What a shell adds to the number of a signal, for the exit code of the program that it ended."""
INTERRUPTED = OF_A_SIGNAL + signal.SIGINT
NOBODY_READS = OF_A_SIGNAL + 13
FAULT = 70
"""The exit code of a fault of ours: no verdict has it."""


def print_anything() -> None:
    """Make files and pipes UTF-8, as pages and JSON say of themselves; on a terminal, spell what it cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


@contextmanager
def stops_in_order() -> Generator[None]:
    """Turn being told to end into an exit, so that processes are stopped and drafts removed on the way.

    What is ignored stays ignored, as under `nohup`. Only the main thread of a program hears signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {stop: signal.signal(stop, _end) for stop in STOPS if signal.getsignal(stop) is signal.SIG_DFL}
    try:
        yield
    finally:
        for stop, handler in before.items():
            _ = signal.signal(stop, handler)


def _end(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(OF_A_SIGNAL + number)


def refused(error: OSError) -> str:
    """Return what the system refuses; empty for an error about a file by name, which is the program's to explain.

    >>> refused(OSError(28, "No space left on device"))
    'the system refuses: No space left on device'
    >>> refused(FileNotFoundError(2, "No such file or directory", "template.html"))
    ''
    """
    return f"the system refuses: {error.strerror}" if error.strerror and error.filename is None else ""


def nobody_reads(error: OSError) -> bool:
    """Return whether what is written has no reader any more, as under `| head -1`; and let the rest go nowhere."""
    if error.errno != errno.EPIPE:
        return False
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            _ = os.dup2(nowhere, stream.fileno())
    return True
