"""Claims of Lecture 7, lines 122 to 236: two worked examples of simple linear regression.

Numbers are computed with exact fractions. Where the lecture goes on with a rounded number, a claim is decided from the
numbers as displayed, and the evidence says what the unrounded ones give.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from derive.lectures.register.claim import Claim, Finding, all_of, computed, definition, printed
from derive.lectures.register.combine import repaired
from derive.lectures.register.l7_regression import residuals_sum_to_zero
from derive.lectures.worked import Vector, about_mean, dot, least_squares, mean, vector

L7 = partial(Claim, "l7")

MEAN_AGE, MEAN_PRESSURE = Fraction("45.13"), Fraction("142.53")
AGE_VARIANCE, COVARIANCE = Fraction("233.91"), Fraction("227.10")
SHOWN_SLOPE, SHOWN_INTERCEPT = "0.97", "98.71"
"""The first example: line 122 to 130; its data are not in the lecture."""

INPUTS, OUTPUTS = vector(1, 2, -1, 3, 4), vector(2, 4, 0, 4, 6)
"""The second example: the data of lines 166 to 170."""
MEANS = {"x": "1.8", "y": "3.2"}
DEVIATIONS = (
    (183, "-0.8", "-1.2", "0.96"),
    (184, "0.2", "0.8", "0.16"),
    (185, "-2.8", "-3.2", "8.96"),
    (186, "1.2", "0.8", "0.96"),
    (187, "2.2", "2.8", "6.16"),
)
"""What is printed of each point: the deviations from both means, and their product."""
SUMS = {"xy": "17.2", "xx": "14.8", "yy": "20.8"}
SPREADS = {"s_x": "1.92", "s_y": "2.28", "r": "0.98"}
LINE = ("1.11", "1.16")
"""Intercept and slope as printed."""
FITTED = ("2.27", "3.43", "-0.05", "4.59", "5.75")
RESIDUALS = (
    (221, "-0.27", "0.073"),
    (222, "0.57", "0.345"),
    (223, "0.05", "0.0025"),
    (224, "-0.59", "0.348"),
    (225, "0.25", "0.0625"),
)
"""What is printed of each point: the residual and its square."""
SLIP = 1
"""The row with the wrong square."""
SQUARE_SUM = "0.811"


def as_displayed(displayed: Fraction, unrounded: Fraction, shown: str) -> Finding:
    """Return whether the displayed numbers give what is printed; the evidence says what the unrounded ones give.

    >>> as_displayed(Fraction("98.7539"), Fraction("98.7139"), "98.71").outcome
    'wrong as printed'
    """
    here, there = printed(displayed, shown), printed(unrounded, shown)
    evidence = f"from the numbers as displayed: {here.evidence}; from the unrounded ones: {there.evidence}"
    return Finding(here.outcome, evidence)


def printed_root(square: Fraction, shown: str) -> Finding:
    """Return whether the root of a fraction rounds to what is printed; the squares of the borders are compared.

    >>> printed_root(Fraction("14.8") / 4, "1.92").outcome, printed_root(Fraction("14.8") / 4, "1.93").outcome
    ('right as printed', 'wrong as printed')
    """
    written = Fraction(shown)
    half_unit = Fraction(1, 2 * 10 ** len(shown.partition(".")[2]))
    right = (written - half_unit) ** 2 <= square <= (written + half_unit) ** 2
    told = f"computed the root of {square}, {float(square) ** 0.5:.6g}, printed {shown}"
    return Finding("right as printed" if right else "wrong as printed", told)


# The first example


def intercept_of_the_first() -> Finding:
    """Decide line 128 from the rounded slope, as displayed, and from the one of line 126."""
    unrounded = MEAN_PRESSURE - COVARIANCE / AGE_VARIANCE * MEAN_AGE
    shown = MEAN_PRESSURE - Fraction(SHOWN_SLOPE) * MEAN_AGE
    return as_displayed(shown, unrounded, SHOWN_INTERCEPT)


def line_of_the_first() -> Finding:
    """Decide line 130, both coefficients unrounded."""
    slope = COVARIANCE / AGE_VARIANCE
    return all_of(printed(MEAN_PRESSURE - slope * MEAN_AGE, SHOWN_INTERCEPT), printed(slope, SHOWN_SLOPE))


# The second example


def deviations(at: int) -> Finding:
    """Decide a row of the table of deviations and their products."""
    both = about_mean(INPUTS)[at], about_mean(OUTPUTS)[at]
    _, *shown = DEVIATIONS[at]
    return all_of(*(printed(value, text) for value, text in zip((*both, both[0] * both[1]), shown, strict=True)))


def sums_of_deviations() -> Finding:
    """Decide the last row of that table: both deviations sum to zero, their products to 17.2."""
    both = about_mean(INPUTS), about_mean(OUTPUTS)
    zeros = [computed("the sum", sum(column, Fraction(0)), Fraction(0)) for column in both]
    return all_of(printed(dot(*both), SUMS["xy"]), *zeros)


def sum_of(which: str) -> Fraction:
    """Return the sum of the products of deviations: 'xx', 'yy' or 'xy'."""
    columns = {"x": about_mean(INPUTS), "y": about_mean(OUTPUTS)}
    return dot(columns[which[0]], columns[which[1]])


def slope_from_correlation() -> Finding:
    """Decide line 202 from the rounded r, s_x and s_y, as displayed; exactly it is 17.2/14.8."""
    displayed = Fraction(SPREADS["r"]) * Fraction(SPREADS["s_y"]) / Fraction(SPREADS["s_x"])
    return as_displayed(displayed, sum_of("xy") / sum_of("xx"), LINE[1])


def intercept_from_slope() -> Finding:
    """Decide line 204 from the rounded slope, as displayed, and from the unrounded one."""
    displayed = Fraction(MEANS["y"]) - Fraction(LINE[1]) * Fraction(MEANS["x"])
    return as_displayed(displayed, least_squares(INPUTS, OUTPUTS)[0], LINE[0])


def fitted_value(at: int) -> Finding:
    """Decide a fitted value from the line as printed; the unrounded line is evidence."""
    intercept, slope = least_squares(INPUTS, OUTPUTS)
    return as_displayed(_on_printed_line(INPUTS[at]), intercept + slope * INPUTS[at], FITTED[at])


def _on_printed_line(at: Fraction) -> Fraction:
    return Fraction(LINE[0]) + Fraction(LINE[1]) * at


def residual_row(at: int) -> Finding:
    """Decide a row of the table of residuals: the difference from the printed fitted value, and the printed square."""
    _, shown, square = RESIDUALS[at]
    difference = printed(OUTPUTS[at] - Fraction(FITTED[at]), shown)
    return all_of(difference, printed(Fraction(shown) ** 2, square))


def sum_of_residuals() -> Finding:
    """Decide whether the printed residuals sum to 0; exactly, those of the unrounded line do."""
    rounded = sum((Fraction(shown) for _, shown, _ in RESIDUALS), Fraction(0))
    exact = sum(_exact_residuals(), Fraction(0))
    at_line = "the sum of the residuals"
    return repaired(computed(at_line, rounded, Fraction(0)), computed(f"{at_line}, unrounded", exact, Fraction(0)))


def sum_of_squares() -> Finding:
    """Decide the total of the squares from the printed residuals; its column, as printed, sums to something else."""
    rounded, exact = vector(*(shown for _, shown, _ in RESIDUALS)), _exact_residuals()
    found = as_displayed(dot(rounded, rounded), dot(exact, exact), SQUARE_SUM)
    column = sum((Fraction(square) for *_, square in RESIDUALS), Fraction(0))
    return Finding(found.outcome, f"{found.evidence}; the column as printed sums to {float(column):.6g}")


def _exact_residuals() -> Vector:
    intercept, slope = least_squares(INPUTS, OUTPUTS)
    return tuple(out - intercept - slope * at for at, out in zip(INPUTS, OUTPUTS, strict=True))


FIRST_EXAMPLE = (
    L7(
        122,
        "the means and variances of the ages and pressures",
        "definition",
        lambda: definition("the data are not shown"),
    ),
    L7(126, "$227.10 / 233.91 = 0.97$", "right as printed", lambda: printed(COVARIANCE / AGE_VARIANCE, SHOWN_SLOPE)),
    L7(
        128,
        "$142.53 - 0.97(45.13) = 98.71$",
        "wrong as printed",
        intercept_of_the_first,
        repair="98.75; or keep the unrounded slope 227.10/233.91 of line 126, which gives 98.71",
    ),
    L7(130, r"$\hat y = 98.71 + 0.97 x$", "right as printed", line_of_the_first),
)

SECOND_EXAMPLE = (
    L7(174, r"$\bar x = 1.8$", "right as printed", lambda: printed(mean(INPUTS), MEANS["x"])),
    L7(176, r"$\bar y = 3.2$", "right as printed", lambda: printed(mean(OUTPUTS), MEANS["y"])),
    *(
        L7(line, f"deviations ${a}$ and ${b}$, their product ${c}$", "right as printed", partial(deviations, at))
        for at, (line, a, b, c) in enumerate(DEVIATIONS)
    ),
    L7(188, "the deviations sum to 0 and 0, their products to 17.2", "right as printed", sums_of_deviations),
    L7(192, r"$\sum (x_i - \bar x)^2 = 14.8$", "right as printed", lambda: printed(sum_of("xx"), SUMS["xx"])),
    L7(194, r"$\sum (y_i - \bar y)^2 = 20.8$", "right as printed", lambda: printed(sum_of("yy"), SUMS["yy"])),
    L7(
        196,
        r"$s_x = \sqrt{14.8/4} = 1.92$",
        "right as printed",
        lambda: printed_root(sum_of("xx") / (len(INPUTS) - 1), SPREADS["s_x"]),
    ),
    L7(
        198,
        r"$s_y = \sqrt{20.8/4} = 2.28$",
        "right as printed",
        lambda: printed_root(sum_of("yy") / (len(INPUTS) - 1), SPREADS["s_y"]),
    ),
    L7(
        200,
        r"$r = 17.2 / \sqrt{14.8 \cdot 20.8} = 0.98$",
        "right as printed",
        lambda: printed_root(sum_of("xy") ** 2 / (sum_of("xx") * sum_of("yy")), SPREADS["r"]),
    ),
    L7(202, r"$\hat\beta_1 = 0.98 \cdot 2.28 / 1.92 = 1.16$", "right as printed", slope_from_correlation),
    L7(204, r"$\hat\beta_0 = 3.2 - 1.16 \cdot 1.8 = 1.11$", "right as printed", intercept_from_slope),
    *(
        L7(line, rf"$\hat y_{at + 1} = {FITTED[at]}$", "right as printed", partial(fitted_value, at))
        for line, at in ((212, 0), (212, 3), (214, 1), (214, 4), (216, 2))
    ),
    *(
        L7(line, f"residual ${shown}$, its square ${square}$", "right as printed", partial(residual_row, at))
        for at, (line, shown, square) in enumerate(RESIDUALS)
        if at != SLIP
    ),
    L7(
        222,
        "residual $0.57$, its square $0.345$",
        "wrong as printed",
        partial(residual_row, 1),
        repair="$0.57^2 = 0.325$",
    ),
    L7(
        226,
        r"the residuals of a least-squares line sum to zero, $\sum (y_i - \hat y_i) = 0$",
        "proved",
        residuals_sum_to_zero,
    ),
    L7(
        226,
        r"the column $-0.27, 0.57, 0.05, -0.59, 0.25$ sums to 0",
        "wrong as printed",
        sum_of_residuals,
        repair="the rounded residuals sum to 0.01; those of the unrounded line to 0",
    ),
    L7(226, r"$\sum (y_i - \hat y_i)^2 = 0.811$", "right as printed", sum_of_squares),
    L7(236, "at $x = 3$ the residual is $4 - 4.59 = -0.59$", "right as printed", partial(residual_row, 3)),
)

CLAIMS = (*FIRST_EXAMPLE, *SECOND_EXAMPLE)
"""In the order of their lines, but for those of a table."""
