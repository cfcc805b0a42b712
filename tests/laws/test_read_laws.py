"""Reading LaTeX: any text gives a tree, nothing is lost, what is printed is read again, and it takes linear time."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from derive.discourse.files import read_page
from derive.formula.read.parser import read
from derive.formula.read.tree import children, holes, walk
from tests.counting import calls_of
from tests.documents import checked, parts, sides

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
    """No input makes the reader fail; every span lies in the text and holds those below it, and moves with the text."""
    tree, there = read(text, offset=7), read(text, offset=1007)
    for node, moved in zip(walk(tree), walk(there), strict=True):
        assert 7 <= node.span.start <= node.span.end <= 7 + len(text)
        assert all(node.span.start <= c.span.start and c.span.end <= node.span.end for c in children(node))
        assert (node.span.start + 1000, node.span.end + 1000) == (moved.span.start, moved.span.end)
    assert all(hole.reason for hole in holes(tree) if hole.text)


@given(st.lists(st.sampled_from(["v", "y", "+", "=", r"\alpha", "2", r"\cdot", "(m)", r"\frac{1}{v}"]), max_size=12))
def test_nothing_is_dropped_and_spaces_mean_nothing(pieces: list[str]) -> None:
    """Every letter and digit comes back, and more space between the pieces gives the same."""
    one, other = (printed(between.join(pieces)) for between in (" ", "\\, \n"))
    assert one == other
    letters = ("v", "y", "2", "m", r"\alpha", "1")
    assert [one.count(sign) for sign in letters] == [" ".join(pieces).count(sign) for sign in letters]


LEAVES = (
    *("x", "y", "w", "N", "2", "0.5", "10", r"\alpha", r"\lambda", r"\Sigma", r"\mathbf{x}", r"\mathbb{R}", r"\hat{y}"),
    *(r"\boldsymbol{\mu}", r"\mathcal{L}", r"\mathrm{MSE}", r"\bar{\mathbf{x}}", r"\infty", r"\top", r"\ell", r"\dots"),
)
FRAMES = (
    *("{0}_{{{1}}}", "{0}^{{{1}}}", "{0}_{{{1}}}^{{{2}}}", "{0}'", "({0})", r"\left[ {0} \right]", r"\| {0} \|"),
    *("{0} + {1}", "{0} - {1} + {2}", "-{0}", "{0} {1}", r"{0} \cdot {1}", "{0} / {1}", "({0})({1})", "{0}({1})"),
    *(r"\frac{{{0}}}{{{1}}}", r"\sqrt{{{0}}}", r"\log {0}", r"\exp({0})", r"\log {0} \log {1}", "{0}!", "|{0}|"),
    *(r"\sum_{{i=1}}^N {0}", r"\sum_i {0} + {1}", r"\prod_{{j}} {0}", r"\max_{{{0}}} {1}", r"\arg\max_k {0}"),
    *(r"\frac{{\partial {0}}}{{\partial {1}}}", r"\frac{{d}}{{d {0}}} {1}", r"\nabla_{{{0}}} {1}"),
    *(r"\binom{{{0}}}{{{1}}}", r"\underbrace{{{0}}}_{{{1}}}", "{0} = {1}", r"{0} \le {1}", r"P({0} \mid {1})"),
    *("{{{0}}} {1}", r"\begin{{bmatrix}} {0} & {1} \\ {2} & 0 \end{{bmatrix}}", r"\{{ {0} \}}", r"{0}^\top {1}"),
    *(r"\begin{{cases}} {0} & x \\ {1} & y \end{{cases}}", r"x \overset{{(a)}}{{=}} {0}", r"\mathrm{{tr}}({0})"),
)


def _wider(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Return formulas one level above others."""
    return st.tuples(st.sampled_from(FRAMES), inner, inner, inner).map(lambda found: found[0].format(*found[1:]))


formulas = st.recursive(st.sampled_from(LEAVES), _wider, max_leaves=9)


def printed(text: str) -> str:
    """Return a formula as it is printed from the tree that was read."""
    return "".join(part.latex for part in parts(f"$$ {text} $$"))


@given(formulas)
def test_what_is_printed_is_read_as_the_same(text: str) -> None:
    """Printing what was printed changes nothing; and it can be shown as MathML."""
    _ = assume(not holes(read(text)))
    once = printed(text)
    assert printed(once) == once
    assert not holes(read(once))


@given(formulas, formulas)
def test_each_side_is_what_stands_there(left: str, right: str) -> None:
    """From its first sign to its last one, with the braces that belong to it, wherever the formula stands."""
    _ = assume(not any(sign in left + right for sign in ("=", r"\le ", ",", r"\\", "&", "cases")))
    _ = assume(not holes(read(left)) and not holes(read(right)))
    assert sides(f"First $2 = 1 + 1$.\n\n$$ {left} = {right} $$")[1:] == [(left, "=", right)]


@given(formulas)
def test_everything_can_be_shown_as_mathml(text: str) -> None:
    """Well formed, whatever was read, and also where something was not understood."""
    for part in parts(f"$$ {text} $$\n\n$$ {text}" + r"\mystery{<b>} & < \text{<script>} $$"):
        assert ET.fromstring(part.mathml).tag == "math"  # noqa: S314 -- we wrote it
        assert "<script" not in part.mathml


MARKS = ("$", "$$", "\n\n", "# ", r"\[", r"\]", "<!-- derive: ", "-->", "`", "```math\n", "\n```\n", "Let ", "where ")
documents = st.lists(st.one_of(st.sampled_from(MARKS), formulas, anything), max_size=14).map("".join)


@settings(max_examples=100)
@given(documents)
def test_any_document_is_read_and_shown(text: str) -> None:
    """Whatever comes in, it has parts in which each line to be judged stands at most once, and each has a place."""
    found = checked(text, parts=True, seconds=0.01)
    shown = [number for part in found.parts for number in part.judged]
    assert len(shown) == len(set(shown))
    assert set(shown) <= set(range(len(found.lines)))
    assert all(step.line >= 1 and step.column >= 1 for step in found.lines)


LARGE = (
    *("{", "(", "|", "-", r"\log", "x^", r"\text{", r"\begin{cases}", r"\left(", "x + ", r"x_{i}^{2} \\ & = "),
    *(r"\hat", r"\overset{a}", "x'", r"\frac{x}{2}", "x"),
)
NEVER_CLOSED = ("$", "$$ x + ", "`", r"\begin{align}", "a ", "```math\n", "<!-- ", r"\[ ")


@pytest.mark.parametrize("work", [read, read_page], ids=["formula", "document"])
def test_what_is_large_takes_calls_in_proportion(work: Callable[[str], object]) -> None:
    """Four times as long needs not much more than four times as many calls, however it nests, and whatever is open."""
    pieces = LARGE if work is read else NEVER_CLOSED
    _ = work("x")
    many = {piece: (calls_of(partial(work, piece * 150)), calls_of(partial(work, piece * 600))) for piece in pieces}
    assert {piece: found for piece, found in many.items() if found[1] > 5.2 * found[0]} == {}
    assert work(pieces[0] * 20_000)
