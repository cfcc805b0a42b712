r"""`\arg\min_w f = \arg\min_w g`: the same where f = c g + const with c > 0, which differences show.

With a copy w' of the variable, f(w') - f(w) = c (g(w') - g(w)). A logarithm of one side is tried where one is written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place
from derive.meaning.closing import Sides
from derive.meaning.errors import Clash
from derive.meaning.here import Here
from derive.meaning.keys import name_key, named, spelled
from derive.meaning.reading import read
from derive.meaning.spaces import Space, at_outcome, free_place, moving, space_of
from derive.meaning.values import Value, scalar

SIGNS = {"argmin": 1, "argmax": -1}


def same_extremes(left: Node | None, right: Node | None) -> Callable[[Here], Sides] | None:
    """Return the task to read a relation of two extremes by one variable as an equation; None for another relation.

    It says that f' - f over its factor is g' - g over its own; what both divide by has a sign, and is not 0.
    """
    one, other = _extreme(left), _extreme(right)
    if one is None or other is None or one.body is None or other.body is None:
        return None
    if spelled(one.lower) != spelled(other.lower) or one.upper is not None or other.upper is not None:
        return None
    variable = _variable(one.lower)
    if variable is None:
        return None
    bodies = one.body, other.body
    turned = SIGNS[one.head] * SIGNS[other.head]
    return lambda here: _read(variable, bodies, turned, here)


def _extreme(node: Node | None) -> surface.Big | None:
    if isinstance(node, surface.Bracket) and node.left in {"(", "[", "{"}:
        return _extreme(node.body)
    return node if isinstance(node, surface.Big) and node.head in SIGNS else None


def _variable(low: Node | None) -> surface.Name | None:
    if isinstance(low, surface.Chain) and [sign.kind for sign in low.relations] == ["in"]:
        low = low.members[0]
    return low if isinstance(low, surface.Name) else None


def _read(variable: surface.Name, bodies: tuple[Node, Node], turned: int, here: Here) -> Sides:
    key = name_key(variable)
    here = replace(here, bound={each: value for each, value in here.bound.items() if each != key})
    copied = _at_places if here.is_index(variable) else _at_copies
    one, other = _in_one_scale(bodies, copied(variable, bodies, here))
    here.record.generalised.add("other functions may have the same extreme")
    here.record.read_as.add("the same extreme: one is the other times a positive number, plus a constant")
    return Sides(scalar(lambda: _scaled(one)), scalar(lambda: tree.multiply(tree.number(turned), _scaled(other))))


Copy = Callable[[int], Expression]
Copies = tuple[Copy, Copy]


def _in_one_scale(bodies: tuple[Node, Node], copies: Copies) -> Copies:
    """Return both functions, the logarithm taken of one where only the other one is of logarithms: it is increasing."""
    logs = [_is_of_logarithms(body) for body in bodies]
    products = [_is_product(body) for body in bodies]
    one, other = copies
    if logs == [True, False] or (products == [False, True] and logs[0] == logs[1]):
        return one, _log_of(other)
    if logs == [False, True] or (products == [True, False] and logs[0] == logs[1]):
        return _log_of(one), other
    return copies


def _is_of_logarithms(body: Node) -> bool:
    """Return whether logarithms are taken of what is no exponential."""
    found = [each for each in surface.walk(body) if isinstance(each, surface.Apply) and each.head == "log"]
    return any(not _is_product(each.argument, densities=False) for each in found if each.argument is not None)


def _is_product(body: Node, *, densities: bool = True) -> bool:
    """Return whether products, exponentials or densities stand in a body, outside of logarithms."""
    if isinstance(body, surface.Apply):
        return body.head == "exp" or (body.head != "log" and _any_product(body, densities=densities))
    if isinstance(body, surface.Big) and body.head == "prod":
        return densities
    if isinstance(body, surface.Scripted) and isinstance(body.base, surface.Name) and body.base.text == "e":
        return True
    if densities and isinstance(body, surface.Factors) and any(map(_is_letter, body.parts)):
        return True
    return _any_product(body, densities=densities)


def _any_product(body: Node, *, densities: bool) -> bool:
    return any(_is_product(each, densities=densities) for each in surface.children(body))


def _is_letter(node: Node) -> bool:
    name = named(node)
    return name is not None and name_key(name) in {"p", "P", "q", "calligraphic N"}


def _log_of(copy: Copy) -> Copy:
    return lambda number: tree.Call("log", (copy(number),))


def _gap(copy: Copy, number: int) -> Expression:
    """Return how far a function at a place is from where it is at the first."""
    return tree.subtract(copy(number), copy(0))


def _scaled(copy: Copy) -> Expression:
    """Return a difference over the factor of its first term that moves, without the sign of that."""
    factor = _factor(copy)
    size = tree.number(abs(factor.value)) if isinstance(factor, tree.Number) else tree.Call("Abs", (factor,))
    return tree.multiply(_gap(copy, 1), tree.reciprocal(size))


def _factor(copy: Copy) -> Expression:
    """Return what stands before the first term that moves, and does not move itself."""
    here, there = copy(0), copy(1)
    factors: list[Expression] = []
    while True:
        if isinstance(here, tree.Add) and isinstance(there, tree.Add):
            here, there = next((a, b) for a, b in zip(here.terms, there.terms, strict=True) if a is not b)
        elif isinstance(here, tree.Mul) and isinstance(there, tree.Mul):
            pairs = list(zip(here.factors, there.factors, strict=True))
            factors += [a for a, b in pairs if a is b]
            moved = [(a, b) for a, b in pairs if a is not b]
            if len(moved) != 1:
                break
            here, there = moved[0]
        else:
            break
    return tree.multiply(*factors)


def _at_copies(variable: surface.Name, bodies: tuple[Node, Node], here: Here) -> Copies:
    """Return two functions at copies of their variable; what is not understood of it is another number at each."""
    key = name_key(variable)
    values = [read(body, here.holding({key})) for body in bodies]
    if any(value.rank for value in values):
        raise Clash("an extreme of a vector", shapes=True)
    space = space_of(f"copies of {key}", {key}, (), here)
    places = [free_place(space, here) for _ in range(2)]

    def copy(value: Value) -> Callable[[int], Expression]:
        """Return a value at one of the copies."""
        return lambda number: _copied(value.number, places[number], space, here)

    return copy(values[0]), copy(values[1])


def _copied(node: Expression, place: Expression, space: Space, here: Here) -> Expression:
    return at_outcome(node, place, moving(node, space, here), space, here)


def _at_places(variable: surface.Name, bodies: tuple[Node, Node], here: Here) -> Copies:
    """Return two functions of an index at free places."""
    key = name_key(variable)
    axis = here.axis_of(key)
    places = [_free(here, key, axis) for _ in range(2)]
    values = [[read(body, here.binding({key: Place(place, axis)})) for place in places] for body in bodies]
    if any(value.rank for each in values for value in each):
        raise Clash("an extreme of a vector", shapes=True)
    return (lambda number: values[0][number].number), (lambda number: values[1][number].number)


def _free(here: Here, letter: str, axis: Axis) -> Expression:
    name = here.fresh(letter)
    here.record.free[name] = Place(tree.Index(name), axis)
    return tree.Index(name)
