"""The programs of a derivation: each expression of its steps that can be computed, as NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Symbol
from sympy.core.relational import Relational

from derive.errors import DeriveError
from derive.inference.ranges import resolve
from derive.inference.survey import Survey, survey
from derive.lower.lowered import Lowered
from derive.lower.lowering import lambdify


@dataclass(frozen=True, slots=True)
class StepProgram:
    """One expression of a derivation: what was computed, why it stands there, and its program or why it has none."""

    expr: Any
    reason: str
    lowered: Lowered | None
    refusal: str = ""


def sources(derivation: Any) -> tuple[StepProgram, ...]:
    """Return a program for each different expression in the steps of a derivation, in their order.

    What has none, such as a derivative that is not carried out, comes with the reason.

    >>> from derive.lectures.logistic import logistic_hessian
    >>> sources(logistic_hessian())[4].lowered.source.splitlines()[-1]
    '    return (y - p) @ X'
    """
    found: dict[Any, StepProgram] = {}
    for step in (*derivation.steps, derivation.result):
        for expr in (step.lhs, step.rhs):
            if _is_value(expr) and expr not in found:
                found[expr] = _program(expr, step.reason, f"{derivation.name}-{len(found) + 1}", derivation.title)
    return tuple(found.values())


def _is_value(expr: Any) -> bool:
    """Return whether an expression varies, so that a function of it says something."""
    if not isinstance(expr, Basic) or isinstance(expr, Relational) or not expr.free_symbols:
        return False
    return isinstance(expr, Expr) and not isinstance(expr, Symbol)


def _program(expr: Any, reason: str, name: str, title: str) -> StepProgram:
    try:
        seen = survey([[expr]])
        args, axes = _arguments(expr, seen)
        doc = f"{title}: {reason}.\n\n{expr}"
        return StepProgram(expr, reason, lambdify(expr, args, axes, name=name.replace("-", "_"), doc=doc))
    except DeriveError as refusal:
        return StepProgram(expr, reason, None, str(refusal))


def _arguments(expr: Any, seen: Survey) -> tuple[list[Any], list[Any]]:
    """Return the tensors and scalars of an expression, by name, and its free indices."""
    free = [name for _, name in resolve(seen).free]
    tensors = {str(name): tensor for name, tensor in seen.tensors.items()}
    known = {*free, *seen.sizes, *tensors}
    scalars = {s.name: s for s in expr.free_symbols if isinstance(s, Symbol) and s.name not in known}
    args = [*tensors.values(), *(scalars[name] for name in sorted(scalars))]
    return args, [seen.symbols[own] for own in free]
