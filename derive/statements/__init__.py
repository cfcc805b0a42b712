"""What a verdict is about. `types.py` comes first: a `Statement` has every quantifier, and nothing below it guesses.

types       the statement and its parts
sizes       arithmetic of the ends of ranges
ranges      the one rule: over what an index runs, and whether an entry stands inside of its axis
labels      entries that may stand where an index stands
build       `statement`, from SymPy's objects
sentence    a statement as an English sentence, and in LaTeX
"""

from derive.statements.build import RELATIONS, statement
from derive.statements.types import FreeIndex, Name, Property, Range, Relation, Size, Statement

__all__ = ["RELATIONS", "FreeIndex", "Name", "Property", "Range", "Relation", "Size", "Statement", "statement"]
