"""The one function that makes a term safe; its rules for each kind of term are registered in `stable.py`."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from derive.lower.terms import Term
from derive.lower.walk import rebuilt


@singledispatch
def stable(term: Any) -> Term:
    """Return a term of the same value that can be computed wherever the value is a floating-point number.

    >>> from derive.lower.terms import ONE
    >>> stable(ONE) == ONE
    True
    """
    return rebuilt(term, stable)
