"""The arguments of a lowered function: their names in Python, their axes, and the sizes that can be read off them."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import IndexedBase, Integer, MatrixSymbol, Symbol

from derive.errors import NotAnExpressionError
from derive.expr.vocabulary import tensor_name
from derive.lower.code import Code, name
from derive.lower.errors import LoweringError
from derive.lower.library import HELPERS
from derive.lower.places import Extent, Layout, declared


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: the name in the formula and in Python, and the extent of each axis (None where nothing says it)."""

    name: str
    python: str
    extents: tuple[Extent, ...] | None


@dataclass(frozen=True, slots=True)
class Reading:
    """How a size is read off: from which argument, along which axis, and what is to be added to the length."""

    argument: int
    axis: int
    offset: Any
    sign: Any = 1


def arguments(given: Sequence[Any], places: Layout) -> tuple[Argument, ...]:
    """Return the arguments. Raises for what is no tensor or symbol, and for one that is given twice."""
    found: list[Argument] = []
    taken = {"np", "math", *HELPERS}
    for arg in given:
        if not isinstance(arg, IndexedBase | MatrixSymbol | Symbol):
            reason = "an argument is an IndexedBase, a MatrixSymbol or a Symbol"
            raise NotAnExpressionError(str(arg), reason=reason, way_out="give the tensor itself, not an entry of it")
        own = tensor_name(arg) if not isinstance(arg, Symbol) else arg.name
        if own in {other.name for other in found}:
            raise LoweringError(own, reason="it is given twice", way_out="give every argument once")
        python = _python_name(own, taken)
        taken.add(python)
        found.append(Argument(own, python, _extents(arg, own, places)))
    return tuple(found)


def _extents(arg: Any, own: str, places: Layout) -> tuple[Extent, ...] | None:
    if isinstance(arg, Symbol):
        return ()
    if isinstance(arg, MatrixSymbol):
        return tuple(Extent(Integer(0), size) for size in arg.shape if size != 1)
    axes = declared(arg)
    known = None if axes is None else tuple(Extent(first, last - first + 1) for first, last in axes)
    return places.extents.get(own, known)


def _python_name(own: str, taken: set[str]) -> str:
    """Return a name that Python takes: `lambda` becomes `lambda_`, `x^+` becomes `x_plus`."""
    spelled = own.replace("+", "plus").replace("-", "minus").replace("*", "star").replace("'", "prime")
    plain = re.sub(r"\W", "_", spelled)
    plain = f"_{plain}" if not plain or plain[0].isdigit() else plain
    while keyword.iskeyword(plain) or plain in taken:
        plain += "_"
    return plain


def readings(args: Sequence[Argument], own: frozenset[Any]) -> dict[Any, Reading]:
    """Return for each size an axis that shows it; `own` are symbols that are arguments themselves."""
    found: dict[Any, Reading] = {}
    for number, arg in enumerate(args):
        for axis, extent in enumerate(arg.extents or ()):
            symbols = extent.length.free_symbols - own
            if len(symbols) != 1:
                continue
            (size,) = symbols
            factor = extent.length.coeff(size)
            if size not in found and factor in {1, -1} and size not in (extent.length - factor * size).free_symbols:
                found[size] = Reading(number, axis, extent.length - factor * size, factor)
    return found


def read_off(args: Sequence[Argument], found: Mapping[Any, Reading]) -> list[tuple[Any, Any]]:
    """Return each size with the step that reads it off an array."""
    lines: list[tuple[Any, Any]] = []
    for size, reading in found.items():
        length = Code.of("length", str(reading.axis), name(args[reading.argument].python))
        code = length
        if reading.offset != 0 or reading.sign != 1:
            sign = "+" if reading.sign == 1 else "-"
            code = Code.of("plus", sign + "+", length, -reading.sign * reading.offset)
        lines.append((size, code))
    return lines


def sizes_of(found: Mapping[Any, Reading], shapes: Sequence[tuple[int, ...]]) -> dict[Any, Integer]:
    """Return the sizes that the shapes show.

    >>> sizes_of({Symbol("N"): Reading(0, 1, 0)}, [(3, 4)])
    {N: 4}
    """
    return {size: Integer(r.sign * (shapes[r.argument][r.axis] - r.offset)) for size, r in found.items()}
