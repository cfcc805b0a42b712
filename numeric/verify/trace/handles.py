"""Between the arrays that traced code holds and the blocks that are their values."""

from __future__ import annotations

from typing import Any

import numpy as np

from numeric.verify.trace.blocks import Block
from numeric.verify.trace.session import CURRENT, Trace


def trace_of(*given: Any) -> Trace:
    """Return the run that traced arrays belong to, or the present one. Raises `TypeError` where there is none."""
    for value in given:
        found = getattr(value, "trace", None)
        if isinstance(found, Trace):
            return found
        if isinstance(value, list | tuple) and value:
            return trace_of(*value)
    current = CURRENT.get()
    if current is None:
        raise TypeError
    return current


def block_of(trace: Trace, value: Any) -> Block:
    """Return the value of a traced array, or of anything that can stand beside one."""
    from numeric.verify.trace.traced import as_block  # noqa: PLC0415 -- the two know each other

    return as_block(trace, value)


def array_of(block: Block) -> Any:
    """Return a traced array with this value."""
    from numeric.verify.trace.traced import TracedArray  # noqa: PLC0415 -- the two know each other

    return TracedArray(block)


def is_array(key: Any) -> bool:
    """Return whether an index is an array, and no slice or single number."""
    return hasattr(key, "block") or isinstance(key, np.ndarray | list)


def is_mask(key: Any) -> bool:
    """Return whether an index is an array of truth values."""
    return hasattr(key, "block") and key.block.boolean
