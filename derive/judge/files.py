"""Which files are meant: those that are named, and in a folder every document; nothing outside of it through a link."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from derive.documents.errors import DocumentError

DOCUMENTS = frozenset({".md", ".markdown", ".myst", ".qmd", ".tex", ".ltx", ".ipynb"})
"""What is read in a folder; a file that is named may have another ending."""


def documents_in(paths: Iterable[Path]) -> list[Path]:
    """Return the files that are meant, each once, in a folder by name.

    Raises `DocumentError` for a path that is not there, and for a folder without a document.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise DocumentError(str(path), reason="there is no such file or folder", way_out="check the name")
        inside = sorted(_below(path)) if path.is_dir() else [path]
        if not inside:
            reason = "there is no document in this folder"
            way_out = f"name a file, or a folder with {', '.join(sorted(DOCUMENTS))}"
            raise DocumentError(str(path), reason=reason, way_out=way_out)
        found.update(dict.fromkeys(inside))
    return list(found)


def _below(folder: Path) -> Iterator[Path]:
    root = folder.resolve()
    for path in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.suffix.lower() in DOCUMENTS and not hidden and path.is_file() and path.resolve().is_relative_to(root):
            yield path
