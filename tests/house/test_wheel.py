"""What is shipped: a wheel from which everything works, and a source distribution that is the repository."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.house import checks
from tests.house.files import ROOT, name, texts

pytestmark = pytest.mark.slow  # builds the wheel

HOMEWORK = "Let $x \\in \\mathbb{R}$.\n\n$$x + x = 2 x$$\n"
EVERY_ROOM = (
    ("show", "lms", "--format", "html", "--notation", "cls"),
    ("show", "logistic-hessian", "--format", "numpy"),
    ("check", "homework.md", "--format", "html"),
    ("verify", "model.py:grad", "--params", "w:D"),
)
"""Commands that between them need the templates, the notations, the record and the processes of our own."""
LEFT_BEHIND = {"__pycache__", "node_modules", ".venv", ".grimp_cache", ".ruff_cache", "build"}
"""What tools leave in a repository, and nobody wants to be sent."""


def build(kind: str, folder: Path, source: Path = ROOT) -> Path:
    """Return the file that is built, without a network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    built = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (found,) = folder.glob("derive_ml-*.whl" if kind == "wheel" else "derive_ml-*.tar.gz")
    return found


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel."""
    return build("wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that a source distribution unpacks to."""
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(build("sdist", folder)) as archive:
        archive.extractall(folder, filter="data")
    (found,) = (path for path in folder.iterdir() if path.is_dir())
    return found


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    """The two packages with their templates, notations and the record, their type markers, and the licence."""
    held = zipfile.ZipFile(wheel).namelist()
    assert checks.wrong_wheel(held) == []
    assert {name(path) for path in texts() if name(path).startswith(("derive/", "numeric/"))} - set(held) == set()


def test_the_wheel_works_where_there_is_no_repository(wheel: Path, tmp_path: Path) -> None:
    """Unpacked, as pip does it, and run from another folder."""
    home, elsewhere = tmp_path / "site", tmp_path / "elsewhere"
    shutil.unpack_archive(wheel, home, "zip")
    elsewhere.mkdir()
    _ = (elsewhere / "homework.md").write_text(HOMEWORK, encoding="utf-8")
    _ = (elsewhere / "model.py").write_text("def loss(w):\n    return w @ w\n\n\ndef grad(w):\n    return 2 * w\n")
    for arguments in EVERY_ROOM:
        answer = subprocess.run(
            [sys.executable, "-P", "-W", "error", "-m", "derive", *arguments],
            cwd=elsewhere,
            env={**os.environ, "PYTHONPATH": str(home)},
            capture_output=True,
            check=False,
        )
        assert (answer.returncode, answer.stderr) == (0, b""), arguments
        assert answer.stdout


def test_the_source_distribution_is_the_repository(unpacked: Path, wheel: Path, tmp_path: Path) -> None:
    """Nothing is left out, so that whoever unpacks it can run the tests, and build the same wheel."""
    ours = {name(path) for path in texts()}
    theirs = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert ours - theirs == set()
    assert {part for path in theirs for part in Path(path).parts} & LEFT_BEHIND == set()
    again = zipfile.ZipFile(build("wheel", tmp_path, unpacked)).namelist()
    assert set(again) == set(zipfile.ZipFile(wheel).namelist())
