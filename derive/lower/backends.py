"""The library whose arrays come in: NumPy, PyTorch, JAX, or one that the arrays name themselves."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from importlib import import_module
from typing import Any

from derive.lower.errors import ArrayError
from derive.lower.library import Library

Convert = Callable[[Sequence[Any]], list[Any]]
KINDS = {"torch": "Tensor", "jax": "Array"}
"""The libraries beside NumPy, and what they call their arrays."""


def library_of(arrays: Sequence[Any]) -> Library:
    """Return the library that the arrays belong to; NumPy for plain numbers and lists.

    Arrays of any other kind may bring theirs, as the answer of a static method `__lowering__`.

    >>> library_of([1.0]).name
    'numpy'
    """
    for array in arrays:
        own = getattr(type(array), "__lowering__", None)
        if own is not None:
            return own()
    for name, kind in KINDS.items():
        module = sys.modules.get(name)
        if module is not None and any(isinstance(array, getattr(module, kind)) for array in arrays):
            return _loaded(name)
    return _loaded("numpy")


@lru_cache
def _loaded(name: str) -> Library:
    return import_module(f"derive.lower.on_{name}").library(import_module(name))


def as_array(library: Library, value: Any, own: str) -> Any:
    """Return a value as an array of a library. Raises `ArrayError` for one that holds no numbers."""
    try:
        return library.array(value)
    except (TypeError, ValueError, RuntimeError):
        reason = f"this {type(value).__name__} is no array of numbers"
        raise ArrayError(own, reason=reason, way_out="give an array of real numbers") from None


def conversion(library: Library, arrays: Sequence[Any], names: Sequence[str]) -> Convert | None:
    """Return what makes arrays of this library and of one floating type, or None where they are such."""
    own = [as_array(library, array, name) for array, name in zip(arrays, names, strict=True)]
    for array, name in zip(own, names, strict=True):
        if not library.is_real(array):
            reason = f"it holds values of type {array.dtype}"
            raise ArrayError(name, reason=reason, way_out="give an array of real numbers")
    common = library.common_type(own)
    if all(library.is_plain(array) and array.dtype == common for array in arrays):
        return None
    return lambda given: [library.cast(library.array(array), common) for array in given]
