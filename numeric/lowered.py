"""How a formula of the lectures becomes a NumPy function: written once in SymPy, lowered when it is first called.

A module of functions says once which tensors and symbols its parameters are. Then each function is one assignment, of
its signature, derivation, expression and the indices of its axes, and of what it says of itself:

    lowered = Topic(__name__, w=w, X=X, b=b)
    scores = lowered("scores(w, b, X)", "svm-dual", SCORE, n).says("Return the score of each example: w.x + b.")

>>> from numeric import svm
>>> svm.scores
<lowered function scores(w, b, X) from svm-dual>
>>> svm.scores.formula
b + Sum(X[n, d]*w[d], (d, 1, D))
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import re
from typing import Any

from sympy import IndexedBase, MatrixSymbol, Symbol

import derive
from derive.lectures import BY_NAME, Entry


class LoweredFunction:
    """A function of arrays that comes from a formula; nothing is lowered before its first use.

    `.formula` is the SymPy expression, of the tensors and symbols `.args`; its free indices `.axes` are the axes of the
    value. `.derivation` is the entry of the catalogue that derives it: `.derivation.derive()` carries it out.
    """

    __name__: str

    def __init__(self, formula: Any, given: dict[str, Any], axes: tuple[Any, ...], derivation: Entry) -> None:
        """Keep the formula, and what its parameters are called."""
        self.formula, self.args, self.axes, self.derivation = formula, tuple(given.values()), axes, derivation
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        self.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in given])

    def says(self, doc: str) -> LoweredFunction:
        """Return this function with a docstring, which is that of its NumPy program too."""
        self.__doc__ = inspect.cleandoc(doc)
        return self

    def __call__(self, *arrays: Any, **named: Any) -> Any:
        """Return the value at these arrays, whose sizes must fit together."""
        if named:
            arrays = self.__signature__.bind(*arrays, **named).args
        return self.function(*arrays)

    @functools.cached_property
    def function(self) -> Any:
        """Return the lowered function itself, without the door that takes arguments by name."""
        names = {arg: _called(arg, name) for arg, name in zip(self.args, self.__signature__.parameters, strict=True)}
        doc = (self.__doc__ or "") + ("\n" if "\n" in (self.__doc__ or "") else "")
        formula = _renamed(self.formula, names)
        return derive.lambdify(formula, tuple(names.values()), self.axes, name=self.__name__, doc=doc)

    @property
    def source(self) -> str:
        """Return the NumPy program."""
        return self.function.source

    def __repr__(self) -> str:
        """Return name, parameters and origin."""
        return f"<lowered function {self.__name__}{self.__signature__} from {self.derivation.name}>"


def _renamed(expr: Any, names: dict[Any, Any]) -> Any:
    """Return the formula with its arguments called as the parameters, so that the program and its errors name these."""
    if isinstance(expr, tuple):
        return tuple(_renamed(each, names) for each in expr)
    if isinstance(expr, derive.Family):
        return dataclasses.replace(expr, expr=_renamed(expr.expr, names))
    return expr.xreplace(names)


def _called(arg: Any, name: str) -> Any:
    if isinstance(arg, MatrixSymbol):
        return MatrixSymbol(name, *arg.shape)
    if isinstance(arg, IndexedBase):
        return arg.func(name, *arg.args[1:])
    return Symbol(name, **arg.assumptions0)


class Topic:
    """What makes the functions of a module: it knows which tensor or symbol each parameter is."""

    def __init__(self, module: str, **parameters: Any) -> None:
        """Keep the parameters."""
        self.module, self.parameters = module, parameters

    def __call__(self, signature: str, derivation: str, formula: Any, *axes: Any) -> LoweredFunction:
        """Return the function of arrays, such as `loss(w, X)`, that comes from a formula of a derivation.

        A tuple of formulas gives a function with several values, which share their work; free indices of one of them
        are those of a `derive.Family`. Raises `KeyError` where a parameter or a derivation is not known.
        """
        name, *parameters = re.findall(r"\w+", signature)
        given = {parameter: self.parameters[parameter] for parameter in parameters}
        made = LoweredFunction(formula, given, axes, BY_NAME[derivation])
        made.__name__, made.__module__ = name, self.module
        return made
