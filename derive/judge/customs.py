"""What a field takes for granted: a table of customary hypotheses, as hypotheses of a statement and as directives.

A line that is true under one of these, and that nothing else shows to be wrong, is open: the question to its author is
whether the hypothesis is meant. The rows stand from the cheapest on, which a line is tried under first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from derive.expr import tree
from derive.expr.tree import Node, Sum
from derive.judge.directives import Directive
from derive.statements.ranges import same_axis
from derive.statements.types import EVERYWHERE, FreeIndex, Name, Property, Range, Relation, Sign

if TYPE_CHECKING:
    from derive.facts import Kind

Hypotheses = tuple[Relation | Property, ...]


@dataclass(frozen=True, slots=True)
class Custom:
    """A customary hypothesis: what it is called, which names it is about, what it says, how an author would say it."""

    name: str
    about: tuple[str, ...]
    hypotheses: Hypotheses
    directive: Directive


class Row(NamedTuple):
    """A customary hypothesis: on how many names, whether it makes sense for their axes, and what it says of them."""

    name: str
    fits: Callable[..., bool]
    make: Callable[..., Hypotheses]
    arity: int = 1


def customs_for(*names: Name) -> Iterator[Custom]:
    """Yield the customary hypotheses on a name with its axes, or between several, the cheapest first.

    >>> axis = Range(tree.ONE, tree.Scalar("D"))
    >>> [custom.name for custom in customs_for(Name("w", (axis,), frozenset()))][:3]
    ['sums to one', 'unit norm', 'centred']
    """
    for row in ROWS:
        if row.arity == len(names) and row.fits(*names):
            yield _custom(row, names)


def _custom(row: Row, names: tuple[Name, ...]) -> Custom:
    directive = Directive("custom", tuple(each.name.partition("#")[0] for each in names), row.name)
    return Custom(row.name, tuple(each.name for each in names), row.make(*names), directive)


def _is_number(name: Name) -> bool:
    return not name.axes


def _is_vector(name: Name) -> bool:
    return len(name.axes) == 1 and _is_summed(name.axes[-1])


def _is_matrix(name: Name) -> bool:
    return len(name.axes) == 2 and all(map(_is_summed, name.axes))  # noqa: PLR2004 -- rows and columns


def _has_rows(name: Name) -> bool:
    return len(name.axes) > 1 and _is_summed(name.axes[-1])


def _is_tensor(name: Name) -> bool:
    return bool(name.axes) and _is_summed(name.axes[-1])


def _is_any(name: Name) -> bool:
    return len(name.axes) < MOST_AXES


def _may_be_label(name: Name) -> bool:
    """Return whether a name may be a label: a Greek letter without an index is a parameter."""
    return _is_any(name) and (bool(name.axes) or len(name.name.rstrip("'")) == 1)


def _is_summed(axis: Range | None) -> bool:
    """Return whether one may add up over an axis."""
    return axis is not None and not axis.is_open


def _is_square(name: Name) -> bool:
    """Return whether a name is a square matrix."""
    return _is_matrix(name) and _agree(*name.axes)


def _may_be_square(name: Name) -> bool:
    """Return whether a name is a square matrix, or one of which no size is known."""
    return _is_square(name) or (len(name.axes) == 2 and name.axes == (None, None))  # noqa: PLR2004 -- rows and columns


def _agree(one: Range | None, other: Range | None) -> bool:
    return one is not None and other is not None and same_axis(one, other)


def _are_alike(one: Name, other: Name) -> bool:
    return _is_square(one) and _is_square(other) and _agree(one.axes[0], other.axes[0])


def _acts_on(matrix: Name, vector: Name) -> bool:
    return _is_square(matrix) and _is_vector(vector) and _agree(matrix.axes[0], vector.axes[0])


def _is_eigen(matrix: Name, vector: Name, value: Name) -> bool:
    return _acts_on(matrix, vector) and _is_number(value)


def _is_mean(bar: Name, family: Name) -> bool:
    r"""Return whether a name is the letter of a family with a bar, as `\bar x` and the `x_i`."""
    of_members = len(family.axes) == len(bar.axes) + 1 and _is_summed(family.axes[0])
    return of_members and bar.name == f"bar {family.name.partition('#')[0]}"


def _property(kind: Kind) -> Callable[..., Hypotheses]:
    return lambda *names: (Property(kind, names),)


MOST_AXES = 4
LETTERS = "ijklmnpq"


def _free(*names: Name) -> tuple[Node, ...]:
    """Return an index for each place of some names, all different, and none like a name."""
    taken = {name.name for name in names}
    letters = [letter for letter in LETTERS if letter not in taken]
    return tuple(tree.Index(letters[at]) for at in range(sum(len(name.axes) for name in names)))


def _relation(left: Node, right: Node, ranges: dict[Node, Range | None], sign: Sign = "==") -> Relation:
    indices = (FreeIndex(place.name, axis or EVERYWHERE, "a custom") for place, axis in ranges.items())  # pyright: ignore[reportAttributeAccessIssue] -- places are indices
    return Relation(sign, left, right, tuple(indices))


def _total(place: Node, axis: Range | None, body: Node) -> Node:
    first, last = (axis.first, axis.last) if axis is not None else (None, None)
    if first is None or last is None:
        raise ValueError(axis)
    return tree.bind(Sum, place.name, first, last, body=body)  # pyright: ignore[reportAttributeAccessIssue] -- it is an index


def _summed(value: Node, *, power: int = 1, at: int = -1) -> Callable[[Name], Hypotheses]:
    """Return what says that the entries of a tensor, or their powers, add up to a value along one axis."""

    def make(name: Name) -> Hypotheses:
        places = _free(name)
        entry: Node = tree.Entry(name.name, places)
        body = entry if power == 1 else tree.Power(entry, tree.number(power))
        ranges = dict(zip(places, name.axes, strict=True))
        axis = ranges.pop(places[at])
        return (_relation(_total(places[at], axis, body), value, ranges),)

    return make


def _orthonormal(*, rows: bool) -> Callable[[Name], Hypotheses]:
    def make(name: Name) -> Hypotheses:
        summed, kept = name.axes if not rows else name.axes[::-1]
        one, other, inner = (tree.Index(letter) for letter in [each for each in LETTERS if each != name.name][:3])
        pairs = [((inner, each) if not rows else (each, inner)) for each in (one, other)]
        body = tree.multiply(*(tree.Entry(name.name, pair) for pair in pairs))
        return (_relation(_total(inner, summed, body), tree.Delta(one, other), {one: kept, other: kept}),)

    return make


def _orthogonal(name: Name) -> Hypotheses:
    return (*_orthonormal(rows=False)(name), *_orthonormal(rows=True)(name))


def _definite(name: Name) -> Hypotheses:
    place = _free(name)[0]
    entry = tree.Entry(name.name, (place, place))
    return (*_property("symmetric")(name), _relation(entry, tree.ZERO, {place: name.axes[0]}, ">"))


def _diagonal(name: Name) -> Hypotheses:
    places = _free(name)
    entry = tree.Entry(name.name, places)
    ranges = dict(zip(places, name.axes, strict=True))
    return (_relation(entry, tree.multiply(tree.Delta(*places), entry), ranges),)


def _multiplied(one: Name, other: Name, row: Node, column: Node) -> Node:
    """Return an entry of the product of two matrices, or of a matrix and a vector."""
    inner = tree.Index("r" if "r" not in {one.name, other.name} else "s")
    right = tree.Entry(other.name, (inner, column) if len(other.axes) > 1 else (inner,))
    return _total(inner, one.axes[-1], tree.multiply(tree.Entry(one.name, (row, inner)), right))


def _idempotent(name: Name) -> Hypotheses:
    row, column = places = _free(name)
    ranges = dict(zip(places, name.axes, strict=True))
    return (_relation(_multiplied(name, name, row, column), tree.Entry(name.name, places), ranges),)


def _commuting(one: Name, other: Name) -> Hypotheses:
    row, column, *_ = _free(one, other)
    sides = _multiplied(one, other, row, column), _multiplied(other, one, row, column)
    return (_relation(*sides, {row: one.axes[0], column: one.axes[0]}),)


def _eigenpair(matrix: Name, vector: Name, value: Name) -> Hypotheses:
    row, *_ = _free(matrix, vector, value)
    right = tree.multiply(tree.Scalar(value.name), tree.Entry(vector.name, (row,)))
    return (_relation(_multiplied(matrix, vector, row, row), right, {row: matrix.axes[0]}),)


def _stationary(matrix: Name, vector: Name) -> Hypotheses:
    """Return that a row vector stays where it is under a matrix of transitions."""
    column, *_ = _free(matrix, vector)
    inner = tree.Index("r" if "r" not in {matrix.name, vector.name} else "s")
    body = tree.multiply(tree.Entry(vector.name, (inner,)), tree.Entry(matrix.name, (inner, column)))
    total = _total(inner, matrix.axes[0], body)
    return (_relation(total, tree.Entry(vector.name, (column,)), {column: matrix.axes[0]}),)


def _mean(bar: Name, family: Name) -> Hypotheses:
    """Return that so many times a mean is the sum of what it is the mean of."""
    inner, *places = _free(family)
    axis = family.axes[0]
    if axis is None or axis.first is None or axis.last is None:
        raise ValueError(axis)
    count = tree.add(axis.last, tree.ONE, tree.negative(axis.first))
    entry = tree.Entry(bar.name, tuple(places)) if places else tree.Scalar(bar.name)
    total = _total(inner, axis, tree.Entry(family.name, (inner, *places)))
    return (_relation(total, tree.multiply(count, entry), dict(zip(places, bar.axes, strict=True))),)


ROWS: tuple[Row, ...] = (
    Row("symmetric", _may_be_square, _property("symmetric")),
    Row("rows sum to one", _has_rows, _summed(tree.ONE)),
    Row("sums to one", _is_vector, _summed(tree.ONE)),
    Row("unit norm", _is_vector, _summed(tree.ONE, power=2)),
    Row("rows of unit norm", _has_rows, _summed(tree.ONE, power=2)),
    Row("centred", _is_vector, _summed(tree.ZERO)),
    Row("centred columns", _is_matrix, _summed(tree.ZERO, at=0)),
    Row("columns sum to one", _is_matrix, _summed(tree.ONE, at=0)),
    Row("one-hot", _is_tensor, _property("one-hot")),
    Row("orthonormal columns", _is_matrix, _orthonormal(rows=False)),
    Row("orthonormal rows", _is_matrix, _orthonormal(rows=True)),
    Row("orthogonal", _is_square, _orthogonal),
    Row("idempotent", _is_square, _idempotent),
    Row("diagonal", _is_square, _diagonal),
    Row("positive definite", _is_square, _definite),
    Row("0 or 1", _may_be_label, _property("binary")),
    Row("+1 or -1", _may_be_label, _property("sign")),
    Row("positive", _is_any, _property("positive")),
    Row("nonnegative", _is_any, _property("nonnegative")),
    Row("mean", _is_mean, _mean, 2),
    Row("commuting", _are_alike, _commuting, 2),
    Row("stationary", _acts_on, _stationary, 2),
    Row("eigenpair", _is_eigen, _eigenpair, 3),
)
"""Customary hypotheses that are conditions on entries. What else is said of names is in `saying.py`, as words."""
