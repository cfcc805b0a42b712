"""Notes as they are printed: the one door of the tests to them. Each derivation is carried out once for all tests."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from derive.derivation import Derivation
from derive.formula.notation import Notation, notation_named, profiles
from derive.lectures.catalogue import CATALOGUE
from derive.notes.additions import with_additions
from derive.notes.build import note_of
from derive.notes.forms import written

NAMES = tuple(entry.name for entry in CATALOGUE)
NOTATIONS = tuple(profiles())
NEUTRAL = Notation()
ENDINGS = {"latex": ".tex", "html": ".html", "markdown": ".md"}


@cache
def derivation(name: str) -> Derivation:
    """Return a derivation of the lectures, carried out now or before."""
    return next(entry for entry in CATALOGUE if entry.name == name).derive()


@cache
def note(name: str, notation: str) -> Any:
    """Return the note of a derivation of the lectures, with the programs that are made from it."""
    held = notation_named(notation)
    return with_additions(note_of(derivation(name), held, rechecked=False), held, programs=True, figures=False)


def printed(derived: Derivation, form: str, notation: Notation = NEUTRAL, *, rechecked: bool = False) -> str:
    """Return the part of a document that is about a derivation, in a form: latex, html, markdown."""
    return written([note_of(derived, notation, rechecked=rechecked)], derived.title, ENDINGS[form], part=True)


def page(notation: str, form: str, names: tuple[str, ...] = NAMES) -> str:
    """Return a whole document with derivations of the lectures."""
    return written([note(name, notation) for name in names], "Lecture notes: 100% & more_of_it", ENDINGS[form])


def reasons(tex: str) -> list[str]:
    """Return what is said beside the lines of a note in LaTeX."""
    return re.findall(r"\\reason\{\(\d+\) (.*)\}(?: \\\\)?$", tex, re.MULTILINE)
