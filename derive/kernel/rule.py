"""The data of an assumed equation, turned to rewrite: a product of factors under bound indices becomes `result`."""

from __future__ import annotations

from dataclasses import dataclass

from derive.kernel.nodes import Atom, Coef, Dim, Index, Poly


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """Wherever `factors` stand below sums over `bound`, with any indices for the free ones, put `result`.

    `closed` is the same product with its sums closed, for products that no sum surrounds.
    """

    statement: str
    bound: tuple[Index, ...]
    factors: tuple[tuple[Atom, Coef], ...]
    closed: tuple[tuple[Atom, Coef], ...]
    result: Poly


@dataclass(frozen=True, slots=True, eq=False)
class OneHot:
    """The tensor of that name is 1 at one value of its last index, which runs over `dim`, and 0 at the others."""

    name: str
    dim: Dim
