"""JAX functions are verified as NumPy's are: from their jaxprs, jitted ones, and those with rules of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from numeric.verify import Verification, verify_gradient
from tests import asks_sizes

jax: Any = pytest.importorskip("jax")
jnp: Any = pytest.importorskip("jax.numpy")
pytestmark = pytest.mark.slow  # JAX takes seconds to load and to compile

Function = Callable[..., Any]
RNG = np.random.default_rng(0)
ROWS, WEIGHTS = jnp.array(RNG.standard_normal((6, 3))), jnp.array(RNG.standard_normal(3))
LABELS = jnp.array([0.0, 1.0, 1.0, 0.0, 1.0, 0.0])
POINT = WEIGHTS, ROWS, LABELS
CLASSES = {"W": jnp.array(RNG.standard_normal((3, 4))), "b": jnp.array(RNG.standard_normal(4))}, ROWS, jnp.arange(6) % 4


def verified(loss: Function | None, slope: Function | None, *inputs: Any) -> Verification:
    """Return what is found at the inputs given alone."""
    return verify_gradient(loss, slope, *inputs, generate=False)


def logistic(w: Any, X: Any, y: Any) -> Any:
    """Return the mean logistic loss."""
    z = X @ w
    return jnp.mean(jnp.log1p(jnp.exp(z)) - y * z)


def by_logistic(w: Any, X: Any, y: Any) -> Any:
    """Return its gradient."""
    return X.T @ (jax.nn.sigmoid(X @ w) - y) / len(y)


def square(w: Any, X: Any, y: Any) -> Any:
    """Return the mean square of the residuals."""
    return jnp.mean((X @ w - y) ** 2)


def _with_ones(w: Any, X: Any, y: Any) -> Any:
    return square(jnp.concatenate([jnp.zeros(1), w]), jnp.concatenate([jnp.ones((len(X), 1)), X], 1), y)


def _cross_entropy(p: Any, X: Any, labels: Any) -> Any:
    return -jnp.mean(jax.nn.log_softmax(X @ p["W"] + p["b"])[jnp.arange(X.shape[0]), labels])


def _along(p: Any, X: Any, labels: Any) -> Any:
    scores = X @ p["W"] + p["b"]
    picked = jnp.take_along_axis(scores, labels[:, None], axis=1)[:, 0]
    return jnp.mean(jax.scipy.special.logsumexp(scores, axis=1) - picked)


def _by_softmax(p: Any, X: Any, labels: Any) -> Any:
    extra = jax.nn.softmax(X @ p["W"] + p["b"]) - jax.nn.one_hot(labels, p["W"].shape[1])
    return {"W": X.T @ extra / len(X), "b": extra.mean(0)}


def _rule(slope: Function) -> Function:
    """Return a sum of softplus with a rule of one's own."""

    @jax.custom_vjp
    def softplus(z: Any) -> Any:
        return jnp.sum(jnp.log1p(jnp.exp(z)))

    softplus.defvjp(lambda z: (softplus(z), z), lambda z, g: (g * slope(z),))
    return lambda w, X: softplus(X @ w)


PROVED: dict[str, tuple[Function | None, Function | None, tuple[Any, ...]]] = {
    "by hand": (logistic, by_logistic, POINT),
    "jitted": (logistic, jax.jit(by_logistic), POINT),
    "by JAX": (logistic, jax.jit(jax.grad(logistic)), POINT),
    "without a gradient": (logistic, None, POINT),
    "value and gradient": (None, jax.value_and_grad(logistic), POINT),
    "labels as an index": (_cross_entropy, _by_softmax, CLASSES),
    "the same by JAX": (_cross_entropy, None, CLASSES),
    "labels along an axis": (_along, _by_softmax, CLASSES),
    "the same along an axis by JAX": (_along, None, CLASSES),
    "slices": (lambda w, X, y: square(w, X, y) + 0.1 * jnp.sum(w[1:] ** 2), None, POINT),
    "a column of ones": (_with_ones, None, POINT),
    "vmap": (lambda w, X, y: jnp.mean(jax.vmap(lambda row, t: (row @ w - t) ** 2)(X, y)), None, POINT),
    "kinks": (lambda w, X, y: jnp.mean((jax.nn.relu(X * w).sum(1) - y) ** 2), None, POINT),
    "a rule of one's own": (_rule(jax.nn.sigmoid), None, (WEIGHTS, ROWS)),
}


