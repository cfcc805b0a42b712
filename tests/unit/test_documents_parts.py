"""Documents: which stretches are formulas, which are prose, and where they stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from derive.documents.errors import DocumentError
from derive.documents.files import Document, open_document, read_document
from derive.documents.parts import Formula, Prose

MARKDOWN = [
    ("Let $x = 1$ be.", ["x = 1"]),
    ("a\n\n$$\nx = 1\n$$\n", ["x = 1"]),
    (r"\[ a = b \] and \( c \)", ["a = b", "c"]),
    ("```math\na = b\n```\n", ["a = b"]),
    ("```{math}\n:label: eq\n\na = b\n```\n", ["a = b"]),
    (":::{math}\na = b\n:::\n", ["a = b"]),
    (r"\begin{align*} a &= b \end{align*}", ["a &= b"]),
    ("{math}`a = b` in a line", ["a = b"]),
    ("$`a = b`$", ["a = b"]),
    ("costs $5 and $6 only", []),
    ("`$x$` is code, $y$ is not", ["y"]),
    ("```python\nx = '$a$'\n```\n$b$", ["b"]),
    ("<!-- $x$ --> $y$", ["y"]),
    (r"\$ 3 and $a$", ["a"]),
    ("> $$\n> a = b\n> $$", ["a = b"]),
    ("$$ never closed", []),
    ("```math\nnever closed", []),
]


def formulas(document: Document) -> list[str]:
    """Return the texts of all formulas."""
    return [p.text.strip() for p in document.parts if isinstance(p, Formula)]


@pytest.mark.parametrize(("text", "found"), MARKDOWN)
def test_formulas_of_markdown(text: str, found: list[str]) -> None:
    """Dollars, brackets, fences and environments delimit formulas; code and comments hide them."""
    assert formulas(read_document(text)) == found


def test_formulas_of_latex() -> None:
    """The preamble, comments, verbatim text and what follows the end are not read; macros are put in."""
    text = r"""\documentclass{article}
\newcommand{\w}{\mathbf{w}}
$preamble$
\begin{document}
Let $\w$ be % $hidden$
\begin{verbatim} $v$ \end{verbatim}
\begin{equation} a = 5\% \end{equation}
\end{document} $after$"""
    document = read_document(text, kind="latex", file="a.tex")
    assert formulas(document) == [r"\mathbf{w}", r"a = 5\%"]
    place = next(p.source.place(p.span) for p in document.parts if isinstance(p, Formula))
    assert (place.line, place.column, place.length) == (5, 6, 2)


def test_places_count_from_one() -> None:
    """Line and column are those that an editor shows."""
    document = read_document("first\nab $x$\n", file="a.md")
    (formula,) = [p for p in document.parts if isinstance(p, Formula)]
    assert str(formula.source.place(formula.span)) == "a.md:2:5"


def test_comments_that_speak_to_derive_are_read() -> None:
    """Both kinds of comment hold declarations; other comments do not."""
    document = read_document("<!-- derive: $x$ is real -->\n<!-- $y$ -->\n", file="a.md")
    assert [p.text for p in document.parts if isinstance(p, Formula) and p.aside] == ["x"]
    latex = read_document("% derive: $z > 0$\n% $y$\n", kind="latex")
    assert [p.text for p in latex.parts if isinstance(p, Formula)] == ["z > 0"]


def test_notebooks_give_the_cell(tmp_path: Path) -> None:
    """Only Markdown cells are read; lines count within a cell."""
    cells = [
        {"cell_type": "code", "source": "y = '$a$'"},
        {"cell_type": "markdown", "source": ["# T\n", "Let $x = 1$"]},
    ]
    path = tmp_path / "n.ipynb"
    _ = path.write_text(json.dumps({"cells": cells}))
    (formula,) = [p for p in open_document(path, shown="n.ipynb").parts if isinstance(p, Formula)]
    place = formula.source.place(formula.span)
    assert (place.cell, place.line, place.column) == (1, 2, 6)


def test_inputs_are_read_where_they_stand(tmp_path: Path) -> None:
    r"""`\input` reads a file of the folder, in its place, with its own lines."""
    _ = (tmp_path / "main.tex").write_text("$a$\n\\input{part}\n$c$\n")
    _ = (tmp_path / "part.tex").write_text("\n$b$\n")
    parts = [p for p in open_document(tmp_path / "main.tex", shown="main.tex").parts if isinstance(p, Formula)]
    assert [(p.text, p.source.place(p.span).line) for p in parts] == [("a", 1), ("b", 2), ("c", 3)]
    assert [p.source.file for p in parts] == ["main.tex", "part.tex", "main.tex"]


def test_no_file_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    """Neither a path upwards, nor an absolute path, nor a link leads out of the folder; a circle ends."""
    secret, folder = tmp_path / "secret.tex", tmp_path / "paper"
    folder.mkdir()
    _ = secret.write_text("$s$")
    (folder / "link.tex").symlink_to(secret)
    _ = (folder / "a.tex").write_text(rf"$a$ \input{{../secret}}\input{{{secret}}}\input{{link}}\input{{a}}\input{{b}}")
    _ = (folder / "b.tex").write_text(r"$b$ \input{a}")
    assert formulas(open_document(folder / "a.tex")) == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.md", b"abc\0def", "it is binary"),
        ("a.ipynb", b"{", "its JSON cannot be read"),
        ("a.ipynb", b"[]", "it has no list of cells"),
        ("a.docx", b"", "this kind of file is not read"),
    ],
)
def test_what_is_no_document_is_refused(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    """The reason and a way out are in the error."""
    _ = (tmp_path / name).write_bytes(content)
    with pytest.raises(DocumentError, match=said):
        _ = open_document(tmp_path / name)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """It says that there is none."""
    with pytest.raises(DocumentError, match="cannot be read"):
        _ = open_document(tmp_path / "none.md")


def test_a_bad_encoding_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    """Bytes that are no text become replacement signs."""
    _ = (tmp_path / "a.md").write_bytes(b"\xff $x$")
    assert formulas(open_document(tmp_path / "a.md")) == ["x"]


def test_prose_lies_between_formulas() -> None:
    """Delimiters belong to neither."""
    texts = [p.text for p in read_document("Let $a$ be, $b$.").parts if isinstance(p, Prose)]
    assert texts == ["Let ", " be, ", "."]
