"""Where a function has a value: positive arguments, poles, arguments between -1 and 1; each becomes a condition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Basic, cos, sin

from derive import kernel
from derive.language.session import Need, Scope, Session

POSITIVE_ARGUMENT = frozenset({"log", "loggamma"})
WITHIN_ONE = frozenset({"asin", "acos"})
POLES: Mapping[str, Callable[[Any], Any]] = {"tan": cos, "sec": cos, "cot": sin, "csc": sin}
"""Functions with a pole where another one vanishes."""


def need_domain(expr: Basic, arguments: tuple[kernel.Poly, ...], session: Session, scope: Scope) -> None:
    """Remember on which condition a function has a value, where it has not always one."""
    name, inside = type(expr).__name__, expr.args[0] if expr.args else expr
    if name in POSITIVE_ARGUMENT:
        session.need(Need("positive", inside, arguments[0], scope, f"argument of {name}"))
    if name in POLES:
        value = kernel.call(session.ring, POLES[name].__name__, arguments)
        session.need(Need("nonzero", POLES[name](inside), value, scope, f"in {name}"))
    if name in WITHIN_ONE:
        square = kernel.multiply(session.ring, arguments[0], arguments[0])
        room = kernel.subtract(session.ring.constant(1), square)
        session.need(Need("nonnegative", 1 - inside**2, room, scope, f"argument of {name}"))
