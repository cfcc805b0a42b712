"""Conditions: indicators, cases and the masks of sums, as nodes that are true or false."""

from __future__ import annotations

from dataclasses import replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.closing import Sides
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import is_place, items, name_key
from derive.meaning.opaque import opaque
from derive.meaning.reading import read
from derive.meaning.values import Value, align, mapped, scalar

COMPARED = {"=": "==", "==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "equiv": "=="}
OTHERWISE = ("otherwise", "else", "other", "sonst", "elsewhere")


def condition(node: Node, here: Here) -> tuple[Expression, Value | None]:
    """Return a condition as a node; of vectors, with the shape in which it holds entry by entry.

    Raises `Clash` for what is no relation that is read.
    """
    if isinstance(node, surface.Bracket) and node.body is not None:
        return condition(node.body, here)
    if isinstance(node, surface.Sequence):
        return tree.Both(tuple(condition(each, here)[0] for each in node.items)), None
    if not isinstance(node, surface.Chain):
        raise Clash("a condition that is not read")
    parts = [
        _compared(left, sign.kind, right, here)
        for left, sign, right in zip(node.members, node.relations, node.members[1:], strict=False)
    ]
    return parts[0] if len(parts) == 1 else tree.Both(tuple(parts)), None


def _compared(left: Node | None, kind: str, right: Node | None, here: Here) -> Expression:
    if left is None or right is None or kind not in COMPARED:
        raise Clash(f"a condition with the sign {kind}")
    sides = [_side(each, here) for each in (left, right)]
    return tree.Compare(COMPARED[kind], *sides)


def _side(node: Node, here: Here) -> Expression:
    """Return one side of a condition; an index stands for the integer that it is."""
    if isinstance(node, surface.Name) and here.is_index(node):
        return here.place(node).node
    return read(node, here).number


def indicator(relation: surface.Chain, here: Here) -> Value:
    """Return 1 where a relation holds, else 0; of an entry and an index it is a delta."""
    delta = _delta(relation, here)
    if delta is not None:
        return scalar(lambda: delta)
    mapped = _entrywise(relation, here)
    if mapped is not None:
        return mapped
    try:
        when, _ = condition(relation, here)
    except Clash:
        return opaque(relation, "an indicator that is not read", here, rank=0, fact="binary")
    return scalar(lambda: _chosen(when))


def _chosen(when: Expression) -> Expression:
    return tree.Cases(((when, tree.ONE), (tree.Truth(True), tree.ZERO)))  # noqa: FBT003 -- what always holds


def _delta(relation: surface.Chain, here: Here) -> Expression | None:
    """Return `[i = j]` and `[y_n = k]` as a delta of places; None for a relation of other things."""
    if len(relation.relations) != 1 or relation.relations[0].kind not in {"=", "!="}:
        return None
    sides = [each for each in relation.members if each is not None]
    if len(sides) != 2 or not all(_is_place(each, here) for each in sides):
        return None
    if not any(isinstance(each, surface.Name | surface.Terms) for each in sides):
        return None
    one, other = (here.place(each) for each in sides)
    delta = tree.Delta(one.node, other.node)
    return delta if relation.relations[0].kind == "=" else tree.subtract(tree.ONE, delta)


def _is_place(node: Node, here: Here) -> bool:
    if isinstance(node, surface.Number):
        return node.text.isdigit()
    if isinstance(node, surface.Scripted) and not items(node.sub):
        return False
    return is_place(node, here.is_index)


def _entrywise(relation: surface.Chain, here: Here) -> Value | None:
    """Return an indicator of vectors entry by entry, as `1[z > 0]`; None for one of numbers."""
    if len(relation.relations) != 1 or relation.relations[0].kind not in COMPARED:
        return None
    left, right = relation.members
    if left is None or right is None:
        return None
    try:
        one, other = read(left, here), read(right, here)
    except Clash:
        return None
    shape = one if one.rank else other
    if not shape.rank:
        return None
    if one.rank and other.rank:
        align(one, other)
    sign = COMPARED[relation.relations[0].kind]

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the indicator of an entry."""
        sides = (each.at(row, column) if each.rank else each.number for each in (one, other))
        return _chosen(tree.Compare(sign, *sides))

    return Value(shape.rows, shape.columns, at)


def where_said(sides: Sides, sign: str, here: Here) -> Sides:
    """Return two sides that are 0 wherever a condition on their free indices, such as `i != j`, does not hold.

    Raises `Clash` for an order that is strict: it fails where both sides are 0.
    """
    for each in here.scope.held_true():
        letters = [node for node in surface.walk(each.relation) if isinstance(node, surface.Name)]
        places = [here.is_index(letter) for letter in letters]
        is_of_values = any(isinstance(node, surface.Big | surface.Scripted) for node in surface.walk(each.relation))
        if is_of_values or not any(name_key(letter) in here.record.free for letter in letters):
            continue
        if all(place or name_key(letter) in here.usage.sizes for letter, place in zip(letters, places, strict=True)):
            if sign in {"<", ">"}:
                raise Clash("a strict order under a condition on indices")
            mask = indicator(each.relation, here)
            sides = Sides(*(_masked(side, mask) for side in (sides.left, sides.right)))
            here.record.where.append(each)
    return sides


def _masked(side: Value, mask: Value) -> Value:
    return replace(mapped(side, lambda entry: tree.multiply(mask.number, entry)), zero=side.zero)


def cases(node: surface.Grid, here: Here) -> Value:
    r"""Return `cases` as what it chooses; where no branch is for all else, it has no value there."""
    branches: list[tuple[Expression, Value]] = []
    for row in node.rows:
        if not row:
            continue
        value = read(row[0], here)
        if value.rank:
            raise Clash("a vector in cases")
        branches.append((_when(row[1:], here, last=row is node.rows[-1]), value))
    return scalar(lambda: tree.Cases(tuple((when, value.number) for when, value in branches)))


def _when(cells: tuple[Node, ...], here: Here, *, last: bool) -> Expression:
    """Return the condition of a branch. Raises `Clash` for words that are not understood."""
    always = tree.Truth(True)  # noqa: FBT003 -- what always holds
    if not cells:
        if last:
            return always
        raise Clash("a branch without its condition")
    said = " ".join(
        each.text.lower() for cell in cells for each in surface.walk(cell) if isinstance(each, surface.Words)
    )
    if any(word in said for word in OTHERWISE):
        return always
    found = [
        each for cell in map(without_words, cells) for each in surface.walk(cell) if isinstance(each, surface.Chain)
    ]
    if len(found) != 1 or (said.strip() and said.strip(" ,.") not in {"if", "when", "for", "if and only if", "where"}):
        raise Clash("a branch whose condition is not read")
    return condition(found[0], here)[0]


def without_words(node: Node) -> Node:
    """Return a tree without the words that stand beside something in it."""
    if isinstance(node, surface.Factors | surface.Sequence):
        parts = node.parts if isinstance(node, surface.Factors) else node.items
        kept = [without_words(each) for each in parts if not isinstance(each, surface.Words)]
        if len(kept) < len(parts):
            return kept[0] if len(kept) == 1 else surface.Sequence(node.span, tuple(kept), (" ",) * (len(kept) - 1))
    return surface.rebuilt(node, without_words)
