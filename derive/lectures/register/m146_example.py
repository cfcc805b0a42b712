"""Claims of ECE M146, lines 222 to 319: two data points, the updates that they lead to, and what an update does.

The lecture takes the sign of a score of 0 as +1 (line 236), and tests for a product below 0 (line 153); what depends on
that is decided under both rules.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from derive.lectures.register.claim import Claim, Finding, all_of, computed, definition
from derive.lectures.register.combine import derived, only, shown
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
    sign,
    updates,
    vector,
)

M146 = partial(Claim, "m146")
EXAMPLES: tuple[Example, ...] = ((vector(1, 1, 2), 1), (vector(1, 2, 1), -1))
"""Lines 222 and 224: x_o with label +1, which is looked at first, and x_* with label -1."""
NAMES = ("x_o", "x_*")
ZERO = vector(0, 0, 0)
WEIGHTS = ((251, vector(-1, -2, -1)), (275, vector(0, -1, 1)))
"""What is printed after each update."""
SCORES = ((255, 0, 1, "-6", -1), (261, 0, 0, "-5", -1), (283, 1, 0, "1", 1), (287, 1, 1, "-1", -1))
"""Line, after which update, which point, the printed score and its sign."""
PLUS = by_sign(1)
UNDECIDED = vector(1, 0, 0)
"""Weights that take both points for positive."""
TIE = "a score of 0 has the sign +1, as at line 236"


def run(mistake: Mistake = PLUS) -> list[Fed]:
    """Return the run of the worked example."""
    return sequential(EXAMPLES, ZERO, mistake)


def entries(weights: Vector) -> str:
    """Return a vector as it is read."""
    return f"[{' '.join(map(str, weights))}]"


def sign_of_zero(at: int, at_zero: int) -> Finding:
    """Decide the printed sign of the score of a point at w = 0, with a sign for 0."""
    features, _ = EXAMPLES[at]
    return computed("the sign", sign(dot(ZERO, features), at_zero=at_zero), 1)


def first_mistake(mistake: Mistake) -> Finding:
    """Decide which point is misclassified first."""
    number = next((step.number for step in run(mistake) if step.wrong), None)
    return computed("the first mistake", "none" if number is None else NAMES[number], NAMES[1])


def printed_weights(at: int, mistake: Mistake = PLUS) -> Finding:
    """Decide the printed weights after an update."""
    found = updates(run(mistake))
    got = entries(found[at]) if at < len(found) else "no such update"
    return computed("the weights", got, entries(WEIGHTS[at][1]))


def printed_score(at: int) -> Finding:
    """Decide a printed score and its sign, from the printed weights."""
    _, update, point, shown_score, shown_sign = SCORES[at]
    score = dot(WEIGHTS[update][1], EXAMPLES[point][0])
    return all_of(
        computed("the score", score, Fraction(shown_score)), computed("its sign", sign(score, at_zero=1), shown_sign)
    )


def separates(mistake: Mistake) -> Finding:
    """Decide whether the weights at the end of a run give both points their labels, the sign of 0 being +1."""
    steps = run(mistake)
    weights = steps[-1].weights
    wrong = [NAMES[at] for at, (features, label) in enumerate(EXAMPLES) if PLUS(dot(weights, features), label)]
    what = f"{len(updates(steps))} updates, w = {entries(weights)}, misclassified: {', '.join(wrong) or 'none'}"
    return shown(what, holds=not wrong)


def undone(start: Vector, right: Example, wrong: Example) -> Finding:
    """Decide whether an update on a misclassified example makes another one wrong that was right."""
    after = moved(start, wrong[0], wrong[1])
    scores = [label * dot(start, features) for features, label in (right, wrong)]
    now = right[1] * dot(after, right[0])
    what = f"y w.x is {scores[0]} and {scores[1]} before the update on the second, and {now} for the first one after it"
    return shown(what, holds=scores[0] > 0 > scores[1] and now < 0)


CLAIMS = (
    M146(
        222,
        "$x_* = [1 \\; 2 \\; 1]^T$ with label -1, and $x_o = [1 \\; 1 \\; 2]^T$ with label +1",
        "definition",
        lambda: definition("the two points, with the constant 1; x_x is x_*, and x_0 is x_o"),
    ),
    M146(
        236,
        r"$\mathrm{sign}(w^T x_o) = \mathrm{sign}(0) = +1$",
        "right as printed",
        lambda: only(sign_of_zero(0, 1), sign_of_zero(0, -1)),
        convention=TIE,
    ),
    M146(
        239,
        r"$\mathrm{sign}(w^T x_*) = \mathrm{sign}(0) = +1$",
        "right as printed",
        lambda: only(sign_of_zero(1, 1), sign_of_zero(1, -1)),
        convention=TIE,
    ),
    M146(
        241,
        "$x_*$ is misclassified first",
        "right as printed",
        lambda: only(first_mistake(PLUS), first_mistake(below_zero)),
        convention=f"{TIE}; by the test $< 0$ of line 153 nothing is misclassified at $w = 0$",
    ),
    M146(
        251,
        "$w^{(2)} = [-1 \\; {-2} \\; {-1}]^T$",
        "right as printed",
        lambda: only(printed_weights(0), printed_weights(0, not_above_zero)),
        convention=f"{TIE}; were both points misclassified at $w = 0$, the update would be on $x_o$",
    ),
    *(
        M146(
            line,
            f"after update {update + 1} the score of {NAMES[point]} is {score}, its sign {shown_sign:+d}",
            "right as printed",
            partial(printed_score, at),
        )
        for at, (line, update, point, score, shown_sign) in enumerate(SCORES)
    ),
    M146(275, "$w^{(3)} = [0 \\; {-1} \\; 1]^T$", "right as printed", partial(printed_weights, 1)),
    M146(
        293,
        "an update improves on a misclassified point, and may make it correct in one step, as in the example",
        "proved",
        lambda: all_of(
            derived("perceptron-update", "a squared norm is not negative", "and positive unless x = 0"),
            printed_score(0),
        ),
    ),
    M146(
        299,
        r"$w^{(k+1)T} x_j = w^{(k)T} x_j + y_j \lVert x_j \rVert^2$; for $y_j = +1$ something positive is added",
        "proved",
        lambda: derived(
            "perceptron-update",
            "the updated weights, put in",
            "the inner product is linear",
            "and positive unless x = 0",
        ),
    ),
    M146(
        305,
        "points that were correctly classified may become misclassified",
        "proved",
        lambda: undone(UNDECIDED, *EXAMPLES),
    ),
    M146(
        320,
        "this cannot continue forever: the perceptron ends after a finite number of steps (47)",
        "proved",
        lambda: derived("perceptron-bound"),
    ),
)
"""In the order of their lines, but for those of a table."""
