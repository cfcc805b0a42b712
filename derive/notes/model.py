"""A note: what a lecturer hands out about one derivation, as sections of typeset formulas and text.

It holds no SymPy and no verdicts, so that it travels between processes and can be written in any form. A new kind of
section needs a dataclass here, and a function for it in each writer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from derive.formula.tree import Node
from derive.words import Colour, row_of

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
        return row_of(self.status).holds

    @property
    def colour(self) -> Colour:
        """Return the name of the colour of its status."""
        return row_of(self.status).colour


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


@dataclass(frozen=True, slots=True)
class Program:
    """The NumPy program that a formula became: how it is called, the formula, and the source."""

    call: str
    line: Line
    source: str


@dataclass(frozen=True, slots=True)
class PseudoLine:
    """A line of pseudo-code: how deep it stands, and its formula between key words, of which each may be missing."""

    depth: int
    before: str
    formula: Node | None = None
    after: str = ""


@dataclass(frozen=True, slots=True)
class Algorithm:
    """The pseudo-code of a function that runs, by the name that it is imported by."""

    name: str
    lines: tuple[PseudoLine, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A drawing: its name, what stands below it, what it shows in words, and itself for screens and for paper.

    The ink of the SVG is `currentColor`, so that it is that of the text around it.
    """

    name: str
    caption: Text
    alt: str
    svg: str
    pdf: bytes


Section: TypeAlias = Chain | Paragraph | Result | Program | Algorithm | Figure


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
