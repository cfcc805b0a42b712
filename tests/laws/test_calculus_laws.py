"""What must hold of `differentiate` and `substitute` for every expression."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from sympy import Expr, exp, log, symbols

from derive import differentiate, gradient, prove, sigmoid, softplus, substitute
from tests.evaluator import World, assignments, evaluate
from tests.fields import Dual, Residue, UndefinedError
from tests.maker import FACTS, FREE, KINDS, TENSORS, Maker, bind
from tests.strategies import expressions, randoms

law = settings(suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much))
EXAMPLES = settings().max_examples
SIZES_AT = {"N": 2, "D": 3, "K": 2}
a, b = symbols("a b", real=True)
n, d, i, k = symbols("n d i k", integer=True)
w, u, x, y, z = (TENSORS[name] for name in "wuxyz")


def linear(source: Random) -> Expr:
    """Return an expression without exponentials, in which every free index has a slot."""
    return Maker(source).linear(dict(FREE), 2) + w[d] * x[n] * z[k]


CHAIN = {
    "exp": (exp, exp),
    "sigmoid": (sigmoid, lambda f: sigmoid(f) * (1 - sigmoid(f))),
    "softplus": (softplus, sigmoid),
    "cube": (lambda f: f**3, lambda f: 3 * f**2),
    "log of 1 + square": (lambda f: log(1 + f**2), lambda f: 2 * f / (1 + f**2)),
    "reciprocal": (lambda f: 1 / (1 + exp(f)), lambda f: -exp(f) / (1 + exp(f)) ** 2),
}


@pytest.mark.parametrize("name", CHAIN)
@settings(law, max_examples=max(10, EXAMPLES // 6))
@given(source=randoms())
def test_chain_rule(name: str, source: Random) -> None:
    """d g(f) = g'(f) df."""
    outer, slope = CHAIN[name]
    inner = linear(source)

    assert prove(differentiate(outer(inner), w[i]), slope(inner) * differentiate(inner, w[i])).status == "proved"


@law
@given(expressions(3))
def test_derivative_agrees_with_dual_numbers(expr: Expr) -> None:
    """At every point, index and coincidence of indices the derivative is the slope that dual numbers give."""
    slope = differentiate(expr, w[i])

    assert [at for at, values in slopes(expr, slope) if not values[0].same(values[1])] == []


def slopes(expr: Expr, slope: Expr) -> list[tuple[object, tuple[Residue, Residue]]]:
    """Return at each assignment the slope by dual numbers, and the value of the derivative."""
    found = []
    for at in assignments({**FREE, i: "D"}, SIZES_AT):
        plain, dual = World(SIZES_AT, 7, Residue, KINDS), World(SIZES_AT, 7, Dual, KINDS)
        moved = ("w", (at[i],))
        dual.given[moved] = Dual(plain.entry(*moved), Residue.of(Fraction(1)))
        try:
            found.append((at, (evaluate(expr, dual, at).slope, evaluate(slope, plain, at))))
        except UndefinedError:
            continue
    return found


@law
@given(expressions(3))
def test_gradient_is_the_family_of_derivatives(expr: Expr) -> None:
    """A gradient at an index is the derivative by that entry, also where the index is bound in the expression."""
    assert prove(gradient(expr, w)[d], differentiate(expr, w[d]), FACTS).status == "proved"


@law
@given(expressions(3, without=("u",)))
def test_derivative_commutes_with_scaling(expr: Expr) -> None:
    """d/du_i f(a u) = a (df/dw_i)(a u)."""
    scaled = substitute(expr, w[d], a * u[d])

    right = a * substitute(differentiate(expr, w[i]), w[d], a * u[d])
    assert prove(differentiate(scaled, u[i]), right, FACTS).status == "proved"


@law
@given(expressions(3))
def test_substitution_captures_nothing(expr: Expr) -> None:
    """Replacing w_d by a sum over d, n and k, and by a free n beside it, has the value of giving w those entries."""
    replacement = bind(u[d] * x[n] * bind(z[k] * TENSORS["X"][n, d], k, "K"), n, "N") + u[d] * x[n]
    result = substitute(expr, w[d], replacement)

    assert [at for at, (actual, expected) in replaced(expr, result, replacement) if not actual.same(expected)] == []


def replaced(expr: Expr, result: Expr, replacement: Expr) -> list[tuple[object, tuple[Residue, Residue]]]:
    """Return at each assignment the value of the result, and that of the expression where w has the new entries."""
    found = []
    for at in assignments(FREE, SIZES_AT):
        world, changed = World(SIZES_AT, 7, Residue, KINDS), World(SIZES_AT, 7, Residue, KINDS)
        for row in range(1, SIZES_AT["D"] + 1):
            changed.given["w", (row,)] = evaluate(replacement, world, {**at, d: row})
        try:
            found.append((at, (evaluate(result, world, at), evaluate(expr, changed, at))))
        except UndefinedError:
            continue
    return found


@law
@given(expressions(2))
def test_derivative_can_be_read_again(expr: Expr) -> None:
    """What comes out goes in: the range of an index that only a delta mentions is not lost."""
    once = differentiate(expr, w[i])

    assert prove(differentiate(once * a, a), once, FACTS).status == "proved"
