"""Claims of Lecture 7 that are numbers: runs of the perceptron on four students and on five points, and remarks.

By lines 561 and 670 an example is misclassified where its score is below 0, by line 605 where it is not above 0: every
run is made under both rules. Scores are those of the examples with the opposite sign for class 2.
"""

from __future__ import annotations

import operator
from fractions import Fraction

from derive.lectures.register.row import Check, Of, Row, Same, Shows, claims_of_rows, entries, exact, listed, of
from derive.lectures.worked import (
    FIVE_POINTS,
    ONES,
    OTHER_START,
    QUARTERS,
    STUDENT_NAMES,
    STUDENTS,
    Run,
    Vector,
    batch,
    below_zero,
    dot,
    moved,
    not_above_zero,
    vector,
)


def reflected(features: Vector, label: int) -> Vector:
    """Return an example as it is fed: all signs changed for class 2."""
    return tuple(label * entry for entry in features)


def _score(run: Run, step: int) -> Fraction:
    """Return the score that is printed of a step: that of the example with its sign."""
    fed = run.steps[step]
    return run.examples[fed.number][1] * fed.score


def _sign(score: Fraction) -> str:
    return "> 0" if score > 0 else "< 0" if score < 0 else "= 0"


def _grades(weights: Vector, border: Fraction) -> list[str]:
    """Return the grade that a printed rule on the original features gives each student."""
    return ["A" if dot(weights, features[1:]) > border else "F" for features, _ in STUDENTS]


def _smallest_is(place: int, sizes: list[Fraction]) -> bool:
    return sizes.count(min(sizes)) == 1 and sizes[place] == min(sizes)


def _sizes(weights: Vector) -> list[Fraction]:
    return [abs(weight) for weight in weights]


RULES = (below_zero, not_above_zero)
STRICT, LOOSE = (of(Run, STUDENTS, QUARTERS, rule) for rule in RULES)
OTHER_RUNS = [of(Run, STUDENTS, OTHER_START, rule) for rule in RULES]

NORMALIZED = (
    (648, vector(1, 1, 1, -1, -1)),
    (649, vector(-1, -1, -1, -1, -1)),
    (650, vector(-1, 1, 1, 1, -1)),
    (651, vector(1, 1, -1, -1, 1)),
)
WEIGHTS = (
    (687, vector(*["-0.75"] * 5)),
    (700, vector("-1.75", "0.25", "0.25", "0.25", "-1.75")),
    (713, vector("-0.75", "1.25", "-0.75", "-0.75", "-0.75")),
)
"""What is printed after each update."""
SIGNS = (
    (679, "Jane", ">", ""),
    (680, "Steve", "<", ""),
    (693, "Mary", "<", ""),
    (706, "Peter", "<", ""),
    (719, "Jane", ">", "the score that ends with + 0 is read as > 0"),
    (720, "Steve", ">", ""),
    (721, "Mary", ">", ""),
    (722, "Peter", ">", ""),
)
"""What is printed of each score, in the order of the run, and how it is read."""
OTHER_END = vector(-1, "1.5", "-0.5", -1, -1)
RULE, OTHER_RULE = vector("1.25", "-0.75", "-0.75", "-0.75"), vector("1.5", "-0.5", -1, -1)
"""The printed rules on the original features."""


def _signs(step: int, who: str, sign: str) -> list[Check]:
    names = [of(operator.getitem, STUDENT_NAMES, run.steps[step].number) for run in (STRICT, LOOSE)]
    scores = [of(_score, run, step) for run in (STRICT, LOOSE)]
    told = list(zip(names, scores, strict=True))
    signs = [Same("{}'s score {}", of(_sign, score)[0], sign, [name, score]) for name, score in told]
    return [*signs, *(Same("the turn", name, who) for name in names)]


def _rule(weights: Vector, border: str, *runs: Of) -> list[Check]:
    """Return that a printed rule is made of the last weights, the constant feature being 1."""
    heads = [Same("the constant", -run.last[0], Fraction(border)) for run in runs]
    return [*(Same("the weights", run.last[slice(1, None)], weights) for run in runs), *heads]


def _graded(weights: Vector, border: str) -> Check:
    return Same("the grades", of(_grades, weights, exact(border)), ["A", "F", "F", "A"])


