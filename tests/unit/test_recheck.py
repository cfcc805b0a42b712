"""`recheck`: what it agrees with, what it says otherwise, and what it costs."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import product

import pytest
from sympy import (
    Abs,
    Add,
    Basic,
    Derivative,
    Determinant,
    Eq,
    Expr,
    Function,
    Identity,
    IndexedBase,
    Integral,
    KroneckerDelta,
    Matrix,
    MatrixSymbol,
    Max,
    Pow,
    Product,
    Subs,
    Sum,
    Symbol,
    Trace,
    exp,
    log,
    sin,
    sqrt,
    symbols,
)
from sympy.matrices.expressions import HadamardProduct, OneMatrix

from derive.errors import BadFactError, BadLimitError, NotAnExpressionError, UnsupportedError
from derive.recheck import Recheck, recheck
from derive.recheck.opinion import prepare
from derive.recheck.survey import Survey, plan

N, D, K = symbols("N D K", integer=True, positive=True)
i, j, k, o, m, n = symbols("i j k o m n", integer=True)
a, b, u = symbols("a b u")
x, y, w, z, X, T = (IndexedBase(name) for name in ("x", "y", "w", "z", "X", "T"))
A, B, v = MatrixSymbol("A", N, D), MatrixSymbol("B", N, N), MatrixSymbol("v", N, 1)
f = Function("f")

fit = Sum(X[i, j] * w[j], (j, 1, D)) - y[i]
loss = Sum(fit**2, (i, 1, N))
expanded = (
    Sum(X[i, j] * X[i, k] * w[j] * w[k], (j, 1, D), (k, 1, D), (i, 1, N))
    - 2 * Sum(X[i, j] * w[j] * y[i], (j, 1, D), (i, 1, N))
    + Sum(y[i] ** 2, (i, 1, N))
)
normalizer = Sum(exp(z[j]), (j, 1, K))


def softmax(index: Symbol) -> Expr:
    """Return exp(z_k) / sum_j exp(z_j)."""
    return exp(z[index]) / normalizer


TRUE: dict[str, tuple[Basic, Basic | int]] = {
    "a square of sums": (loss, expanded),
    "its gradient": (Derivative(loss, w[k]), Sum(2 * X[i, k] * fit, (i, 1, N))),
    "its second derivative": (Derivative(loss, w[k], w[o]), Sum(2 * X[i, k] * X[i, o], (i, 1, N))),
    "softmax sums to one": (Sum(softmax(k), (k, 1, K)), 1),
    "the derivative of log-sum-exp": (Derivative(log(normalizer), z[k]), softmax(k)),
    "the derivative of softmax": (Derivative(softmax(k), z[o]), softmax(k) * (KroneckerDelta(k, o) - softmax(o))),
    "the entropy of softmax": (
        -Sum(softmax(k) * log(softmax(k)), (k, 1, K)),
        log(normalizer) - Sum(z[k] * softmax(k), (k, 1, K)),
    ),
    "a product of exponentials": (Product(exp(x[i]), (i, 1, N)), exp(Sum(x[i], (i, 1, N)))),
    "a triangle": (Sum(T[i, j], (j, 1, i), (i, 1, N)), Sum(T[i, j], (i, j, N), (j, 1, N))),
    "a telescope": (Sum(x[i + 1] - x[i], (i, 1, N - 1)), x[N] - x[1]),
    "Gauss": (Sum(i, (i, 1, N)), N * (N + 1) / 2),
    "a trace": (Trace(B * B.T), Sum(B[i, j] ** 2, (i, 0, N - 1), (j, 0, N - 1))),
    "the derivative of a log determinant": (Derivative(log(Determinant(B)), B[i, j]), (B**-1)[j, i]),
    "ones": (OneMatrix(1, N) * HadamardProduct(v, v), v.T * v),
    "an explicit matrix": (Matrix([[a, b], [b, a]]) * Matrix([1, 1]), (a + b) * Matrix([1, 1])),
    "the chain rule": (Derivative(f(x[i] ** 2), x[i]), 2 * x[i] * Subs(Derivative(f(u), u), u, x[i] ** 2)),
    "a root": (sqrt(x[i] ** 2), Abs(x[i])),
    "a maximum": (2 * Max(a, b), a + b + Abs(a - b)),
}


@pytest.mark.parametrize(("lhs", "rhs"), TRUE.values(), ids=TRUE)
def test_what_is_true_agrees(lhs: Basic, rhs: Basic | int) -> None:
    """An identity holds wherever it is evaluated, whatever the seed, and both ways round."""
    for seed in range(3):
        opinion = recheck(lhs, rhs, seed=seed)
        assert (opinion.agrees, opinion.counterexample) == (True, None), str(opinion)
        assert opinion.points > 2
    assert recheck(rhs, lhs).agrees is True


@pytest.mark.parametrize(("lhs", "rhs"), TRUE.values(), ids=TRUE)
def test_what_is_off_by_a_little_disagrees(lhs: Basic, rhs: Basic | int) -> None:
    """The same with a term too much, or a factor, is refuted with a witness."""
    scalar = isinstance(lhs, Expr) and not getattr(lhs, "is_Matrix", False)
    changed = [Add(rhs, x[1]), rhs * (1 + a**2)] if scalar else [2 * rhs]
    for wrong in changed:
        opinion = recheck(lhs, wrong)
        assert opinion.agrees is False
        assert opinion.counterexample is not None
        assert opinion.counterexample.lhs != opinion.counterexample.rhs


def test_error_bound_of_a_modular_test_is_tiny() -> None:
    """A degree over a prime of 60 bits."""
    assert 0 < recheck(loss, expanded).error_bound < 1e-16


def test_error_bound_of_balls_is_their_width() -> None:
    """Logarithms are enclosed to at least 60 digits."""
    assert 0 < recheck(*TRUE["the entropy of softmax"]).error_bound < 1e-60


def test_same_seed_same_opinion() -> None:
    """Nothing depends on the clock, on hashes or on what was asked before."""
    wrong = (loss, expanded + Sum(w[j], (j, 1, D)))
    assert recheck(*wrong, seed=5) == recheck(*wrong, seed=5)
    program = (
        "from sympy import IndexedBase, Sum, symbols; from derive.recheck import recheck;"
        "N, i = symbols('N i', integer=True); x = IndexedBase('x');"
        "print(recheck(Sum(x[i], (i, 1, N)) ** 2, Sum(x[i] ** 2, (i, 1, N))))"
    )
    runs = {
        subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout  # noqa: S603 -- our own program
        for _ in range(2)
    }
    assert len(runs) == 1


def test_sizes_differ_and_grow() -> None:
    """Every size is 1 somewhere, at least 4 somewhere, and different from every other somewhere."""
    choices = plan(prepare((loss, expanded), "==", (), None))
    for size in (N, D):
        tried = {choice[size] for choice in choices}
        assert min(tried) == 1
        assert max(tried) >= 4
    assert any(choice[N] != choice[D] for choice in choices)


@pytest.mark.parametrize("count", range(1, 6))
def test_every_coincidence_of_free_indices_is_tried(count: int) -> None:
    """All set partitions of up to five indices of one range: 1, 2, 5, 15, 52."""
    indices = symbols(f"i0:{count}", integer=True)
    term = Add(*(x[index] for index in indices))
    survey = Survey(prepare((term, term), "==", (), None), seed=0, deadline=time.monotonic() + 60, points=100)
    assert len(survey.modular().patterns) == [1, 2, 5, 15, 52][count - 1]


def test_a_single_coincidence_is_enough_to_refute() -> None:
    """What differs only where two of four indices are equal, or where all are different, is found."""
    indices = symbols("i0:4", integer=True)
    apart = 1
    for first, second in product(range(4), range(4)):
        if first < second:
            apart *= 1 - KroneckerDelta(indices[first], indices[second])
    claim = Add(*(x[index] for index in indices))
    assert recheck(claim, claim + apart).agrees is False
    assert recheck(claim, claim + KroneckerDelta(indices[1], indices[3])).agrees is False


def test_ends_of_ranges_are_tried() -> None:
    """What differs at the first or at the last value of an index only is found."""
    for end in (1, N):
        claim = Sum(x[j], (j, 1, N)) + x[i]
        assert recheck(claim, claim + KroneckerDelta(i, end), ranges={"i": (1, N)}).agrees is False


def test_range_of_a_free_index() -> None:
    """The range given comes first; else the bound indices in the same slot, else the shape, else a private one."""
    for ranges, expected in (({"i": (2, 3)}, {2, 3}), (None, {1, 2, 3, 4, 5})):
        goal = prepare((Sum(x[j], (j, 1, N)) - x[i], 0), "==", (), ranges).question.goal
        assert {bound[i] for size in range(1, 6) for bound in goal.instances({N: size})} == expected
    shaped = IndexedBase("s", shape=(N,))
    goal = prepare((shaped[i], 0), "==", (), None).question.goal
    assert [bound[i] for bound in goal.instances({N: 3})] == [0, 1, 2]
    question = prepare((x[i], 0), "==", (), None).question
    assert len(question.private) == 1


def test_declared_shape_counts_as_the_sums_do() -> None:
    """Beside sums from 1 to N, a place declared to have N entries has those from 1 to N."""
    shaped = IndexedBase("s", shape=(N,))
    goal = prepare((shaped[i] + Sum(x[j], (j, 1, N)), 0), "==", (), None).question.goal
    assert [bound[i] for bound in goal.instances({N: 3})] == [1, 2, 3]


def test_index_of_a_delta_has_the_range_of_its_partner() -> None:
    """In delta_ij with j = 1..N, i runs over 1..N as well."""
    goal = prepare((Sum(KroneckerDelta(i, j), (j, 1, N)), 1), "==", (), None).question.goal
    assert [bound[i] for bound in goal.instances({N: 2})] == [1, 2]


@pytest.mark.parametrize(
    ("lhs", "relation", "rhs", "holds"),
    [
        (Sum(x[i] ** 2, (i, 1, N)), ">=", 0, True),
        (Sum(x[i] ** 2, (i, 1, N)), ">", 0, False),
        (0, "<=", Sum(x[i] ** 2, (i, 1, N)), True),
        (Sum(x[i], (i, 1, N)) ** 2, "<=", N * Sum(x[i] ** 2, (i, 1, N)), True),
        (Sum(x[i], (i, 1, N)) ** 2, "<", N * Sum(x[i] ** 2, (i, 1, N)), False),
        (exp(a), ">=", 1 + a, True),
        (exp(a), ">", 1 + a, False),
        (exp(a), ">", 0, True),
        (log(a), "<=", a - 1, True),
        (a**2, ">=", a, False),
        (Max(a, b), ">=", a, True),
    ],
)
def test_inequalities(lhs: Basic, relation: str, rhs: Basic, *, holds: bool) -> None:
    """Strict and weak inequalities differ where both sides are equal."""
    assert recheck(lhs, rhs, relation=relation).agrees is holds


@pytest.mark.parametrize(
    "claim",
    [
        Integral(a, a),
        Function("f")(a) * Pow(10, Pow(10, 10, evaluate=False), evaluate=False),
        log(-1 - a**2),
        Sum(x[i], (i, 1, 10**12)),
        Symbol("imaginary", imaginary=True),
        Symbol("twice") + IndexedBase("twice")[1],
    ],
)
def test_what_cannot_be_evaluated_has_no_opinion(claim: Basic) -> None:
    """It is neither agreed with nor refuted, and the reason is said."""
    for rhs in (claim, claim + 1):
        opinion = recheck(claim, rhs, max_seconds=1)
        assert opinion.agrees is None
        assert opinion.reason
        assert str(opinion).startswith("no opinion: ")


@pytest.mark.parametrize("bad", ["x + 1", ["x"], None, 1.5, Eq(a, b), object()])
def test_bad_sides_are_refused(bad: object) -> None:
    """What is no expression raises, and a string is never evaluated."""
    with pytest.raises(NotAnExpressionError):
        _ = recheck(bad, a)


def test_bad_arguments_are_refused() -> None:
    """Relations, facts and budgets that make no sense raise errors of the one family."""
    calls = {
        UnsupportedError: lambda: recheck(a, a, relation="~"),
        BadFactError: lambda: recheck(a, a, assuming="x > 0"),
        BadLimitError: lambda: (recheck(a, a, points=0), recheck(a, a, max_seconds=-1.0)),
    }
    for error, call in calls.items():
        with pytest.raises(error):
            _ = call()


def nested(depth: int) -> Expr:
    """Return sums inside of exponentials inside of sums."""
    term = x[n]
    for _ in range(depth):
        term = Sum(exp(term) * x[n], (n, 1, N))
    return term


def deep(depth: int) -> Expr:
    """Return sines of sines."""
    term = a
    for _ in range(depth):
        term = sin(Add(term, 1, evaluate=False), evaluate=False)
    return term


def squared(times: int) -> Expr:
    """Return an expression that is small as a graph and huge as a tree."""
    term = a
    for _ in range(times):
        term = Add(term * Add(term, 1, evaluate=False), 1, evaluate=False)
    return term


MONSTERS: dict[str, Expr] = {
    "12 sums, each inside of an exponential": nested(12),
    "6 sums over one product": Sum(Product(x[i], (i, 1, 6)), *((index, 1, N) for index in symbols("i0:6"))),
    "200 functions of functions": deep(200),
    "a graph with 2^60 paths": squared(60),
    "a huge matrix": Trace(MatrixSymbol("M", 3000, 3000)),
    "a huge determinant": Determinant(MatrixSymbol("M", 40, 40)),
    "12 free indices": Add(*(x[index] for index in symbols("i0:12", integer=True))),
    "a derivative of order 30": Derivative(f(a), (a, 30)),
}


@pytest.mark.parametrize("monster", MONSTERS.values(), ids=MONSTERS)
def test_nothing_hangs(monster: Expr) -> None:
    """A monster gets an answer within its time; true ones are not contradicted."""
    begin = time.process_time()
    assert recheck(monster, monster, max_seconds=1).agrees is not False
    assert recheck(monster, monster, relation="<=", max_seconds=1).agrees is not False
    assert time.process_time() - begin < 10


def test_time_limit_is_kept() -> None:
    """A limit of a fifth of a second means about that, and no more points are tried then."""
    slow = Sum(exp(T[i, j, k, o, m]), *((index, 1, N) for index in (i, j, k, o, m)))
    begin = time.process_time()
    _ = recheck(slow, slow + log(a) - log(a, evaluate=False), points=10**6, max_seconds=0.2)
    assert time.process_time() - begin < 2


def test_opinion_is_frozen() -> None:
    """An opinion cannot be changed afterwards."""
    with pytest.raises(AttributeError):
        recheck(a, a).agrees = False  # pyright: ignore[reportAttributeAccessIssue] -- that is the point
    assert recheck(a, a) == Recheck(agrees=True, points=recheck(a, a).points, error_bound=recheck(a, a).error_bound)


def test_identity_matrix_is_no_number() -> None:
    """Sides of different shapes are no equation."""
    assert recheck(Identity(N) * 2, Identity(D) * 2).agrees is None
