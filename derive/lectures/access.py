"""The derivations for those who call them from Python: all of them in a row, and each by its name."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

from derive.lectures.catalogue import CATALOGUE, Entry

if TYPE_CHECKING:
    from derive.derivation import Derivation

BY_FUNCTION = {entry.function: entry for entry in CATALOGUE}


def derivations() -> tuple[Entry, ...]:
    """Return all derivations, in the order of the subject: `.name`, `.title`, `.lectures`, and `.derive()`.

    >>> from derive.lectures.access import derivations
    >>> [entry.name for entry in derivations() if "l7" in entry.lectures][:2]
    ['simple-regression', 'normal-equations']
    """
    return CATALOGUE


def function_named(name: str) -> Callable[[], Derivation]:
    """Return the function that carries out a derivation. Raises `AttributeError` with the nearest names.

    >>> function_named("logistic_gradient")().status
    'proved'
    """
    if name not in BY_FUNCTION:
        near = get_close_matches(name, BY_FUNCTION, n=3, cutoff=0.5)
        hint = f"; the nearest names are {', '.join(near)}" if near else ""
        message = f"no derivation is named {name!r}{hint}"
        raise AttributeError(message)
    entry = BY_FUNCTION[name]
    return getattr(import_module(f"derive.lectures.{entry.module}"), name)
