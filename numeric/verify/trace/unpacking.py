"""`a, b = p`: code that takes an array apart says how long its first axis is."""

from __future__ import annotations

import dis
from types import FrameType
from typing import Any

from sympy import Integer

from numeric.verify.trace import blocks
from numeric.verify.trace.sizes import MOST_UNITS


def learn(array: Any, frame: FrameType | None) -> None:
    """Learn the length of an array that is taken apart in the line that called; other loops over it teach nothing.

    The frame is that of the array's own method.
    """
    caller = None if frame is None else frame.f_back
    count = None if caller is None else _wanted(caller)
    if count is not None and 0 < count <= MOST_UNITS:
        axis = blocks.axis_of_length(Integer(count)) or ()
        blocks.unify(array.trace, array.block.axes[0], axis)


def _wanted(frame: FrameType) -> int | None:
    """Return how many parts the instruction that is carried out wants, or None where it wants any number."""
    at = next((i for i in dis.get_instructions(frame.f_code) if i.offset == frame.f_lasti), None)
    return at.arg if at is not None and at.opname == "UNPACK_SEQUENCE" else None
