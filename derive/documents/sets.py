r"""What `\in` says: of which shape a name is, over what an index runs, which values are allowed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from derive.latex.read.axes import Axis
from derive.latex.read.heads import Head, head_of, key_of, label_of
from derive.latex.read.probabilities import call_of, indexed
from derive.latex.read.sizes import axes_of, range_of, size_of
from derive.latex.read.table import Known, Origin, Property, Table
from derive.latex.read.tree import (
    Bracket,
    Chain,
    Dots,
    Factors,
    Name,
    Node,
    Number,
    Scripted,
    Sequence,
    Terms,
    walk,
)
from derive.latex.read.trouble import NotReadError


@dataclass(frozen=True, slots=True)
class Space:
    """A set as far as it matters here: the exponent that gives the shape, and what holds of every entry."""

    exponent: Node | None
    kinds: tuple[str, ...] = ()
    integer: bool = False


def space_of(node: Node) -> Space | None:
    r"""Return what a set says of its members; `None` for a set that is not understood.

    >>> from derive.latex.read.parser import read
    >>> space_of(read(r"\{-1, +1\}^N")).kinds
    ('sign',)
    """
    base, exponent, below = node, None, None
    if isinstance(node, Scripted):
        base, exponent, below = node.base, node.sup, node.sub
    if isinstance(base, Name) and base.text in {"R", "Re"} and base.font in {"blackboard", "bold", ""}:
        return _reals(exponent, below)
    if isinstance(base, Name) and base.text in {"N", "Z"} and base.font == "blackboard":
        counted = isinstance(below, Number | Chain) or (isinstance(exponent, Name) and exponent.text in {"+", "0"})
        if counted:
            return Space(None, ("nonnegative",))
        return Space(exponent, ("positive",) if base.text == "N" else (), integer=True)
    if isinstance(base, Bracket) and isinstance(base.body, Sequence) and below is None:
        kinds = _listed(base) if base.left == "{" else _interval(base)
        return None if kinds is None else Space(exponent, kinds)
    return None


def _reals(exponent: Node | None, below: Node | None) -> Space | None:
    marks = "".join(part.text for n in (exponent, below) for part in walk(n) if isinstance(part, Name | Number))
    if below is None and not (isinstance(exponent, Name) and exponent.text in {"+", "-"}):
        return Space(exponent)
    shape = None if isinstance(exponent, Name) and exponent.text == "+" else exponent
    relations = [r.kind for n in (below,) for part in walk(n) if isinstance(part, Chain) for r in part.relations]
    strict = ">" in relations or "++" in marks
    return Space(shape, ("positive" if strict else "nonnegative",)) if "+" in marks or relations else None


def _listed(base: Bracket) -> tuple[str, ...] | None:
    items = base.body.items if isinstance(base.body, Sequence) else ()
    if len(items) > 2 and isinstance(items[-1], Dots) and _value(items[0]) in {"0", "1"}:
        return ("nonnegative",) if _value(items[0]) == "0" else ("positive",)
    values = {_value(item) for item in items}
    return {frozenset({"0", "1"}): ("binary",), frozenset({"-1", "1"}): ("sign",)}.get(frozenset(map(str, values)))


def _value(node: Node) -> str | None:
    if isinstance(node, Number):
        return node.text
    if isinstance(node, Terms) and len(node.parts) == 1 and isinstance(node.parts[0], Number):
        return node.parts[0].text if node.signs[0] == "+" else "-" + node.parts[0].text
    return None


def _interval(base: Bracket) -> tuple[str, ...] | None:
    items = base.body.items if isinstance(base.body, Sequence) else ()
    if len(items) != 2:
        return None
    low, high = _value(items[0]), _value(items[1])
    above = {"0": "positive" if base.left == "(" else "nonnegative"}.get(str(low))
    if isinstance(items[1], Name) and items[1].text == "infty":
        return (above,) if above else None
    below = {"1": "below one" if base.right == "(" else "at most one"}.get(str(high))
    return (above, below) if above and below else None


def members(node: Node, table: Table) -> Iterator[tuple[Head, Any]]:
    """Yield the names that stand left of a declaration, each with the range of its index where a list shows it."""
    if isinstance(node, Sequence) and any(isinstance(item, Dots) for item in node.items):
        first, last = head_of(node.items[0]), head_of(node.items[-1])
        listed = _listed_places(first, last, table) if first is not None and last is not None else None
        if first is not None and listed is not None:
            yield replace(first, atoms=(Name(first.span, "i"),)), listed
        return
    for item in node.items if isinstance(node, Sequence) else (node,):
        named = word_of(item)
        if named is not None:
            table.words.add(named.text)
        call = call_of(item)
        head = head_of(named or item) or (indexed(*call) if call is not None else None)
        if head is not None and head.sup is None:
            yield (replace(head, key=head.key + "'" * head.primes) if head.primes else head), None


def _listed_places(first: Head, last: Head, table: Table) -> Any:
    r"""Return the ends of the range in `x_1, \dots, x_N`."""
    if first.key != last.key or not len(first.atoms) == len(last.atoms) == 1:
        return None
    try:
        return size_of(first.atoms[0], table), size_of(last.atoms[0], table)
    except NotReadError:
        return None


def word_of(node: Node) -> Name | None:
    """Return letters that stand side by side in a declaration as the one word that they are."""
    if not isinstance(node, Factors) or any(node.signs):
        return None
    if not all(isinstance(p, Name) and len(p.text) == 1 and not p.font and not p.accents for p in node.parts):
        return None
    return Name(node.span, "".join(p.text for p in node.parts if isinstance(p, Name)))


def declare_member(subject: Node, members_of: Node, table: Table, origin: Origin) -> bool:
    r"""Take in `subject \in members_of`; return whether it was understood."""
    if isinstance(subject, Bracket) and isinstance(subject.body, Sequence):
        return _tuple(subject.body, members_of, table, origin)
    ends, space = range_of(members_of, table), space_of(members_of)
    found = list(members(subject, table))
    for head, listed in found:
        is_index = not head.atoms and (head.key in table.usage.subscripts or table.is_letter(head.key))
        if ends is not None and is_index:
            table.ranges[head.key] = ends
        elif space is not None or ends is not None:
            _declare(head, space or Space(None), table, origin, listed)
        else:
            table.unread[head.key] = f"the set it is from is not understood: {origin.text}"
    return bool(found) and (ends is not None or space is not None)


def _tuple(subject: Sequence, members_of: Node, table: Table, origin: Origin) -> bool:
    r"""Take in `(x_i, y_i) \in \mathbb{R}^D \times \{0, 1\}` and `(x, y) \in \mathbb{R}^2`."""
    if isinstance(members_of, Factors) and set(members_of.signs[1:]) == {"times"}:
        if len(members_of.parts) == len(subject.items):
            pairs = zip(subject.items, members_of.parts, strict=True)
            results = [declare_member(item, part, table, origin) for item, part in pairs]
            return all(results)
        return False
    space = space_of(members_of)
    count = space.exponent if space is not None else None
    if space is None or not (isinstance(count, Number) and count.text == str(len(subject.items))):
        return False
    for head, _ in members(subject, table):
        _declare(head, replace(space, exponent=None), table, origin, None)
    return True


def _declare(head: Head, space: Space, table: Table, origin: Origin, listed: Any) -> None:
    """Take a name in with its indices, its shape, and what holds of its entries."""
    axes = axes_of(space.exponent, table) if space.exponent is not None else ()
    pattern = tuple(_pattern(atom, head, n, table) for n, atom in enumerate(head.atoms))
    indices = [a for a, p in zip(head.atoms, pattern, strict=True) if p == "*"]
    places = tuple(Axis(hint=listed or (table.hint(key_of(a)) if isinstance(a, Name) else None)) for a in indices)
    if space.integer and not pattern and not axes:
        table.sizes.add(head.key)
        return
    rows, cols = (axes[0] if axes else None), (axes[1] if len(axes) > 1 else None)
    known = Known(head.key, pattern, places, rows, cols)
    table.declare(known)
    note_kinds(space.kinds, known, table, replace(origin, span=head.span))


def _pattern(atom: Node, head: Head, number: int, table: Table) -> str:
    single = isinstance(atom, Name) and len(atom.text) == 1
    indexed = number in table.usage.indexed.get((head.key, len(head.atoms)), set())
    return "*" if single or (isinstance(atom, Number) and indexed) else label_of(atom)


def note_kinds(kinds: tuple[str, ...], known: Known, table: Table, origin: Origin) -> None:
    """Note what holds of all entries of a name."""
    for kind in kinds:
        table.add_property(Property(kind, known.key, known.pattern, origin))
