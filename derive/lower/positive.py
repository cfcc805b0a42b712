"""Products that are positive by their structure, kept as an exponent and factors of moderate size.

A positive term is exp(shift) times powers of sizes, and of pairs e^a + e^b. A sum over an axis is shifted by its
largest exponent. A pair is shifted by the exponent that leaves nothing over, if there is one: then it is a sigmoid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import singledispatch
from itertools import product
from typing import Any

import sympy
from sympy import Integer

from derive.lower.linear import Linear, covers, linear, plus, written
from derive.lower.safe import stable
from derive.lower.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    Add,
    Array,
    Axis,
    Call,
    Entry,
    Mul,
    Number,
    Pow,
    Reduce,
    Term,
    add,
    call,
    mul,
    negative,
    power,
)
from derive.lower.walk import free, fresh, opened, others, reduce, rename


@dataclass(frozen=True, slots=True)
class Size:
    """A positive factor of moderate size, with its logarithm; a total remembers its axis and the exponents it sums."""

    term: Term
    log: Term
    total: tuple[Axis, Term] | None = None


Pair = tuple[Term, Term]


@dataclass(frozen=True, slots=True)
class Product:
    """exp(shift) times powers of sizes and of pairs e^a + e^b; `hot` if it may leave the range of floats.

    `signed` if a size is a total with weights of unknown sign: then it is no number whose logarithm may be taken.
    """

    shift: Linear = field(default_factory=dict)
    sizes: dict[Size, Term] = field(default_factory=dict)
    pairs: dict[Pair, Term] = field(default_factory=dict)
    hot: bool = False
    signed: bool = False

    def times(self, other: Product) -> Product:
        """Return the product of both."""
        sizes, pairs = _joined(self.sizes, other.sizes), _joined(self.pairs, other.pairs)
        hot, signed = self.hot or other.hot, self.signed or other.signed
        return Product(plus(self.shift, other.shift), sizes, pairs, hot, signed)

    def to(self, exponent: Term) -> Product:
        """Return a power."""
        shift = linear(mul(exponent, written(self.shift)))
        sizes = {size: mul(exponent, own) for size, own in self.sizes.items()}
        pairs = {pair: mul(exponent, own) for pair, own in self.pairs.items()}
        return Product(shift, sizes, pairs, self.hot, self.signed)

    @property
    def steep(self) -> bool:
        """Return whether it divides by a share of a total, which may underflow."""
        above = [exponent for size, exponent in self.sizes.items() if size.total is not None]
        return any(isinstance(e, Number) and e.value.is_positive for e in (*above, *self.pairs.values()))

    def value(self) -> Term:
        """Return the product as one safe term."""
        found = self._share()
        if found is not None:
            return mul(found[0], found[1].value())
        shift, size = self.scaled()
        return mul(ONE if shift == ZERO else call("exp", shift), size)

    def _share(self) -> tuple[Term, Product] | None:
        """Return one share of a total, kept as one term because it is often used again, and what is left."""
        for size, exponent in self.sizes.items():
            if size.total is None or not isinstance(exponent, Number) or not exponent.value.is_negative:
                continue
            axis, exponents = size.total
            for at in sorted({axis for rest in self.shift for axis in free(rest)}, key=lambda axis: axis.name):
                here = rename(exponents, {axis: at})
                if (at.low, at.high) == (axis.low, axis.high) and covers(self.shift, linear(here)):
                    sizes = _joined(self.sizes, {size: ONE})
                    left = Product(plus(self.shift, linear(here), -1), sizes, self.pairs, self.hot, self.signed)
                    return call("divide", call("exp", here), size.term), left
        return None

    def log(self) -> Term:
        """Return its logarithm as a safe term."""
        logs = [weighted(exponent, size.log) for size, exponent in self.sizes.items()]
        if not self.pairs:
            return add(written(self.shift), *logs)
        turns = product(*(((a, b), (b, a)) for a, b in self.pairs))
        shift, chosen = min(((self._left(turn), turn) for turn in turns), key=lambda found: len(found[0]))
        pairs = [
            mul(exponent, call("softplus", written(plus(linear(b), linear(a), -1))))
            for (a, b), exponent in zip(chosen, self.pairs.values(), strict=True)
        ]
        return add(written(shift), *logs, *pairs)

    def _left(self, turn: tuple[Pair, ...]) -> Linear:
        """Return the exponent that is left when each pair is divided by the first of its two exponentials."""
        left = self.shift
        for (a, _), exponent in zip(turn, self.pairs.values(), strict=True):
            left = plus(left, linear(mul(exponent, a)))
        return left

    def scaled(self) -> tuple[Term, Term]:
        """Return an exponent and a factor of moderate size whose product, with exp, is the value."""
        sizes = [power(size.term, exponent) for size, exponent in self.sizes.items()]
        for turn in self._turns():
            if not self._turned_shift(turn):
                return ZERO, mul(*sizes, *(_sigmoids(pair, counts) for pair, counts in turn))
        shift = self.shift
        for (a, b), exponent in self.pairs.items():
            gap = written(plus(linear(a), linear(b), -1))
            shift = plus(shift, linear(mul(exponent, _larger(a, b))))
            sizes.append(power(add(ONE, call("exp", negative(call("abs", gap)))), exponent))
        return written(shift), mul(*sizes)

    def _turns(self) -> Iterator[tuple[tuple[Pair, tuple[int, int]], ...]]:
        """Return the ways to divide each power of a pair by so many of the first and of the second exponential."""
        if not all(isinstance(e, Number) and e.value.is_Integer and abs(e.value) <= MOST for e in self.pairs.values()):
            return
        options = [
            [(pair, (int(e.value) - n, n) if e.value > 0 else (int(e.value) + n, -n)) for n in range(abs(e.value) + 1)]
            for pair, e in self.pairs.items()
            if isinstance(e, Number)
        ]
        yield from product(*options)

    def _turned_shift(self, turn: tuple[tuple[Pair, tuple[int, int]], ...]) -> Linear:
        left = self.shift
        for (a, b), (firsts, seconds) in turn:
            left = plus(plus(left, linear(a), firsts), linear(b), seconds)
        return left


MOST = 4
"""Up to this power a pair is written with sigmoids."""


def _joined(one: dict[Any, Term], other: dict[Any, Term]) -> dict[Any, Term]:
    """Return the factors of both, their exponents added; what cancels goes."""
    result = dict(one)
    for factor, exponent in other.items():
        result[factor] = add(result[factor], exponent) if factor in result else exponent
    return {factor: exponent for factor, exponent in result.items() if exponent != ZERO}


def _sigmoids(pair: Pair, counts: tuple[int, int]) -> Term:
    """Return (1 + e^(b-a))^m (1 + e^(a-b))^n, for negative powers with one exponential for both."""
    a, b = pair
    gap = written(plus(linear(a), linear(b), -1))
    firsts, seconds = counts
    if firsts < 0 and firsts == seconds:
        return power(call("sigmoid_slope", gap), Number(Integer(-firsts)))
    return mul(_one_sigmoid(gap, firsts), _one_sigmoid(negative(gap), seconds))


def _one_sigmoid(gap: Term, exponent: int) -> Term:
    """Return (1 + e^-gap)^exponent."""
    if exponent > 0:
        return power(add(ONE, call("exp", negative(gap))), Number(Integer(exponent)))
    return power(call("sigmoid", gap), Number(Integer(-exponent)))


def _larger(a: Term, b: Term) -> Term:
    first, last = sorted((a, b), key=lambda term: isinstance(term, Number))
    return call("maximum", first, last)


# Reading


@singledispatch
def positive(_term: Any) -> Product | None:
    """Return a term as a positive product, or None where its structure does not show that it is positive.

    >>> positive(Number(Integer(2))).hot
    False
    """
    return None


def one_of(term: Term, log: Term) -> Product:
    """Return the product of one factor of moderate size."""
    return Product(sizes={Size(term, log): ONE})


@positive.register
def _number(term: Number) -> Product | None:
    if term == ONE:
        return Product()
    return one_of(term, Number(sympy.log(term.value))) if term.value.is_positive else None


@positive.register
def _entry(term: Entry) -> Product | None:
    declared = isinstance(term.array, Array) and term.array.positive
    return one_of(term, call("log", term)) if declared else None


@positive.register
def _call(term: Call) -> Product | None:
    match term.name:
        case "exp":
            return Product(shift=linear(stable(term.args[0])), hot=True)
        case "sigmoid":
            return Product(pairs={(ZERO, negative(stable(term.args[0]))): MINUS_ONE}, hot=True)
        case "softplus":
            safe = stable(term)
            return one_of(safe, call("log", safe))
        case _:
            return None


@positive.register
def _pow(term: Pow) -> Product | None:
    base = positive(term.base)
    if base is not None:
        return base.to(stable(term.exponent))
    whole = isinstance(term.exponent, Number) and term.exponent.value.is_integer
    if whole:
        return None
    base_term = stable(term.base)
    return Product(sizes={Size(base_term, log_of_sum(base_term)): stable(term.exponent)})


@positive.register
def _mul(term: Mul) -> Product | None:
    result = Product()
    for factor in term.factors:
        found = positive(factor)
        if found is None:
            return None
        result = result.times(found)
    return result


@positive.register
def _add(term: Add) -> Product | None:
    if len(term.terms) == 2 and term.terms[0] == ONE:
        found = complement(positive(negative(term.terms[1])))
        if found is not None:
            return found
    known = [bag for part in term.terms if (bag := positive(part)) is not None and not bag.signed]
    if len(known) < len(term.terms):
        return None
    if not any(part.hot for part in known):
        safe = add(*map(stable, term.terms))
        return one_of(safe, log_of_sum(safe))
    log = known[0].log()
    for part in known[1:-1]:
        log = Product(pairs={(log, part.log()): ONE}, hot=True).log()
    return Product(pairs={(log, known[-1].log()): ONE}, hot=True)


LOGARITHMS = {"log": "xlogy", "log1p": "xlog1py"}
"""By which function a logarithm is multiplied, so that zero times the logarithm of zero is zero."""


def weighted(weight: Term, log: Term) -> Term:
    """Return a weight times a logarithm.

    >>> weighted(Number(Integer(2)), ONE) == Number(Integer(2))
    True
    """
    if (
        isinstance(log, Call)
        and log.name in LOGARITHMS
        and not isinstance(weight, Number)
        and free(weight) <= free(log)
    ):
        return call(LOGARITHMS[log.name], weight, log.args[0])
    return mul(weight, log)


def log_of_sum(term: Term) -> Term:
    """Return the logarithm of a sum; one plus something by `log1p`."""
    if isinstance(term, Add) and term.terms[0] == ONE:
        return call("log1p", add(*term.terms[1:]))
    return call("log", term)


@positive.register
def _reduce(term: Reduce) -> Product | None:
    if term.kind not in {"sum", "product"}:
        return None
    axis, body = opened(term)
    found = positive(body)
    if found is None:
        return _weighted_total(axis, body) if term.kind == "sum" else None
    if term.kind == "product":
        return None if found.signed else _product_over(axis, term, found)
    if not found.hot:
        safe = reduce("sum", axis, stable(body))
        return one_of(safe, call("log", safe))
    return replace(_sum_over(axis, *found.scaled()), signed=found.signed)


def _weighted_total(axis: Axis, body: Term) -> Product | None:
    """Return a sum of exponentials with weights of unknown sign, shifted by the largest exponent."""
    parts = {part: positive(part) for part in (body.factors if isinstance(body, Mul) else (body,))}
    weights = [stable(part) for part, found in parts.items() if found is None]
    share = positive(mul(*(part for part, found in parts.items() if found is not None))) or Product()
    shift, size = share.scaled()
    if not share.hot or axis not in free(shift) or not all(isinstance(weight, Entry) for weight in weights):
        return None
    top = reduce("peak", axis, shift)
    total = reduce("sum", axis, mul(*weights, call("exp", call("subtract", shift, top)), size))
    return Product(shift=linear(top), sizes={Size(total, call("log", total)): ONE}, hot=True, signed=True)


def _product_over(axis: Axis, term: Reduce, body: Product) -> Product:
    log = reduce("sum", axis, body.log())
    if body.hot:
        return Product(shift=linear(log), hot=True)
    return Product(sizes={Size(reduce("product", axis, stable(opened(term)[1])), log): ONE})


def _sum_over(axis: Axis, shift: Term, size: Term) -> Product:
    """Return the sum of exp(shift) * size, shifted by the largest exponent."""
    if axis not in free(shift):
        total = reduce("sum", axis, size)
        return Product(shift=linear(shift), sizes={Size(total, call("log", total)): ONE}, hot=shift != ZERO)
    top = reduce("peak", axis, shift)
    mass = call("exp", call("subtract", shift, top))
    total = reduce("sum", axis, mul(mass, size))
    if size == ONE:
        found = Size(total, reduce("log_total", axis, mass), _closed(axis, call("subtract", shift, top)))
    else:
        found = Size(total, call("log", total))
    return Product(shift=linear(top), sizes={found: ONE}, hot=True)


def _closed(axis: Axis, exponents: Term) -> tuple[Axis, Term]:
    """Return a summand under a name for its axis that does not depend on when it was read."""
    bound = Axis("~total", axis.low, axis.high)
    return bound, rename(exponents, {axis: bound})


# Complements


def complement(share: Product | None) -> Product | None:
    """Return 1 - p for a term p that is a share of a positive total, else None."""
    if share is None or not share.hot:
        return None
    return _of_pair(share) or _of_total(share)


def _of_pair(found: Product) -> Product | None:
    """Return e^b / (e^a + e^b) for e^a / (e^a + e^b)."""
    if found.sizes or list(found.pairs.values()) != [MINUS_ONE]:
        return None
    ((a, b),) = found.pairs
    for one, other in ((a, b), (b, a)):
        if not plus(found.shift, linear(one), -1):
            return Product(linear(other), {}, dict(found.pairs), hot=True)
    return None


def _of_total(found: Product) -> Product | None:
    """Return the sum of all other exponentials over the sum of all."""
    if found.pairs or list(found.sizes.values()) != [MINUS_ONE]:
        return None
    (size,) = found.sizes
    if size.total is None:
        return None
    axis, exponents = size.total
    for at in sorted(free(written(found.shift)), key=lambda axis: axis.name):
        if linear(rename(exponents, {axis: at})) == found.shift:
            inside = fresh(axis)
            exponent = rename(exponents, {axis: inside})
            rest = call("divide", others("others", inside, call("exp", exponent), at), size.term)
            log = others("log_complement", inside, exponent, at)
            return Product(sizes={Size(rest, log): ONE}, hot=True)
    return None
