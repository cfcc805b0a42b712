"""An expression over indices, or over matrices, becomes a function of arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from keyword import iskeyword
from typing import Any

from sympy import Basic, Idx, Integer, Symbol

from derive.calculus import Family
from derive.expr.from_sympy import as_expression
from derive.expr.vocabulary import name_of
from derive.lower import stable as rules
from derive.lower.arguments import Argument, arguments, read_off, readings
from derive.lower.deltas import without_deltas
from derive.lower.emit import Emitter, filled
from derive.lower.errors import LoweringError
from derive.lower.joining import joined
from derive.lower.lowered import Lowered, Plan, Sizes
from derive.lower.masks import apart
from derive.lower.matrices import along, matrix_entry
from derive.lower.places import Layout, layout, made_up
from derive.lower.program import Program, program
from derive.lower.reading import Reader, read
from derive.lower.signs import tidied, without_sign
from derive.lower.terms import Axis, Delta, Place, Position, Term
from derive.lower.uses import sums
from derive.lower.walk import free, parts, walk

USUAL = (100_003, 53, 11, 7, 5)
"""The sizes that an order of contraction is chosen for in the program that is shown: the first size is large."""


def lambdify(
    expr: Any,
    args: Any,
    axes: Any = (),
    *,
    ranges: Mapping[Any, Any] | None = None,
    name: str = "",
    doc: str = "",
) -> Lowered:
    """Return the function of arrays that computes an expression, a gradient, or a tuple of them.

    `args` are the tensors and symbols in call order, `axes` the free indices in the order of the value's axes, each an
    index or, for one that declares no range, a triple such as `(k, 1, D)`; a single argument or index needs no
    brackets. An array holds the whole declared axis of its tensor, of which a sum or an index may take a part; `ranges`
    declares what the objects do not say, as for `derive.statement`, and what nothing declares is what all sums show.
    Sizes are read off the arrays. A matrix with a dimension of one takes and gives vectors. Raises
    `LoweringError` for what cannot be computed from these arguments, and a `ReadError` for an expression that does not
    fit together, or tensors of which nothing says where their entries begin.

    >>> from sympy import IndexedBase, Sum, symbols
    >>> n, d, N, D = symbols("n d N D", integer=True, positive=True)
    >>> X, w = IndexedBase("X"), IndexedBase("w")
    >>> scores = lambdify(Sum(X[n, d] * w[d], (d, 1, D)), [w, X], [n])
    >>> scores([1.0, 2.0], [[1.0, 0.0], [3.0, 1.0]])
    array([1., 5.])
    >>> from derive import tensor
    >>> x = tensor("x", N)
    >>> lambdify(Sum(x[n], (n, 1, N - 1)), x)([100.0, 2.0, 3.0])
    np.float64(5.0)
    """
    if name and (not name.isidentifier() or iskeyword(name)):
        raise LoweringError(
            name, reason="a function in Python cannot be called this", way_out="give a name such as loss"
        )
    several = isinstance(expr, tuple | list)
    wanted = _checked_axes(_listed(axes))
    outputs = [_unpacked(one, wanted) for one in (expr if several else [expr])]
    if not outputs:
        raise LoweringError(str(expr), reason="there is nothing to compute", way_out="give an expression")
    known = _Known.of(outputs, _listed(args), ranges)
    results = [known.result(one, given) for one, given in outputs]
    return known.lowered(results, name or "function", doc, several=several)


def _listed(given: Any) -> tuple[Any, ...]:
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, Basic | str) else (given,)


def _checked_axes(axes: tuple[Any, ...]) -> tuple[Any, ...]:
    for axis in axes:
        if isinstance(axis, tuple | list) and len(axis) != 3:
            raise LoweringError(str(axis), reason="this is no index with its range", way_out="write it as (k, 1, D)")
    return axes


def _unpacked(expr: Any, axes: Sequence[Any]) -> tuple[Any, Sequence[Any] | None]:
    """Return an expression, and the axes that it must have (those of a family are its indices, with their ranges)."""
    if isinstance(expr, Family):
        own = [(index, *ends) for index, ends in zip(expr.indices, expr.ranges, strict=True)] if expr.ranges else []
        return expr.expr, tuple(axes) or tuple(own) or expr.indices
    return as_expression(expr), tuple(axes)


@dataclass(frozen=True, slots=True)
class _Result:
    term: Term
    axes: tuple[Axis, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the expressions; `needs` are numbers of places that no call may make negative."""

    whole: Any
    places: Layout
    args: tuple[Argument, ...]
    symbols: tuple[Any, ...]
    needs: dict[Any, str]

    @classmethod
    def of(cls, outputs: Sequence[tuple[Any, Any]], args: Sequence[Any], ranges: Mapping[Any, Any] | None) -> _Known:
        """Return what is known of expressions, and the arguments in it."""
        triples = [one for _, axes in outputs for one in axes or () if isinstance(one, tuple | list)]
        given = {**(ranges or {}), **{index: (low, high) for index, low, high in triples}}
        symbols = tuple(arg for arg in args if isinstance(arg, Symbol))
        places = layout([expr for expr, _ in outputs], args, given, frozenset(symbol.name for symbol in symbols))
        return cls(outputs[0][0], places, arguments(args, places), symbols, {})

    def result(self, expr: Any, given: Any) -> _Result:
        """Return an expression as a safe term over its axes."""
        scalars = frozenset(symbol.name for symbol in self.symbols)
        tensors = frozenset(arg.name for arg in self.args) - scalars
        reader = Reader(self.places, scalars, tensors, expr, self.needs)
        if getattr(expr, "is_Matrix", False):
            at = along(expr.shape[0]), along(expr.shape[1])
            term, axes = matrix_entry(expr, at, reader, {}), [place.axis for place in at if place.axis is not None]
        else:
            axes = self._axes(given)
            for axis in axes:
                _ = reader.need(axis.length, f"the range {axis.low}..{axis.high} of {axis.name} runs backwards")
            term = read(expr, reader, {axis.name: Place(axis, Integer(0)) for axis in self._all_axes(axes)})
            self._check_axes(term, axes, given)
            self._refuse_numbers(term)
        return _Result(without_sign(tidied(apart(rules.stable(joined(without_deltas(term)))))), tuple(axes))

    def _axes(self, given: Sequence[Any]) -> list[Axis]:
        return [self._axis(one) for one in given]

    def _axis(self, given: Any) -> Axis:
        if isinstance(given, tuple | list):
            variable, low, high = given
            return Axis(name_of(variable), as_expression(low), as_expression(high))
        if not isinstance(given, Symbol | Idx):
            raise LoweringError(str(given), reason="this is no index", way_out="give the indices that are free")
        known = self.places.free.get(name_of(given))
        if name_of(given) in self.places.open:
            way_out = f"give its range, as in ({given}, 1, N)"
            raise LoweringError(given, place=self.whole, reason="nothing says over what it runs", way_out=way_out)
        if known is None:
            way_out = f"leave it out, or give its range, as in ({given}, 1, N)"
            raise LoweringError(given, place=self.whole, reason="this index is not free in it", way_out=way_out)
        return known

    def _all_axes(self, axes: Sequence[Axis]) -> list[Axis]:
        names = {axis.name for axis in axes}
        others = [Axis(name, Integer(0), Integer(0)) for name in sorted(self.places.open)]
        return [*axes, *(axis for axis in [*self.places.free.values(), *others] if axis.name not in names)]

    def _check_axes(self, term: Term, axes: Sequence[Axis], given: Any) -> None:
        missing = sorted(axis.name for axis in free(term) - set(axes))
        if missing:
            way_out = f"give axes=[{', '.join([str(g) for g in given] + missing)}], in the order that you want"
            reason = "this index is free, and no axis of the result was given for it"
            raise LoweringError(", ".join(missing), place=self.whole, reason=reason, way_out=way_out)

    def _refuse_numbers(self, term: Term) -> None:
        """Refuse an index as a number where nothing declares what its first value is."""
        for axis in (axis for part in walk(term) for axis in _counted(part) if made_up(axis)):
            way_out = f"give its range, as in ({axis.name}, 1, N)"
            reason = "it counts as a number, and nothing declares where it begins"
            raise LoweringError(axis.name, place=self.whole, reason=reason, way_out=way_out)

    def lowered(self, results: Sequence[_Result], name: str, doc: str, *, several: bool) -> Lowered:
        """Return the function of arrays."""
        own = frozenset(self.symbols)
        found = readings(self.args, own)
        terms = [result.term for result in results]
        self._check_sizes(results, set(found) | own)
        uses = sums(terms)
        names = {arg.name: arg.python for arg in self.args}
        lengths = {arg.name: tuple(e.length for e in arg.extents or ()) for arg in self.args}
        like = next((arg.python for arg in self.args if arg.extents != ()), self.args[0].python if self.args else "")

        parameters = [arg.python for arg in self.args]
        own_names = {symbol: names[symbol.name] for symbol in own}
        choices: list[Any] = []

        def write(sizes: Sizes) -> Program:
            """Return the program for these sizes."""
            emitter = Emitter(lengths, names, like, sizes, uses, choices=choices)
            codes = [filled(emitter.emit(result.term), result.axes) for result in results]
            return program(parameters, read_off(self.args, found), own_names, codes, several=several)

        usual = _usual(found, own)
        _ = write(usual)
        given = {s: n for n, arg in enumerate(self.args) for s in own if s.name == arg.name and s.is_integer}
        plan = Plan(self.args, found, write, bool(choices), usual, given, self.needs)
        axes = tuple(axis.name for axis in results[0].axes)
        return Lowered(tuple(parameters), axes, name, doc or str(self.whole), plan)

    def _check_sizes(self, results: Sequence[_Result], known: set[Any]) -> None:
        needed = {symbol for result in results for symbol in _symbols(result.term)}
        needed |= {s for result in results for axis in result.axes for s in axis.length.free_symbols}
        for symbol in sorted(needed - known, key=str):
            reason = "it is no argument, and no argument shows it as its size"
            way_out = f"give {symbol} as an argument, or a tensor that has it as a size"
            raise LoweringError(symbol, place=self.whole, reason=reason, way_out=way_out)


