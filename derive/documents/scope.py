"""What is remembered of the state of a document where a section begins."""

from __future__ import annotations

from dataclasses import dataclass

from derive.latex.read.table import Constraint


@dataclass(frozen=True, slots=True)
class Scope:
    """A section that is open: its number, its level, its sort, and what was known and assumed before it."""

    number: int
    level: int
    sort: str
    seen: frozenset[str]
    constraints: tuple[Constraint, ...]
    doubts: dict[str, str]
    fixed: frozenset[str]
