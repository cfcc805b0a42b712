"""What words say of the shape of names: `Q is an orthogonal matrix`, `a vector x`, `the constant c`."""

from __future__ import annotations

from typing import Any

from derive.formula.read import tree as surface
from derive.judge.claim import Claim
from derive.judge.saying import SAYS, is_called
from derive.meaning.keys import name_key, stem

NOUNS: tuple[tuple[str, int], ...] = (
    (r"matri(?:x|ces)", 2),
    (r"(?:column |row )?vectors?", 1),
    (r"scalars?|(?:real )?numbers?|constants?|integers?", 0),
)
"""What a name is called, and how many axes it has then."""
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
    return found


def is_said_of(claim: Claim, key: str, pattern: str) -> bool:
    """Return whether a sentence calls a name so."""
    return any(
        is_called(heard.words, pattern, at)
        for heard in claim.heard
        for at, names in enumerate(heard.names)
        if stem(key) in names
    )
