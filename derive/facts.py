"""What may be assumed about a tensor, as data: one-hot, simplex, sign, ... Relations need no wrapper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias

from sympy import Basic, IndexedBase, MatrixSymbol, Symbol
from sympy import sign as SignOfNumber  # noqa: N812 -- it is a class
from sympy.core.relational import Equality, GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan

from derive.errors import BadFactError

Kind = Literal["one-hot", "simplex", "sign", "binary", "positive", "nonnegative", "symmetric", "inverse pair"]
Tensor: TypeAlias = IndexedBase | MatrixSymbol | Symbol

_OF_ENTRIES: dict[Kind, str] = {
    "one-hot": "{} is one-hot: along its last axis one entry is 1 and the others are 0",
    "simplex": "the entries of {} are nonnegative and sum to 1 along its last axis",
    "sign": "every entry of {} is +1 or -1",
    "binary": "every entry of {} is 0 or 1",
    "positive": "every entry of {} is positive",
    "nonnegative": "no entry of {} is negative",
    "symmetric": "{} is symmetric",
    "inverse pair": "{} and {} are inverse to each other",
}
_OF_A_NUMBER: dict[Kind, str] = {
    **_OF_ENTRIES,
    "sign": "{} is +1 or -1",
    "binary": "{} is 0 or 1",
    "positive": "{} is positive",
    "nonnegative": "{} is not negative",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A property of whole tensors: `kind` says which, `tensors` of what.

    >>> from sympy import IndexedBase
    >>> print(sign(IndexedBase("y")))
    every entry of y is +1 or -1
    """

    kind: Kind
    tensors: tuple[Tensor, ...]

    def __str__(self) -> str:
        """Return the fact as a sentence."""
        alone = isinstance(self.tensors[0], Symbol)
        return (_OF_A_NUMBER if alone else _OF_ENTRIES)[self.kind].format(*self.tensors)

    def _is_no_number(self, *_: object) -> NoReturn:
        """Refuse arithmetic: who calculates with `sign(y)` means SymPy's function."""
        way_out = f"use sympy.{self.kind} for the function" if self.kind == "sign" else "give it as `assuming`"
        raise BadFactError(self, reason="a fact is no number that one calculates with", way_out=way_out)

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _is_no_number
    __pow__ = __rpow__ = __neg__ = _is_no_number


Assumption: TypeAlias = Fact | Relational


def _fact(kind: Kind, *tensors: Any) -> Fact:
    for tensor in tensors:
        if not isinstance(tensor, IndexedBase | MatrixSymbol | Symbol):
            way_out = "pass the whole tensor, such as y and not y[i], or write a relation, such as Eq(y[i]**2, 1)"
            if kind == "sign":
                way_out += "; the sign of a number is sympy.sign"
            raise BadFactError(
                tensor, reason=f"{kind} is said of an IndexedBase, MatrixSymbol or Symbol", way_out=way_out
            )
    return Fact(kind, tensors)


def one_hot(tensor: Tensor) -> Fact:
    """Return the fact that along the last axis exactly one entry is 1 and the others are 0."""
    return _fact("one-hot", tensor)


def simplex(tensor: Tensor) -> Fact:
    """Return the fact that the entries are nonnegative and sum to one along the last axis."""
    return _fact("simplex", tensor)


def sign(tensor: Tensor) -> Fact:
    """Return the fact that every entry is +1 or -1."""
    return _fact("sign", tensor)


def binary(tensor: Tensor) -> Fact:
    """Return the fact that every entry is 0 or 1."""
    return _fact("binary", tensor)


def positive(tensor: Tensor) -> Fact:
    """Return the fact that every entry is greater than 0."""
    return _fact("positive", tensor)


def nonnegative(tensor: Tensor) -> Fact:
    """Return the fact that every entry is at least 0."""
    return _fact("nonnegative", tensor)


def symmetric(tensor: Tensor) -> Fact:
    """Return the fact that exchanging the last two indices changes nothing."""
    return _fact("symmetric", tensor)


def inverse_pair(matrix: Tensor, inverse: Tensor) -> Fact:
    """Return the fact that two square matrices are inverse to one another."""
    return _fact("inverse pair", matrix, inverse)


def as_assumptions(assuming: Any) -> tuple[Assumption, ...]:
    """Return the given facts as a tuple; a single one may come without brackets.

    Raises `BadFactError` for what is neither a `Fact` nor one of SymPy's `Eq`, `Le`, `Lt`, `Ge`, `Gt`.
    """
    alone = isinstance(assuming, Fact | Basic | str) or not isinstance(assuming, Iterable)
    given: tuple[Any, ...] = (assuming,) if alone else tuple(assuming)
    relations = (Equality, LessThan, StrictLessThan, GreaterThan, StrictGreaterThan)
    for fact in given:
        if not isinstance(fact, (Fact, *relations)):
            way_out = "give facts such as derive.sign(y), or relations such as Eq(Sum(p[k], (k, 1, K)), 1)"
            if isinstance(fact, SignOfNumber):
                way_out = "say derive.sign(y) where every entry of y is +1 or -1: sympy.sign is a number"
            raise BadFactError(fact, reason="this is no assumption", way_out=way_out)
    return given
