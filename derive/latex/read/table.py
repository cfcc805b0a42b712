"""The symbol table: what a document has said of its names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from derive.latex.read.axes import Axis, Ends
from derive.latex.read.heads import names_in
from derive.latex.read.tree import Node, Span
from derive.latex.read.usage import Usage
from derive.names import size


@dataclass(frozen=True, slots=True)
class Known:
    """A name of which the kind is known: its labels, the axes of its indices, and its shape at each of them.

    `pattern` has an entry for each index atom: "*" for an index, else the label that must stand there.
    """

    key: str
    pattern: tuple[str, ...] = ()
    places: tuple[Axis, ...] = ()
    rows: Axis | None = None
    cols: Axis | None = None
    declared: bool = True

    @property
    def rank(self) -> int:
        """Return how many axes its value has."""
        return (self.rows is not None) + (self.cols is not None)


@dataclass(frozen=True, slots=True)
class Definition:
    r"""A defining equation: `p_i = ...` has the parameter i, `f(x) = ...` the argument x."""

    key: str
    params: tuple[str, ...]
    arguments: tuple[str, ...] | None
    body: Node
    span: Span
    source: Any = None
    text: str = ""
    section: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something was said, and how: a span of a source, and its text."""

    span: Span
    source: Any
    text: str


@dataclass(frozen=True, slots=True)
class Constraint:
    """An equation or inequality that the document imposes, still as it is written."""

    lhs: Node
    relation: str
    rhs: Node
    origin: Origin
    stationary: bool = False
    """Whether it holds only where a derivative is zero."""
    section: int | None = None
    """The section in which it says how something goes on from step to step; `None` for what holds in any section."""
    names: frozenset[str] = frozenset()
    """The names that it speaks of."""

    def __post_init__(self) -> None:
        """Note the names, which every later step asks for."""
        object.__setattr__(self, "names", frozenset(names_in(self.lhs) | names_in(self.rhs)))


@dataclass(frozen=True, slots=True)
class Property:
    """Something said of a whole name: "positive", "sign", "symmetric", "orthogonal", ..."""

    kind: str
    key: str
    pattern: tuple[str, ...]
    origin: Origin


