"""Documents judged line by line by `prove`, for tests of what their lines are read as."""

from __future__ import annotations

from derive import Limits, prove
from derive.documents.files import read_document
from derive.documents.step import Step
from derive.documents.steps import steps_of

RELATIONS = {"=": "==", "<=": "<=", "<": "<", ">=": ">=", ">": ">"}


def steps(text: str, kind: str = "markdown") -> list[Step]:
    """Return the steps of a document."""
    return list(steps_of(read_document(text, kind=kind)).steps)


def status(step: Step) -> str:
    """Return what is known of a step: its kind if it is no claim, else the best verdict of its readings.

    It is refuted only if every reading is, and nothing is unknown.
    """
    if step.kind in {"definition", "assumption", "condition", "assignment"}:
        return step.kind
    if not step.readings:
        return "not understood"
    found: set[str] = set()
    for reading in step.readings:
        facts = [a.fact for a in reading.assumptions if a.fact is not None]
        relation = RELATIONS[step.relation]
        verdict = prove(reading.lhs, reading.rhs, facts, relation=relation, limits=Limits(seconds=5))
        found.add("undecided" if verdict.status == "refuted" and reading.unknown else verdict.status)
    return next(word for word in ("proved", "sampled", "undecided", "refuted") if word in found)


def judged(text: str, kind: str = "markdown") -> list[str]:
    """Return what is known of each step of a document."""
    return [status(step) for step in steps(text, kind)]
