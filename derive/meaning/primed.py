r"""Primes that are transposes: `X'X` on a page that writes no other sign for them, as statisticians do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.differentials import rebuilt
from derive.meaning.keys import is_transposed, name_key, named, spelled
from derive.meaning.written import is_matrix_letter


def turns_by_primes(trees: Iterable[Node]) -> bool:
    r"""Return whether a prime is a transpose on a page: it writes none otherwise, and a matrix beside its prime.

    >>> from derive.formula.read.parser import read
    >>> turns_by_primes([read("X'X b = X'y")]), turns_by_primes([read("f(x) f'(x)")])
    (True, False)
    """
    nodes = [node for each in trees for node in surface.walk(each)]
    if any(map(is_transposed, nodes)):
        return False
    return any(_is_square_of(one, other) for each in nodes for one, other in _beside(each)) or any(map(_is_form, nodes))


def names_kept(trees: Iterable[Node]) -> frozenset[str]:
    r"""Return the names whose primes stay as they are: those of functions, and of what is called `x'` by itself.

    >>> from derive.formula.read.parser import read
    >>> sorted(names_kept([read("f(x) = x' b"), read("k(x, z')")]))
    ['f', 'k', 'z']
    """
    return frozenset(key for each in trees for key in _kept(each))


def with_primes_turned(node: Node, kept: frozenset[str]) -> Node:
    r"""Return a tree with a transpose for each single prime, but for those of some names.

    >>> from derive.formula.read.parser import read
    >>> from derive.meaning.keys import spelled
    >>> spelled(with_primes_turned(read("X'f'"), frozenset({"f"})))
    'Factors[(,) (Scripted[X None top 0],Scripted[f None None 1])]'
    """
    inner = rebuilt(node, lambda part: with_primes_turned(part, kept))
    if not _is_primed(inner) or _letters(inner) & kept:
        return inner
    return replace(inner, primes=0, sup=surface.Name(inner.span, "top"))


def _is_primed(node: Node) -> bool:
    return isinstance(node, surface.Scripted) and node.primes == 1 and node.sup is None


def _letters(node: Node) -> frozenset[str]:
    base = named(node)
    return frozenset() if base is None else frozenset({name_key(base)})


def _beside(node: Node) -> Iterator[tuple[Node, Node]]:
    if isinstance(node, surface.Factors):
        yield from zip(node.parts, node.parts[1:], strict=False)


def _is_square_of(one: Node, other: Node) -> bool:
    """Return whether a matrix, or what is in brackets, stands beside its own prime."""
    primed, plain = (one, other) if _is_primed(one) else (other, one)
    if not isinstance(primed, surface.Scripted) or not _is_primed(primed) or _is_primed(plain):
        return False
    is_whole = isinstance(primed.base, surface.Bracket) or all(map(is_matrix_letter, _letters(primed)))
    return is_whole and _bare(primed) == _bare(plain)


def _is_form(node: Node) -> bool:
    r"""Return whether a product is a quadratic form, as `m' \Sigma^{-1} m`: a matrix between a name and its prime."""
    if not isinstance(node, surface.Factors) or len(node.parts) < 3:
        return False
    first, *middle, last = node.parts
    is_matrix = any(is_matrix_letter(key) for each in middle for key in _letters(each))
    return is_matrix and _is_primed(first) and not _is_primed(last) and _bare(first) == _bare(last)


def _bare(node: Node) -> object:
    """Return a tree without its prime, wherever it stands."""
    plain = replace(node, primes=0) if isinstance(node, surface.Scripted) else node
    return spelled(plain.base) if isinstance(plain, surface.Scripted) and plain.sub is None else spelled(plain)


def _kept(node: Node) -> Iterator[str]:
    for each in surface.walk(node):
        for head, bracket in _beside(each):
            body = bracket.body if isinstance(bracket, surface.Bracket) and bracket.left == "(" else None
            if isinstance(body, surface.Sequence) or (body is not None and named(body) is not None):
                yield from (key for key in _letters(head) if not is_matrix_letter(key))
        members = each.items if isinstance(each, surface.Sequence) else ()
        if isinstance(each, surface.Chain) and len({_bare(member) for member in each.members if member}) > 1:
            members = each.members  # `M' = M` says that M is symmetric
        yield from (key for member in members if member is not None and _is_primed(member) for key in _letters(member))
