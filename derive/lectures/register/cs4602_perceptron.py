"""Claims of CS 4602, lines 60 to 308: the discriminant, the perceptron criterion, and the perceptron algorithm.

A score is w^T x, the label y is +1 or -1. By line 62 a score of zero belongs to C_1; by the test of line 128 it is a
mistake for either label. What depends on that is decided under both rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sympy import Eq, Ge, Gt, IndexedBase, Integer, KroneckerDelta, Le, Lt, MatrixSymbol, Max, Sum, symbols

from derive.facts import sign
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, definition
from derive.lectures.register.combine import derived, only, refused, repaired, shown
from derive.lectures.worked import (
    Example,
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
from derive.names import size

D, i, j, d = size("D"), *symbols("i j d", integer=True)
w, v, x = IndexedBase("w"), IndexedBase("v"), IndexedBase("x")
y, score, other, w_0 = symbols("y s t w_0", real=True)
eta, a, b = symbols("eta a b", positive=True)
RIGHT_FOR_PLUS, RIGHT_FOR_MINUS = Ge(score, 0), Lt(score, 0)
"""Lines 95 and 97: what is sought of the score of an example with label +1, and with label -1."""

SEPARABLE: Sequence[Example] = ((vector(1, 0), 1), (vector(2, -1), -1))
HOPELESS: Sequence[Example] = ((vector(1, 1), 1), (vector(1, 1), -1))
"""One point with both labels."""


def _product(left: Any, right: Any) -> Any:
    return Sum(left[d] * right[d], (d, 1, D))


# The discriminant


def _with_a_constant() -> Finding:
    """The components 1..D of x are the components 0..D but for the first, which is 1."""
    rest = Sum((1 - KroneckerDelta(i, 0)) * w[i] * x[i], (i, 0, D))
    return claim_holds(w[0] + rest, Sum(w[i] * x[i], (i, 0, D)), Eq(x[0], 1))


def _as_rows(*, rows: bool) -> Finding:
    """Write w and x as rows, as printed, or as columns."""
    shape = (1, D + 1) if rows else (D + 1, 1)
    left, right = MatrixSymbol("w", *shape), MatrixSymbol("x", *shape)
    entries = [(left[0, j] * right[0, j]) if rows else (left[j, 0] * right[j, 0])]
    return refused(lambda: claim_holds(left.T * right, Sum(entries[0], (j, 0, D))))


# The criterion


def _same_as_product(plus: Any, minus: Any, product: Any) -> Finding:
    """Decide whether the conditions on the scores of both labels are the condition on their product, both ways."""
    labels = ((Eq(y, 1), plus), (Eq(y, -1), minus))
    there = [claim_holds(product.lhs, 0, (label, sought), relation=product.rel_op) for label, sought in labels]
    back = [claim_holds(sought.lhs, 0, (label, product), relation=sought.rel_op) for label, sought in labels]
    return all_of(*there, *back)


def _continuous() -> Finding:
    """What a single example adds is max(0, -s), s = y w^T x: two lines that meet, and no steeper than 1."""
    here, there = Max(0, -score), Max(0, -other)
    ordered = Le(score, other)
    return all_of(
        claim_holds(here, there, ordered, relation=">="),
        claim_holds(here, there + other - score, ordered, relation="<="),
        *(claim_holds(here, 0, Ge(score, 0), relation=r) for r in ("<=", ">=")),
        *(claim_holds(here, -score, Le(score, 0), relation=r) for r in ("<=", ">=")),
    )


def _more_positive() -> Finding:
    """An update on an example of C_1 adds eta |x|^2 to its score."""
    known = (Eq(y, 1), Eq(v[d], w[d] + eta * y * x[d]), Gt(_product(x, x), 0))
    return claim_holds(_product(v, x), _product(w, x), known, relation=">")


# The algorithm


def _zero_is_wrong(mistake: Mistake) -> Finding:
    """At w = 0 every score is zero: is it a mistake for both labels?"""
    wrong = [label for label in (1, -1) if mistake(Fraction(0), label)]
    return shown(f"of the labels +1 and -1, a score of 0 is wrong for {wrong}", holds=wrong == [1, -1])


def _test_finds_mistakes(right_for_plus: Any) -> Finding:
    """No example that is classified right is updated: its product y s is more than zero."""
    cases = ((Eq(y, 1), right_for_plus), (Eq(y, -1), RIGHT_FOR_MINUS))
    return all_of(*(claim_holds(y * score, 0, case, relation=">") for case in cases))


def _stops_when_right(passed: Any) -> Finding:
    """An example that passes the test is on the side of its label, by lines 62 and 64."""
    plus = claim_holds(score, 0, (Eq(y, 1), passed), relation=RIGHT_FOR_PLUS.rel_op)
    return all_of(plus, claim_holds(score, 0, (Eq(y, -1), passed), relation=RIGHT_FOR_MINUS.rel_op))


def _total_error(examples: Sequence[Example], weights: Vector) -> Fraction:
    """Return E(w), summed over the examples with a score that is not of the sign of the label."""
    return sum((max(Fraction(0), -label * dot(weights, features)) for features, label in examples), Fraction(0))


def _one_update(start: Vector, examples: Sequence[Example]) -> tuple[list[Fraction], list[Fraction]]:
    """Return the errors of the first example, of the others, and of all, before and after an update on the first."""
    features, label = examples[0]
    parts = (examples[:1], examples[1:], examples)
    after = moved(start, features, label)
    return [_total_error(part, start) for part in parts], [_total_error(part, after) for part in parts]


def _other_errors_rise(start: Vector, examples: Sequence[Example]) -> Finding:
    (own, rest, _), (own_after, rest_after, _) = _one_update(start, examples)
    what = f"own error {own}, then {own_after}; the others' {rest}, then {rest_after}"
    return all_of(
        claim_holds(-y * _product(v, x), -y * _product(w, x), _updated(), relation="<"),
        shown(what, holds=own_after < own and rest_after > rest),
    )


def _updated() -> tuple[Any, ...]:
    return (sign(y), Eq(v[d], w[d] + eta * y * x[d]), Gt(_product(x, x), 0))


def _total_error_rises(start: Vector, examples: Sequence[Example]) -> Finding:
    (*_, before), (*_, after) = _one_update(start, examples)
    return shown(f"the total error is {before} before the update and {after} after it", holds=after > before)


def _ends(run: Sequence[Any], examples: Sequence[Example]) -> bool:
    return not any(step.wrong for step in run[-len(examples) :])


def _slow(gaps: Sequence[int]) -> Finding:
    """One input; a positive example at k, a negative one at k - 1: the closer they are, relatively, the longer."""
    runs = [sequential(((vector(1, k), 1), (vector(1, k - 1), -1)), vector(0, 0), not_above_zero) for k in gaps]
    counts = [len(updates(run)) for run in runs]
    return shown(f"updates for k = {list(gaps)}: {counts}", holds=all(p < q for p, q in zip(counts, counts[1:], strict=False)))


def _comes_back(examples: Sequence[Example]) -> Finding:
    """Feed pass after pass until the weights at the end of a pass are ones of before: then it goes on like that."""
    run, ends = sequential(examples, vector(0, 0), not_above_zero), set[Vector]()
    for step in run[len(examples) - 1 :: len(examples)]:
        if step.weights in ends and not _ends(run, examples):
            return shown(f"the weights {tuple(map(str, step.weights))} come back, with mistakes in between", holds=True)
        ends.add(step.weights)
    return shown("no weights come back", holds=False)


def _last_weights(start: Vector, examples: Sequence[Example], rate: int = 1) -> Vector:
    return sequential(examples, start, not_above_zero, rate)[-1].weights


def _direction(weights: Vector) -> Vector:
    """Return the weights divided by their largest entry: the same for all that decide alike."""
    largest = max(map(abs, weights))
    return tuple(entry / largest for entry in weights)


def _depends(one: Vector, two: Vector) -> Finding:
    both = [[str(entry) for entry in _direction(weights)] for weights in (one, two)]
    return shown(f"the directions of the solutions are {both[0]} and {both[1]}", holds=both[0] != both[1])


def _start_and_order() -> Finding:
    zero, swapped = vector(0, 0), tuple(reversed(SEPARABLE))
    return all_of(
        _depends(_last_weights(zero, SEPARABLE), _last_weights(vector(-1, -3), SEPARABLE)),
        _depends(_last_weights(zero, SEPARABLE), _last_weights(zero, swapped)),
    )


def _rate_matters(start: Vector) -> Finding:
    return _depends(_last_weights(start, SEPARABLE), _last_weights(start, SEPARABLE, 5))


def _many_solutions() -> Finding:
    """Two solutions, however weighted, make a third."""
    known = (Gt(y * score, 0), Gt(y * other, 0))
    return claim_holds(y * (a * score + b * other), 0, known, relation=">")


TIE_IS_C_1 = by_sign(1)
PASSED, PASSED_STRICT_TEST = Gt(y * score, 0), Ge(y * score, 0)
"""What is known of an example that the test `y s <= 0` leaves alone, and of one that `y s < 0` leaves alone."""

CLAIMS = (
    Claim(
        "cs4602",
        62,
        r"$y(x) = w^T x + w_0 \ge 0$ is class $C_1$, less is $C_2$",
        "definition",
        lambda: definition("the decision rule; a score of zero belongs to C_1"),
    ),
    Claim(
        "cs4602",
        70,
        r"$w = [w_0 \; w_1 \dots w_d]$ and $x = [1 \; x_1 \dots x_d]$ are rows, and $w^T x$ is a number",
        "refuted",
        lambda: repaired(_as_rows(rows=True), _as_rows(rows=False)),
        repair=r"columns: $w = [w_0 \; w_1 \dots w_d]^T$ and $x = [1 \; x_1 \dots x_d]^T$",
    ),
    Claim(
        "cs4602",
        74,
        r"with a constant 1 in front of x, $w^T x + w_0$ is a single inner product $w^T x$",
        "proved",
        _with_a_constant,
    ),
    Claim(
        "cs4602",
        101,
        r"$w^T x \ge 0$ for $y = +1$ and $w^T x < 0$ for $y = -1$ is, in other words, $w^T x_n y_n \ge 0$ for all n",
        "refuted",
        lambda: repaired(
            _same_as_product(RIGHT_FOR_PLUS, RIGHT_FOR_MINUS, Ge(y * score, 0)),
            _same_as_product(Gt(score, 0), RIGHT_FOR_MINUS, Gt(y * score, 0)),
        ),
        repair=r"no score is zero: $w^T x > 0$ for $y = +1$, and $w^T x_n y_n > 0$ for all n",
    ),
    Claim(
        "cs4602",
        105,
        r"$E(w) = -\sum_{n \in M} w^T x_n y_n$",
        "definition",
        lambda: definition("the perceptron criterion; M is the set of misclassified inputs"),
    ),
    Claim(
        "cs4602",
        107,
        "the letter M is the set of misclassified inputs, at 388 the width of the margin, at 530 a number of slacks",
        "definition",
        lambda: definition("three meanings of one letter; nothing is claimed"),
    ),
    Claim(
        "cs4602",
        111,
        r"$E(w) \ge 0$",
        "proved",
        lambda: derived(
            "perceptron-gradient",
            "no term is negative",
            "a positive example, taken for negative",
            "a negative example, taken for positive",
        ),
    ),
    Claim(
        "cs4602",
        112,
        "E(w) is continuing and piecewise linear",
        "proved",
        _continuous,
        convention="'continuing' is read as 'continuous'",
        repair="E(w) is continuous and piecewise linear",
    ),
    Claim(
        "cs4602",
        118,
        r"$w^{\tau+1} = w^\tau - \eta \nabla E(w) = w^\tau + \eta \sum_{n \in M} x_n y_n$",
        "proved",
        lambda: derived("perceptron-gradient"),
        convention=r"the gradient is taken at $w^\tau$, and M, the misclassified at $w^\tau$, is held fixed",
        repair=r"$\nabla E(w^\tau)$ for $\nabla E(w)$",
    ),
    Claim(
        "cs4602",
        120,
        r"after an update the score of a misclassified example of $C_1$ is larger",
        "proved",
        _more_positive,
    ),
    Claim(
        "cs4602",
        128,
        r"the test $y_i (w^T x_i) \le 0$ finds the misclassified examples, and only these",
        "refuted",
        lambda: repaired(_test_finds_mistakes(RIGHT_FOR_PLUS), _test_finds_mistakes(Gt(score, 0))),
        repair=r"line 62 should put a score of zero into neither class, or the test should be $w^T x_i < 0$ for $y_i = +1$",
    ),
    Claim(
        "cs4602",
        142,
        r"$w = 0$ misclassifies everything",
        "refuted",
        lambda: repaired(_zero_is_wrong(TIE_IS_C_1), _zero_is_wrong(not_above_zero)),
        repair="by line 62 it is right on all of $C_1$; with the test of line 128 it counts as wrong everywhere",
    ),
    Claim(
        "cs4602",
        168,
        "an update lowers the error of its own example, and may raise that of others",
        "proved",
        lambda: _other_errors_rise(vector(-1, -3), SEPARABLE),
    ),
    Claim(
        "cs4602",
        169,
        "an update may raise the total error",
        "proved",
        lambda: _total_error_rises(vector(-1, -3), SEPARABLE),
    ),
    Claim(
        "cs4602",
        186,
        "if the data are linearly separable, the algorithm ends after finitely many steps",
        "proved",
        lambda: derived("perceptron-bound"),
    ),
    Claim("cs4602", 201, "convergence may be slow", "proved", lambda: _slow((2, 4, 8, 16))),
    Claim(
        "cs4602",
        202,
        "if the data are not separable, the algorithm does not end: where it ends, w separates",
        "proved",
        lambda: all_of(_stops_when_right(PASSED), _comes_back(HOPELESS)),
    ),
    Claim(
        "cs4602",
        203,
        "once the algorithm has ended, the data are known to be separable",
        "proved",
        lambda: only(
            _stops_when_right(PASSED),
            all_of(_stops_when_right(PASSED_STRICT_TEST), shown("", holds=_zero_is_wrong(below_zero).outcome == "proved")),
        ),
        convention=r"the test is $y w^T x \le 0$, as at line 128; with $< 0$ it ends at once, at $w = 0$",
    ),
    Claim(
        "cs4602",
        204,
        "the solution depends on the initialization and on the order of the examples",
        "proved",
        _start_and_order,
    ),
    Claim(
        "cs4602",
        204,
        "the solution depends on the learning rate",
        "proved",
        lambda: only(_rate_matters(vector(-1, -3)), _rate_matters(vector(0, 0))),
        convention=r"the start is not $w = 0$, as it is at line 124: from there the rate only scales w",
    ),
    Claim(
        "cs4602",
        306,
        "the perceptron finds a linear surface that separates the training data, if there is one",
        "proved",
        lambda: all_of(derived("perceptron-bound"), _stops_when_right(PASSED)),
    ),
    Claim(
        "cs4602",
        308,
        "where there is a solution, there are infinitely many",
        "proved",
        _many_solutions,
    ),
)
"""In the order of their lines."""
assert Integer(0) == 0
