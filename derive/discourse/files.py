"""From a file to a page. A stranger's file is data: nothing is run, and nothing outside of its folder is read."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from derive.discourse.build import Builder
from derive.discourse.commands import COMMANDS
from derive.discourse.errors import DocumentError
from derive.discourse.gullet import Gullet
from derive.discourse.latex import Latex
from derive.discourse.markdown import Markdown
from derive.discourse.page import Page, Source, source
from derive.discourse.tape import Tape, whole

KINDS = {
    **dict.fromkeys((".md", ".markdown", ".myst", ".qmd", ".rmd"), "markdown"),
    **dict.fromkeys((".tex", ".ltx"), "latex"),
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
MOST_INPUTS = 100
DEEPEST = 8
ENDINGS = frozenset({".tex", ".ltx"})
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def open_page(path: str | Path, *, shown: str | None = None) -> Page:
    r"""Return the page that a file is; `shown` is how it is called in places.

    Raises `DocumentError` for a file that cannot be read: missing, binary, larger than 50 MB, or of an unknown kind.
    """
    path = Path(path)
    kind = KINDS.get(path.suffix.lower())
    if kind is None:
        way_out = f"give one of {', '.join(k for k in KINDS if k)}"
        raise DocumentError(shown or path.name, reason="this kind of file is not read", way_out=way_out)
    name = shown or str(path)
    return _page(text_of(path, name), name, kind, _Inputs(path.parent, path.resolve()))


def read_page(text: str, *, file: str = "-", kind: str = "markdown", folder: Path | None = None) -> Page:
    r"""Return the page that a text is; `folder` is where `\input` looks, and without it nothing is looked for.

    Raises `DocumentError` for a notebook that is none.

    >>> read_page("Then $a = b$.").events[0].formulas[0].text()
    'a = b'
    """
    return _page(text, file, kind, _Inputs(folder) if folder is not None else None)


def _page(text: str, file: str, kind: str, inputs: _Inputs | None) -> Page:
    if kind == "latex":
        return _latex(text, file, inputs)
    cells = [(None, text)] if kind != "notebook" else list(_cells(text, file))
    builder = Builder(file, kind, [source(_clean(cell), file, number) for number, cell in cells])
    reader = Markdown(builder)
    for number in range(len(builder.sources)):
        reader.read(whole(builder.sources[number].text, number))
    return reader.page()


def _latex(text: str, file: str, inputs: _Inputs | None) -> Page:
    first = source(_clean(text), file)
    builder = Builder(file, "latex", [first])
    gullet = Gullet(COMMANDS, inputs.bring if inputs is not None else None)
    if inputs is not None:
        inputs.sources, inputs.gullet = builder.sources, gullet
    gullet.begun = "\\begin{document}" not in first.text
    expanded = gullet.expanded(whole(first.text, 0))
    builder.take(gullet.unread, gullet.notes)
    reader = Latex(builder, gullet.theorems)
    builder.speak = reader.scan
    reader.scan(expanded)
    return builder.page()


def _clean(text: str) -> str:
    """Return a text without the characters that mark things here; all stay in their places."""
    return _CONTROL.sub(" ", text)


def text_of(path: Path, shown: str = "") -> str:
    """Return the text of a file. Raises `DocumentError` for one that is no text."""
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


def _cells(text: str, file: str) -> list[tuple[int, str]]:
    """Return the cells of a notebook that hold text, with their numbers."""
    way_out = "save it again from Jupyter"
    try:
        notebook: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise DocumentError(file, reason="it is no notebook: its JSON cannot be read", way_out=way_out) from None
    cells: Any = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise DocumentError(file, reason="it is no notebook: it has no list of cells", way_out=way_out)
    return [(number, _cell(cell)) for number, cell in enumerate(cells) if cell.get("cell_type") == "markdown"]


def _cell(cell: dict[str, Any]) -> str:
    lines: Any = cell.get("source", "")
    return "".join(str(line) for line in lines) if isinstance(lines, list) else str(lines)


@dataclass(slots=True)
class _Inputs:
    """The files that a LaTeX document may bring in: those below its own folder."""

    root: Path
    first: Path | None = None
    sources: list[Source] = field(default_factory=list[Source])
    gullet: Gullet | None = None
    paths: dict[int, Path] = field(default_factory=dict[int, Path])

    def bring(self, name: str) -> Tape | str:
        """Return the text of a file that is asked for, or why it is not read."""
        if len(self.sources) > MOST_INPUTS:
            return f"a document may input {MOST_INPUTS} files"
        path = self._path(name.strip())
        if isinstance(path, str):
            return path
        inside = self._inside()
        if path in inside:
            return "it inputs itself"
        if len(inside) >= DEEPEST:
            return f"inputs are read {DEEPEST} levels deep"
        try:
            text = text_of(path)
        except DocumentError as problem:
            return problem.reason
        number = len(self.sources)
        shown = str(Path(self.sources[0].file).parent / path.relative_to(self.root.resolve()))
        self.sources.append(source(_clean(text), shown))
        self.paths[number] = path
        return whole(self.sources[number].text, number)

    def _inside(self) -> list[Path]:
        """Return the files that are being read, one inside of the other."""
        found = [self.first] if self.first is not None else []
        for frame in self.gullet.frames if self.gullet is not None else ():
            number = frame.tape.pieces[0].source if frame.tape.pieces else 0
            if frame.depth == 0 and number in self.paths:
                found.append(self.paths[number])
        return found

    def _path(self, name: str) -> Path | str:
        """Return the file of a name, or why there is none; only what lies below the folder, links followed, is one."""
        written = Path(name)
        if "\0" in name or not written.name:
            return "this is no name of a file"
        for candidate in (written, written.with_name(written.name + ".tex")):
            try:
                path = (self.root / candidate).resolve()
                if not path.is_relative_to(self.root.resolve()):
                    return "it lies outside of the folder of the document"
                if path.is_file() and path.suffix in ENDINGS:
                    return path
            except (OSError, ValueError, RuntimeError):
                return "this is no name of a file"
        return "there is no such file beside the document"
