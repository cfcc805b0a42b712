"""The inputs of the traced code: each leaf of the parameters and of the data becomes a tensor with symbolic sizes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from sympy import Eq, Integer, Sum, Symbol

from derive import binary, one_hot, sign, simplex, tensor
from numeric.verify import tree
from numeric.verify.trace.blocks import Axis, Block, Places, Position, add, build
from numeric.verify.trace.cases import Entry
from numeric.verify.trace.lengths import Length
from numeric.verify.trace.session import Trace
from numeric.verify.trace.sizes import SizeTable
from numeric.verify.trace.traced import TracedArray

SUFFIX = "_other"
MATRIX = 2
TWO_VALUED = {frozenset({0.0, 1.0}): (binary, "0 or 1"), frozenset({-1.0, 1.0}): (sign, "-1 or +1")}
"""Labels with two values: the fact about them, and its words."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One array or number among the inputs: its example, whether it is a parameter, and how the code reaches it."""

    number: int
    name: str
    value: Any
    is_param: bool
    path: str

    @property
    def kind(self) -> str:
        """Return "array", "number" or, for what is passed on as it is, "fixed"."""
        if isinstance(self.value, np.ndarray):
            return "array" if self.value.dtype.kind in "fiub" and self.value.ndim else "number"
        plain = isinstance(self.value, float | int | np.floating | np.integer) and not isinstance(self.value, bool)
        return "number" if plain else "fixed"

    @property
    def is_whole(self) -> bool:
        """Return whether its numbers are whole ones by their type."""
        return np.asarray(self.value).dtype.kind in "iu"


@dataclass(frozen=True, slots=True)
class Inputs:
    """All leaves, and how they make up the arguments."""

    arguments: tuple[Any, ...]
    names: tuple[str, ...]
    leaves: tuple[Leaf, ...]

    @staticmethod
    def of(function: Callable[..., Any], arguments: tuple[Any, ...]) -> Inputs:
        """Return the inputs of a call; the names are those of the function's arguments."""
        names = _argument_names(function, len(arguments))
        found: list[Leaf] = []
        used: set[str] = set()
        for at, (argument, name) in enumerate(zip(arguments, names, strict=True)):
            for path, value in tree.leaves(argument, name).items():
                clean = _unused(re.sub(r"\W+", "_", path).strip("_") or "x", used)
                found.append(Leaf(len(found), clean, value, at == 0, path))
        return Inputs(arguments, names, tuple(found))

    def table(self) -> SizeTable:
        """Return a table in which no two axes are equal; an axis of length 1 is a single place."""
        table = SizeTable(taken=frozenset(leaf.name for leaf in self.leaves))
        for leaf in sorted(self.leaves, key=lambda one: one.is_param):
            shape = np.shape(leaf.value) if leaf.kind == "array" else ()
            for axis, extent in enumerate(shape):
                table.of_axis[leaf.number, axis] = table.fresh(extent)
                if extent == 1:
                    table.parts[table.of_axis[leaf.number, axis]] = ((),)
            if leaf.kind == "number" and leaf.is_whole:
                table.whole[leaf.number] = int(leaf.value)
            whole = leaf.kind == "array" and bool(np.all(np.mod(leaf.value, 1) == 0))
            table.integral[leaf.number] = whole or (leaf.kind == "number" and leaf.is_whole and not leaf.is_param)
            table.natural[leaf.number] = table.integral[leaf.number] and bool(np.all(np.asarray(leaf.value) >= 0))
        return table

    def call(self, values: dict[int, Any]) -> tuple[Any, ...]:
        """Return the arguments with these leaves."""
        made: list[Any] = []
        number = 0
        for argument, name in zip(self.arguments, self.names, strict=True):
            paths = tree.leaves(argument, name)
            made.append(tree.rebuild(argument, {path: values[number + i] for i, path in enumerate(paths)}, name))
            number += len(paths)
        return tuple(made)


