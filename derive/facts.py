"""What may be assumed about a tensor, as data: one-hot, simplex, sign, ... Relations need no wrapper."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NoReturn, TypeAlias

from sympy import Basic, Expr, IndexedBase, Integer, MatrixSymbol, Symbol
from sympy import sign as SignOfNumber  # noqa: N812 -- it is a class
from sympy.core.relational import Equality, GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan

from derive.errors import BadFactError

Kind = Literal["one-hot", "simplex", "sign", "binary", "positive", "nonnegative", "symmetric", "inverse pair", "labels"]
Tensor: TypeAlias = IndexedBase | MatrixSymbol | Symbol

PAIR = 2
"""The first and the last value of a range."""
_OF_ENTRIES: dict[Kind, str] = {
    "one-hot": "{} is one-hot: along its last axis one entry is 1 and the others are 0",
    "simplex": "the entries of {} are nonnegative and sum to 1 along its last axis",
    "sign": "every entry of {} is +1 or -1",
    "binary": "every entry of {} is 0 or 1",
    "positive": "every entry of {} is positive",
    "nonnegative": "no entry of {} is negative",
    "symmetric": "{} is symmetric",
    "inverse pair": "{} and {} are inverse to each other",
    "labels": "every entry of {} is one of the integers {}..{}",
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
    """A property of whole tensors: `kind` says which, `tensors` of what; `among` are the ends of the range of labels.

    >>> from sympy import IndexedBase
    >>> print(sign(IndexedBase("y")))
    every entry of y is +1 or -1
    """

    kind: Kind
    tensors: tuple[Tensor, ...]
    among: tuple[Expr, ...] = ()

    def __str__(self) -> str:
        """Return the fact as a sentence."""
        alone = isinstance(self.tensors[0], Symbol)
        return (_OF_A_NUMBER if alone else _OF_ENTRIES)[self.kind].format(*self.tensors, *self.among)

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


def labels(tensor: Tensor, over: Any) -> Fact:
    """Return the fact that every entry is an integer from 0 to `over - 1`, or between the two ends that `over` gives.

    Such an entry may stand where an index stands: `z[y[n]]` is the sum of `KroneckerDelta(y[n], k) * z[k]` over all k.
    Raises `BadFactError` for a single number, which is an index where it stands as one.

    >>> from sympy import IndexedBase
    >>> print(labels(IndexedBase("y"), 10))
    every entry of y is one of the integers 0..9
    """
    ends: tuple[Any, ...] = over if isinstance(over, tuple) else (0, over - 1)
    among = tuple(Integer(end) if isinstance(end, int) else end for end in ends)
    whole = len(among) == PAIR and all(isinstance(end, Expr) and end.is_integer for end in among)
    if isinstance(tensor, Symbol) or not whole:
        way_out = 'say it of a tensor, as labels(tensor("y", N), K) or labels(y, (1, K)); a single number is an index'
        raise BadFactError(tensor, reason="labels are entries of a tensor, in a range of integers", way_out=way_out)
    return Fact("labels", _fact("labels", tensor).tensors, among)


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
