"""The process that judges: it reads requests, a line each, and answers each with a line for every event.

A request is a JSON object `{"path": ..., "options": {...}, "start": k}`. The answers: `{"event": "read", ...}` with all
that was read, `{"event": "begin", "step": k}` before a step is judged, `{"event": "step", "step": k, "result": {...}}`
after it, a second time if the result has got an explanation, and `{"event": "end"}`, or `{"event": "problem",
"says": ...}`. Whoever asked watches the time, and kills this process when it is over.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any

Events = Callable[[str, Mapping[str, Any], int], Iterator[dict[str, Any]]]


def serve(requests: IO[str], answers: IO[str], events: Events) -> None:
    """Answer requests until there are no more. What goes wrong with one is an answer, and not the end."""
    for line in requests:
        request = json.loads(line)
        try:
            for event in events(request["path"], request["options"], request["start"]):
                _answer(answers, event)
        except Exception as problem:  # noqa: BLE001 -- whatever it is, the document is answered and the next one judged
            _answer(answers, {"event": "problem", "says": f"{type(problem).__name__}: {problem}"})


def _answer(answers: IO[str], event: Mapping[str, Any]) -> None:
    _ = answers.write(json.dumps(event) + "\n")
    answers.flush()


def limit_memory(megabytes: int) -> None:
    """Let this process take no more memory than that, where the system can hold it to it."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 -- only where there is one

        allowed = megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (allowed, allowed))


def main() -> None:
    """Serve standard input; the argument is the memory that may be taken, in megabytes."""
    limit_memory(int(sys.argv[1]))
    from derive.judge.document import events  # noqa: PLC0415 -- after the limit, so that it holds for SymPy too

    answers = sys.stdout
    sys.stdout = sys.stderr  # what a library prints must not be taken for an answer
    serve(sys.stdin, answers, events)


if __name__ == "__main__":
    main()
