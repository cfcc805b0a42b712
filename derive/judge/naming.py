"""Names for readers: expressions and counterexamples with the letters of the document, not those of a reading."""

from __future__ import annotations

import re
from typing import Any

from derive.verdict import Counterexample

NUMBERED = re.compile(r"\b([A-Za-z]+)_\d+\b")
"""A letter that a reading made different from others of its name, by a number behind it."""


def shown(expr: Any) -> str:
    """Return an expression as text; letters that a reading numbered are as they were written, where they stay apart.

    >>> from sympy import symbols
    >>> i_2, j_2 = symbols("i_2 j_2")
    >>> shown(i_2 + 2 * j_2), shown(i_2 + symbols("i_3"))
    ('i + 2*j', 'i_2 + i_3')
    """
    text = str(expr)
    numbered = {match[0]: match[1] for match in NUMBERED.finditer(text)}
    plain = list(numbered.values())
    clear = {
        name for name, letter in numbered.items() if plain.count(letter) == 1 and not re.search(rf"\b{letter}\b", text)
    }
    return NUMBERED.sub(lambda match: match[1] if match[0] in clear else match[0], text)


def witness(found: Counterexample) -> dict[str, Any]:
    """Return a counterexample as JSON has it: whole numbers as numbers, fractions as text, exactly."""
    values = {name: _number(value) for name, value in found.values.items()}
    return {
        "sizes": dict(found.sizes),
        "indices": dict(found.indices),
        "values": values,
        "functions": dict(found.functions),
        "lhs": _number(found.lhs),
        "rhs": _number(found.rhs),
    }


def _number(value: Any) -> Any:
    if isinstance(value, float):
        return value
    return int(value) if value == int(value) else str(value)
