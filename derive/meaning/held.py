"""Names that stay names under a derivative: what each is defined as becomes a hypothesis of the statement.

The engine then takes the derivative with the name free, puts in the definitions of all else that depends on it, and
puts in the definition of the name itself afterwards: the chain rule, with no derivative taken here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place, unify
from derive.meaning.chain import Graph, graph_of, same_name
from derive.meaning.errors import Clash
from derive.meaning.here import Given, Here, Seen, Tensor
from derive.meaning.keys import stem
from derive.meaning.reading import read
from derive.meaning.scope import Definition
from derive.meaning.values import Value, mapped, transposed


def graph(here: Here) -> Graph:
    """Return the graph of the definitions in force, made once a reading."""
    if here.record.graph is None:
        here.record.graph = graph_of(here.scope, here.usage)
    return here.record.graph


def seen_in(node: Node, here: Here) -> tuple[Value, Seen]:
    """Return what a formula means, with the names, unknown terms and unknown slopes that were met in it alone."""
    return apart(lambda: read(node, here), here)


def apart(task: Callable[[], Value], here: Here) -> tuple[Value, Seen]:
    """Return what a task reads, and what was met in it alone."""
    record = here.record
    before = record.names, record.opaques, record.slopes
    record.names, record.opaques, record.slopes = set(), set(), set()
    try:
        value = task()
        seen = Seen(frozenset(record.names), frozenset(record.opaques), frozenset(record.slopes))
    finally:
        record.names, record.opaques, record.slopes = (
            old | new for old, new in zip(before, (record.names, record.opaques, record.slopes), strict=True)
        )
    return value, seen


def held_value(key: str, slots: Sequence[Node], here: Here) -> Value | None:
    """Return an entry of a name that is defined and held; None for one that is not, or whose definition runs around."""
    if key not in here.held:
        return None
    own = _own(key, here)
    if not slots and own is not None and own.slots and not is_whole_family(key, here):
        return None
    given = here.record.given.get(key) or _given(key, here)
    return None if given is None else _entry(given, slots, here)


def is_whole_family(key: str, here: Here) -> bool:
    """Return whether a name without its index stands for all members, and not for a number of its own, if so chosen."""
    whole = here.choose(("family", key), [(True, 0.0), (False, 1.5)])
    if not whole:
        here.record.generalised.add(f"{stem(key)} with and without index are two names")
    return whole


def _own(key: str, here: Here) -> Definition | None:
    return next((d for d in here.scope.definitions_of(key) if d.parameters is None and not d.is_pattern), None)


def _given(key: str, here: Here) -> Given | None:
    own = _own(key, here)
    if own is None:
        return None
    if graph(here).is_recurrent(key):
        here.record.generalised.add(f"{stem(key)} may be anything")
        return None
    return put_down(own, body_of(own, here), here)


def body_of(own: Definition, here: Here) -> Given:
    """Return what a definition says, at indices of its own."""
    letters = tuple(here.fresh(letter) for letter in own.slots)
    axes = tuple(
        here.axis_of(letter) if here.scope.range_of(letter) is not None else Axis(hint=stem(own.key))
        for letter in own.slots
    )
    places = {slot: Place(tree.Index(name), axis) for slot, name, axis in zip(own.slots, letters, axes, strict=True)}
    here.record.used.append(own)
    value, seen = seen_in(own.body, here.inside(places, own.key))
    return Given(own.key, letters, axes, transposed(value) if own.transposed else value, seen)


def put_down(own: Definition, given: Given, here: Here) -> Given:
    """Put down that a name is what it is defined as, with the shape of its definition."""
    key, record = own.key, here.record
    shape = tuple(axis for axis in (given.value.rows, given.value.columns) if axis is not None)
    declared = here.scope.declaration(key)
    if declared is not None and declared.shape and len(declared.shape) == len(shape):
        for axis, size in zip(shape, declared.shape, strict=True):
            unify(axis, Axis((tree.ONE, here.end(size)), stem(key), declared=True))
    known = record.tensors.get(key)
    if known is not None and len(known.axes) != len(given.axes) + len(shape):
        raise Clash(f"{stem(key)} has two shapes", shapes=True)
    for mine, its in zip(() if known is None else known.axes, (*given.axes, *shape), strict=False):
        unify(mine, its)
    record.tensors[key] = Tensor((*given.axes, *shape), frozenset() if declared is None else declared.facts)
    record.given[key] = given
    if here.unfolds:
        record.unfolds = True
    else:
        record.generalised.add(f"{stem(key)} may be anything")
    return given


def _entry(given: Given, slots: Sequence[Node], here: Here) -> Value:
    """Return a given name at its slots: whole, one of a family, a family as a vector or a matrix, or an entry."""
    key, family, value = given.name, len(given.letters), given.value
    here.record.names.add(key)
    axes = here.record.tensors[key].axes
    if not slots and family and not value.rank:
        return _whole(key, given.axes)
    if len(slots) not in {family, len(axes)}:
        raise Clash(f"{stem(key)} with another number of indices")
    where = here.places(slots, axes)

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry."""
        places = (*where, *(each for each in (row, column) if each is not None))
        return tree.Entry(key, places) if places else tree.Scalar(key)

    if len(slots) == family:
        return Value(value.rows, value.columns, at)
    return Value(None, None, at)


