"""Claims of Lecture 7, lines 628 to 753: four students and their grades, fed to the single-sample rule.

By line 670 an example is misclassified where its score is below 0, by line 605 where it is not above 0; here no score
is 0, and every run is made under both rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from derive.lectures.register.claim import Claim, Finding, all_of, computed, definition
from derive.lectures.register.combine import repaired, shown
from derive.lectures.worked import (
    Example,
    Fed,
    Mistake,
    Vector,
    batch,
    below_zero,
    dot,
    not_above_zero,
    sequential,
    updates,
    vector,
)

L7 = partial(Claim, "l7")
NAMES = ("Jane", "Steve", "Mary", "Peter")
STUDENTS: Sequence[tuple[Vector, str]] = (
    (vector(1, 1, -1, -1), "A"),
    (vector(1, 1, 1, 1), "F"),
    (vector(-1, -1, -1, 1), "F"),
    (vector(1, -1, -1, 1), "A"),
)
"""Lines 629 to 632: attendance, tall, sleeps, gum, and the grade."""
NORMALIZED = (
    (648, vector(1, 1, 1, -1, -1)),
    (649, vector(-1, -1, -1, -1, -1)),
    (650, vector(-1, 1, 1, 1, -1)),
    (651, vector(1, 1, -1, -1, 1)),
)
LAST_COMPONENT = 4
"""The upper limit of the sum at line 670."""
FIRST_WEIGHTS = vector(*["0.25"] * 5)
WEIGHTS = (
    (687, vector(*["-0.75"] * 5)),
    (700, vector("-1.75", "0.25", "0.25", "0.25", "-1.75")),
    (713, vector("-0.75", "1.25", "-0.75", "-0.75", "-0.75")),
)
"""What is printed after each update."""
AS_GREATER = "the score that ends with + 0 is read as > 0"
SIGNS = (
    (679, "Jane", ">", ""),
    (680, "Steve", "<", ""),
    (693, "Mary", "<", ""),
    (706, "Peter", "<", ""),
    (719, "Jane", ">", AS_GREATER),
    (720, "Steve", ">", ""),
    (721, "Mary", ">", ""),
    (722, "Peter", ">", ""),
)
"""What is printed of each score, in the order of the run."""
DISCRIMINANT, BORDER = vector("1.25", "-0.75", "-0.75", "-0.75"), Fraction("0.75")
OTHER_START, OTHER_END = vector(0, "0.5", "0.5", 0, 0), vector(-1, "1.5", "-0.5", -1, -1)
OTHER_DISCRIMINANT, OTHER_BORDER = vector("1.5", "-0.5", -1, -1), Fraction(1)
TALL = 1


def augmented(features: Vector, *, reflect: bool) -> Vector:
    """Return the features with the constant 1 in front, and all signs changed for class 2."""
    whole = (Fraction(1), *features)
    return tuple(-entry for entry in whole) if reflect else whole


def students() -> list[Vector]:
    """Return the normalized examples."""
    return [augmented(features, reflect=grade == "F") for features, grade in STUDENTS]


def run(examples: Sequence[Vector], start: Vector, mistake: Mistake) -> list[Fed]:
    """Return the run of the single-sample rule; the classes are in the signs of the examples."""
    return sequential([(example, 1) for example in examples], start, mistake)


def entries(weights: Vector) -> str:
    """Return a vector as it is read."""
    return f"[{' '.join(f'{float(entry):g}' for entry in weights)}]"


def same_vector(what: str, got: Vector, printed_as: Vector) -> Finding:
    """Return whether a vector is the printed one."""
    return computed(what, entries(got), entries(printed_as))


# The students


def grade_sign(at: int) -> Finding:
    """Decide a printed sign of the first run, under both rules for ties; the verdict yes or no goes with it."""
    _, who, sign, _ = SIGNS[at]
    found = [run(students(), FIRST_WEIGHTS, rule)[at] for rule in (below_zero, not_above_zero)]
    return all_of(*(computed(f"{NAMES[f.number]}'s score {f.score}", _sign(f), sign) for f in found), _fed(who, found))


def _sign(step: Fed) -> str:
    return ">" if step.score > 0 else "<" if step.score < 0 else "="


def _fed(who: str, found: Sequence[Fed]) -> Finding:
    """Return whether it is this student's turn."""
    return computed("the turn", " and ".join(sorted({NAMES[step.number] for step in found})), who)


def grade_weights(at: int) -> Finding:
    """Decide the printed weights after an update of the first run, under both rules for ties."""
    found = [updates(run(students(), FIRST_WEIGHTS, rule))[at] for rule in (below_zero, not_above_zero)]
    return all_of(*(same_vector(f"a({at + 2})", weights, WEIGHTS[at][1]) for weights in found))


def ends() -> Finding:
    """Decide whether the run ends after the printed steps."""
    fed = run(students(), FIRST_WEIGHTS, below_zero)
    return all_of(
        computed("steps", len(fed), len(SIGNS)),
        computed("mistakes of the last four", sum(f.wrong for f in fed[-4:]), 0),
    )


