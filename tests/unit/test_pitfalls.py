"""Where SymPy 1.14 is silently wrong or stuck: its answer, pinned, beside ours.

When a new SymPy answers rightly its half of a test fails here, and the row can be retired.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from sympy import (
    Determinant,
    Expr,
    IndexedBase,
    Integer,
    Inverse,
    KroneckerDelta,
    Lambda,
    MatrixExpr,
    MatrixSymbol,
    Mul,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
    log,
    simplify,  # noqa: TID251 -- its answers are what is pinned here
    solve,
    symbols,
)
from sympy.tensor.array.expressions import convert_indexed_to_array

from derive import differentiate, gradient, normalize, prove, substitute
from tests.checked import status

N, D, K = symbols("N D K", positive=True, integer=True)
i, j, k, r, m, n, p = symbols("i j k r m n p", integer=True)
a, w, x, y, z, A, X = map(IndexedBase, ["a", "w", "x", "y", "z", "A", "X"])
c, q = symbols("c q", real=True)
V, U = MatrixSymbol("V", D, K), MatrixSymbol("U", D, K)
B, S = MatrixSymbol("B", D, D), MatrixSymbol("S", D, D)
v = MatrixSymbol("v", D, 1)
QUADRATIC = Trace(V.T * B * V)
LOG_SUM_EXP = log(Sum(exp(z[k]), (k, 1, K)))
SURPRISAL = Sum(-y[k] * (z[k] - LOG_SUM_EXP.xreplace({k: j})), (k, 1, K))


@dataclass(frozen=True)
class Pitfall:
    """What SymPy answers, what we answer, and what is right."""

    sympy: Callable[[], Expr]
    wrong: Expr | int
    ours: Callable[[], Expr]
    right: Expr | int


SILENT = {
    "log-sum-exp by the bound index": Pitfall(
        lambda: log(Sum(exp(w[i]), (i, 0, D - 1))).diff(w[i]),
        1,
        lambda: differentiate(log(Sum(exp(w[i]), (i, 0, D - 1))), w[i]),
        exp(w[i]) / Sum(exp(w[j]), (j, 0, D - 1)),
    ),
    "sum of squares by the bound index": Pitfall(
        lambda: Sum(w[i] ** 2, (i, 0, D - 1)).diff(w[i]),
        Sum(2 * w[i], (i, 0, D - 1)),
        lambda: differentiate(Sum(w[i] ** 2, (i, 0, D - 1)), w[i]),
        2 * w[i],
    ),
    "sum by the bound index": Pitfall(
        lambda: Sum(w[j], (j, 1, D)).diff(w[j]),
        Sum(1, (j, 1, D)),
        lambda: differentiate(Sum(w[j], (j, 1, D)), w[j]),
        1,
    ),
    "log-sum-exp of a matrix's column by the bound index": Pitfall(
        lambda: log(Sum(exp(v[i, 0]), (i, 0, D - 1))).diff(v[i, 0]),
        1,
        lambda: differentiate(log(Sum(exp(v[i, 0]), (i, 0, D - 1))), v[i, 0]),
        exp(v[i, 0]) / Sum(exp(v[j, 0]), (j, 0, D - 1)),
    ),
    "capture of a number by subs": Pitfall(
        lambda: Sum(x[i] * q, (i, 1, N)).subs(q, y[i]),
        Sum(x[i] * y[i], (i, 1, N)),
        lambda: substitute(Sum(x[i] * q, (i, 1, N)), q, y[i]),
        y[i] * Sum(x[j], (j, 1, N)),
    ),
    "capture of a number by xreplace": Pitfall(
        lambda: Sum(x[i] * q, (i, 1, N)).xreplace({q: y[i]}),
        Sum(x[i] * y[i], (i, 1, N)),
        lambda: substitute(Sum(x[i] * q, (i, 1, N)), q, y[i]),
        y[i] * Sum(x[j], (j, 1, N)),
    ),
    "capture of an entry": Pitfall(
        lambda: Sum(a[n] * w[i], (n, 1, N)).subs(w[i], a[n] * X[n, i]),
        Sum(X[n, i] * a[n] ** 2, (n, 1, N)),
        lambda: substitute(Sum(a[n] * w[i], (n, 1, N)), w[i], a[n] * X[n, i]),
        a[n] * X[n, i] * Sum(a[m], (m, 1, N)),
    ),
    "a family under a sum is left alone": Pitfall(
        lambda: Sum(w[i] ** 2, (i, 1, D)).subs(w[j], 3 * x[j]),
        Sum(w[i] ** 2, (i, 1, D)),
        lambda: substitute(Sum(w[i] ** 2, (i, 1, D)), w[j], 3 * x[j]),
        9 * Sum(x[i] ** 2, (i, 1, D)),
    ),
    "the bound name of a family under a sum": Pitfall(
        lambda: Sum(w[i] ** 2, (i, 1, D)).subs(w[i], 3 * x[i]),
        Sum(w[i] ** 2, (i, 1, D)),
        lambda: substitute(Sum(w[i] ** 2, (i, 1, D)), w[i], 3 * x[i]),
        9 * Sum(x[i] ** 2, (i, 1, D)),
    ),
}


@pytest.mark.parametrize("case", SILENT.values(), ids=SILENT)
def test_sympy_is_silently_wrong(case: Pitfall) -> None:
    """SymPy's answer is the one that is pinned, and it is refuted."""
    assert (case.sympy(), status(case.wrong, case.right)) == (case.wrong, "refuted")


