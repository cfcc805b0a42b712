"""A statement in the kernel's normal form, and back. `question.py` comes first: `ask` puts hypotheses in force.

session       what reading and writing of one statement share: ranges, names, conditions met on the way
read          from the tree to the normal form, a small function for each kind of node
definitions   what a name depends on when one differentiates by another
hypotheses    what is assumed: as traits of tensors, as definitions, as rules
recursions    equations that say what a family is at t by what it is at t - 1
solving       equations that say what one entry is
write         from the normal form back to the tree
"""

from derive.normal.question import Question, ask
from derive.normal.session import WHOLE, Need, Scope, Ways

__all__ = ["WHOLE", "Need", "Question", "Scope", "Ways", "ask"]
