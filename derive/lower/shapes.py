"""Whether the shapes of the arrays fit the formula, and one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Dummy, Symbol

from derive.lower.arguments import Argument, Reading
from derive.lower.errors import ArrayError
from derive.lower.places import Extent

Shape = tuple[int, ...]


def check_axes(args: Sequence[Argument], shapes: Sequence[Shape]) -> None:
    """Raise `ArrayError` for the first argument with a wrong number of axes."""
    for arg, shape in zip(args, shapes, strict=True):
        if arg.extents is not None and len(shape) != len(arg.extents):
            wanted = ", ".join(_shown(extent.length) for extent in arg.extents)
            reason = f"it has shape {shape}, and {len(arg.extents)} axes are wanted: ({wanted})"
            raise ArrayError(arg.name, reason=reason, way_out=_way_out(arg, shape))


def check_sizes(
    args: Sequence[Argument], readings: Mapping[Any, Reading], shapes: Sequence[Shape], sizes: Mapping[Any, Any]
) -> None:
    """Raise `ArrayError` for the first argument whose shape does not fit, naming what fixed the sizes."""
    for size, value in sizes.items():
        if value < 0:
            arg = args[readings[size].argument]
            reason = f"it is too short: {_shown(size)} would be {value}"
            raise ArrayError(arg.name, reason=reason, way_out="give a longer array")
    for arg, shape in zip(args, shapes, strict=True):
        for axis, extent in enumerate(arg.extents or ()):
            misfit = _misfit(extent, shape[axis], sizes)
            if misfit is not None:
                length, fixed = misfit
                named = [
                    f"{_shown(size)} = {value} by {_source(size, args, readings)}" for size, value in fixed.items()
                ]
                said = f"it has shape {shape}, and axis {axis} must have {length}"
                said += f" ({', '.join(named)})" if named else ""
                raise ArrayError(arg.name, reason=said, way_out="give arrays whose sizes agree")


def check_needs(needs: Mapping[Any, str], sizes: Mapping[Any, Any], place: str) -> None:
    """Raise `ArrayError` where an entry would leave its array at these sizes, or a range would run backwards."""
    for number, words in needs.items():
        value = number.xreplace(sizes)
        if value.is_number and value < 0:
            used = sorted(number.free_symbols & set(sizes), key=str)
            told = ", ".join(f"{_shown(size)} = {sizes[size]}" for size in used)
            raise ArrayError(told, place=place, reason=words, way_out="give larger arrays")


def _shown(length: Any) -> str:
    """Return a length as text; one that was made up has the name of the index that runs over it."""
    names = {s: Symbol(s.name.removeprefix("n_")) for s in length.free_symbols if isinstance(s, Dummy)}
    return str(length.xreplace(names))


def _source(size: Any, args: Sequence[Argument], readings: Mapping[Any, Reading]) -> str:
    return args[readings[size].argument].name if size in readings else str(size)


def _misfit(extent: Extent, found: int, sizes: Mapping[Any, Any]) -> tuple[str, dict[Any, Any]] | None:
    """Return which length an axis must have, and the sizes that say so, if it has another one."""
    wanted = extent.length.xreplace(sizes)
    if not wanted.is_Integer or wanted == found:
        return None
    fixed = {size: sizes[size] for size in sorted(extent.length.free_symbols, key=str) if size in sizes}
    length = f"{wanted}" if extent.length.is_Symbol or not fixed else f"{_shown(extent.length)} = {wanted}"
    return f"length {length}", fixed


def _way_out(arg: Argument, shape: Shape) -> str:
    if len(arg.extents or ()) == 1 and len(shape) == 2 and 1 in shape:
        return f"give {arg.name}.ravel(): a matrix with a dimension of one is a vector here"
    return "give an array with these axes"
