"""What can be wrong with a document before any of its mathematics is read."""

from __future__ import annotations

from derive.errors import DeriveError


class DocumentError(DeriveError):
    """A file that is no document: binary, no notebook, too large, or not there.

    >>> issubclass(DocumentError, DeriveError)
    True
    """
