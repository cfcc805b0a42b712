"""The tables of rules, as the engine has them, for the page about rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sympy import Derivative, Symbol

from derive import differentiate, functions, prove
from derive.decide.bounds import text
from derive.decide.kinds import KINDS
from derive.errors import DeriveError
from derive.functions import BY_NAME
from derive.kernel.functions import DEFINITIONS, NATIVE
from derive.kernel.polynomials import relation
from derive.names import function
from docs.programs.identities import formula, stated
from docs.programs.sources import POWERS, REASONS, source_of

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
    for row in (BY_NAME[name] for name in DEFINITIONS):
        native = NATIVE.get(row.name) or DEFINITIONS[row.name]
        becomes = text(row.definition) if row.definition is not None else _said(native)
        yield f"`{row.name}`", becomes, _where(row), row.sources[0]


def _where(row: functions.Function) -> str:
    """Return the conditions under which a function that is rewritten has a value."""
    value: Any = function(row.name)(*(Symbol(name, real=True) for name in row.arguments))
    return stated(prove(value, value))


def derivatives() -> Iterator[Row]:
    """Yield each function that has a derivative: the derivative as it comes out, and on which condition it has one."""
    x = Symbol("x", real=True)
    for row in (row for row in functions.FUNCTIONS if row.derivative is not None):
        value: Any = function(row.name)(x)
        try:
            slope = differentiate(value, x)
            where = stated(prove(Derivative(value, x), slope))
        except DeriveError as problem:
            yield f"`{row.name}`", str(problem), "", row.sources[1]
            continue
        yield f"`{row.name}(x)`", f"${formula(slope)}$", where, row.sources[1]


def without_derivative() -> str:
    """Return the functions of which no derivative is taken."""
    return ", ".join(f"`{row.name}`" for row in functions.FUNCTIONS if row.derivative is None)


def relations() -> Iterator[Row]:
    """Yield what holds for a factor of each kind in a product."""
    for kind, rule in relation.registry.items():
        if kind is not object and rule.__doc__:
            yield kind.__name__, _said(rule), source_of(kind.__name__, POWERS)


def reasons() -> Iterator[Row]:
    """Yield each kind of reason in a certificate: what is nonnegative, and why."""
    for name, kind in KINDS.items():
        yield name, _said(kind.value), _said(kind.sign), source_of(name, REASONS)


def _said(function: Callable[..., Any]) -> str:
    """Return the first sentence about a function, as a statement."""
    first = (function.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    return first.removeprefix("Return ").removeprefix("that ").replace("*", "\\*")
