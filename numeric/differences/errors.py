"""What a function can be that stands in the way of its derivative."""

from __future__ import annotations

from derive.errors import DeriveError


class NotScalarError(DeriveError):
    """A gradient was asked of a function whose value is an array."""


class NotAnalyticError(DeriveError):
    """A complex step was asked of a function that takes no complex numbers, or drops their imaginary part."""
