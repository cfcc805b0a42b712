"""What the engine answers: a `Verdict`, with the conditions it rests on or the counterexample that breaks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, NoReturn, Protocol, final

from derive.display import mimebundle
from derive.errors import AmbiguousTruthError, ForgeryError

Status = Literal["proved", "refuted", "sampled", "undecided"]
STATUSES: tuple[Status, ...] = ("proved", "refuted", "sampled", "undecided")


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
        statement: Any = self.statement
        shown = f"{statement.lhs} != {statement.rhs}" if getattr(statement, "rel_op", "") == "!=" else statement
        return f"{shown} ({self.reason})"


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
    functions: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        """Freeze the mappings, so that a witness cannot be edited."""
        for name in ("sizes", "indices", "values", "functions"):
            object.__setattr__(self, name, MappingProxyType(dict(getattr(self, name))))

    def __str__(self) -> str:
        """Return the witness as one line a person can re-compute from."""
        parts = [
            f"{n} = {v}" for group in (self.sizes, self.indices, self.values, self.functions) for n, v in group.items()
        ]
        at = ", ".join(parts) or "any values"
        return f"at {at}: left side {self.lhs}, right side {self.rhs}"

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
class Verdict:
    """What was decided, how, and on which conditions. Only the engine issues one.

    `bool(verdict)` raises: *sampled* and *undecided* are neither true nor false, so the caller asks `.status`.
    """

    __slots__ = (
        "assumptions",
        "certificate",
        "conditions",
        "counterexample",
        "method",
        "reason",
        "recheck",
        "statement",
        "status",
    )

    status: Status
    method: str
    conditions: tuple[Condition, ...]
    counterexample: Counterexample | None
    reason: str
    certificate: Certificate | None
    assumptions: tuple[str, ...]
    recheck: object | None
    statement: object | None

    def __init__(self, *_: object, **__: object) -> None:
        """Refuse: a verdict is issued by `prove`, never made by hand."""
        raise ForgeryError(
            "Verdict", reason="a verdict cannot be made by hand", way_out="call derive.prove and keep what it returns"
        )

    def __init_subclass__(cls) -> None:
        """Refuse subclasses: they could carry a status that nobody decided."""
        raise ForgeryError(
            cls.__name__, reason="Verdict cannot be subclassed", way_out="wrap the verdict in a class of your own"
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse changes."""
        raise ForgeryError(f"{name} = {value!r}", reason="a verdict does not change", way_out="call derive.prove again")

    def __bool__(self) -> NoReturn:
        """Refuse: four answers do not fit into two."""
        raise AmbiguousTruthError(
            self.status, reason="a verdict is not simply true or false", way_out='ask verdict.status == "proved"'
        )

    def __eq__(self, other: object) -> bool:
        """Compare all that was decided."""
        return isinstance(other, Verdict) and all(getattr(self, s) == getattr(other, s) for s in self.__slots__)

    def __hash__(self) -> int:
        """Hash on what is always hashable."""
        return hash((self.status, self.method, self.reason))

    def __repr__(self) -> str:
        """Return status and method, as a short line."""
        return f"<Verdict {self.status}: {self.method}>"

    def __str__(self) -> str:
        """Return everything a reader wants to see, a line each."""
        lines = [f"{self.status} ({self.method})"]
        lines += [f"  {self.reason}"] if self.reason else []
        lines += [f"  counterexample {self.counterexample}"] if self.counterexample is not None else []
        lines += [f"  certificate: {self.certificate}"] if self.certificate is not None else []
        lines += [f"  if {c}" for c in self.conditions] + [f"  taking {a}" for a in self.assumptions]
        return "\n".join(lines)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:  # pyright: ignore[reportUnusedFunction] # notebooks call it
        """Return what a notebook shows: text and HTML."""
        return mimebundle(self)

    def __reduce__(self) -> tuple[object, ...]:
        """Travel between processes through the same checks as any other verdict."""
        return _reissue, tuple(getattr(self, s) for s in self.__slots__)


def issue(
    status: Status,
    method: str,
    *,
    reason: str = "",
    conditions: tuple[Condition, ...] = (),
    counterexample: Counterexample | None = None,
    certificate: Certificate | None = None,
    assumptions: tuple[str, ...] = (),
    recheck: object | None = None,
    statement: object | None = None,
) -> Verdict:
    """Return a verdict whose parts fit together; `ForgeryError` when they do not. For the deciders only."""
    if status not in STATUSES:
        raise ForgeryError(status, reason="no such status", way_out=f"use one of {', '.join(STATUSES)}")
    if (status == "refuted") != (counterexample is not None):
        raise ForgeryError(
            status, reason="a counterexample belongs to refuted and to nothing else", way_out="give both or neither"
        )
    if not method or (status in {"undecided", "sampled"} and not reason):
        raise ForgeryError(
            status, reason="how or why it was decided is missing", way_out="name the method and the reason"
        )
    verdict = object.__new__(Verdict)
    parts = {
        "status": status,
        "method": method,
        "reason": reason,
        "conditions": conditions,
        "counterexample": counterexample,
        "certificate": certificate,
        "assumptions": assumptions,
        "recheck": recheck,
        "statement": statement,
    }
    for name, value in parts.items():
        object.__setattr__(verdict, name, value)
    return verdict


def _reissue(*parts: object) -> Verdict:
    given: dict[str, Any] = dict(zip(Verdict.__slots__, parts, strict=True))
    return issue(given.pop("status"), given.pop("method"), **given)
