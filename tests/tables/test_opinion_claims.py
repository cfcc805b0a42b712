"""Claims without assumptions, each beside lies: identities, inequalities, sizes, coincidences and ranges of indices."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
import sympy as sp
from sympy import Abs, Derivative, Determinant, KroneckerDelta, Matrix, MatrixSymbol, Sum, Symbol, Trace, exp, log

from derive.errors import BadLimitError
from derive.recheck import recheck
from derive.statements import statement
from tests.checked import recompute
from tests.fields import P, Q
from tests.opinions import AGREES, CONTRADICTED, UNDEFINED, opinion

N, D, K = sp.symbols("N D K", integer=True, positive=True)
i, j, k, o, n, p = sp.symbols("i j k o n p", integer=True)
a, b, u = sp.symbols("a b u", real=True)
x, y, w, z, X, T = (sp.IndexedBase(name) for name in "xywzXT")
A, B, v = MatrixSymbol("A", N, N), MatrixSymbol("B", N, N), MatrixSymbol("v", N, 1)
A2, A3 = MatrixSymbol("A2", 2, 2), MatrixSymbol("A3", 3, 3)
f, g = sp.Function("f"), sp.Function("g")

I_N, J_N, N_N, J_D, K_K = (i, 1, N), (j, 1, N), (n, 1, N), (j, 1, D), (k, 1, K)
total = Sum(x[i], I_N)
h = sp.symbols("h0:5", integer=True)
five = sp.Add(*(x[index] for index in h))
squares = Sum(x[i] ** 2, I_N)
fit = Sum(X[i, j] * w[j], J_D) - y[i]
loss = Sum(fit**2, I_N)
expanded = (
    Sum(X[i, j] * X[i, k] * w[j] * w[k], J_D, (k, 1, D), I_N)
    - 2 * Sum(X[i, j] * w[j] * y[i], J_D, I_N)
    + Sum(y[i] ** 2, I_N)
)
normalizer = Sum(exp(z[j]), (j, 1, K))
slope = Sum(2 * X[i, k] * fit, I_N)
entropy = -Sum(exp(z[k]) / normalizer * log(exp(z[k]) / normalizer), K_K)
cauchy = Sum(x[i] * y[i], I_N) ** 2


def softmax(index: Symbol) -> sp.Expr:
    """Return exp(z_k) / sum_j exp(z_j)."""
    return exp(z[index]) / normalizer


def apart(*indices: Symbol) -> sp.Expr:
    """Return 1 where all indices differ, else 0."""
    return sp.Mul(*(1 - KroneckerDelta(one, other) for one, other in combinations(indices, 2)))


def cayley(matrix: Any, rows: int) -> Any:
    """Return the left side of the theorem of Cayley and Hamilton for two rows or three."""
    trace, square, size = Trace(matrix), Trace(matrix * matrix), matrix.shape[0]
    if rows == 2:
        return matrix**2 - trace * matrix + Determinant(matrix) * sp.Identity(size)
    return matrix**3 - trace * matrix**2 + (trace**2 - square) / 2 * matrix - Determinant(matrix) * sp.Identity(size)


# A left side, what it is equal to, and what it is not.
BESIDE: dict[str, tuple[Any, ...]] = {
    "a square of sums": (loss, expanded, expanded + Sum(w[j], J_D)),
    "its gradient": (Derivative(loss, w[k]), slope, slope / 2, -slope, slope.xreplace({k: o})),
    "its second derivative": (Derivative(loss, w[k], w[o]), Sum(2 * X[i, k] * X[i, o], I_N), 2),
    "softmax sums to one": (Sum(softmax(k), K_K), 1, K),
    "the derivative of log-sum-exp": (Derivative(log(normalizer), z[k]), softmax(k), 1),
    "the derivative of softmax": (
        Derivative(softmax(k), z[o]),
        softmax(k) * (KroneckerDelta(k, o) - softmax(o)),
        -softmax(k) * softmax(o),
    ),
    "an entropy": (
        entropy,
        log(normalizer) - Sum(z[k] * softmax(k), K_K),
        log(normalizer) + Sum(z[k] * softmax(k), K_K),
    ),
    "a product of exponentials": (sp.Product(exp(x[i]), I_N), exp(total), exp(total) + 1),
    "a triangle": (Sum(T[i, j], (j, 1, i), I_N), Sum(T[i, j], (i, j, N), J_N), Sum(T[i, j], (i, 1, j), J_N)),
    "a telescope": (Sum(x[i + 1] - x[i], (i, 1, N - 1)), x[N] - x[1], x[N] + x[1], x[1] - x[N]),
    "one step too far": (Sum(x[i + 1] - x[i], I_N), x[N + 1] - x[1], x[N] - x[1]),
    "Gauss": (Sum(i, I_N), N * (N + 1) / 2, N * (N - 1) / 2, N**2 / 2),
    "a trace": (
        Trace(B * B.T),
        Sum(B[i, j] ** 2, (i, 0, N - 1), (j, 0, N - 1)),
        Sum(B[i, j] ** 2, (i, 0, N - 2), (j, 0, N - 1)),
    ),
    "the derivative of a log determinant": (Derivative(log(Determinant(B)), B[i, j]), (B**-1)[j, i], (B**-1)[i, j], 0),
    "ones": (sp.OneMatrix(1, N) * sp.HadamardProduct(v, v), v.T * v, 2 * v.T * v),
    "an explicit matrix": (Matrix([[a, b], [b, a]]) * Matrix([1, 1]), (a + b) * Matrix([1, 1]), Matrix([a + b, a - b])),
    "the chain rule": (
        Derivative(f(x[i] ** 2), x[i]),
        2 * x[i] * sp.Subs(Derivative(f(u), u), u, x[i] ** 2),
        sp.Subs(Derivative(f(u), u), u, x[i] ** 2),
    ),
    "the product rule": (
        Derivative(f(a) * g(a, b), b),
        f(a) * Derivative(g(a, b), b),
        Derivative(g(a, b), b),
        f(b) * Derivative(g(a, b), b),
    ),
    "an unknown function": (f(a + b), f(b + a), f(a) + f(b), f(2 * a + b), a + b, f(a + b) + 1),
    "an unknown function of two": (g(a, b) + 1, 1 + g(a, b), 1 + g(b, a), 1 + a * b),
    "a root": (sp.sqrt(a**2), Abs(a), a),
    "a maximum": (2 * sp.Max(a, b), a + b + Abs(a - b), a + b - Abs(a - b)),
    "hyperbolic functions": ((exp(a) - exp(-a)) / 2, sp.sinh(a), sp.sinh(-a), exp(a) / 2 - sp.sinh(a)),
    "a hyperbolic tangent": (Derivative(sp.tanh(a), a), 1 - sp.tanh(a) ** 2, 1 - sp.tanh(a)),
    "e": (exp(a + 1), exp(1) * exp(a), exp(2) * exp(a), exp(a)),
    "an inverse of a product": ((A * B) ** -1, B**-1 * A**-1, A**-1 * B**-1),
    "a transpose of a product": ((A * B).T, B.T * A.T, A.T * B.T),
    "a trace of a product": (Trace(A * B), Trace(B * A), Trace(A) * Trace(B), Trace(A * B.T)),
    "a determinant": (Determinant(A * B), Determinant(A) * Determinant(B), Determinant(A) + Determinant(B)),
    "Cayley-Hamilton for two rows": (cayley(A2, 2), sp.ZeroMatrix(2, 2), sp.Identity(2)),
    "Cayley-Hamilton for three rows": (cayley(A3, 3), sp.ZeroMatrix(3, 3), A3),
    "a sum of products": (Sum(x[i] * a, I_N), a * total, total * Sum(a, I_N)),
    "a contraction of a delta": (Sum(KroneckerDelta(i, j) * x[j] * y[j], J_N), x[i] * y[i], Sum(x[j] * y[j], J_N)),
    "the derivative of a square": (Derivative(squares, x[p]), 2 * x[p], 2 * x[p] + KroneckerDelta(p, 1), 2 * total),
    "an entry of a gradient, by its letter": (Derivative(Sum(w[j], J_D), w[j]), 1, D),
    "a bound letter stands for itself": (Sum(x[i] * y[i], I_N), Sum(x[n] * y[n], N_N), y[i] * total),
    "a quotient of moving numbers": (Derivative(a / (1 + b * a), a, b), -2 * a / (1 + a * b) ** 3, 0),
}
# True at few sizes, at few coincidences, at few values, or by a word that sounds alike.
LIES: dict[str, tuple[Any, Any]] = {
    "Cayley-Hamilton for two rows, of any number": (cayley(A, 2), sp.ZeroMatrix(N, N)),
    "Cayley-Hamilton for three rows, of any number": (cayley(A, 3), sp.ZeroMatrix(N, N)),
    "N^2 x = 3 N x": (N**2 * total, 3 * N * total),
    "true up to N = 4": ((N - 1) * (N - 2) * (N - 3) * (N - 4) * total, 0),
    "a sum of one term": (total**2, squares),
    "three different indices of two": (Sum(apart(i, j, k) * x[i], I_N, J_N, (k, 1, N)), 0),
    "four different indices of three": (Sum(apart(i, j, k, o) * x[i], *((q, 1, N) for q in (i, j, k, o))), 0),
    "matrices commute": (A * B, B * A),
    "a mean of means": (Sum(Sum(X[i, j], (j, 1, i)) / i, I_N) / N, Sum(X[i, j], (j, 1, i), I_N) * 2 / (N * (N + 1))),
    "no diagonal": (x[i] * x[j] * (1 - KroneckerDelta(i, j)), x[i] * x[j]),
    "only a diagonal": (x[i] * y[j], x[j] * y[i]),
    "the wrong index": (Sum(X[i, j] * w[j], J_D), Sum(X[j, i] * w[j], J_D)),
    "one term too few": (total, Sum(x[i], (i, 1, N - 1))),
    "from zero": (total, Sum(x[i], (i, 0, N - 1))),
    "a product of sums": (sp.Product(x[i] + y[i], I_N), sp.Product(x[i], I_N) + sp.Product(y[i], I_N)),
    "a logarithm of a sum": (log(normalizer), Sum(z[k], K_K)),
    "a free index renamed to a bound one": (Sum(X[n, k], N_N), Sum(X[n, n], N_N)),
    "the derivative of a trace's logarithm": (Derivative(log(Trace(A.T * A)), A[i, j]), 0),
    "true for small integers": (sp.Mul(*(a - at for at in range(-4, 5))), 0),
    "true for integers": (sp.sin(sp.pi * a), 0),
    "true for numbers of one sign": (Abs(a + b), Abs(a) + Abs(b)),
    "a function is a polynomial of degree 4": (Derivative(f(a), (a, 5)), 0),
    "a function of two is one of degree 2": (Derivative(g(a, b), a, a, b), 0),
    "five indices that are one": (five + sp.Mul(*(KroneckerDelta(h[0], other) for other in h[1:])), five),
    "five indices that are apart": (five + apart(*h), five),
    "a multiple of both primes": (P * Q * a, 0),
    "an exponential of a multiple of a prime": (exp(Q * a), 1),
    "off by 10^-40": (a * (1 + sp.Rational(1, 10**40)), a),
    "off by 10^-50, beside a logarithm": (log(1 + a**2) + sp.Rational(1, 10**50), log(1 + a**2)),
    "nearly an integer": (exp(sp.pi * sp.sqrt(163)), 262537412640768744),
}


# Over what free indices run, where that is not any integer.
RUNS: dict[str, dict[Any, Any]] = {
    "its gradient": {k: (1, D), o: (1, D)},
    "its second derivative": {k: (1, D), o: (1, D)},
    "the derivative of log-sum-exp": {k: (1, K)},
    "the derivative of softmax": {k: (1, K), o: (1, K)},
    "a contraction of a delta": {i: (1, N)},
    "the derivative of a square": {p: (1, N)},
    "an entry of a gradient, by its letter": {j: (1, D)},
    "log-sum-exp is above each": {k: (1, K)},
}
BEYOND_LOOPS = (Derivative, sp.Subs, Determinant, Trace, Abs, sp.Max, sp.sin, sp.sinh, sp.tanh)


def witnessed(lhs: Any, rhs: Any, seed: int, runs: dict[Any, Any] | None = None) -> str:
    """Return the opinion on an equation; what plain loops can evaluate of its counterexample, they say as well."""
    found = recheck(statement(lhs, rhs, ranges=runs), seed=seed, max_seconds=60).counterexample
    explicit = isinstance(lhs, sp.MatrixBase) or isinstance(rhs, sp.MatrixBase)
    if found is not None and not explicit and not sp.Add(lhs, rhs, evaluate=False).has(*BEYOND_LOOPS):
        recompute(found, lhs, rhs)
    return AGREES if found is None else CONTRADICTED


@pytest.mark.parametrize("name", BESIDE)
def test_an_identity_beside_its_lies(name: str) -> None:
    """What is true agrees both ways round, and what is slightly else is contradicted, whatever the seed."""
    (lhs, right, *wrong), runs = BESIDE[name], RUNS.get(name)
    both = (lhs, "==", right), (right, "==", lhs)
    assert [opinion(*sides, seed=seed, ranges=runs) for sides in both for seed in (0, 1)] == [AGREES] * 4
    assert [witnessed(lhs, rhs, seed, runs) for rhs in wrong for seed in (0, 1)] == [CONTRADICTED] * 2 * len(wrong)


@pytest.mark.parametrize("name", [name for name in RUNS if name in BESIDE])
def test_an_identity_of_some_places_is_none_of_all(name: str) -> None:
    """Where nothing says over what an index runs, it is any integer; limits of a sum say nothing of it."""
    lhs, right, *_ = BESIDE[name]
    assert opinion(lhs, "==", right) == CONTRADICTED


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found(name: str) -> None:
    """Whatever the seed."""
    assert [witnessed(*LIES[name], seed=seed) for seed in range(3)] == [CONTRADICTED] * 3


def polynomial_at(text: str, given: dict[str, Fraction]) -> Fraction:
    """Return the value of a polynomial that is printed as a counterexample prints it: -u**2 + 3*u*v - 2."""
    total = Fraction(0)
    for term in text.replace("- ", "-").replace("+ ", "").split():
        product = Fraction(-1 if term.startswith("-") else 1)
        for factor in term.lstrip("-").replace("**", "^").split("*"):
            base, _, exponent = factor.partition("^")
            product *= (given[base] if base in given else Fraction(base)) ** int(exponent or 1)
        total += product
    return total


@pytest.mark.parametrize("seed", range(4))
def test_an_unknown_function_is_the_polynomial_that_is_printed(seed: int) -> None:
    """What is said of it in a counterexample gives the value that is claimed there."""
    for call, letters in ((f(a), "u"), (g(a, b), "uv")):
        found = recheck(statement(call, 1000), seed=seed, max_seconds=60).counterexample
        assert found is not None
        ((name, text),) = found.functions.items()
        assert name == type(call).__name__
        values = (found.values[str(argument)] for argument in call.args)
        assert polynomial_at(text, dict(zip(letters, values, strict=True))) == found.lhs


STRICT = {"<=": "<", ">=": ">"}
# What is between two sides that can be equal; so the strict relation, and the one of the other direction, are lies.
WEAK: dict[str, tuple[Any, str, Any]] = {
    "a sum of squares": (squares, ">=", 0),
    "a sum of squares, from the right": (0, "<=", squares),
    "a mean of squares": (total**2, "<=", N * squares),
    "Cauchy and Schwarz": (cauchy, "<=", squares * Sum(y[i] ** 2, I_N)),
    "a tangent of exp": (exp(a), ">=", 1 + a),
    "a maximum": (sp.Max(a, b), ">=", a),
    "the triangle inequality": (Abs(a + b), "<=", Abs(a) + Abs(b)),
    "a square that is free": (x[i] * x[j], "<=", (x[i] ** 2 + x[j] ** 2) / 2),
}
UNEQUAL: dict[str, tuple[Any, str, Any, str]] = {
    "exp is positive": (exp(a), ">", 0, AGREES),
    "exp is above 1": (exp(a), ">", 1, CONTRADICTED),
    "a logarithm is below a tangent": (log(1 + a**2), "<", a**2 + sp.Rational(1, 10), AGREES),
    "log-sum-exp is above each": (log(normalizer), ">=", z[k], AGREES),
    "log-sum-exp is below the largest": (log(normalizer), "<=", z[1], CONTRADICTED),
    "a mean without its N": (total**2, "<=", squares, CONTRADICTED),
    "a square is above": (a**2, ">=", a, CONTRADICTED),
    "a square is below": (a**2, "<=", a, CONTRADICTED),
    "a sum is positive": (total, ">=", 0, CONTRADICTED),
    "one matrix is above another, but for an entry": (Matrix([[2, a**2 + 1]]), ">", Matrix([[1, 1]]), CONTRADICTED),
    "one matrix is above another": (Matrix([[2, a**2 + 2]]), ">", Matrix([[1, 1]]), AGREES),
    "equal, as far as one can see": (log(2) + log(3), "<=", log(6), AGREES),
    "less, as far as nobody can see": (log(2) + log(3), "<", log(6), UNDEFINED),
    "less by 10^-40": (log(2) + log(3), "<", log(6) + sp.Rational(1, 10**40), AGREES),
    "more by 10^-40": (log(2) + log(3), "<=", log(6) - sp.Rational(1, 10**40), CONTRADICTED),
    "a case that nobody can tell": (sp.Piecewise((1, log(2) + log(3) > log(6)), (0, True)), "==", 1, UNDEFINED),
    "a sign that nobody can tell": (sp.sign(log(2) + log(3) - log(6)), "==", 0, UNDEFINED),
    "a root that nobody can tell": (sp.sqrt(log(2) + log(3) - log(6)), "==", 0, UNDEFINED),
    "a logarithm that has no value": (log(-1 - a**2), "<", 0, UNDEFINED),
    "a logarithm that has no value, beside 0": (sp.Mul(0, log(-1 - a**2), evaluate=False), "==", 1, UNDEFINED),
    "a diagonal that is never defined": (Sum(x[i] / (x[i] - x[j]), I_N, J_N), "==", 5, UNDEFINED),
}


def test_an_inequality_beside_its_lies() -> None:
    """A weak inequality agrees; neither the strict one does, nor the reverse."""
    found = {
        name: (opinion(lhs, relation, rhs), opinion(lhs, STRICT[relation], rhs), opinion(rhs, relation, lhs))
        for name, (lhs, relation, rhs) in WEAK.items()
    }
    assert {name: said for name, said in found.items() if said != (AGREES, CONTRADICTED, CONTRADICTED)} == {}


def test_comparisons() -> None:
    """Those that balls cannot decide are neither agreed with nor contradicted."""
    found = {name: opinion(*row[:3], ranges=RUNS.get(name)) for name, row in UNEQUAL.items()}
    assert {name: said for name, said in found.items() if said != UNEQUAL[name][3]} == {}


BOUNDS: dict[str, tuple[Any, Any, float, float]] = {
    "a square, modulo primes": (total**2, Sum(x[i] * x[j], I_N, J_N), 2 / Q, 2 / Q),
    "a product over the largest size, 9": (b * sp.Product(x[i], I_N), sp.Product(x[i], I_N) * b, 10 / Q, 10 / Q),
    "a constant counts as one": (Sum(2, I_N), 2 * N, 1 / Q, 1 / Q),
    "a reciprocal": (1 / a + a, (1 + a**2) / a, 3 / Q, 9 / Q),
    "a square of a quotient": ((1 / a) ** 2 + (b / a) ** 3, (a + b**3) / a**3, 4 / Q, 16 / Q),
    "exponentials": (exp(a) * exp(b), exp(a + b), 1 / Q, 9 / Q),
    "an exponential of a square": (exp(a**2) * exp(b), exp(a**2 + b), 2 / Q, 18 / Q),
    "a hyperbolic tangent": (sp.tanh(a) * (exp(2 * a) + 1), exp(2 * a) - 1, 2 / Q, 40 / Q),
    "a long sum": (Sum(x[1], (i, 1, 5000 * N)), 5000 * N * x[1], 1 / Q, 1 / Q),
    "a logarithm, in balls": (log(normalizer**2), 2 * log(normalizer), 0.0, 1e-60),
    "a choice, in rational numbers": (sp.Max(a, -a), Abs(a), 0.0, 0.0),
    "a choice that is the same, modulo primes": (Abs(a) * (1 + b), Abs(a) + Abs(a) * b, 2 / Q, 20 / Q),
}


def test_the_chance_of_an_accident() -> None:
    """A degree over a prime (Schwartz and Zippel) at the largest sizes; the width of the widest ball; else none."""
    found = {name: recheck(statement(lhs, rhs), max_seconds=60) for name, (lhs, rhs, _, _) in BOUNDS.items()}
    assert {said.agrees for said in found.values()} == {True}
    bounds = {name: said.error_bound for name, said in found.items()}
    assert {name: bound for name, bound in bounds.items() if not BOUNDS[name][2] <= bound <= BOUNDS[name][3]} == {}


UNREADABLE: dict[str, tuple[Any, str]] = {
    "a number and a tensor of one name": (Symbol("twice") + sp.IndexedBase("twice")[1], "have one name"),
    "a number and a matrix of one name": (a + MatrixSymbol("a", 1, 1)[0, 0], "have one name"),
    "a Catalan number": (sp.catalan(N), "catalan is not known"),
}


def test_what_cannot_be_evaluated() -> None:
    """There is no opinion on it, true or false, and the reason is said."""
    found = {name: {opinion(node, "==", other) for other in (node, node + 1)} for name, (node, _) in UNREADABLE.items()}
    assert {name: said for name, said in found.items() if UNREADABLE[name][1] not in said.pop() or said} == {}


def squared(times: int) -> Any:
    """Return an expression that is small as a graph and huge as a tree."""
    term: Any = a
    for _ in range(times):
        term = sp.Add(term * sp.Add(term, 1, evaluate=False), 1, evaluate=False)
    return term


def nested(depth: int) -> Any:
    """Return sums inside of exponentials inside of sums."""
    term: Any = x[n]
    for _ in range(depth):
        term = Sum(exp(term) * x[n], N_N)
    return term


MONSTERS: dict[str, Any] = {
    "12 sums, each inside of an exponential": nested(12),
    "a graph of many paths": squared(10),
    "a huge matrix": Trace(MatrixSymbol("M", 3000, 3000)),
    "a huge determinant": Determinant(MatrixSymbol("M", 40, 40)),
    "12 free indices": sp.Add(*(x[index] for index in sp.symbols("i0:12", integer=True))),
    "a derivative of order 30": Derivative(f(a), (a, 30)),
    "a power of a power": f(a) * 10 ** (10 ** Symbol("large", integer=True, positive=True)),
}


@pytest.mark.slow  # each takes the second that it is given
@pytest.mark.parametrize("name", MONSTERS)
def test_nothing_hangs(name: str) -> None:
    """A monster is given up in the end, and nothing that is true is contradicted."""
    assert recheck(statement(MONSTERS[name], MONSTERS[name]), max_seconds=1).agrees is not False
    assert recheck(statement(MONSTERS[name], MONSTERS[name], relation="<="), max_seconds=1).agrees is not False


def test_bad_calls_are_refused() -> None:
    """A budget must be positive."""
    claim = statement(a, a)
    for options in ({"points": 0}, {"max_seconds": -1.0}):
        with pytest.raises(BadLimitError):
            _ = recheck(claim, **options)  # type: ignore[arg-type] -- either is a number


def test_an_opinion_is_one_line() -> None:
    """With the number of points, a counterexample, or a reason; the same seed gives the same one."""
    sides = ((a + b) ** 2, a**2 + 2 * a * b + b**2), (a, b), (log(-1 - a**2), 0), (a, b)
    good, bad, none, again = (recheck(statement(*pair), max_seconds=60) for pair in sides)
    late = recheck(statement(Sum(exp(x[n]), (n, 1, 1000)), 0), max_seconds=1e-9)
    assert str(good) == f"agrees at {good.points} points, error bound {good.error_bound:.2g}"
    assert good.points > 2
    assert str(bad) == f"disagrees {bad.counterexample}"
    assert str(none) == f"no opinion: {UNDEFINED}"
    assert str(late) == "no opinion: the time was up before any point was evaluated"
    assert again == bad
    assert bad.counterexample is not None
    assert bad.counterexample.indices == {}
    with pytest.raises(AttributeError):
        good.agrees = False  # pyright: ignore[reportAttributeAccessIssue] -- that is the point
