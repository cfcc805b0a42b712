"""The programs of a derivation: each expression of its steps that can be computed, as NumPy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Symbol, ZeroMatrix
from sympy.core.relational import Relational

from derive.errors import DeriveError
from derive.expr import tree
from derive.expr.to_sympy import to_sympy
from derive.lower.lowered import Lowered
from derive.lower.lowering import lambdify
from derive.statements import FreeIndex, Statement
from derive.statements.build import closed


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
    if not isinstance(expr, Basic) or isinstance(expr, Relational | ZeroMatrix) or not expr.free_symbols:
        return False
    return isinstance(expr, Expr) and not isinstance(expr, Symbol)


def _program(expr: Any, reason: str, name: str, title: str) -> StepProgram:
    try:
        args, axes = _arguments(expr)
        doc = f"{title}: {reason}.\n\n{expr}"
        return StepProgram(expr, reason, lambdify(expr, args, axes, name=name.replace("-", "_"), doc=doc))
    except DeriveError as refusal:
        return StepProgram(expr, reason, None, str(refusal))


def _arguments(expr: Any) -> tuple[list[Any], list[Any]]:
    """Return the tensors and scalars of an expression, by name, and its free indices."""
    claim, _, _ = closed(expr)
    names = claim.vocabulary
    tensors = [base for base, _ in names.tensors.values()]
    scalars = [names.symbols[each.name] for each in claim.names if not each.axes]
    free = [index for index in claim.indices if index.name not in claim.rows]
    return [*tensors, *scalars], [_axis(index, claim) for index in free]


def _axis(index: FreeIndex, claim: Statement) -> Any:
    """Return a free index; with the range of one beside it in a delta, where it stands in deltas only."""
    names, symbol = claim.vocabulary, claim.vocabulary.indices[index.name][0]
    known = {other.name: other.range for other in claim.indices if not other.range.is_open}
    deltas = [each for each in tree.walk(claim.left) if isinstance(each, tree.Delta) and index.name in each.names]
    beside = [known[name] for each in deltas for name in sorted(each.names & set(known))]
    if not index.range.is_open or not beside:
        return symbol
    first, last = (to_sympy(end, names, evaluate=True) for end in (beside[0].first, beside[0].last) if end is not None)
    return symbol, first, last
