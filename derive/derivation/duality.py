"""Lagrangian duality at symbolic size: the Lagrangian, its stationarity, the dual, and weak duality."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Eq, Expr, Idx, Le, Mul, Sum
from sympy.core.relational import Relational

from derive.calculus import differentiate, substitute
from derive.derivation.scope import decide, free_indices
from derive.errors import UndeclaredRangeError
from derive.expr.from_sympy import as_expression
from derive.facts import Assumption
from derive.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Constraint:
    """`expr <= 0`, or `expr = 0` where `equality`, for every index in `ranges`; `multiplier` is its price.

    `ranges` are limits as `Sum` takes them, such as `((n, 1, N),)`; none for a single constraint. Raises
    `UndeclaredRangeError` for an index that has none.
    """

    expr: Any
    multiplier: Any
    ranges: tuple[tuple[Any, Any, Any], ...] = ()
    equality: bool = False

    def __post_init__(self) -> None:
        """Refuse an index of which nobody says over what it runs."""
        known = {symbol for limits in self.ranges for part in limits for symbol in as_expression(part).free_symbols}
        loose = {index for part in (self.expr, self.multiplier) for index in free_indices(as_expression(part))} - known
        if loose:
            index = min(map(str, loose))
            way_out = f"give its limits, such as ranges=(({index}, 1, N),)"
            raise UndeclaredRangeError(index, place=self.expr, reason="it has no range", way_out=way_out)

    def priced(self) -> Any:
        """Return the multiplier times the constraint, summed over its indices."""
        product = Mul(self.multiplier, self.expr, evaluate=False)
        return Sum(product, *self.ranges) if self.ranges else product

    def holds(self) -> Relational:
        """Return the constraint as an assumption; it is about the indices in its ranges and no others.

        >>> from sympy import IndexedBase, Symbol
        >>> x, a, n = Symbol("x", real=True), Symbol("a", real=True), Symbol("n", integer=True)
        >>> Constraint(x - 1, a).holds(), Constraint(x - 1, a, equality=True).holds()
        (x - 1 <= 0, Eq(x - 1, 0))
        >>> Constraint(IndexedBase("b")[n], a, ((n, 1, 4),)).holds().lhs.indices[0].upper
        4
        """
        expr = as_expression(self.expr)
        for index, low, high in self.ranges:
            expr = substitute(expr, index, Idx(str(index), (low, high)))
        return (Eq if self.equality else Le)(expr, 0, evaluate=False)


@dataclass(frozen=True, slots=True)
class Program:
    """Minimise `objective` under the constraints.

    >>> from sympy import Symbol
    >>> x, a = Symbol("x", real=True), Symbol("a", real=True)
    >>> program = Program(x**2 / 2, (Constraint(1 - x, a),))
    >>> program.lagrangian()
    a*(1 - x) + x**2/2
    >>> program.stationarity(x)
    -a + x
    """

    objective: Any
    constraints: tuple[Constraint, ...]

    def lagrangian(self) -> Any:
        """Return the objective plus every priced constraint."""
        total: Expr = self.objective
        for constraint in self.constraints:
            total = total + constraint.priced()
        return total

    def stationarity(self, by: Any) -> Any:
        """Return the derivative of the Lagrangian by an entry or symbol; it is zero at the minimum over it."""
        return differentiate(self.lagrangian(), by)

    def at(self, unknown: Any, value: Any) -> Any:
        """Return the Lagrangian with a family of unknowns replaced by what stationarity says of it."""
        return substitute(self.lagrangian(), unknown, value)

    def weak_duality(self, dual: Any, assuming: tuple[Assumption, ...], **options: Any) -> Verdict:
        """Return the verdict on dual <= objective for every feasible point.

        `assuming` holds the signs of the multipliers and the conditions under which `dual` is the minimum of the
        Lagrangian; the constraints themselves are added here. A sign that holds on a part of an axis is a relation at
        an `Idx` over that part. `options` are `limits`, `recheck` and `ranges`. Where a constraint is an equation, its
        multiplier has any sign:

        >>> from sympy import Symbol
        >>> x, a = Symbol("x", real=True), Symbol("a", real=True)
        >>> program = Program(x**2 / 2, (Constraint(x - 1, a, equality=True),))
        >>> program.weak_duality(-(a**2) / 2 - a, ()).status
        'proved'
        """
        feasible = (constraint.holds() for constraint in self.constraints)
        return decide("<=", (dual, self.objective), (*assuming, *feasible), **options)[0]
