"""JAX functions are read from their jaxprs, at small shapes: jitted ones, and those with rules of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from derive import Limits
from numeric.verify.trace import Traced, prove_gradient

jax: Any = pytest.importorskip("jax")
jnp: Any = pytest.importorskip("jax.numpy")

RNG = np.random.default_rng(0)
ROWS, WEIGHTS = jnp.array(RNG.standard_normal((6, 3))), jnp.array(RNG.standard_normal(3))
LABELS = jnp.array([0.0, 1.0, 1.0, 0.0, 1.0, 0.0])


def _decided(*arguments: Any) -> Traced:
    """Return the verdict, with time enough on a busy machine."""
    return prove_gradient(*arguments, limits=Limits(seconds=60))


def _loss(w: Any, X: Any, y: Any) -> Any:
    z = X @ w
    return jnp.mean(jnp.log1p(jnp.exp(z)) - y * z)


def _gradient(w: Any, X: Any, y: Any) -> Any:
    return X.T @ (jax.nn.sigmoid(X @ w) - y) / len(y)


@pytest.mark.parametrize("wrap", [lambda f: f, jax.jit])
def test_a_right_gradient_is_exact_at_small_shapes(wrap: Callable[[Any], Any]) -> None:
    """What agrees at exact small shapes is sampled, never proved: a jaxpr has numbers for sizes."""
    result = _decided(_loss, wrap(_gradient), WEIGHTS, ROWS, LABELS)
    assert (result.verdict, result.method) == ("sampled", "exact at N=3, D=2 and at N=2, D=3")


def test_a_wrong_gradient_is_refuted_by_the_real_code() -> None:
    """The refutation holds in JAX's own numbers."""
    result = _decided(_loss, lambda w, X, y: 2 * _gradient(w, X, y), WEIGHTS, ROWS, LABELS)
    assert result.verdict == "refuted"
    assert result.counterexample is not None
    assert result.counterexample.got == pytest.approx(2 * result.counterexample.expected, rel=1e-3)


@pytest.mark.parametrize(("slope", "verdict"), [(jax.nn.sigmoid, "sampled"), (jnp.tanh, "refuted")])
def test_a_rule_of_ones_own_is_what_is_checked(slope: Callable[[Any], Any], verdict: str) -> None:
    """Without a gradient, JAX's own is taken, by the custom rule in it."""

    @jax.custom_vjp
    def softplus(z: Any) -> Any:
        return jnp.sum(jnp.log1p(jnp.exp(z)))

    softplus.defvjp(lambda z: (softplus(z), z), lambda z, g: (g * slope(z),))
    assert _decided(lambda w, X: softplus(X @ w), None, WEIGHTS, ROWS).verdict == verdict


def test_a_primitive_that_is_not_known_decides_nothing() -> None:
    """The reason names the primitive."""
    result = _decided(lambda w: jnp.sum(jnp.sort(w)), jnp.ones_like, WEIGHTS)
    assert result.verdict == "undecided"
    assert "sort" in result.reason
