"""Absolute values and maxima by cases: one of the values that they may take is the one that they have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from sympy import Abs, Basic, Ge, Gt, Integer, Le, Lt, Max, Min, Mul, Piecewise
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanTrue

from derive.decide.certificate import NO_PROOF
from derive.decide.pointwise import TRANSPARENT, at_one_point
from derive.decide.statement import Statement
from derive.language.survey import survey
from derive.verdict import Certificate

Case = tuple[Any, tuple[tuple[Any, Any], ...]]
"""What a function is in one case, and the order (larger, smaller) of expressions that holds then."""


@dataclass(frozen=True, slots=True)
class Cases:
    """Why `statement` holds: in each of the cases for `split`, of which one must occur, a certificate proves it.

    With `pointwise`, what holds a free index is a number there, of which only the case is known.
    """

    statement: Statement
    split: Any
    certificates: tuple[Certificate, ...]
    pointwise: bool = False

    def check(self) -> bool:
        """Return whether there is a certificate for each case, of the statement in this case, and all check."""
        try:
            wanted = list(in_cases(self.statement, self.split, pointwise=self.pointwise))
        except NO_PROOF:
            return False
        proved = [getattr(certificate, "statement", None) for certificate in self.certificates]
        return bool(wanted) and proved == wanted and all(certificate.check() for certificate in self.certificates)

    def __str__(self) -> str:
        """Return the certificates, a case each."""
        values = [value for value, _ in values_of(self.split)]
        return "; ".join(
            f"if {self.split} is {value}: {each}" for value, each in zip(values, self.certificates, strict=True)
        )


@singledispatch
def values_of(_expr: Basic) -> list[Case]:
    """Return the values that an expression may have, with what holds then; none for kinds without cases."""
    return []


@values_of.register
def _absolute(expr: Abs) -> list[Case]:
    inside = expr.args[0]
    opposite = Mul(Integer(-1), inside)
    return [(inside, ((inside, Integer(0)),)), (opposite, ((opposite, Integer(0)),))]


@values_of.register
def _maximum(expr: Max) -> list[Case]:
    return [(one, tuple((one, other) for other in expr.args if other != one)) for one in sorted(expr.args, key=str)]


@values_of.register
def _minimum(expr: Min) -> list[Case]:
    return [(one, tuple((other, one) for other in expr.args if other != one)) for one in sorted(expr.args, key=str)]


@values_of.register
def _piecewise(expr: Piecewise) -> list[Case]:
    found: list[Case] = []
    before: tuple[tuple[Any, Any], ...] = ()
    for value, condition in expr.args:
        if isinstance(condition, BooleanTrue):
            return [*found, (value, before)]
        if not isinstance(condition, Ge | Gt | Le | Lt):
            return []
        found.append((value, (*before, (condition.gts, condition.lts))))
        before += ((condition.lts, condition.gts),)
    return []


def splits(statement: Statement) -> Iterator[Any]:
    """Yield the functions with cases in a statement that stand under no binder, the outermost first."""
    for side in (statement.lhs, statement.rhs):
        yield from _splits(side)


def _splits(expr: Any) -> Iterator[Any]:
    if values_of(expr):
        yield expr
    for part in expr.args if isinstance(expr, TRANSPARENT) else ():
        yield from _splits(part)


def has_free_indices(expr: Any) -> bool:
    """Return whether an expression depends on an index that nothing in it binds."""
    return bool(survey([[expr]]).free)


def in_cases(statement: Statement, split: Any, *, pointwise: bool = False) -> Iterator[Statement]:
    """Yield the statement in each case, with what holds in this case as a further assumption.

    What holds free indices is assumed only with `pointwise`: of an index, it would be assumed for all its values.
    """
    for value, order in values_of(split):
        lhs, rhs = _replaced(statement.lhs, split, value), _replaced(statement.rhs, split, value)
        facts = [Ge(large, small) for large, small in order]
        known = [fact for fact in facts if isinstance(fact, Relational)]
        if pointwise:
            beside = [fact for fact in statement.assuming if isinstance(fact, Relational)]
            lhs, rhs, *known = at_one_point(lhs, rhs, *known, beside=beside)
        known = [fact for fact in known if isinstance(fact, Relational) and _is_closed(fact)]
        yield Statement(lhs, rhs, statement.relation, (*statement.assuming, *known))


def _is_closed(fact: Relational) -> bool:
    """Return whether a fact has no free index; assumed, it would hold for all its values, and in a case for one."""
    return not survey([[fact.lhs, fact.rhs]]).free


def _replaced(expr: Any, old: Any, new: Any) -> Any:
    """Return the expression with every occurrence that `splits` sees replaced."""
    if expr == old:
        return new
    if not isinstance(expr, TRANSPARENT):
        return expr
    parts = [_replaced(part, old, new) for part in expr.args]
    return expr if all(a is b for a, b in zip(parts, expr.args, strict=True)) else expr.func(*parts)
