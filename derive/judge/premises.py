"""Sentences that say something under a condition: their premise, what it claims, and whether it is read.

`If A is symmetric, then ...`, `For a unit vector u we have ...` and `... implies ...` hold for their own sentence, with
the display behind it, and for nothing else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from derive.judge.prose import without_customs
from derive.judge.saying import ADJECTIVES, BETWEEN, CONDITIONS, GIVING, NOUNS
from derive.judge.words import HYPOTHESIS, MARK, SETTING, WORD, Sentence

_LINK = r"\s*(?:so|and|but|now|hence|thus|also|moreover|however|therefore|then|in particular|similarly|finally)\b,?"
_BEGINS = re.compile(
    rf"(?:\W*(?:{_LINK})*\s*)(?P<word>if|when|whenever|(?:in )?case|provided(?: that)?|as long as|unless|except when"
    r"|for (?:a|an|any|every|each|all|arbitrary|general|unit|symmetric|orthogonal|positive|invertible|diagonal)"
    r"|for(?=\s*\x01))\b",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r",?\s*\b(?:then|we (?:have|get|obtain|find|see)|it (?:holds|follows)|there holds|one (?:has|gets|obtains)"
    r"|this (?:gives|means|implies|is|yields))\b",
    re.IGNORECASE,
)
_COMMA = re.compile(r",\s")
_IMPLIES = re.compile(r"\b(?:implies|imply|implying|iff|if and only if|is equivalent to)\b", re.IGNORECASE)
_OR = re.compile("\x01[^\x01A-Za-z]*\\bor\\b[^\x01A-Za-z]*\x01", re.IGNORECASE)
_TURNS = frozenset({"unless", "except"})
_OF_SIZES = (
    "all arbitrary general so this these there we see get find obtain dimension dimensional dimensions size sizes point"
    " points equal equals holds"
)
_PLAIN = (BETWEEN | NOUNS | ADJECTIVES | CONDITIONS | GIVING | frozenset(_OF_SIZES.split())) - {"even"}
"""Words that say nothing more than that something is what its formula says, or what a custom says."""


@dataclass(frozen=True, slots=True)
class Premise:
    """The condition of a sentence: its words, the numbers of the formulas in it, and of those claimed under it.

    One that `is_turned`, as behind `unless`, says when the claim need not hold.
    """

    words: str
    formulas: tuple[int, ...]
    claims: tuple[int, ...]
    is_read: bool
    is_turned: bool = False

    @property
    def as_hypothesis(self) -> str:
        """Return the condition as a sentence that says it."""
        return f"Let {self.words.strip(' ,.:')}."


def premise_of(sentence: Sentence) -> Premise | None:
    r"""Return the premise of a sentence that claims something behind it; None for any other sentence.

    >>> from derive.judge.words import sentences
    >>> premise_of(sentences("If \x010\x02 is symmetric, then \x011\x02.")[0])
    Premise(words=' \x010\x02 is symmetric', formulas=(0,), claims=(1,), is_read=True, is_turned=False)
    """
    words = sentence.words
    begins = _BEGINS.match(sentence.text)
    if begins is not None and not words & (SETTING | (HYPOTHESIS - {"with", "where", "such", "given", "here"})):
        rest = sentence.text[begins.end() :]
        found = _CLAIMS.search(rest) or _COMMA.search(rest)
        if found is not None:
            return _premise(begins["word"], rest[: found.start()], rest[found.end() :])
        if rest.rstrip().endswith(":") and MARK.search(rest) is not None:
            return _premise(begins["word"], rest, "")
    implies = list(_IMPLIES.finditer(sentence.text))
    if len(implies) == 1 and not words & HYPOTHESIS and begins is None and implies[0][0].lower().startswith("impl"):
        return _premise("", sentence.text[: implies[0].start()], sentence.text[implies[0].end() :])
    return None


def _premise(word: str, condition: str, claim: str) -> Premise:
    is_turned = word.split(" ", maxsplit=1)[0].lower() in _TURNS or _OR.search(MARK.sub("\x01", condition)) is not None
    return Premise(
        condition,
        tuple(map(int, MARK.findall(condition))),
        tuple(map(int, MARK.findall(claim))),
        not is_turned and is_plain(condition) and is_plain_claim(claim),
        is_turned,
    )


def is_plain(words: str) -> bool:
    """Return whether words say nothing of the formulas in them but what customs say.

    >>> is_plain("a unit vector u"), is_plain("even dimension")
    (True, False)
    """
    return {word.lower() for word in WORD.findall(without_customs(words)) if len(word) > 1} <= _PLAIN


def is_plain_claim(words: str) -> bool:
    """Return whether a claim puts no second condition: it is said without one."""
    return not {word.lower() for word in WORD.findall(MARK.sub(" ", words))} & (CONDITIONS | {"implies", "iff"})


def is_implication(sentence: Sentence) -> bool:
    """Return whether a sentence says what follows from what, or is equivalent: none of it holds alone."""
    return _IMPLIES.search(sentence.text) is not None
