"""Who imports whom, room by room: drawn from the import graph, in the layers that `pyproject.toml` sets."""

from __future__ import annotations

import tomllib
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parents[2]
WIDTH, ROW, BOX = 760, 56, 132
Edges = dict[str, set[str]]


def layers() -> list[list[str]]:
    """Return the rooms by layer, the highest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    found = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [layer.replace(":", "|").replace(" ", "").split("|") for layer in found]


def edges() -> Edges:
    """Return which room imports which."""
    rooms = [room for layer in layers() for room in layer]
    graph = grimp.build_graph("derive", "numeric")
    found: Edges = {room: set() for room in rooms}
    for module in graph.modules:
        here = _room(module, rooms)
        for other in graph.find_modules_directly_imported_by(module):
            there = _room(other, rooms)
            if here and there and here != there:
                found[here].add(there)
    return found


def _room(module: str, rooms: list[str]) -> str:
    return next((room for room in rooms if module == room or module.startswith(f"{room}.")), "")


def reduced(found: Edges) -> Edges:
    """Return the imports that do not follow from others: a line for each that is drawn.

    >>> reduced({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == {"a": {"b"}, "b": {"c"}, "c": set()}
    True
    """

    def below(room: str) -> set[str]:
        return found[room] | {far for near in found[room] for far in below(near)}

    return {room: {other for other in near if not any(other in below(b) for b in near)} for room, near in found.items()}


def places() -> dict[str, tuple[float, int]]:
    """Return the middle of each box."""
    found: dict[str, tuple[float, int]] = {}
    for row, layer in enumerate(layers()):
        # Every second layer stands a little to the side, so that a line to the one after it can be seen.
        shift = (0, 150, -150)[row % 3] if len(layer) == 1 else 0
        for number, room in enumerate(layer):
            found[room] = (WIDTH / 2 + shift + (number - (len(layer) - 1) / 2) * (BOX + 60), 30 + row * ROW)
    return found


def drawing() -> str:
    """Return the graph as SVG."""
    at, lines = places(), reduced(edges())
    height = 30 + ROW * len(layers())
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-family="sans-serif">',
        "<title>Imports between the rooms, pointing down</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        '<defs><marker id="end" markerWidth="7" markerHeight="6" refX="6" refY="3" orient="auto">',
        '<path d="M0,0 L7,3 L0,6 z" fill="#5b6b7b"/></marker></defs>',
    ]
    parts += [_line(at[room], at[other]) for room in at for other in sorted(lines[room])]
    parts += [_box(room, *place) for room, place in at.items()]
    return "\n".join([*parts, "</svg>", ""])


def _line(start: tuple[float, int], end: tuple[float, int]) -> str:
    (x, y), (u, v) = (start[0], start[1] + 15), (end[0], end[1] - 16)
    return f'<path d="M{x:g},{y} L{u:g},{v}" stroke="#5b6b7b" stroke-width="1.1" fill="none" marker-end="url(#end)"/>'


def _box(room: str, x: float, y: int) -> str:
    fill = "#e7f0e4" if room == "numeric" else "#e8eef7"
    return (
        f'<rect x="{x - BOX / 2:g}" y="{y - 15}" width="{BOX}" height="30" rx="6" fill="{fill}" stroke="#8296ab"/>'
        f'<text x="{x:g}" y="{y + 4}" font-size="12" text-anchor="middle" fill="#16202a">{room}</text>'
    )


def page() -> str:
    """Return the page with the drawing and the whole table."""
    found = edges()
    rows = [
        f"| `{room}` | {', '.join(f'`{other}`' for other in sorted(near)) or 'none'} |" for room, near in found.items()
    ]
    return "\n".join([HEAD, "| room | imports |", "|---|---|", *rows, ""])


HEAD = """# Imports

Who imports whom, room by room. `python -m docs.programs.pages` draws it from the import graph, and a test holds it to
that. An arrow that follows from others is left out of the drawing; the table has all of them. Imports point down only;
import-linter holds the rule, and the layers are in `pyproject.toml`.

![The rooms in layers, with arrows that point down](imports.svg)
"""
