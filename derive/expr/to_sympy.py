"""From the tree back to SymPy: with the names that the author gave, evaluated by SymPy only where that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from itertools import chain, count
from typing import Any

import sympy
from sympy import (
    Basic,
    Dummy,
    Function,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    Piecewise,
    Rational,
    Subs,
    Symbol,
)

from derive.expr import tree
from derive.expr.tree import Node
from derive.expr.vocabulary import Range, Vocabulary
from derive.functions import BY_NAME
from derive.names import function

LETTERS = "ijklmnpqrstuvabcdefgh"


@dataclass(frozen=True, slots=True)
class Writing:
    """How names are written at one place: `indices` as these symbols, `occupied` are the names in use around it.

    With `evaluate`, SymPy puts what it builds into its own form; else everything stays as it is in the tree.
    """

    names: Vocabulary
    evaluate: bool = False
    own_names: bool = True
    indices: Mapping[Node, Any] = field(default_factory=dict)
    occupied: frozenset[str] = frozenset()

    def bind(self, level: int, within: Node, where: Range | None) -> tuple[Any, Writing]:
        """Return a symbol for what a binder binds, which is not in use, and the writing inside of the binder."""
        used = {*self.occupied, *within.names, *(str(symbol) for symbol in self.indices.values())}
        symbol = next(s for s in self.candidates(where) if str(s) not in used)
        return symbol, replace(self, indices={**self.indices, tree.Bound(level): symbol})

    def candidates(self, where: Range | None) -> Iterator[Any]:
        """Yield symbols for an index: the author's own for this range, then letters."""
        own = [symbol for ends, symbol in self.names.binders if ends == where] if self.own_names else []
        return chain(own, self._letters())

    def _letters(self) -> Iterator[Symbol]:
        for round_ in count():
            for letter in LETTERS:
                name = f"{letter}{round_ or ''}"
                known = self.names.symbols.get(name)
                yield known if isinstance(known, Symbol) else Symbol(name, integer=True)

    def build(self, kind: Any, *parts: Any) -> Any:
        """Return an expression of that kind, evaluated only where that is asked for."""
        return kind(*parts) if self.evaluate else kind(*parts, evaluate=False)


def to_sympy(node: Node, names: Vocabulary, *, evaluate: bool = False, own_names: bool = True) -> Any:
    """Return a node as a SymPy expression, bound indices named as the author did or canonically."""
    free = frozenset(str(symbol) for symbol, _ in names.indices.values())
    return write(node, Writing(names, evaluate, own_names, {}, free))


@singledispatch
def write(node: Node, writing: Writing) -> Any:
    """Return a node as a SymPy expression; open to kinds of nodes."""
    raise TypeError(type(node))


@write.register
def _number(node: tree.Number, writing: Writing) -> Any:
    return Rational(node.value.numerator, node.value.denominator)


@write.register
def _constant(node: tree.Constant, writing: Writing) -> Any:
    return getattr(sympy, node.name)


@write.register
def _scalar(node: tree.Scalar, writing: Writing) -> Any:
    known: Any = writing.names.sizes.get(node.name, writing.names.symbols.get(node.name))
    return known if isinstance(known, Basic) else Symbol(node.name, real=True)


@write.register
def _index(node: tree.Index, writing: Writing) -> Any:
    given = writing.indices.get(node)
    if given is not None:
        return given
    return writing.names.indices.get(node.name, (Symbol(node.name, integer=True), None))[0]


@write.register
def _bound(node: tree.Bound, writing: Writing) -> Any:
    # A side condition may be about a part below a binder: what that binds is shown by its level.
    return writing.indices.get(node) or Symbol(f"i_{node.at}", integer=True)


@write.register
def _entry(node: tree.Entry, writing: Writing) -> Any:
    indices = tuple(write(index, replace(writing, evaluate=True)) for index in node.indices)
    base = writing.names.tensors.get(node.name, (IndexedBase(node.name), 0))[0]
    if isinstance(base, MatrixSymbol) and not base.valid_index(*indices):  # SymPy's matrices count from 0
        base = IndexedBase(node.name)
    return base[indices] if isinstance(base, IndexedBase | MatrixSymbol) else base


