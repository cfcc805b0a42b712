"""Finding a derivation by its name."""

from __future__ import annotations

from difflib import get_close_matches

from derive.errors import DeriveError
from derive.lectures.catalogue import BY_NAME, Entry


def entry_named(name: str) -> Entry:
    """Return the entry of a derivation. Raises `DeriveError` with the nearest names for a name that is none.

    >>> entry_named("softmax-gradient").lectures
    ('cls',)
    """
    known = BY_NAME.get(name.strip().lower().replace("_", "-"))
    if known is None:
        near = get_close_matches(name, BY_NAME, n=3, cutoff=0.5)
        hint = f"try {' or '.join(near)}; " if near else ""
        raise DeriveError(name, reason="no derivation has this name", way_out=f"{hint}`derive list` shows all names")
    return known
