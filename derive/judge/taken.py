"""What was taken for granted, as a reader is told it: what the document says as formulas, the rest in words."""

from __future__ import annotations

import re
from typing import Any

from sympy.core.relational import Relational

from derive.judge.alter.scope import name_of
from derive.judge.told import Told, formula, joined, sentence, words
from derive.latex.read.scene import Assumption
from derive.latex.read.statements import read_display
from derive.latex.read.tree import holes
from derive.latex.read.typeset import typeset
from derive.latex.write import node_of, page_for

MARKS = r"(?:(?:hat|bar|tilde|dot|ddot|vec|check|breve|acute|grave|ring|bold|calligraphic|blackboard|fraktur) )*"
PROPERTY = re.compile(rf"(?P<key>{MARKS}\w+)(?P<says>: .+| is [a-z0-9 -]+)", re.DOTALL)
"""What words say of a name: `Q: is a symmetric matrix`, `hat bold w is positive`."""


WORDS = re.compile(r"[A-Za-z]{2,} (?:[a-z]{2,} )+[a-z]")
"""Three words in a row: no formula begins so."""


def told_declaration(text: str) -> Told:
    r"""Return what a document declares: a formula as it is written, or what words say of a name.

    >>> told_declaration(r"\eta > 0").text, told_declaration("Sigma is symmetric").text
    ('η > 0', 'Σ is symmetric')
    """
    match = PROPERTY.fullmatch(text)
    if match is not None:
        says = match["says"].removeprefix(":").strip()
        return joined([formula(typeset(name_of(match["key"]))), words(says)], " ")
    statements = () if WORDS.match(text) else read_display(text)
    if not statements or any(holes(statement.tree) for statement in statements):
        return words(text)
    said = [tree for statement in statements for tree in (statement.tree, *statement.remarks, *statement.guards)]
    return joined([formula(typeset(tree)) for tree in said], ", ")


def told_assumption(taken: Assumption | str) -> Told:
    """Return something that one step takes for granted.

    >>> told_assumption("a gradient before several factors: takes all").text
    'a gradient before several factors: takes all'
    """
    if isinstance(taken, str):
        return words(taken)
    if not taken.inferred:
        return told_declaration(taken.text)
    fact: Any = taken.fact
    if isinstance(fact, Relational) and "inverted" in taken.text:
        return sentence("the matrix that is inverted has the entries {0}", [node_of(fact, page_for([fact]))])
    return words(taken.text)


def is_told(taken: Assumption | str) -> bool:
    """Return whether an assumption is for readers: what a name or an inverse stands for is said by the formula itself.

    >>> is_told("a choice")
    True
    """
    return isinstance(taken, str) or not taken.text.startswith(("inverse ", "definition "))
