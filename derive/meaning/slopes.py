"""Slopes that no formula gives: those of a loss that is only named, along the graph of what is computed from a name.

What is unknown is a free tensor of the shape of the variable. Its name says of what by what, so that it is the same on
both sides of a line, and in every line of a document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, unify
from derive.meaning.chain import same_name
from derive.meaning.errors import Clash
from derive.meaning.held import body_of, graph
from derive.meaning.here import Given, Here, Tensor
from derive.meaning.keys import named, names_in, stem
from derive.meaning.opaque import canonical
from derive.meaning.values import Value
from derive.meaning.written import as_meant

Slope = Callable[[Expression | None, Expression | None, Expression], Expression]


def unknown(body: Node, value: Value, by: Value, here: Here) -> Slope:
    """Return the slopes of a body that nothing tells, as free entries: at its places, then at those of the variable."""
    label, where, axes = _label(body, value, here)
    here.record.generalised.add("the slope of what is not known may be anything")
    name = _name(by)
    key = f"<slope of {label} by {name}>"
    if named(body) is None:
        here.record.inside[key] = names_in(body) | {name}
    tensor = here.record.tensors.get(name)
    shape(key, (*axes, *(() if tensor is None else tensor.axes)), here)

    def slope(row: Expression | None, column: Expression | None, entry: Expression) -> Expression:
        """Return the free entry."""
        places = (*where, *(each for each in (row, column) if each is not None))
        indices = (*places, *(entry.indices if isinstance(entry, tree.Entry) else ()))
        return tree.Entry(key, indices) if indices else tree.Scalar(key)

    return slope


def through_unknown(body: Node, value: Value, opaques: frozenset[str], by: Value, here: Here) -> Slope:
    """Return the slopes of a body by the chain rule through the unknown terms in it, whose own slopes are free entries.

    Those of a law over all values of an index are centred: it sums to one, wherever the variable is.
    """
    name = _name(by)
    here.record.generalised.add("the slope of what is not known may be anything")

    def slope(row: Expression | None, column: Expression | None, entry: Expression) -> Expression:
        """Return the explicit slope, and what each unknown term contributes."""
        node = value.at(row, column)
        parts = [_by_term(node, key, entry, name, here) for key in sorted(opaques & node.names)]
        if None in parts:
            return unknown(body, value, by, here)(row, column, entry)
        return tree.add(tree.Derivative(node, ((entry, 1),)), *(each for each in parts if each is not None))

    return slope


def _by_term(node: Expression, key: str, by: Expression, name: str, here: Here) -> Expression | None:
    """Return what an unknown term contributes to a slope; None where it cannot be summed over its places."""
    tensor, variable = here.record.tensors[key], here.record.tensors.get(name)
    slopes = f"<slope of {key.strip('<>')} by {name}>"
    here.record.inside[slopes] = here.record.inside.get(key, frozenset()) | {name}
    shape(slopes, (*tensor.axes, *(() if variable is None else variable.axes)), here)
    leaves = [each for each in tree.walk(node) if isinstance(each, tree.Entry | tree.Scalar) and each.name == key]
    ends = by.indices if isinstance(by, tree.Entry) else ()

    def at(places: tuple[Expression, ...]) -> Expression:
        """Return the slope of a member, centred for a law."""
        own = _entry(slopes, (*places, *ends))
        if "simplex" not in tensor.facts:
            return own
        mean = here.total(
            tensor.axes[-1],
            lambda o: tree.multiply(_entry(key, (*places[:-1], o)), _entry(slopes, (*places[:-1], o, *ends))),
        )
        return tree.multiply(_entry(key, places), tree.subtract(own, mean))

    leaf = leaves[0]
    if len({*leaves}) == 1 and not any(isinstance(each, tree.Bound) for each in tree.walk(leaf)):
        own = leaf.indices if isinstance(leaf, tree.Entry) else ()
        return tree.multiply(tree.Derivative(node, ((leaf, 1),)), at(own))
    if any(axis.is_open for axis in tensor.axes):
        return None
    letters = tuple(here.fresh("t") for _ in tensor.axes)
    places = tuple(map(tree.Index, letters))
    term = tree.multiply(tree.Derivative(node, ((_entry(key, places), 1),)), at(places))
    return _summed(term, list(zip(letters, tensor.axes, strict=True)), here)


def _entry(key: str, places: tuple[Expression, ...]) -> Expression:
    return tree.Entry(key, places) if places else tree.Scalar(key)


def _name(by: Value) -> str:
    """Return the name of the tensor whose entries a variable has."""
    entry = by.at(tree.ONE if by.rows is not None else None, tree.ONE if by.columns is not None else None)
    if not isinstance(entry, tree.Entry | tree.Scalar):
        raise Clash("a derivative by what is no name")
    return entry.name


def _label(body: Node, value: Value, here: Here) -> tuple[str, tuple[Expression, ...], tuple[Axis, ...]]:
    """Return how a body is known, its places, and its axes."""
    if named(body) is not None and here.head(body).power is None:
        label, slots = target_of(body, here)
    else:
        collected: list[Node] = []
        label, slots = canonical(body, collected, here), collected
    axes = [Axis(hint="o") for _ in slots]
    where = here.places(slots, axes)
    shape = (axis for axis in (value.rows, value.columns) if axis is not None)
    return label, where, (*axes, *shape)


def target_of(body: Node, here: Here) -> tuple[str, Sequence[Node]]:
    """Return the key and the slots of a name that is differentiated. Raises `Clash` for one with a power."""
    head = here.head(body)
    if head.power is not None:
        raise Clash("a derivative of a power of a name")
    return as_meant(head.key, head.slots, here)


def shape(key: str, axes: tuple[Axis, ...], here: Here) -> None:
    """Give the unknown slopes of that name these axes. Raises `Clash` where they have others already."""
    here.record.slopes.add(key)
    known = here.record.tensors.setdefault(key, Tensor(axes, about=key, is_opaque=True))
    if len(known.axes) != len(axes):
        raise Clash("an unknown slope of two shapes", shapes=True)
    for mine, its in zip(known.axes, axes, strict=True):
        unify(mine, its)


def along(body: Node, value: Value, key: str, by: Value, here: Here, *, hidden: bool, stuck: bool) -> Slope | None:
    """Return the slopes of a name by another, put together from the definitions between; None where there are none.

    The way is cut at the names that a loss sees last, and at recurrences once a turn: what a cut contributes is the
    unknown slope of the loss by it, times its derivative by the variable with all that lies between put in.
    """
    if named(body) is None or here.head(body).power is not None:
        return None
    target, _ = target_of(body, here)
    if target in here.bound:
        return None
    own = next(here.scope.definitions_of(target), None)
    turns = any(graph(here).is_recurrent(name) for name in same_name(key))
    cuts = _next_turn(target, key, by, here) if turns else _cuts(target, key, here, is_named=own is None)
    beside = {*same_name(key), *graph(here).beside(key, cuts)} & graph(here).holds.get(target, frozenset())
    if not cuts or (own is not None and not turns and ((hidden and beside) or not (hidden or stuck))):
        return None
    label, where, axes = _label(body, value, here)
    links = [_link(each, cuts, here) for each in sorted(cuts)]
    here.record.generalised.add("the slope of what is not known may be anything")
    for link in links:
        shape(f"<slope of {label} by {link.name}>", (*axes, *link.axes, *_shape(link.value)), here)

    def slope(row: Expression | None, column: Expression | None, entry: Expression) -> Expression:
        """Return the sum of what all cuts contribute, and of what the body has itself."""
        places = (*where, *(each for each in (row, column) if each is not None))
        parts = [_through(link, label, places, entry, here) for link in links]
        if own is not None and not hidden:
            parts.append(tree.Derivative(value.at(row, column), ((entry, 1),)))
        return tree.add(*parts)

    return slope


def _shape(value: Value) -> tuple[Axis, ...]:
    return tuple(axis for axis in (value.rows, value.columns) if axis is not None)


def _cuts(target: str, key: str, here: Here, *, is_named: bool) -> frozenset[str]:
    """Return where the way from a name to a loss is cut; a loss that is only named sees all that nothing else does."""
    paths, mine = graph(here), same_name(key)
    turns = frozenset(cut for cut in paths.cuts if paths.depends(cut, key) and cut not in mine and cut != target)
    if not is_named:
        return turns
    ends = frozenset(end for end in paths.ends(key) if end != target and end not in mine)
    told = frozenset(end for end in ends if stem(end) in here.usage.varied or end in here.usage.varied)
    return (told or ends) | turns


def _next_turn(target: str, key: str, by: Value, here: Here) -> frozenset[str]:
    """Return where the way from a member of a recurrence is cut: at the next turn; nowhere if a loss may see it itself.

    A loss sees the last of the layers only. A state it may see at each time, unless something else is computed from it.
    """
    paths, mine = graph(here), same_name(key)
    ends = frozenset(end for end in paths.ends(key) if end != target)
    if "^()" not in key and not ends:
        return frozenset()
    if mine & paths.cuts and not _speaks_of_next(by, here):
        return frozenset()
    here.record.read_as.add("the next one is there")
    return ends | frozenset(cut for cut in paths.cuts if paths.depends(cut, key) and cut != target)


def _speaks_of_next(by: Value, here: Here) -> bool:
    """Return whether a line is about a member at a letter, and somewhere at that letter plus a number too."""
    entry = by.at(tree.ONE if by.rows is not None else None, tree.ONE if by.columns is not None else None)
    letters = {each.name for each in getattr(entry, "indices", ()) if isinstance(each, tree.Index)}
    return any(
        isinstance(slot, surface.Terms) and "+" in slot.signs and letters & names_in(slot)
        for formula in here.formulas
        for node in surface.walk(formula)
        if isinstance(node, surface.Scripted)
        for script in (node.sub, node.sup)
        for part in surface.walk(script)
        for slot in (part,)
    )


def _link(key: str, cuts: frozenset[str], here: Here) -> Given:
    """Return a name on the way to a loss, as it is computed from what is not cut."""
    found = body_of(next(here.scope.definitions_of(key)), here.holding(cuts))
    if found.seen.slopes:
        raise Clash("a definition by a derivative on the way")
    return found


def _through(link: Given, label: str, places: tuple[Expression, ...], by: Expression, here: Here) -> Expression:
    """Return what a cut contributes: summed over its places, and over its indices unless the variable tells them."""
    shape_ = ((link.value.rows, "r"), (link.value.columns, "c"))
    inner = [None if axis is None else (here.fresh(letter), axis) for axis, letter in shape_]
    row, column = (None if each is None else tree.Index(each[0]) for each in inner)
    body = link.value.at(row, column)
    ends = tuple(tree.Index(each[0]) for each in inner if each is not None)
    indices = (*places, *(tree.Index(letter) for letter in link.letters), *ends)
    key = f"<slope of {label} by {link.name}>"
    free = tree.Entry(key, indices) if indices else tree.Scalar(key)
    term = tree.multiply(free, tree.Derivative(body, ((by, 1),)))
    endless = frozenset(letter for letter, axis in zip(link.letters, link.axes, strict=True) if axis.is_open)
    moved = _moved(link.letters, body, by, endless)
    over = [*zip(link.letters, link.axes, strict=True), *(each for each in inner if each is not None)]
    if not moved:
        return _summed(term, over, here)
    apart = [
        _summed(
            _at_places(term, dict(images)), [each for each in over if tree.Index(each[0]) not in dict(images)], here
        )
        for images in moved
    ]
    return tree.add(*apart)


def _at_places(node: Expression, images: Mapping[Expression, Expression]) -> Expression:
    """Return a node with places put in for indices, and sums among places added up."""

    def added(part: Expression) -> Expression:
        """Return a part with its sums flattened."""
        if isinstance(part, tree.BINDERS):
            return tree.rebound(part, added)
        if isinstance(part, tree.Add):
            return tree.add(*map(added, part.terms))
        return tree.with_children(part, added)

    return added(tree.replace(node, images))


Images = tuple[tuple[Expression, Expression], ...]


def _moved(letters: Sequence[str], body: Expression, by: Expression, endless: frozenset[str]) -> set[Images]:
    """Return what the indices of a cut are where its body holds the variable, which stands there at moved places.

    An index without an end cannot be summed over: it is told by the variable, or nothing is.
    """
    found: set[Images] = set()
    entries = {each for each in tree.walk(body) if isinstance(each, tree.Entry) and each.name in by.names}
    for each in entries:
        if not isinstance(by, tree.Entry) or each.name != by.name:
            return set()
        pairs = tuple(
            (letter, tree.subtract(place, gap), gap)
            for letter in letters
            for mine, place in zip(each.indices, by.indices, strict=True)
            if (gap := _gap(mine, letter)) is not None
        )
        images = tuple(
            (tree.Index(letter), place) for letter, place, gap in pairs if gap is not tree.ZERO or letter in endless
        )
        if not images:
            return set()
        found.add(images)
    return found


def _gap(place: Expression, letter: str) -> Expression | None:
    """Return how far a place is moved from an index; None where it is another one."""
    if place is tree.Index(letter):
        return tree.ZERO
    if isinstance(place, tree.Add) and tree.Index(letter) in place.terms:
        rest = [each for each in place.terms if each is not tree.Index(letter)]
        return rest[0] if len(rest) == 1 and isinstance(rest[0], tree.Number) else None
    return None


def _summed(node: Expression, names: Sequence[tuple[str, Axis]], here: Here) -> Expression:
    for name, axis in names:
        first, last = here.known_ends(axis)
        node = tree.bind(tree.Sum, name, first, last, body=node)
    return node
