"""Hypothesis strategies for whoever tests gradients: sizes that like to coincide, and arrays with awkward numbers.

This module needs Hypothesis and is loaded by nothing else here.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st

from numeric.verify.shapes import KINDS, Described, described
from numeric.verify.values import HUGE, LARGE, TINY

Drawn = st.SearchStrategy[Any]
STYLES = ("ordinary", "whole numbers", "zeros", "ties", "large", "huge", "tiny", "many orders of magnitude")
FACTORS = {"large": LARGE, "huge": HUGE, "tiny": TINY}
LARGEST = 6


@st.composite
def sizes(draw: st.DrawFn, letters: str = "ND", largest: int = LARGEST) -> dict[str, int]:
    """Draw a size for each letter; with a probability of one half two of them are equal.

    >>> from hypothesis import find
    >>> find(sizes("ND"), lambda s: s["N"] == s["D"])
    {'N': 1, 'D': 1}
    """
    drawn = {letter: draw(st.integers(1, largest)) for letter in letters}
    if len(letters) > 1 and draw(st.booleans()):
        a, b = draw(st.permutations(letters))[:2]
        drawn[a] = drawn[b]
    return drawn


@st.composite
def arrays(draw: st.DrawFn, shape: tuple[int, ...], style: str = "ordinary", kind: str = "real") -> Any:
    """Draw an array in a style of `STYLES`; with another kind than "real" only the ordinary style has a meaning."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    if kind != "real":
        return np.asarray(KINDS[kind](rng, shape))
    drawn = rng.standard_normal(shape)
    if style == "whole numbers":
        return np.round(2 * drawn)
    if style == "zeros":
        return np.zeros(shape)
    if style == "ties":
        return np.full(shape, float(rng.standard_normal()))
    if style == "many orders of magnitude":
        return drawn * 10.0 ** rng.uniform(-8, 8, shape)
    return drawn * FACTORS.get(style, 1.0)


@st.composite
def inputs(draw: st.DrawFn, description: str, params: tuple[str, ...] | None = None) -> tuple[Any, ...]:
    """Draw `(params, *data)` as a line describes them, such as `w:D X:N,D y:N:01 lam=0.1`.

    The first name is the parameter; with `params` a dict of these is the first argument.
    """
    items = described(description)
    letters = dict.fromkeys(size for item in items for size in item.sizes if not size.isdigit())
    chosen = draw(sizes("".join(letters) or "N"))
    style = draw(st.sampled_from(STYLES))
    own = params or (items[0].name,)
    made = {item.name: draw(_one(item, chosen, style if item.name in own else "ordinary")) for item in items}
    first: Any = {name: made[name] for name in own} if params else made[own[0]]
    return (first, *(made[item.name] for item in items if item.name not in own))


def _one(item: Described, chosen: dict[str, int], style: str) -> Drawn:
    if item.value is not None:
        return st.just(item.value)
    shape = tuple(int(size) if size.isdigit() else chosen[size] for size in item.sizes)
    if item.kind.startswith("class"):
        count = chosen.get(item.kind.removeprefix("class"), 3)
        return st.integers(0, 2**32 - 1).map(lambda seed: np.random.default_rng(seed).integers(0, count, shape))
    return arrays(shape, style, item.kind)
