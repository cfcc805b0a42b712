"""Functions that the record has no rule for: their derivatives are taken by differences, entry by entry.

The slopes are good to about eleven digits, which is finer than any explanation has to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np

from numeric.verify.tape.node import Array, Link, Taped, UntapedError
from numeric.verify.trace.surroundings import functions_of

MOST = 400
"""A function of more entries than that is not differenced."""
STEP = 2e-3
"""With two steps and an extrapolation, truncation and rounding are about equal here."""


def opaque(name: str, function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return the recorded result of any function of arrays. Raises `UntapedError` where it is no array of floats."""
    sources = list({id(t): t for t in _taped([*args, *options.values()])}.values())
    answer = function(*_plain(args), **_plain(options))
    if not sources or not isinstance(answer, np.ndarray | np.floating) or np.asarray(answer).dtype.kind != "f":
        raise UntapedError(name, reason="the record does not know it", way_out="no way is needed")
    if sum(t.size for t in sources) > MOST:
        raise UntapedError(name, reason="it has too many entries to be differenced", way_out="no way is needed")

    def _at(source: Taped, value: Array) -> Array:
        return np.asarray(function(*_plain(args, source, value), **_plain(options, source, value)), float)

    return Taped(answer, name, tuple(Link(t, _Jacobian(lambda x, t=t: _at(t, x), t.value).pull) for t in sources))


def elementwise(function: Callable[[Array], Array], x: Array) -> Array:
    """Return the derivative of a function that works entry by entry.

    >>> float(abs(elementwise(np.exp, np.array(1.0)) - np.e)) < 1e-10
    True
    """
    step = STEP * np.maximum(1.0, np.abs(x))
    coarse = (function(x + step) - function(x - step)) / (2 * step)
    fine = (function(x + step / 2) - function(x - step / 2)) / step
    finest = (function(x + step / 4) - function(x - step / 4)) / (step / 2)
    first, second = (4 * fine - coarse) / 3, (4 * finest - fine) / 3
    return (16 * second - first) / 15


class _Jacobian:
    """The derivative of a function of one array at a point, computed when it is first used."""

    def __init__(self, function: Callable[[Array], Array], at: Array) -> None:
        self.function, self.at = function, np.asarray(at, float)

    @cached_property
    def table(self) -> Array:
        """Return a row for each entry of the argument."""
        return np.stack([self._along(n) for n in range(self.at.size)]) if self.at.size else np.zeros((0, 1))

    def _along(self, n: int) -> Array:
        def _path(t: Array) -> Array:
            moved = np.array(self.at)
            moved.flat[n] = t
            return self.function(moved)

        return np.ravel(elementwise(_path, self.at.flat[n]))

    def pull(self, slope: Array) -> Array:
        """Return the slope by the argument."""
        return (self.table @ np.ravel(slope)).reshape(self.at.shape)


def _taped(items: Any) -> Iterator[Taped]:
    for item in items.values() if isinstance(items, dict) else items:
        if isinstance(item, Taped):
            yield item
        elif isinstance(item, list | tuple | dict):
            yield from _taped(item)


def _plain(item: Any, source: Taped | None = None, value: Any = None) -> Any:
    """Return an argument without records; the value of one of them may be another."""
    if isinstance(item, Taped):
        return value if item is source else item.value
    if isinstance(item, dict):
        return {key: _plain(part, source, value) for key, part in item.items()}
    return type(item)(_plain(part, source, value) for part in item) if isinstance(item, list | tuple) else item


@contextmanager
def recording(loss: Callable[..., Any]) -> Generator[None]:
    """Let SciPy's functions that are written in Python be recorded while the loss runs."""
    spaces: list[dict[str, Any]] = [*{id(f.__globals__): f.__globals__ for f in functions_of(loss)}.values()]
    inner = [m.__dict__ for space in spaces for m in space.values() if getattr(m, "__name__", "").startswith("scipy.")]
    places = [(space, name, f) for space in [*spaces, *inner] for name, f in list(space.items()) if _of_scipy(f)]
    try:
        for space, name, function in places:
            space[name] = _recorded(function)
        yield
    finally:
        for space, name, function in places:
            space[name] = function


def _of_scipy(value: Any) -> bool:
    if not isinstance(value, FunctionType) or value.__name__.startswith("_"):
        return False
    return value.__module__.startswith("scipy.")


def _recorded(function: Callable[..., Any]) -> Callable[..., Any]:
    def _call(*args: Any, **options: Any) -> Any:
        if not any(True for _ in _taped([*args, *options.values()])):
            return function(*args, **options)
        return opaque(function.__name__, function, args, options)

    return _call
