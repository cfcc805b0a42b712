"""What assumptions say when they are solved: for a factor, below a fraction, below a logarithm or an exponential."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Eq, Ge, Gt, IndexedBase, Le, Sum, Symbol, exp, log, symbols
from sympy.core.relational import Relational

from derive import nonnegative, positive, sigmoid, sign, simplex, size
from tests.checked import checked

N, K = size("N"), size("K")
i, j, k = symbols("i j k", integer=True)
x, y, n, t, p = map(IndexedBase, ("x", "y", "n", "t", "p"))
a, b, m, c = symbols("a b m c", real=True)
u, v, rate = symbols("u v rate", positive=True)


def total(body: Any, index: Any = i, last: Any = N) -> Sum:
    """Return the sum over an index."""
    return Sum(body, (index, 1, last))


SOLVED: dict[str, tuple[Any, Any, list[Any]]] = {
    "a mean": (m, total(x[i]) / N, [Eq(N * m, total(x[i]))]),
    "a mean in a root": ((m**2 + 1) ** -1, 1 / ((total(x[i]) / N) ** 2 + 1), [Eq(N * m, total(x[i]))]),
    "a regularised mean": (m, total(x[i]) / (N + rate), [Eq((N + rate) * m, total(x[i]))]),
    "a factor that the claim divides by": (m, total(x[i]) / c, [Eq(c * m, total(x[i]))]),
    "a multiplier of a constraint": (
        t[k],
        n[k] / c,
        [Eq(total(t[j], j, K), 1), Eq(n[k] / t[k] - c, 0), positive(n)],
    ),
    "the multiplier put in": (
        t[k],
        n[k] / total(n[j], j, K),
        [Eq(total(t[j], j, K), 1), Eq(n[k] / t[k] - c, 0), positive(n)],
    ),
}


@pytest.mark.parametrize("case", SOLVED)
def test_an_equation_is_solved(case: str) -> None:
    """For what stands once in it, times or below something that is not zero."""
    lhs, rhs, given = SOLVED[case]
    assert checked(lhs, rhs, assuming=given).status == "proved"


ORDERED: dict[str, tuple[Relational, list[Any]]] = {
    "below logarithms": (Gt(u, v), [Gt(log(u), log(v))]),
    "below logarithms with a number": (Ge(u, exp(1) * v), [Ge(log(u), log(v) + 1)]),
    "in exponents": (Gt(a, b), [Gt(exp(a), exp(b))]),
    "in sigmoids": (Ge(a, b), [Ge(sigmoid(a), sigmoid(b))]),
    "in a ratio of exponentials": (Ge(a - b, log(2)), [Ge(exp(a) / exp(b), 2)]),
    "of a family": (Ge(total(x[i]), total(y[i])), [Ge(exp(x[i]), exp(y[i]))]),
    "signs are at most 1": (Le(total(y[i]), N), [sign(y)]),
    "a margin of signs": (Le(total(y[i] * p[i]), total(p[i])), [sign(y), nonnegative(p)]),
    "Jensen for the exponential": (
        Le(exp(total(p[k] * x[k], k, K)), total(p[k] * exp(x[k]), k, K)),
        [simplex(p)],
    ),
}


@pytest.mark.parametrize("case", ORDERED)
def test_the_order_below_a_function_is_used(case: str) -> None:
    """A logarithm and an exponential increase, so their arguments are in the same order."""
    claim, given = ORDERED[case]
    assert checked(claim, assuming=given).status == "proved"


REFUTED: dict[str, tuple[Any, Any, list[Any]]] = {
    "a factor that may be zero": (m, 1, [Eq(c * m, c)]),
    "a mean of another size": (m, total(x[i]) / K, [Eq(N * m, total(x[i])), Eq(total(y[j], j, K), 0)]),
    "a multiplier upside down": (t[k], c / n[k], [Eq(n[k] / t[k] - c, 0), positive(n)]),
}


@pytest.mark.parametrize("case", REFUTED)
def test_a_wrong_solution_is_refuted(case: str) -> None:
    """Where a factor may vanish, nothing follows for what it is multiplied with."""
    lhs, rhs, given = REFUTED[case]
    assert checked(lhs, rhs, assuming=given).status == "refuted"


WRONG: dict[str, tuple[Relational, list[Any]]] = {
    "the other order": (Ge(v, u), [Gt(log(u), log(v))]),
    "a number too much": (Ge(a, b + 1), [Ge(exp(a), exp(b))]),
    "strict from what is not": (Gt(a, b), [Ge(exp(a), exp(b))]),
    "exponentials of unlike signs": (Ge(a, b), [Ge(-exp(a), -exp(b))]),
    "signs are not nonnegative": (Ge(total(y[i]), 0), [sign(y)]),
    "weights of any sign": (Le(total(y[i] * p[i]), total(p[i])), [sign(y)]),
    "Jensen the other way": (
        Ge(exp(total(p[k] * x[k], k, K)), total(p[k] * exp(x[k]), k, K)),
        [simplex(p)],
    ),
    "Jensen with weights of another sum": (
        Le(exp(total(p[k] * x[k], k, K)), total(p[k] * exp(x[k]), k, K)),
        [nonnegative(p)],
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_order_is_not_proved(case: str) -> None:
    """It is refuted, or left open where no counterexample was found."""
    claim, given = WRONG[case]
    assert checked(claim, assuming=given).status in {"refuted", "sampled", "undecided"}


def test_a_symbol_of_a_size_is_not_solved_for() -> None:
    """N m = S says what m is, and nothing new about N."""
    given = Eq(N * m, N * Symbol("S", real=True))
    assert checked(m, Symbol("S", real=True), assuming=given).status == "proved"
