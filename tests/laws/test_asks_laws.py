"""What is offered to be pasted decides the line as it says."""

from __future__ import annotations

import pytest

from tests.documents import checked

pytestmark = pytest.mark.slow  # judges each document again for every question

DOCUMENTS = {
    "symmetric": "Let $A \\in \\mathbb{R}^{n \\times n}$.\n\n@\n$$ x^\\top A^\\top = x^\\top A $$\n",
    "orthogonal": "Let $Q \\in \\mathbb{R}^{n \\times n}$ and $x \\in \\mathbb{R}^n$.\n\n@\n"
    "$$ \\|Q x\\|^2 = \\|x\\|^2 $$\n",
    "unit": "Let $u \\in \\mathbb{R}^n$.\n\n@\n$$ (u u^\\top)^2 = u u^\\top $$\n",
    "words": "@\n$$ FP + PT = TP + FP $$\n",
    "shape": "@\n$$ (A + B)^2 = A^2 + 2 A B + B^2 $$\n",
    "undeclared": "@\n$$ A B = B A $$\n",
    "two": "Let $u, v \\in \\mathbb{R}^n$.\n\n@\n$$ u^\\top u + v^\\top v = 2 $$\n",
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_pasted_decides_as_it_says(name: str) -> None:
    """Each question of the line, said by a comment before it, gives the verdict that it promises."""
    text = DOCUMENTS[name]
    line = checked(text.replace("@", "")).lines[-1]
    for ask in line.pastes:
        again = checked(text.replace("@", ask.paste("a.md"))).lines[-1]
        assert (again.verdict, bool(again.directives)) == (ask.verdict, True), ask


def test_some_questions_are_asked() -> None:
    """The law is about something."""
    found = [checked(text.replace("@", "")).lines[-1] for text in DOCUMENTS.values()]
    assert sum(bool(line.pastes) for line in found) >= 3
