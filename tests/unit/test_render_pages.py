"""Views of one result: text, Markdown and JSON say the same, and Markdown is what forges can show."""

from __future__ import annotations

import re
from dataclasses import replace
from json import loads

import pytest
from inline_snapshot import snapshot as inline
from syrupy.assertion import SnapshotAssertion

from derive.judge.result import Checked
from derive.judge.result import Step as Judged
from derive.render.as_json import as_text, derivation_json, report_json
from derive.render.checked import checked_json
from derive.render.crosscheck import CheckView
from derive.render.example import ExampleView
from derive.render.markdown import blocks, derivation_page, prose
from derive.render.pages import errata_page, index_page, lecture_page
from derive.render.summary import failures
from derive.render.view import ClaimView, DerivationView, view_claim, view_derivation
from tests import samples
from tests.house.files import ROOT

TITLES = {"l7": "Lecture 7"}
EXAMPLE = ExampleView("two", "Two points", "m146", 222, ("step",), (("1",),), ("Done.",), "", "")
CHECK = CheckView("svm", "weak duality", "theorem", "no dual value is above the primal", "runs", "right", "5 of 5 runs")


@pytest.fixture(scope="module")
def honest() -> DerivationView:
    """Return a small derivation."""
    return view_derivation(samples.honest())


@pytest.fixture(scope="module")
def claims() -> list[ClaimView]:
    """Return a claim of each kind."""
    return [view_claim(claim, claim.find()) for claim in samples.CLAIMS]


def test_page_of_a_derivation(honest: DerivationView, snapshot: SnapshotAssertion) -> None:
    """Chains are displays with numbered lines, and below them stand the reasons."""
    assert derivation_page(honest) == snapshot


def test_displays_stand_alone(honest: DerivationView) -> None:
    """Before and after a display is an empty line, and a double backslash ends its line: GitHub needs both."""
    page = derivation_page(honest)
    assert (
        len(re.findall(r"(?:^|\n\n)\$\$\n\\begin\{aligned\}\n[^$]*\n\\end\{aligned\}\n\$\$\n\n", page))
        == page.count("$$") / 2
    )
    assert all(line.endswith(r"\\") for line in page.splitlines() if r"\\" in line)


def test_a_solved_equation_is_shown_before_the_solution_is_put_in(honest: DerivationView) -> None:
    """The line says that the gradient is zero; what was compared is in the JSON."""
    solved = honest.steps[2]
    assert solved.continues
    assert solved.shown == honest.steps[1].rhs
    assert solved.lhs != solved.shown


def test_blocks_lose_no_line(honest: DerivationView) -> None:
    """Every step is in exactly one block, in order."""
    numbers = [number for block in blocks(honest.steps) for number, _ in block]
    assert numbers == list(range(1, len(honest.steps) + 1))


def test_marks_are_escaped() -> None:
    """What Markdown would take for a mark is escaped, in prose; formulas and code are left alone."""
    assert prose("a_1 * b | <c> $x_1$ `y_1`") == r"a\_1 \* b \| \<c> $x_1$ `y_1`"
    assert prose("x[1] sum[n=1](2)") == "x[1] sum[n=1]&#40;2)"
    assert prose("$|a|*b$, `a|b`") == r"$\vert a\vert \ast b$, `a\|b`"


def test_tables_have_as_many_cells_as_columns(honest: DerivationView, claims: list[ClaimView]) -> None:
    """No bar in a claim or a reason makes a cell of its own."""
    for page in (lecture_page("l7", "Lecture 7", [honest], claims), index_page([honest], claims, TITLES)):
        for table in re.findall(r"(?:^\|.*\|\n)+", page, re.MULTILINE):
            cells = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
            assert len(cells) == 1


def test_errata_show_what_is_wrong_and_nothing_else(claims: list[ClaimView]) -> None:
    """A refuted claim with its counterexample, a wrong number, a missing convention; no claim that holds."""
    page = errata_page(claims, TITLES)
    assert re.findall(r"### (.*)", page) == ["l7:12: wrong as printed", "l7:21: definition", "l7:22: refuted"]
    assert "- found: at z = 2: left side 2, right side 4" in page
    assert "- repair: z is z" in page
    assert r"- needs the convention: sign(0) = 1" in page


def test_a_failure_is_said_on_the_index(claims: list[ClaimView]) -> None:
    """A derivation that is not proved, and a claim that came out otherwise, are named on the first page."""
    lying = view_derivation(samples.lying())
    other = [replace(claims[0], expected="right as printed")]
    assert failures([lying], other) == inline(
        [
            "lying is refuted: line 2 (the factor, lost) is refuted: at N = 1, y[1] = 1: left side 2, right side 1",
            "l7:12 is registered as right as printed and came out as wrong as printed: computed 0.3249, printed 0.345",
        ]
    )
    page = index_page([lying], other, TITLES)
    assert "**lying is refuted: line 2" in page
    assert "**l7:12 is registered as right as printed and came out as wrong as printed" in page


def test_a_refuted_step_says_so_in_all_views() -> None:
    """The counterexample is on the page and in the JSON."""
    view = view_derivation(samples.lying())
    data = derivation_json(view)
    assert (data["status"], data["steps"][1]["verdict"]) == ("refuted", "refuted")
    assert data["steps"][1]["problem"].startswith("at ")
    assert "**refuted**" in derivation_page(view)


def _documented(title: str) -> list[str]:
    section = (ROOT / "docs" / "json.md").read_text().partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([\w ]+)` \|", section, re.MULTILINE)


def test_json_has_the_documented_fields(honest: DerivationView, claims: list[ClaimView]) -> None:
    """Every object has exactly the fields that `docs/json.md` lists, in that order."""
    data = loads(as_text(report_json([honest], claims, [EXAMPLE], [CHECK])))
    assert list(data) == _documented("Report")
    assert list(data["derivations"][0]) == _documented("Derivation")
    steps = [*data["derivations"][0]["steps"], data["derivations"][0]["result"]]
    assert {tuple(step) for step in steps} == {tuple(_documented("Step"))}
    assert {tuple(claim) for claim in data["claims"]} == {tuple(_documented("Claim"))}
    assert list(data["examples"][0]) == _documented("Worked example")
    assert list(data["checks"][0]) == _documented("Check")


def test_a_judged_document_has_the_documented_fields() -> None:
    """The document and each of its steps; `cell` is there in notebooks only."""
    step = Judged(line=1, column=2, relation="=", lhs="a", rhs="b", verdict="proved")
    data = checked_json(Checked(file="a.md", steps=(step,)))
    assert list(data) == _documented("Judged document")
    assert list(data["steps"][0]) == _documented("Judged step")


def test_json_uses_the_documented_words(honest: DerivationView, claims: list[ClaimView]) -> None:
    """Status words and outcomes are those of the page."""
    assert {step.status for step in honest.steps} <= set(_documented("Status words"))
    assert {claim.outcome for claim in claims} <= set(_documented("Outcomes"))


def test_json_of_a_step(honest: DerivationView, snapshot: SnapshotAssertion) -> None:
    """Sides are text as SymPy prints it; conditions carry their reasons."""
    data = derivation_json(honest)
    assert data["steps"][1] == snapshot
    assert data["steps"][5]["conditions"] == inline(["t != 0 (in a denominator)"])
