"""The notes in a report: the derivations of each lecture in its notation, and all of them on a page in the neutral one.

They have no figures: these come from matplotlib, and a report is the same whether that is installed or not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from derive.errors import DeriveError
from derive.lectures.catalogue import Entry
from derive.views.pages import NOTES

if TYPE_CHECKING:
    from derive.derivation import Derivation
    from derive.formula.notation import Notation
    from derive.notes.model import Note
    from derive.views.view import DerivationView

ALL = "neutral"
"""The notation of the page that has all derivations."""


@dataclass(frozen=True, slots=True)
class Noted:
    """A derivation that was carried out: how it is shown, and its note by notation."""

    view: DerivationView
    notes: Mapping[str, Note]


@dataclass(frozen=True, slots=True)
class NotedTask:
    """One derivation to carry out once, and to typeset in the notation of each of its lectures and the neutral one."""

    entry: Entry

    def run(self) -> Noted:
        """Return the derivation and its notes; one that the engine refuses is undecided in all of them."""
        from derive.formula.notation import notation_named  # noqa: PLC0415 -- read where a task runs
        from derive.notes.build import failed_note  # noqa: PLC0415 -- loads SymPy
        from derive.views.view import view_derivation, view_failure  # noqa: PLC0415 -- the same

        entry = self.entry
        notations = {name: notation_named(name) for name in (ALL, *entry.lectures)}
        try:
            derivation = entry.derive()
        except DeriveError as problem:
            told = str(problem)
            failed = {name: failed_note(entry.name, entry.title, told, held) for name, held in notations.items()}
            return Noted(view_failure(entry.name, entry.title, entry.lectures, told), failed)
        return Noted(view_derivation(derivation), {name: _note(derivation, held) for name, held in notations.items()})


def _note(derivation: Derivation, notation: Notation) -> Note:
    from derive.notes.additions import with_additions  # noqa: PLC0415 -- as above
    from derive.notes.build import note_of  # noqa: PLC0415 -- as above

    note = note_of(derivation, notation, rechecked=False)
    return with_additions(note, notation, programs=True, figures=False)


def note_files(found: Sequence[Mapping[str, Note]], lectures: Mapping[str, str]) -> Mapping[str, str]:
    """Return the notes of each lecture in Markdown and LaTeX, and the page with everything, by their names.

    >>> note_files([], {"l7": "Lecture 7"})
    {}
    """
    from derive.notes.forms import written  # noqa: PLC0415 -- only once all is decided

    files: dict[str, str] = {}
    for lecture, title in lectures.items():
        notes = [each[lecture] for each in found if lecture in each]
        for ending in (".md", ".tex") if notes else ():
            files[f"notes/{lecture}{ending}"] = written(notes, title, ending)
    every = [each[ALL] for each in found if ALL in each]
    return files | ({NOTES: written(every, "Lecture notes", ".html")} if every else {})


def notes_section(files: Mapping[str, str], lectures: Mapping[str, str]) -> str:
    """Return the part of the first page that leads to the notes; nothing where there are none.

    >>> print(notes_section({"notes/l7.md": "", "notes/l7.tex": ""}, {"l7": "Lecture 7"}))
    <BLANKLINE>
    ## Notes
    <BLANKLINE>
    The derivations of each lecture in its own notation, with the programs that are made from them.
    <BLANKLINE>
    - Lecture 7: `notes/l7.md`, `notes/l7.tex`
    <BLANKLINE>
    """
    listed = [
        f"- {title}: `notes/{lecture}.md`, `notes/{lecture}.tex`"
        for lecture, title in lectures.items()
        if f"notes/{lecture}.md" in files
    ]
    if NOTES in files:
        listed.append(f"- All of them in one notation: [HTML]({NOTES})")
    told = "The derivations of each lecture in its own notation, with the programs that are made from them."
    return "\n".join(["", "## Notes", "", told, "", *listed, ""]) if listed else ""
