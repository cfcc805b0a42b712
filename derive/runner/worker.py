"""A process that works, and is watched: one that takes too long or dies costs the request it was at, and no more."""

from __future__ import annotations

import json
import os
import queue
import site
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

from derive.runner.serve import LAST, Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What is allowed: seconds from each `begin` on, until any other event, to start, for a request; and megabytes.

    No megabytes are no limit.
    """

    seconds: float = 10.0
    reading: float = 30.0
    starting: float = 60.0
    whole: float = inf
    megabytes: int = 4096


NO_BOUNDS = Bounds(seconds=inf, reading=inf, starting=inf, megabytes=0)


@dataclass(slots=True)
class Worker:
    """One process, started when it is first needed, and again when it has been lost; `command` is another program."""

    work: str
    bounds: Bounds = field(default_factory=Bounds)
    command: tuple[str, ...] = ()
    process: subprocess.Popen[str] | None = None
    answers: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue)
    complaints: IO[bytes] | None = None
    ended: bool = False

    def asked(self, request: Mapping[str, Any], until: float = inf) -> Iterator[Event]:
        """Yield the events of a request; the last is `end`, `problem`, or `lost` with what `says` why.

        By `until`, a time of `time.monotonic`, it has ended or is lost as a `whole`.
        """
        if self.ended:
            yield {"event": "lost", "says": "it was interrupted"}
            return
        process = self._running()
        allowed = self.bounds.starting + self.bounds.reading
        with suppress(OSError):  # one that has ended says so below
            assert process.stdin is not None  # noqa: S101 -- it was started with a pipe
            _ = process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
        while True:
            event = self._heard(allowed, until - time.monotonic())
            yield event
            if event["event"] in LAST:
                return
            allowed = self.bounds.seconds if event["event"] == "begin" else self.bounds.reading

    def _heard(self, allowed: float, left: float) -> Event:
        patience = min(allowed, max(left, 0.0))
        try:
            line = self.answers.get(timeout=None if patience == inf else patience)
        except queue.Empty:
            if allowed <= left:
                return self._lost(f"timed out after {allowed:g} s")
            return {**self._lost(f"all of it took longer than {self.bounds.whole:g} s"), "whole": True}
        try:
            return json.loads(line) if line else self._lost(self._why())
        except ValueError:
            return self._lost("the process said something that is no answer")

    def _running(self) -> subprocess.Popen[str]:
        if self.process is None or self.process.poll() is not None:
            self.close()
            pipe = subprocess.PIPE
            ours = command_of("derive.runner.serve", self.work, str(self.bounds.megabytes))
            self.complaints = TemporaryFile()  # noqa: SIM115 -- it lives as long as the process
            self.process = subprocess.Popen(  # noqa: S603 -- our own program
                self.command or ours,
                stdin=pipe,
                stdout=pipe,
                stderr=self.complaints,
                text=True,
                encoding="utf-8",
                env=surroundings(),
            )
            self.answers = queue.SimpleQueue()
            threading.Thread(target=_listen, args=(self.process, self.answers), daemon=True).start()
        return self.process

    def _why(self) -> str:
        """Return why the process has ended, as far as it said so before."""
        said = ""
        if self.complaints is not None:
            _ = self.complaints.seek(0)
            lines = self.complaints.read().decode("utf-8", errors="replace").split("\n")
            said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        if said and "MemoryError" not in said:
            return f"the process ended: {said[:200]}"
        limits = f"; {self.bounds.megabytes} MB may not have been enough" if self.bounds.megabytes else ""
        return f"the process ended{limits}"

    def _lost(self, says: str) -> Event:
        self.close()
        return {"event": "lost", "says": says}

    def end(self) -> None:
        """Kill the process, and start no other one, whatever is still to be done."""
        self.ended = True
        if self.process is not None:
            self.process.kill()

    def close(self) -> None:
        """Kill the process, if there is one."""
        if self.process is not None:
            self.process.kill()
            with suppress(OSError):  # what was still to be sent has nobody to read it
                _ = self.process.communicate()
            self.process = None
        if self.complaints is not None:
            self.complaints.close()
            self.complaints = None


def _listen(process: subprocess.Popen[str], answers: queue.SimpleQueue[str]) -> None:
    """Hand over the lines of a process; an empty one says that it has ended."""
    for line in process.stdout or ():
        answers.put(line)
    answers.put("")


def command_of(module: str, *arguments: str) -> list[str]:
    """Return the command that runs a module of ours with this Python, and not one of its name in the folder it is in.

    >>> command_of("derive.runner.serve", "4096")[1:]
    ['-P', '-m', 'derive.runner.serve', '4096']
    """
    return [sys.executable, "-P", "-m", module, *arguments]


def surroundings() -> dict[str, str]:
    """Return the variables of a process that runs a module of ours; it is found even where nothing is installed.

    Unless somebody says otherwise, sets have one order there, so that what is at the edge of a budget is found again.
    """
    own = {"PYTHONHASHSEED": "0", **os.environ}
    home = Path(__file__).resolve().parents[2]
    if home in {Path(each).resolve() for each in (*site.getsitepackages(), site.getusersitepackages())}:
        return own
    given = os.environ.get("PYTHONPATH")
    return {**own, "PYTHONPATH": os.pathsep.join((str(home), given) if given else (str(home),))}
