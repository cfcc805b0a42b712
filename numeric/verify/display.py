"""A verification as text, as a rich panel and as HTML: three views of the same lines."""

from __future__ import annotations

import html as entities
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from derive.words import Colour, row_of

if TYPE_CHECKING:
    from numeric.verify.result import Diagnosis, Verification

LINE = 80
"""What is longer has a line of its own."""
COLOURS: Mapping[Colour, str] = {"good": "green", "open": "yellow", "bad": "red"}
SAYS = {
    "proved": "the gradient is right, for every size and every input",
    "proved for larger sizes": "the gradient is right, for every input of these sizes or larger ones",
    "wrong outside of the inputs": "the gradient is right at the inputs given, and wrong for data that they never give",
    "refuted": "the gradient is wrong",
    "sampled": "the gradient agrees wherever it was tried; this is no proof",
    "undecided": "whether the gradient is right cannot be told",
}
MEETING = " that meets the conditions"
"""What is added of a proof that has some."""


def lines(result: Verification) -> list[tuple[str, str]]:
    """Return the report as pairs of a heading and a text; the first has no heading and is the verdict."""
    meeting = MEETING if result.verdict == "proved" and result.conditions else ""
    shown = [("", f"{result.verdict}: {SAYS[result.verdict]}{meeting}"), ("how", result.method)]
    if result.diagnosis is not None:
        shown += _diagnosed(result.diagnosis)
    elif row_of(result.verdict).wrong:
        shown.append(("diagnosis", "none: nothing that was tried explains the difference on fresh inputs"))
    if result.where is not None:
        shown.append(("where", str(result.where)))
    if result.counterexample is not None:
        shown.append(("counterexample", str(result.counterexample)))
    if result.conditions:
        shown.append(("conditions", "; ".join(result.conditions)))
    if result.opinion is not None:
        shown.append(("second opinion", str(result.opinion)))
    if result.verdict == "sampled":
        shown.append(("confidence", str(result.confidence)))
    shown += [("note", note) for note in result.notes]
    tried = (
        f"{result.evaluations} of the loss, {result.gradients} of the gradient, at {len(result.inputs_tried)} inputs"
    )
    return [*shown, ("evaluations", tried)]


def _diagnosed(found: Diagnosis) -> list[tuple[str, str]]:
    """Return the sentence and the wrong term; a long one has a line of its own."""
    heading = f"diagnosis ({found.label})"
    if len(found.term) <= LINE:
        return [(heading, str(found))]
    return [(heading, found.sentence), ("in symbols", found.term)]


def panel(result: Verification) -> Any:
    """Return a rich panel."""
    from rich.panel import Panel  # noqa: PLC0415 -- rich is loaded when something is shown in colour
    from rich.text import Text  # noqa: PLC0415 -- the same

    (_, verdict), *rest = lines(result)
    colour = COLOURS[row_of(result.verdict).colour]
    text = Text(verdict, style=f"bold {colour}")
    for name, told in rest:
        _ = text.append(f"\n{name}: ", style="bold").append(told, style="default not bold")
    return Panel(text, border_style=colour, expand=False)


def html(result: Verification) -> str:
    """Return a small table."""
    (_, verdict), *rest = lines(result)
    rows = "".join(f"<tr><th>{entities.escape(n)}</th><td>{entities.escape(told)}</td></tr>" for n, told in rest)
    colour = COLOURS[row_of(result.verdict).colour]
    return f'<p style="color: {colour}"><b>{entities.escape(verdict)}</b></p><table>{rows}</table>'
