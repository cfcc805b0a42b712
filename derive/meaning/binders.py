"""Sums and products over an index: what the limits say, what masks a part of the range, and maxima of lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place, unify
from derive.meaning.conditions import indicator
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.integrals import INTEGRALS, integral
from derive.meaning.keys import free_names, letters, name_key
from derive.meaning.opaque import opaque
from derive.meaning.reading import read
from derive.meaning.values import Value, entrywise

KINDS = {"sum": tree.Sum, "prod": tree.Product}
SIGNS = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "!=": "!="}
Mask = Callable[[Here], Expression]


@dataclass(frozen=True, slots=True)
class Limits:
    """What stands below and above a sum: its letters with their axes, and what masks a part of the range."""

    letters: tuple[str, ...]
    axes: tuple[Axis, ...]
    masks: tuple[Mask, ...] = ()
    endless: bool = False


@read.register
def _big(node: surface.Big, here: Here) -> Value:
    if node.head in {"max", "min"} and node.lower is None:
        return _extreme(node, here)
    if node.head in INTEGRALS:
        return integral(node, here)
    if node.head not in KINDS:
        return opaque(node, f"{node.head} is not read", here)
    if node.body is None:
        raise Clash("a sum of nothing")
    limits = _limits(node, here)
    if limits is None:
        return opaque(node, "a sum over what is not read", here, rank=0)
    return _total(node, limits, here)


def _total(node: surface.Big, limits: Limits, here: Here) -> Value:
    names = [here.fresh(letter) for letter in limits.letters]
    places = {
        letter: Place(tree.Index(name), axis)
        for letter, name, axis in zip(limits.letters, names, limits.axes, strict=True)
    }
    inner = here.binding(places)
    if node.body is None:
        raise Clash("a sum of nothing")
    body = read(node.body, inner)
    if node.head == "prod" and (body.rank or limits.masks):
        raise Clash("a product of vectors, or over a part of a range")
    masks = [mask(inner) for mask in limits.masks]
    kind = KINDS[node.head]

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the sum of the entries."""
        total = tree.multiply(*masks, body.at(row, column))
        for name, axis in zip(reversed(names), reversed(limits.axes), strict=True):
            first, last = here.known_ends(axis)
            ends = (first,) if limits.endless else (first, last)
            total = tree.bind(tree.Series if limits.endless else kind, name, *ends, body=total)
        return total

    return Value(body.rows, body.columns, at)


def _limits(node: surface.Big, here: Here) -> Limits | None:
    """Return what the limits say; None where they are not read. Raises `Clash` where they say nothing."""
    low = node.lower
    if low is None:
        return _unsaid(node, here)
    if isinstance(low, surface.Sequence) and set(low.separators) == {":"} and len(low.items) == 2:
        return _restricted(low, node.upper, here)
    if isinstance(low, surface.Chain):
        return _related(node, low, node.upper, here)
    own = letters(low)
    if own is None or not all(isinstance(each, surface.Name) for each in own):
        return _several(low, node.upper, here)
    if node.upper is not None:
        here.record.read_as.add("a sum that does not say from where begins at 1")
        names = [name_key(each) for each in own if isinstance(each, surface.Name)]
        return _from_to(names, surface.Number(low.span, "1"), node.upper, here)
    return _over([name_key(each) for each in own if isinstance(each, surface.Name)], here)


def _unsaid(node: surface.Big, here: Here) -> Limits:
    """Return a sum without limits as one over the only index in it that nothing else holds."""
    inside = {name_key(each) for each in free_names(node.body) if here.is_index(each)} - here.bound.keys()
    outside = [name_key(each) for side in here.formulas for each in free_names(side)]
    for key in list(inside):
        if outside.count(key) > sum(name_key(each) == key for each in free_names(node)):
            inside.discard(key)
    if len(inside) != 1:
        raise Clash("a sum that does not say over what")
    here.record.read_as.add("a sum is over all that its index can be")
    return _over(sorted(inside), here)


def _over(own: Sequence[str], here: Here, *masks: Mask) -> Limits:
    return Limits(tuple(own), tuple(_axis_of(letter, here) for letter in own), masks)


