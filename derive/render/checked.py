"""A judged document for programs and in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from derive.judge.result import Assumption, Checked, Step
from derive.render.terminal import STYLES

MARK = {"proved": "ok", "refuted": "WRONG", "sampled": "ok?", "undecided": "?", "not-understood": "??"}


def checked_json(document: Checked) -> dict[str, Any]:
    """Return a judged document as JSON has it: `docs/json.md` describes it."""
    wrong = document.first_wrong
    return {
        "file": document.file,
        "steps": [step_json(step) for step in document.steps],
        "assumptions": [_assumption_json(assumption, document.file) for assumption in document.assumptions],
        "first_wrong": None if wrong is None else wrong.line,
        "summary": document.counts,
        "problem": document.problem or None,
    }


def _assumption_json(assumption: Assumption, file: str) -> dict[str, Any]:
    cell = {} if assumption.cell is None else {"cell": assumption.cell}
    source = {} if assumption.source == file else {"source": assumption.source}
    return {"says": assumption.says, **source, **cell, "line": assumption.line, "column": assumption.column}


def step_json(step: Step) -> dict[str, Any]:
    """Return a step as JSON has it; `cell` is there in notebooks only."""
    cell = {} if step.cell is None else {"cell": step.cell}
    slip = {"label": step.diagnosis, "sentence": step.sentence} if step.diagnosis else None
    return {
        **cell,
        "line": step.line,
        "column": step.column,
        "relation": step.relation,
        "lhs": step.lhs,
        "rhs": step.rhs,
        "verdict": step.verdict,
        "method": step.method,
        "conditions": list(step.conditions),
        "counterexample": step.counterexample,
        "diagnosis": slip,
        "reason": step.reason,
        "assumptions": list(step.assumptions),
    }


def checked_text(documents: Sequence[Checked], *, every: bool = False) -> RenderableType:
    """Return judged documents for a terminal: what is wrong or open, and with `every` all steps."""
    return Group(*(line for document in documents for line in _document(document, every=every)))


def _document(document: Checked, *, every: bool) -> Iterator[Text]:
    yield Text(document.file, "bold")
    if document.problem:
        yield Text(f"  {document.problem}", "bold red")
        return
    wrong = document.first_wrong
    if wrong is not None:
        yield Text(f"  first wrong: {place_of(wrong)}", "bold red")
    for step in document.steps:
        if every or step.verdict in {"refuted", "undecided", "not-understood"}:
            yield from _step(step)
    yield Text(f"  {summary(document)}")
    yield Text("")


def _step(step: Step) -> Iterator[Text]:
    word = f"{MARK.get(step.verdict, step.verdict)}"
    left = f"{step.lhs} " if step.lhs else ""
    yield Text.assemble(
        f"  {place_of(step):>9}  ",
        (f"{word:<6}", STYLES.get(step.verdict, "")),
        f" {left}{sign(step.relation)} {step.rhs}",
    )
    yield from (Text(f"{'':19}{told}", style) for told, style in notes(step))


def notes(step: Step) -> Iterator[tuple[str, str]]:
    """Yield what is said below a step, with its style: what it looks like, where it fails, why it is open."""
    if step.sentence:
        yield f"looks like: {step.sentence}", "red"
    if step.counterexample is not None:
        yield witness_text(step.counterexample), "red"
    if step.reason:
        yield step.reason, "yellow"
    yield from ((f"if {condition}", "dim") for condition in step.conditions)


def witness_text(witness: Any) -> str:
    """Return a counterexample as one line from which it can be computed again."""
    groups = ("sizes", "indices", "values", "functions")
    at = ", ".join(f"{name} = {value}" for group in groups for name, value in witness.get(group, {}).items())
    sides = f"left side {witness['lhs']}, right side {witness['rhs']}"
    return f"at {at}: {sides}" if at else sides


def place_of(step: Step) -> str:
    """Return where a step stands, as line and column, with the cell of a notebook."""
    return f"{step.line}:{step.column}" if step.cell is None else f"cell {step.cell}, {step.line}:{step.column}"


SIGNS = {"<=": "≤", ">=": "≥", "approx": "≈", "propto": "∝", "implies": "⟹", "!=": "≠"}


def sign(relation: str) -> str:
    """Return a relation as a character."""
    return SIGNS.get(relation, relation)


def summary(document: Checked) -> str:
    """Return how many steps have which verdict, as one line."""
    return ", ".join(f"{count} {verdict}" for verdict, count in document.counts.items()) or "no steps"
