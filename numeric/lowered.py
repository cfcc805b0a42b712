"""How a formula of the lectures becomes a NumPy function: written once in SymPy, lowered when it is first called.

A module of functions writes each one as a function without parameters that returns its `Formula`; the decorator
`lowered` turns that into the function of arrays:

>>> from sympy import IndexedBase, Sum, symbols
>>> i, N = symbols("i N", integer=True, positive=True)
>>> x = IndexedBase("x")
>>> @lowered("x", derivation="lms")
... def length() -> Formula:
...     '''Return the squared length of x.'''
...     return Formula(Sum(x[i] ** 2, (i, 1, N)), args=(x,))
>>> length
<lowered function length(x) from lms>
>>> length.formula
Sum(x[i]**2, (i, 1, N))
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from sympy import IndexedBase, MatrixSymbol, Symbol

import derive
from derive.lectures import BY_NAME, Entry


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression, the tensors and symbols it is a function of, and its free indices in the order of the axes.

    A tuple of expressions gives a function with several values, which share their work; free indices of one of them are
    those of a `derive.Family`.
    """

    expr: Any
    args: tuple[Any, ...]
    axes: tuple[Any, ...] = ()


def _renamed(written: Formula, parameters: tuple[str, ...]) -> Formula:
    """Return the formula with its arguments called as the parameters, so that the program and its errors name these."""
    names = {arg: _called(arg, name) for arg, name in zip(written.args, parameters, strict=True)}
    return Formula(_replaced(written.expr, names), tuple(names.values()), written.axes)


def _replaced(expr: Any, names: dict[Any, Any]) -> Any:
    if isinstance(expr, tuple):
        return tuple(_replaced(each, names) for each in expr)
    if isinstance(expr, derive.Family):
        return derive.Family(expr.indices, _replaced(expr.expr, names))
    return expr.xreplace(names)


def _called(arg: Any, name: str) -> Any:
    if isinstance(arg, MatrixSymbol):
        return MatrixSymbol(name, *arg.shape)
    if isinstance(arg, IndexedBase):
        return IndexedBase(name, shape=arg.shape) if arg.shape else IndexedBase(name)
    return Symbol(name, **arg.assumptions0)


class LoweredFunction:
    """A function of arrays that comes from a formula; nothing is built before its first use.

    `.formula` is the SymPy expression, `.source` the NumPy program it became, `.derivation` the entry of the catalogue
    that derives it: `.derivation.derive()` carries it out.
    """

    __name__: str

    def __init__(self, write: Callable[[], Formula], parameters: tuple[str, ...], derivation: str) -> None:
        """Keep the recipe, and take its name, its module and its docstring."""
        _ = functools.update_wrapper(self, write)
        self._write, self._derivation = write, derivation
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in parameters])

    def __call__(self, *arrays: Any, **named: Any) -> Any:
        """Return the value at these arrays, whose sizes must fit together."""
        if named:
            arrays = self.__signature__.bind(*arrays, **named).args
        return self.function(*arrays)

    @functools.cached_property
    def function(self) -> Any:
        """Return the lowered function itself, without the door that takes arguments by name."""
        written = _renamed(self._written, tuple(self.__signature__.parameters))
        doc = cleandoc(self.__doc__ or "")  # Python 3.13 takes the indentation away, earlier ones keep it
        doc += "\n" if "\n" in doc else ""
        return derive.lambdify(written.expr, written.args, written.axes, name=self.__name__, doc=doc)

    @functools.cached_property
    def _written(self) -> Formula:
        return self._write()

    @property
    def formula(self) -> Any:
        """Return the SymPy expression."""
        return self._written.expr

    @property
    def args(self) -> tuple[Any, ...]:
        """Return the tensors and symbols of the formula, in the order of the parameters."""
        return self._written.args

    @property
    def axes(self) -> tuple[Any, ...]:
        """Return the free indices of the formula, in the order of the axes of the value."""
        return self._written.axes

    @property
    def source(self) -> str:
        """Return the NumPy program."""
        return self.function.source

    @property
    def derivation(self) -> Entry:
        """Return the derivation that the formula comes from."""
        return BY_NAME[self._derivation]

    def __repr__(self) -> str:
        """Return name, parameters and origin."""
        return f"<lowered function {self.__name__}{self.__signature__} from {self._derivation}>"


def lowered(*parameters: str, derivation: str) -> Callable[[Callable[[], Formula]], LoweredFunction]:
    """Return the decorator that makes a function of these parameters from a formula of that derivation.

    Raises `KeyError` if no derivation has that name.
    """
    _ = BY_NAME[derivation]

    def decorate(write: Callable[[], Formula]) -> LoweredFunction:
        """Return the function of arrays."""
        return LoweredFunction(write, parameters, derivation)

    return decorate
