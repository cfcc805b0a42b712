"""The register of ECE M146: the perceptron, a worked example, and the proof that it makes finitely many updates."""

from __future__ import annotations

from operator import attrgetter

from derive.lectures.register import m146_algorithm, m146_convergence, m146_example, m146_theorem

PARTS = m146_algorithm, m146_example, m146_convergence, m146_theorem

CLAIMS = tuple(sorted((claim for part in PARTS for claim in part.CLAIMS), key=attrgetter("line")))
"""All claims, in the order of their lines."""