def _counted(term: Term) -> list[Axis]:
    """Return the axes whose values count as numbers in a term; not those of a delta between two that run alike."""
    places = (term.place,) if isinstance(term, Position) else ()
    if isinstance(term, Delta):
        places = term.left, term.right
    axes = [place.axis for place in places if place.axis is not None]
    alike = len(axes) == len(places) > 1 and (axes[0].low, axes[0].high) == (axes[1].low, axes[1].high)
    return [] if alike else axes


def _usual(found: Any, own: frozenset[Any]) -> dict[Any, int]:
    """Return sizes to show a program for: examples are many, features fewer, classes few."""
    order = {"N": 0, "M": 0, "D": 1, "P": 1, "K": 2}
    ranked = sorted([*found, *own], key=lambda size: order.get(size.name[:1].upper(), 1))
    return {size: Integer(USUAL[min(order.get(size.name[:1].upper(), 1), 4)]) for size in ranked}


def _symbols(term: Term) -> set[Any]:
    """Return the sizes and scalars that a term depends on as numbers."""
    found: set[Any] = set()
    for value in _numbers(term):
        found |= {symbol for symbol in value.free_symbols if isinstance(symbol, Symbol)}
    return found.union(*map(_symbols, parts(term)))


def _numbers(term: Term) -> list[Any]:
    axes = [axis for axis in [*free(term), getattr(term, "axis", None)] if axis is not None]
    places = getattr(term, "places", ()) or [
        p for p in (getattr(term, "left", None), getattr(term, "right", None)) if p
    ]
    value = getattr(term, "value", None)
    ends = [end for axis in axes for end in (axis.low, axis.high)]
    return [*ends, *(place.shift for place in places), *([value] if value is not None else [])]


__all__ = ["lambdify"]
