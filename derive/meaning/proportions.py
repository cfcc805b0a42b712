r"""`p(w \mid t) \propto f(w)`: the ratio of both sides is the same at each value of what the left side is a law of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning import joints
from derive.meaning.closing import Sides
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import name_key, named
from derive.meaning.reading import read
from derive.meaning.spaces import Space, at_outcome, free_place, moving, space_of
from derive.meaning.values import Value, scalar


def proportional(left: Node | None, right: Node | None) -> Callable[[Here], Sides] | None:
    """Return the task to read two sides that are proportional; None where nothing says in what they are.

    They are where `left' right = left right'`, with a copy `'` of what varies.
    """
    if left is None or right is None:
        return None
    varied = frozenset(_varied(left))
    return (lambda here: _read(left, right, varied, here)) if varied else None


def _varied(left: Node) -> Iterator[str]:
    """Yield the names of which the left side is a density or a function: those before the bar."""
    for each in surface.walk(left):
        if isinstance(each, surface.Factors):
            for head, behind in zip(each.parts, each.parts[1:], strict=False):
                if named(head) is not None and isinstance(behind, surface.Bracket) and behind.left == "(":
                    yield from _before_the_bar(behind)


def _before_the_bar(bracket: surface.Bracket) -> Iterator[str]:
    for each in joints.before(bracket.body):
        subject = each.members[0] if isinstance(each, surface.Chain) else each
        name = named(subject)
        if name is not None:
            yield name_key(name)


def _read(left: Node, right: Node, varied: frozenset[str], here: Here) -> Sides:
    here = replace(here, bound={key: each for key, each in here.bound.items() if key not in varied})
    one, other = (read(each, here.holding(varied)) for each in (left, right))
    if one.rank or other.rank:
        raise Clash("a proportion of vectors", shapes=True)
    if any(here.is_index(surface.Name(surface.Span(0, 0), key)) for key in varied):
        raise Clash("a proportion in an index")
    space = space_of(f"copies of {' '.join(sorted(varied))}", varied, (), here)
    places = [free_place(space, here) for _ in range(2)]
    here.record.read_as.add(f"proportional: as functions of {', '.join(sorted(varied))}")

    def product(number: int) -> Expression:
        """Return the left side at one place times the right side at the other."""
        return tree.multiply(_copied(one, places[number], space, here), _copied(other, places[1 - number], space, here))

    return Sides(scalar(lambda: product(0)), scalar(lambda: product(1)))


def _copied(value: Value, place: Expression, space: Space, here: Here) -> Expression:
    return at_outcome(value.number, place, moving(value.number, space, here), space, here)
