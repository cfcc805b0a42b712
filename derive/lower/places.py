"""Where the entries of a tensor lie in its array, and over what free indices run: read off the statement.

What is declared is binding: a shape, the range of an `Idx`, what the caller gives. Only where nothing declares an axis,
it is the one that all sums over it show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Dummy, Indexed, IndexedBase, Integer, MatrixSymbol

from derive.errors import ShapeMismatchError
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.expr.vocabulary import Vocabulary, name_of, tensor_name, vocabulary
from derive.inference.shown import shown_axes
from derive.lower.errors import LoweringError
from derive.lower.terms import Axis
from derive.names import Numbered
from derive.statements import Statement
from derive.statements.build import closed
from derive.statements.ranges import ends_given, leaves, same_axis
from derive.statements.types import FreeIndex, Range

WHOLE_RANGE = "sum over the whole range, times an entry such as U[i, j] that is 1 where a term counts and else 0"
"""The way out for a sum whose range depends on another index."""


@dataclass(frozen=True, slots=True)
class Extent:
    """One place of a tensor: its first index, and its length in sizes."""

    first: Any
    length: Any


@dataclass(frozen=True, slots=True)
class Layout:
    """The extents of all places of all tensors, and the axes of the free indices; `open` are those without a range."""

    extents: Mapping[str, tuple[Extent, ...]]
    free: Mapping[str, Axis]
    open: frozenset[str]


def layout(outputs: Sequence[Any], args: Sequence[Any], ranges: Mapping[Any, Any], fixed: frozenset[str]) -> Layout:
    """Return where all tensors lie; `fixed` are the names of arguments that are numbers.

    Raises what `derive.statement` raises, and `UndeclaredRangeError` where nothing, or two things, say what an axis is.
    """
    names = vocabulary(outputs, ends=ends_given(ranges))
    _refuse_ragged(names, outputs[0])
    _refuse_labels(outputs)
    given = {**_of_arguments(args, names), **ranges}
    claims = [closed(each, ranges=given)[0] for each in outputs]
    shown = shown_axes(claims, fixed)
    if shown:
        claims = [closed(each, ranges={**given, **shown})[0] for each in outputs]
    extents = {each.name: _extents(each.axes, claim) for claim in claims for each in claim.names if each.axes}
    free = {each.name: _axis(each.name, _range(each, claim), claim) for claim in claims for each in claim.indices}
    known = {name: axis for name, axis in free.items() if axis is not None and name not in fixed}
    return Layout(extents, known, frozenset(free) - frozenset(known) - fixed)


def made_up(axis: Axis) -> bool:
    """Return whether nothing declares where an axis begins and how long it is: it is that of the array."""
    return any(isinstance(symbol, Dummy) for symbol in axis.length.free_symbols)


def declared(tensor: Any) -> tuple[tuple[Any, Any], ...] | None:
    """Return the first and the last place of each axis that a tensor declares, or None.

    >>> from derive import size, tensor
    >>> declared(tensor("w", size("D")))
    ((0, D - 1),)
    """
    if isinstance(tensor, Numbered):
        return tensor.ranges
    return None if tensor.shape is None else tuple((Integer(0), length - 1) for length in tensor.shape)


def _of_arguments(args: Sequence[Any], names: Vocabulary) -> dict[Any, Any]:
    """Return what arguments declare of tensors that stand without axes in the expressions."""
    found: dict[Any, Any] = {}
    for arg in args:
        base, _ = names.tensors.get(tensor_name(arg), (None, 0)) if isinstance(arg, IndexedBase) else (None, 0)
        mine = None if base is None else declared(arg)
        if mine is None or isinstance(base, MatrixSymbol):
            continue
        theirs = declared(base)
        if theirs is not None and mine != theirs:
            reason = f"the argument has the axes {mine}, and in the expression it has {theirs}"
            raise ShapeMismatchError(tensor_name(arg), reason=reason, way_out="declare it once and use it everywhere")
        found |= {base: mine} if theirs is None else {}
    return found


def _refuse_ragged(names: Vocabulary, whole: Any) -> None:
    """Refuse a sum whose range depends on another index."""
    indices = {name_of(symbol) for _, symbol in names.binders}
    for (low, high), _ in names.binders:
        if indices & {name_of(symbol) for symbol in low.free_symbols | high.free_symbols}:
            reason = "this range depends on another index"
            raise LoweringError(f"{low}..{high}", place=whole, reason=reason, way_out=WHOLE_RANGE)


def _refuse_labels(outputs: Sequence[Any]) -> None:
    """Refuse an entry that stands where an index stands: in NumPy a negative one would count from the end."""
    for entry in (each for whole in outputs for each in whole.atoms(Indexed)):
        if any(index.has(Indexed) for index in entry.indices):
            reason = "an entry stands where an index stands, which no program of arrays here looks up"
            way_out = "write it as a sum of KroneckerDelta(y[n], k) times the entry at k, over all k"
            raise LoweringError(entry, reason=reason, way_out=way_out)


def _range(index: FreeIndex, claim: Statement) -> Range:
    """Return over what a free index runs; one that stands beside tests only, over the axis of the entries there."""
    if not index.range.is_open:
        return index.range
    standing = [each for leaf in leaves(claim.left, claim.right) for each in leaf.places()]
    own = [each for each in standing if each.node == tree.Index(index.name)]
    axes = [claim.name(each.entry.name, len(each.entry.indices)).axes[each.axis] for each in own]
    first, *others = axes or [None]
    return first if first is not None and all(o is not None and same_axis(first, o) for o in others) else index.range


def _extents(axes: tuple[Range | None, ...], claim: Statement) -> tuple[Extent, ...]:
    ends = [_axis("", each, claim) for each in axes if each is not None]
    return tuple(Extent(each.low, each.length) for each in ends if each is not None)


def _axis(name: str, where: Range, claim: Statement) -> Axis | None:
    """Return a range as an axis; None for one that is open."""
    if where.first is None or where.last is None:
        return None
    return Axis(name, *(to_sympy(end, claim.vocabulary, evaluate=True) for end in (where.first, where.last)))
