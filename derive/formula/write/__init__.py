"""Writing: SymPy expressions as typeset trees, in any notation. `formula.py` is the file to open first."""

from __future__ import annotations

from derive.formula.write import arithmetic, binders, entries, functions, matrices
from derive.formula.write.formula import node_of, piece
from derive.formula.write.page import Page, page_for

KINDS = (arithmetic, binders, entries, functions, matrices)
"""The files that register kinds of expressions; they must be loaded before the first formula is written."""

__all__ = ["KINDS", "Page", "node_of", "page_for", "piece"]
