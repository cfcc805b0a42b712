"""From two values to a closed statement: every name with its axes, every index with its range, every hypothesis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.meaning.axes import Axis
from derive.meaning.errors import Clash
from derive.meaning.here import Given, Record, stem_of
from derive.meaning.keys import ITERATES, stem
from derive.meaning.values import Value
from derive.statements.closing import close, from_zero
from derive.statements.types import EVERYWHERE, FreeIndex, Name, Property, Range, Relation, Sign, Statement

LETTERS = "ijklmnpqrstuvabcdefgh"


@dataclass(frozen=True, slots=True)
class Sides:
    """Two values in a relation, with the row and the column at which their entries are compared."""

    left: Value
    right: Value

    @property
    def shape(self) -> Value:
        """Return the side that tells the shape: zero has every one."""
        return self.right if self.left.zero else self.left


def entries(sides: Sides, record: Record) -> tuple[Expression, Expression, dict[str, Axis]]:
    """Return the entries of two sides at a free row and column, and over what these run."""
    shape = sides.shape
    rows: dict[str, Axis] = {}
    places: list[Expression | None] = []
    for axis, letter in ((shape.rows, "row"), (shape.columns, "column")):
        if axis is None:
            places.append(None)
            continue
        name = f"{letter}~{next(record.numbers)}"
        rows[name] = axis
        places.append(tree.Index(name))
    row, column = places
    left = tree.ZERO if sides.left.zero else sides.left.at(row, column)
    right = tree.ZERO if sides.right.zero else sides.right.at(row, column)
    return left, right, rows


def closed(
    sign: Sign,
    sides: Sides,
    record: Record,
    *,
    hypotheses: tuple[Relation | Property, ...] = (),
) -> Statement:
    """Return the statement that two values are in a relation, under hypotheses that were read in the same record."""
    left, right, rows = entries(sides, record)
    return statement_of(sign, left, right, rows, record, hypotheses=hypotheses)


def statement_of(
    sign: Sign,
    left: Expression,
    right: Expression,
    rows: Mapping[str, Axis],
    record: Record,
    *,
    hypotheses: tuple[Relation | Property, ...] = (),
) -> Statement:
    """Return the statement of two entries at the free rows. Raises `Clash` for a slope by one of several iterates."""
    for side in (left, right):
        _one_of_iterates(side)
    told_of = (side for each in hypotheses if isinstance(each, Relation) for side in (each.left, each.right))
    hypotheses = (*_givens((left, right, *told_of), record), *_orders_of_ends((left, right), record), *hypotheses)
    if any(axis.root().invented and not _is_of_a_name(axis, record) for axis in record.wholes.values()):
        record.generalised.add("the size of a vector of ones or an identity matrix is any")
    if _counts_what_is_not_said((left, right), record):
        record.generalised.add("the sizes that nothing says are any")
    sides_ = (left, right, *(side for h in hypotheses if isinstance(h, Relation) for side in (h.left, h.right)))
    occurring = tree.NO_NAMES.union(*(side.names for side in sides_))
    facts = tuple(
        property_of(name, fact, record)
        for name, tensor in record.tensors.items()
        if name in occurring
        for fact in sorted(tensor.facts)
    )
    told = (*(each for each in facts if each is not None), *hypotheses)
    every = (left, right, *(side for each in told if isinstance(each, Relation) for side in (each.left, each.right)))
    names = names_of(every, record)
    axes = {**{name: place.axis for name, place in record.free.items() if place.axis is not None}, **rows}
    indices = ranges_of((left, right), axes)
    if any(isinstance(each, tree.Inverse | tree.Determinant) for node in every for each in tree.walk(node)):
        return _counted_from_zero(sign, (left, right), names, indices, told, rows=tuple(rows), record=record)
    return close(
        sign, left, right, names=names, indices=indices, hypotheses=told, rows=tuple(rows),
        printed=spellings(every, record, rows),
    )  # fmt: skip


def _orders_of_ends(nodes: tuple[Expression, ...], record: Record) -> Iterator[Relation]:
    """Yield `k <= d` where a sum goes up to k and another from there to d: nobody writes one that runs backwards."""
    sums = [each for node in nodes for each in tree.walk(node) if isinstance(each, tree.Sum)]
    ends = {each.last.name: each.last for each in sums if isinstance(each.last, tree.Scalar)}
    for low in (ends[name] for name in sorted(ends)):
        begins = (low, tree.add(low, tree.ONE))
        parts = {each.last for each in sums if each.first in begins}
        for high in (each for each in ends.values() if each in parts and each is not low):
            record.read_as.add(f"{low.name} is at most {high.name}, as the sums run")
            yield Relation("<=", low, high, ())


def _givens(nodes: tuple[Expression, ...], record: Record) -> tuple[Relation, ...]:
    """Return what the names that stay names in some nodes are defined as; as far as it matters, or all of it.

    It matters for a name in whose definition another one varies by which is differentiated: the derivative sees it.
    """
    found: dict[str, tuple[Relation, Given]] = {}
    waiting = list(tree.NO_NAMES.union(*(node.names for node in nodes)))
    while waiting:
        name = waiting.pop()
        if name in record.given and name not in found:
            relation = _given(record.given[name], record)
            found[name] = relation, record.given[name]
            waiting += relation.right.names
    sides = [*nodes, *(relation.right for relation, _ in found.values())]
    varied = {
        by.names for side in sides for each in tree.walk(side) if isinstance(each, tree.Derivative) for by, _ in each.by
    }
    keys = tree.NO_NAMES.union(*varied)
    return tuple(
        relation
        for name, (relation, given) in sorted(found.items())
        if record.unfolds or given.always or _computed_from(name, found) & (keys - {name})
    )


def _computed_from(name: str, found: Mapping[str, tuple[Relation, Given]]) -> frozenset[str]:
    """Return the names from which a name is computed, through all that are given."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        relation = found.get(waiting.pop())
        for each in () if relation is None else relation[0].right.names:
            if each not in seen:
                seen.add(each)
                waiting.append(each)
    return frozenset(seen)


