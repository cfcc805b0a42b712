"""Lowered functions with a mistake put into them, as an implementation may have it."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

Change = Callable[[Any], Any]


def changed(function: Callable[..., Any], change: Change) -> Callable[..., Any]:
    """Return a function of the same arguments whose result is changed."""

    def altered(*arrays: Any) -> Any:
        return change(np.asarray(function(*arrays)))

    altered.__signature__ = inspect.signature(function)
    return altered


def _first_entry_off(value: Any) -> Any:
    off = np.array(value, dtype=np.float64)
    off[(0,) * off.ndim] += 1e-4 * np.max(np.abs(off))
    return off


def _last_entry_zero(value: Any) -> Any:
    off = np.array(value, dtype=np.float64)
    off[(-1,) * off.ndim] = 0.0
    return off


MISTAKES: dict[str, Change] = {
    "sign": np.negative,
    "factor two": lambda value: 2 * value,
    "a factor of a hundred thousandth too much": lambda value: (1 + 1e-5) * value,
    "one entry off by a ten thousandth": _first_entry_off,
    "one entry zero": _last_entry_zero,
    "a constant": lambda value: value + 1e-3 * np.max(np.abs(value)),
    "not a number": lambda value: value * np.nan,
}
