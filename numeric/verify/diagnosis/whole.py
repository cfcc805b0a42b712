"""Explanations of the whole gradient: a factor, a sign, parameters or data exchanged, data ignored."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from numeric.verify.diagnosis.case import Case
from numeric.verify.diagnosis.context import Context
from numeric.verify.diagnosis.factors import factor_of
from numeric.verify.directions import Direction
from numeric.verify.point import is_array, is_float
from numeric.verify.result import Diagnosis


def scaled(case: Case) -> Diagnosis | None:
    """The gradient is the right one times a factor."""
    found = [c.fitted([c.true]) for c in case.contexts]
    if not found or any(f is None for f in found):
        return None
    values = [f[0] for f in found if f is not None]
    factor = factor_of(case, values)
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
                label = "missing-term" if value == 0 and _targets(case, name) else "missing-input"
                return Diagnosis(label, f"{name} is not used: it is the gradient of the loss with {name} = {value:g}")
    return None


def ignored_setting(case: Case) -> Diagnosis | None:
    """A setting is not used: the gradient is that of the loss with it at 0, or at 1."""
    for name in case.hypers():
        for value in (0.0, 1.0):

            def _with(data: dict[str, Any], name: str = name, value: float = value) -> dict[str, Any]:
                return {name: np.asarray(value, np.result_type(data[name]))[()]}

            if _explains(case, ("setting", name, value), _with):
                told = f"{name} is not used: it is the gradient of the loss with {name} = {value:g}"
                return Diagnosis("hyper", told)
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