@pytest.mark.parametrize("case", SILENT.values(), ids=SILENT)
def test_we_are_right(case: Pitfall) -> None:
    """Our answer is the right one."""
    assert status(case.ours(), case.right) == "proved"


NORM, MIXED = Trace(V.T * V), (B + B.T) * V
MATRICES = {
    "v'v": ((v.T * v)[0, 0], v, ZeroMatrix(D, 1), 2 * v),
    "log of a trace": (log(NORM), V, ZeroMatrix(D, K), 2 * V / NORM),
    "exp of a trace": (exp(NORM), V, ZeroMatrix(D, K), 2 * exp(NORM) * V),
    "reciprocal of a trace": (1 / QUADRATIC, V, ZeroMatrix(D, K), -MIXED / QUADRATIC**2),
    "sum of traces": (NORM + Trace(U.T * V), V, ZeroMatrix(D, K), 2 * V + U),
    "quotient of traces": (NORM / QUADRATIC, V, 2 / QUADRATIC * V, 2 * V / QUADRATIC - NORM * MIXED / QUADRATIC**2),
    "log of a determinant": (log(Determinant(S)), S, ZeroMatrix(D, D), Inverse(S).T),
}


@pytest.mark.parametrize(("expr", "by", "wrong", "right"), MATRICES.values(), ids=MATRICES)
def test_sympy_differentiates_matrices_wrongly(
    expr: Expr, by: MatrixSymbol, wrong: MatrixExpr, right: MatrixExpr
) -> None:
    """SymPy's gradient is zero, or half of the quotient rule."""
    answer = expr.diff(by)

    assert (answer, answer == right) == (wrong if answer != 0 else Integer(0), False)


@pytest.mark.parametrize(("expr", "by", "wrong", "right"), MATRICES.values(), ids=MATRICES)
def test_we_differentiate_matrices_rightly(expr: Expr, by: MatrixSymbol, wrong: MatrixExpr, right: MatrixExpr) -> None:
    """Our gradient is the textbook's, and SymPy's is not proved equal to it."""
    ours = gradient(expr, by)

    assert (status(ours, right), status(ours, wrong) == "proved") == ("proved", False)


