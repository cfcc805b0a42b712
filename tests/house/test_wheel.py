"""What is shipped: the two packages, their type markers, and the licence."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

from tests.house import checks
from tests.house.files import ROOT


def test_the_wheel_holds_the_packages_and_nothing_else(tmp_path: Path) -> None:
    """A wheel is built without network and looked into."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("derive_ml-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        assert checks.wrong_wheel(archive.namelist()) == []
