"""What `derive check` takes: formulas and prose in Markdown, LaTeX and notebooks; and what it answers to bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli import main
from tests.documents import checked, opened, parts, steps

MARKDOWN = {
    "Let $x = 1$ be.": ["x = 1"],
    "a\n\n$$\nx = 1\n$$\n": ["x = 1"],
    r"\[ a = b \] and \( c \)": ["a = b", "c"],
    "```math\na = b\n```\n": ["a = b"],
    "```{math}\n:label: eq\n\na = b\n```\n": ["a = b"],
    ":::{math}\na = b\n:::\n": ["a = b"],
    r"\begin{align*} a &= b \end{align*}": ["a = b"],
    "{math}`a = b` in a line": ["a = b"],
    "$`a = b`$": ["a = b"],
    "costs $5 and $6 only": [],
    "`$x$` is code, $y$ is not": ["y"],
    "```python\nx = '$a$'\n```\n$b$": ["b"],
    "<!-- $x$ --> $y$": ["y"],
    r"\$ 3 and $a$": ["a"],
    "> $$\n> a = b\n> $$": ["a = b"],
    "$$ never closed": [],
    "```math\nnever closed": [],
}


def test_formulas_of_markdown() -> None:
    """Dollars, brackets, fences and environments delimit formulas; code and comments hide them."""
    assert {text: [part.text for part in parts(text)] for text in MARKDOWN} == MARKDOWN


def test_formulas_of_latex() -> None:
    """The preamble, comments, verbatim text and what follows the end are not read; macros are put in."""
    text = r"""\documentclass{article}