@dataclass(slots=True)
class Table:
    """All that is known at some point of a document."""

    usage: Usage = field(default_factory=Usage)
    known: dict[str, list[Known]] = field(default_factory=dict[str, list[Known]])
    definitions: dict[str, list[Definition]] = field(default_factory=dict[str, list[Definition]])
    ranges: dict[str, Ends] = field(default_factory=dict[str, Ends])
    sizes: set[str] = field(default_factory=set[str])
    functions: set[str] = field(default_factory=set[str])
    words: set[str] = field(default_factory=set[str])
    fixed: set[str] = field(default_factory=set[str])
    random: dict[str, str] = field(default_factory=dict[str, str])
    bounds: dict[str, Ends] = field(default_factory=dict[str, Ends])
    constraints: list[Constraint] = field(default_factory=list[Constraint])
    properties: list[Property] = field(default_factory=list[Property])
    unread: dict[str, str] = field(default_factory=dict[str, str])
    doubts: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """Names with a word that is said of them and not understood, and the section in which it is said."""
    same: dict[Any, Any] = field(default_factory=dict[Any, Any])
    shown: dict[tuple[str, tuple[str, ...]], str] = field(default_factory=dict[tuple[str, tuple[str, ...]], str])
    section: int = 0
    open: frozenset[int] = frozenset({0})
    several: set[str] = field(default_factory=set[str])
    history: dict[int, list[Known | Definition | Property]] = field(default_factory=dict[int, list[Any]])

    def copied(self) -> Table:
        """Return what is known now, whatever is said later; the names of the engine are shared.

        >>> table = Table()
        >>> table.copied().sizes is table.sizes
        False
        """
        return replace(
            self,
            known=dict(self.known),
            definitions=dict(self.definitions),
            ranges=dict(self.ranges),
            sizes=set(self.sizes),
            functions=set(self.functions),
            words=set(self.words),
            constraints=list(self.constraints),
            properties=list(self.properties),
            unread=dict(self.unread),
            doubts=dict(self.doubts),
            same=dict(self.same),
            fixed=set(self.fixed),
            random=dict(self.random),
            bounds=dict(self.bounds),
        )

    def closed(self, names: set[str]) -> set[str]:
        """Return names with those that stand in their definitions, and in the definitions of these.

        >>> Table().closed({"x"})
        {'x'}
        """
        names = set(names)
        waiting = list(names)
        while waiting:
            for definition in self.definitions.get(waiting.pop(), []):
                new = names_in(definition.body) - names
                names |= new
                waiting += new
        return names

    def name(self, key: str, labels: tuple[str, ...] = ()) -> str:
        """Return the engine's name for a key and its labels: readable, and different for different ones.

        >>> Table().name("hat bold w", ("0",))
        'w_hat_0'
        """
        at = (key, labels)
        if at not in self.shown:
            *accents, text = key.split(" ")
            fonts = {"bold", "calligraphic", "blackboard", "fraktur"}
            wanted = "_".join(
                [
                    text.replace("^", "_"),
                    *(a for a in accents if a not in fonts),
                    *(label for label in labels if label != "*"),
                ]
            )
            wanted = "".join(c if c.isalnum() or c == "_" else "_" for c in wanted)
            while wanted in self.shown.values():
                wanted += "_"
            self.shown[at] = wanted
        return self.shown[at]

    def declare(self, known: Known, *, said: bool = True) -> None:
        """Take a name as known; what was said last of it holds. Where nobody `said` it, its definitions stay."""
        others = [k for k in self.known.get(known.key, []) if k.pattern != known.pattern]
        self.known[known.key] = [known, *others]
        if known.declared and said:
            self._note(known)
            self._forget_closed(known.key)

    def introduce(self, key: str) -> None:
        """Forget of a name that words bring in anew what only closed sections said of it."""
        said = [(at, item) for at, items in self.history.items() for item in items if item.key == key]
        if not any(isinstance(item, Known) for _, item in said) or any(at in self.open for at, _ in said):
            return
        _ = self.known.pop(key, None)
        self.properties = [p for p in self.properties if p.key != key]
        self._forget_closed(key)

    def define(self, definition: Definition) -> None:
        """Take a definition in; a later one of the same name and form replaces it."""
        same = (definition.params, definition.arguments)
        definition = replace(definition, section=self.section)
        before = self.definitions.get(definition.key, [])
        if any((d.params, d.arguments) == same and d.section not in self.open for d in before):
            self.several.add(definition.key)
        others = [d for d in before if (d.params, d.arguments) != same and d.section in self.open]
        self.definitions[definition.key] = [definition, *others]
        self._note(definition)

    def add_property(self, item: Property) -> None:
        """Take in what is said of a whole name, once."""
        if not any((p.kind, p.key, p.pattern) == (item.kind, item.key, item.pattern) for p in self.properties):
            self.properties.append(item)
        self._note(item)

    def withdraw(self, items: Sequence[Property]) -> None:
        """Take out of the history what is said of one case only: it does not hold before it."""
        kept = [item for item in self.history.get(self.section, []) if not any(item is other for other in items)]
        self.history[self.section] = kept

    def take(self, item: Known | Definition | Property, *, single: Callable[[Definition], bool]) -> None:
        """Take in what a section says further on: a definition only if it is the only one of its form there."""
        if isinstance(item, Known):
            self.declare(item)
        elif isinstance(item, Property):
            self.add_property(item)
        elif single(item):
            self.define(item)

    def _note(self, item: Known | Definition | Property) -> None:
        self.history.setdefault(self.section, []).append(item)

    def _forget_closed(self, key: str) -> None:
        """A name that is declared anew is not what a closed section defined."""
        if key in self.definitions:
            self.definitions[key] = [d for d in self.definitions[key] if d.section in self.open]
        self.doubts = {at: where for at, where in self.doubts.items() if at[0] != key or where in self.open}

    def doubted(self, names: set[str]) -> list[tuple[str, str]]:
        """Return what is said of some names that is not understood; a formula that defines a name says all of it.

        >>> Table(doubts={("P", "circulant"): 0}).doubted({"P", "x"})
        [('P', 'circulant')]
        """
        said = [at for at, where in self.doubts.items() if where <= self.section and at[0] in names]
        return sorted(at for at in said if not self.definitions.get(at[0]))

    def equate(self, one: str, other: str) -> None:
        """Take two sizes for the same, also in what was declared before."""
        first, second = size(self.name(one)), size(self.name(other))
        self.same[first] = second
        axes = [a for names in self.known.values() for k in names for a in (*k.places, k.rows, k.cols)]
        for axis in axes:
            root = axis.root() if axis is not None else None
            if root is not None and root.ends is not None:
                root.ends = (root.ends[0], root.ends[1].xreplace(self.same))
        self.ranges = {key: (low, high.xreplace(self.same)) for key, (low, high) in self.ranges.items()}

    def is_letter(self, key: str) -> bool:
        """Return whether a name is an index somewhere in the document."""
        return key in self.ranges or key in self.usage.letters

    def hint(self, letter: str) -> Ends | None:
        """Return the range that was declared for a letter, else the one that every sum over it has."""
        return self.ranges.get(letter) or self.bounds.get(letter)
