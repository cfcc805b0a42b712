"""A judged document in Markdown and in LaTeX: what is written, and below each line its verdict."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.formula.as_latex import escaped
from derive.judge.line import Assumption, Checked, Line, Part
from derive.views.checked import Note, notes, resting, said_at
from derive.views.templates import template

TICKS = re.compile(r"`+")
SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~$!&]")
PLAIN = {"≤": r"\ensuremath{\le}", "≥": r"\ensuremath{\ge}", "≠": r"\ensuremath{\ne}", "≈": r"\ensuremath{\approx}"}
LAST_LATIN = 0x17F
"""The last character that the fonts of every LaTeX have."""
DECLARED = "What was declared and assumed"


def as_markdown(documents: Sequence[Checked], **_: object) -> str:
    """Return judged documents in Markdown; nothing of them can be HTML in it, or close a quotation.

    >>> as_markdown([Checked(file="<b>.md")]).splitlines()[0]
    '# `<b>.md`'
    """
    return "\n".join(text for document in documents for text in _markdown(document))


def _markdown(document: Checked) -> Iterator[str]:
    yield f"# {code(document.file)}\n"
    yield f"**{marked(document.summary)}**\n"
    for part in document.shown:
        yield from _quoted(part)
        if part.judged:
            yield ""
            for number in part.judged:
                yield from _item(document.lines[number], document.file)
            yield ""
    if document.assumptions:
        yield f"## {DECLARED}\n"
        yield from (
            f"- {code(said.says.text)}, {marked(said_at(said, document.file))}" for said in document.assumptions
        )
        yield ""


def _quoted(part: Part) -> Iterator[str]:
    text = part.text.strip()
    if part.kind == "line":
        fence = "`" * max(3, 1 + max(map(len, TICKS.findall(text)), default=0))
        yield f"\n{fence}latex\n{text}\n{fence}"
    elif part.kind == "inline":
        yield f"> {code(' '.join(text.split()))}"
    elif part.kind == "heading":
        yield f"> **{marked(text)}**\n>"
    else:
        yield from (f"> {marked(line)}" for line in text.splitlines() if line.strip())


def _item(line: Line, file: str) -> Iterator[str]:
    mark = f" ({line.word.mark})" if line.word.claims else ""
    yield f"- {marked(line.room)}line {line.line}:{line.column}: **{line.verdict}**{mark}{marked(resting(line))}"
    for note in notes(line, file):
        if note.about != "assuming":
            yield f"  - {note.before}{code(note.says.text) if note.code else marked(note.says.text)}"


def marked(text: str) -> str:
    r"""Return words with the marks of Markdown and HTML escaped; blanks around them stay.

    >>> print(marked("<b> *x*"))
    \<b\> \*x\*
    """
    return SPECIAL.sub(lambda match: f"\\{match[0]}", re.sub(r"\s+", " ", text))


def code(text: str) -> str:
    """Return text as it is, between enough backticks.

    >>> code("a`b")
    '`` a`b ``'
    """
    ticks = "`" * (1 + max(map(len, TICKS.findall(text)), default=0))
    return f"{ticks} {text} {ticks}" if len(ticks) > 1 else f"`{text}`"


def as_latex(documents: Sequence[Checked], **_: object) -> str:
    r"""Return a document of LaTeX that stands alone; what words hold of LaTeX is text in it.

    >>> r"\section*{50\%.md}" in as_latex([Checked(file="50%.md")])
    True
    """
    body = "\n".join(text for document in documents for text in _latex(document))
    return template("checked.tex.j2").render(body=body)


def plain(text: str) -> str:
    """Return words with nothing in them that is LaTeX, or that no font has."""
    return "".join(PLAIN.get(c) or (escaped(c) if ord(c) <= LAST_LATIN else "?") for c in text)


def _latex(document: Checked) -> Iterator[str]:
    yield rf"\section*{{{plain(document.file)}}}"
    yield rf"\textbf{{{plain(document.summary)}}}\par\bigskip"
    for part in document.shown:
        yield from _set(part)
        for number in part.judged:
            yield from _paragraph(document.lines[number], document.file)
    if document.assumptions:
        yield rf"\subsection*{{{DECLARED}}}"
        yield from (_declared(said, document.file) for said in document.assumptions)


def _set(part: Part) -> Iterator[str]:
    if part.kind == "heading":
        yield rf"\subsection*{{{plain(part.text)}}}"
    elif part.kind == "prose":
        yield "\n\n".join(plain(" ".join(paragraph.split())) for paragraph in part.text.split("\n\n"))
    elif not part.latex.strip():
        yield rf"\texttt{{{plain(part.text)}}}"
    else:
        yield rf"\({part.latex}\)" if part.kind == "inline" else rf"\[ {part.latex} \]"


def _paragraph(line: Line, file: str) -> Iterator[str]:
    word = rf"\textcolor{{{line.word.colour}}}{{\textsf{{\textbf{{{line.verdict}}}}}}}"
    yield rf"\par\quad{word}, {plain(line.room)}line {line.line}:{line.column}"
    yield from (rf"\par\qquad{{\small {plain(note.before)}{_told(note)}}}" for note in notes(line, file))
    yield r"\par"


def _told(note: Note) -> str:
    words = plain(note.says.text)
    if note.code:
        return rf"\texttt{{{words.replace('--', '-{}-')}}}"  # two of them would be set as one long dash
    return note.says.latex if note.says.latex != escaped(note.says.text) else words


def _declared(said: Assumption, file: str) -> str:
    return rf"{said.says.latex}, {plain(said_at(said, file))}\par"
