"""A step: one relation of a document, with every reading of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from derive.documents.places import Place
from derive.documents.readings import Reading, Sides
from derive.latex.read.table import Table
from derive.latex.read.tree import Hole, Node

Kind = Literal["claim", "implies", "given", "definition", "assumption", "condition", "assignment"]


@dataclass(frozen=True, slots=True)
class Step:
    """One relation of a document: where its right-hand side begins, its kind, and its readings.

    `kind` is "claim", "implies" (it follows from a condition such as a gradient that is zero), "given" (known, and
    used from here on), "definition", "assumption", "condition" (a derivative is set to zero) or "assignment"; only
    the first three are to be judged.
    `holes` says what is not understood; with one, nothing may be refuted. `lhs_text` and `rhs_text` are the sides as
    they are written; the left one is empty where it stands in an earlier display. `sides` and `table` are what the
    readings were made from, for one who wants to read the step with something changed.
    """

    place: Place
    relation: str
    kind: Kind
    lhs: Node | None
    rhs: Node | None
    text: str
    readings: tuple[Reading, ...] = ()
    holes: tuple[Hole, ...] = ()
    guards: tuple[str, ...] = ()
    lhs_text: str = ""
    rhs_text: str = ""
    sides: Sides | None = None
    table: Table | None = None
