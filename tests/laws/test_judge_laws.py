"""Mutations of true documents: a line that is really altered falls, and no other line with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Expr, Idx

from derive.documents.files import read_document
from derive.documents.readings import Reading
from derive.documents.step import Step
from derive.documents.steps import steps_of
from derive.judge.alter.every import edits
from derive.judge.alter.scope import scope_of
from derive.judge.step import decide
from derive.latex.as_latex import as_latex
from derive.latex.read.typeset import typeset
from tests.evaluator import World, evaluate
from tests.fields import Real, UndefinedError

TRUE = {
    "least squares": r"""
Let $X \in \mathbb{R}^{n \times d}$, $y \in \mathbb{R}^n$ and $\theta \in \mathbb{R}^d$, and
$$ J(\theta) = \frac{1}{2n} \|X\theta - y\|^2 . $$
Then
$$ J(\theta) = \frac{1}{2n} \left( \theta^\top X^\top X \theta - 2 y^\top X \theta + y^\top y \right) $$
and
$$ \nabla_\theta J(\theta) = \frac{1}{n} X^\top (X \theta - y) . $$
""",
    "kernels": r"""
For $x, z \in \mathbb{R}^2$ and $\gamma > 0$,
$$ (x^\top z)^2 = x_1^2 z_1^2 + 2 x_1 x_2 z_1 z_2 + x_2^2 z_2^2 $$
and
$$ e^{-\gamma \|x - z\|^2} = e^{-\gamma \|x\|^2} e^{-\gamma \|z\|^2} e^{2 \gamma x^\top z} . $$
""",
    "logistic": r"""
Let $x_i \in \mathbb{R}^D$ and $y_i \in \mathbb{R}$ for $i = 1, \dots, N$, $w \in \mathbb{R}^D$ and
$p_i = \sigma(w^\top x_i)$. Let $E(w) = -\sum_{i=1}^N \left( y_i \log p_i + (1 - y_i) \log (1 - p_i) \right)$. Then
$$ \nabla_w E = \sum_{i=1}^N (p_i - y_i) x_i $$
and
$$ \frac{\partial^2 E}{\partial w_j \partial w_k} = \sum_{i=1}^N p_i (1 - p_i) x_{ij} x_{ik} . $$
""",
    "softmax": r"""
For $z \in \mathbb{R}^K$ let $p_k = \frac{e^{z_k}}{\sum_{j=1}^K e^{z_j}}$ for $k = 1, \dots, K$. Then
$$ \frac{\partial p_k}{\partial z_j} = p_k \delta_{kj} - p_k p_j $$
and
$$ \log p_k = z_k - \log \sum_{j=1}^K e^{z_j} . $$
""",
    "variance": r"""
Let $x_i \in \mathbb{R}$ for $i = 1, \dots, n$ and $\bar{x} = \frac{1}{n} \sum_{i=1}^n x_i$. Then
$$ \sum_{i=1}^n (x_i - \bar{x})^2 = \sum_{i=1}^n x_i^2 - n \bar{x}^2 $$
and
$$ \sum_{i=1}^n \sum_{j=1}^n (x_i - x_j)^2 = 2 n \sum_{i=1}^n x_i^2 - 2 n^2 \bar{x}^2 . $$
""",
    "matrices": r"""
Let $x, a, b \in \mathbb{R}^n$ and $A, B \in \mathbb{R}^{n \times n}$. Then
$$ \nabla_x (x^\top A x) = A x + A^\top x $$
and
$$ \operatorname{tr}(A B) = \sum_{i=1}^n \sum_{j=1}^n A_{ij} B_{ji} $$
and
$$ \|a - b\|^2 = \|a\|^2 - 2 a^\top b + \|b\|^2 . $$
""",
}
SIZE = 3
SEEDS = range(4)


def steps(text: str) -> tuple[Step, ...]:
    """Return the steps of a document."""
    return steps_of(read_document(text)).steps


def verdicts(found: Sequence[Step]) -> list[str]:
    """Return what is decided about each step."""
    return [decide(step).verdict for step in found]


@cache
def claims(name: str) -> list[int]:
    """Return the numbers of the steps of a document that claim something."""
    return [number for number, step in enumerate(steps(TRUE[name])) if step.kind == "claim"]


@cache
def mutants(name: str) -> list[tuple[int, str, str]]:
    """Return every document with one line altered: the number of its step, what was altered, the text."""
    text, found = TRUE[name], steps(TRUE[name])
    made: list[tuple[int, str, str]] = []
    for number in claims(name):
        rhs = found[number].rhs
        assert rhs is not None
        for edit in edits(rhs, scope_of(found[number])):
            altered = text[: rhs.span.start] + " " + as_latex(typeset(edit.node)) + " " + text[rhs.span.end :]
            made.append((number, edit.label, altered))
    return made


def differ(reading: Reading) -> bool:
    """Return whether two sides have different values somewhere, by plain loops and numbers of 60 digits."""
    return any(gap(reading, seed) > mpmath.mpf(10) ** -20 for seed in SEEDS)


def gap(reading: Reading, seed: int) -> mpmath.mpf:
    """Return the distance of both sides at one point; none where one of them has no value."""
    world = World(Sizes(), seed=seed, number=Real, facts=Positive())
    free = {s for side in (reading.lhs, reading.rhs) for s in side.free_symbols if isinstance(s, Idx)}
    apart = seed % 2  # every other time the free indices coincide
    at = {index: 1 + (seed + apart * place) % SIZE for place, index in enumerate(sorted(free, key=str))}
    try:
        return abs(value(reading.lhs, world, at) - value(reading.rhs, world, at))
    except (UndefinedError, ZeroDivisionError):
        return mpmath.mpf(0)


def value(side: Expr, world: World, at: dict[Idx, int]) -> mpmath.mpf:
    """Return what a side is worth."""
    return evaluate(side, world, at).value


class Sizes(dict[str, int]):
    """Every size is the same small number."""

    def __contains__(self, name: object) -> bool:
        """Sizes are written with these letters."""
        return name in {"n", "d", "N", "D", "K"}

    def __getitem__(self, name: str) -> int:
        """Return the number."""
        return SIZE


class Positive(dict[str, str]):
    """Every entry is positive, so that logarithms have values."""

    def get(self, name: str, default: object = None) -> str:
        """Return the kind of every name."""
        del name, default
        return "positive"


@pytest.mark.parametrize("name", TRUE)
def test_the_documents_are_true(name: str) -> None:
    """Each line is proved, and the plain loops agree."""
    found = steps(TRUE[name])
    assert {verdict for verdict in verdicts(found) if verdict != "definition"} == {"proved"}
    assert [number for number in claims(name) if differ(found[number].readings[0])] == []
    assert len(claims(name)) >= 2


@settings(max_examples=60)
@given(st.sampled_from(sorted(TRUE)), st.data())
def test_an_altered_line_falls_and_no_other(name: str, data: st.DataObject) -> None:
    """Where the alteration changes the value, which is not left to the engine, the line is refuted; the rest stays."""
    number, label, text = data.draw(st.sampled_from(mutants(name)))
    found = steps(text)
    _ = assume(len(found) == len(steps(TRUE[name])) and len(found[number].readings) == 1)
    _ = assume(differ(found[number].readings[0]))
    expected = verdicts(steps(TRUE[name]))
    expected[number] = "refuted"
    assert verdicts(found) == expected, (label, text)
