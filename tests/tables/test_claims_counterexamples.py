"""Counterexamples that a person can compute again; and what is said where there is none."""

from __future__ import annotations

import dataclasses
import pickle
import re
from fractions import Fraction
from typing import Any

import pytest
from sympy.concrete import Sum
from sympy.core import Derivative, E, Eq, Function, Ge, Mul, Pow, Rational, symbols
from sympy.functions import Abs, KroneckerDelta, asin, atan, exp, sqrt
from sympy.matrices import MatrixSymbol

from derive import Counterexample, positive, prove, sign, simplex, tensor
from tests.checked import recompute

N, D, K = symbols("N D K", integer=True, positive=True)
i, j, k = symbols("i j k", integer=True)
a, b, c, u = symbols("a b c u")
x, y, p, w = (tensor(name, (1, size)) for name, size in (("x", N), ("y", N), ("p", K), ("w", D)))
X, graph = tensor("X", (1, N), (1, D)), tensor("X", (1, N), (1, N))
A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, D)
f = Function("f")
squares = Sum(x[i] ** 2, (i, 1, N))


def witness(lhs: Any, rhs: Any, relation: str = "==", assuming: Any = ()) -> Counterexample:
    """Return the counterexample, and fail when there is none."""
    verdict = prove(lhs, rhs, assuming, relation=relation)
    assert (verdict.status, verdict.method) == ("refuted", "counterexample")
    assert verdict.counterexample is not None
    return verdict.counterexample


def test_a_counterexample_is_one_line() -> None:
    """Sizes, indices, values and functions, and what both sides are there; it travels between processes."""
    found = Counterexample({"N": 2}, {"i": 1}, {"x[1]": Fraction(-1, 2)}, Fraction(1), 2.5, "<=", {"f": "u + 1"})
    assert str(found) == "at N = 2, i = 1, x[1] = -1/2, f = u + 1: left side 1, right side 2.5"
    assert str(Counterexample({}, {}, {}, Fraction(1), Fraction(2))) == "at any values: left side 1, right side 2"
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301, TID251 -- bytes that this test wrote


TRACE, SQUARE = Sum(A[k, k], (k, 0, N - 1)), Sum(A[i, k] * A[k, j], (k, 0, N - 1))
TRACE_OF_SQUARE = Sum(A[k, u] * A[u, k], (k, 0, N - 1), (u, 0, N - 1))
CAYLEY = SQUARE - TRACE * A[i, j] + (TRACE**2 - TRACE_OF_SQUARE) / 2 * KroneckerDelta(i, j)
RING = symbols("r0:6", integer=True)
HEXAGON, TRIANGLE = (
    Sum(Mul(*(graph[at, to] for at, to in zip(ring, (*ring[1:], ring[0]), strict=True))), *((at, 1, N) for at in ring))
    for ring in (RING, RING[:3])
)
REFUTED: dict[str, tuple[Any, Any]] = {
    "two sums": (Sum(x[i], (i, 1, N)) ** 2, squares),
    "no values": (Sum(1, (i, 1, N)), N + 1),
    "an entry": (x[i] * Sum(x[j], (j, 1, N)), x[i]),
    "a fraction": (1 / a, a),
    "an exponential": (exp(a), 1 + a),
    "sizes": (Sum(Abs(x[i]), (i, 1, N)), Sum(x[i], (i, 1, N))),
    "true up to N = 2": (CAYLEY, 0),
    "true up to N = 5": (Mul(*(N - at for at in range(1, 6))), 0),
    "a hexagon is no two triangles": (HEXAGON, TRIANGLE**2),
    "a difference of 1e-200": (a, a + Rational(1, 10**200)),
    "e to 30 digits": (E, Rational(271828182845904523536028747135, 10**29)),
}


def test_a_counterexample_can_be_computed_again() -> None:
    """From the printed numbers alone, by another evaluator."""
    for lhs, rhs in REFUTED.values():
        recompute(witness(lhs, rhs), lhs, rhs)


def test_smallest_sizes_and_simple_values() -> None:
    """One term shows it if one term can, and its values are small integers; sizes grow only when they must."""
    found = witness(squares, Sum(x[i], (i, 1, N)))
    assert (found.sizes, set(found.values)) == ({"N": 1}, {"x[1]"})
    assert all(v.denominator == 1 and abs(v) <= 3 for v in found.values.values())
    assert witness((N - 1) * (N - 2) * Sum(x[i], (i, 1, N)), 0).sizes == {"N": 3}


