r"""Words of a page: what of them are marks of a scope, and how they are written without markup."""

from __future__ import annotations

import re
import unicodedata

_WALL = re.compile(
    r"\W*(?:(?:problem|exercise|question|task|assignment|homework|aufgabe|ex\.|hw|q)\b"
    r"(?:\s*(?:$|[.:(#\d\u2013-])|\s+(?:\d|[a-z]\b|[ivx]+\b|no\b))"
    r"|q\d+)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"\W*\d+[\d.]*\s*[.):]?\s*\W*$")
PART = re.compile(r"\s*(?:part\s*)?\(?(?:[a-h]|[ivx]{1,4})\)[.:]*(?=\s|$)|\s*part\s+\(?[a-z\d]\)?[.:]+", re.IGNORECASE)
"""How a part begins: (a), a), part (b)."""
PART_TITLE = re.compile(r"\W*(?:part\s*\(?[a-z\d]{1,3}\b\)?|\(?[a-h]\)|\([ivx]{1,4}\))", re.IGNORECASE)
"""How the title of a part begins."""
STEP = re.compile(r"\s*\d{1,2}\)[.:]*(?=\s)")
"""How a step begins, 2), which goes on with all that the steps before it have said."""
EXERCISE = re.compile(
    r"\s*(?:exercise|problem|question|task|aufgabe|Q)[\s.]*\d+(?:\.\d+)*[a-z]?(?:[.:)]+|(?![\w.])(?!\s*(?-i:[a-z])))",
    re.IGNORECASE,
)
"""How an exercise begins, at the beginning of a paragraph."""
WALL_NAMES = re.compile(
    r"(?:sub)?(?:problem|exercise|question|task|homework|aufgabe|prob|exer|quest)[a-z]*\*?", re.IGNORECASE
)


def is_wall(title: str) -> bool:
    """Return whether a title begins a problem or an exercise.

    >>> [is_wall(title) for title in ("Problem 2: ridge", "(a)", "3.", "Solution", "Problem setup")]
    [True, False, True, False, False]
    """
    if "\x01" in title:
        return _WALL.match(title.split("\x01", maxsplit=1)[0]) is not None
    return _WALL.match(title) is not None or _NUMBERED.match(title) is not None


_SPACES = re.compile(r"\s+")
_ACCENT = re.compile(r"\\([\"'`^~=.])\s*\{?\\?([a-zA-Z])\}?")
_ACCENTS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307"}


def plain(words: str) -> str:
    r"""Return words with single spaces.

    >>> plain("a \n b")
    'a b'
    """
    return _SPACES.sub(" ", words).strip()


def lettered(text: str) -> str:
    r"""Return a text of LaTeX with its accents on its letters, and without its ties.

    >>> lettered(r'G\"odel~is')
    'Gödel is'
    """
    if "\\" in text:
        text = _ACCENT.sub(lambda hit: unicodedata.normalize("NFC", hit[2] + _ACCENTS[hit[1]]), text)
    return text.replace("~", " ").replace("``", '"').replace("''", '"')
