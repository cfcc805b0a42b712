"""`derive schema`: real outputs of every command are valid, and the page about JSON says what the schemas say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import dumps, loads
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from derive.cli import main
from derive.judge.result import VERDICTS
from derive.render.as_json import claim_json, derivation_json, report_json
from derive.render.crosscheck import CheckView
from derive.render.example import ExampleView
from derive.render.schemas import ALL, COMMANDS, schema
from derive.render.view import view_claim, view_derivation, view_failure
from tests import samples
from tests.house.files import ROOT
from tests.schemas import objections

LET = r"Let $a, b \in \mathbb{R}$. "
DOCUMENTS = {
    "right.md": LET + "Then $(a - b)^2 = a^2 - 2ab + b^2$.",
    "wrong.md": LET + "Then $(a + b)^2 = a^2 + b^2$.",
    "conditional.md": LET + "Then $a b / b = a$.",
    "open.md": r"Then $a \boxminus b = 3$.",
    "approximate.tex": r"We have $\sqrt{2} \approx 1.41$ and $\sqrt{3} = 1.5$.",
    "defining.md": r"Let $x \in \mathbb{R}^N$. Define $m := \frac{1}{N} \sum_{n=1}^N x_n$. Then $N m = \sum_n x_n$.",
    "page.ipynb": dumps(
        {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {},
            "cells": [
                {"cell_type": "markdown", "metadata": {}, "source": [LET]},
                {"cell_type": "markdown", "metadata": {}, "source": ["$(a + b)^2 = a^2 + b^2$"]},
            ],
        }
    ),
    "binary.md": "a\0b",
    "empty.md": "",
}
MODEL = """
import os
import numpy as np

def loss(w, X, y, lam=0.5):
    return np.mean((X @ w - y) ** 2) + lam * w @ w

def right_grad(w, X, y, lam=0.5):
    return 2 * X.T @ (X @ w - y) / len(y) + 2 * lam * w

def wrong_grad(w, X, y, lam=0.5):
    return right_grad(w, X, y, lam) * [1, 1, 2]

def halved_grad(w, X, y, lam=0.5):
    return right_grad(w, X, y, lam) / 2

def vanishing_grad(w, X, y, lam=0.5):
    os._exit(0)

def inputs(rng):
    return rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)
"""
EXAMPLE = ExampleView("two", "Two points", "m146", 222, ("step",), (("1",),), ("Done.",), "", "")
CHECK = CheckView("svm", "weak duality", "theorem", "no dual value is above the primal", "runs", "right", "5 of 5 runs")
TYPES = {"string": "text", "integer": "number", "array": "list", "null": "null", "number": "number", "object": "object"}
OBJECTS = loads(ALL.read_text(encoding="utf-8"))["$defs"]
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")

each_command = pytest.mark.parametrize("command", COMMANDS)
each_object = pytest.mark.parametrize("name", [name for name, found in OBJECTS.items() if "properties" in found])


def answer(*arguments: str) -> Any:
    """Return what a command prints, read as JSON."""
    return loads(CliRunner().invoke(main, arguments).stdout)


@each_command
def test_a_schema_is_one(command: str) -> None:
    """By the schema of schemas; the command prints it, and every object it refers to is there."""
    printed = answer("schema", command)
    Draft202012Validator.check_schema(printed)
    assert printed == schema(command)
    assert set(re.findall(r'"#/\$defs/([^"]+)"', dumps(printed))) == set(printed["$defs"])


def test_every_object_belongs_to_a_command() -> None:
    """None is left over in the file."""
    used = {name for command in COMMANDS for name in schema(command)["$defs"]}
    assert used == {name for name in OBJECTS if not name.startswith("derive-")}


def fields(part: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every field of a schema, at any depth, with what is said of it."""
    if isinstance(part, dict):
        for name, told in part.get("properties", {}).items():
            if told is not False:
                yield name, told
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from fields(inner)


@each_object
def test_every_field_is_described(name: str) -> None:
    """Objects are closed, and each field says what it holds."""
    assert OBJECTS[name]["additionalProperties"] is False
    assert [field for field, told in fields(OBJECTS[name]) if not told.get("description")] == []


