r"""Densities written without their arguments: `\partial \log p / \partial \theta`, where a page has one `p(...)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.differentials import rebuilt
from derive.meaning.keys import named, spelled, under_plain_log
from derive.meaning.probability import has_bar

LETTERS = frozenset({"p", "q", "P"})
"""Letters of densities; where a condition stands in the brackets, any letter is one."""
CONSTANTS = frozenset({"pi"})
"""Letters that are numbers too, where they stand in a formula."""


def arguments_of(trees: Iterable[Node]) -> Mapping[str, Node]:
    r"""Return each density by its name that is defined at one list of arguments, and stands alone only below a slope.

    >>> from derive.formula.read.parser import read
    >>> slope = read(r"\frac{\partial \log p}{\partial w}")
    >>> [*arguments_of([read(r"p(y \mid x) = w"), slope])], [*arguments_of([read("p(y) = 1"), read("p + 1"), slope])]
    (['p'], [])
    """
    trees = list(trees)
    found: dict[str, dict[str, Node]] = {}
    for tree in trees:
        head = tree.members[0] if isinstance(tree, surface.Chain) else None
        call = _density(under_plain_log(head) or head)
        if call is not None:
            found.setdefault(spelled(call.parts[0]), {})[spelled(call)] = call
    alone = {name for tree in trees for name in _alone(tree)}
    one = {name: next(iter(calls.values())) for name, calls in found.items() if len(calls) == 1}
    return {name: call for name, call in one.items() if name not in alone or name in CONSTANTS}


def with_arguments(node: Node, known: Mapping[str, Node]) -> Node:
    """Return a tree in which the densities below slopes have the arguments at which they are defined."""
    if isinstance(node, surface.Derivative) and node.body is not None:
        body = under_plain_log(node.body) or node.body
        call = None if named(body) is None else known.get(spelled(body))
        if call is not None:
            log = isinstance(node.body, surface.Apply)
            bracket = surface.Bracket(node.body.span, "(", "(", call)
            return replace(node, body=replace(node.body, argument=bracket, bracketed=True) if log else call)
    return rebuilt(node, lambda part: with_arguments(part, known))


def _density(node: Node | None) -> surface.Factors | None:
    """Return a node that is a density at its arguments; None for anything else."""
    if not isinstance(node, surface.Factors) or len(node.parts) != 2 or node.signs[1]:
        return None
    head, bracket = node.parts
    base = named(head)
    if base is None or not isinstance(bracket, surface.Bracket) or bracket.left != "(":
        return None
    return node if has_bar(bracket) or base.text in LETTERS else None


def _alone(node: Node | None) -> Iterator[str]:
    """Yield the names that stand somewhere else than before brackets or below a slope."""
    if node is None:
        return
    if isinstance(node, surface.Derivative):
        body = under_plain_log(node.body) or node.body
        rest = (*node.by, *(() if body is None or named(body) is not None else (body,)))
    elif isinstance(node, surface.Factors):
        behind = (*node.parts[1:], None)
        pairs = zip(node.parts, behind, strict=True)
        rest = tuple(part for part, then in pairs if not (named(part) and isinstance(then, surface.Bracket)))
    elif named(node) is not None:
        yield spelled(node)
        return
    else:
        rest = tuple(surface.children(node))
    for part in rest:
        yield from _alone(part)
