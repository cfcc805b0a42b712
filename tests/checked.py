"""`prove`, held to its word: every proof meets the second opinion, every counterexample is computed again."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
from sympy import Basic, Expr, MatrixExpr

from derive import prove
from derive.verdict import Counterexample, Verdict
from tests.evaluator import World, evaluate
from tests.fields import Real


def checked(*statement: Basic | int, assuming: object = (), **options: object) -> Verdict:
    """Return the verdict on a statement, after re-checking what it rests on."""
    verdict = prove(*statement, assuming=assuming, recheck=True, **options)
    if verdict.status == "proved":
        second: Any = verdict.recheck
        assert second is not None, "the proof was not re-checked"
        assert second.agrees is not False, str(second)
    if verdict.counterexample is not None and len(statement) == 2:
        recompute(verdict.counterexample, *statement)
    return verdict


def status(*statement: Basic | int, assuming: object = (), **options: object) -> str:
    """Return the status of a re-checked verdict."""
    return checked(*statement, assuming=assuming, **options).status


def recompute(witness: Counterexample, lhs: Basic | int, rhs: Basic | int) -> None:
    """Compute both sides again at the numbers of a counterexample, and find what it says."""
    if witness.functions or isinstance(lhs, MatrixExpr) or isinstance(rhs, MatrixExpr):
        return
    if isinstance(witness.lhs, Fraction) and isinstance(witness.rhs, Fraction):
        assert witness.lhs != witness.rhs
    for side, claimed in ((lhs, witness.lhs), (rhs, witness.rhs)):
        actual = value_at(witness, side)
        assert mpmath.almosteq(actual, mpmath.mpf(str(float(claimed))), 1e-9, 1e-9), (side, actual, claimed)


def value_at(witness: Counterexample, side: Expr | int) -> mpmath.mpf:
    """Return what one side is worth at the sizes, indices and entries of a counterexample."""
    if isinstance(side, int):
        return mpmath.mpf(side)
    at = {s: witness.indices[str(s)] for s in side.free_symbols if str(s) in witness.indices}
    given = {entry(name): Real.of(value) for name, value in witness.values.items()}
    return evaluate(side, World(witness.sizes, number=Real, given=given), at).value


def entry(printed: str) -> tuple[str, tuple[int, ...]]:
    """Return name and indices of an entry such as ``X[1, 2]``."""
    name, _, indices = printed.rstrip("]").partition("[")
    return name, tuple(int(part) for part in indices.split(",") if part.strip())
