"""The mathematics of five lectures, a module a topic. `catalogue.py` lists the derivations by name.

Each derivation is a function of this package by its name, with `_` for `-`:

>>> import derive.lectures
>>> derive.lectures.logistic_gradient().status
'proved'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from derive.lectures.access import BY_FUNCTION, derivations, function_named
from derive.lectures.catalogue import BY_NAME, CATALOGUE, LECTURES, Entry

if TYPE_CHECKING:
    from derive.derivation import Derivation

__all__ = ["BY_NAME", "CATALOGUE", "LECTURES", "Entry", "derivations"]


def __getattr__(name: str) -> Callable[[], Derivation]:
    """Return the function of a derivation; the module with its mathematics is loaded now."""
    return function_named(name)


def __dir__() -> list[str]:
    """Return the names of all derivations, for those who look around with `dir`."""
    return sorted([*__all__, *BY_FUNCTION])
