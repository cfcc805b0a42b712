"""What an index runs over: the sums around it do not tell, and what a sum leaves out is not in it.

Kinds: a derivative by a place that the sum leaves out; a fact about a whole axis, used on a part; a declared range,
narrowed by a sum beside it; a base without a shape; a range that is reversed at small sizes, or always.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from sympy import (
    Abs,
    Derivative,
    Eq,
    Idx,
    IndexedBase,
    Integer,
    KroneckerDelta,
    MatrixSymbol,
    Max,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
    exp,
    log,
    symbols,
)

from benchmarks.grammars import matrices
from benchmarks.grammars.claims import FAR, Engine, judged
from benchmarks.grammars.kinds import bits, distribution, one_of, positives, signs
from benchmarks.grammars.values import Kind
from derive import (
    binary,
    differentiate,
    gradient,
    hessian,
    normalize,
    one_hot,
    positive,
    sigmoid,
    simplex,
    size,
    tensor,
)
from derive import sign as signs_of
from tests.lies.known import Slope, believed, false, mislabelled, true, wrong_slopes

N, D = size("N"), size("D")
w, x, y, t = (tensor(name, N) for name in "wxyt")
A, T = tensor("A", N, D), tensor("T", N, D)
q, h = IndexedBase("q"), IndexedBase("h")
n, m, k, j = symbols("n m k j", integer=True)
a = Symbol("a", real=True)
u, X = MatrixSymbol("u", N, 1), MatrixSymbol("X", N, D)
AXIS, COLUMNS = (0, N - 1), (0, D - 1)
AT_K, AT_KJ = {"k": AXIS}, {"k": AXIS, "j": COLUMNS}


def part(body: Any, low: Any = 1, high: Any = N - 1) -> Sum:
    """Return the sum of a body in n over a part."""
    return Sum(body, (n, low, high))


def asked(expr: Any, by: Any = w[k], free: Any = None, sizes: tuple[str, ...] = ("N",)) -> Slope:
    """Return a derivative by one entry."""
    return Slope(lambda: differentiate(expr, by), expr, (by,), AT_K if free is None else free, sizes)


ROWS = Sum(A[n, m] ** 2, (n, 1, N - 1), (m, 0, D - 1))
NESTED = Sum(w[n] * Sum(w[m], (m, 1, N - 1)), (n, 0, N - 2))
SOFTMAX = log(part(exp(w[n])))
SQUARE = part(w[n] ** 2)
HALF_OPEN = part(w[n] ** 3, 0, N - 2)
GUARDED = part(Piecewise((w[n + 1] * y[n], n < N - 1), (0, True)), 0)
BY_PLACE: dict[str, Slope] = {
    "squares from 1": asked(SQUARE),
    "products to N - 2": asked(part(w[n] * y[n], 0, N - 2)),
    "exponentials from 2": asked(part(exp(w[n] * y[n]), 2)),
    "an entry beside the sum": asked(w[0] + SQUARE),
    "the product of two parts": asked(SQUARE * HALF_OPEN),
    "a logarithm of exponentials": asked(SOFTMAX),
    "sigmoids of differences": asked(part(sigmoid(w[n] - w[n - 1]))),
    "a nested sum": asked(NESTED),
    "neighbours": asked(part(w[n] * w[n - 1])),
    "squared differences": asked(part((w[n + 1] - w[n]) ** 2, 0, N - 2)),
    "a padded neighbour": asked(GUARDED),
    "an index from 1": asked(SQUARE, w[Idx("k", (1, N - 1))], {"k": (1, N - 1)}),
    "an index over the axis": asked(SQUARE, w[Idx("k", N)]),
    "two axes": asked(ROWS, A[k, j], AT_KJ, ("N", "D")),
    "two axes, the last column left out": asked(
        Sum(A[n, m] * y[n], (n, 0, N - 1), (m, 0, D - 2)), A[k, j], AT_KJ, ("N", "D")
    ),
    "a row of two axes": asked(Sum(A[0, m] * A[1, m], (m, 1, D - 1)), A[0, j], {"j": COLUMNS}, ("N", "D")),
    "a base without a shape": asked(part(q[n] ** 2, 1, N), q[k], {"k": FAR}),
    "a base without a shape, shifted": asked(part(q[n + 1] * q[n], 1, N), q[k], {"k": FAR}),
    "a delta": asked(part(KroneckerDelta(n, 2) * w[n] ** 2, 0)),
    "a maximum": asked(part(Max(w[n], 0) * y[n])),
    "one place": asked(SQUARE, w[0], {}),
    "the last place": asked(HALF_OPEN, w[N - 1], {}),
    "a gradient": Slope(lambda: gradient(SQUARE, w)[k], SQUARE, (w[k],), AT_K),
    "a gradient of neighbours": Slope(lambda: gradient(HALF_OPEN * w[0], w)[k], HALF_OPEN * w[0], (w[k],), AT_K),
    "a Hessian": Slope(lambda: hessian(SQUARE, w)[k, m], SQUARE, (w[k], w[m]), {"k": AXIS, "m": AXIS}),
    "a Hessian of a product": Slope(
        lambda: hessian(SQUARE * HALF_OPEN, w)[k, m], SQUARE * HALF_OPEN, (w[k], w[m]), {"k": AXIS, "m": AXIS}
    ),
    "a second derivative": Slope(lambda: hessian(SQUARE, w[k]), SQUARE, (w[k], w[k]), AT_K),
    "a gradient of two axes": Slope(lambda: gradient(ROWS, A)[k, j], ROWS, (A[k, j],), AT_KJ, ("N", "D")),
}
BY_MATRIX = (
    (Sum(u[n, 0] ** 2, (n, 1, N - 1)), u),
    (Sum(u[n, 0] ** 3, (n, 0, N - 2)) * u[0, 0], u),
    (Sum(X[n, m] ** 2, (n, 1, N - 1), (m, 0, D - 1)), X),
    (Sum(X[n, m] * u[n, 0], (n, 0, N - 1), (m, 1, D - 1)), X),
    (Sum(exp(X[n, m]), (n, 0, N - 2), (m, 1, D - 1)), X),
    (Sum(X[n, 0] ** 2, (n, 0, N - 1)), X),
)
DERIVATIVES = {
    "a Derivative from 1": false(Derivative(SQUARE, w[k]), 2 * w[k], free=AT_K),
    "a Derivative to N - 2": false(Derivative(HALF_OPEN, w[k]), 3 * w[k] ** 2, free=AT_K),
    "a Derivative of a softmax": false(Derivative(SOFTMAX, w[k]), exp(w[k]) / part(exp(w[n])), free=AT_K),
    "a Derivative at the first place": false(Derivative(SQUARE, w[0]), 2 * w[0]),
    "a Derivative without a shape": false(Derivative(part(q[n] ** 2, 1, N), q[k]), 2 * q[k], free={"k": FAR}),
    "two axes": false(Derivative(ROWS, A[k, j]), 2 * A[k, j], free=AT_KJ, sizes=("N", "D")),
    "right: in the part": true(
        Derivative(SQUARE, w[Idx("k", (1, N - 1))]), 2 * w[Idx("k", (1, N - 1))], free={"k": (1, N - 1)}
    ),
    "right: with an indicator": true(Derivative(SQUARE, w[k]), Piecewise((2 * w[k], k >= 1), (0, True)), free=AT_K),
    "right: the first place": true(Derivative(SQUARE, w[0]), 0),
}


def drawn(row: Any, *names: str) -> dict[str, Kind]:
    """Return how the entries of tensors are drawn."""
    return dict.fromkeys(names or ("t",), Kind(row))


IN_ROWS: dict[str, Any] = {"kinds": drawn(distribution, "T"), "sizes": ("N", "D")}
FACTS_ON_PARTS = {
    "simplex from 1": false(part(t[n]), 1, simplex(t), kinds=drawn(distribution)),
    "simplex to N - 2": false(part(t[n], 0, N - 2), 1, simplex(t), kinds=drawn(distribution)),
    "simplex, an entry beside it": false(t[0] + part(t[n]), 1 + t[0], simplex(t), kinds=drawn(distribution)),
    "simplex, inside": false(part(t[n], 2, N - 2), 1, simplex(t), kinds=drawn(distribution)),
    "simplex, times another": false(part(t[n] * a), a, simplex(t), kinds=drawn(distribution)),
    "simplex in a nested sum": false(
        Sum(t[n] * x[m], (n, 1, N - 1), (m, 0, N - 1)), Sum(x[m], (m, 0, N - 1)), simplex(t), kinds=drawn(distribution)
    ),
    "one-hot to N - 2": false(part(t[n] ** 2, 0, N - 2), 1, one_hot(t), kinds=drawn(one_of)),
    "one-hot from 1": false(part(t[n]), 1, one_hot(t), kinds=drawn(one_of)),
    "one-hot, a cube": false(part(t[n] ** 3, 2), 1, one_hot(t), kinds=drawn(one_of)),
    "one-hot, squared": false(part(t[n]) ** 2, 1, one_hot(t), kinds=drawn(one_of)),
    "rows of two axes": false(Sum(T[k, m], (m, 1, D - 1)), 1, simplex(T), free=AT_K, **IN_ROWS),
    "columns of two axes": false(Sum(T[n, j], (n, 0, N - 1)), 1, simplex(T), free={"j": COLUMNS}, **IN_ROWS),
    "all rows but the first": false(Sum(T[n, m], (n, 1, N - 1), (m, 0, D - 1)), N, simplex(T), **IN_ROWS),
    "at least 1": false(part(t[n]), 1, simplex(t), relation=">=", kinds=drawn(distribution)),
    "more than 0": false(part(t[n]), 0, simplex(t), relation=">", kinds=drawn(distribution)),
    "right: at most 1": true(part(t[n]), 1, simplex(t), relation="<=", kinds=drawn(distribution)),
    "right: the rest": true(part(t[n]), 1 - t[0], simplex(t), kinds=drawn(distribution)),
    "right: one-hot and its square": true(part(t[n] ** 2), part(t[n]), one_hot(t), kinds=drawn(one_of)),
    "right: all rows but the first": true(Sum(T[n, m], (n, 1, N - 1), (m, 0, D - 1)), N - 1, simplex(T), **IN_ROWS),
    "signs of a part": true(part(t[n] ** 2), N - 1, signs_of(t), kinds=drawn(signs)),
    "signs of a part, counted wrong": false(part(t[n] ** 2), N, signs_of(t), kinds=drawn(signs)),
    "bits of a part": false(part(t[n]), part(t[n] ** 2, 0), binary(t), kinds=drawn(bits)),
    "positive, a part": false(part(t[n]), 0, positive(t), relation=">", kinds=drawn(positives)),
}
FROM_1 = Idx("k", (1, N))
OF_1_TO_N = {
    "one axis from 1, and the sum from 2": false(part(q[n] ** 2, 2, N), part(q[n] ** 2, 1, N)),
    "one axis from 1, to N - 1": false(part(q[n], 1, N - 1), part(q[n], 1, N)),
    "an index from 1, a delta from 2": false(
        part(KroneckerDelta(n, FROM_1) * q[n], 2, N), q[FROM_1], free={"k": (1, N)}
    ),
    "an index from 1, a slope from 2": false(
        Derivative(part(q[n] ** 2, 2, N), q[FROM_1]), 2 * q[FROM_1], free={"k": (1, N)}
    ),
    "an index from 1, a slope to N - 1": false(
        Derivative(part(q[n] ** 3, 1, N - 1), q[FROM_1]), 3 * q[FROM_1] ** 2, free={"k": (1, N)}
    ),
    "right: an index from 1": true(part(KroneckerDelta(n, FROM_1) * q[n], 1, N), q[FROM_1], free={"k": (1, N)}),
    "right: a slope from 1": true(Derivative(part(q[n] ** 2, 1, N), q[FROM_1]), 2 * q[FROM_1], free={"k": (1, N)}),
}
P, S = MatrixSymbol("P", N, D), MatrixSymbol("S", N, N)
OF_ROWS: dict[str, Any] = {"kinds": drawn(distribution, "P"), "sizes": ("N", "D")}
IN_MATRICES = {
    "a row of a matrix": false(Sum(P[k, m], (m, 1, D - 1)), 1, simplex(P), free=AT_K, **OF_ROWS),
    "all rows but the last": false(Sum(P[n, m], (n, 0, N - 2), (m, 0, D - 1)), N, simplex(P), **OF_ROWS),
    "a trace without its first entry": false(Sum(S[n, n], (n, 1, N - 1)), Trace(S)),
    "the entries of a product": false(
        Sum(X[n, m] ** 2, (n, 0, N - 1), (m, 1, D - 1)), Trace(X.T * X), sizes=("N", "D")
    ),
    "one row of a product": false((S * u)[0, 0], Sum(S[0, n] * u[n, 0], (n, 1, N - 1))),
    "a delta over a part": false(Sum(KroneckerDelta(n, k) * u[n, 0], (n, 1, N - 1)), u[k, 0], free=AT_K),
    "a slope": false(Derivative(Sum(u[n, 0] ** 2, (n, 1, N - 1)), u[0, 0]), 2 * u[0, 0]),
    "right: a row": true(Sum(P[k, m], (m, 0, D - 1)), 1, simplex(P), free=AT_K, **OF_ROWS),
    "right: a trace": true(S[0, 0] + Sum(S[n, n], (n, 1, N - 1)), Trace(S)),
}


def shared(name: str) -> dict[str, Kind]:
    """Return a base without a shape whose entries 0..N-1 are a distribution, or one-hot; the others are 0."""

    def formula(world: Any, at: tuple[int, ...]) -> Any:
        inside = 0 <= at[0] < world.sizes["N"]
        return world.entry(name, (N,), at) if inside else world.entry("nothing", None, ())

    rows = {"shares": distribution, "states": one_of}
    return {"q": Kind(formula=formula), name: Kind(rows[name]), "nothing": Kind(lambda *_: [Fraction(0)])}


# What all entries of a base are is no claim as long as nothing says which entries it has: here it has 0..N-1.
NO_AXIS = {
    "a distribution from 1": false(part(q[n]), 1, simplex(q), kinds=shared("shares")),
    "a distribution to N - 2": false(part(q[n], 0, N - 2), 1, simplex(q), kinds=shared("shares")),
    "a distribution over two ranges": false(part(q[n], 1, N), part(q[n], 0, N - 1), simplex(q), kinds=shared("shares")),
    "a distribution inside": false(part(q[n], 1, N - 2), 1, simplex(q), kinds=shared("shares")),
    "at least 1": false(part(q[n]), 1, simplex(q), relation=">=", kinds=shared("shares")),
    "more than 0": false(q[k], 0, simplex(q), relation=">", kinds=shared("shares"), free=AT_K),
    "a one-hot base from 1": false(part(q[n] ** 2), 1, one_hot(q), kinds=shared("states")),
    "a one-hot base, its cube": false(part(q[n] ** 3, 0, N - 2), 1, one_hot(q), kinds=shared("states")),
    "one-hot, over two ranges": false(part(q[n], 1, N), part(q[n], 0, N - 1), one_hot(q), kinds=shared("states")),
}
D_PART, D_ALL = Idx("d", (1, N - 1)), Idx("d", N)
BY_IDX: dict[str, Any] = {"kinds": {"y": Kind(signs, 1)}, "among": {"d": (1, N - 1)}}
ONLY_FIRST = Idx("d", (0, 0))
RELATIONS_ON_PARTS = {
    "y^2 = 1 from 1, used at all": false(y[k] ** 2 * x[k], x[k], Eq(y[D_PART] ** 2, 1), free=AT_K, **BY_IDX),
    "y^2 = 1 from 1, used from 0": false(part(y[n] ** 2, 0), N, Eq(y[D_PART] ** 2, 1), **BY_IDX),
    "y^2 = 1 from 1, used at 0": false(y[0] ** 2, 1, Eq(y[D_PART] ** 2, 1), **BY_IDX),
    "y^2 = 1 at 0, used at all": false(
        y[k] ** 2, 1, Eq(y[ONLY_FIRST] ** 2, 1), free=AT_K, kinds={"y": Kind(signs, 0, Integer(0))}, among={"d": (0, 0)}
    ),
    "y = a from 1, used from 0": false(
        part(y[n], 0),
        N * a,
        Eq(y[D_PART], a),
        kinds={"y": Kind(formula=lambda world, at: world.entry("a" if at[0] else "b", None, ()))},
        among={"d": (1, N - 1)},
    ),
    "right: y^2 = 1 from 1, used from 1": true(part(y[n] ** 2 * x[n]), part(x[n]), Eq(y[D_PART] ** 2, 1), **BY_IDX),
    "right: used from 2": true(part(y[n] ** 2 * x[n], 2), part(x[n], 2), Eq(y[D_PART] ** 2, 1), **BY_IDX),
    "right: y^2 = 1 at all": true(
        part(y[n] ** 2), N - 1, Eq(y[D_ALL] ** 2, 1), kinds={"y": Kind(signs)}, among={"d": AXIS}
    ),
}
OWN = Idx("k", N)
NARROWED = {
    "a delta over a part": false(part(KroneckerDelta(n, OWN) * x[n]), x[OWN], free=AT_K),
    "a delta to N - 2": false(part(KroneckerDelta(n, OWN) * x[n], 0, N - 2), x[OWN], free=AT_K),
    "a delta at an axis": false(part(KroneckerDelta(n, k) * x[n]), x[k], free=AT_K),
    "a delta inside": false(part(KroneckerDelta(n, k) * x[n] * y[n], 1, N - 2), x[k] * y[k], free=AT_K),
    "a delta of one": false(part(KroneckerDelta(n, k)), 1, free={"k": FAR}),
    "a delta shifted": false(part(KroneckerDelta(n, k + 1) * x[n - 1], 1), x[k], free=AT_K),
    "a Piecewise over a part": false(part(Piecewise((x[n], Eq(n, k)), (0, True))), x[k], free=AT_K),
    "two axes": false(Sum(KroneckerDelta(m, j) * A[k, m], (m, 1, D - 1)), A[k, j], free=AT_KJ, sizes=("N", "D")),
    "without a shape": false(part(KroneckerDelta(n, k) * q[n], 1, N), q[k], free={"k": FAR}),
    "right: with the place that is left out": true(
        part(KroneckerDelta(n, k) * x[n]), x[k] * (1 - KroneckerDelta(k, 0)), free=AT_K
    ),
    "right: the whole axis": true(part(KroneckerDelta(n, OWN) * x[n], 0), x[OWN], free=AT_K),
}
REVERSED = {
    "a count": false(part(Integer(1), 3, N), N - 2),
    "a count from 2": false(part(a, 2, N - 1), a * (N - 2)),
    "always reversed": false(part(a, N + 3, 0), -a * (N + 2)),
    "reversed by two": false(part(a, N + 1, N - 1), -a),
    "a product": false(Product(a, (n, 2, N - 1)), a ** (N - 2)),
    "the last split off": false(part(x[n], 1, N - 1), part(x[n], 1, N - 2) + x[N - 1]),
    "a telescope": false(part(q[n + 1] - q[n], 2, N - 1), q[N] - q[2]),
    "split in the middle": false(part(q[n], 1, N), part(q[n], 1, 2) + part(q[n], 3, N)),
    "absolute": false(Abs(part(a, 3, N)), Abs(a) * (N - 2)),
    "right: always reversed is 0": true(part(a, N + 3, 0), 0),
    "right: an empty product": true(Product(a, (n, N + 1, N)), 1),
    "right: not below 0": true(part(Integer(1), 3, N), Max(N - 2, 0)),
    "right: one by one": true(part(x[n], 1, N - 1), part(x[n], 0, N - 1) - x[0]),
}
TABLES = {
    "derivatives": DERIVATIVES,
    "facts on parts": FACTS_ON_PARTS,
    "axes from 1": OF_1_TO_N,
    "no axis": NO_AXIS,
    "matrices": IN_MATRICES,
    "relations on parts": RELATIONS_ON_PARTS,
    "narrowed": NARROWED,
    "reversed": REVERSED,
}


@pytest.mark.parametrize("table", TABLES)
def test_the_rows_are_what_they_are_said_to_be(table: str) -> None:
    """Loops over arrays break every false row, and no true one."""
    assert mislabelled(TABLES[table]) == {}


@pytest.mark.parametrize("table", TABLES)
def test_no_lie_is_told(table: str) -> None:
    """What is false is not proved, and what is true is not refuted, with the second opinion and without."""
    assert believed(TABLES[table]) == {}


@pytest.mark.parametrize("name", BY_PLACE)
def test_a_derivative_is_right_at_every_place(name: str) -> None:
    """By dual numbers on real arrays, at the places that the sum leaves out too; or it is refused."""
    assert wrong_slopes({name: BY_PLACE[name]}) == {}


@pytest.mark.parametrize("row", range(len(BY_MATRIX)))
def test_a_gradient_by_a_matrix_is_right_at_every_place(row: int) -> None:
    """By dual numbers on real arrays; or it is refused."""
    outcome = judged(matrices.Slope(*BY_MATRIX[row]), Engine())
    assert outcome.word in {"fine", "refused"}, str(outcome)


NORMAL = {
    "a delta at 1": Sum(KroneckerDelta(1, n), (n, 0, N - 1)),
    "a delta at 1, with entries": Sum(KroneckerDelta(1, n) * x[n], (n, 0, N - 1)),
    "a delta at the last place": Sum(KroneckerDelta(n, N - 1), (n, 1, N - 1)),
    "a delta of neighbours": Sum(KroneckerDelta(n, m + 1), (n, 0, N - 1), (m, 0, N - 1)),
    "a delta of one index beyond": Sum(KroneckerDelta(n, N) * q[n], (n, 0, N - 1)),
    "a count from 3": Sum(1, (n, 3, N)),
    "a reversed sum": Sum(a, (n, N + 3, 0)),
    "an index as a number": Sum(n, (n, 2, N - 1)),
}


@pytest.mark.parametrize("name", NORMAL)
def test_a_normal_form_is_worth_the_same(name: str) -> None:
    """At every size, small ones too; or it is refused."""
    expr = NORMAL[name]
    assert wrong_slopes({name: Slope(lambda: normalize(expr), expr, ())}) == {}
