r"""Claims that something is of a shape: `X^\top X \in \mathbb{R}^{d \times d}`, where its names are declared."""

from __future__ import annotations

from collections.abc import Callable

from derive.expr import tree
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.formula.signs import GREEK
from derive.judge.claim import Claim, Finding
from derive.judge.declare import MOST_AXES, shape_parts
from derive.meaning.axes import Axis
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import name_key, named
from derive.meaning.reading import read
from derive.meaning.readings import Choices, readings
from derive.meaning.usage import REALS
from derive.meaning.values import Value
from derive.statements.sizes import difference

Shape = tuple[tree.Node, ...]
UNDECIDED = Finding(verdict="assumed", reason="what in says is not judged")


def is_shaped(sign: surface.Sign, right: Node | None) -> bool:
    """Return whether a relation says in which space of vectors or matrices something lies."""
    base = named(right)
    return sign.kind == "in" and base is not None and name_key(base) in REALS and getattr(right, "sub", None) is None


def of_shape(claim: Claim, place: Callable[[Choices], Here], given: Choices) -> Finding:
    """Return whether what stands left has the shape that stands right, where the shapes of its names are declared.

    It is open where a reading fails, where two differ, or where something in it may have another shape.
    """
    left, right = claim.left, claim.right
    if left is None or not isinstance(right, surface.Scripted):
        return UNDECIDED
    found = readings(lambda here: _shape_of(read(left, here)), place, given).found
    shapes = [each.result for each in found]
    own = [each for each in shapes if each is not None]
    # A name of which no shape is known may be brought in so.
    if len(own) < max(len(found), 1) or (named(left) is not None and () in own):
        return UNDECIDED
    if any(each.here.record.generalised for each in found):
        return UNDECIDED
    try:
        said = _said(right.sup, found[0].here)
    except Clash:
        return UNDECIDED
    if all(_is_same(each, said) for each in own):
        return Finding(verdict="proved", method="shapes")
    is_turned = any(_is_same(_upright(each), _upright(said)) for each in own)  # how a vector lies is a convention
    names = found[0].here.record.names - claim.usage.sizes - GREEK.keys()
    is_said = all(claim.scope.declaration(name) or any(claim.scope.definitions_of(name)) for name in names)
    is_open = is_turned or not is_said or len({len(each) for each in own}) > 1
    return UNDECIDED if is_open else _misshapen(right, own)


def _misshapen(right: surface.Scripted, own: list[Shape]) -> Finding:
    reason = f"it is {' x '.join(map(_text, own[0])) or 'a number'}"
    meant = _space(right, own[0])
    return Finding(verdict="refuted", reason=reason, method="shapes", should_be=meant, slip="wrong shape")


def _shape_of(value: Value) -> Shape | None:
    """Return how long each axis of a value is, a row of a matrix as one; None where nothing declares it."""
    axes = [axis.root() for axis in (value.rows, value.columns) if axis is not None]
    if value.blocks is not None or value.zero or not all(axis.declared and axis.ends for axis in axes):
        return None
    is_row = value.rows is None and value.columns is not None
    return (*((tree.ONE,) if is_row else ()), *map(_length, axes))


def _upright(shape: Shape) -> Shape:
    """Return a shape without the 1 of a row."""
    return shape[1:] if len(shape) > 1 and shape[0] is tree.ONE else shape


def _length(axis: Axis) -> tree.Node:
    first, last = axis.ends or (tree.ONE, tree.ONE)
    return last if first is tree.ONE else tree.add(tree.subtract(last, first), tree.ONE)


def _said(sup: Node | None, here: Here) -> Shape:
    """Return the shape that is claimed, without a 1 that makes a column of a matrix. Raises `Clash` for another one."""
    parts = shape_parts(sup)
    if parts is None:
        raise Clash("a space that is not read")
    ends = tuple(here.end(each) for each in parts)
    is_column = len(ends) == MOST_AXES and ends[1] is tree.ONE
    return tuple(each for each in ends if each is not tree.ONE) if is_column else ends


def _is_same(one: Shape, other: Shape) -> bool:
    return len(one) == len(other) and all(difference(a, b) == {} for a, b in zip(one, other, strict=True))


def _text(size: tree.Node) -> str:
    return size.name if isinstance(size, tree.Scalar) else str(size)


def _space(right: surface.Scripted, shape: Shape) -> Node | None:
    """Return the space in which it lies, as it is written; None for sizes that are no names."""
    shape = _upright(shape)
    sizes = [surface.Name(right.span, each.name) for each in shape if isinstance(each, tree.Scalar)]
    if not shape or len(sizes) < len(shape) or any("_" in each.text for each in sizes):
        return None
    signs = ("", *("times" for _ in sizes[1:]))
    sup = sizes[0] if len(sizes) == 1 else surface.Factors(right.span, signs, tuple(sizes))
    return surface.Scripted(right.span, right.base, None, sup)
