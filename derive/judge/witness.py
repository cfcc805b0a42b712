"""A counterexample as JSON has it, here and in reports: one form."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from derive.display import is_long, rounded
from derive.verdict import Counterexample


def witness(found: Counterexample) -> dict[str, Any]:
    """Return a counterexample as JSON has it: whole numbers as numbers, fractions as text, exactly.

    >>> witness(Counterexample({"N": 2}, {}, {"x[1]": Fraction(1, 2)}, Fraction(1), 0.5))["values"]
    {'x[1]': '1/2'}
    """
    return {
        "sizes": dict(found.sizes),
        "indices": dict(found.indices),
        "values": {name: _number(value) for name, value in found.values.items()},
        "functions": dict(found.functions),
        "lhs": _number(found.lhs),
        "relation": found.relation,
        "rhs": _number(found.rhs),
    }


def _number(value: Fraction | float) -> int | float | str:
    if isinstance(value, float):
        return value
    if is_long(value):
        return f"about {rounded(value)}"
    return int(value) if value == int(value) else str(value)
