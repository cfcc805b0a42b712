"""The views of `derive check`: each shows every verdict, names the first wrong line, and escapes what it quotes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from shutil import which
from subprocess import run

import pytest
from click.testing import CliRunner, Result

from derive.cli import main
from derive.documents.files import read_document
from derive.documents.steps import steps_of
from derive.judge.problems import DECLARATIONS, ProblemError, declarations_of, with_problem
from derive.judge.result import Checked, Part
from derive.latex.as_mathml import mathml
from derive.latex.tree import Phrase
from derive.lectures.catalogue import CATALOGUE
from derive.render.checked_forms import FORMS, written
from derive.render.gradescope import results
from tests.oracles.test_browser import BROWSER, DARK, opened

DOCUMENT = r"""# Homework <script>alert(1)</script>

Let $x_i, w \in \mathbb{R}^D$ and $y_i \in \{0,1\}$ for $i = 1, \dots, N$, and $p_i = \sigma(w^\top x_i)$.
$$
\begin{aligned}
E(w) &= -\sum_{i=1}^N \left( y_i \log p_i + (1 - y_i) \log(1 - p_i) \right) \\
\nabla_w E &= \sum_{i=1}^N (p_i - y_i) x_i \\
&= \sum_{i=1}^N (y_i - p_i) x_i
\end{aligned}
$$
Then $\frac{1}{2} + \frac{1}{2} = 1$ and $\text{<script>alert(2)</script>} + \mystery{<i>} = 3$.
"""


def check(*arguments: str) -> Result:
    """Return what the command answers."""
    return CliRunner().invoke(main, ["check", *arguments])


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the same document in every form."""
    folder = tmp_path_factory.mktemp("<b> 50%")
    (folder / "hw_<script>.md").write_text(DOCUMENT, encoding="utf-8")  # pyright: ignore[reportUnusedCallResult] -- a count
    found: dict[str, str] = {}
    for form in FORMS:
        out = folder / f"out.{form}"
        result = check("--format", form, "--out", str(out), str(folder / "hw_<script>.md"))
        assert (result.exit_code, result.output) == (1, "")
        found[form] = out.read_text(encoding="utf-8")
    return found


def test_the_page_marks_each_line(views: dict[str, str]) -> None:
    """A word for each verdict, the first wrong line linked, its numbers and what it looks like."""
    page = views["html"]
    steps = re.findall(r'<details class="step ([\w-]+)" id="(\w+)"', page)
    assert [verdict for verdict, _ in steps] == ["definition", "proved", "refuted", "proved", "not-understood"]
    assert f'<a href="#{steps[2][1]}">First wrong: line 8</a>' in page
    assert page.count('<span class="badge refuted">refuted</span>') == 1
    assert "the sign of the whole side" in page
    assert "left side" in page
    assert page.count("<math") >= 10
    assert "What was declared and assumed" in page


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_nothing_of_the_document_is_html(views: dict[str, str], form: str) -> None:
    """Not in the words, not in a formula, not in the name of the file."""
    bare = re.sub(r"```latex\n.*?\n```|`[^`\n]+`", "", views[form], flags=re.DOTALL)
    assert re.search(r"(?<!\\)<(script|b|i)[\s>]", bare) is None
    assert "script" in bare


def test_the_page_needs_nothing_from_elsewhere(views: dict[str, str]) -> None:
    """No script, no address, no import."""
    for sign in ("<script", "http:", "https:", "@import", "url("):
        assert sign not in views["html"]


@pytest.mark.skipif(not BROWSER, reason="chromium is not installed")
def test_the_page_in_a_browser(views: dict[str, str], tmp_path: Path) -> None:
    """Formulas have boxes, a telephone need not scroll sideways, nothing is fetched, dark is dark."""
    for width, options in ((1200, ()), (500, (DARK,))):
        found, said = opened(views["html"], tmp_path, *options, width=width)
        assert [box for box in found["formulas"] if not (3 < box[0] < 1500 and 3 < box[1] < 200)] == []
        assert found["wide"] <= 0
        assert found["fetched"] == []
        assert "CONSOLE" not in said
        assert found["focusable"] == found["details"] == 5


def test_a_cell_begins_a_paragraph() -> None:
    """The words of two cells of a notebook do not run together."""
    parts = tuple(Part(kind="prose", text=f"Cell {cell}.", line=1, cell=cell) for cell in (0, 1))
    page = written([Checked(file="a.ipynb", parts=parts)], "html")
    assert [f'<div class="written">Cell {cell}.</div>' in page for cell in (0, 1)] == [True, True]