def test_only_what_is_used_is_listed() -> None:
    """Entries are printed as SymPy prints them, and those that play no part are left out."""
    found = witness(Sum(X[i, j] * w[j], (j, 1, D)), a, assuming=[positive(y), Eq(b, 3)])
    assert (set(found.values), found.indices) == ({"X[1, 1]", "w[1]", "a"}, {"i": 1})
    matrix = witness(B[0, j], 0)
    assert set(matrix.values) == {f"B[0, {matrix.indices['j']}]"}


def test_coinciding_indices() -> None:
    """The indices of the counterexample coincide, or do not, as they must."""
    apart = witness(x[i] * x[j], x[i] ** 2)
    assert apart.indices["i"] != apart.indices["j"]
    together = witness(x[i] * x[j] * (1 - KroneckerDelta(i, j)), x[i] * x[j])
    assert together.indices["i"] == together.indices["j"]


def test_the_entry_of_a_matrix_is_named() -> None:
    """The row and the column where the sides differ."""
    found = witness(A.T, A)
    row, column = found.indices["row"], found.indices["column"]
    assert (found.lhs, found.rhs) == (found.values[f"A[{column}, {row}]"], found.values[f"A[{row}, {column}]"])


def test_exact_where_rational_else_rounded() -> None:
    """Fractions are fractions; the rest is the middle of a ball."""
    exact = witness(1 / a, a)
    assert exact.lhs == 1 / exact.values["a"]
    assert isinstance(exact.lhs, Fraction)
    assert isinstance(witness(exp(a), 1 + a).lhs, float)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_a_derivative_of_an_unknown_function_is_not_zero(order: int) -> None:
    """No degree of the polynomials makes a derivative vanish that is not zero."""
    assert witness(Derivative(f(u), (u, order)), 0).lhs != 0


def test_strict_and_weak() -> None:
    """Equality refutes <, not <=."""
    found = witness(squares, 0, ">")
    assert (found.lhs, found.rhs, found.relation) == (0, 0, ">")
    assert prove(squares, 0, relation=">=").status == "proved"


def test_the_corner_of_an_inequality() -> None:
    """A violation between 3 and 3.32 is found although most values show none."""
    assert witness(a**4 + 99, 20 * a**2, ">=").lhs < 20 * 4**2


def test_assumptions_hold_at_the_counterexample() -> None:
    """The values satisfy what was assumed, exactly."""
    found = witness(Sum(x[i] * y[i], (i, 1, N)), 1, assuming=[Eq(Sum(x[i] * y[i], (i, 1, N)), 0), sign(y)])
    places = range(1, found.sizes["N"] + 1)
    assert sum(found.values[f"x[{n}]"] * found.values[f"y[{n}]"] for n in places) == found.lhs == 0
    assert all(found.values[f"y[{n}]"] ** 2 == 1 for n in places)
    assert sum(witness(Sum(p[k] ** 2, (k, 1, K)), 1, assuming=simplex(p)).values.values()) == 1
    ordered = witness(a * b, 2, assuming=[Ge(a, 1), Ge(b, a)]).values
    assert 1 <= ordered["a"] <= ordered["b"]


def test_a_counterexample_is_read_only() -> None:
    """Its numbers cannot be edited."""
    found: Any = witness(squares, a)
    with pytest.raises(TypeError):
        found.values["x[1]"] = 0
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.lhs = 0


POINTS = r"the normal forms differ; both sides agree at \d+ exact points, which is no proof \(error bound \de-\d+\)"
UNMET, DIGITS = "no value of b satisfies what is assumed", "limit reached: binary digits of a number = 20000"
WRITTEN_OUT = "not tried: more than 8 terms of a short sum written out"
BILLIONS = Sum(tensor("x")[i], (i, 1, 10**12))
TOWER = Pow(10, Pow(10, 10, evaluate=False), evaluate=False)
SEEN: dict[str, tuple[Any, Any, str, str]] = {
    "an arc tangent": (atan(a), asin(a / sqrt(1 + a**2)), "sampled", POINTS),
    "nested roots": (sqrt(3 + 2 * sqrt(2)), 1 + sqrt(2), "sampled", POINTS),
    "too many terms": (
        BILLIONS,
        0,
        "undecided",
        rf"the normal forms differ \({WRITTEN_OUT}\); no point could be afforded",
    ),
    "too large a number": (TOWER, 0, "undecided", DIGITS),
    "facts that no numbers meet": (c, 0, "undecided", f"the normal forms differ; {UNMET}"),
}


@pytest.mark.parametrize("case", SEEN)
def test_what_was_seen_is_said(case: str) -> None:
    """At how many points, with which error; or why there are none."""
    lhs, rhs, status, reason = SEEN[case]
    verdict = prove(lhs, rhs, [Eq(b**2, -1)] if c in (lhs, rhs) else [])
    assert (verdict.status, verdict.counterexample) == (status, None)
    assert re.fullmatch(reason, verdict.reason), verdict.reason
