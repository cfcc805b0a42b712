"""The register of the classification slides: perceptron, logistic regression, softmax, metrics."""

from __future__ import annotations

from operator import attrgetter

from derive.lectures.register import (
    cls_decisions,
    cls_descent,
    cls_logistic,
    cls_metrics,
    cls_penalty,
    cls_perceptron,
    cls_run,
    cls_softmax,
    cls_voted,
)

PARTS = (
    *(cls_decisions, cls_metrics, cls_perceptron, cls_descent, cls_run),
    *(cls_voted, cls_logistic, cls_penalty, cls_softmax),
)

CLAIMS = tuple(sorted((claim for part in PARTS for claim in part.CLAIMS), key=attrgetter("line")))
"""All claims, in the order of their lines."""
