"""True statements on parts of axes: loops over real arrays agree with each, and none is refuted."""

from __future__ import annotations

import pytest

from benchmarks.grammars.claims import Claim, Engine, failures, is_tried
from benchmarks.statements import TOPICS, word

LARGEST = {1: 5, 2: 3}
"""By how many sizes a statement has."""
FROM = 3
"""The last split off, and the like, need some entries; from this size on nothing does."""


def broken(claim: Claim) -> list[str]:
    """Return where loops break a statement at sizes that are large enough."""
    points = failures(claim, LARGEST[len(claim.sizes)])
    return [str(point) for point in points if min(point.world.sizes.values()) >= FROM]


@pytest.mark.parametrize("topic", TOPICS)
def test_each_is_true(topic: str) -> None:
    """Nothing breaks it, and something could."""
    assert [name for name, claim in TOPICS[topic].items() if not is_tried(claim)] == []
    found = {name: broken(claim) for name, claim in TOPICS[topic].items()}
    assert {name: points for name, points in found.items() if points} == {}


@pytest.mark.parametrize("topic", TOPICS)
def test_none_is_refuted(topic: str) -> None:
    """It is proved, or open; and nothing escapes."""
    words = {name: word(claim, Engine()) for name, claim in TOPICS[topic].items()}
    assert {name: told for name, told in words.items() if told in {"true refuted", "crash"}} == {}
