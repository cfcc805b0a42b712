"""Judged documents for programs: JSON of our own, Gradescope, SARIF for reviews of code, JUnit for builds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from json import dumps
from pathlib import PurePath
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from derive import __version__
from derive.judge.line import Ask, Assumption, Checked, Line
from derive.judge.told import Told
from derive.views import as_json as ours
from derive.views.checked import is_told, judged, notes, place_of, shown
from derive.words import ROWS, row_of

FOR_A_PERSON = "For a person to look at."
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, even escaped."""


def as_json(documents: Sequence[Checked], **_: object) -> str:
    """Return judged documents as JSON: an object, or a list where there are several."""
    found = [document_json(document) for document in documents]
    return ours.as_text(found[0] if len(found) == 1 else found)


def document_json(document: Checked) -> dict[str, Any]:
    """Return a judged document as JSON has it: `docs/json.md` describes it."""
    wrong = document.first_wrong
    return {
        "file": document.file,
        "says": document.summary,
        "steps": [line_json(line, document.file) for line in document.lines],
        "assumptions": [_assumption(said, document.file) for said in document.assumptions],
        "first_wrong": None if wrong is None else wrong.line,
        "summary": {row_of(word).json: count for word, count in document.counts.items()},
        "opinions": document.opinions,
        "problem": document.problem or None,
    }


def _assumption(said: Assumption, file: str) -> dict[str, Any]:
    cell = {} if said.cell is None else {"cell": said.cell}
    source = {} if said.source == file else {"source": said.source}
    place = {**source, **cell, "line": said.line, "column": said.column}
    return {**_said(said.says), **place, "directive": said.directive}


def _said(told: Told, name: str = "says") -> dict[str, str]:
    return {name: told.text, "latex": told.latex}


def line_json(line: Line, file: str) -> dict[str, Any]:
    """Return a line as JSON has it; `cell` is there in notebooks only, `source` where another file was taken in."""
    cell = {} if line.cell is None else {"cell": line.cell}
    source = {"source": line.source} if line.source else {}
    found = line.counterexample
    return {
        **source,
        **cell,
        "line": line.line,
        "column": line.column,
        "relation": line.sign,
        "lhs": line.left,
        "rhs": line.right,
        "verdict": line.word.json,
        "reached": line.reached,
        "method": line.method,
        "conditions": [condition.text for condition in line.conditions],
        "counterexample": None if found is None else {**found, "latex": line.witness.latex},
        "diagnosis": {"label": line.diagnosis, **_said(line.looks_like, "sentence")} if line.diagnosis else None,
        "should_be": _said(line.should_be) if line.should_be else None,
        "holds_where": line.holds_where.text,
        "reason": line.says,
        "asks": [_ask(ask, line, file) for ask in line.asks],
        "opinion": line.opinion,
        "statement": _said(line.statement) if line.statement else None,
        "reading": [told.text for told in line.reading],
        "assumptions": [told.text for told in line.assuming],
        "directives": [told.text for told in line.directives],
        "unstated": [told.text for told in line.unstated],
    }


def _ask(ask: Ask, line: Line, file: str) -> dict[str, Any]:
    paste = ask.paste(line.source or file) if ask in line.pastes else ""
    return {"directive": ask.directive, "says": ask.question, "paste": paste or None}


def as_gradescope(documents: Sequence[Checked], *, points: float = 100.0, **_: object) -> str:
    """Return the `results.json` of a Gradescope autograder; the `max_score` of its tests add up to the points.

    Each claim is worth the same share of the points. A wrong one loses its share; one that is open keeps it, has
    neither passed nor failed, and is marked for a person to look at. A document that cannot be read, or claims nothing,
    is worth one share, and loses it.
    """
    tests = [test for document in documents for test in _tests(document)]
    share = points / max(len(tests), 1)
    wrong = sum(test.get("status") == "failed" for test in tests)
    summaries = [f"{document.file}: {document.summary}" for document in documents]
    kept = {True: 0.0, False: round(share, 4)}
    results = {
        "score": round(points - share * wrong, 4) if tests else 0.0,
        "max_score": points,
        "output": "\n".join(summaries),
        "output_format": "text",
        "tests": [
            {**test, "score": kept[test.get("status") == "failed"], "max_score": round(share, 4)} for test in tests
        ],
    }
    return dumps(results, indent=2, ensure_ascii=False) + "\n"


