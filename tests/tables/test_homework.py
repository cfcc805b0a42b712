"""Whole documents: their true lines are proved, their wrong ones refuted, and nothing true is refuted."""

from __future__ import annotations

import pytest

from tests.homework import ALLOWED, NAMES, labelled

pytestmark = pytest.mark.slow  # judges 18 documents
OPEN = {("mixture", 32)}
"""True lines that stay open: the equation above can be met exactly for one component only, which shows nothing."""


@pytest.mark.parametrize("name", NAMES)
def test_each_line_has_the_verdict_of_its_label(name: str) -> None:
    """A definition claims nothing; every other line that is true is proved or sampled."""
    found = labelled(name)
    judged = [each for each in found if (name, each[0].line) not in OPEN or each[0].verdict != "undecided"]
    assert [(s.line, s.rhs, truth, s.verdict) for s, truth in judged if s.verdict not in ALLOWED[truth]] == []
    assert "true" in {truth for _, truth in found}
