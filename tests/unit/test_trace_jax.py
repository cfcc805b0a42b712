"""JAX functions are read from their jaxprs at symbolic sizes: jitted ones, and those with rules of their own."""

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


def _mean_square(w: Any, X: Any, y: Any) -> Any:
    return jnp.mean((X @ w - y) ** 2)


@pytest.mark.parametrize("gradient", [_gradient, jax.jit(_gradient), jax.grad(_loss), jax.jit(jax.grad(_loss)), None])
def test_a_right_gradient_is_proved_for_all_sizes(gradient: Any) -> None:
    """A jaxpr at symbolic sizes is what NumPy code is: the proof is about real numbers, and says so."""
    result = _decided(_loss, gradient, WEIGHTS, ROWS, LABELS)
    assert (result.verdict, result.method) == ("proved", "traced, all sizes")
    assert "the arrays are in single precision (the proof is about real numbers)" in result.conditions


def test_a_wrong_gradient_is_refuted_by_the_real_code() -> None:
    """The refutation holds in JAX's own numbers."""
    result = _decided(_loss, lambda w, X, y: 2 * _gradient(w, X, y), WEIGHTS, ROWS, LABELS)
    assert result.verdict == "refuted"
    assert result.counterexample is not None
    assert result.counterexample.got == pytest.approx(2 * result.counterexample.expected, rel=1e-3)


@pytest.mark.parametrize(("slope", "verdict"), [(jax.nn.sigmoid, "proved"), (jnp.tanh, "refuted")])
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


def _cross_entropy(p: Any, X: Any, labels: Any) -> Any:
    return -jnp.mean(jax.nn.log_softmax(X @ p["W"] + p["b"])[jnp.arange(X.shape[0]), labels])


def _along(p: Any, X: Any, labels: Any) -> Any:
    scores = X @ p["W"] + p["b"]
    picked = jnp.take_along_axis(scores, labels[:, None], axis=1)[:, 0]
    return jnp.mean(jax.scipy.special.logsumexp(scores, axis=1) - picked)


def _softmax_gradient(p: Any, X: Any, labels: Any) -> Any:
    extra = jax.nn.softmax(X @ p["W"] + p["b"]) - jax.nn.one_hot(labels, p["W"].shape[1])
    return {"W": X.T @ extra / len(X), "b": extra.mean(0)}


@pytest.mark.parametrize("loss", [_cross_entropy, _along])
@pytest.mark.parametrize("gradient", [_softmax_gradient, None])
def test_labels_pick_from_rows(loss: Any, gradient: Any) -> None:
    """Class labels as an index are followed through JAX's gather and scatter, at any number of classes."""
    parameters = {"W": jnp.array(RNG.standard_normal((3, 4))), "b": jnp.array(RNG.standard_normal(4))}
    assert _decided(loss, gradient, parameters, ROWS, jnp.array([0, 2, 1, 3, 0, 2])).verdict == "proved"


def _skipping_bias(w: Any, X: Any, y: Any) -> Any:
    return _mean_square(w, X, y) + 0.1 * jnp.sum(w[1:] ** 2)


def _with_ones(w: Any, X: Any, y: Any) -> Any:
    return _mean_square(jnp.concatenate([jnp.zeros(1), w]), jnp.concatenate([jnp.ones((len(X), 1)), X], 1), y)


def _mapped(w: Any, X: Any, y: Any) -> Any:
    return jnp.mean(jax.vmap(lambda row, target: (row @ w - target) ** 2)(X, y))


def _rectified(w: Any, X: Any, y: Any) -> Any:
    return jnp.mean((jax.nn.relu(X * w).sum(1) - y) ** 2)


@pytest.mark.parametrize("loss", [_mean_square, _skipping_bias, _with_ones, _mapped, _rectified])
def test_what_jax_derives_is_proved(loss: Any) -> None:
    """Slices, columns of ones, `vmap` and kinks, differentiated by JAX itself."""
    assert _decided(loss, None, WEIGHTS, ROWS, LABELS).verdict == "proved"


def test_a_function_of_value_and_gradient_is_both() -> None:
    """JAX's `value_and_grad` is the loss and the gradient under test."""
    assert _decided(jax.value_and_grad(_loss), None, WEIGHTS, ROWS, LABELS).verdict == "proved"


def test_a_loop_of_jax_is_exact_at_small_shapes() -> None:
    """A `scan` over the rows goes pass by pass where their number is known."""

    def scanned(w: Any, X: Any) -> Any:
        return jax.lax.scan(lambda total, row: (total + jnp.tanh(row @ w), None), 0.0, X)[0]

    def slope(w: Any, X: Any) -> Any:
        return X.T @ (1 - jnp.tanh(X @ w) ** 2)

    assert _decided(scanned, slope, WEIGHTS, ROWS).verdict == "sampled"
    assert _decided(scanned, lambda w, X: 2 * slope(w, X), WEIGHTS, ROWS).verdict == "refuted"
