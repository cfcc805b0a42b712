"""Claims of the classification slides that are numbers: the run of the perceptron on OR, and other algorithms.

The slides define sign(0) = 0 at line 592 and take it for -1 in the run. What depends on that is decided under both.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from derive.lectures.register.row import Check, Of, Row, Same, Shows, claims_of_rows, of
from derive.lectures.worked import OR, ORIGIN, XOR, Example, Run, Vector, batch, by_sign, dot, moved, sign, vector

AS_USED, AS_DEFINED = -1, 0
"""What the sign of zero is in the run, and what it is by line 592."""
USED, DEFINED = (of(Run, OR, ORIGIN, by_sign(at_zero)) for at_zero in (AS_USED, AS_DEFINED))
ZERO = "a score of 0 counts as -1, as at line 362, and not as 0, as line 592 defines it"
REPAIRED = "sign(0) = -1 at line 592"
CORRECT, WRONG = "correct", "misclassified"
STEPS = (
    (598, 0, -1, CORRECT, 602, (0, 0, 0)),
    (615, 0, -1, WRONG, 619, (1, 0, 1)),
    (630, 1, 1, CORRECT, 634, (1, 0, 1)),
    (645, 2, 1, CORRECT, 649, (1, 0, 1)),
    (660, 1, 1, WRONG, 664, (0, 0, 1)),
    (675, 1, 1, CORRECT, 679, (0, 0, 1)),
    (690, 0, -1, WRONG, 694, (1, 1, 1)),
    (705, 3, 1, CORRECT, 709, (1, 1, 1)),
    (720, 1, 1, WRONG, 724, (0, 1, 1)),
    (735, 1, 1, CORRECT, 739, (0, 1, 1)),
    (750, 1, 1, CORRECT, 754, (0, 1, 1)),
    (765, 2, 1, CORRECT, 769, (0, 1, 1)),
    (780, 0, -1, CORRECT, 784, (0, 1, 1)),
)
"""What is printed of each step: score, guess, and what is said of it; then the weights. Each with its line."""


def whole(weights: Vector) -> tuple[int | Fraction, ...]:
    """Return weights as they are printed: whole numbers as such."""
    return tuple(int(entry) if entry.denominator == 1 else entry for entry in weights)


def _guess(example: Example, weights: Vector, at_zero: int) -> tuple[int, int, str]:
    """Return the score, the guess, and whether the guess is right."""
    features, label = example
    score = dot(weights, features)
    guess = sign(score, at_zero=at_zero)
    return int(score), guess, CORRECT if guess == label else WRONG


def _table(examples: Sequence[Example]) -> list[tuple[int, int, int]]:
    return [(int(a), int(b), int(label > 0)) for (_, a, b), label in examples]


def _misclassified(weights: Vector, at_zero: int) -> list[int]:
    """Return the numbers of the instances of OR that these weights misclassify."""
    mistake = by_sign(at_zero)
    return [number for number, (x, y) in enumerate(OR, 1) if mistake(dot(weights, x), y)]


def _all_correct(at_zero: int) -> Check:
    wrong = of(_misclassified, vector(0, 1, 1), at_zero)
    told = of(_or_none, wrong)
    return Shows("of the instances 1 to 4, {} are misclassified by (0, 1, 1)", of(operator.not_, wrong), [told])


def _or_none(numbers: list[int]) -> object:
    return numbers or "none"


def _summary(run: Of) -> Check:
    own = (of(len, run.steps), of(len, run.updates), of(whole, run.last))
    return Same("steps, updates, final weights", own, (13, 4, (0, 1, 1)))


def _product(factor: int) -> Check:
    return Same("sign times score", of(_guess, OR[3], USED.steps[2].weights, AS_USED)[0] * factor, 2)


def _rows_of(step: int, printed: tuple[int, int, int, str, int, tuple[int, int, int]]) -> tuple[Row, Row]:
    """Return the rows of a step, counted from 0: its score and guess, and the weights after it.

    A score of zero, and where the run ends, depends on the sign of zero.
    """
    line, score, guess, said, line_after, weights = printed
    before = USED.steps[step - 1].weights if step else ORIGIN
    used, defined = (
        Same("score and sign", of(_guess, OR[step % 4], before, at_zero), (score, guess, said))
        for at_zero in (AS_USED, AS_DEFINED)
    )
    after = Same("weights", of(whole, USED.steps[step].weights), weights)
    fed = Row(line, f"step {step + 1}: $(w^{{{step}}})^T x_{step % 4 + 1} = {score}$, sign {guess}, {said}")
    last = line_after == STEPS[-1][4]
    name = "w" if last else f"w^{{{step + 1}}}"
    updated = Row(line_after, f"after step {step + 1} ${name} = [{', '.join(map(str, weights))}]^T$")
    tie: dict[str, Any] = {"convention": ZERO, "repair": REPAIRED}
    return (
        fed.right(used) if score else fed.right(used, otherwise=[defined], **tie),
        updated.right(after, otherwise=[Same("weights", of(whole, DEFINED.last), weights)], **tie)
        if last
        else updated.right(after),
    )


RUN = (
    Row(532, "the table of OR").right(Same("rows", of(_table, OR), [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1)])),
    Row(551, "the table of XOR").right(Same("rows", of(_table, XOR), [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)])),
    Row(592, "sign(0) = 0, in the run that follows: 13 steps, 4 updates, $w = [0, 1, 1]^T$").wrong(
        _summary(DEFINED),
        repair="sign(0) = -1; with sign(0) = 0 a score of zero is a mistake for either label",
        mended=[_summary(USED)],
    ),
    Row(645, r"$\hat y_4 (w^3)^T x_4 = 2$").right(
        _product(1),
        convention=r"$\hat y_4 = 1$, so that the factor does not show",
        repair=r"$(w^3)^T x_4 = 2$",
        otherwise=[_product(-1)],
    ),
    Row(782, "$w = [0, 1, 1]^T$ classifies all instances correctly").proved(
        _all_correct(AS_USED), convention=ZERO, repair=REPAIRED, otherwise=[_all_correct(AS_DEFINED)]
    ),
    *(row for step, printed in enumerate(STEPS) for row in _rows_of(step, printed)),
)


OPPOSED: tuple[Example, ...] = ((vector(1), 1), (vector(1), -1))
"""One point with both labels."""


def criterion(examples: Sequence[Example], weights: Vector) -> Fraction:
    """Return E_p(w) = - sum of w^T x y over the misclassified examples; a tie is of the class -1.

    >>> print(criterion(OPPOSED, vector(2)))
    2
    """
    mistake = by_sign(AS_USED)
    scores = [(dot(weights, features), label) for features, label in examples]
    return sum((-score * label for score, label in scores if mistake(score, label)), Fraction(0))


def descent(examples: Sequence[Example], parts: int) -> tuple[list[Vector], list[Fraction]]:
    """Return the weights and the criterion from w = 1 on, at the rate 2/parts, a bit beyond the kink at w = 0."""
    run = batch(examples, vector(1), by_sign(AS_USED), Fraction(2, parts), most=parts)
    return run, [criterion(examples, weights) for weights in run]


def _falls(examples: Sequence[Example], parts: int) -> bool:
    return all(after <= before for before, after in pairwise(descent(examples, parts)[1]))


def _swings(examples: Sequence[Example], parts: int) -> bool:
    """Return whether the weights end by going to and fro."""
    run, _ = descent(examples, parts)
    return run[-1] != run[-2] and run[-1] in run[:-2]


def _last_two(examples: Sequence[Example], parts: int) -> str:
    run, _ = descent(examples, parts)
    return f"{run[-2][0]} and {run[-1][0]}"


def _in_a_batch(instances: int) -> list[int]:
    """Carry out lines 481 to 489 with a counter j."""
    j, fed = 0, list[int]()
    while j != instances:
        j = j + 1
        fed.append(j)
    return fed


def in_sequence(instances: int, first: int) -> list[int]:
    """Carry out lines 503 to 511 with a counter k, once round; `first` is the number of the instance for k = 0."""
    k, fed = 0, list[int]()
    for _ in range(instances):
        k = k % instances
        fed.append(first + k)
        k = k + 1
    return fed


def voted(examples: Sequence[Example], epochs: int, first: int, *, swapped: bool) -> list[tuple[Vector, int]]:
    """Carry out lines 874 to 896 from k = `first` on, with the branches as printed if `swapped`.

    Nothing comes back if the prediction needs a vector that has no value.

    >>> [count for _, count in voted(OR, 2, 1, swapped=False)]
    [1, 3, 2, 2]
    """
    k, weights, counts = first, {1: ORIGIN}, {1: 0}
    for _ in range(epochs):
        for features, label in examples:
            if k not in weights:
                return []
            right = sign(dot(weights[k], features), at_zero=AS_USED) == label
            if right != swapped:
                counts[k] += 1
            else:
                weights[k + 1], counts[k + 1] = moved(weights[k], features, label), 1
                k += 1
    return [(weights[number], counts[number]) for number in range(1, k + 1)]


def _predicts(first: int) -> bool:
    """Return whether the first prediction has a vector to predict with."""
    return bool(voted(OR, 1, first, swapped=False))


def _last_voted(epochs: int, swapped: object) -> Vector:
    return voted(OR, epochs, 1, swapped=bool(swapped))[-1][0]


def _learns(*, swapped: bool) -> list[Check]:
    """Return whether the last of the vectors that vote is right on all of OR, which a line separates."""
    last = of(_last_voted, 10, swapped)
    wrong = of(len, of(_misclassified, last, AS_USED))
    what = "after 10 epochs the last vector {} has {} mistakes on OR"
    return [Shows(what, of(operator.not_, wrong), (of(str, of(whole, last)), wrong))]


def _starts(first: int) -> list[Check]:
    return [Shows("the first prediction reads w_{}, and only w_1 has a value", of(_predicts, first), (first,))]


ALGORITHMS = (
    Row(439, r"as $E_p(w^k)$ does not increase, the sequence $w^k$ converges to the local minimum").refuted(
        Shows(
            "at the rate 2/201 the values fall; in the end w goes to and fro between {}",
            of(operator.not_, of(operator.and_, of(_falls, OPPOSED, 201), of(_swings, OPPOSED, 201))),
            (of(_last_two, OPPOSED, 201),),
        ),
        repair="the values converge; for the weights one needs more, such as separable data, or a rate that falls",
    ),
    Row(485, r"batch training classifies $x_1 \dots x_N$ in each epoch").right(
        Same("numbers of the instances fed", of(_in_a_batch, 4), [1, 2, 3, 4])
    ),
    Row(507, r"sequential training, with $k \leftarrow k \bmod N$, classifies $x_1 \dots x_N$ in turn").wrong(
        Same("numbers of the instances fed", of(in_sequence, 4, 0), [1, 2, 3, 4]),
        repair=r"classify $x_{k+1}$: k runs from 0 to N - 1, and there is no $x_0$",
        mended=[Same("numbers of the instances fed", of(in_sequence, 4, 1), [1, 2, 3, 4])],
    ),
    Row(874, r"$k \leftarrow 0$, $w_1 = 0$, $c_1 = 0$; the first prediction is $\mathrm{sign}(w_k^T x_i)$").refuted(
        *_starts(0), repair=r"$k \leftarrow 1$", mended=_starts(1)
    ),
    Row(882, r"if $y_i \ne \hat y$: $c_k = c_k + 1$; else: $w_{k+1} = w_k + x_i y_i$").refuted(
        *_learns(swapped=True),
        repair=r"if $y_i = \hat y$: $c_k = c_k + 1$; else: $w_{k+1} = w_k + x_i y_i$",
        mended=_learns(swapped=False),
    ),
)

ROWS = (*RUN, *ALGORITHMS)

CLAIMS = claims_of_rows("cls", ROWS)