@pytest.mark.parametrize("name", PROVED)
def test_a_right_gradient_is_proved(name: str) -> None:
    """At every size: the proof is about real numbers, and says so."""
    loss, slope, inputs = PROVED[name]
    found = verified(loss, slope, *inputs)
    assert found.verdict == "proved", str(found)
    assert "the arrays are in single precision (the proof is about real numbers)" in found.conditions


def test_wrong_ones_are_refuted() -> None:
    """By a factor, at inputs where JAX's own numbers show it, and by a rule of one's own."""
    found = verified(logistic, lambda *inputs: 2 * by_logistic(*inputs), *POINT)
    assert found.verdict == "refuted"
    assert found.counterexample is not None
    assert found.counterexample.got["w"] == pytest.approx(2 * found.counterexample.expected["w"], rel=1e-2)
    assert verified(_rule(jnp.tanh), None, WEIGHTS, ROWS).verdict == "refuted"


@pytest.mark.parametrize("times", [1.0, 2.0])
def test_numbers_alone_decide_too(times: float) -> None:
    """For compiled gradients by hand and for rules of one's own, whose factor is named."""
    rule = jax.custom_vjp(lambda x: x**2)
    rule.defvjp(lambda x: (x**2, x), lambda x, g: (times * x * g,))
    loss = jax.jit(lambda w, X, y: jnp.mean(rule(X @ w - y)))
    found = verify_gradient(loss, None, *POINT, trace=False)
    assert (found.diagnosis.label if found.diagnosis else found.verdict) == ("sampled" if times == 2 else "scale:1/2")
    assert verify_gradient(loss, jax.jit(asks_sizes.slope), *POINT, trace=False).verdict == "sampled"


def test_what_cannot_be_followed_is_sampled() -> None:
    """A `scan` over the rows, and a primitive that is not known, whose name is said."""

    def scanned(w: Any, X: Any) -> Any:
        return jax.lax.scan(lambda total, row: (total + jnp.tanh(row @ w), None), 0.0, X)[0]

    def slope(w: Any, X: Any) -> Any:
        return X.T @ (1 - jnp.tanh(X @ w) ** 2)

    assert verified(scanned, slope, WEIGHTS, ROWS).verdict == "sampled"
    assert verified(scanned, lambda w, X: 2 * slope(w, X), WEIGHTS, ROWS).verdict == "refuted"
    found = verified(lambda w: jnp.sum(jnp.sort(w)), jnp.ones_like, WEIGHTS)
    assert found.verdict == "sampled"
    assert "sort" in "".join(found.notes)


@pytest.mark.parametrize("name", asks_sizes.WRONG)
def test_code_that_asks_for_its_shape_is_not_proved_right(name: str) -> None:
    """Both ways of a question are followed, or the record ends; jitted code as well."""
    arguments = [jnp.asarray(array) for array in (asks_sizes.WEIGHTS, asks_sizes.ROWS, asks_sizes.TARGETS)]
    for gradient in (asks_sizes.WRONG[name], jax.jit(asks_sizes.WRONG[name])):
        found = verified(asks_sizes.loss, gradient, *arguments)
        assert found.verdict in {"refuted", "undecided", "sampled"}, str(found)


def test_counts_that_are_not_negative_in_the_example_are_a_condition() -> None:
    """JAX code may ask for the sign of whole numbers; that the example has none below 0 is said."""

    def gradient(w: Any, X: Any, y: Any) -> Any:
        return asks_sizes.slope(w, X, y) * jnp.where(y < 0, 2.0, 1.0).prod()

    arguments = (jnp.asarray(asks_sizes.WEIGHTS), jnp.asarray(asks_sizes.ROWS), jnp.array([0, 2, 1, 1, 0, 3]))
    found = verified(asks_sizes.loss, gradient, *arguments)
    assert found.verdict != "proved" or "y >= 0 (as in the example)" in found.conditions
