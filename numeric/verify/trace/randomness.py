"""Random numbers in traced code: tracing ends before one is drawn.

NumPy's generators are written in C and fill what `np.empty` gives them without looking at what it is. A traced array in
that place would end the whole process, and a number that was drawn once says nothing about other calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from numeric.verify.trace.session import CURRENT, Trace
from numeric.verify.trace.surroundings import kept_by

GENERATORS = (np.random.Generator, np.random.RandomState, np.random.BitGenerator)
REASON = "random numbers are not traced"


def refuse_generators(trace: Trace, roots: Iterable[Callable[..., Any]], given: Iterable[Any]) -> None:
    """Raise `UntraceableError` where the code holds a random generator, or is given one."""
    held = next((v for v in [*kept_by(*roots), *given] if isinstance(v, GENERATORS)), None)
    if held is not None:
        raise trace.end(type(held).__name__, REASON)


def sources() -> dict[Any, Callable[..., Any]]:
    """Return what of `numpy.random` draws numbers or makes a generator, with what refuses to while code is traced."""
    plain = [np.random.default_rng, *(v for v in vars(np.random).values() if _draws(v))]
    return dict.fromkeys(plain, _refuse)


def _draws(value: Any) -> bool:
    return isinstance(getattr(value, "__self__", None), np.random.RandomState)


def _refuse(original: Any, trace: Trace, *_args: Any, **_kwargs: Any) -> Any:
    raise trace.end(getattr(original, "__name__", "random"), REASON)


class _Refusing(type):
    """What makes a stand-in for a class of generators pass for the class, except that it makes none."""

    plain: type

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Return a generator where nothing is traced. Raises `UntraceableError` elsewhere."""
        trace = CURRENT.get()
        return cls.plain(*args, **kwargs) if trace is None else _refuse(cls.plain, trace)

    def __instancecheck__(cls, instance: Any) -> bool:
        """Return whether it is an instance of the class."""
        return isinstance(instance, cls.plain)


def classes() -> dict[Any, Any]:
    """Return the classes of generators, with what stands in for each."""
    plain = [v for v in vars(np.random).values() if isinstance(v, type) and issubclass(v, GENERATORS)]
    return {one: _Refusing(one.__name__, (), {"plain": one}) for one in plain}
