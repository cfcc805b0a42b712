"""Branches, kinks, definedness: a condition of one branch is none of the other, and an indicator excludes nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Float,
    Ge,
    Gt,
    Heaviside,
    IndexedBase,
    KroneckerDelta,
    Le,
    Max,
    Min,
    Ne,
    Piecewise,
    Sum,
    exp,
    log,
    pi,
    sign,
    sqrt,
    symbols,
)

from benchmarks.grammars.claims import Claim
from benchmarks.grammars.kinds import nonnegatives, positives
from benchmarks.grammars.values import Kind
from derive import nonnegative, positive, size, tensor
from tests.lies.known import believed, false, mislabelled, true

N, D = size("N"), size("D")
x, y = tensor("x", N), tensor("y", N)
A = tensor("A", N, D)
q = IndexedBase("q")
n, m, k = symbols("n m k", integer=True)
z, s, a = symbols("z s a", real=True)
AXIS: Any = {"k": (0, N - 1)}
MANY: Any = {"seeds": 12}


def step(test: Any, then: Any = 1, other: Any = 0) -> Piecewise:
    """Return a Piecewise of two branches."""
    return Piecewise((then, test), (other, True))


def total(body: Any) -> Sum:
    """Return the sum of a body in n over the axis."""
    return Sum(body, (n, 0, N - 1))


BRANCHES = {
    "a logarithm in the one, another number in the other": false(step(z > 0, log(z)), step(z > 0, log(z), 5), **MANY),
    "a reciprocal": false(step(Ne(z, 0), 1 / z), step(Ne(z, 0), 1 / z, 1), **MANY),
    "a root": false(step(z >= 0, sqrt(z), a), step(z >= 0, sqrt(z), a + 1), **MANY),
    "a quotient that is 1": false(step(Ne(z, 0), z / z), 1, **MANY),
    "a quotient that is 1, at 0": false(step(Ne(z, 0), z / z, 2), 1, **MANY),
    "a quotient under a test of its sign": false(step(z > 0, z / z, -1), 1, **MANY),
    "summed": false(total(step(x[n] > 0, log(x[n]))), total(step(x[n] > 0, log(x[n]), 5)), **MANY),
    "summed, a reciprocal": false(total(step(Ne(x[n], 0), x[n] / x[n])), N, **MANY),
    "two axes": false(
        Sum(step(A[n, m] > 0, log(A[n, m])), (n, 0, N - 1), (m, 0, D - 1)),
        Sum(step(A[n, m] > 0, log(A[n, m]), 1), (n, 0, N - 1), (m, 0, D - 1)),
        sizes=("N", "D"),
    ),
    "nested": false(
        Piecewise((log(z), z > 0), (log(-z), z < 0), (0, True)),
        Piecewise((log(z), z > 0), (log(-z), z < 0), (1, True)),
        **MANY,
    ),
    "nested, the middle": false(
        Piecewise((log(z), z > 1), (0, z > 0), (2, True)), Piecewise((log(z), z > 0), (2, True)), **MANY
    ),
    "beside a logarithm of another": false(step(z > 0, log(z)) + s, step(z > 0, log(z)) + 2 * s, **MANY),
    "a branch of an index": false(
        step(Eq(k, 0), 0, log(x[k] ** 2)), step(Eq(k, 0), 1, log(x[k] ** 2)), free=AXIS, **MANY
    ),
    "an inequality": false(step(z > 0, log(z), -1), step(z > 0, log(z)), relation=">=", **MANY),
    "right: a reciprocal under its test": true(step(Ne(z, 0), z / z), step(Ne(z, 0), 1), **MANY),
    "right: a logarithm of a square": true(step(z > 0, log(z**2)), step(z > 0, 2 * log(z)), **MANY),
    "right: summed": true(total(step(x[n] > 0, log(x[n] * x[n]))), total(step(x[n] > 0, 2 * log(x[n]))), **MANY),
}
KINKS = {
    "[2x <= 0] and [2x < 0]": false(total(step(2 * x[n] <= 0)), total(step(2 * x[n] < 0)), **MANY),
    "[x >= 0] and [x > 0]": false(step(z >= 0), step(z > 0), **MANY),
    "[x >= 0] + [x <= 0]": false(step(z >= 0) + step(z <= 0), 1, **MANY),
    "[x > 0] + [x < 0]": false(step(z > 0) + step(z < 0), 1, **MANY),
    "[x > y] + [y > x]": false(
        step(z > s) + step(s > z), 1, kinds={"z": Kind(nonnegatives), "s": Kind(nonnegatives)}, seeds=40
    ),
    "the square of a sign": false(sign(z) ** 2, 1, **MANY),
    "signs, counted": false(total(sign(x[n]) ** 2), N, **MANY),
    "Heaviside at 0": false(Heaviside(z, 1), Heaviside(z, 0), **MANY),
    "Heaviside and a sign": false((1 + sign(z)) / 2, step(z > 0), **MANY),
    "the entries of a matrix": false(
        Sum(step(A[n, m] >= 0), (n, 0, N - 1), (m, 0, D - 1)),
        Sum(step(A[n, m] > 0), (n, 0, N - 1), (m, 0, D - 1)),
        sizes=("N", "D"),
        **MANY,
    ),
    "an indicator times an entry": false(step(z >= 0, z + 1), step(z > 0, z + 1), **MANY),
    "equal to 0": false(step(Eq(z, 0)), 0, **MANY),
    "an inequality of indicators": false(step(z > 0), step(z >= 0), relation=">=", **MANY),
    "beside a slope": false(Derivative(a * Max(s, 1), a) + step(z >= 0), Max(s, 1) + step(z > 0), **MANY),
    "right: an indicator times 0": true(step(z >= 0, z), step(z > 0, z), **MANY),
    "right: a maximum": true(step(z >= 0, z), Max(z, 0), **MANY),
    "right: the slope of a maximum": true(Derivative(Max(z, 0), z), step(z > 0), **MANY),
    "right: an inequality": true(step(z >= 0), step(z > 0), relation=">=", **MANY),
    "right: minimum and maximum": true(Min(z, s) + Max(z, s), z + s, **MANY),
}
NOT_NEGATIVE: Any = {"kinds": {"z": Kind(nonnegatives)}, **MANY}
ENTRIES: Any = {"kinds": {"x": Kind(nonnegatives)}, **MANY}
STRICTER = {
    "[x > 0] of x >= 0": false(step(z > 0), 1, Ge(z, 0), **NOT_NEGATIVE),
    "the sign of x >= 0": false(sign(z), 1, Ge(z, 0), **NOT_NEGATIVE),
    "[x > 0] of entries": false(total(step(x[n] > 0)), N, nonnegative(x), **ENTRIES),
    "the sign of entries": false(sign(x[k]), 1, nonnegative(x), free=AXIS, **ENTRIES),
    "[x < 1] of x <= 1": false(
        step(z < 1), 1, Le(z, 1), kinds={"z": Kind(lambda source, _: [Fraction(source.randint(-1, 1))])}, **MANY
    ),
    "more than 0 of x >= 0": false(z, 0, Ge(z, 0), relation=">", **NOT_NEGATIVE),
    "a sum of x >= 0": false(total(x[n]), 0, nonnegative(x), relation=">", **ENTRIES),
    "right: [x >= 0] of x >= 0": true(step(z >= 0), 1, Ge(z, 0), **NOT_NEGATIVE),
    "right: [x > 0] of x > 0": true(step(z > 0), 1, Gt(z, 0), kinds={"z": Kind(positives)}),
    "right: positive entries": true(total(sign(x[n])), N, positive(x), kinds={"x": Kind(positives)}),
}
DEFINED = {
    "the square over itself": false(z**2 / z, Abs(z), **MANY),
    "a root of a square": false(sqrt(z**2), z, **MANY),
    "a logarithm of a square": false(log(z**2), 2 * log(Abs(z)) + step(z < 0), **MANY),
    "a quotient by the size": false(Abs(z) / z, 1, **MANY),
    "a quotient of neighbours": false((z**2 - 1) / (z - 1), Abs(z + 1), **MANY),
    "summed quotients": false(total(x[n] ** 2 / x[n]), total(Abs(x[n])), **MANY),
    "an exponent and a logarithm": false(exp(log(z**2) / 2), z, **MANY),
    "a delta and a reciprocal": false(KroneckerDelta(k, 0) / (1 + x[k] ** 2), 0, free=AXIS, **MANY),
    "right: a quotient": true(z**2 / z, z, **MANY),
    "right: a difference of squares": true((z**2 - 1) / (z - 1), z + 1, **MANY),
    "right: a logarithm": true(log(z**2), 2 * log(Abs(z)), **MANY),
    "right: reciprocals": true(1 / z - 1 / (z + 1), 1 / (z * (z + 1)), **MANY),
}
DECIMALS = {
    "a third": false(Float("0.333333333333333") * z, z / 3, **MANY),
    "the root of 2": false(Float("1.41421356237310"), sqrt(2)),
    "pi": false(Float("3.14159265358979") * z, pi * z, **MANY),
    "the exponential of 1": false(Float("2.71828182845905"), exp(1)),
    "a sum of thirds": false(3 * Float("0.333333") * z, z, **MANY),
    "a logarithm": false(Float("0.693147180559945"), log(2)),
    "right: a tenth": true(Float("0.1") * z, z / 10, **MANY),
    "right: a half": true(Float("0.5") * z + z / 2, z, **MANY),
    "right: decimals of decimals": true(Float("0.25") * z * 4, z, **MANY),
}
TABLES: dict[str, dict[str, Claim]] = {
    "branches": BRANCHES,
    "kinks": KINKS,
    "stricter than given": STRICTER,
    "defined": DEFINED,
    "decimals": DECIMALS,
}


@pytest.mark.parametrize("table", TABLES)
def test_the_rows_are_what_they_are_said_to_be(table: str) -> None:
    """Loops over arrays break every false row, and no true one."""
    assert mislabelled(TABLES[table]) == {}


@pytest.mark.parametrize("table", TABLES)
def test_no_lie_is_told(table: str) -> None:
    """What is false is not proved, and what is true is not refuted, with the second opinion and without."""
    assert believed(TABLES[table]) == {}
