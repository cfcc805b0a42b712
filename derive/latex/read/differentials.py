r"""Differentials: `dE = \operatorname{tr}(G^\top dW)` says what E gains to first order where W moves by dW.

The differential of anything is the sum of its derivatives in the directions that the statement names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

from derive.latex.read.heads import Head, head_of, key_of, without_transpose
from derive.latex.read.here import Here
from derive.latex.read.resolve import resolve
from derive.latex.read.slopes import apart, differentiated, restored
from derive.latex.read.table import Known, Table
from derive.latex.read.tree import Apply, Bracket, Derivative, Factors, Name, Node, Number, Scripted, Span, walk
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value, added, inner, mapped

SIGN = "differential"


def is_differential(before: Node, part: Node, here: Here) -> bool:
    """Return whether a d directly before something makes a differential of it, and is no factor."""
    if not here.scene.varied or not _is_sign(before) or not isinstance(part, Name | Scripted | Apply | Bracket):
        return False
    if not isinstance(before, Name) or before.font == "roman" or before.text == "partial":
        return True
    key, table = key_of(before), here.table
    if key in here.places or key in here.values or key in table.ranges or table.definitions.get(key):
        return False
    if any(known.declared for known in table.known.get(key, [])) or (key, 0) in table.usage.vectors:
        return False
    return here.scene.both_vary if key in table.sizes | table.usage.alone else True


def both_vary(left: Node, right: Node) -> bool:
    """Return whether a statement is one of differentials, also where d is a name of its own: `df = ... dx`."""
    alone = isinstance(left, Factors) and _is_sign(left.parts[0]) and len(left.parts) == 2
    return alone and any(varied_in([left])) and any(varied_in([right]))


def _is_sign(node: Node) -> bool:
    return isinstance(node, Name) and node.text in {"d", "partial"} and not node.accents and node.font in {"", "roman"}


def made(before: Node, part: Node) -> Node:
    """Return the differential of what stands behind its sign; a transpose above it is of the whole."""
    bare, turned = without_transpose(part) if head_of(part) is not None else (part, False)
    found = Derivative(before.span | bare.span, SIGN, (), bare)
    return Scripted(before.span | part.span, found, None, _top(part)) if turned else found


def _top(part: Node) -> Node:
    return Name(part.span, "top")


def varied_in(trees: Iterable[Node | None]) -> Iterator[Head]:
    r"""Yield the names of which a differential is written in some trees: E and W in `dE = A\,dW`.

    >>> from derive.latex.read.parser import read
    >>> [head.key for head in varied_in([read("dE - a d W")])]
    ['E', 'W']
    """
    for tree in trees:
        for node in walk(tree):
            for before, part, sign in _neighbours(node):
                head = head_of(without_transpose(part)[0]) if not sign and _is_sign(before) else None
                if head is not None:
                    yield head


def _neighbours(node: Node) -> Iterator[tuple[Node, Node, str]]:
    if isinstance(node, Factors):
        for (before, part), sign in zip(pairwise(node.parts), node.signs[1:], strict=True):
            yield before, part, sign


def differential(node: Derivative, here: Here) -> Value:
    """Return a differential. Raises `NotReadError` where no direction is named, or its derivatives are not known."""
    if node.body is None:
        raise NotReadError(node.span, "a differential of what?")
    if isinstance(node.body, Scripted) and isinstance(node.body.sup, Number):
        raise NotReadError(node.span, "of what this is the differential is not evident")
    bases = _bases(here.scene.varied, here.table)
    head = head_of(node.body)
    if head is not None and any(base.key == head.key and base.atoms == head.atoms for base in bases):
        if here.table.definitions.get(head.key) and not _is_behind_another(head, here):
            raise NotReadError(node.span, "in which direction is not said")
        return _direction(head, apart(here, [head]), node.span)
    inside = apart(here, list(bases))
    body = inside.read(node.body)
    named = head is None or head.key in {base.key for base in bases} or head.key in here.values
    if head is not None and not named and not here.table.definitions.get(head.key):
        raise NotReadError(node.span, f"nothing defines {head.key}, so its differential is not known")
    parts = [("+", _moved(body, base, inside, node)) for base in bases]
    return restored(added(here.scene, parts, node.span), list(bases), here)


def _bases(varied: tuple[Head, ...], table: Table) -> tuple[Head, ...]:
    """Return the names that move by themselves: those that no other one of them stands behind."""
    keys = {head.key for head in varied}
    bases = {h.key: _whole(h, table) for h in varied if not (table.closed({h.key}) - {h.key}) & keys}
    return tuple(bases.values())


def _is_behind_another(head: Head, here: Here) -> bool:
    """Return whether another name that moves is defined by this one: then this one may move by itself."""
    others = {h.key for h in here.scene.varied} - {head.key}
    return any(head.key in here.table.closed({other}) for other in others)


def _whole(head: Head, table: Table) -> Head:
    """Return the name of which an index picks an entry, where nothing but entries is known of it."""
    known = table.known.get(head.key, [])
    plain = bool(known) and all(k.declared and set(k.pattern) <= {"*"} for k in known)
    return replace(head, atoms=()) if plain else head


def _direction(head: Head, here: Here, span: Span) -> Value:
    """Return the direction in which a name moves: another name of its shape."""
    if head.atoms or head.sup is not None or head.primes:
        raise NotReadError(span, "the differential of a name with indices is not read")
    shape = resolve(head, here)
    *accents, text = head.key.split(" ")
    key = " ".join([*accents, f"d{text}"])
    if not here.table.known.get(key):
        here.table.declare(Known(key, (), (), shape.rows, shape.cols))
    here.scene.assume(f"{key} is any change of {head.key}")
    return resolve(Head(head.span, key), here)


def _moved(body: Value, base: Head, here: Here, node: Derivative) -> Value:
    """Return the derivative of each entry in the direction of one name."""
    variable, direction = resolve(base, here), _direction(base, here, node.span)
    if variable.is_number:
        return mapped(body, lambda e: _slope(e, variable.at(None, None), node, here) * direction.at(None, None))
    return mapped(body, lambda e: _along(e, variable, direction, here, node))


def _along(entry: Any, variable: Value, direction: Value, here: Here, node: Derivative) -> Any:
    slopes = Value(variable.rows, variable.cols, lambda r, c: _slope(entry, variable.at(r, c), node, here))
    return inner(here.scene, slopes, direction, node.span).at(None, None)


def _slope(entry: Any, by: Any, node: Derivative, here: Here) -> Any:
    return differentiated(entry, by, node, here)
