"""A statement at one choice of its free indices: what holds them is a number there, and is named like one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sympy import Abs, Add, Basic, Max, Min, Mul, Pow, Symbol, exp, log
from sympy.core.relational import Relational

from derive.language.survey import survey

TRANSPARENT = (Add, Mul, Pow, Abs, Max, Min, exp, log)
"""The kinds of expressions that are looked into: a binder or a derivative has other values inside than outside."""


def at_one_point(*expressions: Any, beside: Iterable[Basic] = ()) -> tuple[Any, ...]:
    """Return the expressions with each part that holds a free index as a real symbol; whatever holds then, holds.

    They come back as they are where such a symbol is in them already, or in what is said `beside` them.

    >>> from sympy import IndexedBase, symbols
    >>> x, i = IndexedBase("x"), symbols("i", integer=True)
    >>> at_one_point(abs(x[i]) + x[i])[0].free_symbols
    {x[i]}
    """
    parts = list(dict.fromkeys(part for expr in expressions for part in _moving(expr)))
    names = {part: Symbol(str(part), real=True, positive=part.is_positive or None) for part in parts}
    taken = {symbol.name for expr in (*expressions, *beside) for symbol in expr.atoms(Symbol)}
    if len(set(names.values())) < len(parts) or any(symbol.name in taken for symbol in names.values()):
        return expressions
    return tuple(_renamed(expr, names) for expr in expressions)


def _moving(expr: Any) -> Iterator[Any]:
    if isinstance(expr, (*TRANSPARENT, Relational)):
        for part in expr.args:
            yield from _moving(part)
    elif survey([[expr]]).free:
        yield expr


def _renamed(expr: Any, names: dict[Any, Symbol]) -> Any:
    if expr in names:
        return names[expr]
    if not isinstance(expr, (*TRANSPARENT, Relational)):
        return expr
    return expr.func(*(_renamed(part, names) for part in expr.args))
