"""Figures in a note, by matplotlib where it is installed; the notes are written without it, and say so."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from io import BytesIO
from typing import Any

from derive.formula.notation import Notation
from derive.formula.write import page_for
from derive.notes.model import Figure, Paragraph
from derive.notes.words import words

INCHES = (5.2, 3.4)
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "derive", "pdf.fonttype": 42, "font.size": 9.0}
"""Text stays text, and the same figure is the same file."""
INSTALL = "pip install 'derive-ml[plot]'"
MISSING = f"not drawn, because matplotlib is not installed: {INSTALL} brings it."
ABOVE = re.compile(r"^.*?(?=<svg)|<metadata>.*?</metadata>\s*|<defs>\s*<style.*?</defs>\s*", re.DOTALL)
"""What a figure inside a page must not have: a head of its own, and a style, which would be that of the whole page."""
IDS = re.compile(r'(\bid="|url\(#|xlink:href="#)')


@dataclass(frozen=True, slots=True)
class Drawing:
    """One figure to draw: the function that draws it, by name, what stands below it, and what can be seen."""

    function: str
    caption: str
    alt: str


FIGURES = {
    "sigmoid": Drawing(
        "sigmoid",
        "The logistic curve: a score of 0 is undecided.",
        "A curve in the shape of an S rises from 0 to 1 and passes 1/2 where the score is 0.",
    ),
    "gradient-descent": Drawing(
        "descent",
        "The loss along batch descents, at shares of the largest rate 2/L, and above it.",
        "Three curves fall; the fourth, at a rate just above 2/L, rises in the end.",
    ),
    "perceptron-bound": Drawing(
        "mistakes",
        "The mistakes of the perceptron stay below the bound as the margin gamma shrinks.",
        "The bound grows as the margin shrinks; at every margin the mistakes lie far below it.",
    ),
    "svm-dual": Drawing(
        "margin",
        "The plane of the widest margin: the circled examples are the support vectors, with alpha_n > 0.",
        "Two clouds of points, a line between them, and a dashed line on each side through the circled points.",
    ),
}
"""The figure in the note of each derivation."""


def can_draw() -> bool:
    """Return whether matplotlib is installed."""
    return find_spec("matplotlib") is not None


def figures_of(derivation: str, notation: Notation) -> tuple[Figure | Paragraph, ...]:
    """Return the figure of a derivation, if it has one; a sentence in its place where there is no matplotlib.

    >>> figures_of("lms", Notation())
    ()
    """
    drawing = FIGURES.get(derivation)
    if drawing is None:
        return ()
    if not can_draw():
        return (Paragraph("Figure", (MISSING,)),)
    # Its four drawings load the algorithms, which other notes do not need.
    draw: Callable[[Any], None] = getattr(import_module("derive.notes.drawings"), drawing.function)
    svg, pdf = _drawn(draw)
    return (
        Figure(derivation, words(drawing.caption, page_for([], notation)), drawing.alt, inlined(svg, derivation), pdf),
    )


def _drawn(draw: Callable[[Any], None]) -> tuple[str, bytes]:
    """Return a figure as SVG and as PDF, without the date."""
    matplotlib, figures = import_module("matplotlib"), import_module("matplotlib.figure")
    with matplotlib.rc_context(SETTINGS):
        canvas = figures.Figure(figsize=INCHES, layout="constrained")
        axes = canvas.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        svg, pdf = BytesIO(), BytesIO()
        canvas.savefig(svg, format="svg", transparent=True, metadata={"Date": None})
        canvas.savefig(pdf, format="pdf", metadata={"CreationDate": None})
    return svg.getvalue().decode(), pdf.getvalue()


def inlined(svg: str, name: str) -> str:
    """Return an SVG for the inside of a page: no head, ids of its own, and the ink of the text around it.

    >>> inlined('<?xml version="1.0"?><svg><g id="a"/><text>b</text></svg>', "curve")
    '<svg><g id="curve-a"/><text fill="currentColor">b</text></svg>'
    """
    plain = IDS.sub(rf"\1{name}-", ABOVE.sub("", svg))
    return plain.replace("#000000", "currentColor").replace("<text", '<text fill="currentColor"').strip()


def standalone(figure: Figure) -> str:
    """Return the SVG of a figure as a file: black ink on white paper."""
    return figure.svg.replace("<svg", '<svg style="background: #fff; color: #000"', 1) + "\n"
