"""What is to be decided: two sides, a relation, assumptions, in one form whatever form they came in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Dummy
from sympy.core.relational import Equality, GreaterThan, LessThan, Relational, StrictGreaterThan, StrictLessThan
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from derive.calculus import Family
from derive.errors import NotAnExpressionError, ShapeMismatchError
from derive.facts import Assumption, as_assumptions
from derive.language import as_expression

RELATIONS: dict[str, type[Relational]] = {
    "==": Equality,
    "<=": LessThan,
    "<": StrictLessThan,
    ">=": GreaterThan,
    ">": StrictGreaterThan,
}


@dataclass(frozen=True, slots=True)
class Statement:
    """`lhs relation rhs`, under `assuming`."""

    lhs: Any
    rhs: Any
    relation: str
    assuming: tuple[Assumption, ...]

    def __str__(self) -> str:
        """Return the statement as it would be written down."""
        return f"{self.lhs} {self.relation} {self.rhs}"


def statement(lhs: Any, rhs: Any, relation: str | None, assuming: Any) -> Statement | bool:
    """Return the statement, or the truth value that SymPy gave a relation when it was built.

    Raises `NotAnExpressionError` for what is neither a relation nor two expressions.
    """
    facts = as_assumptions(assuming)
    if isinstance(lhs, BooleanTrue | BooleanFalse) and rhs is None:
        return bool(lhs)
    if isinstance(lhs, Relational):
        if rhs is not None or relation is not None:
            way_out = "call prove(Eq(a, b)) or prove(a, b); assumptions go into `assuming`"
            raise NotAnExpressionError(str(lhs), reason="a relation has both its sides already", way_out=way_out)
        if not isinstance(lhs, tuple(RELATIONS.values())):
            way_out = "use Eq, Le, Lt, Ge or Gt"
            raise NotAnExpressionError(str(lhs), reason="this relation is not decided here", way_out=way_out)
        return Statement(as_expression(lhs.lhs), as_expression(lhs.rhs), _relation(lhs.rel_op), facts)
    if rhs is None:
        reason = "one side alone states nothing"
        raise NotAnExpressionError(str(lhs), reason=reason, way_out="give both sides, or a relation such as Eq(a, b)")
    if isinstance(lhs, Family) or isinstance(rhs, Family):
        lhs, rhs = _members(lhs, rhs)
    return Statement(as_expression(lhs), as_expression(rhs), _relation("==" if relation is None else relation), facts)


def _relation(relation: object) -> str:
    if not isinstance(relation, str) or relation not in RELATIONS:
        way_out = f"use one of {', '.join(RELATIONS)}"
        raise NotAnExpressionError(repr(relation), reason="this relation is not decided here", way_out=way_out)
    return relation


def _members(lhs: Any, rhs: Any) -> tuple[Any, Any]:
    """Return both families at common indices."""
    if not (isinstance(lhs, Family) and isinstance(rhs, Family)):
        family, other = (lhs, rhs) if isinstance(lhs, Family) else (rhs, lhs)
        reason = "a family has a value for every index, the other side has one"
        raise ShapeMismatchError(
            str(other), reason=reason, way_out=f"compare a member, such as family[{family.indices[0]}]"
        )
    if len(lhs.indices) != len(rhs.indices):
        reason = f"one family has {len(lhs.indices)} indices, the other {len(rhs.indices)}"
        raise ShapeMismatchError(str(rhs.expr), reason=reason, way_out="compare families of the same rank")
    common = tuple(Dummy(str(i), integer=True) for i in lhs.indices)
    return lhs[common], rhs[common]
