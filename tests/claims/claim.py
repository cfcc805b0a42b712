"""A claim: two sides that are equal at every size, and a right side that looks alike and is false."""

from __future__ import annotations

from collections.abc import Callable
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


def claim(make: Callable[[], Claim]) -> Callable[[], Claim]:
    """Enter a claim into the table: its docstring is the statement, and calling it derives both sides."""
    CLAIMS.append(make)
    return make
