"""Where a result goes: a file that cannot be written is refused before the work, and not after it."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from derive.errors import DeriveError


def refuse_unwritable(out: Path, *, beside: bool = False) -> None:
    """Raise `DeriveError` for a file that could not be written later; with `beside`, other files go into its folder."""
    way_out = "name another file"
    try:
        problem = _problem(out, beside=beside)
        if not out.absolute().parent.is_dir():
            problem, way_out = f"there is no folder {out.absolute().parent.name}", "make it, or name another file"
    except OSError as refused:
        problem = f"it cannot be written ({refused.strerror})"
    if problem:
        raise DeriveError(str(out), place="--out", reason=problem, way_out=way_out)


def _problem(out: Path, *, beside: bool) -> str:
    exists = _exists(out)
    if out.is_dir():
        return "this is a folder"
    if exists and not os.access(out, os.W_OK):
        return "it cannot be written (Permission denied)"
    return _cannot_make(out.absolute().parent) if beside or not exists else ""


def _exists(out: Path) -> bool:
    """Return whether a file is there. Raises `OSError` for a name that is none, and behind a closed door."""
    try:
        _ = out.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _cannot_make(folder: Path) -> str:
    try:
        with NamedTemporaryFile(dir=folder):
            return ""
    except OSError as problem:
        return f"no file can be made in that folder ({problem.strerror})"
