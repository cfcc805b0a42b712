"""The lowered functions, by name, at data whose arguments go by name; for complex steps also with complex numbers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import numpy as np

from derive.lower.arguments import sizes_of
from derive.lower.on_numpy import library
from numeric.crosscheck.draws import Data
from numeric.lowered import LoweredFunction

Function = Callable[..., Any]


def named(topic: str, name: str) -> LoweredFunction:
    """Return a lowered function.

    >>> named("logistic", "gradient")
    <lowered function gradient(w, X, y) from logistic-gradient>
    """
    return getattr(import_module(f"numeric.{topic}"), name)


def arguments(function: Function, data: Data) -> list[Any]:
    """Return the arguments of a function among the data, in its order."""
    return [data[name] for name in inspect.signature(function).parameters]


def at(function: Function, data: Data) -> Any:
    """Return the value of a function at the data that it takes."""
    return function(*arguments(function, data))


def varied(function: Function, data: Data, by: str) -> Callable[[Any], Any]:
    """Return the function as one of a single argument, the others fixed at the data."""
    given = arguments(function, data)
    place = list(inspect.signature(function).parameters).index(by)
    return lambda x: function(*given[:place], x, *given[place + 1 :])


def analytic(lowered: LoweredFunction) -> Function:
    """Return the program of a lowered function so that it takes complex numbers too, where it is analytic.

    It is the same program; only what it calls to stay within the range of numbers is written for complex ones.

    >>> from numeric import logistic
    >>> step = analytic(logistic.loss)(np.array([1e-30j]), np.array([[2.0]]), np.array([1.0]))
    >>> float(step.imag / 1e-30)
    -1.0
    """
    plan = lowered.function.plan

    @cache
    def _program(shapes: tuple[tuple[int, ...], ...]) -> Function:
        return plan.write(sizes_of(plan.readings, shapes)).compiled(ANALYTIC)

    def _run(*arrays: Any) -> Any:
        return _program(tuple(np.shape(array) for array in arrays))(*arrays)

    _run.__signature__ = inspect.signature(lowered)
    return _run


def _softplus(z: Any) -> Any:
    positive = np.real(z) > 0
    return np.where(positive, z, 0) + np.log1p(np.exp(np.where(positive, -z, z)))


def _sigmoid(z: Any) -> Any:
    small = np.exp(np.where(np.real(z) > 0, -z, z))
    return np.where(np.real(z) > 0, 1, small) / (1 + small)


def _sigmoid_slope(z: Any) -> Any:
    small = np.exp(np.where(np.real(z) > 0, -z, z))
    return small / (1 + small) ** 2


def _peak(x: Any, axis: int) -> Any:
    """Return a constant near the largest: what is taken out of all and put back need not vary."""
    return np.max(np.real(x), axis=axis, initial=-np.inf)


def _log_total(e: Any, axis: int) -> Any:
    return np.log(np.sum(e, axis=axis))


def _others(e: Any, axis: int) -> Any:
    return np.sum(e, axis=axis, keepdims=True) - e


def _log_complement(x: Any, axis: int) -> Any:
    e = np.exp(x)
    return np.log(_others(e, axis)) - np.log(np.sum(e, axis=axis, keepdims=True))


def _product(a: Any, b: Any) -> Any:
    """Return the sum of the products, without the conjugation of `np.vdot`."""
    return np.dot(np.ravel(a), np.ravel(b))


ANALYTIC = {
    **library(np).namespace,
    "np": SimpleNamespace(**{**vars(np), "vdot": _product}),
    "softplus": _softplus,
    "sigmoid": _sigmoid,
    "sigmoid_slope": _sigmoid_slope,
    "peak": _peak,
    "log_total": _log_total,
    "others": _others,
    "log_complement": _log_complement,
}
"""The helpers of the programs, by analytic formulas; they are as accurate where the scores are not far from zero."""
