"""Trees that are written alike, wherever they stand."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from derive.latex.read.tree import Span, is_node


def alike(one: Any, other: Any) -> bool:
    """Return whether two trees are written alike, wherever they stand.

    >>> from derive.latex.read.parser import read
    >>> alike(read("x + 1"), read(" x+1 "))
    True
    """
    if type(one) is not type(other):
        return False
    if isinstance(one, tuple) and not isinstance(one, Span):
        return len(one) == len(other) and all(alike(a, b) for a, b in zip(one, other, strict=True))
    if is_node(one):
        return all(f.name == "span" or alike(getattr(one, f.name), getattr(other, f.name)) for f in fields(one))
    return bool(one == other)
