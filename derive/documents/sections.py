"""Sections of a document: how far reaches what is said in one, and what a new exercise forgets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from derive.documents.forms import Form
from derive.documents.impositions import end_cases
from derive.documents.progress import Progress, is_single
from derive.documents.scope import Scope
from derive.latex.read.heads import names_in
from derive.latex.read.table import Definition
from derive.latex.read.tree import Node

Sort = Literal["setup", "exercise", "topic", "item"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading in a stretch of words: where it begins and ends, how deep it is, and what it announces."""

    start: int
    end: int
    level: int
    sort: Sort


_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_HEADING = re.compile(
    r"^[ \t]*(?P<marks>#{1,6})[ \t]+(?P<marked>[^\n]*)"
    rf"|\\(?P<command>{'|'.join(_LEVELS)})\*?(?:\[[^\]\n]*\])?\{{(?P<titled>[^}}\n]*)\}}?"
    r"|^[ \t]*\*\*(?P<bold>(?:exercise|problem|question|task|q\.? ?\d)[^*\n]*)\*\*"
    r"|\\begin\{(?P<env>exercise|problem|question)\*?\}"
    r"|(?<=\n)[ \t]*(?:\*\*|\\textbf\{)?(?:part )?"
    r"(?:(?P<number>\(?\d{1,2}[.)]+)|(?P<letter>\(?(?-i:[a-z]{1,3})\)[.:]?))(?=[\s*}])(?:\}|\*\*)?",
    re.MULTILINE | re.IGNORECASE,
)
_SETUP = re.compile(
    r"set[- ]?up|notation|preliminar|background|convention|definitions|assumptions|data|model\b", re.IGNORECASE
)
_EXERCISE = re.compile(r"^\W*(?:\d+[.)]?\s*)?(?:exercise|problem|question|task|q\.?\s?\d)", re.IGNORECASE)


def headings(words: str) -> Iterator[Heading]:
    r"""Yield the headings in a stretch of words, in order.

    >>> [(h.level, h.sort) for h in headings("# Notation\n\\subsection{Gradient}\n**Exercise 2.** Show")]
    [(1, 'setup'), (4, 'topic'), (8, 'exercise')]
    """
    for match in _HEADING.finditer(words):
        if match["number"] or match["letter"]:
            yield Heading(match.start(), match.end(), 9 if match["number"] else 10, "item")
            continue
        title = match["marked"] or match["titled"] or match["bold"] or match["env"] or ""
        level = len(match["marks"]) if match["marks"] else 8
        if match["command"]:
            level = _LEVELS.index(match["command"].lower()) + 1
        yield Heading(match.start(), match.end(), level, _sort(title))


def _sort(title: str) -> Sort:
    if _EXERCISE.match(title):
        return "exercise"
    return "setup" if _SETUP.search(title) and len(title.split()) <= 5 else "topic"


def enter(progress: Progress, heading: Heading, earlier: Progress | None = None) -> None:
    """Begin a section; `earlier` is a first reading of the document, which knows what is said in it further on."""
    while progress.path and progress.path[-1].level >= heading.level:
        _leave(progress, progress.path.pop())
    if heading.sort != "item":
        progress.items.clear()
    end_cases(progress)
    progress.begin_section(goes_on=heading.sort == "item")
    table = progress.table
    setup = heading.sort == "setup"
    progress.path.append(Scope(progress.section, heading.level, heading.sort, *progress.memory()))
    progress.lasting |= {progress.section} if setup else set()
    table.section = progress.section
    table.open = frozenset({*progress.lasting, *progress.items, *(scope.number for scope in progress.path)})
    for known in earlier.table.history.get(progress.section, []) if earlier is not None else ():
        table.take(known, single=lambda d: earlier is not None and is_single(earlier, progress.section, d))


def _leave(progress: Progress, scope: Scope) -> None:
    """An exercise takes what it assumed with it, and names that were new in it may be new again; items stay open."""
    if scope.sort == "item":
        progress.items.add(scope.number)
    if scope.sort == "exercise":
        progress.recall(scope)


def is_another(progress: Progress, form: Form, rhs: Node) -> bool:
    """Return whether a name that an earlier section defined is given a body that has nothing in common with that."""
    old = [d for d in progress.table.definitions.get(form[0], []) if d.params == form[1]]
    if not old or any(d.section in progress.table.open - progress.items for d in old) or _is_call(progress, form, old):
        return False
    own = {form[0], *form[1], *(form[2] or ()), "e", "pi"} | progress.table.sizes | progress.table.usage.letters
    return all(not (names_in(d.body) & names_in(rhs)) - own for d in old)


def _is_call(progress: Progress, form: Form, old: Sequence[Definition]) -> bool:
    """Return whether what looks like a function with other arguments is a known one of names that are known."""
    other = {name for name in form[2] or () if not any(name in (d.arguments or ()) for d in old)}
    return any(progress.table.definitions.get(name) or progress.table.known.get(name) for name in other)
