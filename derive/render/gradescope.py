"""Judged documents as the `results.json` of a Gradescope autograder.

Each claim is worth the same share of the points. A wrong one loses its share; one that is open keeps it, has neither
passed nor failed, and is marked for a person to look at. A document that cannot be read, or claims nothing, is worth
one share, and loses it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from derive.judge.result import Checked, Step
from derive.render.checked import notes, place_of, sign


def results(documents: Sequence[Checked], *, points: float = 100.0) -> dict[str, Any]:
    """Return what Gradescope reads; the `max_score` of the tests add up to the points.

    >>> results([Checked(file="a.md", problem="it is binary")], points=10)["score"]
    0.0
    """
    tests = [test for document in documents for test in _tests(document)]
    share = points / max(len(tests), 1)
    wrong = sum(test.get("status") == "failed" for test in tests)
    opened = sum("For a person" in test["output"] for test in tests)
    said = f"{len(tests)} claims: {wrong} wrong, {opened} left for a person to look at."
    return {
        "score": round(points - share * wrong, 4) if tests else 0.0,
        "max_score": points,
        "output": said,
        "output_format": "text",
        "tests": [_scored(test, share) for test in tests],
    }


def _scored(test: dict[str, Any], share: float) -> dict[str, Any]:
    kept = 0.0 if test.get("status") == "failed" else round(share, 4)
    return {**test, "score": kept, "max_score": round(share, 4)}


def _tests(document: Checked) -> Iterator[dict[str, Any]]:
    claims = [step for step in document.steps if step.word.claims]
    if not claims:
        output = document.problem or "Nothing in it could be read as a claim. For a person to look at."
        yield {"name": document.file, "status": "failed", "output": output, "output_format": "text"}
    for step in claims:
        status = {"status": "failed"} if step.word.wrong else {"status": "passed"} if step.word.passes else {}
        name = f"{document.file}, {place_of(step)}: {step.verdict}"
        yield {"name": name, **status, "output": _output(step), "output_format": "text"}


def _output(step: Step) -> str:
    said = [f"{step.lhs} {sign(step.relation)} {step.rhs}", *(told.text for told, _ in notes(step))]
    return "\n".join(said if step.word.passes or step.word.wrong else [*said, "For a person to look at."])
