"""The kernels that a support vector machine may have: by name with their settings, as a function, or as a matrix.

>>> from numeric.algorithms.gram import Kernel
>>> Kernel.named("polynomial", power=2)
Kernel(name='polynomial', settings=(('power', 2.0),))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from numeric import kernels
from numeric.errors import NotFiniteError, SettingError, WrongShapeError
from numeric.inputs import Floats, matrix, positive, whole
from numeric.lowered import LoweredFunction

FUNCTIONS: dict[str, LoweredFunction] = {
    "linear": kernels.linear,
    "polynomial": kernels.polynomial,
    "gaussian": kernels.gaussian,
    "sigmoid": kernels.sigmoid,
}
SETTINGS: dict[str, dict[str, float]] = {
    "linear": {},
    "polynomial": {"power": 2.0},
    "gaussian": {"sigma": 1.0},
    "sigmoid": {"beta_0": 1.0, "beta_1": 0.0},
}
"""The settings of each kernel, in the order of its function, with the values they have unless others are given."""
SEMIDEFINITE = ("linear", "polynomial", "gaussian")
"""The kernels whose matrices are positive semidefinite, as the derivations show; powers are whole numbers."""
SYMMETRIC = 1e-8
"""How far a kernel matrix may be from symmetric, relative to its largest entry."""


@dataclass(frozen=True, slots=True)
class Kernel:
    """A kernel by its name and its settings; `function` for one that is none of ours."""

    name: str
    settings: tuple[tuple[str, float], ...] = ()
    function: Callable[[Floats, Floats], Any] | None = field(default=None, repr=False)

    @classmethod
    def named(cls, kernel: Any, **settings: float | None) -> Kernel:
        """Return the kernel that is meant. Raises `SettingError` for an unknown one, or a setting it does not have.

        A function takes X and Z and returns the matrix of their kernel; "precomputed" means that X is that matrix.
        """
        function = kernel if callable(kernel) else None
        name = "callable" if function is not None else _known(kernel)
        usual = SETTINGS.get(name, {})
        given = {setting: value for setting, value in settings.items() if value is not None}
        for setting in given:
            if setting not in usual:
                reason = f"the {name} kernel has no such setting"
                raise SettingError(setting, place="kernel", reason=reason, way_out="leave it out")
        return cls(name, tuple(_checked(one, given.get(one, value)) for one, value in usual.items()), function)

    @property
    def known_semidefinite(self) -> bool:
        """Return whether its matrices are positive semidefinite whatever the examples are."""
        return self.name in SEMIDEFINITE

    def matrix(self, X: Floats, Z: Floats) -> Floats:
        """Return the kernel of each example of X with each of Z. Raises a `DataError` if it is no such matrix."""
        if self.name == "precomputed":
            return X
        if self.function is None:
            with np.errstate(over="ignore"):
                made = FUNCTIONS[self.name](X, Z, *(value for _, value in self.settings))
        else:
            made = matrix(self.function(X, Z), place="the values of the kernel")
        _check(made, (len(X), len(Z)))
        return made

    def square(self, X: Floats) -> Floats:
        """Return the kernel matrix of the examples, which must be square and symmetric."""
        made = self.matrix(X, X)
        if made.shape[0] != made.shape[1]:
            reason = "a kernel matrix has a row and a column for each example"
            raise WrongShapeError(f"shape {made.shape}", place="X", reason=reason, way_out="give a square matrix")
        if not self.known_semidefinite and np.abs(made - made.T).max() > SYMMETRIC * np.abs(made).max():
            reason = "it is not symmetric, and so no matrix of inner products"
            raise SettingError(self.name, place="kernel", reason=reason, way_out="give a symmetric kernel")
        return made


def _known(kernel: Any) -> str:
    names = (*SETTINGS, "precomputed")
    if not isinstance(kernel, str) or kernel not in names:
        known = ", ".join(f'"{name}"' for name in names)
        way_out = f"give one of {known}, or a function"
        raise SettingError(repr(kernel), place="kernel", reason="there is no such kernel", way_out=way_out)
    return kernel


def _checked(name: str, value: Any) -> tuple[str, float]:
    """Return a setting: powers are whole, widths above zero, the numbers of the sigmoid any."""
    if name == "power":
        return name, float(whole(int(value) if isinstance(value, float) and value.is_integer() else value, name))
    if name == "sigma":
        return name, positive(value, name)
    if isinstance(value, bool) or not isinstance(value, int | float) or not np.isfinite(value):
        raise SettingError(repr(value), place=name, reason="this is a finite number", way_out="give such a number")
    return name, float(value)


def _check(made: Floats, shape: tuple[int, int]) -> None:
    if made.shape != shape:
        reason = f"the kernel gave a matrix of shape {made.shape}"
        way_out = "give a row for each example of X, a column for each of Z"
        raise WrongShapeError(f"shape {shape}", place="kernel", reason=reason, way_out=way_out)
    if not np.isfinite(made).all():
        way_out = "scale X, or change the settings of the kernel"
        raise NotFiniteError("an infinity", place="the kernel matrix", reason="it is too large", way_out=way_out)
