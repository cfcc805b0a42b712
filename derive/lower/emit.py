"""From terms to steps over arrays: elementwise work by broadcasting, sums of products as contractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import singledispatchmethod
from typing import Any

from sympy import Integer

from derive.lower.code import Code, function, name, reduction
from derive.lower.contraction import Tree, cheapest
from derive.lower.distances import difference
from derive.lower.elementwise import Value, applied, product, raised, summed, to_axes, transpose_to
from derive.lower.errors import LoweringError
from derive.lower.library import HELPERS
from derive.lower.pairs import contracted, reduced, summed_alone
from derive.lower.subscripts import entry_of
from derive.lower.terms import (
    MINUS_ONE,
    ONE,
    Add,
    Axis,
    Call,
    Computed,
    Delta,
    Entry,
    Mul,
    Number,
    Others,
    Position,
    Pow,
    Reduce,
    Term,
    is_number,
    mul,
    power,
    split_coefficient,
)
from derive.lower.uses import pattern
from derive.lower.walk import free, opened, opened_operand

LINEAR_ALGEBRA = {"solve": "np.linalg.solve", "inv": "np.linalg.inv", "det": "np.linalg.det", "logdet": "logdet"}


@dataclass(frozen=True, slots=True)
class Emitter:
    """Writes terms as steps, for arrays of known layout and with sizes to compare orders of contraction by."""

    lengths: Mapping[str, tuple[Any, ...]]
    names: Mapping[str, str]
    like: str
    sizes: Mapping[Any, int]
    uses: Counter[Term]
    done: dict[Term, Value] = field(default_factory=dict)
    choices: list[Tree] = field(default_factory=list)

    def emit(self, term: Term) -> Value:
        """Return the steps for a term."""
        if term not in self.done:
            self.done[term] = self._emit(term)
        return self.done[term]

    def length(self, axis: Axis) -> int:
        """Return the length of an axis at the sizes that orders are compared by."""
        return max(0, int(axis.length.xreplace(self.sizes)))

    @singledispatchmethod
    def _emit(self, term: Any) -> Value:
        raise TypeError(term)

    @_emit.register
    def _number(self, term: Number) -> Value:
        return Value(term.value)

    @_emit.register
    def _entry(self, term: Entry) -> Value:
        array = term.array
        if isinstance(array, Computed):
            operands = [self._operand(operand) for operand in array.operands]
            code = function(LINEAR_ALGEBRA[array.function], *operands)
            return entry_of(code, term.places, array.lengths)
        return entry_of(name(self.names[array.name]), term.places, self.lengths[array.name])

    def _operand(self, operand: tuple[Term, tuple[Axis, ...]]) -> Any:
        """Return the whole array of an operand of linear algebra."""
        body, axes = opened_operand(operand)
        if free(body) - set(axes):
            index = min(axis.name for axis in free(body) - set(axes))
            reason = "linear algebra is lowered for one matrix at a time"
            raise LoweringError(index, reason=reason, way_out="leave the index out, or loop over it")
        return filled(self.emit(body), axes)

    @_emit.register
    def _position(self, term: Position) -> Value:
        axis = term.place.axis
        if axis is None:
            return Value(term.place.shift)
        start = axis.low + term.place.shift
        return Value(function("positions", start, start + axis.length, name(self.like)), (axis,))

    @_emit.register
    def _delta(self, term: Delta) -> Value:
        return self._coincidence("eye", "coincide", term)

    def _coincidence(self, whole: str, part: str, term: Delta) -> Value:
        """Return the array that is one where two indices coincide; `whole` where both run alike."""
        spans = [_span(place) for place in (term.left, term.right)]
        if spans[0] == spans[1]:
            axes = tuple(place.axis for place in (term.left, term.right) if place.axis is not None)
            return Value(function(whole, term.left.axis.length if term.left.axis else ONE.value, name(self.like)), axes)
        axes = tuple(place.axis for place in (term.left, term.right) if place.axis is not None)
        code = function(part, *(end for span in spans for end in span), name(self.like))
        keep = ", ".join(":" if place.axis is not None else "0" for place in (term.left, term.right))
        return Value(code if len(axes) > 1 else Code.of("view", keep, code), axes)

    @_emit.register
    def _add(self, term: Add) -> Value:
        return summed([self._signed(part) for part in term.terms])

    def _signed(self, term: Term) -> tuple[str, Value]:
        number, rest = split_coefficient(term)
        return ("-", self.emit(mul(Number(-number), rest))) if number < 0 else ("+", self.emit(term))

    @_emit.register
    def _mul(self, term: Mul) -> Value:
        above = [factor for factor in term.factors if not _divides(factor)]
        below = [_reciprocal(factor) for factor in term.factors if isinstance(factor, Pow) and _divides(factor)]
        return product([self.emit(factor) for factor in above], [self.emit(factor) for factor in below])

    @_emit.register
    def _power(self, term: Pow) -> Value:
        if _divides(term):
            return product([Value(Integer(1))], [self.emit(power(term.base, mul(Number(Integer(-1)), term.exponent)))])
        return raised(self.emit(term.base), self.emit(term.exponent))

    @_emit.register
    def _call(self, term: Call) -> Value:
        if term.name == "where" and isinstance(term.args[0], Delta):
            mask = self._coincidence("diagonal", "coincidence", term.args[0])
            return applied("np.where", [mask, *map(self.emit, term.args[1:])])
        if term.name == "divide":
            return product([self.emit(term.args[0])], [self.emit(term.args[1])])
        if term.name == "subtract":
            return summed([("+", self.emit(term.args[0])), ("-", self.emit(term.args[1]))])
        text = term.name if term.name in HELPERS else f"np.{term.name}"
        return applied(text, [self.emit(arg) for arg in term.args])

    @_emit.register
    def _others(self, term: Others) -> Value:
        axis, body = opened(term)
        value = self.emit(body)
        code = reduction(term.kind, value.code, value.axes.index(axis))
        return Value(code, tuple(term.at if own == axis else own for own in value.axes))

    @_emit.register
    def _reduce(self, term: Reduce) -> Value:
        apart = difference(term)
        if apart is not None:
            one, other = (self.emit(part) for part in apart.sides)
            codes = [transpose_to(value, (own, apart.axis)) for value, own in zip((one, other), apart.own, strict=True)]
            return Value(function("squared_distances", *codes), apart.own)
        if term.kind == "sum":
            return self._contraction(term)
        axis, body = opened(term)
        value = self.emit(body)
        if axis not in value.axes:
            return raised(value, Value(axis.length))
        return reduced({"product": "np.prod"}.get(term.kind, term.kind), value, axis)

    # Contractions

    def _contraction(self, term: Reduce) -> Value:
        bound: list[Axis] = []
        factors = self._gathered(term, bound)
        values = [self.emit(factor) for factor in factors]
        seen = {axis for value in values for axis in value.axes}
        scalars = [Value(axis.length) for axis in bound if axis not in seen]
        scalars += [value for value in values if not value.axes]
        kept = frozenset(seen) - frozenset(bound)
        groups = _by_axes([value for value in values if value.axes])
        if not groups:
            return product(scalars, [])
        return product([*scalars, self._joined(groups, kept)], [])

    def _gathered(self, term: Term, bound: list[Axis]) -> list[Term]:
        """Return the factors under a sum; sums in it that are used nowhere else become part of it."""
        while isinstance(term, Reduce) and term.kind == "sum" and difference(term) is None:
            axis, term = opened(term)
            bound.append(axis)
        found: list[Term] = []
        for factor in term.factors if isinstance(term, Mul) else (term,):
            if (
                isinstance(factor, Reduce)
                and factor.kind == "sum"
                and difference(factor) is None
                and self.uses[pattern(factor)] <= 1
            ):
                found += self._gathered(factor, bound)
            elif isinstance(factor, Pow) and is_number(factor.exponent, 2) and free(factor) & set(bound):
                found += [factor.base, factor.base]
            else:
                found.append(factor)
        return found

    def _joined(self, groups: list[list[Value]], kept: frozenset[Axis]) -> Value:
        if len(groups) == 1 and len(groups[0]) > 1:
            first, *rest = groups[0]
            return contracted(first, product(rest, []), kept)
        operands = [product(group, []) for group in groups]
        lengths = {axis: self.length(axis) for value in operands for axis in value.axes}
        tree = cheapest([frozenset(value.axes) for value in operands], kept, lengths)
        self.choices.extend([tree] if len(operands) > 2 else [])
        return summed_alone(_along(tree, operands), kept)


def _along(tree: Tree, operands: list[Value]) -> Value:
    """Return the value of a tree of contractions."""
    if tree.pair is None:
        (number,) = tree.operands
        return summed_alone(operands[number], tree.axes)
    one, other = (_along(part, operands) for part in tree.pair)
    return contracted(one, other, tree.axes)


def _by_axes(values: list[Value]) -> list[list[Value]]:
    groups: dict[frozenset[Axis], list[Value]] = {}
    for value in values:
        groups.setdefault(frozenset(value.axes), []).append(value)
    return list(groups.values())


def _divides(term: Term) -> bool:
    return isinstance(term, Pow) and split_coefficient(term.exponent)[0] < 0


def _reciprocal(term: Pow) -> Term:
    return power(term.base, mul(MINUS_ONE, term.exponent))


def _span(place: Any) -> tuple[Any, Any]:
    """Return the first position of a place, and the one after the last."""
    if place.axis is None:
        return place.shift, place.shift + 1
    return place.axis.low + place.shift, place.axis.high + place.shift + 1


def filled(value: Value, axes: tuple[Axis, ...]) -> Any:
    """Return the code of a value with exactly these axes, repeated along those that it does not have."""
    missing = [axis for axis in axes if axis not in value.axes]
    if not missing:
        return transpose_to(value, axes) if axes else value.code
    return Code.of("broadcast", "", to_axes(value, axes), *(axis.length for axis in axes))
