"""A judged document as one page of HTML: its words, its mathematics as it was read, and the verdict on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from derive.judge.line import Assumption, Checked, Line, Part
from derive.views.checked import judged, notes, resting, said_at, shown
from derive.views.templates import template
from derive.words import Row, row_of, weakest

PARAGRAPH = re.compile(r"\n[ \t]*\n")
NOUNS = frozenset({"condition", "definition"})
HEADING = re.compile(r"#{1,6}[ \t]+(?P<markdown>[^\n]+)|\\(?:sub)*section\*?\{(?P<latex>[^{}\n]*)\}")


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as the page has it: its place to link to, its verdict, and what is seen when it is opened.

    `beside` stands beside the verdict, opened or not, and `hover` is what a pointer over it is told.
    """

    anchor: str
    word: Row
    place: str
    claim: Markup
    beside: str
    hover: str
    rows: tuple[tuple[str, tuple[Markup, ...]], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph or a line of a display, with the judged lines in it."""

    kind: str
    html: Markup
    lines: tuple[Shown, ...] = ()

    @property
    def colour(self) -> str:
        """Return that of the weakest of its claims; nothing without a claim."""
        claims = [line.word.word for line in self.lines if line.word.claims]
        return row_of(weakest(claims)).colour if claims else ""


@dataclass(frozen=True, slots=True)
class Page:
    """One document on the page."""

    document: Checked
    blocks: tuple[Block, ...]
    wrong: Shown | None

    @property
    def summary(self) -> tuple[str, str]:
        """Return what came out: what is wrong, which is a link, and the rest."""
        first, semicolon, rest = self.document.summary.partition("; ")
        return (first, semicolon + rest) if self.wrong else ("", self.document.summary)

    def says(self, said: Assumption) -> Markup:
        """Return what was said, its formulas as mathematics."""
        return _html(said.says.html)

    def source(self, said: Assumption) -> str:
        """Return where something was said."""
        return said_at(said, self.document.file)


def as_html(documents: Sequence[Checked], **_: object) -> str:
    """Return one self-contained page; whatever comes from a document is escaped in it.

    >>> "&lt;b&gt;.md" in as_html([Checked(file="<b>.md")])
    True
    """
    pages = [_page(document, number) for number, document in enumerate(documents)]
    title = documents[0].file if len(documents) == 1 else f"{len(documents)} documents"
    return template("checked.html.j2").render(title=f"derive check: {title}", pages=pages, row_of=row_of)


def _page(document: Checked, number: int) -> Page:
    lines = [_shown(line, document.file, f"d{number}s{place}") for place, line in enumerate(document.lines)]
    wrong = next((line for line in lines if line.word.wrong), None)
    return Page(document, tuple(_blocks(document, lines)), wrong)


def _shown(line: Line, file: str, anchor: str) -> Shown:
    claim = _html(line.mathml) if line.mathml else Markup("<code>{}</code>").format(shown(line))
    asked = line.asks[0].question if line.asks and line.is_open else ""
    hover = "\n".join(filter(None, (judged(line), line.statement.text)))
    beside = resting(line).removeprefix(", ") or asked
    return Shown(anchor, line.word, line.place, claim, beside, hover, tuple(_rows(line, file)))


def _rows(line: Line, file: str) -> Iterator[tuple[str, tuple[Markup, ...]]]:
    """Yield what is said of a line, by what it is about."""
    found: dict[str, list[Markup]] = {}
    for note in notes(line, file):
        told = Markup("<code>{}</code>").format(note.says.text) if note.code else _html(note.says.html)
        found.setdefault(note.about, []).append(told)
    if not found:
        found["decided"] = [escape(f"It is {'a ' if line.verdict in NOUNS else ''}{line.verdict}.")]
    yield from ((about, tuple(told)) for about, told in found.items())


def _blocks(document: Checked, lines: Sequence[Shown]) -> Iterator[Block]:
    """Yield the blocks: paragraphs with the formulas in them, each line of a display, headings."""
    pieces: list[Markup] = []
    held: list[Shown] = []
    cell = None
    for part in document.shown:
        if part.cell != cell or part.kind in {"line", "heading"}:
            yield from _paragraph(pieces, held)
            pieces, held, cell = [], [], part.cell
        own = [lines[number] for number in part.judged]
        if part.kind in {"line", "heading"}:
            yield Block(part.kind, _html(part.mathml) or escape(part.text), tuple(own))
        elif part.kind == "inline":
            pieces.append(_inline(part, own))
            held += own
        else:
            first, *others = PARAGRAPH.split(part.text)
            pieces.append(escape(first))
            for text in others:
                yield from _paragraph(pieces, held)
                pieces, held = [escape(text)], []
    yield from _paragraph(pieces, held)


def _inline(part: Part, lines: Sequence[Shown]) -> Markup:
    """Return a formula in the words, with a link to each line in it that claims something."""
    badge = Markup(' <a class="badge {0}" href="#{1}" title="{3}">{2}</a>')
    claims = [badge.format(s.word.colour, s.anchor, s.word.word, s.hover) for s in lines if s.word.claims]
    return _html(part.mathml) + Markup("").join(claims)


def _paragraph(pieces: Sequence[Markup], lines: Sequence[Shown]) -> Iterator[Block]:
    text = Markup("").join(pieces).strip()
    heading = HEADING.match(text)
    if heading is not None:
        yield Block("heading", Markup(heading["markdown"] or heading["latex"]))  # noqa: S704 -- cut from what is escaped
        text = text[heading.end() :].strip()
    if text or lines:
        yield Block("words", Markup(text), tuple(lines))  # noqa: S704 -- the same


def _html(text: str) -> Markup:
    """Return MathML, in which its writer has escaped all that comes from elsewhere."""
    return Markup(text)  # noqa: S704 -- the same
