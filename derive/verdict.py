"""What the engine answers: a `Verdict`, with the conditions it rests on or the counterexample that breaks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, InitVar, dataclass, field, fields, replace
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, NoReturn, Protocol, final

from derive.display import mimebundle, number
from derive.errors import AmbiguousTruthError, ForgeryError
from derive.words import Word, least_values, said_by

NOTHING: Mapping[str, Any] = MappingProxyType({})
STATUSES = said_by("prove")
_ISSUED = object()
"""What tells a verdict of the deciders from one that is made by hand."""


def spelt(relation: Any) -> str:
    """Return a relation as people write it.

    >>> from sympy import Ne, Symbol
    >>> print(spelt(Ne(Symbol("s"), 0)))
    s != 0
    """
    return f"{relation.lhs} != {relation.rhs}" if getattr(relation, "rel_op", "") == "!=" else str(relation)


@dataclass(frozen=True, slots=True)
class Condition:
    """A side condition: `statement` (SymPy relation or text), and `reason`, why it is needed.

    >>> print(Condition("x[i] > 0", "argument of log"))
    x[i] > 0 (argument of log)
    """

    statement: object
    reason: str

    def __str__(self) -> str:
        """Return the condition as one line."""
        return f"{spelt(self.statement)} ({self.reason})"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """Sizes, index values and entries at which the two sides differ.

    `values` maps each entry as printed, such as ``"x[1]"``, to an exact number. `lhs` and `rhs` are exact
    where the sides are rational, else the middle of a ball whose radius has been shown to be too small to matter.
    """

    sizes: Mapping[str, int]
    indices: Mapping[str, int]
    values: Mapping[str, Fraction]
    lhs: Fraction | float
    rhs: Fraction | float
    relation: str = "=="
    functions: Mapping[str, str] = field(default_factory=lambda: NOTHING)

    def __post_init__(self) -> None:
        """Freeze the mappings, so that a witness cannot be edited."""
        for name in ("sizes", "indices", "values", "functions"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __str__(self) -> str:
        """Return the witness as one line a person can re-compute from."""
        numbers = {**self.sizes, **self.indices, **self.values}
        parts = [f"{n} = {number(v)}" for n, v in numbers.items()] + [f"{n} = {f}" for n, f in self.functions.items()]
        at = ", ".join(parts) or "any values"
        return f"at {at}: left side {number(self.lhs)}, right side {number(self.rhs)}"

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes: mapping proxies do not pickle."""
        maps = [dict(m) for m in (self.sizes, self.indices, self.values)]
        return Counterexample, (*maps, self.lhs, self.rhs, self.relation, dict(self.functions))


class Certificate(Protocol):
    """Why an inequality holds; `check` re-expands it and `str` prints it."""

    def check(self) -> bool:
        """Return whether the parts add up to the goal exactly."""
        ...


@final
@dataclass(frozen=True, slots=True, repr=False)
class Verdict:
    """What was decided, how, and on which conditions. Only the engine issues one.

    `least` has the least values of sizes from which on it is proved, where that is less than everywhere.
    `bool(verdict)` raises: *sampled* and *undecided* are neither true nor false, so the caller asks `.status`.
    """

    status: Word
    method: str
    _: KW_ONLY
    reason: str = ""
    conditions: tuple[Condition, ...] = ()
    counterexample: Counterexample | None = field(default=None, hash=False)
    certificate: Certificate | None = field(default=None, hash=False)
    assumptions: tuple[str, ...] = ()
    recheck: object | None = field(default=None, hash=False)
    statement: object | None = field(default=None, hash=False)
    least: Mapping[str, int] = field(default_factory=lambda: NOTHING, hash=False)
    issued: InitVar[object] = None

    def __post_init__(self, issued: object) -> None:
        """Refuse what is made by hand, and parts that do not fit together."""
        if issued is not _ISSUED:
            raise ForgeryError(
                "Verdict",
                reason="a verdict cannot be made by hand",
                way_out="call derive.prove and keep what it returns",
            )
        for reason, broken, way_out in _RULES:
            if broken(self):
                raise ForgeryError(self.status, reason=reason, way_out=way_out)
        object.__setattr__(self, "least", MappingProxyType(dict(self.least)))

    def __init_subclass__(cls) -> None:
        """Refuse subclasses: they could carry a status that nobody decided."""
        raise ForgeryError(
            cls.__name__, reason="Verdict cannot be subclassed", way_out="wrap it in a class of your own"
        )

    def __bool__(self) -> NoReturn:
        """Refuse: several answers do not fit into two."""
        raise AmbiguousTruthError(
            self.status, reason="a verdict is not simply true or false", way_out='ask verdict.status == "proved"'
        )

    @property
    def taken(self) -> tuple[str, ...]:
        """Return for what it was decided: what was taken for granted in reading it, and the least sizes."""
        return (*self.assumptions, *([least_values(self.least)] if self.least else []))

    @property
    def word(self) -> str:
        """Return the status as it is printed: that of larger sizes says which."""
        return f"proved for {least_values(self.least)}" if self.least else self.status

    def __repr__(self) -> str:
        """Return status and method, as a short line."""
        return f"<Verdict {self.word}: {self.method}>"

    def __str__(self) -> str:
        """Return everything a reader wants to see, a line each."""
        lines = [f"{self.word} ({self.method})"]
        lines += [f"  {self.reason}"] if self.reason else []
        lines += [f"  counterexample {self.counterexample}"] if self.counterexample is not None else []
        lines += [f"  certificate: {_text(self.certificate)}"] if self.certificate is not None else []
        lines += [f"  if {_text(c)}" for c in self.conditions] + [f"  taking {a}" for a in self.assumptions]
        lines += ["  about decimals, each as it is printed"] if getattr(self.statement, "has_decimals", False) else []
        return "\n".join(lines)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:  # pyright: ignore[reportUnusedFunction] # notebooks call it
        """Return what a notebook shows: text and HTML."""
        return mimebundle(self)

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes through the same checks as any other verdict."""
        *parts, least = (getattr(self, each.name) for each in fields(self))
        return _reissue, (*parts, dict(least))


_RULES: tuple[tuple[str, Callable[[Verdict], bool], str], ...] = (
    ("no such status", lambda v: v.status not in STATUSES, f"use one of {', '.join(STATUSES)}"),
    (
        "a counterexample belongs to refuted and to nothing else",
        lambda v: (v.status == "refuted") != (v.counterexample is not None),
        "give both or neither",
    ),
    (
        "how or why it was decided is missing",
        lambda v: not v.method or (v.status in {"undecided", "sampled"} and not v.reason),
        "name the method and the reason",
    ),
    (
        "least values belong to what is proved for larger sizes, and to nothing else",
        lambda v: (v.status == "proved for larger sizes") != bool(v.least),
        "give both or neither",
    ),
)
"""What no verdict may be: why not, when it is, and what to do then."""

issue = partial(Verdict, issued=_ISSUED)
"""Issue a verdict whose parts fit together; `ForgeryError` when they do not. For the deciders only."""


def changed(verdict: Verdict, **parts: Any) -> Verdict:
    """Return a verdict with other parts, which must fit together as those of any other. For the deciders only."""
    return replace(verdict, issued=_ISSUED, **parts)


def _reissue(*parts: Any) -> Verdict:
    return issue(**{each.name: part for each, part in zip(fields(Verdict), parts, strict=True)})


def _text(shown: object) -> str:
    """Return something as text; Python refuses to write numbers of more than some thousands of digits."""
    try:
        return str(shown)
    except ValueError:
        return "a line with numbers that are too long to be printed"
