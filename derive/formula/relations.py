"""Two formulas in LaTeX, with the sign of a relation between them."""

from __future__ import annotations

from derive.formula.as_latex import as_latex
from derive.formula.signs import SIGNS
from derive.formula.tree import Node, Phrase, Sign


def relation_sign(relation: str) -> Node:
    """Return the sign of a relation, and words for what is none.

    >>> relation_sign("<=")
    Sign(key='<=')
    """
    return Sign(relation) if relation in SIGNS else Phrase(f" {relation} ")


def latex_sign(relation: str) -> str:
    r"""Return the sign of a relation in LaTeX; words for what is no sign, nothing for no relation.

    >>> print(latex_sign("<="), latex_sign("gives"))
    \le \text{ gives }
    """
    return as_latex(relation_sign(relation)) if relation else ""


def latex_relation(lhs: str, relation: str, rhs: str) -> str:
    """Return two printed sides with the sign of a relation between them.

    >>> latex_relation("a", "==", "b")
    'a = b'
    """
    return f"{lhs} {latex_sign(relation)} {rhs}"
