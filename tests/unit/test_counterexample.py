"""`find`: a counterexample that a person can compute again, or what was seen where there is none."""

from __future__ import annotations

import re
import time
from fractions import Fraction

import pytest
from sympy import (
    Abs,
    Basic,
    Derivative,
    Eq,
    Expr,
    Function,
    Ge,
    IndexedBase,
    Integral,
    KroneckerDelta,
    MatrixSymbol,
    Pow,
    Sum,
    Symbol,
    Trace,
    exp,
    log,
    symbols,
)

from derive.decide.counterexample import Evidence, find
from derive.errors import NotAnExpressionError
from derive.facts import positive, sign, simplex
from derive.verdict import Counterexample

N, D, K = symbols("N D K", integer=True, positive=True)
i, j, k = symbols("i j k", integer=True)
a, b, u = symbols("a b u")
x, y, w, p, X = (IndexedBase(name) for name in ("x", "y", "w", "p", "X"))
A, B = MatrixSymbol("A", N, N), MatrixSymbol("B", N, D)
f = Function("f")


def refutation(lhs: Basic | int, rhs: Basic | int, relation: str = "==", assuming: object = ()) -> Counterexample:
    """Return the counterexample, and fail when there is none."""
    found = find(lhs, rhs, relation=relation, assuming=assuming)
    assert isinstance(found, Counterexample), found
    return found


def test_smallest_sizes_and_simple_values() -> None:
    """One term shows it if one term can, and its values are small integers."""
    witness = refutation(Sum(x[i] ** 2, (i, 1, N)), Sum(x[i], (i, 1, N)))
    assert witness.sizes == {"N": 1}
    assert set(witness.values) == {"x[1]"}
    assert all(v.denominator == 1 and abs(v) <= 3 for v in witness.values.values())
    (value,) = witness.values.values()
    assert (witness.lhs, witness.rhs) == (value**2, value)


def test_sizes_grow_when_they_must() -> None:
    """What is true for one and two terms is refuted at three."""
    witness = refutation((N - 1) * (N - 2) * Sum(x[i], (i, 1, N)), 0)
    assert witness.sizes == {"N": 3}
    triple = Sum(
        (1 - KroneckerDelta(i, j)) * (1 - KroneckerDelta(j, k)) * (1 - KroneckerDelta(i, k)) * x[i],
        *((index, 1, N) for index in (i, j, k)),
    )
    assert refutation(triple, 0).sizes == {"N": 3}


def test_only_what_is_used_is_listed() -> None:
    """Entries are printed as SymPy prints them, and those that play no part are left out."""
    witness = refutation(Sum(X[i, j] * w[j], (j, 1, D)), a, assuming=[positive(y), Eq(b, 3)])
    assert set(witness.values) == {"X[1, 1]", "w[1]", "a"}
    assert witness.indices == {"i": 1}
    matrix = refutation(B[0, j], 0)
    assert set(matrix.values) == {f"B[0, {matrix.indices['j']}]"}


def test_coinciding_indices() -> None:
    """The indices of the counterexample coincide, or do not, as they must."""
    witness = refutation(x[i] * x[j], x[i] ** 2)
    assert witness.indices["i"] != witness.indices["j"]
    witness = refutation(x[i] * x[j] * (1 - KroneckerDelta(i, j)), x[i] * x[j])
    assert witness.indices["i"] == witness.indices["j"]


def test_entry_of_a_matrix() -> None:
    """Where the sides are matrices, the row and the column where they differ are named."""
    witness = refutation(A.T, A)
    assert {witness.indices["row"], witness.indices["column"]} == {0, 1}
    row, column = witness.indices["row"], witness.indices["column"]
    assert (witness.lhs, witness.rhs) == (witness.values[f"A[{column}, {row}]"], witness.values[f"A[{row}, {column}]"])


def test_exact_where_rational_else_rounded() -> None:
    """Fractions are fractions; the rest is the middle of a ball."""
    witness = refutation(1 / a, a)
    assert isinstance(witness.lhs, Fraction)
    assert witness.lhs == 1 / witness.values["a"]
    witness = refutation(exp(a), 1 + a)
    assert isinstance(witness.lhs, float)


def test_unknown_function_is_described() -> None:
    """The polynomial that stands for a function is written out; here with its value at the point."""
    witness = refutation(f(a), f(-a))
    assert set(witness.functions) == {"f"}
    at = witness.values["a"]
    assert _polynomial(witness.functions["f"], at) == witness.lhs
    assert _polynomial(witness.functions["f"], -at) == witness.rhs


def _polynomial(text: str, at: Fraction) -> Fraction:
    """Return the value of a polynomial such as u**2 - 3*u + 1."""
    total = Fraction(0)
    for minus, number, letter, power in re.findall(r"([+-]?) ?(?:(\d+)\*?)?(u)?(?:\*\*(\d+))?(?: |$)", text):
        if number or letter:
            total += int(f"{minus}{number or 1}") * at ** (int(power or 1) if letter else 0)
    return total


