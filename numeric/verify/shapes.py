"""Inputs described in a line: `w:D X:N,D y:N:01 lam=0.1`.

`NAME:SIZES` is an array of normal numbers, its sizes are numbers or letters, and equal letters are equal sizes; a size
may be one of others, such as `D+1` or `2D`; `NAME:` is one number. A third part says what the numbers are.
`NAME=NUMBER` is a setting.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from numeric.verify.errors import BadInputsError

EXAMPLES = 7
SIZES = (3, 4, 5, 2, 6, 8, 9)
SIZE = re.compile(r"(?P<times>\d*)(?P<letter>[A-Za-z_]\w*)(?P<more>[+-]\d+)?|(?P<number>\d+)")
Draw = Callable[[np.random.Generator, tuple[int, ...]], Any]

KINDS: dict[str, Draw] = {
    "real": lambda rng, shape: rng.standard_normal(shape),
    "positive": lambda rng, shape: np.exp(0.5 * rng.standard_normal(shape)),
    "01": lambda rng, shape: _both(rng, shape, (0.0, 1.0)),
    "+-1": lambda rng, shape: _both(rng, shape, (-1.0, 1.0)),
    "count": lambda rng, shape: rng.poisson(2.0, shape).astype(float),
    "unit": lambda rng, shape: rng.uniform(0.05, 0.95, shape),
    "simplex": lambda rng, shape: rng.dirichlet(np.ones(shape[-1]), shape[:-1]),
    "onehot": lambda rng, shape: np.eye(shape[-1])[rng.integers(0, shape[-1], shape[:-1])],
}
"""What the numbers of an array may be; `class K` besides, for whole numbers below a size."""


@dataclass(frozen=True, slots=True)
class Described:
    """One input: its name, and its sizes and kind, or the value of a setting."""

    name: str
    sizes: tuple[str, ...] = ()
    kind: str = "real"
    value: float | None = None


def described(text: str) -> tuple[Described, ...]:
    """Return the inputs that a line describes. Raises `BadInputsError` for what cannot be read.

    >>> [item.name for item in described("w:D X:N,D y:N:01 lam=0.1")]
    ['w', 'X', 'y', 'lam']
    """
    found = tuple(_described(item) for item in text.split())
    if not found:
        raise _unreadable(text, "it is empty")
    return found


def _described(item: str) -> Described:
    name, setting, value = item.partition("=")
    if setting:
        try:
            return Described(name, value=float(value))
        except ValueError:
            raise _unreadable(item, "this is no number") from None
    name, *rest = item.split(":")
    if not name.isidentifier() or not 1 <= len(rest) <= 2:  # noqa: PLR2004 -- sizes, and a kind
        raise _unreadable(item, "it is no NAME:SIZES, NAME:SIZES:KIND or NAME=NUMBER")
    kind = rest[1] if len(rest) > 1 else "real"
    if kind not in KINDS and not kind.startswith("class"):
        raise _unreadable(item, f"'{kind}' is none of {', '.join(KINDS)} and classK")
    sizes = tuple(size for size in rest[0].split(",") if size)
    for size in sizes:
        if SIZE.fullmatch(size) is None:
            raise _unreadable(item, f"'{size}' is no size: a number, a letter, or such as D+1 and 2D")
    return Described(name, sizes, kind)


def drawn(items: tuple[Described, ...], rng: np.random.Generator) -> dict[str, Any]:
    """Return arrays as described, by name; letters get small sizes that differ, N the largest.

    >>> drawn(described("w:D X:N,D"), np.random.default_rng(0))["X"].shape
    (7, 3)
    >>> drawn(described("w:D+1 X:N,D"), np.random.default_rng(0))["w"].shape
    (4,)
    """
    letters = _letters(items)
    made: dict[str, Any] = {}
    for item in items:
        shape = tuple(_length(size, letters) for size in item.sizes)
        if item.value is not None:
            made[item.name] = item.value
        elif item.kind.startswith("class"):
            made[item.name] = rng.integers(0, letters.get(item.kind.removeprefix("class"), 3), shape)
        else:
            made[item.name] = np.asarray(KINDS[item.kind](rng, shape))
    return made


def _letters(items: tuple[Described, ...]) -> dict[str, int]:
    """Return a small size for each letter."""
    found = (SIZE.fullmatch(size) for item in items for size in item.sizes)
    letters = dict.fromkeys(size["letter"] for size in found if size and size["letter"])
    free = iter(SIZES)
    return {letter: EXAMPLES if letter == "N" else next(free, EXAMPLES) for letter in letters}


def _length(size: str, letters: dict[str, int]) -> int:
    """Return the length that a size stands for."""
    found = SIZE.fullmatch(size)
    if found is None or found["number"]:
        return int(size)
    length = int(found["times"] or 1) * letters[found["letter"]] + int(found["more"] or 0)
    if length < 0:
        raise _unreadable(
            size, f"a size must not be negative, and {found['letter']} is {letters[found['letter']]} here"
        )
    return length


def _both(rng: np.random.Generator, shape: tuple[int, ...], values: tuple[float, float]) -> Any:
    drawn_values = rng.choice(np.array(values), shape)
    drawn_values.reshape(-1)[:2] = values[: min(2, drawn_values.size)]
    return drawn_values


def _unreadable(item: str, reason: str) -> BadInputsError:
    return BadInputsError(item, place="--params", reason=reason, way_out="write it like `w:D X:N,D y:N:01 lam=0.1`")
