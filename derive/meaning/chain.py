"""The graph of the definitions: which name is computed from which, and where a derivative along it is cut."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.keys import bound_by, head_of, is_fixed, is_place, items, name_key, named, numbered_key, stem
from derive.meaning.scope import Definition, Scope
from derive.meaning.usage import Usage

FONTS = ("bold", "vec", "roman")
IsIndex = Callable[[surface.Name], bool]


@dataclass(frozen=True, slots=True)
class Graph:
    """What stands in the definition of each name; `links` are the names through which a loss sees others.

    A link is defined by a formula: no function of its arguments, and no derivative. `moved` are the names in whose
    definition a member of a family stands at a moved place, as `h_{t-1}` does in that of `a_t`.
    """

    holds: Mapping[str, frozenset[str]]
    links: frozenset[str]
    moved: frozenset[str]

    def depends(self, name: str, on: str) -> bool:
        """Return whether a name is computed from another one, by however many definitions."""
        return any(each in same_name(on) for each in self.below(name))

    def below(self, name: str) -> frozenset[str]:
        """Return all names from which a name is computed."""
        return _closure(name, self.holds)

    def is_beside(self, name: str, on: str) -> bool:
        """Return whether a name is computed from all that another one is made of on ways that pass it by.

        A formula that names that one too has it apart from what it is made of.
        """
        without = {key: inside - same_name(on) for key, inside in self.holds.items()}
        own = self.holds.get(on, frozenset())
        found = _closure(name, without)
        made_of = own.union(*(self.below(key) for key in own))
        passing = (self.holds.get(key, frozenset()) for key in (found | {name}) - made_of)
        return bool(own) and own <= found and any(each & own and not each & same_name(on) for each in passing)

    def is_recurrent(self, name: str) -> bool:
        """Return whether members of a family are computed from other members of it."""
        return name in self.below(name)

    @property
    def cuts(self) -> frozenset[str]:
        """Return the names at which recurrences are cut: at each turn, what is computed from the member before."""
        return frozenset(name for name in self.moved & self.links if self.is_recurrent(name))

    def beside(self, key: str, cuts: frozenset[str]) -> frozenset[str]:
        """Return the names that are computed from a name on a way that no cut blocks."""
        found, news = frozenset[str](), same_name(key)
        while news:
            found |= news
            above = (name for name, inside in self.holds.items() if inside & news and name not in cuts)
            news = frozenset(above) - found
        return found - same_name(key)

    def ends(self, key: str) -> frozenset[str]:
        """Return the links that are computed from a name and from which no other link is: a loss sees these."""
        above = frozenset(name for name in self.links if self.depends(name, key))
        return frozenset(
            name
            for name in above
            if not any(name in self.below(other) for other in self.links - {name}) and not self.is_recurrent(name)
        )


def same_name(key: str) -> frozenset[str]:
    """Return the keys under which a name may be known: an entry is written plain of what is bold."""
    return frozenset({key}) if " " in key else frozenset({key, *(f"{font} {key}" for font in FONTS)})


def _closure(name: str, holds: Mapping[str, frozenset[str]]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(holds.get(name, ()))
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting += holds.get(key, ())
    return frozenset(found)


def _latest(scope: Scope, usage: Usage) -> list[Definition]:
    """Return the latest definitions, those of numbered members that a page writes too."""
    own = list(scope.latest())
    numbered = sorted({key for key, _ in usage.levels if "^(" in key} - {each.key for each in own})
    return own + [each for key in numbered for each in [next(scope.definitions_of(key), None)] if each is not None]


def graph_of(scope: Scope, usage: Usage) -> Graph:
    """Return the graph of the latest definitions that a scope sees; the law that a name has is no part of its value."""
    own = [each for each in _latest(scope, usage) if not each.is_pattern and not each.key.startswith(("~", "indep "))]
    holds: dict[str, frozenset[str]] = {}
    for each in own:
        is_index = _indices_in(each, scope, usage)
        inside = frozenset(keys_in(each.body, is_index, usage.sizes)) - {*each.slots, *(each.parameters or ())}
        holds[each.key] = inside
    slopes = frozenset(each.key for each in own if _has_derivative(each.body))
    plain = (each.key for each in own if each.parameters is None and each.key not in slopes)
    links = frozenset(key for key in plain if not _closure(key, holds) & slopes)
    moved = frozenset(each.key for each in own if _has_moved(each.body, _indices_in(each, scope, usage)))
    return Graph(holds, links, moved)


def _indices_in(definition: Definition, scope: Scope, usage: Usage) -> IsIndex:
    def is_index(name: surface.Name) -> bool:
        """Return whether a letter is an index inside of the definition."""
        key = name_key(name)
        return key in definition.slots or usage.is_index(name) or scope.range_of(key) is not None

    return is_index


def _has_derivative(node: Node) -> bool:
    return any(isinstance(each, surface.Derivative) for each in surface.walk(node))


def _has_moved(node: Node, is_index: IsIndex) -> bool:
    return any(
        is_place(slot, is_index) and isinstance(slot, surface.Terms)
        for each in surface.walk(node)
        if isinstance(each, surface.Scripted)
        for script in (each.sub, each.sup)
        for slot in items(script)
    )


def keys_in(node: Node | None, is_index: IsIndex, sizes: frozenset[str]) -> Iterator[str]:
    """Yield the keys of the names in a tree, with and without an index above that may be a power."""
    if node is None:
        return
    if named(node) is None:
        own = bound_by(node) if isinstance(node, surface.Big) else frozenset[str]()
        for child in surface.children(node):
            yield from (key for key in keys_in(child, is_index, sizes) if key not in own)
        return
    head = head_of(node, is_index, sizes)
    if head is None:
        return
    yield head.key
    if head.slots and all(is_fixed(each, sizes) for each in head.slots):
        yield numbered_key(head.key, head.slots)
    if head.power is not None:
        if isinstance(head.power, surface.Name) and is_index(head.power):
            yield f"{head.key}^()"
        yield from keys_in(head.power, is_index, sizes)
    if isinstance(node, surface.Scripted) and head.slots:
        yield from (f"{font} {head.key}" for font in FONTS if " " not in head.key)


def may_hold(names: frozenset[str], keys: frozenset[str] | set[str], graph: Graph) -> bool:
    """Return whether a term with these bare names may depend on a name: on its letters, or on what holds it."""
    bare = {stem(key) for key in names}
    if any(stem(key) in bare for key in keys):
        return True
    above = (name for name in graph.holds if any(graph.depends(name, key) for key in keys))
    return any(stem(name) in bare for name in above)


@dataclass(frozen=True, slots=True)
class Varied:
    """By what is differentiated in some formulas, and in the definitions of what stands in them; None of it is read.

    `held` are the names among these that are defined, and those at which recurrences are cut: on both sides of a
    relation they stay names.
    """

    keys: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()


def varied_in(trees: Iterable[Node | None], scope: Scope, usage: Usage) -> Varied:
    """Return by what is differentiated in some formulas, and what is to be held in all of them."""
    trees = [each for each in trees if each is not None]
    graph = graph_of(scope, usage)

    def is_index(name: surface.Name) -> bool:
        """Return whether a letter is an index here."""
        return usage.is_index(name) or scope.range_of(name_key(name)) is not None

    names = frozenset(key for each in trees for key in keys_in(each, is_index, usage.sizes))
    names |= frozenset(below for key in names for below in graph.below(key))
    bodies = [each.body for each in _latest(scope, usage) if each.key in names]
    keys = frozenset(key for each in (*trees, *bodies) for key in _varied(each, is_index, usage.sizes))
    keys |= frozenset(key for each in changing(trees) for key in keys_in(each, is_index, usage.sizes))
    if not keys:
        return Varied()
    turns = frozenset(cut for cut in graph.cuts if cut in names or any(graph.depends(cut, key) for key in keys))
    return Varied(keys, turns | frozenset(key for key in keys if key in graph.holds))


def _varied(tree: Node, is_index: IsIndex, sizes: frozenset[str]) -> Iterator[str]:
    for each in surface.walk(tree):
        for by in each.by or _arguments(each) if isinstance(each, surface.Derivative) else ():
            yield from (
                key for node in surface.walk(by) if named(node) is not None for key in keys_in(node, is_index, sizes)
            )


def is_differential(node: Node) -> bool:
    """Return whether a tree is a differential, as `dX`."""
    return isinstance(node, surface.Derivative) and node.sign == "d" and not node.by


def changing(formulas: Sequence[Node]) -> tuple[Node, ...]:
    """Return the names whose differentials stand in some formulas: in the last that has any, which is the right side.

    These change freely, and all else by them.
    """
    for formula in reversed(formulas):
        found = [each.body for each in surface.walk(formula) if isinstance(each, surface.Derivative)
                 and is_differential(each) and named(each.body) is not None]  # fmt: skip
        if found:
            return tuple(filter(None, found))
    return ()


def _arguments(node: surface.Derivative) -> tuple[Node, ...]:
    """Return what stands in the brackets of a function whose gradient does not say by what."""
    body = node.body
    if isinstance(body, surface.Factors) and len(body.parts) == 2:
        return tuple(
            each.body for each in body.parts[1:] if isinstance(each, surface.Bracket) and each.body is not None
        )
    return ()