\newcommand{\w}{\mathbf{w}} \DeclareMathOperator{\KL}{KL}
$preamble$
\begin{document}
Let $\w$ be $\KL(p)$ % $hidden$
\begin{verbatim} $v$ \end{verbatim}
\begin{equation} a = 5\% \end{equation}
\end{document} $after$"""
    found = [(part.text, part.line) for part in parts(text, "tex")]
    assert found == [(r"\mathbf{w}", 5), (r"\operatorname{KL}(p)", 5), (r"a = 5\%", 7)]


def test_prose_lies_between_formulas() -> None:
    """Delimiters belong to neither."""
    found = checked("Let $a$ be, $b$.", parts=True).parts
    assert [(part.kind, part.text) for part in found] == [
        ("prose", "Let "),
        ("inline", "a"),
        ("prose", " be, "),
        ("inline", "b"),
        ("prose", "."),
    ]


@pytest.mark.parametrize("kind", ["md", "tex"])
def test_what_comments_say_is_listed(kind: str) -> None:
    """With its place: what speaks to derive is in force, and of what does not it is said that it is not."""
    comments = {"md": "<!-- derive: $z > 0$ -->\n<!-- $y > 0$ -->\n", "tex": "% derive: $z > 0$\n% $y > 0$\n"}[kind]
    found = checked(comments + "Then $1 = 1$.", kind).assumptions
    assert [(said.directive, said.line, said.column) for said in found] == [
        (True, 1, {"md": 14, "tex": 11}[kind]),
        (False, 2, 1),
    ]
    assert [part.text for part in parts(comments, kind)] == []


def test_what_a_line_assumes_is_said() -> None:
    """In the notation of the document, with its place."""
    step = steps("Let $p \\in \\mathbb{R}^K$\nwith $\\sum_k p_k = 1$. Then $\\sum_k 2 p_k = 2$.")[-1]
    assert (step.verdict, [said.latex for said in step.assuming]) == ("proved", [r"$\sum_k p_k = 1$ (line 2)"])


def test_notebooks_give_the_cell(tmp_path: Path) -> None:
    """Only Markdown cells are read; lines count within a cell."""
    cells = [
        {"cell_type": "code", "source": "y = '$a = 1$'"},
        {"cell_type": "markdown", "source": ["# T\n", "Then $2 = 1 + 1$"]},
    ]
    path = tmp_path / "n.ipynb"
    _ = path.write_text(json.dumps({"cells": cells}))
    (step,) = opened(path).lines
    assert (step.cell, step.line, step.column, step.verdict) == (1, 2, 11, "proved")


def test_inputs_are_read_where_they_stand(tmp_path: Path) -> None:
    r"""`\input` reads a file of the folder, in its place, with its own lines."""
    _ = (tmp_path / "main.tex").write_text("$1 = 1$\n\\input{part}\n$3 = 3$\n")
    _ = (tmp_path / "part.tex").write_text("\n$2 = 2$\n")
    found = opened(tmp_path / "main.tex").lines
    assert [(s.right, Path(s.source).name, s.line) for s in found] == [("1", "", 1), ("2", "part.tex", 2), ("3", "", 3)]


def test_no_file_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    """Neither a path upwards, nor an absolute path, nor a link leads out of the folder; a circle ends."""
    secret, folder = tmp_path / "secret.tex", tmp_path / "paper"
    folder.mkdir()
    _ = secret.write_text("$4 = 4$")
    (folder / "link.tex").symlink_to(secret)
    _ = (folder / "a.tex").write_text(
        rf"$1=1$ \input{{../secret}}\input{{{secret}}}\input{{link}}\input{{a}}\input{{b}}"
    )
    _ = (folder / "b.tex").write_text(r"$2=2$ \input{a}")
    found = opened(folder / "a.tex").lines
    assert [step.right for step in found if step.verdict == "proved"] == ["1", "2"]
    reasons = [step.says for step in found if step.verdict != "proved"]
    assert [reason.split(".")[0] for reason in reasons] == [
        *["it lies outside of the folder of the document"] * 3,
        *["it inputs itself"] * 2,
    ]


FILES = {
    "binary.md": (b"a\0b", 2, "it is binary. Give the source, not a compiled file, as a text in UTF-8"),
    "picture.png": (b"\x89PNG", 2, "this kind of file is not read. Give one of .md, .markdown,"),
    "broken.ipynb": (b"{", 2, "it is no notebook: its JSON cannot be read. Save it again from Jupyter"),
    "no-cells.ipynb": (b'{"cells": 3}', 2, "it is no notebook: it has no list of cells"),
    "list.ipynb": (b"[]", 2, "it is no notebook: it has no list of cells"),
    "empty.md": (b" \n", 2, "it is empty. Give a document with formulas"),
    "latin.md": (
        "F\u00fcr $x = 3$ gilt $x + \u00a7 = 2$.".encode("cp1252"),
        3,
        "the sign '\u00a7' is not known in a formula",
    ),
    "half.md": (b"\xff Then $1 = 1$.", 0, ""),
    "braces.md": (
        rb"Then $$ \frac{1{2} = 3 $$",
        3,
        "a brace is opened and never closed",
    ),
    "unclosed.md": (b"Then\n$$ a = b\n\nand so on.", 3, "this formula never ends"),
    "cyclic.tex": (rb"\newcommand{\a}{\b}\newcommand{\b}{\a} Then $\a = 1$.", 3, r"the command \a is not known"),
    "endless.tex": (b"\\input{endless}\nThen $1 = 1$.", 3, "it inputs itself"),
    "alone.tex": (
        b"\\input{missing}\nThen $1 = 1$.",
        3,
        "there is no such file beside the document",
    ),
    "deep.md": (
        b"$$" + b"{" * 300 + b"x" + b"}" * 300 + b" = 1$$",
        3,
        "nested more than 50 levels deep",
    ),
    "long.md": (b"$$" + b"x + " * 30_000 + b"x = 1$$", 3, "a formula of more than 100000 characters"),
    "digits.md": (b"Then $" + b"9" * 300 + b" = 1$.", 3, "a number of more than 200 digits"),
    "power.md": (b"Then $10^{10^{10}} = 1$.", 3, "limit reached: binary digits of a number = 20000"),
    "comment.md": (
        b"<!-- derive: let the frobnicator be blue -->\nThen $1 = 1$.",
        3,
        "'let the frobnicator be blue': this is no directive. Say one of: A is symmetric",
    ),
    "scripts.md": (b"Then $x^a^b = 1$.", 3, "two exponents on one base"),
    "indices.md": (b"Then $x_a_b = 1$.", 3, "two indices on one base"),
    "digit.md": (b"Then $x^10 = 1$.", 3, "only the first digit is in the script; put braces around the number"),
    "out.md": (b"Then $a + b) = 1$.", 3, "')' is out of place here"),
    "crossed.md": (rb"Then $(a + b]^2 + \{c) = 1$.", 3, "'{' is closed by ')'"),
    "open.md": (b"Then $(a + b = 1$.", 3, "it is never closed"),
    "bar.md": (b"Then $|a = 1$.", 3, "a bar is opened and never closed"),
    "left.md": (rb"Then $\left( a = 1$.", 3, "it is never closed"),
    "nothing.md": (rb"Then $a + + = 1$.", 3, "something is missing here"),
    "times.md": (rb"Then $a \cdot = 1$.", 3, "something is missing here"),
    "table.md": (rb"$$ \begin{tabular} a \end{tabular} = 1 $$", 3, "the environment tabular is not known"),
    "begun.md": (rb"$$ \begin{pmatrix} a = 1 $$", 3, "the environment pmatrix is never ended"),
    "ended.md": (rb"$$ \begin{pmatrix} a \end{cases} = 1 $$", 3, "the environment pmatrix is ended by cases"),
    "hat.md": (rb"Then $\hat{a + b} = 1$.", 3, "\\hat over something that is no name"),
    "mark.md": (b"Then $(a & b) = 1$.", 3, "it is never closed"),
    "script.md": (b"Then $<script>alert(1)</script> = 1$.", 3, "'/' is out of place here"),
}


@pytest.mark.parametrize("code", [0, 2, 3])
def test_a_bad_file_is_answered(tmp_path: Path, code: int) -> None:
    """With the reason and a way out, and an exit code that says whether all is right."""
    rows = {name: (content, says) for name, (content, wanted, says) in FILES.items() if wanted == code}
    found: dict[str, tuple[int, str]] = {}
    for name, (content, _) in rows.items():
        _ = (tmp_path / name).write_bytes(content)
        document = opened(tmp_path / name)
        found[name] = document.exit_code, "\n".join([document.problem, *(step.says for step in document.lines)])
    assert {name: given for name, given in found.items() if given[0] != code or rows[name][1] not in given[1]} == {}


CALLS = {
    "missing.md": "'missing.md': there is no such file or folder. Check the name.",
    "folder": "'folder': there is no document in this folder. Name a file, or a folder with .ipynb, .ltx, .markdown,",
    "loop.md": "'loop.md': it cannot be read (Too many levels of symbolic links). Check the name and the permissions.",
    "": "Missing argument 'PATHS...'.",
    "ok.md --format docx": "'docx' is not one of 'text', 'json', 'html', 'markdown', 'latex', 'gradescope', ",
    "ok.md --problem lgistic-gradient": "there is no such problem. Try logistic-gradient or softmax-gradient or",
    "ok.md --points 3": "'3.0' in --points: text has no points. Add --format gradescope.",
    "ok.md --out folder": "'folder' in --out: this is a folder. Name another file.",
    "ok.md --out nowhere/out.txt": "'nowhere/out.txt' in --out: there is no folder nowhere. Make it, or name another",
    "ok.md --timeout 0": "Invalid value for '--timeout': 0.0 is not in the range x>=0.01.",
    "ok.md --memory 10": "Invalid value for '--memory': 10 is not in the range x>=256.",
}


def test_a_bad_call_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the value, its place, the reason and a way out, and exit code 2; nothing is judged."""
    monkeypatch.chdir(tmp_path)
    _ = Path("ok.md").write_text("Then $1 = 1$.")
    Path("folder").mkdir()
    Path("loop.md").symlink_to("loop.md")
    found = {call: CliRunner().invoke(main, ["check", *call.split()]) for call in CALLS}
    assert {call: result.exit_code for call, result in found.items()} == dict.fromkeys(CALLS, 2)
    assert {call: result.output for call, result in found.items() if CALLS[call] not in result.output} == {}
