"""The register of CSE 422: linear regression, logistic regression, the perceptron."""

from __future__ import annotations

from derive.lectures.register import cse422_linear, cse422_logistic, cse422_noise

CLAIMS = (*cse422_linear.CLAIMS, *cse422_noise.CLAIMS, *cse422_logistic.CLAIMS)
"""All claims, in the order of their lines."""
