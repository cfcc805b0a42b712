"""Sums without an end, by differences: p(a + j) is the sum of C(j, k) d_k for the differences d_k of p at a.

So the sum of p(a + j) r^j is that of d_k r^k / (1 - r)^(k + 1), and with j! below that of d_k r^k / k! times exp(r).
A geometric series whose ratio does not lie between -1 and 1 has no value: at such a point nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from math import factorial

from flint import fmpq

from derive.expr import tree
from derive.expr.tree import Node
from derive.recheck.machine import Frame, Machine, Run
from derive.recheck.values import (
    ONE,
    ZERO,
    Dual,
    NotEvaluableError,
    NotModularError,
    UndefinedError,
    Value,
    bounded,
    is_zero,
    reciprocal,
)

OTHER = "a sum without an end of this kind is not known here"


@dataclass(frozen=True, slots=True)
class _Part:
    """A term: a polynomial in the index, powers with the index in their exponents, and what stands in a factorial."""

    polynomial: tuple[Node, ...] = ()
    powers: tuple[tuple[Node, Node], ...] = ()
    below: tuple[Node, ...] = ()

    def times(self, other: _Part) -> _Part:
        """Return the product of two terms."""
        own = self.polynomial + other.polynomial, self.powers + other.powers, self.below + other.below
        return _Part(*own)


def _parts(node: Node, bound: tree.Bound) -> Iterator[_Part]:
    """Yield the terms of the body of a series. Raises `NotEvaluableError` for a body of another kind."""
    if _degree(node, bound) is not None:
        yield _Part(polynomial=(node,))
    elif isinstance(node, tree.Add):
        for term in node.terms:
            yield from _parts(term, bound)
    elif isinstance(node, tree.Mul):
        for chosen in product(*(tuple(_parts(factor, bound)) for factor in node.factors)):
            whole = _Part()
            for each in chosen:
                whole = whole.times(each)
            yield whole
    else:
        yield _factor(node, bound)


def _factor(node: Node, bound: tree.Bound) -> _Part:
    if isinstance(node, tree.Call) and node.function == "exp" and _degree(node.arguments[0], bound) == 1:
        return _Part(powers=((tree.Call("exp", (tree.ONE,)), node.arguments[0]),))
    if isinstance(node, tree.Power):
        base, exponent = node.base, node.exponent
        if _degree(base, bound) == 0 and _degree(exponent, bound) == 1:
            return _Part(powers=((base, exponent),))
        inside = base.arguments[0] if isinstance(base, tree.Call) and base.function == "factorial" else tree.ZERO
        if exponent is tree.number(-1) and _degree(inside, bound) == 1:
            return _Part(below=(inside,))
    raise NotEvaluableError(OTHER)


def _degree(node: Node, bound: tree.Bound) -> int | None:
    """Return a bound on the degree of a polynomial in the index; None for what is none."""
    if node is bound:
        return 1
    if bound not in set(tree.walk(node)):
        return 0
    if isinstance(node, tree.Call) and node.function == "binomial":
        return _times(_degree(node.arguments[0], bound), node.arguments[1])
    below = [_degree(part, bound) for part in node.children]
    known = [each for each in below if each is not None]
    if len(known) < len(below) or not isinstance(node, tree.Add | tree.Mul | tree.Power):
        return None
    if isinstance(node, tree.Power):
        return _times(known[0], node.exponent)
    return max(known) if isinstance(node, tree.Add) else sum(known)


def _times(degree: int | None, count: Node) -> int | None:
    """Return a degree so many times, for a natural number."""
    times = count.value if isinstance(count, tree.Number) else None
    return degree * times if degree is not None and isinstance(times, int) and times >= 0 else None


def series(node: tree.Series, machine: Machine) -> Run:
    """Return the closure of a series; `NotModularError` modulo a prime, where nothing converges."""
    if machine.exact is not machine:
        raise NotModularError("a sum without an end")
    at, bound = node.at, tree.Bound(node.at)
    if isinstance(node.body, tree.Sum) and bound not in {*tree.walk(node.body.first), *tree.walk(node.body.last)}:
        return machine.run(_sum_of_series(node, node.body))
    first = machine.frames.whole(node.first)
    terms = [_Term(part, bound, machine) for part in _parts(node.body, bound)]

    def run(frame: Frame) -> Value:
        begin, total = first(frame), ZERO
        for term in terms:
            total = total + term.total(frame, at, begin)
        return bounded(total)

    return run


def _sum_of_series(node: tree.Series, total: tree.Sum) -> Node:
    """Return the sum of as many series as there are terms, which has a value where each of them has."""
    outer, inner = tree.Index("^series"), tree.Index("^term")
    term = tree.replace(tree.opened(total, inner), {tree.Bound(node.at): outer})
    each = tree.bind(tree.Series, outer.name, node.first, body=term)
    return tree.bind(tree.Sum, inner.name, total.first, total.last, body=each)


class _Term:
    """One term of a series, compiled."""

    def __init__(self, part: _Part, bound: tree.Bound, machine: Machine) -> None:
        """Compile the polynomial, the powers, and what stands in the factorial."""
        if len(part.below) > 1:
            raise NotEvaluableError(OTHER)
        self.field = machine.field
        whole = tree.multiply(*part.polynomial)
        self.degree, self.polynomial = _degree(whole, bound) or 0, machine.run(whole)
        self.powers = [(machine.run(base), machine.run(exponent)) for base, exponent in part.powers]
        self.below = machine.run(part.below[0]) if part.below else None

    def total(self, frame: Frame, at: int, begin: int) -> Value:
        """Return the sum of this term from a place on."""
        put = _putting(frame, at)
        ratio, scale = self._powers(put, begin)
        if self.below is None:
            return scale * self._geometric(ratio, put, begin)
        low, high = put(self.below, begin), put(self.below, begin + 1)
        if not isinstance(low, fmpq) or low.q != 1 or high - low != 1:
            raise NotEvaluableError(OTHER)
        return scale * self._exponential(ratio, put, begin, int(low.p))

    def _powers(self, put: Callable[[Run, int], Value], begin: int) -> tuple[Value, Value]:
        """Return by what the powers grow from place to place, and what they are at the first."""
        ratio, scale = ONE, ONE
        for base, exponent in self.powers:
            low, high, value = put(exponent, begin), put(exponent, begin + 1), put(base, begin)
            ratio, scale = ratio * self.field.power(value, high - low), scale * self.field.power(value, low)
        return ratio, scale

    def _geometric(self, ratio: Value, put: Callable[[Run, int], Value], begin: int) -> Value:
        still = ratio
        while isinstance(still, Dual):
            still = still.value
        if self.field.sign(1 - still) <= 0 or self.field.sign(1 + still) <= 0:
            raise UndefinedError
        over, total = reciprocal(1 - ratio), ZERO
        factor = over
        for difference in self._differences(put, begin):
            total, factor = total + difference * factor, factor * ratio * over
        return total

    def _exponential(self, ratio: Value, put: Callable[[Run, int], Value], begin: int, before: int) -> Value:
        """Return the sum of p(begin + j) r^j / (before + j)!: that over all m! less the first ones, over r^before."""
        if before < 0:
            raise UndefinedError
        if is_zero(ratio):
            return put(self.polynomial, begin) * fmpq(1, factorial(before))
        origin, total, power = begin - before, ZERO, ONE
        for k, difference in enumerate(self._differences(put, origin)):
            total, power = total + difference * power * fmpq(1, factorial(k)), power * ratio
        total, power = total * self.field.function("exp", ratio), ONE
        for place in range(before):
            total = total - put(self.polynomial, origin + place) * power * fmpq(1, factorial(place))
            power = power * ratio
        return total * reciprocal(power)

    def _differences(self, put: Callable[[Run, int], Value], begin: int) -> list[Value]:
        row, found = [put(self.polynomial, begin + j) for j in range(self.degree + 1)], list[Value]()
        while row:
            found.append(row[0])
            row = [high - low for low, high in pairwise(row)]
        return found


def _putting(frame: Frame, at: int) -> Callable[[Run, int], Value]:
    """Return what evaluates a closure with a number for the index."""

    def put(run: Run, value: int) -> Value:
        frame[at] = value
        return run(frame)

    return put
