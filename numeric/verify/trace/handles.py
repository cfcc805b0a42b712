"""Between the arrays that traced code holds and the blocks that are their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from derive.functions import FUNCTIONS, SCIPY, Function, Names
from derive.shorthands import SHORTHANDS
from numeric.verify.elementary import ROWS, is_special, numpy_function, worth
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


def note_precision(trace: Trace, kind: Any) -> None:
    """Note where an input is in less than double precision: what is proved is about real numbers."""
    if kind.kind == "f" and kind.itemsize < np.dtype(float).itemsize:
        trace.conditions["the arrays are in single precision"] = "the proof is about real numbers"


def special(name: str) -> Callable[..., Any]:
    """Return SciPy's special function of this name for traced arrays."""

    def apply(*inputs: Any) -> Any:
        """Return what the function makes of the entries."""
        from scipy import special as functions  # noqa: PLC0415 -- heavy, and not always needed

        from numeric.verify.trace.elementwise import special_functions  # noqa: PLC0415 -- it needs what stands here

        trace = trace_of(*inputs)
        function = special_functions().get(getattr(functions, name))
        if function is None:
            raise trace.end(f"scipy.special.{name}", "this function is not traced")
        return array_of(function(trace, *(block_of(trace, each) for each in inputs)))

    return apply


def axes_given(axes: Any) -> Any:
    """Return axes as NumPy wants them: none at all means all of them."""
    return None if axes is None or axes == [] else tuple(axes) if isinstance(axes, list | tuple) else axes


def by_name(named: Callable[[Names], str]) -> dict[str, Callable[..., Any]]:
    """Return the functions of the table for traced arrays, by the names that another library has for them.

    >>> by_name(lambda names: names.torch)["atan"]
    <ufunc 'arctan'>
    """
    return {named(row.names): _traced(row) for row in (*FUNCTIONS, *SHORTHANDS) if named(row.names)}


def _traced(row: Function) -> Callable[..., Any]:
    """Return a function for traced arrays; one that NumPy has not is written out."""
    if row not in ROWS:
        return lambda z: worth(row.definition or 0, z=z)
    return special(row.names.numpy.removeprefix(SCIPY)) if is_special(row) else numpy_function(row)
