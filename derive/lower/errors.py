"""What can go wrong when an expression becomes a function of arrays, and when that function is called."""

from __future__ import annotations

from derive.errors import DeriveError


class LoweringError(DeriveError):
    """An expression cannot become a function of these arguments.

    >>> issubclass(ArrayError, LoweringError)
    False
    """


class ArrayError(DeriveError):
    """A lowered function was called with arrays that do not fit it."""
