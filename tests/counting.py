"""How much work something is, without a clock."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count


def calls_of(work: Callable[[], object]) -> int:
    """Return how many functions are called, of Python and of C, while something is done."""
    number = count()

    def counted(_frame: object, event: str, _argument: object) -> None:
        if event in {"call", "c_call"}:
            _ = next(number)

    sys.setprofile(counted)
    try:
        _ = work()
    finally:
        sys.setprofile(None)
    return next(number)