def _whole(key: str, axes: tuple[Axis, ...]) -> Value:
    if not 1 <= len(axes) <= 2:
        raise Clash(f"{stem(key)} has too many indices")
    rows, columns = axes[0], axes[1] if len(axes) > 1 else None

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the member at a place."""
        return tree.Entry(key, tuple(each for each in (row, column) if each is not None))

    return Value(rows, columns, at)


def at_point(argument: Value, here: Here) -> tuple[Value, str]:
    """Return a free name of the shape of a value, which it is said to be, so that one can differentiate by it."""
    name = here.fresh("u")
    axes = tuple(axis for axis in (argument.rows, argument.columns) if axis is not None)
    here.record.tensors[name] = Tensor(axes)
    here.record.given[name] = Given(name, (), (), argument, Seen(), always=True)

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry of the free name."""
        places = tuple(each for each in (row, column) if each is not None)
        return tree.Entry(name, places) if places else tree.Scalar(name)

    return Value(argument.rows, argument.columns, at), name


def evaluated(body: Node, key: str, point: Node, here: Here) -> Value:
    """Return what a formula is where a name has a value: all derivatives in it are taken before."""
    argument = read(point, here)
    value, seen = seen_in(body, here.holding(same_name(key)))
    if any(name != key and graph(here).depends(name, key) for name in (*here.record.given, *seen.names)):
        raise Clash("at a point, what else is computed from the name is not read")
    if seen.slopes or seen.opaques:
        raise Clash("at a point, what is not known")
    known = here.record.tensors.get(key)
    if known is None:
        return value
    _, name = at_point(argument, here)
    mine = here.record.tensors[name].axes
    if len(mine) != len(known.axes):
        raise Clash("a point of another shape", shapes=True)
    for one, other in zip(mine, known.axes, strict=True):
        unify(one, other)
    return mapped(value, lambda node: renamed(node, key, name))


def renamed(node: Expression, old: str, new: str) -> Expression:
    """Return a node in which a tensor has another name.

    >>> renamed(tree.Entry("x", (tree.ONE,)), "x", "y")
    Entry(name='y', indices=(Number(value=1),))
    """

    def change(part: Expression) -> Expression:
        """Return the image of a part."""
        if old not in part.names:
            return part
        if isinstance(part, tree.Scalar):
            return tree.Scalar(new)
        if isinstance(part, tree.Entry) and part.name == old:
            return tree.Entry(new, tuple(map(change, part.indices)))
        return tree.rebound(part, change) if isinstance(part, tree.BINDERS) else tree.with_children(part, change)

    return change(node)
