"""Where in the user's code an operation is written: the same place in every turn of a loop, and at every size."""

from __future__ import annotations

import inspect
import linecache
from dataclasses import dataclass
from itertools import islice
from types import CodeType, FrameType

OWN = ("numeric.verify.", "numpy", "scipy", "contextlib")
LONGEST = 60


@dataclass(frozen=True, slots=True)
class Site:
    """The calls that led to an operation, innermost first: code, and the instruction in it."""

    calls: tuple[tuple[CodeType, int], ...]

    @property
    def text(self) -> str:
        """Return the expression as it is written; empty where the source is not to be had."""
        if not self.calls:
            return ""
        code, at = self.calls[0]
        line, last, start, end = next(islice(code.co_positions(), at // 2, None), (None,) * 4)
        if line is None or line != last or start is None or end is None:
            return ""
        written = linecache.getline(code.co_filename, line).encode()[start:end].decode(errors="replace")
        return written if len(written) <= LONGEST else ""


def here() -> Site:
    """Return the site of the operation that is being recorded."""
    frame: FrameType | None = inspect.currentframe()
    calls: list[tuple[CodeType, int]] = []
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name == "numeric.verify.diagnosis.recorded":
            break
        if not name.startswith(OWN):
            calls.append((frame.f_code, frame.f_lasti))
        frame = frame.f_back
    return Site(tuple(calls))
