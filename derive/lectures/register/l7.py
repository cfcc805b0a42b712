"""The claims of Lecture 7: linear regression, logistic regression, gradient descent, the perceptron."""

from __future__ import annotations

from operator import attrgetter

from derive.lectures.register import (
    l7_descent,
    l7_examples,
    l7_logistic,
    l7_naive_bayes,
    l7_perceptron,
    l7_points,
    l7_regression,
    l7_students,
)

PARTS = (
    l7_regression,
    l7_examples,
    l7_naive_bayes,
    l7_logistic,
    l7_descent,
    l7_perceptron,
    l7_students,
    l7_points,
)

CLAIMS = tuple(sorted((claim for part in PARTS for claim in part.CLAIMS), key=attrgetter("line")))
"""All claims, in the order of their lines."""
