"""NumPy's functions that make arrays, for traced code: sizes may be symbolic, and results can be written to."""

from __future__ import annotations

import builtins
import inspect
import math
from collections.abc import Callable
from functools import reduce, wraps
from typing import Any

import numpy as np
from sympy import Integer, Sum

from numeric.verify.elementary import ROWS, is_special, numpy_function
from numeric.verify.trace import joining, numpy_functions, randomness, shapes
from numeric.verify.trace.blocks import MOST_CELLS, Block, build, constant, length
from numeric.verify.trace.lengths import Length
from numeric.verify.trace.selected import Selected
from numeric.verify.trace.session import CURRENT, Trace
from numeric.verify.trace.traced import TracedArray, as_block, call_ufunc


def _mentions(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return any(_mentions(part) for part in value)
    return isinstance(value, TracedArray | Length)


def _axes(trace: Trace, shape: Any) -> Any:
    return shapes.wanted_axes(trace, None, tuple(shape) if isinstance(shape, list | tuple) else (shape,))


def _small(shape: Any) -> bool:
    extents = shape if isinstance(shape, list | tuple) else (shape,)
    return _mentions(shape) or math.prod(int(e) for e in extents) <= MOST_CELLS


def _filled(value: int) -> Callable[..., Any]:
    def make(original: Any, trace: Trace, shape: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the new array, or what the original gives."""
        if not _small(shape):
            return original(shape, *args, **kwargs)
        return TracedArray(constant(trace, Integer(value), _axes(trace, shape)))

    return make


def _full(original: Any, trace: Trace, shape: Any, fill_value: Any, *args: Any, **kwargs: Any) -> Any:
    if not _small(shape):
        return original(shape, fill_value, *args, **kwargs)
    return TracedArray(constant(trace, Integer(0), _axes(trace, shape))) + fill_value


def _eye(original: Any, trace: Trace, n: Any, m: Any = None, *args: Any, **kwargs: Any) -> Any:
    if not _small((n, n if m is None else m)) or args:
        return original(n, m, *args, **kwargs)
    (rows,) = _axes(trace, n)
    return TracedArray(shapes.identity(trace, rows, None if m is None else _axes(trace, m)[0]))


def _arange(original: Any, trace: Trace, *args: Any, **kwargs: Any) -> Any:
    if not _mentions(args):
        return original(*args, **kwargs)
    if len(args) != 1:
        raise trace.end("arange", "a range that does not begin at 0")
    (axis,) = _axes(trace, args[0])
    if all(segment == () for segment in axis):
        return original(len(axis))
    return TracedArray(numbers_of(trace, axis))


def positions(trace: Trace, axis: Any) -> Block:
    """Return the numbers 0, 1, ... along an axis, of which some places may be single."""
    if any(axis):
        return numbers_of(trace, axis)
    return build(trace, (axis,), lambda at, _: Integer(at[0]), codes=shapes.identity(trace, axis))


def numbers_of(trace: Trace, axis: Any) -> Block:
    """Return the numbers 0, 1, ... along an axis, with their one-hot codes."""
    codes = shapes.identity(trace, axis)
    if len(axis) != 1 or len(axis[0]) != 1:
        raise trace.end(length(axis), "a range over several parts")

    def value(_position: Any, places: Any) -> Any:
        """Return the entry at a position."""
        k = trace.fresh(axis[0][0])
        return Sum(k * codes.entry((0, 0), (*places, (k,))), k)

    return build(trace, (axis,), value, codes=codes)


def _array(original: Any, trace: Trace, value: Any, *args: Any, **kwargs: Any) -> Any:
    return TracedArray(as_block(trace, value)) if _mentions(value) else original(value, *args, **kwargs)


def _asarray(original: Any, _trace: Trace, value: Any, *args: Any, **kwargs: Any) -> Any:
    return value if isinstance(value, TracedArray) else _array(original, _trace, value, *args, **kwargs)


def _length(original: Any, _trace: Trace, value: Any) -> Any:
    if isinstance(value, TracedArray | Selected) or _has_letters(value):
        return value.shape[0]
    return original(value)


def _has_letters(value: Any) -> bool:
    """Return whether an array of a framework is as long as a symbolic size, which `len` cannot say."""
    shape = getattr(value, "shape", ())
    return isinstance(shape, tuple) and bool(shape) and not isinstance(shape[0], int | np.integer)


def _range(trace: Trace, first: Any, *rest: Any) -> Any:
    if len(rest) > 1 or (rest and (not isinstance(first, int) or first)):
        raise trace.end("range", "a range that does not begin at 0")
    (axis,) = _axes(trace, rest[0] if rest else first)
    return TracedArray(numbers_of(trace, axis))


def _extreme(ufunc: Any) -> Callable[..., Any]:
    def apply(original: Any, _trace: Trace, *args: Any, **kwargs: Any) -> Any:
        """Return what the function makes of these arguments."""
        given = args[0] if len(args) == 1 and isinstance(args[0], list | tuple) else args
        if len(given) > 1 and not kwargs and any(isinstance(value, TracedArray) for value in given):
            return reduce(ufunc, given)
        return original(*args, **kwargs)

    return apply


def _function(ufunc: Any) -> Callable[..., Any]:
    def apply(original: Any, trace: Trace, *args: Any, **kwargs: Any) -> Any:
        """Return what the function makes of these arguments."""
        return call_ufunc(trace, ufunc, "__call__", args, {}) if _mentions(args) else original(*args, **kwargs)

    return apply


CREATION: dict[Any, Callable[..., Any]] = {
    np.zeros: _filled(0),
    np.ones: _filled(1),
    np.empty: _filled(0),
    np.full: _full,
    np.eye: _eye,
    np.identity: _eye,
    np.arange: _arange,
    np.array: _array,
    np.asarray: _asarray,
    np.asanyarray: _asarray,
    np.ascontiguousarray: _asarray,
    **{
        getattr(math, row.names.torch): _function(numpy_function(row))
        for row in ROWS
        if hasattr(math, row.names.torch) and row.derivative is not None and not is_special(row)
    },
    math.fabs: _function(np.absolute),
    math.pow: _function(np.power),
}
"""What stands in for a function while code is traced; each falls back on the original where nothing is traced."""

LIBRARIES = frozenset({"numpy", "scipy", "sympy", "torch", "jax", "derive"})
"""Packages whose code is not what is traced."""

BUILTINS: dict[str, Callable[..., Any]] = {
    "len": _length,
    "max": _extreme(np.maximum),
    "min": _extreme(np.minimum),
}


SYMBOLIC = frozenset({"SymInt", "SymFloat"})
"""What torch calls its symbolic numbers."""


def _name(value: Any) -> str:
    return type(value).__name__


def _is_symbolic(value: Any) -> bool:
    return isinstance(value, TracedArray | Length) or hasattr(value, "dimension_as_value") or _name(value) in SYMBOLIC


class _Kind(type):
    """What makes a stand-in for `float` or `int` pass for the type itself."""

    plain: type

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Return a traced number as it is, and convert all else."""
        return args[0] if args and _is_symbolic(args[0]) else cls.plain(*args, **kwargs)

    def __instancecheck__(cls, instance: Any) -> bool:
        """Return whether it is an instance of the type."""
        return isinstance(instance, cls.plain)

    def __subclasscheck__(cls, subclass: Any) -> bool:
        """Return whether it is a subclass of the type."""
        return issubclass(subclass, cls.plain)


class Float(metaclass=_Kind):
    """Stands in for `float`; NumPy reads the attribute `dtype`."""

    plain = float
    dtype = np.dtype(float)


class _RangeKind(_Kind):
    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        """Return a range; one up to a symbolic size can serve as an index, and cannot be looped over."""
        trace = CURRENT.get()
        return range(*args, **kwargs) if trace is None or not _mentions(args) else _range(trace, *args)


class Range(metaclass=_RangeKind):
    """Stands in for `range`."""

    plain = range


class Concatenator:
    """Stands in for `np.c_` and `np.r_`."""

    def __init__(self, plain: Any, function: Callable[..., Any]) -> None:
        """Keep the original, and the function that does its work on arrays."""
        self.plain = plain
        self.function = function

    def __getitem__(self, key: Any) -> Any:
        """Return the arrays side by side."""
        parts = key if isinstance(key, tuple) else (key,)
        return self.function(parts) if _mentions(parts) else self.plain[key]


def substitutes() -> dict[int, tuple[Any, Any]]:
    """Return for each original, by identity, the original and what stands in for it."""
    found: dict[int, tuple[Any, Any]] = {
        id(o): (o, _standing_in(o, make)) for o, make in {**CREATION, **randomness.sources()}.items()
    }
    found |= {id(plain): (plain, stand_in) for plain, stand_in in randomness.classes().items()}
    for plain, function in ((np.c_, joining.column_stack), (np.r_, joining.hstack)):
        found[id(plain)] = plain, Concatenator(plain, function)
    for plain, function in numpy_functions.special_functions().items():
        found[id(plain)] = plain, _falling_back(plain, function)
    return found


def builtin_names() -> dict[str, Any]:
    """Return the built-in names that a traced module sees otherwise."""
    found: dict[str, Any] = {name: _standing_in(getattr(builtins, name), make) for name, make in BUILTINS.items()}
    return {**found, "float": Float, "range": Range}


def _standing_in(original: Any, make: Callable[..., Any]) -> Any:
    @wraps(original)
    def stand_in(*args: Any, **kwargs: Any) -> Any:
        """Do what the original does, and more where a trace is concerned."""
        trace = CURRENT.get()
        caller = _calling_module()
        if trace is None or caller.partition(".")[0] in LIBRARIES:
            return original(*args, **kwargs)
        return make(original, trace, *args, **kwargs)

    return stand_in


def _calling_module() -> str:
    """Return the name of the module that called the stand-in: what a library calls keeps its meaning."""
    frame = inspect.currentframe()
    outer = None if frame is None or frame.f_back is None else frame.f_back.f_back
    return "" if outer is None else str(outer.f_globals.get("__name__"))


def _falling_back(original: Any, function: Callable[..., Any]) -> Any:
    @wraps(original)
    def stand_in(*args: Any, **kwargs: Any) -> Any:
        """Do what the original does, and more where a trace is concerned."""
        return (function if _mentions(args) else original)(*args, **kwargs)

    return stand_in
