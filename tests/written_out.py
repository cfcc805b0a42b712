"""Definitions put in, entry by entry, by SymPy alone: what remains can be evaluated as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Eq, Indexed, Symbol


def is_definition(fact: Any) -> bool:
    """Return whether a fact says what a symbol or every entry of a tensor stands for."""
    if not isinstance(fact, Eq):
        return False
    left: Any = fact.lhs
    return isinstance(left, Symbol) or (isinstance(left, Indexed) and all(isinstance(i, Symbol) for i in left.indices))


def put_in(expr: Any, facts: Sequence[Any]) -> Any:
    """Return the expression with the definitions among the facts put in, the last one first."""
    for fact in reversed([fact for fact in facts if is_definition(fact)]):
        expr = _replaced(expr, fact.lhs, fact.rhs) if hasattr(expr, "replace") else expr
    return expr


def _replaced(expr: Any, what: Any, value: Any) -> Any:
    if isinstance(what, Symbol):
        return expr.xreplace({what: value})

    def member(entry: Any) -> Any:
        return value.xreplace(dict(zip(what.indices, entry.indices, strict=True)))

    return expr.replace(lambda node: isinstance(node, Indexed) and node.base == what.base, member)
