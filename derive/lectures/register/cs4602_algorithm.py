"""Claims of CS 4602, lines 128 to 308: the perceptron algorithm, when it ends, and what its solution depends on.

The algorithm starts at w = 0 and updates where y w^T x <= 0, so that a score of zero is a mistake for either label. By
line 62 such a score belongs to C_1. What depends on that is decided under both rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from sympy import Eq, Ge, Gt, Sum, symbols

from derive.facts import sign
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds
from derive.lectures.register.combine import derived, only, repaired, shown
from derive.lectures.register.cs4602_perceptron import (
    RIGHT_FOR_MINUS,
    RIGHT_FOR_PLUS,
    D,
    d,
    eta,
    other,
    score,
    v,
    w,
    x,
    y,
)
from derive.lectures.worked import (
    Example,
    Fed,
    Mistake,
    Vector,
    below_zero,
    by_sign,
    dot,
    moved,
    not_above_zero,
    sequential,
    updates,
    vector,
)

a = symbols("a", positive=True)
PASSED, PASSED_IF_STRICT = Gt(y * score, 0), Ge(y * score, 0)
"""What is known of an example that the test `y s <= 0` leaves alone, and of one that `y s < 0` leaves alone."""

ZERO, AWAY = vector(0, 0, 0), vector(0, -1, 2)
FOUR: Sequence[Example] = (
    (vector(1, 3, 1), 1),
    (vector(1, 1, 2), 1),
    (vector(1, 1, -1), -1),
    (vector(1, -2, 1), -1),
)
"""Separable examples, with a 1 in front."""
TWO: Sequence[Example] = ((vector(1, 0), 1), (vector(2, -1), -1))
BOTH_WRONG = vector(-1, -3)
ONE_POINT: Sequence[Example] = ((vector(1, 1, 1), 1), (vector(1, 1, 1), -1))
"""One point with both labels: nothing separates it from itself."""


# The test


def _test_finds_mistakes(right_for_plus: Any) -> Finding:
    """No example that is classified right is updated."""
    cases = ((Eq(y, 1), right_for_plus), (Eq(y, -1), RIGHT_FOR_MINUS))
    return all_of(*(claim_holds(y * score, 0, case, relation=">") for case in cases))


def _wrong_at_zero(mistake: Mistake) -> Finding:
    """Ask whether at w = 0, where every score is zero, all examples are mistakes."""
    wrong = [label for label in (1, -1) if mistake(Fraction(0), label)]
    return shown(f"of the labels +1 and -1, a score of 0 is wrong for {wrong}", holds=wrong == [1, -1])


# The errors


def _errors(weights: Vector, examples: Sequence[Example]) -> list[Fraction]:
    """Return what each example adds to E(w)."""
    return [max(Fraction(0), -label * dot(weights, features)) for features, label in examples]


def _before_and_after(start: Vector, examples: Sequence[Example]) -> tuple[list[Fraction], list[Fraction]]:
    """Return the errors before and after an update on the first example."""
    features, label = examples[0]
    return _errors(start, examples), _errors(moved(start, features, label), examples)


def _others_rise(start: Vector, examples: Sequence[Example]) -> Finding:
    """The error -y w^T x of the example itself falls always, those of others may rise."""
    before, after, norm = (Sum(left[d] * x[d], (d, 1, D)) for left in (w, v, x))
    known = (sign(y), Eq(v[d], w[d] + eta * y * x[d]), Gt(norm, 0))
    (own, *errors), (own_later, *later) = _before_and_after(start, examples)
    holds = own_later < own and any(one < two for one, two in zip(errors, later, strict=True))
    what = f"own error {own}, then {own_later}; errors of others {_listed(errors)}, then {_listed(later)}"
    return all_of(claim_holds(-y * after, -y * before, known, relation="<"), shown(what, holds=holds))


def _total_rises(start: Vector, examples: Sequence[Example]) -> Finding:
    errors, later = _before_and_after(start, examples)
    what = f"errors {_listed(errors)} before an update on the first example, {_listed(later)} after it"
    return shown(what, holds=errors[0] > 0 and sum(later) > sum(errors))


def _listed(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers))


# The end


def _right_when_passed(passed: Any) -> Finding:
    """An example that the test leaves alone is on the side of its label, by lines 95 and 97."""
    sides = ((1, RIGHT_FOR_PLUS), (-1, RIGHT_FOR_MINUS))
    return all_of(*(claim_holds(score, 0, (Eq(y, label), passed), relation=side.rel_op) for label, side in sides))


def _sound_end(mistake: Mistake, passed: Any) -> Finding:
    """Decide what an end means under a test, and let the algorithm run where it must not end."""
    run = sequential(ONE_POINT, ZERO, mistake)
    ends = not any(step.wrong for step in run[-len(ONE_POINT) :])
    after = f"{'ends' if ends else 'has not ended'} after {len(run)} examples"
    return all_of(
        shown(f"one point with both labels: the algorithm {after}", holds=not ends), _right_when_passed(passed)
    )


def _comes_back(examples: Sequence[Example]) -> Finding:
    """Look for weights at the end of a pass that were there before: from them on the run repeats itself."""
    run = sequential(examples, ZERO, not_above_zero)
    passes = [run[first : first + len(examples)] for first in range(0, len(run), len(examples))]
    seen: set[Vector] = set()
    for number, one in enumerate(passes, 1):
        if one[-1].weights in seen and any(step.wrong for step in one):
            return shown(f"after pass {number} the weights are those of an earlier pass, so it never ends", holds=True)
        seen.add(one[-1].weights)
    return shown("no weights come back", holds=False)


def _slow(sizes: Sequence[int]) -> Finding:
    """Separate k from k - 1: relative to the size of the examples, the gap is ever smaller."""
    runs = (sequential(((vector(1, k), 1), (vector(1, k - 1), -1)), vector(0, 0), not_above_zero) for k in sizes)
    counts = [len(updates(run)) for run in runs]
    what = f"for k = {_listed(sizes)} the updates are {_listed(counts)}"
    return shown(what, holds=all(one < two for one, two in pairwise(counts)))


# The solution


def _direction(run: Sequence[Fed]) -> str:
    """Return the last weights of a run over the largest of them: the same for all weights that decide alike."""
    last = run[-1].weights
    largest = max(map(abs, last))
    return f"({_listed(entry / largest for entry in last)})"


def _differ(*runs: Sequence[Fed]) -> Finding:
    one, two = map(_direction, runs)
    return shown(f"the solutions have the directions {one} and {two}", holds=one != two)


def _start_and_order(start: Vector, order: Sequence[Example]) -> Finding:
    usual = sequential(FOUR, ZERO, not_above_zero)
    starts = _differ(usual, sequential(FOUR, start, not_above_zero))
    return all_of(starts, _differ(usual, sequential(order, ZERO, not_above_zero)))


def _rate_matters(start: Vector) -> Finding:
    return _differ(*(sequential(FOUR, start, not_above_zero, rate) for rate in (1, 5)))


def _rate_only_scales() -> Finding:
    """From w = 0 on the weights are eta times the same ones, and the test comes out the same."""
    rows = tuple(
        claim_holds(y * (eta * score), 0, fact(y * score, 0), relation=r) for r, fact in ((">", Gt), (">=", Ge))
    )
    return all_of(*rows)


def _many_solutions() -> Finding:
    """Multiples of solutions are solutions, and so are sums."""
    multiple = claim_holds(y * (a * score), 0, Gt(y * score, 0), relation=">")
    return all_of(multiple, claim_holds(y * score + y * other, 0, (Gt(y * score, 0), Gt(y * other, 0)), relation=">"))


claim = partial(Claim, "cs4602")

CLAIMS = (
    claim(
        128,
        r"the test $y_i (w^T x_i) \le 0$ finds misclassified examples, and no others",
        "refuted",
        lambda: repaired(_test_finds_mistakes(RIGHT_FOR_PLUS), _test_finds_mistakes(Gt(score, 0))),
        repair=r"a score of zero is a mistake for both labels: $w^T x > 0$ at line 95, and $y(x) > 0$ at line 62",
    ),
    claim(
        142,
        r"$w = 0$ misclassifies everything",
        "refuted",
        lambda: repaired(_wrong_at_zero(by_sign(1)), _wrong_at_zero(not_above_zero)),
        repair="by line 62 it is right on all of $C_1$; say that by the test of line 128 it counts as wrong everywhere",
    ),
    claim(
        168,
        "an update lowers the error of its own example, and may raise that of others",
        "proved",
        lambda: _others_rise(BOTH_WRONG, TWO),
    ),
    claim(169, "an update may raise the total error", "proved", lambda: _total_rises(BOTH_WRONG, TWO)),
    claim(
        186,
        "if the data are linearly separable, the algorithm ends after finitely many steps",
        "proved",
        lambda: derived("perceptron-bound"),
    ),
    claim(201, "convergence may be slow", "proved", lambda: _slow((2, 4, 8, 16))),
    claim(
        202,
        "if the data are not separable, the algorithm does not end: where it ends, w separates",
        "proved",
        lambda: all_of(_right_when_passed(PASSED), _comes_back(ONE_POINT)),
    ),
    claim(
        203,
        "once the algorithm has ended, the data are known to be separable",
        "proved",
        lambda: only(_sound_end(not_above_zero, PASSED), _sound_end(below_zero, PASSED_IF_STRICT)),
        convention=r"the test is $y w^T x \le 0$, as at line 128; with $< 0$ the algorithm ends at once, at $w = 0$",
    ),
    claim(
        204,
        "the solution depends on the initialization and on the order of the examples",
        "proved",
        lambda: _start_and_order(AWAY, tuple(reversed(FOUR))),
    ),
    claim(
        204,
        "the solution depends on the learning rate",
        "proved",
        lambda: only(all_of(_rate_only_scales(), _rate_matters(AWAY)), _rate_matters(ZERO)),
        convention="the start is not $w = 0$, as it is at line 124: from there the rate only scales w",
    ),
    claim(308, "where there is a solution, there are infinitely many", "proved", _many_solutions),
)
"""The claims, in the order of their lines."""
