"""The array that the traced code gets instead of NumPy's: it writes down what is done to it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from sympy import Expr, Integer, Rational, pi

from numeric.verify.trace import blocks, elementwise, indexing, joining, numpy_functions, products, reshaping, unpacking
from numeric.verify.trace.blocks import Block, build, constant
from numeric.verify.trace.lengths import Length, as_fraction
from numeric.verify.trace.session import Trace

SIMPLE = 1000
"""A float that is a fraction with a larger denominator is tried as one of pi."""


DOUBLE = 8


@dataclass(frozen=True, slots=True)
class View:
    """How an array that shares the memory of another one is read from it and written back to it."""

    base: TracedArray
    read: Callable[[Block], Block]
    write: Callable[[Block, Block], Block]


class TracedArray:
    """A handle on a block. Writing to it makes a new block; views write through to what they show.

    What a trace cannot follow raises `UntraceableError`: a branch on a value, a conversion to a number.
    """

    __slots__ = ("_block", "_seen", "name", "trace", "view")
    __array_priority__ = 1000

    def __init__(self, block: Block, *, view: View | None = None, name: str = "") -> None:
        """Keep the block; `name` is set for an input, which must not be written to."""
        self._block = block
        self._seen: Block | None = None
        self.trace: Trace = block.trace
        self.view = view
        self.name = name

    @property
    def block(self) -> Block:
        """Return the present value."""
        if self.view is None:
            return self._block
        base = self.view.base.block
        if self._seen is not base:
            self._seen, self._block = base, self.view.read(base)
        return self._block

    def assign(self, block: Block) -> None:
        """Put another value in the place of the present one, in everything that shares its memory."""
        if self.name:
            raise self.trace.end(self.name, "the code changes its input in place", contract=True)
        if self.view is None:
            self._block = block
        else:
            self.view.base.assign(self.view.write(self.view.base.block, block))

    @property
    def shape(self) -> tuple[Any, ...]:
        """Return the lengths of the axes: numbers, or `Length`."""
        return tuple(visible(self.trace, axis) for axis in self.block.axes)

    @property
    def ndim(self) -> int:
        """Return the number of axes."""
        return len(self.block.axes)

    @property
    def size(self) -> Any:
        """Return the number of entries."""
        result: Any = 1
        for extent in self.shape:
            result = extent * result
        return result

    @property
    def dtype(self) -> Any:
        """Return the kind of number, as far as a trace knows it."""
        return np.dtype(bool if self.block.boolean else int if self.block.codes else float)

    @property
    def T(self) -> TracedArray:
        """Return the transpose, a view."""
        return reshaping.transpose(self)

    def __len__(self) -> NoReturn:
        """Refuse: Python wants a number here. While code is traced, `len` answers without asking this."""
        raise self.trace.end("len", "a symbolic size is used as a number")

    def __bool__(self) -> NoReturn:
        """Refuse: the code branches on values."""
        raise self.trace.end("if", "data-dependent control flow: a branch on a traced value")

    def __float__(self) -> NoReturn:
        """Refuse: a traced value has no number."""
        raise self.trace.end("float", "data-dependent control flow: a traced value is turned into a number")

    __int__ = __complex__ = item = tolist = __float__

    def __index__(self) -> NoReturn:
        """Refuse, or learn that an input is a count."""
        indexing.learn_count(self)
        raise self.trace.end("index", "a traced value is used as an index or in a loop")

    def __array__(self, *_: object, **__: object) -> NoReturn:
        """Refuse: no NumPy array holds a trace."""
        raise self.trace.end("array", "a traced array is turned into a NumPy array")

    def __iter__(self) -> Iterator[Any]:
        """Go along the first axis, where its length is a number."""
        extent = self.shape[0] if self.ndim else 0
        if not isinstance(extent, int):
            unpacking.learn(self, inspect.currentframe())
            raise self.trace.end("for", "a loop over a symbolic size")
        return (self[i] for i in range(extent))

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Answer NumPy's universal functions."""
        return call_ufunc(self.trace, ufunc, method, inputs, options)

    def __array_function__(self, function: Any, _types: Any, args: Any, kwargs: Any) -> Any:
        """Answer NumPy's other functions, as far as there is one of the same meaning."""
        known = numpy_functions.FUNCTIONS.get(function)
        if known is None:
            raise self.trace.end(getattr(function, "__name__", "function"), "this function is not traced")
        out = kwargs.pop("out", None)
        return known(*args, **kwargs) if out is None else written(known(*args, **kwargs), out)

    def __getitem__(self, key: Any) -> Any:
        """Return a view for slices and numbers, a copy for arrays of indices."""
        from numeric.verify.trace import selected  # noqa: PLC0415 -- it needs what stands here

        chosen = selected.select(self, key)
        return indexing.get(self, key) if chosen is None else chosen

    def __setitem__(self, key: Any, value: Any) -> None:
        """Write to a part of the array."""
        from numeric.verify.trace import selected  # noqa: PLC0415 -- it needs what stands here

        if isinstance(value, selected.Selected):
            selected.put(self, key, value)
        else:
            self.assign(indexing.put(self.trace, self.block, key, as_block(self.trace, value)))

    def __getattr__(self, name: str) -> Any:
        """Return one of NumPy's methods, which is the function of that name."""
        function = numpy_functions.METHODS.get(name)
        if function is None:
            if hasattr(np.ndarray, name) and not name.startswith("__"):
                raise self.trace.end(f".{name}", "this attribute of an array is not traced")
            raise AttributeError(name)
        return lambda *args, **kwargs: function(self, *args, **kwargs)

    def __hash__(self) -> int:
        """Hash on identity, as nothing else is fixed."""
        return id(self)

    @staticmethod
    def __lowering__() -> Any:
        """Return what a program of `derive.lambdify` finds when it is run on traced arrays."""
        from numeric.verify.trace.lowering import library  # noqa: PLC0415 -- it needs what stands here

        return library()


