"""The function that comes back: it checks what it is given, and runs the program that fits the arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from sympy import Integer

from derive.lower.arguments import Argument, Reading, sizes_of
from derive.lower.backends import as_array, conversion, library_of
from derive.lower.errors import ArrayError
from derive.lower.library import Library
from derive.lower.program import Program, source
from derive.lower.shapes import check_axes, check_needs, check_sizes

Sizes = Mapping[Any, Any]
REMEMBERED = 256
"""So many kinds of calls (shapes and types of all arguments) are told apart before all are forgotten."""


@dataclass(frozen=True)
class Plan:
    """What a formula needs at its calls: its arguments, how sizes are read, and its program at given sizes."""

    args: tuple[Argument, ...]
    readings: dict[Any, Reading]
    write: Callable[[Sizes], Program]
    depends: bool
    """Whether the order of a contraction depends on the sizes."""
    usual: Sizes
    given: dict[Any, int]
    """Sizes that are arguments, with their places."""
    needs: Mapping[Any, str]
    """Numbers of places that must not be negative, and what each is about."""


def whole(value: Any, own: str) -> int:
    """Return a size that was given. Raises `ArrayError` for one that is no whole number.

    >>> whole(3.0, "N")
    3
    """
    number = float(value) if not getattr(value, "shape", ()) else None
    if number is None or not number.is_integer():
        raise ArrayError(own, reason=f"it is {value}", way_out=f"give a whole number for {own}")
    return int(number)


@dataclass(frozen=True)
class Lowered:
    """A function of arrays that computes a formula.

    `args` are the names of its parameters, `axes` the indices of the value's axes; `source` is the NumPy program.
    """

    args: tuple[str, ...]
    axes: tuple[str, ...]
    name: str
    doc: str
    plan: Plan = field(repr=False, compare=False)
    _ready: dict[Any, Callable[..., Any]] = field(default_factory=dict, repr=False, compare=False)
    _last: list[Any] = field(default_factory=lambda: [(None, None)], repr=False, compare=False)
    _compiled: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)

    def __call__(self, *arrays: Any, **named: Any) -> Any:
        """Return the value at these arrays. Raises `ArrayError` for arrays that do not fit."""
        if named or len(arrays) != len(self.args):
            arrays = self._bound(arrays, named)
        try:
            kind: Any = tuple([(type(array), array.shape, array.dtype) for array in arrays])
        except AttributeError:
            library = library_of(arrays)
            return self(*(as_array(library, array, own) for array, own in zip(arrays, self.args, strict=True)))
        if self.plan.given:
            kind = kind, tuple(whole(arrays[n], self.args[n]) for n in self.plan.given.values())
        (known, run) = self._last[0]
        if known != kind:  # to compare with the last call is quicker than to look all calls up
            run = self._ready.get(kind) or self._prepared(arrays, kind)
            self._last[0] = kind, run
        return run(*arrays)

    def _bound(self, arrays: Sequence[Any], named: dict[str, Any]) -> tuple[Any, ...]:
        """Return the arguments in order."""
        places = {own: n for n, arg in enumerate(self.plan.args) for own in (arg.python, arg.name)}
        found: dict[int, Any] = dict(enumerate(arrays))
        for own, value in named.items():
            if own not in places or places[own] in found:
                reason = "it is given twice" if own in places else "there is no argument of this name"
                raise ArrayError(own, place=self._shown, reason=reason, way_out=f"call {self._shown}")
            found[places[own]] = value
        if sorted(found) != list(range(len(self.args))):
            missing = [own for n, own in enumerate(self.args) if n not in found]
            reason = f"{len(self.args)} arguments are wanted, and {len(found)} were given"
            value = ", ".join(missing) or f"{len(found)} arguments"
            raise ArrayError(value, place=self._shown, reason=reason, way_out=f"call {self._shown}")
        return tuple(found[n] for n in range(len(self.args)))

    @property
    def _shown(self) -> str:
        return f"{self.name}({', '.join(self.args)})"

    def _prepared(self, arrays: Sequence[Any], kind: Any) -> Callable[..., Any]:
        """Check the arrays, and return what runs on all arrays of their shapes and types."""
        library = library_of(arrays)
        if library.symbolic:
            return self._usual.compiled(library.namespace)
        convert = conversion(library, arrays, self.args)
        shapes = [tuple(array.shape) for array in arrays]
        check_axes(self.plan.args, shapes)
        given = {size: Integer(int(arrays[n])) for size, n in self.plan.given.items()}
        sizes = {**sizes_of(self.plan.readings, shapes), **given}
        check_sizes(self.plan.args, self.plan.readings, shapes, sizes)
        check_needs(self.plan.needs, sizes, self._shown)
        run = self._running(self._function(library, sizes), convert)
        if len(self._ready) >= REMEMBERED:
            self._ready.clear()
        self._ready[kind] = run
        return run

    def _running(self, function: Callable[..., Any], convert: Callable[..., Any] | None) -> Callable[..., Any]:
        """Return the function after a conversion of its arguments; sizes are given as Python numbers."""
        places = tuple(self.plan.given.values())
        if convert is None and not places:
            return function

        def run(*arrays: Any) -> Any:
            """Return the value at these arrays."""
            ready = list(arrays if convert is None else convert(arrays))
            for place in places:
                ready[place] = int(arrays[place])
            return function(*ready)

        return run

    def _function(self, library: Library, sizes: Sizes) -> Any:
        written = self.plan.write(sizes) if self.plan.depends else self._usual
        key = library.name, written
        if key not in self._compiled:
            self._compiled[key] = written.compiled(library.namespace)
        return self._compiled[key]

    @cached_property
    def _usual(self) -> Program:
        return self.plan.write(self.plan.usual)

    @property
    def source(self) -> str:
        """Return the program as Python text that runs by itself, for many examples and few features."""
        namespace = library_of(()).namespace
        return source(self._usual.compiled(namespace), self.name, self.doc, tuple(namespace))
