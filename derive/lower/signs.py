"""Signs and numbers in front: taken out of sums, and into a difference where they cost nothing there."""

from __future__ import annotations

from derive.lower.terms import MINUS_ONE, Add, Mul, Number, Reduce, Term, mul, negative, split_coefficient
from derive.lower.walk import opened, rebuilt, reduce


def tidied(term: Term) -> Term:
    """Return a term with the numbers in front of what is summed in front of the sums.

    >>> from derive.lower.terms import ONE
    >>> tidied(ONE) == ONE
    True
    """
    if not isinstance(term, Reduce) or term.kind != "sum":
        return rebuilt(term, tidied)
    axis, body = opened(term)
    number, rest = split_coefficient(_signed(tidied(body)))
    return mul(Number(number), reduce("sum", axis, rest))


def _signed(term: Term) -> Term:
    """Return a sum of negative terms as minus a sum."""
    negatives = isinstance(term, Add) and all(split_coefficient(part)[0] < 0 for part in term.terms)
    return Mul((MINUS_ONE, negative(term))) if negatives else term


def without_sign(term: Term) -> Term:
    """Return a term with a minus sign in front taken into a difference, `-(a - b) x` as `(b - a) x`, if it has one."""
    number, rest = split_coefficient(term)
    turned = _opposite(rest) if number < 0 else None
    return term if turned is None else mul(Number(-number), turned)


def _opposite(term: Term) -> Term | None:
    """Return minus a term by turning a difference in it round, or None where there is none."""
    if isinstance(term, Reduce) and term.kind == "sum":
        axis, body = opened(term)
        turned = _opposite(body)
        return None if turned is None else reduce("sum", axis, turned)
    if isinstance(term, Add):
        negatives = any(split_coefficient(part)[0] < 0 for part in term.terms)
        return negative(term) if negatives and not isinstance(term.terms[0], Number) else None
    for number, factor in enumerate(term.factors if isinstance(term, Mul) else ()):
        turned = _opposite(factor)
        if turned is not None and isinstance(term, Mul):
            return mul(*term.factors[:number], turned, *term.factors[number + 1 :])
    return None
