"""Notes as one page of HTML that needs no network and no script: formulas in MathML, steps that open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import singledispatch

from markupsafe import Markup, escape

from derive.formula.as_mathml import mathml
from derive.formula.measure import lines
from derive.formula.tree import Node, Sign, row
from derive.notes.model import Algorithm, Chain, Figure, Line, Note, Paragraph, Program, Result, Section, Text
from derive.notes.templates import template

CHUNK = 9.0
"""From this width on, in em, a formula is cut into pieces between which a narrow screen may begin a new line."""

METHODS = {
    "normal form": "Both sides have the same normal form, for every size.",
    "every line is proved": "Every line above is proved.",
}
"""What the methods of the engine mean; others say it themselves."""


@dataclass(frozen=True, slots=True)
class Detail:
    """A row of what can be opened: a word, and what is said under it."""

    word: str
    items: tuple[Markup, ...]


def page(notes: Sequence[Note], title: str) -> str:
    """Return a self-contained page with some notes."""
    alone = len(notes) == 1 and notes[0].title == title
    articles = _html("\n".join(article(note, heading=not alone) for note in notes))
    contents = [(note, text_html(note.heading)) for note in notes]
    head = text_html(notes[0].heading if alone else (title,))
    return template("page.html.j2").render(title=title, head=head, contents=contents, articles=articles)


def article(note: Note, *, heading: bool = True) -> str:
    """Return one note as an article, for a page that has the styles."""
    sections = [_html(section_html(section)) for section in note.sections]
    head = text_html(note.heading) if heading else None
    return template("note.html.j2").render(note=note, head=head, sections=sections)


def formulas(note: Note) -> list[str]:
    """Return the formula of each line of a note as one `math` element."""
    held_by = [section for section in note.sections if isinstance(section, Chain | Result | Program)]
    lines_of = [section.lines if isinstance(section, Chain) else (section.line,) for section in held_by]
    held = [(line.left, line.sign, line.right) for group in lines_of for line in group]
    rows = [[part for part in parts if part is not None] for parts in held]
    return [mathml(row(*parts), display=True) for parts in rows if parts]


@singledispatch
def section_html(section: Section) -> str:
    """Return a section of a note in HTML."""
    raise TypeError(type(section).__name__)


@section_html.register
def _(section: Paragraph) -> str:
    return str(Markup('<p class="{}">{}: {}</p>').format(section.head.lower(), section.head, text_html(section.text)))


@section_html.register
def _(section: Result) -> str:
    return f'<section class="result" aria-label="Result"><h3>Result</h3>{_steps([section.line])}</section>'


@section_html.register
def _(section: Chain) -> str:
    return _steps(section.lines)


@section_html.register
def _(section: Program) -> str:
    return template("program.html.j2").render(program=section, formula=formula(section.line))


@section_html.register
def _(section: Algorithm) -> str:
    lines = [(line, "" if line.formula is None else _html(mathml(line.formula))) for line in section.lines]
    return template("algorithm.html.j2").render(name=section.name, lines=lines)


@section_html.register
def _(section: Figure) -> str:
    drawn = section.svg.replace("<svg", f'<svg role="img" aria-label="{escape(section.alt)}"', 1)
    return template("figure.html.j2").render(svg=_html(drawn), caption=text_html(section.caption))


def _steps(found: Iterable[Line]) -> str:
    shown = [(line, formula(line), text_html(line.reason), details(line)) for line in found]
    return template("steps.html.j2").render(steps=shown)


def formula(line: Line) -> Markup:
    """Return the formula of a line as pieces of MathML; a line that goes on begins with its relation."""
    left = [] if line.left is None else _chunks(line.left)
    right = [] if line.right is None or line.sign is None else _chunks(row(line.sign, line.right))
    counter = [] if line.counter is None else [row(Sign("quad"), line.counter)]
    pieces = [_html(mathml(node, display=True)) for node in (*left, *right, *counter)]
    return Markup("<wbr>").join(pieces) if pieces else text_html(line.says)


def _chunks(node: Node) -> list[Node]:
    return lines(node, CHUNK, openly=False)


def details(line: Line) -> list[Detail]:
    """Return what a line shows when it is opened: how it was decided, and what it rests on."""
    proof = line.evidence
    told = METHODS.get(proof.method, f"By {proof.method}." if proof.method else "")
    rows = {
        "decided": (escape(told),) if told else (),
        "certificate": (Markup("<code>{}</code>").format(proof.certificate),) if proof.certificate else (),
        "using": tuple(map(text_html, proof.using)),
        "if": tuple(map(text_html, proof.conditions)),
        "for": tuple(map(text_html, proof.taking)),
        "re-check": (escape(_opinion(proof.recheck)),) if proof.method and line.number else (),
        "problem": (escape(proof.problem),) if proof.problem else (),
    }
    return [Detail(word, items) for word, items in rows.items() if items]


def _opinion(told: str) -> str:
    return f"A second program, which shares no code with the prover: {told}." if told else "Not asked for."


def _html(text: str) -> Markup:
    """Return what the functions here and the templates made, and escaped, as HTML."""
    return Markup(text)  # noqa: S704 -- nothing in it comes from elsewhere unescaped


def text_html(text: Text) -> Markup:
    """Return words with formulas among them.

    >>> from derive.formula.tree import Number
    >>> print(text_html(("at least ", Number("1"))))
    at least <math><mn>1</mn></math>
    """
    return Markup("").join(escape(part) if isinstance(part, str) else _html(mathml(part)) for part in text)
