"""How often a sum occurs in a formula, whatever its indices are called: what is used again is computed once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from derive.lower.terms import Axis, Reduce, Term
from derive.lower.walk import free, parts, rename


def pattern(term: Term) -> Term:
    """Return the term with its free axes numbered by name, so that copies at other indices look alike."""
    axes = sorted(free(term), key=lambda axis: repr(term).find(repr(axis)))
    names: dict[Axis, Any] = {axis: Axis(f"?{n}", axis.low, axis.high) for n, axis in enumerate(axes)}
    return rename(term, names)


def sums(terms: Iterable[Term]) -> Counter[Term]:
    """Return how often each sum occurs.

    >>> sums([]) == Counter()
    True
    """
    found: Counter[Term] = Counter()
    for term in terms:
        if isinstance(term, Reduce) and term.kind == "sum":
            found[pattern(term)] += 1
        found += sums(parts(term))
    return found
