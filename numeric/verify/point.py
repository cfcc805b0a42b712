"""One input: the parameters and the data of one call, as named leaves, and as the arguments they were given as."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numeric.verify import frameworks, tree

Array = NDArray[Any]
Leaves = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """Parameters and data as named leaves (NumPy arrays, numbers, anything else), and the trees they came in."""

    params: Leaves
    data: Leaves
    form: Form
    tag: str = "as given"

    def arguments(self, *, shared: bool = False) -> tuple[Any, ...]:
        """Return fresh copies as `(params, *data)`, in the form and the framework that they were given in.

        Large arrays of the data may be shared: they are protected then, and not copied.
        """
        return self.form.build(self.params, self.data, shared=shared)

    def moved(self, params: Mapping[str, Any]) -> Point:
        """Return the point with other parameters."""
        return replace(self, params={**self.params, **params})

    def fed(self, data: Mapping[str, Any], tag: str = "") -> Point:
        """Return the point with other data."""
        return replace(self, data={**self.data, **data}, tag=tag or self.tag)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Return the widest floating type among the parameters."""
        return np.result_type(*(np.asarray(leaf).dtype for leaf in self.params.values() if is_float(leaf)))


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """The trees of one call and the names of its arguments: what turns leaves back into arguments."""

    params: Any
    data: tuple[Any, ...]
    params_name: str
    data_names: tuple[str, ...]
    prefixed: bool

    def build(
        self, params: Leaves, data: Leaves, *, as_they_are: bool = False, shared: bool = False
    ) -> tuple[Any, ...]:
        """Return `(params, *data)` with copies of these leaves; the parameters may be passed as they are."""
        own = tree.leaves(self.params, self.params_name)
        first = params if as_they_are else {name: frameworks.like(own[name], leaf) for name, leaf in params.items()}
        rest: list[Any] = []
        for name, given in zip(self.data_names, self.data, strict=True):
            held = tree.leaves(given, name)
            values = {
                key: frameworks.like(leaf, data[self.key(name, key)], shared=shared) for key, leaf in held.items()
            }
            rest.append(tree.rebuild(given, values, name))
        return (tree.rebuild(self.params, first, self.params_name), *rest)

    def key(self, argument: str, leaf: str) -> str:
        """Return the name of a leaf of the data; the argument is named where two of them hold the same name."""
        return f"{argument}.{leaf}" if self.prefixed and leaf != argument else leaf


def point(params: Any, data: tuple[Any, ...], names: tuple[str, ...], tag: str = "as given") -> Point:
    """Return the point of one call, `names` being those of its arguments; lists of numbers are read as arrays."""
    params, data = _array_of(params), tuple(_array_of(given) for given in data)
    data_names = names[1 : 1 + len(data)]
    held = [(name, tree.leaves(given, name)) for name, given in zip(data_names, data, strict=True)]
    every = [key for _, inner in held for key in inner]
    form = Form(params, data, names[0], data_names, prefixed=len(set(every)) < len(every))
    own = {name: frameworks.plain(leaf) for name, leaf in tree.leaves(params, names[0]).items()}
    rest = {form.key(name, key): frameworks.plain(leaf) for name, inner in held for key, leaf in inner.items()}
    return Point(own, rest, form, tag)


def _array_of(given: Any) -> Any:
    """Return a list of numbers, nested or not, as an array; anything else as it is."""
    if not isinstance(given, list) or not given:
        return given
    try:
        array = np.array(given)
    except ValueError:
        return given
    numbers = all(isinstance(part, float | int | list) for part in given)
    return array if numbers and array.dtype.kind in "fiub" else given


def argument_names(functions: Iterable[Callable[..., Any] | None], count: int) -> tuple[str, ...]:
    """Return the names of the first arguments, as the first function has them that names so many; else made up."""
    for function in functions:
        named = _named(function)
        if len(named) >= count:
            return named[:count]
    return ("params", *(f"data{at}" for at in range(1, count)))


def _named(function: Callable[..., Any] | None) -> tuple[str, ...]:
    try:
        kinds = inspect.signature(function).parameters.values() if function is not None else ()
    except (TypeError, ValueError):
        return ()
    return tuple(p.name for p in kinds if p.kind in {p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD})


def is_float(leaf: Any) -> bool:
    """Return whether a leaf is a floating-point number or array."""
    return isinstance(leaf, float | np.floating) or (isinstance(leaf, np.ndarray) and leaf.dtype.kind == "f")


def is_array(leaf: Any) -> bool:
    """Return whether a leaf is an array with at least one axis."""
    return isinstance(leaf, np.ndarray) and leaf.ndim > 0


def cast(leaves: Leaves, dtype: Any) -> Leaves:
    """Return the leaves with all floating-point numbers of this type; the others are copied."""
    return {name: np.asarray(leaf, dtype)[()] if is_float(leaf) else copy.copy(leaf) for name, leaf in leaves.items()}


def shrunk(params: Mapping[str, Any], by: float) -> Leaves:
    """Return the parameters multiplied by a number, in the type of each."""
    return {
        n: np.asarray(leaf * by, np.asarray(leaf).dtype)[()] if is_float(leaf) else leaf for n, leaf in params.items()
    }
