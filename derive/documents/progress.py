"""How far the reading of a document has come, and what is known by then."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from derive.documents.cues import Mode
from derive.documents.forms import label_key, range_letters
from derive.documents.parts import Formula
from derive.documents.places import Place, Source
from derive.documents.scope import Scope
from derive.documents.step import Step
from derive.latex.read.axes import Ends
from derive.latex.read.sizes import size_of
from derive.latex.read.statements import Statement, is_range
from derive.latex.read.table import Constraint, Definition, Known, Property, Table
from derive.latex.read.tree import Chain, Node, Span
from derive.latex.read.trouble import NotReadError


@dataclass(slots=True)
class Progress:
    """Where the reading of a document has come to."""

    emit: bool = False
    table: Table = field(default_factory=Table)
    found: list[Step] = field(default_factory=list[Step])
    said: list[tuple[str, Place]] = field(default_factory=list[tuple[str, Place]])
    mode: Mode = ""
    words: str = ""
    behind: str = ""
    only_named: bool = False
    trailed: Literal["", "for", "if"] = ""
    supposed: bool = False
    functions: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    zeroing: bool = False
    continued: bool = False
    last: Node | None = None
    slope: bool = False
    slopes: list[tuple[Node, Source]] = field(default_factory=list[tuple[Node, Source]])
    seen: set[str] = field(default_factory=set[str])
    subjects: tuple[Node, ...] = ()
    shape: Node | None = None
    named: tuple[Node, ...] = ()
    chances: tuple[Node, ...] = ()
    lines: tuple[Node, str] | None = None
    between: bool = False
    doubts: dict[str, str] = field(default_factory=dict[str, str])
    fresh: set[str] = field(default_factory=set[str])
    proposition: Chain | None = None
    own: Node | None = None
    cases: list[Constraint] = field(default_factory=list[Constraint])
    case_properties: list[Property] = field(default_factory=list[Property])
    case_used: bool = False
    kinds: tuple[str, ...] = ()
    early: list[Constraint] = field(default_factory=list[Constraint])
    counts: dict[tuple[int, str], int] = field(default_factory=dict[tuple[int, str], int])
    section: int = 0
    path: list[Scope] = field(default_factory=list[Scope])
    lasting: set[int] = field(default_factory=lambda: {0})
    items: set[int] = field(default_factory=set[int])

    def begin_section(self, *, goes_on: bool = False) -> None:
        """Forget what only goes on within a section: what was last said and spoken of.

        What was differentiated is forgotten too, but where one item of a list `goes_on` with the one before.
        """
        self.section += 1
        self.mode, self.words, self.zeroing, self.continued, self.between = "", "", False, False, False
        self.proposition, self.own = None, None
        if not goes_on:
            self.last, self.slope, self.slopes = None, False, []
        self.subjects, self.shape, self.named, self.lines, self.kinds = (), None, (), None, ()
        self.chances, self.trailed, self.supposed = (), "", False

    def memory(self) -> tuple[frozenset[str], tuple[Constraint, ...], dict[str, str], frozenset[str]]:
        """Return what an exercise that begins here gives back at its end."""
        return frozenset(self.seen), tuple(self.table.constraints), dict(self.doubts), frozenset(self.table.fixed)

    def recall(self, scope: Scope) -> None:
        """Go back to what was known and assumed before a section."""
        self.seen, self.doubts, self.table.fixed = set(scope.seen), dict(scope.doubts), set(scope.fixed)
        self.table.constraints = list(scope.constraints)


def prepare(progress: Progress, statements: list[Statement]) -> None:
    """Look at how names are used, before anything is decided."""
    trees = [tree for s in statements for tree in (s.tree, *s.guards)]
    usage = progress.table.usage
    for tree in trees:
        if is_range(tree):
            usage.letters |= set(range_letters(tree))
    usage.see(trees)
    usage.place_letters(trees)
    progress.table.sizes |= usage.sizes
    for letter, bounds in usage.bounds.items():
        found = {_ends(pair, progress.table) for pair in bounds}
        only = found.pop() if len(found) == 1 else None
        if only is not None:
            progress.table.bounds[letter] = only


def _ends(pair: tuple[Node, Node], table: Table) -> Ends | None:
    try:
        return size_of(pair[0], table), size_of(pair[1], table)
    except NotReadError:
        return None


def know(progress: Progress, first: Progress) -> None:
    """Take over from a first reading what holds for the whole document: declarations, and single definitions."""
    table = first.table
    progress.table.known = {key: [k for k in names if k.declared] for key, names in table.known.items()}
    for key in _declared_often(table):
        del progress.table.known[key]
    progress.table.ranges, progress.table.sizes = dict(table.ranges), set(table.sizes)
    progress.table.same = dict(table.same)
    progress.table.functions, progress.table.words = set(table.functions), set(table.words)
    progress.table.unread, progress.table.random = dict(table.unread), dict(table.random)
    progress.table.doubts = dict(table.doubts)
    for section in sorted(first.lasting):
        for item in table.history.get(section, []):
            progress.table.take(item, single=lambda d, s=section: is_single(first, s, d))
    progress.table.constraints = list(first.early)


def _declared_often(table: Table) -> set[str]:
    """Return the names that several sections declare, which may mean another thing in each."""
    found: dict[str, set[int]] = {}
    for section, items in table.history.items():
        for item in items:
            if isinstance(item, Known):
                found.setdefault(item.key, set()).add(section)
    return {key for key, sections in found.items() if len(sections) > 1 and key in table.known}


def is_single(progress: Progress, section: int, definition: Definition) -> bool:
    """Return whether a section gave a name one definition of this form."""
    return progress.counts.get((section, label_key((definition.key, definition.params, None)))) == 1


def say(progress: Progress, text: str, source: Source, span: Span) -> None:
    """Note something that is declared, for the list that a reader is shown."""
    progress.said.append((text, source.place(span)))


def text_of(part: Formula, span: Span) -> str:
    """Return a stretch of the source as one line."""
    return " ".join(part.source.text[span.start : span.end].split())
