"""Explanations of the whole gradient: a factor, a sign, parameters or data exchanged, data ignored."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context
from numeric.verify.directions import Direction
from numeric.verify.point import is_array, is_float
from numeric.verify.result import Diagnosis


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


def scaled(case: Case) -> Diagnosis | None:
    """The gradient is the right one times a factor."""
    found = [c.fitted([c.true]) for c in case.contexts]
    if not found or any(f is None for f in found):
        return None
    values = [f[0] for f in found if f is not None]
    factor = named_factor(values, case.counts())
    if factor is not None:
        return Diagnosis(
            factor.label, f"{factor.says} (factor {', '.join(f'{v:.6g}' for v in values)} at {_counted(case)})"
        )
    return None


def parallel(case: Case) -> Diagnosis | None:
    """The gradient is the right one times a factor that depends on the inputs."""
    found = [c.fitted([c.true]) for c in case.contexts]
    if not found or any(f is None or f[0] == 0 for f in found) or any(_one_sided(c) for c in case.contexts):
        return None
    values = [f[0] for f in found if f is not None]
    told = ", ".join(f"{v:.6g}" for v in values)
    return Diagnosis("scale:const", f"it is the right one times a number that differs from input to input: {told}")


def _one_sided(context: Context) -> bool:
    """Return whether there are too few slopes to say that two gradients are parallel."""
    return int(np.sum(np.abs(context.true) > 1e-9 * context.top)) < 2  # noqa: PLR2004 -- two numbers are parallel to any


def zero(case: Case) -> Diagnosis | None:
    """The gradient is zero everywhere."""
    if case.every(lambda c: not np.any(c.claimed)):
        return Diagnosis("block-zero", "every entry of the gradient is 0")
    return None


def swapped_parameters(case: Case) -> Diagnosis | None:
    """The gradients of two parameters are exchanged."""
    for a, b in itertools.combinations(case.search.first.params, 2):
        if case.every(lambda c, a=a, b=b: _exchanged(c, a, b)):
            return Diagnosis("swap", f"the gradients of {a} and {b} are exchanged")
    return None


def _exchanged(context: Context, a: str, b: str) -> bool:
    if np.shape(context.at.params[a]) != np.shape(context.at.params[b]):
        return False
    other = {a: b, b: a}

    def _exchange(direction: Direction) -> Direction:
        return {other.get(name, name): v for name, v in direction.items()}

    found = context.elsewhere(("swap", a, b), lines=_exchange)
    return found is not None and context.matches(*found)


def swapped_data(case: Case) -> Diagnosis | None:
    """Two arrays of the data are exchanged."""
    arrays = [name for name, leaf in case.search.first.data.items() if is_array(leaf)]
    for a, b in itertools.combinations(arrays, 2):
        if _explains(
            case, ("data", a, b), lambda d, a=a, b=b: {a: d[b], b: d[a]} if np.shape(d[a]) == np.shape(d[b]) else None
        ):
            return Diagnosis("swap", f"the data {a} and {b} are exchanged")
    return None


def ignored_data(case: Case) -> Diagnosis | None:
    """An array or a setting of the data is not used: the gradient is that of the loss with it at 0, or at 1."""
    data = case.search.first.data
    names = [n for n, leaf in data.items() if is_float(leaf) and n not in case.hypers()]
    for name in names:
        for value in (0.0, 1.0):
            if _explains(case, ("ignored", name, value), lambda d, n=name, v=value: {n: np.full_like(d[n], v)}):
                label = "missing-term" if _targets(case, name) else "missing-input"
                return Diagnosis(label, f"{name} is not used: it is the gradient of the loss with {name} = {value:g}")
    return None


def _targets(case: Case, name: str) -> bool:
    """Return whether a leaf holds what is to be predicted: labels, or whole numbers, one for each example."""
    role = case.layout.roles[name]
    return role.kind in {"labels", "whole"} and len(role.axes) <= 1


def transposed_data(case: Case) -> Diagnosis | None:
    """A square matrix of the data is transposed, or taken to be symmetric."""
    for name, leaf in case.search.first.data.items():
        if np.ndim(leaf) == 2 and _explains(case, ("transposed", name), lambda d, n=name: {n: d[n].T}):  # noqa: PLR2004 -- a matrix
            return Diagnosis("transposed", f"{name} is transposed")
    return None


def _explains(case: Case, key: Any, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> bool:
    """Return whether the gradient is, at every context, the right one of a loss with other data."""

    def _holds(context: Context) -> bool:
        data = change(context.at.data)
        found = context.elsewhere(key, data) if data is not None else None
        return found is not None and context.matches(*found)

    return case.every(_holds)


def _counted(case: Case) -> str:
    counts = [n for n in case.counts() if n is not None]
    return f"N = {', '.join(map(str, counts))}" if counts else f"{len(case.contexts)} inputs"
