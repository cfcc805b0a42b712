"""True documents stay true when they are written otherwise: other bound letters, other orders, another notation."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from derive.documents.files import read_document
from derive.documents.readings import readings_of
from derive.documents.step import Step
from derive.documents.steps import steps_of
from derive.judge.step import judge
from derive.latex.read.heads import key_of, names_in
from derive.latex.read.probabilities import calls_in
from derive.latex.read.tree import Big, Bracket, Chain, Name, Node, Terms, rebuilt, walk
from tests.homework import NAMES, document, statuses

FOUND = {"proved", "sampled"}


@cache
def true_steps() -> tuple[Step, ...]:
    """Return the steps of all documents that are proved."""
    return tuple(item.step for name in NAMES for item, found in statuses(name) if found == "proved" and item.step.sides)


def renamed(node: Node) -> Node:
    """Return a tree in which every sum that binds one letter binds another one.

    In p(x) and p(y) the letter says which p is meant, so there it stays.
    """
    inner = rebuilt(node, renamed)
    lower = inner.lower if isinstance(inner, Big) else None
    bound = lower.members[0] if isinstance(lower, Chain) else lower
    if not isinstance(inner, Big) or not isinstance(bound, Name) or inner.head not in {"sum", "prod"}:
        return inner
    if any(key_of(bound) in names_in(bracket) for _, bracket in calls_in(inner)):
        return inner
    other = Name(bound.span, f"{bound.text}new")
    return _with(inner, key_of(bound), other)


def _with(node: Node, key: str, other: Name) -> Node:
    if isinstance(node, Name):
        return other if key_of(node) == key else node
    return rebuilt(node, lambda child: _with(child, key, other))


def reordered(node: Node) -> Node:
    """Return a tree with the terms of every sum from the last to the first, each in brackets."""
    inner = rebuilt(node, reordered)
    if not isinstance(inner, Terms) or len(inner.parts) < 2 or any(isinstance(p, Big) for p in inner.parts):
        return inner
    if any(isinstance(part, Big) for term in inner.parts for part in walk(term)):
        return inner
    parts = tuple(Bracket(part.span, "(", "(", part) for part in reversed(inner.parts))
    signs = tuple(sign or "+" for sign in reversed(inner.signs))
    return replace(inner, parts=parts, signs=signs)


def changed(step: Step, change: Callable[[Node], Node]) -> Step | None:
    """Return a step with both sides written otherwise, or nothing where there is nothing to change."""
    if step.sides is None or step.table is None:
        return None
    sides = replace(step.sides, lhs=change(step.sides.lhs), rhs=change(step.sides.rhs))
    if sides == step.sides:
        return None
    return replace(step, readings=readings_of(sides, step.table.copied())[0])


def holds(step: Step | None) -> None:
    """Compare what is found with what was found before."""
    if step is not None:
        assert step.readings
        assert judge(step).verdict in FOUND, step.text


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_other_bound_letters_keep_a_line_true(data: st.DataObject) -> None:
    """A sum over i is the sum over any other letter."""
    holds(changed(data.draw(st.sampled_from(true_steps())), renamed))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_the_order_of_terms_keeps_a_line_true(data: st.DataObject) -> None:
    """A sum is the same from the last term to the first."""
    holds(changed(data.draw(st.sampled_from(true_steps())), reordered))


OTHER_WAYS = (
    ((r"\top", "T"),),
    ((r"\left(", r"\bigl("), (r"\right)", r"\bigr)"), (r"\left[", r"\bigl["), (r"\right]", r"\bigr]")),
    ((r"\log", r"\ln"),),
    ((r"\mid", "|"), (r"\le", r"\leq"), (r"\ge", r"\geq")),
)


def in_another_way(text: str, written: str, new: str) -> str:
    """Return a text with one command in place of another; no letter before or behind becomes part of a command."""
    ends = r"(?![a-zA-Z])" if written[-1].isalpha() else ""
    apart = re.sub(rf"(?<=[a-zA-Z]){re.escape(written)}{ends}", lambda _: f" {written}", text)
    return re.sub(re.escape(written) + ends, lambda _: new, apart)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(NAMES), st.sampled_from(OTHER_WAYS))
def test_another_notation_keeps_a_document_true(name: str, way: tuple[tuple[str, str], ...]) -> None:
    """What is found of each step does not depend on how transposes, brackets and logarithms are written."""
    path = document(name)
    text = other = path.read_text(encoding="utf-8")
    _ = assume(way[0][1] != "T" or re.search(r"(?<![a-zA-Z\\])T(?![a-zA-Z])", text) is None)
    for written, new in way:
        other = in_another_way(other, written, new)
    _ = assume(other != text)
    kind = "latex" if path.suffix == ".tex" else "markdown"
    steps = steps_of(read_document(other, kind=kind)).steps
    before = statuses(name)
    assert len(steps) == len(before)
    for step, (_, found) in zip(steps, before, strict=True):
        assert judge(step).verdict == found or {judge(step).verdict, found} <= FOUND, step.text


EXERCISE = r"""
## {heading}

Let $x_i \in \mathbb{{R}}^D$ for $i = 1, \dots, N$ and $w \in \mathbb{{R}}^D$.
We assume $\lambda > 0$ and $a^2 + b^2 = 1$. Let $L(w) = \sum_{{i=1}}^N (w^\top x_i)^2$. Then

$$ \nabla L(w) = 2 \sum_{{i=1}}^N (w^\top x_i) x_i, \qquad (a + b)^2 = 1 + 2ab $$
"""


def calls_to_read(count: int, heading: str) -> int:
    """Return how many functions are called while a document with so many sections is read."""
    text = "".join(EXERCISE.format(heading=f"{heading} {number}") for number in range(count))
    calls = 0

    def counted(_frame: object, event: str, _argument: object) -> None:
        """Count one call."""
        nonlocal calls
        calls += event == "call"

    document = read_document(text)
    sys.setprofile(counted)
    try:
        steps = steps_of(document).steps
    finally:
        sys.setprofile(None)
    assert len([step for step in steps if step.readings]) >= count
    return calls


@pytest.mark.parametrize("heading", ["Exercise", "Part"])
def test_reading_takes_calls_in_proportion_to_the_document(heading: str) -> None:
    """Four times as many sections, taken apart or together, need not much more than four times as many calls."""
    _ = calls_to_read(2, heading)
    assert calls_to_read(32, heading) < 5.2 * calls_to_read(8, heading)
