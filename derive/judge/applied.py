r"""What words define by a function of something: `P` "the row-wise softmax of" `Z`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from derive.discourse.page import Formula
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.editing.compose import bracketed, turned
from derive.judge.heads import Heads, head_of
from derive.judge.words import Sentence

_EACH = r"(?:row|column|element|entry|entries|component|coordinate|point)[\s-]*wise"
APPLIED = re.compile(
    r"\x01(?P<head>\d+)\x02,?\s+(?:(?:is|be|being|are|denotes?|for|as)\s+)?(?:just\s+|simply\s+)?the\s+"
    rf"(?:(?P<each>{_EACH})\s+)?(?P<function>softmax|sigmoid|tanh|exponential|logarithm)(?:\s+function)?"
    rf"(?:,?\s+(?:applied\s+|taken\s+)?(?P<by>{_EACH}|by (?:row|column)s?|of each (?:row|column)|over (?:the )?rows))?"
    r",?\s+(?:of|to)\s+(?:the\s+)?(?:(?:logits|scores|activations|matrix|vector)\s+)?\x01(?P<argument>\d+)\x02",
    re.IGNORECASE,
)
FUNCTIONS = {"exponential": "exp", "logarithm": "log"}
"""What functions are called in a formula, where words call them something else."""


def take_applied(sentence: Sentence, trees: Sequence[Node | None], heads: Heads, formulas: Sequence[Formula]) -> None:
    """Define the names that a sentence says to be a function of something, unless something else says what they are."""
    if sentence.is_negated or sentence.is_conditional:
        return
    for found in APPLIED.finditer(sentence.text):
        head, argument = (trees[int(found[each])] for each in ("head", "argument"))
        if head is None or argument is None or isinstance(argument, surface.Chain | surface.Sequence):
            continue
        if head_of(head)[0] is None or heads.known(head):
            continue
        said = found["function"].lower()
        of_columns = "column" in f"{found['each']} {found['by']}".lower()
        inside = turned(argument) if of_columns else argument
        body: Node = surface.Apply(
            argument.span,
            FUNCTIONS.get(said, said),
            surface.Bracket(argument.span, "(", "(", inside),
            bracketed=True,
        )
        _ = heads.define(head, turned(bracketed(body)) if of_columns else body, formulas[int(found["head"])])