def visible(trace: Trace, axis: blocks.Axis) -> Any:
    """Return an axis' length as the traced code sees it."""
    extent = blocks.length(axis)
    return int(extent) if extent.is_Integer else Length(trace, extent)


def number(trace: Trace, value: Any) -> TracedArray:
    """Return an expression as an array without axes."""
    return TracedArray(constant(trace, value))


def as_block(trace: Trace, value: Any) -> Block:
    """Return anything that can stand beside a traced array as a block."""
    if isinstance(value, TracedArray):
        return value.block
    if isinstance(value, Length):
        return constant(trace, value.expr)
    if isinstance(value, Expr):
        return constant(trace, value)
    if isinstance(value, list | tuple) and not _plain(value):
        return joining.stack([TracedArray(as_block(trace, part)) for part in value]).block
    return _of_array(trace, np.asarray(value))


def _plain(value: Any) -> bool:
    return not any(
        isinstance(part, TracedArray | Length) or (isinstance(part, list | tuple) and not _plain(part))
        for part in value
    )


def _of_array(trace: Trace, array: Any) -> Block:
    """Return a NumPy array of numbers as a block; an array that has one value everywhere needs one."""
    if array.dtype.kind not in "fiub":
        raise trace.end(f"an array of {array.dtype}", "only real numbers are traced")
    if array.size > blocks.MOST_CELLS:
        raise trace.end(f"an array of {array.size} numbers", "a fixed array that large meets a traced one")
    axes = tuple(((),) * extent for extent in array.shape)
    return build(trace, axes, lambda at, _: exact(trace, array[at]), boolean=array.dtype.kind == "b")


def exact(trace: Trace, value: Any) -> Any:
    """Return a float as the number it was meant to be: a fraction, or one of pi."""
    if isinstance(value, int | np.integer | np.bool_):
        return Integer(int(value))
    plain = float(value)
    if not np.isfinite(plain):
        raise trace.end(plain, "a number that is not finite")
    short: Any = value if isinstance(value, np.floating) and value.itemsize < DOUBLE else plain
    fraction = as_fraction(short)
    if fraction.denominator > SIMPLE:
        over_pi = as_fraction(plain / float(pi))
        if over_pi.denominator <= SIMPLE and float(over_pi) * float(pi) == plain:
            return Rational(over_pi.numerator, over_pi.denominator) * pi
    return Rational(fraction.numerator, fraction.denominator)


def call_ufunc(trace: Trace, ufunc: Any, method: str, inputs: Any, options: Any) -> Any:
    """Return what a universal function makes of traced arrays; `out` is written to."""
    out, where = options.pop("out", None), options.pop("where", True)
    for ignored in ("dtype", "casting", "order", "subok"):
        _ = options.pop(ignored, None)
    if where is not True:
        raise trace.end(ufunc.__name__, "the option `where` of a universal function is not traced")
    if method == "at":
        return numpy_functions.add_at(ufunc, *inputs)
    if method == "reduce":
        result = numpy_functions.reduce(ufunc, *inputs, **options)
    elif method == "outer":
        left, right = (TracedArray(as_block(trace, value)) for value in inputs)
        result = call_ufunc(trace, ufunc, "__call__", (left[(..., *[None] * right.ndim)], right), options)
    elif method == "__call__" and ufunc is np.matmul:
        result = products.matmul(*inputs)
    elif method == "__call__" and (function := elementwise.known(ufunc)) is not None and not options:
        result = TracedArray(function(trace, *(as_block(trace, value) for value in inputs)))
    else:
        raise trace.end(f"{ufunc.__name__}.{method}", "this function is not traced")
    return result if out is None else written(result, out)


def written(result: Any, out: Any) -> Any:
    """Return the array that the option `out` names, after the result is written to it."""
    target = out[0] if isinstance(out, tuple) else out
    if not isinstance(target, TracedArray):
        raise result.trace.end("out", "a traced value is written into a NumPy array")
    target.assign(indexing.put(result.trace, target.block, (...,), result.block))
    return target


def _operator(ufunc: Any, *, swapped: bool = False) -> Callable[[Any, Any], Any]:
    def apply(self: Any, other: Any) -> Any:
        """Return what the function makes of these arguments."""
        return ufunc(other, self) if swapped else ufunc(self, other)

    return apply


def _in_place(ufunc: Any) -> Callable[[Any, Any], Any]:
    return lambda self, other: ufunc(self, other, out=(self,))


OPERATORS: dict[str, Any] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "floordiv": np.floor_divide,
    "mod": np.remainder,
    "pow": np.power,
    "matmul": np.matmul,
    "and": np.logical_and,
    "or": np.logical_or,
    "xor": np.logical_xor,
}
for _name, _ufunc in OPERATORS.items():
    setattr(TracedArray, f"__{_name}__", _operator(_ufunc))
    setattr(TracedArray, f"__r{_name}__", _operator(_ufunc, swapped=True))
    setattr(TracedArray, f"__i{_name}__", _in_place(_ufunc))
for _name, _ufunc in {
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "eq": np.equal,
    "ne": np.not_equal,
}.items():
    setattr(TracedArray, f"__{_name}__", _operator(_ufunc))
for _name, _ufunc in {"neg": np.negative, "pos": np.positive, "abs": np.absolute, "invert": np.logical_not}.items():
    setattr(TracedArray, f"__{_name}__", lambda self, ufunc=_ufunc: ufunc(self))
