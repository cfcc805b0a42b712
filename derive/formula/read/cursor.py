"""The tokens of a formula, made ready for the parser, and the place in them where it reads."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple, TypeVar

from derive.formula.read.tokens import Token
from derive.formula.read.tree import Node, Span
from derive.formula.signs import (
    BARS,
    CUSTOMARY,
    LEFT_FENCES,
    RELATIONS,
    RIGHT_FENCES,
    SIZES,
    SPACES,
    UNICODE,
    WIDE_SPACES,
)
from derive.functions import FUNCTIONS
from derive.shorthands import SHORTHANDS

Found = TypeVar("Found")
GAPS = WIDE_SPACES | {" ", "enspace"}
DEEPEST = 50
_IGNORED = SIZES | {"mathbin", "mathrel", "mathopen", "mathclose", "mathord", "mathpunct", "mathinner", "ensuremath"}
_PAIRED = {(":", "="): "coloneqq", ("=", ":"): "eqqcolon", ("<", "="): "le", (">", "="): "ge"}
_PAIRED_COMMANDS = {("not", "="): "ne", ("not", "in"): "notin"}


class TooDeepError(Exception):
    """The formula is nested deeper than anyone writes; it becomes one hole."""


class Grammar(NamedTuple):
    """The readers of all levels, for those who read the parts of one."""

    read_list: Callable[..., Node]
    read_factors: Callable[..., Node]
    read_factor: Callable[..., Node]
    read_atom: Callable[..., Node]


@dataclass(slots=True)
class Cursor:
    """Where the parser reads. `gaps` are the tokens with a space command before them, `bars` those still open."""

    tokens: list[Token]
    gaps: frozenset[int]
    grammar: Grammar
    closes: dict[int, int]
    bars_after: dict[int, int]
    at: int = 0
    depth: int = 0
    bars: list[str] = field(default_factory=list[str])
    spaced: bool = False

    @property
    def token(self) -> Token | None:
        """Return the token to read next, or `None` at the end."""
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def at_gap(self) -> bool:
        """Return whether the next token begins another entry of a bracket in which spaces separate."""
        following = self.ahead()
        signed = self.token is not None and self.token.text in {"+", "-"}
        return self.spaced and self.at in self.gaps and not (signed and (following is None or self.at + 1 in self.gaps))

    def ahead(self, steps: int = 1) -> Token | None:
        """Return a later token, without moving."""
        return self.tokens[self.at + steps] if self.at + steps < len(self.tokens) else None

    def take(self) -> Token:
        """Return the token to read next, and move behind it."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def sees(self, kind: str, *texts: str) -> bool:
        """Return whether the next token is of this kind, and reads as one of the texts where some are given."""
        token = self.token
        return token is not None and token.kind == kind and (not texts or token.text in texts)

    def sees_one_of(self, table: Container[str]) -> bool:
        """Return whether the next token is a sign or a command of a table."""
        return self.token is not None and self.token.is_in(table)

    def deeper(self, read: Callable[[Cursor], Node]) -> Node:
        """Return what is read one level deeper. Raises `TooDeepError` below the deepest."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise TooDeepError
        found = read(self)
        self.depth -= 1
        return found

    def without_bars(self, read: Callable[[Cursor], Found]) -> Found:
        """Return what is read where a bar that is open outside cannot be closed."""
        bars, self.bars = self.bars, []
        found = read(self)
        self.bars = bars
        return found

    def here(self) -> Span:
        """Return an empty span where the next token begins, or behind the last."""
        token = self.token
        if token is not None:
            return Span(token.span.start, token.span.start)
        end = self.tokens[-1].span.end if self.tokens else 0
        return Span(end, end)


Prepared = tuple[list[Token], frozenset[int], frozenset[int]]


def prepare(tokens: Iterable[Token]) -> Prepared:
    """Return tokens without spaces, letters and signs of Unicode spelled out; and which have a gap, a wide gap before.

    >>> from derive.formula.read.tokens import tokens_of
    >>> [t.text for t in prepare(tokens_of("x ≤ y"))[0]]
    ['x', 'le', 'y']
    """
    ready: list[Token] = []
    gaps: set[int] = set()
    wide: set[int] = set()
    size: Token | None = None
    for bare in tokens:
        token, size = _with_size(bare, size), bare if bare.text in SIZES and bare.kind == "command" else None
        if token.kind == "space" or (token.kind == "command" and token.text in SPACES | _IGNORED):
            if token.text in GAPS and token.kind == "command":
                gaps.add(len(ready))
            if token.text in WIDE_SPACES and token.kind == "command":
                wide.add(len(ready))
            continue
        if not _raise(token, ready):
            ready.append(_spelled(token))
            _join_pair(ready)
    return with_functions(ready, frozenset(gaps), frozenset(wide))


def _with_size(token: Token, size: Token | None) -> Token:
    r"""Return a bracket with the command for its size, such as `\Bigl`, as part of what is written."""
    return token if size is None else token._replace(span=size.span | token.span)


def _raise(token: Token, ready: list[Token]) -> bool:
    """Take a character that is written low or high for a script; those that follow one another are one script."""
    found = raised(token.text) if token.kind in {"sign", "letter"} else None
    if found is None:
        return False
    kind, plain = found
    letter = Token("digit" if plain.isdigit() else "letter" if plain.isalpha() else "sign", plain, token.span)
    if ready and ready[-1].kind == "close" and ready[-1].text == kind:
        ready.insert(len(ready) - 1, letter)
    else:
        ready += [Token(kind, plain, token.span), Token("open", "{", token.span), letter]
        ready.append(Token("close", kind, token.span))
    return True


SPELLED = (
    *("softmax", "argmax", "argmin", "max", "min"),
    # Of two letters before a bracket, the first is rather a factor.
    *(name for row in (*FUNCTIONS, *SHORTHANDS) for name in row.names.read if len(name) > 2),
    *("trace", "diag", "det", "rank", "sign", *(name for name in CUSTOMARY if len(name) > 2)),
    "tr",
)
"""Functions and operators that people write in plain letters, `tr` before what is written as a matrix."""


def with_functions(tokens: list[Token], gaps: frozenset[int], wide: frozenset[int]) -> Prepared:
    """Take letters that spell a function directly before a bracket for the function, as in `y log(p)`."""
    if not any(t.is_in({"(", "left", "["}) for t in tokens):
        return tokens, gaps, wide
    found: list[Token] = []
    moved: dict[int, int] = {}
    at = 0
    while at < len(tokens):
        moved[at] = len(found)
        word = _function_at(tokens, at) if tokens[at].kind == "letter" else None
        count = len(word) if word else 1
        span = tokens[at].span | tokens[at + count - 1].span
        found.append(Token("command", word, span) if word else tokens[at])
        at += count
    return found, frozenset(moved[g] for g in gaps if g in moved), frozenset(moved[w] for w in wide if w in moved)


def _function_at(tokens: list[Token], at: int) -> str | None:
    for word in SPELLED:
        run, end = tokens[at : at + len(word)], at + len(word)
        if end >= len(tokens) or not tokens[end].is_in({"(", "left", "["} if word in CUSTOMARY else {"(", "left"}):
            continue
        if word == "tr" and not any(token.is_in({"("}) or token.text.isupper() for token in tokens[end + 1 : end + 2]):
            continue
        touching = all(a.span.end == b.span.start for a, b in pairwise(run))
        if touching and "".join(t.text for t in run) == word and all(t.kind == "letter" for t in run):
            return word
    return None


def _spelled(token: Token) -> Token:
    if token.kind in {"sign", "letter"} and token.text in UNICODE:
        return Token("command", UNICODE[token.text], token.span)
    letter = plain_letter(token.text) if token.kind in {"sign", "letter"} else None
    if letter is not None:
        kind = "letter" if len(letter[0]) == 1 and not letter[1] else "named"
        return Token(kind, letter[0] if not letter[1] else f"{letter[1]} {letter[0]}", token.span)
    if token.kind == "command" and token.text == "|":
        return Token("command", "Vert", token.span)
    return token


def _join_pair(ready: list[Token]) -> None:
    """Make one token of `:=`, of three points and of a negated sign."""
    if len(ready) < 2:
        return
    if len(ready) > 2 and all(t.text == "." and t.kind == "sign" for t in ready[-3:]):
        ready[-3:] = [Token("command", "ldots", ready[-3].span | ready[-1].span)]
        return
    first, second = ready[-2], ready[-1]
    kinds, pair = (first.kind, second.kind), (first.text, second.text)
    joined = _PAIRED.get(pair) if kinds == ("sign", "sign") and first.span.end == second.span.start else None
    if kinds[0] == "command":
        joined = _PAIRED_COMMANDS.get(pair, joined)
    if joined is not None:
        ready[-2:] = [Token("command", joined, first.span | second.span)]


_DIRECTIONS = {"open": 1, "begin": 1, "close": -1, "end": -1}


def direction(token: Token) -> int:
    """Return 1 for what opens a level, -1 for what closes one, else 0."""
    fence = token.is_in(LEFT_FENCES) - token.is_in(RIGHT_FENCES)
    return fence if token.kind in {"sign", "command"} else _DIRECTIONS.get(token.kind, 0)


def levels(tokens: Iterable[Token]) -> Iterator[int]:
    r"""Yield for each token how deep it stands in brackets and environments; a `\right` and its sign are inside."""
    level, before = 0, ""
    for token in tokens:
        fence = token.text if token.kind == "command" and token.text in {"left", "right"} else ""
        inside = level
        if before:
            level = max(level + (1 if before == "left" else -1), 0)
        elif not fence:
            level = max(level + direction(token), 0)
        yield max(inside, level) if before else level
        before = fence


def is_relation(token: Token | None) -> bool:
    """Return whether a token is a relation sign."""
    return token is not None and token.is_in(RELATIONS)


def cursor_on(tokens: list[Token], gaps: frozenset[int], grammar: Grammar) -> Cursor:
    """Return a cursor at the first of the prepared tokens."""
    closes: dict[int, int] = {}
    bars_after: dict[int, int] = {}
    opened: list[int] = []
    counted: list[list[int]] = [[]]
    for number, (token, level) in enumerate(zip(tokens, levels(tokens), strict=True)):
        if token.kind == "open":
            opened.append(number)
        elif token.kind == "close" and opened:
            closes[opened.pop()] = number
        while len(counted) > level + 1:
            _count(counted.pop(), bars_after)
        counted += [[] for _ in range(level + 1 - len(counted))]
        if token.is_in(BARS):
            counted[-1].append(number)
    for bars in counted:
        _count(bars, bars_after)
    return Cursor(tokens, gaps, grammar, closes, bars_after)


def _count(bars: list[int], found: dict[int, int]) -> None:
    found.update({number: after for after, number in enumerate(reversed(bars))})


def plain_letter(character: str) -> tuple[str, str] | None:
    """Return the name and the font of a letter, whatever alphabet of Unicode it is from; `None` for what is none.

    >>> plain_letter("𝐱"), plain_letter("λ"), plain_letter("ℝ"), plain_letter("+")
    (('x', 'bold'), ('lambda', ''), ('R', 'blackboard'), None)
    """
    if not character.isalpha():
        return None
    name = unicodedata.name(character, "")
    plain = unicodedata.normalize("NFKC", character)
    styled = plain != character and ("MATHEMATICAL" in name or "DOUBLE-STRUCK" in name or name.startswith("SCRIPT"))
    font = next((kind for word, kind in _ALPHABETS.items() if word in name), "") if styled else ""
    if len(plain) == 1 and "GREEK" in unicodedata.name(plain, ""):
        plain = _greek_name(unicodedata.name(plain))
    return (plain, font) if plain.isascii() else (character, "")


def raised(character: str) -> tuple[str, str] | None:
    """Return "sub" or "sup" and the plain character for one that is written low or high; `None` for any other.

    >>> raised("ᵢ"), raised("²"), raised("x")
    (('sub', 'i'), ('sup', '2'), None)
    """
    plain = unicodedata.normalize("NFKC", character)
    if plain == character or len(plain) != 1 or not plain.isascii():
        return None
    name = unicodedata.name(character, "")
    if "SUBSCRIPT" in name:
        return "sub", plain
    return ("sup", plain) if "SUPERSCRIPT" in name or name.startswith("MODIFIER LETTER") else None


_ALPHABETS = {
    "DOUBLE-STRUCK": "blackboard",
    "BOLD SCRIPT": "calligraphic",
    "SCRIPT": "calligraphic",
    "FRAKTUR": "fraktur",
    "BOLD": "bold",
    "SANS-SERIF": "sans",
    "MONOSPACE": "sans",
}


def _greek_name(full: str) -> str:
    words = full.split()
    letter = words[words.index("LETTER") + 1].lower() if "LETTER" in words else words[1].lower()
    spelled = {"lamda": "lambda", "final": "varsigma"}.get(letter, letter)
    return spelled.capitalize() if "CAPITAL" in words else spelled
