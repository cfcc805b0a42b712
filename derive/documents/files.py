"""From a file to a document. A stranger's file is data: nothing is run, and nothing outside of its folder is read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from derive.documents.errors import DocumentError
from derive.documents.masking import blank, latex_masks
from derive.documents.parts import Part, parts_of
from derive.latex.read.macros import Macro, macros_of

KINDS = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".myst": "markdown",
    ".qmd": "markdown",
    ".rmd": "markdown",
    ".tex": "latex",
    ".ltx": "latex",
    ".ipynb": "notebook",
    ".txt": "text",
    "": "text",
}
LARGEST = 50_000_000
MOST_INPUTS = 100


@dataclass(frozen=True, slots=True)
class Document:
    """A document: the file it is from, its kind, and its parts in the order of reading."""

    file: str
    kind: str
    parts: tuple[Part, ...]


def open_document(path: str | Path, *, shown: str | None = None) -> Document:
    r"""Return the document in a file; `shown` is how it is called in places.

    Raises `DocumentError` for a file that cannot be read: missing, binary, larger than 50 MB, or of an unknown kind.
    """
    path = Path(path)
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        way_out = f"give one of {', '.join(k for k in KINDS if k)}"
        raise DocumentError(path.name, reason="this kind of file is not read", way_out=way_out)
    return _document(_text(path), shown or str(path), kind, folder=path.parent, inside=(path.resolve(),))


def read_document(text: str, *, file: str = "-", kind: str = "markdown", folder: Path | None = None) -> Document:
    r"""Return the document that a text is; `folder` is where `\input` looks, and without it nothing is looked for.

    Raises `DocumentError` for a notebook that is none.

    >>> read_document("$a = b$").parts[0].text
    'a = b'
    """
    return _document(text, file, kind, folder=folder)


def _document(
    text: str, file: str, kind: str, *, folder: Path | None = None, inside: tuple[Path, ...] = ()
) -> Document:
    if kind == "notebook":
        return Document(file, kind, tuple(_notebook_parts(text, file)))
    if kind != "latex":
        return Document(file, kind, parts_of(text, file, kind=kind))
    pieces = list(_with_inputs(text, file, folder=folder, root=folder, inside=inside, count=[0]))
    macros: dict[str, Macro] = {}
    for piece, _ in pieces:
        macros.update(macros_of(blank(piece, latex_masks(piece)))[0])
    parts = [p for piece, name in pieces for p in parts_of(piece, name, kind="latex", macros=macros)]
    return Document(file, kind, tuple(parts))


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise DocumentError(path.name, reason=f"it is larger than {LARGEST} bytes", way_out="split it")
        data = path.read_bytes()
    except OSError as missing:
        reason = f"it cannot be read ({missing.strerror})"
        raise DocumentError(path.name, reason=reason, way_out="check the name and the permissions") from None
    if b"\0" in data[:8192]:
        raise DocumentError(path.name, reason="it is binary", way_out="give the source, not a compiled file")
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")


def _notebook_parts(text: str, file: str) -> Iterator[Part]:
    cells = _cells(text, file)
    sources = [_cell_text(cell) for cell in cells]
    written = [s for s, cell in zip(sources, cells, strict=True) if cell.get("cell_type") == "markdown"]
    macros = macros_of("\n".join(written))[0]
    for number, (source, cell) in enumerate(zip(sources, cells, strict=True)):
        if cell.get("cell_type") == "markdown":
            yield from parts_of(source, file, macros=macros, cell=number)


def _cells(text: str, file: str) -> list[dict[str, Any]]:
    way_out = "save it again from Jupyter"
    try:
        notebook: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise DocumentError(file, reason="it is no notebook: its JSON cannot be read", way_out=way_out) from None
    cells: Any = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise DocumentError(file, reason="it is no notebook: it has no list of cells", way_out=way_out)
    return cells


def _cell_text(cell: dict[str, Any]) -> str:
    source: Any = cell.get("source", "")
    return "".join(str(line) for line in source) if isinstance(source, list) else str(source)


_INPUT = re.compile(r"\\(?:input|include|subfile)\s*(?:\{([^{}\n]*)\}|([^\s{}\\]+))")


def _with_inputs(
    text: str, file: str, *, folder: Path | None, root: Path | None, inside: tuple[Path, ...], count: list[int]
) -> Iterator[tuple[str, str]]:
    r"""Yield a text and, in their places, those of the files it inputs; each with the name of its file.

    A text that goes on behind an `\input` is yielded again with what came before blanked, so that places stay.
    """
    last = 0
    for match in _INPUT.finditer(blank(text, latex_masks(text)) if folder is not None else ""):
        path = _input_path(match[1] or match[2], folder, root, inside)
        count[0] += 1
        if path is None or count[0] > MOST_INPUTS:
            continue
        yield _only(text, last, match.start()), file
        name = str(Path(file).parent / path.relative_to(root.resolve())) if root is not None else path.name
        yield from _with_inputs(_text(path), name, folder=path.parent, root=root, inside=(*inside, path), count=count)
        last = match.end()
    yield _only(text, last, len(text)), file


def _only(text: str, start: int, end: int) -> str:
    """Return a text with all but one stretch of it blanked; lines stay lines."""
    head = "\n" * text.count("\n", 0, start)
    column = start - (text.rfind("\n", 0, start) + 1)
    return head + " " * column + text[start:end]


def _input_path(name: str, folder: Path | None, root: Path | None, inside: tuple[Path, ...]) -> Path | None:
    """Return the file that an input names, if it is below the folder of the document, links followed."""
    if folder is None or root is None or "\0" in name:
        return None
    written = Path(name.strip())
    for candidate in (written, written.with_name(written.name + ".tex")):
        try:
            path = (root / candidate).resolve()
            allowed = path.is_relative_to(root.resolve()) and path.is_file() and path.suffix in {".tex", ".ltx"}
        except (OSError, ValueError, RuntimeError):
            return None
        if allowed and path not in inside and len(inside) < 8:
            return path
    return None