def _given(given: Given, record: Record) -> Relation:
    """Return what a name is as a hypothesis, for all values of its indices."""
    axes = dict(zip(given.letters, given.axes, strict=True))
    places: list[Expression | None] = []
    for axis, letter in ((given.value.rows, "row"), (given.value.columns, "column")):
        name = f"{letter}~{next(record.numbers)}"
        places.append(None if axis is None else tree.Index(name))
        if axis is not None:
            axes[name] = axis
    at = tuple(tree.Index(name) for name in axes)
    entry = tree.Entry(given.name, at) if at else tree.Scalar(given.name)
    free = tuple(FreeIndex(name, axis.range(), "as it is read") for name, axis in axes.items())
    return Relation("==", entry, given.value.at(places[0], places[1]), free)


def _one_of_iterates(side: Expression) -> None:
    """A derivative by a name, or by its iterates, must not take the other for something that stands still."""
    for node in tree.walk(side):
        if isinstance(node, tree.Derivative):
            by = tree.NO_NAMES.union(*(each.names for each, _ in node.by))
            others = {name.removesuffix(ITERATES) for name in node.names - by}
            if any(name.removesuffix(ITERATES) in others for name in by):
                raise Clash("a name and its iterates under one derivative")


def _counts_what_is_not_said(nodes: tuple[Expression, ...], record: Record) -> bool:
    """Return whether a size stands as a number beside names of which nothing says how long they are."""
    axes = [axis.root() for tensor in record.tensors.values() for axis in tensor.axes]
    own = {
        each.name
        for axis in axes
        if axis.invented and axis.ends
        for end in axis.ends
        for each in tree.walk(end)
        if isinstance(each, tree.Scalar)
    }
    counted = {each.name for node in nodes for each in _values_in(node)} - record.tensors.keys() - own
    return bool(own) and bool(counted)


def _values_in(node: Expression) -> Iterator[tree.Scalar]:
    """Yield the sizes in a node that stand as numbers, and not at the end of a range."""
    if isinstance(node, tree.Scalar):
        yield node
    elif isinstance(node, tree.BINDERS):
        yield from _values_in(node.body)
    else:
        for child in node.children:
            yield from _values_in(child)


def _is_of_a_name(axis: Axis, record: Record) -> bool:
    """Return whether a size that nothing says is at least that of a name in the statement."""
    return any(each.root() is axis.root() for tensor in record.tensors.values() for each in tensor.axes)


