"""NumPy's arrays, which the generated programs are written for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from derive.lower import runtime
from derive.lower.library import HELPERS, Library


def library(numpy: Any) -> Library:
    """Return NumPy for generated programs, given its module.

    >>> library(np).common_type([np.zeros(1, np.float32), np.zeros(1, int)])
    dtype('float32')
    """
    return Library(
        name="numpy",
        namespace={"np": numpy, "math": math, **{name: getattr(runtime, name) for name in HELPERS}},
        array=np.asarray,
        is_plain=lambda value: type(value) is np.ndarray or isinstance(value, np.generic),
        is_real=lambda value: value.dtype.kind in "fiub",
        common_type=_common_type,
        cast=lambda value, dtype: value.astype(dtype, copy=False),
    )


def _common_type(arrays: Sequence[Any]) -> Any:
    """Return the type of the floating arrays, of single numbers only where there is no other; else that of doubles."""
    floating = [array.dtype for array in arrays if array.dtype.kind == "f" and array.ndim]
    floating = floating or [array.dtype for array in arrays if array.dtype.kind == "f"]
    return np.result_type(*floating) if floating else np.dtype(float)
