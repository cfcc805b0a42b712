"""From SymPy's tree to a `Term`: one rule for each kind of node. Matrices have theirs in `grids`.

Indices are integers, and x[i] is an entry for every integer i. A sum from lo to lo - 1 is empty; below that SymPy
and mathematics disagree, so it is undefined. Nothing is simplified, and every factor must be defined, even beside 0.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce, singledispatch

from flint import fmpq
from sympy import (
    Add,
    Basic,
    Dummy,
    Float,
    Idx,
    Indexed,
    Mul,
    Pow,
    Product,
    Rational,
    S,
    Sum,
    Symbol,
    UnevaluatedExpr,
)
from sympy.core.numbers import NumberSymbol

from derive.recheck.grids import scalar
from derive.recheck.terms import At, Key, Run, Term, Use, join, remember, whole
from derive.recheck.values import ONE, ZERO, NotEvaluableError, UndefinedError, Value, bounded

Slot = tuple[str, int]
Range = tuple[Basic, Basic]


class Reader:
    """Reads expressions that belong together, and keeps what they say about their tensors.

    `limits` maps a place in a tensor to the limits of the bound indices that stand there, `shapes` to the declared
    range, `tensors` a name to the label that carries its assumptions. `renumbered` holds the places whose declared
    range may count from 1.
    """

    def __init__(self) -> None:
        """Start with nothing read."""
        self.limits: dict[Slot, list[Range]] = {}
        self.shapes: dict[Slot, Range] = {}
        self.tensors: dict[str, Basic] = {}
        self.renumbered: set[Slot] = set()
        self._terms: dict[Basic, Term] = {}
        self._shared: set[Basic] = set()

    def statement(self, node: Basic) -> Term:
        """Return the term of a whole expression; what occurs in it several times is computed once."""
        self._shared |= _occurring_twice(node)
        return self.read(node)

    def read(self, node: Basic) -> Term:
        """Return the term of a node; `NotEvaluableError` for a kind that has no rule."""
        if node not in self._terms:
            term = rule(node, self)
            self._terms[node] = remember(term) if node in self._shared else term
        return self._terms[node]

    def entry(self, label: Basic, name: str, indices: Iterable[Basic]) -> tuple[Callable[[At], Key], Term]:
        """Return where an entry is, as a function and as a term that holds its uses."""
        if self.tensors.setdefault(name, label) != label:
            raise NotEvaluableError(f"two different things are called {name}")
        slots = [self.position(index, name, k) for k, index in enumerate(indices)]
        places = [slot.run for slot in slots]

        def _key(at: At) -> Key:
            return name, tuple([place(at) for place in places])

        return _key, join(lambda at: at.entry(_key(at)), *slots, uses=frozenset({Use("entry", None, name)}))

    def position(self, node: Basic, name: str, slot: int) -> Term:
        """Return an index expression as a term with integer values, marked with the slot where it stands."""
        if isinstance(node, Symbol | Idx):
            return Term(lambda at: at.index(node), frozenset({Use("slot", node, name, slot)}))
        if node.is_Integer:
            constant = int(node)
            return Term(lambda _at: constant, frozenset({Use("literal", None, name, slot)}))
        term = self.read(node)
        shifted = frozenset(Use("shifted", s, name, slot) for s in term.symbols())
        return join(lambda at: whole(term.run(at)), term, uses=shifted)

    def size(self, node: Basic) -> Term:
        """Return a limit or a dimension as a term with integer values; its symbols are sizes."""
        if node.has(S.Infinity, S.NegativeInfinity):
            raise NotEvaluableError("a range without end")
        term = self.read(node)
        sizes = frozenset(Use("size", s) for s in term.symbols())
        return join(lambda at: whole(term.run(at)), term, uses=sizes)

    def loop(self, node: Basic, combine: Callable[[Value, Value], Value], empty: Value) -> Term:
        """Return a sum or a product over all of its limits, the last of which is outermost."""
        body, limits = self.read(node.args[0]), node.args[1:]
        if any(len(limit.args) != 3 for limit in limits):  # noqa: PLR2004 -- index, lower and upper end
            raise NotEvaluableError("a sum without limits")
        ends = [(limit.args[0], self.size(limit.args[1]), self.size(limit.args[2])) for limit in limits]
        uses = body.uses
        for (index, low, high), limit in zip(ends, limits, strict=True):
            for use in uses:
                if use.kind == "slot" and use.symbol == index:
                    self.limits.setdefault((use.name, use.slot), []).append(limit.args[1:])
            uses = frozenset(u for u in uses if u.symbol != index) | low.uses | high.uses
        weight = body.weight + sum(low.weight + high.weight for _, low, high in ends)
        program = _loops(body.run, [(i, low.run, high.run) for i, low, high in ends], combine, empty)
        return remember(Term(program, uses, weight, body.depth + len(ends)))


def _occurring_twice(root: Basic) -> set[Basic]:
    seen, twice, stack = {root}, set[Basic](), [root]
    while stack:
        for arg in stack.pop().args:
            if arg not in seen:
                seen.add(arg)
                stack.append(arg)
            elif arg.args:
                twice.add(arg)
    return twice


def _loops(
    body: Run, ends: list[tuple[Basic, Run, Run]], combine: Callable[[Value, Value], Value], empty: Value
) -> Run:
    if not ends:
        return body
    index, low, high = ends[-1]
    inside = _loops(body, ends[:-1], combine, empty)

    def _run(at: At) -> Value:
        first, last = low(at), high(at)
        if last < first - 1:
            raise UndefinedError
        outside, result = at.bound.get(index), None
        for value in range(first, last + 1):
            at.meter.spend()
            at.bound[index] = value
            item = inside(at)
            result = item if result is None else bounded(combine(result, item))
        if outside is None:
            at.bound.pop(index, None)
        else:
            at.bound[index] = outside
        return empty if result is None else result

    return _run


def name_of(symbol: Basic) -> str:
    """Return the name under which a symbol's value is kept; dummies of one name are different."""
    return f"{symbol}_{symbol.dummy_index}" if isinstance(symbol, Dummy) else str(symbol)


