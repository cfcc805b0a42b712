"""JSON Schemas of what the commands print, each made of the file `schemas.json` and of the table of words."""

from __future__ import annotations

from collections.abc import Iterator
from json import loads
from pathlib import Path
from typing import Any

from derive.words import SCHEMA, row_of, said_by

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ALL = Path(__file__).with_name("schemas.json")
COMMANDS = ("list", "show", "errata", "check", "verify", "report")
"""The commands that have a schema."""
VERSION = {"description": "the version of the JSON that `derive` writes", "const": SCHEMA}


def objects() -> dict[str, Any]:
    """Return every object that a command prints, by its name; those that are words have the words of the table.

    >>> objects()["comparison"]["enum"]
    ['sampled', 'refuted', 'undecided']
    """
    held = loads(ALL.read_text(encoding="utf-8"))["$defs"]
    for found in held.values():
        if "said-by" in found:
            found["enum"] = [row_of(word).json for word in said_by(found.pop("said-by"))]
    return held


def schema(command: str) -> dict[str, Any]:
    """Return the schema of what a command prints, with the objects that it needs and no others.

    The objects that it prints, and no others, have the version.

    >>> schema("list")["items"], sorted(schema("list")["$defs"])
    ({'$ref': '#/$defs/entry'}, ['entry', 'status-word'])
    """
    held = objects()
    top, needed, waiting = held[f"derive-{command}"], set[str](), [f"derive-{command}"]
    while waiting:
        found = {*_named(held[waiting.pop()])} - needed
        needed |= found
        waiting += found
    for name in dict.fromkeys(_named(top)):
        printed = held[name]
        printed |= {
            "properties": {"schema": VERSION, **printed["properties"]},
            "required": ["schema", *printed["required"]],
        }
    return {"$schema": DIALECT, **top, "$defs": {name: held[name] for name in held if name in needed}}


def _named(part: Any) -> Iterator[str]:
    """Yield the objects that a part of a schema refers to."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"].removeprefix("#/$defs/")
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from _named(inner)
