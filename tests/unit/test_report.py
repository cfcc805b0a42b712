"""`derive report`: what is written, when, and what is said of a derivation or a claim that does not come out."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from json import loads
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from derive.cli import main
from derive.commands.surroundings import INTERRUPTED
from derive.derivation import Derivation
from derive.errors import DeriveError
from derive.lectures.catalogue import BY_NAME, Entry
from derive.lectures.register.claim import Claim, Finding
from derive.report import record
from derive.report.folder import OURS, report_folder, write_files
from derive.report.notes import NotedTask, note_files, notes_section
from derive.report.work import ClaimsTask, DerivationTask, run_tasks
from tests import samples


def report(out: Path) -> Result:
    """Return what the command answers; it writes no record."""
    arguments = ["report", "--out", str(out), "--no-record", "--jobs", "1"]
    return CliRunner().invoke(main, arguments, env={"COLUMNS": "200"})


def files(folder: Path) -> dict[str, str]:
    """Return the files of a folder with their contents."""
    return {p.relative_to(folder).as_posix(): p.read_text() for p in folder.rglob("*") if p.is_file()}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Return a folder with a report of before."""
    write_files(tmp_path / "reports", {"README.md": "before", "lectures/l7.md": "before"})
    return tmp_path / "reports"


def test_a_report_is_pages_and_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page a derivation, a page a lecture, an index, the errata, and everything as JSON; the exit code is 0."""
    samples.install(monkeypatch)
    answer = report(tmp_path / "a" / "reports")
    assert answer.exit_code == 0, answer.output
    written = files(tmp_path / "a" / "reports")
    assert {"README.md", "errata.md", "verification.json", "derivations/honest.md", "lectures/l7.md"} <= set(written)
    assert loads(written["verification.json"])["summary"]["failures"] == []
    assert "1 proved, 1 definition, 1 refuted, 1 wrong as printed" in answer.output


def test_a_report_written_twice_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second replaces the first, to the letter; nothing is left beside it."""
    samples.install(monkeypatch)
    assert report(tmp_path / "reports").exit_code == 0
    first = files(tmp_path / "reports")
    assert report(tmp_path / "reports").exit_code == 0
    assert files(tmp_path / "reports") == first
    assert [path.name for path in tmp_path.iterdir()] == ["reports"]


def test_a_false_link_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 1, the derivation and the line are named, and the report is written all the same."""
    samples.install(monkeypatch, samples.LIES)
    answer = report(tmp_path / "reports")
    assert answer.exit_code == 1
    assert "lying is refuted: line 2 (the factor, lost) is refuted: at N = " in " ".join(answer.output.split())
    assert "lying is refuted" in files(tmp_path / "reports")["README.md"]


def test_a_claim_that_comes_out_otherwise_is_a_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 1, and the claim is named with what was registered and what was found."""
    samples.install(monkeypatch, claims=samples.WRONG)
    answer = report(tmp_path / "reports")
    assert answer.exit_code == 1
    assert "l7:30 is registered as refuted and came out as proved" in " ".join(answer.output.split())


