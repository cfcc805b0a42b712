"""What must hold of `lambdify` for every expression, every shape, type and scale."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sympy import Expr, Symbol

from derive import lambdify
from derive.lower.runtime import log_complement, log_total, others, peak
from derive.names import Numbered
from tests.balls import exact
from tests.maker import FREE, POSITIVE, SCALARS, SHAPES, TENSORS, Maker
from tests.strategies import randoms

law = settings(suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much))
LABELS = {"px": Symbol("px", positive=True)}
"""The tensor that is positive by a fact elsewhere is so by declaration here, where facts are not known."""
DECLARED = {
    tensor: Numbered(LABELS.get(name, name), [(1, size) for size in tensor.shape]) for name, tensor in TENSORS.items()
}
ARGS = [*DECLARED.values(), *SCALARS, POSITIVE]
LARGEST = 1e290
WORLDS = ({"N": 3, "D": 2, "K": 2}, {"N": 1, "D": 1, "K": 2}, {"N": 2, "D": 3, "K": 1})


def values(source: Random, sizes: dict[str, int]) -> dict[str, Any]:
    """Return arrays in which the facts of the tensors hold."""
    rng = np.random.default_rng(source.getrandbits(32))
    arrays: dict[str, Any] = {name: rng.uniform(-1, 1, [sizes[axis] for axis in axes]) for name, axes in SHAPES.items()}
    arrays["tb"] = rng.integers(0, 2, sizes["N"]).astype(float)
    arrays["sg"] = rng.choice([-1.0, 1.0], sizes["N"])
    arrays["px"] = rng.uniform(0.1, 2, sizes["N"])
    return arrays | {"a": 0.3, "b": -0.7, "p": 1.3}


def compare(expr: Expr, arrays: dict[str, Any], sizes: dict[str, int], most: float) -> None:
    """Assert that the program and the loops agree, where the value is a floating-point number."""
    expected = exact(expr, arrays, sizes, [(index.name, 1, sizes[axis]) for index, axis in FREE.items()])
    _ = assume(bool(np.all(np.abs(expected) < LARGEST)))
    function = lambdify(expr, ARGS, list(FREE))
    got = function(*(arrays[str(getattr(arg, "label", arg))] for arg in ARGS))
    assert got.shape == expected.shape
    assert np.max(np.abs(got - expected)) <= most * np.max(np.abs(expected))


@law
@given(randoms(), st.sampled_from(WORLDS))
def test_a_program_is_worth_what_its_expression_is(source: Random, sizes: dict[str, int]) -> None:
    """Sums, products, deltas, exponentials, sigmoids, reciprocals; sizes of one among them."""
    compare(Maker(source).anchored(3).xreplace(DECLARED), values(source, sizes), sizes, 1e-12)


@law
@given(randoms(), st.sampled_from(WORLDS))
def test_logarithms_of_positive_expressions(source: Random, sizes: dict[str, int]) -> None:
    """Logarithms of products, sums, roots and reciprocals of what is positive by structure."""
    compare(Maker(source).logarithmic().xreplace(DECLARED), values(source, sizes), sizes, 1e-12)


@law
@given(randoms(), st.sampled_from([8.0, 30.0]))
def test_large_inputs(source: Random, scale: float) -> None:
    """Inputs that are scaled up, so that exponentials are enormous, with the error of one rounding of each exponent."""
    sizes = WORLDS[0]
    expr = Maker(source).logarithmic().xreplace(DECLARED)
    arrays = {name: value * scale if name in "zXW" else value for name, value in values(source, sizes).items()}
    compare(expr, arrays, sizes, 1e-11)


@law
@given(randoms(), st.integers(1, 5), st.sampled_from([0.1, 1.0, 30.0, 1000.0]))
def test_shares_of_a_total(source: Random, count: int, scale: float) -> None:
    """The helpers of programs for a softmax against their definitions, where these can be computed."""
    x = np.round(np.random.default_rng(source.getrandbits(32)).normal(size=(3, count)) * scale, 1)
    shifted = x - peak(x, axis=1)[:, None]
    e = np.exp(shifted)
    np.testing.assert_allclose(log_total(e, axis=1), np.log(np.sum(e, axis=1)), rtol=1e-12, atol=1e-15)
    rest = np.array([[np.sum(np.delete(row, at)) for at in range(count)] for row in e])
    np.testing.assert_allclose(others(e, axis=1), rest, rtol=1e-13)
    if count > 1 and scale <= 1:
        expected = np.log(rest / np.sum(e, axis=1)[:, None])
        np.testing.assert_allclose(log_complement(shifted, axis=1), expected, rtol=1e-12, atol=1e-15)
