"""What formulas show of their names by their form: iterates by a counter that moves, sigma by its slope."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.functions import BY_NAME, Tree
from derive.meaning.keys import bound_by, name_key, named, spelled, stem
from derive.shorthands import SHORTHANDS


def _holds_sigmoid(definition: Tree | None) -> bool:
    is_it = isinstance(definition, tuple) and definition[0] == "sigmoid"
    return is_it or (isinstance(definition, tuple) and any(map(_holds_sigmoid, definition[1:])))


BY_SIGMOID = frozenset(
    name
    for row in (BY_NAME["sigmoid"], *SHORTHANDS)
    if row.name == "sigmoid" or _holds_sigmoid(row.definition)
    for name in row.names.read
)
"""The names of the logistic function, and of those that are nothing but what it defines."""


def steps(trees: Iterable[Node]) -> frozenset[tuple[str, str]]:
    """Return each name with the letter that stands moved below it, where no sum binds that letter.

    A name that also stands moved under a sum, as in `x_i x_{i+1}`, has entries that are meant.
    """
    found = [each for node in trees for each in _moved(node, frozenset())]
    summed = {key for key, _, is_summed in found if is_summed}
    return frozenset((key, letter) for key, letter, _ in found if key not in summed)


def _moved(node: Node, around: frozenset[str]) -> Iterator[tuple[str, str, bool]]:
    """Yield each name with the letter that stands moved below it, and whether a sum binds that letter."""
    if isinstance(node, surface.Big):
        around |= bound_by(node)
    base = named(node)
    if isinstance(node, surface.Scripted) and base is not None and isinstance(node.sub, surface.Terms):
        letter, *moved = node.sub.parts
        is_moved = len(moved) == 1 and isinstance(moved[0], surface.Number)
        if is_moved and isinstance(letter, surface.Name):
            yield name_key(base), name_key(letter), name_key(letter) in around
    for child in surface.children(node):
        yield from _moved(child, around)


def shows_sigmoid(trees: Iterable[Node]) -> bool:
    r"""Return whether sigma is shown to be the logistic function.

    It stands beside its own name or that of a function that is defined by it, or with what it gives, as `y (1 - y)`.
    """
    trees = list(trees)
    if any(
        isinstance(node, surface.Apply) and node.head in BY_SIGMOID for each in trees for node in surface.walk(each)
    ):
        return True
    given = {"sigma"}
    for chain in (node for each in trees for node in surface.walk(each) if isinstance(node, surface.Chain)):
        for one, other in zip(chain.members, chain.members[1:], strict=False):
            if one is not None and other is not None and _is_sigma(other):
                given |= {stem(name_key(base)) for base in [named(one)] if base is not None}
    return any(_is_logistic(node, given) for each in trees for node in surface.walk(each))


def _is_sigma(node: Node) -> bool:
    if not isinstance(node, surface.Factors) or len(node.parts) != 2:
        return False
    head, behind = node.parts
    return isinstance(head, surface.Name) and name_key(head) == "sigma" and isinstance(behind, surface.Bracket)


def _is_logistic(node: Node, given: set[str]) -> bool:
    """Return whether a product holds something that sigma gives, and 1 minus the same."""
    if not isinstance(node, surface.Factors):
        return False
    written = [spelled(each) for each in node.parts]
    pairs = [spelled(surface.Factors(node.span, ("", ""), node.parts[n : n + 2])) for n in range(len(node.parts) - 1)]
    for part in node.parts:
        inner = part.body if isinstance(part, surface.Bracket) else None
        if not isinstance(inner, surface.Terms) or inner.signs != ("", "-") or spelled(inner.parts[0]) != "1":
            continue
        same = inner.parts[1]
        base = named(same) if not _is_sigma(same) else None
        known = _is_sigma(same) or (base is not None and stem(name_key(base)) in given - {"sigma"})
        if known and spelled(same) in {*written, *pairs}:
            return True
    return False


def labels(trees: Iterable[Node]) -> set[str]:
    """Return the letters below names that tell several of one letter apart, as in `p_o = 0.85` and `p_e = 0.6`."""
    found: dict[str, set[str]] = {}
    for node in (node for each in trees for node in surface.walk(each) if isinstance(node, surface.Chain)):
        head = node.members[0]
        sub, base = getattr(head, "sub", None), named(head)
        is_valued = any(each is not None and _is_amount(each) for each in node.members[1:])
        if base is not None and isinstance(sub, surface.Name) and is_valued:
            found.setdefault(name_key(base), set()).add(name_key(sub))
    return {letter for letters in found.values() if len(letters) > 1 for letter in letters}


def _is_amount(node: Node) -> bool:
    """Return whether a side is made of numbers, and is no 0 or 1, of which a page speaks as of cases."""
    leaves = [each for each in surface.walk(node) if isinstance(each, surface.Name | surface.Number)]
    is_case = isinstance(node, surface.Number) and node.text in {"0", "1"}
    return bool(leaves) and not is_case and all(isinstance(each, surface.Number) for each in leaves)


def shown_as_numbers(node: Node) -> Iterator[str]:
    """Yield the names by which something is divided, and those that are compared with a number other than 0."""
    if isinstance(node, surface.Fraction):
        below = node.bottom.parts if isinstance(node.bottom, surface.Factors) else (node.bottom,)
        plain = (each.base if isinstance(each, surface.Scripted) and not each.sub else each for each in below)
        yield from (name_key(each) for each in plain if isinstance(each, surface.Name))
    elif isinstance(node, surface.Chain):
        for one, other in zip(node.members, node.members[1:], strict=False):
            pairs = ((one, other), (other, one))
            names = (a for a, b in pairs if isinstance(b, surface.Number) and b.text.strip("0."))
            yield from (name_key(each) for each in names if isinstance(each, surface.Name))


def nested(trees: Iterable[Node]) -> Iterator[tuple[str, str]]:
    """Yield pairs of sizes of which the first is smaller: a sum begins at it, or behind it, and ends at the other."""
    for node in (node for each in trees for node in surface.walk(each) if isinstance(node, surface.Big)):
        low = node.lower.members[-1] if isinstance(node.lower, surface.Chain) else None
        first = low.parts[0] if isinstance(low, surface.Terms) and low.signs == ("", "+") else low
        if isinstance(first, surface.Name) and isinstance(node.upper, surface.Name):
            yield name_key(first), name_key(node.upper)
