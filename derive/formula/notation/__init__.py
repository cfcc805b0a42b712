"""Notations as data: profiles of five lectures, a neutral one, and files of one's own."""

from __future__ import annotations

from derive.formula.notation.load import notation_from, notation_named, profiles, read_notation
from derive.formula.notation.model import BadNotationError, Notation, NotationClashError

__all__ = ["BadNotationError", "Notation", "NotationClashError"]
__all__ += ["notation_from", "notation_named", "profiles", "read_notation"]
