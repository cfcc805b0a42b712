"""Reading LaTeX: any text gives a tree, spans nest, and what is read does not depend on how it is spaced."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derive.documents.files import read_document
from derive.documents.steps import steps_of
from derive.latex.read.macros import expand, macros_of
from derive.latex.read.parser import LONGEST, read
from derive.latex.read.statements import read_display
from derive.latex.read.tree import Span, children, holes, walk
from tests.judged import judged
from tests.surface import shown

FORMULA = (
    r"\frac { } ( ) [ ] \{ \} | \| _ ^ & \\ = + - \cdot x y w \alpha 1 2.5 , . ; \left \right \big \sum \prod \log \exp"
    r" \max \arg \begin{aligned} \end{aligned} \begin{cases} \end{cases} \text{if} \text \mathbf \hat \nabla \partial"
    r" \top T ' \quad \ldots \underbrace \overset \sqrt \in \mathbb R N i j \implies := % $ \mathrm{d} \substack"
    r" \operatorname \binom ! \unknown / * < > ~ \label{a} \newcommand{\a}{\a} \a \left( \right) e^{x} \|x\| ..."
)
PIECES = [*FORMULA.split(), "\u1d40", "\u2211", "\U0001d431", "\u03bb", "\u00b2"]

soups = st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join)
tight = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
anything = st.one_of(soups, tight, st.text(max_size=60))


@given(anything)
def test_any_text_gives_a_tree(text: str) -> None:
    """No input makes the reader fail, and every span lies in the text and holds those below it."""
    tree = read(text, offset=7)
    for node in walk(tree):
        assert 7 <= node.span.start <= node.span.end <= 7 + len(text)
        assert all(node.span.start <= c.span.start and c.span.end <= node.span.end for c in children(node))


@given(anything)
def test_reading_twice_gives_the_same(text: str) -> None:
    """A tree is a function of the text, and so are the statements of a display."""
    assert read(text) == read(text)
    assert read_display(text) == read_display(text)


@given(soups)
def test_nothing_is_dropped(text: str) -> None:
    """Every letter, digit and Greek name of a formula is under some node, if only a hole."""
    if any(sign in text for sign in ("%", r"\text", r"\label", r"\begin", r"\end", r"\newcommand", "$")):
        return
    covered = {n for node in walk(read(text)) if not children(node) for n in range(*node.span)}
    named = {
        n
        for node in walk(read(text))
        if type(node).__name__ in {"Big", "Apply", "Derivative", "Sign", "Bracket"}
        for n in range(*node.span)
    } | {n for h in holes(read(text)) for n in range(*h.span)}
    letters = {n for n, c in enumerate(text) if c in "xyw125Ni"}
    inside_commands = {
        n
        for part, n in zip(text.split(" "), _starts(text), strict=True)
        if part.startswith("\\")
        for n in range(n, n + len(part))
    }
    assert letters - inside_commands <= covered | named


def _starts(text: str) -> list[int]:
    starts, at = [], 0
    for part in text.split(" "):
        starts.append(at)
        at += len(part) + 1
    return starts


@given(st.lists(st.sampled_from(["x", "y", "+", "=", r"\alpha", "2", r"\cdot", "(a)", r"\frac{1}{x}"]), max_size=12))
def test_spaces_mean_nothing(pieces: list[str]) -> None:
    """More space between the pieces of a formula gives the same tree."""
    assert shown(read(" ".join(pieces))) == shown(read(r" \, ".join(pieces).replace("=", " =\n")))


@settings(max_examples=60)
@given(anything, anything)
def test_any_document_gives_steps(first: str, second: str) -> None:
    """Whatever stands in the prose, in a formula and in a display, the document is read to its end."""
    reasoning = steps_of(read_document(f"Let ${first}$ with $x_i \\in \\mathbb{{R}}^D$.\n$$ {second} $$\n{first}"))
    assert all(step.place.line >= 1 and step.place.column >= 1 for step in reasoning.steps)


@given(anything)
def test_expansion_keeps_places(text: str) -> None:
    """What no macro touched stands where it stood."""
    macros = macros_of(r"\newcommand{\w}{\mathbf{w}}")[0]
    expanded = expand(text, macros)
    for start, end in pairwise(range(0, len(expanded.text) + 1, 5)):
        span = expanded.origin(Span(start, end))
        assert 0 <= span.start <= span.end <= len(text)


TRUE = r"""Let $x_INDEX \in \mathbb{R}^D$ for $INDEX = 1, \dots, N$ and $w \in \mathbb{R}^D$. Then
$$ \sum_{INDEX=1}^N (w^\top x_INDEX)^2 = w^\top \Big( \sum_{INDEX} x_INDEX x_INDEX^\top \Big) w . $$"""


@pytest.mark.parametrize("letter", ["i", "n", "k", "t"])
def test_renaming_an_index_keeps_a_document_true(letter: str) -> None:
    """A bound index is a name and no more."""
    assert judged(TRUE.replace("INDEX", letter)) == ["proved"]


@pytest.mark.parametrize(
    "text",
    [
        "{" * 40_000,
        "(" * 40_000 + ")" * 40_000,
        r"\frac{" * 10_000 + "x" + "}{2}" * 10_000,
        "|" * 90_000,
        "-" * 90_000 + "x",
        r"\log" * 20_000 + "x",
        "x" + "'" * 90_000,
        "x^" * 40_000 + "x",
        r"\text{" * 10_000,
        r"\begin{cases}" * 7_000,
        r"\left(" * 16_000,
        "x + " * 24_000,
        r"x_{i}^{2} \\ & = " * 5_000,
        r"\hat" * 20_000 + "x",
        r"\overset{a}" * 9_000,
        "x" * (LONGEST + 1),
    ],
)
def test_large_and_deep_formulas_take_linear_time(text: str) -> None:
    """A hundred thousand characters, however they nest, are read in seconds."""
    started = time.process_time()
    _ = read(text)
    _ = read_display(text)
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    "text", ["$" * 500_000, "$$ x + " * 20_000, "`" * 300_000, r"\begin{align}" * 40_000, "a " * 1_000_000]
)
def test_large_documents_take_linear_time(text: str) -> None:
    """So are documents of a megabyte, whatever is opened in them and never closed."""
    started = time.process_time()
    assert read_document(text).parts
    assert time.process_time() - started < 20
