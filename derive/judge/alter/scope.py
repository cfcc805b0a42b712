"""What an alteration of a step may bring in: letters, sizes and quantities of both sides and of their definitions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from derive.documents.step import Step
from derive.judge.alter.edit import NOWHERE, Scope, bare
from derive.latex.read.heads import FAMILY, TRANSPOSES, Head, head_of, key_of
from derive.latex.read.table import Table
from derive.latex.read.tree import Big, Bracket, Derivative, Name, Node, Scripted, Terms, children, walk
from derive.latex.signs import ACCENTS

MOST = 12
"""How many quantities are tried as a factor; more take too long."""
MOST_SIZES = 4
FONTS = frozenset({"bold", "calligraphic", "blackboard", "fraktur"})


def scope_of(step: Step) -> Scope:
    r"""Return what an alteration of the right side of a step may bring in.

    >>> from derive.documents.files import read_document
    >>> from derive.documents.steps import steps_of
    >>> text = r"Let $a_i \in \mathbb{R}$ for $i = 1, \dots, n$. Then $\sum_{i=1}^n a_i = n$."
    >>> scope = scope_of(steps_of(read_document(text)).steps[0])
    >>> [letter.text for letter in scope.letters], [size.text for size in scope.sizes]
    (['i'], ['n'])
    """
    if step.lhs is None or step.rhs is None or step.table is None:
        return Scope()
    table = step.table
    trees = [step.rhs, step.lhs, *_bodies(step.lhs, table)]
    written = list(chain.from_iterable(map(_quantities, trees)))
    letters = _letters(chain.from_iterable(map(walk, trees)), table)
    keys = {key_of(letter) for letter in letters} | table.sizes
    quantities = {str(bare(node)): node for node in written if _key(node) not in keys}
    return Scope(letters, _sizes(trees, table), tuple(quantities.values())[:MOST], tuple(_terms(step.lhs)))


def _bodies(lhs: Node, table: Table) -> Iterator[Node]:
    """Yield the definitions of what stands on the left."""
    heads = (head_of(part) for part in walk(lhs))
    for key in dict.fromkeys(head.key for head in heads if head is not None):
        yield from (definition.body for definition in table.definitions.get(key, []))


def _quantities(node: Node) -> Iterator[Node]:
    """Yield the names in a tree with their indices, and without what stands above them, and sums in brackets."""
    if isinstance(node, Bracket) and node.left in {"(", "["} and isinstance(node.body, Terms):
        yield node
    if isinstance(node, Scripted) and head_of(node) is not None:
        yield node.base if node.sub is None and not node.primes else replace(node, sup=None)
        return
    if isinstance(node, Name) and node.text not in TRANSPOSES:
        yield node
    skipped: set[int] = set()
    if isinstance(node, Big):
        skipped = {id(part) for part in (node.lower, node.upper)}
    elif isinstance(node, Derivative):
        skipped = {id(part) for part in node.by}
    for part in children(node):
        if id(part) not in skipped:
            yield from _quantities(part)


def _key(node: Node) -> str:
    head: Head | None = head_of(node)
    return "" if head is None or head.atoms else head.key


def _letters(nodes: Iterable[Node], table: Table) -> tuple[Name, ...]:
    """Return the letters that count: those with a range, and those that are used as indices."""
    found = {key_of(node): node for node in nodes if isinstance(node, Name) and table.is_letter(key_of(node))}
    return tuple(found.values())


def _sizes(trees: Iterable[Node], table: Table) -> tuple[Node, ...]:
    """Return the sizes that are written, and behind them the others of the document."""
    written = [key_of(node) for tree in trees for node in walk(tree) if isinstance(node, Name)]
    keys = [*(key for key in written if key in table.sizes), *sorted(table.sizes)]
    return tuple(name_of(key) for key in dict.fromkeys(keys))[:MOST_SIZES]


def _terms(lhs: Node) -> Iterator[tuple[str, Node]]:
    """Yield the terms of the left side with their signs, and with the others."""
    if isinstance(lhs, Terms):
        for sign, term in zip(lhs.signs, lhs.parts, strict=True):
            yield ("-", term) if sign == "-" else ("+", term)
            yield ("+", term) if sign == "-" else ("-", term)


def name_of(key: str) -> Name:
    """Return the name that is known by a key.

    >>> name_of("hat bold w").accents
    ('hat',)
    """
    *marks, text = [mark for mark in key.split(" ") if not mark.startswith(FAMILY)]
    if not set(marks) <= FONTS | ACCENTS.keys():
        return Name(NOWHERE, key, "roman")
    font = next((mark for mark in marks if mark in FONTS), "")
    return Name(NOWHERE, text, font, tuple(mark for mark in marks if mark not in FONTS))
