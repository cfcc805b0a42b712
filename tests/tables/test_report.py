"""`derive report`: what is written, when, and what is said of a derivation or a claim that does not come out."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from json import loads
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from derive.commands.surroundings import INTERRUPTED
from derive.derivation import Derivation
from derive.errors import DeriveError
from derive.lectures.catalogue import BY_NAME
from derive.lectures.register.claim import Claim, Finding
from derive.report.folder import report_folder, write_files
from derive.report.work import ClaimsTask, DerivationTask
from derive.runner.pool import run_tasks
from derive.views.markdown import prose
from numeric.examples import EXAMPLES
from tests import samples
from tests.samples import run

OLD = {"README.md": "before", "lectures/l7.md": "before"}


def report(out: Path) -> Result:
    """Return what the command answers."""
    return run("report", "--out", out, "--jobs", "1", COLUMNS="200")


def files(folder: Path) -> dict[str, str]:
    """Return the files of a folder with their contents."""
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


def few(patch: pytest.MonkeyPatch, *given: Any, **by: Any) -> None:
    """Let a report have a few derivations and claims, one worked example, and no comparisons with numbers."""
    samples.install(patch, *given, **by)
    patch.setattr("derive.commands.report.tasks", lambda: ())
    patch.setattr("derive.commands.report.EXAMPLES", {"two-points": EXAMPLES["two-points"]})


@pytest.fixture(name="pages")
def _pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the files of a report in which a derivation and a claim come out otherwise."""
    out = tmp_path / "a" / "reports"
    few(monkeypatch, samples.LIES, (*samples.CLAIMS, *samples.WRONG))
    answer = report(out)
    told = " ".join(answer.output.split())
    assert answer.exit_code == 1
    assert "lying is refuted: line 2 (the factor, lost) is refuted: at N = " in told
    assert "l7:30 is registered as refuted and came out as proved" in told
    assert f"written to {out}" in answer.output.replace("\n", "")
    return files(out)


def test_a_report_is_pages_notes_and_json(pages: dict[str, str]) -> None:
    """A page a derivation, a page a lecture, an index, the errata, the notes, everything as JSON, and digests."""
    lectures = [f"lectures/{name}.md" for name in ("cls", "cs4602", "cse422", "l7", "m146")]
    derivations = ["derivations/honest.md", "derivations/lying.md", "examples/two-points.md"]
    notes = ["notes/l7.md", "notes/l7.tex", "notes/notes.html"]
    tops = ["README.md", "cross-check.md", "digests.txt", "errata.md", "verification.json"]
    assert sorted(pages) == sorted([*lectures, *derivations, *notes, *tops])
    assert pages["notes/l7.tex"].startswith(r"\documentclass")
    assert len(loads(pages["verification.json"])["summary"]["failures"]) == 2


def test_digests_vouch_for_what_git_does_not_keep(pages: dict[str, str]) -> None:
    """Of the pages that people read there is none: these are there themselves."""
    told = {name: digest for digest, name in (line.split("  ") for line in pages["digests.txt"].splitlines())}
    kept = {"README.md", "errata.md", "digests.txt", "notes/notes.html"}
    assert set(told) == {name for name in pages if name not in kept and not name.startswith("lectures/")}
    assert told == {name: sha256(pages[name].encode()).hexdigest() for name in told}


def test_a_failure_is_said_on_the_index(pages: dict[str, str]) -> None:
    """A derivation that is not proved, and a claim that came out otherwise, are named on the first page."""
    assert re.findall(r"^- \*\*(.*)\*\*$", pages["README.md"], re.MULTILINE) == [
        r"lying is refuted: line 2 (the factor, lost) is refuted: at N = 1, y[1] = 1: left side 2, right side 1",
        "l7:30 is registered as refuted and came out as proved: normal form",
    ]
    assert "1 of 2 derivations are proved, in 8 steps. Of 5 claims, 3 are on the list" in pages["README.md"]
    assert "(notes/notes.html#lying) | [l7](lectures/l7.md) | **refuted** |" in pages["README.md"]
    assert "**proved; registered as refuted**" in pages["lectures/l7.md"]
    errata = re.findall(r"### (.*)", pages["errata.md"])
    assert errata == ["l7:12: disagrees to the digits", "l7:21: definition", "l7:22: refuted"]
    assert re.findall(r"^- (.*)$", pages["errata.md"], re.MULTILINE)[2:4] == [
        *("found: a rule", "needs the convention: sign(0) = 1")
    ]


def test_the_page_of_a_derivation(pages: dict[str, str]) -> None:
    """Chains are displays with numbered lines, and below them stand the reasons; what is false says so.

    A display stands alone, and a double backslash ends its line: GitHub needs both.
    """
    page = pages["derivations/honest.md"]
    assert r"\frac{t + t^2}{t} & = t + z && \quad (6)" in page
    assert "\n6. divided by t (*proved*: normal form), if $t \\ne 0$ (in a denominator)\n" in page
    assert page.endswith("\n*proved*: every line is proved.\n\n- if $t \\ne 0$ (in a denominator)\n")
    alone = re.findall(r"(?:^|\n\n)\$\$\n\\begin\{aligned\}\n[^$]*\n\\end\{aligned\}\n\$\$\n\n", page)
    assert len(alone) == page.count("$$") / 2 == 6
    assert all(line.endswith(r"\\") for line in page.splitlines() if r"\\" in line)
    assert "**refuted**" in pages["derivations/lying.md"]


