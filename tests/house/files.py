"""Where the files of the repository are, for the tests that read them."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from pathspec import GitIgnoreSpec

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("derive", "numeric")
DOTTED = {".ci", ".gitignore"}
TEXT = {".py", ".md", ".toml", ".txt", ".json", ".yml", ".yaml", ""}


def name(path: Path) -> str:
    """Return the path as seen from the top of the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def texts() -> list[Path]:
    """Return every text file of the repository, in order: none that `.gitignore` names, or that begins with a dot."""
    ignored = GitIgnoreSpec.from_lines((ROOT / ".gitignore").read_text(encoding="utf-8").splitlines())
    found: list[Path] = []
    for folder, below, files in os.walk(ROOT):
        below[:] = [each for each in below if _visible(each) and not ignored.match_file(f"{name(Path(folder, each))}/")]
        held = (Path(folder, file) for file in files if _visible(file))
        found += [path for path in held if path.suffix in TEXT and not ignored.match_file(name(path))]
    return sorted(found)


def _visible(name: str) -> bool:
    return name in DOTTED or not name.startswith(".")


def sources() -> list[Path]:
    """Return every Python file of the two packages, in order."""
    return sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))


def documents() -> list[Path]:
    """Return every Markdown file of the repository, in order."""
    return [p for p in texts() if p.suffix == ".md"]
