"""`derive schema`: what the commands print is valid, nothing else is, and the page about JSON says the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import reduce
from json import dumps, loads
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from derive.views.schemas import COMMANDS
from derive.views.schemas import objects as held
from derive.words import TABLE, View, row_of, said_by
from numeric.examples import EXAMPLES
from tests import samples
from tests.house.files import ROOT
from tests.samples import data, run

pytestmark = pytest.mark.slow  # runs every command
LET = r"Let $a, b \in \mathbb{R}$. "
CELLS = [{"cell_type": "markdown", "metadata": {}, "source": [text]} for text in (LET, "$(a + b)^2 = a^2 + b^2$")]
DOCUMENTS = {
    "right.md": LET + "Then $(a - b)^2 = a^2 - 2ab + b^2$.",
    "wrong.md": LET + "Then $(a + b)^2 = a^2 + b^2$.",
    "conditional.md": LET + "Then $a b / b = a$.",
    "open.md": r"Then $a \boxminus b = 3$.",
    "approximate.tex": r"We have $\sqrt{2} \approx 1.41$ and $\sqrt{3} = 1.5$.",
    "defining.md": r"Let $x \in \mathbb{R}^N$. Define $m := \frac{1}{N} \sum_{n=1}^N x_n$. Then $N m = \sum_n x_n$.",
    "page.ipynb": dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": CELLS}),
    "binary.md": "a\0b",
    "empty.md": "",
}
MODEL = """
import os
import numpy as np
def loss(w, X, y, lam=0.5): return np.mean((X @ w - y) ** 2) + lam * w @ w
def right_grad(w, X, y, lam=0.5): return 2 * X.T @ (X @ w - y) / len(y) + 2 * lam * w
def wrong_grad(w, X, y, lam=0.5): return right_grad(w, X, y, lam) * [1, 1, 2]
def halved_grad(w, X, y, lam=0.5): return right_grad(w, X, y, lam) / 2
def vanishing_grad(w, X, y, lam=0.5): os._exit(0)
def inputs(rng): return rng.normal(size=3), rng.normal(size=(5, 3)), rng.normal(size=5)
"""
GRADIENTS = {"right": "proved", "wrong": "refuted", "halved": "refuted", "vanishing": "undecided"}
OBJECTS = held()
CLOSED = {name: found for name, found in OBJECTS.items() if "properties" in found}
PAGE = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
SCHEMAS = {command: data("schema", command) for command in COMMANDS}


def objections(command: str, output: Any) -> list[str]:
    """Return where an output differs from the schema of its command, and how; empty if it does not."""
    found = Draft202012Validator(SCHEMAS[command]).iter_errors(output)
    return [f"{error.json_path}: {error.message}" for error in found]


@pytest.fixture(scope="module", name="outputs")
def _outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """Return outputs of each command: of derivations, claims, documents, gradients that are right, wrong and open."""
    folder = tmp_path_factory.mktemp("outputs")
    (folder / "documents").mkdir()
    for name, text in DOCUMENTS.items():
        _ = (folder / "documents" / name).write_text(text, encoding="utf-8")
    _ = (folder / "model_of_schemas.py").write_text(MODEL, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        patch.setattr("derive.commands.listing.JOBS", 1)
        samples.install(patch, (*samples.LIES, samples.TOLD), told=lambda: samples.told([*samples.POOL, "proved"]))
        patch.setattr("derive.commands.report.tasks", lambda: ())
        patch.setattr("derive.commands.report.EXAMPLES", {"two-points": EXAMPLES["two-points"]})
        _ = run("report", "--out", folder / "reports", "--jobs", "1")
        shown = [data("show", name, "--json") for name in ("lying", "honest", "told", "four-students")]
        errata = data("errata", "--json", "--jobs", "1")
        listed = data("list", "--json")
    judged = data("check", "--json", folder / "documents")
    verify = ("verify", "--loss", "loss", "--format", "json")
    return {
        "list": [listed],
        "show": shown,
        "errata": [errata],
        "check": [*judged, judged],
        "verify": [data(*verify, f"{folder / 'model_of_schemas.py'}:{name}_grad") for name in GRADIENTS],
        "report": [loads((folder / "reports" / "verification.json").read_text(encoding="utf-8"))],
    }


def test_what_commands_print_is_valid(outputs: dict[str, list[Any]]) -> None:
    """Every output, by the schema of its own command and of no other."""
    for command, found in outputs.items():
        assert [objections(command, each) for each in found] == [[] for _ in found]
        assert [other for other in COMMANDS if not objections(other, found[0])] == [command]


def test_outputs_are_of_every_kind(outputs: dict[str, list[Any]]) -> None:
    """Right, wrong and open steps, cells, a slip, a problem; else their being valid would say little."""
    judged = {Path(found["file"]).name: found for found in outputs["check"][:-1]}
    assert set(judged) == set(DOCUMENTS)
    steps = [step for found in judged.values() for step in found["steps"]]
    assert {"proved", "refuted", "not-understood", "definition", "agrees-to-the-digits"} <= {
        step["verdict"] for step in steps
    }
    assert judged["page.ipynb"]["steps"][-1]["cell"] == 1
    assert judged["wrong.md"]["steps"][-1]["diagnosis"]["latex"]
    assert judged["binary.md"]["problem"]
    assert [found["verdict"] for found in outputs["verify"]] == [*GRADIENTS.values()]
    assert {step["verdict"] for step in outputs["show"][2]["steps"]} == set(samples.POOL)
    assert [claim["counterexample"] is None for claim in outputs["errata"][0]] == [True, True, False]


OPEN = {"sizes", "indices", "values", "functions", "outcomes", "expected", "got"}
"""Objects whose fields are names of the user's, or of what came out."""
OPTIONAL = {"cell", "source"}


