"""A page judged line by line, as events: each line before and after it is judged, and at last the page as it looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest
from typing import Any

from derive.discourse.files import open_page
from derive.discourse.page import BEGINS, Event, Formula, Note, Page, Unread
from derive.errors import DeriveError
from derive.formula.as_latex import as_latex
from derive.formula.as_mathml import mathml
from derive.formula.read.statements import Statement
from derive.formula.read.tree import Chain, Span, holes
from derive.formula.read.typeset import typeset
from derive.formula.tree import Node, Sign, row
from derive.judge.chains import Walk
from derive.judge.claim import Claim, Finding
from derive.judge.directed import directive_of, with_directives_told
from derive.judge.judging import SECONDS, Judge
from derive.judge.line import Assumption, Line, Part
from derive.judge.problems import source_of, with_problem
from derive.judge.telling import line_of, written
from derive.judge.told import Told
from derive.judge.told import formula as formula_of
from derive.judge.walk import walk
from derive.runner import serve

OF_A_PART = 9
"""The level from which on nothing is a heading: an item, or a part such as (a)."""
ALIGNED = re.compile(r"(?<!\\)&|\\\\\s*$")
"""What sets a line of a display below others."""
INLINE = re.compile("\x01(\\d+)\x02")
"""Where a formula stands in the words of an event."""
RELATION = re.compile(r"[=<>]|\\(?:[lg]e|[lg]eq|ne|neq|approx|equiv|propto|sim|in|to)(?![a-zA-Z])")
"""A sign of a relation, in a formula of which no relation is left."""


def events(path: str, options: Mapping[str, Any]) -> Iterator[serve.Event]:
    """Yield what happens while a document is judged, as `run` describes it; `results` are taken as given."""
    try:
        page = with_problem(open_page(path, shown=options.get("shown")), options.get("problem", ""))
    except DeriveError as problem:
        yield {"event": "problem", "says": str(problem)}
        return
    if not options.get("directives", True):
        page = replace(page, events=tuple(event for event in page.events if event.kind != "directive"))
    page = with_directives_told(page)
    said = [_assumption(event) for event in page.events if directive_of(event) is not None]
    yield {"event": "read", "assumptions": [*said, *map(_unseen, page.notes)]}
    found = _Found(page, options)
    yield from found.unread()
    yield from found.judged()
    parts = list(parts_of(page, found.places)) if options.get("parts") else []
    yield {"event": "end", "parts": parts, "assumptions": [*said, *map(_unseen, page.notes), *found.known]}


@dataclass(slots=True)
class _Found:
    """The lines of a page so far, each with the formula that it stands in."""

    page: Page
    options: Mapping[str, Any]
    places: list[tuple[Formula | None, int]] = field(default_factory=list[tuple[Formula | None, int]])
    known: list[Assumption] = field(default_factory=list[Assumption])

    def unread(self) -> Iterator[serve.Event]:
        """Yield what could not be taken in: lines that are not understood."""
        for each in (*self.page.unread, *_lost(self.page)):
            line = _unread(each, self.page.file)
            yield {"event": "begin", "step": len(self.places), "line": line}
            yield {"event": "step", "step": len(self.places), "result": line}
            self.places.append((None, 0))

    def judged(self) -> Iterator[serve.Event]:
        """Yield the lines of the page; one that is given is not judged, and what follows is read as if it were open."""
        judge = Judge(seconds=self.options.get("seconds", SECONDS))
        walker, given = walk(self.page), self.options.get("results", {})
        problem = source_of(self.options.get("problem", ""))
        claim = next(walker, None)
        while claim is not None:
            if claim.formula.place().file == problem:
                self.known.append(_taken(claim))
                claim = _next(walker, Finding(verdict=claim.kind))
                continue
            number, file = len(self.places), self.page.file
            at = claim.sign if claim.right is None else claim.right
            self.places.append((claim.formula, at.span.start))
            if number in given:
                finding = Finding(verdict=given[number].verdict)
            else:
                yield {"event": "begin", "step": number, "line": written(claim, file)}
                finding, line = _judged(judge, claim, file)
                yield {"event": "step", "step": number, "result": line}
            claim = _next(walker, finding)


def _next(walker: Walk, finding: Finding) -> Claim | None:
    """Tell the walk what was found, and return the next claim; None at the end."""
    try:
        return walker.send(finding)
    except StopIteration:
        return None


def _judged(judge: Judge, claim: Claim, file: str) -> tuple[Finding, Line]:
    """Return what is found of a claim. A fault of our own costs this line, and not those behind it."""
    try:
        finding = judge(claim)
        return finding, line_of(claim, finding, file)
    except Exception as fault:  # noqa: BLE001 -- whatever it is, it decides nothing
        reason = f"a fault in derive: {type(fault).__name__}: {fault}"
        return Finding(verdict="undecided", reason=reason), replace(written(claim, file), says=reason)


def _lost(page: Page) -> Iterator[Unread]:
    """Yield formulas whose relation is part of something that is not read, so that no claim comes out of them."""
    for formula in (each for event in page.events for each in event.formulas):
        for tree in (statement.tree for statement in formula.statements):
            found = holes(tree)
            if found and RELATION.search(formula.text(tree.span)) and not (isinstance(tree, Chain) and tree.relations):
                reasons = "; ".join(dict.fromkeys(hole.reason for hole in found))
                yield Unread(formula.place(tree.span), formula.text(tree.span), reasons)


def _unread(found: Unread, file: str) -> Line:
    place = found.place
    return Line(
        line=place.line,
        column=place.column,
        length=max(place.length, 1),
        cell=place.cell,
        source="" if place.file == file else place.file,
        left="",
        sign="",
        right=found.text,
        verdict="not understood",
        says=found.reason,
    )


def _assumption(event: Event) -> Assumption:
    place = event.place
    says = Told(" ".join(_spelt(event).split()))
    return Assumption(
        says=says, line=place.line, column=place.column, source=place.file, cell=place.cell, directive=True
    )


def _taken(claim: Claim) -> Assumption:
    """Return what a problem declares."""
    place = claim.formula.place()
    says = formula_of(typeset(claim.relation))
    return Assumption(says=says, line=place.line, column=place.column, source=place.file, cell=place.cell)


def _unseen(note: Note) -> Assumption:
    """Return what nobody sees on the page as something that is told, and changed nothing."""
    place = note.place
    says = Told(f"not seen on the page, and not taken into account: {note.reason} ({note.text})")
    return Assumption(says=says, line=place.line, column=place.column, source=place.file, cell=place.cell)


def _spelt(event: Event) -> str:
    """Return the words of an event with its formulas as they are written."""
    return INLINE.sub(lambda match: event.formulas[int(match[1])].text(), event.words)


def parts_of(page: Page, lines: Sequence[tuple[Formula | None, int]]) -> Iterator[Part]:
    """Yield a page as it is shown; `lines` are the formula of each line, and where its right side begins in it.

    >>> from derive.discourse.files import read_page
    >>> [part.kind for part in parts_of(read_page("Then $x = 1$."), ())]
    ['prose', 'inline', 'prose']
    """
    for event, then in zip_longest(page.events, page.events[1:]):
        place = event.place
        begins = event.kind in BEGINS
        if event.kind in {"wall", "part"} and then is not None and then.words.startswith(event.words):
            continue  # such as (a), with which the words behind it begin
        if begins and event.level >= OF_A_PART:
            yield Part(kind="prose", text=f"{event.words} ", line=place.line, cell=place.cell)
        elif begins:
            yield Part(kind="heading", text=_spelt(event), line=place.line, cell=place.cell, judged=_of(event, lines))
        elif event.kind == "display":
            yield from _display(event.formulas[0], lines)
        elif event.kind in {"words", "item"}:
            yield from _words(event, lines)
        elif event.kind == "paragraph":
            yield Part(kind="prose", text="\n\n", line=place.line, cell=place.cell)


def _of(event: Event, lines: Sequence[tuple[Formula | None, int]]) -> tuple[int, ...]:
    return tuple(
        number for number, (formula, _) in enumerate(lines) if any(_is(formula, each) for each in event.formulas)
    )


def _is(formula: Formula | None, other: Formula) -> bool:
    """Return whether a formula stands where another one does: a walk reads some of them in its own way."""
    return formula is not None and formula.sheet is other.sheet and formula.span == other.span


def _words(event: Event, lines: Sequence[tuple[Formula | None, int]]) -> Iterator[Part]:
    """Yield words, and the formulas in them."""
    for number, text in enumerate(INLINE.split(event.words)):
        if number % 2 == 0 and text:
            yield Part(kind="prose", text=text, line=event.place.line, cell=event.place.cell)
        elif number % 2:
            formula = event.formulas[int(text)]
            judged = tuple(place for place, (each, _) in enumerate(lines) if _is(each, formula))
            yield _part("inline", formula, formula.statements, formula.span, judged)


def _display(formula: Formula, lines: Sequence[tuple[Formula | None, int]]) -> Iterator[Part]:
    """Yield the rows of a display: each holds the lines up to the beginning of the next."""
    by_row = [list(group) for _, group in groupby(formula.statements, key=lambda statement: statement.row)]
    starts = [min(statement.tree.span.start for statement in group) for group in by_row]
    own = [(number, at) for number, (each, at) in enumerate(lines) if _is(each, formula)]
    for place, group in enumerate(by_row):
        low = formula.span.start if place == 0 else starts[place]
        high = starts[place + 1] if place + 1 < len(starts) else formula.span.end + 1
        judged = tuple(number for number, at in own if low <= at < high)
        ends = max(statement.tree.span.end for statement in group)
        yield _part("line", formula, group, Span(starts[place], ends), judged)


def _part(kind: Any, formula: Formula, statements: Sequence[Statement], span: Span, judged: tuple[int, ...]) -> Part:
    node, place = row(*_set(statements)), formula.place(span)
    return Part(
        kind=kind,
        text=ALIGNED.sub("", formula.text(span)),
        line=place.line,
        cell=place.cell,
        latex=as_latex(node),
        mathml=mathml(node, display=kind == "line"),
        judged=judged,
    )


def _set(statements: Sequence[Statement]) -> Iterator[Node]:
    """Yield the statements of a line with the words and conditions beside them."""
    for number, statement in enumerate(statements):
        if number:
            yield Sign("quad")
        yield typeset(statement.tree)
        for beside in (*statement.remarks, *statement.guards):
            yield Sign("quad")
            yield typeset(beside)
