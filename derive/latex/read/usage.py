"""How a document uses its names: what it binds, transposes, defines and applies. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import singledispatch

from derive.latex.read.heads import Head, head_of, is_transpose, key_of, shift_of
from derive.latex.read.tree import (
    Apply,
    Big,
    Bracket,
    Chain,
    Derivative,
    Factors,
    Name,
    Node,
    Number,
    Scripted,
    Sequence,
    Terms,
    children,
    walk,
)

Use = tuple[str, int]


@dataclass(slots=True)
class Usage:
    """What was seen: letters that are indices, names that are sizes, and for a key with n indices, how it occurs."""

    letters: set[str] = field(default_factory=set[str])
    sizes: set[str] = field(default_factory=set[str])
    vectors: set[Use] = field(default_factory=set[Use])
    squares: set[Use] = field(default_factory=set[Use])
    applied: set[str] = field(default_factory=set[str])
    indexed: dict[Use, set[int]] = field(default_factory=dict[Use, set[int]])
    counts: set[Use] = field(default_factory=set[Use])
    subscripts: set[str] = field(default_factory=set[str])
    names: set[str] = field(default_factory=set[str])
    plain: set[str] = field(default_factory=set[str])
    alone: set[str] = field(default_factory=set[str])
    unapplied: set[Use] = field(default_factory=set[Use])
    gradients: set[str] = field(default_factory=set[str])
    moved: set[str] = field(default_factory=set[str])
    bounds: dict[str, list[tuple[Node, Node]]] = field(default_factory=dict[str, list[tuple[Node, Node]]])

    def see(self, trees: Iterable[Node]) -> None:
        """Take in what some trees show."""
        trees = list(trees)
        for tree in trees:
            self.plain |= {key_of(name) for name in _plain_names(tree)}
            self.alone |= {key_of(name) for name in _names_alone(tree)}
            self.unapplied |= set(_unapplied(tree))
        for tree in trees:
            for node in walk(tree):
                _see(node, self)

    def place_letters(self, trees: Iterable[Node]) -> None:
        """Find which indices of names are letters that some sum or range binds."""
        for tree in trees:
            for node in walk(tree):
                head = head_of(node)
                if head is not None:
                    self.names |= {head.key, head.key.split(" ")[-1]}
                    self._place(head)

    def _place(self, head: Head) -> None:
        use = (head.key, len(head.atoms))
        if head.atoms:
            self.counts.add(use)
        for number, atom in enumerate(head.atoms):
            self.subscripts |= {key_of(atom)} if isinstance(atom, Name) and len(atom.text) == 1 else set()
            self.moved |= {head.key} if shift_of(atom) is not None else set()
            parts = atom.parts if isinstance(atom, Terms) else (atom,)
            if any(isinstance(p, Name) and key_of(p) in self.letters for p in parts):
                self.indexed.setdefault(use, set()).add(number)


def _plain_names(tree: Node) -> Iterator[Name]:
    """Yield the names that stand anywhere but alone above another: what is no sign of transposition."""
    if isinstance(tree, Name):
        yield tree
    for node in walk(tree):
        above = node.sup if isinstance(node, Scripted) else None
        yield from (child for child in children(node) if isinstance(child, Name) and child is not above)


def _names_alone(tree: Node) -> Iterator[Name]:
    """Yield the names that stand anywhere but directly before a factor, so that they are no signs."""
    if isinstance(tree, Name):
        yield tree
    for node in walk(tree):
        found = children(node)
        signs = (*node.signs[1:], "last") if isinstance(node, Factors) else ("alone",) * len(found)
        yield from (child for child, sign in zip(found, signs, strict=True) if isinstance(child, Name) and sign)


def _unapplied(tree: Node) -> Iterator[Use]:
    """Yield the names with indices that stand anywhere but directly before a bracket."""
    before = {
        id(part)
        for node in walk(tree)
        if isinstance(node, Factors)
        for part, sign, after in zip(node.parts, node.signs[1:], node.parts[1:], strict=False)
        if isinstance(after, Bracket) and not sign
    }
    for node in walk(tree):
        head = head_of(node) if isinstance(node, Scripted) and id(node) not in before else None
        if head is not None and head.atoms:
            yield head.key, len(head.atoms)


@singledispatch
def _see(node: object, usage: Usage) -> None:
    """Take in what one node shows; most show nothing."""


@_see.register
def _(node: Scripted, usage: Usage) -> None:
    if is_transpose(node.sup) and not (isinstance(node.sup, Name) and node.sup.text == "t" and "t" in usage.plain):
        _vector(node if not isinstance(node.base, Name) or node.sub is not None else node.base, usage)


@_see.register
def _(node: Bracket, usage: Usage) -> None:
    if node.left == "||" and node.body is not None:
        for part in node.body.parts if isinstance(node.body, Terms) else (node.body,):
            _vector(part, usage)


@_see.register
def _(node: Derivative, usage: Usage) -> None:
    for by in node.by if node.sign == "nabla" else ():
        _vector(by, usage)
        usage.gradients |= {key_of(by)} if isinstance(by, Name) else set()


@_see.register
def _(node: Chain, usage: Usage) -> None:
    if node.members[0] is not None:
        _applied(node.members[0], usage)


@_see.register
def _(node: Apply, usage: Usage) -> None:
    if node.head in {"trace", "det", "diag"} and node.argument is not None:
        inside = node.argument.body if isinstance(node.argument, Bracket) else node.argument
        head = head_of(inside) if inside is not None else None
        if head is not None:
            usage.squares.add((head.key, len(head.atoms)))


@_see.register
def _(node: Factors, usage: Usage) -> None:
    r"""Take z in `x^\top z` for a column."""
    for before, sign, part in zip(node.parts, node.signs[1:], node.parts[1:], strict=False):
        turned = isinstance(before, Scripted) and is_transpose(before.sup)
        if turned and not sign and isinstance(part, Name | Scripted):
            _vector(part, usage)


@_see.register
def _(node: Big, usage: Usage) -> None:
    if node.head in {"sum", "prod"}:
        _bounds(node, usage)


def _bounds(node: Big, usage: Usage) -> None:
    items = node.lower.items if isinstance(node.lower, Sequence) else (node.lower,)
    for item in items:
        bound = item.members[0] if isinstance(item, Chain) else item
        for part in bound.items if isinstance(bound, Sequence) else (bound,):
            if isinstance(part, Name):
                usage.letters.add(key_of(part))
                if isinstance(item, Chain) and item.members[-1] is not None and node.upper is not None:
                    usage.bounds.setdefault(key_of(part), []).append((item.members[-1], node.upper))
    for end in walk(node.upper):
        if isinstance(end, Name) and (len(end.text) == 1):
            usage.sizes.add(key_of(end))


def _vector(node: Node, usage: Usage) -> None:
    """Take a transposed or measured name for a column."""
    head = head_of(node)
    if head is not None:
        atoms = len(head.atoms)
        usage.vectors.add((head.key, atoms))


def _applied(member: Node, usage: Usage) -> None:
    r"""Take `f(x) = ...` and `f_k(x, y) = ...` for what they say of f."""
    if isinstance(member, Factors) and len(member.parts) == 2 and not any(member.signs):
        head, argument = head_of(member.parts[0]), member.parts[1]
        if head is not None and head.sup is None and isinstance(argument, Bracket) and argument.left in {"(", "["}:
            names = argument.body.items if isinstance(argument.body, Sequence) else (argument.body,)
            if all(n is not None and not isinstance(n, Number) and head_of(n) is not None for n in names):
                usage.applied.add(head.key)
