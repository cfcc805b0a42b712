"""The second opinion: a statement as declared, evaluated exactly at many points. It shares no code with the kernel.

values     numbers with a derivative, numbers with unknowns
fields     functions and powers of rational numbers, of balls, and modulo primes
machine    what evaluation needs and remembers at a point
terms      nodes as closures
series     sums without an end as closures
model      the hypotheses, sorted: drawn, computed, solved for, only checked
points     values for every entry, so that the hypotheses hold
survey     many sizes, and every way in which free indices can coincide
degrees    the chance of an accident
opinion    what all that says
"""

from __future__ import annotations

from derive.recheck.opinion import Evidence as Evidence
from derive.recheck.opinion import Recheck as Recheck
from derive.recheck.opinion import Witness as Witness
from derive.recheck.opinion import fails as fails
from derive.recheck.opinion import find as find
from derive.recheck.opinion import recheck as recheck
from derive.recheck.opinion import witness as witness

__all__ = ["Evidence", "Recheck", "Witness", "fails", "find", "recheck", "witness"]
