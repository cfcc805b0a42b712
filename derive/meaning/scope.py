"""What a document has said where a formula stands: declarations, definitions, ranges, conditions; a tree of scopes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from derive.formula.read import tree as surface
from derive.formula.read.tree import Node
from derive.meaning.keys import name_key, names_in

NUMBERED = re.compile(r"(.+)\^\(([1-9])\)(.*)")
"""The key of a name with a number above it: what stands before the number, the number, what stands below the name."""

EXAMPLE = "example"
"""The kind of a scope that holds the values of a worked example."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """A name whose shape is said: how many slots it has, then its axes by their sizes, and what else it is.

    `among` are the ends of the range in which the entries of labels lie, `listed` those of the slot of a list such as
    `x_1, ..., x_n`, and `letter` is the index with which it was declared.
    """

    slots: int = 0
    shape: tuple[Node, ...] = ()
    facts: frozenset[str] = frozenset()
    where: str = ""
    among: tuple[Node, Node] | None = None
    listed: tuple[Node, Node] | None = None
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """A name with index letters and parameters that stands for a body, a tree that is read again at each use.

    A `pattern` is an application that is defined as it is written, such as a density at its arguments; a `notation` is
    what an accent means on each name, as one of them shows. One that is `supposed` to hold is a line that contradicts
    what the name was before: it is wrong, or the name is meant anew.
    """

    key: str
    slots: tuple[str, ...]
    parameters: tuple[str, ...] | None
    body: Node
    at: int = 0
    where: str = ""
    is_pattern: bool = False
    is_notation: bool = False
    transposed: bool = False
    supposed: Condition | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A relation that holds from here on, and where it was said.

    One that is `claimed` is a line of the document that is open: a proof may rest on it, and says so. One that came as
    a `directive` was put into the document for this program.
    """

    relation: surface.Chain
    where: str
    claimed: bool = False
    directive: bool = False


@dataclass(frozen=True, slots=True)
class Directed:
    """What a comment in the document says to this program: of what kind it is, of which names by their keys, what."""

    kind: str
    names: tuple[str, ...]
    what: str
    sentence: str


