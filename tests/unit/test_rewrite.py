"""Substitution on the written form: binders step aside, nothing is captured, what cannot be replaced is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sympy import (
    Derivative,
    Expr,
    Function,
    IndexedBase,
    Lambda,
    MatrixSymbol,
    Rational,
    Subs,
    Sum,
    Symbol,
    Trace,
    sin,
    symbols,
)

from derive import prove, size, substitute, tensor
from derive.errors import BadIndexError, DeriveError, LimitError, NameClashError, ShapeMismatchError, UnsupportedError
from derive.language.rewrite import names_in, rename_indices

N = size("N")
i, j, k, m = symbols("i j k m", integer=True)
a, b, s = symbols("a b s")
w, x, y = map(IndexedBase, "wxy")
S = MatrixSymbol("S", N, N)
f = Function("f")

SUBSTITUTED: dict[str, tuple[Callable[[], Any], Expr]] = {
    "a family": (lambda: substitute(Sum(w[i] ** 2, (i, 1, N)), w[k], a * x[k]), Sum(a**2 * x[i] ** 2, (i, 1, N))),
    "a scalar": (lambda: substitute(a * x[i], a, b), b * x[i]),
    "an index": (lambda: substitute(x[j] * y[k], j, k), x[k] * y[k]),
    "a bound index stays": (lambda: substitute(Sum(x[i], (i, 1, N)), i, 3), Sum(x[i], (i, 1, N))),
    "an entry by number": (lambda: substitute(w[2] + w[j], w[k], k * x[k]), 2 * x[2] + j * x[j]),
    "a shape does not make another tensor": (
        lambda: substitute(Sum(tensor("w", N)[i], (i, 0, N - 1)), w[k], x[k]),
        Sum(x[i], (i, 0, N - 1)),
    ),
    "an entry of a matrix": (lambda: substitute(S[i, j] + S[j, i], S[k, m], x[k] * y[m]), x[i] * y[j] + x[j] * y[i]),
    "inside of Subs": (lambda: substitute(Subs(f(s) * a, s, b), a, b), Subs(f(s) * b, s, b)),
}


@pytest.mark.parametrize("case", SUBSTITUTED)
def test_substitution(case: str) -> None:
    """Every entry of the family becomes the replacement at its own index."""
    call, expected = SUBSTITUTED[case]
    assert prove(call(), expected).status == "proved"


def test_a_binder_steps_aside() -> None:
    """A sum over i, into which a free i is put, gets another index."""
    found = substitute(Sum(x[i] * a, (i, 1, N)), a, y[i])
    assert prove(found, y[i] * Sum(x[j], (j, 1, N))).status == "proved"
    assert rename_indices(Sum(x[i] * y[j], (i, 1, N)), {j: i}).limits[0][0] != i


def test_lambdas_and_substitutions_step_aside() -> None:
    """So does every other binder."""
    assert rename_indices(Lambda(s, s * a), {a: s})(b) == b * s
    assert rename_indices(Subs(f(s, a), s, b), {a: s}).doit() == f(b, s)


def test_names_in() -> None:
    """The names of all that is free."""
    assert names_in(x[i] + a, Sum(y[j], (j, 1, N))) >= {"x", "i", "a", "N"}


def deep() -> Any:
    """Return a function applied to itself three thousand times."""
    expr: Any = s
    for _ in range(3000):
        expr = sin(expr, evaluate=False)
    return expr


REFUSED: dict[str, tuple[Callable[[], Any], type[DeriveError]]] = {
    "a derivative by what is replaced": (lambda: substitute(Derivative(f(s), s), s, 2), UnsupportedError),
    "a derivative by the family": (
        lambda: substitute(Derivative(f(w[j]), w[j]), w[k], 2 * x[k]),
        UnsupportedError,
    ),
    "a derivative by what is put in": (lambda: substitute(Derivative(f(s) * a, s), a, s), UnsupportedError),
    "a symbol with other assumptions": (lambda: substitute(s**2, Symbol("s", real=True), 3), NameClashError),
    "a whole matrix": (lambda: substitute(Trace(S), S[i, j], i * j), UnsupportedError),
    "one entry": (lambda: substitute(x[1], x[1], a), UnsupportedError),
    "an index that is no integer": (lambda: substitute(x[i], i, Rational(1, 2)), BadIndexError),
    "another number of indices": (lambda: substitute(w[i], w[j, k], a), ShapeMismatchError),
    "a nest without end": (lambda: substitute(deep(), s, a), LimitError),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_replaced_is_refused(case: str) -> None:
    """An error of the family, and no other expression."""
    call, error = REFUSED[case]
    with pytest.raises(error):
        _ = call()