def _tests(document: Checked) -> Iterator[dict[str, Any]]:
    claims = [line for line in document.lines if line.word.claims]
    if not claims:
        output = document.problem or f"Nothing in it could be read as a claim. {FOR_A_PERSON}"
        yield {"name": document.file, "status": "failed", "output": output, "output_format": "text"}
    for line in claims:
        status = {"status": "failed"} if line.word.wrong else {"status": "passed"} if line.word.passes else {}
        name = f"{document.file}, {place_of(line)}: {judged(line)}"
        yield {"name": name, **status, "output": _output(line, document.file), "output_format": "text"}


def _output(line: Line, file: str) -> str:
    said = [shown(line), *_notes(line, file)]
    return "\n".join([*said, FOR_A_PERSON] if line.is_open else said)


def _notes(line: Line, file: str) -> list[str]:
    return [f"{note.before}{note.says.text}" for note in notes(line, file) if not note.apart]


def as_sarif(documents: Sequence[Checked], *, every: bool = False, **_: object) -> str:
    """Return a log of SARIF 2.1.0, for reviews of code: what is wrong or open, and with `every` what is right too."""
    rules = [
        {
            "id": row.json,
            "shortDescription": {"text": row.means},
            "defaultConfiguration": {"level": row.level},
        }
        for row in ROWS
        if "check" in row.said_by
    ]
    told = [(line, document) for document in documents for line in document.lines if is_told(line, every=every)]
    run = {
        "tool": {"driver": {"name": "derive", "version": __version__, "rules": rules}},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not any(document.problem for document in documents),
                "toolExecutionNotifications": [_notification(document) for document in documents],
            }
        ],
        "results": [_result(line, document.file) for line, document in told],
    }
    return dumps({"$schema": SARIF, "version": "2.1.0", "runs": [run]}, indent=2, ensure_ascii=False) + "\n"


def _notification(document: Checked) -> dict[str, Any]:
    place = {"physicalLocation": {"artifactLocation": {"uri": quote(document.file)}}}
    level = "error" if document.problem else "note"
    return {"level": level, "message": {"text": document.summary}, "locations": [place]}


def _result(line: Line, file: str) -> dict[str, Any]:
    """Return a line as SARIF has it: the cell of a notebook has no place in the file, and is a logical one."""
    artifact = {"uri": quote(str(PurePath(file).parent / line.source) if line.source else file)}
    region = {"startLine": line.line, "startColumn": line.column, "endColumn": line.column + line.length}
    place: dict[str, Any] = {"physicalLocation": {"artifactLocation": artifact, "region": region}}
    if line.cell is not None:
        del place["physicalLocation"]["region"]
        place["logicalLocations"] = [{"fullyQualifiedName": f"{line.place}:{line.column}"}]
    said = "\n".join([f"{place_of(line)}: {judged(line)}: {shown(line)}", *_notes(line, file)])
    kind = "fail" if line.word.level != "none" else "pass" if line.word.claims else "informational"
    level = line.word.level
    return {"ruleId": line.word.json, "kind": kind, "level": level, "message": {"text": said}, "locations": [place]}


def as_junit(documents: Sequence[Checked], **_: object) -> str:
    """Return a report as builds read it: a suite a document, a case a claim; what is open is skipped.

    >>> as_junit([Checked(file="a.md", problem="it is binary")]).count("<error ")
    1
    """
    suites = "".join(_suite(document) for document in documents)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="derive check">\n{suites}</testsuites>\n'


def _suite(document: Checked) -> str:
    claims = [line for line in document.lines if line.word.claims]
    cases = [_case(line, document.file) for line in claims]
    if not claims:
        cases = [f"    <testcase {_named(document.file)}><error {_named(document.summary, 'message')}/></testcase>\n"]
    failures, skipped = sum(line.word.wrong for line in claims), sum(line.is_open for line in claims)
    counts = f'tests="{len(cases)}" failures="{failures}" errors="{not claims:d}" skipped="{skipped}"'
    summary = f'    <properties><property name="summary" {_named(document.summary, "value")}/></properties>\n'
    return f"  <testsuite {_named(document.file)} {counts}>\n{summary}{''.join(cases)}  </testsuite>\n"


def _case(line: Line, file: str) -> str:
    said = escape(_xml("\n".join([shown(line), *_notes(line, file)])))
    named = f"{_named(f'{place_of(line)}: {judged(line)}')} {_named(file, 'classname')}"
    tag = "failure" if line.word.wrong else "skipped" if line.is_open else "system-out"
    head = f"<{tag}>" if tag == "system-out" else f"<{tag} {_named(judged(line), 'message')}>"
    return f"    <testcase {named}>{head}{said}</{tag}></testcase>\n"


def _named(text: str, attribute: str = "name") -> str:
    return f"{attribute}={quoteattr(_xml(text))}"


def _xml(text: str) -> str:
    return NO_XML.sub("\ufffd", text)
