"""Opaque terms: what is closed and not understood is a free entry, known by its text, its moving indices as slots.

That is more general than what was meant, so that a proof holds, and no ground for a refutation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from itertools import chain, combinations

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place
from derive.meaning.errors import Clash
from derive.meaning.here import Here, Tensor
from derive.meaning.keys import bound_by, name_key, named, names_in, spelled, stem
from derive.meaning.names import expanded
from derive.meaning.scope import Definition
from derive.meaning.values import Value


def opaque(node: Node, why: str, here: Here, *, rank: int | None = None, fact: str = "") -> Value:
    """Return a term that is not understood as a free entry; a definition of the same text is put in.

    `fact` are words for what is known of its entries all the same.
    """
    own = defined_as(node, here)
    if own is not None:
        return expanded(*own)
    slots: list[Node] = []
    key = f"<{canonical(node, slots, here)}>"
    here.record.generalised.add(why)
    here.record.opaques.add(key)
    here.record.inside[key] = names_in(node)
    axes: int = here.choose(("rank", key, len(slots)), [(0, 0.0), (1, 2.0), (2, 5.0)]) if rank is None else rank
    return _free_term(key, slots, axes, here, fact=fact, about=spelled(node))


def defined_as(node: Node, here: Here) -> tuple[Definition, Sequence[Node], Here] | None:
    r"""Return the definition of a term by its text, with its slots there; also one of `y = c` where `y = 1` stands."""
    numbers = [
        each.members[1]
        for each in surface.walk(node)
        if isinstance(each, surface.Chain) and len(each.members) == 2 and isinstance(each.members[1], surface.Number)
    ]
    for chosen in chain.from_iterable(combinations(numbers, count) for count in range(len(numbers) + 1)):
        letters = {id(each): f"value~{place}" for place, each in enumerate(chosen)}
        bound = {letters[id(each)]: here.place(each) for each in chosen}
        slots: list[Node] = []
        inner = here.binding(bound) if bound else here
        key = f"<{canonical(_lettered(node, letters), slots, inner)}>"
        if key in here.held | here.expanding:
            return None
        own = next((each for each in here.scope.definitions_of(key) if len(each.slots) == len(slots)), None)
        if own is not None:
            return own, slots, inner
    return None


def _lettered(node: Node, letters: Mapping[int, str]) -> Node:
    """Return a tree with letters for some of its numbers."""
    if id(node) in letters:
        return surface.Name(node.span, letters[id(node)])
    return surface.rebuilt(node, lambda part: _lettered(part, letters)) if letters else node


def _free_term(key: str, slots: list[Node], rank: int, here: Here, *, fact: str, about: str) -> Value:
    """Return a free entry of a tensor of that name, with some places and some axes of its own."""
    known = here.record.tensors.get(key)
    axes = known.axes if known is not None else tuple(Axis(hint="o") for _ in range(len(slots) + rank))
    if len(axes) != len(slots) + rank:
        raise Clash("an unknown term of two shapes")
    facts = (known.facts if known is not None else frozenset()) | {*fact.split()}
    here.record.tensors[key] = Tensor(axes, frozenset(facts), about, is_opaque=True)
    where = here.places(slots, axes)
    rest = axes[len(slots) :]

    def at(row: Expression | None, column: Expression | None) -> Expression:
        """Return the entry."""
        places = (*where, *(each for each in (row, column) if each is not None))
        return tree.Entry(key, places) if places else tree.Scalar(key)

    return Value(rest[0] if rest else None, rest[1] if len(rest) > 1 else None, at)


def canonical(node: Node | None, slots: list[Node], here: Here) -> str:
    """Return a key for a term, its moving indices numbered and collected into `slots`.

    Raises `Clash` where it holds a value that is bound around it: an unknown function of that cannot be kept apart.
    """
    if node is None:
        return "-"
    if isinstance(node, surface.Hole):
        raise Clash(f"not read: {node.reason}")
    if isinstance(node, surface.Name):
        return _canonical_name(node, slots, here)
    if isinstance(node, surface.Number | surface.Words):
        return node.text
    if isinstance(node, surface.Big) and node.lower is not None:
        deep = sum(isinstance(each, Place) and _is_bound_here(each) for each in here.bound.values())
        own = {key: Place(tree.Index(f"~{deep + n}")) for n, key in enumerate(_in_order(node))}
        inside = replace(here, bound={**here.bound, **own})
        parts = (node.lower, node.upper, node.body)
        return f"{node.head}[{' '.join(canonical(each, slots, inside) for each in parts)}]"
    if isinstance(node, surface.Bracket) and isinstance(node.body, surface.Name | surface.Number):
        return f"({canonical(node.body, slots, here)})"
    parts = [getattr(node, each.name) for each in fields(node) if each.name not in {"span", "bracketed"}]
    letters = _letters_of_law(node, here)
    return f"{letters}{type(node).__name__}[{' '.join(_canonical_part(each, slots, here) for each in parts)}]"


LAWS = frozenset({"p", "q", "P", "Pr", "roman Pr", "blackboard P", "H", "roman H", "I"})
"""Letters of laws, of which `p(x)` and `p(y)` are two, unless their arguments number the values."""
NUMBERING = frozenset("cijklmn")


def _letters_of_law(node: Node, here: Here) -> str:
    """Return the moving letters by which one law is told from another of its letter; nothing for anything else."""
    head, bracket = node.parts if isinstance(node, surface.Factors) and len(node.parts) == 2 else (None, None)
    base = named(head)
    if not isinstance(bracket, surface.Bracket) or base is None or name_key(base) not in LAWS:
        return ""
    listed = bracket.body.items if isinstance(bracket.body, surface.Sequence) else (bracket.body,)
    names = [each for each in map(_bare, listed) if each is not None]
    moving = [each for each in names if isinstance(here.bound.get(name_key(each)), Place) or here.is_index(each)]
    return "".join(f"{stem(name_key(each))} " for each in moving if each.text not in NUMBERING)


def _bare(node: Node | None) -> surface.Name | None:
    """Return a name with primes at the most."""
    plain = node.base if isinstance(node, surface.Scripted) and node.sub is None and node.sup is None else node
    return plain if isinstance(plain, surface.Name) else None


def _is_bound_here(place: Place) -> bool:
    """Return whether a letter is bound inside of the term: it is called by its depth, and not by how it is written."""
    return isinstance(place.node, tree.Index) and place.node.name.startswith("~")


def _in_order(node: surface.Big) -> list[str]:
    own, low = bound_by(node), surface.walk(node.lower)
    return [key for key in dict.fromkeys(name_key(e) for e in low if isinstance(e, surface.Name)) if key in own]


def _canonical_part(part: object, slots: list[Node], here: Here) -> str:
    if isinstance(part, tuple):
        return "(" + ",".join(_canonical_part(each, slots, here) for each in part) + ")"
    return canonical(part, slots, here) if surface.is_node(part) else str(part)


def _canonical_name(name: surface.Name, slots: list[Node], here: Here) -> str:
    key = name_key(name)
    around = here.bound.get(key)
    if isinstance(around, Place) and isinstance(around.node, tree.Index) and _is_bound_here(around):
        return around.node.name
    if around is not None and not isinstance(around, Place):
        raise Clash("an unknown function of a parameter")
    if around is None and not (here.is_index(name) and key not in here.usage.values):
        return key
    known = [name_key(each) for each in slots if isinstance(each, surface.Name)]
    if key not in known:
        slots.append(name)
        known.append(key)
    return f"#{known.index(key)}"
