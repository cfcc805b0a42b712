"""What tracing answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from sympy import Add

from derive.words import Word
from numeric.verify.opinion import Opinion

READABLE = 80
"""A sum of terms that is longer is shortened."""
LONGEST = 200
"""What is longer than that, shortened as it may be, is not shown."""


def _nothing() -> Mapping[str, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Inputs at which the code's gradient is wrong: the entry, what it should be there, and what the code returns."""

    arguments: tuple[Any, ...]
    parameter: str
    at: tuple[int, ...]
    expected: float
    got: float

    def __str__(self) -> str:
        """Return the entry and both numbers as one line."""
        place = f"[{', '.join(map(str, self.at))}]" if self.at else ""
        return f"gradient of {self.parameter}{place}: expected {self.expected:.6g}, got {self.got:.6g}"


@dataclass(frozen=True, slots=True)
class Traced:
    """The verdict of tracing: `proved` for all sizes, `refuted` by inputs, `sampled` for small shapes, or `undecided`.

    `conditions` are what a proof rests on, and `opinion` what the second opinion says of it. `difference` holds for
    each parameter the code's gradient minus the right one, where they differ, as SymPy expressions, and `factor` what
    the right one is multiplied with, where that is all that is wrong. `reason` says where tracing ended, or why nothing
    was decided.
    """

    verdict: Word
    method: str
    conditions: tuple[str, ...] = ()
    difference: Mapping[str, Any] = field(default_factory=_nothing)
    factor: Mapping[str, Any] = field(default_factory=_nothing)
    counterexample: Mismatch | None = None
    reason: str = ""
    opinion: Opinion | None = None
    loss: Any = None
    gradient: Mapping[str, Any] = field(default_factory=_nothing)
    seconds: float = 0.0

    def __str__(self) -> str:
        """Return everything a reader wants to see, a line each."""
        lines = [f"{self.verdict} ({self.method})"]
        lines += [f"  {self.reason}"] if self.reason else []
        lines += [f"  {fault}" for fault in self.faults()]
        lines += [f"  {self.counterexample}"] if self.counterexample is not None else []
        lines += [f"  if {condition}" for condition in self.conditions]
        return "\n".join([*lines, f"  second opinion: {self.opinion}"] if self.opinion is not None else lines)

    def faults(self) -> list[str]:
        """Return for each parameter what is wrong with its gradient, as a sentence in symbols.

        >>> from sympy.abc import b, y
        >>> found = Traced("refuted", "traced, all sizes", factor={"w": 2}, difference={"w": y, "b": 2 * b - y})
        >>> for fault in found.faults():
        ...     print(fault)
        your gradient of w is 2 times what it should be
        your gradient of b has 2*b too much and lacks y
        """
        times = {name: f"your gradient of {name} is {by} times what it should be" for name, by in self.factor.items()}
        extra = {name: f"your gradient of {name} {_off_by(term)}" for name, term in self.difference.items()}
        return list({**extra, **times}.values())

    def in_symbols(self) -> str:
        """Return all faults in one line, or nothing where it would be too long to help anybody.

        >>> from sympy.abc import y
        >>> Traced("refuted", "traced, all sizes", difference={"w": y}).in_symbols()
        'your gradient of w has y too much'
        """
        told = "; ".join(self.faults())
        return told if len(told) <= LONGEST else ""


def _off_by(difference: Any) -> str:
    """Return what is too much and what is missing: a term with a minus sign is one that is not there."""
    terms = difference.as_ordered_terms()
    missing = [-term for term in terms if term.could_extract_minus_sign()]
    extra = [term for term in terms if not term.could_extract_minus_sign()]
    told = [f"has {_listed(extra)} too much"] if extra else []
    return " and ".join([*told, f"lacks {_listed(missing)}"] if missing else told)


def _listed(terms: list[Any]) -> str:
    """Return a sum as text; of a long one the first terms, and how many more there are."""
    shown = next((n for n in range(len(terms), 1, -1) if len(str(Add(*terms[:n]))) <= READABLE), 1)
    more = len(terms) - shown
    return str(Add(*terms[:shown])) + (f" and {more} more term{'s' if more > 1 else ''}" if more else "")
