"""The views of `derive check`: each shows every verdict, names the first wrong line, and escapes what it quotes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from derive.cli import main
from derive.judge.line import Ask, Assumption, Checked, Line, Part, strict
from derive.judge.told import Told
from derive.lectures.catalogue import CATALOGUE
from derive.views.checked import FORMS, written
from derive.words import named, row_of, said_by
from tests.checked_views import disagreeing
from tests.documents import checked, opened

DOCUMENT = r"""# Homework <script>alert(1)</script>

Let $x_i, w \in \mathbb{R}^D$ and $y_i \in \{0,1\}$ for $i = 1, \dots, N$, and $p_i = \frac{1}{1 + e^{-w^\top x_i}}$.
$$
\begin{aligned}
L(w) &= -\sum_{i=1}^N \left( y_i \log p_i + (1 - y_i) \log(1 - p_i) \right) \\
\nabla_w L &= \sum_{i=1}^N (p_i - y_i) x_i \\
&= \sum_{i=1}^N (y_i - p_i) x_i
\end{aligned}
$$
Then $\frac{1}{2} + \frac{1}{2} = 1$ and $\text{<script>alert(2)</script>} + \mystery{<i>} = 3$.
"""


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the same document in every form."""
    path = tmp_path_factory.mktemp("<b> 50%") / "hw_<script>.md"
    _ = path.write_text(DOCUMENT, encoding="utf-8")
    document = opened(path, parts=True)
    return {form: written([document], form) for form in FORMS}


def test_the_page_marks_each_line(views: dict[str, str]) -> None:
    """A word for each verdict, the first wrong line linked, its numbers and what it looks like."""
    page = views["html"]
    steps = re.findall(r'<details class="step ([\w-]+)" id="(\w+)"', page)
    assert [verdict for verdict, _ in steps] == ["definition"] * 4 + ["proved", "refuted", "proved"] + [
        "not-understood"
    ] * 2
    assert f'<a href="#{steps[5][1]}">first wrong: line 8</a>; 2 not understood; 2 ok; 4 definitions' in page
    assert page.count('<span class="badge bad">refuted</span>') == 1
    assert page.count("<math") >= 10
    for words_of_it in ("the sign", "should be", "left side"):
        assert words_of_it in page


@pytest.mark.parametrize("form", ["html", "markdown"])
def test_nothing_of_the_document_is_html(views: dict[str, str], form: str) -> None:
    """Not in the words, not in a formula, not in the name of the file; and the page needs nothing from elsewhere."""
    bare = re.sub(r"```latex\n.*?\n```|`[^`\n]+`", "", views[form], flags=re.DOTALL)
    assert re.search(r"(?<!\\)<(script|b|i)[\s>]", bare) is None
    assert "script" in views[form]
    assert [sign for sign in ("<script", "http:", "https:", "@import", "url(") if sign in views["html"]] == []


def test_markdown_quotes_and_marks(views: dict[str, str]) -> None:
    """The line as it is written, and its verdict below."""
    text = views["markdown"]
    assert "**first wrong: line 8; 2 not understood; 2 ok; 4 definitions**" in text
    assert "```latex\n= \\sum_{i=1}^N (y_i - p_i) x_i\n```\n\n- line 8:4: **refuted** (WRONG)" in text


def test_gradescope_takes_a_share_for_what_is_wrong(views: dict[str, str]) -> None:
    """Five claims at 100 points: one is wrong, and two are for a person."""
    found = json.loads(views["gradescope"])
    assert (found["score"], sum(test["max_score"] for test in found["tests"])) == (80, 100)
    scores = [(test["score"], test.get("status")) for test in found["tests"]]
    assert scores == [(20, "passed"), (0, "failed"), (20, "passed"), (20, None), (20, None)]
    assert sum("For a person" in test["output"] for test in found["tests"]) == 2


def test_what_claims_nothing_gets_nothing() -> None:
    """An empty file is no way to full points."""
    lost = [Checked(file="a.md"), Checked(file="b.md", problem="it is binary")]
    assert json.loads(written(lost, "gradescope", points=8))["score"] == 0
    assert "it is binary" in written(lost[1:], "latex")