def objects(output: Any, name: str = "") -> list[dict[str, Any]]:
    """Return every closed object within an output."""
    if isinstance(output, list):
        return [found for each in output for found in objects(each, name)]
    if not isinstance(output, dict) or name in OPEN or (name == "summary" and "steps" not in output):
        return []
    return [output, *(found for key, each in output.items() for found in objects(each, key))]


def altered(output: Any, alter: Callable[[dict[str, Any]], None], number: int) -> Any:
    """Return an output with one of its objects altered."""
    lie = deepcopy(output)
    alter(objects(lie)[number])
    return lie


@pytest.mark.parametrize("command", COMMANDS)
def test_a_field_too_many_too_few_or_of_another_type_is_refused(command: str, outputs: dict[str, list[Any]]) -> None:
    """In every object; a truth value is of no type, but arrays and slopes of the user's may be anything."""
    output = outputs[command][1 if command == "check" else 0]
    believed = list[object]()
    for number, found in enumerate(objects(output)):
        lies: dict[object, Callable[[dict[str, Any]], None]] = {"besides": lambda held: held.update(besides="")}
        for field in found.keys() - OPTIONAL:
            lies["no", field] = lambda held, field=field: held.pop(field)
        for field in found.keys() - (OPEN if command == "verify" else set()):
            other = "yes" if field in {"proved", "agrees", "of_the_loss"} else True
            lies["type", field] = lambda held, field=field, other=other: held.update({field: other})
        believed += [
            (number, told) for told, lie in lies.items() if not objections(command, altered(output, lie, number))
        ]
    assert believed == []


WRONG_WORDS: list[tuple[str, int, tuple[str | int, ...], object]] = [
    ("list", 0, (0, "status"), "not checked"),
    ("show", 0, ("status",), "fine"),
    ("show", 0, ("steps", 0, "verdict"), "not-understood"),
    ("show", 0, ("steps", 0, "relation"), "="),
    ("errata", 0, (0, "outcome"), "wrong"),
    ("errata", 0, (2, "counterexample", "sizes"), {"N": "1/2"}),
    ("check", -1, (0, "steps", 0, "verdict"), "given"),
    ("check", -1, (0, "summary"), {"refuted": 0}),
    ("verify", 0, ("verdict",), "right"),
    ("verify", 0, ("confidence", "missed"), 1.5),
    ("report", 0, ("summary", "outcomes"), {"sampled": 1}),
]


def put(place: Any, name: str | int, value: object) -> None:
    """Put a value into an object or a list, in the place of another one or beside the others."""
    place[name] = value


def test_a_wrong_word_is_refused(outputs: dict[str, list[Any]]) -> None:
    """A verdict of another command, a relation of another, a number out of range."""
    for command, number, path, value in WRONG_WORDS:
        lie = deepcopy(outputs[command][number])
        put(reduce(getitem, path[:-1], lie), path[-1], value)
        assert objections(command, lie), (command, path)


def test_a_schema_is_one() -> None:
    """By the schema of schemas; every object it refers to is there, and none is left over in the file."""
    for printed in SCHEMAS.values():
        Draft202012Validator.check_schema(printed)
        assert set(re.findall(r'"#/\$defs/([^"]+)"', dumps(printed))) == set(printed["$defs"])
    used = {name for printed in SCHEMAS.values() for name in printed["$defs"]}
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


def section(title: str) -> str:
    """Return the part of the page that is about an object."""
    return PAGE.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


@pytest.mark.parametrize("name", CLOSED)
def test_the_page_says_what_the_schema_says(name: str) -> None:
    """The same required fields in the same order and in the same words; the others are named."""
    found = CLOSED[name]
    assert found["additionalProperties"] is False
    assert [field for field, told in fields(found) if not told.get("description")] == []
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", section(found["title"]))
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| (.*) \|$", text, re.MULTILINE)
    assert rows == [(field, found["properties"][field]["description"]) for field in found["required"]]
    assert [field for field, _ in fields(found) if f"`{field}`" not in text] == []


WORDS: dict[str, View] = {
    "status-word": "show",
    "outcome": "errata",
    "judged-verdict": "check",
    "gradient-verdict": "verify",
    "comparison": "cross-check",
}


def test_the_page_has_the_words_of_the_schema() -> None:
    """Of each command its own, by the table of words."""
    rows = re.findall(r"^\| `([\w-]+)` \| (.*) \|$", section("Words"), re.MULTILINE)
    assert [name for name, _ in rows] == [row.json for row in TABLE.values()]
    for name, view in WORDS.items():
        assert OBJECTS[name]["enum"] == [row_of(word).json for word in said_by(view)]
        title = OBJECTS[name]["title"].lower()
        assert {each for each, told in rows if title in told} == set(OBJECTS[name]["enum"]), name
