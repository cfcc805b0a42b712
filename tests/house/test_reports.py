"""The committed reports are what `derive report` writes: everything is decided again, and compared to the letter."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from derive.lectures.catalogue import CATALOGUE, LECTURES
from derive.render.summary import failures
from derive.report.build import report_files
from derive.report.record import recorded_statuses
from derive.report.work import Results, decide_all
from numeric.crosscheck import tasks
from numeric.examples import EXAMPLES
from tests.house.files import ROOT

WAY_OUT = "run `derive report` at the top of the repository, look at what changed, and commit it"


@pytest.fixture(scope="module")
def results() -> Results:
    """Return everything, decided now."""
    return decide_all(CATALOGUE, LECTURES, tuple(EXAMPLES.values()), tasks())


@pytest.fixture(scope="module")
def fresh(results: Results) -> Mapping[str, str]:
    """Return the files of a report, written now."""
    return report_files(results)


def test_all_comes_out_as_it_should(results: Results) -> None:
    """Every derivation is proved, and every claim comes out as registered."""
    assert failures(results.derivations, results.claims, results.checks) == []


def test_no_report_is_missing_and_none_is_left_over(fresh: Mapping[str, str]) -> None:
    """The folder holds the files of a report and no other."""
    held = {path.relative_to(ROOT / "reports").as_posix() for path in (ROOT / "reports").rglob("*") if path.is_file()}
    assert held == set(fresh), WAY_OUT


def test_the_committed_reports_are_those_of_the_engine(fresh: Mapping[str, str]) -> None:
    """Each committed file is what is written now."""
    held = {name: ROOT / "reports" / name for name in fresh}
    other = [name for name, path in held.items() if not path.is_file() or path.read_text() != fresh[name]]
    assert other == [], WAY_OUT


def test_the_record_is_of_these_files(results: Results) -> None:
    """`derive list` shows what is decided now, and not that nothing was checked."""
    assert recorded_statuses() == {view.name: view.status for view in results.derivations}, WAY_OUT


def test_what_a_lecture_cites_is_in_the_catalogue(results: Results) -> None:
    """A derivation cites the lectures under which the catalogue lists it."""
    cited = {view.name: set(view.lecture.split(", ")) for view in results.derivations}
    assert {entry.name: set(entry.lectures) for entry in CATALOGUE} == cited
