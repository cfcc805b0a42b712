"""Runs the code under test in a process of its own, within limits of time and memory.

A crash, a hang or an exit of that process is an answer, not an error of ours. It is no prison: the code may do whatever
its user may do.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from derive.runner.worker import command_of, surroundings

SHOWN = 20_000
"""So many bytes of what the code under test prints are passed on, to standard error; the rest is dropped."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be verified, and the limits: seconds, and megabytes of memory."""

    target: str
    loss: str | None = None
    against: str | None = None
    inputs: str | None = None
    params: str | None = None
    seed: int = 0
    generate: bool = True
    timeout: float = 60.0
    memory: int = 8192


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the result as JSON has it and as text, or the user's mistake."""

    result: dict[str, Any] | None = None
    text: str = ""
    mistake: str = ""


def run(request: Request) -> Answer:
    """Return what the verification found; where the process ended without an answer, the verdict is "undecided"."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "answer.json"
        command = command_of("numeric.verify.child", str(place))
        # A session of its own, so that what it starts can be ended with it.
        with subprocess.Popen(  # noqa: S603 -- our own module, with fixed arguments
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=surroundings(),
        ) as process:
            ended = _waited(process, request)
        told = place.read_text(encoding="utf-8") if place.exists() else ""
    if ended:
        return _undecided(ended)
    try:
        answer = json.loads(told)
    except ValueError:
        return _undecided(_how_it_ended(process.returncode))
    if "ended" in answer:
        return _undecided(f"the code under test: {answer['ended']}")
    return Answer(answer.get("result"), answer.get("text", ""), answer.get("mistake", ""))


def _waited(process: subprocess.Popen[bytes], request: Request) -> str:
    """Return why the process was ended; empty where it ended by itself. Whatever it started is ended as well."""
    printing = Thread(target=_pass_on, args=(process.stdout,), daemon=True)
    printing.start()
    try:
        with suppress(BrokenPipeError), process.stdin or nullcontext() as asked:
            _ = asked.write(json.dumps(asdict(request)).encode()) if asked is not None else 0
        _ = process.wait(request.timeout)
    except subprocess.TimeoutExpired:
        return f"the code under test did not finish within {request.timeout:g} seconds (--timeout)"
    finally:
        _end(process)
        printing.join(1.0)
    return ""


def _pass_on(printed: Any) -> None:
    """Pass what the code under test prints on to standard error, as far as anybody would read it."""
    left = SHOWN
    while chunk := printed.read1(SHOWN):
        if left > 0:
            _ = sys.stderr.write(chunk[:left].decode(errors="replace"))
            left -= len(chunk)
            if left <= 0:
                _ = sys.stderr.write("\n[what the code prints besides is not shown]\n")


def _end(process: subprocess.Popen[bytes]) -> None:
    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except ProcessLookupError:
        return
    _ = process.wait()


def _how_it_ended(code: int) -> str:
    if code < 0:
        name = signal.Signals(-code).name
        why = {
            "SIGXCPU": "it used up its time (--timeout)",
            "SIGKILL": "it was killed, or ran out of memory (--memory)",
        }
        return f"the code under test crashed: {why.get(name, name)}"
    return f"the code under test ended the process without an answer (exit code {code})"


def _undecided(why: str) -> Answer:
    from numeric.verify.as_json import verification_json  # noqa: PLC0415 -- loads NumPy, which is seldom wanted here
    from numeric.verify.result import Verification  # noqa: PLC0415 -- the same

    found = Verification("undecided", why)
    return Answer(verification_json(found), "\n".join(str(found).splitlines()[:2]))
