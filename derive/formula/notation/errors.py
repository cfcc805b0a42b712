"""What can be wrong with a notation."""

from __future__ import annotations

from derive.errors import DeriveError


class BadNotationError(DeriveError):
    """A notation cannot be read: no such file or profile, an unknown key, a value that none may have."""


class NotationClashError(DeriveError):
    """Two different things would be printed alike."""
