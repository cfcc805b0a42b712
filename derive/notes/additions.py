"""What follows from a derivation, behind its result: a figure, pseudo-code, and programs."""

from __future__ import annotations

from dataclasses import replace

from derive.formula.notation import Notation
from derive.notes.model import Note, Section


def with_additions(note: Note, notation: Notation, *, programs: bool, figures: bool) -> Note:
    """Return a note with the algorithms and programs that follow from its derivation, and with its figure.

    >>> from derive.notes.build import failed_note
    >>> note = failed_note("lms", "Least mean squares", "", Notation())
    >>> [type(section).__name__ for section in with_additions(note, Notation(), programs=True, figures=True).sections]
    ['Algorithm', 'Program', 'Program']
    """
    added = (*(_figures(note, notation) if figures else ()), *(_programs(note, notation) if programs else ()))
    return replace(note, sections=(*note.sections, *added))


def _programs(note: Note, notation: Notation) -> tuple[Section, ...]:
    from derive.notes.programs import programs_of  # noqa: PLC0415 -- loads the functions, and lowers them
    from derive.notes.pseudocode import algorithms_of  # noqa: PLC0415 -- loads the algorithms

    return (*algorithms_of(note.name), *programs_of(note.name, notation))


def _figures(note: Note, notation: Notation) -> tuple[Section, ...]:
    from derive.notes.figures import figures_of  # noqa: PLC0415 -- only where figures are wanted

    return figures_of(note.name, notation)