def test_an_interrupt_leaves_the_old_report(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A keyboard interrupt in the middle of the work changes nothing, and leaves nothing behind."""

    def interrupted() -> Finding:
        raise KeyboardInterrupt

    samples.install(monkeypatch, claims=(Claim("l7", 1, "stop", "proved", interrupted),))
    before = files(old)
    assert report(old).exit_code == INTERRUPTED
    assert files(old) == before
    assert [path.name for path in old.parent.iterdir()] == ["reports"]


def _interrupted(process: subprocess.Popen[str]) -> str:
    """Press Ctrl-C until it is noticed, as Python drops one that comes inside a destructor. Return what is told."""
    for _ in range(10):
        os.killpg(process.pid, signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=2)[1]
    return process.communicate(timeout=10)[1]


@pytest.mark.skipif(os.name != "posix", reason="an interrupt is sent to a group of processes")
def test_an_interrupt_ends_all_processes(old: Path) -> None:
    """Ctrl-C reaches the whole group: it ends soon, without a traceback, and the old report stands."""
    # A parent that ignores interrupts, such as a shell's background job, would hand that down to the command.
    start = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from derive.cli import main; main()"
    )
    command = [sys.executable, "-c", start, "report", "--out", str(old), "--no-record", "--jobs", "2"]
    with subprocess.Popen(  # noqa: S603 -- the command is fixed; its session keeps the interrupt away from the tests
        command, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        while len(list(old.parent.iterdir())) == 1 and process.poll() is None:
            time.sleep(0.01)  # until the draft is there: the work begins
        told = _interrupted(process)
    assert process.returncode == INTERRUPTED
    assert "Traceback" not in told
    assert files(old) == {"README.md": "before", "lectures/l7.md": "before"}
    assert [path.name for path in old.parent.iterdir()] == ["reports"]


def test_a_failing_disk_leaves_the_old_report(old: Path) -> None:
    """Whatever goes wrong while the pages are written, the old ones stay."""
    with pytest.raises(TypeError), report_folder(old) as draft:
        write_files(draft, {"README.md": "written", "errata.md": None})  # type: ignore[dict-item] -- fails half-way
    assert files(old) == {"README.md": "before", "lectures/l7.md": "before"}


def test_a_folder_that_cannot_be_written_is_said_before_work_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exit code is 2, and no derivation was begun."""
    monkeypatch.setattr("derive.commands.report.decide_all", lambda *_, **__: pytest.fail("work was begun"))
    _ = (tmp_path / "file").write_text("")
    answer = report(tmp_path / "file" / "reports")
    assert answer.exit_code == 2
    assert "the folder cannot be written" in answer.output


def test_a_folder_of_other_files_is_not_replaced(tmp_path: Path) -> None:
    """A report replaces a folder; it does not replace one that holds anything else."""
    _ = (tmp_path / "thesis.tex").write_text("years of work")
    answer = report(tmp_path)
    assert answer.exit_code == 2
    assert "it holds thesis.tex, which is not of a report" in answer.output
    assert files(tmp_path) == {"thesis.tex": "years of work"}


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    """It is not overwritten."""
    _ = (tmp_path / "reports").write_text("a file")
    with pytest.raises(DeriveError, match="a file or a link"), report_folder(tmp_path / "reports"):
        pytest.fail("the folder was given out")


def test_several_processes_give_what_one_gives() -> None:
    """The views are the same, in the order of the tasks, and each task is told once."""
    tasks = [DerivationTask(BY_NAME[name]) for name in ("perceptron-labels", "lms", "metrics")]
    told: list[int] = []
    together = run_tasks(tasks, jobs=2, advance=lambda: told.append(1))
    assert together == run_tasks(tasks, jobs=1, advance=lambda: None)
    assert len(told) == len(tasks)


def test_shares_of_claims_make_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every claim is decided in exactly one share."""
    samples.install(monkeypatch)
    found = [place for share in range(3) for place, _ in ClaimsTask("l7", share, 3).run()]
    assert sorted(found) == list(range(len(samples.CLAIMS)))


def test_a_refused_derivation_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the family is the reason why it is undecided; it does not stop the report."""

    def refused() -> None:
        raise DeriveError("x", reason="no reason", way_out="none")

    samples.install(monkeypatch)
    monkeypatch.setattr(sys.modules["derive.lectures.samples"], "honest", refused)
    view = DerivationTask(samples.ENTRIES[0]).run()
    assert (view.status, view.problem) == ("undecided", "'x': no reason. None.")


def test_a_record_holds_until_a_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was recorded is read back, and is nothing once the hash is another one."""
    place = tmp_path / "record.json"
    record.write_record({"honest": "proved"}, place)
    assert record.recorded_statuses(place) == {"honest": "proved"}
    monkeypatch.setattr(record, "source_hash", lambda: "another")
    assert record.recorded_statuses(place) == {}


def test_a_hash_follows_names_and_contents(tmp_path: Path) -> None:
    """A changed byte, a renamed file and a new file change it; an end of line, and a file beside it, do not."""
    write_files(tmp_path, {"facts.py": "a\n", "kernel/ring.py": "b\n", "cli.py": "c\n"})
    before = record.source_hash(tmp_path)
    _ = (tmp_path / "facts.py").write_bytes(b"a\r\n")
    _ = (tmp_path / "cli.py").write_text("d\n")
    assert record.source_hash(tmp_path) == before
    _ = (tmp_path / "kernel" / "ring.py").rename(tmp_path / "kernel" / "sums.py")
    assert record.source_hash(tmp_path) != before


@pytest.mark.parametrize("text", ["", "{", "[]", '{"source": 1}'])
def test_a_broken_record_is_no_record(tmp_path: Path, text: str) -> None:
    """It is as if nothing had been checked."""
    place = tmp_path / "record.json"
    _ = place.write_text(text)
    assert record.recorded_statuses(place) == {}


def test_a_derivation_is_carried_out_once_for_all_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its view, and a note in the notation of each lecture and the neutral one, with programs and without figures."""
    asked: list[str] = []
    derive = Entry.derive

    def counted(entry: Entry) -> Derivation:
        """Derive, and keep the name."""
        asked.append(entry.name)
        return derive(entry)

    monkeypatch.setattr(Entry, "derive", counted)
    found = NotedTask(BY_NAME["lms"]).run()
    assert asked == ["lms"]
    assert found.view == DerivationTask(BY_NAME["lms"]).run()
    assert list(found.notes) == ["neutral", "cse422"]
    kinds = {type(section).__name__ for note in found.notes.values() for section in note.sections}
    assert {"Program", "Algorithm"} < kinds
    assert "Figure" not in kinds


def test_the_notes_of_a_report() -> None:
    """A page and a document for each lecture that has a derivation, in its notation, and one page for all."""
    found = [NotedTask(BY_NAME[name]).run().notes for name in ("lms", "sigmoid")]
    written = note_files(found, {"l7": "Lecture 7", "cse422": "CSE", "m146": "M146"})
    assert sorted(written) == [
        *("notes/cse422.md", "notes/cse422.tex", "notes/l7.md", "notes/l7.tex", "notes/notes.html"),
    ]
    assert all(OURS.fullmatch(name) for name in written)
    assert "x^{(i)}" not in written["notes/l7.md"]
    assert "`lms`" not in written["notes/l7.md"]
    assert written["notes/cse422.tex"].startswith(r"\documentclass")
    told = notes_section(written, {"l7": "Lecture 7", "cse422": "CSE", "m146": "M146"})
    assert re.findall(r"\(([^)]+)\)", told) == [
        *("notes/l7.md", "notes/l7.tex", "notes/cse422.md", "notes/cse422.tex", "notes/notes.html"),
    ]


def test_a_refused_derivation_is_refused_in_its_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page says why; nothing is left out silently."""

    def refused() -> None:
        raise DeriveError("x", reason="no reason", way_out="none")

    samples.install(monkeypatch)
    monkeypatch.setattr(sys.modules["derive.lectures.samples"], "honest", refused)
    found = NotedTask(samples.ENTRIES[0]).run()
    assert found.view.status == "undecided"
    assert {note.status for note in found.notes.values()} == {"undecided"}
    (page,) = {text for name, text in note_files([found.notes], {}).items() if name.endswith("html")}
    assert "no reason" in page