@dataclass(slots=True)
class Scope:
    """What one stretch of a document has said; what stands around it is seen through `up`."""

    up: Scope | None = None
    kind: str = "document"
    level: int = -1
    declarations: dict[str, Declaration] = field(default_factory=dict)
    definitions: dict[str, list[Definition]] = field(default_factory=dict)
    ranges: dict[str, tuple[Node, Node]] = field(default_factory=dict)
    lists: dict[str, tuple[Node, Node] | None] = field(default_factory=dict)
    conditions: list[Condition] = field(default_factory=list)
    used: dict[str, int] = field(default_factory=dict)
    anew: set[str] = field(default_factory=set)
    directives: list[Directed] = field(default_factory=list)

    def directed(self) -> Iterator[Directed]:
        """Yield what comments say that is in force here, the outer ones first."""
        for scope in reversed(list(self.around())):
            yield from scope.directives

    def around(self) -> Iterator[Scope]:
        """Yield this scope and those around it, from the inside out."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.up

    def declaration(self, key: str) -> Declaration | None:
        """Return what is declared of a name, or of the family of a numbered one; a nearer definition takes it away."""
        found = next((scope.declarations[key] for scope in self.around() if key in scope.declarations), None)
        numbered = None if found is not None else NUMBERED.fullmatch(key)
        family = None if numbered is None else self.declaration(f"{numbered[1]}^(){numbered[3]}")
        if numbered is None or family is None or not family.slots:
            return found
        shape = tuple(_put_in(each, family.letter, int(numbered[2])) for each in family.shape)
        return replace(family, slots=family.slots - 1, shape=shape, listed=None, letter="")

    def range_of(self, letter: str) -> tuple[Node, Node] | None:
        """Return the ends between which an index letter was said to run."""
        return next((scope.ranges[letter] for scope in self.around() if letter in scope.ranges), None)

    def list_of(self, key: str) -> tuple[Node, Node] | None:
        """Return the ends of the list in which the members of a family were written, if they were in one alone."""
        return next((scope.lists[key] for scope in self.around() if key in scope.lists), None)

    def size_of(self, key: str) -> str | None:
        """Return what a size is in a worked example around."""
        examples = (scope.definitions.get(key, []) for scope in self.around() if scope.kind == EXAMPLE)
        return next((d.body.text for each in examples for d in each if isinstance(d.body, surface.Number)), None)

    def definitions_of(self, key: str) -> Iterator[Definition]:
        """Yield the definitions of a name, the nearest first; none from before it was brought in anew.

        A numbered one that has none, such as `z^{(2)}`, is what the family `z^{(l)}` is at that number.
        """
        is_defined = False
        for scope in self.around():
            for each in reversed(scope.definitions.get(key, [])):
                is_defined = True
                yield each
            if key in scope.anew:
                return
        numbered = None if is_defined else NUMBERED.fullmatch(key)
        if numbered is not None:
            yield from self._at_number(key, f"{numbered[1]}^(){numbered[3]}", int(numbered[2]))

    def _at_number(self, key: str, family: str, number: int) -> Iterator[Definition]:
        """Yield what a family is defined as at a number; nothing for what runs from member to member."""
        for each in self.definitions_of(family):
            if each.slots and family.partition("^")[0] not in names_in(each.body):
                body = _put_in(each.body, each.slots[0], number)
                # A layer may be of its own kind; what a slope is, was said of them all.
                is_slope = any(isinstance(node, surface.Derivative) for node in surface.walk(body))
                yield replace(each, key=key, slots=each.slots[1:], body=body, is_notation=is_slope)

    def as_before(self, names: frozenset[str]) -> Scope | None:
        """Return a scope where names are what they were before a line that may be wrong; None where there is none."""
        before: dict[str, list[Definition]] = {}
        plain = {name.rstrip("'") for name in names}
        for each in self.latest():
            if each.supposed is not None and (each.is_pattern or each.key in plain):
                found = [one for one in self.definitions_of(each.key) if one.supposed is None]
                before[each.key] = found[::-1]
        return Scope(self, "names", definitions=before, anew=set(before)) if before else None

    def bring_in(self, key: str) -> None:
        """Forget here what was said of a name before: it is brought in anew, as a quantified one."""
        self.anew.add(key)
        _ = self.definitions.pop(key, None)
        self.conditions = [each for each in self.conditions if key not in names_in(each.relation)]

    def defined(self) -> frozenset[str]:
        """Return the keys of all that is defined."""
        return frozenset(key for scope in self.around() for key in scope.definitions)

    def latest(self) -> Iterator[Definition]:
        """Yield the latest definition of each name."""
        seen: set[str] = set()
        for scope in self.around():
            for key, found in scope.definitions.items():
                if key not in seen and found:
                    seen.add(key)
                    yield found[-1]

    def held_true(self) -> Iterator[Condition]:
        """Yield the conditions that hold here, the outer ones first; none about a name brought in anew since."""
        found: list[list[Condition]] = []
        anew: set[str] = set()
        for scope in self.around():
            found.append([each for each in scope.conditions if not names_in(each.relation) & anew])
            anew |= scope.anew
        for conditions in reversed(found):
            yield from conditions

    def take_over(self, part: Scope) -> frozenset[str]:
        r"""Take in what a part has declared and defined, but not what it supposes; return of what names it supposes it.

        What a name is that was there before, such as `X = U D V^\top`, it supposes too.
        """
        old = {key for key in (*part.declarations, *part.definitions) if self._tells(key)}
        self.ranges = part.ranges | self.ranges
        self.lists = part.lists | self.lists
        self.declarations |= {key: each for key, each in part.declarations.items() if key not in old}
        self.definitions |= {key: each for key, each in part.definitions.items() if key not in old}
        return frozenset(old)

    def _tells(self, key: str) -> bool:
        return self.declaration(key) is not None or any(self.definitions_of(key))

    def define(self, definition: Definition) -> None:
        """Take in a definition; a mere mention of the name as a number is no declaration any more."""
        self.definitions.setdefault(definition.key, []).append(definition)
        for scope in self.around():
            known = scope.declarations.get(definition.key)
            if known is not None and not known.shape and not known.facts:
                del scope.declarations[definition.key]


def _put_in(node: Node, letter: str, number: int) -> Node:
    """Return a tree with a number for a letter, and sums of numbers added up."""
    if isinstance(node, surface.Name) and name_key(node) == letter:
        return surface.Number(node.span, str(number))
    inner = surface.rebuilt(node, lambda part: _put_in(part, letter, number))
    if not isinstance(inner, surface.Terms) or not all(isinstance(each, surface.Number) for each in inner.parts):
        return inner
    texts = [getattr(each, "text", "") for each in inner.parts]
    if not all(map(str.isdigit, texts)) or not set(inner.signs) <= {"", "+", "-"}:
        return inner
    total = sum(-int(text) if sign == "-" else int(text) for sign, text in zip(inner.signs, texts, strict=True))
    return surface.Number(inner.span, str(total)) if total >= 0 and inner != node else inner
