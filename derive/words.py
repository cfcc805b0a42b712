"""The words of a verdict: one closed table that every command, view and writer reads.

A word is printed as it stands here, and means the same everywhere. What follows from it (whether a grader may pass it,
with which code a command ends, how programs call it, its colour) is said here and nowhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, TypeAlias

from derive.errors import UnknownWordError

SCHEMA = 2
"""The version of the JSON that all commands write."""
CALL_WRONG = 2
"""The exit code of a call that cannot be answered, which no word has."""

Word: TypeAlias = Literal[
    "proved",
    "proved for larger sizes",
    "agrees to the digits",
    "equivalent",
    "sampled",
    "refuted",
    "disagrees to the digits",
    "finding",
    "undecided",
    "not understood",
    "wrong outside of the inputs",
    "definition",
    "condition",
    "assumed",
    "given",
]
Level: TypeAlias = Literal["none", "note", "warning", "error"]
Colour: TypeAlias = Literal["good", "open", "bad", "taken"]
View: TypeAlias = Literal["prove", "show", "check", "verify", "errata", "cross-check"]

_FOLLOWS: Mapping[Level, tuple[int, Colour]] = {
    "none": (0, "good"),
    "note": (0, "open"),
    "warning": (3, "open"),
    "error": (1, "bad"),
}
"""The exit code and the colour of a claim, by its level in SARIF."""


@dataclass(frozen=True, slots=True)
class Row:
    """A word, what it means, how grave it is as a level of SARIF, and where it may be said.

    `mark` is how `derive check` prints it short; the words of what claims nothing have none.
    """

    word: Word
    means: str
    level: Level
    mark: str
    said_by: tuple[View, ...]

    @property
    def json(self) -> str:
        """Return its name in JSON, in HTML, and as the rule of a result in SARIF."""
        return self.word.replace(" ", "-")

    @property
    def claims(self) -> bool:
        """Return whether what has this word claims something."""
        return bool(self.mark)

    @property
    def exit_code(self) -> int:
        """Return the code with which a command ends that meets nothing worse."""
        return _FOLLOWS[self.level][0]

    @property
    def passes(self) -> bool:
        """Return whether a grader may pass it without a person who looks at it."""
        return self.exit_code == 0

    @property
    def wrong(self) -> bool:
        """Return whether it says that something is wrong."""
        return self.level == "error"

    @property
    def holds(self) -> bool:
        """Return whether it is more than tried, or claims nothing: what may be relied on further down."""
        return self.level == "none"

    @property
    def colour(self) -> Colour:
        """Return the name of its colour, which each view has in its own way."""
        return _FOLLOWS[self.level][1] if self.claims else "taken"


ROWS = (
    Row(
        "proved",
        "true for all sizes and all real values that meet the conditions beside it",
        "none",
        "ok",
        ("prove", "show", "check", "verify", "errata"),
    ),
    Row(
        "proved for larger sizes",
        'the same from a least value of a size on, which is printed: "proved for N >= 2"; below it, it fails',
        "none",
        "ok>",
        ("prove", "show", "check", "verify"),
    ),
    Row(
        "agrees to the digits",
        "the exact value rounds to what is printed; that is no proof of more",
        "none",
        "ok.",
        ("check", "errata"),
    ),
    Row(
        "equivalent",
        "not equal, but with the same minimiser, arg max or decision, which was proved",
        "none",
        "ok~",
        ("errata",),
    ),
    Row(
        "sampled",
        "it agrees wherever it was tried, with a bound on the chance of an error; that is no proof",
        "note",
        "ok?",
        ("prove", "show", "check", "verify", "cross-check"),
    ),
    Row(
        "refuted",
        "false, and here are sizes and values where it fails, computed exactly or within a bound of the error",
        "error",
        "WRONG",
        ("prove", "show", "check", "verify", "errata", "cross-check"),
    ),
    Row(
        "disagrees to the digits",
        "the exact value does not come out as it is printed",
        "error",
        "WRONG.",
        ("check", "errata"),
    ),
    Row("finding", "the shapes cannot fit together, however it is read", "error", "SHAPES", ("check",)),
    Row(
        "undecided",
        "cannot tell; the reason is given, and what would decide it where that is known",
        "warning",
        "?",
        ("prove", "show", "check", "verify", "errata", "cross-check"),
    ),
    Row(
        "not understood",
        "a line of a document that could not be read; the reason names the place",
        "warning",
        "??",
        ("check",),
    ),
    Row(
        "wrong outside of the inputs",
        "a gradient that is right where its inputs are given, and wrong for data that they never give",
        "warning",
        "?!",
        ("verify",),
    ),
    Row("definition", "a name is given to something; nothing is claimed", "none", "", ("show", "check", "errata")),
    Row(
        "condition",
        "what is imposed on what follows, such as a derivative that is set to zero; nothing is claimed",
        "none",
        "",
        ("check",),
    ),
    Row("assumed", "taken as true for what follows; nothing is claimed", "none", "", ("show", "check")),
    Row("given", "where a chain begins; nothing is claimed", "none", "", ("show",)),
)
TABLE: Mapping[str, Row] = MappingProxyType({row.word: row for row in ROWS})
"""The rows by their words; in the order in which counts are told."""


def row_of(word: str) -> Row:
    """Return the row of a word. Raises `UnknownWordError` for what is none.

    >>> row_of("not understood").json, row_of("not understood").exit_code
    ('not-understood', 3)
    >>> row_of("fine")
    Traceback (most recent call last):
    derive.errors.UnknownWordError: 'fine': no verdict is called so. Use one of proved, ...
    """
    found = TABLE.get(word)
    if found is None:
        raise UnknownWordError(word, reason="no verdict is called so", way_out=f"use one of {', '.join(TABLE)}")
    return found


def named(name: str) -> Row:
    """Return the row of a name in JSON. Raises `UnknownWordError` for what is none.

    >>> named("not-understood").word
    'not understood'
    """
    return next((row for row in ROWS if row.json == name), None) or row_of(name)


def said_by(view: View) -> tuple[Word, ...]:
    """Return the words that a view may say, in the order of the table.

    >>> said_by("prove")
    ('proved', 'proved for larger sizes', 'sampled', 'refuted', 'undecided')
    """
    return tuple(row.word for row in ROWS if view in row.said_by)


def counted(words: Iterable[str]) -> dict[str, int]:
    """Return how often each word occurs, in the order of the table.

    >>> counted(["refuted", "proved", "refuted"])
    {'proved': 1, 'refuted': 2}
    """
    found = Counter(row_of(word).word for word in words)
    return {row.word: found[row.word] for row in ROWS if found[row.word]}


def weakest(words: Iterable[str]) -> Word:
    """Return what a whole is, of which parts are that: wrong if one is, else open, else the least that was shown.

    What claims nothing does not count, and of no claim nothing can be told.

    >>> weakest(["proved", "sampled", "given"]), weakest(["refuted", "undecided"]), weakest(["given"])
    ('sampled', 'refuted', 'undecided')
    """
    claims = [row for row in ROWS if row.claims]
    held = {row_of(word).word for word in words}
    found = [row for row in claims if row.word in held]
    worst = max(found, key=lambda row: (row.wrong, row.exit_code, claims.index(row)), default=TABLE["undecided"])
    return worst.word


def exit_code(words: Iterable[str]) -> int:
    """Return the code with which a command ends that meets all of these: 1 before 3 before 0.

    >>> exit_code(["proved", "undecided"]), exit_code(["undecided", "refuted"]), exit_code([])
    (3, 1, 0)
    """
    codes = {row_of(word).exit_code for word in words}
    return next((code for code in (1, 3) if code in codes), 0)


def least_values(least: Mapping[str, int]) -> str:
    """Return the least values of sizes in words.

    >>> least_values({"N": 2, "D": 3})
    'N >= 2 and D >= 3'
    """
    return " and ".join(f"{size} >= {value}" for size, value in least.items())


def versioned(data: object) -> object:
    """Return what a command writes as JSON with the version of its schema in front; of a list, in each object of it.

    >>> versioned([{"file": "a.md"}])
    [{'schema': 2, 'file': 'a.md'}]
    """
    if isinstance(data, list):
        return [versioned(each) for each in data]
    return {"schema": SCHEMA, **data} if isinstance(data, dict) else data