STUCK = {
    "another bound name": (Sum(x[i], (i, 1, N)), Sum(x[j], (j, 1, N))),
    "three names": (
        Sum(x[i] + y[i], (i, 1, N)),
        Sum(x[j], (j, 1, N)) + Sum(y[k], (k, 1, N)),
    ),
    "another order of limits": (Sum(X[i, j], (i, 1, N), (j, 1, D)), Sum(X[i, j], (j, 1, D), (i, 1, N))),
    "a square and a double sum": (Sum(x[i], (i, 1, N)) ** 2, Sum(x[i] * x[j], (i, 1, N), (j, 1, N))),
    "a product and a double sum": (
        Sum(x[i], (i, 1, N)) * Sum(y[i], (i, 1, N)),
        Sum(x[i] * y[j], (i, 1, N), (j, 1, N)),
    ),
    "relabelled quadratic forms": (
        Sum(A[i, j] * w[i] * w[j], (i, 1, D), (j, 1, D)),
        Sum(A[j, i] * w[i] * w[j], (i, 1, D), (j, 1, D)),
    ),
    "deviations from the mean": (Sum(x[i] - Sum(x[j], (j, 1, N)) / N, (i, 1, N)), Integer(0)),
    "softmax sums to one": (Sum(exp(x[k]) / Sum(exp(x[r]), (r, 1, K)), (k, 1, K)), Integer(1)),
    "log of a product of densities": (log(Product(exp(-(x[i] ** 2)), (i, 1, N))), -Sum(x[i] ** 2, (i, 1, N))),
}


@pytest.mark.parametrize(("lhs", "rhs"), STUCK.values(), ids=STUCK)
def test_simplify_does_not_see_equality(lhs: Expr, rhs: Expr) -> None:
    """SymPy's `simplify` leaves a difference that is zero."""
    assert simplify(lhs - rhs) != 0


@pytest.mark.parametrize(("lhs", "rhs"), STUCK.values(), ids=STUCK)
def test_we_prove_it(lhs: Expr, rhs: Expr) -> None:
    """We prove the same equality, for every size."""
    assert status(lhs, rhs) == "proved"


@pytest.mark.parametrize(("lhs", "rhs"), STUCK.values(), ids=STUCK)
def test_our_normal_forms_are_identical(lhs: Expr, rhs: Expr) -> None:
    """Equal expressions have one normal form."""
    assert normalize(lhs) == normalize(rhs)


def test_sympy_equality_is_structural() -> None:
    """`==`, `equals` and `dummy_eq` do not see that bound names are free to choose; `prove` does."""
    pair = Sum(x[i] * y[j], (i, 1, N), (j, 1, N)), Sum(x[j] * y[i], (i, 1, N), (j, 1, N))

    theirs = pair[0] == pair[1], pair[0].equals(pair[1]), pair[0].dummy_eq(pair[1])
    assert (theirs, status(*pair)) == ((False, None, False), "proved")


def test_derivative_has_no_piecewise() -> None:
    """SymPy's derivative of a sum of squares is a Piecewise over the range of a free index; ours is 2 x_k."""
    loss = Sum(x[i] ** 2, (i, 1, N))

    assert (loss.diff(x[k]).doit().func, differentiate(loss, x[k])) == (Piecewise, 2 * x[k])


def test_delta_collapses_in_any_limit() -> None:
    """SymPy contracts a delta in the first limit only; we do in each."""
    body = KroneckerDelta(k, p) * A[i, k] * z[p]
    inner, outer = Sum(body, (k, 1, K), (i, 1, n)), Sum(body, (i, 1, n), (k, 1, K))

    theirs = outer.doit().has(KroneckerDelta)
    assert (theirs, status(inner, Sum(A[i, p] * z[p], (i, 1, n))), status(inner, outer)) == (True, "proved", "proved")


def test_gradient_of_the_cross_entropy_crashes_simplify() -> None:
    """`simplify` of the gradient raises StopIteration; ours is p_m sum y - y_m."""
    with pytest.raises(StopIteration):
        simplify(SURPRISAL.diff(z[m]))

    right = exp(z[m]) / Sum(exp(z[k]), (k, 1, K)) * Sum(y[k], (k, 1, K)) - y[m]
    assert status(differentiate(SURPRISAL, z[m]), right) == "proved"


