"""Slopes flowing back through a record: all of them together, and what each single edge contributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from numeric.verify.tape.node import Array, Link, Pull, Taped

SHIFTS = {"max", "amax", "min", "amin"}
NOTHING = 1e-12
NONE: Mapping[tuple[int, int], Pull] = {}


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """One argument of one operation of the record."""

    into: Taped
    place: int

    @property
    def key(self) -> tuple[int, int]:
        """Return the node and the place: what names the edge among all of the record."""
        return id(self.into), self.place

    @property
    def link(self) -> Link:
        """Return the link itself."""
        return self.into.links[self.place]


@dataclass(frozen=True, slots=True, eq=False)
class Flow:
    """The slopes of the loss by everything in its record, and the recorded parameters."""

    nodes: tuple[Taped, ...]
    slopes: dict[int, Array]
    leaves: dict[str, Taped]

    @property
    def gradient(self) -> dict[str, Array]:
        """Return the slopes by the parameters."""
        return {n: self.slopes.get(id(leaf), np.zeros(leaf.shape)) for n, leaf in self.leaves.items()}

    def forget_shifts(self) -> None:
        """Cut what hangs on a maximum or minimum that was only subtracted and added again: nothing flows there."""
        for node in self.nodes:
            if node.name in SHIFTS and node.links and not np.any(np.abs(self.slopes[id(node)]) > NOTHING):
                node.links = ()

    def edges(self) -> Iterator[Edge]:
        """Yield every edge, from the loss towards the parameters; the order is that of the computation."""
        for node in reversed(self.nodes):
            yield from (Edge(node, place) for place in range(len(node.links)))

    def changed(self, pulls: Mapping[tuple[int, int], Pull]) -> dict[str, Array]:
        """Return the gradient where slopes flow back otherwise through some edges, named by node and place."""
        last = self.nodes[-1]
        found = _back(self.nodes, {id(last): np.ones(last.shape)}, pulls)
        return {name: found.get(id(leaf), np.zeros(leaf.shape)) for name, leaf in self.leaves.items()}

    def through(self, edge: Edge) -> dict[str, Array]:
        """Return what flows to the parameters through one edge."""
        return self.from_node(edge.link.source, edge.link.pull(self.slopes[id(edge.into)]))

    def from_node(self, node: Taped, slope: Array) -> dict[str, Array]:
        """Return what a slope at one node becomes at the parameters."""
        below = [n for n in self.nodes if n.order <= node.order]
        found = _back(below, {id(node): np.asarray(slope, float)})
        return {name: found.get(id(leaf), np.zeros(leaf.shape)) for name, leaf in self.leaves.items()}


def flow(loss: Taped, leaves: dict[str, Taped]) -> Flow:
    """Return the slopes of a recorded loss."""
    nodes = tuple(sorted(_reached(loss), key=lambda node: node.order))
    return Flow(nodes, _back(nodes, {id(loss): np.ones(loss.shape)}), leaves)


def _reached(loss: Taped) -> list[Taped]:
    found: dict[int, Taped] = {}
    waiting = [loss]
    while waiting:
        node = waiting.pop()
        if id(node) not in found:
            found[id(node)] = node
            waiting += [link.source for link in node.links]
    return list(found.values())


def _back(
    nodes: tuple[Taped, ...] | list[Taped],
    slopes: dict[int, Array],
    pulls: Mapping[tuple[int, int], Pull] = NONE,
) -> dict[int, Array]:
    """Return the slopes by all nodes, given those by some; the nodes are in the order of the computation."""
    known = dict(slopes)
    for node in reversed(nodes):
        slope = known.get(id(node))
        if slope is None:
            continue
        for place, link in enumerate(node.links):
            pull = pulls.get((id(node), place), link.pull) if pulls else link.pull
            part = np.asarray(pull(slope), float)
            before = known.get(id(link.source))
            known[id(link.source)] = part if before is None else before + part
    return known
