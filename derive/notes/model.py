"""A note: what a lecturer hands out about one derivation, as sections of typeset formulas and text.

It holds no SymPy and no verdicts, so that it travels between processes and can be written in any form. A new kind of
section needs a dataclass here, and a function for it in each writer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from derive.latex.tree import Node

Text: TypeAlias = tuple[str | Node, ...]
"""Words with formulas among them."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How a line was decided, and what it rests on: conditions, facts, ranges; and what the second opinion says."""

    method: str = ""
    conditions: tuple[Text, ...] = ()
    using: tuple[Text, ...] = ()
    taking: tuple[Text, ...] = ()
    certificate: str = ""
    recheck: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a derivation: `left sign right`, and why.

    `left` is None where the line goes on from the one before; all three are None where `says` has words instead.
    `counter` is a number, from 0 on, for every value of which the line holds.
    """

    number: int
    left: Node | None
    sign: Node | None
    right: Node | None
    says: Text
    reason: Text
    status: str
    evidence: Evidence
    counter: Node | None = None

    @property
    def holds(self) -> bool:
        """Return whether it is proved, or claims nothing."""
        return self.status in {"proved", "definition", "assumed", "given"}


@dataclass(frozen=True, slots=True)
class Chain:
    """Lines that are read together; the section of a derivation that has formulas."""

    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A few sentences, with a word in front that says what they are about."""

    head: str
    text: Text


@dataclass(frozen=True, slots=True)
class Result:
    """What the whole derivation says."""

    line: Line


Section: TypeAlias = Chain | Paragraph | Result


@dataclass(frozen=True, slots=True)
class Note:
    """The note of one derivation, in one notation. The heading is the title, with its names as formulas."""

    name: str
    title: str
    heading: Text
    source: tuple[tuple[str, int], ...]
    status: str
    notation: str
    sections: tuple[Section, ...]
    problem: str = ""