@singledispatch
def rule(node: Basic, reader: Reader) -> Term:  # noqa: ARG001 -- the signature of every rule
    """Return the term of one node; the rules are registered by kind."""
    raise NotEvaluableError(f"{type(node).__name__} is not known here")


@rule.register
def _(node: Rational, _reader: Reader) -> Term:
    number = fmpq(int(node.p), int(node.q))
    return Term(lambda _at: number)


@rule.register
def _(node: Float, _reader: Reader) -> Term:
    # A float is meant as the decimal number that it prints as.
    decimal = Fraction(str(node))
    number = fmpq(decimal.numerator, decimal.denominator)
    return Term(lambda _at: number)


@rule.register
def _(node: NumberSymbol, _reader: Reader) -> Term:
    name = "E" if node == S.Exp1 else str(node)
    return Term(lambda at: at.field.constant(name))


def _symbol(node: Basic, _reader: Reader) -> Term:
    key = (name_of(node), ())

    def _run(at: At) -> Value:
        value = at.bound.get(node)
        if value is None:
            return at.entry(key)
        return fmpq(value) if isinstance(value, int) else value

    return Term(_run, frozenset({Use("free", node)}))


for kind in (Symbol, Idx):
    _ = rule.register(kind, _symbol)


@rule.register
def _(node: Indexed, reader: Reader) -> Term:
    base = node.base
    name = name_of(base.label)
    for slot, length in enumerate(base.shape or ()):
        _ = reader.size(length)
        reader.shapes[name, slot] = (S.Zero, Add(length, -1))
        reader.renumbered.add((name, slot))
    return reader.entry(base.label, name, node.indices)[1]


@rule.register
def _(node: Add, reader: Reader) -> Term:
    return _fold(operator.add, [reader.read(a) for a in node.args])


@rule.register
def _(node: Mul, reader: Reader) -> Term:
    return _fold(operator.mul, [reader.read(a) for a in node.args])


def _fold(combine: Callable[[Value, Value], Value], parts: list[Term]) -> Term:
    runs = [p.run for p in parts]
    return join(lambda at: bounded(reduce(combine, [run(at) for run in runs])), *parts)


@rule.register
def _(node: Pow, reader: Reader) -> Term:
    base, exponent = reader.read(node.args[0]), reader.read(node.args[1])
    if node.args[0] == S.Exp1:
        return join(lambda at: at.field.function("exp", scalar(exponent.run(at))), exponent)
    small = {Use("exponent", None, name) for name in exponent.names()}
    small |= {Use("exponent", s) for s in exponent.symbols()}
    b, e = base.run, exponent.run
    return join(lambda at: at.field.power(scalar(b(at)), scalar(e(at))), base, exponent, uses=frozenset(small))


@rule.register
def _(node: Sum, reader: Reader) -> Term:
    return reader.loop(node, operator.add, ZERO)


@rule.register
def _(node: Product, reader: Reader) -> Term:
    return reader.loop(node, operator.mul, ONE)


@rule.register
def _(node: UnevaluatedExpr, reader: Reader) -> Term:
    return reader.read(node.args[0])
