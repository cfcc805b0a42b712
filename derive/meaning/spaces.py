"""Finite probability spaces: outcomes have weights, and what is random has a value at each outcome.

An expectation is the weighted sum over the outcomes of a space of any size. What holds in all of these holds for every
law under which the expectations in it exist: finitely many of them have, by Tchakaloff's theorem, the same values for a
law on finitely many points (C. Bayer, J. Teichmann, "The proof of Tchakaloff's theorem", Proc. AMS 134, 2006).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Place
from derive.meaning.here import Here, Tensor
from derive.meaning.keys import names_in, stem
from derive.statements.types import FreeIndex, Range, Relation

WORD = re.compile(r"[A-Za-z]+")
SPEECH = frozenset({"bold", "vec", "roman", "calligraphic", "blackboard", "hat", "bar", "tilde", "None"})
WEIGHTS = "Pr~"
"""How the names of the weights of laws begin."""
KEPT = frozenset({"positive", "nonnegative", "binary", "sign", "one-hot", "simplex", "labels"})
"""What is said of a name and holds of its values at each outcome."""


@dataclass(frozen=True, slots=True)
class Space:
    """The outcomes of one law: by what it is known, which names are random, and on which words it depends.

    What is `told` of its names holds at each outcome, unless they are bound letters or copies. Where a `letter` is
    drawn that is an index, its values are the outcomes, and the density `law` at it has their weights.
    """

    key: str
    random: frozenset[str]
    hidden: frozenset[str]
    words: frozenset[str] = frozenset()
    told: bool = False
    letter: str = ""
    law: tree.Entry | None = None

    @property
    def weights(self) -> str:
        """Return what the tensor of the weights is called."""
        return f"{WEIGHTS}{self.key}" if self.law is None else self.law.name

    def weight(self, place: Expression) -> Expression:
        """Return the weight of an outcome."""
        if self.law is None:
            return tree.Entry(self.weights, (place,))
        return tree.replace(self.law, {tree.Index(self.letter): place})

    def axis(self, here: Here) -> Axis:
        """Return over what the outcomes run."""
        at = 0 if self.law is None else self.law.indices.index(tree.Index(self.letter))
        return here.record.tensors[self.weights].axes[at]


def space_of(
    key: str,
    random: Iterable[str],
    words: Iterable[str],
    here: Here,
    *,
    told: bool = False,
    drawn: tuple[str, tree.Entry | None] = ("", None),
) -> Space:
    """Return the space of a law, its weights put down once a formula."""
    random = frozenset(random)
    own = frozenset(words) - {stem(each) for each in random}
    space = Space(key, random, hidden_in(random, here), own, told, *drawn)
    if space.weights not in here.record.tensors:
        here.record.tensors[space.weights] = Tensor((Axis(hint="o"),), frozenset({"simplex"}), "the weights of a law")
        here.record.depends[space.weights] = space.words
    if told:
        here.record.spaces[key] = space
    return space


def hidden_in(random: frozenset[str], here: Here) -> frozenset[str]:
    """Return the words behind which a random name may stand: its letters, and all that is defined by it."""
    found = {stem(each) for each in random}
    bodies = [(stem(each.key.lstrip("~")), words_of(each.body)) for each in here.scope.latest()]
    grown = True
    while grown:
        more = {key for key, words in bodies if words & found} - found
        found |= more
        grown = bool(more)
    return frozenset(found)


def words_of(node: Node | None) -> frozenset[str]:
    """Return the letters of the names in a formula."""
    return frozenset(stem(each) for each in names_in(node))


def is_moved(name: str, space: Space, here: Here) -> bool:
    """Return whether a name has another value at another outcome; of what is not understood, whether it may have."""
    known = here.record.depends.get(name)
    if known is not None:
        return bool(known & space.hidden)
    if name.startswith("<"):
        return bool(frozenset(WORD.findall(name)) - SPEECH & space.hidden)
    if name not in here.record.tensors:  # a size
        return False
    base = name.split("#", maxsplit=1)[0]
    return bool({base, unnumbered(base)} & space.random)


def unnumbered(key: str) -> str:
    """Return a name without a number below it.

    >>> unnumbered("mu_2"), unnumbered("x")
    ('mu', 'x')
    """
    stem_, _, number = key.rpartition("_")
    return stem_ if stem_ and number.replace(",", "").isdigit() else key


def moving(node: Expression, space: Space, here: Here) -> frozenset[str]:
    """Return the names in a node that have another value at another outcome."""
    names = frozenset(name for name in node.names if is_moved(name, space, here))
    is_of_letter = space.letter and any(each is tree.Index(space.letter) for each in tree.walk(node))
    return names | {space.letter} if is_of_letter else names


def averaged(node: Expression, space: Space, here: Here, *, always: bool = False) -> Expression:
    """Return the weighted sum of a node over the outcomes; what is not random is its own, unless `always` is said."""
    names = moving(node, space, here)
    if not names and not always:
        return node
    letter = here.fresh("o")
    place = tree.Index(letter)
    body = tree.multiply(space.weight(place), at_outcome(node, place, names, space, here))
    first, last = here.known_ends(space.axis(here))
    return tree.bind(tree.Sum, letter, first, last, body=body)


def at_outcome(node: Expression, place: Expression, names: frozenset[str], space: Space, here: Here) -> Expression:
    """Return a node in which each of the names has its value at an outcome."""
    done: dict[Expression, Expression] = {}

    def change(part: Expression) -> Expression:
        """Return the image of a part."""
        if names.isdisjoint(part.names):
            return part
        if part not in done:
            moved = tree.with_children(part, change)
            if isinstance(moved, tree.Scalar | tree.Entry) and moved.name in names:
                indices = moved.indices if isinstance(moved, tree.Entry) else ()
                if space.letter and place in indices:  # it is told by what is drawn
                    return moved
                moved = tree.Entry(_lifted(moved.name, space, here), (place, *indices))
            done[part] = moved
        return done[part]

    return change(tree.replace(node, {tree.Index(space.letter): place}) if space.letter else node)


def at_each_outcome(relation: Relation, here: Here) -> Iterator[Relation]:
    """Yield what a relation between random names says of their values at each outcome of each law in a reading."""
    for space in list(here.record.spaces.values()):
        names = moving(relation.left, space, here) | moving(relation.right, space, here)
        if names:
            letter = here.fresh("o")
            left, right = (
                at_outcome(e, tree.Index(letter), names, space, here) for e in (relation.left, relation.right)
            )
            index = FreeIndex(letter, Range(*here.known_ends(space.axis(here))), "at each outcome")
            yield Relation(relation.sign, left, right, (*relation.indices, index))


def free_place(space: Space, here: Here) -> Expression:
    """Return a free index over the outcomes of a space."""
    letter = here.fresh("v")
    here.record.free[letter] = Place(tree.Index(letter), space.axis(here))
    return tree.Index(letter)


def _lifted(name: str, space: Space, here: Here) -> str:
    """Return what a name with a place for the outcome is called, and put it down."""
    lifted = f"{name}~{space.key}"
    known = here.record.tensors[name]
    here.record.tensors[lifted] = Tensor(
        (space.axis(here), *known.axes), known.facts & KEPT, known.about, known.is_opaque
    )
    words = here.record.depends.get(name, frozenset[str]())
    if name.startswith("<") and not words:
        words = frozenset(WORD.findall(name)) - SPEECH
    here.record.depends[lifted] = (words - {stem(each) for each in space.random}) | space.words
    return lifted
