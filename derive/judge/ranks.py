"""What a page says of the shape of names: `Q is an orthogonal matrix`, `the constant c`, `the rows of X are x_n`."""

from __future__ import annotations

import re
from typing import Any

from derive.formula.read import tree as surface
from derive.judge.claim import Claim
from derive.judge.saying import SAYS, is_called
from derive.judge.words import MARK, Sentence
from derive.meaning.keys import TRANSPOSES, name_key, named, names_in, spelled, stem

NOUNS: tuple[tuple[str, int], ...] = (
    (r"matri(?:x|ces)", 2),
    (r"(?:column |row )?vectors?", 1),
    (r"scalars?|(?:real )?numbers?|constants?|integers?", 0),
)
"""What a name is called, and how many axes it has then."""
ROWS_SAID = re.compile(r"\brows?\b|\b(design|data|feature|input) matri|\bstack", re.IGNORECASE)
_MATRIX = r"(?:(?:be |is |as )?the )?(?:(?:design |data |feature |input )?matrix )?\x01(?P<matrix>\d+)\x02"
_FAMILY = (
    r"(?:the )?(?:(?:values|keys|queries|examples|inputs|data|points|vectors|samples|observations|features) )?"
    r"\x01(?P<family>\d+)\x02"
)
_CALLED = (
    r"(?: (?:be|is)(?: (?:an? |the )?(?:\w+ )?matrix)?|,? (?:be |is )?the (?:design |data |feature |input )?matrix)?"
)
_EXAMPLE = r"(?:example|sample|point|data ?point|observation|input|feature vector)s?"
PATTERNS = (
    rf"(?:^|,|\band|\bwhere|\bwith)\W*(?:the )?LINES of {_MATRIX} (?:are|being|hold|contain) {_FAMILY}",
    rf"{_MATRIX}{_CALLED},? (?:with|has|have|whose|and its) (?:the )?LINES (?:are )?{_FAMILY}",
    rf"{_MATRIX}{_CALLED},? (?:with|that has|of|which has) {_FAMILY} (?:as|for) (?:its )?(?:the )?LINES",
    rf"\b(?:stack|collect|put|gather|arrange)(?:ing|s)? {_FAMILY} (?:as|in|into) (?:the )?LINES of (?:an? )?{_MATRIX}",
    rf"{_MATRIX}{_CALLED} \(?LINE \x01\d+\x02 (?:is|of it is) {_FAMILY}",
    rf"\bLINE \x01\d+\x02 of {_MATRIX} (?:is|holds|contains) {_FAMILY}",
    (
        rf"{_MATRIX}{_CALLED},? (?:has|with|stores?|holds|contains) (?:one|each|the|our|an?) {_EXAMPLE}"
        r" (?:per|in each|as|in) (?:its )?LINE"
    ),
    rf"\b(?:data|{_EXAMPLE}) (?:in|are|as|form) (?:the )?LINES of {_MATRIX}",
)
STACKED = {
    lines: tuple(
        re.compile(pattern.replace("LINES", lines).replace("LINE", lines[:-1]), re.IGNORECASE) for pattern in PATTERNS
    )
    for lines in ("rows", "columns")
}
"""Sentences that say of what a matrix is made; where one names no family, it is that of the same letter."""
MORE = re.compile(
    r"\b(?:cent(?:er|re)\w*|normali\w*|scal(?:ed|ing)|standardi\w*|weighted|divid\w*|minus|subtract\w*|multipl\w*|times"
    r"|augment\w*|append\w*|prepend\w*|extra|except|without|first|last|plus|shuffl\w*|only|distinct|unique|some)\b",
    re.IGNORECASE,
)
"""Words by which the lines of a matrix may be something else than what is named."""
COLUMNS_SAID = re.compile(r"\b(?:as|with|has|have) (?:the )?columns?\b|\bcolumns? (?:are|of)\b", re.IGNORECASE)
"""Words that say of what a matrix is made."""
SQUARE = "|".join(SAYS[each] for each in ("symmetric", "orthogonal", "positive definite", "idempotent")) + "|square"
"""What only a square matrix is called."""


def ranks_said(claim: Claim) -> dict[tuple[Any, ...], Any]:
    """Return the choices that words make for the bare names of a claim that nothing declares: ranks, and no call."""
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
        # That `y_i` is a number says nothing of `y`, of which it may be an entry.
        if len(ranks) == 1 and (ranks != {0} or not any(name == key and count for name, count in claim.usage.levels)):
            found["rank", key, 0] = ranks.pop()
        if is_said_of(claim, key, SQUARE):
            found["square", key] = True
        if found.get(("rank", key, 0)) or ("square", key) in found:
            found["call", key] = False
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
    heard = [each for each in claim.heard if re.search(rf"\b{lines[:-1]}s?\b", each.words) and not each.is_local]
    about = [each for each in heard if any(stem(name) in names for names in each.names)]
    for each in about:
        words = re.sub(r"\s+", " ", each.words)
        for found in (match for pattern in STACKED[lines] for match in pattern.finditer(words)):
            own = found.groupdict().get("family")
            members = {stem(name).lower()} if own is None else each.names[int(own)]
            if stem(name) in each.names[int(found["matrix"])] and stem(family) in members:
                return len(about) == 1 and not said_otherwise(each.words) and MORE.search(each.words) is None
    return False


def is_design(claim: Claim, name: str, family: str) -> bool:
    """Return whether words call a matrix one of the examples of its letter, which are its rows: of no columns.

    A data matrix may have them for columns: its size and theirs must tell.
    """
    if stem(family) != stem(name).lower() or is_stacked(claim, name, name, re.compile(r"\bcolumns?\b", re.IGNORECASE)):
        return False
    if is_said_of(claim, name, "design matrix"):
        return True
    known, own = claim.scope.declaration(name), claim.scope.declaration(family)
    shape = () if known is None or own is None else tuple(map(spelled, (*known.shape, *own.shape)))
    fits = shape[1:2] == shape[2:] != shape[:1]
    return fits and is_said_of(claim, name, "(?:data|feature|input) matrix")


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


def shapes_are_known(claim: Claim) -> bool:
    """Return whether every name of a line is declared or defined, or its shape is shown by lines that are proved."""
    names = (names_in(claim.left) | names_in(claim.right)) - TRANSPOSES - claim.usage.sizes - claim.usage.indices
    numbered = {
        name_key(base): f"{name_key(base)}_{each.sub.text}"
        for side in (claim.left, claim.right)
        for each in surface.walk(side)
        if isinstance(each, surface.Scripted) and isinstance(each.sub, surface.Number) and (base := named(each))
    }
    keys, scope = {numbered.get(key, key) for key in names}, claim.scope
    return all(
        scope.declaration(key) is not None or any(scope.definitions_of(key)) or key in claim.confirmed for key in keys
    )


def is_of_computed(claim: Claim) -> bool:
    """Return whether something is differentiated that words call an output, and that nothing defines."""
    slopes = (each for side in (claim.left, claim.right) for each in surface.walk(side))
    inside = {key for each in slopes if isinstance(each, surface.Derivative) for key in names_in(each.body)}
    varied = claim.usage.varied
    return any(not any(claim.scope.definitions_of(key)) and key not in varied for key in inside & claim.computed)
