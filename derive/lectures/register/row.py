"""Claims that are numbers: rows of data, and the one interpretation that decides all of them.

A row says what is printed at a line, and the expression that it says. An expression is a tree of exact functions over
numbers as they are printed, vectors, and runs of `derive.lectures.worked`; of text, only single numbers are read.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from derive.lectures.register.claim import Claim, Finding, all_of, computed, only, printed, repaired, shown
from derive.lectures.worked import Vector
from derive.words import Word


def _operation(function: Callable[..., Any]) -> Callable[..., Of]:
    return lambda *arguments: Of(function, arguments)


@dataclass(frozen=True, slots=True)
class Of:
    """A function of exact values, which are computed when the row is decided.

    >>> print(value((exact("0.57") - 1) ** 2))
    1849/10000
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    __add__ = _operation(operator.add)
    __sub__ = _operation(operator.sub)
    __mul__ = _operation(operator.mul)
    __truediv__ = _operation(operator.truediv)
    __pow__ = _operation(operator.pow)
    __neg__ = _operation(operator.neg)

    def __getitem__(self, place: Any) -> Of:
        """Return an entry, or a slice."""
        return of(operator.getitem, self, place)

    def __getattr__(self, name: str) -> Of:
        """Return a property of what is computed, such as the last weights of a run."""
        if name.startswith("_"):
            raise AttributeError(name)
        return of(getattr, self, name)


def of(function: Callable[..., Any], *arguments: Any) -> Of:
    """Return the function of these values, not yet computed."""
    return Of(function, arguments)


def exact(number: str) -> Of:
    """Return a number as it is printed."""
    return of(Fraction, number)


def value(term: Any) -> Any:
    """Return what an expression is worth; what is none is worth itself."""
    if isinstance(term, Of):
        return term.function(*map(value, term.arguments))
    return tuple(map(value, term)) if isinstance(term, tuple) else term


def entries(weights: Vector) -> str:
    """Return a vector as it is read.

    >>> entries((Fraction(1, 4), Fraction(-1)))
    '[0.25 -1]'
    """
    return f"[{' '.join(f'{float(entry):g}' for entry in weights)}]"


def listed(things: Iterable[object]) -> str:
    """Return things with commas between them."""
    return ", ".join(map(str, things))


def _told(thing: Any) -> Any:
    """Return a vector as it is read, and anything else as it is."""
    is_vector = isinstance(thing, tuple) and all(isinstance(entry, Fraction) for entry in thing)
    return entries(thing) if is_vector else thing


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is printed to some digits.

    Where the lecture goes on with rounded numbers, `term` is made of those, and `unrounded` says what the others give;
    `noted` fills the place in `note`.
    """

    term: Any
    printed: str
    unrounded: Any = None
    note: str = ""
    noted: Any = None

    def find(self) -> Finding:
        """Return whether the number rounds to what is printed."""
        here = printed(value(self.term), self.printed)
        if self.unrounded is None:
            return here
        there = printed(value(self.unrounded), self.printed)
        evidence = f"from the numbers as displayed: {here.evidence}; from the unrounded ones: {there.evidence}"
        return Finding(here.outcome, evidence + self.note.format(value(self.noted)))


@dataclass(frozen=True, slots=True)
class Root:
    """The root of a number, printed to some digits; the squares of the borders are compared.

    >>> Root(exact("14.8") / 4, "1.92").find().outcome, Root(exact("14.8") / 4, "1.93").find().outcome
    ('agrees to the digits', 'disagrees to the digits')
    """

    term: Any
    printed: str

    def find(self) -> Finding:
        """Return whether the root rounds to what is printed."""
        square, half_unit = value(self.term), Fraction(1, 2 * 10 ** len(self.printed.partition(".")[2]))
        low, high = Fraction(self.printed) - half_unit, Fraction(self.printed) + half_unit
        outcome: Word = "agrees to the digits" if low**2 <= square <= high**2 else "disagrees to the digits"
        told = f"computed the root of {square}, {float(square) ** 0.5:.6g}, printed {self.printed}"
        return Finding(outcome, told)


@dataclass(frozen=True, slots=True)
class Same:
    """Something exact that is printed as a whole: weights, a sign, a list. `told` fills the places in `what`."""

    what: str
    term: Any
    printed: Any
    told: Sequence[Any] = ()

    def find(self) -> Finding:
        """Return whether it is what is printed."""
        what = self.what.format(*map(value, self.told))
        return computed(what, _told(value(self.term)), _told(self.printed))


@dataclass(frozen=True, slots=True)
class Shows:
    """An example that shows what is claimed where `term` is true; `told` fills the places in `what`."""

    what: str
    term: Any
    told: Sequence[Any] = ()

    def find(self) -> Finding:
        """Return whether the example shows it."""
        return shown(self.what.format(*(_told(value(term)) for term in self.told)), holds=bool(value(self.term)))


Check: TypeAlias = Number | Root | Same | Shows


@dataclass(frozen=True, slots=True)
class Row:
    """A line, what it says, the checks that must all hold, and the verdict that is known.

    `otherwise` must fail, where the checks hold under a convention only; `mended` must hold, where they fail and the
    repair is computed as well.
    """

    line: int
    says: str
    checks: tuple[Check, ...] = ()
    verdict: Word = "agrees to the digits"
    convention: str = ""
    repair: str = ""
    otherwise: Sequence[Check] = ()
    mended: Sequence[Check] = ()

    def right(self, *checks: Check, **columns: Any) -> Row:
        """Return the row with its checks and other columns: what is printed is right."""
        return replace(self, checks=checks, **columns)

    def wrong(self, *checks: Check, **columns: Any) -> Row:
        """Return the row with its checks and other columns: what is printed is wrong."""
        return replace(self, checks=checks, verdict="disagrees to the digits", **columns)

    def proved(self, *checks: Check, **columns: Any) -> Row:
        """Return the row with its checks and other columns: an example shows it."""
        return replace(self, checks=checks, verdict="proved", **columns)

    def refuted(self, *checks: Check, **columns: Any) -> Row:
        """Return the row with its checks and other columns: an example shows otherwise."""
        return replace(self, checks=checks, verdict="refuted", **columns)


def decide(row: Row) -> Finding:
    """Return what is found of a row.

    >>> decide(Row(222, "0.57^2 = 0.345").wrong(Number(exact("0.57") ** 2, "0.345"))).evidence
    'computed 0.3249, printed 0.345'
    """
    found = all_of(*(check.find() for check in row.checks))
    if row.otherwise:
        found = only(found, all_of(*(check.find() for check in row.otherwise)))
    return repaired(found, all_of(*(check.find() for check in row.mended))) if row.mended else found


def claims_of_rows(lecture: str, rows: Iterable[Row]) -> tuple[Claim, ...]:
    """Return the claims of a table."""
    return tuple(
        Claim(lecture, row.line, row.says, row.verdict, partial(decide, row), row.convention, row.repair)
        for row in rows
    )
