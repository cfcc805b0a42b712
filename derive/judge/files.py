"""Which files are meant: those that are named, and in a folder every document; nothing outside of it through a link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from derive.discourse.errors import DocumentError

DOCUMENTS = frozenset({".md", ".markdown", ".myst", ".qmd", ".tex", ".ltx", ".ipynb"})
"""What is read in a folder; a file that is named may have another ending."""


def documents_in(paths: Iterable[Path]) -> list[Path]:
    """Return the files that are meant, each once, in a folder by name.

    Raises `DocumentError` for a path that is not there or cannot be read, and for a folder without a document.
    """
    found: dict[Path, None] = {}
    for path in paths:
        inside = sorted(_below(path)) if _is_folder(path) else [path]
        if not inside:
            reason = "there is no document in this folder"
            way_out = f"name a file, or a folder with {', '.join(sorted(DOCUMENTS))}"
            raise DocumentError(str(path), reason=reason, way_out=way_out)
        found.update(dict.fromkeys(inside))
    return list(found)


def _is_folder(path: Path) -> bool:
    """Return whether a path is that of a folder, and not of a file. Raises `DocumentError` where it is neither."""
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise DocumentError(str(path), reason="there is no such file or folder", way_out="check the name") from None
    except OSError as problem:
        raise _unreadable(path, problem) from None
    if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
        reason, way_out = "it is neither a file nor a folder", "name one, or give the document to `derive check -`"
        raise DocumentError(str(path), reason=reason, way_out=way_out)
    return stat.S_ISDIR(mode)


def _unreadable(path: Path | str, problem: OSError) -> DocumentError:
    reason = f"it cannot be read ({problem.strerror})"
    return DocumentError(str(path), reason=reason, way_out="check the name and the permissions")


def _refuse(problem: OSError) -> None:
    raise _unreadable(problem.filename, problem)


def _below(folder: Path) -> Iterator[Path]:
    """Yield the documents below a folder. Raises `DocumentError` for a folder in it that cannot be looked into."""
    root = folder.resolve()
    for inside, folders, names in os.walk(folder, onerror=_refuse):
        folders[:] = (name for name in folders if not name.startswith("."))
        for path in (Path(inside, name) for name in names if not name.startswith(".")):
            if path.suffix.lower() in DOCUMENTS and path.is_file() and path.resolve().is_relative_to(root):
                yield path
