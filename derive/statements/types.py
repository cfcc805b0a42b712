"""`Statement`: everything that a verdict is about, with every quantifier, and nothing that is still to be guessed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from derive.expr.tree import Node
from derive.expr.vocabulary import Vocabulary

if TYPE_CHECKING:
    from derive.facts import Kind

Sign = Literal["==", "<=", "<", ">=", ">"]
SIGNS: tuple[Sign, ...] = ("==", "<=", "<", ">=", ">")


@dataclass(frozen=True, slots=True)
class Size:
    """A positive integer that ends ranges; `least` is the smallest value for which the statement is made."""

    name: str
    least: int


@dataclass(frozen=True, slots=True)
class Range:
    """The integers from `first` to `last`, none where `last` lies before `first`; an end that is None is open."""

    first: Node | None
    last: Node | None

    @property
    def is_open(self) -> bool:
        """Return whether an end is open: then no sum runs over it."""
        return self.first is None or self.last is None


EVERYWHERE = Range(None, None)
"""All integers."""


@dataclass(frozen=True, slots=True)
class Name:
    """A tensor or a scalar: the axis of each of its places (None where nothing declares one), and what kind it is.

    It is real; `kind` says more: integer, positive, nonnegative.
    """

    name: str
    axes: tuple[Range | None, ...]
    kind: frozenset[str]


@dataclass(frozen=True, slots=True)
class FreeIndex:
    """A free index, over what it runs, and what says so."""

    name: str
    range: Range
    source: str


@dataclass(frozen=True, slots=True)
class Relation:
    """Two sides in a relation, for all values of its own free indices."""

    sign: Sign
    left: Node
    right: Node
    indices: tuple[FreeIndex, ...]


@dataclass(frozen=True, slots=True)
class Property:
    """A property of whole tensors, along their declared axes: one-hot, simplex, symmetric, ...

    `among` is the range of integers in which the entries of labels lie.
    """

    kind: Kind
    tensors: tuple[Name, ...]
    among: Range | None = None


@dataclass(frozen=True, slots=True)
class Statement:
    """A relation of two sides for all sizes, all values of all names that meet the hypotheses, all free indices.

    Made by `derive.statement`, which raises for what is not said or said twice; frozen, and equal to another one that
    says the same. `names` gives tensors and scalars in the order of their names, `rows` the indices of a relation
    between matrices, which is meant entry by entry. `str` is one English sentence, `latex` the same in LaTeX.

    >>> from sympy import Sum, symbols
    >>> from derive import size, statement, tensor
    >>> N = size("N"); x = tensor("x", N); i = symbols("i", integer=True)
    >>> print(statement(2 * Sum(x[i], (i, 0, N - 1)), Sum(2 * x[i], (i, 0, N - 1))))
    for all N >= 1 and x in R^N: 2*Sum(x[i], (i, 0, N - 1)) = Sum(2*x[i], (i, 0, N - 1))
    """

    sign: Sign
    left: Node
    right: Node
    sizes: tuple[Size, ...]
    names: tuple[Name, ...]
    indices: tuple[FreeIndex, ...]
    hypotheses: tuple[Relation | Property, ...]
    rows: tuple[str, ...] = ()
    vocabulary: Vocabulary = field(kw_only=True, compare=False, repr=False)

    @property
    def relations(self) -> tuple[Relation, ...]:
        """Return the hypotheses that are relations."""
        return tuple(each for each in self.hypotheses if isinstance(each, Relation))

    @property
    def properties(self) -> tuple[Property, ...]:
        """Return the hypotheses that are properties of whole tensors."""
        return tuple(each for each in self.hypotheses if isinstance(each, Property))

    @property
    def labels(self) -> dict[str, Range]:
        """Return the tensors whose entries may stand as an index, each with the range in which these lie."""
        return {each.tensors[0].name: each.among for each in self.properties if each.among is not None}

    @property
    def has_decimals(self) -> bool:
        """Return whether a number in it was written as a decimal; it stands for what is printed."""
        return self.vocabulary.decimals

    def name(self, name: str, rank: int) -> Name:
        """Return the tensor or scalar of that name and rank. Raises `KeyError` where there is none."""
        found = next((each for each in self.names if each.name == name and len(each.axes) == rank), None)
        if found is None:
            raise KeyError(name)
        return found

    def __str__(self) -> str:
        """Return the statement as one English sentence."""
        from derive.statements.sentence import sentence  # noqa: PLC0415 -- the sentence reads the types

        return sentence(self)

    def latex(self) -> str:
        """Return the sentence in LaTeX."""
        from derive.statements.sentence import latex  # noqa: PLC0415 -- the sentence reads the types

        return latex(self)
