"""The table of functions in NumPy: the function of a row, and what a tree of the table is worth there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from derive.functions import FUNCTIONS, SCIPY, Function, Leaf, Tree, applied, fold
from derive.shorthands import SHORTHANDS

NAMED = {row.name: row for row in (*FUNCTIONS, *SHORTHANDS)}
ROWS = tuple(row for row in NAMED.values() if row.names.numpy)
"""The rows of functions that NumPy or SciPy has."""


def is_special(row: Function) -> bool:
    """Return whether a function is one of SciPy's.

    >>> is_special(NAMED["erf"])
    True
    """
    return row.names.numpy.startswith(SCIPY)


def numpy_function(row: Function) -> Any:
    """Return the function of NumPy or SciPy.

    >>> numpy_function(NAMED["asin"])
    <ufunc 'arcsin'>
    """
    if not is_special(row):
        return getattr(np, row.names.numpy)
    from scipy import special  # noqa: PLC0415 -- heavy, and not always needed

    return getattr(special, row.names.numpy.removeprefix(SCIPY))


def worth(tree: Tree, **given: Any) -> Any:
    """Return what a tree is worth, each name in it as it is given.

    >>> worth(("/", 1, ("+", 1, ("^", "z", 2))), z=3.0)
    0.1
    """

    def leaf(value: Leaf) -> Any:
        """Return a name or a number."""
        if isinstance(value, str):
            return given[value] if value in given else getattr(np, value)
        return float(value) if isinstance(value, Fraction) else value

    return fold(tree, leaf, lambda name, parts: applied(name, parts, _named))


def _named(name: str) -> Callable[..., Any]:
    return numpy_function(NAMED[name])
