"""The lowered derivatives against the automatic differentiation of PyTorch and JAX, where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from numeric.crosscheck.derivatives import DERIVATIVES, Derivative
from numeric.crosscheck.draws import drawn
from numeric.crosscheck.functions import arguments, at, named
from numeric.crosscheck.rounding import RESOLUTION, compared, rounding
from numeric.crosscheck.row import Row, Tally

Differentiator = Callable[[Callable[..., Any], list[Any], int], Any]


def _by_torch(function: Callable[..., Any], given: list[Any], place: int) -> Any:
    torch = import_module("torch")
    tensors = [torch.as_tensor(np.asarray(array)) for array in given]
    varied = lambda x: function(*tensors[:place], x, *tensors[place + 1 :])  # noqa: E731 -- a name for one argument
    return torch.autograd.functional.jacobian(varied, tensors[place]).numpy()


def _by_jax(function: Callable[..., Any], given: list[Any], place: int) -> Any:
    jax = import_module("jax")
    with jax.enable_x64(True):  # noqa: FBT003 -- the function of JAX is called like this
        arrays = [jax.numpy.asarray(array) for array in given]
        return np.asarray(jax.jacobian(function, argnums=place)(*arrays))


LIBRARIES: dict[str, Differentiator] = {"torch": _by_torch, "jax": _by_jax}


@dataclass(frozen=True, slots=True)
class Autodiff:
    """A derivative, against what a library makes of the same program."""

    derivative: Derivative
    library: str

    @property
    def topic(self) -> str:
        """Return the topic of the derivative."""
        return self.derivative.topic

    def decide(self) -> Row:
        """Return the row; it is skipped, and says so, where the library is not installed."""
        one = self.derivative
        if find_spec(self.library) is None:
            return self._row("skipped", f"{self.library} is not installed", "")
        tally, function = Tally(), named(one.topic, one.of)
        claimed = one.claimed or named(one.topic, one.name)
        for data in drawn(one.draw):
            given = arguments(function, data)
            theirs = LIBRARIES[self.library](function, given, self._place(function))
            told = compared(at(claimed, data), one.times * theirs, 2 * rounding(lambda d: at(claimed, d), data))
            tally = tally.counted(told.state, str(told))
        return self._row(tally.outcome, tally.figure("within rounding"), f"{RESOLUTION:.0e}")

    def _place(self, function: Any) -> int:
        return list(function.__signature__.parameters).index(self.derivative.by)

    def _row(self, outcome: Any, figure: str, error: str) -> Row:
        one = self.derivative
        derivation = named(one.topic, one.name).derivation.name
        return Row(one.topic, one.name, "autodiff", one.compares, self.library, outcome, figure, error, derivation)


AUTODIFF = tuple(Autodiff(one, library) for one in DERIVATIVES for library in LIBRARIES)
