"""Notes in Markdown with formulas between dollar signs, as forges and notebooks show them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from derive.formula.as_latex import as_latex
from derive.formula.tree import Node
from derive.notes import model
from derive.notes.layout import Row, rows_of
from derive.notes.model import Line, Note, Section, Text
from derive.views.markdown import for_forge, prose

LONGEST = 44.0
"""How wide, in em, a formula may be on a page of a forge."""


def page(notes: Sequence[Note], title: str) -> str:
    """Return a Markdown page with some notes; a single one has its own title."""
    if len(notes) == 1:
        return document(notes[0], "#")
    return f"# {prose(title)}\n\n" + "\n".join(document(note, "##") for note in notes)


def document(note: Note, heading: str = "#") -> str:
    """Return one note, under a heading of this depth."""
    places = ", ".join(f"{lecture}:{line}" for lecture, line in note.source)
    status = "every line is proved" if note.status == "proved" else f"**{note.status}**"
    told = f"`{note.name}`: {status}{f', about {places}' if places else ''}."
    problem = f"Not carried out: {prose(note.problem)}" if note.problem else ""
    parts = [f"{heading} {text_markdown(note.heading)}", told, *map(section_markdown, note.sections), problem]
    return "\n\n".join(part for part in parts if part) + "\n"


@singledispatch
def section_markdown(section: Section) -> str:
    """Return a section of a note in Markdown."""
    raise TypeError(type(section).__name__)


@section_markdown.register
def _(section: model.Paragraph) -> str:
    return f"{prose(section.head)}: {text_markdown(section.text)}"


@section_markdown.register
def _(section: model.Result) -> str:
    rests = _rests(section.line)
    status = "" if section.line.holds else f" ({_because(section.line)})"
    return f"**Result**{status}{', ' if rests else ''}{rests}\n\n{_display([section.line])}"


@section_markdown.register
def _(section: model.Chain) -> str:
    shown = [line for line in section.lines if line.left is not None or line.right is not None]
    reasons = "\n".join(_item(line) for line in section.lines)
    return f"{_display(shown)}\n\n{reasons}" if shown else reasons


@section_markdown.register
def _(section: model.Program) -> str:
    return f"`{section.call}`\n\n{_display([section.line])}\n\n```python\n{section.source}\n```"


@section_markdown.register
def _(section: model.Algorithm) -> str:
    return f"Pseudo-code of `{section.name}`\n\n{_aligned([_pseudo(line) for line in section.lines])}"


@section_markdown.register
def _(section: model.Figure) -> str:
    return f"![{prose(section.alt)}](figures/{section.name}.svg)\n\n{text_markdown(section.caption)}"


def _pseudo(line: model.PseudoLine) -> str:
    formula = [] if line.formula is None else [for_forge(as_latex(line.formula))]
    parts = [*_bold(line.before), *formula, *_bold(line.after)]
    return "& " + r"\quad " * line.depth + r" \enspace ".join(parts)


def _bold(words: str) -> list[str]:
    return [rf"\textbf{{{words}}}"] if words else []


def _display(lines: Sequence[Line]) -> str:
    return _aligned([_row(row) for line in lines for row in rows_of(line, LONGEST)])


def _aligned(rows: Sequence[str]) -> str:
    # A forge keeps a double backslash only where the line of the file ends with it.
    body = " \\\\\n".join(rows)
    return f"$$\n\\begin{{aligned}}\n{body}\n\\end{{aligned}}\n$$"


def _row(row: Row) -> str:
    left, right = ("" if part is None else as_latex(part) for part in (row.left, row.right))
    number = rf" && \quad ({row.number})" if row.number else ""
    return f"{for_forge(f'{left} & {right}'.strip())}{number}"


def _item(line: Line) -> str:
    said = f"{text_markdown(line.says)}: " if line.says else ""
    rests = _rests(line)
    return f"{line.number}. {said}{text_markdown(line.reason)} ({_because(line)}){', ' if rests else ''}{rests}"


def _because(line: Line) -> str:
    word = f"*{line.status}*" if line.holds else f"**{line.status}**"
    return f"{word}: {prose(line.evidence.method)}" if line.evidence.method else word


def _rests(line: Line) -> str:
    proof = line.evidence
    held = {"using": proof.using, "if": proof.conditions, "for": proof.taking}
    told = [f"{word} {' and '.join(map(text_markdown, group))}" for word, group in held.items() if group]
    return ", ".join([*told, *([prose(proof.problem)] if proof.problem else [])])


def text_markdown(text: Text) -> str:
    """Return words with formulas among them.

    >>> from derive.formula.tree import Letter
    >>> text_markdown(("the mean of ", Letter("x")))
    'the mean of $x$'
    """
    return "".join(_part(part) for part in text)


def _part(part: str | Node) -> str:
    if not isinstance(part, str):
        return f"${for_forge(as_latex(part))}$"
    shown = prose(part)
    # `prose` strips the spaces at the ends, which stand between a word and a formula.
    before, after = (" " if part[:1] == " " else ""), (" " if part[-1:] == " " and part.strip() else "")
    return f"{before}{shown}{after}"
