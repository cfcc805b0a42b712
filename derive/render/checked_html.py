"""A judged document as one page of HTML: its words, its mathematics as it was read, and the verdict on each line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from derive.judge.result import Assumption, Checked, Part, Step
from derive.judge.told import Told, words
from derive.render.checked import NO_STEPS, line_of, said_at, sign
from derive.render.templates import template
from derive.words import Row, row_of, weakest

PARAGRAPH = re.compile(r"\n[ \t]*\n")
HEADING = re.compile(r"#{1,6}[ \t]+(?P<markdown>[^\n]+)|\\(?:sub)*section\*?\{(?P<latex>[^{}\n]*)\}")


@dataclass(frozen=True, slots=True)
class Shown:
    """A step as the page has it: its place to link to, its verdict, and what is seen when it is opened."""

    anchor: str
    word: Row
    place: str
    claim: Markup
    rows: tuple[tuple[str, tuple[Markup, ...]], ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A heading, a paragraph or a line of a display, with the steps in it."""

    kind: str
    html: Markup
    steps: tuple[Shown, ...] = ()

    @property
    def colour(self) -> str:
        """Return that of the weakest of its claims; nothing without a claim."""
        claims = [step.word.word for step in self.steps if step.word.claims]
        return row_of(weakest(claims)).colour if claims else ""


@dataclass(frozen=True, slots=True)
class Page:
    """One document on the page."""

    document: Checked
    blocks: tuple[Block, ...]
    wrong: Shown | None

    def says(self, said: Assumption) -> Markup:
        """Return what was said, its formulas as mathematics."""
        return _html(said.says.html)

    def source(self, said: Assumption) -> str:
        """Return where something was said."""
        return said_at(said, self.document.file)


def checked_html(documents: Sequence[Checked]) -> str:
    """Return one self-contained page; whatever comes from a document is escaped in it.

    >>> "&lt;b&gt;.md" in checked_html([Checked(file="<b>.md")])
    True
    """
    pages = [_page(document, number) for number, document in enumerate(documents)]
    title = documents[0].file if len(documents) == 1 else f"{len(documents)} documents"
    return template("checked.html.j2").render(
        title=f"derive check: {title}", pages=pages, nothing=NO_STEPS, row_of=row_of
    )


def _page(document: Checked, number: int) -> Page:
    shown = [_shown(step, f"d{number}s{place}") for place, step in enumerate(document.steps)]
    wrong = next((step for step in shown if step.word.wrong), None)
    return Page(document, tuple(_blocks(document, shown)), wrong)


def _shown(step: Step, anchor: str) -> Shown:
    claim = _html(step.mathml) if step.mathml else Markup("<code>{} {}</code>").format(sign(step.relation), step.rhs)
    return Shown(anchor, step.word, line_of(step, column=False), claim, tuple(_rows(step)))


def _rows(step: Step) -> Iterator[tuple[str, tuple[Markup, ...]]]:
    found: dict[str, tuple[Told, ...]] = {
        "looks like": (step.sentence,),
        "fails": (step.witness,),
        "because": (words(step.reason),),
        "decided": (words(step.method),),
        "second opinion": (words(step.opinion),),
        "if": step.conditions,
        "assuming": step.assumptions,
    }
    for word, items in found.items():
        said = tuple(_html(item.html) for item in items if item.html)
        if said:
            yield word, said
    if not any(item.html for items in found.values() for item in items):
        yield "decided", (escape(f"It is {'a definition' if step.verdict == 'definition' else step.verdict}."),)


def _blocks(document: Checked, shown: Sequence[Shown]) -> Iterator[Block]:
    """Yield the blocks: words and the formulas in them up to the end of a paragraph, and each line of a display."""
    pieces: list[Markup] = []
    steps: list[Shown] = []
    cell = None
    for part in document.parts:
        if part.cell != cell:
            yield from _paragraph(pieces, steps)
            pieces, steps, cell = [], [], part.cell
        own = [shown[number] for number in part.steps]
        if part.kind == "line":
            yield from _paragraph(pieces, steps)
            yield Block("line", _html(part.mathml), tuple(own))
            pieces, steps = [], []
        elif part.kind == "inline":
            pieces.append(_inline(part, own))
            steps += own
        else:
            first, *others = PARAGRAPH.split(part.text)
            pieces.append(escape(first))
            for text in others:
                yield from _paragraph(pieces, steps)
                pieces, steps = [escape(text)], []
    yield from _paragraph(pieces, steps)


def _inline(part: Part, steps: Sequence[Shown]) -> Markup:
    """Return a formula in the words, with a link to each step in it that claims something."""
    badge = Markup(' <a class="badge {0}" href="#{1}">{2}</a>')
    claims = [badge.format(s.word.colour, s.anchor, s.word.word) for s in steps if s.word.claims]
    return _html(part.mathml) + Markup("").join(claims)


def _paragraph(pieces: Sequence[Markup], steps: Sequence[Shown]) -> Iterator[Block]:
    text = Markup("").join(pieces).strip()
    heading = HEADING.match(text)
    if heading is not None:
        yield Block("heading", Markup(heading["markdown"] or heading["latex"]))  # noqa: S704 -- cut from what is escaped
        text = text[heading.end() :].strip()
    if text or steps:
        yield Block("words", Markup(text), tuple(steps))  # noqa: S704 -- the same


def _html(text: str) -> Markup:
    """Return MathML, in which its writer has escaped all that comes from elsewhere."""
    return Markup(text)  # noqa: S704 -- the same