@write.register
def _add(node: tree.Add, writing: Writing) -> Any:
    return writing.build(sympy.Add, *(write(term, writing) for term in node.terms))


@write.register
def _mul(node: tree.Mul, writing: Writing) -> Any:
    return writing.build(sympy.Mul, *(write(factor, writing) for factor in node.factors))


@write.register
def _power(node: tree.Power, writing: Writing) -> Any:
    return writing.build(sympy.Pow, write(node.base, writing), write(node.exponent, writing))


@write.register
def _call(node: tree.Call, writing: Writing) -> Any:
    arguments = [write(each, writing) for each in node.arguments]
    if node.function.startswith(tree.SYMPY):
        return writing.build(getattr(sympy, node.function.removeprefix(tree.SYMPY)), *arguments)
    return writing.build(function(node.function) if node.function in BY_NAME else Function(node.function), *arguments)


@write.register
def _delta(node: tree.Delta, writing: Writing) -> Any:
    return KroneckerDelta(write(node.left, writing), write(node.right, writing))


@write.register(tree.Sum)
@write.register(tree.Product)
def _binder(node: tree.Sum | tree.Product, writing: Writing) -> Any:
    limits: list[tuple[Any, ...]] = []
    kind, inside, body = type(node), writing, node
    while isinstance(body, kind):
        ends = tuple(write(end, replace(inside, evaluate=True)) for end in (body.first, body.last))
        symbol, inside = inside.bind(body.at, body.body, ends)
        limits.append((symbol, *ends))
        body = body.body
    return (sympy.Sum if kind is tree.Sum else sympy.Product)(write(body, inside), *reversed(limits))


@write.register
def _series(node: tree.Series, writing: Writing) -> Any:
    ends = write(node.first, replace(writing, evaluate=True)), sympy.oo
    symbol, inside = writing.bind(node.at, node.body, ends)
    return sympy.Sum(write(node.body, inside), (symbol, *ends))


@write.register
def _at(node: tree.At, writing: Writing) -> Any:
    inner, inside = node, writing
    variables: list[Any] = []
    values: list[Any] = []
    while isinstance(inner, tree.At):
        values.append(write(inner.value, writing))
        variables.append(Dummy(f"u_{len(variables)}", real=True))
        inside = replace(inside, indices={**inside.indices, tree.Bound(inner.at): variables[-1]})
        inner = inner.body
    return Subs(write(inner, inside), tuple(variables), tuple(values))


@write.register
def _derivative(node: tree.Derivative, writing: Writing) -> Any:
    steps = [(write(variable, writing), Integer(times)) for variable, times in node.by]
    return sympy.Derivative(write(node.body, writing), *steps)


@write.register
def _truth(node: tree.Truth, writing: Writing) -> Any:
    return sympy.true if node.holds else sympy.false


RELATIONS: Mapping[str, Any] = {
    "==": sympy.Eq,
    "!=": sympy.Ne,
    "<": sympy.Lt,
    "<=": sympy.Le,
    ">": sympy.Gt,
    ">=": sympy.Ge,
}


@write.register
def _compare(node: tree.Compare, writing: Writing) -> Any:
    return RELATIONS[node.sign](write(node.left, writing), write(node.right, writing), evaluate=False)


@write.register
def _both(node: tree.Both, writing: Writing) -> Any:
    return sympy.And(*(write(part, writing) for part in node.parts), evaluate=False)


@write.register
def _either(node: tree.Either, writing: Writing) -> Any:
    return sympy.Or(*(write(part, writing) for part in node.parts), evaluate=False)


@write.register
def _not(node: tree.Not, writing: Writing) -> Any:
    return sympy.Not(write(node.part, writing), evaluate=False)


@write.register
def _cases(node: tree.Cases, writing: Writing) -> Any:
    return Piecewise(*((write(value, writing), write(when, writing)) for when, value in node.branches), evaluate=False)
