"""Proportionality: the ratio of two sides depends on nothing that the right side depends on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sympy import Derivative, Dummy, Indexed, Integer, Symbol

from derive.decide import prove
from derive.judge.finding import Finding
from derive.limits import Limits


def decide_proportion(
    lhs: Any, rhs: Any, assuming: tuple[Any, ...], limits: Limits, *, ranges: Mapping[Any, Any] | None = None
) -> Finding:
    """Return whether `lhs` is `rhs` times a factor that is constant in all that `rhs` depends on.

    Refuted only where the ratio depends on each of these; where it depends on some, what varies would have to be said.

    >>> from sympy import exp, symbols
    >>> x, m = symbols("x m", real=True)
    >>> decide_proportion(exp(x + 1), exp(x), (), Limits()).verdict
    'proved'
    >>> decide_proportion(x**2, x, (), Limits()).verdict
    'refuted'
    """
    statuses = {
        str(variable): prove(
            Derivative(lhs / rhs, variable, evaluate=False),
            Integer(0),
            assuming,
            ranges=ranges,
            recheck=True,
            limits=limits,
        ).status
        for variable in _variables(rhs)
    }
    if statuses and set(statuses.values()) == {"proved"}:
        return Finding(verdict="proved", method=f"the ratio does not depend on {', '.join(statuses)}")
    if set(statuses.values()) == {"refuted"}:
        return Finding(verdict="refuted", method=f"the ratio depends on {', '.join(statuses)}")
    return Finding(verdict="undecided", reason="in which of its variables it is proportional is not said")


def _variables(expr: Any) -> Iterator[Any]:
    """Yield the symbols of an expression that are no sizes and no indices, and an entry of each of its tensors."""
    entries = sorted(expr.atoms(Indexed), key=str)
    bases = {entry.base: len(entry.indices) for entry in entries}
    labels = {base.label for base in bases}
    yield from sorted((s for s in expr.free_symbols if _is_value(s) and s not in labels), key=str)
    for base, rank in bases.items():
        yield base[tuple(Dummy("k", integer=True) for _ in range(rank))]


def _is_value(symbol: Any) -> bool:
    return isinstance(symbol, Symbol) and not symbol.is_integer