MARKS = {
    "a_1 * b | <c> $x_1$ `y_1`": r"a\_1 \* b \| \<c> $x_1$ `y_1`",
    "x[1] sum[n=1](2)": "x[1] sum[n=1]&#40;2)",
    "$|a|*b$, `a|b`": r"$\vert a\vert \ast b$, `a\|b`",
}


def test_marks_are_escaped() -> None:
    """What Markdown would take for a mark is escaped, in prose; formulas and code are left alone."""
    assert {text: prose(text) for text in MARKS} == MARKS


def test_a_report_written_twice_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second replaces the first, to the letter; nothing is left beside it, and all is well."""
    few(monkeypatch)
    answer = report(tmp_path / "reports")
    counts = "1 proved, 1 refuted, 1 disagrees to the digits, 1 definition"
    assert (answer.exit_code, counts in answer.output) == (0, True)
    first = files(tmp_path / "reports")
    assert report(tmp_path / "reports").exit_code == 0
    assert files(tmp_path / "reports") == first
    assert [path.name for path in tmp_path.iterdir()] == ["reports"]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a folder with a report of before."""
    write_files(tmp_path / "reports", OLD)
    return tmp_path / "reports"


def stands(old: Path) -> bool:
    """Return whether the report of before is there, and nothing beside it."""
    return files(old) == OLD and [path.name for path in old.parent.iterdir()] == ["reports"]


def test_an_interrupt_leaves_the_old_report(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keyboard interrupt in the middle of the work changes nothing, and leaves nothing behind."""

    def interrupted() -> Finding:
        raise KeyboardInterrupt

    few(monkeypatch, claims=(Claim("l7", 1, "stop", "proved", interrupted),))
    assert report(old).exit_code == INTERRUPTED
    assert stands(old)


def test_a_failing_disk_leaves_the_old_report(old: Path) -> None:
    """Whatever goes wrong while the pages are written, the old ones stay."""
    with pytest.raises(TypeError), report_folder(old) as draft:
        write_files(draft, {"README.md": "written", "errata.md": None})  # type: ignore[dict-item] -- fails half-way
    assert stands(old)


@pytest.mark.parametrize(
    ("file", "out", "said"),
    [
        ("file", "file/reports", "the folder cannot be written"),
        ("thesis.tex", "", "it holds thesis.tex, which is not of a report"),
        ("reports", "reports", "a file or a link"),
    ],
)
def test_a_folder_that_cannot_be_written_is_said_before_work_starts(
    file: str, out: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No derivation is begun, and what is no report is not replaced."""
    monkeypatch.setattr("derive.commands.report.decide_all", lambda *_, **__: pytest.fail("work was begun"))
    _ = (tmp_path / file).write_text("years of work")
    answer = report(tmp_path / out)
    assert (answer.exit_code, said in answer.output) == (2, True), answer.output
    assert files(tmp_path) == {file: "years of work"}


def test_several_processes_give_what_one_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same views, in the order of the tasks, each of which is told once; shares of claims make the whole."""
    tasks = [DerivationTask(BY_NAME[name]) for name in ("perceptron-labels", "lms", "metrics")]
    told: list[int] = []
    together = run_tasks(tasks, jobs=2, advance=lambda: told.append(1))
    assert together == run_tasks(tasks, jobs=1, advance=lambda: None)
    assert len(told) == len(tasks)
    samples.install(monkeypatch)
    found = [place for share in range(3) for place, _ in ClaimsTask("l7", share, 3).run()]
    assert sorted(found) == list(range(len(samples.CLAIMS)))


def test_a_derivation_is_carried_out_once_and_a_refused_one_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For its page and all its notes; an error of the family does not stop the report."""
    asked = list[str]()

    def named(name: str, derive: Callable[[], Derivation]) -> Callable[[], Derivation]:
        def derived() -> Derivation:
            asked.append(name)
            return derive()

        return derived

    def refused() -> Derivation:
        raise DeriveError("x", reason="no reason", way_out="none")

    both = {"told": named("told", refused), "honest": named("honest", samples.honest)}
    few(monkeypatch, (*samples.ENTRIES, samples.TOLD), **both)
    assert report(tmp_path / "reports").exit_code == 1
    written = files(tmp_path / "reports")
    assert asked == ["honest", "told"]
    places = [place for place in written if place.startswith(("README", "derivations/told", "notes/", "verification"))]
    assert len(places) == 6
    assert [place for place in places if "no reason" not in written[place]] == []
    assert "`told`: **undecided**" in written["derivations/told.md"]
