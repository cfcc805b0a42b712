"""Calls that cannot mean anything: *call, error, what the message shows*; nothing is guessed, and no string is run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from sympy import (
    Derivative,
    Eq,
    Float,
    Function,
    I,
    Idx,
    IndexedBase,
    Integer,
    MatrixSymbol,
    Ne,
    Piecewise,
    Product,
    Rational,
    Subs,
    Sum,
    Symbol,
    Trace,
    Tuple,
    exp,
    log,
    nan,
    oo,
    sin,
    symbols,
    true,
    zoo,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from derive import (
    differentiate,
    gradient,
    hessian,
    index,
    inverse_pair,
    normalize,
    one_hot,
    prove,
    sigmoid,
    sign,
    simplex,
    size,
    substitute,
    symmetric,
    tensor,
)
from derive.errors import (
    BadFactError,
    BadIndexError,
    BeyondKernelError,
    DeriveError,
    IndexClashError,
    LimitError,
    NameClashError,
    NotAnExpressionError,
    ShapeMismatchError,
    UndeclaredRangeError,
    UnsupportedError,
)

N, D = size("N"), size("D")
n, d, i, j, k, m = symbols("n d i j k m", integer=True)
x, y, w, X = tensor("x", N), tensor("y", N), tensor("w", D), tensor("X", N, D)
free, other, v = IndexedBase("q"), IndexedBase("o"), IndexedBase("v")
A, B, S = MatrixSymbol("A", N, D), MatrixSymbol("B", D, N), MatrixSymbol("S", N, N)
a, b = symbols("a b", real=True)
s, plain = symbols("s M")
f = Function("f")
squares = Sum(x[n] ** 2, (n, 0, N - 1))
Row = tuple[Callable[[], object], type[DeriveError], str]


def over(body: Any, at: Any = i, low: Any = 1, high: Any = N) -> Any:
    """Return a sum over an index."""
    return Sum(body, (at, low, high))


def deep() -> Any:
    """Return a function applied to itself three thousand times."""
    expr: Any = s
    for _ in range(3000):
        expr = sin(expr, evaluate=False)
    return expr


NO_EXPRESSION: list[Row] = [
    (lambda: prove("x + 1", 1), NotAnExpressionError, "x + 1"),
    (lambda: prove(a, "a"), NotAnExpressionError, "this is a str, not an expression"),
    (lambda: prove("__import__('os')", a), NotAnExpressionError, "__import__"),
    (lambda: normalize("a*a"), NotAnExpressionError, "a*a"),
    (lambda: differentiate("a**2", a), NotAnExpressionError, "a**2"),
    (lambda: gradient("a", x), NotAnExpressionError, "this is a str, not an expression"),
    (lambda: substitute(a, a, "b"), NotAnExpressionError, "this is a str, not an expression"),
    (lambda: prove([a], [a]), NotAnExpressionError, "[a]"),
    (lambda: normalize((a, b)), NotAnExpressionError, "(a, b)"),
    (lambda: normalize(Tuple(a, b)), NotAnExpressionError, "(a, b)"),
    (lambda: prove(None, a), NotAnExpressionError, "None"),
    (lambda: prove(true, a), NotAnExpressionError, "True"),
    (lambda: prove(bool(1), 1), NotAnExpressionError, "True"),
    (lambda: normalize(sigmoid), NotAnExpressionError, "sigmoid"),
    (lambda: prove({a: 1}, 1), NotAnExpressionError, "{a: 1}"),
    (lambda: gradient(s, IndexedBase("absent")), NotAnExpressionError, "absent"),
    (lambda: normalize(x), BeyondKernelError, "IndexedBase is outside of the engine"),
    (lambda: prove(a, 1j), NotAnExpressionError, "1j"),
    (lambda: prove(a, b, relation=""), NotAnExpressionError, "''"),
    (lambda: prove(a, oo), UnsupportedError, "oo"),
    (lambda: prove(zoo, a), UnsupportedError, "zoo"),
    (lambda: prove(nan, a), UnsupportedError, "nan"),
    (lambda: prove(a + I, a), UnsupportedError, "the engine is about real numbers"),
    (lambda: normalize(a + Symbol("c", real=False, complex=True)), UnsupportedError, "it is complex"),
    (lambda: normalize(a * Symbol("c", imaginary=True)), UnsupportedError, "it is complex"),
    (lambda: normalize(a * Symbol("c", commutative=False)), UnsupportedError, "it does not commute"),
    (lambda: normalize(a * IndexedBase(Symbol("T", commutative=False))[i]), UnsupportedError, "it does not commute"),
    (lambda: normalize(a * IndexedBase(Symbol("T", complex=True))[i]), UnsupportedError, "it is complex"),
    (lambda: normalize(a * Function("F", commutative=False)(s)), UnsupportedError, "it does not commute"),
    (lambda: prove(Symbol("s", complex=True) * free[i], 1), UnsupportedError, "it is complex"),
    (lambda: prove(Derivative(over(free[i]), N), 1), UnsupportedError, "a size or an index does not vary smoothly"),
    (lambda: prove(Derivative(f(s), (s, n)), 1), UnsupportedError, "it is taken n times"),
    (lambda: prove(Subs(free[i] ** 2, free[i], 2), 1), UnsupportedError, "q[i]"),
    (lambda: differentiate(Piecewise((a, a > 0)), a), BeyondKernelError, "no value outside of its cases"),
]
NO_INDEX: list[Row] = [
    (lambda: normalize(a + exp(over(y[n] * x[1.5], n))), BadIndexError, "x[1.5]"),
    (lambda: normalize(x[Float(2)] + a), BadIndexError, "2.0"),
    (lambda: normalize(x[Rational(1, 2)]), BadIndexError, "1/2"),
    (lambda: normalize(x[y[n]]), BadIndexError, "y[n]"),
    (lambda: normalize(MatrixElement(A, Integer(-1), Integer(0))), BadIndexError, "A[-1, 0]"),
    (lambda: normalize(A[0.5, 0]), BadIndexError, "0.5"),
    (lambda: normalize(a * log(1 + x[i] ** 2 * w[i] ** 2)), IndexClashError, "'i' in place 1 of x"),
    (lambda: normalize(over(x[i] * w[i])), IndexClashError, "the entries of w are numbered 0..D - 1"),
    (lambda: prove(x[i], over(w[i] * a, d, 1, D)), IndexClashError, "'i' in place 1 of w"),
    (lambda: normalize(a + over(x[n] * over(free[i], high=oo), n)), UnsupportedError, "Sum(q[i], (i, 1, oo))"),
    (lambda: normalize(over(free[i], low=-oo)), UnsupportedError, "-oo"),
    (lambda: normalize(over(free[i], high=Rational(1, 2))), UnsupportedError, "1/2"),
    (lambda: normalize(over(free[i], high=2.5)), UnsupportedError, "2.5"),
    (lambda: normalize(over(free[i], high=x[1])), UnsupportedError, "x[1]"),
    (lambda: normalize(free[i] * a + free[i, j]), ShapeMismatchError, "q has 1 indices elsewhere and 2 here"),
    (lambda: prove(tensor("x", N)[i], tensor("x", D)[j]), ShapeMismatchError, "x has shape (N,) elsewhere"),
    (lambda: prove(A, B), ShapeMismatchError, "a N x D matrix cannot equal a D x N matrix"),
    (lambda: prove(A, a), ShapeMismatchError, "a N x D matrix cannot equal a number"),
    (lambda: normalize(Symbol("a", positive=True) + Symbol("a")), NameClashError, "two symbols of this name"),
    (lambda: prove(Symbol("a", positive=True), Symbol("a", real=True)), NameClashError, "two symbols of this name"),
]
NO_OPERATION: list[Row] = [
    (lambda: prove(a, b, assuming="a is b"), BadFactError, "a is b"),
    (lambda: prove(a, b, assuming=[3]), BadFactError, "this is no assumption"),
    (lambda: sign(y[n]), BadFactError, "y[n]"),
    (lambda: prove(a * X[n, d], b, symmetric(X)), BadFactError, "X is not square"),
    (lambda: prove(a * x[n], b, symmetric(x)), BadFactError, "x has 1 indices. It takes 2"),
    (lambda: prove(a, b, one_hot(a)), BadFactError, "a has 0 indices. It takes 1"),
    (lambda: prove(a, b, simplex(a)), BadFactError, "a has 0 indices. It takes 1"),
    (lambda: prove(a, b, inverse_pair(a, s)), BadFactError, "a has 0 indices. It takes 2"),
    (lambda: prove(a * x[n], y[n], inverse_pair(x, y)), BadFactError, "x has 1 indices. It takes 2"),
    (lambda: prove(a * X[n, d], b, inverse_pair(X, tensor("Y", D, N))), BadFactError, "X is not square"),
    (lambda: prove(a, b, assuming=True), BadFactError, "True"),
    (lambda: prove(a, b, assuming=[Ne(a, b)]), BadFactError, "Ne(a, b)"),
    (lambda: differentiate(a**2, "a"), NotAnExpressionError, "one entry or symbol is wanted here"),
    (lambda: differentiate(a**2, 2), NotAnExpressionError, "one entry or symbol is wanted here"),
    (lambda: differentiate(a**2, a + b), NotAnExpressionError, "a + b"),
    (lambda: differentiate(N * a, N), NotAnExpressionError, "it is an integer: a size or an index"),
    (lambda: differentiate(plain * over(free[i], high=plain), plain), UnsupportedError, "a size or an index"),
    (lambda: differentiate(s * free[s], s), UnsupportedError, "a size or an index does not vary smoothly"),
    (lambda: differentiate(x[n], n), NotAnExpressionError, "it is an integer: a size or an index"),
    (lambda: differentiate(squares, x[n * n]), BeyondKernelError, "n**2"),
    (lambda: gradient(a, "x"), NotAnExpressionError, "one entry or symbol is wanted here"),
    (lambda: hessian(a, exp), NotAnExpressionError, "exp"),
    (lambda: gradient(squares, x)[i, j], ShapeMismatchError, "this family has 1 indices"),
    (lambda: hessian(squares, x)[i], ShapeMismatchError, "this family has 2 indices"),
    (lambda: gradient(free[1] ** 2, free), UndeclaredRangeError, "nothing declares its axes"),
    (lambda: hessian(free[1] ** 2, free), UndeclaredRangeError, "nothing declares its axes"),
    *((lambda at=at: gradient(squares, x)[at], BadIndexError, str(at)) for at in (1.5, "a", None, i + 1, True, s + 1)),
    (lambda: gradient(squares, x)[cast("Any", slice(1, 2))], BadIndexError, "slice"),
    (lambda: substitute(a, 3, b), NotAnExpressionError, "one entry or symbol is wanted here"),
    (lambda: substitute(a + b, a + b, a), NotAnExpressionError, "a + b"),
    (lambda: substitute(x[n], x[i], A), ShapeMismatchError, "a N x D matrix cannot take the place of a number"),
    (lambda: substitute(Derivative(f(s), s), s, 2), UnsupportedError, "it differentiates by what is replaced"),
    (lambda: substitute(Derivative(f(v[j]), v[j]), v[k], 2 * other[k]), UnsupportedError, "v[j]"),
    (lambda: substitute(Derivative(f(s) * a, s), a, s), UnsupportedError, "it differentiates by what is replaced"),
    (lambda: substitute(s**2, Symbol("s", real=True), 3), NameClashError, "two symbols of this name"),
    (lambda: substitute(Trace(S), S[i, j], i * j), UnsupportedError, "it stands as a whole"),
    (lambda: substitute(other[1], other[1], a), UnsupportedError, "o[1]"),
    (lambda: substitute(other[i], i, Rational(1, 2)), BadIndexError, "1/2"),
    (lambda: substitute(v[i], v[j, k], a), ShapeMismatchError, "v has 1 indices elsewhere and 2 here"),
    (lambda: substitute(deep(), s, a), LimitError, "it is nested too deeply"),
    (lambda: size(cast("Any", 3)), NotAnExpressionError, "the name of a size, an index or a tensor is wanted here"),
    (lambda: size(""), NotAnExpressionError, "size"),
    (lambda: index(cast("Any", 3), N), NotAnExpressionError, "the name of a size, an index or a tensor is wanted here"),
    (lambda: index("i", -1), BadIndexError, "an index ranges over a whole number of places"),
    (lambda: index("i", (0, N, 2)), BadIndexError, "(0, N, 2)"),
    (lambda: index("i", *cast("Any", [True])), BadIndexError, "True"),
    (lambda: index("i", "N"), BadIndexError, "an index ranges over a whole number of places"),
    (lambda: tensor("A", *cast("Any", [True])), ShapeMismatchError, "True"),
    (lambda: tensor(x, N), NotAnExpressionError, "the name of a size, an index or a tensor is wanted here"),
    (lambda: tensor("x", 2.5), ShapeMismatchError, "2.5"),
    (lambda: tensor("x", "N"), ShapeMismatchError, "a tensor has a whole number of places along each axis"),
]


def complaint(call: Callable[[], object]) -> DeriveError:
    """Return the error of a call."""
    with pytest.raises(DeriveError) as met:
        _ = call()
    return met.value


@pytest.mark.parametrize("table", [NO_EXPRESSION, NO_INDEX, NO_OPERATION])
def test_bad_input_is_refused_by_its_name_and_its_message_is_whole(table: list[Row]) -> None:
    """What cannot be read raises the error of its kind; it shows the value, and has a reason and a way out."""
    wrong: list[object] = []
    for at, (call, kind, shown) in enumerate(table):
        error = complaint(call)
        if type(error) is not kind or shown not in str(error):
            wrong.append((at, shown, kind.__name__, error))
        elif not all(part.strip() for part in (str(error.value), error.reason, error.way_out)):
            wrong.append((at, error.value, error.reason, error.way_out))
    assert wrong == []


THINGS: tuple[object, ...] = (
    *("x", b"x", None, [], {}, object(), 1j, float("nan"), float("inf"), ..., NotImplemented, len, int),
    *(Symbol, f, free, Tuple(), Eq(a, b), oo, zoo, nan, I, true, Idx("i"), Product(free[i], (i, 1, oo))),
)
CALLS: dict[str, Callable[[object], object]] = {
    "prove, left": lambda thing: prove(thing, a),
    "prove, right": lambda thing: prove(a, thing),
    "prove, assuming": lambda thing: prove(a, b, assuming=(thing, 3)),
    "normalize": normalize,
    "differentiate": lambda thing: differentiate(thing, a),
    "differentiate by": lambda thing: differentiate(a**2, thing),
    "gradient": lambda thing: gradient(thing, w),
    "hessian": lambda thing: hessian(thing, w),
    "substitute": lambda thing: substitute(thing, a, b),
    "substitute what": lambda thing: substitute(a, thing, b),
    "substitute by": lambda thing: substitute(a, a, thing),
}


@pytest.mark.parametrize("name", CALLS)
def test_nothing_raises_a_bare_error(name: str) -> None:
    """Whatever is handed in, in whatever place: an answer or an error of the family."""
    bare: list[tuple[str, str]] = []
    for thing in THINGS:
        try:
            _ = CALLS[name](thing)
        except DeriveError:
            continue
        except Exception as error:  # noqa: BLE001 -- whatever else comes out is the fault
            bare.append((repr(thing), repr(error)))
    assert bare == []


def test_strings_are_never_evaluated(tmp_path: Path) -> None:
    """A string with a side effect has none."""
    witness = tmp_path / "ran"
    with pytest.raises(NotAnExpressionError):
        _ = prove(f"open({str(witness)!r}, 'w')", 1)
    assert witness.exists() is False
