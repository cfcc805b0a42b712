"""Over what the places of names run, as far as the document declares it."""

from __future__ import annotations

from typing import Any

from sympy import IndexedBase

from derive.latex.read.axes import Ends
from derive.latex.read.scene import Scene
from derive.latex.read.table import Table


def declared_axes(table: Table, scene: Scene) -> dict[Any, tuple[Ends, ...]]:
    """Return the axes of all tensors of which the document declares every one, and those of inverses."""
    found: dict[Any, tuple[Ends, ...]] = {}
    moved = table.usage.moved
    for known in (known for key, names in table.known.items() if key not in moved for known in names if known.declared):
        axes = [*known.places, *(axis for axis in (known.rows, known.cols) if axis is not None)]
        ends = [axis.known() for axis in axes]
        if ends and None not in ends:
            found[IndexedBase(table.name(known.key, known.pattern))] = tuple(each for each in ends if each is not None)
    for item in scene.inverses:
        ends = tuple((index.lower, index.upper) for index in item.at)
        found |= {item.matrix: ends, item.inverse: ends}
    return found
