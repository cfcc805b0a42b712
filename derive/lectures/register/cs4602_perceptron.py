"""Claims of CS 4602, lines 60 to 308: the perceptron criterion, the algorithm, when it ends, and with what.

A score s is w^T x, the label y is +1 or -1. By line 62 a score of zero belongs to C_1, the class of the label +1. The
algorithm starts at w = 0 and updates where y w^T x <= 0, so that a score of zero is a mistake for either label. What
depends on that is decided under both rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from sympy import Eq, Ge, Gt, KroneckerDelta, Le, Lt, MatrixSymbol, Max, Sum, symbols

from derive.facts import sign
from derive.lectures.register.claim import At, Finding, all_of, claim_holds, derived, only, refused, repaired, shown
from derive.lectures.worked import (
    Example,
    Fed,
    Mistake,
    Vector,
    below_zero,
    dot,
    moved,
    not_above_zero,
    sequential,
    vector,
)
from derive.names import size, tensor

at = partial(At, "cs4602")
D = size("D")
i, j, d = symbols("i j d", integer=True)
w, v, x = (tensor(name, (0, D)) for name in ("w", "v", "x"))
y, score, other = symbols("y s t", real=True)
eta = symbols("eta", positive=True)
RIGHT_FOR_PLUS, RIGHT_FOR_MINUS = Ge(score, 0), Lt(score, 0)
"""Lines 95 and 97: what is sought of the score of an example with label +1, and with label -1."""


def _with_a_constant() -> Finding:
    """The components 0..d of x, the first of which is 1, are a constant and the others."""
    others = Sum((1 - KroneckerDelta(i, 0)) * w[i] * x[i], (i, 0, D))
    return claim_holds(w[0] + others, Sum(w[i] * x[i], (i, 0, D)), Eq(x[0], 1))


def _inner_product(*, rows: bool) -> Finding:
    """Write w^T x for rows, as printed, or for columns."""
    shape = (1, D + 1) if rows else (D + 1, 1)
    left, right = MatrixSymbol("w", *shape), MatrixSymbol("x", *shape)
    entry = left[0, j] * right[0, j] if rows else left[j, 0] * right[j, 0]
    return refused(lambda: claim_holds(left.T * right, Sum(entry, (j, 0, D))))


def _same_as_product(plus: Any, minus: Any, product: Any) -> Finding:
    """Decide whether the conditions on the scores of both labels are the condition on their product, both ways."""
    labels = ((Eq(y, 1), plus), (Eq(y, -1), minus))
    there = [claim_holds(product.lhs, 0, (label, sought), relation=product.rel_op) for label, sought in labels]
    back = [claim_holds(sought.lhs, 0, (label, product), relation=sought.rel_op) for label, sought in labels]
    return all_of(*there, *back)


def _continuous() -> Finding:
    """What an example adds is max(0, -s), with s for y w^T x: two lines that meet, and no slope is steeper than 1."""
    here, there, ordered = Max(0, -score), Max(0, -other), Le(score, other)
    return all_of(
        claim_holds(here, there, ordered, relation=">="),
        claim_holds(here, there + other - score, ordered, relation="<="),
        *(claim_holds(here, 0, Ge(score, 0), relation=relation) for relation in ("<=", ">=")),
        *(claim_holds(here, -score, Le(score, 0), relation=relation) for relation in ("<=", ">=")),
    )


def _more_positive() -> Finding:
    """The update adds eta |x|^2 to the score."""
    before, after, norm = (Sum(left[d] * x[d], (d, 0, D)) for left in (w, v, x))
    return claim_holds(after, before, (Eq(v[d], w[d] + eta * x[d]), Gt(norm, 0)), relation=">")


def _not_negative() -> Finding:
    cases = (f"a {one} example, taken for {two}" for one, two in (("positive", "negative"), ("negative", "positive")))
    return derived("perceptron-gradient", "no term is negative", *cases)


PERCEPTRON_CLAIMS = (
    at(62, r"$y(x) = w^T x + w_0 \ge 0$ is class $C_1$, and less is $C_2$").defines(
        "the decision rule; a score of zero belongs to C_1"
    ),
    at(70, r"$w = [w_0 \; w_1 \dots w_d]$ and $x = [1 \; x_1 \dots x_d]$ are rows, and $w^T x$ is a number").refuted(
        lambda: repaired(_inner_product(rows=True), _inner_product(rows=False)),
        repair=r"columns: $w = [w_0 \; w_1 \dots w_d]^T$ and $x = [1 \; x_1 \dots x_d]^T$",
    ),
    at(74, r"with a 1 in front of x, $w^T x + w_0$ is one inner product $w^T x$").proved(_with_a_constant),
    at(
        101,
        r"$w^T x \ge 0$ for $y = +1$ and $w^T x < 0$ for $y = -1$ is, in other words, $w^T x_n y_n \ge 0$ for all n",
    ).refuted(
        lambda: repaired(
            _same_as_product(RIGHT_FOR_PLUS, RIGHT_FOR_MINUS, Ge(y * score, 0)),
            _same_as_product(Gt(score, 0), RIGHT_FOR_MINUS, Gt(y * score, 0)),
        ),
        repair=r"it lets in a zero score with $y = -1$: say $w^T x > 0$ for $y = +1$, and $w^T x_n y_n > 0$ for all n",
    ),
    at(105, r"$E(w) = -\sum_{n \in M} w^T x_n y_n$").defines("the perceptron criterion, which is to be made small"),
    at(
        107,
        "M is the set of misclassified inputs; at line 388 it is the width of the margin, at 530 the number of slacks",
    ).defines("three meanings of one letter: nothing is claimed"),
    at(111, r"$E(w) \ge 0$").proved(_not_negative),
    at(112, "E(w) is continuing and piecewise linear").proved(
        _continuous, convention="'continuing' is read as 'continuous'", repair="E(w) is continuous and piecewise linear"
    ),
    at(118, r"$w^{\theta+1} = w^{\theta} - \eta \nabla E(w) = w^{\theta} + \eta \sum_{n \in M} x_n y_n$").proved(
        lambda: derived("perceptron-gradient"),
        convention=r"the gradient is taken at $w^{\theta}$, and M, the misclassified at $w^{\theta}$, is held fixed",
        repair=r"$\nabla E(w^{\theta})$ for $\nabla E(w)$",
    ),
    at(120, r"an update makes the score of a misclassified example of $C_1$ more positive").proved(_more_positive),
)

a = symbols("a", positive=True)
PASSED, PASSED_IF_STRICT = Gt(y * score, 0), Ge(y * score, 0)
"""What is known of an example that the test `y s <= 0` leaves alone, and of one that `y s < 0` leaves alone."""

ZERO, AWAY = vector(0, 0, 0), vector(0, -1, 2)
FOUR: Sequence[Example] = ((vector(1, 3, 1), 1), (vector(1, 1, 2), 1), (vector(1, 1, -1), -1), (vector(1, -2, 1), -1))
"""Separable examples, with a 1 in front."""
TWO: Sequence[Example] = ((vector(1, 0), 1), (vector(2, -1), -1))
BOTH_WRONG = vector(-1, -3)
ONE_POINT: Sequence[Example] = ((vector(1, 1, 1), 1), (vector(1, 1, 1), -1))
"""One point with both labels: nothing separates it from itself."""


def _test_finds_mistakes(right_for_plus: Any) -> Finding:
    """No example that is classified right is updated."""
    cases = ((Eq(y, 1), right_for_plus), (Eq(y, -1), RIGHT_FOR_MINUS))
    return all_of(*(claim_holds(y * score, 0, case, relation=">") for case in cases))


def _errors(weights: Vector, examples: Sequence[Example]) -> list[Fraction]:
    """Return what each example adds to E(w)."""
    return [max(Fraction(0), -label * dot(weights, features)) for features, label in examples]


def _before_and_after(start: Vector, examples: Sequence[Example]) -> tuple[list[Fraction], list[Fraction]]:
    """Return the errors before and after an update on the first example."""
    features, label = examples[0]
    return _errors(start, examples), _errors(moved(start, features, label), examples)


def _others_rise(start: Vector, examples: Sequence[Example]) -> Finding:
    """The error -y w^T x of the example itself falls always, those of others may rise."""
    before, after, norm = (Sum(left[d] * x[d], (d, 0, D)) for left in (w, v, x))
    known = (sign(y), Eq(v[d], w[d] + eta * y * x[d]), Gt(norm, 0))
    (own, *errors), (own_later, *later) = _before_and_after(start, examples)
    holds = own_later < own and any(one < two for one, two in zip(errors, later, strict=True))
    what = f"own error {own}, then {own_later}; errors of others {_listed(errors)}, then {_listed(later)}"
    return all_of(claim_holds(-y * after, -y * before, known, relation="<"), shown(what, holds=holds))


def _listed(numbers: Iterable[object]) -> str:
    return ", ".join(map(str, numbers))


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


def _direction(run: Sequence[Fed]) -> str:
    """Return the last weights of a run over the largest of them: the same for all weights that decide alike."""
    last = run[-1].weights
    largest = max(map(abs, last))
    return f"({_listed(entry / largest for entry in last)})"


def _differ(*runs: Sequence[Fed]) -> Finding:
    one, two = map(_direction, runs)
    return shown(f"the solutions have the directions {one} and {two}", holds=one != two)


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


ALGORITHM_CLAIMS = (
    at(128, r"the test $y_i (w^T x_i) \le 0$ finds misclassified examples, and no others").refuted(
        lambda: repaired(_test_finds_mistakes(RIGHT_FOR_PLUS), _test_finds_mistakes(Gt(score, 0))),
        repair=r"a score of zero is a mistake for both labels: $w^T x > 0$ at line 95, and $y(x) > 0$ at line 62",
    ),
    at(168, "an update lowers the error of its own example, and may raise that of others").proved(
        lambda: _others_rise(BOTH_WRONG, TWO)
    ),
    at(186, "if the data are linearly separable, the algorithm ends after finitely many steps").proved(
        lambda: derived("perceptron-bound")
    ),
    at(202, "if the data are not separable, the algorithm does not end: where it ends, w separates").proved(
        lambda: all_of(_right_when_passed(PASSED), _comes_back(ONE_POINT))
    ),
    at(203, "once the algorithm has ended, the data are known to be separable").proved(
        lambda: only(_sound_end(not_above_zero, PASSED), _sound_end(below_zero, PASSED_IF_STRICT)),
        convention=r"the test is $y w^T x \le 0$, as at line 128; with $< 0$ the algorithm ends at once, at $w = 0$",
    ),
    at(204, "the solution depends on the learning rate").proved(
        lambda: only(all_of(_rate_only_scales(), _rate_matters(AWAY)), _rate_matters(ZERO)),
        convention="the start is not $w = 0$, as it is at line 124: from there the rate only scales w",
    ),
    at(308, "where there is a solution, there are infinitely many").proved(_many_solutions),
)

CLAIMS = (*PERCEPTRON_CLAIMS, *ALGORITHM_CLAIMS)
