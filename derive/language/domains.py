"""Where a function has a value: what the table of functions needs for that becomes conditions."""

from __future__ import annotations

from sympy import Basic

from derive import kernel
from derive.functions import FUNCTIONS
from derive.language.session import Need, Scope, Session
from derive.names import expression

REASONS = {"positive": "argument of", "nonnegative": "argument of", "nonzero": "in"}
NEEDS = {
    row.name: [(kind, tree, kernel.compiled(tree), f"{REASONS[kind]} {row.name}") for kind, tree in row.domain]
    for row in FUNCTIONS
}


def need_domain(expr: Basic, arguments: tuple[kernel.Poly, ...], session: Session, scope: Scope) -> None:
    """Remember on which condition a function has a value, where it has not always one."""
    for kind, tree, rule, reason in NEEDS.get(type(expr).__name__, ()):
        value = rule(session.ring, arguments)
        session.need(Need(kind, expression(tree, z=expr.args[0]), value, scope, reason))
