"""Notes in LaTeX: an article that stands by itself, or a fragment to put into one's own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from textwrap import wrap

from derive.formula.as_latex import as_latex, escaped
from derive.formula.measure import width
from derive.notes import model
from derive.notes.layout import BESIDE, Row, rows_of, width_of, width_of_text
from derive.notes.model import Line, Note, Section, Text
from derive.notes.templates import template

REASON, GAP = 11.0, 3.5
"""How wide, in em, the margin with the reasons is, and what is left free before it."""
TEXT_WIDTH = 41.0
"""How wide, in em, the text of the article is."""
MARGIN = f"\\providecommand{{\\reason}}[1]{{\\parbox[t]{{{REASON}em}}{{\\raggedright\\footnotesize #1}}}}\n"
INDENT, MOST_LINES = 3.0, 5
"""What a display keeps free at its sides, and how many lines a reason may have beside it; a longer one stands above."""
LONGEST_CODE = 92
"""How many characters of a program stand in a line."""
UNMARKED = {"proved", "given"}
"""What a reader takes for granted of a line; any other status is said."""


def article(notes: Sequence[Note], title: str) -> str:
    """Return a LaTeX document with some notes."""
    body = "\n\n".join(fragment(note) for note in notes)
    return template("article.tex.j2").render(title=escaped(title), body=body, count=len(notes))


def fragment(note: Note) -> str:
    r"""Return a note as a section, for `\input` where amsmath is loaded."""
    sections = "\n\n".join(section_latex(section) for section in note.sections)
    problem = f"\n\nNot carried out: {escaped(note.problem)}" if note.problem else ""
    return f"{_head(note)}\n\n{sections}{problem}\n"


def _head(note: Note) -> str:
    places = ", ".join(f"{lecture}:{line}" for lecture, line in note.source)
    status = "Every line is proved" if note.status == "proved" else f"\\textbf{{{escaped(note.status.capitalize())}}}"
    about = f"; about {escaped(places)}" if places else ""
    return f"{MARGIN}\\section{{{text_latex(note.heading)}}}\n\\noindent {status}{about}."


@singledispatch
def section_latex(section: Section) -> str:
    """Return a section of a note in LaTeX."""
    raise TypeError(type(section).__name__)


@section_latex.register
def _(section: model.Paragraph) -> str:
    return f"\\noindent {escaped(section.head)}: {text_latex(section.text)}"


@section_latex.register
def _(section: model.Result) -> str:
    (rows,) = _widest([section.line])
    rests = _rests(section.line)
    return f"\\paragraph{{Result}}{', ' if rests else ''}{rests}\n{_display([_plain_rows(rows)])}"


@section_latex.register
def _(section: model.Chain) -> str:
    parts: list[str] = []
    held: list[Line] = []
    for line in section.lines:
        if line.left is None and line.right is None:
            parts += [_shown(held), f"\\noindent ({line.number}) {text_latex(line.says)}: {_because(line)}."]
            held = []
        else:
            held.append(line)
    return "\n".join(part for part in (*parts, _shown(held)) if part)


@section_latex.register
def _(section: model.Program) -> str:
    (rows,) = _widest([section.line])
    source = "\n".join(part for line in section.source.splitlines() for part in _folded(line))
    code = f"{{\\footnotesize\n\\begin{{verbatim}}\n{source}\n\\end{{verbatim}}}}"
    shown = _display([_plain_rows(rows)])
    # A wide fraction has no place to be broken at.
    fitting = f"{{\\scriptsize\n{shown}}}" if width_of(rows) > TEXT_WIDTH - INDENT else shown
    return f"{_called('', section.call)}\n{fitting}\n{code}"


def _folded(line: str) -> list[str]:
    """Return a line of a program cut at spaces; what goes on is indented further."""
    indent = " " * (len(line) - len(line.lstrip()))
    return wrap(line, LONGEST_CODE, subsequent_indent=f"{indent}        ", break_long_words=False) or [""]


@section_latex.register
def _(section: model.Algorithm) -> str:
    lines = " \\\\\n".join(map(_pseudo, section.lines))
    return f"{_called('Pseudo-code of ', section.name)}\n\\begin{{flushleft}}\n{lines}\n\\end{{flushleft}}"


def _called(before: str, name: str) -> str:
    """Return the name of a function, which may be broken at its dots."""
    broken = escaped(name).replace(".", ".\\allowbreak{}")
    return f"{{\\raggedright\\noindent {before}\\texttt{{{broken}}}\\par}}"


def _pseudo(line: model.PseudoLine) -> str:
    formula = [] if line.formula is None else [f"${as_latex(line.formula)}$"]
    parts = [*_bold(line.before), *formula, *_bold(line.after)]
    return f"  \\hspace*{{{1.5 * line.depth:g}em}}{' '.join(parts)}"


def _bold(words: str) -> list[str]:
    return [f"\\textbf{{{words}}}"] if words else []


@section_latex.register
def _(section: model.Figure) -> str:
    # What the figure shows in words is for those who read the LaTeX.
    drawn = f"% {section.alt}\n\\includegraphics[width=0.7\\linewidth]{{figures/{section.name}.pdf}}"
    return f"\\begin{{figure}}[htbp]\n\\centering\n{drawn}\n\\caption{{{text_latex(section.caption)}}}\n\\end{{figure}}"


def _shown(held: Sequence[Line]) -> str:
    """Return lines as a display: reasons in the margin where all fit there, else each above its line."""
    if not held:
        return ""
    rows = _rows(held, TEXT_WIDTH - REASON - GAP) if all(map(_has_short_reason, held)) else None
    if rows is not None:
        return _display([_with_margin(line, found) for line, found in zip(held, rows, strict=True)])
    wide = _widest(held)
    between = ["", *(f"\\intertext{{\\raggedright {_numbered(line)}}}\n" for line in held[1:])]
    shown = [lead + _plain_rows(found) for lead, found in zip(between, wide, strict=True)]
    return f"{{\\raggedright\\noindent {_numbered(held[0])}\\par}}\n{_display(shown)}"


def _widest(held: Sequence[Line]) -> list[list[Row]]:
    """Return the rows of a display that has the whole page."""
    rows = _rows(held, TEXT_WIDTH - INDENT)
    return [rows_of(line, TEXT_WIDTH - INDENT, beside=0) for line in held] if rows is None else rows


def _rows(held: Sequence[Line], longest: float) -> list[list[Row]] | None:
    """Return the rows of a display of this width; None where some cannot be broken."""
    for beside in (BESIDE, 0.0):
        rows = [rows_of(line, longest, beside) for line in held]
        if width_of([row for found in rows for row in found]) <= longest:
            return rows
    return None


def _has_short_reason(line: Line) -> bool:
    words = (*line.reason, *(part for text in (*line.evidence.using, *line.evidence.conditions) for part in text))
    narrow = all(width(part) <= REASON - GAP for part in words if not isinstance(part, str))
    return narrow and width_of_text(words) <= MOST_LINES * REASON


def _display(lines: Sequence[str]) -> str:
    body = " \\\\\n".join(lines)
    return f"\\begin{{flalign*}}\n{body}\n\\end{{flalign*}}"


def _plain_rows(rows: Sequence[Row]) -> str:
    return " \\\\\n".join(f"{_row(row)} &&" for row in rows)


def _with_margin(line: Line, rows: Sequence[Row]) -> str:
    first, *rest = rows
    reason = f" && \\reason{{({line.number}) {_because(line)}}}"
    return " \\\\\n".join([_row(first) + reason, *(f"{_row(row)} &&" for row in rest)])


def _row(row: Row) -> str:
    left = "" if row.left is None else as_latex(row.left) + " "
    return f"  \\quad {left}& {'' if row.right is None else as_latex(row.right)}"


def _numbered(line: Line) -> str:
    return f"({line.number}) {_because(line)}:"


def _because(line: Line) -> str:
    """Return the reason of a line, its status where that is not to be expected, and what it rests on."""
    return ", ".join(part for part in (text_latex(line.reason), _rests(line)) if part)


def _rests(line: Line) -> str:
    held = {"using": line.evidence.using, "if": line.evidence.conditions}
    told = [f"{word} {' and '.join(map(text_latex, group))}" for word, group in held.items() if group]
    status = [] if line.status in UNMARKED else [f"\\emph{{{escaped(line.status)}}}"]
    problem = [escaped(line.evidence.problem)] if line.evidence.problem else []
    return ", ".join([*told, *status, *problem])


def text_latex(text: Text) -> str:
    """Return words with formulas among them.

    >>> from derive.formula.tree import Letter
    >>> text_latex(("the mean of ", Letter("x")))
    'the mean of $x$'
    """
    return "".join(escaped(part) if isinstance(part, str) else f"${as_latex(part)}$" for part in text)
