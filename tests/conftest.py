"""Settings for all tests: how many examples Hypothesis draws, and which tests are slow."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.slow import is_slow

# A slow machine must not turn a law into a failure, so there is no deadline; the same seed everywhere makes a failure
# reproducible. `thorough` draws new examples each time and is run by hand; `quick` is for the fast subset.
settings.register_profile("ci", max_examples=200, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=20_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or "ci")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that `tests/slow.py` names."""
    for item in items:
        if is_slow(item.nodeid):
            item.add_marker(pytest.mark.slow)
