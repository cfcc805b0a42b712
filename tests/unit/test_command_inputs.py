"""What a command is given: names that are none, doors that are closed, pipes, numbers that nobody can mean."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from click.testing import CliRunner, Result

from derive.cli import main
from derive.commands.outputs import refuse_unwritable
from derive.documents.errors import DocumentError
from derive.errors import DeriveError
from derive.judge.files import documents_in

RIGHT = "Let $a \\in \\mathbb{R}$. Then $a + a = 2 a$.\n"
WORDS = "There is no mathematics in it.\n"
NOBODY = 65534
TOO_LONG = "a" * 300 + ".md"
posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")
doors = pytest.mark.skipif(not hasattr(os, "setresuid"), reason="there is nobody who may do less")


def run(*arguments: str | Path, given: str | None = None) -> Result:
    """Return what the command answers; an exception that is not meant for the user is raised."""
    return CliRunner().invoke(main, [*map(str, arguments)], input=given, catch_exceptions=False, prog_name="derive")


@pytest.fixture
def homework(tmp_path: Path) -> Path:
    """Return a homework in which all is right."""
    made = tmp_path / "ok.md"
    _ = made.write_text(RIGHT, encoding="utf-8")
    return made


@contextmanager
def unprivileged() -> Generator[Path]:
    """Yield a folder with doors that are closed, and be somebody for whom they are; root may open any door."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        for door in (folder / "open", folder / "closed"):
            door.mkdir()
            _ = (door / "ok.md").write_text(RIGHT, encoding="utf-8")
        (folder / "open" / "ok.md").chmod(0o444)
        modes = {folder: 0o755, folder / "open": 0o555, folder / "closed": 0}
        for door, mode in modes.items():
            door.chmod(mode)
        root = os.geteuid() == 0
        if root:
            os.setresuid(NOBODY, NOBODY, 0)
        try:
            yield folder
        finally:
            if root:
                os.setresuid(0, 0, 0)
            for door in modes:
                door.chmod(0o700)


@pytest.mark.parametrize(
    "arguments", [("check", ""), ("check", "{0}", "--out", ""), ("notes", "lms", "--out", ""), ("report", "--out", "")]
)
def test_the_empty_name_is_not_the_folder_we_are_in(homework: Path, arguments: tuple[str, ...]) -> None:
    """A variable of the shell that is not set is a mistake."""
    answer = run(*(argument.format(homework) for argument in arguments))
    assert (answer.exit_code, "The name is empty" in answer.output) == (2, True)


@pytest.mark.parametrize(
    ("command", "option", "value"),
    [
        *(("check", "--timeout", value) for value in ("nan", "inf", "1e300", "-1", "0")),
        *(("check", "--memory", value) for value in ("9" * 14, "-1", "nan")),
        *(("verify", "--timeout", value) for value in ("nan", "inf", "1e300", "0")),
        *(("verify", "--memory", value) for value in ("9" * 20, "1")),
        *(("check --format gradescope", "--points", value) for value in ("nan", "inf", "-1")),
    ],
)
def test_a_number_that_nobody_can_mean_is_refused(homework: Path, command: str, option: str, value: str) -> None:
    """Before any work; a system fails at it later, and without a word about the option."""
    answer = run(*command.split(), homework, option, value)
    assert answer.exit_code == 2
    assert f"Invalid value for '{option}'" in answer.output


def test_large_numbers_are_numbers(homework: Path) -> None:
    """What can be meant is taken."""
    answer = run("check", homework, "--timeout", "1000000", "--memory", str(2**30), "--jobs", "1000")
    assert (answer.exit_code, "1 proved" in answer.output) == (0, True)


@posix
@pytest.mark.parametrize(
    "arguments", [("check", "{1}"), ("check", "{0}", "--out", "{1}"), ("notes", "lms", "--out", "{1}")]
)
def test_a_name_that_is_too_long_is_said(homework: Path, arguments: tuple[str, ...]) -> None:
    """In one sentence, with what the system says of it."""
    answer = run(*(argument.format(homework, homework.with_name(TOO_LONG)) for argument in arguments))
    assert (answer.exit_code, "(File name too long)" in answer.output) == (2, True)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig", "utf-8"])
def test_a_text_is_read_in_the_encoding_that_it_names(homework: Path, encoding: str) -> None:
    """A mark at its beginning does that; UTF-32 begins as UTF-16 does."""
    _ = homework.write_text(RIGHT, encoding=encoding)
    assert run("check", homework).exit_code == 0


@pytest.mark.parametrize("address", ["nonsense", "tcp://nowhere", "tcp://host:port", "gopher://host:70", "host:1/x"])
def test_what_is_no_address_is_no_scheduler(homework: Path, address: str) -> None:
    """It is told before Dask is asked, which may not be there."""
    answer = run("check", homework, "--scheduler", address)
    assert (answer.exit_code, "Write tcp://HOST:PORT" in answer.output) == (2, True)


@posix
def test_a_document_may_come_through_a_pipe(tmp_path: Path) -> None:
    """As `derive check <(...)` gives it: it is read once, and judged under its name."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(RIGHT,), daemon=True)
    writer.start()
    answer = run("check", pipe)
    assert (answer.exit_code, answer.output) == (0, f"{pipe}\n  1 proved\n\n")


def test_standard_input_is_read_once() -> None:
    """Though it is named twice."""
    assert run("check", "-", "-", given=RIGHT).output == "-\n  1 proved\n\n"


@posix
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_no_document(device: str) -> None:
    """One of them never ends."""
    answer = run("check", device)
    assert (answer.exit_code, "it is neither a file nor a folder" in answer.output) == (2, True)


def test_a_document_without_a_formula_is_no_right_document(homework: Path) -> None:
    """It may be one whose formulas were lost. Beside one that has formulas it is no reason to fail."""
    words = homework.with_name("words.md")
    _ = words.write_text(WORDS, encoding="utf-8")
    alone = run("check", words)
    assert (alone.exit_code, "nothing to judge" in alone.output) == (2, True)
    assert run("check", homework, words).exit_code == 0


@doors
@pytest.mark.parametrize(
    ("path", "refused"), [("open", ""), ("closed", "closed"), ("closed/ok.md", "closed/ok.md"), ("", "closed")]
)
def test_a_closed_door_is_said(path: str, refused: str) -> None:
    """Also where it is found on the way: what lies behind it must not be missed in silence."""
    with unprivileged() as folder:
        if not refused:
            assert documents_in([folder / path]) == [folder / "open" / "ok.md"]
            return
        with pytest.raises(DocumentError, match=r"cannot be read \(Permission denied\)") as error:
            _ = documents_in([folder / path])
        assert error.value.value == str(folder / refused)


@doors
@pytest.mark.parametrize("name", ["open/new.md", "open/ok.md", "closed/new.md", "open", "none/new.md", "open/ok.md/x"])
def test_an_output_that_cannot_be_written_is_refused(name: str) -> None:
    """Before the work; and one that can be is not refused, and not touched."""
    with unprivileged() as folder, pytest.raises(DeriveError, match="ame another file"):
        refuse_unwritable(folder / name)
    with TemporaryDirectory() as mine:
        refuse_unwritable(Path(mine, "new.md"), beside=True)
        assert list(Path(mine).iterdir()) == []
        refuse_unwritable(Path("/dev/null"))
