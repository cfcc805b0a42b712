"""Where the files of the repository are, for the tests that read them."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("derive", "numeric")
DOTTED = {".ci", ".gitignore"}
TEXT = {".py", ".md", ".toml", ".txt", ".json", ".yml", ".yaml", ""}


def name(path: Path) -> str:
    """Return the path as seen from the top of the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def texts() -> list[Path]:
    """Return every text file of the repository, in order: no cache, environment, or package of others."""
    found: list[Path] = []
    for folder, below, files in os.walk(ROOT):
        below[:] = [
            each for each in below if each in DOTTED or not each.startswith((".", "__pycache__", "node_modules"))
        ]
        visible = (Path(folder, file) for file in files if file in DOTTED or not file.startswith("."))
        found += [path for path in visible if path.suffix in TEXT]
    return sorted(found)


def sources() -> list[Path]:
    """Return every Python file of the two packages, in order."""
    return sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))


def documents() -> list[Path]:
    """Return every Markdown file of the repository, in order."""
    return [p for p in texts() if p.suffix == ".md"]
