r"""The files that a LaTeX document inputs: those below its own folder, each in its place; the others are named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from derive.documents.errors import DocumentError
from derive.documents.masking import blank, latex_masks
from derive.documents.places import source_of
from derive.documents.unread import Unread
from derive.latex.read.tree import Span

MOST_INPUTS = 100
DEEPEST = 8
ENDINGS = frozenset({".tex", ".ltx"})
_INPUT = re.compile(r"\\(?:input|include|subfile)\s*(?:\{([^{}\n]*)\}|([^\s{}\\]+))")


@dataclass(slots=True)
class Inputs:
    """The files that a document has brought in so far, and what it asked for in vain; `read` reads a file."""

    root: Path
    read: Callable[[Path], str]
    unread: list[Unread] = field(default_factory=list[Unread])
    count: int = 0

    def pieces(self, text: str, file: str, inside: tuple[Path, ...]) -> Iterator[tuple[str, str]]:
        r"""Yield a text and, in their places, those of the files it inputs; each with the name of its file.

        A text that goes on behind an `\input` is yielded again with what came before blanked, so that places stay.
        """
        last = 0
        for match in _INPUT.finditer(blank(text, latex_masks(text))):
            found = self._asked(match[1] or match[2] or "", inside)
            if isinstance(found, str):
                place = source_of(text, file).place(Span(*match.span()))
                self.unread.append(Unread(place, match[0], found))
                continue
            yield only(text, last, match.start()), file
            path, content = found
            name = str(Path(file).parent / path.relative_to(self.root.resolve()))
            yield from self.pieces(content, name, (*inside, path))
            last = match.end()
        yield only(text, last, len(text)), file

    def _asked(self, name: str, inside: tuple[Path, ...]) -> tuple[Path, str] | str:
        """Return the file that an input names with its text, or why it is not read."""
        self.count += 1
        if self.count > MOST_INPUTS:
            return f"a document may input {MOST_INPUTS} files"
        found = self._path(name.strip())
        if isinstance(found, str):
            return found
        if found in inside:
            return "it inputs itself"
        if len(inside) >= DEEPEST:
            return f"inputs are read {DEEPEST} levels deep"
        try:
            return found, self.read(found)
        except DocumentError as problem:
            return problem.reason

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


def only(text: str, start: int, end: int) -> str:
    r"""Return a text with all but one stretch of it blanked; lines stay lines.

    >>> only("ab\ncd", 4, 5)
    '\n d'
    """
    head = "\n" * text.count("\n", 0, start)
    column = start - (text.rfind("\n", 0, start) + 1)
    return head + " " * column + text[start:end]
