"""Claims of the classification slides that are numbers: confusion matrices, codes, the run of the perceptron on OR.

The slides define sign(0) = 0 at line 592 and take it for -1 in the run. What depends on that is decided under both.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from derive.lectures.register.row import Check, Number, Of, Row, Same, Shows, claims_of_rows, of
from derive.lectures.worked import (
    FIRST,
    IRIS,
    OR,
    ORIGIN,
    SECOND,
    SMALL,
    THIRD,
    XOR,
    Counts,
    Example,
    Run,
    Vector,
    batch,
    by_sign,
    dot,
    moved,
    sign,
    vector,
)


def target(label: int, classes: int) -> tuple[int, ...]:
    """Return the one-hot target of a class, counted from 1.

    >>> target(2, 4)
    (0, 1, 0, 0)
    """
    return tuple(int(other == label) for other in range(1, classes + 1))


def one_against_rest(*classes: str) -> list[str]:
    """Return the two-class problems that set each class against all others."""
    return [f"{one} vs ({' and '.join(other for other in classes if other != one)})" for one in classes]


def one_against_one(*classes: str) -> list[str]:
    """Return the two-class problems that set each class against each other."""
    return [f"{one} vs {other}" for one, other in combinations(classes, 2)]


COLOURS = ("red", "blue", "green")
CODES = (
    Row(18, r"of $K = 4$ classes, the target of class 2 is $y = [0, 1, 0, 0]^T$").right(
        Same("the one-hot target", of(target, 2, 4), (0, 1, 0, 0))
    ),
    Row(
        26, r"with classes coded 1, 2, 3, 4 and $y = 4$: $y - y_1 = 3 > y - y_2 = 1$, as if guess 3 were better than 1"
    ).right(
        Same("the distances between the codes", (of(operator.sub, 4, 1), of(operator.sub, 4, 3)), (3, 1)),
        Shows("3 > 1", of(operator.gt, of(operator.sub, 4, 1), of(operator.sub, 4, 3))),
    ),
    Row(42, "one-vs-rest makes three two-class problems of three classes").right(
        Same(
            "one against the rest",
            of(one_against_rest, *COLOURS),
            ["red vs (blue and green)", "blue vs (red and green)", "green vs (red and blue)"],
        )
    ),
    Row(52, "one-vs-one makes three two-class problems of three classes").right(
        Same("one against one", of(one_against_one, *COLOURS), ["red vs blue", "red vs green", "blue vs green"])
    ),
    Row(1065, r"of $K = 3$ classes, $y_i = [0, 1, 0]^T$ is the target of class 2").right(
        Same("the one-hot target", of(target, 2, 3), (0, 1, 0))
    ),
)


Table: TypeAlias = tuple[tuple[int, ...], ...]
Terms: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
NEVER = Counts(tp=0, fp=0, fn=20, tn=180)
"""The instances of the second table, all of them classified as negative."""
TERMS: Mapping[str, Callable[[Counts], Terms]] = {
    "accuracy": lambda c: ((c.tp, c.tn), (c.tp, c.fp, c.fn, c.tn)),
    "precision": lambda c: ((c.tp,), (c.tp, c.fp)),
    "recall": lambda c: ((c.tp,), (c.tp, c.fn)),
}
"""The counts that are added up above and below the line of each ratio."""


def _own(name: str, counts: Counts, parts: int) -> Terms:
    """Return the terms by the table; a denominator that is printed as one number is the sum."""
    upper, lower = TERMS[name](counts)
    return upper, lower if parts > 1 else (sum(lower),)


def _written(terms: Terms) -> str:
    upper, lower = (" + ".join(map(str, numbers)) for numbers in terms)
    return f"({upper}) / ({lower})"


def _percent(terms: Terms) -> Fraction:
    return 100 * Fraction(sum(terms[0]), sum(terms[1]))


def ratio(name: str, counts: Counts, terms: Terms, percent: str) -> list[Check]:
    """Return what a line such as "90/(90 + 10) = 90%" says: these are the terms of the table, and this their value."""
    own = of(_own, name, counts, len(terms[1]))
    numbers = [Number(of(_percent, some), percent) for some in (own, terms)]
    return [Same("terms of the table", of(_written, own), _written(terms)), *numbers]


def _diagonal(table: Table) -> int:
    return sum(table[c][c] for c in range(len(table)))


def _total(table: Table) -> int:
    return sum(map(sum, table))


def _right(table: Table) -> int:
    """Count the instances, one by one, whose predicted class is the actual one."""
    classes = range(len(table))
    instances = [(row, column) for row in classes for column in classes for _ in range(table[row][column])]
    return sum(guess == actual for guess, actual in instances)


def _counted(table: Table) -> list[Check]:
    right, diagonal, total = of(_right, table), of(_diagonal, table), of(_total, table)
    what = "of {} instances {} are right; the diagonal has {}, the rest of the table {}"
    return [Shows(what, of(operator.eq, right, diagonal), (total, right, diagonal, total - diagonal))]


RATIOS = (
    (192, "accuracy", FIRST, ((90, 90), (200,)), "90"),
    (200, "accuracy", SECOND, ((10, 170), (200,)), "90"),
    (234, "accuracy", FIRST, ((90, 90), (200,)), "90"),
    (236, "precision", FIRST, ((90,), (90, 10)), "90"),
    (244, "accuracy", SECOND, ((10, 170), (200,)), "90"),
    (246, "precision", SECOND, ((10,), (10, 10)), "50"),
    (270, "recall", SECOND, ((10,), (10, 10)), "50"),
    (272, "precision", SECOND, ((10,), (10, 10)), "50"),
    (274, "accuracy", SECOND, ((10, 170), (200,)), "90"),
    (284, "precision", THIRD, ((20,), (20, 20)), "50"),
    (286, "accuracy", THIRD, ((20, 160), (200,)), "90"),
)
"""The line, the ratio, the table, the terms and the value that are printed."""

COUNTS = (
    Row(134, "13 instances are positive and 7 negative").right(
        Same(
            "actual positives, negatives",
            (of(operator.add, SMALL.tp, SMALL.fn), of(operator.add, SMALL.fp, SMALL.tn)),
            (13, 7),
        )
    ),
    Row(
        135,
        "10 positive instances are classified as positive, 3 as negative; 5 negative ones as negative, 2 as positive",
    ).right(Same("TP, FN, TN, FP", (SMALL.tp, SMALL.fn, SMALL.tn, SMALL.fp), (10, 3, 5, 2))),
    Row(139, "the diagonal counts what is classified correctly, the rest of the table counts the errors").proved(
        *_counted(((SMALL.tp, SMALL.fp), (SMALL.fn, SMALL.tn)))
    ),
    Row(144, "the same of the three classes of iris").proved(*_counted(IRIS)),
    Row(206, "accuracy can be misleading where the classes are not balanced").proved(
        Shows(
            "answering negative to all of 200 is right for {}, and finds {}",
            of(operator.eq, (NEVER.accuracy, NEVER.recall), (SECOND.accuracy, 0)),
            (NEVER.accuracy, NEVER.recall),
        )
    ),
    Row(276, "the second of the two classifiers that are compared is classifier 2").wrong(
        Same("TP, FP, FN, TN of classifier 2, by line 194", of(astuple, SECOND), astuple(THIRD)),
        repair="it is a third classifier; both tables are labelled as classifier 2",
    ),
    *(
        Row(line, f"{name} = {_written(terms)} = {percent}%").right(*ratio(name, counts, terms, percent))
        for line, name, counts, terms, percent in RATIOS
    ),
    Row(282, "recall = 20 / (15 + 5) = 100%").wrong(
        *ratio("recall", THIRD, ((20,), (15, 5)), "100"),
        repair="20 / (20 + 0): the value is right, the terms are not those of the table",
        mended=ratio("recall", THIRD, ((20,), (20, 0)), "100"),
    ),
)


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

ROWS = (*CODES, *COUNTS, *RUN, *ALGORITHMS)

CLAIMS = claims_of_rows("cls", ROWS)
