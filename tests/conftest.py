"""Settings for all tests: how many examples Hypothesis draws, and a cache that is not the user's."""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

# A slow machine must not turn a law into a failure, so there is no deadline; the same seed everywhere makes a failure
# reproducible. `thorough` draws new examples each time and is run by hand; `quick` is for the fast subset.
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=20_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or "ci")


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Let no test read or write the statuses that the user's own `derive list` keeps."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        yield
