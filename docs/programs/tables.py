"""The tables of rules, as the engine has them, for the page about rules."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sympy
from sympy import Function, Symbol

from derive import differentiate, prove
from derive.decide.kinds import KINDS
from derive.errors import DeriveError
from derive.kernel.calculus import DERIVATIVES, WITHOUT_DERIVATIVE
from derive.kernel.functions import DEFINITIONS, EXTREMA
from derive.kernel.polynomials import relation

Row = tuple[str, ...]


def table(head: Row, rows: Iterable[Row]) -> str:
    r"""Return a table in Markdown.

    >>> print(table(("a", "b"), [("1", "x | y")]))
    | a | b |
    |---|---|
    | 1 | x \| y |
    """
    lines = [head, ("---",) * len(head), *((cell.replace("|", "\\|") for cell in row) for row in rows)]
    return "\n".join("|---" * len(head) + "|" if n == 1 else f"| {' | '.join(row)} |" for n, row in enumerate(lines))


def definitions() -> Iterator[Row]:
    """Yield each function that is rewritten: its name, what it becomes, where that is written."""
    for name, definition in (*DEFINITIONS.items(), *((name, _extremum()) for name in EXTREMA)):
        yield f"`{name}`", _said(definition), _home(definition)


def derivatives() -> Iterator[Row]:
    """Yield each function that has a derivative: the derivative as it comes out, and on which condition it has one."""
    x = Symbol("x", real=True)
    for name in (*DERIVATIVES, "exp", "sigmoid", "softplus", "tanh"):
        function: Any = getattr(sympy, name, None) or Function(name, real=True)
        try:
            slope = differentiate(function(x), x)
            both = function(x) + slope
            conditions = prove(both, both).conditions
        except DeriveError as problem:
            yield f"`{name}`", str(problem), ""
            continue
        yield f"`{name}(x)`", f"`{slope}`", "; ".join(f"`{c.statement}`" for c in conditions)


def without_derivative() -> str:
    """Return the functions of which no derivative is taken."""
    return ", ".join(f"`{name}`" for name in sorted(WITHOUT_DERIVATIVE))


def relations() -> Iterator[Row]:
    """Yield what holds for a factor of each kind in a product."""
    for kind, rule in relation.registry.items():
        if kind is not object and rule.__doc__:
            yield kind.__name__, _said(rule), _home(rule)


def reasons() -> Iterator[Row]:
    """Yield each kind of reason in a certificate: what is nonnegative, and why."""
    for name, kind in KINDS.items():
        yield name, _said(kind.value), _said(kind.sign)


def _extremum() -> Callable[..., Any]:
    return next(f for f in vars(inspect.getmodule(DEFINITIONS["Abs"])).values() if "larger of two" in (f.__doc__ or ""))


def _said(function: Callable[..., Any]) -> str:
    """Return the first sentence about a function, as a statement."""
    first = (function.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    plain = first.removeprefix("Return ").replace("*", "\\*")
    return plain[:1].upper() + plain[1:] if re.match(r"[a-z]+ ", plain) and len(plain.split()[0]) > 1 else plain


def _home(function: Callable[..., Any]) -> str:
    return f"`{function.__module__}`"
