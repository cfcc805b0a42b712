"""`prove`, held to its word: every proof meets the second opinion, every counterexample is computed again.

A row of *claim, facts, verdict* is `(claim, *facts, verdict)`. The claim is a relation, or the pair of two sides that
are equal. The verdict is its word, with the conditions of a proof: `"proved if b > 0"`, `"proved for N >= 2"`; or the
name of the error that refuses the claim. Where ` | ` stands in it, each of the parts is right.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from sympy import Basic, Eq, Expr, MatrixExpr
from sympy.logic.boolalg import BooleanAtom

from derive import Limits, prove
from derive.errors import DeriveError
from derive.expr.to_sympy import to_sympy
from derive.verdict import Counterexample, Verdict
from tests.evaluator import World, evaluate
from tests.fields import Real, UndefinedError

Rows = Mapping[str, tuple[Any, ...]]
HOLDS = {"==": operator.eq, "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
PROVED = ("proved", "proved for larger sizes")
PATIENT = Limits(seconds=600)
"""More than any row takes, on a busy machine too: no verdict here depends on the clock."""


def checked(*statement: Basic | int, assuming: object = (), **options: object) -> Verdict:
    """Return the verdict on a statement, after re-checking what it rests on."""
    verdict = prove(*statement, assuming=assuming, recheck=True, **options)
    if verdict.status in PROVED:
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


def told(claim: Any, *facts: Any) -> str:
    """Return the verdict as text, after its second opinion, its certificate or its counterexample has been checked."""
    assert not isinstance(claim, BooleanAtom), "SymPy has decided it, and nothing is tested"
    sides = claim if isinstance(claim, tuple) else (claim,)
    try:
        verdict = prove(*sides, assuming=facts, recheck=True, limits=PATIENT)
    except DeriveError as error:
        return type(error).__name__
    if verdict.status in PROVED and verdict.statement is not None:
        second: Any = verdict.recheck
        assert second.agrees is not False, str(second)
        certificate = verdict.certificate
        assert certificate.check() if certificate is not None else isinstance(claim, tuple | Eq)
    if verdict.counterexample is not None:
        _recompute(verdict.counterexample, verdict.statement)
    conditions = ", ".join(sorted(str(each).removesuffix(f" ({each.reason})") for each in verdict.conditions))
    return f"{verdict.word} if {conditions}" if conditions else verdict.word


def offenders(rows: Rows) -> dict[str, str]:
    """Return what is said of each row whose verdict is another one than the row's."""
    found = {name: told(*row[:-1]) for name, row in rows.items()}
    return {name: got for name, got in found.items() if got not in rows[name][-1].split(" | ")}


def in_parts(*tables: Rows, size: int = 4) -> list[Any]:
    """Return the rows as cases of a few, each called by its first row."""
    rows = [list(table.items()) for table in tables]
    parts = [table[start : start + size] for table in rows for start in range(0, len(table), size)]
    return [pytest.param(dict(part), id=part[0][0]) for part in parts]


def without_facts(rows: Rows) -> dict[str, str]:
    """Return what is said of the claims of the rows alone."""
    return {name: told(row[0]) for name, row in rows.items()}


def _recompute(witness: Counterexample, statement: Any) -> None:
    """Compute both sides again at the numbers of a counterexample, and find the relation broken there."""
    assert not HOLDS[statement.sign](witness.lhs, witness.rhs), str(witness)
    if witness.functions or statement.rows:
        return
    for side, said in ((statement.left, witness.lhs), (statement.right, witness.rhs)):
        with suppress(NotImplementedError, UndefinedError, ValueError, KeyError):  # of what is not read here
            actual = value_at(witness, to_sympy(side, statement.vocabulary))
            assert mpmath.almosteq(actual, mpmath.mpf(str(float(said))), 1e-9, 1e-9), (side, actual, said)
