"""The second opinion on two sides that are still SymPy's, until the statement is what is decided here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from derive.recheck import Evidence, Recheck, recheck
from derive.recheck import find as find_in
from derive.statement import statement
from derive.verdict import Counterexample


def find(
    lhs: Any,
    rhs: Any,
    *,
    relation: str = "==",
    assuming: object = (),
    ranges: Mapping[Any, Any] | None = None,
    max_seconds: float = 2.0,
) -> Counterexample | Evidence:
    """Return a point at which a statement provably fails, or what was seen where it holds."""
    del ranges
    return find_in(statement(lhs, rhs, assuming, relation=relation), max_seconds=max_seconds)


def second_opinion(
    lhs: Any,
    rhs: Any,
    *,
    relation: str = "==",
    assuming: object = (),
    ranges: Mapping[Any, Any] | None = None,
    max_seconds: float = 2.0,
) -> Recheck:
    """Return what the second opinion says."""
    del ranges
    return recheck(statement(lhs, rhs, assuming, relation=relation), max_seconds=max_seconds)


__all__ = ["Evidence", "find", "second_opinion"]
