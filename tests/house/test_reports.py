"""The committed reports are what `derive report` writes: everything is decided again, and compared to the letter."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping

import pytest

from derive.lectures.catalogue import CATALOGUE, LECTURES
from derive.report.build import DIGESTS, READ, report_files
from derive.report.work import Results, decide_all
from derive.views.pages import failures
from numeric.crosscheck import tasks
from numeric.examples import EXAMPLES
from tests.house.files import ROOT

pytestmark = pytest.mark.slow  # the whole report is decided
WAY_OUT = "run `derive report` at the top of the repository, look at what changed, and commit it"
FOLDER = ROOT / "reports"


@pytest.fixture(scope="module")
def results() -> Results:
    """Return everything, decided now."""
    return decide_all(CATALOGUE, LECTURES, tuple(EXAMPLES.values()), tasks())


@pytest.fixture(scope="module")
def fresh(results: Results) -> Mapping[str, str]:
    """Return the files of a report, written now."""
    return report_files(results)


def tracked() -> set[str]:
    """Return the files of the folder that git keeps, or would if all were added."""
    listing = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "reports"]
    found = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    return {name.removeprefix("reports/") for name in found if (ROOT / name).is_file()}


def differing(digests: str, others: str) -> set[str]:
    """Return the files whose digest differs between two lists, or that one of them has alone."""
    return {line.split()[1] for line in {*digests.splitlines()} ^ {*others.splitlines()}}


def test_all_comes_out_as_it_should(results: Results) -> None:
    """Every derivation is proved, and every claim comes out as registered."""
    assert failures(results.derivations, results.claims, results.checks) == []


def test_the_committed_pages_and_digests_are_those_of_the_engine(fresh: Mapping[str, str]) -> None:
    """To the letter: pages that people read, and digests of the rest. None is missing, none is left over."""
    read = {name: fresh[name] for name in fresh if READ.fullmatch(name)}
    assert tracked() == {DIGESTS, *read}, WAY_OUT
    assert [name for name, text in read.items() if (FOLDER / name).read_text("utf-8") != text] == [], WAY_OUT
    assert differing((FOLDER / DIGESTS).read_text("utf-8"), fresh[DIGESTS]) == set(), WAY_OUT


def test_a_file_that_differs_is_named() -> None:
    """Another digest, a file too many and one too few are all noticed."""
    assert differing("1  a.md\n2  b.md\n3  c.md\n", "1  a.md\n4  b.md\n5  d.md\n") == {"b.md", "c.md", "d.md"}


def dead_links(pages: Mapping[str, str], kept: set[str]) -> list[tuple[str, str]]:
    """Return the links of pages, by the page, that lead to a file that is not kept, or to no anchor there."""
    found = [(name, target) for name in pages for target in re.findall(r"\]\(([\w./#-]+)\)", pages[name])]
    return [link for link in found if not _leads_somewhere(*link, pages, kept)]


def _leads_somewhere(name: str, target: str, pages: Mapping[str, str], kept: set[str]) -> bool:
    path, _, anchor = target.partition("#")
    there = (FOLDER / name).parent.joinpath(path).resolve().relative_to(FOLDER).as_posix()
    return there in kept and (not anchor or f'id="{anchor}"' in pages[there])


def test_links_lead_to_what_git_keeps(fresh: Mapping[str, str]) -> None:
    """No committed page links to a file that is not committed, nor to an anchor that is not there."""
    assert dead_links({name: text for name, text in fresh.items() if READ.fullmatch(name)}, tracked()) == []


def test_a_dead_link_is_noticed() -> None:
    """A page that is not kept, and an anchor that is not there."""
    pages = {"README.md": "[a](a.html#there) [b](a.html#no) [c](c.md)", "a.html": '<p id="there">'}
    assert dead_links(pages, {"a.html"}) == [("README.md", "a.html#no"), ("README.md", "c.md")]