GRADES = (
    *(
        Row(line, f"{name}, normalized: {entries(row)}").right(Same(name, of(reflected, *example), row))
        for (line, row), name, example in zip(NORMALIZED, STUDENT_NAMES, STUDENTS, strict=True)
    ),
    Row(670, r"$\sum_{k=0}^4$ runs over all components of an example").right(
        Same("the last component", of(len, QUARTERS) - 1, 4)
    ),
    Row(671, r"the single sample rule is $a^{(k+1)} = a^{(k)} + \eta^{(k)} \sum_{y \in Y_M} y$").wrong(
        Same("a(3) by the sum over all misclassified", of(batch, STUDENTS, QUARTERS, below_zero)[2], WEIGHTS[1][1]),
        repair=r"$a^{(k+1)} = a^{(k)} + \eta^{(k)} y_M$, as at lines 600 and 672: the sum is the batch rule",
        mended=[Same("a(3) by one of them", STRICT.updates[1], WEIGHTS[1][1])],
    ),
    *(
        Row(line, f"{who}: the score is {sign} 0").right(*_signs(step, who, sign), convention=note)
        for step, (line, who, sign, note) in enumerate(SIGNS)
    ),
    *(
        Row(line, f"$a^{{({number})}}$ = {entries(weights)}").right(
            *(Same(f"a({number})", run.updates[number - 2], weights) for run in (STRICT, LOOSE))
        )
        for number, (line, weights) in enumerate(WEIGHTS, 2)
    ),
    Row(722, "after that, all four are classified correctly, and the run ends").right(
        Same("steps", of(len, STRICT.steps), 8), Same("mistakes of the last four", STRICT.mistakes_at_the_end, 0)
    ),
    Row(
        730,
        "with $y^{(0)} = 1$, $g(y)$ of line 726 is $1.25 x^{(1)} - 0.75 x^{(2)} - 0.75 x^{(3)} - 0.75 x^{(4)} - 0.75$",
    ).right(*_rule(RULE, "0.75", STRICT, LOOSE)),
    Row(734, "above 0.75 the grade is A, below it F (736)").right(_graded(RULE, "0.75")),
    Row(747, "from [0, 0.5, 0.5, 0, 0] the solution is [-1, 1.5, -0.5, -1, -1]").right(
        *(Same("the last weights", run.last, OTHER_END) for run in OTHER_RUNS)
    ),
    Row(749, r"$1.5 x^{(1)} - 0.5 x^{(2)} - x^{(3)} - x^{(4)}$ is above 1 for grade A, below for F (751)").right(
        *_rule(OTHER_RULE, "1", *OTHER_RUNS), _graded(OTHER_RULE, "1")
    ),
    Row(753, "in this solution being tall is the least important feature").proved(
        Shows(
            "the sizes of the weights are {}",
            of(_smallest_is, 1, of(_sizes, OTHER_RULE)),
            [of(listed, of(_sizes, OTHER_RULE))],
        )
    ),
)


STRICT_RUN, RUN = (of(Run, FIVE_POINTS, ONES, rule, 11) for rule in RULES)
REFLECTED = (vector(1, 2, 1), vector(1, 4, 3), vector(1, 3, 5), vector(-1, -1, -3), vector(-1, -5, -6))
SCORES = (
    *((793, "> 0"), (794, "> 0"), (795, "> 0"), (803, "-5"), (807, "12")),
    *((809, "< 0"), (821, "6"), (822, "> 0"), (823, "0"), (837, "19")),
    (838, "-2"),
)
"""What is printed of each score, in the order of the run, in which the points take turns."""
TURNS = ((805, 3, vector(0, 0, -2)), (811, 5, vector(1, 2, -1)), (825, 8, vector(0, 1, -4)))
"""What is printed after each update: the line, the place in the run, the weights."""
TIE = 823
NEEDS_TIES = r"misclassified means $a^t y \le 0$, as at line 605; not $< 0$, as at 561"


def _shown_score(run: Of, step: int, text: str) -> Check:
    score = of(_score, run, step)
    if text.endswith(" 0"):
        return Same("score {}", of(_sign, score), text, [score])
    return Same("the score", score, Fraction(text))


def _weights(run: Of, step: int, weights: Vector) -> Check:
    return Same("the weights", run.steps[step].weights, weights)


def _under_both(line: int, says: str, loose: Check, strict: Check) -> Row:
    """Return a row of the run: it holds under both rules up to the score of 0, then under one rule only."""
    row = Row(line, says)
    if line <= TIE:
        return row.right(loose, strict)
    return row.right(loose, otherwise=[strict], convention=NEEDS_TIES)


def _mistakes(run: Run, first: int, last: int) -> list[int]:
    """Return how many examples are misclassified at these iterations."""
    iterations = [run.start, *run.updates][first - 1 : last]
    return [sum(label * dot(weights, features) <= 0 for features, label in run.examples) for weights in iterations]


def _good_and_bad(counts: list[int]) -> bool:
    return min(counts) == 1 < max(counts)


ITERATIONS = of(_mistakes, of(Run, FIVE_POINTS, ONES, not_above_zero, 4 * 915), 900, 915)

