"""The register of claims: claims of the lectures, decided by running code. `PARTS` says of which lectures."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from operator import attrgetter

from derive.lectures.catalogue import LECTURES
from derive.lectures.register.claim import Claim, Finding

__all__ = ["Claim", "Finding", "claims", "claims_of"]


PARTS: dict[str, tuple[str, ...]] = {
    "l7": ("l7_regression", "l7_logistic", "l7_rows", "l7_runs", "l7_perceptron"),
    "m146": ("m146_algorithm", "m146_convergence", "m146_rows"),
    "cls": ("cls_rows", "cls_runs", "cls_decisions", "cls_perceptron", "cls_logistic", "cls_softmax"),
    "cs4602": ("cs4602_rows", "cs4602_perceptron", "cs4602_projection", "cs4602_margin"),
    "cse422": ("cse422_linear", "cse422_logistic"),
}
"""The lectures whose claims are registered, and the modules here that have a tuple `CLAIMS` of them.

Claims of one line are in the order of the modules. Those that are numbers are rows of data, in a tuple `ROWS`.
"""


def claims_of(lecture: str) -> tuple[Claim, ...]:
    """Return the claims of one lecture, in the order of their lines; none where the lecture is not registered."""
    parts = (import_module(f"derive.lectures.register.{part}").CLAIMS for part in PARTS.get(lecture, ()))
    return tuple(sorted((claim for part in parts for claim in part), key=attrgetter("line")))


def claims() -> Iterator[Claim]:
    """Yield the claims of all lectures."""
    for lecture in LECTURES:
        yield from claims_of(lecture)
