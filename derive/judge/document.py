"""A document judged step by step, as events: what was read, and each step before and after it is judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from derive.documents.asides import unheard
from derive.documents.files import Document, open_document
from derive.documents.places import Place
from derive.documents.step import Step as Read
from derive.documents.steps import Reasoning, steps_of
from derive.documents.unread import Unread
from derive.errors import DeriveError
from derive.judge.finding import Finding
from derive.judge.naming import told_condition, told_witness
from derive.judge.parts import parts_of, side_mathml
from derive.judge.problems import source_of, with_problem
from derive.judge.rounding import Rounded, rounded_numbers
from derive.judge.step import SECONDS, decide, explained
from derive.judge.taken import is_told, told_assumption, told_declaration
from derive.judge.told import Told, words
from derive.judge.witness import witness
from derive.latex.read.tree import Hole, Span
from derive.verdict import Counterexample


def events(path: str, options: Mapping[str, Any], start: int = 0) -> Iterator[dict[str, Any]]:
    """Yield what happens while a document is judged from step `start` on, as `serve` describes it."""
    try:
        document = open_document(path, shown=options.get("shown"))
        found = _read(document, options.get("problem", ""))
    except DeriveError as problem:
        yield {"event": "problem", "says": str(problem)}
        return
    parts = [asdict(part) for part in parts_of(document, found.steps)] if options.get("parts") else []
    stubs = [_stub(step) for step in found.steps]
    yield {"event": "read", "steps": stubs, "assumptions": _declared(found), "parts": parts}
    earlier: list[Rounded] = []
    for number, step in enumerate(found.steps):
        if number >= start:
            yield {"event": "begin", "step": number}
            for result in _results(step, earlier, options.get("seconds", SECONDS)):
                yield {"event": "step", "step": number, "result": result}
        for reading in step.readings:
            earlier += _rounded(step, reading)
    yield {"event": "end"}


def _read(document: Document, problem: str) -> Reasoning:
    """Return what a document says behind the declarations of a problem, whose own definitions are no steps of it."""
    found = steps_of(with_problem(document, problem))
    own = (step for step in found.steps if step.place.file != source_of(problem))
    unread = (*document.unread, *unheard(document, (place for _, place in found.declared)))
    return replace(found, steps=(*map(_unread, unread), *own))


def _unread(found: Unread) -> Read:
    """Return what could not be taken in as a step that is not understood."""
    hole = Hole(Span(0, 0), found.reason)
    return Read(found.place, "", "claim", None, None, found.text, holes=(hole,), rhs_text=found.text)


def _results(step: Read, earlier: list[Rounded], seconds: float) -> Iterator[dict[str, Any]]:
    """Yield the result of a step, and again with its explanation if it has one.

    A fault of our own costs this step, and not those behind it; one in an explanation costs the explanation.
    """
    try:
        found = decide(step, earlier, seconds=seconds)
        yield _result(found, step)
    except Exception as fault:  # noqa: BLE001 -- whatever it is, it decides nothing
        yield {"verdict": "undecided", "reason": f"a fault in derive: {type(fault).__name__}: {fault}"}
        return
    with suppress(Exception):
        more = explained(step, found)
        if more.slip is not None:
            yield _result(more, step)


def _rounded(step: Read, reading: Any) -> list[Rounded]:
    try:
        return list(rounded_numbers(step, reading))
    except (DeriveError, ArithmeticError):
        return []


def _stub(step: Read) -> dict[str, Any]:
    place = step.place
    return {
        **_place(place),
        "length": place.length,
        "relation": step.relation,
        "lhs": step.lhs_text,
        "rhs": step.rhs_text,
        "mathml": side_mathml(step),
    }


def _result(finding: Finding, step: Read) -> dict[str, Any]:
    slip, found = finding.slip, finding.counterexample
    return {
        "verdict": finding.verdict,
        "method": finding.method,
        "reason": finding.reason,
        "conditions": [asdict(told_condition(condition)) for condition in finding.conditions],
        "counterexample": None if found is None else witness(found),
        "witness": None if found is None else asdict(_told(found, step)),
        "diagnosis": "" if slip is None else slip.label,
        "sentence": None if slip is None else asdict(slip.says),
        "opinion": finding.opinion,
        "assumptions": [asdict(told_assumption(said)) for said in filter(is_told, finding.assumptions)],
    }


def _told(found: Counterexample, step: Read) -> Told:
    """Return a counterexample in the letters of the document; in those of the engine, rather than not at all."""
    try:
        return told_witness(found, step)
    except (DeriveError, LookupError, TypeError, ValueError, AttributeError):
        return words(str(found))


def _declared(found: Reasoning) -> list[dict[str, Any]]:
    return [{"says": asdict(told_declaration(says)), **_place(place)} for says, place in found.declared]


def _place(place: Place) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column, "cell": place.cell}
