"""JSON Schemas of what the commands print, each made of the one file `schemas.json`."""

from __future__ import annotations

from collections.abc import Iterator
from json import loads
from pathlib import Path
from typing import Any

ALL = Path(__file__).with_name("schemas.json")
COMMANDS = ("list", "show", "errata", "check", "verify", "report")
"""The commands that have a schema."""


def schema(command: str) -> dict[str, Any]:
    """Return the schema of what a command prints, with the objects that it needs and no others.

    >>> schema("list")["items"], sorted(schema("list")["$defs"])
    ({'$ref': '#/$defs/entry'}, ['entry', 'status-word'])
    """
    whole = loads(ALL.read_text(encoding="utf-8"))
    objects = whole["$defs"]
    top, needed, waiting = objects[f"derive-{command}"], set[str](), [f"derive-{command}"]
    while waiting:
        found = {*_named(objects[waiting.pop()])} - needed
        needed |= found
        waiting += found
    return {"$schema": whole["$schema"], **top, "$defs": {name: objects[name] for name in objects if name in needed}}


def _named(part: Any) -> Iterator[str]:
    """Yield the objects that a part of a schema refers to."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].removeprefix("#/$defs/")
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _named(inner)