def test_derivative_of_an_unknown_function_is_not_zero() -> None:
    """No degree of the polynomials makes a derivative vanish that is not zero."""
    for order in range(1, 4):
        assert refutation(Derivative(f(u), (u, order)), 0).lhs != 0


def test_strict_and_weak() -> None:
    """Equality refutes <, not <=."""
    squares = Sum(x[i] ** 2, (i, 1, N))
    witness = refutation(squares, 0, ">")
    assert (witness.lhs, witness.rhs, witness.relation) == (0, 0, ">")
    assert isinstance(find(squares, 0, relation=">="), Evidence)


def test_corner_of_an_inequality() -> None:
    """A violation between 3 and 3.32 is found although most values show none."""
    assert refutation(a**4 + 99, 20 * a**2, ">=").lhs < 20 * 4**2


def test_assumptions_hold_at_the_counterexample() -> None:
    """The values satisfy what was assumed, exactly."""
    witness = refutation(Sum(x[i] * y[i], (i, 1, N)), 1, assuming=[Eq(Sum(x[i] * y[i], (i, 1, N)), 0), sign(y)])
    values = witness.values
    total = sum(values[f"x[{n}]"] * values[f"y[{n}]"] for n in range(1, witness.sizes["N"] + 1))
    assert total == witness.lhs == 0
    assert all(values[f"y[{n}]"] ** 2 == 1 for n in range(1, witness.sizes["N"] + 1))
    witness = refutation(Sum(p[k] ** 2, (k, 1, K)), 1, assuming=simplex(p))
    assert sum(witness.values.values()) == 1
    witness = refutation(a * b, 2, assuming=[Ge(a, 1), Ge(b, a)])
    assert 1 <= witness.values["a"] <= witness.values["b"]


@pytest.mark.parametrize(
    ("lhs", "rhs", "relation"),
    [
        (Sum(x[i], (i, 1, N)) ** 2, Sum(x[i] * x[j], (i, 1, N), (j, 1, N)), "=="),
        (log(exp(a)), a, "=="),
        (Abs(a * b), Abs(a) * Abs(b), "=="),
        (Trace(A * B * B.T), Trace(B.T * A * B), "=="),
        (a**2 + b**2, 2 * a * b, ">="),
        (log(a), a - 1, "<="),
    ],
)
def test_what_is_true_has_evidence(lhs: Expr, rhs: Expr, relation: str) -> None:
    """There is no counterexample, and the evidence says how much was seen."""
    found = find(lhs, rhs, relation=relation)
    assert isinstance(found, Evidence)
    assert found.points >= 4
    assert found.complete
    assert found.reason.startswith("it holds at every point")
    assert found.error_bound < 1e-15


@pytest.mark.parametrize(
    ("lhs", "rhs", "assuming"),
    [
        (Integral(a, a), 0, ()),
        (log(-1 - a**2), 0, ()),
        (a, 0, Eq(b**2, -1)),
        (Sum(x[i], (i, 1, 10**12)), 0, ()),
        (Pow(10, Pow(10, 10, evaluate=False), evaluate=False), 0, ()),
    ],
)
def test_what_cannot_be_evaluated_is_no_evidence(lhs: Basic, rhs: int, assuming: object) -> None:
    """Then there are no points, and a reason."""
    found = find(lhs, rhs, assuming=assuming, max_seconds=1)
    assert isinstance(found, Evidence)
    assert found.points == 0
    assert found.reason


def test_only_trivial_sizes_are_incomplete_evidence() -> None:
    """Where sums of more than one term cannot be afforded, the evidence says so."""
    indices = symbols("i0:20", integer=True)
    product = 1
    for index in indices:
        product = product * (x[index] + 1)
    many = Sum(product, *((index, 1, N) for index in indices))
    found = find(many, Sum(x[i] + 1, (i, 1, N)) ** 19 * (x[1] + 1), max_seconds=3)
    assert isinstance(found, Evidence)
    assert not found.complete
    assert "larger sizes" in found.reason


def test_ranges_are_respected() -> None:
    """A free index takes only values of the range it was given."""
    claim = KroneckerDelta(i, 1) * x[i]
    assert isinstance(find(claim, 0, ranges={"i": (2, N)}), Evidence)
    assert refutation(claim, 0).indices == {"i": 1}


def test_strings_are_refused() -> None:
    """A string is never evaluated."""
    with pytest.raises(NotAnExpressionError):
        _ = find("a", a)


def test_time_limit_is_kept() -> None:
    """A search ends when its time does, and says that it is not complete."""
    begin = time.process_time()
    slow = Sum(exp(X[i, j] * x[k]) * Symbol("c", positive=True), (i, 1, N), (j, 1, N), (k, 1, N))
    found = find(slow, 0, relation=">", max_seconds=0.1)
    assert isinstance(found, Evidence)
    assert not found.complete
    assert time.process_time() - begin < 1
