"""A judged document for programs and in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from derive.judge.result import FROM_PROBLEM, Assumption, Checked, Step
from derive.judge.told import Told, joined, words
from derive.latex.signs import SIGNS
from derive.render.terminal import style
from derive.words import row_of

LONGEST = 800
"""How many characters of a line a terminal shows."""
NO_STEPS = "nothing to judge: no formula between dollar signs, or in a display, has a relation such as a = b"


def checked_json(document: Checked) -> dict[str, Any]:
    """Return a judged document as JSON has it: `docs/json.md` describes it."""
    wrong = document.first_wrong
    return {
        "file": document.file,
        "steps": [step_json(step) for step in document.steps],
        "assumptions": [_assumption_json(assumption, document.file) for assumption in document.assumptions],
        "first_wrong": None if wrong is None else wrong.line,
        "summary": {row_of(word).json: count for word, count in document.counts.items()},
        "opinions": document.opinions,
        "problem": document.problem or None,
    }


def _assumption_json(assumption: Assumption, file: str) -> dict[str, Any]:
    cell = {} if assumption.cell is None else {"cell": assumption.cell}
    source = {} if assumption.source == file else {"source": assumption.source}
    return {
        "says": assumption.says.text,
        "latex": assumption.says.latex,
        **source,
        **cell,
        "line": assumption.line,
        "column": assumption.column,
    }


def step_json(step: Step) -> dict[str, Any]:
    """Return a step as JSON has it; `cell` is there in notebooks only, `source` where another file was taken in."""
    cell = {} if step.cell is None else {"cell": step.cell}
    source = {"source": step.source} if step.source else {}
    said = {"sentence": step.sentence.text, "latex": step.sentence.latex}
    found = step.counterexample
    return {
        **source,
        **cell,
        "line": step.line,
        "column": step.column,
        "relation": step.relation,
        "lhs": step.lhs,
        "rhs": step.rhs,
        "verdict": step.word.json,
        "method": step.method,
        "conditions": [condition.text for condition in step.conditions],
        "counterexample": None if found is None else {**found, "latex": step.witness.latex},
        "diagnosis": {"label": step.diagnosis, **said} if step.diagnosis else None,
        "reason": step.reason,
        "opinion": step.opinion,
        "assumptions": [assumption.text for assumption in step.assumptions],
    }


def checked_text(documents: Sequence[Checked], *, every: bool = False) -> RenderableType:
    """Return judged documents for a terminal: what is wrong or open, and with `every` all steps."""
    return Group(*(line for document in documents for line in _document(document, every=every)))


def _document(document: Checked, *, every: bool) -> Iterator[RenderableType]:
    yield Text(document.file, "bold")
    if document.problem:
        yield Text(f"  {document.problem}", "bold red")
        return
    wrong = document.first_wrong
    if wrong is not None:
        yield Text(f"  first wrong: {place_of(wrong)}", "bold red")
    for step in document.steps:
        if every or not step.word.passes:
            yield from _step(step)
    yield Text(f"  {summary(document)}")
    yield Text("")


def _step(step: Step) -> Iterator[RenderableType]:
    left = f"{step.lhs} " if step.lhs else ""
    head = Text.assemble(f"{place_of(step):>9}  ", (f"{step.word.mark or step.verdict:<6}", style(step.verdict)))
    line = Table.grid(padding=(0, 1))
    line.add_column(no_wrap=True)
    line.add_column(overflow="fold")
    line.add_row(head, Text(cut(f"{left}{sign(step.relation)} {step.rhs}".strip())))
    yield Padding(line, (0, 0, 0, 2))
    yield from (Padding(Text(told.text, style), (0, 0, 0, 20)) for told, style in notes(step))


def cut(text: str) -> str:
    """Return a line as a terminal shows it: one that fills the screen is cut.

    >>> cut("x" * 5000)[-16:]
    'xxxxxxxxxxxx ...'
    """
    return text if len(text) <= LONGEST else f"{text[:LONGEST]} ..."


def notes(step: Step) -> Iterator[tuple[Told, str]]:
    """Yield what is said below a step, with its style: what it looks like, where it fails, why it is open."""
    if step.diagnosis:
        yield joined([words("looks like:"), step.sentence], " "), "red"
    if step.counterexample is not None:
        yield step.witness, "red"
    if step.reason:
        yield words(step.reason), "yellow"
    yield from ((joined([words("if"), condition], " "), "dim") for condition in step.conditions)


def place_of(step: Step) -> str:
    """Return where a step stands: line and column, with the cell of a notebook, or the file that was taken in.

    >>> place_of(Step(line=3, column=7, relation="=", lhs="x", rhs="x", verdict="proved", source="part.tex"))
    'part.tex, 3:7'
    """
    return f"{_room(step)}{step.line}:{step.column}"


def line_of(step: Step, *, column: bool = True) -> str:
    """Return the same in a sentence, as in "part.tex, line 3:7"; the column may be left out."""
    return f"{_room(step)}line {step.line}{f':{step.column}' if column else ''}"


def _room(step: Step) -> str:
    return f"{step.source}, " if step.source else "" if step.cell is None else f"cell {step.cell}, "


def said_at(said: Assumption, file: str) -> str:
    """Return where something was said; the file only where it is not that of the document.

    >>> said_at(Assumption(says=words("x in R"), line=2, column=5, source="a.ipynb", cell=1), "a.ipynb")
    'cell 1, line 2'
    """
    if said.source.startswith(FROM_PROBLEM):
        return said.source
    cell = "" if said.cell is None else f"cell {said.cell}, "
    source = "" if said.source == file else f"{said.source}, "
    return f"{source}{cell}line {said.line}"


def sign(relation: str) -> str:
    """Return a relation as a character, where its LaTeX is a command.

    >>> sign("<="), sign(":="), sign("perp"), sign("another")
    ('≤', ':=', '⟂', 'another')
    """
    form = SIGNS.get(relation)
    return form.text if form is not None and form.latex.startswith("\\") else relation


def summary(document: Checked) -> str:
    """Return how many steps have which verdict, as one line; where there is none, that.

    Proofs on which the second opinion has none are counted too.
    """
    silent = document.opinions["none"]
    told = [f"no second opinion on {silent} of them"] if silent else []
    counts = [f"{count} {verdict}" for verdict, count in document.counts.items()]
    return ", ".join([*counts[:1], *told, *counts[1:]]) or NO_STEPS
