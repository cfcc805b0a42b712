"""One relation of a page, with all that stands before it; and what was found of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from derive.decide.zeros import Zero
from derive.discourse.page import Formula, Place
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.scope import Condition, Definition, Scope
from derive.meaning.usage import Usage
from derive.recheck import Recheck
from derive.statements import Statement
from derive.verdict import Condition as Need
from derive.verdict import Counterexample

NO_EDIT, LIKELY_EDIT, ANY_EDIT = -1, 3, 9
"""Ranks of edits: see `derive.judge.edits`."""


class Doubt(NamedTuple):
    """Why a line that fails may be no error: in words, and the last rank of edits whose repairs clear it.

    A repair is no chance; but none clears a doubt about what a formula means, and a far one only that about words.
    `is_about_unknown` says that something unknown stands in the line, `is_of_words` that it is one about what words
    say: a repair clears it if nothing that they may say would make the line true as it stands. One that
    `is_of_condition` is about a condition that is not read: only a repair by a number clears it.
    """

    says: str
    cleared_by: int = ANY_EDIT
    is_about_unknown: bool = False
    is_of_words: bool = False
    is_of_condition: bool = False


BEFORE = Doubt("a condition in words stands before it", NO_EDIT)
BESIDE = Doubt("a condition in words stands beside it", NO_EDIT)


@dataclass(frozen=True, slots=True)
class Heard:
    """A sentence of the page, with marks where formulas stand, and the names that each of these formulas is about.

    What one says that `is_local` holds for itself alone. Its `place` is that of its paragraph, if it is not heard with
    the line itself, and it is heard in the parts that it stands `within`, each by where it begins.
    """

    words: str
    names: tuple[frozenset[str], ...]
    is_local: bool = False
    place: Place | None = None
    within: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """A relation: its sides, where it stands, the scope that it stands in, and what words and places make of it.

    `kind` is `claim`, or what it is else: `definition`, `assumed`, `unread`. `is_first` says that its left side begins
    a chain, `is_open` that its left side is a bare name, which an equation may be a condition on, `is_told` that what
    words impose may be so anyway: then it is no assumption, and need not be one if it is proved; `doubts` are what
    may make it no claim, or a claim about something else. `equations` stand above it, `confirmed` are the names of
    lines that were proved before, `heard` the words of its region, and `printed` the decimals that stand above as
    results, which may be rounded, `given` the values of the example that it stands in, and `known` what equal to a left
    side was proved above; it `solves` as many of the last of the equations as words have set just before.
    """

    formula: Formula
    left: Node | None
    sign: surface.Sign
    right: Node | None
    scope: Scope
    usage: Usage
    kind: str = "claim"
    reason: str = ""
    is_first: bool = False
    is_open: bool = False
    is_told: bool = False
    doubts: tuple[Doubt, ...] = ()
    words: str = ""
    earlier: tuple[Condition, ...] = ()
    equations: tuple[Condition, ...] = ()
    confirmed: frozenset[str] = frozenset()
    solves: int = 0
    heard: tuple[Heard, ...] = ()
    printed: frozenset[str] = frozenset()
    computed: frozenset[str] = frozenset()
    given: tuple[Definition, ...] = ()
    known: Mapping[str, Node] = field(default_factory=dict[str, Node])

    @property
    def relation(self) -> surface.Chain:
        """Return the relation alone, as a chain of its two members."""
        return surface.Chain(self.sign.span, (self.left, self.right), (self.sign,))


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is known of a claim: the verdict and its statement, how it was read, and what it rests on.

    `doubts` say why a line that fails as it is read is not called wrong; `should_be` is a right side with which it is
    proved; it `solves` where it is true at the solutions of an equation above; `asks` are directives that decide it,
    each tried, with the verdict then; `directives` are those in force. One that `says_custom` is of a line that says no
    more than a customary hypothesis.
    """

    verdict: str
    reason: str = ""
    method: str = ""
    statement: Statement | None = None
    read_as: tuple[str, ...] = ()
    generalised: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    assuming: tuple[Condition, ...] = ()
    customs: tuple[str, ...] = ()
    directives: tuple[str, ...] = ()
    conditions: tuple[Need, ...] = ()
    counterexample: Counterexample | None = None
    opinion: Recheck | None = None
    should_be: Node | None = None
    slip: str = ""
    slip_says: str = ""
    slip_parts: tuple[Node, ...] = ()
    holds_where: tuple[Zero, ...] = ()
    asks: tuple[tuple[str, str], ...] = ()
    solves: bool = False
    says_custom: bool = False
    choices: dict[tuple[object, ...], object] = field(default_factory=dict)

    @property
    def holds(self) -> bool:
        """Return whether the line is proved."""
        return self.verdict == "proved"
