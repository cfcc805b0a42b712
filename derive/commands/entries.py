"""Finding a derivation by its name."""

from __future__ import annotations

from difflib import get_close_matches

from derive.errors import DeriveError
from derive.lectures.catalogue import BY_NAME, Entry
from numeric.examples import EXAMPLES


def slug(name: str) -> str:
    """Return a name as the catalogue spells it.

    >>> slug(" Softmax_Gradient")
    'softmax-gradient'
    """
    return name.strip().lower().replace("_", "-")


def entry_named(name: str) -> Entry:
    """Return the entry of a derivation. Raises `DeriveError` with the nearest names for a name that is none.

    >>> entry_named("softmax-gradient").lectures
    ('cls',)
    """
    known = BY_NAME.get(slug(name))
    if known is None:
        near = get_close_matches(name, [*BY_NAME, *EXAMPLES], n=3, cutoff=0.5)
        hint = f"try {' or '.join(near)}; " if near else ""
        raise DeriveError(name, reason="nothing has this name", way_out=f"{hint}`derive list` shows all names")
    return known
