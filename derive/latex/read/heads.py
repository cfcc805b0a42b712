"""A name with its indices taken apart: which part is the name, which are indices, which is a power."""

from __future__ import annotations

from dataclasses import dataclass, replace

from derive.latex.read.tree import (
    Apply,
    Big,
    Bracket,
    Factors,
    Name,
    Node,
    Number,
    Scripted,
    Sequence,
    Span,
    Terms,
    Words,
    children,
    walk,
)

TRANSPOSES = frozenset({"T", "top", "t", "tr"})
FAMILY = "@"
"""How a mark of a name begins that tells families of one name apart, by their indices; it is not written."""
_MARKS = frozenset({"star", "dagger", "+", "-", "circ", "bullet", "times", "perp"})


@dataclass(frozen=True, slots=True)
class Head:
    """A name as it is known: its key, its index atoms in order, its primes, and what is left above it."""

    span: Span
    key: str
    atoms: tuple[Node, ...] = ()
    primes: int = 0
    sup: Node | None = None


def key_of(name: Name) -> str:
    r"""Return what a name is known by: font and accents belong to it.

    >>> key_of(Name(Span(0, 9), "x", "bold", ("hat",)))
    'hat bold x'
    """
    font = name.font if name.font in {"bold", "calligraphic", "blackboard", "fraktur"} else ""
    return " ".join([*name.accents, *([font] if font else []), name.text])


def head_of(node: Node) -> Head | None:
    """Return a name with its indices taken apart; `None` for what is no name."""
    if isinstance(node, Name):
        return Head(node.span, key_of(node))
    if not isinstance(node, Scripted):
        return None
    if isinstance(node.base, Scripted) and isinstance(node.base.base, Name):
        return None
    if not isinstance(node.base, Name):
        return None
    key, above, sup = key_of(node.base), tuple[Node, ...](), node.sup
    mark = mark_of(sup)
    if mark is not None:
        key, sup = f"{key}^{mark}", None
    elif isinstance(sup, Bracket) and sup.body is not None and sup.left in {"(", "["}:
        key, above, sup = f"{key}^()", atoms_of(sup.body), None
    return Head(node.span, key, (*above, *(() if node.sub is None else atoms_of(node.sub))), node.primes, sup)


def mark_of(sup: Node | None) -> str | None:
    """Return what stands above a name as a mark of its own, such as a star or "new"; else `None`."""
    if isinstance(sup, Name) and (sup.text in _MARKS or (len(sup.text) > 1 and sup.font == "roman")):
        return sup.text if sup.text not in TRANSPOSES else None
    if isinstance(sup, Words):
        return sup.text.strip()
    parts = sup.parts if isinstance(sup, Factors) and not any(sup.signs) else ()
    letters = [p.text for p in parts if isinstance(p, Name) and len(p.text) == 1 and not p.font]
    return "".join(letters) if len(letters) == len(parts) >= 3 else None


def atoms_of(sub: Node) -> tuple[Node, ...]:
    """Return the indices that a subscript is made of: `ij` and `i,j` are two, `t-1` is one, a word is one.

    >>> len(atoms_of(Factors(Span(0, 2), ("", ""), (Name(Span(0, 1), "i"), Name(Span(1, 2), "j")))))
    2
    """
    if isinstance(sub, Sequence):
        return tuple(atom for item in sub.items for atom in atoms_of(item))
    if isinstance(sub, Factors) and not any(sub.signs):
        return tuple(atom for part in sub.parts for atom in atoms_of(part))
    return (sub,)


def label_of(atom: Node) -> str:
    """Return an index atom as text, for names that carry it as a label.

    >>> label_of(Number(Span(0, 1), "0"))
    '0'
    """
    if isinstance(atom, Number | Words):
        return atom.text.strip()
    if isinstance(atom, Name):
        return key_of(atom)
    if isinstance(atom, Big | Apply) and not children(atom):
        return atom.head
    if isinstance(atom, Terms | Factors):
        return "".join(s + label_of(p) for s, p in zip(atom.signs, atom.parts, strict=True))
    return "?"


@dataclass(frozen=True, slots=True)
class Shift:
    """An index that is moved by a number, as in `t-1`."""

    letter: Name
    by: int


def shift_of(atom: Node) -> Shift | None:
    """Return an index such as `t-1` as its letter and the number it is moved by; `None` for any other."""
    if not isinstance(atom, Terms) or len(atom.parts) != 2:
        return None
    first, second = atom.parts
    numbered = isinstance(second, Number) and second.text.isdigit() and atom.signs[1] in {"+", "-"}
    if isinstance(first, Name) and isinstance(second, Number) and numbered and atom.signs[0] in {"", "+"}:
        return Shift(first, int(atom.signs[1] + second.text))
    return None


def without_transpose(node: Node) -> tuple[Node, bool]:
    r"""Return a node without the transpose above it, and whether there was one."""
    if isinstance(node, Scripted) and is_transpose(node.sup):
        bare = node.base if node.sub is None and not node.primes else replace(node, sup=None)
        return bare, True
    if isinstance(node, Scripted) and isinstance(node.sup, Factors):
        first, *rest = node.sup.parts
        if len(rest) == 1 and is_transpose(rest[0]) and isinstance(first, Name) and first.text in _MARKS:
            return replace(node, sup=first), True
    return node, False


def is_transpose(sup: Node | None) -> bool:
    """Return whether what stands above is a sign of transposition."""
    return isinstance(sup, Name) and sup.text in TRANSPOSES and not sup.accents


def names_in(node: Node) -> set[str]:
    """Return the keys of all names in a tree.

    >>> from derive.latex.read.parser import read
    >>> sorted(names_in(read("a + b_1")))
    ['a', 'b']
    """
    found: set[str] = set()
    for part in walk(node):
        head = head_of(part)
        if head is not None:
            found |= {head.key, head.key + "'" * head.primes}
    return found
