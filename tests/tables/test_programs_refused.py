"""What `lambdify` and its functions refuse, with a message that names the part, the reason and the way out."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
import sympy as sp
from sympy import Derivative, Function, I, IndexedBase, KroneckerDelta, MatrixSymbol, Sum, Symbol, exp, oo, polygamma

from derive import lambdify, size, tensor
from derive.errors import DeriveError, NotAnExpressionError
from derive.lower import ArrayError, LoweringError
from tests.balls import Drawn, exact

N, D = size("N"), size("D")
n, m, d = sp.symbols("n m d", integer=True)
X, w, x, y = (IndexedBase(name) for name in "Xwxy")
a = Symbol("a", real=True)
shown, double, matrix = tensor("x", N), tensor("z", 2 * N), MatrixSymbol("M", N, 2)
SCORE, TOTAL = Sum(X[n, d] * w[d], (d, 1, D)), Sum(x[n], (n, 1, N))

# An expression, its arguments, its axes, and what is said.
REFUSED: dict[str, tuple[Any, ...]] = {
    "a missing axis": (SCORE, [X, w], [], r"'n' in .*no axis of the result was given for it.*Give axes=\[n\]"),
    "an axis too many": (TOTAL, [x], [m], r"'m' in .*not free"),
    "a bound index as axis": (TOTAL, [x], [n], r"'n' in .*not free"),
    "no index as axis": (x[n], [x], [x[n]], r"this is no index"),
    "a number as axis": (x[n], x, (n, 0), r"."),
    "a pair as axis": (x[n], x, [(n, 0)], r"."),
    "nothing as axes": (x[n], x, None, r"."),
    "a missing argument": (SCORE, [X], [n], r"'w' in .*this tensor is no argument"),
    "a missing scalar": (a * TOTAL, [x], [], r"'a' in .*no argument shows it as its size. Give a"),
    "a size that nothing shows": (Sum(a, (n, 1, N)), [a], [], r"'N' in .*no argument shows it as its size"),
    "an argument twice": (SCORE, [X, w, X], [n], r"'X': it is given twice"),
    "an entry as argument": (SCORE, [X, w[1]], [n], r"Give the tensor itself"),
    "nothing as arguments": (x[n], None, n, r"."),
    "a text as arguments": (x[n], "x", n, r"."),
    "nothing to compute": ((), x, [], r"nothing to compute"),
    "a tensor without indices": (x, [x], [], r"."),
    "an unknown function": (Sum(Function("f")(x[n]), (n, 1, N)), [x], [], r"nothing says how to compute"),
    "an order that is no number": (Sum(polygamma(a, x[n]), (n, 1, N)), [x, a], [], r"Write the order as a number"),
    "a derivative": (Derivative(exp(a), a), [a], [], r"Derivative has no counterpart"),
    "the imaginary unit": (I * TOTAL, [x], [], r"imaginary"),
    "infinity": (oo * x[1], [x], [], r"finite"),
    "a range that ends at an index": (Sum(x[m], (m, 1, n), (n, 1, N)) + TOTAL, [x], [], r"depends on another index"),
    "two indices in one place": (Sum(double[n + m - 1], (n, 1, N), (m, 1, N)), [double], [], r"adds two indices"),
    "twice an index": (Sum(double[2 * n - 1], (n, 1, N)), [double], [], r"is not one index plus a number"),
    "an entry before the first": (
        Sum(shown[n - 2], (n, 1, N)),
        [shown],
        [],
        r"numbered 0..N - 1 .*the index runs over",
    ),
    "an entry after the last": (Sum(shown[n], (n, 1, N)), [shown], [], r"numbered 0..N - 1 .*the index runs over"),
    "an entry after the last, left out by a test": (
        Sum(sp.Piecewise((shown[n + 1], n < N - 1), (0, True)), (n, 0, N - 1)),
        [shown],
        [],
        r"leaves the places 0..N - 1.*declare the axis",
    ),
    "an entry beside a delta": (KroneckerDelta(n, 0) * shown[n - 1], [shown], [(n, 0, N - 1)], r"leaves the places"),
    "sums over parts of an axis that nothing declares": (
        TOTAL + Sum(x[n], (n, 2, N)),
        [x],
        [],
        r"'x': its indices in place 1 run over 1..N and over 2..N. Declare the axis",
    ),
    "entries of an axis that nothing declares": (x[3] + x[1], [x], [], r"'x': nothing shows where its axis begins"),
    "neighbours on an axis that nothing declares": (
        Sum(x[n + 1], (n, 1, N - 1)),
        [x],
        [],
        r"nothing shows where its axis begins",
    ),
    "an index as a number, where nothing says which": (n * x[n], [x], [n], r"nothing declares where it begins"),
    "an index in a delta alone": (KroneckerDelta(n, 2) * TOTAL, [x], [n], r"'n' .*nothing says over what it runs"),
    "a part of the axis in two tensors": (shown[n] * tensor("y", D)[n], [shown, y], [n], r"two sizes"),
    "an argument with another shape": (shown[n], [tensor("x", D)], [n], r"the argument has the axes"),
    "two declarations": (partial(lambdify, ranges={shown: (1, N)}), shown[n], [shown], [n], r"another range"),
}


def refusal(call: Callable[[], object]) -> str:
    """Return what is said by the error of a call, after its kind; nothing where there is none."""
    try:
        _ = call()
    except DeriveError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def test_an_expression_is_refused() -> None:
    """Nothing is computed that was not asked for."""
    said = {
        name: refusal(partial(*row[:-1]) if callable(row[0]) else partial(lambdify, *row[:3]))
        for name, row in REFUSED.items()
    }
    assert {name: text for name, text in said.items() if not re.search(REFUSED[name][-1], text)} == {}


def test_no_expression() -> None:
    """Text above all is never read, and a program needs a name under which Python could keep it."""
    for given in ("X*w", None, [object()]):
        with pytest.raises(NotAnExpressionError):
            _ = lambdify(given, [X])
    for name in ("1x", "my loss", "lambda", "f(x): pass\ndef g"):
        with pytest.raises(LoweringError, match="a function in Python cannot be called this"):
            _ = lambdify(SCORE, [X, w], [n], name=name)
    assert issubclass(LoweringError, DeriveError)
    assert issubclass(ArrayError, DeriveError)


X_, W_ = np.ones((4, 3)), np.ones(3)
scores, mean = (SCORE, [X, w], [n]), (TOTAL / N, [x, N])
CALLS: dict[str, tuple[tuple[Any, ...], tuple[Any, ...], dict[str, Any], str]] = {
    "a length that does not fit": (scores, (X_, W_[:2]), {}, r"'w': it has shape \(2,\), .*length 3 \(D = 3 by X\)"),
    "too many axes": (
        scores,
        (X_, np.ones((3, 1))),
        {},
        r"'w': it has shape \(3, 1\), and 1 axes are wanted: \(D\).*ravel",
    ),
    "too few axes": (scores, (W_, W_), {}, r"'X': it has shape \(3,\), and 2 axes are wanted: \(n, D\)"),
    "a number": (scores, (X_, 1.0), {}, r"'w': it has shape \(\)"),
    "too few": (scores, (X_,), {}, r"'w' in scores\(X, w\): 2 arguments are wanted, and 1 were given"),
    "too many": (scores, (X_, W_, W_), {}, r"2 arguments are wanted, and 3 were given"),
    "an unknown name": (scores, (X_,), {"v": W_}, r"'v' in scores\(X, w\): there is no argument of this name"),
    "an argument by place and by name": (scores, (X_, W_), {"w": W_}, r"'w' in .*given twice"),
    "words": (scores, (X_, ["a", "b", "c"]), {}, r"'w': it holds values of type"),
    "objects": (scores, (X_, np.array([object()] * 3)), {}, r"'w': it holds values of type object"),
    "complex numbers": (scores, (X_, W_ + 1j), {}, r"'w': it holds values of type complex128"),
    "a ragged list": (scores, (X_, [[1.0], [1.0, 2.0]]), {}, r"'w': this list is no array of numbers"),
    "one row for all": ((Sum(x[n] * y[n], (n, 1, N)), [x, y]), (W_, W_[:1]), {}, r"'y'.*length 3 \(N = 3 by x\)"),
    "no third entry": ((x[3] + TOTAL, [x]), (W_[:2],), {}, r"N = 2' .*the index 3 leaves the places 1..N"),
    "a third column": ((matrix.T * matrix, [matrix]), (np.ones((5, 3)),), {}, r"'M'.*length 2"),
    "another size than that of the array": (mean, (W_, 2), {}, r"'x'"),
    "half a size": (mean, (W_, 2.5), {}, r"whole number"),
    "two sizes": (mean, (W_, [1, 2]), {}, r"whole number"),
}


def test_a_call_is_refused() -> None:
    """Arrays that do not fit are named, with shape and with what fixed the sizes, at every call anew."""
    for name, (program, given, named, message) in CALLS.items():
        function = lambdify(*program, name="scores")
        for _ in range(2):
            said = refusal(partial(function, *given, **named))
            assert re.search(f"^ArrayError: .*{message}", said), (name, said)
            assert program is not scores or function(X_, W_).tolist() == [3.0] * 4, name


def test_the_oracle_sees_a_wrong_value() -> None:
    """The loops that programs are compared with do not say yes to anything, and ask for entries that exist."""
    given = {"x": np.array([1.0, 2.0])}
    assert exact(Sum(x[n] ** 2, (n, 1, N)), given, {"N": 2}) == 5.0
    assert lambdify(Sum(x[n] ** 2 + 1, (n, 1, N)), [x])([1.0, 2.0]) == 7.0
    assert exact(Sum(x[n] * KroneckerDelta(n, 2), (n, 1, N)), given, {"N": 2}) == 2.0
    with pytest.raises(AssertionError):
        _ = exact(x[0], given, {})
    assert Drawn(lambda: 1.0, {(1,): 2.0, (3,): 5.0}).array().tolist() == [2.0, 1.0, 5.0]
