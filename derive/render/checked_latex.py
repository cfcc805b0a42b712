"""A judged document as a report in LaTeX, its mathematics from the tree that was read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from derive.judge.result import Assumption, Checked, Part, Step
from derive.latex.as_latex import escaped
from derive.render.checked import line_of, notes, said_at, summary
from derive.render.templates import template

PLAIN = {"≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "≠": r"\ensuremath{\ne}", "≈": r"\ensuremath{\approx}"}
LAST_LATIN = 0x17F
"""The last character that the fonts of every LaTeX have."""


def checked_latex(documents: Sequence[Checked]) -> str:
    r"""Return a document of LaTeX that stands alone; what words hold of LaTeX is text in it.

    >>> r"\section*{50\%.md}" in checked_latex([Checked(file="50%.md")])
    True
    """
    body = "\n".join(line for document in documents for line in _document(document))
    return template("checked.tex.j2").render(body=body)


def _words(text: str) -> str:
    """Return words with nothing in them that is LaTeX, or that no font has."""
    return "".join(PLAIN.get(c) or (escaped(c) if ord(c) <= LAST_LATIN else "?") for c in text)


def _document(document: Checked) -> Iterator[str]:
    yield rf"\section*{{{_words(document.file)}}}"
    if document.problem:
        yield rf"\textbf{{{_words(document.problem)}}}"
        return
    wrong = document.first_wrong
    if wrong is not None:
        yield rf"\textbf{{First wrong: {_words(line_of(wrong))}}}\par"
    yield rf"{summary(document)}\par\bigskip"
    for part in document.parts:
        yield from _part(part, document.steps)
    if document.assumptions:
        yield r"\subsection*{What was declared and assumed}"
        yield from (_assumption(said, document.file) for said in document.assumptions)


def _part(part: Part, steps: Sequence[Step]) -> Iterator[str]:
    if part.kind == "prose":
        yield "\n\n".join(_words(" ".join(paragraph.split())) for paragraph in part.text.split("\n\n"))
    elif part.latex.strip():
        yield rf"\({part.latex}\)" if part.kind == "inline" else rf"\[ {part.latex} \]"
    for number in part.steps:
        yield from _step(steps[number])


def _step(step: Step) -> Iterator[str]:
    yield rf"\par\quad\textcolor{{{step.word.colour}}}{{\textsf{{\textbf{{{step.verdict}}}}}}}, {_words(line_of(step))}"
    yield from (rf"\par\qquad{{\small {told.latex}}}" for told, _ in notes(step))
    yield r"\par"


def _assumption(said: Assumption, file: str) -> str:
    return rf"{said.says.latex}, {_words(said_at(said, file))}\par"
