"""Notations as data: profiles of five lectures, a neutral one, and files of one's own. The printer reads them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

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
    """One way to write names, indices, transposes and gradients; the defaults are the neutral one.

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


PROFILES = Path(__file__).with_name("profiles")
TABLES = ("names", "prefer", "indices")
LISTS = ("examples", "classes")
KEYS = tuple(field.name for field in fields(Notation))


def profiles() -> tuple[str, ...]:
    """Return the names of the notations that are here, `neutral` first.

    >>> profiles()
    ('neutral', 'cls', 'cs4602', 'cse422', 'l7', 'm146')
    """
    found = sorted(path.stem for path in PROFILES.glob("*.toml"))
    return ("neutral", *(name for name in found if name != "neutral"))


def notation_named(name: str) -> Notation:
    """Return a notation by the name of a profile or of a TOML file.

    Raises `BadNotationError` for a name that is neither, and for a file that holds anything but a notation.

    >>> notation_named("cse422").example
    'upper-brackets'
    """
    if name in profiles():
        return _profile(name)
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return read_notation(path)
    near = get_close_matches(name, profiles(), n=2, cutoff=0.5)
    hint = f"try {' or '.join(near)}; " if near else ""
    raise BadNotationError(
        name,
        reason="no notation has this name, and it is no TOML file",
        way_out=f"{hint}the notations are {', '.join(profiles())}",
    )


@cache
def _profile(name: str) -> Notation:
    return read_notation(PROFILES / f"{name}.toml")


def read_notation(path: Path) -> Notation:
    """Return the notation in a file. Raises `BadNotationError` for what cannot be read or is no notation."""
    try:
        held = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        reason = f"the file cannot be read ({problem.strerror})"
        raise BadNotationError(str(path), reason=reason, way_out="name a TOML file, or a notation") from problem
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadNotationError(str(path), reason=f"this is no TOML ({problem})", way_out="mend the file") from problem
    return notation_from(held, str(path))


def notation_from(held: Mapping[str, Any], place: str) -> Notation:
    """Return the notation that a table describes; `based_on` names a profile, whose values hold where none is given.

    >>> notation_from({"based_on": "cls", "log": "log"}, "mine.toml").vectors
    'bold'
    """
    given = dict(held)
    base = given.pop("based_on", "neutral")
    if base not in profiles():
        way_out = f"name one of {', '.join(profiles())}"
        raise BadNotationError(str(base), place=place, reason="based_on names no profile", way_out=way_out)
    # The neutral profile is based on nothing but the defaults.
    start = Notation() if base == "neutral" else _profile(base)
    return replace(start, **{key: _value(key, value, place) for key, value in given.items()})


def _value(key: str, value: Any, place: str) -> Any:
    if key not in KEYS:
        near = get_close_matches(key, (*KEYS, "based_on"), n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}? " if near else ""
        raise BadNotationError(key, place=place, reason="no such key", way_out=f"{hint}the keys are {', '.join(KEYS)}")
    if key in TABLES:
        pairs = _table(key, value, place)
        return {_text(name, key, place): _text(other, key, place) for name, other in pairs}
    if key in LISTS:
        return tuple(_text(size, key, place) for size in _list(key, value, place))
    text = _text(value, key, place)
    if key in CHOICES and text not in CHOICES[key]:
        way_out = f"use one of {', '.join(CHOICES[key])} ({MEANINGS[key]})"
        raise BadNotationError(text, place=f"{place}, {key}", reason="this is none of the choices", way_out=way_out)
    return text


def _text(value: Any, key: str, place: str) -> str:
    if isinstance(value, str) and value.strip() and value.isprintable() and not set(value) & set("\\${}%&#~\"'<>"):
        return value.strip()
    way_out = 'write a name as SymPy does, such as "theta", "w_opt", "beta1" or "xbar"'
    raise BadNotationError(repr(value), place=f"{place}, {key}", reason="this is no name", way_out=way_out)


def _table(key: str, value: Any, place: str) -> Any:
    if isinstance(value, Mapping):
        return value.items()
    raise BadNotationError(
        repr(value),
        place=f"{place}, {key}",
        reason="a table is wanted",
        way_out=f'write [{key}], and below it lines such as w = "theta"',
    )


def _list(key: str, value: Any, place: str) -> list[Any]:
    if isinstance(value, list):
        return value
    raise BadNotationError(
        repr(value), place=f"{place}, {key}", reason="a list is wanted", way_out=f'write {key} = ["N"]'
    )