def _axis_of(letter: str, here: Here) -> Axis:
    """Return over what a sum without a range runs: as was said, as all other sums over its letter, or anything."""
    elsewhere = here.usage.ranges.get(letter)
    if elsewhere is None or here.scope.range_of(letter) is not None or letter in here.record.axes:
        return here.axis_of(letter)
    if not here.choose(("range", letter), [(True, 0.0), (False, 1.0)]):
        return here.axis_of(letter)
    here.record.read_as.add(f"a sum over {letter} runs as the others over it")
    return Axis(here.ends(elsewhere), letter)


def _restricted(low: surface.Sequence, upper: Node | None, here: Here) -> Limits | None:
    """Return `i : y_i = k` as all i with a mask."""
    own = letters(low.items[0])
    relation = low.items[1]
    if upper is not None or own is None or not isinstance(relation, surface.Chain):
        return None
    names = [name_key(each) for each in own if isinstance(each, surface.Name)]
    return _over(names, here, _mask_of(relation))


def _mask_of(relation: surface.Chain) -> Mask:
    def mask(inner: Here) -> Expression:
        """Return 1 where the relation holds, else 0."""
        return indicator(relation, inner).number

    return mask


def _related(node: surface.Big, low: surface.Chain, upper: Node | None, here: Here) -> Limits | None:
    """Return what a relation below says: a first place, an exclusion, an order, or a set."""
    own = letters(low.members[0])
    if own is None or not own or not all(isinstance(each, surface.Name) for each in own):
        return _bounded(low, here) if upper is None else None
    names = [name_key(each) for each in own if isinstance(each, surface.Name)]
    kinds = [sign.kind for sign in low.relations]
    if kinds == ["="] and low.members[1] is not None:
        return _from_to(names, low.members[1], upper, here)
    if upper is not None:
        return None
    if kinds == ["in"]:
        return _in_set(names, low, here)
    if len(names) == 1 and all(kind in SIGNS for kind in kinds):
        return _compared(node, low, here)
    return _bounded(low, here)


def _from_to(names: Sequence[str], first: Node, upper: Node | None, here: Here) -> Limits | None:
    if isinstance(first, surface.Sequence) or upper is None:
        return None
    if isinstance(upper, surface.Name) and name_key(upper) == "infty":
        return (
            Limits(tuple(names), (Axis((here.end(first), tree.ONE), names[0]),), endless=True)
            if len(names) == 1
            else None
        )
    ends = here.end(first), here.end(upper)
    return Limits(tuple(names), tuple(Axis(ends, name) for name in names))


def _compared(node: surface.Big, low: surface.Chain, here: Here) -> Limits | None:
    """Return `i != j`, `i < j`, `k < i <= n`: letters that nothing around binds are summed over, with a mask."""
    found = [
        name_key(each) for member in low.members for each in (letters(member) or ()) if isinstance(each, surface.Name)
    ]
    own = [key for number, key in enumerate(found) if number == 0 or _is_summed(key, node, here)]
    if not own or len(set(own)) < len(own):
        return None
    limits = _over(own, here, _mask_of(low))
    if len(own) == 2:
        unify(*limits.axes)
    return limits


def _is_summed(key: str, node: surface.Big, here: Here) -> bool:
    """Return whether a second letter below a sum is summed over too; where it also stands outside, both are read."""
    if key in here.bound or key in here.usage.sizes or key not in here.usage.indices:
        return False
    inside = sum(name_key(each) == key for each in free_names(node))
    outside = sum(name_key(each) == key for side in here.formulas for each in free_names(side)) - inside
    return here.choose(("pair", key, node.span.start), [(False, 0.0), (True, 1.0)] if outside > 0 else [(True, 0.0)])


