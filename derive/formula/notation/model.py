"""A notation: how a lecturer writes names, indices, transposes and gradients. Data; the printer reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from derive.errors import DeriveError

CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "example": ("lower", "upper", "upper-brackets"),
        "transpose": ("top", "T", "t"),
        "log": ("log", "ln"),
        "exp": ("auto", "power", "function"),
        "bounds": ("full", "none"),
        "brackets": ("round", "braces"),
        "vectors": ("plain", "bold", "arrow"),
        "rows": ("same", "lower"),
        "gradient": ("nabla", "partials"),
        "form": ("index", "vector", "matrix"),
        "norm": ("double", "single"),
    }
)
"""The options that choose one of a few words, and the words."""

MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "example": "where the index of the example stands: x_ij, x_j^i, or x_j^(i)",
        "transpose": "the sign of a transpose",
        "log": "the name of the natural logarithm",
        "exp": "e to a power, exp(...), or whichever is easier to read",
        "bounds": "whether a sum shows from where to where; without, the note lists the ranges",
        "brackets": "what stands round the terms under a sum",
        "vectors": "how vectors and matrices differ from numbers",
        "rows": "whether a table X of examples has rows and entries x",
        "gradient": "gradients by whole vectors, or derivatives by their entries",
        "form": "sums over indices, inner products and norms where there are some, or matrices over all examples too",
        "norm": "one bar or two",
        "sigmoid": "the name of the logistic function",
        "hypothesis": "a name such as h, to write the sigmoid of w.x as h_w(x); empty for none",
        "names": "other names, by ours; a clash is an error",
        "prefer": "other names, by ours, where nothing clashes",
        "indices": "other letters for indices, where nothing clashes",
        "examples": "sizes that count examples",
        "classes": "sizes that count classes",
        "title": "what the notation is called",
    }
)
"""Every key of a notation, and what it says."""


@dataclass(frozen=True, slots=True)
class Notation:
    """One way to write; the defaults are the neutral one.

    >>> Notation(transpose="T").transpose
    'T'
    """

    title: str = "neutral"
    example: str = "lower"
    transpose: str = "top"
    log: str = "log"
    exp: str = "auto"
    bounds: str = "full"
    brackets: str = "round"
    vectors: str = "plain"
    rows: str = "lower"
    gradient: str = "nabla"
    form: str = "vector"
    norm: str = "double"
    sigmoid: str = "sigma"
    hypothesis: str = ""
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    prefer: Mapping[str, str] = field(default_factory=dict[str, str])
    indices: Mapping[str, str] = field(default_factory=dict[str, str])
    examples: tuple[str, ...] = ("N", "n", "L", "M")
    classes: tuple[str, ...] = ("K", "R", "C")


class BadNotationError(DeriveError):
    """A notation cannot be read: no such file or profile, an unknown key, a value that none may have."""


class NotationClashError(DeriveError):
    """Two different things would be printed alike."""
