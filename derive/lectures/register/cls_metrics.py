"""Claims of the classification slides, lines 126 to 306: confusion matrices, and what is computed from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import astuple
from fractions import Fraction
from typing import Any, TypeAlias

from sympy import Eq, Gt, Le, symbols

from derive.calculus import differentiate
from derive.lectures.rates import FN, FNR, FP, TN, TNR, TP, accuracy, beta, precision, recall
from derive.lectures.register.claim import Claim, Finding, all_of, claim_holds, computed, definition, printed
from derive.lectures.register.combine import only, repaired, shown
from derive.lectures.worked import Counts

FIRST = Counts(tp=90, fp=10, fn=10, tn=90)
SECOND = Counts(tp=10, fp=10, fn=10, tn=170)
THIRD = Counts(tp=20, fp=20, fn=0, tn=160)
"""The tables of lines 186, 194 and 276."""
SMALL = Counts(tp=10, fp=2, fn=3, tn=5)
"""The table of line 128."""
NEVER = Counts(tp=0, fp=0, fn=20, tn=180)
"""The instances of the second table, all of them classified as negative."""
IRIS = ((13, 0, 0), (0, 10, 6), (0, 0, 9))
"""The table of line 144: a row for each predicted class, a column for each actual one."""

Terms: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]

TERMS: Mapping[str, Callable[[Counts], Terms]] = {
    "accuracy": lambda c: ((c.tp, c.tn), (c.tp, c.fp, c.fn, c.tn)),
    "precision": lambda c: ((c.tp,), (c.tp, c.fp)),
    "recall": lambda c: ((c.tp,), (c.tp, c.fn)),
}
"""The counts that are added up above and below the line of each ratio."""

P, R = symbols("p r", positive=True)
more = symbols("FP_2", nonnegative=True)
F_BETA = (1 + beta**2) * P * R / (beta**2 * P + R)
SCORES = Eq(precision, TP / (TP + FP)), Eq(recall, TP / (TP + FN)), Gt(TP, 0)


def ratio(name: str, counts: Counts, terms: Terms, percent: str) -> Finding:
    """Decide a line such as "90/(90 + 10) = 90%": the terms are those of the table, and the value is what they give.

    A denominator that is printed as one number is the sum.
    """
    upper, lower = TERMS[name](counts)
    own = upper, lower if len(terms[1]) > 1 else (sum(lower),)
    values = (Fraction(sum(above), sum(below)) for above, below in (own, terms))
    same_terms = computed("terms of the table", _written(own), _written(terms))
    return all_of(same_terms, *(printed(100 * value, percent) for value in values))


def _written(terms: Terms) -> str:
    upper, lower = (" + ".join(map(str, numbers)) for numbers in terms)
    return f"({upper}) / ({lower})"


def _number_of_instances() -> Finding:
    return computed("actual positives, negatives", (SMALL.tp + SMALL.fn, SMALL.fp + SMALL.tn), (13, 7))


def diagonal(table: tuple[tuple[int, ...], ...]) -> Finding:
    """Count the instances, one by one, whose predicted class is the actual one, and those where it is not."""
    classes = range(len(table))
    instances = [(row, column) for row in classes for column in classes for _ in range(table[row][column])]
    right = sum(guess == actual for guess, actual in instances)
    diagonal = sum(table[c][c] for c in classes)
    rest = sum(map(sum, table)) - diagonal
    what = f"of {len(instances)} instances {right} are right; the diagonal has {diagonal}, the rest of the table {rest}"
    return shown(what, holds=(right, len(instances) - right) == (diagonal, rest))


def _misleading() -> Finding:
    """A classifier that never says positive is as accurate as the second one, and finds nothing."""
    alike = NEVER.accuracy == SECOND.accuracy and NEVER.recall == 0
    what = f"answering negative to all of {NEVER.total} is right for {NEVER.accuracy}, and finds {NEVER.recall}"
    return shown(what, holds=alike)


def fewer_mistakes(ratio_at: Any, mistakes: Any) -> Finding:
    """The ratio is 1 where there are no such mistakes, and with fewer of them it is not smaller."""
    hit = Gt(TP, 0)
    return all_of(
        claim_holds(ratio_at(mistakes), 1, (Eq(mistakes, 0), hit)),
        claim_holds(ratio_at(mistakes), ratio_at(more), (Le(mistakes, more), hit), relation=">="),
    )


def _harmonic_mean() -> Finding:
    return claim_holds(2 / (1 / R + 1 / P), 2 * P * R / (P + R))


def _importance() -> Finding:
    """At r = beta p a little more recall is worth as much as a little more precision; as a weight it counts beta^2."""
    traded = claim_holds(differentiate(F_BETA, P), differentiate(F_BETA, R), Eq(R, beta * P))
    weighed = claim_holds(F_BETA, (1 + beta) / (1 / P + beta / R))
    squared = claim_holds(F_BETA, (1 + beta**2) / (1 / P + beta**2 / R))
    return only(all_of(traded, squared), weighed)


def _f_beta() -> Finding:
    """F_1 is the case beta = 1, and in counts a miss weighs beta^2 times as much as a false alarm."""
    score = F_BETA.xreplace({P: precision, R: recall})
    counts = (1 + beta**2) * TP / ((1 + beta**2) * TP + beta**2 * FN + FP)
    return all_of(
        claim_holds(F_BETA, 2 * P * R / (P + R), Eq(beta, 1)),
        claim_holds(score, counts, SCORES),
    )


def _error_rate() -> Finding:
    total = TP + FP + FN + TN
    return claim_holds(1 - accuracy, (FP + FN) / total, Eq(accuracy, (TP + TN) / total))


def _one_classifier() -> Finding:
    return computed("TP, FP, FN, TN of classifier 2, by line 194", astuple(SECOND), astuple(THIRD))


COUNTS = (
    Claim("cls", 134, "13 instances are positive and 7 negative", "right as printed", _number_of_instances),
    Claim(
        "cls",
        135,
        "10 positive instances are classified as positive, 3 as negative; 5 negative ones as negative, 2 as positive",
        "right as printed",
        lambda: computed("TP, FN, TN, FP", (SMALL.tp, SMALL.fn, SMALL.tn, SMALL.fp), (10, 3, 5, 2)),
    ),
    Claim(
        "cls",
        139,
        "the diagonal counts what is classified correctly, the rest of the table counts the errors",
        "proved",
        lambda: diagonal(((SMALL.tp, SMALL.fp), (SMALL.fn, SMALL.tn))),
    ),
    Claim("cls", 144, "the same of the three classes of iris", "proved", lambda: diagonal(IRIS)),
    Claim(
        "cls",
        155,
        "TP, FP, FN, TN: true and false positives, false and true negatives, by predicted and actual class",
        "definition",
        lambda: definition("four names, used in all that follows"),
    ),
    Claim(
        "cls",
        178,
        r"accuracy $= (TP + TN) / (TP + FP + FN + TN)$",
        "definition",
        lambda: definition("the share of the instances that is classified correctly"),
    ),
    Claim("cls", 182, r"error rate $= 1 - $ accuracy $= (FP + FN) / (TP + FP + FN + TN)$", "proved", _error_rate),
    Claim(
        "cls",
        206,
        "accuracy can be misleading where the classes are not balanced",
        "proved",
        _misleading,
    ),
    Claim(
        "cls",
        221,
        r"precision $= TP / (TP + FP)$",
        "definition",
        lambda: definition("the share of the positive answers that is right"),
    ),
    Claim(
        "cls",
        225,
        "few false positives make precision close to 100%",
        "proved",
        lambda: fewer_mistakes(lambda wrong: TP / (TP + wrong), FP),
    ),
    Claim(
        "cls",
        256,
        r"recall $= TP / (TP + FN)$",
        "definition",
        lambda: definition("the share of the positives that is found"),
    ),
    Claim(
        "cls",
        259,
        "few false negatives make recall close to 100%",
        "proved",
        lambda: fewer_mistakes(lambda wrong: TP / (TP + wrong), FN),
    ),
    Claim(
        "cls",
        276,
        "the second of the two classifiers that are compared is classifier 2",
        "wrong as printed",
        _one_classifier,
        repair="it is a third classifier; both tables are labelled as classifier 2",
    ),
    Claim(
        "cls",
        292,
        r"$F_1 = 2 / (r^{-1} + p^{-1}) = 2 p r / (p + r)$, the harmonic mean of precision p and recall r",
        "proved",
        _harmonic_mean,
    ),
    Claim(
        "cls",
        294,
        r"in $F_\beta$ recall is considered $\beta$ times as important as precision",
        "proved",
        _importance,
        convention=r"importance is the ratio r/p at which a little of either is worth the same; as weights in the "
        r"harmonic mean, recall has $\beta^2$ times that of precision",
    ),
    Claim("cls", 296, r"$F_\beta = (1 + \beta^2) p r / (\beta^2 p + r)$, with $F_1$ at $\beta = 1$", "proved", _f_beta),
    Claim(
        "cls",
        300,
        r"$TPR = TP / (TP + FN) = $ recall $ = 1 - FNR$",
        "proved",
        lambda: claim_holds(recall, 1 - FNR, (Eq(recall, TP / (TP + FN)), Eq(FNR, FN / (TP + FN)))),
    ),
    Claim(
        "cls",
        303,
        r"$FPR = FP / (FP + TN) = 1 - TNR$",
        "proved",
        lambda: claim_holds(FP / (FP + TN), 1 - TNR, Eq(TNR, TN / (FP + TN))),
    ),
    Claim(
        "cls",
        306,
        r"specificity $= TNR = TN / (FP + TN)$",
        "definition",
        lambda: definition("the rate of line 304, by its name"),
    ),
)


def _line(line: int, name: str, counts: Counts, terms: Terms, percent: str) -> Claim:
    """Return the claim of a line that prints a ratio with its terms."""
    says = f"{name} = {_written(terms)} = {percent}%"
    return Claim("cls", line, says, "right as printed", lambda: ratio(name, counts, terms, percent))


RATIOS = (
    _line(192, "accuracy", FIRST, ((90, 90), (200,)), "90"),
    _line(200, "accuracy", SECOND, ((10, 170), (200,)), "90"),
    _line(234, "accuracy", FIRST, ((90, 90), (200,)), "90"),
    _line(236, "precision", FIRST, ((90,), (90, 10)), "90"),
    _line(244, "accuracy", SECOND, ((10, 170), (200,)), "90"),
    _line(246, "precision", SECOND, ((10,), (10, 10)), "50"),
    _line(270, "recall", SECOND, ((10,), (10, 10)), "50"),
    _line(272, "precision", SECOND, ((10,), (10, 10)), "50"),
    _line(274, "accuracy", SECOND, ((10, 170), (200,)), "90"),
    Claim(
        "cls",
        282,
        "recall = 20 / (15 + 5) = 100%",
        "wrong as printed",
        lambda: repaired(
            ratio("recall", THIRD, ((20,), (15, 5)), "100"), ratio("recall", THIRD, ((20,), (20, 0)), "100")
        ),
        repair="20 / (20 + 0): the value is right, the terms are not those of the table",
    ),
    _line(284, "precision", THIRD, ((20,), (20, 20)), "50"),
    _line(286, "accuracy", THIRD, ((20, 160), (200,)), "90"),
)

CLAIMS = (*COUNTS, *RATIOS)
"""By subject; the register puts them in the order of their lines."""
