"""What a schema has to say about an output of a command."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

from derive.render.schemas import schema


def objections(command: str, data: Any) -> list[str]:
    """Return where an output differs from the schema of its command, and how; empty if it does not."""
    found = Draft202012Validator(schema(command)).iter_errors(data)
    return [f"{error.json_path}: {error.message}" for error in found]