SEPARATED_BY_NO_LINE = (
    Row(
        561,
        r"$\mathcal{Y}_M(a) = \{y_i : a^t y_i < 0\}$ (again at 577 and 670) is the rule by which the examples are run",
    ).wrong(
        *(_weights(STRICT_RUN, step, weights) for _, step, weights in TURNS),
        repair=r"$a^t y_i \le 0$, as at line 605",
        mended=[_weights(RUN, step, weights) for _, step, weights in TURNS],
    ),
    Row(769, "$y_1, y_2, y_3, y_4$ are the examples").wrong(
        Same("how many", of(len, FIVE_POINTS), 4),
        repair=r"$y_1, \dots, y_5$: there are five",
        mended=[Same("how many", of(len, FIVE_POINTS), len(REFLECTED))],
    ),
    *(
        Row(773, f"$y_{number}$ = {entries(row)}").right(Same(f"y_{number}", of(reflected, *example), row))
        for number, (row, example) in enumerate(zip(REFLECTED, FIVE_POINTS, strict=True), 1)
    ),
    Row(783, "with the weights [1 1 1] the line is $x^{(1)} + x^{(2)} + 1 = 0$").right(
        Same("constant and coefficients", ONES, vector(1, 1, 1))
    ),
    *(
        _under_both(
            line,
            f"$y_{step % 5 + 1}$: the score is {text}",
            _shown_score(RUN, step, text),
            _shown_score(STRICT_RUN, step, text),
        )
        for step, (line, text) in enumerate(SCORES)
    ),
    *(
        _under_both(
            line,
            f"{'the' if line < TIE else 'after the score of 0 the'} update gives {entries(weights)}",
            _weights(RUN, step, weights),
            _weights(STRICT_RUN, step, weights),
        )
        for line, step, weights in TURNS
    ),
    Row(846, r"$a^t y_i = \sum_{k=0}^5 a_k y_i^{(k)}$").wrong(
        Same("the last component", of(len, ONES) - 1, 5),
        repair=r"$\sum_{k=0}^2$: an example has the components 0, 1, 2, and 5 is the number of examples",
    ),
    Row(849, "of the iterations 900 to 915 some are good and some are not").proved(
        Shows("mistakes at iterations 900 to 915: {}", of(_good_and_bad, ITERATIONS), [ITERATIONS])
    ),
)


def steps_needed(rate: Fraction) -> int:
    """Return how many steps take J = x^2/2 from 1 to below 1/100."""
    point, steps = Fraction(1), 0
    while point**2 / 2 >= Fraction(1, 100):
        point, steps = point - rate * point, steps + 1
    return steps


def _all_steps(*rates: Fraction) -> list[int]:
    return list(map(steps_needed, rates))


def _increases(counts: list[int]) -> bool:
    return counts == sorted(set(counts))


def wrong_around(start: Vector, *examples: Vector) -> list[int]:
    """Return the numbers of misclassified examples (line 565) at these weights, and a little away from them."""
    directions = vector(0, 0), vector(1, 0), vector(-1, 0), vector(0, 1), vector(0, -1)
    places = [moved(start, direction, Fraction(1, 100)) for direction in directions]
    return sorted({sum(dot(weights, example) < 0 for example in examples) for weights in places})


RATES = of(_all_steps, exact("0.5"), exact("0.25"), exact("0.125"))
AROUND = of(wrong_around, vector(0, -1), vector(1, 2), vector(-1, 2))
BEFORE, RIGHT, WRONG = vector(1, -2), vector(1, 0), vector(-1, 1)
SMALL, LARGE = of(moved, BEFORE, WRONG, exact("0.5")), of(moved, BEFORE, WRONG, 2)


def _too_large_or_small(right: Fraction, wrong: Fraction, still: Fraction, now: Fraction) -> bool:
    return right > 0 > wrong and still < 0 and now < 0


FOUR_SCORES = of(dot, BEFORE, RIGHT), of(dot, BEFORE, WRONG), of(dot, SMALL, WRONG), of(dot, LARGE, RIGHT)

REMARKS = (
    Row(539, "gradient descent is applicable to any function").refuted(
        Shows(
            "mistakes at the start and all around it: {}; at a solution: {}",
            of(operator.gt, of(len, AROUND), 1),
            (of(listed, AROUND), of(min, of(wrong_around, vector(0, 1), vector(1, 2), vector(-1, 2)))),
        ),
        repair="to differentiable functions: for the number of mistakes it is useless, as line 569 says",
    ),
    Row(544, r"if $\eta$ is too small, there are too many iterations").proved(
        Shows("J = x^2/2 from 1 to below 1/100 at the rates 1/2, 1/4, 1/8: {} steps", of(_increases, RATES), (RATES,))
    ),
    Row(
        616, r"if $\eta$ is too large, a sample that was right may become wrong; if too small, $y_M$ stays wrong (622)"
    ).proved(
        Shows(
            "scores {} (right) and {} (wrong) before; {} (still wrong) at rate 1/2, {} (now wrong) at rate 2",
            of(_too_large_or_small, *FOUR_SCORES),
            FOUR_SCORES,
        )
    ),
)

ROWS = (*REMARKS, *GRADES, *SEPARATED_BY_NO_LINE)

CLAIMS = claims_of_rows("l7", ROWS)
