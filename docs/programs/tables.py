"""The tables of rules, as the engine has them, for the page about rules."""

from __future__ import annotations

import inspect
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
from docs.programs.identities import formula, stated
from docs.programs.sources import DERIVATIVES as SLOPES
from docs.programs.sources import FUNCTIONS, POWERS, REASONS, source_of

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
    """Yield each function that is rewritten: its name, what it becomes, where it has a value, and the source."""
    for name, definition in (*DEFINITIONS.items(), *((name, _extremum()) for name in EXTREMA)):
        yield f"`{name}`", _said(definition), _where(name), source_of(name, FUNCTIONS)


def _where(name: str) -> str:
    """Return the conditions under which a function that is rewritten has a value."""
    if name in EXTREMA:
        return ""
    z = Symbol("z", real=True)
    made: Any = getattr(sympy, name, None) or Function(name, real=True)
    return stated(prove(made(z), made(z)))


def derivatives() -> Iterator[Row]:
    """Yield each function that has a derivative: the derivative as it comes out, and on which condition it has one."""
    x = Symbol("x", real=True)
    for name in (*DERIVATIVES, "exp", "sigmoid", "softplus", "tanh"):
        function: Any = getattr(sympy, name, None) or Function(name, real=True)
        try:
            slope = differentiate(function(x), x)
            both = function(x) + slope
            where = stated(prove(both, both))
        except DeriveError as problem:
            yield f"`{name}`", str(problem), "", source_of(name, SLOPES)
            continue
        yield f"`{name}(x)`", f"${formula(slope)}$", where, source_of(name, SLOPES)


def without_derivative() -> str:
    """Return the functions of which no derivative is taken."""
    return ", ".join(f"`{name}`" for name in sorted(WITHOUT_DERIVATIVE))


def relations() -> Iterator[Row]:
    """Yield what holds for a factor of each kind in a product."""
    for kind, rule in relation.registry.items():
        if kind is not object and rule.__doc__:
            yield kind.__name__, _said(rule), source_of(kind.__name__, POWERS)


def reasons() -> Iterator[Row]:
    """Yield each kind of reason in a certificate: what is nonnegative, and why."""
    for name, kind in KINDS.items():
        yield name, _said(kind.value), _said(kind.sign), source_of(name, REASONS)


def _extremum() -> Callable[..., Any]:
    return next(f for f in vars(inspect.getmodule(DEFINITIONS["Abs"])).values() if "larger of two" in (f.__doc__ or ""))


def _said(function: Callable[..., Any]) -> str:
    """Return the first sentence about a function, as a statement."""
    first = (function.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return first.removeprefix("Return ").removeprefix("that ").replace("*", "\\*")
