"""All lowered functions, and those of one derivation: what `derive show NAME --format numpy` prints."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from numeric import TOPICS
from numeric.lowered import LoweredFunction


def lowered_functions() -> Iterator[tuple[str, LoweredFunction]]:
    """Yield every lowered function with the name it is called by.

    >>> next(name for name, _ in lowered_functions() if "logistic" in name)
    'numeric.logistic.probabilities'
    """
    for topic in TOPICS:
        for name, found in vars(import_module(f"numeric.{topic}")).items():
            if isinstance(found, LoweredFunction):
                yield f"numeric.{topic}.{name}", found


def functions_of(derivation: str) -> tuple[tuple[str, LoweredFunction], ...]:
    """Return the functions that come from a derivation, each with its full name.

    >>> [name for name, _ in functions_of("logistic-hessian")]
    ['numeric.logistic.hessian']
    """
    return tuple(each for each in lowered_functions() if each[1].derivation.name == derivation)
