"""Gradients proved by tracing: the code is run on arrays that write down, at symbolic sizes, what is done to them."""

from __future__ import annotations

from numeric.verify.trace.prove import prove_gradient
from numeric.verify.trace.result import Mismatch, Traced

__all__ = ["Mismatch", "Traced", "prove_gradient"]
