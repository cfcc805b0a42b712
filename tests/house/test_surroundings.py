"""The command in surroundings that we have not chosen: language, terminal, folder, neighbours, being told to end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from derive.cli import main
from derive.latex.notation import Notation
from derive.notes.figures import figures_of
from derive.notes.pdf import variables_of_tex
from derive.processes import started_alone, surroundings
from derive.render.terminal import NARROWEST, console
from tests.house.files import ROOT, sources

pytestmark = pytest.mark.slow  # starts the command in many surroundings

HOMEWORK = """Let $x \\in \\mathbb{R}$.\r
\r
$$(x + 1)^2 = x^2 + 2 x + 1$$\r
\r
$$(x - 1)^2 = x^2 - 2 x - 1$$\r
"""
"""A line that is right and one that is wrong, with the line ends of Windows."""
MODEL = "import json, random\n\n\ndef loss(w):\n    return w @ w\n\n\ndef grad(w):\n    return 2 * w\n"
LATIN = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "latin-1"}
NONE: Mapping[str, str] = {}
STRICT = {"PYTHONWARNDEFAULTENCODING": "1", "PYTHONWARNINGS": "error"}
"""Every warning is an error, in the processes that are started too, and so is an encoding that is left open."""
SHADOWS = ("json", "numbers", "queue", "random", "signal", "socket", "types")
posix = pytest.mark.skipif(os.name != "posix", reason="signals, /proc and /dev/full are those of POSIX")


def derive(
    *arguments: str | Path,
    cwd: Path | str,
    options: Sequence[str] = (),
    variables: Mapping[str, str] = NONE,
    out: int = subprocess.PIPE,
) -> subprocess.CompletedProcess[bytes]:
    """Return what the command answers in a process of its own; a variable that is set to "" is taken away."""
    kept = {name: value for name, value in {**surroundings(), **variables}.items() if value or name not in variables}
    command = [sys.executable, *options, "-m", "derive", *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.run(command, cwd=cwd, env=kept, stdout=out, stderr=pipe, check=False, timeout=120)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a space and other letters in its name, and in it a homework and a program."""
    made = tmp_path / "häus aufgabe λ"
    made.mkdir()
    _ = (made / "blatt 3 β.md").write_bytes(HOMEWORK.encode())
    _ = (made / "mödel.py").write_text(MODEL, encoding="utf-8")
    return made


@pytest.fixture
def shadowed(folder: Path) -> Path:
    """Return the folder with files that have the names of modules, and fail where they are taken for them."""
    for name in SHADOWS:
        _ = (folder / f"{name}.py").write_text("raise SystemExit('taken for the module')\n", encoding="utf-8")
    for name in ("derive", "numeric", "sympy"):
        (folder / name).mkdir()
    return folder


@pytest.mark.parametrize("encoding", [LATIN, {"PYTHONIOENCODING": "ascii"}], ids=["latin", "ascii"])
def test_output_is_unicode_whatever_the_language_of_the_system(folder: Path, encoding: dict[str, str]) -> None:
    """A page says of itself that it is UTF-8, and so it is in a pipe."""
    answer = derive("show", "lms", "--format", "html", cwd=folder, variables=encoding)
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert 'charset="utf-8"' in answer.stdout.decode("utf-8")


def test_a_homework_is_found_and_judged_under_any_name(folder: Path) -> None:
    """Spaces, other letters, Windows line ends; no encoding is left to the system, and no warning is given."""
    answer = derive("check", "--json", ".", cwd=folder, variables=STRICT)
    assert (answer.returncode, answer.stderr) == (1, b"")
    found = json.loads(answer.stdout)
    assert found["file"] == "blatt 3 β.md"
    assert [(step["line"], step["verdict"]) for step in found["steps"]] == [(3, "proved"), (5, "refuted")]


@pytest.mark.parametrize("name", ["mödel.py", "statistics.py"])
def test_a_gradient_is_verified_under_any_name(folder: Path, name: str) -> None:
    """A file that is called as a module is does not take its place."""
    _ = (folder / "mödel.py").rename(folder / name)
    answer = derive("verify", f"{name}:grad", "--params", "w:D", cwd=folder, variables=STRICT)
    assert (answer.returncode, answer.stderr) == (0, b"")
    assert answer.stdout.startswith(b"proved")


def test_files_with_the_names_of_modules_are_not_imported(shadowed: Path) -> None:
    """The process that judges finds what this one finds."""
    command = [str(Path(sys.executable).with_name("derive")), "check", "blatt 3 β.md"]
    answer = subprocess.run(command, cwd=shadowed, capture_output=True, check=False, timeout=120)
    assert b"1 proved, 1 refuted" in answer.stdout


def test_processes_that_share_the_work_import_nothing_from_the_folder(shadowed: Path) -> None:
    """They are started without looking into the folder, and afterwards the variable is as it was."""
    asked = ["notes", "lms", "simple-regression", "--no-programs", "--no-figures", "--out", "notes.md", "--jobs", "2"]
    command = [str(Path(sys.executable).with_name("derive")), *asked]
    answer = subprocess.run(command, cwd=shadowed, capture_output=True, check=False, timeout=120)
    assert (answer.returncode, answer.stderr) == (0, b"")


