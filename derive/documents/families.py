"""Names that stand for several things, told apart by what their indices run over.

The `a_j` of a hidden layer and the `a_k` of the layer behind it are two families, where j and k have different ranges
and both are given. They get names of their own before anything is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from derive.documents.forms import range_letters, written
from derive.latex.read.heads import FAMILY, Head, head_of, key_of
from derive.latex.read.statements import Statement, is_range
from derive.latex.read.tree import Big, Bracket, Chain, Name, Node, Scripted, Sequence, children, rebuilt, walk

Use = tuple[str, int]
Signature = tuple[str | None, ...]
GIVING = frozenset({"=", ":=", "equiv"})


@dataclass(slots=True)
class _Seen:
    """Names with what their indices run over, each with the letters: those given, those used in it, those alone."""

    given: dict[Use, dict[Signature, str]] = field(default_factory=dict[Use, dict[Signature, str]])
    used: dict[Use, dict[Signature, str]] = field(default_factory=dict[Use, dict[Signature, str]])
    alone: set[str] = field(default_factory=set[str])


@dataclass(frozen=True, slots=True)
class Families:
    """The names that are several, each with the letters of its families, and the ranges of all letters."""

    letters: Mapping[Use, Mapping[Signature, str]]
    ranges: Mapping[str, str]

    def apart(self, statement: Statement) -> Statement:
        """Return a statement in which the members of each family have a name of their own."""
        if not self.letters:
            return statement
        guards = tuple(self._renamed(guard) for guard in statement.guards)
        return replace(statement, tree=self._renamed(statement.tree), guards=guards)

    def _renamed(self, node: Node) -> Node:
        node = rebuilt(node, self._renamed)
        head = head_of(node) if isinstance(node, Scripted) else None
        family = self._family(head) if head is not None else None
        if family is None or not isinstance(node, Scripted) or not isinstance(node.base, Name):
            return node
        return replace(node, base=replace(node.base, accents=(*node.base.accents, f"{FAMILY}{family}")))

    def _family(self, head: Head) -> str | None:
        found = self.letters.get((head.key, len(head.atoms)), {})
        mine = signature(head, self.ranges)
        fitting = [letters for known, letters in found.items() if _fits(mine, known)]
        return fitting[0] if len(fitting) == 1 else None


def _fits(mine: Signature, known: Signature) -> bool:
    return all(one in {None, other} for one, other in zip(mine, known, strict=True))


def families(statements: Iterable[Statement]) -> Families:
    r"""Return the families of a document: names with one number of indices, given for several ranges of them.

    >>> from derive.latex.read.statements import read_display
    >>> rows = r"a_j = \sum_{i=1}^D w_{ji} x_i, \quad a_k = \sum_{j=1}^M v_{kj} a_j, \quad k = 1, \dots, K"
    >>> sorted(families(read_display(rows)).letters)
    [('a', 1)]
    """
    statements = list(statements)
    ranges = ranges_in(tree for s in statements for tree in (s.tree, *s.guards))
    seen = _Seen()
    for statement in statements:
        seen.alone |= {key_of(name) for name in _names_alone(statement.tree)}
        _see(statement.tree, ranges, seen)
    found = {use: letters for use, letters in {**seen.used, **seen.given}.items() if len(letters) > 1}
    return Families({use: letters for use, letters in found.items() if use[0] not in seen.alone}, ranges)


def ranges_in(trees: Iterable[Node]) -> dict[str, str]:
    r"""Return the letters of which one range alone is said, each with that.

    >>> from derive.latex.read.parser import read
    >>> sorted(ranges_in([read(r"\sum_{j=1}^M a_j + \sum_{k=1}^K b_k + \sum_{k=1}^M c_k")]))
    ['j']
    """
    found: dict[str, set[str]] = {}
    for tree in trees:
        for letter, ends in (*_listed(tree), *_summed(tree)):
            found.setdefault(letter, set()).add(ends)
    return {letter: ends.pop() for letter, ends in found.items() if len(ends) == 1}


def _listed(tree: Node) -> Iterator[tuple[str, str]]:
    bare = tree.body if isinstance(tree, Bracket) and tree.body is not None else tree
    first = bare.items[0] if isinstance(bare, Sequence) and bare.items else None
    if not is_range(bare) or not isinstance(bare, Sequence) or not isinstance(first, Chain):
        return
    low, high = first.members[1], bare.items[-1]
    for letter in range_letters(bare) if low is not None else ():
        yield letter, f"{written(low)}..{written(high)}" if low is not None else ""


def _summed(tree: Node) -> Iterator[tuple[str, str]]:
    for node in walk(tree):
        bound = node.lower if isinstance(node, Big) and node.head in {"sum", "prod"} else None
        if isinstance(node, Big) and isinstance(bound, Chain) and node.upper is not None:
            letter, low = bound.members[0], bound.members[-1]
            if isinstance(letter, Name) and low is not None:
                yield key_of(letter), f"{written(low)}..{written(node.upper)}"


def signature(head: Head, ranges: Mapping[str, str]) -> Signature:
    """Return what the indices of a name run over; `None` where an index is no letter, or of no one range."""
    return tuple(ranges.get(key_of(atom)) if isinstance(atom, Name) else None for atom in head.atoms)


def _see(tree: Node, ranges: Mapping[str, str], seen: _Seen) -> None:
    """Take in an equation that gives a name with indices, and what stands in it."""
    if not isinstance(tree, Chain) or tree.relations[0].kind not in GIVING:
        return
    first, body = tree.members[0], tree.members[1]
    head = head_of(first) if first is not None else None
    if head is None or body is None:
        return
    _note(head, ranges, seen.given)
    for part in walk(body):
        inner = head_of(part)
        if inner is not None:
            _note(inner, ranges, seen.used)


def _note(head: Head, ranges: Mapping[str, str], into: dict[Use, dict[Signature, str]]) -> None:
    mine = signature(head, ranges)
    if mine and None not in mine:
        letters = "".join(key_of(atom) for atom in head.atoms if isinstance(atom, Name))
        _ = into.setdefault((head.key, len(head.atoms)), {}).setdefault(mine, letters)


def _names_alone(tree: Node) -> Iterator[Name]:
    """Yield the names that stand without an index."""
    head = head_of(tree)
    if head is None:
        for child in children(tree):
            yield from _names_alone(child)
    elif not head.atoms:
        base = tree.base if isinstance(tree, Scripted) else tree
        if isinstance(base, Name):
            yield base
