"""The written form made safe: exponentials in logarithms, quotients and complements neither overflow nor cancel."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Integer

from derive.lower.linear import linear
from derive.lower.positive import LOGARITHMS, Product, complement, positive, weighted
from derive.lower.safe import stable
from derive.lower.terms import (
    MINUS_ONE,
    ONE,
    ZERO,
    Add,
    Call,
    Computed,
    Delta,
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
    split_coefficient,
)
from derive.lower.walk import computed, free, rebuilt


@stable.register
def _call(term: Call) -> Term:
    if term.name == "log":
        return logarithm(term.args[0])
    return _masked(*map(stable, term.args)) if term.name == "where" else rebuilt(term, stable)


def _masked(condition: Term, value: Term, other: Term) -> Term:
    """Return a choice; entries that the condition has no index of are multiplied after it, in a contraction."""
    if other != ZERO:
        return call("where", condition, value, other)
    outside = [f for f in factors(value) if isinstance(f, Entry) and not free(f) <= free(condition)]
    inside = [f for f in factors(value) if f not in outside]
    return mul(call("where", condition, mul(*inside), ZERO), *outside)


@stable.register
def _pow(term: Pow) -> Term:
    return _product((term,))


@stable.register
def _mul(term: Mul) -> Term:
    return _product(term.factors)


@stable.register
def _reduce(term: Reduce) -> Term:
    if term.kind == "product":
        found = positive(term)
        if found is not None and found.hot:
            return found.value()
    return rebuilt(term, stable)


# Sums


@stable.register
def _add(term: Add) -> Term:
    for rule in (_masked_complement, _complement, _small_exponential, _share_of_itself):
        changed = rule(term.terms)
        if changed is not None:
            return changed
    return add(*map(stable, term.terms))


def _complement(terms: tuple[Term, ...]) -> Term | None:
    """Return 1 - p for a probability p, without cancellation."""
    if ONE not in terms:
        return None
    for number, term in enumerate(terms):
        found = complement(positive(negative(term))) if split_coefficient(term)[0] < 0 else None
        if found is not None:
            rest = [t for n, t in enumerate(terms) if n != number and t != ONE]
            return add(found.value(), *map(stable, rest))
    return None


def _share_of_itself(terms: tuple[Term, ...]) -> Term | None:
    """Return a - a p as a (1 - p), without cancellation."""
    for number, whole in enumerate(terms):
        for other, part in enumerate(terms):
            share = None if number == other else _share(negative(part), whole)
            found = complement(share)
            if found is not None:
                positives, left = _parted(whole)
                rest = [term for n, term in enumerate(terms) if n not in {number, other}]
                product = mul(*map(stable, left), positives.times(found).value())
                return add(product, *map(stable, rest))
    return None


def _small_exponential(terms: tuple[Term, ...]) -> Term | None:
    """Return e^z - 1 and 1 - e^z by `expm1`."""
    if len(terms) != 2:
        return None
    number, other = terms
    if number == MINUS_ONE and isinstance(other, Call) and other.name == "exp":
        return call("expm1", stable(other.args[0]))
    other = negative(other)
    if number == ONE and isinstance(other, Call) and other.name == "exp":
        return negative(call("expm1", stable(other.args[0])))
    return None


def _masked_complement(terms: tuple[Term, ...]) -> Term | None:
    """Return c (delta_kl - p_l) with 1 - p_l on the diagonal and -p_l beside it."""
    deltas = [n for n, term in enumerate(terms) if any(isinstance(f, Delta) for f in factors(term))]
    if len(deltas) != 1:
        return None
    around = list(factors(terms[deltas[0]]))
    mask = next(f for f in around if isinstance(f, Delta))
    around.remove(mask)
    for number, term in enumerate(terms):
        share = None if number == deltas[0] else _share(negative(term), mul(*around))
        found = complement(share)
        if found is not None and share is not None:
            rest = [t for n, t in enumerate(terms) if n not in {number, deltas[0]}]
            inside = call("where", mask, found.value(), negative(share.value()))
            return add(mul(stable(mul(*around)), inside), *map(stable, rest))
    return None


def _share(whole: Term, part: Term) -> Product | None:
    """Return whole / part, if both have the same factors of unknown sign and what is left is positive."""
    (positives, others), (parted, left) = _parted(whole), _parted(part)
    return positives.times(parted.to(MINUS_ONE)) if sorted(map(repr, others)) == sorted(map(repr, left)) else None


def _parted(term: Term) -> tuple[Product, list[Term]]:
    """Return the positive factors as one product, and the others."""
    result, left = Product(), list[Term]()
    for factor in factors(term):
        found = positive(factor)
        left += [factor] if found is None else []
        result = result.times(found) if found is not None else result
    return result, left


def factors(term: Term) -> tuple[Term, ...]:
    """Return the factors of a product, or the term itself.

    >>> factors(ONE) == (ONE,)
    True
    """
    return term.factors if isinstance(term, Mul) else (term,)


# Products


def _product(given: tuple[Term, ...]) -> Term:
    """Return a product: what is positive and may overflow is gathered, all else is multiplied as it is written."""
    found = [(factor, positive(factor)) for factor in given]
    hot = [(factor, bag) for factor, bag in found if bag is not None and bag.hot]
    cold = [factor for factor, bag in found if bag is None or not bag.hot]
    if not hot:
        return _entropy([rebuilt(factor, stable) if isinstance(factor, Pow) else stable(factor) for factor in cold])
    bag = hot[0][1]
    for _, other in hot[1:]:
        bag = bag.times(other)
    steep = next((factor for factor in cold if _is_steep(factor)), None)
    if steep is not None:
        rest = [factor for factor, _ in hot] + [factor for factor in cold if factor is not steep]
        return (
            add(*(stable(mul(*rest, term)) for term in steep.terms)) if isinstance(steep, Add) else stable(mul(*rest))
        )
    tamed = next((factor for factor in cold if _is_tamed(factor, bag)), None)
    if isinstance(tamed, Add):
        inside = add(*(stable(mul(*(factor for factor, _ in hot), term)) for term in tamed.terms))
        return _entropy([inside, *(stable(factor) for factor in cold if factor is not tamed)])
    if len(hot) == 1 and not isinstance(hot[0][0], Pow | Add | Mul):
        return _entropy([*map(stable, cold), stable(hot[0][0])])
    return _entropy([*map(stable, cold), bag.value()])


def _is_steep(term: Term) -> bool:
    """Return whether a sum has a term that divides by something that may underflow, by itself."""
    if not isinstance(term, Add):
        return False
    bags = [positive(factor) for part in term.terms for factor in _together(part)]
    return any(bag is not None and bag.steep for bag in bags)


def _is_tamed(term: Term, around: Product) -> bool:
    """Return whether a sum has an exponential that a denominator around it keeps small: e^z / (1 + e^z)."""
    if not isinstance(term, Add):
        return False
    below = {part for pair, e in around.pairs.items() if _is_below(e) for side in pair for part in linear(side)}
    bags = [positive(factor) for part in term.terms for factor in _together(part)]
    return any(bag is not None and bag.shift.keys() & below for bag in bags)


def _is_below(exponent: Term) -> bool:
    return isinstance(exponent, Number) and bool(exponent.value.is_negative)


def _together(term: Term) -> tuple[Term, ...]:
    """Return the product of the positive factors of a term, if there are any."""
    found = [factor for factor in factors(term) if positive(factor) is not None]
    return (mul(*found),) if found else ()


def _entropy(given: list[Term]) -> Term:
    """Return a product; y log p is 0 where y is, even if p is."""
    flat = [f for factor in given for f in factors(factor)]
    for log in flat:
        if not isinstance(log, Call) or log.name not in LOGARITHMS or _is_declared_positive(log.args[0]):
            continue
        weights = [f for f in flat if f is not log and _may_vanish(f) and free(f) <= free(log)]
        if weights:
            rest = [f for f in flat if f is not log and f not in weights]
            return mul(*rest, weighted(mul(*weights), log))
    return mul(*flat)


def _is_declared_positive(term: Term) -> bool:
    found = positive(term)
    return found is not None and not found.hot


def _may_vanish(term: Term) -> bool:
    found = positive(term)
    return not isinstance(term, Number) and (found is None or found.signed)


# Logarithms


def logarithm(term: Term) -> Term:
    """Return log of a term, taken in the logarithm of its parts where these are positive."""
    found = positive(term)
    if found is not None and (not found.signed or isinstance(term, Reduce)):
        return found.log()
    if isinstance(term, Call) and term.name == "cosh":
        z = stable(term.args[0])
        return add(z, call("softplus", mul(Number(Integer(-2)), z)), Number(-sympy.log(2)))
    if isinstance(term, Entry) and isinstance(term.array, Computed) and term.array.function == "det":
        return Entry(computed("logdet", rebuilt_operands(term), ()), ())
    if isinstance(term, Pow) and isinstance(term.exponent, Number):
        base = call("abs", term.base) if term.exponent.value.is_even else term.base
        return mul(term.exponent, logarithm(base))
    if isinstance(term, Mul):
        return _log_of_product(term)
    beside_one = term.terms[1:] if isinstance(term, Add) and term.terms[0] == ONE else ()
    return call("log1p", stable(add(*beside_one))) if beside_one else call("log", stable(term))


def rebuilt_operands(term: Entry) -> tuple[Any, ...]:
    """Return the operands of a computed array, made safe."""
    safe: Any = rebuilt(term, stable)
    return safe.array.operands


def _log_of_product(term: Mul) -> Term:
    """Return the logarithms of the positive factors, plus one of what is left."""
    bags = [(factor, positive(factor)) for factor in term.factors]
    left = [factor for factor, bag in bags if bag is None or bag.signed]
    logs = [bag.log() for _, bag in bags if bag is not None and not bag.signed]
    if not logs:
        return _log_of_signed(left)
    return add(*logs, logarithm(mul(*left)))


def _log_of_signed(left: list[Term]) -> Term:
    """Return the log of a product of factors of unknown sign; even powers have logarithms of their own."""
    even = [f for f in left if isinstance(f, Pow) and isinstance(f.exponent, Number) and f.exponent.value.is_even]
    odd = [f for f in left if f not in even]
    rest = [call("log", mul(*map(stable, odd)))] if odd else []
    return add(*map(logarithm, even), *rest)
