"""The folder of a report: made beside its place, filled, and moved there whole; nobody ever sees half of it."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path

from derive.errors import DeriveError

OURS = re.compile(
    r"(?:README|errata|cross-check)\.md|verification\.json|digests\.txt"
    r"|(?:lectures|derivations|examples)(?:/[\w-]+\.md)?|notes(?:/[\w-]+\.(?:md|tex|html))?"
)
"""What a report consists of. A folder that holds anything else is not replaced."""


@contextmanager
def report_folder(out: Path) -> Generator[Path]:
    """Yield an empty folder that takes the place of `out` at the end, unless an exception comes first.

    Raises `DeriveError` at once where that will not be possible: the folder cannot be written, or holds other files.
    """
    out = out.absolute()
    draft = out.with_name(f".{out.name}-{os.getpid()}")
    try:
        _begin(draft, out)
        yield draft
        _replace(draft, out)
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write files by their names, which may lie in folders below."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        _ = (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _begin(draft: Path, out: Path) -> None:
    strangers = _strangers(out)
    if strangers:
        reason = f"it holds {strangers[0]}, which is not of a report, and a report replaces the whole folder"
        raise DeriveError(str(out), reason=reason, way_out="name another folder with --out")
    try:
        draft.mkdir(parents=True)
    except OSError as problem:
        reason = f"the folder cannot be written ({problem.strerror})"
        raise DeriveError(str(out), reason=reason, way_out="name another folder with --out") from problem


def _strangers(out: Path) -> list[str]:
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        return ["a file or a link in its place"]
    names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*"))
    return [name for name in names if not OURS.fullmatch(name)]


def _replace(draft: Path, out: Path) -> None:
    """Put the draft in the place of the folder; if that fails half-way, put the old one back."""
    old = draft.with_name(f"{draft.name}-old")
    had_one = out.exists()
    try:
        if had_one:
            _ = out.rename(old)
        _ = draft.rename(out)
    except BaseException:
        if old.exists() and not out.exists():
            _ = old.rename(out)
        raise
    shutil.rmtree(old, ignore_errors=True)