def test_being_started_alone_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was set before is set again."""
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    with started_alone():
        assert os.environ["PYTHONSAFEPATH"] == "1"
    assert os.environ["PYTHONSAFEPATH"] == ""


@posix
@pytest.mark.parametrize(
    "arguments", [("list",), ("show", "lms"), ("check", "{homework}"), ("verify", "{model}:grad", "--params", "w:D")]
)
def test_neither_a_home_nor_a_folder_to_write_is_needed(folder: Path, arguments: tuple[str, ...]) -> None:
    """In a folder where not even root can make a file, and without HOME."""
    homework, model = folder / "blatt 3 β.md", folder / "mödel.py"
    asked = [argument.format(homework=homework, model=model) for argument in arguments]
    answer = derive(*asked, cwd="/proc", variables={"HOME": "", "USER": "", "TERM": ""})
    assert (answer.returncode, answer.stderr) == (1 if "check" in asked else 0, b"")


@posix
@pytest.mark.parametrize("arguments", [("notes", "lms"), ("report",), ("check", "--out", "x.html", "{homework}")])
def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(folder: Path, arguments: tuple[str, ...]) -> None:
    """Before any work, and with the exit code of a wrong call."""
    asked = [argument.format(homework=folder / "blatt 3 β.md") for argument in arguments]
    answer = derive(*asked, cwd="/proc")
    assert (answer.returncode, answer.stderr.count(b"\n")) == (2, 1)
    assert answer.stderr.startswith(b"Error: ")
    assert b"ame another" in answer.stderr


@posix
def test_a_full_disk_is_said_in_one_sentence(folder: Path) -> None:
    """It is no fault of ours, and no verdict."""
    with Path("/dev/full").open("wb") as full:
        answer = derive("list", cwd=folder, out=full.fileno())
    assert (answer.returncode, answer.stderr.count(b"\n")) == (2, 1)
    assert answer.stderr.startswith(b"Error: the system refuses: No space left on device. Make room")


@posix
def test_a_pipe_that_nobody_reads_is_no_verdict(folder: Path) -> None:
    """`derive ... | true` is silent, and ends as a shell expects of a program whose pipe was closed."""
    unread, pipe = os.pipe()
    os.close(unread)
    answer = derive("list", cwd=folder, out=pipe)
    os.close(pipe)
    assert (answer.returncode, answer.stderr) == (141, b"")


@posix
def test_being_told_to_end_leaves_no_process_and_no_draft(tmp_path: Path) -> None:
    """SIGTERM to the command alone, as a container or a time limit sends it."""
    command = [sys.executable, "-m", "derive", "report", "--out", "reports", "--jobs", "2"]
    with subprocess.Popen(command, cwd=tmp_path, env=surroundings(), start_new_session=True) as process:
        while not _group_of(process.pid) or not any(tmp_path.iterdir()):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 128 + signal.SIGTERM
    until = time.monotonic() + 20
    while _group_of(process.pid) and time.monotonic() < until:
        time.sleep(0.1)
    assert _group_of(process.pid) == []
    assert list(tmp_path.iterdir()) == []


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


@pytest.mark.parametrize("columns", ["-1", "0", "1", "29", "30", "40", "70", "80", "300"])
def test_a_narrow_terminal_cuts_no_name(columns: str) -> None:
    """A name that is cut cannot be typed; a terminal of no columns does not know how many it has."""
    shown = CliRunner().invoke(main, ["list"], env={"COLUMNS": columns}).output
    assert "softmax-gradient" in shown
    assert "…" not in shown
    if int(columns) >= NARROWEST:
        assert max(len(line) for line in shown.splitlines()) <= int(columns)


def test_colours_on_demand_move_nothing(folder: Path) -> None:
    """FORCE_COLOR colours what is printed, and draws no bar where there is no terminal; NO_COLOR colours nothing."""
    coloured = derive("check", "blatt 3 β.md", cwd=folder, variables={"FORCE_COLOR": "1", "NO_COLOR": ""})
    assert coloured.stderr == b""
    assert b"\x1b[1mname" in derive("list", cwd=folder, variables={"FORCE_COLOR": "1", "NO_COLOR": ""}).stdout
    assert b"\x1b" not in derive("list", cwd=folder, variables={"NO_COLOR": "1", "FORCE_COLOR": ""}).stdout


def test_a_dumb_terminal_has_a_console(monkeypatch: pytest.MonkeyPatch) -> None:
    """TERM=dumb is a terminal without motion."""
    monkeypatch.setenv("TERM", "dumb")
    assert console().width >= NARROWEST


def test_assertions_and_docstrings_may_be_left_out(folder: Path) -> None:
    """`python -OO` gives the same answer."""
    asked = ("show", "lms", "--format", "json")
    assert derive(*asked, cwd=folder, options=("-OO",)).stdout == derive(*asked, cwd=folder).stdout


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Figures that were asked for are refused before any work; a note that would have one says so."""
    monkeypatch.setattr("derive.notes.figures.find_spec", lambda _: None)
    answer = CliRunner().invoke(main, ["notes", "svm-dual", "--figures", "--out", "dual.html"])
    assert answer.exit_code == 2
    assert "pip install 'derive-ml[plot]'" in answer.output
    (instead,) = figures_of("svm-dual", Notation())
    assert "pip install 'derive-ml[plot]'" in str(instead)


def test_extras_that_are_named_are_there() -> None:
    """Every `derive-ml[...]` in the sources is an extra of the project."""
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


@pytest.mark.parametrize("numbers", ["python", "flint"])
def test_the_numbers_of_sympy_change_no_verdict(folder: Path, numbers: str) -> None:
    """SymPy counts with Python's integers or with flint's; what is found is the same to the letter."""
    asked = ("show", "perceptron-bound", "--format", "json")
    answer = derive(*asked, cwd=folder, variables={"SYMPY_GROUND_TYPES": numbers})
    assert (answer.returncode, answer.stdout) == (0, derive(*asked, cwd=folder).stdout)
