"""The command in surroundings that we have not chosen: language, terminal, folder, streams, limits, being told to end.

A process of its own is started where nothing else can be asked, one for each kind of surrounding.
"""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from derive.commands.surroundings import FAULT, faults_are_no_verdicts, refused
from derive.formula.notation import Notation
from derive.notes.figures import figures_of
from derive.notes.pdf import variables_of_tex
from derive.runner.worker import surroundings
from derive.views.terminal import NARROWEST, console
from tests import samples
from tests.house.files import ROOT, sources
from tests.samples import run

pytestmark = pytest.mark.slow  # starts the command in many surroundings

RIGHT = "$$(x + 1)^2 = x^2 + 2 x + 1$$"
HOMEWORK = f"Let $x \\in \\mathbb{{R}}$.\r\n\r\n{RIGHT}\r\n\r\n$$(x - 1)^2 = x^2 - 2 x - 1$$\r\n"
"""A line that is right and one that is wrong, with the line ends of Windows."""
MODEL = "import json, random\n\n\ndef loss(w):\n    return w @ w\n\n\ndef grad(w):\n    return 2 * w\n"
LATIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "latin-1"}
NONE: Mapping[str, str] = {}
STRICT = {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error"}
"""Every warning is an error, in the processes that are started too, and so is an encoding that is left open."""
SHADOWS = ("json", "numbers", "queue", "random", "signal", "socket", "types")
posix = pytest.mark.skipif(os.name != "posix", reason="signals, shells, /proc and /dev/full are those of POSIX")


def derive(
    *arguments: str | Path,
    cwd: Path | str,
    options: Sequence[str] = ("-m", "derive"),
    variables: Mapping[str, str] = NONE,
    out: int = subprocess.PIPE,
) -> subprocess.CompletedProcess[bytes]:
    """Return what the command answers in a process of its own; a variable that is set to "" is taken away."""
    kept = {name: value for name, value in {**surroundings(), **variables}.items() if value or name not in variables}
    command = [sys.executable, *options, *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.run(command, cwd=cwd, env=kept, stdout=out, stderr=pipe, check=False, timeout=120)


def shell(script: str, folder: Path) -> tuple[int, str, str]:
    """Return what a script of the shell answers, in which `derive` is the command."""
    called = ["/bin/sh", "-c", f'derive() {{ "{sys.executable}" -m derive "$@"; }}\n{script}']
    done = subprocess.run(
        called, cwd=folder, env=surroundings(), capture_output=True, text=True, check=False, timeout=120
    )
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a space and other letters in its name, and in it a homework and a program."""
    made = tmp_path / "häus aufgabe λ"
    made.mkdir()
    _ = (made / "blatt 3 β.md").write_bytes(HOMEWORK.encode())
    _ = (made / "statistics.py").write_text(MODEL, encoding="utf-8")
    return made


def test_output_is_unicode_whatever_the_language_of_the_system(folder: Path) -> None:
    """A page says of itself that it is UTF-8, and so it is in a pipe."""
    answer = derive("show", "lms", "--format", "html", cwd=folder, variables=LATIN)
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert 'charset="utf-8"' in answer.stdout.decode("utf-8")


def test_a_homework_is_found_and_judged_under_any_name(folder: Path) -> None:
    """Spaces, other letters, Windows line ends; no encoding is left to the system, and no warning is given."""
    answer = derive("check", "--json", ".", cwd=folder, variables=STRICT)
    assert (answer.returncode, answer.stderr) == (1, b"")
    found = json.loads(answer.stdout)
    assert found["file"] == "blatt 3 β.md"
    assert [(step["line"], step["verdict"]) for step in found["steps"] if step["verdict"] != "definition"] == [
        (3, "proved"),
        (5, "refuted"),
    ]
    # A file that is called as a module is does not take its place.
    answer = derive("verify", "statistics.py:grad", "--params", "w:D", cwd=folder, variables=STRICT)
    assert (answer.returncode, answer.stderr, answer.stdout[:6]) == (0, b"", b"proved")


def test_files_with_the_names_of_modules_are_not_imported(folder: Path) -> None:
    """By the command, the process that judges, and those that share the work."""
    for name in SHADOWS:
        _ = (folder / f"{name}.py").write_text("raise SystemExit('taken for the module')\n", encoding="utf-8")
    for name in ("derive", "numeric", "sympy"):
        (folder / name).mkdir()
    notes = ["notes", "lms", "simple-regression", "--no-programs", "--no-figures", "--out", "notes.md", "--jobs", "2"]
    script = Path(sys.executable).with_name("derive")
    judged, written = (derive(*asked, cwd=folder, options=(str(script),)) for asked in (["check", "."], notes))
    assert b"first wrong: line 5; 1 ok" in judged.stdout
    assert (written.returncode, written.stderr) == (0, b"")


@posix
def test_neither_a_home_nor_a_folder_to_write_is_needed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder where not even root can make a file, and without HOME; what must be written is refused."""
    homework = folder / "blatt 3 β.md"
    nobody = {"HOME": "", "USER": "", "TERM": "", "XDG_CACHE_HOME": ""}
    answer = derive("check", homework, cwd="/proc", variables=nobody)
    assert (answer.returncode, answer.stderr) == (1, b"")
    monkeypatch.chdir("/proc")
    for asked in (("notes", "lms"), ("report",), ("check", "--out", "x.html", homework)):
        refusal = run(*asked)
        assert (refusal.exit_code, refusal.stderr.count("\n"), refusal.stderr[:7]) == (2, 1, "Error: ")
        assert "ame another" in refusal.stderr


@posix
def test_a_pipe_that_nobody_reads_is_no_verdict(folder: Path) -> None:
    """A closed pipe ends the command as a shell expects."""
    unread, pipe = os.pipe()
    os.close(unread)
    answer = derive("show", "lms", cwd=folder, out=pipe)
    os.close(pipe)
    assert (answer.returncode, answer.stderr) == (141, b"")


STREAMS = {
    "derive check . <&- >&- 2>&-": (1, False, 0),
    "derive check . >&-": (1, False, 0),
    "derive verify statistics.py:grad --params w:D <&- 2>&-": (0, True, 0),
    "derive notes lms --no-figures --out notes.md <&- >&- 2>&-": (0, False, 0),
    "derive check missing.md 2>&-": (2, False, 0),
    "derive check - <&-": (2, True, 0),
    "derive check --json . >/dev/full": (2, False, 1),
    "derive check . 2>/dev/full": (1, True, 0),
    "ulimit -v 4000000 && ulimit -t 100 && derive verify statistics.py:grad --params w:D": (0, True, 0),
}
"""Scripts: the exit code, whether anything is printed, how many lines of mistakes."""


@posix
def test_streams_and_limits_change_no_verdict(folder: Path) -> None:
    """Closed ones, ones that are full, and a limit of the machine that is below our own.

    What would be printed goes nowhere, and never into a file that happens to be opened.
    """
    told = {script: shell(script, folder) for script in STREAMS}
    assert {s: (code, bool(out), err.count("\n")) for s, (code, out, err) in told.items()} == STREAMS
    assert (folder / "blatt 3 β.md").read_bytes() == HOMEWORK.encode()


def test_a_fault_that_cannot_be_told_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """And it is no verdict: without a traceback too it has an exit code of its own."""

    class Full:
        def write(self, _: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(sys, "stderr", Full())
    with pytest.raises(SystemExit) as ended, faults_are_no_verdicts():
        raise RuntimeError
    assert ended.value.code == FAULT


def test_what_the_system_refuses_has_a_way_out() -> None:
    """A file by its name is ours to explain, unless the system has not enough for any file."""
    assert "Make room" in refused(OSError(errno.ENOSPC, "No space left on device"))
    assert "ulimit -n" in refused(OSError(errno.EMFILE, "Too many open files", "x"))
    assert "ulimit -u" in refused(OSError(errno.EAGAIN, "Resource temporarily unavailable"))
    assert "TMPDIR" in refused(FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['x']"))
    assert refused(OSError(errno.EIO, "Input/output error")) == "the system refuses: Input/output error"
    assert refused(PermissionError(errno.EACCES, "Permission denied", "x")) == ""
    assert refused(OSError("no number, no name")) == ""


@posix
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT], ids=["to end", "by Ctrl-C"])
def test_being_told_to_end_leaves_no_process_and_no_draft(tmp_path: Path, told: signal.Signals) -> None:
    """SIGTERM to the command alone, as a container sends it; SIGINT to the whole group, as a terminal does."""
    # A parent that ignores interrupts, such as a shell's background job, would hand that down to the command.
    handler = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [
        sys.executable,
        "-c",
        f"{handler}; from derive.__main__ import run; run()",
        "report",
        "--out",
        "reports",
        "--jobs",
        "2",
    ]
    with subprocess.Popen(
        command, cwd=tmp_path, env=surroundings(), start_new_session=True, stderr=subprocess.PIPE, text=True
    ) as process:
        while not _group_of(process.pid) or not any(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.05)
        said = _ended(process, told)
        assert told == signal.SIGTERM or "Traceback" not in said
    assert process.returncode == 128 + told
    for _ in range(200):
        if _group_of(process.pid):
            time.sleep(0.1)
    assert _group_of(process.pid) == []
    assert list(tmp_path.iterdir()) == []


def _ended(process: subprocess.Popen[str], told: signal.Signals) -> str:
    """Tell it until it is noticed, as Python drops an interrupt inside a destructor. Return what it says."""
    for _ in range(30):
        (os.kill if told == signal.SIGTERM else os.killpg)(process.pid, told)
        with suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=5)[1]
    return process.communicate(timeout=60)[1]


def _group_of(leader: int) -> list[str]:
    """Return the states of the living processes that a leader has started, itself left out."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it has ended meanwhile
            continue
        if int(group) == leader and int(entry.parent.name) != leader and state != "Z":
            found.append(f"{entry.parent.name} {state}")
    return found


def test_any_terminal_will_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No name is cut, as it could not be typed; colours on demand draw no bar; TERM=dumb is without motion."""
    samples.install(monkeypatch, samples.LIES)
    monkeypatch.setattr("derive.commands.listing.JOBS", 1)
    for columns in (-1, 0, 1, 29, 30, 40, 70, 300):
        shown = run("list", COLUMNS=str(columns)).output
        assert ("honest" in shown, "…" in shown) == (True, False)
        assert columns < NARROWEST or max(map(len, shown.splitlines())) <= columns
    assert run("check", folder, FORCE_COLOR="1", NO_COLOR=None).stderr == ""
    monkeypatch.setenv("TERM", "dumb")
    assert console().width >= NARROWEST


@pytest.mark.parametrize(
    ("options", "variables"),
    [(("-OO",), NONE), ((), {"SYMPY_GROUND_TYPES": "python"}), ((), {"PYTHONHASHSEED": "42"})],
    ids=["without assertions and docstrings", "with Python's integers", "with another order of sets"],
)
def test_python_in_another_way_changes_no_letter(
    options: tuple[str, ...], variables: Mapping[str, str], folder: Path
) -> None:
    """What is found is the same, line by line."""
    asked = ("show", "perceptron-bound", "--format", "json")
    answer = derive(*asked, cwd=folder, options=(*options, "-m", "derive"), variables=variables)
    assert (answer.returncode, answer.stdout.decode()) == (0, run(*asked).stdout)


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that were asked for are refused before any work; a note that would have one says so.

    Every `derive-ml[...]` in the sources is an extra of the project.
    """
    monkeypatch.setattr("derive.notes.figures.find_spec", lambda _: None)
    answer = run("notes", "svm-dual", "--figures", "--out", "dual.html")
    assert (answer.exit_code, "pip install 'derive-ml[plot]'" in answer.output) == (2, True)
    (instead,) = figures_of("svm-dual", Notation())
    assert "pip install 'derive-ml[plot]'" in str(instead)
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {found for path in sources() for found in re.findall(r"derive-ml\[(\w+)\]", path.read_text("utf-8"))}
    assert {"cluster", "plot"} <= named <= set(extras)


def test_tex_makes_its_fonts_beside_its_work_where_there_is_no_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a home that can be written, they are kept there for the next time."""
    monkeypatch.setenv("HOME", str(tmp_path))
    assert "TEXMFVAR" not in variables_of_tex(tmp_path / "work")
    monkeypatch.delenv("HOME")
    assert variables_of_tex(tmp_path / "work")["TEXMFVAR"].startswith(str(tmp_path / "work"))
