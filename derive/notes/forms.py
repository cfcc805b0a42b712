"""The forms in which notes are written, by the ending of the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from derive.errors import DeriveError
from derive.notes.as_html import article as html_article
from derive.notes.as_html import formulas
from derive.notes.as_html import page as html_page
from derive.notes.as_latex import article, fragment
from derive.notes.as_markdown import document
from derive.notes.as_markdown import page as markdown_page
from derive.notes.figures import standalone
from derive.notes.model import Figure, Note
from derive.notes.pdf import make_pdf, put

WHOLE: dict[str, Callable[[Sequence[Note], str], str]] = {
    ".tex": article,
    ".html": html_page,
    ".md": markdown_page,
}
"""Documents that stand by themselves."""
PARTS: dict[str, Callable[[Note], str]] = {".tex": fragment, ".html": html_article, ".md": document}
"""Parts to put into a document of one's own."""
BY_FORMAT = {"latex": ".tex", "html": ".html", "markdown": ".md"}
ENDINGS = (*WHOLE, ".pdf")


def ending_of(out: Path, *, part: bool = False) -> str:
    """Return the ending of a file. Raises `DeriveError` for one that says no form, and where no part has this form.

    >>> ending_of(Path("notes.HTML"))
    '.html'
    """
    ending = out.suffix.lower()
    if ending not in ENDINGS:
        way_out = f"end it with one of {', '.join(ENDINGS)}"
        raise DeriveError(
            str(out), reason="the ending says in which form to write, and this one says none", way_out=way_out
        )
    if part and ending == ".pdf":
        raise DeriveError(str(out), reason="a PDF is no fragment", way_out="write a .tex")
    return ending


def written(notes: Sequence[Note], title: str, ending: str, *, part: bool = False) -> str:
    """Return notes as text: a whole document, or parts for one. A PDF is made of the text of `.tex`."""
    form = ".tex" if ending == ".pdf" else ending
    return "\n".join(PARTS[form](note) for note in notes) if part else WHOLE[form](notes, title)


def shown(note: Note, form: str) -> str:
    """Return a note as text in one of the formats of `derive show`: latex, html, markdown, mathml."""
    if form == "mathml":
        return "".join(f"{formula}\n" for formula in formulas(note))
    return written([note], note.title, BY_FORMAT[form], part=form == "latex")


def figure_files(notes: Sequence[Note], ending: str) -> Mapping[str, bytes]:
    """Return the files of the figures of some notes, by their names beside them; HTML has its figures in it."""
    drawn = [section for note in notes for section in note.sections if isinstance(section, Figure)]
    if ending == ".md":
        return {f"figures/{figure.name}.svg": standalone(figure).encode() for figure in drawn}
    return {} if ending == ".html" else {f"figures/{figure.name}.pdf": figure.pdf for figure in drawn}


def write_notes(notes: Sequence[Note], title: str, out: Path, *, part: bool = False) -> None:
    """Write notes to a file, their figures to `figures` beside it. Raises `NoTeXError` for a PDF without a TeX."""
    ending = ending_of(out, part=part)
    text, files = written(notes, title, ending, part=part), figure_files(notes, ending)
    if ending == ".pdf":
        make_pdf(text, out, files)
    else:
        put(files, out.parent)
        _ = out.write_text(text, encoding="utf-8", newline="\n")
