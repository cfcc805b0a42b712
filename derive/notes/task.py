"""Notes as work for several processes. This module loads neither SymPy nor the engine before a task runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.lectures.catalogue import Entry

if TYPE_CHECKING:
    from derive.formula.notation import Notation
    from derive.notes.model import Note


@dataclass(frozen=True, slots=True)
class NoteTask:
    """One derivation to carry out, and its note to typeset, with programs and algorithms, and with figures."""

    entry: Entry
    notation: Notation
    rechecked: bool = False
    programs: bool = False
    figures: bool = False

    def run(self) -> Note:
        """Return the note; one whose derivation the engine refuses says so.

        Raises `NotationClashError` for a notation that gives two things one name.
        """
        from derive.formula.notation import NotationClashError  # noqa: PLC0415 -- with the printer comes SymPy
        from derive.notes.additions import with_additions  # noqa: PLC0415 -- the same
        from derive.notes.build import failed_note, note_of  # noqa: PLC0415 -- loads SymPy

        try:
            note = note_of(self.entry.derive(), self.notation, rechecked=self.rechecked)
            return with_additions(note, self.notation, programs=self.programs, figures=self.figures)
        except NotationClashError:
            raise
        except DeriveError as problem:
            return failed_note(self.entry.name, self.entry.title, str(problem), self.notation)