def grades(weights: Vector, border: Fraction) -> Finding:
    """Decide whether a printed rule on the original features gives each student the grade of the table."""
    found = ["A" if dot(weights, features) > border else "F" for features, _ in STUDENTS]
    return computed("the grades", found, [grade for _, grade in STUDENTS])


def back_to_features(weights: Vector, border: Fraction, last: Vector) -> Finding:
    """Decide whether a printed discriminant is made of the last weights, the constant feature being 1."""
    return all_of(same_vector("the weights", last[1:], weights), computed("the constant", -last[0], border))


def final(start: Vector) -> Vector:
    """Return the last weights of a run on the students; both rules for ties must agree."""
    one, two = (run(students(), start, rule)[-1].weights for rule in (below_zero, not_above_zero))
    return one if one == two else ()


def least_important(weights: Vector, feature: int) -> Finding:
    """Decide whether a feature has the smallest weight of all; they all have the values 1 and -1."""
    sizes = [abs(weight) for weight in weights]
    what = f"the sizes of the weights are {', '.join(map(str, sizes))}"
    return shown(what, holds=sizes.count(min(sizes)) == 1 and sizes[feature] == min(sizes))


def batch_or_single() -> Finding:
    """Decide whether the rule of line 671, with a sum, gives the printed weights after two updates; 672 does."""
    examples: list[Example] = [(example, 1) for example in students()]
    summed, (_, printed_as) = batch(examples, FIRST_WEIGHTS, below_zero)[2], WEIGHTS[1]
    single = updates(run(students(), FIRST_WEIGHTS, below_zero))[1]
    what = "a(3) by the sum over all misclassified"
    return repaired(same_vector(what, summed, printed_as), same_vector("a(3) by one of them", single, printed_as))


def normalized(at: int) -> Finding:
    """Decide a row of the normalized table: the constant 1 in front, and the opposite signs for grade F."""
    return same_vector(NAMES[at], students()[at], NORMALIZED[at][1])


CLAIMS = (
    L7(
        639,
        "the samples get an extra feature that is 1",
        "definition",
        lambda: definition("augmentation, by line 433"),
    ),
    *(
        L7(line, f"{NAMES[at]}, normalized: {entries(row)}", "right as printed", partial(normalized, at))
        for at, (line, row) in enumerate(NORMALIZED)
    ),
    L7(
        670,
        r"$\sum_{k=0}^4$ runs over all components of an example",
        "right as printed",
        lambda: computed("the last component", len(students()[0]) - 1, LAST_COMPONENT),
    ),
    L7(
        671,
        r"the single sample rule is $a^{(k+1)} = a^{(k)} + \eta^{(k)} \sum_{y \in Y_M} y$",
        "wrong as printed",
        batch_or_single,
        repair=r"$a^{(k+1)} = a^{(k)} + \eta^{(k)} y_M$, as at lines 600 and 672: the sum is the batch rule",
    ),
    *(
        L7(line, f"{who}: the score is {sign} 0", "right as printed", partial(grade_sign, at), note)
        for at, (line, who, sign, note) in enumerate(SIGNS)
    ),
    *(
        L7(line, f"$a^{{({at + 2})}}$ = {entries(weights)}", "right as printed", partial(grade_weights, at))
        for at, (line, weights) in enumerate(WEIGHTS)
    ),
    L7(
        722,
        "after that, all four are classified correctly, and the run ends",
        "right as printed",
        ends,
    ),
    L7(
        730,
        "with $y^{(0)} = 1$, $g(y)$ of line 726 is $1.25 x^{(1)} - 0.75 x^{(2)} - 0.75 x^{(3)} - 0.75 x^{(4)} - 0.75$",
        "right as printed",
        lambda: back_to_features(DISCRIMINANT, BORDER, final(FIRST_WEIGHTS)),
    ),
    L7(
        734,
        "above 0.75 the grade is A, below it F (736)",
        "right as printed",
        lambda: grades(DISCRIMINANT, BORDER),
    ),
    L7(
        747,
        "from [0, 0.5, 0.5, 0, 0] the solution is [-1, 1.5, -0.5, -1, -1]",
        "right as printed",
        lambda: same_vector("the last weights", final(OTHER_START), OTHER_END),
    ),
    L7(
        749,
        r"$1.5 x^{(1)} - 0.5 x^{(2)} - x^{(3)} - x^{(4)}$ is above 1 for grade A, below for F (751)",
        "right as printed",
        lambda: all_of(
            back_to_features(OTHER_DISCRIMINANT, OTHER_BORDER, final(OTHER_START)),
            grades(OTHER_DISCRIMINANT, OTHER_BORDER),
        ),
    ),
    L7(
        753,
        "in this solution being tall is the least important feature",
        "proved",
        lambda: least_important(OTHER_DISCRIMINANT, TALL),
    ),
)
"""In the order of their lines, but for those of a table."""
