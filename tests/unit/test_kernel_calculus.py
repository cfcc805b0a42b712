"""Derivatives of the kernel: every row of its table, and every kind of atom, against what they mean."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import mpmath
import pytest
import sympy
from sympy import Symbol

from derive import differentiate as differentiate_by
from derive.kernel import (
    Dim,
    Index,
    Limits,
    NoDerivativeError,
    Poly,
    Ring,
    add,
    call,
    delta,
    determinant,
    differentiate,
    entry,
    freeze,
    inverse_entry,
    multiply,
    product_over,
    raise_to,
    scale,
    subtract,
    sum_over,
    symbolic_power,
)
from derive.kernel.calculus import DERIVATIVES
from tests.polynomials import product_of

X = Symbol("x")
HALF = Fraction(1, 2)
POINTS = (-0.7, -0.2, 0.3, 0.8)


@pytest.mark.parametrize("name", DERIVATIVES)
def test_every_row_of_the_table_is_the_slope_of_its_function(name: str) -> None:
    """The derivative at a point is what a difference quotient in many digits says, wherever both are real."""
    function = getattr(sympy, name)
    slope = differentiate_by(function(3 * X / 4), X)
    compared = 0
    for point in POINTS:
        exact = sympy.N(slope.xreplace({X: sympy.Float(point, 40)}), 30)
        numeric = mpmath.diff(lambda t: mpmath.mpmathify(sympy.N(function(3 * sympy.Float(t, 40) / 4), 30)), point)
        if exact.is_real and mpmath.im(numeric) == 0:
            assert float(exact) == pytest.approx(float(mpmath.re(numeric)), rel=1e-5)
            compared += 1
    assert compared >= 2


ring = Ring(
    limits=Limits(seconds=86_400),  # made when the tests are collected, long before they run
    traits={"N": frozenset({"positive", "integer"}), "p": frozenset({"positive"})},
)
N = entry(ring, "N")
full = Dim("1..N", freeze(ring.constant(1)), freeze(N), nonempty=True)
i, j, k, l = (ring.index(name, full) for name in "ijkl")  # noqa: E741 -- the index l of the blackboard
a, b = entry(ring, "a"), entry(ring, "b")
times = partial(product_of, ring)


def inverse(one: Index, other: Index) -> Poly:
    """Return an entry of the inverse of M."""
    row, column = ring.fresh(full), ring.fresh(full)
    return inverse_entry(ring, (one, other), row, column, entry(ring, "M", row, column))


def test_the_derivative_of_an_inverse() -> None:
    """d M^-1[i, j] / d M[k, l] = -M^-1[i, k] M^-1[l, j]."""
    found = differentiate(ring, inverse(i, j), ("M", (k, l)))
    assert found == scale(times(inverse(i, k), inverse(l, j)), -1)
    assert found != scale(times(inverse(k, i), inverse(j, l)), -1)


def test_the_derivative_of_an_inverse_that_stands_in_its_sum() -> None:
    """d (sum of M^-1[i, j] u_j) / d u_k = M^-1[i, k]: what does not depend on the matrix leaves it as it is."""
    row = ring.fresh(full)
    solved = sum_over(ring, [row], times(inverse(i, row), entry(ring, "u", row)))
    assert differentiate(ring, solved, ("u", (k,))) == inverse(i, k)


def test_the_derivative_of_the_logarithm_of_a_determinant() -> None:
    """d det(c M) / dc = N det(c M) / c, by Euler: a determinant is homogeneous of degree N."""
    row, column = ring.fresh(full), ring.fresh(full)
    whole = determinant(ring, row, column, times(a, entry(ring, "M", row, column)))
    assert differentiate(ring, whole, ("a", ())) == times(N, raise_to(ring, a, -1), whole)


def test_the_derivative_of_a_whole_power() -> None:
    """d (2 a + b)^N / da = 2 N (2 a + b)^(N-1), for a base of unknown sign, and d a^(N+2) = (N + 2) a^(N+1)."""
    base = add(scale(a, 2), b)
    power = lambda of, exponent: symbolic_power(ring, of, exponent, whole=True)  # noqa: E731
    less, more = subtract(N, ring.constant(1)), add(N, ring.constant(2))
    assert differentiate(ring, power(base, N), ("a", ())) == scale(times(N, power(base, less)), 2)
    assert differentiate(ring, power(a, more), ("a", ())) == times(more, power(a, add(N, ring.constant(1))))


def test_the_derivative_of_a_product_over_an_index() -> None:
    """d (prod of x_i) / d x_k = (prod of x_i) / x_k, where no factor is 0, and that is noted."""
    own = Ring(traits={"N": frozenset({"positive", "integer"})})
    dim = Dim("1..N", freeze(own.constant(1)), freeze(entry(own, "N")), nonempty=True)
    bound, at = own.fresh(dim), own.index("k", dim)
    whole = product_over(own, [bound], entry(own, "x", bound))
    found = differentiate(own, whole, ("x", (at,)))
    assert found == multiply(own, whole, raise_to(own, entry(own, "x", at), -1))
    assert list(own.notes) == ["no factor of the differentiated product is 0"]


def test_the_derivative_by_an_entry_is_a_delta_for_each_of_its_indices() -> None:
    """d X[i, j] / d X[k, l] = delta_ik delta_jl; of another tensor it is nothing."""
    found = differentiate(ring, entry(ring, "X", i, j), ("X", (k, l)))
    assert found == times(delta(ring, i, k), delta(ring, j, l))
    assert differentiate(ring, entry(ring, "Y", i, j), ("X", (k, l))) == {}


def test_the_derivative_of_a_power_beside_other_factors() -> None:
    """The product rule: d (a^3 b / (a + b)) = 3 a^2 b / (a + b) - a^3 b / (a + b)^2."""
    below = add(a, b)
    poly = times(raise_to(ring, a, 3), b, raise_to(ring, below, -1))
    first = scale(times(a, a, b, raise_to(ring, below, -1)), 3)
    second = times(raise_to(ring, a, 3), b, raise_to(ring, below, -2))
    assert differentiate(ring, poly, ("a", ())) == subtract(first, second)


def test_the_derivative_of_a_root_keeps_the_root_below() -> None:
    """d P^(1/2) = dP P^(-1/2) / 2."""
    base = add(times(a, a), ring.constant(1))
    found = differentiate(ring, raise_to(ring, base, HALF), ("a", ()))
    assert found == times(a, raise_to(ring, base, -HALF))


def test_derivatives_of_unknown_functions_count_their_orders() -> None:
    """d f'(a^2) / da = 2 a f''(a^2), and of g(a, b) by a the first place is counted."""
    inner = call(ring, "f", (times(a, a),), (1,))
    assert differentiate(ring, inner, ("a", ())) == scale(times(a, call(ring, "f", (times(a, a),), (2,))), 2)
    mixed = call(ring, "g", (a, b), (0, 1))
    assert differentiate(ring, mixed, ("a", ())) == call(ring, "g", (a, b), (1, 1))
    assert differentiate(ring, mixed, ("b", ())) == call(ring, "g", (a, b), (0, 2))


def test_the_derivative_of_sine_by_its_order_is_not_taken_from_the_table() -> None:
    """The table is of functions; a function that was already differentiated counts on."""
    found = differentiate(ring, call(ring, "sin", (a,), (1,)), ("a", ()))
    assert found == call(ring, "sin", (a,), (2,))


@pytest.mark.parametrize("name", ["Max", "Min", "floor", "ceiling", "gamma", "digamma", "factorial"])
def test_what_has_no_derivative_is_refused_only_where_it_varies(name: str) -> None:
    """Of a function of something else the derivative is 0."""
    arguments = (a, ring.constant(0), entry(ring, "c")) if name in {"Max", "Min"} else (a,)
    with pytest.raises(NoDerivativeError):
        _ = differentiate(ring, call(ring, name, arguments), ("a", ()))
    assert differentiate(ring, call(ring, name, arguments), ("b", ())) == {}
