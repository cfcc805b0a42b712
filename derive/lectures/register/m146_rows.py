"""Claims of ECE M146 that are numbers: a run on two points, what order and margin do to it, exclusive or.

The lecture takes the sign of a score of 0 as +1 (line 236), and tests for a product below 0 (line 153); what depends on
that is decided under both rules.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from fractions import Fraction

from derive.lectures.register.row import Check, Of, Row, Same, Shows, claims_of_rows, of
from derive.lectures.worked import (
    ORIGIN,
    TWO_NAMES,
    TWO_POINTS,
    XOR,
    Example,
    Run,
    Vector,
    below_zero,
    by_sign,
    dot,
    moved,
    not_above_zero,
    sign,
    vector,
)

PLUS = by_sign(1)
RUN, STRICT_RUN, LOOSE_RUN = (of(Run, TWO_POINTS, ORIGIN, rule) for rule in (PLUS, below_zero, not_above_zero))
WEIGHTS = (vector(-1, -2, -1), vector(0, -1, 1))
"""What is printed after each update."""
SCORES = ((255, 0, 1, "-6", -1), (261, 0, 0, "-5", -1), (283, 1, 0, "1", 1), (287, 1, 1, "-1", -1))
"""Line, after which update, which point, the printed score and its sign."""
TIE = "a score of 0 has the sign +1, as at line 236"


def _first_mistake(run: Run) -> str:
    number = next((step.number for step in run.steps if step.wrong), None)
    return "none" if number is None else TWO_NAMES[number]


def _sign(score: Fraction, at_zero: int) -> int:
    return sign(score, at_zero=at_zero)


def _sign_of_zero(point: int, at_zero: int) -> list[Check]:
    return [Same("the sign", of(_sign, of(dot, ORIGIN, TWO_POINTS[point][0]), at_zero), 1)]


def scores(update: int, point: int, score: str, sign: int) -> list[Check]:
    """Return what is said of a score and its sign, from the printed weights."""
    own = of(dot, WEIGHTS[update], TWO_POINTS[point][0])
    return [Same("the score", own, Fraction(score)), Same("its sign", of(_sign, own, 1), sign)]


def _first_weights(run: Of) -> list[Check]:
    return [Same("the weights", run.updates[0], WEIGHTS[0])]


BEFORE = vector(1, 0, 0)
"""Weights that take both points for positive."""
MARGINS = (
    of(dot, BEFORE, TWO_POINTS[0][0]),
    of(operator.neg, of(dot, BEFORE, TWO_POINTS[1][0])),
    of(dot, of(moved, BEFORE, TWO_POINTS[1][0], -1), TWO_POINTS[0][0]),
)


def _undone(right: Fraction, wrong: Fraction, now: Fraction) -> bool:
    return right > 0 > wrong and now < 0


RUN_ROWS = (
    *(
        Row(line, rf"$\mathrm{{sign}}(w^T {name}) = \mathrm{{sign}}(0) = +1$").right(
            *_sign_of_zero(point, 1), convention=TIE, otherwise=_sign_of_zero(point, -1)
        )
        for point, (line, name) in enumerate(((236, "x_o"), (239, "x_*")))
    ),
    Row(241, "$x_*$ is misclassified first").right(
        Same("the first mistake", of(_first_mistake, RUN), "x_*"),
        convention=f"{TIE}; by the test $< 0$ of line 153 nothing is misclassified at $w = 0$",
        otherwise=[Same("the first mistake", of(_first_mistake, STRICT_RUN), "x_*")],
    ),
    Row(251, "$w^{(2)} = [-1 \\; {-2} \\; {-1}]^T$").right(
        *_first_weights(RUN),
        convention=f"{TIE}; were both points misclassified at $w = 0$, the update would be on $x_o$",
        otherwise=_first_weights(LOOSE_RUN),
    ),
    *(
        Row(line, f"after update {update + 1} the score of {TWO_NAMES[point]} is {score}, its sign {shown:+d}").right(
            *scores(update, point, score, shown)
        )
        for line, update, point, score, shown in SCORES
    ),
    Row(275, "$w^{(3)} = [0 \\; {-1} \\; 1]^T$").right(Same("the weights", RUN.updates[1], WEIGHTS[1])),
    Row(305, "points that were correctly classified may become misclassified").proved(
        Shows(
            "y w.x is {} and {} before the update on the second, and {} for the first one after it",
            of(_undone, *MARGINS),
            MARGINS,
        )
    ),
    Row(441, "this is the convergence proof of the convergence algorithm (again at 449)").wrong(
        Same("the title", "perceptron algorithm, as at line 324", "convergence algorithm"),
        repair="the perceptron algorithm",
    ),
)


THREE: tuple[Example, ...] = (*TWO_POINTS, (vector(1, 3, 1), -1))


def _wrong_at_the_end(weights: Vector) -> list[str]:
    """Return which points these weights misclassify, the sign of 0 being +1."""
    return [name for name, (x, y) in zip(TWO_NAMES, TWO_POINTS, strict=True) if PLUS(dot(weights, x), y)]


def _or_none(points: Sequence[str]) -> str:
    return ", ".join(points) or "none"


def separates(run: Of) -> Check:
    """Return whether the weights at the end of a run give both points their labels."""
    wrong = of(_wrong_at_the_end, run.last)
    told = (of(len, run.updates), run.last, of(_or_none, wrong))
    return Shows("{} updates, w = {}, misclassified: {}", of(operator.not_, wrong), told)


def _margin(examples: Sequence[Example], weights: Vector) -> Fraction:
    """Return the squared margin."""
    return min(label * dot(weights, features) for features, label in examples) ** 2 / dot(weights, weights)


def with_product(*examples: Example) -> tuple[Example, ...]:
    """Return the examples with one feature more: the product of both."""
    return tuple(((*features, features[1] * features[2]), label) for features, label in examples)


def balanced(*examples: Example) -> bool:
    """Return whether y x, summed over all examples, is zero: then no weights are right about all of them."""
    columns = zip(*(tuple(label * entry for entry in features) for features, label in examples), strict=True)
    return not any(sum(column) for column in columns)


ONE_ORDER, OTHER_ORDER = (of(Run, order, ORIGIN, PLUS).last for order in (THREE, THREE[::-1]))
MARGIN, OTHER_MARGIN = of(_margin, THREE, ONE_ORDER), of(_margin, THREE, OTHER_ORDER)
NOT_SEPARABLE = Shows("y w.x sums to zero over all examples, for every w", of(balanced, *XOR))
LIFTED = of(Run, of(with_product, *XOR), vector(0, 0, 0, 0), not_above_zero)

ALGORITHM_ROWS = (
    Row(
        153,
        r"from $w = 0$ (141), with the test $y_j w^T x_j < 0$ (again at 171), all points end up classified correctly",
    ).refuted(
        separates(STRICT_RUN),
        repair=r"$y_j w^T x_j \le 0$; or the test $\mathrm{sign}(w^T x_j) \ne y_j$ with $\mathrm{sign}(0) = +1$",
        mended=[separates(LOOSE_RUN), separates(RUN)],
    ),
    Row(502, "features that are added may make a data set separable: for exclusive or, the product of both").proved(
        Shows("w = {}", of(operator.not_, LIFTED.mistakes_at_the_end), [LIFTED.last]), NOT_SEPARABLE
    ),
    Row(532, "the order of the points can change the final w").proved(
        Shows("{} in one order, {} in the other", of(operator.ne, ONE_ORDER, OTHER_ORDER), (ONE_ORDER, OTHER_ORDER))
    ),
    Row(546, "the perceptron does not optimize for the margin").proved(
        Shows(
            "squared margins: {} for {} and {} for {}",
            of(operator.ne, MARGIN, OTHER_MARGIN),
            (MARGIN, ONE_ORDER, OTHER_MARGIN, OTHER_ORDER),
        )
    ),
    Row(561, "the perceptron cannot represent a simple non-linear function: exclusive or is not separable").proved(
        NOT_SEPARABLE
    ),
)

ROWS = (*RUN_ROWS, *ALGORITHM_ROWS)

CLAIMS = claims_of_rows("m146", ROWS)
