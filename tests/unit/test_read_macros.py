"""Macros: what they put in, and where it counts as standing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from derive.latex.read.macros import expand, macros_of
from derive.latex.read.tree import Span

CASES = [
    (r"\newcommand{\w}{\mathbf{w}} \w^T x", r"\mathbf{w}^T x"),
    (r"\newcommand\half{\frac12}\half a", r"\frac12 a"),
    (r"\newcommand{\inner}[2]{\langle #1, #2 \rangle} \inner{a}{b+c}", r"\langle a, b+c \rangle"),
    (r"\newcommand{\norm}[2][2]{\|#2\|_{#1}} \norm{x} \norm[1]{x}", r"\|x\|_{2} \|x\|_{1}"),
    (r"\def\sq#1{#1^2} \sq x \sq{ab}", r"x^2 ab^2"),
    (r"\let\eps=\varepsilon \eps", r"\varepsilon"),
    (r"\DeclareMathOperator{\KL}{KL} \KL(p)", r"\operatorname{KL}(p)"),
    (r"\DeclareMathOperator*{\amax}{arg\,max} \amax_x", r"\operatorname{arg\,max}_x"),
    (r"\newcommand{\a}{\b 1}\newcommand{\b}{2} \a", "2 1"),
    (r"\newcommand{\be}{\begin{equation}} \be x", r"\begin{equation} x"),
    (r"\newcommand{\x}{\alpha} \x y", r"\alpha y"),
]


@pytest.mark.parametrize(("text", "result"), CASES)
def test_macros_are_put_in(text: str, result: str) -> None:
    """Definitions vanish, calls become what they stand for."""
    assert expand(text, macros_of(text)[0]).text.strip() == result


def test_what_a_macro_brings_in_stands_where_its_call_stands() -> None:
    """A span inside of a macro's text is the span of the call; around it, spans are exact."""
    text = r"ab \w cd"
    expanded = expand(text, macros_of(r"\newcommand{\w}{\mathbf{w}_0}")[0])
    assert expanded.text == r"ab \mathbf{w}_0 cd"
    assert expanded.origin(Span(11, 12)) == Span(3, 5)
    assert expanded.origin(Span(16, 18)) == Span(6, 8)
    assert expanded.origin(Span(0, 2)) == Span(0, 2)


@pytest.mark.parametrize(
    "text",
    [
        r"\newcommand{\a}{\a} \a",
        r"\newcommand{\a}{\b\b}\newcommand{\b}{\a\a} \a",
        r"\newcommand{\a}[1]{#1\a{#1}} \a{x}",
    ],
)
def test_a_macro_without_end_is_left_as_it_is_written(text: str) -> None:
    """A macro that calls itself is not put in, and nothing hangs."""
    assert expand(text, macros_of(text)[0]).text.strip().startswith(r"\a")


def test_growth_is_bounded() -> None:
    """Macros that double one another end before they fill the memory."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    text = "".join(rf"\newcommand{{\{a}{a}}}{{\{b}{b}\{b}{b}}}" for a, b in pairwise(letters))
    assert len(expand(text + r"\aa", macros_of(text)[0]).text) < 2_000_000
