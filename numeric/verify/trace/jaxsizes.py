"""Sizes of JAX that are letters, and every comparison of them that letters cannot decide.

JAX calls two symbolic sizes different where it cannot tell. A program that branches on that would be traced along one
way only, so comparisons are watched. One of the traced code is answered by the path, and both ways are followed. One of
JAX itself is about broadcasting and squeezing, where it matters whether a size is 1: that it is not is a condition.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
from sympy import Add, Integer, Mul, Pow, Symbol

from numeric.verify.trace.blocks import (
    Axis,
    axis_of_length,
    equal_sizes,
    example_length,
    extent_of,
    never_zero,
    unify,
)
from numeric.verify.trace.lengths import Length
from numeric.verify.trace.session import Trace
from numeric.verify.trace.surroundings import functions_of


@dataclass(slots=True)
class Sizes:
    """The letters of one trace as sizes of JAX, and what JAX asked about them.

    `may_look_up` says whether the code under test calls something that could look a size up in a container. Of `asked`,
    `meant` are those that JAX's own Python compares; its tables of shapes compare what has the same hash in part, too.
    """

    trace: Trace
    letters: dict[str, Any] = field(default_factory=dict[str, Any])
    may_look_up: bool = True
    asked: list[tuple[Any, Any]] = field(default_factory=list[tuple[Any, Any]])
    meant: list[tuple[Any, Any]] = field(default_factory=list[tuple[Any, Any]])

    @staticmethod
    def of(trace: Trace, *, may_look_up: bool = True) -> Sizes:
        """Return the sizes of a trace."""
        jax: Any = sys.modules["jax"]
        names = [str(symbol) for symbol in trace.symbols.values()]
        made = jax.export.symbolic_shape(", ".join(names)) if names else ()
        return Sizes(trace, dict(zip(names, made, strict=True)), may_look_up)

    def extent(self, axis: Axis) -> Any:
        """Return the length of an axis as JAX wants it: a number, or a sum of products of letters."""
        return extent_of(axis, self.letters)

    def expr(self, extent: Any) -> Any:
        """Return a size of JAX as an expression. Raises `UntraceableError` for a quotient or a maximum of sizes."""
        if isinstance(extent, int | np.integer):
            return Integer(int(extent))
        symbols = {str(symbol): symbol for symbol in self.trace.symbols.values()}
        try:
            found = extent._evaluate(symbols)  # noqa: SLF001 -- JAX has no public name for it
        except (TypeError, ValueError):
            found = None
        if found is None or not all(isinstance(part, Add | Mul | Pow | Symbol | Integer) for part in _parts(found)):
            raise self.trace.end(extent, "this size is no sum of products of sizes")
        return found.expand()

    def visible(self, value: Any) -> Any:
        """Return a parameter of a primitive with each size of JAX as a length."""
        if type(value) in {tuple, list}:
            return type(value)(self.visible(part) for part in value)
        if not self.letters or not isinstance(value, type(next(iter(self.letters.values())))):
            return value
        return Length(self.trace, self.expr(value))

    def equal(self, one: Any, other: Any, *, plain: bool) -> bool:
        """Return whether two sizes are equal, given what JAX says: on this path, or for want of better."""
        if plain or not (self._is_letter(one) and (self._is_letter(other) or isinstance(other, int | np.integer))):
            return plain
        sizes = self.expr(one), self.expr(other)
        if never_zero(self.trace, (sizes[0] - sizes[1]).expand()):
            return False
        if _caller() is None:
            self.asked.append(sizes)
            self.meant += [] if _is_calling(_frame()) else [sizes]
            return False
        return equal_sizes(self.trace, *sizes)

    def _is_letter(self, value: Any) -> bool:
        first = next(iter(self.letters.values()))
        return isinstance(value, type(first)) and value.scope is first.scope

    def refuse_look_up(self, size: Any) -> None:
        """Raise where the code under test looks a size up: a container would say "different" of any number."""
        frame = _caller()
        if frame is None or not self._is_letter(size):
            return
        if not _is_calling(frame) or self.may_look_up:
            raise self.trace.end(size, "a symbolic size is looked up in a set or a dictionary")

    def learn(self) -> None:
        """Raise what a refusal of JAX teaches: the sizes that it asked for last, and that the example has equal."""
        for one, other in reversed(self.meant):
            axes = axis_of_length(one), axis_of_length(other)
            if axes[0] and axes[1] and (self.trace.table.answers or _equal_in_example(self.trace, axes[0], axes[1])):
                unify(self.trace, axes[0], axes[1])

    def note(self) -> None:
        """Note as conditions of which sizes JAX took for granted that they are not 1."""
        for one, other in self.asked:
            if 1 in {one, other}:
                self.trace.conditions[f"{one if other == 1 else other} > 1"] = "as JAX reads shapes"


def _equal_in_example(trace: Trace, one: Axis, other: Axis) -> bool:
    return bool(example_length(trace, one) == example_length(trace, other))


def _parts(expr: Any) -> list[Any]:
    return [expr, *(inner for part in expr.args for inner in _parts(part))]


CALLING = ("CALL", "PRECALL", "RESUME", "SEND")
"""Instructions during which a function of JAX that is no Python may compare sizes."""


def names_of(*functions: Any) -> set[str]:
    """Return the names that the Python functions which are reached from these mention."""
    return {name for function in functions_of(*functions) for name in function.__code__.co_names}


@cache
def _own_folders() -> tuple[str, ...]:
    jax: Any = sys.modules["jax"]
    return str(Path(jax.__file__).parent), str(Path(np.__file__).parent), "<frozen"


def _caller() -> FrameType | None:
    """Return the frame of the code under test that compares sizes, or None where JAX or NumPy does."""
    frame = _frame()
    return None if frame is None or frame.f_code.co_filename.startswith(_own_folders()) else frame


def _frame() -> FrameType | None:
    """Return the frame that compares sizes, or that calls what does so in C."""
    frame: FrameType | None = inspect.currentframe()
    while frame is not None and (frame.f_code.co_filename.endswith("shape_poly.py") or _is_ours(frame)):
        frame = frame.f_back
    return frame


def _is_calling(frame: FrameType | None) -> bool:
    """Return whether a frame is just calling a function, which is then one that is no Python."""
    if frame is None:
        return True
    at = next((i for i in dis.get_instructions(frame.f_code) if i.offset == frame.f_lasti), None)
    return at is not None and at.opname.startswith(CALLING)


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename == __file__


@contextmanager
def watched(sizes: Sizes) -> Generator[None]:
    """Let comparisons of symbolic sizes be answered by `Sizes.equal`; where nothing is symbolic, nothing changes."""
    if not sizes.letters:
        yield
        return
    kind: Any = type(next(iter(sizes.letters.values())))
    plain, hashed = kind.__eq__, kind.__hash__

    def equal(one: Any, other: Any) -> bool:
        """Return whether two sizes are equal, as far as it is known."""
        return sizes.equal(one, other, plain=plain(one, other))

    def looked_up(one: Any) -> int:
        """Return the hash, where nothing is decided by it."""
        sizes.refuse_look_up(one)
        return hashed(one)

    kind.__eq__, kind.__hash__ = equal, looked_up
    try:
        yield
    finally:
        kind.__eq__, kind.__hash__ = plain, hashed
