"""Settings for all tests: how many examples Hypothesis draws."""

from __future__ import annotations

import os

from hypothesis import settings

# A slow machine must not turn a law into a failure, so there is no deadline; the same seed everywhere makes a failure
# reproducible. `thorough` draws new examples each time and is run by hand; `quick` is for the fast subset.
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=20_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or "ci")
