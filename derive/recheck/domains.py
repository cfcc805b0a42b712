"""What values an entry may take on its own, and how one is drawn: simple ones first, so that people can follow."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace

from flint import fmpq
from sympy import Basic

from derive.recheck.values import MINUS_ONE, ONE, ZERO


@dataclass(frozen=True, slots=True)
class Style:
    """How values are drawn: numerators up to `size`, one of the `denominators`, all entries alike or each for itself.

    `degree` is that of the polynomials which stand for unknown functions; `zeros` lets entries vanish; `positive`
    values are tried before others, for logarithms and roots.
    """

    size: int
    denominators: tuple[int, ...] = (1,)
    alike: bool = False
    degree: int = 2
    zeros: bool = False
    positive: bool = False


READABLE = (
    Style(2),
    Style(1, alike=True, degree=1),
    Style(3, zeros=True),
    Style(3, positive=True),
    Style(3, (1, 2), degree=3),
    Style(2, (3, 4, 5), positive=True),
    Style(20, (1, 2, 4), zeros=True),
    Style(40, (1, 1, 3), zeros=True),
)
TESTING = (
    Style(9, (1, 2, 3), degree=5),
    Style(7, (2, 5, 8), degree=4, positive=True),
    Style(2, (5, 7, 11), degree=3, positive=True),
    Style(30, (1, 7), degree=6),
)
CORNERS = (Style(1, zeros=True), Style(1, alike=True, zeros=True))  # where inequalities are equalities


@dataclass(frozen=True, slots=True)
class Domain:
    """An interval with open or closed ends, or a finite set; `step` 1 for integers, 2 for those of one parity.

    >>> positive = Domain(low=fmpq(0), low_open=True)
    >>> positive.contains(fmpq(1, 2)), positive.contains(fmpq(0))
    (True, False)
    """

    low: fmpq | None = None
    high: fmpq | None = None
    low_open: bool = False
    high_open: bool = False
    finite: tuple[fmpq, ...] | None = None
    step: int = 0
    odd: bool = False
    without_zero: bool = False

    @property
    def ordered(self) -> bool:
        """Return whether the domain is bounded, so that it has no meaning modulo a prime."""
        return self.low is not None or self.high is not None

    def contains(self, value: fmpq) -> bool:
        """Return whether a value is allowed."""
        inside = self.low is None or value > self.low or (value == self.low and not self.low_open)
        inside = inside and (self.high is None or value < self.high or (value == self.high and not self.high_open))
        inside = inside and (self.finite is None or value in self.finite)
        inside = inside and (not self.step or ((value - int(self.odd)) / self.step).q == 1)
        return inside and not (self.without_zero and value == 0)

    def below(self, bound: fmpq, *, strictly: bool) -> Domain:
        """Return the part below a bound."""
        if self.high is not None and (self.high < bound or (self.high == bound and self.high_open)):
            return self
        return replace(self, high=bound, high_open=strictly)

    def above(self, bound: fmpq, *, strictly: bool) -> Domain:
        """Return the part above a bound."""
        if self.low is not None and (self.low > bound or (self.low == bound and self.low_open)):
            return self
        return replace(self, low=bound, low_open=strictly)

    def among(self, *values: int) -> Domain:
        """Return the part in a finite set."""
        allowed = tuple(v for v in map(fmpq, values) if self.contains(v))
        return replace(self, finite=allowed)

    def pick(self, dice: int, style: Style) -> fmpq | None:
        """Return an allowed value, or None when none was found; the same dice give the same value."""
        if self.finite is not None:
            allowed = [v for v in self.finite if self.contains(v)]
            return allowed[dice % len(allowed)] if allowed else None
        drawn = (_number(dice >> (11 * k), style) for k in range(8))
        return next((v for v in (*drawn, *self._inside(dice)) if self.contains(v)), None)

    def _inside(self, dice: int) -> list[fmpq]:
        share = fmpq(1 + dice % 7, 8)
        if self.low is not None and self.high is not None:
            middle = self.low + (self.high - self.low) * share
            return [middle, fmpq(middle.ceil()), fmpq(middle.floor()), self.low, self.high]
        start = self.low if self.low is not None else self.high
        away = ONE if self.low is not None else MINUS_ONE
        whole = ZERO if start is None else fmpq(start.floor())
        return [whole + away * (k + dice % 3) for k in range(1, 6)]


def _number(dice: int, style: Style) -> fmpq:
    choice = dice % (2 * style.size + 1)
    # A zero hides whatever it multiplies; so it is drawn only where it is asked for.
    numerator = choice - style.size or (0 if style.zeros else style.size)
    denominators = style.denominators
    numerator = abs(numerator) if style.positive else numerator
    return fmpq(numerator, denominators[(dice // (2 * style.size + 1)) % len(denominators)])


def roll(*what: object) -> int:
    """Return dice that depend on what they are rolled for, and on nothing else."""
    text = "|".join(map(str, what)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=32).digest(), "big")


def assumed(label: Basic) -> Domain:
    """Return the domain that SymPy's own assumptions on a symbol describe."""
    domain = Domain()
    if getattr(label, "is_nonnegative", None):
        domain = domain.above(ZERO, strictly=bool(label.is_positive))
    if getattr(label, "is_nonpositive", None):
        domain = domain.below(ZERO, strictly=bool(label.is_negative))
    if getattr(label, "is_integer", None):
        domain = replace(domain, step=2 if label.is_even or label.is_odd else 1, odd=bool(label.is_odd))
    if getattr(label, "is_nonzero", None):
        domain = replace(domain, without_zero=True)
    return domain.among(0) if getattr(label, "is_zero", None) else domain
