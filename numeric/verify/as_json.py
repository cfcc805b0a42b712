"""A verification as JSON has it; the fields are documented in `docs/json.md`."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from derive.words import SCHEMA, row_of
from numeric.verify.result import Verification

MOST = 1000
"""A longer array of a counterexample is told by its shape."""


def verification_json(result: Verification) -> dict[str, Any]:
    """Return a verification as plain data."""
    diagnosis, where, counterexample = result.diagnosis, result.where, result.counterexample
    return {
        "schema": SCHEMA,
        "verdict": row_of(result.verdict).json,
        "method": result.method,
        "diagnosis": None
        if diagnosis is None
        else {"label": diagnosis.label, "sentence": diagnosis.sentence, "term": diagnosis.term},
        "where": None
        if where is None
        else {"parameter": where.parameter, "coordinates": [list(at) for at in where.coordinates]},
        "counterexample": None
        if counterexample is None
        else {
            "at": counterexample.tag,
            "inputs": plain(counterexample.inputs),
            "expected": plain(counterexample.expected),
            "got": plain(counterexample.got),
        },
        "evaluations": result.evaluations,
        "gradients": result.gradients,
        "confidence": {
            "resolution": plain(result.confidence.resolution),
            "missed": result.confidence.missed(1e-4),
            "proved": result.confidence.proved,
        },
        "inputs_tried": list(result.inputs_tried),
        "conditions": list(result.conditions),
        "second_opinion": None
        if result.opinion is None
        else {"agrees": result.opinion.agrees, "says": result.opinion.says, "of_the_loss": result.opinion.of_loss},
        "notes": list(result.notes),
    }


def plain(value: Any) -> Any:
    """Return arrays as lists, numbers that JSON lacks as text, and anything else that it lacks by its name.

    >>> plain({"w": np.array([1.0, np.inf])})
    {'w': [1.0, 'inf']}
    """
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist()) if value.size <= MOST else f"array of shape {value.shape}"
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, np.generic):
        return plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    return value if isinstance(value, int | str | bool) or value is None else type(value).__name__
