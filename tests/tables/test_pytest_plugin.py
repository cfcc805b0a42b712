"""The pytest plugin: the fixture, its message, the marker, and that it loads nothing before it is used."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow  # starts pytest

TESTS = """
import numpy as np
import pytest

def loss(w):
    return float(w @ w)

def test_right(verify_gradient):
    assert verify_gradient(loss, lambda w: 2 * w, np.ones(3)).verdict == "proved"

def test_wrong(verify_gradient):
    verify_gradient(loss, lambda w: -2 * w, np.ones(3))

@pytest.mark.gradient_budget(30)
def test_budget(verify_gradient):
    assert verify_gradient(loss, lambda w: 2 * w, np.ones(3), trace=False).evaluations <= 34

def test_undecided(verify_gradient):
    noise = np.random.default_rng(0)
    verify_gradient(lambda w: loss(w) + noise.normal(), lambda w: 2 * w, np.ones(3), undecided="skip", trace=False)
"""


@pytest.fixture(name="report", scope="module")
def _report(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("plugin") / "test_some_gradients.py"
    _ = path.write_text(TESTS)
    plugins = ["-p", "no:derive_gradients", "-p", "numeric.pytest_plugin", "-p", "no:cacheprovider"]
    options = [*plugins, "-rs", "--strict-markers", "--rootdir", str(path.parent)]
    command = [sys.executable, "-m", "pytest", str(path), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=path.parent).stdout  # noqa: S603 -- pytest itself


def test_outcomes(report: str) -> None:
    """The right ones pass, the wrong one fails, the undecided one is skipped as it asked for."""
    assert "1 failed, 2 passed, 1 skipped" in report


def test_the_message_is_the_diagnosis(report: str) -> None:
    """The failure shows the report and no trace of our own code."""
    assert "refuted: the gradient is wrong" in report
    assert "diagnosis (sign)" in report
    assert "verifying.py" not in report


def test_nothing_heavy_is_loaded_with_the_plugin() -> None:
    """Importing the plugin loads neither NumPy nor SymPy."""
    code = (
        "import sys, numeric.pytest_plugin; print([m for m in ('numpy', 'sympy', 'scipy', 'rich') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout  # noqa: S603 -- our own module
    assert out.strip() == "[]"
