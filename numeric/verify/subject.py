"""The two functions under test, called safely: fresh copies go in, plain NumPy comes out, every call is counted."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from numeric.verify import frameworks, tree
from numeric.verify.errors import LossFailedError, NotCallableError
from numeric.verify.point import Array, Leaves, Point

Slopes = dict[str, Array]


class GradientFailed(Exception):  # noqa: N818 -- it is a finding about the gradient, told in a verdict, not an error of ours
    """The gradient raised, or returned something of another form than the parameters."""

    def __init__(self, kind: str, says: str) -> None:
        """Keep the kind of the finding and the sentence."""
        super().__init__(kind, says)
        self.kind, self.says = kind, says


class OutOfBudget(Exception):  # noqa: N818 -- it ends the probing and is told in the verdict
    """The evaluations of the loss that were allowed are used up."""


class Subject:
    """A loss and a gradient, with the numbers of their calls.

    A gradient may return `(value, gradient)`; then the loss may be None. A loss may return `(value, gradient)`, as with
    SciPy's `jac=True`; then the gradient is None. The gradient may be None for torch and JAX too: their own is tested.
    """

    def __init__(self, loss: Any, grad: Any, framework: str, *, budget: float = math.inf) -> None:
        """Keep the functions. Raises `NotCallableError` where neither says what the other is."""
        for name, function in (("loss", loss), ("grad", grad)):
            if function is not None and not callable(function):
                reason, way_out = "this is no function", f"give {name}(params, *data)"
                raise NotCallableError(repr(function)[:80], place=name, reason=reason, way_out=way_out)
        if loss is None and grad is None:
            raise NotCallableError("None", place="loss", reason="there is nothing to verify", way_out="give a function")
        self.framework, self.budget = framework, budget
        self.evaluations = self.gradients = 0
        self.given_loss, self.given_grad = loss, grad
        self._loss: Any = loss
        self._grad: Any = grad
        if grad is None and loss is not None and framework != "numpy":
            self._grad = frameworks.autodiff(framework, loss)

    def value(self, at: Point) -> Any:
        """Return the loss as a NumPy scalar. Raises whatever the loss raises, and `OutOfBudget`."""
        return self.number(self.raw_value(at), at)

    def number(self, returned: Any, at: Point) -> Any:
        """Return what the loss returned as a NumPy scalar. Raises `LossFailedError` where it is no real number."""
        value = np.asarray(frameworks.plain(returned))
        if value.size != 1 or value.dtype.kind not in "fiub":
            reason = f"the loss returns {_described(value)}"
            raise LossFailedError(
                reason, place=at.tag, reason="one real number is wanted", way_out="return the sum or the mean"
            )
        return value.reshape(())[()] if value.dtype.kind == "f" else np.float64(value.reshape(())[()])

    def raw_value(self, at: Point) -> Any:
        """Return what the loss returns, counted. Raises whatever the loss raises, and `OutOfBudget`."""
        return self.call_loss(at.arguments(shared=True))

    def call_loss(self, arguments: tuple[Any, ...]) -> Any:
        """Return what the loss returns for these very objects, counted. Raises as `raw_value` does."""
        if self.evaluations >= self.budget:
            raise OutOfBudget
        self.evaluations += 1
        with frameworks.double_precision(self.framework):
            returned = (self._loss or self._grad)(*arguments)
        return returned[0] if isinstance(returned, tuple) and len(returned) == 2 else returned  # noqa: PLR2004 -- (value, gradient)

    def slope(self, at: Point) -> Slopes:
        """Return the gradient under test by the names of the parameters. Raises `GradientFailed`."""
        return self.read(self.call_gradient(at.arguments(shared=True)), at)

    def call_gradient(self, arguments: tuple[Any, ...]) -> Any:
        """Return what the gradient returns for these very objects. Raises `GradientFailed` where it raises.

        Want of memory is no fault of the gradient: that is raised as it is.
        """
        self.gradients += 1
        try:
            return (self._grad or self._loss)(*arguments)
        except MemoryError:
            raise
        except Exception as error:
            raise GradientFailed("raises", f"the gradient raises {type(error).__name__}: {str(error)[:160]}") from error

    def read(self, returned: Any, at: Point) -> Slopes:
        """Return the leaves of a returned gradient, without copying. Raises `GradientFailed` for another form.

        Raises `NotCallableError` where it has the form of several arguments instead of the first one's.
        """
        found = _matching(returned, at)
        if found is None and isinstance(returned, tuple) and len(returned) == 2:  # noqa: PLR2004 -- (value, gradient)
            found = _matching(returned[1], at)
        if found is None or any(slope.shape != np.shape(at.params[name]) for name, slope in found.items()):
            _check_one_argument(returned, at)
        if found is None:
            told = (
                f"the gradient returns {_described(returned)}; wanted is the form of the parameters: {_form(at.params)}"
            )
            raise GradientFailed("shape", told)
        for name, slope in found.items():
            if slope.shape != np.shape(at.params[name]):
                told = f"the gradient of {name} has the shape {slope.shape}, and {name} {np.shape(at.params[name])}"
                raise GradientFailed("shape", told)
        return found


def _check_one_argument(returned: Any, at: Point) -> None:
    """Refuse a gradient by each of several arguments: what the parameters are is not known then."""
    names = (at.form.params_name, *at.form.data_names)
    given = (at.form.params, *at.form.data)
    if not isinstance(returned, tuple | list) or not 1 < len(returned) <= len(given):
        return
    alike = [_shape(slope) == _shape(one) is not None for slope, one in zip(returned, given, strict=False)]
    if all(alike):
        told = ", ".join(names[: len(returned)])
        raise NotCallableError(
            "grad",
            reason=f"it returns one array each for {told}, and the parameters are the first argument alone",
            way_out=f"let the loss and the gradient take ({told}) as one tuple, list or dict, the first argument",
        )


def _shape(value: Any) -> tuple[int, ...] | None:
    """Return the shape of numbers; None for anything else."""
    try:
        array = np.asarray(frameworks.plain(value))
    except (TypeError, ValueError):
        return None
    return array.shape if array.dtype.kind in "fiub" else None


def _matching(returned: Any, at: Point) -> Slopes | None:
    held = tree.leaves_like(returned, at.form.params, at.form.params_name)
    if held is None:
        return None
    try:
        slopes = {key: _seen(leaf) for key, leaf in held.items() if _is_number(at.params[key])}
    except (TypeError, ValueError):
        return None
    return slopes if all(s.dtype.kind in "fiub" for s in slopes.values()) else None


def _is_number(leaf: Any) -> bool:
    return np.asarray(leaf).dtype.kind in "fiub"


def _seen(leaf: Any) -> Array:
    """Return the array itself where it is one, so that aliasing can be seen; lists of numbers are read as arrays."""
    if isinstance(leaf, dict | tuple):
        raise TypeError(type(leaf).__name__)
    return leaf if isinstance(leaf, np.ndarray) else np.asarray(frameworks.plain(leaf))


def _described(value: Any) -> str:
    if value is None:
        return "nothing (is a `return` missing?)"
    if isinstance(value, np.ndarray):
        strange = value.dtype.kind not in "fiub"
        return f"an array of {value.dtype if strange else 'numbers'}, of shape {value.shape}"
    return (
        f"{type(value).__name__} with {', '.join(map(str, value))}" if isinstance(value, dict) else type(value).__name__
    )


def _form(params: Leaves) -> str:
    return ", ".join(f"{name} {np.shape(leaf)}" for name, leaf in params.items())


def finite(slopes: Slopes) -> bool:
    """Return whether no entry is NaN or infinite."""
    return all(bool(np.isfinite(slope).all()) for slope in slopes.values())
