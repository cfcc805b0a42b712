"""Nonnegative combinations: found by linear programming, then solved again in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any

from flint import fmpq, fmpq_mat

from derive import kernel
from derive.decide.candidates import Candidate
from derive.kernel import POSITIVE

TOLERANCE = 1e-7
BOTH = 2
STRICTLY = 1e4
Combination = list[tuple[Fraction, Candidate]]


def load() -> None:
    """Load what solves programs: that takes longer than a short search may, and is no part of its time."""
    _ = import_module("scipy.optimize")


def combine(target: kernel.Poly, candidates: Sequence[Candidate], *, strict: bool) -> Combination | None:
    """Return exact coefficients, nonnegative but for the free ones, with target = sum of coefficient * candidate.

    None where there are none, or where what the program found does not hold exactly. With `strict`, at least one
    positive candidate has a positive coefficient.
    """
    columns = useful(target, candidates)
    if columns is None or (strict and all(c.sign != POSITIVE for c in columns)):
        return None
    if not target and not strict:
        return []
    rows = _rows(target, columns)
    found = _program(target, columns, rows, strict=strict)
    if found is None:
        return None
    support = [column for column, value in zip(columns, found, strict=True) if abs(value) > TOLERANCE]
    share = sum(v for c, v in zip(columns, found, strict=True) if c.sign == POSITIVE)
    return _exactly(target, support, bounded=strict and abs(share - 1) < TOLERANCE, strict=strict)


def useful(target: kernel.Poly, candidates: Sequence[Candidate]) -> list[Candidate] | None:
    """Return the candidates whose terms others can cancel or the target contains; None where a term stays alone."""
    columns = list(candidates)
    while True:
        signs: dict[kernel.Mono, set[bool]] = {mono: {coef < 0} for mono, coef in target.items()}
        for column in columns:
            for mono, coef in column.value.items():
                signs.setdefault(mono, set()).update((True, False) if column.free else (coef > 0,))
        kept = [column for column in columns if all(len(signs[mono]) == BOTH for mono in column.value)]
        if len(kept) == len(columns):
            return columns if all(len(signs[mono]) == BOTH for mono in target) else None
        columns = kept


def _rows(target: kernel.Poly, columns: Sequence[Candidate]) -> list[kernel.Mono]:
    return list(dict.fromkeys([*target, *(mono for column in columns for mono in column.value)]))


def _dense(columns: Sequence[Candidate], rows: Sequence[kernel.Mono]) -> Any:
    import numpy as np  # noqa: PLC0415 -- half a second that only inequalities should cost

    at = {mono: n for n, mono in enumerate(rows)}
    matrix = np.zeros((len(rows), len(columns)))
    for n, column in enumerate(columns):
        for mono, coef in column.value.items():
            matrix[at[mono], n] = float(coef)
    return matrix


def _program(target: kernel.Poly, columns: Sequence[Candidate], rows: Sequence[kernel.Mono], *, strict: bool) -> Any:
    """Return the cheapest combination in floating point, or None; a strict one has as many positive parts as 1."""
    import numpy as np  # noqa: PLC0415 -- as above
    from scipy.optimize import linprog  # noqa: PLC0415 -- as above

    costs = [c.cost for c in columns]
    matrix, values = _dense(columns, rows), np.array([float(target.get(mono, 0)) for mono in rows])
    bounds: list[tuple[float | None, float | None]] = [(None, None) if c.free else (0, None) for c in columns]
    above = {}
    if strict:
        # The last unknown is at most the share of positive parts, and as much of 1 as it can be.
        above = {"A_ub": np.array([[-float(c.sign == POSITIVE) for c in columns] + [1.0]]), "b_ub": np.zeros(1)}
        matrix = np.hstack([matrix, np.zeros((len(rows), 1))])
        costs, bounds = [*costs, -STRICTLY], [*bounds, (0, 1)]
    result = linprog(costs, A_eq=matrix, b_eq=values, bounds=bounds, method="highs-ds", **above)
    if result.status != 0 or (strict and result.x[-1] <= TOLERANCE):
        return None
    return result.x[: len(columns)]


def _exactly(target: kernel.Poly, support: Sequence[Candidate], *, bounded: bool, strict: bool) -> Combination | None:
    """Solve for the coefficients of the support in fractions; where they are not unique, some of them are zero."""
    rows = _rows(target, support)
    table = [[*(c.value.get(mono, 0) for c in support), target.get(mono, 0)] for mono in rows]
    if bounded:
        table.append([*(int(c.sign == POSITIVE) for c in support), 1])
    values = solved(table)
    if values is None:
        return None
    combination = [(value, column) for value, column in zip(values, support, strict=True) if value]
    if any(value < 0 and not column.free for value, column in combination):
        return None
    return combination if not strict or any(column.sign == POSITIVE for _, column in combination) else None


def solved(table: Sequence[Sequence[kernel.Coef]]) -> list[Fraction] | None:
    """Return the unknowns of linear equations, the last column on the right; those that stay open are zero.

    None where there is no solution.

    >>> solved([[1, 1, 3], [1, -1, 1]]), solved([[1, 1], [1, 2]])
    ([Fraction(2, 1), Fraction(1, 1)], None)
    """
    size = len(table[0]) - 1
    reduced, rank = fmpq_mat(len(table), size + 1, [_fmpq(entry) for row in table for entry in row]).rref()
    values = [Fraction(0)] * size
    for row in range(rank):
        pivot = next(n for n in range(size + 1) if reduced[row, n] != 0)
        if pivot == size:
            return None
        values[pivot] = _fraction(reduced[row, size])
    return values


def _fmpq(value: kernel.Coef) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _fraction(value: Any) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def obstacle(target: kernel.Poly, candidates: Sequence[Candidate]) -> tuple[float, dict[kernel.Mono, float]]:
    """Return how far the target is from the combinations, and a functional that tells it from all of them.

    The functional is nonnegative on every candidate, and on the target it is minus the distance.
    """
    import numpy as np  # noqa: PLC0415 -- as above
    from scipy.optimize import linprog  # noqa: PLC0415 -- as above

    rows = _rows(target, candidates)
    count = len(rows)
    matrix = np.hstack([_dense(candidates, rows), np.eye(count), -np.eye(count)])
    values = [float(target.get(mono, 0)) for mono in rows]
    bounds = [(None, None) if c.free else (0, None) for c in candidates] + [(0, None)] * (2 * count)
    costs = [0.0] * len(candidates) + [1.0] * (2 * count)
    result = linprog(costs, A_eq=matrix, b_eq=values, bounds=bounds, method="highs-ds")
    if result.status != 0:
        return 0.0, {}
    return float(result.fun), {mono: -float(y) for mono, y in zip(rows, result.eqlin.marginals, strict=True)}
