"""What is a convention and what an error: the same edit is a question on one line and a finding on another."""

from __future__ import annotations

from derive.formula.read.parser import read
from derive.formula.read.tree import Name
from derive.judge.conventions import CONVENTIONS, convention_of
from derive.judge.editing.rows import BroughtIn
from derive.judge.edits import edits
from derive.meaning.keys import spelled

OPEN = {
    "layout": (
        (r"\frac{\partial y}{\partial x}", "A", r"A^\top"),
        (r"\nabla_x f", r"2 A^\top", "2 A"),
        (r"\frac{\partial f}{\partial x}", r"x^\top A", r"(x^\top A)^\top"),
    ),
    "base of a log": (("H", r"-p \log p", r"-p \log_2 p"),),
    "1/2 before a square": (("L(w)", r"\|X w - y\|^2", r"\frac{1}{2} \|X w - y\|^2"), ("E", r"\frac{1}{2} z^2", "z^2")),
    "1/N before a sum": ((r"\mathcal{L}", r"\sum_i e_i", r"\frac{1}{N} \sum_i e_i"),),
    "N - 1 for N": (("s^2", r"\frac{1}{N} \sum_i z_i^2", r"\frac{1}{N - 1} \sum_i z_i^2"),),
    "sign of a likelihood": ((r"\ell(w)", r"\sum_i \log p_i", r"-\sum_i \log p_i"),),
    "sigma for its square": (("v", r"2 \sigma", r"2 \sigma^2"),),
    "rest left away": (("F", r"z^2 + N \log(2 \pi)", "z^2"), ("F", r"a + b + \dots", r"a + \dots")),
}
WRONG = (
    (r"\nabla_w L", r"X (X w - y)", r"X^\top (X w - y)"),
    ("y", "A x", r"A^\top x"),
    (r"\nabla L(w)", r"2 X^\top (X w - y)", r"X^\top (X w - y)"),
    (r"\frac{\partial E}{\partial w}", r"\sum_i \|z_i\|^2", r"\frac{1}{N} \sum_i \|z_i\|^2"),
    (r"\frac{d}{dz} \log p", r"\frac{1}{p}", r"-\frac{1}{p}"),
    ("L'(w)", r"\frac{1}{2} w^2", "w^2"),
    ("y", "x", "2 x"),
    (r"\nabla F", "z + 1", "z"),
    ("v", r"\frac{x}{w}", r"\frac{x}{w^2}"),
    ("(a - b)^2", "a^2 + 2 a b + b^2", "a^2 - 2 a b + b^2"),
)
BROUGHT_IN = BroughtIn((Name(read("i").span, "i"),), (Name(read("N").span, "N"),))


def convention(left: str, right: str, meant: str) -> str | None:
    """Return the convention that is changed by the edit from a right side to what was meant."""
    side = read(right)
    edit = next(each for each in edits(side, BROUGHT_IN) if spelled(each.tree) == spelled(read(meant)))
    found = convention_of(edit, read(left), side)
    return None if found is None else found.name


def test_a_convention_is_a_question() -> None:
    """A line that keeps another convention is no error; each row of the table has such a line."""
    assert set(OPEN) == {each.name for each in CONVENTIONS}
    found = {(name, line): convention(*line) for name, lines in OPEN.items() for line in lines}
    assert {name: got for (name, _), got in found.items() if got != name} == {}


def test_an_error_is_no_convention() -> None:
    """The same slip in a derivative, or at another place, follows from nothing that one may choose."""
    assert {line: convention(*line) for line in WRONG if convention(*line) is not None} == {}
    assert all(each.question.endswith("?") for each in CONVENTIONS)
