"""Whole documents: their true lines are proved, their wrong ones refuted, and nothing true is refuted."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.homework import NAMES, statuses

FOUND = {"proved", "sampled"}


@pytest.mark.parametrize("name", NAMES)
def test_no_true_line_is_refuted_and_the_wrong_one_is(name: str) -> None:
    """A definition claims nothing; every other line that is true is proved or sampled."""
    for item, found in statuses(name):
        place = f"{item.step.place}: {item.step.text}"
        if item.truth == "false":
            assert found == "refuted", place
        elif item.truth == "true":
            assert found in FOUND, place
        else:
            assert found in {"definition", "assumed"}, place


def test_the_corpus_has_right_and_wrong_lines() -> None:
    """A test that meets no wrong line would hold nothing."""
    count = Counter(item.truth for name in NAMES for item, _ in statuses(name))
    assert count["true"] > 90
    assert count["false"] >= 6
