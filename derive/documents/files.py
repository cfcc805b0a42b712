"""From a file to a document. A stranger's file is data: nothing is run, and nothing outside of its folder is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from derive.documents.errors import DocumentError
from derive.documents.inputs import Inputs
from derive.documents.masking import blank, latex_masks
from derive.documents.parts import Part, parts_of, unclosed_in
from derive.documents.unread import Unread
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
BOMS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
"""How a file begins that is written in another encoding than UTF-8; the longer beginnings first."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document: the file it is from, its kind, its parts in the order of reading, and what could not be read."""

    file: str
    kind: str
    parts: tuple[Part, ...]
    unread: tuple[Unread, ...] = ()


def open_document(path: str | Path, *, shown: str | None = None) -> Document:
    r"""Return the document in a file; `shown` is how it is called in places.

    Raises `DocumentError` for a file that cannot be read: missing, binary, larger than 50 MB, or of an unknown kind.
    """
    path = Path(path)
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        way_out = f"give one of {', '.join(k for k in KINDS if k)}"
        raise DocumentError(shown or path.name, reason="this kind of file is not read", way_out=way_out)
    name = shown or str(path)
    return _document(_text(path, name), name, kind, folder=path.parent, inside=(path.resolve(),))


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
        return _notebook(text, file)
    if kind != "latex":
        return Document(file, kind, parts_of(text, file, kind=kind), tuple(unclosed_in(text, file, kind=kind)))
    inputs = Inputs(folder, _text) if folder is not None else None
    pieces = [(text, file)] if inputs is None else list(inputs.pieces(text, file, inside))
    macros: dict[str, Macro] = {}
    for piece, _ in pieces:
        macros.update(macros_of(blank(piece, latex_masks(piece)))[0])
    parts = [p for piece, name in pieces for p in parts_of(piece, name, kind="latex", macros=macros)]
    unread = [] if inputs is None else inputs.unread
    unread += [found for piece, name in pieces for found in unclosed_in(piece, name, kind="latex")]
    return Document(file, kind, tuple(parts), tuple(unread))


def _text(path: Path, shown: str = "") -> str:
    name = shown or path.name
    try:
        if path.stat().st_size > LARGEST:
            raise DocumentError(name, reason=f"it is larger than {LARGEST} bytes", way_out="split it")
        data = path.read_bytes()
    except OSError as missing:
        reason = f"it cannot be read ({missing.strerror})"
        raise DocumentError(name, reason=reason, way_out="check the name and the permissions") from None
    encoding = next((encoding for start, encoding in BOMS if data.startswith(start)), None)
    if encoding is None and b"\0" in data[:8192]:
        way_out = "give the source, not a compiled file, as a text in UTF-8"
        raise DocumentError(name, reason="it is binary", way_out=way_out)
    text = _decoded(data, encoding)
    if not text.strip():
        raise DocumentError(name, reason="it is empty", way_out="give a document with formulas")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes, encoding: str | None) -> str:
    """Return bytes as text: in UTF-8 if they are that, else in the encoding that most other files have."""
    try:
        return data.decode(encoding or "utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _notebook(text: str, file: str) -> Document:
    cells = _cells(text, file)
    sources = [(number, _cell_text(cell)) for number, cell in enumerate(cells) if cell.get("cell_type") == "markdown"]
    macros = macros_of("\n".join(source for _, source in sources))[0]
    parts = [part for number, source in sources for part in parts_of(source, file, macros=macros, cell=number)]
    unread = [found for number, source in sources for found in unclosed_in(source, file, cell=number)]
    return Document(file, "notebook", tuple(parts), tuple(unread))


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