def _bounded(low: surface.Chain, here: Here) -> Limits | None:
    r"""Return `1 \le i < j \le n`: every letter between the ends, with the order of the letters as a mask."""
    first, *between, last = low.members
    signs = [sign.kind for sign in low.relations]
    own = [name_key(each) for each in between if isinstance(each, surface.Name)]
    if not own or len(own) < len(between) or first is None or last is None or not set(signs) <= {"<", "<="}:
        return None
    one, other = here.end(first), here.end(last)
    ends = (
        tree.add(one, tree.ONE) if signs[0] == "<" else one,
        tree.subtract(other, tree.ONE) if signs[-1] == "<" else other,
    )
    axis = Axis(ends, own[0])
    masks = () if len(own) == 1 else (_mask_of(surface.Chain(low.span, tuple(between), low.relations[1:-1])),)
    return Limits(tuple(own), (axis,) * len(own), masks)


def _several(low: Node, upper: Node | None, here: Here) -> Limits | None:
    r"""Return `i, j = 1` and `j = 1, j \ne i`: letters that begin at one place, and what of the range is left out."""
    listed = low.items if isinstance(low, surface.Sequence) and set(low.separators) <= {",", ";", " "} else ()
    firsts = [each for each in listed if isinstance(each, surface.Chain)]
    if upper is None or not firsts or [sign.kind for sign in firsts[0].relations] != ["="]:
        return _masked(firsts, here) if upper is None and len(firsts) == len(listed) else None
    number = listed.index(firsts[0])
    heads = [*listed[:number], firsts[0].members[0]]
    own = [name_key(each) for each in heads if isinstance(each, surface.Name)]
    rest = listed[number + 1 :]
    if len(own) < len(heads) or not all(isinstance(each, surface.Chain) for each in rest):
        return None
    start = firsts[0].members[1]
    found = None if start is None else _from_to(own, start, upper, here)
    masks = tuple(_mask_of(each) for each in rest if isinstance(each, surface.Chain))
    return None if found is None else replace(found, masks=masks)


def _masked(chains: Sequence[surface.Chain], here: Here) -> Limits | None:
    r"""Return `1 \le i \le n, i \ne k`: a range, and what of it is left out."""
    found = _bounded(chains[0], here) if len(chains) > 1 else None
    return None if found is None else replace(found, masks=(*found.masks, *map(_mask_of, chains[1:])))


def _in_set(names: Sequence[str], low: surface.Chain, here: Here) -> Limits | None:
    """Return `i in {1, ..., n}`, or all i with an unknown mask for another set."""
    where = low.members[1]
    ends = _listed_ends(where)
    if ends is not None:
        return Limits(tuple(names), tuple(Axis(here.ends(ends), name) for name in names))
    if len(names) != 1:
        return None

    def mask(inner: Here) -> Expression:
        """Return whether an index is in the set, which is not known: 0 or 1."""
        return opaque(low, "a sum over a set", inner, rank=0, fact="binary").number

    return _over(names, here, mask)


def _listed_ends(where: Node | None) -> tuple[Node, Node] | None:
    r"""Return the ends of `\{1, \dots, n\}` and `[n]`."""
    if (
        isinstance(where, surface.Bracket)
        and where.left == "["
        and isinstance(where.body, surface.Name | surface.Number)
    ):
        return surface.Number(where.span, "1"), where.body
    if isinstance(where, surface.Bracket) and where.left == "{" and isinstance(where.body, surface.Sequence):
        items = where.body.items
        dotted = any(isinstance(each, surface.Dots) for each in items)
        return (items[0], items[-1]) if dotted and isinstance(items[0], surface.Number) else None
    return None


def _extreme(node: surface.Big, here: Here) -> Value:
    """Return `max(0, z)`, of vectors entry by entry."""
    body = node.body.body if isinstance(node.body, surface.Bracket) else None
    if not isinstance(body, surface.Sequence) or set(body.separators) != {","}:
        return opaque(node, f"{node.head} is not read", here)
    name = node.head.capitalize()
    values = [read(each, here) for each in body.items]
    result = values[0]
    if any(value.rank for value in values):
        here.record.read_as.add(f"{node.head} is taken of each entry")
    for value in values[1:]:
        result = entrywise(result, value, lambda one, other: tree.Call(name, (one, other)))
    return replace(result, zero=False)
