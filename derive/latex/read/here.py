"""Where a tree is read: the symbol table, the scene of the reading, and what is bound around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from derive.latex.read.scene import Place, Scene
from derive.latex.read.table import Table
from derive.latex.read.tree import Bracket, Node, Span
from derive.latex.read.trouble import NotReadError
from derive.latex.read.values import Value

DEEPEST = 24
MOST_WORK = 20_000


@dataclass(frozen=True, slots=True)
class Here:
    """The context of a tree: letters bound by sums and definitions, and names bound to values."""

    table: Table
    scene: Scene
    reader: Callable[[Node, Here], Value]
    places: Mapping[str, Place] = field(default_factory=dict[str, Place])
    values: Mapping[str, Value] = field(default_factory=dict[str, Value])
    depth: int = 0
    opaque: frozenset[str] = frozenset()
    call: Bracket | None = None
    outcome: Place | None = None
    random: frozenset[str] = frozenset()

    def read(self, node: Node) -> Value:
        """Return what a tree means here. Raises `NotReadError` where it means nothing that is known."""
        self.spend(node.span)
        return self.reader(node, self)

    def binding(self, letter: str, place: Place) -> Here:
        """Return the context with one more letter bound."""
        return replace(self, places={**self.places, letter: place})

    def inside(self, places: Mapping[str, Place], values: Mapping[str, Value], span: Span) -> Here:
        """Return the context of a definition's body. Raises `NotReadError` where definitions never end."""
        if self.depth >= DEEPEST:
            raise NotReadError(span, "its definition goes in a circle")
        return replace(self, places=places, values=values, depth=self.depth + 1, call=None)

    def spend(self, span: Span) -> None:
        """Count one node. Raises `NotReadError` where a step grows beyond all measure."""
        self.scene.work += 1
        if self.scene.work > MOST_WORK:
            raise NotReadError(span, "written out it is too large")
