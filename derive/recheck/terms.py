"""Nodes as Python closures: each kind of node has one small function that says what it is worth at a point."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce, singledispatch
from typing import Any

from flint import arb, fmpq, nmod

from derive.expr import tree
from derive.expr.tree import Node
from derive.recheck.budget import BINOMIAL_AT_MOST
from derive.recheck.fields import FUNCTIONS, Field, Reals, Residues
from derive.recheck.machine import Frame, Frames, Key, Machine, Run
from derive.recheck.series import series
from derive.recheck.values import (
    ZERO,
    Dual,
    NotEvaluableError,
    NotModularError,
    OutsideError,
    P,
    Q,
    UndefinedError,
    Value,
    bounded,
    slope,
)


def reals(frames: Frames) -> Machine:
    """Return a machine of rational numbers and balls."""
    return Machine(frames, Reals(), compiled)


def modular(frames: Frames, seed: int) -> Machine:
    """Return a machine modulo P whose exponents are computed modulo Q: P = 2Q + 1, so squares have the order Q."""
    machine = Machine(frames, Residues(P, seed), compiled, exact=reals(frames))
    machine.inner = Machine(frames, Residues(Q, seed), compiled, exact=machine.exact)
    machine.generator = nmod(pow(seed % (P - 3) + 2, 2, P), P)
    return machine


@singledispatch
def compiled(node: Node, machine: Machine) -> Run:  # noqa: ARG001 -- the signature of every kind
    """Return the closure of one kind of node; open to kinds of nodes."""
    raise NotEvaluableError(f"{type(node).__name__} is not known here")


@compiled.register
def _number(node: tree.Number, machine: Machine) -> Run:
    value = machine.field.number(node.value)
    return lambda _frame: value


@compiled.register
def _constant(node: tree.Constant, machine: Machine) -> Run:
    name, field = node.name, machine.field
    return lambda _frame: field.constant(name)


@compiled.register
def _scalar(node: tree.Scalar, machine: Machine) -> Run:
    if node.name in machine.frames.sizes:
        return _numbered(machine.frames.places[node.name], machine)
    key = (node.name,)

    def run(_frame: Frame) -> Value:
        value = machine.store.get(key)
        return machine.missing(key) if value is None else value

    return run


def _numbered(place: int, machine: Machine) -> Run:
    number = machine.field.number
    return lambda frame: number(frame[place])


@compiled.register
def _index(node: tree.Index, machine: Machine) -> Run:
    return _numbered(machine.frames.places[node.name], machine)


@compiled.register
def _bound(node: tree.Bound, machine: Machine) -> Run:
    place, number, prime = node.at, machine.field.number, getattr(machine.field, "prime", 0)

    def run(frame: Frame) -> Value:
        value = frame[place]
        if type(value) is int:
            return number(value)
        if _modulus(value) != prime:
            raise NotModularError("a value in an exponent")
        return value

    return run


def _modulus(value: Value) -> int:
    while isinstance(value, Dual):
        value = value.value
    return int(value.modulus()) if isinstance(value, nmod) else 0


def _key(node: tree.Entry, machine: Machine) -> Callable[[Frame], Key]:
    name, places = node.name, [place_of(index, machine) for index in node.indices]
    if len(places) == 1:
        (one,) = places
        return lambda frame: (name, one(frame))
    if len(places) == 2:  # noqa: PLR2004 -- a matrix
        row, column = places
        return lambda frame: (name, row(frame), column(frame))
    return lambda frame: (name, *(place(frame) for place in places))


def place_of(node: Node, machine: Machine) -> Callable[[Frame], int]:
    """Return the closure of what stands at an index position: an index, or an entry that is an integer."""
    if not any(isinstance(each, tree.Entry) for each in tree.walk(node)):
        return machine.frames.whole(node)
    number = machine.exact.run(node)

    def run(frame: Frame) -> int:
        value = number(frame)
        if not isinstance(value, fmpq) or value.q != 1:
            raise UndefinedError
        return int(value.p)

    return run


@compiled.register
def _entry(node: tree.Entry, machine: Machine) -> Run:
    place = _key(node, machine)

    def run(frame: Frame) -> Value:
        key = place(frame)
        value = machine.store.get(key)
        return machine.missing(key) if value is None else value

    return run


@compiled.register
def _add(node: tree.Add, machine: Machine) -> Run:
    first, *rest = (machine.run(term) for term in node.terms)
    if len(rest) == 1:
        (second,) = rest
        return lambda frame: first(frame) + second(frame)

    def run(frame: Frame) -> Value:
        total = first(frame)
        for term in rest:
            total = total + term(frame)
        return total

    return run


@compiled.register
def _mul(node: tree.Mul, machine: Machine) -> Run:
    deltas = [machine.run(factor) for factor in node.factors if isinstance(factor, tree.Delta)]
    first, *rest = (machine.run(factor) for factor in node.factors)
    if len(rest) == 1 and not deltas:
        (second,) = rest
        return lambda frame: first(frame) * second(frame)

    def run(frame: Frame) -> Value:
        total = first(frame)
        for factor in rest:
            total = total * factor(frame)
        return bounded(total)

    def selected(frame: Frame) -> Value:
        try:
            return run(frame)
        except OutsideError:
            if all(delta(frame) != 0 for delta in deltas):
                raise
            return machine.field.number(0)

    return selected if deltas else run


@compiled.register
def _power_of(node: tree.Power, machine: Machine) -> Run:
    base, field = machine.run(node.base), machine.field
    if isinstance(node.exponent, tree.Number):
        fixed = fmpq(node.exponent.value.numerator, node.exponent.value.denominator)
        return lambda frame: field.power(base(frame), fixed)
    if machine.exact is machine:
        exponent = machine.run(node.exponent)
        return lambda frame: bounded(field.power(base(frame), exponent(frame)))
    whole, names = machine.exact.run(node.exponent), node.exponent.names

    def run(frame: Frame) -> Value:
        if machine.moves(names):
            raise NotModularError("an exponent that is no integer")
        number = whole(frame)
        if not isinstance(number, fmpq):
            raise NotModularError("an exponent that is no rational number")
        return field.power(base(frame), number)

    return run


@compiled.register
def _delta(node: tree.Delta, machine: Machine) -> Run:
    one, zero = machine.field.number(1), machine.field.number(0)
    if any(isinstance(each, tree.Entry) for each in tree.walk(node)):
        meet = _comparison(tree.Compare("==", node.left, node.right), machine)
        return lambda frame: one if meet(frame) else zero
    left, right = machine.frames.whole(node.left), machine.frames.whole(node.right)
    return lambda frame: one if left(frame) == right(frame) else zero


@compiled.register(tree.Sum)
@compiled.register(tree.Product)
def _loop(node: tree.Sum | tree.Product, machine: Machine) -> Run:
    first, last, body, at = (
        machine.frames.whole(node.first),
        machine.frames.whole(node.last),
        machine.run(node.body),
        node.at,
    )
    added, empty = isinstance(node, tree.Sum), machine.field.number(0 if isinstance(node, tree.Sum) else 1)

    def run(frame: Frame) -> Value:
        low, high = first(frame), last(frame)
        if high < low:
            return empty
        machine.meter.spend(high - low + 1)
        frame[at] = low
        total = body(frame)
        for value in range(low + 1, high + 1):
            frame[at] = value
            total = total + body(frame) if added else total * body(frame)
        return bounded(total)

    return run


_ = compiled.register(tree.Series, series)


@compiled.register
def _at(node: tree.At, machine: Machine) -> Run:
    if not any(isinstance(each, tree.Derivative) for each in tree.walk(node.body)):
        # Put in as it is, a whole number or a size may end a range.
        return machine.run(tree.opened(node, node.value))
    value, body, at = machine.run(node.value), machine.run(node.body), node.at

    def run(frame: Frame) -> Value:
        frame[at] = value(frame)
        return body(frame)

    return run


def _rows(node: Any, machine: Machine) -> Callable[[Frame], list[list[Value]]]:
    size, body, at = machine.frames.whole(node.size), machine.run(node.body), node.at

    def entry(frame: Frame, row: int, column: int) -> Value:
        frame[at], frame[at - 1] = row, column
        return body(frame)

    def rows(frame: Frame) -> list[list[Value]]:
        places = range(size(frame))
        machine.meter.spend(len(places) ** 2)
        return [[entry(frame, row, column) for column in places] for row in places]

    return rows


@compiled.register
def _determinant(node: tree.Determinant, machine: Machine) -> Run:
    rows, field = _rows(node, machine), machine.field
    return lambda frame: field.determinant(rows(frame))


@compiled.register
def _inverse(node: tree.Inverse, machine: Machine) -> Run:
    rows, field = _rows(node, machine), machine.field
    row, column = machine.frames.whole(node.row), machine.frames.whole(node.column)
    matrix = tree.Determinant(node.at, node.size, node.body)
    places, number = machine.frames.keyed(matrix), next(machine.numbers)

    def run(frame: Frame) -> Value:
        at = row(frame), column(frame)
        key = number, places and tuple(frame[place] for place in places)
        inverse = None if places is None else machine.store.get(key)
        if inverse is None:
            inverse = machine.store[key] = field.inverse(rows(frame))
        if not (0 <= at[0] < len(inverse) and 0 <= at[1] < len(inverse)):
            raise OutsideError
        return inverse[at[0]][at[1]]

    return run


@compiled.register
def _derivative(node: tree.Derivative, machine: Machine) -> Run:
    """Take nested dual numbers, one direction for each time; each level takes three products for one."""
    body = machine.run(node.body)
    steps = [step for variable, times in node.by for step in [_step(variable, machine)] * times]

    def run(frame: Frame) -> Value:
        before = machine.seeds
        machine.meter.spend(3 ** len(steps))
        seeds, depth, held = before, len(before), list[tuple[int, Value]]()
        for place, key in steps:
            seeds += (key(frame) if key is not None else ("", place),)
            if place is not None:
                held.append((place, frame[place]))
                frame[place] = Dual(frame[place], 1, len(seeds))
        machine.move(seeds)
        try:
            value = body(frame)
        finally:
            machine.move(before)
            for place, old in reversed(held):
                frame[place] = old
        for level in range(len(seeds), depth, -1):
            value = slope(value, level)
        return value

    return run


def _step(variable: Node, machine: Machine) -> tuple[int | None, Callable[[Frame], Key] | None]:
    if isinstance(variable, tree.Bound):
        return variable.at, None
    if isinstance(variable, tree.Scalar):
        key = (variable.name,)
        return None, lambda _frame: key
    if isinstance(variable, tree.Entry):
        return None, _key(variable, machine)
    raise NotEvaluableError("a derivative by what is no real variable")


@compiled.register
def _cases(node: tree.Cases, machine: Machine) -> Run:
    branches = [(condition(when, machine), machine.run(value)) for when, value in node.branches]

    def run(frame: Frame) -> Value:
        for when, value in branches:
            if when(frame):
                return value(frame)
        raise UndefinedError

    return run


SIGNS: Mapping[str, tuple[int, ...]] = {
    "==": (0,),
    "!=": (-1, 1),
    "<": (-1,),
    "<=": (-1, 0),
    ">": (1,),
    ">=": (0, 1),
}


def condition(node: Node, machine: Machine) -> Callable[[Frame], bool]:
    """Return a closure that decides a condition exactly, or raises."""
    if isinstance(node, tree.Truth):
        holds = node.holds
        return lambda _frame: holds
    if isinstance(node, tree.Compare):
        return _comparison(node, machine)
    parts = [condition(part, machine) for part in node.children]
    if isinstance(node, tree.Both):
        return lambda frame: all(part(frame) for part in parts)
    if isinstance(node, tree.Either):
        return lambda frame: any(part(frame) for part in parts)
    if isinstance(node, tree.Not):
        return lambda frame: not parts[0](frame)
    raise NotEvaluableError("this condition is not known here")


def _comparison(node: tree.Compare, machine: Machine) -> Callable[[Frame], bool]:
    exact, signs, names = machine.exact, SIGNS[node.sign], node.names
    left, right = exact.run(node.left), exact.run(node.right)

    def holds(frame: Frame) -> bool:
        if exact is not machine and machine.moves(names):
            raise NotModularError("an order")
        return exact.field.sign(left(frame) - right(frame)) in signs

    return holds


def _one_plus_exp(x: Node, sign: int) -> Node:
    return tree.add(tree.ONE, tree.Call("exp", (tree.multiply(tree.number(sign), x),)))


def _half(x: Node, sign: int) -> Node:
    up, down = (tree.Call("exp", (tree.multiply(tree.number(s), x),)) for s in (1, -1))
    return tree.multiply(tree.number(Fraction(1, 2)), tree.add(up, tree.multiply(tree.number(sign), down)))


WRITTEN_OUT: Mapping[str, Callable[[Node], Node]] = {
    "sigmoid": lambda x: tree.reciprocal(_one_plus_exp(x, -1)),
    "softplus": lambda x: tree.Call("log", (_one_plus_exp(x, 1),)),
    "sqrt": lambda x: tree.Power(x, tree.number(Fraction(1, 2))),
    "cot": lambda x: tree.multiply(tree.Call("cos", (x,)), tree.reciprocal(tree.Call("sin", (x,)))),
    "sec": lambda x: tree.reciprocal(tree.Call("cos", (x,))),
    "csc": lambda x: tree.reciprocal(tree.Call("sin", (x,))),
}
"""Functions that are others in disguise."""
MODULAR: Mapping[str, Callable[[Node], Node]] = {
    "sinh": lambda x: _half(x, -1),
    "cosh": lambda x: _half(x, 1),
    "tanh": lambda x: tree.multiply(_half(x, -1), tree.reciprocal(_half(x, 1))),
}
"""Functions made of exponentials, which alone have a meaning modulo a prime."""


@compiled.register
def _call(node: tree.Call, machine: Machine) -> Run:
    name, arity = node.function, len(node.arguments)
    table = WRITTEN_OUT if machine.exact is machine else {**WRITTEN_OUT, **MODULAR}
    if name in table and arity == 1:
        return machine.run(table[name](node.arguments[0]))
    if (name, arity) in PAIRS:
        return PAIRS[name, arity](node, machine)
    if name == "exp" and machine.exact is not machine:
        return _exponential(node.arguments[0], machine)
    arguments = [machine.run(argument) for argument in node.arguments]
    if name in _CHOOSING:
        return _CHOOSING[name](arguments, machine)
    if arity == 1 and (name in FUNCTIONS or name == "factorial"):
        (argument,), field = arguments, machine.field
        return lambda frame: field.function(name, argument(frame))
    if name in FUNCTIONS or name.startswith(tree.SYMPY) or _is_known(name):
        raise NotEvaluableError(f"the function {name} is not known here")
    return _unknown(name, arguments, machine)


def _binomial(node: tree.Call, machine: Machine) -> Run:
    """Return the number of subsets, by a product: 0 for a negative number below."""
    above, below = (machine.exact.run(argument) for argument in node.arguments)
    number, names = machine.field.number, node.names

    def run(frame: Frame) -> Value:
        if machine.moves(names):
            raise NotEvaluableError("the derivative of a binomial coefficient")
        top, count = above(frame), below(frame)
        if not (isinstance(top, fmpq) and isinstance(count, fmpq) and count.q == 1) or count > BINOMIAL_AT_MOST:
            raise NotEvaluableError("a binomial coefficient of no small whole number")
        total = Fraction(int(count >= 0))
        for step in range(int(count.p)):
            total = total * (Fraction(int(top.p), int(top.q)) - step) / (step + 1)
        return number(total)

    return run


def _to_base(node: tree.Call, machine: Machine) -> Run:
    top, bottom = (tree.Call("log", (argument,)) for argument in node.arguments)
    return machine.run(tree.multiply(top, tree.reciprocal(bottom)))


PAIRS: Mapping[tuple[str, int], Callable[[tree.Call, Machine], Run]] = {
    ("log", 2): _to_base,
    ("binomial", 2): _binomial,
}
"""Functions of two arguments."""


def _is_known(name: str) -> bool:
    """Return whether SymPy has a function of that name: then it is no unknown one of a user, though it has no value."""
    import sympy  # noqa: PLC0415 -- only to ask that

    return isinstance(getattr(sympy, name, None), sympy.FunctionClass)


def _exponential(argument: Node, machine: Machine) -> Run:
    """Return a power of the generator; its exponent has the other modulus, its derivative has this one."""
    if machine.inner is None:
        raise NotModularError("an exponential inside of an exponential")
    exponent, moving, generator = machine.inner.run(argument), machine.run(argument), machine.generator

    def turned(x: Value, y: Value) -> Value:
        if not isinstance(x, Dual):
            return y
        still = turned(x.value, y)
        return Dual(still, still * x.slope, x.level)

    def run(frame: Frame) -> Value:
        value = generator ** int(exponent(frame))
        return turned(moving(frame), value) if machine.seeds else value

    return run


def _sign_of(arguments: list[Run], machine: Machine) -> Run:
    (x,), field = arguments, machine.field
    return lambda frame: field.number(field.sign(x(frame)))


def _absolute(arguments: list[Run], machine: Machine) -> Run:
    (x,), field = arguments, machine.field

    def run(frame: Frame) -> Value:
        value = x(frame)
        if isinstance(value, arb):
            return abs(value)
        if isinstance(field, Residues):
            return field.unknown("Abs", value)
        return value if field.sign(value) >= 0 else -value

    return run


def _extreme(direction: int) -> Callable[[list[Run], Machine], Run]:
    def better(field: Field, a: Value, b: Value) -> Value:
        # Two balls that overlap still have a largest element, up to their width.
        if isinstance(a, arb) and isinstance(b, arb):
            return a.max(b) if direction > 0 else a.min(b)
        return a if field.sign(a - b) * direction >= 0 else b

    def build(arguments: list[Run], machine: Machine) -> Run:
        field = machine.field

        def run(frame: Frame) -> Value:
            values = [argument(frame) for argument in arguments]
            if isinstance(field, Residues):
                if not all(isinstance(value, nmod) for value in values):
                    raise NotModularError("an order")
                return field.unknown(f"extreme {direction}", *sorted(values, key=int))
            return reduce(lambda a, b: better(field, a, b), values)

        return run

    return build


_CHOOSING: Mapping[str, Callable[[list[Run], Machine], Run]] = {
    "sign": _sign_of,
    "Abs": _absolute,
    "Max": _extreme(1),
    "Min": _extreme(-1),
}


def _unknown(name: str, arguments: list[Run], machine: Machine) -> Run:
    """Return a polynomial in the arguments, of a degree above the order of all derivatives."""
    field, arity = machine.field, len(arguments)

    def run(frame: Frame) -> Value:
        values, total = [argument(frame) for argument in arguments], ZERO
        for exponents, coefficient in machine.point.polynomial(name, arity, machine).items():
            term = coefficient
            for value, exponent in zip(values, exponents, strict=True):
                term = term * field.power(value, fmpq(exponent)) if exponent else term
            total = term + total
        return total

    return run
