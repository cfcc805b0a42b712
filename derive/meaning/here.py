"""Where a formula is read: the scope, the choices that were made, and what the letters around it stand for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from derive.expr import tree
from derive.expr.tree import Node as Expression
from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.axes import Axis, Ends, Place, moves, reach
from derive.meaning.chain import Graph
from derive.meaning.errors import Clash, Need
from derive.meaning.keys import Head, head_of, is_fixed, is_place, name_key, named, size_key
from derive.meaning.scope import Condition, Definition, Scope
from derive.meaning.usage import Usage
from derive.meaning.values import Value


@dataclass(frozen=True, slots=True)
class Tensor:
    """A name in a statement: the axes of its places, and what is said of it; `about` is how a reader knows it."""

    axes: tuple[Axis, ...]
    facts: frozenset[str] = frozenset()
    about: str = ""
    is_opaque: bool = False
    among: Ends | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What was met in one formula: names, unknown terms, and slopes of what nothing defines."""

    names: frozenset[str] = frozenset()
    opaques: frozenset[str] = frozenset()
    slopes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Given:
    """A name that stays a name, and what it is: a value at the indices `letters`, which run over `axes`.

    Where nothing that varies stands in it, that is said only where all is put in, unless it is said `always`.
    """

    name: str
    letters: tuple[str, ...]
    axes: tuple[Axis, ...]
    value: Value
    seen: Seen
    always: bool = False


