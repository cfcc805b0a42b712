"""Watching a process that judges: one that takes too long or dies costs the step it was at, and no more."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from tempfile import TemporaryFile
from typing import IO, Any

from derive.processes import command_of, surroundings


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What is allowed: seconds for a step, for reading a document, for starting; and megabytes for the process."""

    seconds: float = 10.0
    reading: float = 30.0
    starting: float = 60.0
    megabytes: int = 4096


@dataclass(slots=True)
class Watcher:
    """One process that judges documents, started when it is first needed, and again when it has been lost."""

    bounds: Bounds = field(default_factory=Bounds)
    command: tuple[str, ...] = field(default_factory=lambda: tuple(command_of("derive.judge.serve")))
    process: subprocess.Popen[str] | None = None
    answers: queue.SimpleQueue[str] = field(default_factory=queue.SimpleQueue)
    complaints: IO[bytes] | None = None
    ended: bool = False

    def events(self, path: str, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield what happens to a document: events as `serve` has them, and `{"event": "lost", ...}` for a lost step.

        A step that is lost says which it was and why; the following ones are judged by a new process.
        """
        start = 0
        while True:
            at = -1
            for event in self._asked(path, options, start):
                at = event.get("step", at)
                yield event
                if event["event"] in {"end", "problem"}:
                    return
                if event["event"] == "lost":
                    break
            if at < start or self.ended:
                return
            start = at + 1

    def _asked(self, path: str, options: Mapping[str, Any], start: int) -> Iterator[dict[str, Any]]:
        process = self._running()
        request = json.dumps({"path": path, "options": dict(options), "start": start})
        at, allowed = -1, self.bounds.starting + self.bounds.reading
        try:
            assert process.stdin is not None  # noqa: S101 -- it was started with a pipe
            _ = process.stdin.write(request + "\n")
            process.stdin.flush()
        except OSError:
            yield self._lost(at, "the process ended")
            return
        while True:
            try:
                line = self.answers.get(timeout=allowed)
            except queue.Empty:
                yield self._lost(at, f"timed out after {allowed:g} s")
                return
            if not line:
                yield self._lost(at, self._why())
                return
            event = json.loads(line)
            at = event.get("step", at)
            allowed = self.bounds.seconds if event["event"] == "begin" else self.bounds.reading
            yield event
            if event["event"] in {"end", "problem"}:
                return

    def _running(self) -> subprocess.Popen[str]:
        if self.process is None or self.process.poll() is not None:
            self.close()
            pipe = subprocess.PIPE
            command = (*self.command, str(self.bounds.megabytes))
            self.complaints = TemporaryFile()  # noqa: SIM115 -- it lives as long as the process
            self.process = subprocess.Popen(  # noqa: S603 -- our own program
                command,
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
        return f"the process ended; {self.bounds.megabytes} MB may not have been enough"

    def _lost(self, step: int, says: str) -> dict[str, Any]:
        self.close()
        return {"event": "lost", "step": step, "says": says}

    def end(self) -> None:
        """Kill the process, and start no other one, whatever is still to be judged."""
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
