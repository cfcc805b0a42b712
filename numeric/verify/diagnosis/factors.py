"""Factors that gradients are off by: their labels, and the words for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from numeric.verify.diagnosis.case import Case


@dataclass(frozen=True, slots=True)
class Factor:
    """A factor that depends on the number of examples at most, its label, and how it is said."""

    label: str
    value: Callable[[int], float | None]
    says: str
    needs_count: bool = True


FACTORS = (
    Factor("sign", lambda _: -1.0, "the sign is flipped", needs_count=False),
    Factor("scale:2", lambda _: 2.0, "it is twice the right one: a factor 2 too much", needs_count=False),
    Factor("scale:1/2", lambda _: 0.5, "it is half the right one: a factor 2 is missing", needs_count=False),
    Factor("scale:N", float, "it is N times the right one: 1/N is missing"),
    Factor("scale:1/N", lambda n: 1 / n, "it is 1/N of the right one: N is divided by once too often"),
    Factor("scale:N/(N-1)", lambda n: n / (n - 1) if n > 1 else 1.0, "it is divided by N-1 instead of N"),
    Factor("scale:N/(N-1)", lambda n: (n - 1) / n if n > 1 else None, "it is divided by N instead of N-1"),
    Factor("scale:N", lambda n: -float(n), "it is -N times the right one: 1/N is missing, and the sign is flipped"),
    Factor(
        "scale:1/N",
        lambda n: -1 / n,
        "it is -1/N of the right one: N is divided by once too often, and the sign is flipped",
    ),
    Factor("scale:N", lambda n: 2.0 * n, "it is 2N times the right one"),
    Factor("scale:N", lambda n: n / 2, "it is N/2 times the right one"),
    Factor("scale:2", lambda _: -2.0, "it is -2 times the right one", needs_count=False),
    Factor("scale:1/2", lambda _: -0.5, "it is -1/2 of the right one", needs_count=False),
)


def named_factor(values: Sequence[float], counts: Sequence[int | None], within: float = 1e-4) -> Factor | None:
    """Return the factor that these numbers are at every context; None where there is none.

    >>> named_factor([12.0, 5.0], [12, 5]).label
    'scale:N'
    >>> named_factor([12.0, 12.0], [12, 5]) is None
    True
    """
    for factor in FACTORS:
        if factor.needs_count and None in counts:
            continue
        wanted = [factor.value(n or 0) for n in counts]
        if all(w is not None and abs(v - w) <= within * abs(w) for v, w in zip(values, wanted, strict=True)):
            return factor
    return None


def factor_of(case: Case, values: Sequence[float]) -> Factor | None:
    """Return the factor that these numbers are at the contexts of a case, N being examples or any other length."""
    found = named_factor(values, case.counts())
    if found is not None:
        return found
    for axis, told in case.axes().items():
        lengths = [case.sizes(context.at).get(axis) for context in case.contexts]
        found = named_factor(values, lengths) if len(set(lengths)) > 1 else None
        if found is not None and found.needs_count:
            return replace(found, says=f"{found.says}, N being {told}")
    return None
