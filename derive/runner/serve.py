"""The process that works: it reads requests, a line of JSON each, and answers each with a line for every event.

What it does is named when it is started, as `MODULE:FUNCTION`: a function from a request to its events, which are
objects of JSON with an `event`. Whoever asked watches the time, and kills this process when it is over. The last event
of a request is `end`, or `problem` with what `says` why.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

Event = dict[str, Any]
Work = Callable[[Mapping[str, Any]], Iterator[Event]]
LAST = frozenset({"end", "problem", "lost"})
"""The events that nothing follows."""


def serve(requests: IO[str], answers: IO[str], work: Work) -> None:
    """Answer requests until there are no more. What goes wrong with one is an answer, and not the end.

    >>> from io import StringIO
    >>> told = StringIO()
    >>> serve(StringIO('{"of": 0}'), told, lambda request: iter([{"event": "end", "is": 1 / request["of"]}]))
    >>> json.loads(told.getvalue())["says"]
    'ZeroDivisionError: division by zero'
    """
    for line in requests:
        try:
            for event in work(json.loads(line)):
                _answer(answers, event)
        except Exception as problem:  # noqa: BLE001 -- whatever it is, it is answered, and the next request is read
            _answer(answers, {"event": "problem", "says": f"{type(problem).__name__}: {problem}"})


def _answer(answers: IO[str], event: Event) -> None:
    _ = answers.write(json.dumps(event) + "\n")
    answers.flush()


def limit(megabytes: int, *, seconds: int | None = None) -> None:
    """Let this process take no more memory, and no more time of a processor, where the system can hold it to that.

    No memory is no limit. What was allowed before is not raised, and no image of the memory is left behind.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 -- only where there is one

        wanted = {resource.RLIMIT_AS: megabytes * 2**20 or None, resource.RLIMIT_CPU: seconds, resource.RLIMIT_CORE: 0}
        for kind, most in wanted.items():
            if most is not None:
                _, given = resource.getrlimit(kind)
                allowed = most if given == resource.RLIM_INFINITY else min(most, given)
                resource.setrlimit(kind, (allowed, allowed))


def main() -> None:
    """Serve standard input; the arguments are the work, and the memory that it may take, in megabytes."""
    _ = signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started this process hears it, and kills it
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    _ = os.dup2(2, 1)  # what anything prints must not be taken for an answer
    limit(int(sys.argv[2]))
    module, _, name = sys.argv[1].partition(":")
    serve(sys.stdin, answers, getattr(import_module(module), name))


if __name__ == "__main__":
    main()
