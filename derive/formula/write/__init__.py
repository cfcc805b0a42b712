"""Writing: SymPy expressions as typeset trees, in any notation. `pieces.py` is the file to open first."""

from __future__ import annotations

from derive.formula.write import arithmetic, binders, functions, matrices
from derive.formula.write.page import Page, page_for
from derive.formula.write.pieces import node_of, piece

KINDS = (arithmetic, binders, functions, matrices)
"""The files that register kinds of expressions; they must be loaded before the first formula is written."""

__all__ = ["KINDS", "Page", "node_of", "page_for", "piece"]
