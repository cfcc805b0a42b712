"""The command where streams are closed or full, and where the system refuses a folder, a file or a process."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from derive.commands.surroundings import FAULT, faults_are_no_verdicts, refused
from derive.processes import surroundings

pytestmark = [
    pytest.mark.slow,  # starts the command with closed streams
    pytest.mark.skipif(os.name != "posix", reason="the shell that closes streams is that of POSIX"),
]
HOMEWORK = "Let $x \\in \\mathbb{R}$.\n\n$$(x - 1)^2 = x^2 - 2 x - 1$$\n"
MODEL = "def loss(w):\n    return w @ w\n\n\ndef grad(w):\n    return w\n"
COMMANDS = {
    "check homework.md": 1,
    "verify model.py:grad --params w:D": 1,
    "notes lms --no-figures --out notes.md": 0,
    "list": 0,
}
"""Commands, and the exit codes that they have wherever their streams lead."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a wrong homework and a wrong gradient."""
    _ = (tmp_path / "homework.md").write_text(HOMEWORK, encoding="utf-8")
    _ = (tmp_path / "model.py").write_text(MODEL, encoding="utf-8")
    return tmp_path


def shell(script: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Return what a script of the shell answers, in which `derive` is the command."""
    named = f'derive() {{ "{sys.executable}" -m derive "$@"; }}\n{script}'
    kept = {**surroundings(), **variables}
    return subprocess.run(
        ["/bin/sh", "-c", named], cwd=folder, env=kept, capture_output=True, text=True, check=False, timeout=120
    )


CLOSED = [(command, "<&- >&- 2>&-") for command in COMMANDS] + [
    (next(iter(COMMANDS)), each) for each in ("<&-", ">&-", "2>&-")
]


@pytest.mark.parametrize(("command", "closed"), CLOSED)
def test_closed_streams_change_no_verdict(folder: Path, command: str, closed: str) -> None:
    """What would be printed goes nowhere, and never into a file that happens to be opened."""
    answer = shell(f"derive {command} {closed}", folder)
    assert (answer.returncode, answer.stderr) == (COMMANDS[command], "")
    assert bool(answer.stdout) == (not closed.startswith((">", "<&- >")))
    assert (folder / "homework.md").read_text(encoding="utf-8") == HOMEWORK


def test_a_mistake_is_told_to_nobody_where_nobody_listens(folder: Path) -> None:
    """Its exit code is the same."""
    answer = shell("derive check missing.md 2>&-", folder)
    assert (answer.returncode, answer.stdout, answer.stderr) == (2, "", "")


def test_standard_input_that_is_closed_is_empty(folder: Path) -> None:
    """It is a document without a word."""
    answer = shell("derive check - <&-", folder)
    assert (answer.returncode, answer.stderr) == (2, "")
    assert "it is empty" in answer.stdout


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("derive check --json homework.md >/dev/full", 2),
        ("derive list 2>/dev/full", 0),
        ("derive check homework.md 2>/dev/full", 1),
    ],
)
def test_a_full_device_is_met_once(folder: Path, script: str, code: int) -> None:
    """What could not be written is not tried again when Python ends, which would change the exit code."""
    answer = shell(script, folder)
    assert answer.returncode == code
    assert answer.stderr.count("\n") == (code == 2)


def test_a_fault_that_cannot_be_told_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is no verdict: without a traceback too it has an exit code of its own."""

    class Full:
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stderr", Full())
    with pytest.raises(SystemExit) as ended, faults_are_no_verdicts():
        raise RuntimeError
    assert ended.value.code == FAULT


@pytest.mark.parametrize("arguments", ["check - < homework.md", "verify model.py:grad --params w:D"])
def test_without_a_temporary_folder_the_way_out_is_named(folder: Path, arguments: str) -> None:
    """The only one that is looked for is one where not even root can make a file."""
    program = "import tempfile; tempfile._candidate_tempdir_list = lambda: ['/proc']"
    answer = shell(f'"{sys.executable}" -c "{program}; from derive.__main__ import run; run()" {arguments}', folder)
    assert (answer.returncode, answer.stdout, answer.stderr.count("\n")) == (2, "", 1)
    assert answer.stderr.startswith("Error: the system refuses: No usable temporary directory")
    assert "Set TMPDIR" in answer.stderr


def test_a_limit_that_is_set_already_is_not_raised(folder: Path) -> None:
    """As a shared machine sets it, below the one that we would set ourselves."""
    answer = shell("ulimit -v 4000000 && ulimit -t 100 && derive verify model.py:grad --params w:D", folder)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.startswith("refuted: ")


def test_what_the_system_refuses_has_a_way_out() -> None:
    """A file by its name is ours to explain, unless the system has not enough for any file."""
    assert "ulimit -n" in refused(OSError(errno.EMFILE, "Too many open files", "x"))
    assert "ulimit -u" in refused(OSError(errno.EAGAIN, "Resource temporarily unavailable"))
    assert "TMPDIR" in refused(FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']"))
    assert refused(OSError(errno.EIO, "Input/output error")) == "the system refuses: Input/output error"
    assert refused(PermissionError(errno.EACCES, "Permission denied", "x")) == ""
    assert refused(OSError("no number, no name")) == ""


def test_the_seed_of_the_hashes_changes_nothing(folder: Path) -> None:
    """What is printed is the same to the letter, whatever order sets have."""
    for command in ("check --json homework.md", "verify model.py:grad --params w:D --format json"):
        answers = {shell(f"derive {command}", folder, PYTHONHASHSEED=seed).stdout for seed in ("0", "1", "42")}
        assert len(answers) == 1
        assert json.loads(answers.pop())
