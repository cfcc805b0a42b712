"""What follows from a derivation, behind its result: a figure, pseudo-code, and programs beside their formulas."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import derive
from derive.formula.notation import Notation
from derive.formula.tree import Fence, joined
from derive.formula.write import node_of, page_for
from derive.notes.model import Evidence, Line, Note, Program, Section
from derive.notes.pseudocode import algorithms_of

if TYPE_CHECKING:
    from numeric.lowered import LoweredFunction


def with_additions(note: Note, notation: Notation, *, programs: bool, figures: bool) -> Note:
    """Return a note with the algorithms and programs that follow from its derivation, and with its figure.

    >>> from derive.notes.build import failed_note
    >>> note = failed_note("lms", "Least mean squares", "", Notation())
    >>> [type(section).__name__ for section in with_additions(note, Notation(), programs=True, figures=True).sections]
    ['Algorithm', 'Program', 'Program']
    """
    drawn = _figures(note, notation) if figures else ()
    added = (*algorithms_of(note.name), *programs_of(note.name, notation)) if programs else ()
    return replace(note, sections=(*note.sections, *drawn, *added))


def _figures(note: Note, notation: Notation) -> tuple[Section, ...]:
    from derive.notes.figures import figures_of  # noqa: PLC0415 -- only where figures are wanted

    return figures_of(note.name, notation)


def programs_of(derivation: str, notation: Notation) -> tuple[Program, ...]:
    """Return the programs of the functions that come from a derivation, with their formulas in a notation.

    >>> [program.call for program in programs_of("logistic-hessian", Notation())]
    ['numeric.logistic.hessian(w, X)[j, k]']
    """
    from numeric.functions import functions_of  # noqa: PLC0415 -- loads the functions, and lowers them

    return tuple(_program(name, function, notation) for name, function in functions_of(derivation))


def _program(name: str, function: LoweredFunction, notation: Notation) -> Program:
    values = function.formula if isinstance(function.formula, tuple) else (function.formula,)
    exprs = [each.expr if isinstance(each, derive.Family) else each for each in values]
    page = page_for(exprs, notation).around(exprs)
    nodes = [node_of(expr, page) for expr in exprs]
    formula = nodes[0] if len(nodes) == 1 else Fence("(", joined(nodes, ","), ")")
    axes = ", ".join(page.label(str(getattr(axis, "label", axis))) for axis in function.axes)
    call = f"{name}{function.__signature__}" + (f"[{axes}]" if axes else "")
    line = Line(0, formula, None, None, (), (), "given", Evidence())
    return Program(call, line, function.source.strip())
