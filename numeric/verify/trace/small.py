"""Small shapes: every axis a few single places, so that loops run and every entry is a symbol of its own."""

from __future__ import annotations

from collections.abc import Iterator

from numeric.verify.trace.inputs import Inputs
from numeric.verify.trace.sizes import SizeTable

SHAPES = ((2, 3), (3, 2))


def small_tables(inputs: Inputs) -> Iterator[tuple[str, SizeTable]]:
    """Return a few tables of small sizes, with words for each.

    Axes that are equally long in the example stay equal, and one that is longer by one stays so.
    """
    for pattern in SHAPES:
        table = inputs.table()
        lengths = sorted({table.example[n] for n in table.of_axis.values()} - {1}, reverse=True)
        small: dict[int, int] = {1: 1}
        for place, extent in enumerate(reversed(lengths)):
            small[extent] = small[extent - 1] + 1 if extent - 1 in small and extent > 2 else pattern[place % 2]  # noqa: PLR2004 -- the number says what it is
        for number in set(table.of_axis.values()):
            table.parts[number] = ((),) * small[table.example[number]]
        table.small = True
        plain = inputs.table()
        names = {plain.example[n]: str(s) for n, s in reversed(plain.names().items())}
        yield ", ".join(f"{names[e]}={small[e]}" for e in lengths), table
