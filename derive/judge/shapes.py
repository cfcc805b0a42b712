r"""Shapes that words give to matrices: `X is $n \times d$`, `the $n \times d$ matrix $X$`, `$W$ ($K \times D$)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.declare import declared, key_of
from derive.judge.words import Sentence
from derive.meaning.keys import name_key, named
from derive.meaning.scope import Scope
from derive.meaning.usage import Usage, is_shape

_ADJECTIVES = r"(?:(?:real|full|fixed|known|square|symmetric|design|data|feature|weight|input|rank)[\s,-]+)*"
_HEAD = r"(?:\x01(?P<head>\d+)\x02|(?<![\w$])(?P<letter>[A-Z])(?!\w))"
_ALSO = r"(?:\x01(?P<also>\d+)\x02,?\s+and\s+)?"
PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        (
            rf"{_ALSO}{_HEAD},?\s*(?:\(|(?:(?:be|is|are|being)\s+)?{_ADJECTIVES},?\s*(?:an?\s+|the\s+)?)"
            r"(?:(?:has|have|with|of)\s+)?(?:(?:shape|size|dimensions?)\s+)?\x01(?P<shape>\d+)\x02"
        ),
        rf"\x01(?P<shape>\d+)\x02\)?[\s-]+{_ADJECTIVES}(?:matrix|matrices)\s+{_HEAD}",
    )
)
"""What names a matrix beside its shape; one that people write as a plain capital, too."""


def take_shapes(sentence: Sentence, trees: Sequence[Node | None], scope: Scope, usage: Usage, where: str) -> None:
    """Declare the matrices of which a sentence says the shape, unless something else says what they are."""
    if sentence.is_negated or sentence.is_conditional:
        return
    for head, shape in _shaped(sentence.text, trees):
        key = key_of(head, scope, usage)
        is_known = key is None or scope.declaration(key) is not None or any(scope.definitions_of(key))
        if not is_known:
            real = surface.Name(shape.span, "R", "blackboard")
            _ = declared(head, surface.Scripted(shape.span, real, None, shape), scope, usage, where)


def _shaped(text: str, trees: Sequence[Node | None]) -> Iterator[tuple[Node, Node]]:
    """Yield names of matrices, and the shape that words give to each."""
    for found in (match for pattern in PATTERNS for match in pattern.finditer(text)):
        shape = trees[int(found["shape"])]
        if shape is None or not is_shape(shape):
            continue
        marks = [found[group] for group in ("also", "head") if found.groupdict().get(group)]
        heads = [trees[int(each)] for each in marks]
        if found["letter"]:
            heads.append(surface.Name(shape.span, found["letter"]))
        yield from ((head, shape) for head in heads if head is not None and _is_matrix(head))


def _is_matrix(node: Node) -> bool:
    base = named(node)
    return base is not None and (base.text[:1].isupper() or "bold" in name_key(base))
