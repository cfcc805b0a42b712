"""Claims of Lecture 7, lines 561 and 757 to 849: five points that no line separates, fed to the single-sample rule.

By line 561 an example is misclassified where its score is below 0, by line 605 where it is not above 0. The printed run
meets a score of 0 at line 823; what comes after it is decided under both rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from sympy import Gt, Integer, MatMul, MatrixSymbol, Symbol
from sympy.matrices.exceptions import ShapeError

from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, computed
from derive.lectures.register.combine import only, repaired, shown
from derive.lectures.register.l7_students import augmented, entries, same_vector
from derive.lectures.worked import Fed, Mistake, Vector, below_zero, dot, not_above_zero, sequential, updates, vector

L7 = partial(Claim, "l7")
POINTS: Sequence[tuple[Vector, int]] = (
    (vector(2, 1), 1),
    (vector(4, 3), 1),
    (vector(3, 5), 1),
    (vector(1, 3), 2),
    (vector(5, 6), 2),
)
"""Lines 758 and 759: the points and their classes."""
REFLECTED = (vector(1, 2, 1), vector(1, 4, 3), vector(1, 3, 5), vector(-1, -1, -3), vector(-1, -5, -6))
LISTED = 4
"""How many examples line 769 lists."""
SECOND_CLASS = 2
ONES = vector(1, 1, 1)
TURNS = ((805, 3, vector(0, 0, -2)), (811, 5, vector(1, 2, -1)), (825, 8, vector(0, 1, -4)))
"""What is printed after each update: the line, the place in the run, the weights."""
SCORES = (
    (793, "> 0"),
    (794, "> 0"),
    (795, "> 0"),
    (803, "-5"),
    (807, "12"),
    (809, "< 0"),
    (821, "6"),
    (822, "> 0"),
    (823, "0"),
    (837, "19"),
    (838, "-2"),
)
"""What is printed of each score, in the order of the run."""
FIRST_LINE = vector(1, 1, 1)
"""The constant and the coefficients of the line at 783."""
UPPER_LIMIT = 5
"""The upper limit of the sum at line 846."""
BALANCE = (2, 0, 11, 7, 6)
"""How often to take each example, so that they sum to zero."""
NEEDS_TIES = r"misclassified means $a^t y \le 0$, as at line 605; not $< 0$, as at 561"


def points() -> list[Vector]:
    """Return the normalized examples."""
    return [augmented(features, reflect=label == SECOND_CLASS) for features, label in POINTS]


def run(mistake: Mistake, most: int = len(SCORES)) -> list[Fed]:
    """Return the run of the single-sample rule, as far as it is printed; the classes are in the signs."""
    return sequential([(example, 1) for example in points()], ONES, mistake, most=most)


def score_under(at: int, mistake: Mistake) -> Finding:
    """Decide a printed score of the second run under a rule for ties."""
    score, (_, text) = run(mistake)[at].score, SCORES[at]
    if text.endswith(" 0"):
        return computed(f"score {score}", "> 0" if score > 0 else "< 0" if score < 0 else "= 0", text)
    return computed("the score", score, Fraction(text))


def weights_under(at: int, mistake: Mistake) -> Finding:
    """Decide the printed weights after an update of the second run under a rule for ties."""
    _, place, printed_as = TURNS[at]
    return same_vector("the weights", run(mistake)[place].weights, printed_as)


def score_in_both(at: int) -> Finding:
    """Decide a printed score that does not depend on the rule for ties."""
    return all_of(score_under(at, not_above_zero), score_under(at, below_zero))


def after_the_tie(found: partial[Finding]) -> Finding:
    """Decide what comes after the score of 0, under both rules for ties."""
    return only(found(not_above_zero), found(below_zero))


def normalized(at: int) -> Finding:
    """Decide a printed example: the constant 1 in front, and the opposite signs for class 2."""
    return same_vector(f"y_{at + 1}", points()[at], REFLECTED[at])


def weights_in_both(at: int) -> Finding:
    """Decide printed weights that do not depend on the rule for ties."""
    return all_of(weights_under(at, not_above_zero), weights_under(at, below_zero))


def misclassified_means() -> Finding:
    """Decide whether the rule of line 561 makes the printed run; the rule of 605 does."""
    parts = range(len(TURNS))
    strict, loose = ([weights_under(at, rule) for at in parts] for rule in (below_zero, not_above_zero))
    return repaired(all_of(*strict), all_of(*loose))


def not_separable() -> Finding:
    """Decide whether no a has positive scores on all examples: taken `BALANCE` times, their scores sum to zero.

    Positive scores, the same number of times, would sum to more than zero.
    """
    a = [Symbol(f"a_{k}", real=True) for k in range(len(ONES))]
    scores = [sum(Integer(int(entry)) * a[k] for k, entry in enumerate(example)) for example in points()]
    p, q, r, s = (Symbol(name, real=True) for name in "pqrs")
    taken = [number for number in BALANCE if number]
    weighted = sum(number * score for number, score in zip(taken, (p, q, r, s), strict=True))
    zero = claim_holds(sum(number * score for number, score in zip(BALANCE, scores, strict=True)), 0)
    return all_of(zero, claim_holds(weighted, 0, [Gt(score, 0) for score in (p, q, r, s)], relation=">"))


def ends_only_at_a_solution() -> Finding:
    """Decide whether a score that the rule leaves alone, not being 0 or less, is positive."""
    scores = [Fraction(-1), Fraction(0), Fraction(1)]
    left_alone = [score for score in scores if not not_above_zero(score, 1)]
    return shown(
        f"of the scores -1, 0 and 1, left alone are {', '.join(map(str, left_alone))}", holds=left_alone == [1]
    )


def good_and_bad(first: int, last: int) -> Finding:
    """Decide whether some of these iterations make fewer mistakes than others, and one, the least possible here."""
    steps = [ONES, *updates(run(not_above_zero, 4 * last))][first - 1 : last]
    counts = [sum(dot(weights, example) <= 0 for example in points()) for weights in steps]
    return shown(f"mistakes at iterations {first} to {last}: {counts}", holds=min(counts) == 1 < max(counts))


def rows_multiplied(*, transposed: bool) -> Finding:
    """Decide the product of line 837 as printed, row times row, or with the second one transposed."""
    left, right = MatrixSymbol("y", 1, 3), MatrixSymbol("a", 1, 3)
    try:
        product = MatMul(left, right.T if transposed else right)
    except ShapeError:
        return Finding("refuted", "two 1 x 3 matrices have no product")
    numbers = zip(REFLECTED[4], TURNS[2][2], strict=True)
    value = sum((one * two for one, two in numbers), Fraction(0))
    return computed(f"a {product.shape[0]} x {product.shape[1]} product", value, Fraction(19))


LINE_OF_TIE = 823
CLAIMS = (
    L7(
        561,
        r"$\mathcal{Y}_M(a) = \{y_i : a^t y_i < 0\}$ (again at 577 and 670) is the rule by which the examples are run",
        "wrong as printed",
        misclassified_means,
        repair=r"$a^t y_i \le 0$, as at line 605",
    ),
    L7(760, "these samples are not separable by a line", "proved", not_separable),
    L7(
        769,
        "$y_1, y_2, y_3, y_4$ are the examples",
        "wrong as printed",
        lambda: repaired(
            computed("how many", len(points()), LISTED), computed("how many", len(points()), len(REFLECTED))
        ),
        repair=r"$y_1, \dots, y_5$: there are five",
    ),
    *(
        L7(773, f"$y_{at + 1}$ = {entries(row)}", "right as printed", partial(normalized, at))
        for at, row in enumerate(REFLECTED)
    ),
    L7(
        783,
        "with the weights [1 1 1] the line is $x^{(1)} + x^{(2)} + 1 = 0$",
        "right as printed",
        lambda: same_vector("constant and coefficients", ONES, FIRST_LINE),
    ),
    *(
        L7(line, f"$y_{at % 5 + 1}$: the score is {text}", "right as printed", partial(score_in_both, at))
        for at, (line, text) in enumerate(SCORES)
        if line <= LINE_OF_TIE
    ),
    *(
        L7(
            line,
            f"$y_{at % 5 + 1}$: the score is {text}",
            "right as printed",
            partial(after_the_tie, partial(score_under, at)),
            NEEDS_TIES,
        )
        for at, (line, text) in enumerate(SCORES)
        if line > LINE_OF_TIE
    ),
    *(
        L7(line, f"the update gives {entries(weights)}", "right as printed", partial(weights_in_both, at))
        for at, (line, _, weights) in enumerate(TURNS)
        if line < LINE_OF_TIE
    ),
    L7(
        825,
        f"after the score of 0 the update gives {entries(TURNS[-1][-1])}",
        "right as printed",
        partial(after_the_tie, partial(weights_under, len(TURNS) - 1)),
        NEEDS_TIES,
    ),
    L7(
        837,
        "$[-1 \\; {-5} \\; {-6}] * [0 \\; 1 \\; {-4}] = 19$",
        "right as printed",
        lambda: only(rows_multiplied(transposed=True), rows_multiplied(transposed=False)),
        "the second row is transposed, as at lines 803 to 823; a star between a row and a column is their product",
    ),
    L7(
        844,
        "there is no solution, so this goes on forever: where the rule ends, all scores are positive",
        "proved",
        lambda: all_of(not_separable(), ends_only_at_a_solution()),
    ),
    L7(
        846,
        r"$a^t y_i = \sum_{k=0}^5 a_k y_i^{(k)}$",
        "wrong as printed",
        lambda: computed("the last component", len(points()[0]) - 1, UPPER_LIMIT),
        repair=r"$\sum_{k=0}^2$: an example has the components 0, 1, 2, and 5 is the number of examples",
    ),
    L7(849, "of the iterations 900 to 915 some are good and some are not", "proved", lambda: good_and_bad(900, 915)),
)
"""In the order of their lines, but for those of a table."""