def section(title: str) -> str:
    """Return the part of the page that is about an object."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def kind(told: dict[str, Any]) -> str:
    """Return the type of a field as the page says it."""
    if "$ref" in told:
        name = told["$ref"].removeprefix("#/$defs/")
        return name if name == "step" else kind(OBJECTS[name])
    if "enum" in told or "const" in told:
        return "text"
    if "anyOf" in told:
        found = dict.fromkeys(kind(each) for each in told["anyOf"])
        return " or ".join(sorted(found, key="null".__eq__))
    types = [told["type"]] if isinstance(told["type"], str) else told["type"]
    return " or ".join(TYPES[each] for each in types)


@each_object
def test_the_page_says_what_the_schema_says(name: str) -> None:
    """The same required fields in the same order, of the same types, in the same words; the others are named."""
    found = OBJECTS[name]
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", section(found["title"]))
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| (.*) \|$", text, re.MULTILINE)
    said = {field: found["properties"][field] for field in found["required"]}
    assert rows == [(field, kind(told), told["description"]) for field, told in said.items()]
    assert [field for field, _ in fields(found) if f"`{field}`" not in text] == []


@pytest.mark.parametrize("name", ["status-word", "outcome"])
def test_the_page_has_the_words_of_the_schema(name: str) -> None:
    """Status words and outcomes."""
    title = {"status-word": "Status words", "outcome": "Outcomes"}[name]
    assert re.findall(r"^\| `([\w ]+)` \|", section(title), re.MULTILINE) == OBJECTS[name]["enum"]


def test_the_verdicts_are_those_of_the_judge() -> None:
    """And no others."""
    assert OBJECTS["judged-verdict"]["enum"] == [*VERDICTS]


def test_a_list_is_valid() -> None:
    """As it is now."""
    assert objections("list", answer("list", "--json")) == []


def test_derivations_are_valid() -> None:
    """One that is proved, one that is refuted, one that could not be carried out, and a worked example."""
    views = (view_derivation(samples.honest()), view_derivation(samples.lying()), view_failure("x", "X", ["l7"], "no"))
    assert [objections("show", derivation_json(view)) for view in views] == [[], [], []]
    assert objections("show", answer("show", "four-students", "--json")) == []
    assert objections("show", answer("show", "lms", "--json")) == []


def test_claims_and_reports_are_valid() -> None:
    """Right and wrong ones; and the report that lies in the repository."""
    claims = [view_claim(claim, claim.find()) for claim in (*samples.CLAIMS, *samples.WRONG)]
    views = [view_derivation(samples.honest()), view_derivation(samples.lying())]
    assert any(claim.counterexample for claim in claims)
    assert objections("errata", [claim_json(claim) for claim in claims]) == []
    assert objections("report", loads(dumps(report_json(views, claims, [EXAMPLE], [CHECK])))) == []
    assert objections("report", loads((ROOT / "reports" / "verification.json").read_text(encoding="utf-8"))) == []


@pytest.fixture(scope="module", name="judged")
def _judged(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("documents")
    for name, text in DOCUMENTS.items():
        _ = (folder / name).write_text(text, encoding="utf-8")
    return {Path(found["file"]).name: found for found in answer("check", "--json", str(folder))}


def test_judged_documents_are_valid(judged: dict[str, Any]) -> None:
    """Each alone and all as a list; among them right, wrong and open steps, cells, a slip, and a problem."""
    assert set(judged) == set(DOCUMENTS)
    assert {name: objections("check", found) for name, found in judged.items()} == {name: [] for name in DOCUMENTS}
    assert objections("check", list(judged.values())) == []
    steps = [step for found in judged.values() for step in found["steps"]]
    assert {"proved", "refuted", "not-understood", "definition"} <= {step["verdict"] for step in steps}
    assert judged["page.ipynb"]["steps"][0]["cell"] == 1
    assert judged["wrong.md"]["steps"][0]["diagnosis"]["latex"]
    assert judged["binary.md"]["problem"]


@pytest.mark.parametrize(
    ("gradient", "verdict"),
    [("right", "proved"), ("wrong", "refuted"), ("halved", "refuted"), ("vanishing", "undecided")],
)
def test_verifications_are_valid(tmp_path: Path, gradient: str, verdict: str) -> None:
    """Right, wrong in a coordinate, wrong by a factor, and not to be told."""
    file = tmp_path / "model_of_schemas.py"
    _ = file.write_text(MODEL, encoding="utf-8")
    found = answer("verify", f"{file}:{gradient}_grad", "--loss", "loss", "--format", "json")
    assert (found["verdict"], objections("verify", found)) == (verdict, [])
