"""Rules for functions, indicators and cases."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import reduce

from flint import arb, fmpq
from sympy import (
    Abs,
    Add,
    Function,
    Heaviside,
    Indexed,
    KroneckerDelta,
    Max,
    Min,
    Mul,
    Piecewise,
    factorial,
    polygamma,
    sign,
)
from sympy.core.function import AppliedUndef
from sympy.core.relational import Relational
from sympy.logic.boolalg import And, BooleanAtom, Not, Or

from derive.recheck.fields import FUNCTIONS
from derive.recheck.grids import scalar
from derive.recheck.reading import Reader, rule
from derive.recheck.terms import At, Term, Use, join
from derive.recheck.values import ONE, ZERO, NotEvaluableError, UndefinedError, Value

FACTORIAL_AT_MOST = 1000


def _apply(name: str, x: Term) -> Term:
    return join(lambda at: at.field.function(name, scalar(x.run(at))), x)


def _sigmoid(x: Term) -> Term:
    return join(lambda at: ONE / (ONE + at.field.function("exp", -scalar(x.run(at)))), x)


def _softplus(x: Term) -> Term:
    f = "log", "exp"
    return join(lambda at: at.field.function(f[0], ONE + at.field.function(f[1], scalar(x.run(at)))), x)


_NAMED: dict[str, Callable[[Term], Term]] = {"sigmoid": _sigmoid, "softplus": _softplus}


@rule.register
def _(node: Function, reader: Reader) -> Term:
    name, args = type(node).__name__, [reader.read(a) for a in node.args]
    if name in _NAMED and len(args) == 1:
        return _NAMED[name](args[0])
    if name == "log" and len(args) == 2:  # noqa: PLR2004 -- argument and base
        top, bottom = (_apply("log", a).run for a in args)
        return join(lambda at: top(at) / bottom(at), *args)
    if name not in FUNCTIONS or len(args) != 1:
        raise NotEvaluableError(f"the function {name} is not known here")
    return _apply(name, args[0])


@rule.register
def _(node: AppliedUndef, reader: Reader) -> Term:
    name, args = type(node).__name__, [reader.read(a) for a in node.args]
    if name in _NAMED and len(args) == 1:
        return _NAMED[name](args[0])

    def _run(at: At) -> Value:
        values, total = [scalar(a.run(at)) for a in args], ZERO
        for exponents, coefficient in at.point.polynomial(name, len(values)).items():
            powers = (v**e for v, e in zip(values, exponents, strict=True) if e)
            total = total + reduce(operator.mul, powers, coefficient)
        return total

    return join(_run, *args, uses=frozenset({Use("function", None, name, len(args))}))


@rule.register
def _(node: polygamma, reader: Reader) -> Term:
    if node.args[0] != 0:
        raise NotEvaluableError("a polygamma function of higher order is not known here")
    return _apply("digamma", reader.read(node.args[1]))


@rule.register
def _(node: factorial, reader: Reader) -> Term:
    x = reader.read(node.args[0])

    def _run(at: At) -> Value:
        n = scalar(x.run(at))
        if not isinstance(n, fmpq) or n.q != 1:
            return at.field.function("gamma", n + 1)
        if n < 0:
            raise UndefinedError
        if n > FACTORIAL_AT_MOST:
            raise NotEvaluableError("a factorial is too large to compute")
        return fmpq(math.factorial(int(n.p)))

    return join(_run, x)


@rule.register
def _(node: KroneckerDelta, reader: Reader) -> Term:
    i, j = node.args[:2]
    if any(a.has(Indexed, Function) for a in (i, j)):
        difference = reader.read(Add(i, Mul(-1, j)))
        return join(lambda at: fmpq(at.field.sign(scalar(difference.run(at))) == 0), difference)
    # Both indices are in one range, as if they stood in the same slot of a tensor of that name.
    places = [reader.position(a, f"delta({i}, {j})", 0) for a in (i, j)]
    ends = [reader.size(end) for end in node.args[2]] if len(node.args) > 2 else []  # noqa: PLR2004 -- the range
    if ends:
        reader.limits.setdefault((f"delta({i}, {j})", 0), []).append(tuple(node.args[2]))
    first, second = (p.run for p in places)
    return join(lambda at: fmpq(_same(first(at), second(at), [end.run(at) for end in ends])), *places, *ends)


def _same(i: int, j: int, ends: list[int]) -> bool:
    return i == j and (not ends or ends[0] <= i <= ends[1])


@rule.register
def _(node: Abs, reader: Reader) -> Term:
    x = reader.read(node.args[0])

    def _run(at: At) -> Value:
        value = scalar(x.run(at))
        return abs(value) if isinstance(value, arb) else at.field.sign(value) * value

    return join(_run, x)


@rule.register
def _(node: sign, reader: Reader) -> Term:
    x = reader.read(node.args[0])
    return join(lambda at: fmpq(at.field.sign(scalar(x.run(at)))), x)


@rule.register
def _(node: Heaviside, reader: Reader) -> Term:
    x, half = (reader.read(a) for a in node.args)

    def _run(at: At) -> Value:
        side = at.field.sign(scalar(x.run(at)))
        return half.run(at) if side == 0 else fmpq(side > 0)

    return join(_run, x, half)


@rule.register
def _(node: Max, reader: Reader) -> Term:
    return _extreme(1, [reader.read(a) for a in node.args])


@rule.register
def _(node: Min, reader: Reader) -> Term:
    return _extreme(-1, [reader.read(a) for a in node.args])


def _extreme(direction: int, parts: list[Term]) -> Term:
    def _better(at: At, a: Value, b: Value) -> Value:
        # Two balls that overlap still have a largest element, up to their width.
        if isinstance(a, arb) and isinstance(b, arb):
            return a.max(b) if direction > 0 else a.min(b)
        return a if at.field.sign(a - b) * direction >= 0 else b

    return join(lambda at: reduce(lambda a, b: _better(at, a, b), [scalar(p.run(at)) for p in parts]), *parts)


@rule.register
def _(node: Piecewise, reader: Reader) -> Term:
    cases = [(reader.read(case.args[0]), reader.read(case.args[1])) for case in node.args]

    def _run(at: At) -> Value:
        for value, condition in cases:
            if condition.run(at):
                return value.run(at)
        raise UndefinedError

    return join(_run, *(part for case in cases for part in case))


_TRUE_FOR: dict[str, tuple[int, ...]] = {
    "Equality": (0,),
    "Unequality": (-1, 1),
    "StrictLessThan": (-1,),
    "LessThan": (-1, 0),
    "StrictGreaterThan": (1,),
    "GreaterThan": (0, 1),
}


@rule.register
def _(node: Relational, reader: Reader) -> Term:
    left, right = reader.read(node.args[0]), reader.read(node.args[1])
    signs = _TRUE_FOR[type(node).__name__]
    return join(lambda at: at.field.sign(scalar(left.run(at) - right.run(at))) in signs, left, right)


@rule.register
def _(node: BooleanAtom, _reader: Reader) -> Term:
    truth = bool(node)
    return Term(lambda _at: truth)


@rule.register
def _(node: And, reader: Reader) -> Term:
    parts = [reader.read(a) for a in node.args]
    return join(lambda at: all(p.run(at) for p in parts), *parts)


@rule.register
def _(node: Or, reader: Reader) -> Term:
    parts = [reader.read(a) for a in node.args]
    return join(lambda at: any(p.run(at) for p in parts), *parts)


@rule.register
def _(node: Not, reader: Reader) -> Term:
    part = reader.read(node.args[0])
    return join(lambda at: not part.run(at), part)