def test_markdown_quotes_and_marks(views: dict[str, str]) -> None:
    """The line as it is written, and its verdict below."""
    text = views["markdown"]
    assert "**First wrong: line 8:4**" in text
    assert "```latex\n= \\sum_{i=1}^N (y_i - p_i) x_i\n```\n\n- line 8:4: **refuted** (WRONG)" in text


@pytest.mark.skipif(which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_report_is_latex(views: dict[str, str], tmp_path: Path) -> None:
    """It is set without an error, and what looked like LaTeX in the words is text."""
    source = tmp_path / "report.tex"
    _ = source.write_text(views["latex"], encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", source.name]
    done = run(command, cwd=tmp_path, capture_output=True, check=False, timeout=100)  # noqa: S603 -- our own report
    assert done.returncode == 0, done.stdout[-1500:]
    assert r"\textcolor{refuted}" in views["latex"]


def test_gradescope_takes_a_share_for_what_is_wrong(views: dict[str, str]) -> None:
    """Four claims at 100 points: one is wrong, and one is for a person."""
    found = json.loads(views["gradescope"])
    assert found["score"] == 75
    assert [test["score"] for test in found["tests"]] == [25, 0, 25, 25]
    assert [test["status"] for test in found["tests"]] == ["passed", "failed", "passed", "passed"]
    assert sum("For a person" in test["output"] for test in found["tests"]) == 1
    assert sum(test["max_score"] for test in found["tests"]) == 100


def test_what_claims_nothing_gets_nothing() -> None:
    """An empty file is no way to full points."""
    assert results([Checked(file="a.md"), Checked(file="b.md", problem="it is binary")], points=8)["score"] == 0
    assert "it is binary" in written([Checked(file="b.md", problem="it is binary")], "latex")


def test_out_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """With the place, and exit code 2."""
    source = tmp_path / "a.md"
    _ = source.write_text("$1 = 1$", encoding="utf-8")
    result = check("--out", str(tmp_path / "no" / "a.txt"), str(source))
    assert (result.exit_code, "--out" in result.output) == (2, True)


def test_a_problem_declares_what_the_homework_does_not(tmp_path: Path) -> None:
    """Without it the gradient says nothing of its letters; its assumptions say where they are from."""
    source = tmp_path / "hw.md"
    _ = source.write_text(
        r"$$ \ell(w) = \sum_{i=1}^N \left( y_i \log p_i + (1 - y_i) \log(1 - p_i) \right) $$"
        "\n"
        r"$$ \nabla_w \ell = \sum_{i=1}^N (y_i - p_i) x_i $$",
        encoding="utf-8",
    )
    alone = json.loads(check("--json", str(source)).output)
    told = json.loads(check("--json", "--problem", "logistic-gradient", str(source)).output)
    assert "proved" not in alone["summary"]
    assert told["summary"] == {"proved": 1, "definition": 1}
    assert [step["line"] for step in told["steps"]] == [1, 2]
    assert {said.get("source") for said in told["assumptions"]} == {"from --problem logistic-gradient", None}
    assert "from --problem logistic-gradient" in written_as_html(source)


def written_as_html(source: Path) -> str:
    """Return the page of a document with a problem."""
    return check("--format", "html", "--problem", "logistic-gradient", str(source)).output


def test_every_derivation_is_a_problem() -> None:
    """The names are those of the catalogue."""
    assert DECLARATIONS.keys() == {entry.name for entry in CATALOGUE}


@pytest.mark.parametrize("name", DECLARATIONS)
def test_the_declarations_are_understood(name: str) -> None:
    """Nothing in them is a claim that would have to be proved, or a hole; something is declared."""
    found = steps_of(with_problem(read_document(""), name))
    assert [step.text for step in found.steps if step.kind in {"claim", "implies", "given"} or step.holes] == []
    assert found.declared


def test_a_name_that_is_none_has_neighbours() -> None:
    """The error names them."""
    with pytest.raises(ProblemError, match="logistic-gradient"):
        _ = declarations_of("logistc-gradent")
    assert check("--problem", "no-such", "a.md").exit_code == 2


def test_words_that_are_none_are_set() -> None:
    """Empty braces, and blanks alone, which stay as wide as they are."""
    shown = [mathml(Phrase(text)) for text in ("", "  ", " if ")]
    assert [text.count("\u00a0") for text in shown] == [0, 2, 2]
    assert "if" in shown[2]
