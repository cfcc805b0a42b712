"""Alterations of a name: its indices, its power, a transpose, its complement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from derive.judge.alter.edit import NOWHERE, ONE, Edit, Scope, complement, over, power, times, turned
from derive.latex.read.heads import is_transpose
from derive.latex.read.tree import Factors, Name, Node, Number, Scripted, Sequence, Terms

INDICES = "the indices of {0} are in the wrong order"


def of_name(node: Node, scope: Scope) -> Iterator[Edit]:
    """Yield what may be altered of a name or a bracket with its indices and its power."""
    above = node.sup if isinstance(node, Scripted) else None
    if above is None or is_transpose(above):
        says = "the transpose of {0} is missing" if above is None else "{0} is transposed, and should not be"
        yield Edit(turned(node), "transposed", says, (node,))
    if isinstance(node, Scripted) and node.sub is not None:
        yield from _indices(node, node.sub, scope)
    if isinstance(above, Number) and above.text.isdigit():
        yield from _powers(node, int(above.text))
    elif above is None:
        yield Edit(power(node, 2), "wrong power", "a square of {0} is missing", (node,))
        yield Edit(complement(node), "1 - p for p", "{0} stands for 1 - {0}", (node,))


def _powers(node: Node, exponent: int) -> Iterator[Edit]:
    if not isinstance(node, Scripted):
        return
    base = replace(node, sup=None) if node.sub is not None or node.primes else node.base
    lower = base if exponent == 2 else replace(node, sup=Number(NOWHERE, str(exponent - 1)))  # noqa: PLR2004 -- x^1 is x
    yield Edit(lower, "wrong power", "the power of {0} is one too high", (base,))
    if exponent == 2:  # noqa: PLR2004 -- a square of a matrix is no product with its transpose
        for both in (times(turned(base), base), times(base, turned(base))):
            yield Edit(both, "transposed", "{0} stands for {1}", (node, both))
    higher = replace(node, sup=Number(NOWHERE, str(exponent + 1)))
    yield Edit(higher, "wrong power", "the power of {0} is one too low", (base,))
    yield Edit(over(ONE, node), "wrong power", "{0} stands on the wrong side of the fraction", (node,))


def _indices(node: Scripted, sub: Node, scope: Scope) -> Iterator[Edit]:
    atoms = _atoms(sub)
    if len(atoms) == 2:  # noqa: PLR2004 -- a row and a column
        yield Edit(replace(node, sub=_with(sub, atoms[::-1])), "transposed", INDICES, (node,))
    for place, atom in enumerate(atoms):
        for letter in scope.letters:
            if isinstance(atom, Name) and letter.text != atom.text:
                altered = (*atoms[:place], letter, *atoms[place + 1 :])
                says = "{0} has the index {1} for {2}"
                yield Edit(replace(node, sub=_with(sub, altered)), "wrong index", says, (node, atom, letter))
        if isinstance(atom, Terms) and len(atom.parts) == 2:  # noqa: PLR2004 -- an index and what it is moved by
            altered = (*atoms[:place], atom.parts[0], *atoms[place + 1 :])
            yield Edit(replace(node, sub=_with(sub, altered)), "wrong index", "{0} has a moved index", (node,))


def _atoms(sub: Node) -> tuple[Node, ...]:
    if isinstance(sub, Sequence):
        return sub.items
    return sub.parts if isinstance(sub, Factors) and not any(sub.signs) else (sub,)


def _with(sub: Node, atoms: tuple[Node, ...]) -> Node:
    if isinstance(sub, Sequence):
        return replace(sub, items=atoms)
    return replace(sub, parts=atoms) if isinstance(sub, Factors) else atoms[0]
