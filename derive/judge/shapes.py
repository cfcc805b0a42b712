r"""Shapes that words give to names: `X is $n \times d$`, `the $n \times d$ matrix $X$`, a `$d$-dimensional` vector."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.judge.declare import declared, key_of
from derive.judge.words import Sentence
from derive.meaning.keys import name_key, named, size_key
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
        rf"\x01(?P<size>\d+)\x02-(?:dimensional\s+)?{_ADJECTIVES}(?:column\s+)?vectors?\s+{_HEAD}",
        rf"{_HEAD}\s+(?:is|be|are|being)\s+(?:an?\s+)?\x01(?P<size>\d+)\x02-(?:dimensional\s+)?(?:column\s+)?vectors?",
    )
)
"""What names a matrix beside its shape; one that people write as a plain capital, too."""


LINES = re.compile(r"\b(?:rows?|columns?)\b(?!\s+(?:vectors?|rank|space))", re.IGNORECASE)


def take_shapes(sentence: Sentence, trees: Sequence[Node | None], scope: Scope, usage: Usage, where: str) -> None:
    """Declare the matrices and vectors of which a sentence says the shape, unless something else says what they are.

    What is made of rows or columns is known by these.
    """
    if sentence.is_negated or sentence.is_conditional or LINES.search(sentence.text):
        return
    for head, shape in _shaped(sentence.text, trees):
        key = key_of(head, scope, usage)
        is_known = key is None or scope.declaration(key) is not None or any(scope.definitions_of(key))
        if not is_known:
            real = surface.Name(shape.span, "R", "blackboard")
            _ = declared(head, surface.Scripted(shape.span, real, None, shape), scope, usage, where)


def _shaped(text: str, trees: Sequence[Node | None]) -> Iterator[tuple[Node, Node]]:
    """Yield names, and the shape or the length that words give to each."""
    for found in (match for pattern in PATTERNS for match in pattern.finditer(text)):
        said = found.groupdict()
        shape = trees[int(said.get("shape") or said["size"])]
        if (
            shape is None
            or (said.get("shape") and not is_shape(shape))
            or (said.get("size") and size_key(shape) is None)
        ):
            continue
        heads = [trees[int(each)] for each in (said.get("also"), said["head"]) if each]
        if said["letter"]:
            heads.append(surface.Name(shape.span, said["letter"]))
        is_matrix = bool(said.get("shape"))
        yield from ((head, shape) for head in heads if head is not None and _is_name(head, is_matrix=is_matrix))


def _is_name(node: Node, *, is_matrix: bool) -> bool:
    base = named(node)
    return base is not None and (not is_matrix or base.text[:1].isupper() or "bold" in name_key(base))
