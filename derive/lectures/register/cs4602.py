"""The register of CS 4602: perceptron, least squares, Fisher's discriminant, support vector machines."""

from __future__ import annotations

from operator import attrgetter

from derive.lectures.register import (
    cs4602_algorithm,
    cs4602_kernels,
    cs4602_margin,
    cs4602_perceptron,
    cs4602_projection,
)

PARTS = cs4602_perceptron, cs4602_algorithm, cs4602_projection, cs4602_margin, cs4602_kernels

CLAIMS = tuple(sorted((claim for part in PARTS for claim in part.CLAIMS), key=attrgetter("line")))
"""All claims, in the order of their lines."""
