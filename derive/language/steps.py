"""Functions with steps and cases, read by the sign that decides between them: sign, Heaviside, Piecewise."""

from __future__ import annotations

from fractions import Fraction

from sympy import And, Basic, Ge, Gt, Heaviside, Le, Lt, Not, Or, Piecewise, Rational, sign
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from derive import kernel
from derive.errors import BeyondKernelError
from derive.language.read import read
from derive.language.session import Need, Scope, Session

HALF = Fraction(1, 2)


def sign_of(expr: Basic, session: Session, scope: Scope) -> kernel.Poly:
    """Return the sign of an expression, on the condition that it is not zero."""
    value = read(expr, session, scope)
    session.need(Need("nonzero", expr, value, scope, "where a function has a step"))
    return kernel.call(session.ring, "sign", (value,))


@read.register
def _sign(expr: sign, session: Session, scope: Scope) -> kernel.Poly:
    return sign_of(expr.args[0], session, scope)


@read.register
def _heaviside(expr: Heaviside, session: Session, scope: Scope) -> kernel.Poly:
    """(1 + sign) / 2; at 0 that is the value which SymPy takes if none is given, and another one is not understood."""
    if len(expr.args) > 1 and expr.args[1] != Rational(1, 2):
        way_out = "leave the second argument away"
        raise BeyondKernelError(expr, reason="its value at the step is not 1/2", way_out=way_out)
    return _indicator(sign_of(expr.args[0], session, scope), session)


@read.register
def _piecewise(expr: Piecewise, session: Session, scope: Scope) -> kernel.Poly:
    """The cases, each times the indicator of its condition; where two neighbours agree, nothing depends on it.

    A last case without a condition is wanted: elsewhere there would be no value.
    """
    *cases, (value, condition) = expr.args
    if not isinstance(condition, BooleanTrue):
        raise BeyondKernelError(
            expr, reason="it has no value outside of its cases", way_out="end it with (value, True)"
        )
    result = read(value, session, scope)
    for each, when in reversed(cases):
        jump = kernel.subtract(read(each, session, scope), result)
        if kernel.vanishes(session.ring, jump) is None:
            result = kernel.add(result, kernel.multiply(session.ring, _holds(when, session, scope), jump))
    return result


def _holds(condition: Basic, session: Session, scope: Scope) -> kernel.Poly:
    """Return 1 where a condition holds and 0 where it does not. Raises `BeyondKernelError` for other than an order."""
    ring = session.ring
    if isinstance(condition, BooleanTrue | BooleanFalse):
        return ring.constant(int(isinstance(condition, BooleanTrue)))
    if isinstance(condition, Gt | Ge):
        return _indicator(sign_of(condition.lhs - condition.rhs, session, scope), session)
    if isinstance(condition, Lt | Le):
        return _indicator(sign_of(condition.rhs - condition.lhs, session, scope), session)
    if isinstance(condition, Not):
        return _unless(_holds(condition.args[0], session, scope), session)
    if isinstance(condition, And | Or):
        all_of = isinstance(condition, And)
        parts = [_holds(part, session, scope) for part in condition.args]
        product = ring.constant(1)
        for part in parts:
            product = kernel.multiply(ring, product, part if all_of else _unless(part, session))
        return product if all_of else _unless(product, session)
    way_out = "state each case by itself, or use an order such as x > 0"
    raise BeyondKernelError(condition, reason="this condition is outside of the engine", way_out=way_out)


def _indicator(signed: kernel.Poly, session: Session) -> kernel.Poly:
    return kernel.scale(kernel.add(session.ring.constant(1), signed), HALF)


def _unless(indicator: kernel.Poly, session: Session) -> kernel.Poly:
    return kernel.subtract(session.ring.constant(1), indicator)
