"""Claims of the classification slides that are numbers: codes, confusion matrices. The runs are in `cls_runs.py`."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import astuple
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from derive.lectures.register.row import Check, Number, Row, Same, Shows, claims_of_rows, of
from derive.lectures.worked import FIRST, IRIS, SECOND, SMALL, THIRD, Counts


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

ROWS = (*CODES, *COUNTS)
CLAIMS = claims_of_rows("cls", ROWS)
