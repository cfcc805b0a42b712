"""Which signs can occur together: known quantities that add up to less than zero show that they cannot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from sympy import Add, Integer, Mul, Pow, Rational, Sum, exp

Form: TypeAlias = Mapping[Any, Fraction]
"""A quantity as a linear form in its monomials; the constant stands under 1."""


WIDE = 100
"""How far the multipliers of equations are looked for: without a bound, a contradiction has no least sum."""
TRIVIAL: Form = {Integer(1): Fraction(1)}
"""One is positive: with it, equations that exclude each other are seen too."""


def linear_form(expr: Any) -> Form:
    """Return an expanded expression as a linear form in its monomials.

    >>> from sympy import symbols
    >>> x, y = symbols("x y")
    >>> {str(m): str(c) for m, c in linear_form(2 * x * y - 3).items()}
    {'1': '-3', 'x*y': '2'}
    """
    form: dict[Any, Fraction] = {}
    for term in Add.make_args(expr):
        coefficient, monomial = term.as_coeff_Mul()
        if not isinstance(coefficient, Rational):
            coefficient, monomial = Integer(1), term
        form[monomial] = form.get(monomial, Fraction(0)) + Fraction(int(coefficient.p), int(coefficient.q))
    return form


def contradictory(positive: Iterable[Form], zero: Iterable[Form]) -> bool:
    """Return whether these quantities cannot all be positive and those zero, shown by an exact combination.

    The multipliers come from a linear program and are rounded to fractions; only an exact sum that is a constant of
    at most zero counts.

    >>> r = {"r": Fraction(1)}
    >>> contradictory([r, {"r": Fraction(-1)}], [])
    True
    >>> contradictory([r], []), contradictory([], [r, {"r": Fraction(1), 1: Fraction(-1)}])
    (False, True)
    """
    strict, equal = [*positive, TRIVIAL], list(zero)
    monomials = sorted({m for form in (*strict, *equal) for m in form if m != 1}, key=str)
    weights = _weights([*strict, *equal], len(strict), monomials)
    if weights is None or any(w < 0 for w in weights[: len(strict)]) or not any(weights[: len(strict)]):
        return False
    total: dict[Any, Fraction] = {}
    for form, weight in zip((*strict, *equal), weights, strict=True):
        for monomial, coefficient in form.items():
            total[monomial] = total.get(monomial, Fraction(0)) + weight * coefficient
    constant = sum((c for m, c in total.items() if m == 1), Fraction(0))
    return constant <= 0 and not any(c for m, c in total.items() if m != 1)


def _weights(forms: list[Form], strict: int, monomials: list[Any]) -> list[Fraction] | None:
    import numpy as np  # noqa: PLC0415 -- heavy, and not always needed
    from scipy.optimize import linprog  # noqa: PLC0415 -- the two know each other

    rows = [[float(form.get(m, 0)) for form in forms] for m in monomials]
    rows.append([1.0] * strict + [0.0] * (len(forms) - strict))
    cost = [float(form.get(Integer(1), 0)) for form in forms]
    bounds = [(0, None)] * strict + [(-WIDE, WIDE)] * (len(forms) - strict)
    found: Any = linprog(cost, A_eq=np.array(rows), b_eq=[0.0] * len(monomials) + [1.0], bounds=bounds)
    return [Fraction(float(x)).limit_denominator(1000) for x in found.x] if found.status == 0 else None


def is_positive(expr: Any) -> bool:
    """Return whether a quantity is certainly positive by its form: exponentials, squares plus something, sizes.

    >>> from sympy import exp, symbols
    >>> x = symbols("x", real=True)
    >>> is_positive(exp(x) + x**2), is_positive(x**2)
    (True, False)
    """
    terms = Add.make_args(expr)
    return all(_sign(term) is not None for term in terms) and any(_sign(term) for term in terms)


def _sign(term: Any) -> bool | None:
    """Return True for a positive term, False for one that is at least zero, None where nothing is known."""
    if isinstance(term, Mul):
        found = [_sign(factor) for factor in term.args]
        return None if None in found else all(found)
    if isinstance(term, Sum):
        return (
            None
            if not all(_sign(part) is not None for part in Add.make_args(term.function))
            else is_positive(term.function)
        )
    if isinstance(term, exp) or term.is_positive:
        return True
    if isinstance(term, Pow):
        base, exponent = term.args
        if is_positive(base):
            return True
        return False if exponent.is_Integer and exponent > 0 and exponent % 2 == 0 else None
    return None
