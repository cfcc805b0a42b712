"""The fast subset: what is called slow exists and is left out, and what remains reaches every room."""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from pathlib import Path

import pytest

from tests.slow import SLOW, is_slow

ROOT = Path(__file__).parents[2]
ROOMS = sorted(
    str(path.parent.relative_to(ROOT)).replace("/", ".")
    for package in ("derive", "numeric")
    for path in (ROOT / package).glob("*/__init__.py")
)


def defined(path: Path) -> set[str]:
    """Return the names of the tests of a file."""
    return {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


@functools.cache
def imported(path: Path) -> set[str]:
    """Return the modules that a file imports, at any level of it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


@pytest.mark.parametrize("place", SLOW)
def test_what_is_slow_exists(place: str) -> None:
    """A file that was renamed would be fast again without a word."""
    file, _, name = place.partition("::")
    assert (ROOT / file).is_file()
    assert not name or name in defined(ROOT / file)


def collected(*arguments: str) -> set[str]:
    """Return the places of the tests that pytest would run in two files, one of which is half slow."""
    files = ("tests/unit/test_kernel_label.py", "tests/house/test_wheel.py")
    command = (sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *arguments, *files)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return {line for line in done.stdout.splitlines() if "::" in line}


def test_the_marker_is_honoured() -> None:
    """`slow` and `not slow` part the tests: each is in one of them, and it is the one that the list says."""
    slow, fast, everything = collected("-m", "slow"), collected("-m", "not slow"), collected()
    assert slow | fast == everything
    assert slow == {place for place in everything if is_slow(place)}
    assert slow
    assert fast


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_a_fast_test(room: str) -> None:
    """Some test file that is not slow as a whole imports from the room."""
    files = [path for path in sorted((ROOT / "tests").glob("*/test_*.py")) if not is_slow(str(path.relative_to(ROOT)))]
    assert any(name == room or name.startswith(f"{room}.") for path in files for name in imported(path))
