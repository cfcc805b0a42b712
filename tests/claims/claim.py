"""A claim: two sides that are equal at every size, and a right side that looks alike and is false."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sympy import Expr


@dataclass(frozen=True)
class Claim:
    """Two sides that are equal under the assumptions, and a false right side."""

    lhs: Expr
    rhs: Expr | int
    lie: Expr | int
    assuming: tuple[object, ...] = ()


CLAIMS: list[Callable[[], Claim]] = []


def enter(rows: Mapping[str, Callable[[], Claim]]) -> None:
    """Enter the claims of a topic into the table: each by its statement, and calling it derives both sides."""
    for name, make in rows.items():
        make.__name__ = name
        CLAIMS.append(make)
