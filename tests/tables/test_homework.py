"""Whole documents: nothing true is refuted, nothing wrong is proved, and what stays open is listed with the labels."""

from __future__ import annotations

import pytest

from tests.homework import ALLOWED, NAMES, labelled, offending

pytestmark = pytest.mark.slow  # judges 18 documents


@pytest.mark.parametrize("name", NAMES)
def test_each_line_has_the_verdict_of_its_label(name: str) -> None:
    """A definition claims nothing; a true line is proved or sampled, a false one refuted, or open as the label says."""
    found = labelled(name)
    assert offending((line for line, _ in found), name) == []
    opposite = {"true": ALLOWED["false"], "false": ALLOWED["true"], "definition": set[str]()}
    assert [line.line for line, truth in found if line.verdict in opposite[truth]] == []
    assert "true" in {truth for _, truth in found}