def test_a_cell_begins_a_paragraph() -> None:
    """The words of two cells of a notebook do not run together."""
    parts = tuple(Part(kind="prose", text=f"Cell {cell}.", line=1, cell=cell) for cell in (0, 1))
    page = written([Checked(file="a.ipynb", parts=parts)], "html")
    assert [f'<div class="written">Cell {cell}.</div>' in page for cell in (0, 1)] == [True, True]


@pytest.mark.parametrize("form", ["html", "markdown", "latex"])
def test_every_view_says_where_an_assumption_stands(form: str) -> None:
    """In which cell, in which other file, or in no file."""
    for source, cell, place in (
        ("a.ipynb", 2, "cell 2, line 7"),
        ("b.md", None, "b.md, line 7"),
        ("from --problem lms", None, "from --problem lms"),
    ):
        said = Assumption(says=Told("x"), line=7, column=1, source=source, cell=cell)
        page = written([Checked(file="a.ipynb", assumptions=(said,))], form)
        (line,) = [line for line in page.splitlines() if place in line]
        assert (line.count("line 7"), "a.ipynb" in line) == (place.count("line 7"), False)


def test_a_step_of_an_included_file_says_so(tmp_path: Path) -> None:
    """Its line is that of the other file, and every view names that file."""
    _ = (tmp_path / "main.tex").write_text("Let $x \\in \\mathbb{R}$.\n\\input{part}\n$$x + x = 2 x$$\n")
    _ = (tmp_path / "part.tex").write_text("In the part:\n\n\n\n$$(x + 1)^2 = x^2 + 2 x + 1$$\n")
    document = opened(tmp_path / "main.tex", parts=True)
    assert [(line.source, line.line, line.verdict) for line in document.lines if line.word.claims] == [
        ("part.tex", 5, "proved"),
        ("", 3, "proved"),
    ]
    assert disagreeing(document) == []


GRADIENT = r"""$$ \ell(w) = \sum_{i=1}^N \left( y_i \log p_i + (1 - y_i) \log(1 - p_i) \right) $$
$$ \nabla_w \ell = \sum_{i=1}^N (y_i - p_i) x_i $$"""


def test_a_problem_declares_what_the_homework_does_not() -> None:
    """Without it the gradient says nothing of its letters; its assumptions say where they are from."""
    alone, told = checked(GRADIENT), checked(GRADIENT, problem="logistic-gradient")
    assert "proved" not in alone.counts
    assert (told.counts, [line.line for line in told.lines]) == ({"proved": 1, "definition": 1}, [1, 2])
    assert "from --problem logistic-gradient" in {said.source for said in told.assumptions}
    assert "from --problem logistic-gradient" in written([told], "html")
    wrong = checked(GRADIENT.replace("y_i - p_i", "y_i + p_i"), problem="logistic-gradient")
    assert wrong.counts == {"refuted": 1, "definition": 1}


def test_every_derivation_is_a_problem() -> None:
    """What is declared for it claims nothing that would have to be proved, and has no hole; something is declared."""
    for entry in CATALOGUE:
        found = checked("Then $1 = 1$.", problem=entry.name)
        assert (entry.name, found.counts) == (entry.name, {"proved": 1})
        assert {said.source for said in found.assumptions} == {f"from --problem {entry.name}"}


def test_out_takes_a_form(tmp_path: Path) -> None:
    """A file in place of the terminal, which then stays empty; the exit code says how it went."""
    source, out = tmp_path / "a.md", tmp_path / "a.html"
    _ = source.write_text("Then $1 + 1 = 3$.", encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "--format", "html", "--out", str(out), str(source)])
    assert (result.exit_code, result.output) == (1, "")
    assert 'badge bad">refuted' in out.read_text(encoding="utf-8")


DIRECTED = "<!-- derive: $a > 0$ -->\n\nThen $|a| = a$, and $1 + 1 = 2$.\n"


