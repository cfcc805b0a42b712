"""Derivatives of the kernel: every row of its table, and every kind of atom, against what they mean."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy
from sympy import Symbol

from derive import differentiate
from derive.kernel import INDEX_VALUE, NoDerivativeError
from derive.kernel.calculus import DERIVATIVES
from tests.polynomials import Number, World

X = Symbol("x")
HALF = Fraction(1, 2)
POINTS = (-0.7, -0.2, 0.3, 0.8)


@pytest.mark.parametrize("name", DERIVATIVES)
def test_every_row_of_the_table_is_the_slope_of_its_function(name: str) -> None:
    """The derivative at a point is what a difference quotient in many digits says, wherever both are real."""
    function = getattr(sympy, name)
    slope = differentiate(function(3 * X / 4), X)
    compared = 0
    for point in POINTS:
        exact = sympy.N(slope.xreplace({X: sympy.Float(point, 40)}), 30)
        numeric = mpmath.diff(lambda t: mpmath.mpmathify(sympy.N(function(3 * sympy.Float(t, 40) / 4), 30)), point)
        if exact.is_real and mpmath.im(numeric) == 0:
            assert float(exact) == pytest.approx(float(mpmath.re(numeric)), rel=1e-5)
            compared += 1
    assert compared >= 2


w = World(p="positive")
i, j, k, l, N = w.i, w.j, w.k, w.ring.index("l", w.full), w.N  # noqa: E741 -- the index l of the blackboard
a, b, x = w("a"), w("b"), w("x", k)
M, x_at, z_at = (lambda *at, name=name: w(name, *at) for name in "Mxz")
f = lambda *arguments, orders=(): w.call("f", *arguments, orders=orders)  # noqa: E731 -- an unknown function
BY_A = [
    (a**3 * b / (a + b), 3 * a * a * b / (a + b) - a**3 * b * (a + b) ** -2),
    ((a * a + 1) ** HALF, a * (a * a + 1) ** -HALF),
    ((2 * a + b) ** N, 2 * N * (2 * a + b) ** (N - 1)),
    (a ** (N + 2), (N + 2) * a ** (N + 1)),
    (f(a * a, orders=(1,)), 2 * a * f(a * a, orders=(2,))),
    (f(a, b, orders=(0, 1)), f(a, b, orders=(1, 1))),
    (f(b, a, orders=(0, 1)), f(b, a, orders=(0, 2))),
    (w.call("sin", a), w.call("cos", a)),
    (w.call("sin", a, orders=(1,)), w.call("sin", a, orders=(2,))),  # which is no row of the table
    (w.call("cot", a), -1 - w.call("cot", a) ** 2),
    (w.determinant(lambda row, column: a * M(row, column)), N / a * w.determinant(lambda r, c: a * M(r, c))),  # Euler
]
BY_X = [
    (x, w.one),
    (w("y", k), w.number(0)),
    (x * x, 2 * x),
    (1 / x, -(x**-2)),
    (w.sum(lambda at: x_at(at) * z_at(at)), z_at(k)),
    (w.sum(lambda s, t: x_at(s) * x_at(t), w.full, w.full), 2 * w.sum(x_at)),
    (w.exp(x), w.exp(x)),
    (w.log(x), 1 / x),
    (f(z_at(k)), w.number(0)),
    (f(x, x), f(x, x, orders=(1, 0)) + f(x, x, orders=(0, 1))),
    (w(INDEX_VALUE, k) * x, w(INDEX_VALUE, k)),
    (w.sum(lambda at: w.inverse(M, i, at) * x_at(at)), w.inverse(M, i, k)),
]
BY_M = [
    (M(i, j), w.delta(i, k) * w.delta(j, l)),
    (w("Y", i, j), w.number(0)),
    (w.inverse(M, i, j), -w.inverse(M, i, k) * w.inverse(M, l, j)),
]


def test_derivatives() -> None:
    """By a scalar, by an entry of a vector, by an entry of a matrix: the rules of the textbooks."""
    tables = [(BY_A, "a", ()), (BY_X, "x", (k,)), (BY_M, "M", (k, l))]
    assert [(poly, by) for table, by, at in tables for poly, slope in table if poly.slope(by, *at) != slope] == []
    assert w.inverse(M, i, j).slope("M", k, l) != -w.inverse(M, k, i) * w.inverse(M, j, l)


def test_what_is_taken_for_granted_is_noted() -> None:
    """A product over an index is divided by a factor, a determinant times the inverse."""
    own = World()
    whole, at = own.product(lambda s: own("x", s)), own.k
    assert whole.slope("x", at) == whole / own("x", at)
    assert list(own.ring.notes) == ["no factor of the differentiated product is 0"]
    own = World()
    entries = lambda row, column: own("M", row, column)  # noqa: E731 -- of M
    det = own.determinant(entries)
    assert det.slope("M", own.i, own.j) == det * own.inverse(entries, own.j, own.i)
    assert list(own.ring.notes) == ["the differentiated determinant is not 0"]


def test_what_has_no_derivative_is_refused_only_where_it_varies() -> None:
    """Steps, the largest of three, the gamma function, an exponent that is whole; of something else it is 0."""
    steps: list[Number] = [w.call(name, a) for name in ("floor", "ceiling", "gamma", "digamma", "factorial")]
    steps += [w.call(name, a, w.number(0), w("c")) for name in ("Max", "Min")]
    for step, name in [*((step, "a") for step in steps), (a**N, "N")]:
        with pytest.raises(NoDerivativeError):
            _ = step.slope(name)
    assert [step.slope("b") for step in steps] == [w.number(0)] * len(steps)
