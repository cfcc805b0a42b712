"""The schemas refuse what no command prints: a field too many or too few, a word or a type that there is not."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from json import dumps, loads
from typing import Any

import pytest

from derive.judge.result import Assumption, Checked
from derive.judge.result import Step as Judged
from derive.judge.told import Told
from derive.render.as_json import claim_json, derivation_json, report_json
from derive.render.checked import checked_json
from derive.render.crosscheck import CheckView
from derive.render.example import ExampleView
from derive.render.view import view_claim, view_derivation
from tests import samples
from tests.schemas import objections

WITNESS = {
    "sizes": {"N": 1},
    "indices": {},
    "values": {"a": "1/2"},
    "functions": {},
    "lhs": 1,
    "relation": "==",
    "rhs": 2,
}
WRONG = Judged(
    line=1,
    column=2,
    cell=0,
    relation="=",
    lhs="a",
    rhs="b",
    verdict="refuted",
    counterexample=WITNESS,
    diagnosis="sign",
    sentence=Told("a sign"),
)
DOCUMENT = Checked(file="a.md", steps=(WRONG,), assumptions=(Assumption(says=Told("a"), line=1, column=1, source="b"),))
VERIFICATION = {
    "verdict": "refuted",
    "method": "measured",
    "diagnosis": {"label": "factor", "sentence": "twice", "term": ""},
    "where": {"parameter": "w", "coordinates": [[0]]},
    "counterexample": {"at": "one", "inputs": [[1.0]], "expected": {"w": [1.0]}, "got": {"w": ["inf"]}},
    "evaluations": 1,
    "gradients": 1,
    "confidence": {"resolution": "inf", "missed": 1.0, "proved": False},
    "inputs_tried": [],
    "conditions": [],
    "notes": [],
}
EXAMPLE = ExampleView("two", "Two points", "m146", 222, ("step",), (("1",),), ("Done.",), "", "")
CHECK = CheckView("svm", "weak duality", "theorem", "no dual value is above the primal", "runs", "right", "5 of 5 runs")
VIEWS = [view_derivation(samples.lying())]
CLAIMS = [view_claim(claim, claim.find()) for claim in samples.CLAIMS]
OUTPUTS: dict[str, Any] = {
    "list": [{"name": "lms", "title": "LMS", "lecture": "m146", "status": "not checked"}],
    "show": derivation_json(VIEWS[0]),
    "errata": [claim_json(claim) for claim in CLAIMS],
    "check": checked_json(DOCUMENT),
    "verify": VERIFICATION,
    "report": report_json(VIEWS, CLAIMS, [EXAMPLE], [CHECK]),
}
OPEN = {"sizes", "indices", "values", "functions", "outcomes", "expected", "got"}
"""Objects whose fields are names of the user's, or of what came out."""
OPTIONAL = {"cell", "source"}


def honest(command: str) -> Any:
    """Return an output that is in order."""
    return loads(dumps(OUTPUTS[command]))


def objects(data: Any, name: str = "") -> list[dict[str, Any]]:
    """Return every closed object within an output."""
    if isinstance(data, list):
        return [found for each in data for found in objects(each, name)]
    if not isinstance(data, dict) or name in OPEN or (name == "summary" and "steps" not in data):
        return []
    return [data, *(found for key, each in data.items() for found in objects(each, key))]


@pytest.mark.parametrize("command", OUTPUTS)
def test_what_is_altered_below_was_in_order(command: str) -> None:
    """Else a refusal would say nothing."""
    assert objections(command, honest(command)) == []
    assert len(objects(honest(command))) > 0


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_field_too_many_is_refused(command: str) -> None:
    """In every object of an output."""
    for number in range(len(objects(honest(command)))):
        lie = honest(command)
        objects(lie)[number]["besides"] = ""
        assert objections(command, lie), number


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_field_too_few_is_refused(command: str) -> None:
    """Every field of every object, but those that are there in some cases only."""
    for number, found in enumerate(objects(honest(command))):
        for field in found.keys() - OPTIONAL:
            lie = honest(command)
            del objects(lie)[number][field]
            assert objections(command, lie), (number, field)


@pytest.mark.parametrize("command", OUTPUTS)
def test_a_field_of_another_type_is_refused(command: str) -> None:
    """A truth value where there is none; arrays and slopes of the user's may be anything."""
    for number, found in enumerate(objects(honest(command))):
        for field in found.keys() - {"expected", "got"} if command == "verify" else found:
            lie = honest(command)
            objects(lie)[number][field] = "yes" if field == "proved" else True
            assert objections(command, lie), (number, field)


def at(*path: str | int) -> Callable[[Any, Any], None]:
    """Return what puts a value into an output at a place."""

    def put(data: Any, value: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return put


@pytest.mark.parametrize(
    ("command", "put", "value"),
    [
        ("list", at(0, "status"), "fine"),
        ("show", at("status"), "not checked"),
        ("show", at("steps", 0, "verdict"), "not-understood"),
        ("show", at("steps", 0, "relation"), "="),
        ("show", at("source", 0, "line"), 0),
        ("errata", at(0, "outcome"), "wrong"),
        ("errata", at(3, "counterexample", "latex"), "at $z = 1$"),
        ("errata", at(3, "counterexample", "sizes"), {"N": "1/2"}),
        ("check", at("steps", 0, "verdict"), "given"),
        ("check", at("steps", 0, "counterexample", "relation"), "="),
        ("check", at("steps", 0, "line"), 1.5),
        ("check", at("summary"), {"wrong": 1}),
        ("check", at("summary"), {"refuted": 0}),
        ("verify", at("verdict"), "right"),
        ("verify", at("confidence", "missed"), 1.5),
        ("verify", at("confidence", "resolution"), "small"),
        ("report", at("checks", 0, "outcome"), "proved"),
        ("report", at("checks", 0, "kind"), "guess"),
        ("report", at("summary", "outcomes"), {"sampled": 1}),
    ],
)
def test_a_wrong_word_is_refused(command: str, put: Callable[[Any, Any], None], value: object) -> None:
    """A verdict of another command, a relation of another, a number out of range."""
    lie = deepcopy(honest(command))
    put(lie, value)
    assert objections(command, lie)


@pytest.mark.parametrize("command", OUTPUTS)
def test_the_output_of_another_command_is_refused(command: str) -> None:
    """Each schema takes its own only."""
    assert [other for other in OUTPUTS if not objections(command, honest(other))] == [command]
