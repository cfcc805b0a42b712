"""What `lambdify` and its functions must refuse, with a message that names the part, the reason and the way out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import (
    Derivative,
    Function,
    I,
    Indexed,
    IndexedBase,
    KroneckerDelta,
    MatrixSymbol,
    Sum,
    Symbol,
    exp,
    oo,
    polygamma,
    symbols,
)

from derive import Lowered, lambdify, size, tensor
from derive.errors import DeriveError, NotAnExpressionError
from derive.lower import ArrayError, LoweringError
from derive.lower.contraction import cheapest
from tests.balls import Drawn, exact

N, D = size("N"), size("D")
n, m, d, j = symbols("n m d j", integer=True)
X, w, x, y = (IndexedBase(name) for name in "Xwxy")
a = Symbol("a", real=True)
SCORE = Sum(X[n, d] * w[d], (d, 1, D))

DECLARED = tensor("x", N)
REFUSED: dict[str, tuple[Any, list[Any], list[Any], str]] = {
    "a missing axis": (SCORE, [X, w], [], r"'n' in .*no axis of the result was given for it.*Give axes=\[n\]"),
    "an axis too many": (Sum(x[n], (n, 1, N)), [x], [m], r"'m' in .*not free"),
    "a bound index as axis": (Sum(x[n], (n, 1, N)), [x], [n], r"'n' in .*not free"),
    "no index as axis": (x[n], [x], [x[n]], r"this is no index"),
    "a missing argument": (SCORE, [X], [n], r"'w' in .*this tensor is no argument"),
    "a missing scalar": (a * Sum(x[n], (n, 1, N)), [x], [], r"'a' in .*no argument shows it as its size. Give a"),
    "a size that nothing shows": (Sum(a, (n, 1, N)), [a], [], r"'N' in .*no argument shows it as its size"),
    "an argument twice": (SCORE, [X, w, X], [n], r"'X': it is given twice"),
    "an entry as argument": (SCORE, [X, w[1]], [n], r"Give the tensor itself"),
    "an unknown function": (Sum(Function("f")(x[n]), (n, 1, N)), [x], [], r"nothing says how to compute"),
    "an order that is no number": (Sum(polygamma(a, x[n]), (n, 1, N)), [x, a], [], r"Write the order as a number"),
    "a derivative": (Derivative(exp(a), a), [a], [], r"Derivative has no counterpart"),
    "the imaginary unit": (I * Sum(x[n], (n, 1, N)), [x], [], r"imaginary"),
    "infinity": (oo * x[1], [x], [], r"finite"),
    "a range that ends at an index": (
        Sum(x[m], (m, 1, n), (n, 1, N)) + Sum(x[n], (n, 1, N)),
        [x],
        [],
        r"depends on another index",
    ),
    "two indices in one place": (Sum(x[n + m], (n, 1, N), (m, 1, N)) + Sum(x[n], (n, 1, N)), [x], [], r"two indices"),
    "twice an index": (Sum(x[2 * n], (n, 1, N)) + Sum(x[n], (n, 1, N)), [x], [], r"one index plus a number"),
    "an entry before the first": (
        Sum(tensor("x", N)[n - 2], (n, 1, N)) + tensor("x", N)[1],
        [tensor("x", N)],
        [],
        r"leaves the places 1..N",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_expression_is_refused(name: str) -> None:
    """Nothing is computed that was not asked for."""
    expr, args, axes, message = REFUSED[name]
    with pytest.raises(DeriveError, match=message):
        _ = lambdify(expr, args, axes)


@pytest.mark.parametrize("given", ["X*w", None, [object()]], ids=["text", "nothing", "a list of no expression"])
def test_no_expression(given: Any) -> None:
    """Text above all is never read."""
    with pytest.raises(NotAnExpressionError):
        _ = lambdify(given, [X])


@pytest.mark.parametrize("name", ["1x", "my loss", "lambda", "f(x): pass\ndef g"])
def test_a_name_that_is_none_in_python_is_refused(name: str) -> None:
    """The program could not be saved under it."""
    with pytest.raises(LoweringError, match="a function in Python cannot be called this"):
        _ = lambdify(SCORE, [X, w], [n], name=name)


def scores() -> Lowered:
    """Return X w."""
    return lambdify(SCORE, [X, w], [n], name="scores")


X_, W_ = np.ones((4, 3)), np.ones(3)
BAD_CALLS: dict[str, tuple[tuple[Any, ...], dict[str, Any], str]] = {
    "a length that does not fit": ((X_, np.ones(2)), {}, r"'w': it has shape \(2,\), .*length 3 \(D = 3 by X\)"),
    "too many axes": ((X_, np.ones((3, 1))), {}, r"'w': it has shape \(3, 1\), and 1 axes are wanted: \(D\).*ravel"),
    "too few axes": ((W_, W_), {}, r"'X': it has shape \(3,\), and 2 axes are wanted: \(n, D\)"),
    "a number": ((X_, 1.0), {}, r"'w': it has shape \(\)"),
    "too few arguments": ((X_,), {}, r"'w' in scores\(X, w\): 2 arguments are wanted, and 1 were given"),
    "too many arguments": ((X_, W_, W_), {}, r"2 arguments are wanted, and 3 were given"),
    "an unknown name": ((X_,), {"v": W_}, r"'v' in scores\(X, w\): there is no argument of this name"),
    "an argument by place and by name": ((X_, W_), {"w": W_}, r"'w' in .*given twice"),
    "words": ((X_, ["a", "b", "c"]), {}, r"'w': it holds values of type"),
    "objects": ((X_, np.array([object()] * 3)), {}, r"'w': it holds values of type object"),
    "complex numbers": ((X_, W_ + 1j), {}, r"'w': it holds values of type complex128"),
    "a ragged list": ((X_, [[1.0], [1.0, 2.0]]), {}, r"'w': this list is no array of numbers"),
}


@pytest.mark.parametrize("name", BAD_CALLS)
def test_a_call_is_refused(name: str) -> None:
    """Arrays that do not fit are named, with their shape and with what fixed the sizes."""
    given, named, message = BAD_CALLS[name]
    with pytest.raises(ArrayError, match=message):
        _ = scores()(*given, **named)


def test_a_refused_call_does_not_spoil_the_next() -> None:
    """Shapes are checked anew for each kind of call."""
    function = scores()
    for _ in range(2):
        with pytest.raises(ArrayError):
            _ = function(X_, np.ones(2))
        np.testing.assert_array_equal(function(X_, W_), np.full(4, 3.0))


def test_two_arguments_that_disagree() -> None:
    """No array is broadcast that only happens to have one row."""
    function = lambdify(Sum(x[n] * y[n], (n, 1, N)), [x, y])
    with pytest.raises(ArrayError, match=r"'y'.*length 3 \(N = 3 by x\)"):
        _ = function(np.ones(3), np.ones(1))


def test_arrays_that_are_too_short() -> None:
    """A fixed entry needs its place, and a size cannot be negative."""
    with pytest.raises(ArrayError, match="at least length 3"):
        _ = lambdify(x[3] + x[1], [x])(np.ones(2))
    matrix = MatrixSymbol("M", N, 2)
    with pytest.raises(ArrayError, match=r"'M'.*length 2"):
        _ = lambdify(matrix.T * matrix, [matrix])(np.ones((5, 3)))


def test_a_size_that_contradicts_the_arrays() -> None:
    """A size may be given, but then it must be that of the arrays, and whole."""
    function = lambdify(Sum(x[n], (n, 1, N)) / N, [x, N])
    for wrong, message in ((3, r"'x'"), (2.5, r"whole number"), ([1, 2], r"whole number")):
        with pytest.raises(ArrayError, match=message):
            _ = function(np.ones(2), wrong)


def test_a_single_argument_needs_no_brackets() -> None:
    """Nor does a single index; what is none of either is refused."""
    assert lambdify(x[n] + 1, x, n)([1.0, 2.0]).tolist() == [2.0, 3.0]
    for args, axes in ((x, (n, 0)), (x, [(n, 0)]), (None, n), ("x", n), (x, None)):
        with pytest.raises(DeriveError):
            _ = lambdify(x[n] + 1, args, axes)
    with pytest.raises(LoweringError, match="nothing to compute"):
        _ = lambdify((), x)


def test_errors_are_of_one_family() -> None:
    """Whoever catches a DeriveError catches these."""
    assert issubclass(LoweringError, DeriveError)
    assert issubclass(ArrayError, DeriveError)


def test_the_oracle_sees_a_wrong_value() -> None:
    """The loops that programs are compared with do not say yes to anything."""
    right = exact(Sum(x[n] ** 2, (n, 1, N)), {"x": np.array([1.0, 2.0])}, {"N": 2})
    assert right == 5.0
    assert right != lambdify(Sum(x[n] ** 2 + 1, (n, 1, N)), [x])([1.0, 2.0])
    assert exact(Sum(x[n] * KroneckerDelta(n, 2), (n, 1, N)), {"x": np.array([1.0, 7.0])}, {"N": 2}) == 7.0


def test_the_oracle_asks_for_entries_that_exist() -> None:
    """An index out of range is an error there, too."""
    with pytest.raises(AssertionError):
        _ = exact(x[0], {"x": np.ones(1)}, {})
    assert Drawn(lambda: 1.0, {(1,): 2.0, (3,): 5.0}).array().tolist() == [2.0, 1.0, 5.0]


def test_a_bad_order_of_contraction_is_counted_as_such() -> None:
    """The law about orders would notice a planner that takes operands from left to right."""
    lengths = {"a": 2, "b": 3000, "c": 3000, "d": 2}
    operands = [frozenset("bc"), frozenset("cd"), frozenset("ab")]
    best = cheapest(operands, frozenset("ad"), lengths)
    outer = [frozenset("bc"), frozenset("ab"), frozenset("cd")]
    assert best.cost == cheapest(outer, frozenset("ad"), lengths).cost
    assert best.cost < 2 * 3000 * 3000 * 2 * 2


def test_unindexed_tensors_are_refused() -> None:
    """An IndexedBase by itself is no number."""
    with pytest.raises(DeriveError):
        _ = lambdify(x, [x])
    assert isinstance(x[1], Indexed)
