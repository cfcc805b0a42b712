"""The register of claims: claims of the lectures, decided by running code. `REGISTERED` says of which lectures."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from derive.lectures.catalogue import LECTURES
from derive.lectures.register.claim import Claim, Finding

__all__ = ["Claim", "Finding", "claims", "claims_of"]


REGISTERED: tuple[str, ...] = ("l7", "m146", "cls", "cs4602", "cse422")
"""The lectures whose claims are registered; each has a module here with a tuple `CLAIMS`."""


def claims_of(lecture: str) -> tuple[Claim, ...]:
    """Return the claims of one lecture, in the order of their lines; none where the lecture is not registered."""
    if lecture not in REGISTERED:
        return ()
    return import_module(f"derive.lectures.register.{lecture}").CLAIMS


def claims() -> Iterator[Claim]:
    """Yield the claims of all lectures."""
    for lecture in LECTURES:
        yield from claims_of(lecture)