@dataclass(slots=True)
class Record:
    """What one reading of one formula puts down; nothing of it outlives the formula.

    `generalised` are the readings that are sound for a proof and no ground for a refutation, `read_as` what was
    inferred otherwise; `slopes` are derivatives of what nothing defines, `varied` the names by which is differentiated.
    `kinds` are the choices between readings of another kind, such as a call or a product, `wholes` the axes of what has
    a size that only its surroundings tell, such as an identity matrix, `given` the names that stay names though they
    are defined, `inside` the names that stand in an unknown term, and `depends` says of a law, and of values at its
    outcomes, on which words they depend; `spaces` are the laws, by what each is called, and `where` the conditions on
    indices under which it is said.
    """

    tensors: dict[str, Tensor] = field(default_factory=dict)
    free: dict[str, Place] = field(default_factory=dict)
    axes: dict[str, Axis] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    generalised: set[str] = field(default_factory=set)
    read_as: set[str] = field(default_factory=set)
    opaques: set[str] = field(default_factory=set)
    slopes: set[str] = field(default_factory=set)
    varied: set[str] = field(default_factory=set)
    depends: dict[str, frozenset[str]] = field(default_factory=dict)
    spaces: dict[str, Any] = field(default_factory=dict)
    used: list[Definition] = field(default_factory=list)
    given: dict[str, Given] = field(default_factory=dict)
    inside: dict[str, frozenset[str]] = field(default_factory=dict)
    graph: Graph | None = None
    unfolds: bool = False
    numbers: Iterator[int] = field(default_factory=count)
    wholes: dict[str, Axis] = field(default_factory=dict)
    where: list[Condition] = field(default_factory=list)
    kinds: dict[tuple[Any, ...], tuple[tuple[Any, float], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Here:
    """One reading of one formula at one place in it: frozen, and made anew where letters are bound.

    `bound` says what letters stand for inside of sums and definitions; `held` are names whose definitions are not put
    in, because a derivative is taken by them. With `general`, names have the most general shape that the formula
    allows; with `unfolds`, what was held is put in once the derivative is taken; with `any_slopes`, none is taken.
    `formulas` are those that are read together, such as both sides of a relation. The letters `drawn` by an expectation
    are seen inside of definitions too.
    """

    scope: Scope
    usage: Usage
    choices: Mapping[tuple[Any, ...], Any]
    record: Record = field(default_factory=Record)
    bound: Mapping[str, Place | Value] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    depth: int = 0
    expanding: frozenset[str] = frozenset()
    general: bool = False
    unfolds: bool = False
    any_slopes: bool = False
    formulas: tuple[Node, ...] = ()
    drawn: frozenset[str] = frozenset()

    def choose(self, key: tuple[Any, ...], options: Sequence[tuple[Any, float]]) -> Any:
        """Return the choice that was made; raises `Need` where none was, and more than one is possible."""
        if key[0] in KINDS:
            self.record.kinds[key] = tuple(options)
        if key in self.choices:
            return self.choices[key]
        return options[0][0] if len(options) == 1 else self._taken(key, options)

    def _taken(self, key: tuple[Any, ...], options: Sequence[tuple[Any, float]]) -> Any:
        take = getattr(self.choices, "take", None)
        if take is None:
            raise Need(key, options)
        return take(key, options)

    def pay(self, key: tuple[Any, ...], cost: float) -> None:
        """Let a reading that is possible, and not likely, cost something, once a formula."""
        if key not in self.choices:
            _ = self._taken(key, [(True, cost)])

    def binding(self, bound: Mapping[str, Place | Value]) -> Here:
        """Return the place inside of what binds some letters."""
        return replace(self, bound={**self.bound, **bound})

    def inside(self, bound: Mapping[str, Place | Value], key: str = "") -> Here:
        """Return the place inside of the definition of a name, which sees no letter bound around its use."""
        if self.depth > DEEPEST:
            raise Clash("definitions too deep")
        bound = {**{letter: self.bound[letter] for letter in self.drawn}, **bound}
        return replace(self, bound=bound, depth=self.depth + 1, expanding=self.expanding | {key})

    def holding(self, keys: frozenset[str] | set[str]) -> Here:
        """Return the place under a derivative by some names."""
        return replace(self, held=self.held | keys)

    def fresh(self, letter: str = "s") -> str:
        """Return the name of an index that nothing else has."""
        return f"{letter}~{next(self.record.numbers)}"

    def is_index(self, name: surface.Name) -> bool:
        """Return whether a letter is an index here."""
        key = name_key(name)
        if key in self.bound:
            return isinstance(self.bound[key], Place)
        return self.usage.is_index(name) or self.scope.range_of(key) is not None

    def is_fixed(self, node: Node) -> bool:
        """Return whether a script says one place, and no letter that a sum binds, or by which a family is defined."""
        sizes = self.usage.sizes
        if not is_fixed(node, sizes):
            return False
        bound = {key for key, each in self.bound.items() if isinstance(each, Place) and moves(each.node)}
        families = {letter for each in self.scope.latest() if not each.is_pattern for letter in each.slots}
        return is_fixed(node, sizes - bound - families)

    def head(self, node: Node) -> Head:
        """Return a name taken apart. Raises `Clash` for what is no name."""
        found = head_of(node, self.is_index, self.usage.sizes)
        if found is None:
            raise Clash("no name")
        if found.generalised:
            self.record.generalised.add(found.generalised)
        base = named(node)
        if base is not None and name_key(base) in self.usage.numbered and isinstance(found.power, surface.Number):
            return replace(found, key=f"{found.key}^({found.power.text})", power=None)
        return found

    def ends(self, pair: tuple[Node, Node]) -> Ends:
        """Return the ends of a range as they are meant."""
        return self.end(pair[0]), self.end(pair[1])

    def end(self, node: Node) -> Expression:
        """Return an end of a range: a number, a size, an index, or a sum of these. Raises `Clash` for another one."""
        if isinstance(node, surface.Number) and node.text.isdigit():
            return tree.number(int(node.text))
        if isinstance(node, surface.Bracket) and node.body is not None and node.left == "(":
            return self.end(node.body)
        if isinstance(node, surface.Terms) and set(node.signs) <= {"", "+", "-"}:
            parts = (self.end(part) for part in node.parts)
            return tree.add(
                *(tree.negative(part) if sign == "-" else part for sign, part in zip(node.signs, parts, strict=True))
            )
        if isinstance(node, surface.Factors) and not any(node.signs):
            return tree.multiply(*(self.end(part) for part in node.parts))
        name = named(node)
        if name is not None and (isinstance(node, surface.Name) or getattr(node, "sup", None) is None):
            if isinstance(node, surface.Name) and self._ends_at_index(name_key(node)):
                return self.place(node).node
            given = self.scope.size_of(self.size_name(node))
            if given is not None and given.isdigit():
                return tree.number(int(given))
            return tree.Scalar(self.size_name(node))
        raise Clash("a size that is not read")

    def _ends_at_index(self, key: str) -> bool:
        """Return whether an end of a range is an index: one that is bound around it, and none that is a size."""
        if key in self.bound:
            return isinstance(self.bound[key], Place)
        return key in self.usage.bound and key in self.usage.indices

    def size_name(self, node: Node) -> str:
        """Return what the size of that name is called in statements."""
        return size_key(node) or ""

    def axis_of(self, letter: str) -> Axis:
        """Return over what a free letter runs: as was said, or still to be met."""
        if letter not in self.record.axes:
            said = self.scope.range_of(letter)
            ends = None if said is None else self.ends(said)
            self.record.axes[letter] = Axis(ends, letter, declared=ends is not None)
        return self.record.axes[letter]

    def place(self, node: Node) -> Place:
        """Return the place that a script says: an index, a number, one moved by something, or a label."""
        if isinstance(node, surface.Number):
            if not node.text.isdigit():
                raise Clash("a place that is no whole number")
            return Place(tree.number(int(node.text)))
        if isinstance(node, surface.Name):
            is_size = name_key(node) in self.usage.sizes and not self.is_index(node)
            return Place(tree.Scalar(name_key(node))) if is_size else self._letter(name_key(node))
        if isinstance(node, surface.Terms) and is_place(node, self.is_index):
            parts = [
                self.place(part).node if isinstance(part, surface.Number) or self._is_letter(part) else self.end(part)
                for part in node.parts
            ]
            signed = (
                tree.negative(part) if sign == "-" else part for sign, part in zip(node.signs, parts, strict=True)
            )
            for each in surface.walk(node):
                if isinstance(each, surface.Name) and self.is_index(each):
                    self._moved(name_key(each))
            return Place(tree.add(*signed))
        if isinstance(node, surface.Scripted) and is_place(node, self.is_index):
            return self._label(node)
        if is_fixed(node, self.usage.sizes):
            return Place(self.end(node))
        raise Clash("a place that is not read")

    def _is_letter(self, node: Node) -> bool:
        return isinstance(node, surface.Name) and self.is_index(node)

    def _letter(self, key: str) -> Place:
        around = self.bound.get(key)
        if isinstance(around, Place):
            return around
        if around is not None:
            raise Clash("a value in a subscript")
        if key not in self.record.free:
            self.record.free[key] = Place(tree.Index(key), self.axis_of(key))
        return self.record.free[key]

    def _moved(self, key: str) -> None:
        """A free letter that also stands moved runs over what is said, or over all integers."""
        axis = self._letter(key).axis
        if axis is not None and key in self.record.free:
            axis.root().partial = True

    def _label(self, node: surface.Scripted) -> Place:
        head = self.head(node)
        axes = tuple(Axis(hint=head.key) for _ in head.slots)
        known = self.record.tensors.setdefault(head.key, Tensor(axes))
        if len(known.axes) != len(head.slots):
            raise Clash("a label with another number of indices")
        declared = self.scope.declaration(head.key)
        among = None if declared is None or declared.among is None else self.ends(declared.among)
        self.record.tensors[head.key] = replace(known, facts=known.facts | {"labels"}, among=among)
        self.record.names.add(head.key)
        return Place(tree.Entry(head.key, self.places(head.slots, known.axes)))

    def places(self, slots: Sequence[Node], axes: Sequence[Axis]) -> tuple[Expression, ...]:
        """Return the indices at which an entry stands, each within its axis."""
        found: list[Expression] = []
        for slot, axis in zip(slots, axes, strict=False):
            place = self.place(slot)
            reach(axis, place, self.usage.nested)
            found.append(place.node)
        return tuple(found)

    def known_ends(self, axis: Axis) -> Ends:
        """Return the ends of an axis; where nothing says them, from 1 to a size of its own."""
        root = axis.root()
        if root.ends is None:
            name = f"n_{stem_of(root.hint)}"
            root.ends = (tree.ONE, tree.Scalar(f"{name}~{next(self.record.numbers)}"))
            root.invented = True
        return root.ends

    def total(
        self, axis: Axis, term: Callable[[Expression], Expression], kind: Any = tree.Sum, letter: str = "s"
    ) -> Expression:
        """Return the sum, or the product, of a term over an axis."""
        first, last = self.known_ends(axis)
        name = self.fresh(letter)
        return tree.bind(kind, name, first, last, body=term(tree.Index(name)))


def stem_of(hint: str) -> str:
    """Return the letters of a hint that can stand in the name of a size."""
    return "".join(each for each in hint if each.isalnum()) or "n"


DEEPEST = 10
KINDS = frozenset({"call", "above", "scope", "pair", "slope"})
"""Choices between kinds of readings: where both cost the same, a proof is wanted in both, whatever their shapes."""
