"""The one rule for ranges: over what each free index runs, and whether every entry stands inside of its axis.

What is declared is binding: the range that the caller gives, that of an `Idx`, the shape of a tensor. The limits of
a sum are its own: they must lie inside the axis of an entry below it, and never tell over what a free index runs. A
free index that nothing declares is any integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sympy import IndexedBase, MatrixSymbol

from derive.errors import BadIndexError, IndexClashError, ShapeMismatchError
from derive.expr import tree
from derive.expr.from_sympy import Scope, as_expression, from_sympy
from derive.expr.tree import Node
from derive.expr.vocabulary import Vocabulary, name_of, tensor_name
from derive.names import Numbered
from derive.statements.sizes import Polynomial, constant, difference, indexed, lowest, polynomial, required
from derive.statements.types import EVERYWHERE, FreeIndex, Range, Statement

Axes = Mapping[str, tuple[Range | None, ...]]
"""The axes of each tensor by its name."""
Given = Mapping[str, tuple[Range, ...]]
"""What the caller declares: one range for an index, one for each place of a tensor."""


def given_ranges(ranges: Mapping[Any, Any] | None, names: Vocabulary) -> Given:
    """Return what the caller declares of indices and tensors. Raises `BadIndexError` for what is no range."""
    return {_declared_name(what): _ranges(what, value, names) for what, value in (ranges or {}).items()}


def _declared_name(what: Any) -> str:
    return tensor_name(what) if isinstance(what, IndexedBase | MatrixSymbol) else name_of(what)


def ends_given(ranges: Mapping[Any, Any] | None) -> list[Any]:
    """Return all ends in what the caller declares; their symbols are sizes."""
    pairs = [pair for what, value in (ranges or {}).items() for pair in _pairs(what, value)]
    return [end for pair in pairs for end in pair]


def _pairs(what: Any, value: Any) -> tuple[tuple[Any, Any], ...]:
    several = isinstance(value, tuple | list) and value and all(isinstance(each, tuple | list) for each in value)
    pairs: Any = tuple(value) if several else (value,)
    if not all(isinstance(pair, tuple | list) and len(pair) == 2 for pair in pairs):
        way_out = f"give a first and a last place, such as {{{what}: (1, N)}}"
        raise BadIndexError(f"{value}", place=str(what), reason="this is no range", way_out=way_out)
    return pairs


def _ranges(what: Any, value: Any, names: Vocabulary) -> tuple[Range, ...]:
    scope = Scope(names)
    return tuple(Range(*(from_sympy(as_expression(end), scope) for end in pair)) for pair in _pairs(what, value))


def axes_of(names: Vocabulary, given: Given) -> Axes:
    """Return the axes of all tensors. Raises `ShapeMismatchError` where a shape and what the caller gives differ."""
    return {name: _axes(name, base, rank, given.get(name), names) for name, (base, rank) in names.tensors.items()}


def _axes(
    name: str, base: Any, rank: int, given: tuple[Range, ...] | None, names: Vocabulary
) -> tuple[Range | None, ...]:
    scope = Scope(names)
    shape = None if base.shape is None else tuple(_from_zero(from_sympy(size, scope)) for size in base.shape)
    if isinstance(base, Numbered):
        shape = tuple(Range(*(from_sympy(end, scope) for end in pair)) for pair in base.ranges)
    if given is not None and len(given) != rank:
        reason = f"{name} has {rank} indices, and {len(given)} ranges are given"
        raise ShapeMismatchError(name, reason=reason, way_out="give one range for each place")
    if given is not None and shape is not None and not all(map(same_axis, given, shape)):
        reason = f"its shape {base.shape} says another range than the one that is given"
        raise ShapeMismatchError(name, reason=reason, way_out="declare it once: by its shape or by `ranges`")
    return shape or given or (None,) * rank


def _from_zero(size: Node) -> Range:
    return Range(tree.ZERO, tree.subtract(size, tree.ONE))


def same_axis(one: Range, other: Range) -> bool:
    """Return whether two ranges have the same ends."""
    return all(_gap(a, b) == 0 for a, b in ((one.first, other.first), (one.last, other.last)))


def _gap(one: Node | None, other: Node | None) -> Any:
    """Return one end minus another where that is a number, else None."""
    gap = None if one is None or other is None else difference(one, other)
    return None if gap is None else constant(gap)


@dataclass(frozen=True, slots=True)
class Place:
    """An index as it stands in a place of a tensor, or in a delta beside it.

    `around` are the ranges of the indices bound around it; `guarded` says that a test or a delta on its index decides
    whether the entry counts at all, so that it may stand outside of the axis.
    """

    entry: tree.Entry
    axis: int
    around: Mapping[str, Range]
    guarded: bool

    @property
    def node(self) -> Node:
        """Return what stands in the place."""
        return self.entry.indices[self.axis]

    @property
    def label(self) -> tree.Entry | None:
        """Return the entry that stands where an index stands, if one does."""
        return next((term for term in _terms(self.node) if isinstance(term, tree.Entry)), None)


@dataclass(frozen=True, slots=True)
class Leaf:
    """An entry or a delta, the ranges of the indices bound around it, and the indices that a test around is about."""

    node: tree.Entry | tree.Delta
    around: Mapping[str, Range]
    tested: frozenset[str]

    def places(self) -> Iterator[Place]:
        """Yield the places of an entry; a delta has none."""
        if isinstance(self.node, tree.Entry):
            for axis, at in enumerate(self.node.indices):
                yield Place(self.node, axis, self.around, bool(self.tested) and bool(_indices_in(at) & self.tested))


def leaves(*nodes: Node) -> tuple[Leaf, ...]:
    """Return the entries and deltas of expressions, with what stands around them."""
    found: list[Leaf] = []
    for node in nodes:
        _collect(node, {}, tree.NO_NAMES, found)
    return tuple(found)


def _collect(node: Node, around: Mapping[str, Range], tested: frozenset[str], found: list[Leaf]) -> None:
    if isinstance(node, tree.BINDERS):
        _collect_below(node, around, tested, found)
        return
    if isinstance(node, tree.Entry | tree.Delta):
        found.append(Leaf(node, around, tested))
    if isinstance(node, tree.Cases):
        for when, value in node.branches:
            _collect(when, around, tested, found)
            tested |= _indices_in(when)
            _collect(value, around, tested, found)
        return
    if isinstance(node, tree.Mul):
        tested = tested.union(*[_met(each) for each in node.factors if _decides(each)])
    for part in node.children:
        if part.children:
            _collect(part, around, tested, found)


def _decides(node: Node) -> bool:
    """Return whether a factor is a delta by which a term may not count; one of two free indices is none."""
    return isinstance(node, tree.Delta) and not (
        isinstance(node.left, tree.Index) and isinstance(node.right, tree.Index)
    )


def _met(delta: Node) -> frozenset[str]:
    """Return the indices of which a delta says what they are: that of a label in it may be any."""
    return frozenset(indexed(each) for side in delta.children for each in _moving(side))


def _indices_in(node: Node) -> frozenset[str]:
    """Return the indices in a place, a delta or a test, bound ones by their level."""
    return frozenset(indexed(each) for each in tree.walk(node) if isinstance(each, tree.Index | tree.Bound))


def _collect_below(node: Any, around: Mapping[str, Range], tested: frozenset[str], found: list[Leaf]) -> None:
    own = [indexed(tree.Bound(node.at))]
    if isinstance(node, tree.Determinant | tree.Inverse):
        own.append(indexed(tree.Bound(node.at - 1)))
        inner = {**around, **dict.fromkeys(own, _from_zero(node.size))}
    elif isinstance(node, tree.At):
        inner = around
    else:
        inner = {**around, own[0]: Range(node.first, None if isinstance(node, tree.Series) else node.last)}
    for part in node.children:
        if part is not node.body:
            _collect(part, around, tested, found)
    _collect(node.body, inner, tested.difference(own), found)


def free_indices(
    sides: tuple[Node, ...], standing: Sequence[Leaf], names: Vocabulary, axes: Axes, given: Given
) -> tuple[FreeIndex, ...]:
    """Return the free indices of expressions with their ranges, by the rule of this module, from their leaves.

    Raises `IndexClashError` where two declarations differ.
    """
    known = {*names.indices, *given} - names.sizes.keys() - names.tensors.keys()
    free = sorted(tree.NO_NAMES.union(*(side.names for side in sides)) & known)
    return tuple(_free_index(name, names, axes, given, standing) for name in free)


def _free_index(name: str, names: Vocabulary, axes: Axes, given: Given, standing: Sequence[Leaf]) -> FreeIndex:
    symbol, ends = names.indices.get(name, (None, None))
    own = None if ends is None else Range(*(from_sympy(end, Scope(names)) for end in ends))
    said = given.get(name)
    if said is not None and own is not None and not same_axis(said[0], own):
        places_ = f"{name} of the caller and {symbol} in the expression"
        raise IndexClashError(name, place=places_, reason="two ranges are declared for it", way_out="declare it once")
    if said is not None or own is not None:
        return FreeIndex(name, said[0] if said is not None else own or EVERYWHERE, "given" if said else "its own range")
    found = _sign_range(symbol)
    source = "any integer"
    for place in (each for leaf in standing if name in leaf.node.names for each in leaf.places()):
        axis = axes[place.entry.name][place.axis]
        if axis is not None and not place.guarded and name in place.node.names and place.label is None:
            own = _where_inside(place.node, tree.Index(name), axis)
            if own is not None:
                found = _meeting(found, own, name, place)
                source = f"the axis of {place.entry.name}" if source == "any integer" else source
    return FreeIndex(name, found, source)


def _where_inside(place: Node, index: tree.Index, axis: Range) -> Range | None:
    """Return for which values of an index a place lies in an axis; None for more than the index, moved or turned."""
    rest, terms = _without(place, index), _terms(place)
    if any(isinstance(each, tree.Index | tree.Bound) for each in tree.walk(rest)):
        return None
    if index in terms:
        first, last = (tree.subtract(end, rest) for end in _ends(axis))
        return Range(first, last)
    if tree.negative(index) in terms:
        last, first = (tree.subtract(rest, end) for end in _ends(axis))
        return Range(first, last)
    return None


def _ends(axis: Range) -> tuple[Node, Node]:
    if axis.first is None or axis.last is None:
        raise TypeError(axis)
    return axis.first, axis.last


def _sign_range(symbol: Any) -> Range:
    """Return the integers that a symbol may be by its own assumptions."""
    if symbol is None or isinstance(symbol, IndexedBase):
        return EVERYWHERE
    return (
        Range(tree.ONE, None) if symbol.is_positive else Range(tree.ZERO, None) if symbol.is_nonnegative else EVERYWHERE
    )


def _meeting(one: Range, other: Range, name: str, place: Place) -> Range:
    """Return the values in both ranges. Raises `IndexClashError` where nothing says which end comes first."""
    return Range(_further(one.first, other.first, 1, name, place), _further(one.last, other.last, -1, name, place))


def _further(one: Node | None, other: Node | None, direction: int, name: str, place: Place) -> Node | None:
    if one is None or other is None:
        return other if one is None else one
    gap = _gap(one, other)
    if gap is None:
        reason = "the places where it stands have two sizes"
        where = f"place {place.axis + 1} of {place.entry.name}"
        raise IndexClashError(
            name, place=where, reason=reason, way_out="use two indices, or give both tensors one size"
        )
    return one if gap * direction >= 0 else other


def least_sizes(
    standing: Sequence[Leaf],
    axes: Axes,
    free: Mapping[str, Range],
    least: Mapping[str, int],
    labels: Mapping[str, Range] | None = None,
) -> dict[str, int]:
    """Return the least values of the sizes at which all entries that count stand inside of their axes.

    Raises `BadIndexError` for an entry outside of its axis at every size, and for one at an integer of which nothing
    says in which range it lies, `IndexClashError` where nothing shows that it stands inside.
    """
    raised = dict(least)
    for place in (each for leaf in standing for each in leaf.places()):
        axis = axes[place.entry.name][place.axis]
        label = _range_of_label(place, labels or {}) if place.node.children else None
        if axis is not None and not place.guarded:
            around = {**free, **place.around}
            if isinstance(place.node, tree.Bound | tree.Index) and around.get(indexed(place.node)) == axis:
                continue
            node = place.node
            if label is not None and place.label is not None:
                node, around = tree.replace(node, {place.label: LABEL}), {**around, LABEL.name: label}
            for room in (_room(node, axis.first, around), _room(axis.last, node, around)):
                _raise(raised, room, place, axis, [around[i] for i in sorted(_indices_in(node)) if i in around])
    return raised


LABEL = tree.Index("^label")
"""Stands for an entry that stands as an index, while its range is compared with an axis."""


def _range_of_label(place: Place, labels: Mapping[str, Range]) -> Range | None:
    """Return the range of an entry that stands as an index. Raises `BadIndexError` where nothing says which it is."""
    label = place.label
    if label is not None and label.name not in labels:
        reason = f"{label.name} stands where an index stands, and nothing says over which integers its entries run"
        way_out = f"assume derive.labels({label.name}, K), or labels({label.name}, (1, K)) where they begin at 1"
        raise BadIndexError(tree_text(label), place=tree_text(place.entry), reason=reason, way_out=way_out)
    return None if label is None else labels[label.name]


def _room(upper: Node | None, lower: Node | None, around: Mapping[str, Range]) -> Polynomial | None:
    """Return by how much `upper` is above `lower` at least, as a polynomial in sizes."""
    if upper is None or lower is None:
        return None
    gap = difference(upper, lower)
    for _ in range(len(around) + 1):
        if gap is None:
            return None
        standing = {name: key for key in gap for name in key if name in around}
        if not standing:
            return gap
        # An inner index first: where it ends at an outer one, the two may cancel, as in x[i - j] for j from 0 to i.
        name = next((each for each in standing if not _ends_at(each, standing.keys() - {each}, around)), "")
        gap = _at_end(gap, standing[name], name, around) if name else None
    return None


def _ends_at(name: str, others: Iterable[str], around: Mapping[str, Range]) -> bool:
    """Return whether the range of one of the others ends at an index."""
    ends = (polynomial(end) or {} for each in others for end in (around[each].first, around[each].last) if end)
    return any(name in key for end in ends for key in end)


def _at_end(gap: Polynomial, key: tuple[str, ...], name: str, around: Mapping[str, Range]) -> Polynomial | None:
    """Return the polynomial with an index at the end of its range that makes it smallest; it must stand alone."""
    end = around[name].first if gap[key] > 0 else around[name].last
    if len(key) > 1 or end is None:
        return None
    rest = {other: value for other, value in gap.items() if other != key}
    value = polynomial(end)
    return None if value is None else _plus(rest, value, gap[key])


def _plus(one: Polynomial, other: Polynomial, factor: Any) -> Polynomial:
    total = {key: one.get(key, 0) + factor * other.get(key, 0) for key in {**one, **other}}
    return {key: value for key, value in total.items() if value}


def _raise(least: dict[str, int], room: Polynomial | None, place: Place, axis: Range, around: Sequence[Range]) -> None:
    low = None if room is None else lowest(room, least)
    if low is not None and low >= 0:
        return
    wanted = None if room is None else required(room, least)
    if wanted is not None:
        least.update(wanted)
        return
    name = place.entry.name
    over = [_spelled(each) for each in around]
    reason = f"the entries of {'a term' if name.startswith('<') else name} are numbered {_spelled(axis)} there"
    reason += f", and the index runs over {over[0]}" if over else ", and this place is not among them"
    way_out = f"correct the range, or declare the axis with ranges={{{name}: (first, last)}}"
    is_always = room is not None and constant(room) is not None
    raise (BadIndexError if is_always else IndexClashError)(tree_text(place.entry), reason=reason, way_out=way_out)


def _spelled(where: Range) -> str:
    return f"{tree_text(where.first)}..{tree_text(where.last)}"


def narrowest(claim: Statement) -> Statement | None:
    """Return the statement with its free indices over the narrowest range that it shows for the same places.

    A sum shows one, and a hypothesis about a part of an axis. Only indices that nothing declares are narrowed; None
    where there is no such index, or nothing shows a range.
    """
    standing = [*leaves(claim.left, claim.right), *_supposed(claim)]
    found = tuple(_narrowest(index, standing) if index.range.is_open else index for index in claim.indices)
    return None if found == claim.indices else replace(claim, indices=found)


def _supposed(claim: Statement) -> Iterator[Leaf]:
    """Yield the entries in hypotheses, with the ranges of their own indices that are closed."""
    for each in claim.relations:
        own = {index.name: index.range for index in each.indices if not index.range.is_open}
        for leaf in leaves(each.left, each.right):
            yield Leaf(leaf.node, {**leaf.around, **own}, leaf.tested)


def _narrowest(index: FreeIndex, standing: Sequence[Leaf]) -> FreeIndex:
    where, free = index.range, tree.Index(index.name)
    for mine, other, around in _beside(free, standing):
        moving = next((each for each in _moving(other) if indexed(each) in around), None)
        if moving is not None:
            shift = tree.subtract(_without(other, moving), _without(mine, free))
            ends = around[indexed(moving)].first, around[indexed(moving)].last
            where = _overlap(where, Range(*(None if end is None else tree.add(end, shift) for end in ends)))
    return FreeIndex(index.name, where, "the narrowest sum" if where != index.range else index.source)


def _beside(free: Node, standing: Sequence[Leaf]) -> Iterator[tuple[Node, Node, Mapping[str, Range]]]:
    """Yield a place of the free index, and what stands in the same place elsewhere, or on the other side of a delta."""
    entries = [place for leaf in standing for place in leaf.places()]
    for leaf in standing:
        if isinstance(leaf.node, tree.Delta):
            pairs = ((leaf.node.left, leaf.node.right), (leaf.node.right, leaf.node.left))
            yield from ((mine, other, leaf.around) for mine, other in pairs if free in _terms(mine))
    for mine in (place for place in entries if free in _terms(place.node)):
        same = (other for other in entries if (other.entry.name, other.axis) == (mine.entry.name, mine.axis))
        yield from ((mine.node, other.node, other.around) for other in same)


def _without(place: Node, index: Node) -> Node:
    """Return what is added to an index in a place."""
    return tree.replace(place, {index: tree.ZERO})


def _moving(place: Node) -> Iterator[tree.Index | tree.Bound]:
    """Yield the index in a place."""
    yield from (each for each in _terms(place) if isinstance(each, tree.Index | tree.Bound))


def _terms(node: Node) -> tuple[Node, ...]:
    return node.terms if isinstance(node, tree.Add) else (node,)


def _overlap(one: Range, other: Range) -> Range:
    """Return the integers in both ranges; the first of them where nothing says which end comes first."""
    if any(
        isinstance(each, tree.Bound) for end in (other.first, other.last) if end is not None for each in tree.walk(end)
    ):
        return one
    lower, upper = (_gap(a, b) for a, b in ((one.first, other.first), (one.last, other.last)))
    first = other.first if one.first is None or (lower is not None and lower < 0) else one.first
    last = other.last if one.last is None or (upper is not None and upper > 0) else one.last
    return Range(first, last)


def tree_text(node: Node | None) -> str:
    """Return a node of sizes and indices as short text, for a message."""
    poly = None if node is None else polynomial(node)
    if isinstance(node, tree.Entry):
        return f"{node.name}[{', '.join(map(tree_text, node.indices))}]"
    if poly is None and isinstance(node, tree.Add):
        return " + ".join(map(tree_text, node.terms)).replace("+ -", "- ")
    if poly is None:
        return "?"
    words = [_term(key, value) for key, value in sorted(poly.items(), key=lambda item: (not item[0], item[0]))]
    return " + ".join(words).replace("+ -", "- ") or "0"


def _term(key: tuple[str, ...], value: Any) -> str:
    name = "*".join(each if each[0] != "~" else "i" for each in key)
    return (
        name if value == 1 and key else f"-{name}" if value == -1 and key else f"{value}*{name}" if key else str(value)
    )
