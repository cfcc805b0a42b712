"""Notes as work for several processes. This module loads neither SymPy nor the engine before a task runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.lectures.catalogue import Entry

if TYPE_CHECKING:
    from derive.latex.notation import Notation
    from derive.notes.model import Note


@dataclass(frozen=True, slots=True)
class NoteTask:
    """One derivation to carry out, and its note to typeset."""

    entry: Entry
    notation: Notation
    rechecked: bool = False

    def run(self) -> Note:
        """Return the note; one whose derivation the engine refuses says so.

        Raises `NotationClashError` for a notation that gives two things one name.
        """
        from derive.latex.notation import NotationClashError  # noqa: PLC0415 -- with the printer comes SymPy
        from derive.notes.build import failed_note, note_of  # noqa: PLC0415 -- loads SymPy

        try:
            return note_of(self.entry.derive(), self.notation, rechecked=self.rechecked)
        except NotationClashError:
            raise
        except DeriveError as problem:
            return failed_note(self.entry.name, self.entry.title, str(problem), self.notation)