def test_a_grader_may_switch_directives_off(tmp_path: Path) -> None:
    """What is in force is told of in every view; without directives it is as if nothing were said."""
    path = tmp_path / "a.md"
    _ = path.write_text(DIRECTED, encoding="utf-8")
    heard, deaf = opened(path), opened(path, directives=False)
    assert [said.says.text for said in heard.directives] == ["a > 0"]
    assert (deaf.lines[0].verdict == "proved", deaf.lines[1].verdict, deaf.directives) == (False, "proved", ())
    assert [form for form in FORMS if "1 directive in force" not in " ".join(written([heard], form).split())] == []
    assert [form for form in FORMS if "directive in force" in " ".join(written([deaf], form).split())] == []


def test_a_log_of_sarif_has_what_a_review_needs() -> None:
    """Each rule once, places within the file, levels of the table, right lines only if they are wanted."""
    lines = tuple(
        Line(line=n, column=2, length=3, left="a", sign="=", right="b", verdict=word)
        for n, word in enumerate(said_by("check"), 1)
    )
    (run,) = json.loads(written([Checked(file="a b.md", lines=lines)], "sarif", every=True))["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [row_of(line.verdict).json for line in lines]
    assert [result["level"] for result in run["results"]] == [line.word.level for line in lines]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20b.md"
    assert place["region"] == {"startLine": 1, "startColumn": 2, "endColumn": 5}
    told = json.loads(written([Checked(file="a.md", lines=lines)], "sarif"))["runs"][0]["results"]
    assert [named(each["ruleId"]).passes for each in told] == [False] * len(told)


def test_a_report_for_builds_counts_what_is_wrong_and_what_is_open() -> None:
    """In well-formed XML, whatever the document holds."""
    lines = tuple(
        Line(line=1, column=1, left="a\x00<b>", sign="=", right='"&', verdict=word)
        for word in ("proved", "refuted", "undecided", "definition")
    )
    suites = ET.fromstring(written([Checked(file='"<a>.md', lines=lines), Checked(file="b.md")], "junit"))  # noqa: S314
    told = [{name: suite.attrib[name] for name in ("tests", "failures", "errors", "skipped")} for suite in suites]
    assert [" ".join(each.values()) for each in told] == ["3 1 0 1", "1 0 1 0"]
    assert [suite.attrib["name"] for suite in suites] == ['"<a>.md', "b.md"]


ASKED = Line(
    line=3,
    column=1,
    left="x",
    sign="=",
    right="y",
    verdict="undecided",
    asks=(Ask(directive="A is symmetric"), Ask(directive="z in R^K")),
)
SUMMARIES = {
    "nothing wrong; 1 question": (ASKED,),
    "first wrong: line 4, 2 in all; 2 questions": (
        ASKED,
        replace(ASKED, cell=2),
        replace(ASKED, line=4, verdict="refuted"),
        replace(ASKED, line=5, verdict="finding"),
    ),
    "nothing wrong; 1 not understood; 1 not reached": (
        replace(ASKED, asks=(), verdict="not understood"),
        replace(ASKED, asks=(), reached=False),
    ),
    "nothing is claimed; 2 definitions": (replace(ASKED, verdict="definition"),) * 2,
    "nothing wrong; 2 ok, 1 of them only sampled, 1 of them assuming a, b (by a directive) and more": (
        replace(ASKED, verdict="sampled"),
        replace(ASKED, verdict="proved", assuming=(Told("a"),), directives=(Told("b"),), unstated=(Told("c"),)),
    ),
}


@pytest.mark.parametrize("summary", SUMMARIES)
def test_the_summary_counts(summary: str) -> None:
    """What is wrong, what is asked, what is open in another way, what is right and on what it rests."""
    assert Checked(file="a.md", lines=SUMMARIES[summary]).summary == summary


def test_under_strict_the_exit_code_says_so(tmp_path: Path) -> None:
    """And a plain document is as it was."""
    _ = (tmp_path / "a.md").write_text("Then $1 + 1 = 2$.", encoding="utf-8")
    assert CliRunner().invoke(main, ["check", "--strict", str(tmp_path / "a.md")]).exit_code == 0
    found = Checked(file="a.md", lines=(replace(ASKED, verdict="proved", unstated=(Told("A is symmetric"),)),))
    assert (found.exit_code, strict(found).exit_code) == (0, 3)
