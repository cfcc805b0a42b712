"""The second opinion: both sides of a statement, evaluated exactly at many points. It shares no code with the kernel.

    question    both sides and the assumptions, read from SymPy's tree; sizes, free indices and their ranges
    model       the assumptions, sorted: drawn, computed, solved for, only checked
    points      values for every entry, drawn so that they satisfy what is assumed (`solving`, `holding`)
    trial       both sides at one point, exactly: rational numbers, balls, or numbers modulo two primes
    survey      many sizes, and every way in which free indices can coincide

The rules that give an expression its value are in `reading`, `functions`, `derivatives` and `grids`; the kinds of
number they work with in `values` and `fields`.
"""

from __future__ import annotations

from derive.recheck.opinion import Recheck as Recheck
from derive.recheck.opinion import recheck as recheck

__all__ = ["Recheck", "recheck"]
