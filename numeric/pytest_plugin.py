"""The pytest plugin: a fixture `verify_gradient`, and a marker for what it may spend.

    def test_my_gradient(verify_gradient):
        verify_gradient(loss, grad, w, X, y)

The test fails with the diagnosis where the gradient is wrong, and where nothing can be told. Nothing is loaded
before the fixture is used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from numeric.verify.result import Verification

MARKER = "gradient_budget(evaluations): how many evaluations of the loss a gradient that passes may cost"


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture
def verify_gradient(request: pytest.FixtureRequest) -> Callable[..., Verification]:
    """Return a function that takes what `numeric.verify_gradient` takes, and fails the test where that says "wrong".

    `undecided` is "fail" (else "skip" or "pass"): what happens where it is neither right nor wrong.
    """
    marker = request.node.get_closest_marker("gradient_budget")

    def _verify(*arguments: Any, undecided: str = "fail", **options: Any) -> Verification:
        __tracebackhide__ = True
        from derive.words import row_of  # noqa: PLC0415 -- nothing is loaded before it is used
        from numeric.verify.verifying import verify_gradient as run  # noqa: PLC0415 -- the same

        if marker is not None:
            options = {"budget": marker.args[0], **options}
        found = run(*arguments, **options)
        word = row_of(found.verdict)
        if word.wrong or (not word.passes and undecided == "fail"):
            pytest.fail(str(found), pytrace=False)
        if not word.passes and undecided == "skip":
            pytest.skip(str(found))
        return found

    return _verify
