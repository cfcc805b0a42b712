r"""`\sigma^2` as a name: where a square is defined, or one differentiates by it, it is one, and `\sigma` its root."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.differentials import rebuilt
from derive.meaning.keys import name_key, named

SPREADS = frozenset({"sigma", "tau", "s", "nu"})
"""Letters whose square is the number that is meant, where it is defined: a variance."""


def squared_names(trees: Iterable[Node]) -> frozenset[str]:
    r"""Return the names whose squares are names: differentiated by, or defined, and never defined without the square.

    >>> from derive.formula.read.parser import read
    >>> sorted(squared_names([read(r"\frac{\partial L}{\partial \sigma^2}")]))
    ['sigma']
    """
    trees = list(trees)
    wanted = {key for each in trees for key in _wanted(each)}
    return frozenset(wanted - {key for each in trees for key in _against(each)})


def _wanted(node: Node) -> Iterator[str]:
    for each in surface.walk(node):
        if isinstance(each, surface.Derivative) and len(each.by) == 1 and each.order is None and _is_square(each.by[0]):
            yield _key(each.by[0])
    if isinstance(node, surface.Chain) and node.relations and node.relations[0].kind in {"=", ":="}:
        head = node.members[0]
        if head is not None and _is_square(head) and _base(head).text in SPREADS:
            yield _key(head)


def _against(node: Node) -> Iterator[str]:
    """Yield the names that are themselves defined, or by which themselves is differentiated."""
    for each in surface.walk(node):
        if isinstance(each, surface.Derivative):
            yield from (_key(by) for by in each.by if named(by) is not None and not _is_square(by))
    if isinstance(node, surface.Chain) and node.relations and node.members[0] is not None:
        head = node.members[0]
        if named(head) is not None and not _is_square(head):
            yield _key(head)


def _is_square(node: Node) -> bool:
    return (
        isinstance(node, surface.Scripted)
        and isinstance(node.base, surface.Name)
        and isinstance(node.sup, surface.Number)
        and node.sup.text == "2"
        and not node.primes
    )


def _base(node: Node) -> surface.Name:
    base = named(node)
    if base is None:
        raise TypeError(node)
    return base


def _key(node: Node) -> str:
    return name_key(_base(node))


def with_squares(node: Node, names: frozenset[str]) -> Node:
    r"""Return a tree with the squares of some names as names, and these names as their roots.

    >>> from derive.formula.read.parser import read
    >>> from derive.meaning.keys import spelled
    >>> spelled(with_squares(read(r"\sigma^4 + \sigma"), frozenset({"sigma"})))
    'Terms[(,+) (Scripted[sigma^2 None 2 0],Root[sigma^2 None])]'
    """
    if not names:
        return node
    base = named(node)
    if base is None or name_key(base) not in names or getattr(node, "primes", 0):
        return rebuilt(node, lambda part: with_squares(part, names))
    square = replace(base, text=f"{base.text}^2")
    sub = node.sub if isinstance(node, surface.Scripted) else None
    sup = node.sup if isinstance(node, surface.Scripted) else None
    plain: Node = square if sub is None else surface.Scripted(node.span, square, sub)
    if sup is None:
        return surface.Root(node.span, plain)
    if isinstance(sup, surface.Number) and sup.text.isdigit() and int(sup.text) % 2 == 0:
        half = surface.Number(sup.span, str(int(sup.text) // 2))
        return plain if half.text == "1" else surface.Scripted(node.span, square, sub, half)
    root = surface.Bracket(node.span, "(", "(", surface.Root(node.span, plain))
    return surface.Scripted(node.span, root, None, with_squares(sup, names))
