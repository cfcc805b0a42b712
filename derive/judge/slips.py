"""What a wrong side looks like: the slip that, undone, makes the statement true."""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import chain
from typing import Any

from sympy import Add, Expr, Idx, Indexed, Integer, MatrixExpr, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits

from derive.calculus import normalize
from derive.decide import prove
from derive.errors import DeriveError
from derive.judge.edits import Edit, Scope, edits
from derive.limits import Limits
from derive.recheck import recheck

FEW_POINTS = 2
"""Enough to turn down an alteration that explains nothing; one that passes is decided by the engine."""


def explain(
    lhs: Any, rhs: Any, relation: str = "==", assuming: Iterable[Any] = (), *, seconds: float = 1.5
) -> Edit | None:
    """Return the alteration of `rhs` that makes a false statement true; None where none is found in time.

    A slip is named only where the statement is *proved* once it is undone.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> from derive import differentiate
    >>> i, j, D = symbols("i j D", integer=True, positive=True)
    >>> w = IndexedBase("w")
    >>> slope = differentiate(Sum(w[i] ** 2, (i, 1, D)), w[j])
    >>> print(explain(slope, w[j]).says())
    a factor of 2 is missing
    """
    deadline = time.monotonic() + seconds
    known = tuple(assuming)
    seen = {rhs}
    for edit in edits(rhs, scope_of(lhs, rhs)):
        if time.monotonic() > deadline:
            return None
        if edit.expr not in seen and _explains(edit, lhs, relation, known):
            return edit
        seen.add(edit.expr)
    return _missing_term(lhs, rhs, known)


def _missing_term(lhs: Any, rhs: Any, known: tuple[Any, ...]) -> Edit | None:
    """Return the one term by which two sides differ, if it is one."""
    try:
        term = normalize(lhs - rhs)
    except (DeriveError, TypeError):
        return None
    edit = Edit(rhs + term, "missing term", "the term {0} is missing", (term,))
    return edit if not isinstance(term, Add) and _explains(edit, lhs, "==", known) else None


ORDERS = {"<=": (">=",), "<": ("<=", ">="), ">=": ("<=",), ">": (">=", "<=")}
"""The relations that an author may have meant where another one is wrong, the nearest first."""


def explain_order(lhs: Any, rhs: Any, relation: str, assuming: Iterable[Any] = ()) -> Edit | None:
    """Return what a wrong inequality looks like: strict where equality occurs, or the wrong way round.

    >>> from sympy import symbols
    >>> a, b = symbols("a b", real=True)
    >>> explain_order(a**2 + b**2, 2 * a * b, ">").says()
    'both sides may be equal: the inequality is not strict'
    """
    for other in ORDERS[relation]:
        if prove(lhs, rhs, tuple(assuming), relation=other, limits=Limits(seconds=1)).status == "proved":
            if other[0] == relation[0]:
                return Edit(rhs, "strict", "both sides may be equal: the inequality is not strict")
            return Edit(rhs, "direction", "the inequality holds the other way round")
    return None


def _explains(edit: Edit, lhs: Any, relation: str, known: tuple[Any, ...]) -> bool:
    """Return whether the altered statement is proved; one that cannot even be read is no explanation."""
    try:
        if recheck(lhs, edit.expr, relation=relation, assuming=known, points=FEW_POINTS, max_seconds=0.3).agrees:
            limits = Limits(seconds=0.5)
            return prove(lhs, edit.expr, known, relation=relation, limits=limits).status == "proved"
    except (DeriveError, TypeError, ValueError):
        return False
    return False


def scope_of(lhs: Any, rhs: Any) -> Scope:
    """Return what an alteration may use: the indices, limits and sizes of both sides, the entries of the left one."""
    both = (lhs, rhs)
    limits = tuple(dict.fromkeys(chain.from_iterable(map(_limits, both))))
    indices = tuple(dict.fromkeys([*chain.from_iterable(map(_indices, both)), *(limit[0] for limit in limits)]))
    sizes = tuple(dict.fromkeys(s for _, low, high in limits for s in _sizes(high - low)))
    shapes = (m.shape for side in both for m in side.atoms(MatrixExpr))
    sizes += tuple(dict.fromkeys(s for shape in shapes for s in shape if isinstance(s, Symbol) and s not in sizes))
    entries = sorted(lhs.atoms(Indexed) | {s for s in lhs.free_symbols if _is_number(s)}, key=str)
    bound = {limit[0] for limit in _limits(lhs)}
    return Scope(indices, sizes, limits, tuple(e for e in entries if not e.free_symbols & bound))


def _limits(expr: Any) -> tuple[tuple[Any, Any, Any], ...]:
    found = sorted(expr.atoms(ExprWithLimits), key=str)
    return tuple(tuple(limit) for part in found for limit in part.limits if len(limit) == 3)  # noqa: PLR2004 -- an index and its two ends


def _indices(expr: Any) -> list[Any]:
    entries = sorted(expr.atoms(Indexed), key=str)
    return [i for entry in entries for i in entry.indices if isinstance(i, Symbol | Idx)]


def _sizes(span: Any) -> list[Any]:
    return sorted((s for s in (span + Integer(1)).free_symbols if isinstance(s, Symbol)), key=str)


def _is_number(symbol: Any) -> bool:
    return isinstance(symbol, Symbol) and isinstance(symbol, Expr) and not symbol.is_integer
