"""What judging a document gives: a verdict for each step, as text that every view and every process can take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from derive.judge.told import NOTHING, Told

NOTHING_WRONG, CALL_WRONG, SOMETHING_WRONG, SOMETHING_OPEN = 0, 2, 1, 3
VERDICTS = ("proved", "refuted", "sampled", "undecided", "not-understood", "definition", "assumed")
OPEN = frozenset({"undecided", "not-understood"})
CLAIMS = ("proved", "refuted", "sampled", "undecided", "not-understood")
FROM_PROBLEM = "from --problem "
"""What stands in the place of a file, before the name, where `--problem NAME` declares something."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One relation of a document: where its right side begins, what it says, and what was decided about it.

    `line` and `column` count from 1, `cell` from 0 and only in notebooks. Where the step stands in another file, which
    the document includes, `source` names it, and they count in it. `reason` says why, in a sentence. `witness` is the
    counterexample in the notation of the document, and `sentence` what the diagnosis says.
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
    mathml: str = ""

    @property
    def is_claim(self) -> bool:
        """Return whether the step claims something."""
        return self.verdict in CLAIMS


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
        """Return the first step that is refuted, or None."""
        return next((step for step in self.steps if step.verdict == "refuted"), None)

    @property
    def counts(self) -> dict[str, int]:
        """Return how many steps have each verdict, those that none has left out."""
        found = Counter(step.verdict for step in self.steps)
        return {verdict: found[verdict] for verdict in VERDICTS if found[verdict]}

    @property
    def exit_code(self) -> int:
        """Return 1 if something is refuted, else 3 if something is open, else 0; 2 for a file that cannot be read."""
        if self.problem:
            return CALL_WRONG
        if self.first_wrong is not None:
            return SOMETHING_WRONG
        return SOMETHING_OPEN if OPEN & set(self.counts) else NOTHING_WRONG


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
    codes = {document.exit_code for document in documents}
    return next((code for code in (CALL_WRONG, SOMETHING_WRONG, SOMETHING_OPEN) if code in codes), NOTHING_WRONG)
