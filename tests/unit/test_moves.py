"""Moves of a chain that are made of links: linear equations solved, logarithms taken, an order kept."""

from __future__ import annotations

from typing import Any

import pytest
from sympy import Eq, IndexedBase, Integer, Inverse, MatrixSymbol, Product, Sum, Symbol, exp, log, symbols

from derive import prove, size
from derive.derivation import Chain, same_order, take_logs
from derive.derivation.linear import linear_solution
from derive.errors import UnsupportedError

N, D, K = size("N"), size("D"), size("K")
i, j, k = symbols("i j k", integer=True)
x, y, w, alpha = (IndexedBase(name) for name in ("x", "y", "w", "alpha"))
b, slope, p = symbols("b beta p", real=True)
lam = Symbol("lambda", positive=True)
X, W, T = MatrixSymbol("X", N, D), MatrixSymbol("W", D, K), MatrixSymbol("T", N, K)

LINEAR: dict[str, tuple[Any, Any, Any]] = {
    "a number under a sum": (b, Sum(y[i] - b - slope * x[i], (i, 1, N)), Sum(y[i] - slope * x[i], (i, 1, N)) / N),
    "a slope": (
        slope,
        Sum(x[i] * (y[i] - slope * x[i]), (i, 1, N)),
        Sum(x[i] * y[i], (i, 1, N)) / Sum(x[i] ** 2, (i, 1, N)),
    ),
    "a family": (w[j], lam * w[j] - Sum(alpha[i] * x[i, j], (i, 1, N)), Sum(alpha[i] * x[i, j], (i, 1, N)) / lam),
    "a matrix": (W, X.T * (X * W - T), Inverse(X.T * X) * X.T * T),
}

NOT_LINEAR: dict[str, tuple[Any, Any]] = {
    "a square": (b, b**2 - 1),
    "an exponential": (b, exp(b) - 1),
    "absent": (b, slope),
    "a family that is summed": (w[j], w[j] + Sum(w[i], (i, 1, D)) - 1),
    "a square of a family": (w[j], w[j] ** 2 - 1),
    "a matrix on both sides": (W, X.T * X * W * W.T * W - X.T * T),
    "a matrix on the left": (MatrixSymbol("A", D, D), MatrixSymbol("A", D, D) * W - X.T * T),
    "nothing to solve for": (Integer(2), b - 2),
}


@pytest.mark.parametrize("name", LINEAR)
def test_a_linear_equation_is_solved(name: str) -> None:
    """The solution is found, and it is the one of the textbooks."""
    unknown, equation, expected = LINEAR[name]
    assert prove(linear_solution(unknown, equation), expected).status == "proved"


@pytest.mark.parametrize("name", NOT_LINEAR)
def test_what_is_not_seen_to_be_linear_is_refused(name: str) -> None:
    """The way out is to give the solution."""
    with pytest.raises(UnsupportedError, match="solve"):
        linear_solution(*NOT_LINEAR[name])


def test_the_solution_found_is_decided_and_keeps_its_condition() -> None:
    """The chain goes on from the solution, under the condition that the matrix can be inverted."""
    chain = Chain("normal", "The normal equations")
    chain.start(X.T * X * W - X.T * T, "the gradient")
    solution = chain.solve_for(W, "linear in W")
    assert [step.status for step in chain.steps] == ["given", "proved", "definition"]
    assert [str(condition) for condition in chain.steps[1].conditions] == ["X.T*X is invertible (inverted)"]
    assert chain.current == solution


def test_logs_are_taken_of_the_current_expression() -> None:
    """The chain goes on with the logarithm."""
    chain = Chain("logs", "A likelihood")
    chain.start(Product(exp(-y[i]), (i, 1, N)), "the likelihood")
    take_logs(chain, -Sum(y[i], (i, 1, N)), "the log of a product")
    assert chain.done().status == "proved"
    assert chain.done().result.rhs == -Sum(y[i], (i, 1, N))


def test_a_wrong_logarithm_is_refuted() -> None:
    """The log of a sum is no sum of logs."""
    chain = Chain("logs", "A likelihood")
    chain.start(Sum(exp(y[i]), (i, 1, N)), "a sum")
    take_logs(chain, Sum(y[i], (i, 1, N)), "split")
    assert chain.steps[-1].status == "refuted"


def test_a_log_of_what_may_be_negative_has_a_condition() -> None:
    """It is shown, not swallowed."""
    chain = Chain("logs", "A number")
    chain.start(b * slope, "a number of any sign")
    take_logs(chain, log(b) + log(slope), "split")
    assert chain.steps[-1].conditions


def test_an_order_is_kept_both_ways() -> None:
    """A larger score stays larger, and one that is not larger stays so."""
    chain = Chain("order", "Scaled scores")
    same_order(chain, (b, slope), (lam * b, lam * slope), "multiplied by a positive number")
    assert [step.status for step in chain.steps] == ["proved", "proved"]


@pytest.mark.parametrize("factor", [Integer(0), Integer(-1)])
def test_a_map_that_does_not_increase_keeps_no_order(factor: Any) -> None:
    """A constant loses strictness, and a negative factor turns the order round."""
    chain = Chain("order", "Scaled scores")
    same_order(chain, (b, slope), (factor * b, factor * slope), "scaled")
    assert "refuted" in [step.status for step in chain.steps]


def test_a_definition_is_put_in_before_solving() -> None:
    """What the equation hides in a name is seen."""
    chain = Chain("defined", "A defined score")
    chain.define(p, 3 * b, "three times")
    chain.start(p - slope, "an equation")
    assert prove(chain.solve_for(b, "linear"), slope / 3).status == "proved"
    assert Eq(p, 3 * b) in chain.definitions
