"""Substitution, gradients, hessians and derivatives: *expression, operation, result*, and what must not come out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Determinant,
    Expr,
    Function,
    Heaviside,
    IndexedBase,
    Inverse,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Piecewise,
    Rational,
    Subs,
    Sum,
    Symbol,
    Trace,
    exp,
    log,
    sign,
    symbols,
)

from derive import differentiate, gradient, hessian, prove, size, substitute, tensor
from derive.errors import UnsupportedError
from tests.checked import checked, status

N, D, K = size("N"), size("D"), size("K")
i, j, k, m, n, o, p, d = symbols("i j k m n o p d", integer=True)
a, b, s = symbols("a b s")
t, v = symbols("t v", real=True)
high = Symbol("delta", positive=True)
ROWS, COLUMNS = (1, N), (1, D)
x, y, u, z = tensor("x", ROWS), tensor("y", ROWS), tensor("u", ROWS), tensor("z", (1, K))
w, g, X = tensor("w", COLUMNS), tensor("g", COLUMNS), tensor("X", ROWS, COLUMNS)
A, B = tensor("A", COLUMNS, COLUMNS), tensor("B", ROWS, ROWS)
bare = IndexedBase("x")
from_zero, others = tensor("x", N), tensor("y", N)
S = MatrixSymbol("S", N, N)
f = Function("f")
Make = Callable[[], Any]


def total(body: Any, *indices: Symbol, upto: Any = N) -> Sum:
    """Return the sum over each index, from 1."""
    return Sum(body, *((index, 1, upto) for index in indices))


def step(condition: Any, one: Any, other: Any) -> Any:
    """Return one value where a condition holds, else the other."""
    return Piecewise((one, condition), (other, True))


SUBSTITUTED: list[tuple[Make, Expr]] = [
    (lambda: substitute(total(y[i] ** 2, i), y[k], a * x[k]), total(a**2 * x[i] ** 2, i)),
    (lambda: substitute(a * x[i], a, b), b * x[i]),
    (lambda: substitute(x[j] * y[k], j, k), x[k] * y[k]),
    (lambda: substitute(total(x[i], i), i, 3), total(x[i], i)),
    (lambda: substitute(y[2] + y[j], y[k], k * x[k]), 2 * x[2] + j * x[j]),
    (lambda: substitute(Sum(others[i], (i, 0, N - 1)), others[k], from_zero[k]), Sum(from_zero[i], (i, 0, N - 1))),
    (
        lambda: substitute(S[i, j] + S[j, i], S[k, m], from_zero[k] * others[m]),
        from_zero[i] * others[j] + from_zero[j] * others[i],
    ),
    (lambda: substitute(Subs(f(s) * a, s, b), a, b), Subs(f(s) * b, s, b)),
    (lambda: substitute(Subs(f(s, a), s, b), a, s), f(b, s)),
    (lambda: substitute(total(x[i] * a, i), a, y[i]), y[i] * total(x[j], j)),
    (lambda: substitute(total(x[i] * y[j], i), j, i), y[i] * total(x[j], j)),
]


def test_substitution() -> None:
    """Every entry of the family becomes the replacement at its own index; binders step aside."""
    found = [(call(), expected) for call, expected in SUBSTITUTED]
    assert [sides for sides in found if status(*sides) != "proved"] == []


squares = total(x[i] ** 2, i)
quadratic = Sum(X[n, i] * w[i] * X[n, j] * w[j], (n, 1, N), (i, 1, D), (j, 1, D))
logsumexp = log(total(exp(z[k]), k, upto=K))
form = Sum(w[d] * A[d, i] * w[i], (d, 1, D), (i, 1, D))
CAPTURED: list[tuple[Make, Expr, Any]] = [
    (lambda: substitute(total(x[n] * a, n), a, y[n]), y[n] * total(x[m], m), total(x[m] * y[m], m)),
    (
        lambda: substitute(total(u[n] * x[n], n), u[m], total(y[n] * B[m, n], n)),
        total(x[o] * y[m] * B[o, m], o, m),
        total(x[n] * y[n] * B[n, n], n),
    ),
    (
        lambda: substitute(total(w[d] * g[d], d, upto=D), w[i], A[i, d]),
        total(A[i, d] * g[i], i, upto=D),
        total(A[i, i] * g[i], i, upto=D),
    ),
    (lambda: differentiate(squares, x[i]), 2 * x[i], total(2 * x[j], j)),
    (lambda: gradient(squares, x)[p], 2 * x[p], 2 * x[i]),
    (lambda: gradient(squares, x)[3], 2 * x[3], 2 * x[1]),
    (
        lambda: gradient(quadratic, w)[i],
        2 * Sum(X[n, i] * X[n, j] * w[j], (n, 1, N), (j, 1, D)),
        2 * Sum(X[n, j] * X[n, j] * w[j], (n, 1, N), (j, 1, D)),
    ),
    (lambda: gradient(form, w)[d], total((A[d, p] + A[p, d]) * w[p], p, upto=D), total(2 * A[p, p] * w[p], p, upto=D)),
    (lambda: differentiate(logsumexp, z[k]), exp(z[k]) / total(exp(z[m]), m, upto=K), 1),
    (lambda: hessian(squares, x)[i, j] * x[i], 2 * KroneckerDelta(i, j) * x[j], 2 * x[j]),
    (lambda: hessian(squares, x)[i, i] * x[i], 2 * x[i], 0),
    (
        lambda: hessian(quadratic, w)[j, i] + 0 * w[j] * w[i],
        2 * total(X[n, i] * X[n, j], n),
        2 * total(X[n, i] * X[n, i], n),
    ),
]


def test_capture_is_avoided() -> None:
    """A free index keeps its meaning under a binder of the same name, and the captured form is refuted."""
    found = [(make(), right, captured) for make, right, captured in CAPTURED]
    assert [sides for sides in found if status(sides[0], sides[1]) != "proved"] == []
    assert [sides for sides in found if status(sides[0], sides[2]) != "refuted"] == []


def test_entries_that_a_sum_does_not_hold_have_derivative_zero() -> None:
    """The sum over 1..N does not hold x_0; a tensor at numbers only has its range from its shape."""
    wide = tensor("x", (0, N))
    assert [differentiate(total(wide[i] ** 2, i), wide[at]) for at in (0, 1)] == [0, 2 * wide[1]]
    assert status(gradient(from_zero[1] ** 2, from_zero)[1], 2 * from_zero[1]) == "proved"


MARGIN = 1 - y[i] * Sum(X[i, j] * w[j], (j, 1, D))
HUBER = step(Abs(t) <= high, t**2 / 2, high * (Abs(t) - high / 2))
SLOPES: dict[str, tuple[Expr, Any, Expr]] = {
    "absolute value": (Abs(t), t, sign(t)),
    "its cube": (Abs(t) ** 3, t, 3 * t * Abs(t)),
    "positive part": (Max(0, t), t, Heaviside(t)),
    "maximum": (Max(t, v), t, Heaviside(t - v)),
    "minimum": (Min(v, t), t, step(t < v, 1, 0)),
    "hinge": (total(Max(0, MARGIN), i), w[k], -total(y[i] * X[i, k] * step(MARGIN > 0, 1, 0), i)),
    "squared hinge": (total(Max(0, MARGIN) ** 2, i), w[k], -2 * total(y[i] * X[i, k] * Max(0, MARGIN), i)),
    "lasso": (total(Abs(w[j]), j, upto=D), w[k], sign(w[k])),
    "Huber": (HUBER, t, step(Abs(t) <= high, t, high * sign(t))),
    "leaky": (step(t > 0, t, t / 10), t, step(t > 0, 1, Rational(1, 10))),
    "exponential unit": (step(t > 0, t, exp(t) - 1), t, step(t > 0, 1, exp(t))),
}


@pytest.mark.parametrize("name", SLOPES)
def test_slope_off_the_kink(name: str) -> None:
    """The derivative is the one of the textbooks, and what `differentiate` says, and neither its double nor 1."""
    function, by, slope = SLOPES[name]
    sides = slope, differentiate(function, by), 2 * slope, 1
    found = [prove(Derivative(function, by), right, recheck=True).status for right in sides]
    assert found == ["proved", "proved", "refuted", "refuted"]


def test_the_kink_is_excluded_by_a_condition() -> None:
    """At 0 an absolute value has no derivative; one condition says so; the square of a positive part is smooth.

    What `differentiate` returns is an expression like others: a sign has a value at 0, too.
    """
    kinks = {Abs(t): sign(t), Max(t, v): Heaviside(t - v), Max(0, t) ** 2: 2 * Max(0, t)}
    found = [checked(Derivative(function, t), slope).conditions for function, slope in kinks.items()]
    # to turn: the last one needs no condition; its derivative has a limit at 0, and so it is one.
    assert [[each.statement for each in needed] for needed in found] == [[Ne(t, 0)], [Ne(t - v, 0)], [Ne(t, 0)]]
    assert checked(differentiate(Abs(t), t), sign(t)).conditions == ()
    assert prove(differentiate(Min(v, t), t), step(t < v, 1, 0)).status == "refuted"


V, U, M = MatrixSymbol("V", N, D), MatrixSymbol("U", N, D), MatrixSymbol("M", N, N)
NORM, MIXED, FORM = Trace(V.T * V), (M + M.T) * V, Trace(V.T * M * V)
TRACES: list[tuple[Any, Any, Any]] = [
    (log(NORM), V, 2 * V / NORM),
    (exp(NORM), V, 2 * exp(NORM) * V),
    (1 / FORM, V, -MIXED / FORM**2),
    (NORM + Trace(U.T * V), V, 2 * V + U),
    (NORM / FORM, V, 2 * V / FORM - NORM * MIXED / FORM**2),
    (log(Determinant(S)), S, Inverse(S).T),
]


def test_gradients_of_traces() -> None:
    """Of functions and quotients of them, where SymPy 1.14 answers 0 or one half of the rule; and not twice that."""
    found = [(gradient(expr, by), right) for expr, by, right in TRACES]
    assert [sides for sides in found if prove(*sides).status != "proved"] == []
    assert [sides for sides in found if prove(sides[0], 2 * sides[1]).status == "proved"] == []


def test_what_is_put_in_is_not_ignored() -> None:
    """Subs of an index or of a size is not the expression without it, and of an entry it is refused."""
    for put, without in ((Subs(bare[i], i, 3), bare[i]), (Subs(total(bare[i], i), N, 3), total(bare[i], i))):
        assert prove(put, without).status != "proved"
    assert prove(Derivative(squares, x[i]), total(2 * x[i], i)).status == "refuted"
    with pytest.raises(UnsupportedError):
        _ = prove(Derivative(f(s), (s, n)), Subs(x[i] ** 2, x[i], 2))
