"""Where the files of the repository are, for the tests that read them."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("derive", "numeric")
DOTTED = {".ci", ".gitignore"}
TEXT = {".py", ".md", ".toml", ".txt", ".json", ".yml", ".yaml", ""}


def name(path: Path) -> str:
    """Return the path as seen from the top of the repository."""
    return path.relative_to(ROOT).as_posix()


def visible(path: Path) -> bool:
    """Return whether a file is the project's own: no cache, environment, repository data, or package of others."""
    parts = path.relative_to(ROOT).parts
    return not any(part.startswith((".", "__pycache__", "node_modules")) and part not in DOTTED for part in parts)


def texts() -> list[Path]:
    """Return every text file of the repository, in order."""
    return sorted(p for p in ROOT.rglob("*") if p.is_file() and visible(p) and p.suffix in TEXT)


def sources() -> list[Path]:
    """Return every Python file of the two packages, in order."""
    return sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py"))


def documents() -> list[Path]:
    """Return every Markdown file of the repository, in order."""
    return [p for p in texts() if p.suffix == ".md"]
