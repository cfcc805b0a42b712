"""Claims of Lecture 7 that are numbers: two regressions worked out by hand. The runs are in `l7_runs.py`.

Where the lecture goes on with a rounded number, a claim is decided from the numbers as displayed, and the evidence says
what the unrounded ones give.
"""

from __future__ import annotations

from fractions import Fraction

from derive.lectures.register.row import Check, Number, Root, Row, Same, claims_of_rows, exact, of
from derive.lectures.worked import (
    AGE_VARIANCE,
    COVARIANCE,
    INPUTS,
    MEAN_AGE,
    MEAN_PRESSURE,
    OUTPUTS,
    Vector,
    about_mean,
    dot,
    least_squares,
    mean,
    vector,
)

SLOPE = of(Fraction, COVARIANCE) / AGE_VARIANCE
INTERCEPT = of(Fraction, MEAN_PRESSURE) - SLOPE * MEAN_AGE
DX, DY = of(about_mean, INPUTS), of(about_mean, OUTPUTS)
XX, YY, XY = of(dot, DX, DX), of(dot, DY, DY), of(dot, DX, DY)
LINE = of(least_squares, INPUTS, OUTPUTS)
EXACT_0, EXACT_1 = LINE[0], LINE[1]

AGES = (
    Row(126, "$227.10 / 233.91 = 0.97$").right(Number(SLOPE, "0.97")),
    Row(128, "$142.53 - 0.97(45.13) = 98.71$").wrong(
        Number(exact("142.53") - exact("0.97") * exact("45.13"), "98.71", INTERCEPT),
        repair="98.75; or keep the unrounded slope 227.10/233.91 of line 126, which gives 98.71",
    ),
    Row(130, r"$\hat y = 98.71 + 0.97 x$").right(Number(INTERCEPT, "98.71"), Number(SLOPE, "0.97")),
)

DEVIATIONS = (
    (183, "-0.8", "-1.2", "0.96"),
    (184, "0.2", "0.8", "0.16"),
    (185, "-2.8", "-3.2", "8.96"),
    (186, "1.2", "0.8", "0.96"),
    (187, "2.2", "2.8", "6.16"),
)
"""What is printed of each point: the deviations from both means, and their product."""
FITTED = ((212, 0, "2.27"), (212, 3, "4.59"), (214, 1, "3.43"), (214, 4, "5.75"), (216, 2, "-0.05"))
"""The line, the point, the fitted value."""
RESIDUALS = (
    (221, 0, "2.27", "-0.27", "0.073"),
    (222, 1, "3.43", "0.57", "0.345"),
    (223, 2, "-0.05", "0.05", "0.0025"),
    (224, 3, "4.59", "-0.59", "0.348"),
    (225, 4, "5.75", "0.25", "0.0625"),
)
"""What is printed of each point: the fitted value, the residual and its square."""


def _residual(point: int, fitted: str, residual: str, square: str) -> list[Check]:
    own = of(Fraction, OUTPUTS[point]) - exact(fitted)
    return [Number(own, residual), Number(exact(residual) ** 2, square)]


def _deviations(point: int, *texts: str) -> list[Check]:
    x, y = DX[point], DY[point]
    return [Number(term, text) for term, text in zip((x, y, x * y), texts, strict=True)]


def _residuals_of(intercept: Fraction, slope: Fraction) -> Vector:
    """Return the residuals of a line."""
    return tuple(out - intercept - slope * at for at, out in zip(INPUTS, OUTPUTS, strict=True))


SHOWN, UNROUNDED = vector(*(row[3] for row in RESIDUALS)), of(_residuals_of, EXACT_0, EXACT_1)
COLUMN = vector(*(row[4] for row in RESIDUALS))

POINTS = (
    Row(174, r"$\bar x = 1.8$").right(Number(of(mean, INPUTS), "1.8")),
    Row(176, r"$\bar y = 3.2$").right(Number(of(mean, OUTPUTS), "3.2")),
    *(
        Row(line, f"deviations ${a}$ and ${b}$, their product ${c}$").right(*_deviations(point, a, b, c))
        for point, (line, a, b, c) in enumerate(DEVIATIONS)
    ),
    Row(188, "the deviations sum to 0 and 0, their products to 17.2").right(
        Number(XY, "17.2"), Same("the sum", of(sum, DX), Fraction(0)), Same("the sum", of(sum, DY), Fraction(0))
    ),
    Row(192, r"$\sum (x_i - \bar x)^2 = 14.8$").right(Number(XX, "14.8")),
    Row(194, r"$\sum (y_i - \bar y)^2 = 20.8$").right(Number(YY, "20.8")),
    Row(196, r"$s_x = \sqrt{14.8/4} = 1.92$").right(Root(XX / 4, "1.92")),
    Row(198, r"$s_y = \sqrt{20.8/4} = 2.28$").right(Root(YY / 4, "2.28")),
    Row(200, r"$r = 17.2 / \sqrt{14.8 \cdot 20.8} = 0.98$").right(Root(XY**2 / (XX * YY), "0.98")),
    Row(202, r"$\hat\beta_1 = 0.98 \cdot 2.28 / 1.92 = 1.16$").right(
        Number(exact("0.98") * exact("2.28") / exact("1.92"), "1.16", XY / XX)
    ),
    Row(204, r"$\hat\beta_0 = 3.2 - 1.16 \cdot 1.8 = 1.11$").right(
        Number(exact("3.2") - exact("1.16") * exact("1.8"), "1.11", EXACT_0)
    ),
    *(
        Row(line, rf"$\hat y_{point + 1} = {text}$").right(
            Number(exact("1.11") + exact("1.16") * INPUTS[point], text, EXACT_0 + EXACT_1 * INPUTS[point])
        )
        for line, point, text in FITTED
    ),
    *(
        Row(line, f"residual ${shown}$, its square ${square}$").right(*_residual(point, fitted, shown, square))
        for line, point, fitted, shown, square in RESIDUALS
        if square != "0.345"
    ),
    Row(222, "residual $0.57$, its square $0.345$").wrong(*_residual(*RESIDUALS[1][1:]), repair="$0.57^2 = 0.325$"),
    Row(226, r"the column $-0.27, 0.57, 0.05, -0.59, 0.25$ sums to 0").wrong(
        Same("the sum of the residuals", of(sum, SHOWN), Fraction(0)),
        repair="the rounded residuals sum to 0.01; those of the unrounded line to 0",
        mended=[Same("the sum of the residuals, unrounded", of(sum, UNROUNDED), Fraction(0))],
    ),
    Row(226, r"$\sum (y_i - \hat y_i)^2 = 0.811$").right(
        Number(
            of(dot, SHOWN, SHOWN),
            "0.811",
            of(dot, UNROUNDED, UNROUNDED),
            "; the column as printed sums to {}",
            of(float, of(sum, COLUMN)),
        )
    ),
    Row(236, "at $x = 3$ the residual is $4 - 4.59 = -0.59$").right(*_residual(*RESIDUALS[3][1:])),
)

ROWS = (*AGES, *POINTS)
CLAIMS = claims_of_rows("l7", ROWS)