def _counted_from_zero(
    sign: Sign,
    sides: tuple[Expression, Expression],
    names: list[Name],
    indices: dict[str, Range],
    told: tuple[Relation | Property, ...],
    *,
    rows: tuple[str, ...],
    record: Record,
) -> Statement:
    (left, right), moved, ranges = from_zero(sides, names, indices)
    again: list[Relation | Property] = []
    for each in told:
        if isinstance(each, Property):
            again.append(replace(each, tensors=tuple(from_zero((), each.tensors, {})[1])))
            continue
        own = {index.name: index.range for index in each.indices}
        (one, other), _, where = from_zero((each.left, each.right), names, own)
        free = tuple(replace(index, range=where[index.name]) for index in each.indices)
        again.append(Relation(each.sign, one, other, free))
    printed = spellings((left, right), record, dict.fromkeys(rows, Axis()))
    return close(sign, left, right, names=moved, indices=ranges, hypotheses=again, rows=rows, printed=printed)


def names_of(nodes: tuple[Expression, ...], record: Record) -> list[Name]:
    """Return the names in some nodes with their axes; an unknown one is a number."""
    found = tree.NO_NAMES.union(*(node.names for node in nodes))
    return [
        Name(
            name,
            tuple(None if axis.range() is EVERYWHERE else axis.range() for axis in tensor.axes),
            frozenset({"integer"} & {"integer" if fact == "whole" else "" for fact in tensor.facts}),
        )
        for name, tensor in record.tensors.items()
        if name in found
    ]


def ranges_of(nodes: tuple[Expression, ...], axes: Mapping[str, Axis]) -> dict[str, Range]:
    """Return over what the free indices of some nodes run."""
    found = {each.name for node in nodes for each in tree.walk(node) if isinstance(each, tree.Index)}
    return {name: axes[name].range() if name in axes else EVERYWHERE for name in sorted(found)}


FACTS = frozenset({"binary", "sign", "positive", "nonnegative", "symmetric", "one-hot", "simplex", "labels"})


def property_of(name: str, fact: str, record: Record) -> Property | None:
    """Return what is said of a name as a property; None for what is none of the engine's."""
    tensor = record.tensors[name]
    if fact not in FACTS or (fact == "symmetric" and len(tensor.axes) < 2):
        return None
    axes = tuple(None if axis.range() is EVERYWHERE else axis.range() for axis in tensor.axes)
    if fact == "labels":
        return (
            None if tensor.among is None else Property("labels", (Name(name, axes, frozenset()),), Range(*tensor.among))
        )
    if fact in {"one-hot", "simplex"} and (not axes or axes[-1] is None):
        return None
    return Property(fact, (Name(name, axes, frozenset()),))  # pyright: ignore[reportArgumentType] -- one of FACTS


def spellings(nodes: tuple[Expression, ...], record: Record, rows: Mapping[str, Axis]) -> dict[str, str]:
    """Return how the names of a statement are written in its sentence: short, and each another."""
    called = (getattr(each, "name", None) for node in nodes for each in tree.walk(node))
    names = {name for name in called if isinstance(name, str)}
    names |= {
        each.name
        for tensor in record.tensors.values()
        for axis in tensor.axes
        if axis.known is not None
        for end in axis.known
        for each in tree.walk(end)
        if isinstance(each, tree.Scalar)
    }
    taken: set[str] = {name for name in names if name.isidentifier()}
    printed: dict[str, str] = {}
    for name in sorted(names - taken):
        letters = _letters(name, rows, record)
        printed[name] = next(each for each in letters if each not in taken)
        taken.add(printed[name])
    return printed


def _letters(name: str, rows: Mapping[str, Axis], record: Record) -> Iterator[str]:
    """Yield ways to write a name, the best first."""
    if name in rows:
        yield from LETTERS
    tensor = record.tensors.get(name)
    base = stem_of(stem(name.split("~", maxsplit=1)[0])) if tensor is None or not tensor.is_opaque else "u"
    if name.startswith("n_"):
        base = f"n_{base.removeprefix('n')}" if base != "n" else "n"
    yield base
    accents = name.split(" ")[:-1]
    if accents and base != "u":
        yield "_".join([base, *accents])
    yield from (f"{base}{number}" for number in range(1, 1000))
