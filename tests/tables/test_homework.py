"""Whole documents: their true lines are proved, their wrong ones refuted, and nothing true is refuted."""

from __future__ import annotations

import pytest

from tests.homework import ALLOWED, NAMES, labelled

pytestmark = pytest.mark.slow  # judges 18 documents


@pytest.mark.parametrize("name", NAMES)
def test_each_line_has_the_verdict_of_its_label(name: str) -> None:
    """A definition claims nothing; every other line that is true is proved or sampled."""
    found = labelled(name)
    assert [(s.line, s.rhs, truth, s.verdict) for s, truth in found if s.verdict not in ALLOWED[truth]] == []
    assert "true" in {truth for _, truth in found}
