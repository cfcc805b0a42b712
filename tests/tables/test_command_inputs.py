"""What a command is given: *arguments, exit code, what is said*; closed doors, pipes, numbers that nobody can mean."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest

from tests.samples import run

pytestmark = pytest.mark.slow  # judges documents, in processes of their own
RIGHT = "Let $a \\in \\mathbb{R}$. Then $a + a = 2 a$.\n"
WORDS = "There is no mathematics in it.\n"
NOBODY = 65534
posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices are those of POSIX")
doors = pytest.mark.skipif(not hasattr(os, "setresuid"), reason="there is nobody who may do less")


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


def refused(rows: Iterable[tuple[str, str]], homework: Path) -> list[str]:
    """Return the commands of a table that are not refused with exit code 2 and what the row says."""
    places = {"{homework}": homework, "{long}": homework.with_name("a" * 300 + ".md"), "{empty}": ""}
    believed = list[str]()
    for command, said in rows:
        answer = run(*(places.get(part, part) for part in command.split()))
        if (answer.exit_code, said in answer.output) != (2, True):
            believed.append(f"{command}: {answer.output}")
    return believed


EMPTY = "The name is empty"
NOT_MEANT = [
    # A variable of the shell that is not set is a mistake, and not the folder that we are in.
    *((command, EMPTY) for command in ("check {empty}", "check {homework} --out {empty}", "report --out {empty}")),
    ("notes lms --out {empty}", EMPTY),
    # What a system fails at later, and without a word about the option, is refused before any work.
    *(
        (f"check {{homework}} --timeout {n}", "Invalid value for '--timeout'")
        for n in ("nan", "inf", "1e300", "-1", "0")
    ),
    *((f"check {{homework}} --memory {n}", "Invalid value for '--memory'") for n in ("9" * 14, "-1", "nan")),
    *((f"verify x --timeout {n}", "Invalid value for '--timeout'") for n in ("nan", "inf", "1e300", "0")),
    *((f"verify x --memory {n}", "Invalid value for '--memory'") for n in ("9" * 20, "1")),
    *(
        (f"check --format gradescope {{homework}} --points {n}", "Invalid value for '--points'")
        for n in ("nan", "inf", "-1")
    ),
    # What is no address is told before Dask is asked, which may not be there.
    *(
        (f"check {{homework}} --scheduler {address}", "Write tcp://HOST:PORT")
        for address in ("nonsense", "tcp://nowhere", "tcp://host:port", "gopher://host:70", "host:1/x")
    ),
]
OF_POSIX = [
    *(
        (f"{command} {{long}}", "(File name too long)")
        for command in ("check", "check {homework} --out", "notes lms --out")
    ),
    # One of these never ends.
    *((f"check {device}", "it is neither a file nor a folder") for device in ("/dev/zero", "/dev/null")),
]


def test_what_nobody_can_mean_is_refused(homework: Path) -> None:
    """In one sentence, with exit code 2, before any work; what can be meant is taken."""
    assert refused((*NOT_MEANT, *(OF_POSIX if os.name == "posix" else ())), homework) == []
    answer = run("check", homework, "--timeout", "1000000", "--memory", str(2**30), "--jobs", "1000")
    assert (answer.exit_code, "1 ok" in answer.output) == (0, True)


def test_a_text_is_read_in_the_encoding_that_it_names(homework: Path) -> None:
    """A mark at its beginning does that; UTF-32 begins as UTF-16 does."""
    named = [homework.with_name(f"{encoding}.md") for encoding in ("utf-16", "utf-32", "utf-8-sig", "utf-8")]
    for path in named:
        _ = path.write_text(RIGHT, encoding=path.stem)
    answer = run("check", *named)
    assert (answer.exit_code, answer.output.count("1 ok")) == (0, 4)


@posix
def test_a_document_may_come_through_a_pipe(tmp_path: Path) -> None:
    """As `derive check <(...)` gives it: it is read once; and so is standard input, though it is named twice."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(RIGHT,), daemon=True)
    writer.start()
    answer = run("check", pipe)
    assert (answer.exit_code, answer.output) == (0, f"{pipe}\n  nothing wrong; 1 ok; 1 definition\n\n")
    assert run("check", "-", "-", given=RIGHT).output == "-\n  nothing wrong; 1 ok; 1 definition\n\n"


def test_a_document_without_a_formula_is_no_right_document(homework: Path) -> None:
    """It may be one whose formulas were lost. Beside one that has formulas it is no reason to fail."""
    words = homework.with_name("words.md")
    _ = words.write_text(WORDS, encoding="utf-8")
    alone = run("check", words)
    assert (alone.exit_code, "nothing to judge" in alone.output) == (2, True)
    assert run("check", homework, words).exit_code == 0


@doors
def test_a_closed_door_is_said() -> None:
    """Also where it is found on the way: what lies behind it must not be missed in silence."""
    with unprivileged() as folder:
        for path, closed in {"closed": "closed", "closed/ok.md": "closed/ok.md", "": "closed"}.items():
            answer = run("check", folder / path)
            said = f"'{folder / closed}': it cannot be read (Permission denied)"
            assert (answer.exit_code, said in " ".join(answer.output.split())) == (2, True), answer.output


@doors
def test_an_output_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    """Before the work; and one that can be is written."""
    names = ("open/new.md", "open/ok.md", "closed/new.md", "open", "none/new.md", "open/ok.md/x")
    with unprivileged() as folder:
        for name in names:
            answer = run("check", "-", "--format", "markdown", "--out", folder / name, given=RIGHT)
            assert (answer.exit_code, "ame another file" in answer.output) == (2, True), (name, answer.output)
    for out in (tmp_path / "new.md", Path("/dev/null")):
        assert run("check", "-", "--format", "markdown", "--out", out, given=RIGHT).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["new.md"]
