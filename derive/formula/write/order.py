"""In which order terms and factors are shown: as they were written, and else as one would write them by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import Add, Derivative, Function, Integer, Integral, Mul, Number, Pow, Product, Sum, exp

BIG = (Sum, Product, Derivative, Integral)
"""What extends to the right as far as it can, and is therefore written last in a product."""


def terms(expr: Any) -> list[Any]:
    """Return the terms of a sum of terms: one without a minus sign first, single names before products.

    >>> from sympy import symbols
    >>> p, y, eta, x = symbols("p y eta x")
    >>> terms(y - p), terms(eta * x + y)
    ([y, -p], [y, eta*x])
    """
    if _as_written(expr, Add):
        return list(expr.args)
    found = sorted(expr.as_ordered_terms(), key=lambda term: _place_of_term(term, expr))
    return sorted(found, key=lambda term: split_sign(term)[0]) if split_sign(found[0])[0] else found


def factors(expr: Any, shift: Callable[[Any], float] = lambda _: 0) -> list[Any]:
    """Return the factors of a product: the number, names, brackets, functions, and last what extends to the right.

    `shift` says how much later a factor stands than others of its kind.

    >>> from sympy import log, symbols
    >>> p, y = symbols("p y")
    >>> factors((1 - y) * log(p))
    [1 - y, log(p)]
    """
    if _as_written(expr, Mul):
        return list(expr.args)
    return sorted(expr.as_ordered_factors(), key=lambda factor: _place_of_factor(factor) + shift(factor))


def limits(expr: Any) -> list[Any]:
    """Return the ranges of a big sum or product from left to right; SymPy lists the innermost first."""
    indices = {limit[0] for limit in expr.limits}
    depends = any(end.free_symbols & indices for limit in expr.limits for end in limit[1:])
    return list(reversed(expr.limits)) if depends else list(expr.limits)


def split_sign(term: Any) -> tuple[bool, Any]:
    """Return whether a minus sign stands before a term, and the term without it.

    >>> from sympy import symbols
    >>> split_sign(-2 * symbols("x"))
    (True, 2*x)
    """
    if isinstance(term, Number):
        return bool(term.is_negative), -term if term.is_negative else term
    if not (term.is_Mul or term.is_MatMul) or not term.args[0].is_Number or not term.args[0].is_negative:
        return False, term
    number, *rest = term.args
    kept = rest if number == -1 else [-number, *rest]
    return True, kept[0] if len(kept) == 1 else type(term)(*kept, evaluate=False)


def split_fraction(found: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return what stands above and what stands below the line, of the factors of a product."""
    above: list[Any] = []
    below: list[Any] = []
    one_number = sum(factor.is_Number for factor in found) == 1
    for factor in found:
        if is_reciprocal(factor):
            below.append(factor.base if factor.exp == -1 else Pow(factor.base, -factor.exp, evaluate=False))
        elif factor.is_Rational and factor.q != 1 and one_number:
            below.insert(0, Integer(factor.q))
            above += [Integer(factor.p)] if factor.p != 1 else []
        else:
            above.append(factor)
    return above, below


def roots_below(above: list[Any], below: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return a fraction with its roots as a hand writes them: 1/sqrt(2) for sqrt(2)/2, and one root for two.

    >>> from sympy import pi, sqrt
    >>> roots_below([sqrt(2)], [Integer(2), sqrt(pi)])
    ([], [sqrt(2*pi)])
    """
    for root in [factor for factor in above if _is_root(factor) and factor.base.is_Integer]:
        whole = next((factor for factor in below if factor.is_Integer and factor % root.base == 0), None)
        if whole is not None:
            above = [factor for factor in above if factor is not root]
            rest = [whole / root.base] if whole != root.base else []
            below = [*rest, root, *(factor for factor in below if factor is not whole)]
    roots = [factor for factor in below if _is_root(factor) and not factor.has(Sum)]
    if len(roots) < 2:
        return above, below
    one = Pow(Mul(*(root.base for root in roots), evaluate=False), roots[0].exp, evaluate=False)
    return above, [one, *(factor for factor in below if not any(factor is root for root in roots))]


def _is_root(factor: Any) -> bool:
    return isinstance(factor, Pow) and factor.exp.is_Rational and factor.exp.p == 1 and factor.exp.q == 2


def applied(function: Any) -> list[Any] | None:
    """Return the functions of which a function of one variable is the chain, outermost first; None if it is none."""
    found, inner = [], function.expr
    while inner not in function.variables:
        if not inner.is_Function or len(inner.args) != 1:
            return None
        found.append(inner)
        inner = inner.args[0]
    return found


def is_reciprocal(factor: Any) -> bool:
    """Return whether a factor is a power that stands below the line."""
    return isinstance(factor, Pow) and bool(factor.exp.is_Number and factor.exp.is_negative)


def _place_of_term(term: Any, whole: Any) -> tuple[int, bool]:
    """Return where a term stands: before all, single names, others without brackets, those with, after all."""
    return _group_of_term(term, whole), term.is_Mul and any(isinstance(factor, Add) for factor in term.args)


def _group_of_term(term: Any, whole: Any) -> int:
    if term.is_Number:
        return -1 if whole.has(exp, Sum) else 2
    if term.is_Symbol and not term.name.endswith("0") and all(isinstance(t, Sum) or t == term for t in whole.args):
        return 3  # the offset b of a score comes last, as in w.x + b
    return 0 if term.is_Atom or term.is_Indexed else 1


def _place_of_factor(factor: Any) -> int:
    base = factor.base if isinstance(factor, Pow) else factor
    if base.is_Number:
        return 0
    if isinstance(base, BIG):
        return 6 if base is factor else 2
    return 2 * base.has(Function) + isinstance(base, Add) + 1


def _as_written(expr: Any, kind: type) -> bool:
    """Return whether SymPy would have written something else: then an author chose this form."""
    return kind(*expr.args).args != expr.args
