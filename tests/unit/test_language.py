"""Reading: what the engine takes as mathematics, and how it refuses the rest in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest
from sympy import (
    Basic,
    Eq,
    Expr,
    Float,
    Function,
    HadamardProduct,
    I,
    Identity,
    Idx,
    IndexedBase,
    Integer,
    Inverse,
    KroneckerDelta,
    MatMul,
    MatrixSymbol,
    Ne,
    Product,
    Rational,
    Sum,
    Symbol,
    Trace,
    Tuple,
    exp,
    log,
    nan,
    oo,
    sqrt,
    symbols,
    tanh,
    true,
    zoo,
)
from sympy.matrices.expressions.matexpr import MatrixElement

from derive import (
    Limits,
    differentiate,
    gradient,
    hessian,
    index,
    normalize,
    prove,
    sigmoid,
    sign,
    size,
    softplus,
    substitute,
    tensor,
)
from derive.errors import (
    BadFactError,
    BadIndexError,
    BadLimitError,
    DeriveError,
    IndexClashError,
    NameClashError,
    NotAnExpressionError,
    ReadError,
    ShapeMismatchError,
    UnsupportedError,
)
from tests.checked import status

N, D = size("N"), size("D")
n, m, d, i, j, k = symbols("n m d i j k", integer=True)
x, y, w, X = tensor("x", N), tensor("y", N), tensor("w", D), tensor("X", N, D)
free = IndexedBase("q")
A, B, C = MatrixSymbol("A", N, D), MatrixSymbol("B", D, N), MatrixSymbol("C", N, N)
a, b = symbols("a b", real=True)


@dataclass(frozen=True)
class Bad:
    """A call that cannot mean anything, its error, and what the message must show."""

    call: Callable[[], object]
    error: type[DeriveError]
    shows: tuple[str, ...]


def total(body: Expr, *indices: Symbol) -> Sum:
    """Return the sum over each index, from 1 to N."""
    return Sum(body, *((each, 1, N) for each in indices))


BAD = {
    "a string on the left": Bad(lambda: prove("x + 1", 1), NotAnExpressionError, ("x + 1",)),
    "a string on the right": Bad(lambda: prove(a, "a"), NotAnExpressionError, ("a",)),
    "a string that would run": Bad(lambda: prove("__import__('os')", a), NotAnExpressionError, ("__import__",)),
    "a string to normalize": Bad(lambda: normalize("a*a"), NotAnExpressionError, ("a*a",)),
    "a string to differentiate": Bad(lambda: differentiate("a**2", a), NotAnExpressionError, ("a**2",)),
    "a string to differentiate by": Bad(lambda: differentiate(a**2, "a"), DeriveError, ("a",)),
    "a list": Bad(lambda: prove([a], [a]), NotAnExpressionError, ("[a]",)),
    "a tuple": Bad(lambda: normalize((a, b)), NotAnExpressionError, ("(a, b)",)),
    "a SymPy tuple": Bad(lambda: normalize(Tuple(a, b)), NotAnExpressionError, ("(a, b)",)),
    "None": Bad(lambda: prove(None, a), NotAnExpressionError, ("None",)),
    "one side only": Bad(lambda: prove(a), DeriveError, ("a",)),
    "truth": Bad(lambda: prove(true, a), NotAnExpressionError, ("True",)),
    "a Python boolean": Bad(lambda: prove(bool(1), 1), NotAnExpressionError, ("True",)),
    "a function": Bad(lambda: normalize(sigmoid), NotAnExpressionError, ("sigmoid",)),
    "a whole tensor": Bad(lambda: normalize(x), ReadError, ("x",)),
    "a dictionary": Bad(lambda: prove({a: 1}, 1), NotAnExpressionError, ("{a: 1}",)),
    "a complex Python number": Bad(lambda: prove(a, 1j), DeriveError, ("1j",)),
    "not equal": Bad(lambda: prove(Ne(a, b)), DeriveError, ("Ne(a, b)",)),
    "an unknown relation": Bad(lambda: prove(a, b, relation="~"), DeriveError, ("~",)),
    "infinity": Bad(lambda: prove(a, oo), UnsupportedError, ("oo",)),
    "complex infinity": Bad(lambda: prove(zoo, a), UnsupportedError, ("zoo",)),
    "not a number": Bad(lambda: prove(nan, a), UnsupportedError, ("nan",)),
    "the imaginary unit": Bad(lambda: prove(a + I, a), UnsupportedError, ("I",)),
    "a symbol declared complex": Bad(
        lambda: normalize(a + Symbol("c", real=False, complex=True)), UnsupportedError, ("c",)
    ),
    "an imaginary symbol": Bad(lambda: normalize(a * Symbol("c", imaginary=True)), UnsupportedError, ("c",)),
    "a noncommutative symbol": Bad(lambda: normalize(a * Symbol("c", commutative=False)), UnsupportedError, ("c",)),
    "a float index": Bad(lambda: normalize(x[1.5] + a), BadIndexError, ("1.5", "x[1.5]")),
    "a float index that is whole": Bad(lambda: normalize(x[Float(2)] + a), BadIndexError, ("2.0",)),
    "half an index": Bad(lambda: normalize(x[Rational(1, 2)]), BadIndexError, ("1/2",)),
    "a tensor entry as an index": Bad(lambda: normalize(x[y[n]]), DeriveError, ("y[n]",)),
    "a negative index of a matrix": Bad(
        lambda: normalize(MatrixElement(A, Integer(-1), Integer(0))), BadIndexError, ("-1", "A[-1, 0]")
    ),
    "a float index of a matrix": Bad(lambda: normalize(A[0.5, 0]), BadIndexError, ("0.5",)),
    "a free index of two sizes": Bad(lambda: normalize(x[i] * w[i]), IndexClashError, ("i", "N", "D")),
    "a bound index of two sizes": Bad(lambda: normalize(total(x[i] * w[i], i)), IndexClashError, ("i", "N", "D")),
    "a free index of two ranges": Bad(lambda: prove(x[i], Sum(w[i] * a, (d, 1, D))), IndexClashError, ("i", "N", "D")),
    "a sum to infinity": Bad(lambda: normalize(Sum(free[i], (i, 1, oo))), ReadError, ("oo",)),
    "a sum from minus infinity": Bad(lambda: normalize(Sum(free[i], (i, -oo, N))), ReadError, ("-oo",)),
    "a sum to a half": Bad(lambda: normalize(Sum(free[i], (i, 1, Rational(1, 2)))), ReadError, ("1/2",)),
    "a sum to a float": Bad(lambda: normalize(Sum(free[i], (i, 1, 2.5))), ReadError, ("2.5",)),
    "a sum to a tensor entry": Bad(lambda: normalize(Sum(free[i], (i, 1, x[1]))), ReadError, ("x[1]",)),
    "two ranks of one tensor": Bad(lambda: normalize(free[i] * a + free[i, j]), ShapeMismatchError, ("q",)),
    "two shapes of one tensor": Bad(
        lambda: prove(IndexedBase("x", shape=(N,))[i], IndexedBase("x", shape=(D,))[j]), DeriveError, ("x",)
    ),
    "matrices of different shapes": Bad(lambda: prove(A, B), ShapeMismatchError, ("N", "D")),
    "a matrix and a number": Bad(lambda: prove(A, a), ShapeMismatchError, ("A",)),
    "one name, two symbols": Bad(lambda: normalize(Symbol("a", positive=True) + Symbol("a")), NameClashError, ("a",)),
    "one name on each side": Bad(
        lambda: prove(Symbol("a", positive=True), Symbol("a", real=True)), NameClashError, ("a",)
    ),
    "a fact in words": Bad(lambda: prove(a, b, assuming="a is b"), BadFactError, ("a is b",)),
    "a number as a fact": Bad(lambda: prove(a, b, assuming=[3]), BadFactError, ("3",)),
    "a fact about an entry": Bad(lambda: sign(y[n]), BadFactError, ("y[n]",)),
    "an inequality that is no order": Bad(lambda: prove(a, b, assuming=[Ne(a, b)]), BadFactError, ("Ne(a, b)",)),
    "differentiating by a number": Bad(lambda: differentiate(a**2, 2), DeriveError, ("2",)),
    "differentiating by a sum": Bad(lambda: differentiate(a**2, a + b), DeriveError, ("a + b",)),
    "differentiating by a size": Bad(lambda: differentiate(N * a, N), DeriveError, ("N",)),
    "differentiating by an index": Bad(lambda: differentiate(x[n], n), DeriveError, ("n",)),
    "differentiating by an entry at twice an index": Bad(
        lambda: differentiate(total(x[n] ** 2, n), x[2 * n]), DeriveError, ("2*n",)
    ),
    "a gradient of a string": Bad(lambda: gradient("a", x), NotAnExpressionError, ("a",)),
    "a gradient by a string": Bad(lambda: gradient(a, "x"), DeriveError, ("x",)),
    "a hessian by a function": Bad(lambda: hessian(a, exp), DeriveError, ("exp",)),
    "a gradient of the wrong rank": Bad(lambda: gradient(total(x[n] ** 2, n), x)[i, j], DeriveError, ("i", "j")),
    "substituting for a number": Bad(lambda: substitute(a, 3, b), DeriveError, ("3",)),
    "substituting a string": Bad(lambda: substitute(a, a, "b"), NotAnExpressionError, ("b",)),
    "substituting for a sum": Bad(lambda: substitute(a + b, a + b, a), DeriveError, ("a + b",)),
    "substituting a matrix for an entry": Bad(lambda: substitute(x[n], x[i], A), DeriveError, ("A",)),
    "no seconds": Bad(lambda: prove(a, b, limits=Limits(seconds=0)), BadLimitError, ("seconds",)),
    "limits that are a number": Bad(lambda: prove(a, b, limits=cast("Any", 3)), DeriveError, ("3",)),
    "a size that is no name": Bad(lambda: size(cast("Any", 3)), DeriveError, ("3",)),
    "a size without a name": Bad(lambda: size(""), DeriveError, ("size",)),
    "an index that is no name": Bad(lambda: index(cast("Any", 3), N), DeriveError, ("3",)),
    "an index over a negative size": Bad(lambda: index("i", -1), DeriveError, ("-1",)),
    "an index over a range with a step": Bad(lambda: index("i", (0, N, 2)), DeriveError, ("(0, N, 2)",)),
    "an index over a truth value": Bad(lambda: index("i", *cast("Any", [True])), DeriveError, ("True",)),
    "a tensor with a truth value for a size": Bad(lambda: tensor("A", *cast("Any", [True])), DeriveError, ("True",)),
    "a relation that is no text": Bad(lambda: prove(a, b, relation=cast("Any", Eq(a, b))), DeriveError, ("Eq(a, b)",)),
    "a relation that is empty": Bad(lambda: prove(a, b, relation=""), DeriveError, ("''",)),
    "an index over a string": Bad(lambda: index("i", "N"), DeriveError, ("N",)),
    "a tensor that is no name": Bad(lambda: tensor(x, N), DeriveError, ("x",)),
    "a tensor with half an axis": Bad(lambda: tensor("x", 2.5), DeriveError, ("2.5",)),
    "a tensor with a named axis": Bad(lambda: tensor("x", "N"), DeriveError, ("N",)),
}


@pytest.mark.parametrize("case", BAD.values(), ids=BAD)
def test_bad_input_is_refused_by_its_name(case: Bad) -> None:
    """What cannot be read raises the error of its kind, never a bare one of SymPy or Python."""
    with pytest.raises(case.error) as caught:
        _ = case.call()

    assert [word for word in case.shows if word not in str(caught.value)] == []


@pytest.mark.parametrize("case", BAD.values(), ids=BAD)
def test_message_is_whole(case: Bad) -> None:
    """Every message has a value, a reason and a way out, in one sentence each."""
    with pytest.raises(DeriveError) as caught:
        _ = case.call()

    error = caught.value
    parts = {"value": str(error.value), "reason": error.reason, "way out": error.way_out}
    assert [name for name, part in parts.items() if not part.strip()] == []


IN_PLACE = {
    "a float index deep inside": (lambda: normalize(a + exp(total(y[n] * x[1.5], n))), "x[1.5]"),
    "a clash deep inside": (lambda: normalize(a * log(1 + x[i] ** 2 * w[i] ** 2)), "w[i]"),
    "an infinite sum deep inside": (
        lambda: normalize(a + total(x[n] * Sum(free[i], (i, 1, oo)), n)),
        "Sum(q[i], (i, 1, oo))",
    ),
}


@pytest.mark.parametrize(("call", "place"), IN_PLACE.values(), ids=IN_PLACE)
def test_message_names_the_place(call: Callable[[], object], place: str) -> None:
    """The message shows the part of the expression where the fault is, however deep."""
    with pytest.raises(ReadError) as caught:
        _ = call()

    assert place in str(caught.value)


NEVER_BARE: tuple[object, ...] = (
    "x",
    b"x",
    None,
    [],
    {},
    object(),
    1j,
    float("nan"),
    float("inf"),
    Ellipsis,
    NotImplemented,
    len,
    int,
    Symbol,
    Function("f"),
    IndexedBase("q"),
    Tuple(),
    Eq(a, b),
    oo,
    zoo,
    nan,
    I,
    true,
    Idx("i"),
    Product(free[i], (i, 1, oo)),
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


@pytest.mark.parametrize(
    "thing", NEVER_BARE, ids=[f"{at} {type(thing).__name__}" for at, thing in enumerate(NEVER_BARE)]
)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_nothing_raises_a_bare_error(call: Callable[[object], object], thing: object) -> None:
    """Whatever is handed in, in whatever place: an answer or an error of the family."""
    try:
        answer = call(thing)
    except DeriveError as error:
        answer = str(error)

    assert answer is not NotImplemented


READ = {
    "limits from 1": (Sum(x[i] * y[i], (i, 1, N)), Sum(y[j] * x[j], (j, 1, N))),
    "limits from 0": (Sum(x[i] * y[i], (i, 0, N - 1)), Sum(y[j] * x[j], (j, 0, N - 1))),
    "an Idx with a range": (Sum(x[Idx("i", N)], Idx("i", N)), Sum(x[j], (j, 0, N - 1))),
    "an Idx with two ends": (Sum(x[Idx("i", (1, N))], Idx("i", (1, N))), Sum(x[j], (j, 1, N))),
    "index()": (Sum(x[index("i", N)], index("i", N)), Sum(x[j], (j, 0, N - 1))),
    "several limits": (
        Sum(X[n, d], (n, 1, N), (d, 1, D)),
        Sum(Sum(X[n, d], (d, 1, D)), (n, 1, N)),
    ),
    "a numeric size": (Sum(x[i], (i, 1, 3)), x[1] + x[2] + x[3]),
    "an empty sum": (Sum(x[i], (i, 1, 0)), Integer(0)),
    "a product of exponentials": (Product(exp(x[i]), (i, 1, N)), exp(Sum(x[i], (i, 1, N)))),
    "a constant product": (Product(exp(a), (i, 1, N)), exp(N * a)),
    "a delta with a range": (Sum(KroneckerDelta(i, j, (1, N)) * x[i], (i, 1, N)), x[j]),
    "a power of a half": (sqrt(exp(a)), exp(a / 2)),
    "a rational power": (exp(a) ** Rational(2, 3), exp(2 * a / 3)),
    "tanh": (tanh(a), (exp(2 * a) - 1) / (exp(2 * a) + 1)),
    "softplus": (softplus(a), log(1 + exp(a))),
    "an unknown function": (Sum(Function("f")(x[i]) * a, (i, 1, N)), a * Sum(Function("f")(x[j]), (j, 1, N))),
    "a matrix entry": ((A * B)[i, j], Sum(A[i, d] * B[d, j], (d, 0, D - 1))),
    "a trace": (Trace(A * B), Sum(A[i, d] * B[d, i], (i, 0, N - 1), (d, 0, D - 1))),
    "a cyclic trace": (Trace(A * B), Trace(B * A)),
    "an integer on the left": (Integer(2), Integer(1) + 1),
}


@pytest.mark.parametrize(("lhs", "rhs"), READ.values(), ids=READ)
def test_form_is_read(lhs: Expr, rhs: Expr) -> None:
    """Plain SymPy is read as it stands, and equal things are proved equal."""
    assert status(lhs, rhs) == "proved"


MATRICES = {
    "associative": ((A * B) * C, A * (B * C)),
    "distributive": ((A + A) * B, 2 * A * B),
    "transpose of a product": ((A * B).T, B.T * A.T),
    "identity": (Identity(N) * A, A),
    "hadamard": (HadamardProduct(A, A).T, HadamardProduct(A.T, A.T)),
    "inverse cancels": (Inverse(C) * C * A, A),
    "inverse of a product": (Inverse(C * MatrixSymbol("E", N, N)), Inverse(MatrixSymbol("E", N, N)) * Inverse(C)),
    "normal equations": ((A.T * A) * (Inverse(A.T * A) * A.T * C), A.T * C),
}


@pytest.mark.parametrize(("lhs", "rhs"), MATRICES.values(), ids=MATRICES)
def test_matrix_algebra_is_read(lhs: Basic, rhs: Basic) -> None:
    """Matrix expressions are compared entry by entry."""
    assert status(lhs, rhs) == "proved"


def test_python_numbers_are_numbers() -> None:
    """Python integers and fractions need no wrapping."""
    assert (status(2, 2), status(a - a, 0), status(2, 3)) == ("proved", "proved", "refuted")


def test_conveniences_are_plain_sympy() -> None:
    """`size`, `index` and `tensor` return what SymPy calls them."""
    made = size("N"), index("i", N), tensor("X", N, D)

    assert made == (Symbol("N", integer=True, positive=True), Idx("i", N), IndexedBase("X", shape=(N, D)))


def test_range_taken_from_a_slot_is_said() -> None:
    """A free bare index takes the range of its slot, and the verdict says so."""
    verdict = prove(Sum(X[n, d] * w[d], (d, 1, D)) * a, a * Sum(w[i] * X[n, i], (i, 1, D)))

    told = " ".join(verdict.assumptions)
    assert (verdict.status, "n" in told and "N" in told) == ("proved", True)


def test_ranges_are_what_the_limits_say() -> None:
    """x[0..N-1] and x[1..N] are different entries."""
    assert status(Sum(x[i], (i, 0, N - 1)), Sum(x[i], (i, 1, N))) == "refuted"


def test_a_range_that_is_one_short_lacks_the_last_entry() -> None:
    """The size itself is an index."""
    assert status(Sum(x[i], (i, 1, N - 1)) + x[N], Sum(x[i], (i, 1, N))) == "proved"


def test_strings_are_never_evaluated(tmp_path: Path) -> None:
    """A string with a side effect has none."""
    witness = tmp_path / "ran"

    with pytest.raises(NotAnExpressionError):
        _ = prove(f"open({str(witness)!r}, 'w')", 1)
    assert witness.exists() is False


def test_conditions_of_an_inverse_are_said() -> None:
    """A proof that cancels an inverse rests on its existence."""
    verdict = prove(MatMul(Inverse(C), C, A), A)

    told = " ".join(str(condition) for condition in verdict.conditions)
    assert (verdict.status, "C" in told) == ("proved", True)
