"""Sizes of torch that are letters, and what torch took for granted about them.

While a function is traced, torch answers each question about a size by the example, and keeps the answer as a guard. A
guard that holds for all sizes is none; two sizes that must be equal become one; for two that were found different the
other way is followed as well; and every other guard is a condition.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from sympy import Add, Eq, Ge, Gt, Integer, Le, Lt, Mul, Ne, Pow, Symbol

from numeric.verify.trace.blocks import Axis, axis_of_length, equal_sizes, extent_of, never_zero, unify
from numeric.verify.trace.session import Trace

OPPOSITE = {Lt: Gt, Le: Ge}


def part(name: str) -> Any:
    """Return a module of torch, which whoever has a tensor has loaded; for tracing it has no public names."""
    return import_module(f"torch.{name}")


@dataclass(slots=True)
class Sizes:
    """The letters of one trace as sizes of torch, and the environment in which torch asks about them."""

    trace: Trace
    environment: Any
    letters: dict[str, Any] = field(default_factory=dict[str, Any])
    names: dict[Any, Any] = field(default_factory=dict[Any, Any])

    @staticmethod
    def of(trace: Trace) -> Sizes:
        """Return the sizes of a trace; each has the length of the example as a hint."""
        shapes = part("fx.experimental.symbolic_shapes")
        sizes = Sizes(trace, shapes.ShapeEnv(duck_shape=False, specialize_zero_one=False))
        for number, symbol in trace.symbols.items():
            sizes._add(shapes, symbol, trace.table.example[number])
        return sizes

    def _add(self, shapes: Any, symbol: Any, hint: int) -> None:
        source = part("_dynamo.source").ConstantSource(str(symbol))
        own = self.environment.create_symbol(
            hint,
            source,
            dynamic_dim=shapes.DimDynamic.DYNAMIC,
            constraint_dim=None,
            positive=True,
            do_not_specialize_zero_one=True,
        )
        self.names[own] = symbol
        self.letters[str(symbol)] = self.environment.create_symintnode(own, hint=hint, source=source)

    def extent(self, axis: Axis) -> Any:
        """Return the length of an axis as torch wants it: a number, or a sum of products of letters."""
        return extent_of(axis, self.letters)

    def settle(self) -> None:
        """Learn from the guards, follow both ways, and note what is left as conditions."""
        guards = [each.expr for each in self.environment.guards]
        for guard in sorted(guards, key=lambda guard: len(guard.free_symbols)):
            sides = [self._expr(side) for side in guard.args]
            if isinstance(guard, Eq):
                self._equal(*sides)
            elif isinstance(guard, Ne) and not any(side.is_Integer for side in sides):
                if equal_sizes(self.trace, *sides):
                    raise self.trace.end(guard, "torch asks about sizes in a way that cannot be followed")
            else:
                self._note(guard, *sides)

    def _expr(self, side: Any) -> Any:
        found = side.xreplace(self.names)
        kinds = (Add, Mul, Pow, Symbol, Integer)
        if found.free_symbols - set(self.names.values()) or not all(isinstance(part, kinds) for part in _parts(found)):
            raise self.trace.end(side, "torch asks about a size that is no sum of products of sizes")
        return found.expand()

    def _equal(self, one: Any, other: Any) -> None:
        if one == other:
            return
        axes = axis_of_length(one), axis_of_length(other)
        if one.is_Integer or other.is_Integer or not all(axes):
            raise self.trace.end(f"{one} = {other}", "a symbolic size is used as a number, as in a loop over it")
        unify(self.trace, axes[0] or (), axes[1] or ())

    def _note(self, guard: Any, one: Any, other: Any) -> None:
        """Note a guard as a condition, unless it holds for all sizes."""
        relation = type(guard)
        if relation in OPPOSITE:
            relation, one, other = OPPOSITE[relation], other, one
        gap = (one - other).expand()
        if never_zero(self.trace, gap + 1 if relation is Ge else gap) and _at_one(gap) >= 0:
            return
        if relation is Ge and other.is_Integer:
            relation, other = Gt, other - 1
        if relation is Ne and other == 1:
            relation = Gt
        if one.is_Integer:
            relation, one, other = MIRRORED[relation], other, one
        known = {f"{factor} > 1" for factor in one.free_symbols} if one.is_Mul and other == 1 else set[str]()
        if not known & self.trace.conditions.keys():
            self.trace.conditions[f"{one} {SIGNS[relation]} {other}"] = "as torch reads shapes"


SIGNS: dict[Any, str] = {Gt: ">", Ge: ">=", Ne: "!=", Lt: "<", Le: "<="}
MIRRORED: dict[Any, Any] = {Gt: Lt, Ge: Le, Ne: Ne}


def _at_one(gap: Any) -> Any:
    """Return a difference of sizes where all of them are 1."""
    return gap.xreplace(dict.fromkeys(gap.free_symbols, Integer(1)))


def _parts(expr: Any) -> list[Any]:
    return [expr, *(inner for part in expr.args for inner in _parts(part))]
