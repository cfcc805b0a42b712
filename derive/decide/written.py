"""The sign of an expression as it is written: a sum of squares shows its sign before it is multiplied out."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from sympy import Add, Basic, Integer, Max, Min, Mul, Pow, Product, Sum

from derive import kernel
from derive.decide.ground import Ground
from derive.kernel.known import is_nonzero
from derive.language.read import read
from derive.language.session import Scope
from derive.language.symbols import name_of


def written_sign(expr: Any, ground: Ground, scope: Scope) -> int:
    """Return what can be known of the sign of an expression from its parts, else from its normal form."""
    known = _sign(expr, ground, scope)
    return known if known == kernel.POSITIVE else max(known, ground.sign(read(expr, ground.question.session, scope)))


@singledispatch
def _sign(_expr: Basic, _ground: Ground, _scope: Scope) -> int:
    return kernel.UNKNOWN


@_sign.register
def _add(expr: Add, ground: Ground, scope: Scope) -> int:
    """A sum of nonnegative terms, greater than zero if one is."""
    signs = [written_sign(part, ground, scope) for part in expr.args]
    return max(signs) if kernel.UNKNOWN not in signs else kernel.UNKNOWN


@_sign.register
def _mul(expr: Mul, ground: Ground, scope: Scope) -> int:
    """A product of factors of known sign, an even number of them negative."""
    signs, negative = [kernel.POSITIVE], False
    for part in expr.args:
        known = written_sign(part, ground, scope)
        if known == kernel.UNKNOWN:
            opposite: Any = Mul(Integer(-1), part)
            known, negative = ground.sign(read(opposite, ground.question.session, scope)), not negative
        signs.append(known)
    return kernel.UNKNOWN if negative else min(signs)


@_sign.register
def _pow(expr: Pow, ground: Ground, scope: Scope) -> int:
    """An even power of a real number; any power of a positive one."""
    base, exponent = expr.args
    known = written_sign(base, ground, scope)
    if known != kernel.UNKNOWN and exponent.is_real:
        return kernel.POSITIVE if exponent.is_negative else known
    value = read(base, ground.question.session, scope)
    if not (isinstance(exponent, Integer) and exponent % 2 == 0 and ground.is_real(value)):
        return kernel.UNKNOWN
    return kernel.POSITIVE if exponent.is_negative or is_nonzero(ground.ring, value) else kernel.NONNEGATIVE


@_sign.register
def _binder(expr: Sum | Product, ground: Ground, scope: Scope) -> int:
    """A sum or product of nonnegative terms; a sum of positive ones is positive where there is a term."""
    session = ground.question.session
    inner = dict(scope)
    nonempty = True
    for variable, low, high in reversed(expr.limits):
        dim = session.dim((low, high))
        nonempty = nonempty and dim.nonempty
        inner[name_of(variable)] = ground.ring.fresh(dim)
    known = written_sign(expr.function, ground, inner)
    return min(known, kernel.POSITIVE if nonempty or isinstance(expr, Product) else kernel.NONNEGATIVE)


@_sign.register
def _max(expr: Max, ground: Ground, scope: Scope) -> int:
    """At least as large as the largest sign of its arguments."""
    return max(written_sign(part, ground, scope) for part in expr.args)


@_sign.register
def _min(expr: Min, ground: Ground, scope: Scope) -> int:
    """One of its arguments."""
    return min(written_sign(part, ground, scope) for part in expr.args)


def written_difference(large: Any, small: Any) -> Any:
    """Return large - small as written; two sums over one range are subtracted term by term."""
    if isinstance(large, Sum) and isinstance(small, Sum) and large.limits == small.limits:
        return Sum(written_difference(large.function, small.function), *large.limits)
    return large if small == 0 else Add(large, Mul(Integer(-1), small))
