"""What words say of the shape of names: `Q is an orthogonal matrix`, `the constant c`, `the rows of X are x_n`."""

from __future__ import annotations

import re
from typing import Any

from derive.formula.read import tree as surface
from derive.judge.claim import Claim
from derive.judge.saying import SAYS, is_called
from derive.judge.words import MARK, Sentence
from derive.meaning.keys import name_key, stem

NOUNS: tuple[tuple[str, int], ...] = (
    (r"matri(?:x|ces)", 2),
    (r"(?:column |row )?vectors?", 1),
    (r"scalars?|(?:real )?numbers?|constants?|integers?", 0),
)
"""What a name is called, and how many axes it has then."""
ROWS_SAID = re.compile(r"\brows?\b|\b(design|data|feature|input) matri|\bstack", re.IGNORECASE)
PATTERNS = (
    (
        r"(?:^|,|\band|\bwhere)\W*(?:the )?LINES of \x01(?P<matrix>\d+)\x02 (?:are|hold|contain)(?: the)?"
        r"(?: (?:values|keys|queries|examples|inputs|data|points|vectors|samples|observations|features))?"
        r"\s*\x01(?P<family>\d+)\x02\W*$"
    ),
    (
        r"\x01(?P<matrix>\d+)\x02 (?:be the |is the )?(?:design |data )?(?:matrix )?(?:with|have|has|whose)"
        r" (?:the )?LINES (?:are )?(?:the )?\x01(?P<family>\d+)\x02\W*$"
    ),
    r"\bstack(?:ing)? (?:the )?\x01(?P<family>\d+)\x02 as (?:the )?LINES of \x01(?P<matrix>\d+)\x02",
)
STACKED = {
    lines: tuple(re.compile(pattern.replace("LINES", lines), re.IGNORECASE) for pattern in PATTERNS)
    for lines in ("rows", "columns")
}
"""Sentences that say of what a matrix is made, and no more."""
COLUMNS_SAID = re.compile(r"\b(?:as|with|has|have) (?:the )?columns?\b|\bcolumns? (?:are|of)\b", re.IGNORECASE)
"""Words that say of what a matrix is made."""
SQUARE = "|".join(SAYS[each] for each in ("symmetric", "orthogonal", "positive definite", "idempotent")) + "|square"
"""What only a square matrix is called."""


def ranks_said(claim: Claim) -> dict[tuple[Any, ...], Any]:
    """Return the choices of ranks that words make for the bare names of a claim that nothing declares."""
    keys = {
        name_key(each)
        for side in (claim.left, claim.right)
        for each in surface.walk(side)
        if isinstance(each, surface.Name)
    }
    found: dict[tuple[Any, ...], Any] = {}
    for key in sorted(keys):
        if claim.scope.declaration(key) is not None or any(claim.scope.definitions_of(key)):
            continue
        ranks = {rank for pattern, rank in NOUNS if is_said_of(claim, key, pattern)}
        if len(ranks) == 1:
            found["rank", key, 0] = ranks.pop()
        if is_said_of(claim, key, SQUARE):
            found["square", key] = True
        family = row_of(claim, key)
        if family:
            found["rows", key] = family
    return found


def row_of(claim: Claim, key: str) -> str:
    r"""Return the family that words say to be the rows of a matrix, by the same letter: `x_n` of `X`; else nothing."""
    small = stem(key).lower()
    if len(stem(key)) > 1 or small == stem(key) or key in claim.usage.varied:
        return ""  # by what is differentiated stays a name of its own
    families = [name for name, count in claim.usage.levels if count == 1 and stem(name) == small]
    return next((each for each in families if is_said_stacked(claim, key, each, "rows")), "")


def is_said_stacked(claim: Claim, name: str, family: str, lines: str) -> bool:
    """Return whether a sentence says that a matrix has a family for its rows, or columns, and nothing more of them."""
    heard = [each for each in claim.heard if re.search(lines, each.words) and not each.is_local]
    about = [each for each in heard if any(stem(name) in names for names in each.names)]
    for each in about:
        for found in (match for pattern in STACKED[lines] for match in pattern.finditer(each.words)):
            matrix, members = (each.names[int(found[group])] for group in ("matrix", "family"))
            if stem(name) in matrix and stem(family) in members:
                return len(about) == 1 and not said_otherwise(each.words)
    return False


def said_otherwise(words: str) -> bool:
    """Return whether a sentence denies something or says it under a condition."""
    sentence = Sentence(words, ())
    return sentence.is_negated or sentence.is_conditional


def is_stacked(claim: Claim, name: str, family: str, pattern: re.Pattern[str]) -> bool:
    """Return whether a sentence that speaks of a matrix and of a family says how one is made of the other."""
    for heard in claim.heard:
        marks = set(map(int, MARK.findall(heard.words)))
        about = frozenset[str]().union(*(names for at, names in enumerate(heard.names) if at in marks))
        if {stem(name), stem(family)} <= about and not heard.is_local and pattern.search(heard.words):
            return True
    return False


def is_said_of(claim: Claim, key: str, pattern: str) -> bool:
    """Return whether a sentence calls a name so."""
    return any(
        is_called(heard.words, pattern, at)
        for heard in claim.heard
        for at, names in enumerate(heard.names)
        if stem(key) in names
    )
