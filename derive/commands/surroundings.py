"""The process around a command: whatever is printed can be printed, and whoever tells it to stop finds nothing left."""

from __future__ import annotations

import errno
import os
import signal
import sys
import threading
import traceback
from collections.abc import Generator
from contextlib import contextmanager, suppress
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
STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))
WAYS_OUT = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT), "make room, or write elsewhere"),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), "allow more open files (`ulimit -n`), or use fewer --jobs"),
    errno.EAGAIN: "allow more processes (`ulimit -u`), or use fewer --jobs",
    errno.ENOMEM: "end other programs, or use fewer --jobs",
}
"""What helps where the system has not enough of something, whichever file was opened at that moment."""
NO_TEMPORARY_FOLDER = "set TMPDIR to a folder that can be written"
"""What helps where no file was found that has no name: only the search for a temporary folder ends so."""


def open_what_is_closed() -> None:
    """Lead a stream that was closed before we began (`2>&-`) nowhere, and never into a file that is opened later."""
    for name, mode in STREAMS:
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)  # noqa: FBT003 -- the function takes it by place only
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))


def print_anything() -> None:
    """Make files and pipes UTF-8, as pages and JSON say of themselves; on a terminal, spell what it cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")


@contextmanager
def faults_are_no_verdicts() -> Generator[None]:
    """End with `FAULT` and a traceback for a fault of ours, and keep an exit code though nothing can be printed."""
    try:
        yield
    except Exception:  # noqa: BLE001 -- whatever it is, it must not end with the exit code of "refuted"
        with suppress(OSError):
            traceback.print_exc()
        sys.exit(FAULT)
    finally:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                _flush(stream)


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
    """Return what the system refuses, and what helps; empty for an error about a file, which is ours to explain.

    >>> refused(OSError(28, "No space left on device"))
    'the system refuses: No space left on device. Make room, or write elsewhere.'
    >>> refused(FileNotFoundError(2, "No such file or directory", "template.html"))
    ''
    """
    if not error.strerror or (error.filename is not None and error.errno not in WAYS_OUT):
        return ""
    way_out = NO_TEMPORARY_FOLDER if error.errno == errno.ENOENT else WAYS_OUT.get(error.errno or 0, "")
    said = f"the system refuses: {error.strerror}"
    return f"{said}. {way_out[:1].upper()}{way_out[1:]}." if way_out else said


def no_thread(error: RuntimeError) -> str:
    """Return what the system refuses where a thread could not be started, which is an error without a number.

    >>> no_thread(RuntimeError("can't start new thread"))
    'the system refuses: no more processes. Allow more processes (`ulimit -u`), or use fewer --jobs.'
    >>> no_thread(RuntimeError("dictionary changed size during iteration"))
    ''
    """
    return refused(OSError(errno.EAGAIN, "no more processes")) if "start new thread" in str(error) else ""


def nobody_reads(error: OSError) -> bool:
    """Return whether what is written has no reader any more, as under `| head -1`; and let the rest go nowhere."""
    if error.errno != errno.EPIPE:
        return False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            _lead_nowhere(stream)
    return True


def _flush(stream: TextIOWrapper) -> None:
    """Write what is still to be written; where that fails, Python must not try again when it ends, and complain."""
    try:
        stream.flush()
    except OSError:
        _lead_nowhere(stream)


def _lead_nowhere(stream: TextIOWrapper) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    _ = os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
