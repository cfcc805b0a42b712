"""Claims of the classification slides, lines 399 to 507 and 796 to 798: the perceptron criterion, and its descent."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from sympy import Derivative, Eq, Ge, Gt, IndexedBase, Le, symbols

from derive.facts import binary
from derive.lectures import perceptron
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, computed, definition
from derive.lectures.register.cls_perceptron import NEGATIVE, POSITIVE, SCORE, d, product, w, y
from derive.lectures.register.combine import derived, only, repaired, shown
from derive.lectures.worked import Example, Vector, batch, by_sign, dot, vector

k = symbols("k", integer=True)
g, u = IndexedBase("g"), IndexedBase("u")
norm, rate, rate_2, steepness = symbols("r eta eta_2 L", positive=True)

TIE_IS_C_2 = by_sign(-1)
OPPOSED: Sequence[Example] = ((vector(1), 1), (vector(1), -1))
"""One point with both labels."""
OUTVOTED: Sequence[Example] = (*OPPOSED, OPPOSED[0])
"""The same, the positive one twice."""


def _misclassified() -> Finding:
    """Case 1 and case 2: an instance on the wrong side."""
    return all_of(
        claim_holds(-SCORE * y, 0, (POSITIVE, Le(SCORE, 0)), relation=">="),
        claim_holds(-SCORE * y, 0, (NEGATIVE, Gt(SCORE, 0)), relation=">="),
    )


def _no_error_outside() -> Finding:
    """The terms of the criterion, with an indicator m_n of the misclassified instances."""
    inside = perceptron.m[perceptron.n]
    term = inside * perceptron.SCORE * perceptron.Y[perceptron.n]
    return claim_holds(term, 0, (binary(perceptron.m), Eq(inside, 0)))


# Gradient descent


def _gradient() -> Finding:
    return claim_holds(Derivative(perceptron.CRITERION, perceptron.w[perceptron.j]), -perceptron.DIRECTION)


def _batch_update() -> Finding:
    entry = perceptron.w[perceptron.j]
    by_gradient = entry - perceptron.eta * Derivative(perceptron.CRITERION, entry)
    return claim_holds(by_gradient, entry + perceptron.eta * perceptron.DIRECTION)


def _steepest() -> Finding:
    """Along a unit vector u the slope g^T u is between -|g| and |g|; it is -|g| along -g."""
    squared, against = product(g, g), Eq(u[d], -g[d] / norm, evaluate=False)
    return all_of(
        claim_holds(product(g, u) ** 2, squared, Eq(product(u, u), 1), relation="<="),
        claim_holds(product(g, u), -norm, (against, Eq(squared, norm**2))),
    )


def rate_by_step(*facts: Any) -> Finding:
    """Compare the update with a rate of its own for step k with that of a constant rate."""
    rates = IndexedBase("eta_k")
    return claim_holds(w[d] - rates[k] * g[d], w[d] - rate * g[d], facts and (Eq(rates[k], rate, evaluate=False),))


def criterion(examples: Sequence[Example], weights: Vector) -> Fraction:
    """Return E_p(w) = - sum of w^T x y over the misclassified examples.

    >>> print(criterion(OPPOSED, vector(2)))
    2
    """
    scores = [(dot(weights, features), label) for features, label in examples]
    return sum((-score * label for score, label in scores if TIE_IS_C_2(score, label)), Fraction(0))


def _descent(examples: Sequence[Example], parts: int) -> tuple[list[Vector], list[Fraction]]:
    """Return the weights and the criterion from w = 1 on, at the rate 2/parts, a bit beyond the kink at w = 0."""
    run = batch(examples, vector(1), TIE_IS_C_2, Fraction(2, parts), most=parts)
    return run, [criterion(examples, weights) for weights in run]


def falls_on(examples: Sequence[Example], parts: int) -> Finding:
    """Look whether the criterion falls, or stays, at every step of a run from w = 1 at the rate 2/parts."""
    _, values = _descent(examples, parts)
    where = next((at for at in range(1, len(values)) if values[at] > values[at - 1]), None)
    if where is None:
        return shown(f"at the rate 2/{parts} the criterion falls, from {values[0]} to {values[-1]}", holds=True)
    what = f"at the rate 2/{parts} it rises at step {where}, from {values[where - 1]} to {values[where]}"
    return shown(what, holds=False)


def _fixed_set_falls() -> Finding:
    return derived("perceptron-gradient", "the criterion is linear on a fixed set", "a sum of squares is not negative")


def converges(examples: Sequence[Example], parts: int) -> Finding:
    """Look whether the run, whose values fall or stay, comes near to the minimum of the criterion at w = 0."""
    run, values = _descent(examples, parts)
    falls = all(after <= before for before, after in pairwise(values))
    swings = run[-1] != run[-2] and run[-1] in run[:-2]
    what = f"at the rate 2/{parts} the values {'fall' if falls else 'do not fall'}; in the end w goes to and fro "
    what += f"between {run[-2][0]} and {run[-1][0]}" if swings else f"no more, at {run[-1][0]}"
    return shown(what, holds=not (falls and swings))


def _smaller_rate_is_slower() -> Finding:
    """On L w^2 / 2 a step multiplies the error by (1 - eta L)^2: below 1/L, a smaller rate leaves more of it."""
    ordered = Le(rate, rate_2), Le(rate_2 * steepness, 1)
    return claim_holds((1 - rate * steepness) ** 2, (1 - rate_2 * steepness) ** 2, ordered, relation=">=")


def _large_rate_overshoots() -> Finding:
    """From 2/L on the same error does not get smaller."""
    return claim_holds((1 - rate * steepness) ** 2, 1, Ge(rate * steepness, 2), relation=">=")


# The algorithms


def _numbers_in_a_batch(instances: int) -> list[int]:
    """Carry out lines 481 to 489 with a counter j."""
    j, fed = 0, list[int]()
    while j != instances:
        j = j + 1
        fed.append(j)
    return fed


def numbers_in_sequence(instances: int, first: int = 0) -> list[int]:
    """Carry out lines 503 to 511 with a counter k, once round; `first` is the number of the instance for k = 0."""
    k, fed = 0, list[int]()
    for _ in range(instances):
        k = k % instances
        fed.append(first + k)
        k = k + 1
    return fed


def all_are_fed(numbers: list[int]) -> Finding:
    """Compare the numbers of the instances that are fed with x_1 to x_4."""
    return computed("numbers of the instances fed", numbers, [1, 2, 3, 4])


CRITERION = (
    Claim(
        "cls",
        399,
        r"$E_p(w) = -\sum_{i \in M} w^T x_i y_i$, over the set M of the misclassified instances",
        "definition",
        lambda: definition("the perceptron criterion"),
    ),
    Claim("cls", 403, "an instance that is classified correctly adds no error", "proved", _no_error_outside),
    Claim("cls", 405, r"$-w^T x_i y_i \ge 0$ for any misclassified instance", "proved", _misclassified),
    Claim(
        "cls",
        413,
        r"case 1: $y_i = 1$ and $w^T x_i \le 0$, hence $w^T x_i y_i \le 0$",
        "proved",
        lambda: claim_holds(SCORE * y, 0, (POSITIVE, Le(SCORE, 0)), relation="<="),
    ),
    Claim(
        "cls",
        414,
        r"case 2: $y_i = -1$ and $w^T x_i > 0$, hence $w^T x_i y_i < 0$",
        "proved",
        lambda: claim_holds(SCORE * y, 0, (NEGATIVE, Gt(SCORE, 0)), relation="<"),
    ),
    Claim(
        "cls",
        422,
        r"$w^{k+1} = w^k - \eta \nabla E_p(w^k)$, and again at 432 and 443",
        "definition",
        lambda: definition("the update rule of gradient descent"),
    ),
    Claim("cls", 434, r"a function decreases fastest along its negative gradient", "proved", _steepest),
    Claim(
        "cls",
        437,
        r"for small $\eta$: $E_p(w^0) \ge E_p(w^1) \ge E_p(w^2) \ge \dots$",
        "proved",
        lambda: only(_fixed_set_falls(), falls_on(OUTVOTED, 201)),
        convention="M does not change in a step; however small the rate, it does so in the end, and $E_p$ may rise",
    ),
    Claim(
        "cls",
        439,
        r"as $E_p(w^k)$ does not increase, the sequence $w^k$ converges to the local minimum",
        "refuted",
        lambda: converges(OPPOSED, 201),
        repair="the values converge; for the weights one needs more, such as separable data, or a rate that falls",
    ),
    Claim(
        "cls",
        445,
        r"the rate is $\eta^k$, while the rule of line 443 has $\eta$",
        "proved",
        lambda: only(rate_by_step(rate), rate_by_step()),
        convention=r"$\eta^k = \eta$ for all k",
        repair=r"$w^{k+1} = w^k - \eta^k \nabla E_p(w^k)$",
    ),
    Claim("cls", 447, r"$\nabla E_p(w) = -\sum_{i \in M} x_i y_i$, where M is held fixed", "proved", _gradient),
    Claim("cls", 451, r"$w^{k+1} = w^k + \eta \sum_{i \in M} x_i y_i$", "proved", _batch_update),
)

ALGORITHMS = (
    Claim(
        "cls",
        466,
        "the batch size is the number of instances worked through before an update; an epoch is one cycle through all",
        "definition",
        lambda: definition("names; at size N it is batch training, at size 1 sequential training"),
    ),
    Claim(
        "cls",
        485,
        r"batch training classifies $x_1 \dots x_N$ in each epoch",
        "right as printed",
        lambda: all_are_fed(_numbers_in_a_batch(4)),
    ),
    Claim(
        "cls",
        507,
        r"sequential training, with $k \leftarrow k \bmod N$, classifies $x_1 \dots x_N$ in turn",
        "wrong as printed",
        lambda: repaired(all_are_fed(numbers_in_sequence(4)), all_are_fed(numbers_in_sequence(4, 1))),
        repair=r"classify $x_{k+1}$: k runs from 0 to N - 1, and there is no $x_0$",
    ),
    Claim("cls", 796, r"a rate $\eta$ that is too small takes long to converge", "proved", _smaller_rate_is_slower),
    Claim(
        "cls", 797, r"with a rate $\eta$ that is too large it may fail to converge", "proved", _large_rate_overshoots
    ),
    Claim(
        "cls",
        798,
        "the most commonly used rates are 0.001, 0.01 and 0.1",
        "definition",
        lambda: definition("a statement about habits, which no computation decides"),
    ),
)

CLAIMS = (*CRITERION, *ALGORITHMS)
"""By subject; the register puts them in the order of their lines."""
