"""Names of which only even powers occur: what holds where they are positive, holds wherever they are not zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from sympy import Abs, Basic, Integer, Pow, Symbol, log

from derive import facts
from derive.latex.read.scene import Assumption


def even_in(sides: Sequence[Any], given: Iterable[Any]) -> list[Assumption]:
    r"""Return the assumption that a number is positive, for each of which the sides have even powers only.

    Only where a root or a logarithm asks for its sign, and where nothing that is given speaks of it.

    >>> from sympy import sqrt
    >>> s = Symbol("s", real=True)
    >>> [a.text for a in even_in([log(s**2), 1 / sqrt(s**2)], [])], even_in([log(s**2), s], [])
    (['only the square of s occurs, so s > 0 is taken'], [])
    """
    bases = {base for side in sides for base in _even_bases(side)}
    told = {str(name) for fact in given for name in _names(fact)}
    signed = [s for s in bases if str(s) not in told and not any(_has_odd(side, s) for side in sides)]
    return [_positive(s) for s in sorted(signed, key=str) if any(_asks(side, s) for side in sides)]


def _positive(symbol: Any) -> Assumption:
    text = f"only the square of {symbol} occurs, so {symbol} > 0 is taken"
    return Assumption(text, facts.positive(symbol), inferred=True)


def _names(fact: Any) -> Iterator[Any]:
    for part in getattr(fact, "tensors", (fact,)):
        yield from part.free_symbols if isinstance(part, Basic) else ()


def _even_bases(side: Any) -> Iterator[Any]:
    for part in side.atoms(Pow, Abs):
        base = part.args[0]
        if isinstance(base, Symbol) and _is_even_in(part):
            yield base


def _is_even_in(part: Any) -> bool:
    """Return whether the sign of the base does not matter."""
    return isinstance(part, Abs) or (isinstance(part.exp, Integer) and int(part.exp) % 2 == 0)


def _has_odd(side: Any, symbol: Any) -> bool:
    """Return whether a symbol stands in an expression other than below an even power."""
    if side == symbol:
        return True
    if isinstance(side, Pow | Abs) and side.args[0] == symbol and _is_even_in(side):
        return False
    return any(_has_odd(part, symbol) for part in side.args)


def _asks(side: Any, symbol: Any) -> bool:
    """Return whether a root or a logarithm of something with the symbol stands in an expression."""
    roots = [p for p in side.atoms(Pow) if not isinstance(p.exp, Integer)]
    return any(part.has(symbol) for part in (*roots, *side.atoms(log, Abs)))