def test_solve_finds_no_solution_where_there_is_one() -> None:
    """SymPy says that sum (y_i - c) = 0 has no solution; the mean is one."""
    equation = Sum(y[i] - c, (i, 1, N))

    at_mean = substitute(equation, c, Sum(y[j], (j, 1, N)) / N)
    assert (solve(equation, c), status(at_mean, 0)) == ([], "proved")


def test_lambda_captures() -> None:
    """SymPy's Lambda puts a free n under a bound n; a family substituted at n keeps them apart."""
    captured = Lambda(i, Sum(X[i, n], (n, 1, N)))(n)
    ours = substitute(x[n], x[i], Sum(X[i, n], (n, 1, N)))

    assert (captured, status(ours, Sum(X[n, m], (m, 1, N)))) == (Sum(X[n, n], (n, 1, N)), "proved")


def test_conversion_to_arrays_drops_the_delta() -> None:
    """SymPy turns delta_ij a_j w_j into a contraction over j, a number; its sum over j is a_i w_i."""
    expr = Sum(KroneckerDelta(i, j) * a[j] * w[j], (j, 0, D - 1))

    theirs = convert_indexed_to_array(expr)
    assert ("KroneckerDelta" in str(theirs), status(expr, a[i] * w[i])) == (False, "proved")


def test_sigmoid_of_a_sum_stays_readable() -> None:
    """`simplify` writes exp of a sum as a product of exponentials; our normal form does not."""
    total = Sum(x[i], (i, 1, D))
    expr = exp(total) / (1 + exp(total))

    assert (simplify(expr).has(Product), normalize(expr).has(Product)) == (True, False)


def test_sum_of_zero_is_zero() -> None:
    """SymPy keeps a sum of zeros apart from zero."""
    zeros = Sum(Integer(0), (i, 1, N))

    assert (zeros == 0, normalize(zeros)) == (False, 0)


def test_one_by_one_matrix_is_a_number() -> None:
    """SymPy keeps v'v a matrix that a number cannot be divided by; its entry is a number to us."""
    square = (v.T * v)[0, 0]

    assert status(square / square**2 * square, 1) == "proved"


def test_written_form_is_read() -> None:
    """What SymPy would rewrite at construction can be given unevaluated, and is read alike."""
    written = Mul(Integer(2), q + c, evaluate=False)

    assert (written == 2 * q + 2 * c, status(written, 2 * q + 2 * c)) == (False, "proved")


def test_derivative_of_a_product_keeps_the_product() -> None:
    """SymPy differentiates a product into products over split ranges; ours is x_j times the product."""
    likelihood = Product(exp(x[i] * w[i]), (i, 1, D))

    theirs = str(likelihood.diff(w[j]))
    assert ("Dummy" in theirs, status(differentiate(likelihood, w[j]), x[j] * likelihood)) == (True, "proved")


def test_tensor_by_its_own_name() -> None:
    """SymPy cannot differentiate by an IndexedBase; the gradient is a family."""
    with pytest.raises(ValueError, match="derivative"):
        w.diff(w)

    assert status(gradient(Sum(w[i] ** 2, (i, 1, D)), w)[j], 2 * w[j]) == "proved"


def test_number_of_terms_is_not_one() -> None:
    """A constant under a sum counts the terms."""
    assert prove(Sum(q, (i, 1, N)), N * q).status == "proved"


def test_unused_names_do_not_matter() -> None:
    """Bound names nest: the inner one hides the outer."""
    shadowed = Sum(Sum(x[i], (i, 1, N)) * y[i], (i, 1, N))

    assert status(shadowed, Sum(x[j], (j, 1, N)) * Sum(y[k], (k, 1, N))) == "proved"


def test_symbol_called_like_a_constant() -> None:
    """A symbol named e, i or pi is that symbol."""
    e = Symbol("e", real=True)

    assert status(e, exp(Integer(1))) == "refuted"
