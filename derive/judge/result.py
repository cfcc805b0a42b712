"""What judging a document gives: a verdict for each step, as text that every view and every process can take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from derive import words
from derive.judge.told import NOTHING, Told
from derive.words import CALL_WRONG, Row, row_of

AGREES, DISAGREES = "agrees", "disagrees"
"""What the second opinion says of a proof, if it has one; where it disagrees there is no proof."""
FROM_PROBLEM = "from --problem "
"""What stands in the place of a file, before the name, where `--problem NAME` declares something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One relation of a document: where its right side begins, what it says, and what was decided about it.

    `line` and `column` count from 1, `cell` from 0 and only in notebooks. Where the step stands in another file, which
    the document includes, `source` names it, and they count in it. `reason` says why, in a sentence. `witness` is the
    counterexample in the notation of the document, and `sentence` what the diagnosis says; `opinion` is what the
    second opinion says of a proof.
    """

    line: int
    column: int
    relation: str
    lhs: str
    rhs: str
    verdict: str
    length: int = 1
    cell: int | None = None
    source: str = ""
    method: str = ""
    reason: str = ""
    conditions: tuple[Told, ...] = ()
    counterexample: Mapping[str, Any] | None = None
    witness: Told = NOTHING
    diagnosis: str = ""
    sentence: Told = NOTHING
    assumptions: tuple[Told, ...] = ()
    opinion: str = ""
    mathml: str = ""

    @property
    def word(self) -> Row:
        """Return what its verdict means. Raises `UnknownWordError` for what is none."""
        return row_of(self.verdict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """Something that is taken from the document: a sentence, where it stands, and how it was found."""

    says: Told
    line: int
    column: int
    source: str
    cell: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A piece of the document in its order: words, a formula in them, or a line of a display.

    `text` is as it is written, `latex` and `mathml` are from the tree that was read; `steps` are the numbers of the
    steps whose right side begins in it.
    """

    kind: Literal["prose", "inline", "line"]
    text: str
    line: int
    cell: int | None = None
    latex: str = ""
    mathml: str = ""
    steps: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A judged document. `problem` says why there are no steps, where it could not be read.

    `parts` is there if it was asked for.
    """

    file: str
    steps: tuple[Step, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    problem: str = ""
    parts: tuple[Part, ...] = ()

    @property
    def first_wrong(self) -> Step | None:
        """Return the first step that is wrong, or None."""
        return next((step for step in self.steps if step.word.wrong), None)

    @property
    def counts(self) -> dict[str, int]:
        """Return how many steps have each verdict, those that none has left out."""
        return words.counted(step.verdict for step in self.steps)

    @property
    def opinions(self) -> dict[str, int]:
        """Return with how many proofs the second opinion agrees, and on how many it has none."""
        found = [step.opinion == AGREES for step in self.steps if step.opinion]
        return {"agrees": sum(found), "none": len(found) - sum(found)}

    @property
    def exit_code(self) -> int:
        """Return that of the words of its steps; 2 for a file that cannot be read."""
        return CALL_WRONG if self.problem else words.exit_code(self.counts)


def exit_code(documents: Sequence[Checked]) -> int:
    """Return the exit code for several documents: a wrong call before a wrong step, before something open.

    Where there is nothing to judge in any of them, nothing is right either: the call is wrong.

    >>> exit_code([Checked(file="a.md"), Checked(file="b.md", problem="it is binary")])
    2
    >>> exit_code([Checked(file="a.md")])
    2
    """
    if not any(document.steps for document in documents):
        return CALL_WRONG
    if any(document.problem for document in documents):
        return CALL_WRONG
    return words.exit_code(word for document in documents for word in document.counts)