def _argument_names(function: Callable[..., Any], count: int) -> tuple[str, ...]:
    try:
        given = [
            p
            for p in inspect.signature(function).parameters.values()
            if p.kind in {p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD}
        ]
    except (TypeError, ValueError):
        given = []
    names = [p.name for p in given[:count]] or [a for a in getattr(function, "args", ())[:count] if isinstance(a, str)]
    return tuple(names + [f"x{n}" for n in range(len(names), count)])


def _unused(name: str, used: set[str]) -> str:
    while name in used:
        name += "_"
    used.add(name)
    return name


@dataclass(slots=True)
class Tensors:
    """The tensors that stand for the leaves at one point: by leaf and position, for the derivatives."""

    trace: Trace
    suffix: str = ""
    bases: dict[tuple[int, Position], Any] = field(default_factory=dict[tuple[int, Position], Any])
    facts: dict[Any, str] = field(default_factory=dict[Any, str])
    sums: dict[Any, str] = field(default_factory=dict[Any, str])
    along_params: set[Axis] = field(default_factory=set[Axis])

    def arrays(self, inputs: Inputs) -> dict[int, Any]:
        """Return for each leaf what the traced code gets."""
        self.along_params |= {axis for leaf in inputs.leaves if leaf.is_param for axis in self._axes(leaf)}
        return {leaf.number: self._given(leaf) for leaf in inputs.leaves}

    def _given(self, leaf: Leaf) -> Any:
        table = self.trace.table
        if leaf.kind == "fixed":
            _ = self.trace.conditions.setdefault(f"{leaf.name} = {leaf.value!r}", "fixed")
            return leaf.value
        if leaf.number in table.counts:
            return self._count(leaf)
        name = leaf.name + (self.suffix if leaf.is_param else "")
        axes = self._axes(leaf)
        if leaf.number in table.labels or leaf.number in table.fixed_labels:
            return TracedArray(self._labels(leaf, name, axes), name=leaf.name)
        block = build(self.trace, axes, lambda at, places: self._entry(leaf, name, axes, at, places))
        self._assume(leaf, axes)
        boolean = leaf.kind == "array" and leaf.value.dtype.kind == "b"
        return TracedArray(replace(block, boolean=boolean, leaf=leaf.number), name=leaf.name)

    def _count(self, leaf: Leaf) -> Any:
        (segment,) = self.trace.table.segments(self.trace.table.counts[leaf.number])
        return Length(self.trace, self.trace.symbols[segment[0]]) if segment else int(leaf.value)

    def _axes(self, leaf: Leaf) -> tuple[Axis, ...]:
        rank = np.ndim(leaf.value) if leaf.kind == "array" else 0
        table = self.trace.table
        return tuple(_symbols(self.trace, table.segments(table.of_axis[leaf.number, a])) for a in range(rank))

    def _entry(self, leaf: Leaf, name: str, axes: tuple[Axis, ...], at: Position, places: Places) -> Any:
        key = leaf.number, at
        if key not in self.bases:
            sizes = [factor for axis, number in zip(axes, at, strict=True) for factor in axis[number]]
            split = [str(n) for axis, n in zip(axes, at, strict=True) if len(axis) > 1]
            self.bases[key] = _named("_".join([name, *split]), sizes)
            if leaf.kind == "number" and not leaf.is_param:
                self.trace.numbers[self.bases[key]] = float(leaf.value)
        indices = [i for place in places for i in place]
        return self.bases[key][tuple(indices)] if indices else self.bases[key]

    def _assume(self, leaf: Leaf, axes: tuple[Axis, ...]) -> None:
        """Note what the example shows of labels: two values, one-hot rows, or rows that sum to one."""
        if leaf.is_param or leaf.kind != "array":
            return
        values = {float(v) for v in np.unique(leaf.value)[:3]}
        bases = [base for (number, _), base in self.bases.items() if number == leaf.number]
        two = TWO_VALUED.get(frozenset(values))
        lines = np.squeeze(leaf.value)
        adds_up = np.size(leaf.value) > 1 and (lines >= 0).all() and np.allclose(lines.sum(-1), 1)
        if adds_up and len(bases) == 1:
            fact = one_hot if two is not None else simplex
            if lines.ndim > 1:
                self._aim(bases[0], two)
                self.facts[fact(bases[0])] = f"the rows of {leaf.name} are {fact.__name__.replace('_', '-')}"
                return
            if self.along_params.intersection(axes):
                says = "one-hot" if fact is one_hot else "nonnegative with sum 1"
                self.sums[fact(bases[0])] = f"{leaf.name} is {says}"
                self._aim(bases[0], two)
        elif lines.ndim == leaf.value.ndim == MATRIX and (lines >= 0).all() and np.allclose(lines.sum(0), 1):
            self.facts.update(dict.fromkeys(self._columns(leaf), f"the columns of {leaf.name} sum to one"))
        if two is not None:
            make, words = two
            for base in bases:
                self.facts[make(base)] = f"the entries of {leaf.name} are {words}"
                if len(axes) == 1:
                    self.trace.values[base] = tuple(Integer(int(v)) for v in sorted(values))

    def _columns(self, leaf: Leaf) -> Iterator[Any]:
        """Yield that each column of a matrix sums to one: a row of its parts for each part of the second axis."""
        parts = {at: base for (number, at), base in self.bases.items() if number == leaf.number}
        rows, columns = self._axes(leaf)
        for second, segment in enumerate(columns):
            place = tuple(self.trace.fresh(factor) for factor in segment)
            total: Any = Integer(0)
            for first, row in enumerate(rows):
                over = tuple(self.trace.fresh(factor) for factor in row)
                base = parts[first, second]
                entry = base[(*over, *place)] if over or place else base
                total += Sum(entry, *over) if over else entry
            yield Eq(total, 1)

    def _aim(self, base: Any, two: Any) -> None:
        """Note a one-hot target, whose largest entry is where it is 1."""
        if two is not None and base not in self.trace.targets:
            self.trace.targets.append(base)

    def _labels(self, leaf: Leaf, name: str, axes: tuple[Axis, ...]) -> Block:
        table = self.trace.table
        fixed = table.fixed_labels.get(leaf.number)
        last = ((),) * fixed if fixed else _symbols(self.trace, table.segments(table.labels[leaf.number]))
        hot = f"{name}_is"
        codes = build(self.trace, (*axes, last), lambda at, places: self._entry(leaf, hot, (*axes, last), at, places))
        self._one_of(leaf, codes)

        def value(position: Position, places: Places) -> Entry:
            """Return the entry at a position."""
            return add(self.trace, [self._weighted(codes, position, places, n) for n in range(len(last))])

        return build(self.trace, axes, value, codes=codes)

    def _weighted(self, codes: Block, position: Position, places: Places, number: int) -> Entry:
        segment = codes.axes[-1][number]
        if not segment:
            entry: Any = codes.entry((*position, number), (*places, ()))
            return number * entry
        k = self.trace.fresh(segment[0])
        return Sum(k * codes.entry((*position, number), (*places, (k,))), k)

    def _one_of(self, leaf: Leaf, codes: Block) -> None:
        """Assume that each label is one of the classes."""
        words = f"{leaf.name} holds class labels"
        if all(len(axis) == 1 for axis in codes.axes):
            base = self.bases[leaf.number, (0,) * len(codes.axes)]
            self.facts[one_hot(base)] = words
            self.trace.codes += [base] if base not in self.trace.codes else []
            return
        for at in codes.cells:
            if at[-1]:
                continue
            line: list[Any] = [codes.cells[(*at[:-1], k)].entry for k in range(len(codes.axes[-1]))]
            self.facts[Eq(sum(line, Integer(0)), 1)] = words
            self.facts.update({Eq(a * b, 0): words for n, a in enumerate(line) for b in line[:n]})
            self.facts.update({Eq(a**2, a): words for a in line})


def _symbols(trace: Trace, segments: tuple[tuple[int, ...], ...]) -> Axis:
    return tuple(tuple(trace.symbols[factor] for factor in segment) for segment in segments)


def _named(name: str, sizes: list[Any]) -> Any:
    return tensor(name, *sizes) if sizes else Symbol(name, real=True)
